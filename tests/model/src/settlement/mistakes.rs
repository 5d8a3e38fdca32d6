//! The mistakes of the controls. Each must break a promise.

use billwire::SettlementPolicy;

/// Something that a caller or a flow must not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// The caller says that a record is stored before it is.
    StoresLate,
    /// The caller takes a store that did not answer for one that did.
    AssumesSaved,
    /// The caller does not look first after records were lost.
    TrustsOldRecords,
    /// The flow lets "not found" count at once.
    BelievesNotFound,
    /// The flow calls a request ended that is still under way.
    Hurries,
    /// The flow forgets that the service accepted the bill.
    ForgetsAccepted,
    /// The flow forgets that a lookup saw the bill's transaction.
    ForgetsSeen,
    /// The flow believes a refusal although an earlier attempt is in doubt.
    BelievesRefusals,
}

impl Mistake {
    /// Returns the policy of a flow with the mistake.
    pub(crate) fn policy(self, mut policy: SettlementPolicy) -> SettlementPolicy {
        match self {
            Mistake::BelievesNotFound => policy.not_found_holds_ms = 1,
            Mistake::Hurries => policy.in_flight_ms = 1,
            _ => {}
        }
        policy
    }

    /// Returns the record without what the flow forgets, if it forgets something.
    pub(crate) fn forgets(self, record: &str) -> Option<String> {
        let evidence = match self {
            Mistake::ForgetsAccepted => r#""evidence":"accepted""#,
            Mistake::ForgetsSeen => r#""evidence":"seen""#,
            _ => return None,
        };
        let is_told = record.contains(evidence) && record.contains(r#""in_flight":false"#);
        is_told.then(|| record.replace(evidence, r#""evidence":"tried""#))
    }
}
