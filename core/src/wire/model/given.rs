//! Values of a draft that may not be valid yet.

use crate::wire::{
    model::{
        declare::{Encode, Wire},
        draft::FromValues,
        input::Input,
        schema::Kind,
        validate::{ObjectPosition, Validator, Values},
    },
    read::json::{Json, Members},
    value::decimal::Decimal,
};
use std::fmt;

/// Value of a draft, or the text from which none could be made. Preparing reports such a text with its path.
///
/// ```
/// use billwire::{Decimal, Given};
/// let price: Given<Decimal> = "12.50".into();
/// assert_eq!(price.value(), Some(&"12.50".parse()?));
/// assert_eq!(Given::<Decimal>::from("twelve").value(), None);
/// # Ok::<(), billwire::InvalidDecimal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum Given<T> {
    /// The value.
    Value(T),
    /// Text that is none.
    Text(String),
}

/// Begins the text of a decimal whose digits are those of a double: nobody knows which shorter decimal was meant.
const DIGITS_OF_A_DOUBLE: char = '~';

/// Decimal of a draft.
#[cfg(feature = "uniffi")]
pub(crate) type DecimalDraft = Given<Decimal>;

/// Members of a draft that the interface does not name.
pub(crate) type ExtraDraft = Given<Members>;

impl<T> Given<T> {
    /// Returns the value, if it is one.
    pub fn value(&self) -> Option<&T> {
        match self {
            Given::Value(value) => Some(value),
            Given::Text(_) => None,
        }
    }
}

impl<T: Default> Default for Given<T> {
    fn default() -> Given<T> {
        Given::Value(T::default())
    }
}

impl<T: Into<Decimal>> From<T> for Given<Decimal> {
    fn from(value: T) -> Given<Decimal> {
        Given::Value(value.into())
    }
}

impl From<&str> for Given<Decimal> {
    fn from(text: &str) -> Given<Decimal> {
        text.parse().map_or_else(|_| Given::Text(text.into()), Given::Value)
    }
}

/// The decimal, or the text as it was given.
impl fmt::Display for Given<Decimal> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Given::Value(decimal) => decimal.fmt(f),
            Given::Text(text) => f.pad(text),
        }
    }
}

impl From<Members> for Given<Members> {
    fn from(members: Members) -> Given<Members> {
        Given::Value(members)
    }
}

impl From<&str> for Given<Members> {
    fn from(text: &str) -> Given<Members> {
        match Json::parse_draft(text.as_bytes()) {
            Ok(Json::Object(members)) => Given::Value(members),
            _ if text.is_empty() => Given::default(),
            _ => Given::Text(text.into()),
        }
    }
}

impl Wire for Given<Decimal> {
    const KIND: Kind = Kind::Decimal;
}

impl Encode for Given<Decimal> {
    fn input(&self) -> Input<'_> {
        match self {
            Given::Value(decimal) => Input::Decimal(*decimal),
            Given::Text(text) => match text.strip_prefix(DIGITS_OF_A_DOUBLE) {
                // Only a text of few digits says which decimal was meant.
                Some(digits) => Input::Shortest(1.0, digits),
                None => Input::Text(text),
            },
        }
    }
}

impl FromValues for Given<Decimal> {
    fn from_values(values: &Values<'_>, at: usize, _: Kind) -> Option<Given<Decimal>> {
        values.decimal(at).map(Given::Value)
    }
}

/// Passes the validator the members of a draft that the interface does not name.
pub(crate) fn encode_extra(extra: &Given<Members>, validator: &mut Validator<'_>, position: ObjectPosition) {
    match extra {
        Given::Value(members) => validator.extra(position, members),
        Given::Text(text) => match Json::parse_draft(text.as_bytes()) {
            Err(finding) => validator.findings.push(finding.with_path(position.path("extra"))),
            Ok(_) => validator.no_object(position.path("extra")),
        },
    }
}
