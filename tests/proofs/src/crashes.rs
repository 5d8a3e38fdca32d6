//! A merchant, as a service on a real database, is killed again and again while it settles bills that meet every fault of
//! the demo. It resumes after each start, and at the end the books are audited.

mod campaign;
mod course;
mod merchant;
mod store;

use anyhow::{Context, Result, ensure};

use crate::npm;
use crate::process::{at_once, stopped};
use crate::project::Project;
use crate::proof::{Lane, Proof, Proven, plan};
use course::{Course, Plan, show};
use store::Memory;

pub(crate) const PROOF: Proof = Proof {
    name: "crashes",
    lane: Lane::Npm,
    promise: "a merchant that is killed settles and credits every bill once",
    quick: &["--kills", "10", "--bills", "200"],
    full: &["--kills", "100", "--bills", "2000"],
    builds: &[],
    prove,
};
const CONTROL: Plan = Plan { kills: 3, bills: 40, seed: 1 };

/// The campaign, and its control at the same time.
fn prove(project: &Project, args: &[&str]) -> Result<Proven> {
    let plan = plan::<Plan>(args)?;
    let merchant = npm::install(project, merchant::FOLDER)?;
    let runs = [("crashes", plan, Memory::Kept), ("crashes-control", CONTROL, Memory::Lost)];
    let run = |(name, plan, memory)| campaign::run(project, name, &merchant, plan, memory);
    let [course, control] = at_once(runs, run)?.try_into().ok().context("two runs")?;
    println!("{}", show(plan, &course));
    let complaints = course.complaints(plan);
    ensure!(complaints.is_empty(), "{}", complaints.join("\n"));
    caught(&control)?;
    Ok(Proven { tests: 2, figure: course.figure(plan), control: control.figure(CONTROL) })
}

/// Fails unless the audit detects a merchant that resends blindly.
fn caught(control: &Course) -> Result<()> {
    let seen = !control.audit.settled_twice.is_empty();
    ensure!(seen || stopped(), "the audit does not see that a merchant without memory settles twice");
    Ok(())
}
