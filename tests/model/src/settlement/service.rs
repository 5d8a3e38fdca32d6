//! The service: when money moves, and what it answers.

/// What a request does to the money of the bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Effect {
    /// Nothing, or the request does not arrive.
    Nothing,
    /// The money moves.
    Moves,
    /// The service takes the bill, and its transaction fails later.
    FailsLater,
    /// Nothing moves, though a lookup may show something pending for a while.
    PendsForAWhile,
}

/// Result of a request: its effect, and the answer that arrives.
pub(crate) type Fate = (Effect, Answer);

/// Kind of a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conduct {
    /// It settles each attempt that it gets, and its answers are those of the interface.
    Plain,
    /// It settles each attempt that it gets, its answers are of all kinds, and transactions fail.
    Manifold,
    /// It settles a bill once and refuses it afterwards. Its lookups lag for twice as long as "not found" has to
    /// hold, which is wrong after the first attempt and right after the second.
    Once,
}

/// Fates of a settlement whose answer arrives.
const PLAIN: [Fate; 7] = [
    (Effect::Moves, Answer::Settled),
    (Effect::Moves, Answer::Accepted),
    (Effect::Moves, Answer::AcceptedInAnError),
    (Effect::Moves, Answer::Error),
    (Effect::PendsForAWhile, Answer::Error),
    (Effect::Nothing, Answer::Busy),
    (Effect::Nothing, Answer::Refused),
];
const OF_ALL_KINDS: [Fate; 10] = [
    (Effect::Moves, Answer::Settled),
    (Effect::Moves, Answer::AcceptedInAnError),
    (Effect::FailsLater, Answer::Accepted),
    (Effect::Moves, Answer::Error),
    (Effect::PendsForAWhile, Answer::Error),
    (Effect::Moves, Answer::OtherWords),
    (Effect::Nothing, Answer::OtherWords),
    (Effect::Nothing, Answer::Exists),
    (Effect::Nothing, Answer::Busy),
    (Effect::Nothing, Answer::Refused),
];
const ONCE: [Fate; 5] = [
    (Effect::Moves, Answer::Settled),
    (Effect::Moves, Answer::Error),
    (Effect::PendsForAWhile, Answer::Error),
    (Effect::Nothing, Answer::Busy),
    (Effect::Nothing, Answer::Refused),
];
/// Effects of a settlement whose answer is lost.
pub(crate) const UNANSWERED: [Effect; 3] = [Effect::Nothing, Effect::Moves, Effect::PendsForAWhile];
/// Answers to a lookup. One without an answer is like one that fails.
const LOOKUP: [Answer; 4] = [Answer::Found, Answer::NotFound, Answer::Pending, Answer::Error];
/// A bill is sent three times at most.
const LOOKUP_OF_ALL_KINDS: [Answer; 8] = [
    Answer::Found,
    Answer::NotFound,
    Answer::Pending,
    Answer::Failed(1),
    Answer::Failed(2),
    Answer::Failed(3),
    Answer::Other,
    Answer::Error,
];

impl Conduct {
    /// Everything that may become of a request, answered or not.
    pub(crate) fn fates(self, is_lookup: bool) -> Vec<Fate> {
        let lookups = |answers: &[Answer]| answers.iter().map(|answer| (Effect::Nothing, *answer)).collect();
        let settlements = |fates: &[Fate]| {
            let unanswered = UNANSWERED.map(|effect| (effect, Answer::None));
            fates.iter().copied().chain(unanswered).collect()
        };
        match (is_lookup, self) {
            (false, Conduct::Plain) => settlements(&PLAIN),
            (false, Conduct::Manifold) => settlements(&OF_ALL_KINDS),
            (false, Conduct::Once) => settlements(&ONCE),
            (true, Conduct::Manifold) => lookups(&LOOKUP_OF_ALL_KINDS),
            (true, Conduct::Once) => lookups(&[Answer::Found, Answer::NotFound]),
            (true, Conduct::Plain) => lookups(&LOOKUP),
        }
    }
}

/// The money that the service moved for the bill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Service {
    /// Movements, also those to come.
    pub(crate) moved: u8,
    /// Transactions that failed, or will.
    failed: u8,
    /// Tick until which a lookup may miss them or call them pending; 0 if there is none.
    unsure_until: i64,
}

impl Service {
    /// Whether a request can have this fate now. `forgets` is whether lookups may miss what they once found.
    pub(crate) fn allows(self, (effect, answer): Fate, conduct: Conduct, forgets: bool, now: i64) -> bool {
        let is_unsure = now < self.unsure_until;
        let has_settled = conduct == Conduct::Once && self.moved > 0;
        let may_come = effect != Effect::Moves || !has_settled;
        may_come
            && match answer {
                Answer::Exists | Answer::Found => self.moved > 0,
                Answer::NotFound => self.moved == 0 || is_unsure || forgets,
                Answer::Pending => is_unsure,
                // The last transaction that failed, or the first one.
                Answer::Failed(number) => self.failed == number || (self.failed > 0 && number == 1),
                _ => true,
            }
    }

    /// Serves a request, of which a lookup is sure so many ticks later.
    ///
    /// A movement that comes late and a lookup that lags behind have one bound, the sum of both: until then a lookup
    /// may find the movement or miss it.
    pub(crate) fn serve(&mut self, effect: Effect, now: i64, sure_after: i64) {
        match effect {
            Effect::Moves => self.moved = self.moved.saturating_add(1),
            Effect::FailsLater => self.failed = self.failed.saturating_add(1),
            Effect::PendsForAWhile if self.moved == 0 => {}
            Effect::PendsForAWhile | Effect::Nothing => return,
        }
        self.unsure_until = now.saturating_add(sure_after);
    }

    /// Result that a person hears from the service, once it is sure.
    pub(crate) fn word(self, now: i64) -> Option<bool> {
        (now >= self.unsure_until).then_some(self.moved > 0)
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
    /// The bill exists already.
    Exists,
    /// An error of the server.
    Error,
    /// A code that nobody has described.
    OtherWords,
    /// It refuses for now.
    Busy,
    Refused,
    Found,
    NotFound,
    Pending,
    /// The transaction of this number has failed.
    Failed(u8),
    /// A transaction of another amount.
    Other,
}

impl Answer {
    /// Whether the service says that it took the bill, after which nothing may be sent again.
    pub(crate) fn takes_the_bill(self) -> bool {
        matches!(
            self,
            Answer::Settled
                | Answer::Accepted
                | Answer::AcceptedInAnError
                | Answer::Exists
                | Answer::Found
                | Answer::Pending
        )
    }

    /// Status and body of the HTTP answer, if there is one.
    pub(crate) fn http(self) -> Option<(u16, String)> {
        Some(match self {
            Answer::None | Answer::NeverSent => return None,
            Answer::Settled => (200, settlement("success")),
            Answer::Accepted => (200, settlement("queued")),
            Answer::AcceptedInAnError => (503, settlement("queued")),
            Answer::Exists => (409, r#"{"code":"E02"}"#.to_owned()),
            Answer::Error => (500, String::new()),
            Answer::OtherWords => (200, r#"{"code":"Z9"}"#.to_owned()),
            Answer::Busy => (429, String::new()),
            Answer::Refused => (400, String::new()),
            Answer::Found => (200, transaction("T", "40000", "success")),
            Answer::NotFound => (200, r#"{"code":"404"}"#.to_owned()),
            Answer::Pending => (200, transaction("T", "40000", "pending")),
            Answer::Failed(number) => (200, transaction(&format!("F-{number}"), "40000", "failed")),
            Answer::Other => (200, transaction("O", "1", "success")),
        })
    }
}

fn settlement(payment: &str) -> String {
    r#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"PAYMENT"}}}"#.replace("PAYMENT", payment)
}

fn transaction(id: &str, amount: &str, status: &str) -> String {
    r#"{"code":"SUCCESS","message":"","data":{"tran_id":"ID","tran_date":"2026-01-31T09:00:00.000","tran_amount":AMOUNT,
        "fee_amount":0,"total_amount":AMOUNT,"currency":"KHR","identity_code":"INV-1","bank_code":"B","bank_ref":"R",
        "purpose_of_transaction":"INV-1","status":"STATUS"}}"#
        .replace("\"ID\"", &format!("\"{id}\""))
        .replace("AMOUNT", amount)
        .replace("STATUS", status)
}
