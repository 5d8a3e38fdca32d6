//! The merchant as a service that a supervisor restarts, however it ended.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use ::postgres::Client;
use anyhow::{Context, Result};
use process_wrap::std::ChildWrapper;
use serde_json::Value;

use crate::files;
use crate::npm;
use crate::process::Run;
use crate::project::Project;
use crate::tools;

const FOLDER: &str = "examples/node-merchant";

/// A random kill seldom hits the moment between the answer that money has moved and its entry in the database. So the
/// database refuses every 40th of these entries, which ends the service there.
const REFUSALS: &str = "
    CREATE SEQUENCE entries;
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF nextval('entries') % 40 = 0 THEN RAISE 'not now'; END IF;
            RETURN NEW;
        END
    $$;
    CREATE TRIGGER refuse BEFORE UPDATE OF state ON bills
        FOR EACH ROW WHEN (NEW.state = 'settled') EXECUTE FUNCTION refuse();
    CREATE TRIGGER refuse BEFORE UPDATE ON settlements
        FOR EACH ROW WHEN (NEW.record LIKE '%\"state\":\"settled\"%') EXECUTE FUNCTION refuse();
";
/// Stores records as if no attempt could be in doubt.
const FORGET: &str = r#"
    CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            NEW.record := regexp_replace(NEW.record, '"state":"in_doubt".*', '"state":"open"}');
            RETURN NEW;
        END
    $$;
    CREATE TRIGGER forget BEFORE INSERT OR UPDATE ON settlements FOR EACH ROW EXECUTE FUNCTION forget();
"#;

/// Whether an attempt is stored as in doubt before it is sent.
#[derive(Clone, Copy)]
pub(super) enum Memory {
    Kept,
    /// The control: after a crash this merchant does not know its attempts, and resends blindly.
    Lost,
}

/// Addresses that the merchant uses.
pub(super) struct Addresses {
    pub(super) sandbox: String,
    pub(super) database: String,
    pub(super) port: u16,
}

/// How the merchant is started.
pub(super) struct Merchant {
    dir: PathBuf,
    logs: PathBuf,
    bills: PathBuf,
    addresses: Addresses,
    starts: u32,
}

/// How many bills ended, how many of them settled, and how many were paid.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Progress {
    pub(super) ended: u32,
    pub(super) settled: u32,
    pub(super) paid: u32,
}

impl Merchant {
    /// Makes its bills.
    pub(super) fn new(project: &Project, name: &str, bills: u32, addresses: Addresses) -> Result<Self> {
        let dir = npm::install(project, FOLDER)?;
        let logs = project.target(format!("xtask/{name}"));
        files::remove(&logs)?;
        fs::create_dir_all(&logs)?;
        let file = logs.join("bills.json");
        let make = tools::node()?.args(["scripts/make-bills.mjs", &bills.to_string()]).args([&file]).dir(&dir);
        make.logged(&logs.join("make-bills.log"))?.successful()?;
        Ok(Self { dir, logs, bills: file, addresses, starts: 0 })
    }

    /// Makes the tables and plans all faults in the sandbox. Returns the planned number of each.
    pub(super) fn prepare(&self, sandbox: &str, webhooks: &str, other_origin: &str) -> Result<Value> {
        let run = self
            .program("src/prepare.ts")?
            .args(["--sandbox", sandbox, "--webhooks", webhooks, "--other-origin", other_origin])
            .answer(&self.logs.join("prepare.log"))?
            .successful()?;
        serde_json::from_str(&run.answer).context("the plan of faults is not JSON")
    }

    pub(super) fn start(&mut self) -> Result<Box<dyn ChildWrapper>> {
        self.starts = self.starts.saturating_add(1);
        let log = self.logs.join(format!("service-{}.log", self.starts));
        let Addresses { sandbox, port, .. } = &self.addresses;
        self.program("src/service.ts")?
            .args(["--sandbox", sandbox, "--port", &port.to_string(), "--hurried"])
            .start(Stdio::null(), &log)
    }

    /// Node itself, so that a kill hits nothing in between.
    fn program(&self, script: &str) -> Result<Run> {
        let node = tools::node()?.args(["--import", "tsx", script, "--bills"]).args([&self.bills]).dir(&self.dir);
        Ok(node.env("DATABASE_URL", &self.addresses.database))
    }

    /// The file of its bills.
    pub(super) fn bills(&self) -> &Path {
        &self.bills
    }

    pub(super) fn starts(&self) -> u32 {
        self.starts
    }
}

impl Memory {
    /// Changes the tables for this run.
    pub(super) fn apply(self, database: &mut Client) -> Result<()> {
        database.batch_execute(REFUSALS)?;
        match self {
            Memory::Kept => Ok(()),
            Memory::Lost => Ok(database.batch_execute(FORGET)?),
        }
    }
}

impl Progress {
    pub(super) fn read(database: &mut Client) -> Result<Self> {
        let count = "SELECT count(*) FILTER (WHERE state <> 'billed'), count(*) FILTER (WHERE state = 'settled'),
                     count(*) FILTER (WHERE paid > 0) FROM bills";
        let row = database.query_one(count, &[])?;
        let count = |at: usize| -> Result<u32> { Ok(u32::try_from(row.try_get::<_, i64>(at)?)?) };
        Ok(Self { ended: count(0)?, settled: count(1)?, paid: count(2)? })
    }

    /// Two steps for each bill: it ends, and it is paid.
    pub(super) fn steps(self) -> u32 {
        self.ended.saturating_add(self.paid)
    }
}
