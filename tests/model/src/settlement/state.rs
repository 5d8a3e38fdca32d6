//! Everything at one moment, and the events that change it.

use super::{
    flows::{FlowId, Stored, StoredState, Task},
    service::{Effect, Fate, Service},
};
use billwire::Resolution;

pub(crate) const MOST_PROCESSES: usize = 2;

/// Everything at one moment.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub(crate) struct State {
    pub(crate) now: i64,
    /// Difference of the clock, by which processes tell the time.
    pub(crate) skew: i64,
    pub(crate) service: Service,
    pub(crate) stored: Option<Stored>,
    pub(crate) backup: Option<Stored>,
    pub(crate) processes: [Option<Process>; MOST_PROCESSES],
    /// Settlements under way whose process crashed, by the tick at which they were given out.
    pub(crate) orphans: Vec<i64>,
    pub(crate) crashes: u8,
    pub(crate) jumps: u8,
    pub(crate) losses: u8,
    pub(crate) silences: u8,
    pub(crate) returns: u8,
    /// Whether a process was asleep for so long that its attempt had become stale.
    pub(crate) overslept: bool,
    /// Whether a flow took something that it had not asked for.
    pub(crate) confused: bool,
    /// Whether a flow sent or refused a bill of which it had heard that the service took it.
    pub(crate) forgot: bool,
}

/// A process with its flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Process {
    pub(crate) flow: FlowId,
    pub(crate) task: Task,
    /// Tick at which the task began.
    pub(crate) since: i64,
    /// Whether it knows that the service took the bill.
    pub(crate) knows: bool,
    /// Record that a caller with a mistake stores late.
    pub(crate) behind: Option<Stored>,
}

/// One event. A process is known by its number, which may change in a run without a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Tick,
    /// The clock jumps.
    Jump(i64),
    Start(usize),
    Step(usize),
    Store(usize),
    StoreLate(usize),
    /// The store does not answer, and has stored the record or not.
    StoreSilently(usize, bool),
    /// The request arrives, and the process hears of it at once.
    Serve(usize, Fate),
    /// The request arrives, and the process hears of it at a later tick.
    ServeLate(usize, Fate),
    Answer(usize),
    Crash(usize),
    /// The request of a process that crashed arrives.
    Arrive(Effect),
    /// A backup is made of the stored record.
    BackUp,
    /// All records are lost, or the backup is restored. Every process ends.
    Lose,
    Reopen(usize),
    Recheck(usize),
    Resolve(usize, Resolution),
}

impl State {
    /// Time by the clock of the processes.
    pub(crate) fn clock(&self) -> i64 {
        self.now + self.skew
    }

    pub(crate) fn running(&self) -> impl Iterator<Item = &Process> {
        self.processes.iter().flatten()
    }

    /// The first place for a process that is empty.
    pub(crate) fn free(&self, processes: usize) -> Option<usize> {
        (self.running().count() < processes).then(|| self.processes.iter().position(Option::is_none)).flatten()
    }

    /// The first place for a process that takes up an ended bill.
    pub(crate) fn ended(&self) -> Option<usize> {
        self.processes.iter().position(|process| process.is_some_and(|process| process.task.has_ended()))
    }

    /// Whether a settlement may still arrive.
    pub(crate) fn is_under_way(&self) -> bool {
        let may_arrive =
            |process: &Process| matches!(process.task, Task::Fetch | Task::Await { is_lookup: false, served: None });
        !self.orphans.is_empty() || self.running().any(may_arrive)
    }

    pub(crate) fn has(&self, task: Task) -> bool {
        self.running().any(|process| process.task == task)
    }

    pub(crate) fn is_stored(&self, state: StoredState) -> bool {
        self.stored.is_some_and(|stored| stored.state == state)
    }

    pub(crate) fn is_settled(&self) -> bool {
        self.is_stored(StoredState::Settled)
            || self.running().any(|process| matches!(process.task, Task::Settled { .. }))
    }

    pub(crate) fn attempts(&self) -> u64 {
        self.stored.map_or(0, |stored| stored.attempts)
    }

    /// Ends a process. Its settlement may still arrive.
    pub(crate) fn end(&mut self, at: usize) {
        let process = self.processes.get_mut(at).and_then(Option::take);
        let is_unserved = |process: &Process| matches!(process.task, Task::Await { is_lookup: false, served: None });
        self.orphans.extend(process.filter(is_unserved).map(|process| process.since));
    }
}

impl Process {
    pub(crate) fn new(flow: FlowId, now: i64, knows: bool) -> Process {
        Process { flow, task: Task::Begin, since: now, knows, behind: None }
    }

    /// Whether a crash now leads to states that no other crash leads to.
    pub(crate) fn can_crash(&self) -> bool {
        matches!(
            self.task,
            Task::Store(_) | Task::Fetch | Task::Wait { .. } | Task::Await { is_lookup: false, served: None }
        )
    }
}
