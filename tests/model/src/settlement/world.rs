//! Processes, one stored record, one service and a clock of a few ticks.
//!
//! Events that touch nothing shared are merged with the one before them, where no time can pass between both. A crash
//! comes right after an event: later it would lead to the same states.

use super::{
    bounds::Bounds,
    flows::{Begin, Event, Flows, Outcome, Start, Task, Word},
    mistakes::Mistake,
    promises,
    records::Stored,
    service::{Answer, UNANSWERED, UNENDED},
    state::{Action, Orphan, Process, State},
};
use billwire::SettlementState;
use stateright::{Model, Property};

/// The model: the settings, and how the flow is used.
pub(crate) struct World {
    pub(crate) bounds: Bounds,
    mistake: Option<Mistake>,
    flows: Flows,
}

/// Events that may happen.
impl World {
    pub(crate) fn new(bounds: Bounds, mistake: Option<Mistake>) -> World {
        World { bounds, mistake, flows: Flows::new(&bounds, mistake) }
    }

    fn can_start(&self, state: &State) -> bool {
        let has_ended = state.stored.is_some_and(|stored| stored.state != SettlementState::Open);
        state.now <= self.bounds.last_start
            && state.starts < self.bounds.starts + state.losses
            && state.running().count() < self.bounds.processes
            // After a restored backup nobody trusts an end.
            && (!has_ended || state.losses > 0)
    }

    fn hears_late(&self) -> bool {
        self.bounds.processes > 1 || self.bounds.late_answers > 0
    }

    fn can_return(&self, state: &State) -> bool {
        state.returns < self.bounds.returns && state.has_all_ended()
    }

    /// Whether time may pass: nothing that has to happen by now is left to do, and something is to come.
    fn can_tick(&self, state: &State) -> bool {
        let is_idle = state.has_all_ended();
        let may_come = (is_idle && self.can_start(state) && state.stored.is_some())
            || (self.can_return(state) && state.now < state.service.unsure_until);
        let is_late = |process: &Process| state.now >= self.latest(process);
        state.now < self.bounds.end()
            && (!is_idle || may_come)
            && !state.processes.iter().any(is_late)
            && state.orphans.iter().all(|orphan| state.now < orphan.until)
    }

    /// Tick at which a process goes on at the latest.
    fn latest(&self, process: &Process) -> i64 {
        let Process { since, .. } = *process;
        match process.task {
            Task::Store(_) | Task::Load | Task::LookUp | Task::LookUpControl => since,
            Task::Fetch => since + self.bounds.sleep,
            Task::Settle { .. } => since + self.bounds.request,
            Task::Wait { until } => until.max(since),
            Task::Settled { .. } | Task::Refused | Task::Unclear | Task::TakenOver => i64::MAX,
        }
    }

    fn actions_of(&self, at: usize, process: &Process, state: &State, actions: &mut Vec<Action>) {
        let conduct = self.bounds.conduct;
        match process.task {
            Task::Fetch | Task::Load => actions.push(Action::Step(at)),
            Task::Wait { until } if until <= state.now => actions.push(Action::Step(at)),
            Task::Store(_) => {
                actions.push(Action::Store(at));
                if state.silences < self.bounds.silences {
                    actions.extend([true, false].map(|is_stored| Action::StoreSilently(at, is_stored)));
                }
            }
            Task::Settle { served: None } => {
                for fate in state.service.fates(conduct) {
                    actions.push(Action::Serve(at, fate));
                    if self.hears_late() && state.now < self.latest(process) {
                        actions.push(Action::ServeLate(at, fate));
                    }
                }
            }
            Task::Settle { served: Some((answer, tick)) } => {
                if tick < state.now {
                    actions.push(Action::Hear(at));
                }
                if state.late_answers < self.bounds.late_answers && answer.http().is_some() && process.late.is_none() {
                    actions.push(Action::GiveUp(at));
                }
            }
            Task::LookUp => {
                let looks = state.service.looks(conduct, state.storable, state.now);
                actions.extend(looks.into_iter().map(|look| Action::Look(at, look)));
            }
            Task::LookUpControl => {
                let answer = if state.service.is_blind { Answer::NotFound } else { Answer::ControlFound };
                actions.push(Action::LookUpControl(at, answer));
                if conduct.lookups_fail {
                    actions.push(Action::LookUpControl(at, Answer::Error));
                }
            }
            _ => {}
        }
        if process.late.is_some_and(|(_, until)| state.now <= until) && !process.task.has_ended() {
            actions.push(Action::HearLate(at));
        }
        // A process that crashes with news has heard nothing. That is as if no answer came.
        let can_crash =
            matches!(process.task, Task::Store(_) | Task::Fetch | Task::Wait { .. } | Task::Settle { served: None });
        let is_new = process.since == state.now && process.news | process.fresh == 0;
        if state.crashes < self.bounds.crashes && can_crash && is_new {
            actions.push(Action::Crash(at));
        }
    }

    /// Ways on from an ended bill. A right word is said once lookups show what has moved, a wrong one at any time.
    fn returns(&self, state: &State, actions: &mut Vec<Action>) {
        if !self.can_return(state) {
            return;
        }
        let is_sure = state.now >= state.service.unsure_until;
        let has_moved = state.service.moved > 0;
        let lies = state.wrong_words < self.bounds.wrong_words;
        let mut says = |word, is_right: bool| {
            if (is_right && is_sure) || (!is_right && lies) {
                actions.push(Action::Say(word));
            }
        };
        match state.stored.map(|stored| stored.state) {
            Some(SettlementState::Unclear) => {
                says(Word::Settled, has_moved && state.service.bill == state.bill());
                says(Word::NothingMoved, !has_moved);
                says(Word::NotThisBill, has_moved && state.service.bill != state.bill());
                actions.push(Action::LookAgain);
            }
            Some(SettlementState::Settled) if lies => says(Word::NotThisBill, false),
            Some(SettlementState::Refused) => actions.push(Action::Reopen),
            _ => {}
        }
    }

    fn misfortunes(&self, state: &State, actions: &mut Vec<Action>) {
        let is_begun = state.stored.is_some() || !state.processes.is_empty();
        if is_begun && self.bounds.sight.changes().is_some_and(|changes| state.changes < changes) {
            actions.push(Action::Change);
        }
        if state.losses < self.bounds.losses && state.stored.is_some() {
            if state.backup.is_none() {
                actions.push(Action::BackUp);
            }
            actions.push(Action::Lose);
        }
        if !state.orphans.is_empty() {
            actions.extend(UNANSWERED.map(Action::Arrive));
        }
    }
}

/// Changes by events.
impl World {
    fn begin(&self, begin: Begin, state: &mut State) -> Option<()> {
        let bill = if begin == Begin::Reopen { self.bounds.corrected } else { state.bill() };
        let is_restored = state.losses > 0 && self.mistake != Some(Mistake::TrustsOldRecords);
        let mark = state.starts + 16 * state.returns;
        let start = Start { begin, bill, is_restored, mark };
        let outcome = self.flows.begin(start, state.stored.map(|stored| stored.id), state.now)?;
        state.processes.retain(|process| !process.task.has_ended());
        let (task, flow) = (Task::Load, 0);
        let mut process = Process { task, flow, since: state.now, bill, begun: 0, news: 0, fresh: 0, late: None };
        self.take(&mut process, outcome, state);
        state.processes.push(process);
        Some(())
    }

    /// Gives a process its next task.
    fn take(&self, process: &mut Process, outcome: Outcome, state: &mut State) {
        let was = process.task;
        (process.flow, process.task, process.since) = (outcome.flow, outcome.task, state.now);
        match outcome.task {
            Task::Fetch => process.begun = state.now,
            Task::Settle { .. } => {
                if was != Task::Fetch {
                    process.begun = state.now;
                }
                state.sent_though_told |= state.told > 0;
            }
            task if task.has_ended() => {
                state.storable |= process.news | process.fresh;
                (process.since, process.begun, process.late) = (0, 0, None);
                (process.news, process.fresh) = (0, 0);
            }
            _ => {}
        }
    }

    fn tell(&self, process: &mut Process, event: Event, state: &mut State) {
        let outcome = match event {
            Event::Answered(answer) if process.task == Task::LookUpControl => {
                self.flows.tell_control(process.flow, answer, state.now)
            }
            _ => self.flows.tell(process.flow, event, state.now),
        };
        if let Event::Answered(answer) | Event::HeardLate { answer, .. } = event {
            state.told |= answer.tells();
            let is_saving = matches!(process.task, Task::Store(_));
            *(if is_saving { &mut process.fresh } else { &mut process.news }) |= answer.tells();
        }
        match outcome {
            Some(outcome) => self.take(process, outcome, state),
            None => state.is_confused = true,
        }
    }

    /// Stores the record of a process, if the stored one is that before it.
    fn store(&self, process: &mut Process, record: Stored, state: &mut State) -> bool {
        let is_next = state.stored.map_or(0, |stored| stored.revision) == record.previous;
        let is_stored = is_next || self.mistake == Some(Mistake::StoresWithoutComparing);
        if is_stored {
            state.stored = Some(record);
            state.storable |= std::mem::take(&mut process.news);
        }
        // The next record has what this one came too early for.
        process.news |= std::mem::take(&mut process.fresh);
        is_stored
    }

    fn act(&self, process: &mut Process, action: Action, state: &mut State) {
        match (action, process.task) {
            (Action::Step(_), Task::Load) => {
                self.tell(process, Event::Loaded(state.stored.map(|stored| stored.id)), state);
            }
            (Action::Step(_), _) => self.tell(process, Event::Step, state),
            (Action::Store(_), Task::Store(record)) => {
                let is_stored = self.store(process, record, state);
                let event =
                    if is_stored { Event::Saved } else { Event::NotSaved(state.stored.map(|stored| stored.id)) };
                self.tell(process, event, state);
                if process.task == Task::Fetch && self.bounds.sleep == 0 {
                    self.tell(process, Event::Step, state);
                }
            }
            (Action::StoreSilently(_, lands), Task::Store(record)) => {
                state.silences += 1;
                if lands {
                    self.store(process, record, state);
                } else {
                    process.news |= std::mem::take(&mut process.fresh);
                }
                let assumes = self.mistake == Some(Mistake::AssumesSaved);
                self.tell(process, if assumes { Event::Saved } else { Event::Silence }, state);
            }
            (Action::Serve(_, (effect, answer)), _) => {
                state.service.has_refused_credential |= answer == Answer::Unauthorised;
                state.service.serve(effect, process.bill, self.bounds.shown_from(state.now));
                self.tell(process, Event::Answered(answer), state);
            }
            (Action::ServeLate(_, (effect, answer)), _) => {
                state.service.serve(effect, process.bill, UNENDED);
                process.task = Task::Settle { served: Some((answer, state.now)) };
            }
            (Action::Hear(_), Task::Settle { served: Some((answer, _)) }) => {
                state.service.end(self.bounds.shown_from(state.now));
                self.tell(process, Event::Answered(answer), state);
            }
            (Action::GiveUp(_), Task::Settle { served: Some((answer, _)) }) => {
                state.late_answers += 1;
                state.service.end(self.bounds.shown_from(state.now));
                process.late = Some((answer, process.begun + self.bounds.in_flight()));
                self.tell(process, Event::GaveUp, state);
            }
            (Action::HearLate(_), task) => self.hear_late(process, task, state),
            (Action::Look(_, answer) | Action::LookUpControl(_, answer), _) => {
                self.tell(process, Event::Answered(answer), state);
            }
            _ => state.is_confused = true,
        }
    }

    /// A request and its answer are no turn of the flow, which goes on with what it does.
    fn hear_late(&self, process: &mut Process, task: Task, state: &mut State) {
        let Some((answer, _)) = process.late.take() else { return };
        if self.mistake == Some(Mistake::DropsWhatItHearsDuringASave) && matches!(task, Task::Store(_)) {
            state.told |= answer.tells();
            process.fresh |= answer.tells();
            return;
        }
        let stays = matches!(task, Task::Fetch | Task::Settle { .. } | Task::LookUp | Task::LookUpControl);
        let since = process.since;
        self.tell(process, Event::HeardLate { answer, stays }, state);
        if stays {
            (process.task, process.since) = (task, since);
        }
    }

    fn lose(&self, state: &mut State) {
        while !state.processes.is_empty() {
            state.end(0, self.bounds.request);
        }
        state.service.end(self.bounds.shown_from(state.now));
        state.stored = state.backup.take();
        (state.told, state.storable) = (0, 0);
        state.losses += 1;
    }

    fn take_up(&self, action: &Action, state: &mut State) -> Option<()> {
        state.returns += 1;
        match *action {
            Action::Reopen => self.begin(Begin::Reopen, state),
            Action::Say(word) => {
                let has_moved = state.service.moved > 0;
                let is_right = match word {
                    Word::Settled => has_moved && state.service.bill == state.bill(),
                    Word::NothingMoved => !has_moved,
                    Word::NotThisBill => has_moved && state.service.bill != state.bill(),
                };
                state.wrong_words += u8::from(!is_right);
                state.is_called_settled = word == Word::Settled;
                self.begin(Begin::Say(word), state)
            }
            _ => self.begin(Begin::Run, state),
        }
    }
}

impl Model for World {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        let mut states = vec![State::default()];
        if self.bounds.sight.changes().is_some() {
            let mut blind = State::default();
            blind.service.is_blind = true;
            states.push(blind);
        }
        states
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        // Nothing can mend a bill that was settled twice.
        if state.service.moved > 1 || state.is_confused {
            return;
        }
        if self.can_tick(state) {
            actions.push(Action::Tick);
        }
        if self.can_start(state) {
            actions.push(Action::Start);
        }
        self.returns(state, actions);
        self.misfortunes(state, actions);
        for (at, process) in state.processes.iter().enumerate() {
            self.actions_of(at, process, state, actions);
        }
    }

    fn next_state(&self, last: &State, action: Action) -> Option<State> {
        let mut state = last.clone();
        match action {
            Action::Tick => {
                state.now += 1;
                state.service.tick(state.now);
            }
            Action::Start => {
                state.starts += 1;
                self.begin(Begin::Run, &mut state)?;
            }
            Action::Change => {
                state.service.is_blind = !state.service.is_blind;
                state.changes += 1;
            }
            Action::Crash(at) => {
                state.end(at, self.bounds.request);
                state.crashes += 1;
            }
            Action::Arrive(effect) => {
                let Orphan { begun, bill, .. } = state.orphans.remove(0);
                // Nobody knows when it ended.
                state.service.serve(effect, bill, self.bounds.shown_from(begun + 2 * self.bounds.in_flight()));
            }
            Action::BackUp => state.backup = state.stored,
            Action::Lose => self.lose(&mut state),
            Action::Reopen | Action::LookAgain | Action::Say(_) => self.take_up(&action, &mut state)?,
            Action::Step(at)
            | Action::Store(at)
            | Action::StoreSilently(at, _)
            | Action::Serve(at, _)
            | Action::ServeLate(at, _)
            | Action::Hear(at)
            | Action::GiveUp(at)
            | Action::HearLate(at)
            | Action::Look(at, _)
            | Action::LookUpControl(at, _) => {
                let mut process = state.processes.remove(at);
                self.act(&mut process, action, &mut state);
                state.processes.insert(at, process);
            }
        }
        state.processes.sort_unstable();
        Some(state)
    }

    fn properties(&self) -> Vec<Property<World>> {
        promises::of(&self.bounds)
    }
}
