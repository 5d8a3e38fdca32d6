//! Values in the types that these languages have. A value that breaks a rule crosses too: preparing reports it with its
//! path.

use billwire::{Decimal, Instant, Json, Members, ResponseCode, Sensitive, SigningOffset, StatusesByObject};

/// Text of a decimal that may break a rule: `BigDecimal` and `Decimal` hold more digits, and `NaN`.
#[derive(Clone, Debug, PartialEq)]
pub struct DecimalDraft(String);

uniffi::custom_newtype!(DecimalDraft, String);

impl DecimalDraft {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<Decimal> for DecimalDraft {
    fn from(decimal: Decimal) -> DecimalDraft {
        DecimalDraft(decimal.to_string())
    }
}

uniffi::custom_type!(Decimal, String, {
    remote,
    lower: |decimal| decimal.to_string(),
    try_lift: |text| Ok(text.parse()?),
});

// Milliseconds since 1970. A Swift `Date` may lie beside a millisecond, and may be no number: validation reports that one.
uniffi::custom_type!(Instant, f64, {
    remote,
    lower: |instant| instant.unix_millis() as f64,
    try_lift: |millis: f64| Ok(Instant::from_unix_millis(if millis.is_nan() { i64::MAX } else { millis.round() as i64 })),
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

uniffi::custom_type!(Sensitive, String, {
    remote,
    lower: |sensitive| sensitive.into_text(),
    try_lift: |text| Ok(text.into()),
});

// The text of a JSON object.
uniffi::custom_type!(Members, String, {
    remote,
    lower: |members| Json::Object(members).to_string(),
    try_lift: |text| match Json::parse(text.as_bytes()) {
        Ok(Json::Object(members)) => Ok(members),
        _ => Err(uniffi::deps::anyhow::anyhow!("the text is not a JSON object")),
    },
});

/// Whole number in the usual integer type of each language, such as `Int`: an HTTP status, a count, or a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int32(i32);

uniffi::custom_newtype!(Int32, i32);

impl Int32 {
    /// Returns a number of core. One that is too large becomes the largest.
    pub(crate) fn of(count: impl TryInto<i32>) -> Int32 {
        Int32(count.try_into().unwrap_or(i32::MAX))
    }

    /// Returns an HTTP status as core has it. A number outside 0 to 65,535 counts as 0, which is no success.
    pub(crate) fn status(self) -> u16 {
        u16::try_from(self.0).unwrap_or(0)
    }

    /// Returns a count as core has it. One below zero counts as 0, which core refuses.
    pub(crate) fn count(self) -> u32 {
        u32::try_from(self.0).unwrap_or(0)
    }

    /// Returns the same for what lies in memory.
    pub(crate) fn size(self) -> usize {
        usize::try_from(self.0).unwrap_or(0)
    }
}

impl From<i32> for Int32 {
    fn from(number: i32) -> Int32 {
        Int32(number)
    }
}

/// Returns a number as core has it. One below zero counts as 0, which no revision, request or time has.
pub(crate) fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

/// Returns a number of core as these languages have it.
pub(crate) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Returns the statuses of a setting as core has them.
pub(crate) fn numbers(statuses: Vec<Int32>) -> Vec<u16> {
    statuses.into_iter().map(Int32::status).collect()
}

/// Statuses of a profile as they cross.
pub(crate) fn http_statuses(numbers: Vec<u16>) -> Vec<Int32> {
    numbers.into_iter().map(Int32::of).collect()
}

/// The statuses of a setting. An empty list keeps its default: callers leave out the objects that they do not mean.
pub(crate) fn statuses(setting: StatusesByObject, default: StatusesByObject) -> StatusesByObject {
    let or_default = |setting: Vec<String>, default| if setting.is_empty() { default } else { setting };
    StatusesByObject::builder()
        .bill(or_default(setting.bill, default.bill))
        .payment(or_default(setting.payment, default.payment))
        .transaction(or_default(setting.transaction, default.transaction))
        .build()
}
