//! The Node merchant, as a service on a real PostgreSQL, is killed again and again while it settles bills that meet
//! every fault of the demo. After each start it goes on by itself, and at the end the books are audited.

mod merchant;
mod storm;

use std::time::Duration;

use anyhow::{Result, ensure};

use crate::audit::Audit;
use crate::process::stopped;
use crate::project::Project;
use crate::proof::{Proof, Proven, plan};
use crate::report::{seconds, table};
use merchant::Memory;

pub(crate) const PROOF: Proof = Proof {
    name: "crashes",
    promise: "a merchant that is killed settles and credits every bill once",
    quick: &["--kills", "10", "--bills", "200"],
    full: &["--kills", "100", "--bills", "2000"],
    prove,
};

/// How many of what.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Plan {
    /// How often the merchant is killed; for every 20 the database is restarted, for every 5 connections are cut
    #[arg(long, default_value_t = 100)]
    kills: u32,
    /// How many bills it settles meanwhile
    #[arg(long, default_value_t = 2000)]
    bills: u32,
    /// Draws the order of the blows and their moments
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

const CONTROL: Plan = Plan { kills: 3, bills: 40, seed: 1 };

/// What a run came to.
struct Course {
    kills: u32,
    restarts: u32,
    /// Connections that were cut.
    cut: usize,
    /// How often the service was started, and how many of its ends nobody had ordered.
    starts: u32,
    own_ends: u32,
    /// Attempts in doubt that the kills left behind.
    in_doubt: u64,
    /// Requests that followed a redirect to another origin.
    strays: usize,
    /// Faults that were planned and not served as often.
    unserved: Vec<String>,
    audit: Audit,
    time: Duration,
}

/// The storm and its control.
fn prove(project: &Project, args: &[&str]) -> Result<Proven> {
    let plan = plan::<Plan>(args)?;
    let course = storm::weather(project, "crashes", plan, Memory::Kept)?;
    let control = storm::weather(project, "crashes-control", CONTROL, Memory::Lost)?;
    println!("{}", show(plan, &course));
    let complaints = course.complaints(plan);
    ensure!(complaints.is_empty(), "{}", complaints.join("\n"));
    caught(&control)?;
    Ok(Proven { tests: 2, figure: course.figure(plan), control: control.figure(CONTROL) })
}

/// A merchant that sends again blindly must not come through.
fn caught(control: &Course) -> Result<()> {
    let seen = !control.audit.settled_twice.is_empty();
    ensure!(seen || stopped(), "the audit does not see that a merchant without memory settles twice");
    Ok(())
}

impl Course {
    fn complaints(&self, plan: Plan) -> Vec<String> {
        let Self { kills, in_doubt, strays, unserved, audit, .. } = self;
        let mut complaints = unserved.clone();
        let mut complain = |when: bool, what: String| complaints.extend(when.then_some(what));
        complain(*kills < plan.kills, format!("{kills} of {} kills before all came to a halt", plan.kills));
        complain(*in_doubt == 0, "no kill left an attempt in doubt: they hit nothing".to_owned());
        complain(*strays > 0, format!("{strays} requests followed a redirect to another origin"));
        complain(!audit.holds(), audit.line());
        complain(!audit.holds(), audit.examples());
        complaints
    }

    fn figure(&self, plan: Plan) -> String {
        let Self { kills, restarts, cut, audit, .. } = self;
        let bills = plan.bills;
        format!("{kills} kills, {restarts} database restarts, {cut} connections cut, {bills} bills: {}", audit.line())
    }
}

fn show(plan: Plan, course: &Course) -> String {
    let Course { kills, restarts, cut, starts, own_ends, in_doubt, audit, time, .. } = course;
    let mut rows = vec![
        ("bills", plan.bills.to_string()),
        ("kills", kills.to_string()),
        ("attempts in doubt after them", in_doubt.to_string()),
        ("database restarts", restarts.to_string()),
        ("connections cut", cut.to_string()),
        ("starts of the merchant", starts.to_string()),
        ("ends without being killed", own_ends.to_string()),
    ];
    rows.extend(audit.counts().map(|(name, count)| (name, count.to_string())));
    rows.push(("time", seconds(*time)));
    table(&["", ""], &[1], rows.into_iter().map(|(name, figure)| vec![name.to_owned(), figure]))
}
