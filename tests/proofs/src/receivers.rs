//! The Node merchant's webhook endpoint in four processes behind one port, on one PostgreSQL: a third of the deliveries
//! are duplicates sent at the same moment to different processes, some are forged, some have another amount. Each
//! transaction must be credited once. The same deliveries go to a hand-written server, to compare the speed.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use serde_json::{Value, json};

use crate::audit::{self, Audit, Ours, Theirs};
use crate::files;
use crate::npm;
use crate::postgres::Postgres;
use crate::process::{Run, stopped};
use crate::project::Project;
use crate::proof::{Lane, Proof, Proven, plan};
use crate::report::table;
use crate::sandbox::{self, Sandbox};
use crate::tools;

const MERCHANT: &str = "examples/node-merchant";
pub(crate) const FOLDER: &str = "tests/proofs/receivers";
pub(crate) const PROOF: Proof = Proof {
    name: "receivers",
    lane: Lane::Alone,
    promise: "each transaction is credited once, however many receivers get its webhook, however often",
    quick: &["--deliveries", "5000"],
    full: &["--deliveries", "100000"],
    builds: &[],
    prove,
};
const LIMIT: Duration = Duration::from_secs(60 * 60);

/// Size of a run.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Plan {
    /// Webhooks in all, to each of the two servers
    #[arg(long, default_value_t = 100_000)]
    deliveries: u32,
}

const CONTROL: Plan = Plan { deliveries: 600 };

/// Rule that decides which receiver credits a transaction.
#[derive(Clone, Copy, PartialEq)]
enum Claim {
    /// The unique constraints of the merchant's tables.
    ByConstraint,
    /// The control: without constraints, a receiver reads whether a transaction was credited, and then writes.
    ByReading,
}

const NO_CONSTRAINTS: &str = "
    ALTER TABLE credits DROP CONSTRAINT credits_pkey;
    ALTER TABLE payments DROP CONSTRAINT payments_pkey, DROP CONSTRAINT payments_ref_id_key;
    ALTER TABLE bills DROP CONSTRAINT bills_check;
";

/// Result of a run.
struct Course {
    /// How many deliveries of each sort.
    sorts: Value,
    billwire: Server,
    /// None in the control.
    by_hand: Option<Server>,
}

/// Result of the deliveries to one server.
struct Server {
    /// Seconds for each slice of the deliveries.
    seconds: Vec<f64>,
    /// Wrong answers.
    surprises: Vec<String>,
    audit: Audit,
}

/// The deliveries and their control.
fn prove(project: &Project, args: &[&str]) -> Result<Proven> {
    let plan = plan::<Plan>(args)?;
    let course = deliver(project, "receivers", plan, Claim::ByConstraint, logged)?;
    let control = control(project)?;
    println!("{}", course.show(plan));
    let complaints = course.complaints();
    ensure!(complaints.is_empty(), "{}", complaints.join("\n"));
    caught(&control)?;
    Ok(Proven { tests: 2, figure: course.figure(plan)?, control: control.figure(CONTROL)? })
}

fn control(project: &Project) -> Result<Course> {
    deliver(project, "receivers-control", CONTROL, Claim::ByReading, logged)
}

/// Fails unless the audit detects receivers without constraints.
fn caught(control: &Course) -> Result<()> {
    let seen = !control.billwire.audit.credited_twice.is_empty();
    ensure!(seen || stopped(), "the audit does not see that receivers without a constraint credit twice");
    Ok(())
}

fn logged(run: Run, log: &Path) -> Result<()> {
    run.logged(log)?.successful().map(drop)
}

fn deliver(
    project: &Project,
    name: &str,
    plan: Plan,
    claim: Claim,
    go: impl FnOnce(Run, &Path) -> Result<()>,
) -> Result<Course> {
    npm::install(project, MERCHANT)?;
    let dir = npm::install(project, FOLDER)?;
    let folder = project.target(format!("xtask/{name}"));
    files::remove(&folder)?;
    fs::create_dir_all(&folder)?;
    let (bills, result) = (folder.join("bills.json"), folder.join("result.json"));
    fs::write(&bills, make_bills(plan).to_string())?;

    let databases = ["billwire", "by_hand"];
    let postgres = Postgres::start(project, name, &databases)?;
    let sandbox = Sandbox::start(sandbox::program(project)?, &project.log(format!("sandbox-{name}")))?;
    let program = |script: &str| -> Result<Run> {
        let node = tools::node()?.args(["--import", "tsx", script, "--sandbox", sandbox.url(), "--bills"]);
        Ok(node.args([&bills]).dir(&dir).limit(LIMIT))
    };
    project.progress.step(&format!("settle the bills of {name}"), || {
        let prepare = program("src/prepare.ts")?.args(["--databases"]).args(databases.map(|name| postgres.url(name)));
        logged(prepare, &folder.join("prepare.log"))
    })?;

    let race = program("src/race.ts")?.args(["--result"]).args([&result]);
    let race = race.args(["--deliveries", &plan.deliveries.to_string(), "--billwire", &postgres.url("billwire")]);
    match claim {
        Claim::ByConstraint => go(race.args(["--by-hand", &postgres.url("by_hand")]), &folder.join("race.log"))?,
        Claim::ByReading => {
            postgres.connect("billwire")?.batch_execute(NO_CONSTRAINTS)?;
            go(race, &folder.join("race.log"))?;
        }
    }

    let figures: Value = serde_json::from_slice(&fs::read(&result)?).context("the race's figures are not JSON")?;
    let (billed, theirs) = (audit::read_bills(&bills)?, Theirs::read(&audit::books(&sandbox)?)?);
    let server = |kind: &str, database: &str| -> Result<Server> {
        let ours = Ours::read(&mut postgres.connect(database)?)?;
        Server::read(figures.get(kind).context("a server has no figures")?, Audit::new(&billed, &ours, &theirs))
    };
    let by_hand = (claim == Claim::ByConstraint).then(|| server("by-hand", "by_hand")).transpose()?;
    let sorts = figures.get("sorts").cloned().unwrap_or_default();
    Ok(Course { sorts, billwire: server("billwire", "billwire")?, by_hand })
}

/// A bill for the first true delivery of each transaction.
fn make_bills(plan: Plan) -> Value {
    let Plan { deliveries } = plan;
    let bills = deliveries - deliveries / 3 - 2 * (deliveries / 20);
    let mut rng = Rng::with_seed(u64::from(deliveries));
    let bill = |nth: u32| {
        json!({
            "ref_id": format!("R-{nth:06}"),
            "date": "2026-03-01T09:00:00.000Z",
            "due_date": "2026-03-31T09:00:00.000Z",
            "currency": "KHR",
            "total_amount": rng.u32(1..5_000_000),
            "customer_sync_code": format!("CUS-{nth:06}"),
            "settlement_to": format!("SB-{}", nth % SUB_BILLERS),
        })
    };
    let sub_billers =
        (0..SUB_BILLERS).map(|nth| json!({"supplier_sync_code": format!("SB-{nth}"), "name": "A market"}));
    json!({"sub_billers": sub_billers.collect::<Vec<_>>(), "bills": (0..bills).map(bill).collect::<Vec<_>>()})
}

const SUB_BILLERS: u32 = 10;

impl Course {
    fn complaints(&self) -> Vec<String> {
        let servers = [("billwire", Some(&self.billwire)), ("by hand", self.by_hand.as_ref())];
        let mut complaints = Vec::new();
        for (name, server) in servers {
            let Some(Server { surprises, audit, .. }) = server else { continue };
            complaints.extend(surprises.iter().map(|surprise| format!("{name}: {surprise}")));
            if !audit.holds() {
                complaints.push(format!("{name}: {}; {}", audit.line(), audit.examples()));
            }
        }
        complaints
    }

    fn figure(&self, plan: Plan) -> Result<String> {
        let Self { sorts, billwire, by_hand } = self;
        let sort = |name: &str| sorts.get(name).and_then(Value::as_u64).with_context(|| format!("no {name} was sent"));
        let (duplicate, forged, conflicting) = (sort("duplicate")?, sort("forged")?, sort("conflicting")?);
        let deliveries = plan.deliveries;
        let what =
            format!("{deliveries} deliveries ({duplicate} duplicate, {forged} forged, {conflicting} conflicting)");
        let speed = by_hand.as_ref().map(|by_hand| {
            let (ours, theirs) = (billwire.per_second(plan), by_hand.per_second(plan));
            format!("; {ours:.0} a second, {:.2} of the {theirs:.0} by hand", billwire.ratio(by_hand))
        });
        Ok(format!("{what}: {}{}", billwire.audit.line(), speed.unwrap_or_default()))
    }

    fn show(&self, plan: Plan) -> String {
        let servers = [("billwire", Some(&self.billwire)), ("by hand", self.by_hand.as_ref())];
        let rows = servers.into_iter().filter_map(|(name, server)| {
            let server = server?;
            let mut row = vec![name.to_owned(), format!("{:.0}", server.per_second(plan))];
            row.extend(server.audit.counts().map(|(_, count)| count.to_string()));
            Some(row)
        });
        let counts = self.billwire.audit.counts().map(|(name, _)| name);
        let heads: Vec<&str> = ["receivers", "a second"].into_iter().chain(counts).collect();
        table(&heads, &[1, 2, 3, 4, 5, 6], rows)
    }
}

impl Server {
    fn read(figures: &Value, audit: Audit) -> Result<Self> {
        let seconds = figures.get("seconds").and_then(Value::as_array).context("there are no seconds")?;
        let surprises = figures.get("surprises").and_then(Value::as_object).context("there are no surprises")?;
        Ok(Self {
            seconds: seconds.iter().filter_map(Value::as_f64).collect(),
            surprises: surprises.iter().map(|(what, times)| format!("{what}, {times} times")).collect(),
            audit,
        })
    }

    fn per_second(&self, plan: Plan) -> f64 {
        f64::from(plan.deliveries) / self.seconds.iter().sum::<f64>()
    }

    /// Its speed relative to another, as the median of the slices, which ignores short pauses of the machine.
    fn ratio(&self, other: &Server) -> f64 {
        let mut ratios: Vec<f64> = other.seconds.iter().zip(&self.seconds).map(|(other, own)| other / own).collect();
        ratios.sort_by(f64::total_cmp);
        ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN)
    }
}
