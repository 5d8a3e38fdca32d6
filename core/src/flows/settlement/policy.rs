//! How often, how long and with which pauses a flow tries.

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
    mod settlement_policy {
        /// Attempts, pauses and limits of a `SettlementFlow`. All times are in milliseconds.
        ///
        /// The interface shows no times (section 8). Agree on `not_found_holds_ms` with your service: it is what
        /// protects from paying twice when a request is recorded late.
        pub struct SettlementPolicy {
            /// Number of times that the settlement may be sent: 1 to 100. Default 5.
            #[builder(default = 5)]
            pub attempts: u32,
            /// First pause before the settlement is sent again or looked up again; each further pause is twice as
            /// long. Default 500.
            #[builder(default = 500)]
            pub pause_ms: u64,
            /// Longest pause. Default 60,000.
            #[builder(default = 60_000)]
            pub longest_pause_ms: u64,
            /// Time for which lookups must say "not found", at least three times and nothing else, before the
            /// settlement may be sent again. Only pauses that the flow asked for count. It doubles with each further
            /// attempt, up to `deadline_ms`. Default 120,000.
            #[builder(default = 120_000)]
            pub not_found_holds_ms: u64,
            /// Time in which a request has ended and its answer is stored, once it was given out: your HTTP
            /// time-out and a margin, by which the clocks of two processes may differ. Default 60,000.
            #[builder(default = 60_000)]
            pub in_flight_ms: u64,
            /// Time after the start after which nothing is sent again. Default 3,600,000.
            #[builder(default = 3_600_000)]
            pub deadline_ms: u64,
            /// Whether "not found" counts although no lookup has found a control bill. A lookup that never works,
            /// such as one with the token of another contract, then pays every bill twice whose answer is lost.
            /// Default false: without a control such a bill ends as unclear, and a person asks the service.
            #[builder(default = false)]
            pub trust_not_found: bool,
        }
    }
}

impl Default for SettlementPolicy {
    fn default() -> SettlementPolicy {
        SettlementPolicy::builder().build()
    }
}

const ATTEMPTS: RangeInclusive<u64> = 1..=100;
/// A year is longer than any of these times can be meant.
const MILLIS: RangeInclusive<u64> = 1..=366 * 24 * 3_600_000;

impl SettlementPolicy {
    /// Checks the bounds of every setting.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let settings = [
            ("policy.attempts", u64::from(self.attempts), ATTEMPTS),
            ("policy.pauseMs", self.pause_ms, MILLIS),
            ("policy.longestPauseMs", self.longest_pause_ms, self.pause_ms..=*MILLIS.end()),
            ("policy.notFoundHoldsMs", self.not_found_holds_ms, MILLIS),
            ("policy.inFlightMs", self.in_flight_ms, MILLIS),
            ("policy.deadlineMs", self.deadline_ms, MILLIS),
        ];
        check_bounds(&settings)
    }

    pub(crate) fn pauses(&self) -> Pauses {
        Pauses { first: self.pause_ms, longest: self.longest_pause_ms }
    }
}
