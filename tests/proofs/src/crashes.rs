//! A merchant, as a service on a real database, is killed again and again while it settles bills that meet every fault of
//! the demo. It resumes after each start, and at the end the books are audited.
//!
//! Node and Kotlin keep their books in PostgreSQL, Swift in a SQLite file. In the exchange, Node and Kotlin take turns with
//! one database: each goes on from the other's records.

mod campaign;
mod course;
mod exchange;
mod merchant;
mod store;

use anyhow::{Context, Result, ensure};

use crate::process::{at_once, stopped};
use crate::project::Project;
use crate::proof::{Lane, Proof, Proven, plan};
use course::{Course, Plan, show};
use merchant::{Language, Programs};
use store::Memory;

pub(crate) const NODE: Proof = Proof {
    name: "crashes",
    lane: Lane::Npm,
    promise: "a merchant that is killed settles and credits every bill once",
    quick: &["--kills", "10", "--bills", "200"],
    full: FULL,
    builds: &[],
    prove: |project, args| prove(project, "crashes", &[Language::Node], args),
};
pub(crate) const KOTLIN: Proof = Proof {
    name: "crashes-kotlin",
    lane: Lane::Jvm,
    promise: "the same for a merchant in Kotlin",
    quick: QUICK,
    prove: |project, args| prove(project, "crashes-kotlin", &[Language::Kotlin], args),
    ..NODE
};
pub(crate) const SWIFT: Proof = Proof {
    name: "crashes-swift",
    lane: Lane::Swift,
    promise: "the same for a merchant in Swift, on SQLite",
    quick: QUICK,
    prove: |project, args| prove(project, "crashes-swift", &[Language::Swift], args),
    ..NODE
};
pub(crate) const EXCHANGE: Proof = Proof {
    name: "crashes-exchange",
    lane: Lane::Jvm,
    promise: "a settlement that one language has begun is finished by another",
    quick: QUICK,
    full: &["--kills", "20", "--bills", "400"],
    prove: |project, args| prove(project, "crashes-exchange", &[Language::Node, Language::Kotlin], args),
    ..NODE
};

const QUICK: &[&str] = &["--kills", "4", "--bills", "60"];
const FULL: &[&str] = &["--kills", "100", "--bills", "2000"];
const CONTROL: Plan = Plan { kills: 3, bills: 40, seed: 1 };

/// The campaign, and its control at the same time.
fn prove(project: &Project, name: &str, languages: &[Language], args: &[&str]) -> Result<Proven> {
    let plan = plan::<Plan>(args)?;
    let (first, others) = languages.split_first().context("no language")?;
    let programs = Programs::build(project, *first, others)?;
    let control = format!("{name}-control");
    let runs = [(name, plan, Memory::Kept), (control.as_str(), CONTROL, Memory::Lost)];
    let run = |(name, plan, memory)| campaign::run(project, name, &programs, plan, memory);
    let [course, control] = at_once(runs, run)?.try_into().ok().context("two runs")?;
    println!("{}", show(name, plan, &course));
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
