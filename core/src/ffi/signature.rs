//! Signing alone, and reading a received date.

use super::{Form, Setting as _};
use crate::{BillwireError, CodeShapes, HashToken, Instant, SigningOffset};
use std::sync::Arc;

/// The six signed fields of a bill, for a program that writes the body of a settlement itself.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct SignedFields {
    /// Reference id of the bill.
    pub ref_id: String,
    /// Bill date.
    pub date: Instant,
    /// Currency code.
    pub currency: String,
    /// Total amount of the bill, in whole units: 0 to 2^53-1.
    pub total_amount: i64,
    /// Sync code of the customer.
    pub customer_sync_code: String,
    /// Linked biller sync code to settle to.
    pub settlement_to: String,
}

impl SignedFields {
    pub(super) fn borrowed(&self) -> crate::SignedFields<'_> {
        crate::SignedFields {
            ref_id: &self.ref_id,
            date: self.date,
            currency: &self.currency,
            total_amount: self.total_amount,
            customer_sync_code: &self.customer_sync_code,
            settlement_to: &self.settlement_to,
        }
    }
}

/// Signing key with precomputed state. Preparing it costs as much as two signatures.
#[derive(Debug, uniffi::Object)]
pub struct SigningKey(crate::SigningKey);

#[uniffi::export]
impl SigningKey {
    /// Prepares the key. Throws `InvalidConfig` if the token is empty or has white space around it.
    #[uniffi::constructor]
    pub fn new(token: Arc<HashToken>) -> Result<SigningKey, BillwireError> {
        Ok(SigningKey(crate::SigningKey::try_new(&HashToken::of(token))?))
    }

    /// Returns the hash of section 5.3: 88 characters of Base64. The date's digits are in UTC by default. Throws
    /// `InvalidRequest` with all violations at once.
    #[uniffi::method(default(signing_offset))]
    pub fn sign(&self, fields: SignedFields, signing_offset: Option<SigningOffset>) -> Result<String, BillwireError> {
        Ok(crate::sign(&fields.borrowed(), &self.0, signing_offset.unwrap_or_default())?.as_str().into())
    }
}

/// Counts the bills that a signing string could stand for, if the merchant's codes have these shapes.
#[uniffi::export]
pub fn count_parses(signing_string: String, shapes: Form<CodeShapes>) -> i64 {
    CodeShapes::of(shapes).parses(&signing_string).form()
}

/// Returns the instant of a received `tran_date`, or none for a text that is no date.
///
/// A date without a zone is read in the assumed one, and a date alone is the start of its day there. It reads
/// `2026-01-31T09:00:00` and `2026-01-31 09:00`, with a fraction, `Z`, `+07:00`, `+0700` or `+07` after it,
/// `2026-01-31`, `20260131090000`, and seconds and milliseconds since 1970. With `day_first` it also reads
/// `31/01/2026 09:00`.
#[uniffi::export(default(day_first = false))]
pub fn read_tran_date(text: String, assumed_offset: SigningOffset, day_first: bool) -> Option<Instant> {
    if day_first { Instant::read_day_first(&text, assumed_offset) } else { Instant::read_local(&text, assumed_offset) }
}
