//! The real flows: each state of one that was met, by a number, and what each event makes of it.
//!
//! Few states of a flow occur in many states of the world. A number for each keeps the search small, and the flow's
//! code runs once for each state, event and time.

use super::{
    bounds::Bounds,
    mistakes::Mistake,
    records::{Records, Stored},
    service::Answer,
    setting::{self, CONTROL, Meant},
};
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

/// How a process begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Begin {
    /// It starts, goes on, or looks an unclear bill up.
    Run,
    Reopen,
    /// It says what a person has heard of the bill.
    Say(Word),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Word {
    Settled,
    NothingMoved,
    /// The bill's transaction is not this bill's.
    NotThisBill,
}

/// Everything that makes a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Start {
    pub(crate) begin: Begin,
    pub(crate) bill: Meant,
    /// It says that records were restored.
    pub(crate) is_restored: bool,
    /// It tells its attempts from those of others.
    pub(crate) mark: u8,
}

/// Event that a process tells its flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Event {
    /// It asks for the next step.
    Step,
    Saved,
    /// Another record is stored, and it loads that at once.
    NotSaved(Option<u32>),
    /// The store did not answer.
    Silence,
    /// It has loaded the stored record after a store that did not answer.
    Loaded(Option<u32>),
    Answered(Answer),
    /// It gives up the request that it waits for.
    GaveUp,
    /// The answer to that request came. What the process is doing stays the same, or it asks for the next step.
    HeardLate {
        answer: Answer,
        stays: bool,
    },
}

/// Next thing that a process does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Task {
    Store(Stored),
    /// It loads the record after a store that did not answer.
    Load,
    /// It asks its flow for the request of a stored attempt.
    Fetch,
    /// A settlement is under way.
    Settle {
        /// Reply that the process will hear, and the tick at which the request was served.
        served: Option<(Answer, i64)>,
    },
    LookUp,
    LookUpControl,
    Wait {
        until: i64,
    },
    Settled {
        proof: Proof,
    },
    Refused,
    Unclear,
    TakenOver,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Proof {
    Answer,
    Verification,
    Person,
}

/// Outcome of an event.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    pub(crate) flow: FlowId,
    pub(crate) task: Task,
}

pub(crate) struct Flows {
    biller: Biller,
    policy: SettlementPolicy,
    has_control: bool,
    /// Whether an answer that is kept for people makes another flow and another record.
    with_answers: bool,
    mistake: Option<Mistake>,
    known: RwLock<Known>,
}

#[derive(Default)]
struct Known {
    flows: Vec<Machine>,
    ids: HashMap<String, FlowId>,
    records: Records,
    begun: HashMap<(Start, Option<u32>, i64), Option<Outcome>>,
    outcomes: HashMap<(FlowId, Event, i64), Outcome>,
}

/// A flow, with the number of the request that it waits for.
#[derive(Clone)]
pub(crate) struct Machine {
    pub(crate) flow: SettlementFlow,
    start: Start,
    request: i64,
    /// Request that was given up, and the tick at which it was.
    given_up: Option<(i64, i64)>,
    found_control: bool,
    /// A mistake answers its first look.
    skips_look: bool,
}

impl Machine {
    pub(crate) fn new(biller: &Biller, policy: SettlementPolicy, start: Start) -> Option<Machine> {
        let bill: Settlement = start.bill.bill();
        let mut flow = SettlementFlow::new(biller, &bill, policy).ok()?;
        if start.is_restored {
            flow = flow.restored();
        }
        match start.begin {
            Begin::Run => {}
            Begin::Reopen => flow = flow.reopen(),
            Begin::Say(Word::Settled) => flow.resolved(Resolution::Settled).ok()?,
            Begin::Say(Word::NothingMoved) => flow.resolved(Resolution::NothingMoved).ok()?,
            Begin::Say(Word::NotThisBill) => flow.not_this_bill("T").ok()?,
        }
        Some(Machine { flow, start, request: 0, given_up: None, found_control: false, skips_look: false })
    }

    pub(crate) fn step(&mut self, now: i64) -> Option<SettlementStep> {
        self.flow.step(Instant::from_unix_millis(now), f64::from(self.start.mark) / f64::from(u8::MAX)).ok()
    }

    pub(crate) fn load(&mut self, record: Option<&str>, now: i64) -> Option<()> {
        match self.step(now)? {
            SettlementStep::Load => self.flow.loaded(record, Instant::from_unix_millis(now)).ok(),
            _ => None,
        }
    }

    fn hear(&mut self, request: i64, answer: Answer, now: i64) -> Option<()> {
        let now = Instant::from_unix_millis(now);
        match answer.http() {
            Some((status, body)) => self.flow.answered(request, status, body.as_bytes(), None, now).ok(),
            None => {
                let sent = if answer == Answer::NeverSent { Sent::No } else { Sent::Maybe };
                self.flow.no_answer(request, sent, None, now).ok()
            }
        }
    }

    /// Flows with one name behave alike. The number of the last request makes no difference, and an answer is kept
    /// for people.
    fn name(&self, with_answers: bool) -> String {
        let flow = format!("{:?}", self.flow);
        let flow = flow.split_once("requests: ").map_or(flow.as_str(), |(state, _)| state);
        let is_reopened = self.start.begin == Begin::Reopen;
        let Machine { found_control, skips_look, .. } = *self;
        let given_up = self.given_up.map(|(_, tick)| tick);
        let caller = format!("{:?} {is_reopened} {found_control} {skips_look} {given_up:?}", self.start.bill);
        if with_answers { format!("{caller} {flow}") } else { format!("{caller} {}", without_answers(flow)) }
    }
}

/// Returns the text of a flow without the last answers.
fn without_answers(mut text: &str) -> String {
    let mut rest = String::with_capacity(text.len());
    while let Some((before, after)) = text.split_once("answer: Some(LastAnswer {") {
        rest.push_str(before);
        text = after.split_once("})").map_or("", |(_, after)| after);
    }
    rest + text
}

impl Flows {
    pub(crate) fn new(bounds: &Bounds, mistake: Option<Mistake>) -> Flows {
        let with_answers = bounds.late_answers > 0 && bounds.silences > 0;
        Flows {
            biller: setting::biller(),
            policy: bounds.policy(mistake),
            has_control: bounds.sight.has_control(),
            with_answers,
            mistake,
            known: RwLock::new(Known { records: Records::new(with_answers), ..Known::default() }),
        }
    }

    /// Begins a flow with the stored record. Nothing means that the flow refuses to.
    pub(crate) fn begin(&self, start: Start, stored: Option<u32>, now: i64) -> Option<Outcome> {
        if let Some(outcome) = self.read(|known| known.begun.get(&(start, stored, now)).copied()) {
            return outcome;
        }
        let outcome = self.begin_anew(start, stored, now);
        self.write(|known| known.begun.insert((start, stored, now), outcome));
        outcome
    }

    fn begin_anew(&self, start: Start, stored: Option<u32>, now: i64) -> Option<Outcome> {
        let is_reopened = start.begin == Begin::Reopen;
        let policy = match self.mistake {
            Some(mistake) if is_reopened => mistake.policy_of_reopening(self.policy),
            _ => self.policy,
        };
        let mut machine = Machine::new(&self.biller, policy, start)?;
        machine.skips_look = is_reopened && self.mistake == Some(Mistake::ReopensWithoutALook);
        machine.load(self.record(stored).as_deref(), now)?;
        self.next(machine, Event::Step, now)
    }

    /// Tells a flow what happened, and asks it for the next step.
    pub(crate) fn tell(&self, flow: FlowId, event: Event, now: i64) -> Option<Outcome> {
        if let Some(outcome) = self.read(|known| known.outcomes.get(&(flow, event, now)).copied()) {
            return Some(outcome);
        }
        let mut machine = self.read(|known| known.flows.get(flow as usize - 1).cloned())?;
        self.tell_machine(&mut machine, event, now)?;
        let outcome = match event {
            // The caller keeps the task that it has.
            Event::HeardLate { stays: true, .. } => Outcome { flow: self.number(machine), task: Task::Load },
            _ => self.next(machine, event, now)?,
        };
        self.write(|known| known.outcomes.insert((flow, event, now), outcome));
        Some(outcome)
    }

    fn tell_machine(&self, machine: &mut Machine, event: Event, now: i64) -> Option<()> {
        match event {
            Event::Step => Some(()),
            Event::Answered(answer) => {
                let answer = self.mistake.map_or(answer, |mistake| mistake.hears(answer));
                machine.hear(machine.request, answer, now)
            }
            Event::GaveUp => {
                machine.given_up = Some((machine.request, now));
                machine.hear(machine.request, Answer::None, now)
            }
            Event::HeardLate { answer, .. } => {
                let (request, _) = machine.given_up.take()?;
                machine.hear(request, answer, now)
            }
            Event::Loaded(stored) => machine.load(self.record(stored).as_deref(), now),
            Event::Saved | Event::NotSaved(_) | Event::Silence => {
                let SettlementStep::Save { revision, .. } = machine.step(now)? else { return None };
                match event {
                    Event::Saved => machine.flow.saved(revision).ok(),
                    Event::NotSaved(stored) if self.mistake == Some(Mistake::DropsWhatItHeard) => {
                        let start = Start { begin: Begin::Run, ..machine.start };
                        *machine = Machine::new(&self.biller, self.policy, start)?;
                        machine.load(self.record(stored).as_deref(), now)
                    }
                    Event::NotSaved(stored) => {
                        machine.flow.not_saved(revision).ok()?;
                        machine.load(self.record(stored).as_deref(), now)
                    }
                    _ => machine.flow.not_saved(revision).ok(),
                }
            }
        }
    }

    /// Asks a flow for the next step. The books name the control bill at once.
    fn next(&self, mut machine: Machine, event: Event, now: i64) -> Option<Outcome> {
        loop {
            let asked = machine.clone();
            let task = match machine.step(now)? {
                SettlementStep::Load => Task::Load,
                SettlementStep::Save { record, revision, previous, state, claim_key, .. } => {
                    let bill = machine.start.bill;
                    let found = self.read(|known| known.records.find(&record));
                    let stored = match found {
                        Some(stored) => stored,
                        None => {
                            let stored = Stored::read(&record, revision, previous, state, bill)?;
                            let goes_on = stored.has_a_way_on(&self.biller, self.policy, &record, claim_key.as_deref());
                            self.write(|known| known.records.keep(record, Stored { goes_on, ..stored }))
                        }
                    };
                    Task::Store(stored)
                }
                SettlementStep::Control => {
                    machine.flow.control(self.has_control.then(setting::control).as_ref()).ok()?;
                    continue;
                }
                // A request is given out by the time at which it is asked, so the process may stand still before.
                SettlementStep::Send { request } if request.operation == OperationName::Settlement => {
                    if event == Event::Saved {
                        machine = asked;
                        Task::Fetch
                    } else {
                        machine.request = request.number;
                        Task::Settle { served: None }
                    }
                }
                SettlementStep::Send { request } => {
                    machine.request = request.number;
                    let is_control = request.http.body.is_some_and(|body| body.as_str().contains(CONTROL));
                    if !is_control && std::mem::take(&mut machine.skips_look) {
                        machine.hear(machine.request, Answer::NotFound, now)?;
                        continue;
                    }
                    if is_control { Task::LookUpControl } else { Task::LookUp }
                }
                SettlementStep::Wait { until, .. } => Task::Wait { until: until.unix_millis() },
                SettlementStep::Finished { ending: SettlementEnding::Settled { proof, .. } } => {
                    let proof = match proof {
                        SettlementProof::Answer { .. } => Proof::Answer,
                        SettlementProof::Verification { .. } => Proof::Verification,
                        _ => Proof::Person,
                    };
                    Task::Settled { proof }
                }
                SettlementStep::Finished { ending: SettlementEnding::Refused { .. } } => Task::Refused,
                // An ending that this model does not know settles nothing.
                SettlementStep::Finished { .. } => Task::Unclear,
                SettlementStep::TakenOver => Task::TakenOver,
            };
            let flow = if task.has_ended() { 0 } else { self.number(machine) };
            return Some(Outcome { flow, task });
        }
    }

    /// Tells a flow what the lookup of its control bill showed.
    pub(crate) fn tell_control(&self, flow: FlowId, answer: Answer, now: i64) -> Option<Outcome> {
        let was_found = self.read(|known| known.flows.get(flow as usize - 1).map(|machine| machine.found_control))?;
        let answer = self.mistake.map_or(answer, |mistake| mistake.hears_control(answer, was_found));
        if let Some(outcome) = self.read(|known| known.outcomes.get(&(flow, Event::Answered(answer), now)).copied()) {
            return Some(outcome);
        }
        let mut machine = self.read(|known| known.flows.get(flow as usize - 1).cloned())?;
        if self.mistake == Some(Mistake::ControlsBeforeAlone) {
            machine.found_control |= answer == Answer::ControlFound;
        }
        let event = Event::Answered(answer);
        self.tell_machine(&mut machine, event, now)?;
        let outcome = self.next(machine, event, now)?;
        self.write(|known| known.outcomes.insert((flow, event, now), outcome));
        Some(outcome)
    }

    fn number(&self, machine: Machine) -> FlowId {
        let name = machine.name(self.with_answers);
        let found = self.read(|known| known.ids.get(&name).copied());
        found.unwrap_or_else(|| {
            self.write(|known| {
                known.flows.push(machine);
                *known.ids.entry(name).or_insert(known.flows.len() as FlowId)
            })
        })
    }

    /// Returns the text of a record as a flow loads it.
    fn record(&self, stored: Option<u32>) -> Option<String> {
        let record = self.read(|known| known.records.text(stored?).map(str::to_owned))?;
        Some(self.mistake.and_then(|mistake| mistake.loads(&record)).unwrap_or(record))
    }

    fn read<T>(&self, look: impl FnOnce(&Known) -> T) -> T {
        look(&self.known.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn write<T>(&self, change: impl FnOnce(&mut Known) -> T) -> T {
        change(&mut self.known.write().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Task {
    pub(crate) fn has_ended(&self) -> bool {
        matches!(self, Task::Settled { .. } | Task::Refused | Task::Unclear | Task::TakenOver)
    }
}
