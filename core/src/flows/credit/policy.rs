//! How often and with which pauses a bill is verified.

use crate::wire::model::settings::settings;
use crate::{
    flows::{Pauses, check_bounds},
    interface::error::Error,
};
use bon::Builder;
use std::ops::RangeInclusive;

settings! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Builder)]
    #[builder(const)]
    mod credit_policy {
        /// Attempts, pauses and limits of a `CreditFlow`. All times are in milliseconds.
        pub struct CreditPolicy {
            /// Number of verifications that one flow of an unpaid bill makes: 1 to 100. Default 5. An event leads to
            /// one.
            #[builder(default = 5)]
            pub attempts: u32,
            /// First pause after a verification without a result; each further pause is twice as long. Default 500.
            #[builder(default = 500)]
            pub pause_ms: u64,
            /// Longest pause. Default 60,000.
            #[builder(default = 60_000)]
            pub longest_pause_ms: u64,
            /// Time after which an event that anyone can send is answered, whatever its bill, so that the time tells
            /// nothing. It has to cover your HTTP time-out. Default 6,000.
            #[builder(default = 6_000)]
            pub unauthenticated_reply_ms: u64,
        }
    }
}

impl Default for CreditPolicy {
    fn default() -> CreditPolicy {
        CreditPolicy::builder().build()
    }
}

const ATTEMPTS: RangeInclusive<u64> = 1..=100;
/// A day is longer than any of these times can be meant.
const MILLIS: RangeInclusive<u64> = 1..=24 * 3_600_000;

impl CreditPolicy {
    /// Checks the bounds of every setting.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let settings = [
            ("policy.attempts", u64::from(self.attempts), ATTEMPTS),
            ("policy.pauseMs", self.pause_ms, MILLIS),
            ("policy.longestPauseMs", self.longest_pause_ms, self.pause_ms..=*MILLIS.end()),
            ("policy.unauthenticatedReplyMs", self.unauthenticated_reply_ms, MILLIS),
        ];
        check_bounds(&settings)
    }

    pub(crate) fn pauses(&self) -> Pauses {
        Pauses { first: self.pause_ms, longest: self.longest_pause_ms }
    }
}
