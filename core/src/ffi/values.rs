//! How values cross. No lift may fail: printing an error or a record in Kotlin lifts it again.

use crate::{
    Decimal, HttpStatus, Instant, Json, Members, ReplyHeaders, ResponseCode, Sensitive, SigningOffset,
    wire::model::given::{DecimalDraft, ExtraDraft, Given},
};
use std::{borrow::Cow, collections::HashMap};

uniffi::custom_type!(Decimal, String, {
    remote,
    lower: |decimal| decimal.to_string(),
    try_lift: |text| Ok(text.parse()?),
});

// `BigDecimal` and `Decimal` hold more digits, and `NaN`.
uniffi::custom_type!(DecimalDraft, String, {
    remote,
    lower: |draft| match draft {
        Given::Value(decimal) => decimal.to_string(),
        Given::Text(text) => text,
    },
    try_lift: |text| Ok(text.as_str().into()),
});

// Milliseconds since 1970. A Swift `Date` may lie between two milliseconds, and may be no number: validation reports
// that one.
uniffi::custom_type!(Instant, f64, {
    remote,
    lower: |instant| instant.unix_millis() as f64,
    try_lift: |millis: f64| {
        Ok(Instant::from_unix_millis(if millis.is_nan() { i64::MAX } else { millis.round() as i64 }))
    },
});

// Seconds east of UTC.
uniffi::custom_type!(SigningOffset, i32, {
    remote,
    lower: |offset| offset.seconds(),
    try_lift: |seconds| Ok(SigningOffset::from_seconds(seconds)),
});

uniffi::custom_type!(ResponseCode, String, {
    remote,
    lower: |code| code.as_str().to_owned(),
    try_lift: |text| Ok(ResponseCode::from(text)),
});

/// Name of the type in other languages. One that only `uniffi.toml` renames is not renamed in methods of an error.
type SensitiveText = Sensitive;

uniffi::custom_type!(SensitiveText, String, {
    remote,
    lower: |sensitive| sensitive.into_text(),
    try_lift: |text| Ok(text.into()),
});

// The text of a JSON object.
uniffi::custom_type!(Members, String, {
    remote,
    lower: |members| Json::Object(members).to_string(),
    try_lift: |text| Ok(match Json::parse(text.as_bytes()) {
        Ok(Json::Object(members)) => members,
        _ => Members::default(),
    }),
});

uniffi::custom_type!(ExtraDraft, String, {
    remote,
    lower: |extra| match extra {
        Given::Value(members) if members.is_empty() => String::new(),
        Given::Value(members) => Json::Object(members).to_string(),
        Given::Text(text) => text,
    },
    try_lift: |text| Ok(text.as_str().into()),
});

/// Text that core often has as a constant.
pub type Sentence = Cow<'static, str>;

uniffi::custom_type!(Sentence, String, {
    remote,
    lower: |text| text.into_owned(),
    try_lift: |text| Ok(text.into()),
});

/// Counts and sizes of core under the name of other languages. The largest stands for all above it.
pub(super) type Int = usize;

uniffi::custom_type!(Int, i32, {
    remote,
    lower: |count| i32::try_from(count).unwrap_or(i32::MAX),
    try_lift: |count| Ok(usize::try_from(count).unwrap_or_default()),
});

// A number outside 0 to 65,535 counts as 0, which is no success.
uniffi::custom_type!(HttpStatus, i32, {
    remote,
    lower: |status| status.as_u16().into(),
    try_lift: |status| Ok(u16::try_from(status).unwrap_or_default().into()),
});

uniffi::custom_type!(ReplyHeaders, HashMap<String, String>, {
    remote,
    lower: |headers| headers.0.into_iter().map(|(name, value)| (name.into(), value.into())).collect(),
    try_lift: |headers| {
        Ok(ReplyHeaders(headers.into_iter().map(|(name, value)| (name.into(), value.into())).collect()))
    },
});
