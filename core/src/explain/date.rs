//! The date of a bill, as the digits of the signature or as people write it instead.

use super::input::Bill;
use crate::wire::{Instant, SigningOffset, json_writer::JsonWriter};

/// How the date is written. The right way is `Digits`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DateForm {
    Digits,
    DigitsAt(SigningOffset),
    /// The wall clock of UTC, taken for one of this zone.
    ReadIn(SigningOffset),
    Millis,
    Iso {
        millis: bool,
    },
    /// Letters as in `yyyyMMddHHmmss`; `hh` counts twelve hours.
    Pattern(&'static str),
    BuddhistYear,
    UnixSeconds,
    UnixMillis,
    DueDate,
}

impl DateForm {
    /// The text of the date; empty if it cannot be written this way.
    pub(crate) fn of(self, bill: &Bill<'_>) -> String {
        let (date, own) = (bill.fields.date, bill.signing_offset);
        match self {
            DateForm::Digits => digits(date, own),
            DateForm::DigitsAt(offset) => digits(date, offset),
            DateForm::ReadIn(zone) => {
                let read = date.shifted(zone.mirrored()).map(Instant::from_unix_millis);
                read.map(|read| digits(read, own)).unwrap_or_default()
            }
            DateForm::Millis => format!("{}{:03}", digits(date, own), date.unix_millis().rem_euclid(1000)),
            DateForm::Iso { millis } => {
                let mut out = JsonWriter::default();
                date.write(&mut out, millis);
                out.into_text()
            }
            DateForm::Pattern(pattern) => by_pattern(pattern, &digits(date, own)),
            DateForm::BuddhistYear => in_buddhist_year(&digits(date, own)),
            DateForm::UnixSeconds => date.unix_millis().div_euclid(1000).to_string(),
            DateForm::UnixMillis => date.unix_millis().to_string(),
            DateForm::DueDate => bill.unsigned.due_date.map(|due| digits(due, own)).unwrap_or_default(),
        }
    }
}

/// The fourteen digits; empty where the year has no four.
fn digits(instant: Instant, offset: SigningOffset) -> String {
    instant.digits(offset).map(|digits| digits.map(char::from).iter().collect()).unwrap_or_default()
}

fn by_pattern(pattern: &str, digits: &str) -> String {
    let piece = |from, to| digits.get(from..to).unwrap_or_default();
    let hour: u8 = piece(8, 10).parse().unwrap_or_default();
    let of_twelve = format!("{:02}", (hour % 24 + 11) % 12 + 1);
    let pieces = [
        ("yyyy", piece(0, 4)),
        ("MM", piece(4, 6)),
        ("dd", piece(6, 8)),
        ("HH", piece(8, 10)),
        ("hh", &of_twelve),
        ("mm", piece(10, 12)),
        ("ss", piece(12, 14)),
    ];
    pieces.iter().fold(pattern.to_owned(), |text, (letters, digits)| text.replace(letters, digits))
}

/// The year counted from the death of the Buddha, as calendars in Cambodia and Thailand show it.
fn in_buddhist_year(digits: &str) -> String {
    const AHEAD: u32 = 543;
    let Some((year, rest)) = digits.split_at_checked(4) else { return String::new() };
    let year = year.parse().unwrap_or(0u32).saturating_add(AHEAD);
    if year > 9999 { String::new() } else { format!("{year:04}{rest}") }
}

#[cfg(test)]
mod tests {
    use super::{by_pattern, in_buddhist_year};

    #[test]
    fn hh_counts_twelve_hours() {
        for (hour, of_twelve) in [("00", "12"), ("01", "01"), ("11", "11"), ("12", "12"), ("13", "01"), ("23", "11")] {
            assert_eq!(by_pattern("hh", &format!("20260131{hour}0509")), of_twelve);
        }
    }

    #[test]
    fn years_of_five_digits_are_not_written() {
        assert_eq!(in_buddhist_year("94561231235959"), "99991231235959");
        assert_eq!(in_buddhist_year("94570101000000"), "");
        assert_eq!(in_buddhist_year(""), "");
    }
}
