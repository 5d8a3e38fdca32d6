//! Explains why two programs compute different hashes: the parts of the signature, and the mistakes that give the
//! other hash.
//!
//! [`change`], [`moment`] and [`layout`] write texts as programs do, [`input`] has what is given, and a [`recipe`]
//! makes a hash of them. [`date`], [`fields`], [`text`], [`key`] and [`hash`] list the mistakes, [`search`] tries them,
//! and [`observed`] says what it has found. Each imports those before it alone.

mod change;
mod date;
mod fields;
mod hash;
mod input;
mod key;
mod layout;
mod moment;
mod observed;
mod recipe;
mod search;
mod sentences;
mod text;

pub use input::{Candidates, ExplainOptions, Normalize, UnsignedFields};
pub use observed::{Observed, ObservedCode};
pub use recipe::Cause;

use crate::wire::{
    Model,
    model::{
        input::{DynamicValue, member},
        validate::Validator,
    },
    write::{body, json_writer::JsonWriter},
};
use crate::{
    exchange::{biller::signing_string, operations::SignedFields, validated::Validated},
    finding::Findings,
    interface::{
        catalogue::OperationName,
        credentials::HashToken,
        error::Error,
        models::Settlement,
        operation::Behaviour,
        profile::{CompiledProfile, DEFAULT_PROFILE},
        signing::{wipe_stack, wiped},
    },
};
use input::Bill;
use moment::DatePattern;
use observed::observe;
use zeroize::Zeroizing;

/// One of the six parts of a signing string.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct Part {
    /// The field of section 2.3.
    pub field: String,
    /// Its text in the signing string.
    pub text: String,
}

/// Parts of a signature (section 5.3). It holds no secret.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct Explanation {
    /// The six parts, in their order.
    pub parts: Vec<Part>,
    /// The parts joined.
    #[cfg_attr(feature = "serde", serde(rename = "signingString"))]
    pub signing_string: String,
    /// The zone in which the digits of the date are written, as `±HH:MM`.
    #[cfg_attr(feature = "serde", serde(rename = "signingOffset"))]
    pub signing_offset: String,
    /// The hash.
    pub hash: String,
    /// How many bills the signing string could stand for.
    pub parses: i64,
    /// Findings about the observed hash; none if none was given.
    pub observed: Option<Observed>,
}

/// Takes the signature of a bill apart, and finds the mistakes that produce an observed hash.
///
/// # Errors
/// [`Error::InvalidRequest`] with what is wrong with the signed fields, or [`Error::InvalidConfig`] for more candidates
/// than [`Candidates::MAX`] of a kind.
pub fn explain_signature(
    fields: &SignedFields<'_>,
    unsigned: &UnsignedFields<'_>,
    key: &HashToken,
    options: &ExplainOptions,
    normalize: &dyn Normalize,
) -> Result<Explanation, Error> {
    // A value that is moved to the heap takes along what an earlier signature left where the value was made.
    wipe_stack();
    explained(fields, unsigned, key, options, normalize)
}

/// A call of its own: the stack that it takes is wiped.
#[inline(never)]
fn explained(
    fields: &SignedFields<'_>,
    unsigned: &UnsignedFields<'_>,
    key: &HashToken,
    options: &ExplainOptions,
    normalize: &dyn Normalize,
) -> Result<Explanation, Error> {
    options.candidates.check("candidates.")?;
    let (compiled, mut out) = (CompiledProfile::with_signing_offset(options.signing_offset), JsonWriter::default());
    signing_string(&compiled, &mut out, |validator, position| fields.encode(validator, position))?;
    let string = out.into_text();
    let bill = Bill::new(fields, unsigned, key, options.signing_offset, normalize);
    let hash = wiped(|| bill.key.state.sign(string.as_bytes()));
    let date = DatePattern::RIGHT.of(bill.moment()).unwrap_or_default();
    let SignedFields { ref_id, currency, customer_sync_code, settlement_to, .. } = *fields;
    let texts = [ref_id, &date, currency, &bill.amount, customer_sync_code, settlement_to];
    let names = Settlement::SCHEMA.signed().map(|(_, field)| field.name.to_owned());
    let parts = names.zip(texts).map(|(field, text)| Part { field, text: text.into() }).collect();
    let observed = options.observed_hash.as_deref().map(|text| observe(text, &hash, &bill, options));
    wipe_stack();
    Ok(Explanation {
        parts,
        signing_offset: options.signing_offset.to_string(),
        hash: hash.to_string(),
        parses: i64::try_from(options.code_shapes.parses(&string)).unwrap_or(i64::MAX),
        signing_string: string,
        observed,
    })
}

/// Explains the signature of a bill whose type is not known before, such as JSON. Only its signed fields are required.
///
/// # Errors
/// The errors of [`explain_signature`].
pub fn explain_value(
    bill: &DynamicValue,
    key: &HashToken,
    options: &ExplainOptions,
    normalize: &dyn Normalize,
) -> Result<Explanation, Error> {
    let compiled = &DEFAULT_PROFILE;
    let (mut validator, position) = Validator::new(Settlement::SCHEMA, &compiled.options);
    let mut violations = Findings::default();
    for (index, field) in Settlement::SCHEMA.fields.iter().enumerate() {
        validator.field(position, index, field, member(bill.members(), field.name).input());
        // A field that is not signed may be missing or invalid.
        let found = std::mem::take(&mut validator.findings);
        if field.signed {
            violations.append(found);
        }
    }
    if !violations.is_empty() {
        return Err(Error::InvalidRequest { operation: OperationName::Settlement, violations });
    }
    let mut values = validator.values;
    (Settlement::DECLARATION.rules)(&mut values, compiled, &mut violations);
    let at = |name: &str| Settlement::SCHEMA.fields.iter().position(|field| field.name == name).unwrap_or(usize::MAX);
    let text = |name: &str| values.text(at(name)).unwrap_or_default();
    let fields = SignedFields {
        ref_id: text("ref_id"),
        date: values.instant(at("date")).ok_or(Error::Internal)?,
        currency: text("currency"),
        total_amount: values
            .integer(at("total_amount"))
            .and_then(|amount| i64::try_from(amount).ok())
            .ok_or(Error::Internal)?,
        customer_sync_code: text("customer_sync_code"),
        settlement_to: text("settlement_to"),
    };
    let in_khr = values.decimal(at("total_amount_khr")).map(|amount| amount.to_string());
    let body = body(bill).map(Zeroizing::new);
    let unsigned = UnsignedFields {
        total_amount_khr: in_khr.as_deref(),
        due_date: values.instant(at("due_date")),
        body: body.as_ref().map(|body| body.as_str()),
    };
    explain_signature(&fields, &unsigned, key, options, normalize)
}

/// Body of a bill without its hash; none if the bill is invalid.
fn body(bill: &DynamicValue) -> Option<String> {
    let (operation, compiled) = (Settlement::DECLARATION, &DEFAULT_PROFILE);
    let Validated { values, findings } = Validated::fields(operation, compiled, bill).with_rules(operation, compiled);
    let mut out = JsonWriter::default();
    body::object(operation.schema, &values, 0, &compiled.options, None, &mut out);
    findings.is_empty().then(|| out.into_text())
}

#[cfg(test)]
mod tests {
    use super::Normalize;

    #[test]
    fn leaves_text_as_it_is_without_normal_forms() {
        let text = "e\u{301} \u{e9} ភ្ញៀវ";
        assert_eq!([().nfc(text), ().nfd(text)], [text, text]);
        assert_eq!(().lower_case("USD ÀÉ"), "usd àé");
    }
}
