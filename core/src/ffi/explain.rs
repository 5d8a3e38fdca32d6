//! Explaining a hash.

use super::{Form, Setting as _, signature::SignedFields};
use crate::{
    BillwireError, Candidates, CodeShapes, Explanation, HashToken, Instant, Normalize, Sensitive, SigningOffset,
    UnsignedFields,
};
use std::sync::Arc;
use unicode_normalization::UnicodeNormalization;

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
    /// The most signatures that are tried. Default 100,000. One whose key and text are longer than a kilobyte counts
    /// once for each.
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
#[uniffi::export(default(options))]
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
