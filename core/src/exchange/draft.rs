//! Drafts without credentials: an app validates a bill that its server signs, and passes it on as JSON.

use crate::wire::model::settings::settings;
use crate::wire::{
    Draft, FromValues, Json, Members, Number,
    model::{draft::to_json, input::DynamicValue, schema::Kind, validate::Values},
};
use crate::{
    exchange::{biller::check_max_lines, operations, validated::Validated},
    finding::{Finding, Findings},
    interface::{
        ambiguity::CodeShapes,
        catalogue::OperationName,
        error::Error,
        operation::{Declaration, Operation, RequestOf},
        profile::{CompiledProfile, WireProfile},
    },
};
use bon::Builder;

settings! {
    #[derive(Clone, Debug, Default, Builder)]
    mod draft_settings {
        /// Settings by which a draft is validated. Use those of the biller that prepares the request later.
        pub struct DraftSettings {
            /// Settings for what the interface does not show.
            #[builder(default)]
            pub profile: WireProfile,
            /// Shapes of the merchant's own codes, by which an ambiguous signing string is noticed.
            #[builder(default)]
            pub code_shapes: CodeShapes,
            /// Line items that a bill may have: from 1 to 100,000. Default 10,000.
            pub max_lines: Option<usize>,
        }
    }
}

/// Findings about a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[must_use = "the violations are in it"]
#[non_exhaustive]
pub struct Validation {
    /// Broken rules, each with the path of its field. A biller refuses the request because of any of them.
    pub violations: Findings,
    /// Advice. A biller prepares the request nevertheless, unless it is `strict`.
    pub warnings: Vec<Finding>,
}

impl Validation {
    /// Returns whether a biller that is not `strict` prepares the request.
    pub fn is_valid(&self) -> bool {
        self.violations.is_empty()
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Validation {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut out = serializer.serialize_struct("Validation", 3)?;
        out.serialize_field("violations", &*self.violations)?;
        out.serialize_field("violations_omitted", &self.violations.omitted())?;
        out.serialize_field("warnings", &self.warnings)?;
        out.end()
    }
}

/// Validates a draft without credentials, and returns all findings at once.
///
/// ```
/// use billwire::*;
///
/// let draft = Verification::builder().identity_code("").purpose_of_transaction("INV-1").build();
/// let validation = validate_draft(&draft, &DraftSettings::default())?;
/// assert!(!validation.is_valid());
/// assert_eq!(validation.violations[0].path, "identity_code");
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
/// [`Error::InvalidConfig`] for the settings. A finding about the draft is no error.
pub fn validate_draft<O: Operation>(draft: &impl RequestOf<O>, settings: &DraftSettings) -> Result<Validation, Error> {
    let compiled = settings.compiled()?;
    Ok(Checked::new(O::DECLARATION, &compiled, draft).validation())
}

/// Validates a value whose type is not known before, such as JSON, by the operation's name.
///
/// # Errors
/// The errors of [`validate_draft`]; [`Error::Internal`] for an operation without a shape.
pub fn validate_draft_value(
    operation: OperationName,
    value: &DynamicValue,
    settings: &DraftSettings,
) -> Result<Validation, Error> {
    let declaration = operations::declaration(operation).ok_or(Error::Internal)?;
    let compiled = settings.compiled()?;
    Ok(Checked::new(declaration, &compiled, value).validation())
}

/// Returns a valid draft as JSON text. [`draft_from_json`] reads it in every language.
///
/// Decimals are text, so that no reader makes them floats. The text holds a `payment_method_token` as it is.
///
/// # Errors
/// [`Error::InvalidRequest`] with all violations, and [`Error::InvalidConfig`] for the settings.
pub fn draft_to_json<O: Operation>(draft: &impl RequestOf<O>, settings: &DraftSettings) -> Result<String, Error> {
    let compiled = settings.compiled()?;
    Checked::new(O::DECLARATION, &compiled, draft).into_json()
}

/// Returns a valid value whose type is not known before as JSON text, by the operation's name.
///
/// # Errors
/// The errors of [`draft_to_json`]; [`Error::Internal`] for an operation without a shape.
pub fn draft_value_to_json(
    operation: OperationName,
    value: &DynamicValue,
    settings: &DraftSettings,
) -> Result<String, Error> {
    let declaration = operations::declaration(operation).ok_or(Error::Internal)?;
    let compiled = settings.compiled()?;
    Checked::new(declaration, &compiled, value).into_json()
}

/// Reads a draft from JSON text, such as an app sends to its server. Unknown keys are violations.
///
/// A number of more than fifteen digits is a violation where a decimal is expected, because a double may have changed
/// it. Pass such an amount as text.
///
/// ```
/// use billwire::*;
///
/// let text = br#"{"identity_code":"INV-1","purpose_of_transaction":"INV-1"}"#;
/// let draft: Verification = draft_from_json(text, &DraftSettings::default())?;
/// assert_eq!(draft_to_json(&draft, &DraftSettings::default())?.as_bytes(), text);
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
/// The errors of [`draft_to_json`].
pub fn draft_from_json<O: Operation + FromValues>(text: &[u8], settings: &DraftSettings) -> Result<O, Error> {
    let unreadable = |finding: Finding| Error::InvalidRequest { operation: O::NAME, violations: finding.into() };
    read(&json_value(text).map_err(unreadable)?, settings)
}

/// Reads the JSON text of a request or a draft, with its numbers as doubles. One of more than fifteen digits may be the
/// trace of a double, and no longer tells which decimal was meant.
pub(crate) fn json_value(text: &[u8]) -> Result<DynamicValue, Finding> {
    Json::parse_draft(text).map(with_doubles)
}

fn with_doubles(json: Json) -> DynamicValue {
    match json {
        Json::Number(Number(text)) => DynamicValue::Double(text.parse().unwrap_or(f64::NAN), text.into()),
        Json::Array(elements) => DynamicValue::List(elements.into_iter().map(with_doubles).collect()),
        Json::Object(Members(members)) => {
            DynamicValue::Members(members.into_iter().map(|(key, value)| (key, with_doubles(value))).collect())
        }
        other => other.into(),
    }
}

/// Reads a draft from a value of `serde_json`, as [`draft_from_json`] reads text. Unknown keys are violations.
///
/// Each draft also implements `TryFrom<serde_json::Value>`, with the default settings. A fraction is read by its
/// shortest text; one of more than fifteen digits is a violation, because a double may have changed it. Pass amounts
/// as text.
///
/// ```
/// use billwire::{Error, Verification};
/// use serde_json::json;
///
/// let draft = Verification::try_from(json!({ "identity_code": "INV-1", "purpose_of_transaction": "INV-1" }))?;
/// assert_eq!(draft.identity_code, "INV-1");
/// let error = Verification::try_from(json!({ "identity_code": 1, "purpose": "INV-1" })).unwrap_err();
/// let paths = error.violations().iter().map(|violation| violation.path.as_str());
/// assert_eq!(paths.collect::<Vec<_>>(), ["identity_code", "purpose_of_transaction", "purpose"]);
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
/// The errors of [`draft_to_json`].
#[cfg(feature = "serde")]
pub fn draft_from_value<O: Operation + FromValues>(
    value: serde_json::Value,
    settings: &DraftSettings,
) -> Result<O, Error> {
    read(&dynamic(value), settings)
}

#[cfg(feature = "serde")]
macro_rules! try_from_value {
    ($($operation:ident)+) => { $(
        /// Reads a draft under the default settings, with all violations by their paths, as
        /// [`draft_from_value`](crate::draft_from_value) does.
        impl TryFrom<serde_json::Value> for crate::$operation {
            type Error = Error;

            fn try_from(value: serde_json::Value) -> Result<Self, Error> {
                draft_from_value(value, &DraftSettings::default())
            }
        }
    )+ };
}
#[cfg(feature = "serde")]
operations::for_operations_with_a_shape!(try_from_value);

/// Returns a value of `serde_json` as the validator takes it.
#[cfg(feature = "serde")]
pub(crate) fn dynamic(value: serde_json::Value) -> DynamicValue {
    use serde_json::Value;
    match value {
        Value::Null => DynamicValue::Null,
        Value::Bool(value) => DynamicValue::Bool(value),
        Value::Number(number) => dynamic_number(&number),
        Value::String(text) => DynamicValue::Text(text),
        Value::Array(items) => DynamicValue::List(items.into_iter().map(dynamic).collect()),
        Value::Object(members) => {
            DynamicValue::Members(members.into_iter().map(|(key, value)| (key, dynamic(value))).collect())
        }
    }
}

/// With the feature `arbitrary_precision` of `serde_json` a number is exact, else a fraction is a double.
#[cfg(feature = "serde")]
fn dynamic_number(number: &serde_json::Number) -> DynamicValue {
    if let Some(whole) = number.as_i128() {
        return DynamicValue::Whole(whole);
    }
    let text = number.to_string();
    match number.as_f64() {
        Some(double) if serde_json::Number::from_f64(double).is_some_and(|it| it.to_string() == text) => {
            DynamicValue::Double(double, text)
        }
        _ => DynamicValue::Digits(text),
    }
}

impl DraftSettings {
    fn compiled(&self) -> Result<CompiledProfile, Error> {
        let mut violations = Findings::default();
        let max_lines = check_max_lines(self.max_lines);
        violations.extend(max_lines.as_ref().err().cloned());
        self.code_shapes.check(false, &mut violations);
        match (self.profile.compiled(), max_lines) {
            (Ok(compiled), Ok(max_lines)) if violations.is_empty() => {
                Ok(compiled.with_shapes(self.code_shapes.clone()).with_max_lines(max_lines))
            }
            (compiled, _) => {
                violations.append(compiled.err().unwrap_or_default());
                Err(Error::InvalidConfig { violations })
            }
        }
    }
}

/// Reads a draft from a value whose type is not known before.
fn read<O: Operation + FromValues>(value: &DynamicValue, settings: &DraftSettings) -> Result<O, Error> {
    let (compiled, kind) = (settings.compiled()?, Kind::Object(O::DECLARATION.schema));
    Checked::new(O::DECLARATION, &compiled, value).convert(|values| O::from_values(values, 0, kind))
}

/// A draft and what its operation asks of it.
struct Checked<'a> {
    operation: &'static Declaration,
    compiled: &'a CompiledProfile,
    fields: Validated<'a>,
}

impl<'a> Checked<'a> {
    fn new(operation: &'static Declaration, compiled: &'a CompiledProfile, draft: &'a impl Draft) -> Checked<'a> {
        Checked { operation, compiled, fields: Validated::fields(operation, compiled, draft) }
    }

    fn validation(self) -> Validation {
        let mut warnings = Vec::new();
        let Validated { values, findings } = self.fields.with_rules(self.operation, self.compiled);
        (self.operation.warnings)(&values, self.compiled, &mut warnings);
        Validation { violations: findings, warnings }
    }

    /// Converts the values as the caller gave them, before a rule computes others, if the draft is valid.
    fn convert<T>(self, convert: impl FnOnce(&Values<'a>) -> Option<T>) -> Result<T, Error> {
        let converted = convert(&self.fields.values);
        let (name, validation) = (self.operation.name, self.validation());
        match validation.is_valid() {
            true => converted.ok_or(Error::Internal),
            false => Err(Error::InvalidRequest { operation: name, violations: validation.violations }),
        }
    }

    fn into_json(self) -> Result<String, Error> {
        let schema = self.operation.schema;
        self.convert(|values| Some(to_json(schema, values, 0).to_string()))
    }
}
