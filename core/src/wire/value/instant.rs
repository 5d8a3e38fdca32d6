//! Points in time, and their digits in a signature.

use crate::finding::Code;
use crate::wire::write::{encoding::Unit, json_writer::JsonWriter};
use chrono::{DateTime, Datelike, FixedOffset, NaiveDate, NaiveDateTime, TimeZone, Timelike, Utc};
use std::{fmt, str::FromStr};

/// Point in time, to the millisecond.
///
/// Create it from Unix milliseconds, or parse RFC 3339 text with an offset.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant {
    millis: i64,
}

/// Range from 0000-01-01T00:00:00.000 to 9999-12-31T23:59:59.999, in milliseconds since 1970.
const FOUR_DIGIT_YEARS: std::ops::RangeInclusive<i64> = -62_167_219_200_000..=253_402_300_799_999;

impl Instant {
    /// Creates an instant from milliseconds since 1970-01-01T00:00:00Z.
    pub const fn from_unix_millis(millis: i64) -> Instant {
        Instant { millis }
    }

    /// Returns the milliseconds since 1970-01-01T00:00:00Z.
    pub const fn unix_millis(self) -> i64 {
        self.millis
    }

    /// Reads an RFC 3339 timestamp with an offset and at most three fraction digits.
    ///
    /// # Errors
    /// `InvalidInstant`, `MissingOffset`, `TooPrecise`, `LeapSecond` or `YearOutOfRange`.
    pub fn parse(text: &str) -> Result<Instant, Code> {
        Dated::parse(text).map(|dated| dated.instant)
    }

    pub(super) fn at(local: NaiveDateTime, millis: i64, offset: SigningOffset) -> Option<Instant> {
        let shift = i64::from(offset.0.local_minus_utc()) * 1000;
        Some(Instant::from_unix_millis(local.and_utc().timestamp_millis().checked_add(millis)?.checked_sub(shift)?))
    }

    /// Returns the date and time at an offset, or `None` if the year has more than four digits or is negative.
    pub(crate) fn local(self, offset: SigningOffset) -> Option<NaiveDateTime> {
        let millis = self.shifted(offset).filter(|millis| FOUR_DIGIT_YEARS.contains(millis))?;
        Some(DateTime::<Utc>::from_timestamp_millis(millis)?.naive_utc())
    }

    /// Returns Unix milliseconds plus the offset: local time counted as if it were UTC. Returns `None` on overflow.
    pub fn shifted(self, offset: SigningOffset) -> Option<i64> {
        self.millis.checked_add(i64::from(offset.0.local_minus_utc()) * 1000)
    }

    /// Returns whether the year is 0000 to 9999, in UTC and at `offset`.
    pub fn is_writable(self, offset: SigningOffset) -> bool {
        let has_four_digits = |millis: i64| FOUR_DIGIT_YEARS.contains(&millis);
        has_four_digits(self.millis) && self.shifted(offset).is_some_and(has_four_digits)
    }

    /// Writes the instant in UTC as `2026-01-31T09:00:00.000Z`, with the fraction only if `millis` is true.
    #[doc(hidden)]
    pub fn write(self, out: &mut JsonWriter, millis: bool) {
        let detail = if millis { DateDetail::Millis } else { DateDetail::Seconds };
        Dated::from(self).write(out, DateForm { zone: DateZone::Utc, detail });
    }

    /// Returns the fourteen digits `yyyyMMddHHmmss` at `offset`, cut to the second.
    ///
    /// Returns `None` if the year has more than four digits or is negative.
    #[inline]
    pub fn digits(self, offset: SigningOffset) -> Option<[u8; 14]> {
        let local = self.local(offset)?;
        let mut text = [0; 14];
        for (at, pair) in [0, 2, 4, 6, 8, 10, 12].into_iter().zip(parts(&local)) {
            put_pair(&mut text, at, pair);
        }
        Some(text)
    }
}

/// Form in which a timestamp is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DateForm {
    /// Offset of the written time.
    pub zone: DateZone,
    /// Precision of the written time.
    pub detail: DateDetail,
}

/// Offset in which a timestamp is written, and whether the text shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateZone {
    /// UTC, shown as `Z`.
    Utc,
    /// Offset of the caller's text, shown as `±HH:MM`, or as `Z` for UTC.
    AsGiven,
    /// Fixed offset, which the text does not show.
    Local(SigningOffset),
}

/// Precision of a written timestamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateDetail {
    /// Date and time with milliseconds.
    Millis,
    /// Date and time with seconds.
    Seconds,
    /// Date alone.
    Day,
}

impl DateForm {
    /// RFC 3339 in UTC with milliseconds.
    pub const UTC_MILLIS: DateForm = DateForm { zone: DateZone::Utc, detail: DateDetail::Millis };
}

/// Instant with the offset of its text. Keeps the digits of a text in UTC, so that they need no calendar.
#[derive(Clone, Copy, Debug)]
pub struct Dated {
    /// Point in time.
    pub instant: Instant,
    /// Digits `yyyyMMddHHmmss` of a text in UTC.
    utc: Option<[u8; 14]>,
    /// Offset of the text. UTC if the value is an [`Instant`].
    offset: SigningOffset,
}

impl From<Instant> for Dated {
    fn from(instant: Instant) -> Dated {
        Dated { instant, utc: None, offset: SigningOffset::UTC }
    }
}

impl Dated {
    /// Reads an RFC 3339 timestamp with an offset and at most three fraction digits.
    ///
    /// # Errors
    /// The same as of [`Instant::parse`].
    #[inline]
    pub fn parse(text: &str) -> Result<Dated, Code> {
        let (local, rest) = civil(text)?;
        let (millis, zone) = fraction(rest)?;
        let offset = SigningOffset::parse(zone)?;
        if is_leap(text) {
            return Err(Code::LeapSecond);
        }
        let instant = Instant::at(local, millis, offset).ok_or(Code::YearOutOfRange)?;
        Ok(Dated { instant, utc: if offset == SigningOffset::UTC { digits_of(text) } else { None }, offset })
    }

    /// Returns the fourteen digits `yyyyMMddHHmmss` at `offset`, as [`Instant::digits`] does.
    #[inline]
    pub fn digits(&self, offset: SigningOffset) -> Option<[u8; 14]> {
        self.utc.filter(|_| offset == SigningOffset::UTC).or_else(|| self.instant.digits(offset))
    }

    /// Writes the timestamp in a form. Writes nothing if [`Dated::is_writable`] is false for the form.
    #[inline]
    pub fn write<U: Unit>(&self, out: &mut JsonWriter<U>, form: DateForm) {
        let offset = self.offset_in(form.zone);
        let Some([y1, y2, y3, y4, mo1, mo2, d1, d2, h1, h2, mi1, mi2, s1, s2]) = self.digits(offset) else {
            return;
        };
        let millis = self.instant.millis.rem_euclid(1000) as u32;
        let [f1, f2, f3] = [millis / 100, millis / 10, millis].map(|value| b'0' + (value % 10) as u8);
        let mut text = [0; 32];
        if let Some(place) = text.first_chunk_mut() {
            *place = [
                y1, y2, y3, y4, b'-', mo1, mo2, b'-', d1, d2, b'T', h1, h2, b':', mi1, mi2, b':', s1, s2, b'.', f1, f2,
                f3,
            ];
        }
        let len = match form.detail {
            DateDetail::Day => return out.image(&text, 10),
            DateDetail::Seconds => 19,
            DateDetail::Millis => 23,
        };
        out.image(&text, len);
        match form.zone {
            DateZone::AsGiven if offset != SigningOffset::UTC => offset.write(out),
            DateZone::Utc | DateZone::AsGiven => out.byte(b'Z'),
            DateZone::Local(_) => {}
        }
    }

    /// Returns whether the year is 0000 to 9999 in UTC, at the signing offset and in the written form.
    #[inline]
    pub fn is_writable(&self, signing_offset: SigningOffset, form: DateForm) -> bool {
        self.instant.is_writable(signing_offset)
            && (form.zone == DateZone::Utc || self.instant.is_writable(self.offset_in(form.zone)))
    }

    fn offset_in(&self, zone: DateZone) -> SigningOffset {
        match zone {
            DateZone::Utc => SigningOffset::UTC,
            DateZone::AsGiven => self.offset,
            DateZone::Local(offset) => offset,
        }
    }
}

/// Returns the digits of `YYYY-MM-DDTHH:MM:SS`.
fn digits_of(text: &str) -> Option<[u8; 14]> {
    let &[y1, y2, y3, y4, _, mo1, mo2, _, d1, d2, _, h1, h2, _, mi1, mi2, _, s1, s2] = text.as_bytes().first_chunk()?;
    Some([y1, y2, y3, y4, mo1, mo2, d1, d2, h1, h2, mi1, mi2, s1, s2])
}

/// Returns century, year in it, month, day, hour, minute and second.
#[inline]
fn parts(local: &NaiveDateTime) -> [u32; 7] {
    let (date, time) = (local.date(), local.time());
    let year = date.year().unsigned_abs();
    [year / 100, year % 100, date.month(), date.day(), time.hour(), time.minute(), time.second()]
}

fn put_pair(text: &mut [u8], at: usize, pair: u32) {
    if let Some([tens, ones]) = text.get_mut(at..).and_then(|text| text.first_chunk_mut::<2>()) {
        *tens = b'0' + (pair / 10) as u8;
        *ones = b'0' + (pair % 10) as u8;
    }
}

/// Returns whether the second of `YYYY-MM-DDTHH:MM:SS` is 60.
///
/// Callers check everything else first, because only a well-formed timestamp has a leap second.
fn is_leap(text: &str) -> bool {
    text.as_bytes().get(17..19) == Some(b"60")
}

/// Reads `YYYY-MM-DDTHH:MM:SS`, and returns it with the rest of the text. Reads second 60 as 59.
fn civil(text: &str) -> Result<(NaiveDateTime, &str), Code> {
    let (head, rest) = text.split_at_checked(19).ok_or(Code::InvalidInstant)?;
    let head: &[u8; 19] = head.as_bytes().try_into().map_err(|_| Code::InvalidInstant)?;
    let &[y1, y2, y3, y4, b'-', mo1, mo2, b'-', d1, d2, b'T' | b't', h1, h2, b':', mi1, mi2, b':', s1, s2] = head
    else {
        return Err(Code::InvalidInstant);
    };
    let year = pair(y1, y2)? * 100 + pair(y3, y4)?;
    let date = NaiveDate::from_ymd_opt(year as i32, pair(mo1, mo2)?, pair(d1, d2)?).ok_or(Code::InvalidInstant)?;
    let (hour, minute, second) = (pair(h1, h2)?, pair(mi1, mi2)?, pair(s1, s2)?);
    let second = if second == 60 { 59 } else { second };
    let local = date.and_hms_opt(hour, minute, second).ok_or(Code::InvalidInstant)?;
    Ok((local, rest))
}

fn pair(tens: u8, ones: u8) -> Result<u32, Code> {
    if !tens.is_ascii_digit() || !ones.is_ascii_digit() {
        return Err(Code::InvalidInstant);
    }
    Ok(u32::from(tens - b'0') * 10 + u32::from(ones - b'0'))
}

/// Reads an optional fraction of at most three digits, and returns its milliseconds with the rest of the text.
fn fraction(text: &str) -> Result<(i64, &str), Code> {
    let Some(digits) = text.strip_prefix('.') else { return Ok((0, text)) };
    let len = digits.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = digits.split_at_checked(len).ok_or(Code::InvalidInstant)?;
    match len {
        0 => return Err(Code::InvalidInstant),
        1..=3 => {}
        _ => return Err(Code::TooPrecise),
    }
    let padded = digits.bytes().chain(*b"00").take(3);
    Ok((padded.fold(0, |value, digit| value * 10 + i64::from(digit - b'0')), rest))
}

impl FromStr for Instant {
    type Err = InvalidInstant;

    /// Reads an RFC 3339 timestamp with an offset, as [`Instant::parse`] does.
    fn from_str(text: &str) -> Result<Instant, InvalidInstant> {
        Instant::parse(text).map_err(InvalidInstant)
    }
}

/// Error for text that is not a timestamp. It does not contain the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidInstant(pub Code);

impl InvalidInstant {
    /// Returns the violated rule, one of those that [`Instant::parse`] lists.
    pub fn code(self) -> Code {
        self.0
    }
}

impl fmt::Display for InvalidInstant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.explanation())
    }
}

impl std::error::Error for InvalidInstant {}

/// Cuts to milliseconds, towards the past.
impl<Zone: TimeZone> From<DateTime<Zone>> for Instant {
    fn from(instant: DateTime<Zone>) -> Instant {
        Instant::from_unix_millis(instant.timestamp_millis())
    }
}

/// Shows RFC 3339 in UTC with milliseconds. Outside the years 0000 to 9999 it shows Unix milliseconds.
impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_writable(SigningOffset::UTC) {
            let mut out = JsonWriter::default();
            self.write(&mut out, true);
            return f.pad(&out.into_text());
        }
        write!(f, "{} ms since 1970", self.millis)
    }
}

impl fmt::Debug for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Instant {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Fixed offset from UTC, such as `+07:00`, of the timestamps in a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SigningOffset(FixedOffset);

impl SigningOffset {
    /// UTC.
    pub const UTC: SigningOffset = match FixedOffset::east_opt(0) {
        Some(offset) => SigningOffset(offset),
        None => panic!("zero is an offset"),
    };

    /// Reads `Z` or `±HH:MM`.
    fn parse(text: &str) -> Result<SigningOffset, Code> {
        let (east, h1, h2, m1, m2) = match *text.as_bytes() {
            [b'Z' | b'z'] => return Ok(SigningOffset::UTC),
            [] => return Err(Code::MissingOffset),
            [b'+', h1, h2, b':', m1, m2] => (1, h1, h2, m1, m2),
            [b'-', h1, h2, b':', m1, m2] => (-1, h1, h2, m1, m2),
            _ => return Err(Code::InvalidInstant),
        };
        let (hours, minutes) = (pair(h1, h2)?, pair(m1, m2)?);
        if hours > 23 || minutes > 59 {
            return Err(Code::InvalidInstant);
        }
        let seconds = east * (hours * 3600 + minutes * 60) as i32;
        FixedOffset::east_opt(seconds).map(SigningOffset).ok_or(Code::InvalidInstant)
    }
}

impl SigningOffset {
    /// Sentence for text that is not an offset.
    pub const EXPECTED: &'static str = "expected Z or an offset such as +07:00, not a zone's name";

    /// Returns whether it is at most 18 hours from UTC, as those of all zones are. Java's `ZoneOffset` holds no other.
    pub fn is_of_a_zone(&self) -> bool {
        self.seconds().abs() <= 18 * 3600
    }

    /// Returns every whole and half hour from -12:00 to +14:00.
    pub fn whole_and_half_hours() -> impl Iterator<Item = SigningOffset> {
        (-24..=28).filter_map(|halves| FixedOffset::east_opt(halves * 1800).map(SigningOffset))
    }

    /// Creates an offset from seconds east of UTC, clamped to less than a day.
    pub fn from_seconds(seconds: i32) -> SigningOffset {
        const LARGEST: i32 = 86_399;
        FixedOffset::east_opt(seconds.clamp(-LARGEST, LARGEST)).map_or(SigningOffset::UTC, SigningOffset)
    }

    /// Returns the seconds east of UTC.
    pub fn seconds(self) -> i32 {
        self.0.local_minus_utc()
    }

    /// Returns this offset minus `other`, or `None` if that is a day or more from UTC.
    pub fn west_by(self, other: SigningOffset) -> Option<SigningOffset> {
        FixedOffset::east_opt(self.0.local_minus_utc() - other.0.local_minus_utc()).map(SigningOffset)
    }

    /// Writes `±HH:MM`.
    fn write<U: Unit>(self, out: &mut JsonWriter<U>) {
        let seconds = self.0.local_minus_utc();
        let minutes = seconds.unsigned_abs() / 60;
        out.byte(if seconds < 0 { b'-' } else { b'+' });
        out.pair(minutes / 60);
        out.byte(b':');
        out.pair(minutes % 60);
    }

    /// Returns the offset with the opposite sign.
    pub fn mirrored(self) -> SigningOffset {
        FixedOffset::east_opt(-self.0.local_minus_utc()).map_or(SigningOffset::UTC, SigningOffset)
    }
}

impl Default for SigningOffset {
    fn default() -> SigningOffset {
        SigningOffset::UTC
    }
}

impl FromStr for SigningOffset {
    type Err = InvalidOffset;

    fn from_str(text: &str) -> Result<SigningOffset, InvalidOffset> {
        SigningOffset::parse(text).map_err(|_| InvalidOffset)
    }
}

/// Error for text that is not an offset from UTC. It does not contain the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidOffset;

impl fmt::Display for InvalidOffset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(SigningOffset::EXPECTED)
    }
}

impl std::error::Error for InvalidOffset {}

/// Shows `±HH:MM`.
impl fmt::Display for SigningOffset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_less_than_a_day() {
        for (text, seconds) in [("+23:59", 86_340), ("-23:59", -86_340), ("Z", 0), ("+00:30", 1800)] {
            let offset: SigningOffset = text.parse().unwrap();
            assert_eq!(offset.0.local_minus_utc(), seconds, "{text}");
            assert_eq!(offset.mirrored().0.local_minus_utc(), -seconds, "{text}");
            assert_eq!((offset.seconds(), SigningOffset::from_seconds(seconds)), (seconds, offset), "{text}");
        }
        for (seconds, nearest) in [(i32::MIN, -86_399), (-86_400, -86_399), (86_400, 86_399), (i32::MAX, 86_399)] {
            assert_eq!(SigningOffset::from_seconds(seconds).seconds(), nearest);
        }
        let all: Vec<_> = SigningOffset::whole_and_half_hours().map(|offset| offset.to_string()).collect();
        assert_eq!(all.len(), 53);
        assert_eq!(
            [all.first(), all.get(24), all.get(39), all.last()].map(Option::unwrap),
            ["-12:00", "+00:00", "+07:30", "+14:00"]
        );
    }

    #[test]
    fn keeps_the_digits_of_a_text_in_utc() {
        assert_eq!(digits_of("2024-12-31T20:30:59.999Z").as_ref(), Some(b"20241231203059"));
        assert_eq!(Dated::parse("2024-12-31T20:30:59Z").unwrap().utc.as_ref(), Some(b"20241231203059"));
        assert_eq!(Dated::parse("2024-12-31T20:30:59+07:00").unwrap().utc, None);
    }
}
