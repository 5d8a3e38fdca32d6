//! The service: when money moves, and what it answers.

/// Result of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fate {
    /// It does not arrive.
    Dropped,
    /// The money moves, and the answer says so.
    Settles,
    /// The money moves, and the answer leaves it open.
    Accepts,
    /// The money moves, and the answer leaves it open under the HTTP status of an error.
    AcceptsInAnError,
    /// The service takes the bill, and its transaction fails later.
    AcceptsAndFails,
    /// The money moves, and the answer is an error of the server.
    SettlesAndFails,
    /// Nothing moves, though a lookup may show something pending for a while, and the answer is an error of the server.
    Fails,
    /// The money moves, and the answer has a code that nobody has described.
    SettlesInOtherWords,
    /// Nothing moves, and the answer has a code that nobody has described.
    FailsInOtherWords,
    /// The bill exists already.
    Exists,
    /// Nothing moves, and the answer refuses for now.
    Busy,
    /// Nothing moves, and the answer refuses.
    Refuses,
    /// A lookup finds the movement.
    Finds,
    /// A lookup finds nothing.
    FindsNothing,
    /// A lookup finds a transaction that is still open.
    FindsPending,
    /// A lookup finds the last transaction that failed, or the first one.
    FindsFailed,
    FindsFirstFailed,
    /// A lookup finds a transaction of another amount.
    FindsOther,
    /// A lookup is answered by an error of the server.
    LookupFails,
}

/// Kind of a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conduct {
    /// It settles each attempt that it gets, and its answers are those of the interface.
    Plain,
    /// It settles each attempt that it gets, its answers are of all kinds, and transactions fail.
    Manifold,
    /// It settles a bill once and refuses it afterwards. Its lookups lag for twice as long as "not found" has to hold, which is
    /// wrong after the first attempt and right after the second.
    Once,
}

/// Fates of a settlement whose answer arrives.
const PLAIN: [Fate; 7] = [
    Fate::Settles,
    Fate::Accepts,
    Fate::AcceptsInAnError,
    Fate::SettlesAndFails,
    Fate::Fails,
    Fate::Busy,
    Fate::Refuses,
];
const OF_ALL_KINDS: [Fate; 10] = [
    Fate::Settles,
    Fate::AcceptsInAnError,
    Fate::AcceptsAndFails,
    Fate::SettlesAndFails,
    Fate::Fails,
    Fate::SettlesInOtherWords,
    Fate::FailsInOtherWords,
    Fate::Exists,
    Fate::Busy,
    Fate::Refuses,
];
const ONCE: [Fate; 5] = [Fate::Settles, Fate::SettlesAndFails, Fate::Fails, Fate::Busy, Fate::Refuses];
/// Fates of a settlement whose answer is lost: the other ones differ from these in the answer alone.
const UNANSWERED: [Fate; 3] = [Fate::Dropped, Fate::Settles, Fate::Fails];
/// Fates of a lookup whose answer arrives.
const LOOKUP: [Fate; 4] = [Fate::Finds, Fate::FindsNothing, Fate::FindsPending, Fate::LookupFails];
const LOOKUP_OF_ALL_KINDS: [Fate; 7] = [
    Fate::Finds,
    Fate::FindsNothing,
    Fate::FindsPending,
    Fate::FindsFailed,
    Fate::FindsFirstFailed,
    Fate::FindsOther,
    Fate::LookupFails,
];

impl Conduct {
    pub(crate) fn answered(self, is_lookup: bool) -> &'static [Fate] {
        match (is_lookup, self) {
            (false, Conduct::Plain) => &PLAIN,
            (false, Conduct::Manifold) => &OF_ALL_KINDS,
            (false, Conduct::Once) => &ONCE,
            (true, Conduct::Manifold) => &LOOKUP_OF_ALL_KINDS,
            (true, Conduct::Once) => &[Fate::Finds, Fate::FindsNothing],
            (true, Conduct::Plain) => &LOOKUP,
        }
    }

    pub(crate) fn unanswered(self, is_lookup: bool) -> &'static [Fate] {
        // A lookup without an answer is like one that fails.
        if is_lookup { &[] } else { &UNANSWERED }
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
    pub(crate) fn allows(self, fate: Fate, conduct: Conduct, forgets: bool, now: i64) -> bool {
        let is_unsure = now < self.unsure_until;
        match fate {
            Fate::Settles | Fate::SettlesAndFails => conduct != Conduct::Once || self.moved == 0,
            Fate::Exists | Fate::Finds => self.moved > 0,
            Fate::FindsNothing => self.moved == 0 || is_unsure || forgets,
            Fate::FindsPending => is_unsure,
            Fate::FindsFailed => self.failed > 0,
            Fate::FindsFirstFailed => self.failed > 1,
            _ => true,
        }
    }

    /// Serves a request, of which a lookup is sure so many ticks later.
    ///
    /// A movement that comes late and a lookup that lags behind have one bound, the sum of both: until then a lookup may
    /// find the movement or miss it.
    pub(crate) fn serve(&mut self, fate: Fate, now: i64, sure_after: i64) {
        match fate {
            Fate::Settles
            | Fate::Accepts
            | Fate::AcceptsInAnError
            | Fate::SettlesAndFails
            | Fate::SettlesInOtherWords => self.moved = self.moved.saturating_add(1),
            Fate::AcceptsAndFails => self.failed = self.failed.saturating_add(1),
            Fate::Fails if self.moved == 0 => {}
            _ => return,
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

    /// Reply to a request of this fate.
    pub(crate) fn answer(self, fate: Fate) -> Answer {
        match fate {
            Fate::Dropped => Answer::None,
            Fate::Settles => Answer::Settled,
            Fate::Accepts | Fate::AcceptsAndFails => Answer::Accepted,
            Fate::AcceptsInAnError => Answer::AcceptedInAnError,
            Fate::Exists => Answer::Exists,
            Fate::SettlesAndFails | Fate::Fails | Fate::LookupFails => Answer::Error,
            Fate::SettlesInOtherWords | Fate::FailsInOtherWords => Answer::OtherWords,
            Fate::Busy => Answer::Busy,
            Fate::Refuses => Answer::Refused,
            Fate::Finds => Answer::Found,
            Fate::FindsNothing => Answer::NotFound,
            Fate::FindsPending => Answer::Pending,
            Fate::FindsFailed => Answer::Failed(self.failed),
            Fate::FindsFirstFailed => Answer::Failed(1),
            Fate::FindsOther => Answer::Other,
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
    Accepted,
    AcceptedInAnError,
    Exists,
    Error,
    OtherWords,
    Busy,
    Refused,
    Found,
    NotFound,
    Pending,
    /// The transaction of this number has failed.
    Failed(u8),
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
