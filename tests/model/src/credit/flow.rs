//! The real flow: its next step after everything that it was told, which is run anew each time and remembered.

use billwire::{
    Biller, BillerConfig, BookedState, BookedTransaction, Claim, CreditFlow, CreditPolicy, CreditStep, Expectation,
    Instant, Sent, VerificationToken, WebhookEvent, WebhookReceiver, WebhookToken, WireProfile,
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
}

/// A payment of a bill, which is a transaction of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Payment {
    pub(crate) transaction: usize,
    pub(crate) bill: usize,
    pub(crate) is_full: bool,
    pub(crate) status: Status,
}

/// How a flow begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Begin {
    /// A webhook names a bill and a transaction.
    Event { bill: usize, transaction: usize, status: Option<Status>, is_authenticated: bool },
    /// The job asks about an unpaid bill.
    Job { bill: usize },
}

/// Everything that a flow was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Told {
    pub(crate) begin: Begin,
    /// Which transactions have paid the bill by the books, when the flow began.
    pub(crate) paid_by: [bool; TRANSACTIONS],
    /// Answer to the verification, and the lack of a payment in it.
    pub(crate) answer: Option<Option<Payment>>,
}

/// Next step of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Verify,
    Credit,
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
    known: RwLock<HashMap<(Told, Option<u8>), Next>>,
}

impl Begin {
    pub(crate) fn bill(self) -> usize {
        let (Begin::Event { bill, .. } | Begin::Job { bill }) = self;
        bill
    }

    /// Transaction that the verification asks for; none if it asks for any of the bill.
    pub(crate) fn asks_for(self) -> Option<usize> {
        match self {
            Begin::Event { transaction, is_authenticated: true, .. } => Some(transaction),
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

    /// Returns the next step of a flow. `claim` is what became of its credit.
    pub(crate) fn next(&self, told: Told, claim: Option<Claim>) -> Next {
        let key = (told, claim.map(|claim| claim as u8));
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        known.unwrap_or_else(|| {
            let next = self.run(told, claim).unwrap_or(Next::Confused);
            self.known.write().unwrap_or_else(PoisonError::into_inner).insert(key, next);
            next
        })
    }

    pub(crate) fn identity(&self, bill: usize) -> &'static str {
        if bill == 0 || self.share_identity { "INV-0" } else { "INV-1" }
    }

    fn run(&self, told: Told, claim: Option<Claim>) -> Option<Next> {
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
        if let (CreditStep::Credit { .. }, Some(claim)) = (&step, claim) {
            flow.claimed(claim).ok()?;
            step = flow.step(now, 1.0).ok()?;
        }
        if let CreditStep::Review { .. } = step {
            flow.reviewed(false).ok()?;
            step = flow.step(now, 1.0).ok()?;
        }
        Some(match step {
            CreditStep::Send { .. } => Next::Verify,
            CreditStep::Credit { confirmed } => {
                let is_right =
                    told.answer.flatten().is_some_and(|payment| name(payment.transaction) == confirmed.claim_key());
                if is_right { Next::Credit } else { Next::Confused }
            }
            CreditStep::Finished { ending, reply } => {
                Next::End { ending: ending.as_str(), reply: reply.map(|reply| reply.status.into()) }
            }
            CreditStep::Review { .. } | CreditStep::Wait { .. } => Next::Confused,
        })
    }

    fn begin(&self, told: Told) -> Option<CreditFlow> {
        let keys = (0..TRANSACTIONS)
            .filter(|at| told.paid_by[*at])
            .map(|at| BookedTransaction::new(name(at), BookedState::Credited, 40_000));
        let identity = self.identity(told.begin.bill());
        let bill = Expectation::builder().identity_code(identity).purpose_of_transaction("P");
        let bill = bill.currency("KHR").amount(40_000).build();
        let policy = CreditPolicy::builder().attempts(1).build();
        match told.begin {
            Begin::Job { .. } => CreditFlow::of_bill(&self.biller, &bill, keys, policy).ok(),
            Begin::Event { transaction, status, is_authenticated, .. } => {
                let event = event(identity, transaction, status, is_authenticated)?;
                CreditFlow::of_event(&self.biller, &event, &bill, keys, policy, Instant::from_unix_millis(0)).ok()
            }
        }
    }

    fn verification(&self, payment: Payment) -> String {
        r#"{"code":"SUCCESS","message":"","data":{"tran_id":"TRANSACTION","tran_date":"2026-01-31T09:00:00.000",
            "tran_amount":AMOUNT,"fee_amount":0,"total_amount":AMOUNT,"currency":"KHR","identity_code":"IDENTITY",
            "bank_code":"B","bank_ref":"R","purpose_of_transaction":"P","status":"STATUS"}}"#
            .replace("TRANSACTION", name(payment.transaction))
            .replace("AMOUNT", if payment.is_full { "40000" } else { "100" })
            .replace("IDENTITY", self.identity(payment.bill))
            .replace("STATUS", payment.status.as_str())
    }
}

impl Status {
    fn as_str(self) -> &'static str {
        match self {
            Status::Pending => "pending",
            Status::Success => "success",
            Status::Failed => "failed",
        }
    }
}

fn event(identity: &str, transaction: usize, status: Option<Status>, is_authenticated: bool) -> Option<WebhookEvent> {
    let status = status.map(|status| format!(r#","status":"{}""#, status.as_str())).unwrap_or_default();
    let body = format!(r#"{{"tran_id":"{}","identity_code":"{identity}"{status}}}"#, name(transaction));
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
