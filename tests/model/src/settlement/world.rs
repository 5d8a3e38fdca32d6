//! Two processes, one stored record, one service and a clock of a few ticks.
//!
//! Events that touch nothing shared are merged with the one before them, where no time can pass between both. A crash
//! comes right after an event: later it would lead to the same states.

use super::{
    flows::{Event, FlowId, Flows, Stored, StoredState, Task},
    service::{Answer, Fate, OF_LOOKUP, OF_SETTLEMENT, OF_UNANSWERED, OF_UNANSWERED_LOOKUP, Service},
};
use billwire::SettlementPolicy;
use stateright::{Model, Property};
use std::fmt;

const MOST_PROCESSES: usize = 2;
const PAUSE: i64 = 1;

/// Something that a caller must not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// It says that a record is stored before it is.
    StoresLate,
    /// It lets the first "not found" count.
    Believes,
    /// It calls a request ended that is still under way.
    Hurries,
}

/// Bounds of a run. All times are in ticks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Processes that settle the bill at once.
    pub(crate) processes: usize,
    /// Crashes in all.
    pub(crate) crashes: u8,
    /// Attempts of the policy.
    pub(crate) attempts: u32,
    /// Time for which a request is under way at most.
    pub(crate) in_flight: i64,
    /// Longest time between a request and the movement of the money.
    pub(crate) delay: i64,
    /// Longest time until a lookup finds a movement.
    pub(crate) lag: i64,
    /// Time for which a process stands still at most where it could go on.
    pub(crate) stall: i64,
    /// The same around the storing of a record.
    pub(crate) sleep: i64,
    /// Deadline of the policy.
    pub(crate) deadline: i64,
    /// Last tick at which a process starts.
    pub(crate) last_start: i64,
}

impl Bounds {
    fn not_found_holds(&self) -> i64 {
        self.delay + self.lag
    }

    /// Tick by which every flow has ended. After the deadline come an attempt that was begun before it, the lookups until
    /// a "not found" has held, and the storing of the end.
    fn end(&self) -> i64 {
        let round = PAUSE + self.in_flight + self.stall + 2 * self.sleep;
        self.deadline.max(self.last_start) + 4 * round + self.not_found_holds() + PAUSE
    }
}

/// The model: the settings, and how the flow is used.
pub(crate) struct World {
    bounds: Bounds,
    mistake: Option<Mistake>,
    flows: Flows,
}

/// Everything at one moment.
#[derive(Clone, Debug, PartialEq, Hash)]
pub(crate) struct State {
    now: i64,
    service: Service,
    stored: Option<Stored>,
    processes: [Option<Process>; MOST_PROCESSES],
    /// Settlements under way whose process crashed, by the tick at which they were given out.
    orphans: Vec<i64>,
    crashes: u8,
    /// Whether a process was asleep for so long that its attempt had become stale.
    overslept: bool,
    /// Whether a flow took something that it had not asked for.
    confused: bool,
}

/// A process with its flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Process {
    flow: FlowId,
    task: Task,
    /// Tick at which the task began.
    since: i64,
    /// Record that is stored late, by [`Mistake::StoresLate`].
    behind: Option<Stored>,
}

/// One event. A process is known by its number, which may change in a run without a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Tick,
    Start(usize),
    Step(usize),
    Store(usize),
    StoreLate(usize),
    NeverSend(usize),
    /// The request arrives, and the process hears of it at once.
    Serve(usize, Fate, Answer),
    /// The request arrives, and the process hears of it at a later tick.
    ServeLate(usize, Fate, Answer),
    Answer(usize),
    Crash(usize),
    /// The request of a process that crashed arrives.
    Arrive(Fate),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Tick => write!(f, "a tick passes"),
            Action::Start(process) => write!(f, "process {process} starts, with the record if there is one"),
            Action::Step(process) => write!(f, "process {process} asks its flow"),
            Action::Store(process) => write!(f, "process {process} stores its record"),
            Action::StoreLate(process) => write!(f, "process {process} stores a record that it called stored"),
            Action::NeverSend(process) => write!(f, "process {process} cannot send its request"),
            Action::Serve(process, fate, answer) => write!(f, "the request of {process}: {fate:?}, heard: {answer:?}"),
            Action::ServeLate(process, fate, answer) => {
                write!(f, "the request of {process}: {fate:?}, heard later: {answer:?}")
            }
            Action::Answer(process) => write!(f, "process {process} hears of its request"),
            Action::Crash(process) => write!(f, "process {process} crashes"),
            Action::Arrive(fate) => write!(f, "the request of a process that crashed: {fate:?}"),
        }
    }
}

impl World {
    pub(crate) fn new(bounds: Bounds, mistake: Option<Mistake>) -> World {
        let real = SettlementPolicy::builder()
            .attempts(bounds.attempts)
            .pause_ms(PAUSE.unsigned_abs())
            .longest_pause_ms(PAUSE.unsigned_abs())
            .not_found_holds_ms(bounds.not_found_holds().unsigned_abs())
            .in_flight_ms(bounds.in_flight.unsigned_abs())
            .deadline_ms(bounds.deadline.unsigned_abs())
            .build();
        let policy = match mistake {
            Some(Mistake::Believes) => {
                let mut changed = real;
                changed.not_found_holds_ms = 1;
                changed
            }
            Some(Mistake::Hurries) => {
                let mut changed = real;
                changed.in_flight_ms = 1;
                changed
            }
            _ => real,
        };
        World { bounds, mistake, flows: Flows::new(policy, mistake == Some(Mistake::StoresLate)) }
    }

    fn can_start(&self, state: &State) -> bool {
        state.now <= self.bounds.last_start && state.free(self.bounds.processes).is_some()
    }

    /// Whether time may pass: nothing that has to happen by now is left to do.
    fn can_tick(&self, state: &State) -> bool {
        let is_late = |process: &Process| state.now >= self.latest(process);
        let is_over = state.orphans.is_empty()
            && state.running().all(|process| process.task.has_ended())
            && !self.can_start(state);
        let has_begun = state.stored.is_some() || state.running().count() > 0 || !state.orphans.is_empty();
        state.now < self.bounds.end()
            && has_begun
            && !is_over
            && !state.running().any(is_late)
            && state.orphans.iter().all(|given_out| state.now < given_out + self.bounds.in_flight)
    }

    /// Tick at which a process goes on at the latest.
    fn latest(&self, process: &Process) -> i64 {
        match process.task {
            Task::Begin => process.since + self.bounds.stall,
            Task::Fetch | Task::Store(_) => process.since + self.bounds.sleep,
            Task::Wait { until } => until.max(process.since) + self.bounds.stall,
            Task::Await { .. } => process.since + self.bounds.in_flight,
            Task::Settled { .. } | Task::Refused | Task::Unclear | Task::TakenOver => i64::MAX,
        }
    }

    fn actions_of(&self, at: usize, process: &Process, state: &State, actions: &mut Vec<Action>) {
        if process.behind.is_some() {
            actions.push(Action::StoreLate(at));
        }
        match process.task {
            Task::Begin | Task::Fetch => actions.push(Action::Step(at)),
            Task::Wait { until } if until <= state.now => actions.push(Action::Step(at)),
            Task::Store(_) => actions.push(Action::Store(at)),
            Task::Await { is_lookup, served: None } => {
                actions.push(Action::NeverSend(at));
                let (answered, unanswered): (&[Fate], &[Fate]) = match is_lookup {
                    true => (&OF_LOOKUP, &OF_UNANSWERED_LOOKUP),
                    false => (&OF_SETTLEMENT, &OF_UNANSWERED),
                };
                let answered = answered.iter().map(|fate| (*fate, fate.answer()));
                let all = answered.chain(unanswered.iter().map(|fate| (*fate, Answer::None)));
                for (fate, answer) in all.filter(|(fate, _)| state.service.allows(*fate, state.now)) {
                    actions.push(Action::Serve(at, fate, answer));
                    if state.now < self.latest(process) {
                        actions.push(Action::ServeLate(at, fate, answer));
                    }
                }
            }
            Task::Await { served: Some((_, tick)), .. } if tick < state.now => actions.push(Action::Answer(at)),
            _ => {}
        }
        if state.crashes < self.bounds.crashes && process.since == state.now && process.can_crash() {
            actions.push(Action::Crash(at));
        }
    }

    fn tell(&self, process: &mut Process, event: Event, state: &mut State) -> Option<()> {
        let was = process.task;
        let outcome = self.flows.tell(process.flow, event, state.now)?;
        let since = if outcome.task.has_ended() { 0 } else { state.now };
        let behind = outcome.behind.or(process.behind);
        *process = Process { flow: outcome.flow, task: outcome.task, since, behind };
        state.overslept |= was == Task::Fetch && matches!(outcome.task, Task::Store(_));
        state.confused |= outcome.confused;
        Some(())
    }

    fn act(&self, process: &mut Process, action: Action, state: &mut State) -> Option<()> {
        let sure_after = self.bounds.delay + self.bounds.lag;
        match (action, process.task) {
            (Action::StoreLate(_), _) => {
                state.stored = process.behind.take();
                Some(())
            }
            (Action::Step(_), _) => self.tell(process, Event::Step, state),
            (Action::Store(_), Task::Store(record)) => {
                let can_store = state.stored.map_or(0, |stored| stored.revision) == record.previous;
                if can_store {
                    state.stored = Some(record);
                }
                self.tell(process, if can_store { Event::Saved } else { Event::NotSaved }, state)
            }
            (Action::NeverSend(_), _) => self.tell(process, Event::Answered(Answer::NeverSent), state),
            (Action::Serve(_, fate, answer), _) => {
                state.service.serve(fate, state.now, sure_after);
                self.tell(process, Event::Answered(answer), state)
            }
            (Action::ServeLate(_, fate, answer), Task::Await { is_lookup, .. }) => {
                state.service.serve(fate, state.now, sure_after);
                process.task = Task::Await { is_lookup, served: Some((answer, state.now)) };
                Some(())
            }
            (Action::Answer(_), Task::Await { served: Some((answer, _)), .. }) => {
                self.tell(process, Event::Answered(answer), state)
            }
            _ => None,
        }
    }
}

impl Model for World {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        vec![State {
            now: 0,
            service: Service::default(),
            stored: None,
            processes: [None; MOST_PROCESSES],
            orphans: Vec::new(),
            crashes: 0,
            overslept: false,
            confused: false,
        }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        // Nothing can mend a bill that was settled twice.
        if state.service.moved > 1 {
            return;
        }
        if self.can_tick(state) {
            actions.push(Action::Tick);
        }
        if self.can_start(state) {
            actions.extend(state.free(self.bounds.processes).map(Action::Start));
        }
        for (at, process) in state.processes.iter().enumerate() {
            if let Some(process) = process {
                self.actions_of(at, process, state, actions);
            }
        }
        if !state.orphans.is_empty() {
            actions.extend(OF_UNANSWERED.map(Action::Arrive));
        }
    }

    fn next_state(&self, last: &State, action: Action) -> Option<State> {
        let mut state = last.clone();
        match action {
            Action::Tick => {
                state.now += 1;
                state.service.tick(state.now);
            }
            Action::Start(at) => {
                let flow = self.flows.begin(state.stored, state.now)?;
                let process = Process { flow, task: Task::Begin, since: state.now, behind: None };
                *state.processes.get_mut(at)? = Some(process);
            }
            Action::Crash(at) => {
                let process = state.processes.get_mut(at)?.take()?;
                if matches!(process.task, Task::Await { is_lookup: false, .. }) {
                    state.orphans.push(process.since);
                }
                state.crashes += 1;
            }
            Action::Arrive(fate) => {
                state.orphans.remove(0);
                state.service.serve(fate, state.now, self.bounds.delay + self.bounds.lag);
            }
            Action::Step(at)
            | Action::Store(at)
            | Action::StoreLate(at)
            | Action::NeverSend(at)
            | Action::Serve(at, ..)
            | Action::ServeLate(at, ..)
            | Action::Answer(at) => {
                let mut process = state.processes.get_mut(at)?.take()?;
                self.act(&mut process, action, &mut state)?;
                *state.processes.get_mut(at)? = Some(process);
            }
        }
        // Processes are alike. In a control they keep their numbers, for the trace.
        if self.mistake.is_none() {
            state.processes.sort_unstable_by(|one, other| other.cmp(one));
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<World>> {
        let mut properties = vec![
            Property::always("a bill is settled at most once", |_, state: &State| state.service.moved <= 1),
            Property::always("a bill whose money moves is not refused", |_, state: &State| {
                state.service.moved == 0 || !state.is_refused()
            }),
            Property::always("a settled bill has moved its money", |_, state: &State| {
                state.service.moved > 0 || !state.is_settled()
            }),
            Property::always("every flow ends", |world: &World, state: &State| {
                state.now < world.bounds.end() || state.running().all(|process| process.task.has_ended())
            }),
            Property::always("no bill is called unclear before its deadline", |world: &World, state: &State| {
                state.now >= world.bounds.deadline || !state.has(Task::Unclear)
            }),
            Property::always("a flow takes only what it asked for", |_, state: &State| !state.confused),
            Property::sometimes("settled by a verification", |_, state: &State| {
                state.has(Task::Settled { by_verification: true })
            }),
            Property::sometimes("settled by the second attempt", |_, state: &State| {
                state.is_settled() && state.attempts() >= 2
            }),
            Property::sometimes("refused", |_, state: &State| state.has(Task::Refused)),
            Property::sometimes("unclear", |_, state: &State| state.has(Task::Unclear)),
        ];
        if self.bounds.crashes > 0 {
            properties.push(Property::sometimes("settled after a crash", |_, state: &State| {
                state.crashes > 0 && state.is_settled()
            }));
            properties.push(Property::sometimes("settled by the first attempt after a crash", |_, state: &State| {
                state.crashes > 0 && state.is_settled() && state.attempts() == 1
            }));
        }
        if self.bounds.processes > 1 {
            properties.push(Property::sometimes("taken over", |_, state: &State| state.has(Task::TakenOver)));
            properties.push(Property::sometimes("settled by another while asleep", |_, state: &State| {
                state.overslept && state.has(Task::TakenOver) && state.is_settled() && state.attempts() >= 2
            }));
        }
        properties
    }
}

impl State {
    fn running(&self) -> impl Iterator<Item = &Process> {
        self.processes.iter().flatten()
    }

    /// The first place for a process that is empty.
    fn free(&self, processes: usize) -> Option<usize> {
        (self.running().count() < processes).then(|| self.processes.iter().position(Option::is_none)).flatten()
    }

    fn has(&self, task: Task) -> bool {
        self.running().any(|process| process.task == task)
    }

    fn is_settled(&self) -> bool {
        self.stored.is_some_and(|stored| stored.state == StoredState::Settled)
            || self.running().any(|process| matches!(process.task, Task::Settled { .. }))
    }

    fn is_refused(&self) -> bool {
        self.stored.is_some_and(|stored| stored.state == StoredState::Refused) || self.has(Task::Refused)
    }

    fn attempts(&self) -> u64 {
        self.stored.map_or(0, |stored| stored.attempts)
    }
}

impl Process {
    /// Whether a crash now leads to states that no other crash leads to.
    fn can_crash(&self) -> bool {
        matches!(
            self.task,
            Task::Store(_) | Task::Fetch | Task::Wait { .. } | Task::Await { is_lookup: false, served: None }
        )
    }
}
