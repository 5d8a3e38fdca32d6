//! The signature alone, and why two sides differ about it.

use crate::{
    biller::signing_string,
    credentials::HashToken,
    error::Error,
    explain::{self, Candidates, ExplainOptions, Explanation, Normalize, Spelling, UnsignedFields},
    finding::Code,
    findings::Findings,
    operation::{Operation, OperationName},
    operations::{Settlement, SignedFields},
    profile::Dialect,
    readings::CodeShapes,
    settings::Settings,
    signing::{Hash, SigningKey},
    wire::{
        Model,
        examine::{Examiner, Values},
        given::{HostValue, member},
        sink::Sink,
        write,
    },
};
use zeroize::Zeroizing;

/// A key to sign with.
///
/// # Errors
/// [`Error::InvalidConfig`] if the token is empty or has white space around it.
pub fn signing_key(token: HostValue) -> Result<SigningKey, Error> {
    let mut settings = Settings::new("", HostValue::Members(vec![("hashToken".into(), token)]));
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
pub fn sign(key: &SigningKey, tree: &HostValue, options: HostValue) -> Result<Hash, Error> {
    let mut settings = Settings::new("", options);
    let digits_offset = settings.offset("digitsOffset");
    let violations = settings.finish();
    if !violations.is_empty() {
        return Err(Error::InvalidConfig { violations });
    }
    let dialect = Dialect::with_digits_offset(digits_offset);
    let mut out = Sink::default();
    signing_string(&dialect, &mut out, Values::default(), |examiner, place| {
        for (index, field) in place.schema.signed() {
            examiner.field(place, index, field, member(tree.members(), field.name).given());
        }
    })?;
    Ok(key.sign(out.as_bytes()))
}

/// Explains the signature of a bill given as a value tree. Only what is signed has to be there.
///
/// # Errors
/// [`Error::InvalidRequest`] or [`Error::InvalidConfig`] with all violations.
pub fn explain(bill: &HostValue, options: HostValue, normalize: &dyn Normalize) -> Result<Explanation, Error> {
    let (token, options) = explain_options(options)?;
    let dialect = Dialect::OF_THE_INTERFACE;
    let (mut examiner, place) = Examiner::new(Settlement::SCHEMA, &dialect);
    let mut violations = Findings::default();
    for (index, field) in Settlement::SCHEMA.fields.iter().enumerate() {
        examiner.field(place, index, field, member(bill.members(), field.name).given());
        // What is not signed may be missing, or wrong.
        let found = std::mem::take(&mut examiner.findings);
        if field.hashed {
            violations.append(found);
        }
    }
    if !violations.is_empty() {
        return Err(Error::InvalidRequest { operation: OperationName::Settlement, violations });
    }
    let mut values = examiner.values;
    Settlement::rules(&mut values, &dialect, &mut violations);
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
    explain::explain(&fields, &unsigned, &token, &options, normalize, Spelling::Camel)
}

/// The body of a bill without its hash; none if anything is wrong with the bill.
fn body(bill: &HostValue) -> Option<String> {
    let dialect = Dialect::OF_THE_INTERFACE;
    let (mut examiner, place) = Examiner::new(Settlement::SCHEMA, &dialect);
    examiner.members(place, bill.members());
    let Examiner { mut values, mut findings, .. } = examiner;
    Settlement::rules(&mut values, &dialect, &mut findings);
    if !findings.is_empty() {
        return None;
    }
    let mut out = Sink::default();
    write::object(Settlement::SCHEMA, &values, 0, &dialect, None, &mut out);
    Some(out.into_text())
}

/// Counts how many bills a signing string could stand for, given the declared shapes.
///
/// # Errors
/// [`Error::InvalidConfig`] with what is wrong with the shapes.
pub fn count_readings(signing_string: &str, shapes: HostValue) -> Result<u64, Error> {
    let mut settings = Settings::new("", HostValue::Members(vec![("codeShapes".into(), shapes)]));
    let shapes = CodeShapes::from_settings(&mut settings);
    match settings.finish() {
        violations if violations.is_empty() => Ok(shapes.readings(signing_string)),
        violations => Err(Error::InvalidConfig { violations }),
    }
}

fn explain_options(options: HostValue) -> Result<(HashToken, ExplainOptions), Error> {
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
        digits_offset: settings.offset("digitsOffset"),
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
