//! The service: when money moves, and what it answers.

/// Longest time between a request and the movement of the money, in ticks.
pub(crate) const MOST_DELAY: i64 = 1;
/// Longest time until a lookup finds a movement, in ticks.
pub(crate) const MOST_LAG: i64 = 1;

/// Result of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fate {
    /// It does not arrive.
    Dropped,
    /// The money moves at once, and the answer says so.
    Settles,
    /// The money moves at once, and the answer leaves it open.
    Accepts,
    /// The money moves at once, and the answer is an error of the server.
    SettlesAndFails,
    /// The money moves some ticks later, and the answer is an error of the server.
    SettlesLater,
    /// Nothing moves, and the answer is an error of the server.
    Fails,
    /// Nothing moves, and the answer refuses for now.
    Busy,
    /// Nothing moves, and the answer refuses.
    Refuses,
    /// A lookup is answered by what is recorded.
    Finds,
    /// A lookup does not find yet what is recorded.
    FindsNothingYet,
    /// A lookup finds the transaction as still open.
    FindsPending,
}

pub(crate) const OF_SETTLEMENT: [Fate; 8] = [
    Fate::Dropped,
    Fate::Settles,
    Fate::Accepts,
    Fate::SettlesAndFails,
    Fate::SettlesLater,
    Fate::Fails,
    Fate::Busy,
    Fate::Refuses,
];
pub(crate) const OF_LOOKUP: [Fate; 5] =
    [Fate::Dropped, Fate::Finds, Fate::FindsNothingYet, Fate::FindsPending, Fate::Fails];

/// The money that the service moved for the bill.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Service {
    /// Time of each movement, also of those to come.
    movements: Vec<i64>,
}

impl Service {
    /// Number of movements, also of those to come.
    pub(crate) fn moved(&self) -> usize {
        self.movements.len()
    }

    /// Whether a request can have this fate now.
    pub(crate) fn allows(&self, fate: Fate, now: i64) -> bool {
        match fate {
            Fate::FindsNothingYet | Fate::FindsPending => self.movements.iter().any(|at| is_recent(*at, now)),
            _ => true,
        }
    }

    /// Serves a request. Returns the answer, if there is one.
    pub(crate) fn serve(&mut self, fate: Fate, now: i64) -> Option<Answer> {
        match fate {
            Fate::Settles | Fate::Accepts | Fate::SettlesAndFails => self.movements.push(now),
            Fate::SettlesLater => self.movements.push(now.saturating_add(MOST_DELAY)),
            _ => {}
        }
        Some(match fate {
            Fate::Dropped => return None,
            Fate::Settles => Answer(200, SETTLED),
            Fate::Accepts => Answer(200, ACCEPTED),
            Fate::SettlesAndFails | Fate::SettlesLater | Fate::Fails => Answer(500, ""),
            Fate::Busy => Answer(429, ""),
            Fate::Refuses => Answer(400, ""),
            Fate::Finds if self.movements.iter().any(|at| *at <= now) => Answer(200, FOUND),
            Fate::Finds | Fate::FindsNothingYet => Answer(200, NOT_FOUND),
            Fate::FindsPending => Answer(200, PENDING),
        })
    }
}

/// Whether a lookup may miss a movement.
fn is_recent(at: i64, now: i64) -> bool {
    at <= now && now < at.saturating_add(MOST_LAG)
}

/// Status and body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Answer(pub(crate) u16, pub(crate) &'static str);

const SETTLED: &str = r#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#;
const ACCEPTED: &str = r#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"queued"}}}"#;
const NOT_FOUND: &str = r#"{"code":"404"}"#;
const FOUND: &str = r#"{"code":"SUCCESS","message":"","data":{"tran_id":"T-1","tran_date":"2026-01-31T09:00:00.000","tran_amount":40000,"fee_amount":0,"total_amount":40000,"currency":"KHR","identity_code":"INV-1","bank_code":"B","bank_ref":"R","purpose_of_transaction":"INV-1","status":"success"}}"#;
const PENDING: &str = r#"{"code":"SUCCESS","message":"","data":{"tran_id":"T-1","tran_date":"2026-01-31T09:00:00.000","tran_amount":40000,"fee_amount":0,"total_amount":40000,"currency":"KHR","identity_code":"INV-1","bank_code":"B","bank_ref":"R","purpose_of_transaction":"INV-1","status":"pending"}}"#;
