//! Knowledge about a bill's settlement. It only rises: what the service has said is never forgotten.

/// Strongest sign that a settlement may have moved money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Evidence {
    /// No attempt was given out, or each is known to have moved nothing.
    None,
    /// An attempt was given out, and nothing proves that it moved nothing.
    Tried,
    /// The service took the bill: its answer carried a success code, a code of existing already, or a status of the bill or
    /// the payment that is not declared failed.
    Accepted,
    /// A lookup returned the bill's transaction with a status that is not declared failed.
    Seen,
}

impl Evidence {
    /// Every value, from the weakest to the strongest.
    pub const ALL: &'static [Evidence] = &[Evidence::None, Evidence::Tried, Evidence::Accepted, Evidence::Seen];

    /// Returns the name that records and all languages use, such as `accepted`.
    pub fn as_str(self) -> &'static str {
        match self {
            Evidence::None => "none",
            Evidence::Tried => "tried",
            Evidence::Accepted => "accepted",
            Evidence::Seen => "seen",
        }
    }

    /// Whether "not found" can prove that nothing has moved.
    pub(crate) fn yields_to_not_found(self) -> bool {
        self <= Evidence::Tried
    }
}
