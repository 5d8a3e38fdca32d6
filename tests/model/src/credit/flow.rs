//! The real flow: its next step after everything that it was told, which is run anew each time and remembered.

use billwire::{
    Biller, BillerConfig, BookedState, BookedTransaction, Claim, CreditFlow, CreditPolicy, CreditReview, CreditStep,
    Decimal, Expectation, Instant, Sent, VerificationToken, WebhookEvent, WebhookReceiver, WebhookToken, WireProfile,
};
use std::{
    collections::HashMap,
    sync::{PoisonError, RwLock},
};

pub(crate) const TRANSACTIONS: usize = 2;
const PROFILE: &[u8] =
    br#"{"pendingStatuses":{"transaction":["pending"]},"failedStatuses":{"transaction":["failed"]}}"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Status {
    Pending,
    Success,
    Failed,
    /// A word that no profile lists.
    Refunded,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Amount {
    Full,
    Part,
    /// Below zero, as some services write what was given back.
    Negative,
}

/// A payment of a bill, which is a transaction of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Payment {
    pub(crate) transaction: usize,
    pub(crate) bill: usize,
    pub(crate) amount: Amount,
    pub(crate) status: Status,
}

impl Payment {
    /// Whether the merchant has money of it.
    pub(crate) fn has_money(self) -> bool {
        self.status == Status::Success && self.amount != Amount::Negative
    }
}

/// What an event says of its transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Words {
    pub(crate) status: Option<Status>,
    pub(crate) amount: Option<Amount>,
}

/// How a flow begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Begin {
    /// A webhook names a bill and a transaction.
    Event { bill: usize, transaction: usize, words: Words, is_authenticated: bool },
    /// The job asks about a bill.
    Bill { bill: usize },
    /// The job asks about a transaction that the books have.
    Payment { bill: usize, transaction: usize },
}

/// What the books have of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Row {
    pub(crate) bill: usize,
    pub(crate) state: State,
    pub(crate) amount: Amount,
}

/// [`BookedState`], which cannot be a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum State {
    Credited,
    Held,
    Reversed,
}

/// The rows of the transactions.
pub(crate) type Rows = [Option<Row>; TRANSACTIONS];

/// Everything that a flow was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Told {
    pub(crate) begin: Begin,
    /// Rows of the bill, when the flow began.
    pub(crate) rows: Rows,
    /// Answer to the verification, and the lack of a payment in it.
    pub(crate) answer: Option<Option<Payment>>,
}

/// What the merchant did at the last step of a flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Done {
    pub(crate) claim: Option<Claimed>,
    pub(crate) is_reviewed: bool,
}

/// [`Claim`], which cannot be a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Claimed {
    Credited,
    Before,
    Otherwise,
}

/// Next step of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Verify,
    Credit,
    /// The merchant stores the ending, and what its books have of the transaction from then on.
    Review {
        ending: &'static str,
        row: Option<(State, Amount)>,
    },
    /// It has ended, with the status of the reply.
    End {
        ending: &'static str,
        reply: Option<u16>,
    },
    /// It refused what it asked for.
    Confused,
}

pub(crate) struct Flows {
    biller: Biller,
    /// Whether both bills have one identity, such as an account number.
    share_identity: bool,
    known: RwLock<HashMap<(Told, Done), Next>>,
}

impl Begin {
    pub(crate) fn bill(self) -> usize {
        let (Begin::Event { bill, .. } | Begin::Bill { bill } | Begin::Payment { bill, .. }) = self;
        bill
    }

    /// Transaction that the verification asks for; none if it asks for any of the bill.
    pub(crate) fn asks_for(self) -> Option<usize> {
        match self {
            Begin::Event { transaction, is_authenticated: true, .. } | Begin::Payment { transaction, .. } => {
                Some(transaction)
            }
            _ => None,
        }
    }
}

impl Flows {
    pub(crate) fn new(share_identity: bool) -> Flows {
        let profile = WireProfile::from_json(PROFILE).unwrap_or_else(|error| unreachable!("{error}"));
        let config = BillerConfig::builder().base_url("https://service.example").profile(profile);
        let biller = Biller::new(config.verification_token(VerificationToken::new("v")).build());
        let biller = biller.unwrap_or_else(|error| unreachable!("{error}"));
        Flows { biller, share_identity, known: RwLock::default() }
    }

    /// Returns the next step of a flow.
    pub(crate) fn next(&self, told: Told, done: Done) -> Next {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner).get(&(told, done)).copied();
        known.unwrap_or_else(|| {
            let next = self.run(told, done).unwrap_or(Next::Confused);
            self.known.write().unwrap_or_else(PoisonError::into_inner).insert((told, done), next);
            next
        })
    }

    pub(crate) fn identity(&self, bill: usize) -> &'static str {
        if bill == 0 || self.share_identity { "INV-0" } else { "INV-1" }
    }

    fn run(&self, told: Told, done: Done) -> Option<Next> {
        let mut flow = self.begin(told)?;
        // Strangers are answered by then.
        let now = Instant::from_unix_millis(60_000);
        let mut step = flow.step(now, 1.0).ok()?;
        if let (CreditStep::Send { request }, Some(answer)) = (&step, told.answer) {
            match answer {
                None => flow.no_answer(request.number, Sent::Maybe, None, now).ok()?,
                Some(payment) => {
                    flow.answered(request.number, 200, self.verification(payment).as_bytes(), None, now).ok()?;
                }
            }
            step = flow.step(now, 1.0).ok()?;
        }
        if let (CreditStep::Credit { .. }, Some(claim)) = (&step, done.claim) {
            flow.claimed(claim.into()).ok()?;
            step = flow.step(now, 1.0).ok()?;
        }
        if let (CreditStep::Review { .. }, true) = (&step, done.is_reviewed) {
            flow.reviewed(true).ok()?;
            step = flow.step(now, 1.0).ok()?;
        }
        let verified = told.answer.flatten().map(|payment| name(payment.transaction));
        Some(match step {
            CreditStep::Send { .. } => Next::Verify,
            CreditStep::Credit { confirmed } if verified == Some(confirmed.claim_key()) => Next::Credit,
            CreditStep::Review { review } if verified == Some(&review.claim_key) => reviewed(&review)?,
            CreditStep::Finished { ending, reply } => {
                Next::End { ending: ending.as_str(), reply: reply.map(|reply| reply.status.into()) }
            }
            CreditStep::Credit { .. } | CreditStep::Review { .. } | CreditStep::Wait { .. } => Next::Confused,
        })
    }

    fn begin(&self, told: Told) -> Option<CreditFlow> {
        let booked = |at: usize| {
            let Row { state, amount, .. } = told.rows.get(at).copied().flatten()?;
            Some(BookedTransaction::new(name(at), state.into(), Decimal::from(amount)))
        };
        let rows: Vec<_> = (0..TRANSACTIONS).filter_map(booked).collect();
        let identity = self.identity(told.begin.bill());
        let bill = Expectation::builder().identity_code(identity).purpose_of_transaction("P");
        let bill = bill.currency("KHR").amount(40_000).build();
        let policy = CreditPolicy::builder().attempts(1).build();
        match told.begin {
            Begin::Bill { .. } => CreditFlow::of_bill(&self.biller, &bill, rows, policy).ok(),
            Begin::Payment { transaction, .. } => {
                CreditFlow::of_payment(&self.biller, &bill, booked(transaction)?, rows, policy).ok()
            }
            Begin::Event { transaction, words, is_authenticated, .. } => {
                let event = event(identity, transaction, words, is_authenticated)?;
                CreditFlow::of_event(&self.biller, &event, &bill, rows, policy, Instant::from_unix_millis(0)).ok()
            }
        }
    }

    fn verification(&self, payment: Payment) -> String {
        r#"{"code":"SUCCESS","message":"","data":{"tran_id":"TRANSACTION","tran_date":"2026-01-31T09:00:00.000",
            "tran_amount":AMOUNT,"fee_amount":0,"total_amount":AMOUNT,"currency":"KHR","identity_code":"IDENTITY",
            "bank_code":"B","bank_ref":"R","purpose_of_transaction":"P","status":"STATUS"}}"#
            .replace("TRANSACTION", name(payment.transaction))
            .replace("AMOUNT", &Decimal::from(payment.amount).to_string())
            .replace("IDENTITY", self.identity(payment.bill))
            .replace("STATUS", payment.status.as_str())
    }
}

fn reviewed(review: &CreditReview) -> Option<Next> {
    let row = match &review.booked {
        None => None,
        Some(booked) => Some((booked.state.into(), Amount::of(*booked.amount.value()?)?)),
    };
    Some(Next::Review { ending: review.ending.as_str(), row })
}

impl Status {
    fn as_str(self) -> &'static str {
        match self {
            Status::Pending => "pending",
            Status::Success => "success",
            Status::Failed => "failed",
            Status::Refunded => "refunded",
        }
    }
}

impl Amount {
    const ALL: [Amount; 3] = [Amount::Full, Amount::Part, Amount::Negative];

    fn of(amount: Decimal) -> Option<Amount> {
        Amount::ALL.into_iter().find(|known| Decimal::from(*known) == amount)
    }
}

impl From<Amount> for Decimal {
    fn from(amount: Amount) -> Decimal {
        match amount {
            Amount::Full => 40_000,
            Amount::Part => 100,
            Amount::Negative => -40_000,
        }
        .into()
    }
}

impl From<Claimed> for Claim {
    fn from(claim: Claimed) -> Claim {
        match claim {
            Claimed::Credited => Claim::Credited,
            Claimed::Before => Claim::CreditedBefore,
            Claimed::Otherwise => Claim::PaidOtherwise,
        }
    }
}

impl From<State> for BookedState {
    fn from(state: State) -> BookedState {
        match state {
            State::Credited => BookedState::Credited,
            State::Held => BookedState::Held,
            State::Reversed => BookedState::Reversed,
        }
    }
}

impl From<BookedState> for State {
    fn from(state: BookedState) -> State {
        match state {
            BookedState::Credited => State::Credited,
            BookedState::Held => State::Held,
            BookedState::Reversed => State::Reversed,
        }
    }
}

fn event(identity: &str, transaction: usize, words: Words, is_authenticated: bool) -> Option<WebhookEvent> {
    let status = words.status.map(|status| format!(r#","status":"{}""#, status.as_str())).unwrap_or_default();
    let amount = words.amount.map(|amount| format!(r#","tran_amount":{}"#, Decimal::from(amount))).unwrap_or_default();
    let body = format!(r#"{{"tran_id":"{}","identity_code":"{identity}"{status}{amount}}}"#, name(transaction));
    match is_authenticated {
        true => WebhookReceiver::merchant_proxy(vec![WebhookToken::new("t")])
            .ok()?
            .receive([("Token", "t")], body.as_bytes()),
        false => WebhookReceiver::checkout().receive([], body.as_bytes()),
    }
    .ok()
}

fn name(transaction: usize) -> &'static str {
    if transaction == 0 { "T-0" } else { "T-1" }
}
