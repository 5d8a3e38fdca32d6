//! How a date is written where it is no timestamp.

use crate::wire::{Instant, SigningOffset};
use std::ops::Range;

/// A format of dates, such as `yyyy-MM-dd`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DateFormat(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// A part of `yyyyMMddHHmmss`.
    Part(Range<usize>),
    Separator(char),
}

const PARTS: [(&str, Range<usize>); 6] =
    [("yyyy", 0..4), ("MM", 4..6), ("dd", 6..8), ("HH", HOUR), ("mm", 10..12), ("ss", 12..14)];
const HOUR: Range<usize> = 8..10;
const SEPARATORS: &[char] = &['-', '/', '.', ':', '_', 'T', ' '];

impl DateFormat {
    /// Reads a format; none if it has no part, a part twice, or anything else.
    pub(crate) fn parse(format: &str) -> Option<DateFormat> {
        let (mut pieces, mut rest) = (Vec::new(), format);
        while let Some(first) = rest.chars().next() {
            let part =
                PARTS.iter().find_map(|(letters, part)| Some((rest.strip_prefix(letters)?, Piece::Part(part.clone()))));
            let separator =
                || Some((rest.strip_prefix(first)?, Piece::Separator(first))).filter(|_| SEPARATORS.contains(&first));
            let (behind, piece) = part.or_else(separator)?;
            if matches!(piece, Piece::Part(_)) && pieces.contains(&piece) {
                return None;
            }
            pieces.push(piece);
            rest = behind;
        }
        pieces.iter().any(|piece| matches!(piece, Piece::Part(_))).then_some(DateFormat(pieces))
    }

    /// Returns whether it has no hour, so that every instant of a day is written alike.
    pub(crate) fn is_cut_to_a_day(&self) -> bool {
        !self.0.contains(&Piece::Part(HOUR))
    }

    /// Writes an instant in a zone; none if its year has no four digits there.
    pub(crate) fn write(&self, instant: Instant, offset: SigningOffset) -> Option<String> {
        let digits = instant.digits(offset)?;
        let mut text = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Part(part) => text.push_str(std::str::from_utf8(digits.get(part.clone())?).ok()?),
                Piece::Separator(separator) => text.push(*separator),
            }
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(format: &str) -> Option<String> {
        let instant: Instant = "2026-01-31T20:05:09.999Z".parse().unwrap();
        DateFormat::parse(format)?.write(instant, "+07:00".parse().unwrap())
    }

    #[test]
    fn writes_the_parts_in_the_given_zone() {
        for (format, text) in [
            ("yyyy-MM-dd", "2026-02-01"),
            ("yyyyMMddHHmmss", "20260201030509"),
            ("dd/MM/yyyy", "01/02/2026"),
            ("yyyy_MM", "2026_02"),
            ("yyyy-MM-ddTHH:mm:ss", "2026-02-01T03:05:09"),
        ] {
            assert_eq!(written(format).as_deref(), Some(text), "{format}");
        }
    }

    #[test]
    fn without_an_hour_a_format_is_cut_to_a_day() {
        for (format, is_cut) in [("yyyy-MM-dd", true), ("yyyyMM", true), ("yyyy mm:ss", true), ("yyyyMMddHH", false)] {
            assert_eq!(DateFormat::parse(format).unwrap().is_cut_to_a_day(), is_cut, "{format}");
        }
    }

    #[test]
    fn rejects_other_letters_and_repeated_parts() {
        for format in ["", "-", "yy-MM-dd", "yyyy-MM-dd'", "YYYY", "yyyy-yyyy", "dd MMM", "ថ្ងៃ"] {
            assert_eq!(written(format), None, "{format}");
        }
    }
}
