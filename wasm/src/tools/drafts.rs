//! Drafts without credentials: validated, and as JSON text.

use crate::js_values::{Answer, text, thrown, tree};
use billwire::wire::input::DynamicValue;
use billwire::{
    CodeShapes, DraftSettings, Error, Json, OperationName, Settings, Validation, WireProfile, draft_value_to_json,
    validate_draft_value,
};
use wasm_bindgen::prelude::*;

/// All findings about a draft.
#[wasm_bindgen]
pub fn validate_draft(operation: usize, draft: &JsValue, settings: &JsValue) -> Answer {
    let (draft, settings) = (tree(draft), tree(settings));
    validate(operation, &draft, settings).map(|validation| text(&validation)).map_err(thrown)
}

/// JSON text of a valid draft.
#[wasm_bindgen]
pub fn draft_to_json(operation: usize, draft: &JsValue, settings: &JsValue) -> Answer {
    let (draft, settings) = (tree(draft), tree(settings));
    to_json(operation, &draft, settings).map_err(thrown)
}

/// JSON text of a valid draft, from any JSON text of it.
#[wasm_bindgen]
pub fn draft_from_json(operation: usize, json: &str, settings: &JsValue) -> Answer {
    from_json(operation, json.as_bytes(), tree(settings)).map_err(thrown)
}

fn validate(operation: usize, draft: &DynamicValue, settings: DynamicValue) -> Result<Validation, Error> {
    validate_draft_value(name(operation)?, draft, &read(settings)?)
}

fn to_json(operation: usize, draft: &DynamicValue, settings: DynamicValue) -> Result<String, Error> {
    draft_value_to_json(name(operation)?, draft, &read(settings)?)
}

fn from_json(operation: usize, json: &[u8], settings: DynamicValue) -> Result<String, Error> {
    let name = name(operation)?;
    let value = Json::parse_draft(json)
        .map_err(|finding| Error::InvalidRequest { operation: name, violations: finding.into() })?;
    draft_value_to_json(name, &value.into(), &read(settings)?)
}

fn read(settings: DynamicValue) -> Result<DraftSettings, Error> {
    let mut settings = Settings::new("", settings);
    let (code_shapes, max_lines) = (CodeShapes::from_settings(&mut settings), settings.count("maxLines"));
    let (profile, in_profile) = WireProfile::from_value(settings.take("profile").unwrap_or(DynamicValue::Undefined));
    settings.violations.append(in_profile);
    match settings.finish() {
        violations if violations.is_empty() => {
            Ok(DraftSettings::builder().profile(profile).code_shapes(code_shapes).maybe_max_lines(max_lines).build())
        }
        violations => Err(Error::InvalidConfig { violations }),
    }
}

fn name(operation: usize) -> Result<OperationName, Error> {
    OperationName::ALL.get(operation).copied().ok_or(Error::Internal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use billwire::Code;

    const DRAFT: &str = r#"{"identity_code":"INV-1","purpose_of_transaction":"INV-1"}"#;

    fn tree(json: &str) -> DynamicValue {
        Json::parse(json.as_bytes()).unwrap().into()
    }

    fn verification() -> usize {
        OperationName::ALL.iter().position(|name| *name == OperationName::Verification).unwrap()
    }

    fn refused<T>(result: Result<T, Error>) -> Vec<(String, Code)> {
        let error = result.err().expect("a violation");
        error.violations().iter().map(|finding| (finding.path.clone(), finding.code)).collect()
    }

    #[test]
    fn a_valid_draft_is_written_and_read_again() {
        let settings = || DynamicValue::Undefined;
        assert!(validate(verification(), &tree(DRAFT), settings()).unwrap().is_valid());
        assert_eq!(to_json(verification(), &tree(DRAFT), settings()).unwrap(), DRAFT);
        assert_eq!(from_json(verification(), DRAFT.as_bytes(), settings()).unwrap(), DRAFT);
    }

    #[test]
    fn every_violation_has_its_path() {
        let draft = r#"{"identity_code":"","tran_id":7,"more":1}"#;
        let expected = [
            ("identity_code".to_owned(), Code::Empty),
            ("tran_id".to_owned(), Code::WrongType),
            ("purpose_of_transaction".to_owned(), Code::Required),
            ("more".to_owned(), Code::UnknownField),
        ];
        let validation = validate(verification(), &tree(draft), DynamicValue::Undefined).unwrap();
        let places = validation.violations.iter().map(|finding| (finding.path.clone(), finding.code));
        assert_eq!(places.collect::<Vec<_>>(), expected);
        assert_eq!(refused(to_json(verification(), &tree(draft), DynamicValue::Undefined)), expected);
        assert_eq!(refused(from_json(verification(), draft.as_bytes(), DynamicValue::Undefined)), expected);
    }

    #[test]
    fn settings_are_named_as_in_javascript() {
        let wrong = r#"{"max_lines":1,"profile":{"destinationKey":"hash"},"maxLines":0}"#;
        let violations = refused(validate(verification(), &tree(DRAFT), tree(wrong)));
        let paths: Vec<_> = violations.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(paths, ["maxLines", "max_lines"]);
        let profile = r#"{"profile":{"destinationKey":"hash"}}"#;
        let violations = refused(validate(verification(), &tree(DRAFT), tree(profile)));
        assert_eq!(violations, [("profile.destinationKey".to_owned(), Code::UnknownValue)]);
    }

    #[test]
    fn an_unknown_operation_is_an_internal_error() {
        let error = validate(usize::MAX, &tree(DRAFT), DynamicValue::Undefined).unwrap_err();
        assert_eq!(error.code(), Code::Internal);
    }
}
