//! Result of a lookup of the bill.

use crate::flows::recorded::Set;
use crate::flows::settlement::{
    knowledge::{BillDigest, Facts, Knowledge, SeenStatus, TransactionId},
    lookup::{Lookup, LookupVerdict},
};
use crate::interface::{
    error::{Error, NextStep},
    models::Transaction,
    profile::{StatusMeaning, WireProfile},
};
use crate::wire::Instant;

/// A lookup, as far as it says something of the bill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sight {
    /// A transaction under the reference.
    Found {
        id: TransactionId,
        status: SeenStatus,
        /// The bills that nothing in it contradicts.
        fits: Set<BillDigest>,
    },
    NotFound,
    /// No answer, or one that a wait may mend.
    Nothing,
    /// A credential was refused.
    Unauthorised,
    /// An answer that no waiting mends.
    Unusable,
}

impl Sight {
    pub(crate) fn of(verdict: &LookupVerdict, lookup: &Lookup, known: &Knowledge) -> Sight {
        let profile = &lookup.call.context.profile;
        match verdict {
            LookupVerdict::NotFound => Sight::NotFound,
            LookupVerdict::Unclear { transaction: None, error, next_step } => {
                Sight::of_unclear(error.as_deref(), *next_step)
            }
            // Another reference's transaction says nothing about this one.
            LookupVerdict::Different { mismatches, .. }
                if mismatches.iter().any(|mismatch| carries_reference(&mismatch.field, profile)) =>
            {
                Sight::Unusable
            }
            found => found.transaction().map_or(Sight::Unusable, |seen| Sight::found(seen, lookup, known)),
        }
    }

    fn of_unclear(error: Option<&Error>, next_step: NextStep) -> Sight {
        match next_step {
            NextStep::FixCredentials => Sight::Unauthorised,
            NextStep::VerifyAgain if error.is_some() => Sight::Nothing,
            _ => Sight::Unusable,
        }
    }

    fn found(transaction: &Transaction, lookup: &Lookup, known: &Knowledge) -> Sight {
        let first_attempt = known.first_attempt().map(Instant::from_unix_millis);
        let fits = known.fitting(|facts: &Facts| lookup.agrees(facts, transaction, first_attempt));
        let status = match lookup.call.context.profile.transaction_status(transaction.status.as_str()) {
            StatusMeaning::Success => SeenStatus::Success,
            StatusMeaning::Pending => SeenStatus::Pending,
            StatusMeaning::Failed => SeenStatus::Failed,
            StatusMeaning::Unknown => SeenStatus::Unknown,
        };
        Sight::Found { id: transaction.tran_id.clone(), status, fits }
    }
}

/// Whether a field of a verification carries the bill's reference.
fn carries_reference(field: &str, profile: &WireProfile) -> bool {
    let Some(lookup) = &profile.settlement_lookup else { return false };
    let carried = match field {
        "identity_code" => &lookup.identity_code,
        "purpose_of_transaction" => &lookup.purpose_of_transaction,
        _ => return false,
    };
    carried == "ref_id"
}
