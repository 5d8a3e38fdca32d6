//! The merchant as a service that a supervisor restarts, however it ended.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use ::postgres::Client;
use anyhow::{Context, Result};
use process_wrap::std::ChildWrapper;
use serde_json::Value;

use crate::database::{columns, rows};
use crate::files;
use crate::project::Project;
use crate::tools;

pub(super) const FOLDER: &str = "examples/node-merchant";

/// Addresses that the merchant uses.
pub(super) struct Addresses {
    pub(super) sandbox: String,
    pub(super) database: String,
    pub(super) port: u16,
}

/// The merchant with its bills.
pub(super) struct Merchant<'a> {
    /// Its folder, with the scripts that make the bills and plan the faults.
    folder: &'a Path,
    logs: PathBuf,
    bills: PathBuf,
    addresses: Addresses,
    starts: u32,
}

/// Faults that the sandbox will serve, and the tables.
pub(super) struct Preparation {
    /// Number of times that the sandbox must serve each fault.
    pub(super) faults: Value,
    pub(super) schema: String,
}

/// How many bills ended, how many of them settled, and how many were paid.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Progress {
    pub(super) ended: u32,
    pub(super) settled: u32,
    pub(super) paid: u32,
}

impl<'a> Merchant<'a> {
    /// Makes its bills.
    pub(super) fn new(
        project: &Project,
        name: &str,
        folder: &'a Path,
        bills: u32,
        addresses: Addresses,
    ) -> Result<Self> {
        let logs = project.target(format!("xtask/{name}"));
        files::remove(&logs)?;
        fs::create_dir_all(&logs)?;
        let file = logs.join("bills.json");
        let make = tools::node()?.args(["scripts/make-bills.mjs", &bills.to_string()]).args([&file]);
        make.dir(folder).logged(&logs.join("make-bills.log"))?.successful()?;
        Ok(Self { folder, logs, bills: file, addresses, starts: 0 })
    }

    /// Plans all faults in the sandbox.
    pub(super) fn prepare(&self, sandbox: &str, webhooks: &str, other_origin: &str) -> Result<Preparation> {
        let run = tools::node()?
            .args(["--import", "tsx", "src/prepare.ts", "--bills"])
            .args([&self.bills])
            .args(["--sandbox", sandbox, "--webhooks", webhooks, "--other-origin", other_origin])
            .dir(self.folder)
            .answer(&self.logs.join("prepare.log"))?
            .successful()?;
        let prepared: Value = serde_json::from_str(&run.answer).context("the preparation is not JSON")?;
        let schema = prepared.get("schema").and_then(Value::as_str).context("the preparation has no tables")?;
        let faults = prepared.get("faults").context("the preparation has no faults")?;
        Ok(Preparation { faults: faults.clone(), schema: schema.to_owned() })
    }

    /// Starts the service. The process that is killed is the merchant itself: a kill hits nothing in between.
    pub(super) fn start(&mut self) -> Result<Box<dyn ChildWrapper>> {
        self.starts = self.starts.saturating_add(1);
        let log = self.logs.join(format!("service-{}.log", self.starts));
        let Addresses { sandbox, port, database } = &self.addresses;
        let node = tools::node()?.args(["--import", "tsx", "src/service.ts"]).dir(self.folder);
        node.env("DATABASE_URL", database)
            .args(["--sandbox", sandbox, "--port", &port.to_string(), "--hurried", "--bills"])
            .args([&self.bills])
            .start(Stdio::null(), &log)
    }

    /// The file of its bills.
    pub(super) fn bills(&self) -> &Path {
        &self.bills
    }

    pub(super) fn starts(&self) -> u32 {
        self.starts
    }
}

impl Progress {
    pub(super) fn read(database: &mut Client) -> Result<Self> {
        let count = "SELECT count(*) FILTER (WHERE state <> 'billed'), count(*) FILTER (WHERE state = 'settled'),
                     count(*) FILTER (WHERE paid > 0) FROM bills";
        let [ended, settled, paid] = columns(rows(database, count)?.pop().context("no counts")?)?;
        Ok(Self { ended: ended.parse()?, settled: settled.parse()?, paid: paid.parse()? })
    }

    /// Two steps for each bill: it ends, and it is paid.
    pub(super) fn steps(self) -> u32 {
        self.ended.saturating_add(self.paid)
    }
}
