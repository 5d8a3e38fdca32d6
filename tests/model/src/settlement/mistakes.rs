//! The mistakes of the controls. Each must break a promise.

use super::{bounds::Sight, service::Answer};
use billwire::SettlementPolicy;

/// Something that a caller or a flow must not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// A flow that is too late to store goes on from the stored record alone.
    DropsWhatItHeard,
    /// An answer that comes during a save is not told to the flow.
    DropsWhatItHearsDuringASave,
    /// The store does not compare.
    StoresWithoutComparing,
    /// The caller takes a store that did not answer for one that did.
    AssumesSaved,
    /// The caller does not say that records were restored.
    TrustsOldRecords,
    /// The policy trusts a lookup that may be blind.
    TrustsBlindLookups,
    /// The control bill counts as found whatever its lookup shows.
    AssumesControl,
    /// The control bill is looked up before the first "not found" alone, and counts as found after the last.
    ControlsBeforeAlone,
    /// "Not found" counts at once.
    BelievesTheFirstNotFound,
    /// A request counts as ended while it is under way.
    ShortensFlights,
    /// A flow takes what is under way for ended when it loads a record.
    EndsInFlight,
    /// A success counts as silence where its body cannot be read.
    ForgetsUnreadableSuccesses,
    /// A transaction that differs counts as no answer.
    ForgetsDifferences,
    /// A bill that is reopened is sent again without a look.
    ReopensWithoutALook,
    /// The look of a reopened bill does not wait for what is recorded late.
    ReopensWithoutWaiting,
}

impl Mistake {
    /// Returns the policy of a flow with the mistake.
    pub(crate) fn policy(self, mut policy: SettlementPolicy) -> SettlementPolicy {
        match self {
            Mistake::TrustsBlindLookups => policy.trust_not_found = true,
            Mistake::BelievesTheFirstNotFound => policy.not_found_holds_ms = 1,
            Mistake::ShortensFlights => policy.in_flight_ms = 1,
            _ => {}
        }
        policy
    }

    /// Returns the policy of a flow that reopens.
    pub(crate) fn policy_of_reopening(self, mut policy: SettlementPolicy) -> SettlementPolicy {
        if self == Mistake::ReopensWithoutWaiting {
            (policy.not_found_holds_ms, policy.in_flight_ms) = (1, 1);
        }
        policy
    }

    /// Returns what a flow with the mistake makes of an answer.
    pub(crate) fn hears(self, answer: Answer) -> Answer {
        match self {
            Mistake::ForgetsUnreadableSuccesses if answer.is_unreadable_success() => Answer::None,
            Mistake::ForgetsDifferences if answer == Answer::Differs => Answer::Error,
            _ => answer,
        }
    }

    /// Returns what a flow with the mistake makes of the control's lookup; the control was found before or not.
    pub(crate) fn hears_control(self, answer: Answer, was_found: bool) -> Answer {
        match self {
            Mistake::AssumesControl => Answer::ControlFound,
            Mistake::ControlsBeforeAlone if was_found => Answer::ControlFound,
            _ => answer,
        }
    }

    /// Returns the record as a flow with the mistake loads it.
    pub(crate) fn loads(self, record: &str) -> Option<String> {
        if self != Mistake::EndsInFlight {
            return None;
        }
        let mut record: serde_json::Value = serde_json::from_str(record).ok()?;
        let attempts = record.pointer_mut("/knowledge/attempts")?.as_object_mut()?;
        for attempt in attempts.values_mut() {
            let begun = attempt.get("begun")?.clone();
            attempt.as_object_mut()?.insert("until".to_owned(), begun);
        }
        Some(record.to_string())
    }
}

impl Sight {
    pub(crate) fn has_control(self) -> bool {
        matches!(self, Sight::Changing(_))
    }

    /// Number of times that lookups break or are mended.
    pub(crate) fn changes(self) -> Option<u8> {
        match self {
            Sight::Clear => None,
            Sight::Changing(times) | Sight::WithoutControl(times) => Some(times),
        }
    }
}
