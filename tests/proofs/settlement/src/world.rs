//! Two processes, one stored record, one service and a clock of a few ticks.

use crate::service::{Answer, Fate, MOST_DELAY, MOST_LAG, OF_LOOKUP, OF_SETTLEMENT, Service};
use billwire::{
    BearerToken, Biller, BillerConfig, HashToken, Instant, OperationName, Sent, Settlement, SettlementEnding,
    SettlementFlow, SettlementPolicy, SettlementStep, VerificationToken, WireProfile,
};
use stateright::{Model, Property};
use std::hash::{Hash, Hasher};

/// Ticks that a request is under way at most.
const IN_FLIGHT: i64 = 1;
/// Tick at which every flow must have ended, whatever happened.
const END: i64 = 24;

/// A flow that does what the real one never does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// The caller says that a record is stored before it is.
    StoresLate,
    /// The first "not found" counts.
    Believes,
}

/// Bounds of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Processes that settle the bill at once.
    pub(crate) processes: usize,
    /// Crashes in all.
    pub(crate) crashes: u8,
    /// Last tick at which a process starts.
    pub(crate) last_start: i64,
}

/// The model: the settings, and how the flow is used.
pub(crate) struct World {
    bounds: Bounds,
    biller: Biller,
    bill: Settlement,
    policy: SettlementPolicy,
    mistake: Option<Mistake>,
}

/// Everything at one moment.
#[derive(Clone, Debug, PartialEq, Hash)]
pub(crate) struct State {
    now: i64,
    service: Service,
    /// Revision and text of the stored record.
    stored: Option<(u64, String)>,
    processes: Vec<Option<Process>>,
    crashes: u8,
    /// Whether a flow took something that it had not asked for.
    confused: bool,
}

/// A process with its flow.
#[derive(Clone, Debug, PartialEq, Hash)]
struct Process {
    flow: Flow,
    task: Task,
    /// Record that is stored late, by [`Mistake::StoresLate`].
    behind: Option<(u64, String)>,
}

#[derive(Clone, Debug)]
struct Flow(SettlementFlow);

impl PartialEq for Flow {
    fn eq(&self, other: &Flow) -> bool {
        format!("{:?}", self.0) == format!("{:?}", other.0)
    }
}

impl Hash for Flow {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        format!("{:?}", self.0).hash(hasher);
    }
}

/// Next thing that a process does.
#[derive(Clone, Debug, Hash, PartialEq, Eq)]
enum Task {
    Ask,
    Store {
        record: String,
        revision: u64,
        previous: u64,
    },
    /// A request is under way since this tick.
    Await {
        number: u64,
        is_lookup: bool,
        since: i64,
        served: bool,
        answer: Option<Answer>,
    },
    Wait {
        until: i64,
    },
    Settled,
    Refused,
    Unclear,
    TakenOver,
}

/// One event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Tick,
    Start { process: usize },
    Step { process: usize },
    Store { process: usize },
    Serve { process: usize, fate: Fate },
    Answer { process: usize },
    LoseAnswer { process: usize },
    NeverSend { process: usize },
    Crash { process: usize },
}

impl World {
    pub(crate) fn new(bounds: Bounds, mistake: Option<Mistake>) -> World {
        let profile = br#"{"settlementLookup":{"identity_code":"ref_id","purpose_of_transaction":"ref_id"},
            "notFoundCodes":{"verification":["404"]},"pendingStatuses":{"transaction":["pending"]}}"#;
        let date = Instant::from_unix_millis(0);
        let not_found_holds_ms = match mistake {
            Some(Mistake::Believes) => 1,
            _ => (MOST_DELAY + MOST_LAG).unsigned_abs(),
        };
        World {
            bounds,
            biller: Biller::new(BillerConfig {
                base_url: "https://service.example".into(),
                bearer: Some(BearerToken::new("a")),
                verification_token: Some(VerificationToken::new("b")),
                hash_token: Some(HashToken::new("c")),
                profile: WireProfile::from_json(profile).unwrap_or_else(|error| unreachable!("{error}")),
                ..BillerConfig::default()
            })
            .unwrap_or_else(|error| unreachable!("{error}")),
            bill: Settlement {
                ref_id: "INV-1".into(),
                date,
                due_date: date,
                currency: "KHR".into(),
                total_amount: 40_000,
                customer_sync_code: "C-1".into(),
                total_tax: None,
                payment_method_token: None,
                settlement_to: "SUB-1".into(),
                description: None,
                exchange_rate_khr: None,
                total_amount_khr: None,
                details: None,
                extra: Default::default(),
            },
            policy: SettlementPolicy {
                attempts: 2,
                pause_ms: 1,
                longest_pause_ms: 1,
                not_found_holds_ms,
                in_flight_ms: IN_FLIGHT.unsigned_abs(),
                deadline_ms: 4,
            },
            mistake,
        }
    }

    fn start(&self, state: &State) -> Option<Process> {
        let now = Instant::from_unix_millis(state.now);
        let flow = match &state.stored {
            None => SettlementFlow::start(&self.biller, &self.bill, self.policy, now),
            Some((_, record)) => SettlementFlow::resume(&self.biller, &self.bill, self.policy, record),
        };
        Some(Process { flow: Flow(flow.ok()?), task: Task::Ask, behind: None })
    }
}

impl Model for World {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        let processes = vec![None; self.bounds.processes];
        vec![State { now: 0, service: Service::default(), stored: None, processes, crashes: 0, confused: false }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        if state.now < END && !state.processes.iter().flatten().any(|process| process.is_due(state.now)) {
            actions.push(Action::Tick);
        }
        // Processes are alike, so only the first of those that do not run is started.
        let idle = state.processes.iter().position(Option::is_none);
        actions.extend(idle.filter(|_| state.now <= self.bounds.last_start).map(|process| Action::Start { process }));
        for (process, running) in state.processes.iter().enumerate() {
            if let Some(running) = running {
                running.actions(process, state, actions);
                if state.crashes < self.bounds.crashes && !running.has_ended() {
                    actions.push(Action::Crash { process });
                }
            }
        }
    }

    fn next_state(&self, last: &State, action: Action) -> Option<State> {
        let mut state = last.clone();
        match action {
            Action::Tick => state.now += 1,
            Action::Start { process } => *state.processes.get_mut(process)? = Some(self.start(last)?),
            Action::Crash { process } => {
                *state.processes.get_mut(process)? = None;
                state.crashes += 1;
            }
            Action::Step { process }
            | Action::Store { process }
            | Action::Serve { process, .. }
            | Action::Answer { process }
            | Action::LoseAnswer { process }
            | Action::NeverSend { process } => {
                let mut running = state.processes.get_mut(process)?.take()?;
                running.act(&action, &mut state, self.mistake)?;
                *state.processes.get_mut(process)? = Some(running);
            }
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<World>> {
        vec![
            Property::always("the bill is never settled twice", |_, state: &State| state.service.moved() <= 1),
            Property::always("a bill whose money moved is never refused", |_, state: &State| {
                state.service.moved() == 0 || !state.has(&Task::Refused)
            }),
            Property::always("a bill whose money did not move is never settled", |_, state: &State| {
                state.service.moved() > 0 || !state.has(&Task::Settled)
            }),
            Property::always("every flow ends", |_, state: &State| {
                state.now < END || state.processes.iter().flatten().all(Process::has_ended)
            }),
            Property::always("a flow takes only what it asked for", |_, state: &State| !state.confused),
            Property::sometimes("a bill is settled after a crash", |_, state: &State| {
                state.crashes > 0 && state.has(&Task::Settled)
            }),
            Property::sometimes("a second process takes over", |_, state: &State| state.has(&Task::TakenOver)),
            Property::sometimes("a bill is settled by its second attempt", |_, state: &State| {
                state.has(&Task::Settled)
                    && state.stored.as_ref().is_some_and(|(_, record)| record.contains("\"attempts\":2"))
            }),
        ]
    }
}

impl State {
    fn has(&self, task: &Task) -> bool {
        self.processes.iter().flatten().any(|process| process.task == *task)
    }
}

impl Process {
    fn has_ended(&self) -> bool {
        matches!(self.task, Task::Settled | Task::Refused | Task::Unclear | Task::TakenOver)
    }

    /// Whether a request has been under way for as long as one may be.
    fn is_due(&self, now: i64) -> bool {
        matches!(self.task, Task::Await { since, .. } if now >= since + IN_FLIGHT)
    }

    fn actions(&self, process: usize, state: &State, actions: &mut Vec<Action>) {
        match &self.task {
            Task::Ask => actions.push(Action::Step { process }),
            Task::Wait { until } if *until <= state.now => actions.push(Action::Step { process }),
            Task::Wait { .. } => {}
            Task::Store { .. } => actions.push(Action::Store { process }),
            Task::Await { served: false, is_lookup, .. } => {
                let fates: &[Fate] = if *is_lookup { &OF_LOOKUP } else { &OF_SETTLEMENT };
                let allowed = fates.iter().filter(|fate| state.service.allows(**fate, state.now));
                actions.extend(allowed.map(|fate| Action::Serve { process, fate: *fate }));
                actions.push(Action::NeverSend { process });
            }
            Task::Await { answer, .. } => {
                actions.push(Action::LoseAnswer { process });
                actions.extend(answer.map(|_| Action::Answer { process }));
            }
            Task::Settled | Task::Refused | Task::Unclear | Task::TakenOver => {}
        }
    }

    fn act(&mut self, action: &Action, state: &mut State, mistake: Option<Mistake>) -> Option<()> {
        let now = Instant::from_unix_millis(state.now);
        match (self.task.clone(), action) {
            (Task::Ask | Task::Wait { .. }, Action::Step { .. }) => self.step(now, state, mistake)?,
            (Task::Store { record, revision, previous }, Action::Store { .. }) => {
                let stored = state.stored.as_ref().map_or(0, |(revision, _)| *revision) == previous;
                if stored {
                    state.stored = Some((revision, record));
                }
                let told = if stored { self.flow.0.saved(revision) } else { self.flow.0.not_saved(revision) };
                told.ok()?;
                self.task = Task::Ask;
            }
            (Task::Await { number, is_lookup, since, .. }, Action::Serve { fate, .. }) => {
                let answer = state.service.serve(*fate, state.now);
                self.task = Task::Await { number, is_lookup, since, served: true, answer };
            }
            (Task::Await { number, answer: Some(Answer(status, body)), .. }, Action::Answer { .. }) => {
                self.flow.0.answered(number, status, body.as_bytes(), now).ok()?;
                state.confused |= self.flow.0.answered(number, status, body.as_bytes(), now).is_ok();
                self.task = Task::Ask;
            }
            (Task::Await { number, .. }, Action::LoseAnswer { .. }) => {
                self.flow.0.no_answer(number, Sent::Maybe, now).ok()?;
                state.confused |= self.flow.0.no_answer(number, Sent::No, now).is_ok();
                self.task = Task::Ask;
            }
            (Task::Await { number, .. }, Action::NeverSend { .. }) => {
                self.flow.0.no_answer(number, Sent::No, now).ok()?;
                self.task = Task::Ask;
            }
            _ => return None,
        }
        Some(())
    }

    fn step(&mut self, now: Instant, state: &mut State, mistake: Option<Mistake>) -> Option<()> {
        self.task = match self.flow.0.step(now, 1.0).ok()? {
            SettlementStep::Save { record, revision, previous } => {
                if mistake == Some(Mistake::StoresLate) {
                    self.flow.0.saved(revision).ok()?;
                    state.stored = self.behind.replace((revision, record)).or(state.stored.take());
                    Task::Ask
                } else {
                    Task::Store { record, revision, previous }
                }
            }
            SettlementStep::Send(request) => Task::Await {
                number: request.number,
                is_lookup: request.operation == OperationName::Verification,
                since: state.now,
                served: false,
                answer: None,
            },
            SettlementStep::Wait { until, .. } => Task::Wait { until: until.unix_millis() },
            SettlementStep::Finished(SettlementEnding::Settled(_)) => Task::Settled,
            SettlementStep::Finished(SettlementEnding::Refused(_)) => Task::Refused,
            SettlementStep::Finished(SettlementEnding::Unclear(_)) => Task::Unclear,
            SettlementStep::TakenOver => Task::TakenOver,
        };
        Some(())
    }
}
