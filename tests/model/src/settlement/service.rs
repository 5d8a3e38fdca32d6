//! The service: what requests move, and what it answers.

use super::{
    bounds::Conduct,
    setting::{AMOUNT, CONTROL, Meant},
};

/// What a request does to the money of the bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Effect {
    /// Nothing, or the request does not arrive.
    Nothing,
    Moves,
    /// The service takes the bill, and its transaction fails later.
    FailsLater,
}

/// Result of a request: its effect, and the answer that arrives.
pub(crate) type Fate = (Effect, Answer);

const PLAIN: [Fate; 8] = [
    (Effect::Moves, Answer::Settled),
    (Effect::Moves, Answer::Accepted),
    (Effect::Moves, Answer::Error),
    (Effect::Moves, Answer::None),
    (Effect::Nothing, Answer::None),
    (Effect::Nothing, Answer::NeverSent),
    (Effect::Nothing, Answer::Busy),
    (Effect::Nothing, Answer::Refused),
];
const OF_OTHER_KINDS: [Fate; 8] = [
    (Effect::Moves, Answer::AcceptedInAnError),
    (Effect::Moves, Answer::Contradictory),
    (Effect::Moves, Answer::CutOff),
    (Effect::Moves, Answer::OfAnotherType),
    (Effect::Moves, Answer::Exists),
    (Effect::Moves, Answer::OtherWords),
    (Effect::Nothing, Answer::OtherWords),
    (Effect::Nothing, Answer::Error),
];
/// Effects of a settlement whose process has crashed.
pub(crate) const UNANSWERED: [Effect; 2] = [Effect::Nothing, Effect::Moves];

/// Statements about the bill that somebody was told.
pub(crate) type Heard = u8;
/// The service took the bill.
pub(crate) const TOOK: Heard = 1;
/// The money has moved, by an answer.
pub(crate) const SETTLED: Heard = 2;
/// A lookup showed the bill's transaction.
pub(crate) const SEEN: Heard = 4;

/// The request of a movement has not ended.
pub(crate) const UNENDED: i64 = i64::MAX;

/// The money that the service moved for the bill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Service {
    pub(crate) moved: u8,
    /// The bill whose money moved.
    pub(crate) bill: Meant,
    pub(crate) has_failed: bool,
    /// It has refused a credential, and does so once: a flow tries for as long as that lasts.
    pub(crate) has_refused_credential: bool,
    /// Tick until which lookups may miss the movement; 0 if they show it, [`UNENDED`] while its request is under way.
    pub(crate) unsure_until: i64,
    /// Lookups find nothing, whatever there is.
    pub(crate) is_blind: bool,
}

impl Service {
    pub(crate) fn fates(self, conduct: Conduct) -> Vec<Fate> {
        let mut fates = PLAIN.to_vec();
        if conduct.all_answers {
            fates.extend(OF_OTHER_KINDS);
            if !self.has_refused_credential {
                fates.push((Effect::Nothing, Answer::Unauthorised));
            }
        }
        if conduct.refuses_falsely {
            fates.push((Effect::Moves, Answer::Refused));
        }
        if conduct.fails {
            fates.push((Effect::Nothing, Answer::Failed));
            if self.moved == 0 && !self.has_failed {
                fates.push((Effect::FailsLater, Answer::Accepted));
            }
        }
        fates
    }

    /// Returns what a lookup may show. `stored` is what somebody was told and has stored.
    pub(crate) fn looks(self, conduct: Conduct, stored: Heard, now: i64) -> Vec<Answer> {
        if self.is_blind {
            return vec![Answer::NotFound];
        }
        let has_moved = self.moved > 0;
        let is_unsure = now < self.unsure_until;
        let is_missing = !has_moved || is_unsure || (conduct.forgets && stored > 0);
        let is_failed = conduct.fails && (self.has_failed || !has_moved || is_unsure);
        let looks = [
            (conduct.lookups_fail, Answer::Error),
            (has_moved, Answer::Found(self.bill)),
            (has_moved && is_unsure, Answer::Pending(self.bill)),
            (is_missing, Answer::NotFound),
            (has_moved && conduct.differs, Answer::Differs),
            (is_failed, Answer::FoundFailed),
        ];
        looks.into_iter().filter_map(|(is_possible, look)| is_possible.then_some(look)).collect()
    }

    /// Serves a request. From a tick on, every lookup shows its movement.
    pub(crate) fn serve(&mut self, effect: Effect, bill: Meant, shown_from: i64) {
        match effect {
            Effect::Nothing => {}
            Effect::Moves => {
                (self.moved, self.bill) = (self.moved.saturating_add(1), bill);
                self.unsure_until = shown_from;
            }
            Effect::FailsLater => self.has_failed = true,
        }
    }

    /// The request that moved the money has ended, if it is one.
    pub(crate) fn end(&mut self, shown_from: i64) {
        if self.unsure_until == UNENDED {
            self.unsure_until = shown_from;
        }
    }

    /// Forgets what makes no difference any more.
    pub(crate) fn tick(&mut self, now: i64) {
        if self.unsure_until <= now {
            self.unsure_until = 0;
        }
    }
}

/// Reply that a process hears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Answer {
    /// No answer, and the request may have arrived.
    None,
    /// No answer, because the request was never sent.
    NeverSent,
    Settled,
    /// It leaves open whether the money moves.
    Accepted,
    /// The same under the HTTP status of an error.
    AcceptedInAnError,
    /// The bill failed, and its payment succeeded.
    Contradictory,
    /// A success whose body ends too early.
    CutOff,
    /// A success beside a field of another type.
    OfAnotherType,
    /// The bill exists already.
    Exists,
    /// The bill and its payment failed.
    Failed,
    /// An error of the server.
    Error,
    /// A code that nobody has described.
    OtherWords,
    /// It refuses for now.
    Busy,
    /// A credential is wrong.
    Unauthorised,
    Refused,
    Found(Meant),
    Pending(Meant),
    /// The bill's transaction, with another amount.
    Differs,
    FoundFailed,
    NotFound,
    /// The control bill.
    ControlFound,
}

impl Answer {
    /// Returns what a reader of the answer is told.
    pub(crate) fn tells(self) -> Heard {
        match self {
            Answer::Settled => TOOK | SETTLED,
            Answer::Accepted
            | Answer::AcceptedInAnError
            | Answer::Contradictory
            | Answer::CutOff
            | Answer::OfAnotherType
            | Answer::Exists => TOOK,
            Answer::Found(_) | Answer::Pending(_) | Answer::Differs => SEEN,
            _ => 0,
        }
    }

    /// Whether it is a success in a body that no parser takes as a whole.
    pub(crate) fn is_unreadable_success(self) -> bool {
        matches!(self, Answer::CutOff | Answer::OfAnotherType)
    }

    /// Status and body of the HTTP answer, if there is one.
    pub(crate) fn http(self) -> Option<(u16, String)> {
        Some(match self {
            Answer::None | Answer::NeverSent => return None,
            Answer::Settled => (200, settlement("success", "success")),
            Answer::Accepted => (200, settlement("success", "queued")),
            Answer::AcceptedInAnError => (503, settlement("success", "queued")),
            Answer::Contradictory => (200, settlement("failed", "success")),
            Answer::CutOff => (502, r#"{"code":"000","data":{"bill":{"sta"#.to_owned()),
            Answer::OfAnotherType => {
                (500, settlement("success", "success").replace("{\"code\"", "{\"message\":7,\"code\""))
            }
            Answer::Exists => (409, r#"{"code":"E02"}"#.to_owned()),
            Answer::Failed => (200, settlement("failed", "failed")),
            Answer::Error => (500, String::new()),
            Answer::OtherWords => (200, r#"{"code":"Z9"}"#.to_owned()),
            Answer::Busy => (429, String::new()),
            Answer::Unauthorised => (401, String::new()),
            Answer::Refused => (400, String::new()),
            Answer::Found(bill) => (200, transaction("T", "INV-1", bill.amount(), "success")),
            Answer::Pending(bill) => (200, transaction("T", "INV-1", bill.amount(), "pending")),
            Answer::Differs => (200, transaction("T", "INV-1", 1, "success")),
            Answer::FoundFailed => (200, transaction("F", "INV-1", AMOUNT, "failed")),
            Answer::NotFound => (200, r#"{"code":"404"}"#.to_owned()),
            Answer::ControlFound => (200, transaction("C", CONTROL, AMOUNT, "success")),
        })
    }
}

fn settlement(bill: &str, payment: &str) -> String {
    format!(r#"{{"code":"000","data":{{"bill":{{"status":"{bill}"}},"payment":{{"status":"{payment}"}}}}}}"#)
}

fn transaction(id: &str, reference: &str, amount: i64, status: &str) -> String {
    format!(
        r#"{{"code":"SUCCESS","message":"","data":{{"tran_id":"{id}","tran_date":"2026-01-31T09:00:00.000",
        "tran_amount":{amount},"fee_amount":0,"total_amount":{amount},"currency":"KHR","identity_code":"{reference}",
        "bank_code":"B","bank_ref":"R","purpose_of_transaction":"{reference}","status":"{status}"}}}}"#
    )
}
