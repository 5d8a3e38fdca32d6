//! Two bills, two transactions, two processes, and the merchant's books.

use super::flow::{Begin, Flows, Next, Payment, Status, TRANSACTIONS, Told};
use billwire::Claim;
use stateright::{Model, Property};

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
}

pub(crate) struct World {
    flows: Flows,
    mistake: Option<Mistake>,
}

#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub(crate) struct State {
    payments: [Option<Payment>; TRANSACTIONS],
    /// Credits by the books: the bill that a transaction has paid.
    credits: Vec<(usize, usize)>,
    processes: [Option<Told>; PROCESSES],
    /// Whether a payment was credited that no verification had confirmed.
    unconfirmed: bool,
    /// Whether an event of a good payment was acknowledged that is not in the books.
    lost: bool,
    /// Whether a flow ended otherwise than the books and the service say.
    wrong: bool,
    /// Endings that occurred, for the situations.
    last: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A payment is made, or its status changes.
    Pay(Payment),
    Begin(usize, Begin),
    /// The verification is answered, with a payment or not at all.
    Answer(usize, Option<Payment>),
    Claim(usize),
    /// The database transaction is done, and the process crashes.
    ClaimAndCrash(usize),
    Crash(usize),
}

impl World {
    pub(crate) fn new(share_identity: bool, mistake: Option<Mistake>) -> World {
        World { flows: Flows::new(share_identity), mistake }
    }

    fn begins(&self, state: &State, actions: &mut Vec<Action>) {
        let Some(at) = state.processes.iter().position(Option::is_none) else { return };
        for bill in 0..BILLS {
            actions.push(Action::Begin(at, Begin::Job { bill }));
            for transaction in 0..TRANSACTIONS {
                for status in [None, Some(Status::Success), Some(Status::Failed)] {
                    let event = |is_authenticated| Begin::Event { bill, transaction, status, is_authenticated };
                    actions.extend([true, false].map(|is_known| Action::Begin(at, event(is_known))));
                }
            }
        }
    }

    /// Payments that the verification of a flow may return.
    fn answers(&self, at: usize, begin: Begin, state: &State, actions: &mut Vec<Action>) {
        actions.push(Action::Answer(at, None));
        let identity = self.flows.identity(begin.bill());
        let is_asked_for = |payment: &&Payment| match begin.asks_for() {
            Some(transaction) => payment.transaction == transaction,
            None => self.flows.identity(payment.bill) == identity,
        };
        let found = state.payments.iter().flatten().filter(is_asked_for);
        actions.extend(found.map(|payment| Action::Answer(at, Some(*payment))));
    }

    /// Goes on with a process, which ends or waits for an answer or for the database.
    fn go_on(&self, at: usize, told: Told, claim: Option<Claim>, state: &mut State) -> Option<()> {
        let next = self.flows.next(told, claim);
        let place = state.processes.get_mut(at)?;
        *place = if let Next::End { .. } = next { None } else { Some(told) };
        match next {
            Next::Verify | Next::Credit => {}
            Next::Confused => state.wrong = true,
            Next::End { ending, reply } => {
                state.wrong |= !self.is_right(ending, told, claim, state);
                self.acknowledged(told.begin, reply, state);
                state.last = ending;
            }
        }
        Some(())
    }

    /// Whether an ending is what the verification and the books say.
    fn is_right(&self, ending: &str, told: Told, claim: Option<Claim>, state: &State) -> bool {
        let bill = told.begin.bill();
        let answer = told.answer.flatten();
        let status = answer.map(|payment| payment.status);
        let has_paid = answer.is_some_and(|payment| state.credits.contains(&(payment.transaction, bill)));
        match ending {
            "credited" => claim == Some(Claim::Credited) && has_paid,
            "creditedBefore" => state.credits.iter().any(|credit| credit.1 == bill),
            "paidTwice" => status == Some(Status::Success) && !has_paid,
            "reversed" => status == Some(Status::Failed) && has_paid,
            "paymentFailed" => status == Some(Status::Failed),
            "pending" => status == Some(Status::Pending),
            _ => claim.is_none(),
        }
    }

    /// An event that is acknowledged does not come again. If its payment is good, the books have it.
    fn acknowledged(&self, begin: Begin, reply: Option<u16>, state: &mut State) {
        let Begin::Event { bill, transaction, status, .. } = begin else { return };
        let is_good =
            state.payments.get(transaction).copied().flatten().is_some_and(|payment| self.pays(payment, bill));
        let is_claimed = state.credits.iter().any(|credit| credit.0 == transaction);
        state.lost |= reply == Some(200) && status != Some(Status::Failed) && is_good && !is_claimed;
    }

    fn pays(&self, payment: Payment, bill: usize) -> bool {
        let is_of_bill = self.flows.identity(payment.bill) == self.flows.identity(bill);
        payment.is_full && payment.status == Status::Success && is_of_bill
    }

    /// The database transaction: a claim of the payment and the bill, both unique, with the credit.
    fn claim(&self, told: Told, state: &mut State) -> Option<Claim> {
        let (payment, bill) = (told.answer??, told.begin.bill());
        let transaction = payment.transaction;
        let is_free = match self.mistake {
            Some(Mistake::ClaimsByOldBooks) => !told.paid_by.contains(&true),
            _ => state.credits.iter().all(|credit| credit.0 != transaction && credit.1 != bill),
        };
        if !is_free {
            let is_same = state.credits.contains(&(transaction, bill));
            return Some(if is_same { Claim::CreditedBefore } else { Claim::PaidOtherwise });
        }
        state.unconfirmed |= !self.pays(payment, bill);
        state.credit(transaction, bill);
        Some(Claim::Credited)
    }

    /// Begins with an event, as a merchant with a mistake does. Returns whether the mistake ends it.
    fn errs(&self, begin: Begin, state: &mut State) -> bool {
        let Begin::Event { bill, transaction, status, .. } = begin else { return false };
        match self.mistake {
            Some(Mistake::CreditsUnverified) if status == Some(Status::Success) => {
                let payment = state.payments.get(transaction).copied().flatten();
                state.unconfirmed |= !payment.is_some_and(|payment| self.pays(payment, bill));
                state.credit(transaction, bill);
                true
            }
            Some(Mistake::AcknowledgesUnasked) if status != Some(Status::Success) => {
                self.acknowledged(begin, Some(200), state);
                true
            }
            _ => false,
        }
    }

    /// Whether the job or an event credits each good payment from here, or tells of it: paid twice, or reversed.
    fn has_a_way_on(&self, state: &State) -> bool {
        state.payments.iter().flatten().all(|payment| {
            let (transaction, bill) = (payment.transaction, payment.bill);
            let paid_by = state.paid_by(bill);
            let event = |status| Begin::Event { bill, transaction, status, is_authenticated: true };
            let next = |begin| self.flows.next(Told { begin, paid_by, answer: Some(Some(*payment)) }, None);
            let ends = |begin, expected: &str| matches!(next(begin), Next::End { ending, .. } if ending == expected);
            let is_claimed = state.credits.iter().any(|credit| credit.0 == transaction);
            match payment.status {
                _ if !payment.is_full => ends(event(None), "mismatch") || payment.status != Status::Success,
                Status::Pending => true,
                Status::Failed => !paid_by[transaction] || ends(event(Some(Status::Failed)), "reversed"),
                Status::Success if is_claimed => true,
                Status::Success if paid_by.contains(&true) => ends(event(None), "paidTwice"),
                Status::Success => next(event(None)) == Next::Credit && next(Begin::Job { bill }) == Next::Credit,
            }
        })
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
        for (at, told) in state.processes.iter().enumerate() {
            let Some(told) = told else { continue };
            match told.answer {
                None => self.answers(at, told.begin, state, actions),
                Some(_) => actions.extend([Action::Claim(at), Action::ClaimAndCrash(at)]),
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
                    let told = Told { begin, paid_by: state.paid_by(begin.bill()), answer: None };
                    self.go_on(at, told, None, &mut state)?;
                }
            }
            Action::Answer(at, answer) => {
                let told = Told { answer: Some(answer), ..(*state.processes.get(at)?)? };
                self.go_on(at, told, None, &mut state)?;
            }
            Action::Claim(at) => {
                let told = (*state.processes.get(at)?)?;
                let claim = self.claim(told, &mut state);
                self.go_on(at, told, claim, &mut state)?;
            }
            Action::ClaimAndCrash(at) => {
                let told = state.processes.get_mut(at)?.take()?;
                self.claim(told, &mut state);
            }
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
                let differs = |one: &(usize, usize), other: &(usize, usize)| one.0 != other.0 && one.1 != other.1;
                state.credits.windows(2).all(|pair| differs(&pair[0], &pair[1]))
            }),
            Property::always("only a confirmed payment is credited", |_, state: &State| !state.unconfirmed),
            Property::always("no good payment is acknowledged and not credited", |_, state: &State| !state.lost),
            Property::always("a flow ends as the books and the service say", |_, state: &State| !state.wrong),
            Property::always("each good payment is credited, or told of", |world: &World, state: &State| {
                world.has_a_way_on(state)
            }),
        ];
        let mut reaches = |name: &'static str, condition: fn(&World, &State) -> bool| {
            properties.push(Property::sometimes(name, condition));
        };
        reaches("both bills are credited", |_, state| state.credits.len() == 2);
        reaches("paid twice", |_, state| state.last == "paidTwice");
        reaches("reversed", |_, state| state.last == "reversed");
        reaches("partly paid", |_, state| state.last == "mismatch");
        reaches("pending", |_, state| state.last == "pending");
        properties
    }
}

impl State {
    fn credit(&mut self, transaction: usize, bill: usize) {
        self.credits.push((transaction, bill));
        self.credits.sort_unstable();
    }

    fn paid_by(&self, bill: usize) -> [bool; TRANSACTIONS] {
        [0, 1].map(|transaction| self.credits.contains(&(transaction, bill)))
    }
}

/// Payments that are made next: the first of bill 0, the second of any. One that has succeeded may fail.
fn payments(state: &State, actions: &mut Vec<Action>) {
    for (transaction, payment) in state.payments.iter().enumerate() {
        let changed = |payment: Payment, status| Action::Pay(Payment { status, ..payment });
        match payment {
            None if transaction > 0 && state.payments[0].is_none() => {}
            None => {
                let new = |bill, is_full| Payment { transaction, bill, is_full, status: Status::Pending };
                let all = [new(0, true), new(0, false), new(1, true)];
                actions.extend(all.into_iter().filter(|new| transaction > 0 || new.bill == 0).map(Action::Pay));
            }
            Some(payment) => match payment.status {
                Status::Pending => {
                    actions.extend([Status::Success, Status::Failed].map(|status| changed(*payment, status)))
                }
                Status::Success => actions.push(changed(*payment, Status::Failed)),
                Status::Failed => {}
            },
        }
    }
}
