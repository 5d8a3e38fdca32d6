//! Explaining a signature, and counting the bills of a signing string.

use billwire::wire::input::DynamicValue;
use billwire::{
    Candidates, Code, CodeShapes, Error, ExplainOptions, Explanation, HashToken, Normalize, Observed, Part, Settings,
    explain_value,
};
use serde::Serialize;

/// Explains the signature of a bill. Only its signed fields are required.
///
/// # Errors
/// [`Error::InvalidRequest`] or [`Error::InvalidConfig`] with all violations.
pub fn explain(bill: &DynamicValue, options: DynamicValue, normalize: &dyn Normalize) -> Result<Explanation, Error> {
    let (token, options) = explain_options(options)?;
    explain_value(bill, &token, &options, normalize)
}

/// Explanation as JavaScript sees it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExplanationValue {
    parts: Vec<Part>,
    signing_string: String,
    signing_offset: String,
    hash: String,
    parses: i64,
    observed: Option<Observed>,
}

impl From<Explanation> for ExplanationValue {
    fn from(explanation: Explanation) -> ExplanationValue {
        let Explanation { parts, signing_string, signing_offset, hash, parses, observed, .. } = explanation;
        ExplanationValue { parts, signing_string, signing_offset, hash, parses, observed }
    }
}

/// Counts the bills that have a signing string and codes of the declared shapes.
///
/// # Errors
/// [`Error::InvalidConfig`] with the violations of the shapes.
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
                Err(_) => inner.violation("zones", Code::UnknownValue),
            }
        }
        candidates.separators = inner.texts("separators");
        candidates.destinations = inner.texts("destinations");
        settings.close(inner);
    }
    let options = ExplainOptions::builder()
        .signing_offset(settings.offset("signingOffset"))
        .code_shapes(CodeShapes::from_settings(&mut settings))
        .maybe_observed_hash(settings.text("observedHash"))
        .candidates(candidates)
        .maybe_limit(settings.count("limit"))
        .build();
    let violations = settings.finish();
    match token {
        Some(token) if violations.is_empty() => Ok((HashToken::new(token), options)),
        _ => Err(Error::InvalidConfig { violations }),
    }
}

#[cfg(test)]
#[path = "signature_tests.rs"]
mod tests;
