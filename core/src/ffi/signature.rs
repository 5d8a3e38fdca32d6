//! Signing alone, explaining a hash, and reading a received date.

use super::{Form, Setting as _};
use crate::{
    BillwireError, Candidates, CodeShapes, Explanation, HashToken, Instant, Normalize, Sensitive, SigningOffset,
    UnsignedFields,
};
use std::sync::Arc;
use unicode_normalization::UnicodeNormalization;

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
    fn borrowed(&self) -> crate::SignedFields<'_> {
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

/// Known facts about a signature besides the signed fields.
#[derive(Clone, uniffi::Record)]
pub struct ExplainOptions {
    /// The hash that the other side computed.
    #[uniffi(default)]
    pub observed_hash: Option<String>,
    /// The text of the bill's `total_amount_khr` in the body: some sign it in place of the amount.
    #[uniffi(default)]
    pub total_amount_khr: Option<String>,
    /// Bill due date: some sign it in place of the date.
    #[uniffi(default)]
    pub due_date: Option<Instant>,
    /// The body of the bill's call, never printed: some sign it whole, before it has its `hash`.
    #[uniffi(default)]
    pub body: Option<Sensitive>,
    /// Zone of the digits. Default UTC.
    #[uniffi(default)]
    pub signing_offset: Option<SigningOffset>,
    /// Shapes of the merchant's codes, to count the bills that the signing string could stand for.
    #[uniffi(default)]
    pub code_shapes: Option<Form<CodeShapes>>,
    /// Zones beyond the whole and the half hours that the other side may have used: at most a thousand.
    #[uniffi(default)]
    pub zones: Vec<SigningOffset>,
    /// Separators that the other side may have put between the fields: at most a thousand.
    #[uniffi(default)]
    pub separators: Vec<String>,
    /// Destinations that the other side may have signed: at most a thousand.
    #[uniffi(default)]
    pub destinations: Vec<String>,
    /// The most signatures that are tried. Default 100,000. One of a text longer than a kilobyte counts once for each.
    #[uniffi(default)]
    pub limit: Option<i32>,
}

impl From<ExplainOptions> for crate::ExplainOptions {
    fn from(options: ExplainOptions) -> crate::ExplainOptions {
        let candidates = Candidates::builder()
            .zones(options.zones)
            .separators(options.separators)
            .destinations(options.destinations)
            .build();
        crate::ExplainOptions::builder()
            .maybe_signing_offset(options.signing_offset)
            .maybe_code_shapes(options.code_shapes.map(CodeShapes::of))
            .maybe_observed_hash(options.observed_hash)
            .candidates(candidates)
            .maybe_limit(options.limit.map(usize::of))
            .build()
    }
}

/// Takes the signature of a bill apart, and names the mistakes that produce an observed hash. The explanation does not
/// hold the token.
///
/// Throws `InvalidRequest` with all violations of the signed fields, or `InvalidConfig` for more than a thousand zones,
/// separators or destinations.
#[uniffi::export]
pub fn explain_signature(
    fields: SignedFields,
    token: Arc<HashToken>,
    mut options: ExplainOptions,
) -> Result<Explanation, BillwireError> {
    let (in_khr, body) = (options.total_amount_khr.take(), options.body.take());
    let unsigned = UnsignedFields::builder()
        .maybe_total_amount_khr(in_khr.as_deref())
        .maybe_due_date(options.due_date)
        .maybe_body(body.as_ref().map(Sensitive::as_str))
        .build();
    let token = HashToken::of(token);
    crate::explain_signature(&fields.borrowed(), &unsigned, &token, &options.into(), &Unicode)
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
