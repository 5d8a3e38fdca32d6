//! Plan of a run, and its result.

use std::time::Duration;

use crate::audit::Audit;
use crate::report::{seconds, table};

/// Size of a run.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Plan {
    /// How often the merchant is killed; for every 20 the database is restarted, for every 5 connections are cut
    #[arg(long, default_value_t = 100)]
    pub(super) kills: u32,
    /// How many bills it settles meanwhile
    #[arg(long, default_value_t = 2000)]
    pub(super) bills: u32,
    /// Seed of the order and the moments of the disruptions
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
}

/// Result of a run.
pub(super) struct Course {
    pub(super) kills: u32,
    pub(super) restarts: u32,
    /// Connections that were cut.
    pub(super) cut: usize,
    /// Starts of the service, and its ends without a kill.
    pub(super) starts: u32,
    pub(super) own_ends: u32,
    /// Attempts in doubt that the kills left behind.
    pub(super) in_doubt: usize,
    /// Requests that followed a redirect to another origin.
    pub(super) strays: usize,
    /// Faults that were served less often than planned.
    pub(super) unserved: Vec<String>,
    pub(super) audit: Audit,
    pub(super) time: Duration,
}

impl Course {
    pub(super) fn complaints(&self, plan: Plan) -> Vec<String> {
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

    pub(super) fn figure(&self, plan: Plan) -> String {
        let Self { kills, restarts, cut, in_doubt, audit, .. } = self;
        let bills = plan.bills;
        let disrupted = format!("{kills} kills, {restarts} database restarts, {cut} connections cut, {bills} bills");
        format!("{disrupted}, {in_doubt} in doubt at a kill: {}", audit.line())
    }
}

/// Table of a run.
pub(super) fn show(plan: Plan, course: &Course) -> String {
    let Course { kills, restarts, cut, starts, own_ends, in_doubt, audit, time, .. } = course;
    let rows = vec![
        ("bills", plan.bills.to_string()),
        ("kills", kills.to_string()),
        ("attempts in doubt after them", in_doubt.to_string()),
        ("database restarts", restarts.to_string()),
        ("connections cut", cut.to_string()),
        ("starts of the merchant", starts.to_string()),
        ("ends without being killed", own_ends.to_string()),
    ];
    let mut rows: Vec<_> = rows.into_iter().map(|(name, figure)| (name.to_owned(), figure)).collect();
    rows.extend(audit.counts().map(|(name, count)| (name.to_owned(), count.to_string())));
    rows.push(("time".to_owned(), seconds(*time)));
    table(&["crashes", ""], &[1], rows.into_iter().map(|(name, figure)| vec![name, figure]))
}
