//! The signature alone, and why two sides differ about it.

use crate::finding::Settings;
use crate::{
    ambiguity::CodeShapes,
    biller::signing_string,
    credentials::HashToken,
    error::Error,
    explain::{self, Candidates, ExplainOptions, Explanation, Normalize, UnsignedFields},
    finding::{Code, Findings},
    operation::{Operation, OperationName},
    operations::{Settlement, SignedFields},
    profile::{CompiledProfile, DEFAULT_PROFILE},
    signing::{Hash, SigningKey},
};
use billwire_wire::{
    Model,
    input::{DynamicValue, member},
    json_writer::JsonWriter,
    validate::{Validator, Values},
    write,
};
use zeroize::Zeroizing;

/// A key to sign with.
///
/// # Errors
/// [`Error::InvalidConfig`] if the token is empty or has white space around it.
pub fn signing_key(token: DynamicValue) -> Result<SigningKey, Error> {
    let mut settings = Settings::new("", DynamicValue::Members(vec![("hashToken".into(), token)]));
    let token = settings.text("hashToken").map(HashToken::new);
    match &token {
        Some(token) => {
            if let Err(code) = crate::credentials::check_hash_token(token.expose()) {
                settings.violation("hashToken", code);
            }
        }
        None if settings.violations.is_empty() => settings.violation("hashToken", Code::Required),
        None => {}
    }
    let violations = settings.finish();
    match token {
        Some(token) if violations.is_empty() => Ok(SigningKey::new(&token)),
        _ => Err(Error::InvalidConfig { violations }),
    }
}

/// Signs the signed fields of a value tree, with the digits in the zone that the options name.
///
/// # Errors
/// [`Error::InvalidRequest`] or [`Error::InvalidConfig`] with all violations.
pub fn sign(key: &SigningKey, tree: &DynamicValue, options: DynamicValue) -> Result<Hash, Error> {
    let mut settings = Settings::new("", options);
    let signing_offset = settings.offset("signingOffset");
    let violations = settings.finish();
    if !violations.is_empty() {
        return Err(Error::InvalidConfig { violations });
    }
    let compiled = CompiledProfile::with_signing_offset(signing_offset);
    let mut out = JsonWriter::default();
    signing_string(&compiled, &mut out, Values::default(), |validator, place| {
        for (index, field) in place.schema.signed() {
            validator.field(place, index, field, member(tree.members(), field.name).given());
        }
    })?;
    Ok(key.sign(out.as_bytes()))
}

/// Explains the signature of a bill given as a value tree. Only what is signed has to be there.
///
/// # Errors
/// [`Error::InvalidRequest`] or [`Error::InvalidConfig`] with all violations.
pub fn explain(bill: &DynamicValue, options: DynamicValue, normalize: &dyn Normalize) -> Result<Explanation, Error> {
    let (token, options) = explain_options(options)?;
    let compiled = &DEFAULT_PROFILE;
    let (mut validator, place) = Validator::new(Settlement::SCHEMA, &compiled.options);
    let mut violations = Findings::default();
    for (index, field) in Settlement::SCHEMA.fields.iter().enumerate() {
        validator.field(place, index, field, member(bill.members(), field.name).given());
        // What is not signed may be missing, or wrong.
        let found = std::mem::take(&mut validator.findings);
        if field.signed {
            violations.append(found.recoded());
        }
    }
    if !violations.is_empty() {
        return Err(Error::InvalidRequest { operation: OperationName::Settlement, violations });
    }
    let mut values = validator.values;
    Settlement::rules(&mut values, compiled, &mut violations);
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
    let explanation = explain::explain_signature(&fields, &unsigned, &token, &options, normalize)?;
    Ok(explanation.map_settings(crate::naming::camel_case))
}

/// The body of a bill without its hash; none if anything is wrong with the bill.
fn body(bill: &DynamicValue) -> Option<String> {
    let compiled = &DEFAULT_PROFILE;
    let (mut validator, place) = Validator::new(Settlement::SCHEMA, &compiled.options);
    validator.members(place, bill.members());
    let Validator { mut values, findings, .. } = validator;
    let mut findings = findings.recoded();
    Settlement::rules(&mut values, compiled, &mut findings);
    if !findings.is_empty() {
        return None;
    }
    let mut out = JsonWriter::default();
    write::object(Settlement::SCHEMA, &values, 0, &compiled.options, None, &mut out);
    Some(out.into_text())
}

/// Counts how many bills a signing string could stand for, given the declared shapes.
///
/// # Errors
/// [`Error::InvalidConfig`] with what is wrong with the shapes.
pub fn count_parses(signing_string: &str, shapes: DynamicValue) -> Result<u64, Error> {
    let mut settings = Settings::new("", DynamicValue::Members(vec![("codeShapes".into(), shapes)]));
    let shapes = CodeShapes::from_settings(&mut settings);
    match settings.finish() {
        violations if violations.is_empty() => Ok(shapes.parses(signing_string)),
        violations => Err(Error::InvalidConfig { violations }),
    }
}

fn explain_options(options: DynamicValue) -> Result<(HashToken, ExplainOptions), Error> {
    let mut settings = Settings::new("", options);
    let token = settings.text("hashToken");
    if token.as_deref().is_none_or(str::is_empty) && settings.violations.is_empty() {
        settings.violation("hashToken", Code::Required);
    }
    let mut candidates = Candidates::default();
    if let Some(mut inner) = settings.inner("candidates") {
        for zone in inner.texts("zones") {
            match zone.parse() {
                Ok(zone) => candidates.zones.push(zone),
                Err(code) => inner.violation("zones", code),
            }
        }
        candidates.separators = inner.texts("separators");
        candidates.destinations = inner.texts("destinations");
        settings.close(inner);
    }
    let options = ExplainOptions {
        signing_offset: settings.offset("signingOffset"),
        code_shapes: CodeShapes::from_settings(&mut settings),
        observed_hash: settings.text("observedHash"),
        candidates,
    };
    let violations = settings.finish();
    match token {
        Some(token) if violations.is_empty() => Ok((HashToken::new(token), options)),
        _ => Err(Error::InvalidConfig { violations }),
    }
}
