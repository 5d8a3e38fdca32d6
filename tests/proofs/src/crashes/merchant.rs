//! The merchants as services that a supervisor restarts, however they ended.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result};
use process_wrap::std::ChildWrapper;
use serde_json::Value;

use super::store::{Address, Store};
use crate::database::{Database, columns};
use crate::files;
use crate::kotlin;
use crate::maven;
use crate::npm;
use crate::process::Run;
use crate::project::Project;
use crate::swift;
use crate::tools;

const FOLDER: &str = "examples/node-merchant";
/// A JVM that starts quickly: a kill ends it before more of a compiler would pay.
const QUICK_JVM: [&str; 2] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/// Language of a merchant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Language {
    Node,
    Kotlin,
    Swift,
}

/// A merchant that is ready to start.
struct Program {
    language: Language,
    /// Its folder for Node, its jar for Kotlin, its program for Swift.
    path: PathBuf,
}

/// Merchants that take turns with one database.
pub(super) struct Programs {
    /// Folder of the Node merchant, whose scripts make the bills and plan the faults.
    scripts: PathBuf,
    first: Program,
    others: Vec<Program>,
}

/// Addresses that the merchants use.
pub(super) struct Addresses {
    pub(super) sandbox: String,
    pub(super) database: Address,
    pub(super) port: u16,
}

/// Merchants with their bills, of which one is at work.
pub(super) struct Merchants<'a> {
    project: &'a Project,
    programs: &'a Programs,
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

impl Language {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Node => "Node",
            Self::Kotlin => "Kotlin",
            Self::Swift => "Swift",
        }
    }
}

impl Programs {
    pub(super) fn build(project: &Project, first: Language, others: &[Language]) -> Result<Self> {
        let scripts = npm::install(project, FOLDER)?;
        let build = |language: &Language| Program::build(project, *language);
        Ok(Self { scripts, first: build(&first)?, others: others.iter().map(build).collect::<Result<_>>()? })
    }

    /// A new database for a run.
    pub(super) fn store(&self, project: &Project, name: &str) -> Result<Store> {
        match self.first.language {
            Language::Node | Language::Kotlin => Store::server(project, name),
            Language::Swift => Store::file(project, name),
        }
    }

    /// The program whose turn it is.
    fn of_turn(&self, turn: u32) -> &Program {
        let place = turn as usize % (self.others.len() + 1);
        place.checked_sub(1).and_then(|place| self.others.get(place)).unwrap_or(&self.first)
    }
}

impl Program {
    fn build(project: &Project, language: Language) -> Result<Self> {
        let path = match language {
            Language::Node => npm::install(project, FOLDER)?,
            Language::Kotlin => kotlin::merchant_jar(project)?,
            Language::Swift => swift::merchant_program(project)?.into(),
        };
        Ok(Self { language, path })
    }

    /// The process that is killed is the merchant itself, or in its group: a kill hits nothing in between.
    fn service(&self, project: &Project, database: &Address) -> Result<Run> {
        Ok(match self.language {
            Language::Node => {
                let node = tools::node()?.args(["--import", "tsx", "src/service.ts"]).dir(&self.path);
                node.env("DATABASE_URL", &database.url)
            }
            Language::Kotlin => {
                let java = maven::jvm("java").args(QUICK_JVM).args(["-jar"]).args([&self.path]);
                java.args(["--service", "--database", &database.jdbc])
            }
            Language::Swift => {
                let swift = swift::enter(project, &project.path(""), &self.path.display().to_string())?;
                swift.args(["--service", "--database", &database.url])
            }
        })
    }
}

impl<'a> Merchants<'a> {
    /// Makes their bills.
    pub(super) fn new(
        project: &'a Project,
        name: &str,
        programs: &'a Programs,
        bills: u32,
        addresses: Addresses,
    ) -> Result<Self> {
        let logs = project.target(format!("xtask/{name}"));
        files::remove(&logs)?;
        fs::create_dir_all(&logs)?;
        let file = logs.join("bills.json");
        let make = tools::node()?.args(["scripts/make-bills.mjs", &bills.to_string()]).args([&file]);
        make.dir(&programs.scripts).logged(&logs.join("make-bills.log"))?.successful()?;
        Ok(Self { project, programs, logs, bills: file, addresses, starts: 0 })
    }

    /// Plans all faults in the sandbox.
    pub(super) fn prepare(&self, sandbox: &str, webhooks: &str, other_origin: &str) -> Result<Preparation> {
        let run = tools::node()?
            .args(["--import", "tsx", "src/prepare.ts", "--bills"])
            .args([&self.bills])
            .args(["--sandbox", sandbox, "--webhooks", webhooks, "--other-origin", other_origin])
            .dir(&self.programs.scripts)
            .answer(&self.logs.join("prepare.log"))?
            .successful()?;
        let prepared: Value = serde_json::from_str(&run.answer).context("the preparation is not JSON")?;
        let schema = prepared.get("schema").and_then(Value::as_str).context("the preparation has no tables")?;
        let faults = prepared.get("faults").context("the preparation has no faults")?;
        Ok(Preparation { faults: faults.clone(), schema: schema.to_owned() })
    }

    /// Starts the merchant whose turn it is.
    pub(super) fn start(&mut self, turn: u32) -> Result<Box<dyn ChildWrapper>> {
        self.starts = self.starts.saturating_add(1);
        let log = self.logs.join(format!("service-{}.log", self.starts));
        let Addresses { sandbox, port, database } = &self.addresses;
        let run = self.programs.of_turn(turn).service(self.project, database)?;
        run.args(["--sandbox", sandbox, "--port", &port.to_string(), "--hurried", "--bills"])
            .args([&self.bills])
            .start(Stdio::null(), &log)
    }

    /// Language of the merchant whose turn it is.
    pub(super) fn language(&self, turn: u32) -> Language {
        self.programs.of_turn(turn).language
    }

    /// The file of their bills.
    pub(super) fn bills(&self) -> &Path {
        &self.bills
    }

    pub(super) fn starts(&self) -> u32 {
        self.starts
    }
}

impl Progress {
    pub(super) fn read(database: &mut dyn Database) -> Result<Self> {
        let count = "SELECT count(*) FILTER (WHERE state <> 'billed'), count(*) FILTER (WHERE state = 'settled'),
                     count(*) FILTER (WHERE paid > 0) FROM bills";
        let [ended, settled, paid] = columns(database.rows(count)?.pop().context("no counts")?)?;
        Ok(Self { ended: ended.parse()?, settled: settled.parse()?, paid: paid.parse()? })
    }

    /// Two steps for each bill: it ends, and it is paid.
    pub(super) fn steps(self) -> u32 {
        self.ended.saturating_add(self.paid)
    }
}
