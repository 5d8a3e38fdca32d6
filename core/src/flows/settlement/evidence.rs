//! How strong the signs are that money has moved.

use crate::wire::model::named::named;

named! {
    /// Strongest sign that a settlement may have moved money.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Evidence {
        /// No attempt was given out, or each is known to have moved nothing.
        None = "none",
        /// An attempt was given out, and nothing proves that it moved nothing.
        Tried = "tried",
        /// The service took the bill: its answer carried a success code, a code of existing already, or a status of
        /// the bill or the payment that is not declared failed.
        Accepted = "accepted",
        /// A lookup returned the bill's transaction with a status that is not declared failed.
        Seen = "seen",
    }
}
