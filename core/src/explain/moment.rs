//! A point in time, as programs write it.

use super::change::in_script;
use crate::wire::{Instant, SigningOffset};
use chrono::{Datelike, Days, NaiveDateTime, Timelike};

/// A point in time, and the zone in which it is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) instant: Instant,
    pub(crate) offset: SigningOffset,
}

/// Letters of Java's `DateTimeFormatter`, and `B` for a Buddhist year, `L` for a month that counts from zero, `U` and
/// `V` for seconds and milliseconds since 1970, `W` for the year of a week that begins on Sunday.
#[derive(Clone, Copy)]
pub(crate) struct DatePattern {
    pub(crate) letters: &'static str,
    pub(crate) in_utc: bool,
    /// The digit zero.
    pub(crate) zero: char,
}

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

impl DatePattern {
    pub(crate) const RIGHT: DatePattern = DatePattern { letters: "yyyyMMddHHmmss", in_utc: false, zero: '0' };

    /// The text of a date; none if it cannot be written this way.
    pub(crate) fn of(self, moment: Moment) -> Option<String> {
        let zone = if self.in_utc { SigningOffset::UTC } else { moment.offset };
        let (local, mut text) = (moment.instant.local(zone)?, String::with_capacity(40));
        for (place, letters) in self.letters.split('\'').enumerate() {
            if place % 2 == 1 {
                text.push_str(letters);
                continue;
            }
            for run in letters.as_bytes().chunk_by(|one, next| one == next) {
                let letter = run.first().copied().unwrap_or_default();
                text.push_str(&piece(char::from(letter), run.len(), &local, moment)?);
            }
        }
        Some(if self.zero == '0' { text } else { in_script(&text, self.zero) })
    }
}

/// The text of letters of a pattern; none if a year has no four digits.
fn piece(letter: char, width: usize, local: &NaiveDateTime, moment: Moment) -> Option<String> {
    let padded = |number: u32| Some(format!("{number:0width$}"));
    let year = |year: i32| (0..=9999).contains(&year).then(|| format!("{year:0width$}"));
    let millis = moment.instant.unix_millis();
    match letter {
        'y' if width == 2 => padded(local.year().unsigned_abs() % 100),
        'y' => year(local.year()),
        'Y' => year(local.iso_week().year()),
        'W' => {
            let to_saturday = 6 - u64::from(local.weekday().num_days_from_sunday());
            year(local.checked_add_days(Days::new(to_saturday))?.year())
        }
        'B' => year(local.year() + 543),
        'M' if width == 3 => MONTHS.get(local.month0() as usize).map(|name| (*name).into()),
        'M' => padded(local.month()),
        'L' => padded(local.month0()),
        'd' => padded(local.day()),
        'D' => padded(local.ordinal()),
        'E' => DAYS.get(local.weekday().num_days_from_monday() as usize).map(|name| (*name).into()),
        'H' => padded(local.hour()),
        'h' => padded(local.hour12().1),
        'K' => padded(local.hour() % 12),
        'k' => padded((local.hour() + 23) % 24 + 1),
        'm' => padded(local.minute()),
        's' => padded(local.second()),
        'S' => Some(format!("{:03}000", millis.rem_euclid(1000)).chars().take(width).collect()),
        'a' => Some(if local.hour() < 12 { "AM" } else { "PM" }.into()),
        'x' if width == 2 => Some(moment.offset.to_string().replace(':', "")),
        'x' => Some(moment.offset.to_string()),
        'U' => Some(millis.div_euclid(1000).to_string()),
        'V' => Some(millis.to_string()),
        other => Some(other.to_string().repeat(width)),
    }
}
