//! Values as other languages have them. Whatever they are given can be carried over: what is wrong with it is found when
//! a request is prepared, and has a path there.

use crate::model::ResponseCode;
use billwire_wire::{
    Decimal, Instant, Json, Members, OfferExtra, Sensitive, SigningOffset,
    input::Input,
    model::{Encode, Wire},
    schema::{Field, Kind},
    validate::{ObjectPosition, Validator},
};

/// A type of the core that other languages fill in by another type.
pub trait Foreign {
    /// What they fill in.
    type Draft;
}

/// A decimal that is not yet known to be one of the interface's: `BigDecimal` and `Decimal` hold more digits, and `NaN`.
#[derive(Clone, Debug, PartialEq)]
pub struct DecimalDraft(String);

uniffi::custom_newtype!(DecimalDraft, String);

impl Foreign for Decimal {
    type Draft = DecimalDraft;
}

impl Wire for DecimalDraft {
    const KIND: Kind = Kind::Decimal;
}

impl Encode for DecimalDraft {
    fn offer<'a>(&'a self, validator: &mut Validator<'a>, place: ObjectPosition, index: usize, field: &'static Field) {
        validator.field(place, index, field, Input::Text(&self.0));
    }
}

impl Foreign for String {
    type Draft = String;
}

impl Foreign for i64 {
    type Draft = i64;
}

impl Foreign for Instant {
    type Draft = Instant;
}

impl Foreign for Sensitive {
    type Draft = Sensitive;
}

impl<T: Foreign> Foreign for Vec<T> {
    type Draft = Vec<T::Draft>;
}

/// An object's members as the text of a JSON object.
impl OfferExtra for Option<String> {
    fn offer(&self, validator: &mut Validator<'_>, place: ObjectPosition) {
        let Some(text) = self else { return };
        match Json::parse_draft(text.as_bytes()) {
            Ok(Json::Object(members)) => validator.extra(place, &members),
            Ok(_) => validator.no_object(place.path("extra")),
            Err(finding) => validator.findings.push(finding.with_path(place.path("extra"))),
        }
    }
}

uniffi::custom_type!(Decimal, String, {
    lower: |decimal| decimal.to_string(),
    try_lift: |text| Ok(text.parse()?),
});

// Milliseconds since 1970. A Swift `Date` may lie a little beside one, and may be no number at all: then it is an instant
// that cannot be written.
uniffi::custom_type!(Instant, f64, {
    lower: |instant| instant.unix_millis() as f64,
    try_lift: |millis: f64| Ok(Instant::from_unix_millis(if millis.is_nan() { i64::MAX } else { millis.round() as i64 })),
});

// Seconds east of UTC.
uniffi::custom_type!(SigningOffset, i32, {
    lower: |offset| offset.seconds(),
    try_lift: |seconds| Ok(SigningOffset::of_seconds(seconds)),
});

uniffi::custom_type!(ResponseCode, String, {
    lower: |code| code.as_str().to_owned(),
    try_lift: |text| Ok(ResponseCode::from_text(text)),
});

uniffi::custom_type!(Sensitive, String, {
    lower: |sensitive| sensitive.into_text(),
    try_lift: |text| Ok(text.into()),
});

// The text of a JSON object.
uniffi::custom_type!(Members, String, {
    lower: |members| Json::Object(members).to_string(),
    try_lift: |text| match Json::parse(text.as_bytes()) {
        Ok(Json::Object(members)) => Ok(members),
        _ => Err(uniffi::deps::anyhow::anyhow!("the text is no JSON object")),
    },
});

/// An HTTP status as clients have it. One that is none is no success.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HttpStatus(i32);

uniffi::custom_newtype!(HttpStatus, i32);

impl HttpStatus {
    pub(super) fn number(self) -> u16 {
        u16::try_from(self.0).unwrap_or(0)
    }
}

impl From<u16> for HttpStatus {
    fn from(status: u16) -> HttpStatus {
        HttpStatus(status.into())
    }
}
