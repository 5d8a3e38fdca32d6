//! Processes, one stored record, one service and a clock of a few ticks.
//!
//! Events that touch nothing shared are merged with the one before them, where no time can pass between both. A crash
//! comes right after an event: later it would lead to the same states.

use super::{
    bounds::{Bounds, PAUSE},
    flows::{Begin, Event, Flows, Stored, StoredState, Task},
    mistakes::Mistake,
    promises,
    service::{Answer, Effect, UNANSWERED},
    state::{Action, Process, State},
};
use billwire::Resolution;
use stateright::{Model, Property};

/// The model: the settings, and how the flow is used.
pub(crate) struct World {
    pub(crate) bounds: Bounds,
    mistake: Option<Mistake>,
    flows: Flows,
}

impl World {
    pub(crate) fn new(bounds: Bounds, mistake: Option<Mistake>) -> World {
        World { bounds, mistake, flows: Flows::new(bounds.policy(mistake), mistake) }
    }

    fn can_start(&self, state: &State) -> bool {
        state.now <= self.bounds.last_start && state.free(self.bounds.processes).is_some()
    }

    fn can_return(&self, state: &State) -> bool {
        state.now <= self.bounds.last_start && state.returns < self.bounds.returns && state.ended().is_some()
    }

    /// Whether an ended bill may wait to be taken up again: until the service is sure.
    fn may_be_taken_up(&self, state: &State) -> bool {
        self.can_return(state) && state.service.word(state.now).is_none()
    }

    /// Whether time may pass: nothing that has to happen by now is left to do.
    fn can_tick(&self, state: &State) -> bool {
        let is_late = |process: &Process| state.now >= self.latest(process);
        let is_over = state.orphans.is_empty()
            && state.running().all(|process| process.task.has_ended())
            && !self.can_start(state)
            && !self.may_be_taken_up(state);
        let has_begun = state.stored.is_some() || state.running().count() > 0 || !state.orphans.is_empty();
        state.now < self.bounds.end()
            && has_begun
            && !is_over
            && !state.running().any(is_late)
            && state.orphans.iter().all(|given_out| state.now < given_out + self.bounds.in_flight)
    }

    /// Tick at which a process goes on at the latest. No wait lasts longer than its pause, whatever the clock does.
    fn latest(&self, process: &Process) -> i64 {
        match process.task {
            Task::Begin => process.since + self.bounds.stall,
            Task::Fetch => process.since + self.bounds.sleep,
            Task::Store(_) | Task::Load => process.since + self.bounds.sleep.min(PAUSE),
            Task::Wait { .. } => process.since + PAUSE + self.bounds.stall,
            Task::Await { .. } => process.since + self.bounds.in_flight,
            Task::Settled { .. } | Task::Refused | Task::Unclear | Task::TakenOver => i64::MAX,
        }
    }

    fn actions_of(&self, at: usize, process: &Process, state: &State, actions: &mut Vec<Action>) {
        if process.behind.is_some() {
            actions.push(Action::StoreLate(at));
        }
        match process.task {
            Task::Begin | Task::Fetch | Task::Load => actions.push(Action::Step(at)),
            Task::Wait { until } if until <= state.clock() || process.since + PAUSE <= state.now => {
                actions.push(Action::Step(at));
            }
            Task::Store(_) => {
                actions.push(Action::Store(at));
                if state.silences < self.bounds.silences {
                    actions.extend([true, false].map(|is_stored| Action::StoreSilently(at, is_stored)));
                }
            }
            Task::Await { is_lookup, served: None } => self.answers(at, is_lookup, process, state, actions),
            Task::Await { served: Some((_, tick)), .. } if tick < state.now => actions.push(Action::Answer(at)),
            _ => {}
        }
        if state.crashes < self.bounds.crashes && process.since == state.now && process.can_crash() {
            actions.push(Action::Crash(at));
        }
    }

    fn answers(&self, at: usize, is_lookup: bool, process: &Process, state: &State, actions: &mut Vec<Action>) {
        if !is_lookup {
            actions.push(Action::Serve(at, (Effect::Nothing, Answer::NeverSent)));
        }
        let conduct = self.bounds.conduct;
        // What a lookup found, and a stored record says so, may be missed ever after.
        let forgets = state.stored.is_some_and(|stored| stored.is_known);
        let is_allowed = |fate: &_| state.service.allows(*fate, conduct, forgets, state.now);
        for fate in conduct.fates(is_lookup).into_iter().filter(is_allowed) {
            actions.push(Action::Serve(at, fate));
            // A lookup that takes its time matters only if another process goes on meanwhile.
            let is_slow = !is_lookup || self.bounds.processes > 1;
            if is_slow && state.now < self.latest(process) {
                actions.push(Action::ServeLate(at, fate));
            }
        }
    }

    /// Ways on from an ended bill. A person says what is true, once the service is sure.
    fn returns(&self, state: &State, actions: &mut Vec<Action>) {
        let Some(at) = state.ended().filter(|_| self.can_return(state)) else { return };
        if state.is_stored(StoredState::Refused) {
            actions.push(Action::Reopen(at));
        }
        if state.is_stored(StoredState::Unclear) {
            actions.push(Action::Recheck(at));
            let word = state.service.word(state.now).filter(|_| !state.is_under_way());
            let resolution = |moved| if moved { Resolution::Settled } else { Resolution::NothingMoved };
            actions.extend(word.map(|moved| Action::Resolve(at, resolution(moved))));
        }
    }

    fn misfortunes(&self, state: &State, actions: &mut Vec<Action>) {
        if state.jumps < self.bounds.jumps && state.running().any(|process| !process.task.has_ended()) {
            actions.extend([self.bounds.jump, -self.bounds.jump].map(Action::Jump));
        }
        if state.losses < self.bounds.losses && state.stored.is_some() {
            // A backup takes long to restore: until then every request has ended, and the service is sure.
            let is_over = !state.is_under_way() && state.service.word(state.now).is_some();
            if state.backup.is_none() || is_over {
                actions.push(Action::Lose);
            }
            if state.backup.is_none() {
                actions.push(Action::BackUp);
            }
        }
    }

    fn begin(&self, at: usize, begin: Begin, state: &mut State) -> Option<()> {
        let look_first = state.losses > 0 && self.mistake != Some(Mistake::TrustsOldRecords);
        let flow = self.flows.begin(begin, state.stored, look_first, state.clock())?;
        let knows = begin == Begin::Resume && state.stored.is_some_and(|stored| stored.is_known);
        *state.processes.get_mut(at)? = Some(Process::new(flow, state.now, knows));
        Some(())
    }

    fn tell(&self, process: &mut Process, event: Event, state: &mut State) -> Option<()> {
        let was = process.task;
        let outcome = self.flows.tell(process.flow, event, state.clock())?;
        let mut knows = process.knows;
        let is_failed = matches!(event, Event::Answered(Answer::Failed(_)));
        match event {
            Event::Answered(answer) => knows |= answer.takes_the_bill(),
            Event::Loaded(Some(stored)) => knows |= stored.is_known,
            _ => {}
        }
        match outcome.task {
            Task::Await { is_lookup: false, .. } => state.forgot |= knows,
            Task::Store(record) if record.state == StoredState::Refused => {
                state.forgot |= knows && !is_failed;
                knows = false;
            }
            _ => {}
        }
        let since = if outcome.task.has_ended() { 0 } else { state.now };
        let behind = outcome.behind.or(process.behind);
        *process = Process { flow: outcome.flow, task: outcome.task, since, knows, behind };
        state.overslept |= was == Task::Fetch && matches!(outcome.task, Task::Store(_));
        state.confused |= outcome.confused;
        Some(())
    }

    /// Stores the record of a process, if the stored one is that before it.
    fn store(&self, process: &Process, state: &mut State) -> Option<bool> {
        let Task::Store(record) = process.task else { return None };
        let can_store = state.stored.map_or(0, |stored| stored.revision) == record.previous;
        if can_store {
            state.stored = Some(Stored { is_known: process.knows, ..record });
        }
        Some(can_store)
    }

    fn act(&self, process: &mut Process, action: Action, state: &mut State) -> Option<()> {
        let sure_after = self.bounds.sure_after();
        match (action, process.task) {
            (Action::StoreLate(_), _) => {
                state.stored = process.behind.take();
                Some(())
            }
            (Action::Step(_), Task::Load) => self.tell(process, Event::Loaded(state.stored), state),
            (Action::Step(_), _) => self.tell(process, Event::Step, state),
            (Action::Store(_), _) => {
                let event = if self.store(process, state)? { Event::Saved } else { Event::NotSaved };
                self.tell(process, event, state)
            }
            (Action::StoreSilently(_, is_stored), _) => {
                state.silences += 1;
                if is_stored {
                    self.store(process, state)?;
                }
                let assumes = self.mistake == Some(Mistake::AssumesSaved);
                self.tell(process, if assumes { Event::Saved } else { Event::MaybeSaved }, state)
            }
            (Action::Serve(_, (effect, answer)), _) => {
                state.service.serve(effect, state.now, sure_after);
                self.tell(process, Event::Answered(answer), state)
            }
            (Action::ServeLate(_, (effect, answer)), Task::Await { is_lookup, .. }) => {
                state.service.serve(effect, state.now, sure_after);
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
        vec![State::default()]
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
        self.returns(state, actions);
        self.misfortunes(state, actions);
        for (at, process) in state.processes.iter().enumerate() {
            if let Some(process) = process {
                self.actions_of(at, process, state, actions);
            }
        }
        if !state.orphans.is_empty() {
            let conduct = self.bounds.conduct;
            let arrives = |effect: &_| state.service.allows((*effect, Answer::None), conduct, false, state.now);
            actions.extend(UNANSWERED.into_iter().filter(arrives).map(Action::Arrive));
        }
    }

    fn next_state(&self, last: &State, action: Action) -> Option<State> {
        let mut state = last.clone();
        match action {
            Action::Tick => {
                state.now += 1;
                state.service.tick(state.now);
            }
            Action::Jump(by) => {
                state.skew += by;
                state.jumps += 1;
            }
            Action::Start(at) => self.begin(at, Begin::Resume, &mut state)?,
            Action::Reopen(at) | Action::Recheck(at) | Action::Resolve(at, _) => {
                state.returns += 1;
                let begin = match action {
                    Action::Reopen(_) => Begin::Reopen,
                    Action::Resolve(_, resolution) => Begin::Resolve(resolution),
                    _ => Begin::Resume,
                };
                self.begin(at, begin, &mut state)?;
            }
            Action::Crash(at) => {
                state.end(at);
                state.crashes += 1;
            }
            Action::Arrive(effect) => {
                state.orphans.remove(0);
                state.service.serve(effect, state.now, self.bounds.sure_after());
            }
            Action::BackUp => state.backup = state.stored,
            Action::Lose => {
                for at in 0..state.processes.len() {
                    state.end(at);
                }
                state.stored = state.backup.take();
                state.losses += 1;
            }
            Action::Step(at)
            | Action::Store(at)
            | Action::StoreLate(at)
            | Action::StoreSilently(at, _)
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
        promises::of(&self.bounds)
    }
}
