//! The hash alone, why two sides differ about it, and the time of a received date.

use super::{config::CodeShapes, failure::BillwireError};
use crate::{
    biller,
    credentials::HashToken,
    explain::{self, Explanation, Normalize, Spelling},
    host, operations, signing,
};
use billwire_wire::{Instant, Sensitive, SigningOffset, input::DynamicValue};
use std::{fmt, sync::Arc};
use unicode_normalization::UnicodeNormalization;

/// The six signed fields of a bill alone, for whoever writes the body of a settlement without billwire.
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
    fn borrowed(&self) -> operations::SignedFields<'_> {
        operations::SignedFields {
            ref_id: &self.ref_id,
            date: self.date,
            currency: &self.currency,
            total_amount: self.total_amount,
            customer_sync_code: &self.customer_sync_code,
            settlement_to: &self.settlement_to,
        }
    }
}

/// A key made ready for signing, which costs as much as two signatures.
#[derive(uniffi::Object)]
#[uniffi::export(Debug)]
pub struct SigningKey(signing::SigningKey);

#[uniffi::export]
impl SigningKey {
    /// Prepares the key. Throws `InvalidConfig` if the token is empty or has white space around it.
    #[uniffi::constructor]
    pub fn new(token: Arc<HashToken>) -> Result<SigningKey, BillwireError> {
        Ok(SigningKey(host::signing_key(DynamicValue::Text(token.expose().to_owned()))?))
    }

    /// The hash of section 5.3: 88 characters of Base64. The digits are in UTC unless another zone is given. Throws
    /// `InvalidRequest` with all violations at once.
    #[uniffi::method(default(signing_offset))]
    pub fn sign(&self, fields: SignedFields, signing_offset: Option<SigningOffset>) -> Result<String, BillwireError> {
        Ok(biller::sign(&fields.borrowed(), &self.0, signing_offset.unwrap_or_default())?.as_str().into())
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What is known besides the signed fields.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct ExplainOptions {
    /// The hash that the other side has computed.
    #[uniffi(default)]
    pub observed_hash: Option<String>,
    /// The text of the bill's `total_amount_khr`, as it stands in the body: some sign it in place of the amount.
    #[uniffi(default)]
    pub total_amount_khr: Option<String>,
    /// Bill due date: some sign it in place of the date.
    #[uniffi(default)]
    pub due_date: Option<Instant>,
    /// The body of the bill's call, never printed: some sign it whole, before it has its `hash`.
    #[uniffi(default)]
    pub body: Option<Sensitive>,
    /// The zone of the digits. Default UTC.
    #[uniffi(default)]
    pub signing_offset: Option<SigningOffset>,
    /// What the merchant's codes look like, to count the readings.
    #[uniffi(default)]
    pub code_shapes: Option<CodeShapes>,
    /// Zones beyond the whole and the half hours that the other side may have used; like the others, at most a thousand.
    #[uniffi(default)]
    pub zones: Vec<SigningOffset>,
    /// Separators that the other side may have put between the fields.
    #[uniffi(default)]
    pub separators: Vec<String>,
    /// Destinations that the other side may have signed.
    #[uniffi(default)]
    pub destinations: Vec<String>,
}

/// Takes the signature of a bill apart, and names the mistakes that produce an observed hash. The token does not appear in
/// the explanation.
///
/// Throws `InvalidRequest` with what is wrong with the signed fields, or `InvalidConfig` for more than a thousand zones,
/// separators or destinations.
#[uniffi::export]
pub fn explain_signature(
    fields: SignedFields,
    token: Arc<HashToken>,
    options: ExplainOptions,
) -> Result<Explanation, BillwireError> {
    let unsigned = explain::UnsignedFields {
        total_amount_khr: options.total_amount_khr.as_deref(),
        due_date: options.due_date,
        body: options.body.as_ref().map(Sensitive::as_str),
    };
    let known = explain::ExplainOptions {
        signing_offset: options.signing_offset.unwrap_or_default(),
        code_shapes: options.code_shapes.clone().map(Into::into).unwrap_or_default(),
        observed_hash: options.observed_hash.clone(),
        candidates: explain::Candidates {
            zones: options.zones.clone(),
            separators: options.separators.clone(),
            destinations: options.destinations.clone(),
        },
    };
    known.candidates.check("")?;
    Ok(explain::explain(&fields.borrowed(), &unsigned, &token, &known, &Unicode, Spelling::Camel)?)
}

struct Unicode;

impl Normalize for Unicode {
    fn nfc(&self, text: &str) -> String {
        text.nfc().collect()
    }

    fn nfd(&self, text: &str) -> String {
        text.nfd().collect()
    }
}

/// How many bills a signing string could stand for, if the merchant's codes look like `shapes`.
#[uniffi::export]
pub fn count_readings(signing_string: String, shapes: CodeShapes) -> i64 {
    let shapes: crate::CodeShapes = shapes.into();
    i64::try_from(shapes.readings(&signing_string)).unwrap_or(i64::MAX)
}

/// The instant of a received `tran_date`, which carries no zone, in an assumed one; none if it is unreadable.
#[uniffi::export]
pub fn read_tran_date(text: String, assumed_offset: SigningOffset) -> Option<Instant> {
    Instant::read_local(&text, assumed_offset)
}
