//! Everything at one moment, and the events that change it.

use super::{
    flows::{FlowId, Task, Word},
    records::Stored,
    service::{Answer, Effect, Fate, Heard, Service},
    setting::Meant,
};
use billwire::SettlementState;

/// Everything at one moment.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub(crate) struct State {
    pub(crate) now: i64,
    pub(crate) service: Service,
    /// How often lookups have broken or were mended.
    pub(crate) changes: u8,
    pub(crate) stored: Option<Stored>,
    pub(crate) backup: Option<Stored>,
    pub(crate) processes: Vec<Process>,
    /// Settlements under way whose process has ended.
    pub(crate) orphans: Vec<Orphan>,
    /// Statements that anybody was told, stored or not.
    pub(crate) told: Heard,
    /// Those told to somebody who could store them: a process that has stored since, or has ended.
    pub(crate) storable: Heard,
    pub(crate) starts: u8,
    pub(crate) crashes: u8,
    pub(crate) silences: u8,
    pub(crate) late_answers: u8,
    pub(crate) losses: u8,
    pub(crate) returns: u8,
    pub(crate) wrong_words: u8,
    /// A person said that the money has moved.
    pub(crate) is_called_settled: bool,
    /// A settlement was given out although somebody had been told that the bill was taken.
    pub(crate) sent_though_told: bool,
    /// A flow refused what it had asked for.
    pub(crate) is_confused: bool,
}

/// A process with its flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Process {
    pub(crate) task: Task,
    pub(crate) flow: FlowId,
    /// Tick at which the task began.
    pub(crate) since: i64,
    pub(crate) bill: Meant,
    /// Tick at which its last attempt was stored.
    pub(crate) begun: i64,
    /// Statements that it was told and has not stored.
    pub(crate) news: Heard,
    /// Those that it was told during the save under way, which has them not.
    pub(crate) fresh: Heard,
    /// Answer to a request that it has given up, and the last tick at which it hears it.
    pub(crate) late: Option<(Answer, i64)>,
}

/// A settlement under way whose process has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Orphan {
    /// Last tick at which it may arrive.
    pub(crate) until: i64,
    pub(crate) begun: i64,
    pub(crate) bill: Meant,
}

/// One event. A process is known by its place, which may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Tick,
    Start,
    Step(usize),
    Store(usize),
    /// The store does not answer, and has stored the record or not.
    StoreSilently(usize, bool),
    /// The request arrives, and the process hears of it at once.
    Serve(usize, Fate),
    /// The request arrives, and the process hears of it at a later tick.
    ServeLate(usize, Fate),
    Hear(usize),
    /// The caller gives up a request that was served.
    GiveUp(usize),
    /// The answer to such a request comes, whatever the process is doing.
    HearLate(usize),
    Look(usize, Answer),
    LookUpControl(usize, Answer),
    Crash(usize),
    /// The request of a process that crashed arrives.
    Arrive(Effect),
    /// Lookups break or are mended.
    Change,
    /// A backup is made of the stored record.
    BackUp,
    /// All records are lost, or the backup is restored. Every process ends.
    Lose,
    Reopen,
    LookAgain,
    Say(Word),
}

impl State {
    pub(crate) fn running(&self) -> impl Iterator<Item = &Process> {
        self.processes.iter().filter(|process| !process.task.has_ended())
    }

    pub(crate) fn has_all_ended(&self) -> bool {
        self.orphans.is_empty() && self.running().next().is_none()
    }

    pub(crate) fn has(&self, task: Task) -> bool {
        self.processes.iter().any(|process| process.task == task)
    }

    pub(crate) fn is_stored(&self, state: SettlementState) -> bool {
        self.stored.is_some_and(|stored| stored.state == state)
    }

    /// Whether a settlement is given out and has not been served.
    pub(crate) fn is_sending(&self) -> bool {
        !self.orphans.is_empty() || self.has(Task::Settle { served: None })
    }

    pub(crate) fn is_settled(&self) -> bool {
        self.is_stored(SettlementState::Settled)
            || self.processes.iter().any(|process| matches!(process.task, Task::Settled { .. }))
    }

    pub(crate) fn is_refused(&self) -> bool {
        (self.losses == 0 && self.is_stored(SettlementState::Refused)) || self.has(Task::Refused)
    }

    /// The bill that the record means.
    pub(crate) fn bill(&self) -> Meant {
        self.stored.map(|stored| stored.bill).unwrap_or_default()
    }

    /// Ends a process. Its settlement may still arrive.
    pub(crate) fn end(&mut self, at: usize, request: i64) {
        let Process { task, since, begun, bill, .. } = self.processes.remove(at);
        if task == (Task::Settle { served: None }) {
            self.orphans.push(Orphan { until: since + request, begun, bill });
            self.orphans.sort_unstable();
        }
    }
}
