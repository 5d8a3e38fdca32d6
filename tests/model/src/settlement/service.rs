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
    /// The money moves, and the answer is an error of the server.
    SettlesAndFails,
    /// Nothing moves, though a lookup may show something pending for a while, and the answer is an error of the server.
    Fails,
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
    /// A lookup is answered by an error of the server.
    LookupFails,
}

/// Fates of a settlement whose answer arrives.
pub(crate) const OF_SETTLEMENT: [Fate; 6] =
    [Fate::Settles, Fate::Accepts, Fate::SettlesAndFails, Fate::Fails, Fate::Busy, Fate::Refuses];
/// Fates of a settlement whose answer is lost: the other ones differ from these in the answer alone.
pub(crate) const OF_UNANSWERED: [Fate; 3] = [Fate::Dropped, Fate::Settles, Fate::Fails];
/// Fates of a lookup whose answer arrives.
pub(crate) const OF_LOOKUP: [Fate; 4] = [Fate::Finds, Fate::FindsNothing, Fate::FindsPending, Fate::LookupFails];
/// Fates of a lookup whose answer is lost.
pub(crate) const OF_UNANSWERED_LOOKUP: [Fate; 1] = [Fate::Dropped];

/// The money that the service moved for the bill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Service {
    /// Movements, also those to come.
    pub(crate) moved: u8,
    /// Tick until which a lookup may miss them or call them pending; 0 if there is none.
    unsure_until: i64,
}

impl Service {
    /// Whether a request can have this fate now.
    pub(crate) fn allows(self, fate: Fate, now: i64) -> bool {
        match fate {
            Fate::Finds => self.moved > 0,
            Fate::FindsNothing => self.moved == 0 || now < self.unsure_until,
            Fate::FindsPending => now < self.unsure_until,
            _ => true,
        }
    }

    /// Serves a request, of which a lookup is sure so many ticks later.
    ///
    /// A movement that comes late and a lookup that lags behind have one bound, the sum of both: until then a lookup may
    /// find the movement or miss it.
    pub(crate) fn serve(&mut self, fate: Fate, now: i64, sure_after: i64) {
        if matches!(fate, Fate::Settles | Fate::Accepts | Fate::SettlesAndFails) {
            self.moved = self.moved.saturating_add(1);
        }
        if matches!(fate, Fate::Settles | Fate::Accepts | Fate::SettlesAndFails | Fate::Fails) {
            self.unsure_until = now.saturating_add(sure_after);
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
    Accepted,
    Error,
    Busy,
    Refused,
    Found,
    NotFound,
    Pending,
}

impl Fate {
    pub(crate) fn answer(self) -> Answer {
        match self {
            Fate::Dropped => Answer::None,
            Fate::Settles => Answer::Settled,
            Fate::Accepts => Answer::Accepted,
            Fate::SettlesAndFails | Fate::Fails | Fate::LookupFails => Answer::Error,
            Fate::Busy => Answer::Busy,
            Fate::Refuses => Answer::Refused,
            Fate::Finds => Answer::Found,
            Fate::FindsNothing => Answer::NotFound,
            Fate::FindsPending => Answer::Pending,
        }
    }
}

impl Answer {
    /// Status and body of the HTTP answer, if there is one.
    pub(crate) fn http(self) -> Option<(u16, String)> {
        let transaction = |status: &str| {
            [r#"{"code":"SUCCESS","message":"","data":{"tran_id":"T-1","tran_date":"2026-01-31T09:00:00.000","tran_amount":40000,"fee_amount":0,"total_amount":40000,"currency":"KHR","identity_code":"INV-1","bank_code":"B","bank_ref":"R","purpose_of_transaction":"INV-1","status":""#, status, r#""}}"#].concat()
        };
        let settlement = |payment: &str| {
            [r#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":""#, payment, r#""}}}"#].concat()
        };
        Some(match self {
            Answer::None | Answer::NeverSent => return None,
            Answer::Settled => (200, settlement("success")),
            Answer::Accepted => (200, settlement("queued")),
            Answer::Error => (500, String::new()),
            Answer::Busy => (429, String::new()),
            Answer::Refused => (400, String::new()),
            Answer::Found => (200, transaction("success")),
            Answer::NotFound => (200, r#"{"code":"404"}"#.to_owned()),
            Answer::Pending => (200, transaction("pending")),
        })
    }
}
