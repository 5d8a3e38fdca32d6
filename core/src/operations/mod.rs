//! One file an operation: its request, its response, its rules.

mod onboarding;
mod settlement;
mod untyped;
mod verification;

pub use onboarding::{AddLinkAccount, OnboardedSubBiller, Onboarding, OnboardingResponse};
pub use settlement::{
    BillStatus, Line, PaymentStatus, Settlement, SettlementData, SettlementOutcome, SettlementResponse, SignedFields,
};
pub use untyped::{UntypedAnswer, UntypedCall, UntypedRequest};
pub(crate) use untyped::{decode_untyped, no_answer as untyped_no_answer};
pub use verification::{Transaction, Verification, VerificationResponse};

use crate::{
    finding::{Code, Finding},
    model::{is_iso_4217, iso_4217_in_any_case},
};
use billwire_wire::{schema::Schema, validate::Values};

/// Warns of currencies that nobody lists and of white space around what is signed.
pub(crate) fn text_warnings(
    schema: &'static Schema,
    currency: usize,
    values: &Values<'_>,
    warnings: &mut Vec<Finding>,
) {
    let texts = || schema.fields.iter().enumerate().filter_map(|(at, field)| Some((field, values.text(at)?)));
    if let Some(code) = values.text(currency).filter(|code| !is_iso_4217(code)) {
        let finding = Finding::new("currency", Code::UnknownCurrency);
        warnings.push(match iso_4217_in_any_case(code) {
            Some(known) => {
                finding.explained([Code::UnknownCurrency.explanation(), "; did you mean `", known, "`?"].concat())
            }
            None => finding,
        });
    }
    for (field, text) in texts() {
        if field.signed && has_surrounding_space(text) {
            warnings.push(Finding::new(field.name, Code::SurroundingSpace));
        }
    }
}

/// Most text begins and ends with plain ASCII, which is quickly seen.
fn has_surrounding_space(text: &str) -> bool {
    let is_plain = matches!(text.as_bytes(), [b'!'..=b'~', .., b'!'..=b'~'] | [b'!'..=b'~']);
    !is_plain && text.trim() != text
}
