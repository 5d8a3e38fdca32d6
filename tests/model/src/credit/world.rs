//! Two bills, two transactions, two processes, and the merchant's books.

use super::{
    books::Books,
    flow::{
        Amount, Begin, Claimed, Done, Flows, Next, Payment, Rows, State as RowState, Status, TRANSACTIONS, Told, Words,
    },
};
use stateright::{Model, Property};
use std::collections::BTreeSet;

const BILLS: usize = 2;
const PROCESSES: usize = 2;

/// Something that a merchant must not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// It credits what an event says.
    CreditsUnverified,
    /// It claims by the books as they were when the flow began, without a unique constraint.
    ClaimsByOldBooks,
    /// It acknowledges an event that does not say "success".
    AcknowledgesUnasked,
    /// It acknowledges an event that names a transaction of the books.
    TrustsKnownIds,
    /// It gives a flow the transactions that have paid the bill, and no others.
    ForgetsHeld,
    /// It reads the amount of a transaction before its status.
    AmountBeforeStatus,
    /// It replies before it has stored what a person must see.
    RepliesBeforeReview,
}

pub(crate) struct World {
    flows: Flows,
    mistake: Option<Mistake>,
    /// Number of processes at once.
    processes: usize,
}

/// A flow under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Process {
    told: Told,
    done: Done,
    /// Whether what a person must see is stored.
    is_stored: bool,
}

/// What a person sees: unique by transaction and ending.
type Reviews = BTreeSet<(usize, &'static str)>;

#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub(crate) struct State {
    payments: [Option<Payment>; TRANSACTIONS],
    books: Books,
    processes: [Option<Process>; PROCESSES],
    /// Whether a payment was credited that no verification had confirmed.
    unconfirmed: bool,
    /// Whether an event was acknowledged of which the books and the reviews do not have what it or its verification
    /// said.
    lost: bool,
    /// Whether a flow ended otherwise than the books and the service say.
    wrong: bool,
    /// Ending that occurred last, for the situations.
    last: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A payment is made, or it changes.
    Pay(Payment),
    Begin(usize, Begin),
    /// The verification is answered, with a payment or not at all.
    Answer(usize, Option<Payment>),
    /// The database transaction that the flow asks for.
    Store(usize),
    /// The database transaction is done, and the process crashes.
    StoreAndCrash(usize),
    Crash(usize),
}

impl Process {
    fn of(told: Told) -> Process {
        Process { told, done: Done::default(), is_stored: false }
    }
}

impl World {
    pub(crate) fn new(share_identity: bool, mistake: Option<Mistake>) -> World {
        World { flows: Flows::new(share_identity), mistake, processes: PROCESSES }
    }

    /// The same world with one process.
    pub(crate) fn alone(self) -> World {
        World { processes: 1, ..self }
    }

    fn begins(&self, state: &State, actions: &mut Vec<Action>) {
        let Some(at) = state.processes.iter().take(self.processes).position(Option::is_none) else { return };
        for bill in 0..BILLS {
            actions.push(Action::Begin(at, Begin::Bill { bill }));
            for transaction in 0..TRANSACTIONS {
                let event = |words, is_authenticated| Begin::Event { bill, transaction, words, is_authenticated };
                actions.extend(WORDS.map(|words| Action::Begin(at, event(words, true))));
                actions.extend(WORDS_OF_ANYONE.map(|words| Action::Begin(at, event(words, false))));
            }
        }
        actions.extend(state.books.payments().map(|begin| Action::Begin(at, begin)));
    }

    /// Payments that the verification of a flow may return.
    fn answers(&self, begin: Begin, state: &State) -> Vec<Payment> {
        let identity = self.flows.identity(begin.bill());
        let is_asked_for = |payment: &Payment| match begin.asks_for() {
            Some(transaction) => payment.transaction == transaction,
            None => self.flows.identity(payment.bill) == identity,
        };
        state.payments.iter().flatten().copied().filter(is_asked_for).map(|payment| self.read(payment)).collect()
    }

    /// A payment as the merchant reads it.
    fn read(&self, payment: Payment) -> Payment {
        let is_rest = payment.amount == Amount::Part && payment.status == Status::Failed;
        if self.mistake == Some(Mistake::AmountBeforeStatus) && is_rest {
            Payment { status: Status::Success, ..payment }
        } else {
            payment
        }
    }

    /// What a flow is told when it begins.
    fn told(&self, begin: Begin, books: &Books) -> Told {
        let mut rows = books.of_bill(begin.bill());
        if self.mistake == Some(Mistake::ForgetsHeld) {
            rows = rows.map(|row| row.filter(|row| row.state == RowState::Credited));
        }
        Told { begin, rows, answer: None }
    }

    /// What a flow of a known sender was told, once it verifies: whatever made it verify, it goes on in the same way.
    fn verifying(told: Told) -> Told {
        match told.begin {
            Begin::Event { bill, transaction, is_authenticated: true, .. } => {
                let words = words(Some(Status::Refunded), None);
                Told { begin: Begin::Event { bill, transaction, words, is_authenticated: true }, ..told }
            }
            _ => told,
        }
    }

    /// Goes on with a process, which ends or waits for an answer or for the database.
    fn go_on(&self, at: usize, process: Process, state: &mut State) -> Option<()> {
        let next = self.flows.next(process.told, process.done);
        let place = state.processes.get_mut(at)?;
        let told = if next == Next::Verify { World::verifying(process.told) } else { process.told };
        *place = if let Next::End { .. } = next { None } else { Some(Process { told, ..process }) };
        match next {
            Next::Verify | Next::Credit | Next::Review { .. } => {}
            Next::Confused => state.wrong = true,
            Next::End { ending, reply } => {
                state.wrong |= !is_right(ending, process.told);
                state.lost |= reply == Some(200) && self.loses(process, ending, state);
                state.last = ending;
            }
        }
        Some(())
    }

    /// Does what a flow asks the database for, and goes on or crashes. A violated constraint throws, which is a crash.
    fn store(&self, at: usize, crashes: bool, state: &mut State) -> Option<()> {
        let process = state.processes.get_mut(at)?.take()?;
        let Process { told, mut done, mut is_stored } = process;
        let (payment, bill) = (told.answer??, told.begin.bill());
        match self.flows.next(told, done) {
            Next::Credit => {
                let free = (self.mistake == Some(Mistake::ClaimsByOldBooks)).then_some(told.rows == Rows::default());
                let claim = state.books.claim(payment, bill, free);
                state.unconfirmed |= claim == Claimed::Credited && !self.pays(payment, bill);
                done.claim = Some(claim);
            }
            Next::Review { row, .. } => {
                is_stored = self.mistake != Some(Mistake::RepliesBeforeReview);
                if is_stored && !state.books.review(payment.transaction, bill, row) {
                    return Some(());
                }
                done.is_reviewed = true;
            }
            _ => return None,
        }
        if crashes { Some(()) } else { self.go_on(at, Process { told, done, is_stored }, state) }
    }

    /// Whether the books lose what an acknowledged event or its verification said.
    fn loses(&self, process: Process, ending: &str, state: &State) -> bool {
        let Process { told, is_stored, .. } = process;
        let Begin::Event { bill, transaction, words, is_authenticated } = told.begin else { return false };
        if told.answer.flatten().is_some() {
            return REVIEWED.contains(&ending) && !is_stored;
        }
        let payment = state.payments.get(transaction).copied().flatten();
        match state.books.of_bill(bill).get(transaction).copied().flatten() {
            Some(row) => {
                let says_so = words == Words { status: Some(Status::Success), amount: Some(row.amount) };
                is_authenticated && !says_so && words != Words { status: None, amount: None }
            }
            None => {
                let is_good = payment.is_some_and(|payment| self.pays(payment, bill));
                words.status != Some(Status::Failed) && is_good && !state.books.has(transaction)
            }
        }
    }

    fn pays(&self, payment: Payment, bill: usize) -> bool {
        let is_of_bill = self.flows.identity(payment.bill) == self.flows.identity(bill);
        payment.amount == Amount::Full && payment.status == Status::Success && is_of_bill
    }

    /// Begins with an event, as a merchant with a mistake does. Returns whether the mistake ends it.
    fn errs(&self, begin: Begin, state: &mut State) -> bool {
        let Begin::Event { bill, transaction, words, .. } = begin else { return false };
        let is_acknowledged = match self.mistake {
            Some(Mistake::CreditsUnverified) if words.status == Some(Status::Success) => {
                let payment = state.payments.get(transaction).copied().flatten();
                state.unconfirmed |= !payment.is_some_and(|payment| self.pays(payment, bill));
                return true;
            }
            Some(Mistake::AcknowledgesUnasked) => words.status != Some(Status::Success),
            Some(Mistake::TrustsKnownIds) => state.books.of_bill(bill).get(transaction).copied().flatten().is_some(),
            _ => false,
        };
        state.lost |= is_acknowledged && self.loses(Process::of(self.told(begin, &state.books)), "", state);
        is_acknowledged
    }

    /// The books after the job at the end of the day, while the service changes nothing: it asks about each payment
    /// and each bill, of which a verification may show any transaction.
    fn after_job(&self, state: &State, mut books: Books) -> (Books, Reviews) {
        let mut reviews = Reviews::default();
        let bills = (0..BILLS).map(|bill| Begin::Bill { bill });
        let begins: Vec<_> = books.payments().chain(bills).collect();
        for begin in begins {
            for payment in self.answers(begin, state) {
                let told = Told { answer: Some(Some(payment)), ..self.told(begin, &books) };
                let mut done = Done::default();
                if self.flows.next(told, done) == Next::Credit {
                    done.claim = Some(books.claim(payment, begin.bill(), None));
                }
                if let Next::Review { ending, row } = self.flows.next(told, done) {
                    books.review(payment.transaction, begin.bill(), row);
                    reviews.insert((payment.transaction, ending));
                }
            }
        }
        (books, reviews)
    }

    /// Whether the books or a review have of each payment what the service has, after the job.
    fn is_told(state: &State, (books, reviews): &(Books, Reviews)) -> bool {
        state.payments.iter().flatten().all(|payment| {
            let row = books.row(payment.transaction);
            let is_open = row.is_none_or(|row| row.state == RowState::Reversed);
            match payment.status {
                _ if payment.has_money() => row.is_some_and(|row| !is_open && row.amount == payment.amount),
                Status::Success | Status::Failed => is_open,
                Status::Pending | Status::Refunded => is_open || reviews.contains(&(payment.transaction, "pending")),
            }
        })
    }
}

/// Whether an ending is what the verification says.
fn is_right(ending: &str, told: Told) -> bool {
    let answer = told.answer.flatten();
    let status = answer.map(|payment| payment.status);
    let is_gone = answer.is_some_and(|payment| status == Some(Status::Failed) || payment.amount == Amount::Negative);
    let has_money = answer.is_some_and(Payment::has_money);
    let row = answer.and_then(|payment| told.rows.get(payment.transaction).copied().flatten());
    let was = |state| row.is_some_and(|row| row.state == state);
    match ending {
        "credited" | "paidTwice" => has_money && row.is_none(),
        "creditedBefore" => answer.is_none() || has_money,
        "reversed" => is_gone && was(RowState::Credited),
        "reversedInPart" => has_money && was(RowState::Credited),
        "heldReversed" => was(RowState::Held),
        "restored" => has_money && was(RowState::Reversed),
        "paymentFailed" => is_gone && row.is_none(),
        "pending" => matches!(status, Some(Status::Pending | Status::Refunded)),
        _ => true,
    }
}

impl Model for World {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        vec![State::default()]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        payments(state, actions);
        self.begins(state, actions);
        for (at, process) in state.processes.iter().enumerate() {
            let Some(Process { told, .. }) = process else { continue };
            match told.answer {
                None => {
                    actions.push(Action::Answer(at, None));
                    let found = self.answers(told.begin, state).into_iter();
                    actions.extend(found.map(|payment| Action::Answer(at, Some(payment))));
                }
                Some(_) => actions.extend([Action::Store(at), Action::StoreAndCrash(at)]),
            }
            actions.push(Action::Crash(at));
        }
    }

    fn next_state(&self, last: &State, action: Action) -> Option<State> {
        let mut state = last.clone();
        match action {
            Action::Pay(payment) => *state.payments.get_mut(payment.transaction)? = Some(payment),
            Action::Begin(at, begin) => {
                if !self.errs(begin, &mut state) {
                    let told = self.told(begin, &state.books);
                    self.go_on(at, Process::of(told), &mut state)?;
                }
            }
            Action::Answer(at, answer) => {
                let process = (*state.processes.get(at)?)?;
                let told = Told { answer: Some(answer), ..process.told };
                self.go_on(at, Process { told, ..process }, &mut state)?;
            }
            Action::Store(at) => self.store(at, false, &mut state)?,
            Action::StoreAndCrash(at) => self.store(at, true, &mut state)?,
            Action::Crash(at) => *state.processes.get_mut(at)? = None,
        }
        if self.mistake.is_none() {
            state.processes.sort_unstable_by(|one, other| other.cmp(one));
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<World>> {
        let mut properties = vec![
            Property::always("a bill is credited once, and a transaction pays once", |_, state: &State| {
                state.books.are_credited_once()
            }),
            Property::always("only a confirmed payment is credited", |_, state: &State| !state.unconfirmed),
            Property::always("what is acknowledged is in the books or in a review", |_, state: &State| !state.lost),
            Property::always("a flow ends as the books and the service say", |_, state: &State| !state.wrong),
            Property::always("the job puts all payments into the books or reviews", |world: &World, state: &State| {
                state.is_busy() || World::is_told(state, &world.after_job(state, state.books))
            }),
            Property::always("the job changes nothing the second time", |world: &World, state: &State| {
                if state.is_busy() {
                    return true;
                }
                let (books, _) = world.after_job(state, state.books);
                let (again, reviews) = world.after_job(state, books);
                again == books && reviews.iter().all(|(_, ending)| TOLD_AGAIN.contains(ending))
            }),
        ];
        let mut reaches = |name: &'static str, condition: fn(&World, &State) -> bool| {
            properties.push(Property::sometimes(name, condition));
        };
        reaches("both bills are credited", |_, state| (0..BILLS).all(|bill| state.books.is_paid(bill)));
        reaches("paid after a reversal", |_, state| {
            (0..BILLS).any(|bill| {
                let rows = state.books.of_bill(bill);
                state.books.is_paid(bill) && rows.iter().flatten().any(|row| row.state == RowState::Reversed)
            })
        });
        reaches("paid twice", |_, state| state.last == "paidTwice");
        reaches("reversed", |_, state| state.last == "reversed");
        reaches("reversed in part", |_, state| state.last == "reversedInPart");
        reaches("held and reversed", |_, state| state.last == "heldReversed");
        reaches("good again", |_, state| state.last == "restored");
        reaches("partly paid", |_, state| state.last == "mismatch");
        reaches("pending", |_, state| state.last == "pending");
        properties
    }
}

/// Endings that leave the books as they are, so that each job stores their review anew, in its place.
const TOLD_AGAIN: [&str; 4] = ["mismatch", "paidTwice", "paymentFailed", "pending"];
/// Endings that a person must see.
const REVIEWED: [&str; 8] =
    ["paidTwice", "reversed", "reversedInPart", "heldReversed", "restored", "mismatch", "paymentFailed", "pending"];

const fn words(status: Option<Status>, amount: Option<Amount>) -> Words {
    Words { status, amount }
}

/// What an event of the service says.
const WORDS: [Words; 5] = [
    words(None, None),
    words(Some(Status::Success), Some(Amount::Full)),
    words(Some(Status::Success), Some(Amount::Part)),
    words(Some(Status::Failed), None),
    words(Some(Status::Refunded), None),
];
const WORDS_OF_ANYONE: [Words; 3] = [
    words(Some(Status::Success), Some(Amount::Full)),
    words(Some(Status::Failed), None),
    words(Some(Status::Refunded), None),
];

impl State {
    /// Whether a flow is under way. Any may crash, so every state of the books is one without flows, too.
    fn is_busy(&self) -> bool {
        self.processes.iter().any(Option::is_some)
    }
}

/// Payments that are made next: the first of bill 0, the second of any. One that has succeeded may change.
fn payments(state: &State, actions: &mut Vec<Action>) {
    for (transaction, payment) in state.payments.iter().enumerate() {
        let Some(payment) = *payment else {
            if transaction == 0 || state.payments[0].is_some() {
                let new = |bill, amount| Payment { transaction, bill, amount, status: Status::Pending };
                let all = [new(0, Amount::Full), new(0, Amount::Part), new(1, Amount::Full)];
                actions.extend(all.into_iter().filter(|new| transaction > 0 || new.bill == 0).map(Action::Pay));
            }
            continue;
        };
        let changed = |status, amount| Action::Pay(Payment { status, amount, ..payment });
        match (payment.status, payment.amount) {
            (Status::Pending, amount) => {
                actions.extend([Status::Success, Status::Failed].map(|status| changed(status, amount)));
            }
            (Status::Success, Amount::Full) => actions.extend([
                changed(Status::Failed, Amount::Full),
                changed(Status::Failed, Amount::Part),
                changed(Status::Refunded, Amount::Full),
                changed(Status::Success, Amount::Part),
                changed(Status::Success, Amount::Negative),
            ]),
            (Status::Success, Amount::Part) => actions.push(changed(Status::Failed, Amount::Part)),
            (Status::Failed, amount) => actions.push(changed(Status::Success, amount)),
            (Status::Refunded, _) | (Status::Success, Amount::Negative) => {}
        }
    }
}
