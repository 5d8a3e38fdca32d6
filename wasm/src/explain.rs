//! Why two hashes differ.

use crate::entrances::finish;
use crate::js_values::{Answer, text, thrown, tree};
use billwire::internal::{DynamicValue, Settings, explain_value};
use billwire::{Candidates, Code, Error, ExplainOptions, Explanation, HashToken, Normalize, SigningOffset};
use js_sys::JsString;
use wasm_bindgen::prelude::*;

/// Explains the signature of a bill.
#[wasm_bindgen]
pub fn explain(bill: &JsValue, options: &JsValue) -> Answer {
    explain_signature(&tree(bill), tree(options), &JsStrings).map(|explanation| text(&explanation)).map_err(thrown)
}

/// Explains the signature of a bill. Only its signed fields are required.
///
/// # Errors
/// [`Error::InvalidRequest`] or [`Error::InvalidConfig`] with all violations.
pub fn explain_signature(
    bill: &DynamicValue,
    options: DynamicValue,
    normalize: &dyn Normalize,
) -> Result<Explanation, Error> {
    let (token, options) = explain_options(options)?;
    explain_value(bill, &token, &options, normalize)
}

fn explain_options(options: DynamicValue) -> Result<(HashToken, ExplainOptions), Error> {
    let mut settings = Settings::new("", options);
    let token = settings.get("hashToken").unwrap_or_else(|| HashToken::new(""));
    if token.is_empty() && settings.violations.is_empty() {
        settings.violation("hashToken", Code::Required);
    }
    let mut candidates = Settings::new("candidates", settings.take("candidates").unwrap_or(DynamicValue::Undefined));
    let read = Candidates::builder()
        .zones(candidates.get::<Vec<SigningOffset>>("zones").unwrap_or_default())
        .separators(candidates.get::<Vec<String>>("separators").unwrap_or_default())
        .destinations(candidates.get::<Vec<String>>("destinations").unwrap_or_default())
        .build();
    settings.violations.append(candidates.finish());
    let options = ExplainOptions::builder()
        .signing_offset(settings.get("signingOffset").unwrap_or_default())
        .code_shapes(settings.get("codeShapes").unwrap_or_default())
        .maybe_observed_hash(settings.get::<String>("observedHash"))
        .candidates(read)
        .maybe_limit(settings.get("limit"))
        .build();
    finish(settings)?;
    Ok((token, options))
}

/// Normal forms of Unicode by the functions of JavaScript.
struct JsStrings;

impl Normalize for JsStrings {
    fn nfc(&self, text: &str) -> String {
        JsString::from(text).normalize("NFC").into()
    }

    fn nfd(&self, text: &str) -> String {
        JsString::from(text).normalize("NFD").into()
    }

    fn lower_case(&self, text: &str) -> String {
        JsString::from(text).to_lower_case().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_values::{double, list, object, places, refused, text};
    use crate::tools::parses;

    fn explained(options: DynamicValue) -> Result<Explanation, Error> {
        let bill = object([
            ("ref_id", text("INV-1")),
            ("date", DynamicValue::Millis(0.0)),
            ("currency", text("KHR")),
            ("total_amount", double(1000.0)),
            ("customer_sync_code", text("C-1")),
            ("settlement_to", text("S-1")),
            // Fields that are not signed may be wrong or missing.
            ("due_date", text("tomorrow")),
        ]);
        explain_signature(&bill, options, &())
    }

    #[test]
    fn only_shapes_of_the_codes_change_the_parses() {
        let shapes = object([("customer_sync_code", object([("length", double(3.0))]))]);
        let key = ("hashToken", text("key"));
        let plain = explained(object([key.clone()])).unwrap();
        let shaped = explained(object([key, ("codeShapes", shapes.clone())])).unwrap();
        assert_eq!(shaped.hash, plain.hash);
        assert!(shaped.parses < plain.parses);
        assert_eq!(parses(&plain.signing_string, DynamicValue::Undefined), Ok(plain.parses as u64));
        assert_eq!(parses(&plain.signing_string, shapes), Ok(shaped.parses as u64));
        let unknown = parses("", object([("customer", object([]))]));
        assert_eq!(refused(unknown), places([("codeShapes.customer", Code::UnknownField)]));
    }

    #[test]
    fn refuses_invalid_options() {
        let with = |name, value| object([("hashToken", text("key")), (name, value)]);
        let many = object([("zones", list(&["Z"; Candidates::MAX + 1]))]);
        for (options, path, code) in [
            (DynamicValue::Undefined, "hashToken", Code::Required),
            (object([("hashToken", text(""))]), "hashToken", Code::Required),
            (object([("hashToken", double(1.0))]), "hashToken", Code::WrongType),
            (text("key"), "", Code::WrongType),
            (with("zone", text("Z")), "zone", Code::UnknownField),
            (with("limit", double(0.0)), "limit", Code::OutOfRange),
            (with("signingOffset", text("nowhere")), "signingOffset", Code::UnknownValue),
            (
                with("candidates", object([("zones", list(&["Z", "nowhere"]))])),
                "candidates.zones[1]",
                Code::UnknownValue,
            ),
            (with("candidates", many), "candidates.zones", Code::TooManyItems),
        ] {
            assert_eq!(refused(explained(options)), places([(path, code)]));
        }
    }
}
