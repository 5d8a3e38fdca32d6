//! Drafts without credentials: validated, and as JSON text.

use crate::js_values::{Answer, text, thrown, tree};
use billwire::internal::{DynamicValue, draft_value_to_json, read_settings, validate_draft_value};
use billwire::{DraftSettings, Error, Json, OperationName, Validation};
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
    read_settings("", settings).map_err(|violations| Error::InvalidConfig { violations })
}

fn name(operation: usize) -> Result<OperationName, Error> {
    OperationName::ALL.get(operation).copied().ok_or(Error::Internal)
}
