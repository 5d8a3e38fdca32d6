//! Dates in the forms that services write.

use super::instant::{Instant, SigningOffset};
use chrono::{NaiveDate, NaiveDateTime, NaiveTime};

impl Instant {
    /// Reads a received date such as `tran_date`. Returns `None` if it is not one.
    ///
    /// A date without an offset is read in the `assumed` one, and a date alone is the start of its day there. A
    /// fraction is cut to milliseconds. It reads these forms:
    /// - `2026-01-31T09:00:00`, also with a space for the `T`, with `/` or `.` for the `-`, without seconds, or with a
    ///   fraction of any length
    /// - `20260131090000` and `20260131T090000`
    /// - `2026-01-31` and `20260131`
    /// - each time with `Z`, `UTC`, `+07:00`, `+0700` or `+07` after it
    /// - seconds and milliseconds since 1970, of 10 and 13 digits.
    ///
    /// It does not read `31/01/2026`, because another service means a month by the first number. See
    /// [`Instant::read_day_first`].
    ///
    /// ```
    /// use billwire::{Instant, SigningOffset};
    /// let cambodia: SigningOffset = "+07:00".parse().unwrap();
    /// let instant = Instant::read_local("2026-01-31 09:00:00.1234567", cambodia).unwrap();
    /// assert_eq!(instant.to_string(), "2026-01-31T02:00:00.123Z");
    /// ```
    pub fn read_local(text: &str, assumed: SigningOffset) -> Option<Instant> {
        ReceivedDate::read(text, false)?.first(assumed)
    }

    /// Reads a received date as [`Instant::read_local`] does, and also one that puts the day first: `31/01/2026 09:00`,
    /// `31-01-2026` or `31.01.2026`.
    pub fn read_day_first(text: &str, assumed: SigningOffset) -> Option<Instant> {
        ReceivedDate::read(text, true)?.first(assumed)
    }
}

/// Date that a service wrote: a time, or a day alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReceivedDate {
    local: NaiveDateTime,
    millis: i64,
    /// Offset in the text. Numbers since 1970 are in UTC.
    zone: Option<SigningOffset>,
    is_day: bool,
}

/// Milliseconds from the first to the last one of a day.
const REST_OF_DAY_MS: i64 = 24 * 3_600_000 - 1;

impl ReceivedDate {
    /// Reads a date. Returns `None` for any other form, and for one that puts the day first unless `day_first` is true.
    ///
    /// The number of digits at the beginning tells the forms apart: 4 for a year, 2 for a day, 8 and 14 for a date
    /// without separators, 10 and 13 for seconds and milliseconds since 1970.
    pub(crate) fn read(text: &str, day_first: bool) -> Option<ReceivedDate> {
        let mut rest = Rest(text.as_bytes());
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let date = match digits {
            10 | 13 => return rest.since_1970(digits),
            4 => rest.separated([4, 2, 2]).and_then(|[year, month, day]| date(year, month, day))?,
            2 if day_first => rest.separated([2, 2, 4]).and_then(|[day, month, year]| date(year, month, day))?,
            8 | 14 => date(rest.digits(4)?, rest.digits(2)?, rest.digits(2)?)?,
            _ => return None,
        };
        if rest.is_empty() {
            return Some(ReceivedDate { local: date.and_time(NaiveTime::MIN), millis: 0, zone: None, is_day: true });
        }
        if digits != 14 {
            rest.take(b"Tt ")?;
        }
        let (time, millis) = rest.time()?;
        let zone = rest.zone()?;
        Some(ReceivedDate { local: date.and_time(time), millis, zone, is_day: false })
    }

    /// Returns whether the text says by itself which instant it means.
    pub(crate) fn has_zone(&self) -> bool {
        self.zone.is_some()
    }

    /// Returns the first instant of the date, whose zone is the `assumed` one unless the text names it.
    pub(crate) fn first(&self, assumed: SigningOffset) -> Option<Instant> {
        Instant::at(self.local, self.millis, self.zone.unwrap_or(assumed))
    }

    /// Returns the last instant of the date, which differs from the first for a day alone.
    pub(crate) fn last(&self, assumed: SigningOffset) -> Option<Instant> {
        let length = if self.is_day { REST_OF_DAY_MS } else { 0 };
        Some(Instant::from_unix_millis(self.first(assumed)?.unix_millis().checked_add(length)?))
    }
}

fn date(year: u32, month: u32, day: u32) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(year.try_into().ok()?, month, day)
}

/// Text that is not read yet.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes one of these bytes.
    fn take(&mut self, bytes: &[u8]) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        bytes.contains(first).then(|| {
            self.0 = rest;
            *first
        })
    }

    /// Takes a number of exactly so many digits.
    fn digits(&mut self, count: usize) -> Option<u32> {
        let (digits, rest) = self.0.split_at_checked(count)?;
        let value = digits.iter().try_fold(0, |value: u32, digit| {
            let digit = digit.is_ascii_digit().then(|| u32::from(digit - b'0'))?;
            value.checked_mul(10)?.checked_add(digit)
        })?;
        self.0 = rest;
        Some(value)
    }

    /// Takes three numbers with the same separator between them.
    fn separated(&mut self, [first, second, third]: [usize; 3]) -> Option<[u32; 3]> {
        let first = self.digits(first)?;
        let separator = self.take(b"-/.")?;
        let second = self.digits(second)?;
        self.take(&[separator])?;
        Some([first, second, self.digits(third)?])
    }

    /// Takes `HH:mm`, `HH:mm:ss` or `HHmmss`, and a fraction of the second, which is cut to milliseconds.
    fn time(&mut self) -> Option<(NaiveTime, i64)> {
        let hour = self.digits(2)?;
        let is_separated = self.take(b":").is_some();
        let minute = self.digits(2)?;
        if is_separated && self.take(b":").is_none() {
            return Some((NaiveTime::from_hms_opt(hour, minute, 0)?, 0));
        }
        let second = self.digits(2)?;
        Some((NaiveTime::from_hms_opt(hour, minute, second)?, self.fraction()?))
    }

    /// Takes a fraction if there is one, and returns its milliseconds.
    fn fraction(&mut self) -> Option<i64> {
        if self.take(b".,").is_none() {
            return Some(0);
        }
        let len = self.0.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = self.0.split_at_checked(len).filter(|(digits, _)| !digits.is_empty())?;
        self.0 = rest;
        let padded = digits.iter().chain(b"00").take(3);
        Some(padded.fold(0, |value, digit| value * 10 + i64::from(digit - b'0')))
    }

    /// Takes the rest of the text: nothing, `Z`, `UTC`, or an offset such as `+07:00`, `+0700` or `+07`.
    fn zone(&mut self) -> Option<Option<SigningOffset>> {
        if self.is_empty() {
            return Some(None);
        }
        self.take(b" ");
        if matches!(self.0, b"Z" | b"z" | b"UTC") {
            return Some(Some(SigningOffset::UTC));
        }
        let sign = if self.take(b"+-")? == b'-' { -1 } else { 1 };
        let hours = self.digits(2).filter(|hours| *hours < 24)?;
        let are_hours_alone = self.take(b":").is_none() && self.is_empty();
        let minutes = if are_hours_alone { 0 } else { self.digits(2).filter(|minutes| *minutes < 60)? };
        let seconds = i32::try_from(hours * 3_600 + minutes * 60).ok()?;
        self.is_empty().then(|| Some(SigningOffset::from_seconds(sign * seconds)))
    }

    /// Takes seconds (10 digits) or milliseconds (13 digits) since 1970. Seconds may have a fraction.
    fn since_1970(&mut self, digits: usize) -> Option<ReceivedDate> {
        let (high, low) = (self.digits(digits - 9)?, self.digits(9)?);
        let number = i64::from(high) * 1_000_000_000 + i64::from(low);
        let millis = self.fraction()?;
        let millis = if digits == 10 { number * 1_000 + millis } else { number };
        let epoch = NaiveDateTime::default();
        self.is_empty().then_some(ReceivedDate { local: epoch, millis, zone: Some(SigningOffset::UTC), is_day: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        let date = ReceivedDate::read(text, false)?;
        Some(date.first("+07:00".parse().unwrap())?.to_string())
    }

    // tests/vectors/dates.json has the forms.
    #[test]
    fn a_day_lasts_until_its_last_millisecond() {
        let day = ReceivedDate::read("2019-01-20", false).unwrap();
        let cambodia = "+07:00".parse().unwrap();
        assert_eq!(day.first(cambodia).unwrap().to_string(), "2019-01-19T17:00:00.000Z");
        assert_eq!(day.last(cambodia).unwrap().to_string(), "2019-01-20T16:59:59.999Z");
        let time = ReceivedDate::read("2019-01-20 00:00", false).unwrap();
        assert_eq!(time.first(cambodia), time.last(cambodia));
    }

    #[test]
    fn numbers_since_1970_are_instants() {
        for (text, written) in [
            ("1547946000", "2019-01-20T01:00:00.000Z"),
            ("1547946000.0399", "2019-01-20T01:00:00.039Z"),
            ("1547946000039", "2019-01-20T01:00:00.039Z"),
        ] {
            assert_eq!(read(text).as_deref(), Some(written), "{text}");
            assert!(ReceivedDate::read(text, false).unwrap().has_zone());
        }
    }
}
