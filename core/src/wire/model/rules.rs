//! Rules of one value. The [`pass`](crate::wire::write::pass) and the
//! [`Validator`](crate::wire::model::validate::Validator) call the same functions, so that neither accepts what the
//! other refuses.

use crate::finding::Code;
use crate::wire::{
    model::{
        options::Options,
        schema::{Field, Presence},
    },
    value::{
        decimal::{Decimal, LARGEST_INTEGER},
        instant::{Dated, Instant},
    },
};

impl Field {
    /// Refuses an empty text where the field and the options take none.
    #[inline]
    pub(crate) fn check_filled(&self, is_empty: bool, options: &Options) -> Result<(), Code> {
        let takes_empty = options.allow_empty_text && (self.may_be_empty || self.presence == Presence::Optional);
        if is_empty && !takes_empty { Err(Code::Empty) } else { Ok(()) }
    }

    /// Refuses a control character. A text of several lines takes tabs and line ends, `\n` or `\r\n`.
    #[inline]
    pub(crate) fn check_character(&self, character: char, next: Option<char>) -> Result<(), Code> {
        let is_line_end = matches!((character, next), ('\t' | '\n', _) | ('\r', Some('\n')));
        if character.is_control() && !(self.multiline && is_line_end) { Err(Code::ControlCharacter) } else { Ok(()) }
    }

    /// Refuses a decimal whose sign the field does not take.
    #[inline]
    pub(crate) fn check_sign(&self, value: &Decimal) -> Result<(), Code> {
        let is_refused = (value.is_negative() && !self.negative) || (value.is_zero() && self.positive);
        if is_refused { Err(Code::OutOfRange) } else { Ok(()) }
    }
}

impl Options {
    /// Refuses a list with more elements than the options allow.
    #[inline]
    pub(crate) fn check_count(&self, count: usize) -> Result<(), Code> {
        if count > self.max_items { Err(Code::TooManyLines) } else { Ok(()) }
    }

    /// Refuses a timestamp whose year has other than four digits, in UTC, where it is signed or where it is written.
    #[inline]
    pub(crate) fn check_year(&self, dated: &Dated) -> Result<(), Code> {
        let is_writable = dated.is_writable(self.signing_offset, self.date_form);
        if is_writable { Ok(()) } else { Err(Code::YearOutOfRange) }
    }
}

/// Reads an integer of a double: 0 to 2^53-1, exactly.
#[inline]
pub(crate) fn integer(value: f64) -> Result<u64, Code> {
    let whole = value as u64;
    if whole as f64 == value && whole <= LARGEST_INTEGER {
        return Ok(whole);
    }
    Err(if !value.is_finite() {
        Code::NotFinite
    } else if value.fract() != 0.0 {
        Code::NotAnInteger
    } else {
        Code::OutOfRange
    })
}

/// Reads an instant of milliseconds. A cast of a double stops at the ends of the integer's range, whose years have no
/// four digits.
#[inline]
pub(crate) fn instant(millis: f64) -> Result<Instant, Code> {
    if millis.is_nan() { Err(Code::InvalidInstant) } else { Ok(Instant::from_unix_millis(millis.round() as i64)) }
}
