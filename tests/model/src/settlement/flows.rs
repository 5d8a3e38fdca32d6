//! The real flows: each state of one that was met, by a number, and what each event makes of it.
//!
//! Few states of a flow occur in many states of the world. A number for each keeps the search small, and the flow's
//! code runs once for each state, event and time.

use super::{mistakes::Mistake, names, service::Answer, setting};
use billwire::{
    Biller, Instant, OperationName, Resolution, Sent, Settlement, SettlementEnding, SettlementFlow, SettlementPolicy,
    SettlementProof, SettlementStep,
};
use std::{
    collections::HashMap,
    sync::{PoisonError, RwLock},
};

/// Number of a flow's state; 0 is that of all flows that have ended.
pub(crate) type FlowId = u32;

/// A stored record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Stored {
    pub(crate) id: u32,
    pub(crate) revision: i64,
    pub(crate) previous: i64,
    pub(crate) attempts: u64,
    pub(crate) state: StoredState,
    /// Whether a flow can go on from it, and every end that is not settled has a way on.
    pub(crate) goes_on: bool,
    /// Whether the process that stored it had heard that the service took the bill.
    pub(crate) is_known: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum StoredState {
    Settled,
    Refused,
    Unclear,
    Other,
}

/// How a process begins with a stored record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Begin {
    /// It resumes, or starts if there is no record.
    Resume,
    /// It reopens a refused bill.
    Reopen,
    /// It says what a person has heard of an unclear bill.
    Resolve(Resolution),
}

/// Event that a process tells its flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Event {
    /// It asks for the next step.
    Step,
    Saved,
    NotSaved,
    /// The store did not answer.
    MaybeSaved,
    /// It has loaded the stored record after a store that did not answer.
    Loaded(Option<Stored>),
    Answered(Answer),
}

/// Next thing that a process does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Task {
    /// It asks its flow, which was started or resumed.
    Begin,
    /// It asks its flow for the request of a stored attempt.
    Fetch,
    Store(Stored),
    /// It loads the record after a store that did not answer.
    Load,
    /// A request is under way.
    Await {
        is_lookup: bool,
        /// Reply that the process will hear, and the tick at which the request was served.
        served: Option<(Answer, i64)>,
    },
    Wait {
        /// Time by the clock of the flow.
        until: i64,
    },
    Settled {
        by_verification: bool,
    },
    Refused,
    Unclear,
    TakenOver,
}

/// Outcome of an event.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    pub(crate) flow: FlowId,
    pub(crate) task: Task,
    /// Record that a caller with the mistake stores later.
    pub(crate) behind: Option<Stored>,
    /// Whether the flow refused what it asked for, or took something else.
    pub(crate) confused: bool,
}

pub(crate) struct Flows {
    biller: Biller,
    bill: Settlement,
    policy: SettlementPolicy,
    mistake: Option<Mistake>,
    known: RwLock<Known>,
}

#[derive(Default)]
struct Known {
    flows: Vec<Machine>,
    /// Number of each flow by its name, and whether it took something that it had not asked for.
    ids: HashMap<String, (FlowId, bool)>,
    records: Vec<String>,
    /// Number of each record by its name, and whether there is a way on from it.
    record_ids: HashMap<String, (u32, bool)>,
    outcomes: HashMap<(FlowId, Event, i64), Outcome>,
}

/// A flow, with the number of the request that it waits for.
#[derive(Clone)]
struct Machine {
    flow: SettlementFlow,
    policy: SettlementPolicy,
    request: i64,
}

impl Flows {
    pub(crate) fn new(policy: SettlementPolicy, mistake: Option<Mistake>) -> Flows {
        Flows { biller: setting::biller(), bill: setting::bill(), policy, mistake, known: RwLock::default() }
    }

    /// Begins a flow. `look_first` is whether records were lost.
    pub(crate) fn begin(&self, begin: Begin, stored: Option<Stored>, look_first: bool, now: i64) -> Option<FlowId> {
        let mut policy = self.policy;
        policy.look_first = look_first;
        let now = Instant::from_unix_millis(now);
        let record = stored.and_then(|stored| self.record(stored));
        let flow = match (begin, record) {
            (Begin::Resume, None) => SettlementFlow::start(&self.biller, &self.bill, policy, now),
            (Begin::Reopen, Some(record)) => SettlementFlow::reopen(&self.biller, &self.bill, policy, &record, now),
            (_, Some(record)) => SettlementFlow::resume(&self.biller, &self.bill, policy, &record),
            (_, None) => return None,
        };
        let mut flow = flow.ok()?;
        if let Begin::Resolve(resolution) = begin {
            flow.resolved(resolution).ok()?;
        }
        Some(self.number(Machine { flow, policy, request: 0 }, |_| false).0)
    }

    /// Tells a flow what happened, and asks it for the next step.
    pub(crate) fn tell(&self, flow: FlowId, event: Event, now: i64) -> Option<Outcome> {
        if let Some(outcome) = self.read(|known| known.outcomes.get(&(flow, event, now)).copied()) {
            return Some(outcome);
        }
        let machine = self.read(|known| known.flows.get(flow as usize - 1).cloned())?;
        let outcome = self.advance(machine, event, Instant::from_unix_millis(now));
        let outcome = outcome.unwrap_or(Outcome { flow: 0, task: Task::TakenOver, behind: None, confused: true });
        self.write(|known| known.outcomes.insert((flow, event, now), outcome));
        Some(outcome)
    }

    /// Does both with the real flow. Nothing means that it refused what it asked for.
    fn advance(&self, mut machine: Machine, event: Event, now: Instant) -> Option<Outcome> {
        if self.mistake == Some(Mistake::BelievesRefusals) && event == Event::Answered(Answer::Refused) {
            return Some(Outcome { flow: 0, task: Task::Refused, behind: None, confused: false });
        }
        self.tell_machine(&mut machine, event, now)?;
        if event == Event::MaybeSaved {
            let (flow, confused) = self.number(machine, |_| false);
            return Some(Outcome { flow, task: Task::Load, behind: None, confused });
        }
        let mut behind = None;
        loop {
            let asked = machine.clone();
            let task = match machine.flow.step(now, 1.0).ok()? {
                SettlementStep::Save { record, revision, previous } => {
                    let stored = self.stored(record, revision, previous)?;
                    if self.mistake == Some(Mistake::StoresLate) {
                        machine.flow.saved(revision).ok()?;
                        behind = Some(stored);
                        continue;
                    }
                    Task::Store(stored)
                }
                // The flow gives a request out by the time at which it is asked, so the process may stand still before.
                SettlementStep::Send { .. } if event == Event::Saved => {
                    machine = asked;
                    Task::Fetch
                }
                SettlementStep::Send { request } => {
                    machine.request = request.number;
                    Task::Await { is_lookup: request.operation == OperationName::Verification, served: None }
                }
                SettlementStep::Wait { until, .. } => Task::Wait { until: until.unix_millis() },
                SettlementStep::Finished { ending: SettlementEnding::Settled { proof } } => {
                    Task::Settled { by_verification: matches!(proof, SettlementProof::Verification { .. }) }
                }
                SettlementStep::Finished { ending: SettlementEnding::Refused { .. } } => Task::Refused,
                // An ending that this model does not know settles nothing.
                SettlementStep::Finished { .. } => Task::Unclear,
                SettlementStep::TakenOver => Task::TakenOver,
            };
            let (flow, confused) = self.number(machine, |machine| !machine.refuses_all_but(&task, now));
            let flow = if task.has_ended() { 0 } else { flow };
            return Some(Outcome { flow, task, behind, confused });
        }
    }

    fn tell_machine(&self, machine: &mut Machine, event: Event, now: Instant) -> Option<()> {
        match event {
            Event::Step => Some(()),
            Event::Answered(answer) => machine.answer(machine.request, answer, now),
            Event::Loaded(stored) => {
                let record = stored.and_then(|stored| self.record(stored));
                machine.flow.stored(record.as_deref()).ok()
            }
            Event::Saved | Event::NotSaved | Event::MaybeSaved => {
                let SettlementStep::Save { record, revision, .. } = machine.flow.step(now, 1.0).ok()? else {
                    return None;
                };
                match event {
                    Event::Saved => machine.flow.saved(revision).ok()?,
                    Event::MaybeSaved => machine.flow.maybe_saved(revision).ok()?,
                    // A flow without the stored record asks to load it. Another process does.
                    _ => drop(machine.flow.not_saved(revision)),
                }
                let forgotten = self.mistake.and_then(|mistake| mistake.forgets(&record));
                if let Some(record) = forgotten.filter(|_| event == Event::Saved) {
                    machine.flow = SettlementFlow::resume(&self.biller, &self.bill, machine.policy, &record).ok()?;
                }
                Some(())
            }
        }
    }

    /// Returns the number of a flow, and whether it is confused, which only the first one of a number is asked.
    fn number(&self, machine: Machine, is_confused: impl FnOnce(&Machine) -> bool) -> (FlowId, bool) {
        let name = names::behaviour(&machine.flow, machine.policy.look_first);
        let found = self.read(|known| known.ids.get(&name).copied());
        found.unwrap_or_else(|| {
            let is_confused = is_confused(&machine);
            self.write(|known| {
                known.flows.push(machine);
                *known.ids.entry(name).or_insert((known.flows.len() as FlowId, is_confused))
            })
        })
    }

    fn stored(&self, record: String, revision: i64, previous: i64) -> Option<Stored> {
        let record = self.mistake.and_then(|mistake| mistake.forgets(&record)).unwrap_or(record);
        let json: serde_json::Value = serde_json::from_str(&record).ok()?;
        let state = match json.get("state")?.as_str()? {
            "settled" => StoredState::Settled,
            "refused" => StoredState::Refused,
            "unclear" => StoredState::Unclear,
            _ => StoredState::Other,
        };
        let attempts = json.get("attempts")?.as_u64()?;
        let flow = SettlementFlow::resume(&self.biller, &self.bill, self.policy, &record).ok()?;
        let name = names::behaviour(&flow, false);
        let found = self.read(|known| known.record_ids.get(&name).copied());
        let (id, goes_on) = found.unwrap_or_else(|| {
            let goes_on = self.has_a_way_on(&record, state);
            self.write(|known| {
                let id = known.records.len() as u32;
                known.records.push(record);
                *known.record_ids.entry(name).or_insert((id, goes_on))
            })
        });
        Some(Stored { id, revision, previous, attempts, state, goes_on, is_known: false })
    }

    /// Whether a flow goes on from a record: a refused bill reopens, an unclear one is looked up and takes a person's
    /// word.
    fn has_a_way_on(&self, record: &str, state: StoredState) -> bool {
        let now = Instant::from_unix_millis(i64::from(u32::MAX));
        let Ok(resumed) = SettlementFlow::resume(&self.biller, &self.bill, self.policy, record) else { return false };
        let asks = |mut flow: SettlementFlow| {
            matches!(flow.step(now, 1.0), Ok(SettlementStep::Save { .. } | SettlementStep::Send { .. }))
        };
        match state {
            StoredState::Settled => true,
            StoredState::Refused => {
                SettlementFlow::reopen(&self.biller, &self.bill, self.policy, record, now).is_ok_and(asks)
            }
            StoredState::Unclear => asks(resumed.clone()) && self.takes_a_word(&resumed, now),
            StoredState::Other => asks(resumed),
        }
    }

    /// Whether a person's word ends an unclear bill, as settled or as refused and to be reopened.
    fn takes_a_word(&self, unclear: &SettlementFlow, now: Instant) -> bool {
        let ended = |resolution| {
            let mut flow = unclear.clone();
            flow.resolved(resolution).ok()?;
            let Ok(SettlementStep::Save { record, .. }) = flow.step(now, 1.0) else { return None };
            Some(record)
        };
        ended(Resolution::Settled).is_some()
            && ended(Resolution::NothingMoved).is_some_and(|record| self.has_a_way_on(&record, StoredState::Refused))
    }

    fn record(&self, stored: Stored) -> Option<String> {
        self.read(|known| known.records.get(stored.id as usize).cloned())
    }

    fn read<T>(&self, look: impl FnOnce(&Known) -> T) -> T {
        look(&self.known.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn write<T>(&self, change: impl FnOnce(&mut Known) -> T) -> T {
        change(&mut self.known.write().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Machine {
    fn answer(&mut self, number: i64, answer: Answer, now: Instant) -> Option<()> {
        match answer.http() {
            Some((status, body)) => self.flow.answered(number, status, body.as_bytes(), None, now).ok(),
            None => {
                let sent = if answer == Answer::NeverSent { Sent::No } else { Sent::Maybe };
                self.flow.no_answer(number, sent, None, now).ok()
            }
        }
    }

    /// Tells the flow everything that it does not wait for, such as an answer for a second time and one to an earlier
    /// request. Returns whether it refused all of it and is unchanged.
    fn refuses_all_but(&self, task: &Task, now: Instant) -> bool {
        let mut told = self.clone();
        let revision = if let Task::Store(_) = task { self.revision(now) } else { i64::MAX };
        let request = if matches!(task, Task::Await { .. }) { self.request } else { i64::MAX };
        let mut refused = request == i64::MAX || told.flow.step(now, 1.0).is_err();
        for number in [0, self.request.wrapping_sub(1), self.request, self.request + 1] {
            if number != request {
                refused &= told.answer(number, Answer::None, now).is_none();
                refused &= told.answer(number, Answer::Settled, now).is_none();
            }
        }
        for number in [0, revision.wrapping_sub(1), revision, revision.wrapping_add(1)] {
            if number != revision || revision == i64::MAX {
                refused &= told.flow.saved(number).is_err() && told.flow.not_saved(number).is_err();
            }
        }
        refused && format!("{:?}", told.flow) == format!("{:?}", self.flow)
    }

    /// Revision that the flow asks to store.
    fn revision(&self, now: Instant) -> i64 {
        match self.flow.clone().step(now, 1.0) {
            Ok(SettlementStep::Save { revision, .. }) => revision,
            _ => i64::MAX,
        }
    }
}

impl Task {
    pub(crate) fn has_ended(&self) -> bool {
        matches!(self, Task::Settled { .. } | Task::Refused | Task::Unclear | Task::TakenOver)
    }
}
