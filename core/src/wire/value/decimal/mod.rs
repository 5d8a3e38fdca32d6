//! Exact decimals for money and rates, without binary floating point.

mod arithmetic;

use crate::finding::Code;
use crate::wire::{
    read::number::{self, Lexeme},
    write::{encoding::Unit, json_writer::JsonWriter},
};
pub(crate) use arithmetic::Sum;
use std::{cmp::Ordering, fmt, str::FromStr};

/// Largest number of significant digits.
const MOST_DIGITS: usize = 34;

/// Largest power of ten of the last digit, above and below zero.
const MOST_SCALE: i64 = 34;

/// Largest integer that a double holds exactly with all below it: 2^53-1.
pub const LARGEST_INTEGER: u64 = (1 << 53) - 1;

/// Exact decimal of at most 34 significant digits.
///
/// It keeps the zeros it was written with, and compares by value. Zeros at the end of a whole number do not count
/// beyond 34 digits, so `1e34` equals its plain notation of 35 digits.
///
/// ```
/// use billwire::Decimal;
/// let price: Decimal = "10.50".parse()?;
/// assert_eq!(price, "10.5".parse()?);
/// assert_eq!(price.to_string(), "10.50");
/// # Ok::<(), billwire::InvalidDecimal>(())
/// ```
#[derive(Clone, Copy)]
pub struct Decimal {
    negative: bool,
    /// Power of ten of the last digit.
    scale: i8,
    /// Digits, upper half first. Unlike a `u128`, two halves need an alignment of eight bytes only.
    halves: [u64; 2],
}

/// Error for text that is not a decimal. It does not contain the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidDecimal(pub Code);

impl InvalidDecimal {
    /// Returns the violated rule: `invalid_decimal`, `too_many_digits` or `out_of_range`.
    pub fn code(self) -> Code {
        self.0
    }
}

impl fmt::Display for InvalidDecimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.explanation())
    }
}

impl std::error::Error for InvalidDecimal {}

impl Decimal {
    /// Zero.
    pub const ZERO: Decimal = Decimal::of(false, 0, 0);

    const fn of(negative: bool, digits: u128, scale: i8) -> Decimal {
        Decimal { negative, scale, halves: [(digits >> 64) as u64, digits as u64] }
    }

    const fn digits(&self) -> u128 {
        let [high, low] = self.halves;
        ((high as u128) << 64) + low as u128
    }

    /// Returns the digits if they fit into 64 bits.
    const fn small_digits(&self) -> Option<u64> {
        match self.halves {
            [0, low] => Some(low),
            _ => None,
        }
    }

    /// Creates `digits` times ten to the power of `scale`, with a sign.
    pub const fn scaled(negative: bool, digits: u64, scale: i8) -> Decimal {
        Decimal::of(negative && digits != 0, digits as u128, scale)
    }

    /// Returns whether the value is below zero.
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Returns the value in millionths.
    ///
    /// Returns `None` if the last digit is below millionths or above ones, or if the result overflows.
    #[inline]
    pub fn millionths(self) -> Option<i64> {
        const POWERS: [i64; 7] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];
        let power = POWERS.get(usize::try_from(i32::from(self.scale) + 6).ok()?)?;
        let size = i64::try_from(self.small_digits()?).ok()?.checked_mul(*power)?;
        Some(if self.negative { -size } else { size })
    }

    /// Returns whether the value is zero.
    pub fn is_zero(&self) -> bool {
        self.halves == [0, 0]
    }

    /// Returns the same value without zeros at the end of its fraction.
    pub fn normalized(self) -> Decimal {
        let mut value = self.trimmed();
        while value.scale > 0 {
            match value.digits().checked_mul(10) {
                Some(digits) => value = Decimal::of(value.negative, digits, value.scale - 1),
                None => break,
            }
        }
        value
    }

    /// Returns the form that all decimals of the same value share.
    pub fn canonical(self) -> Decimal {
        self.trimmed().normalized()
    }

    /// Returns the same value with the fewest digits.
    fn trimmed(self) -> Decimal {
        if self.is_zero() {
            return Decimal::ZERO;
        }
        let mut scale = self.scale;
        // Dividing 128 bits is slow, and few values need it.
        if let Some(mut digits) = self.small_digits() {
            while digits.is_multiple_of(10) && scale < i8::MAX {
                digits /= 10;
                scale += 1;
            }
            return Decimal::of(self.negative, digits.into(), scale);
        }
        let mut digits = self.digits();
        while digits.is_multiple_of(10) && scale < i8::MAX {
            digits /= 10;
            scale += 1;
        }
        Decimal::of(self.negative, digits, scale)
    }

    /// Writes the value in plain notation, with the zeros that it keeps.
    #[doc(hidden)]
    pub fn write<U: Unit>(&self, out: &mut JsonWriter<U>) {
        if self.negative {
            out.byte(b'-');
        }
        out.digits(self.digits(), usize::from(self.scale.min(0).unsigned_abs()));
        if !self.is_zero() {
            out.zeros(usize::from(self.scale.max(0).unsigned_abs()));
        }
    }

    /// Reads a number by its shape from [`number::scan`].
    pub(crate) fn read(text: &[u8], lexeme: &Lexeme) -> Result<Decimal, Code> {
        let zeros = bounded(text, lexeme)?;
        let mantissa = text.get(..lexeme.len - zeros).unwrap_or_default();
        let digits =
            mantissa.iter().take_while(|byte| !matches!(byte, b'e' | b'E')).filter(|byte| byte.is_ascii_digit());
        let digits = if lexeme.significant <= 19 {
            u128::from(digits.fold(0u64, |value, digit| value.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'))))
        } else {
            digits.fold(0u128, |value, digit| value.wrapping_mul(10).wrapping_add(u128::from(digit - b'0')))
        };
        let scale = i8::try_from(lexeme.scale() + zeros as i64).map_err(|_| Code::OutOfRange)?;
        Ok(Decimal::of(lexeme.negative && digits != 0, digits, scale))
    }

    fn magnitude(self, other: Decimal) -> Ordering {
        match aligned(self, other) {
            Some((a, b, _)) => a.cmp(&b),
            // Neither is zero, so the one with the larger last place is larger.
            None => self.scale.cmp(&other.scale),
        }
    }
}

/// Checks the digits and the scale of a number against the bounds of [`Decimal`].
///
/// Returns how many zeros at its end belong to the scale. Only whole numbers of more than 34 digits have such zeros.
#[inline]
pub(crate) fn bounded(text: &[u8], lexeme: &Lexeme) -> Result<usize, Code> {
    if lexeme.significant > MOST_DIGITS {
        surplus_zeros(text, lexeme).ok_or(Code::TooManyDigits)
    } else if lexeme.scale().abs() > MOST_SCALE {
        Err(Code::OutOfRange)
    } else {
        Ok(0)
    }
}

/// Returns the count of digits beyond 34, if it is at most 34 and all are zeros of a whole number.
#[cold]
#[inline(never)]
fn surplus_zeros(text: &[u8], lexeme: &Lexeme) -> Option<usize> {
    let surplus = lexeme.significant.checked_sub(MOST_DIGITS).filter(|&zeros| zeros <= MOST_SCALE as usize)?;
    let zeros = text.get(lexeme.len.checked_sub(surplus)?..lexeme.len)?;
    let is_plain = lexeme.fraction == 0 && lexeme.exponent.is_none();
    (is_plain && zeros.iter().all(|&digit| digit == b'0')).then_some(surplus)
}

/// Reads a number as an integer from 0 to 2^53-1. `10.0` and `1e1` are 10.
pub(crate) fn integer(text: &[u8]) -> Result<u64, Code> {
    let lexeme = number::scan(text).map_err(|_| Code::WrongType)?;
    let value = Decimal::read(text, &lexeme).map_err(|_| Code::OutOfRange)?.trimmed();
    if value.scale < 0 {
        return Err(Code::NotAnInteger);
    }
    let whole =
        10u128.checked_pow(u32::from(value.scale.unsigned_abs())).and_then(|power| value.digits().checked_mul(power));
    let whole = whole.and_then(|whole| u64::try_from(whole).ok()).filter(|&whole| whole <= LARGEST_INTEGER);
    whole.filter(|_| !value.negative).ok_or(Code::OutOfRange)
}

impl FromStr for Decimal {
    type Err = InvalidDecimal;

    /// Reads a decimal in JSON's grammar: no plus, no space, no thousands separator.
    fn from_str(text: &str) -> Result<Decimal, InvalidDecimal> {
        let whole = |lexeme: &Lexeme| lexeme.len == text.len();
        let lexeme = number::scan(text.as_bytes()).ok().filter(whole).ok_or(InvalidDecimal(Code::InvalidDecimal))?;
        Decimal::read(text.as_bytes(), &lexeme).map_err(InvalidDecimal)
    }
}

/// Converts whole numbers.
macro_rules! from_integers {
    ($($unsigned:ty, $signed:ty;)+) => {
        $(
            impl From<$unsigned> for Decimal {
                fn from(value: $unsigned) -> Decimal {
                    Decimal::of(false, value.into(), 0)
                }
            }

            impl From<$signed> for Decimal {
                fn from(value: $signed) -> Decimal {
                    Decimal::of(value < 0, value.unsigned_abs().into(), 0)
                }
            }
        )+
    };
}

from_integers! {
    u8, i8;
    u16, i16;
    u32, i32;
    u64, i64;
}

impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> Ordering {
        // Zero aligns with any value. Below, neither value is zero unless the other one is negative.
        if let (false, false, Some((a, b, _))) = (self.negative, other.negative, aligned(*self, *other)) {
            return a.cmp(&b);
        }
        let (a, b) = (self.trimmed(), other.trimmed());
        match (a.negative, b.negative) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => a.magnitude(b),
            (true, true) => b.magnitude(a),
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Decimal) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal {}

impl std::hash::Hash for Decimal {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        let value = self.trimmed();
        (value.negative, value.halves, value.scale).hash(state);
    }
}

/// Plain notation, without an exponent.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = JsonWriter::default();
        self.write(&mut out);
        f.pad(&out.into_text())
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Decimal {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Returns the digits of both at the smaller scale, and that scale. Returns `None` if they overflow 128 bits.
fn aligned(a: Decimal, b: Decimal) -> Option<(u128, u128, i8)> {
    if a.scale == b.scale {
        return Some((a.digits(), b.digits(), a.scale));
    }
    let scale = if a.is_zero() {
        b.scale
    } else if b.is_zero() {
        a.scale
    } else {
        a.scale.min(b.scale)
    };
    let at = |value: Decimal| {
        if value.is_zero() {
            return Some(0);
        }
        let shift = u32::try_from(i32::from(value.scale) - i32::from(scale)).ok()?;
        // Most values and their shifts are small, and 128 bits are slow on a target of 32 bits.
        if let (Ok(digits), Some(power)) = (u32::try_from(value.digits()), 10u32.checked_pow(shift)) {
            return Some((u64::from(digits) * u64::from(power)).into());
        }
        value.digits().checked_mul(10u128.checked_pow(shift)?)
    };
    Some((at(a)?, at(b)?, scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn plain_notation_keeps_the_zeros_written() {
        for (text, plain) in [
            ("0", "0"),
            ("-0", "0"),
            ("0.00", "0.00"),
            ("10.50", "10.50"),
            ("1e3", "1000"),
            ("1.5E-3", "0.0015"),
            ("-0.001", "-0.001"),
            ("1234567890123456789012345678901234", "1234567890123456789012345678901234"),
            ("0.0000000000000000000000000000000001", "0.0000000000000000000000000000000001"),
            ("1e34", "10000000000000000000000000000000000"),
            ("18446744073709551616", "18446744073709551616"),
            ("0e5", "0"),
        ] {
            assert_eq!(decimal(text).to_string(), plain, "{text}");
        }
    }

    #[test]
    fn holds_digits_in_two_halves() {
        let beyond = 1u128 << 64;
        for (digits, small) in
            [(0, Some(0)), (beyond - 1, Some(u64::MAX)), (beyond, None), (beyond + 5, None), (u128::MAX, None)]
        {
            let value = Decimal::of(false, digits, 0);
            assert_eq!((value.digits(), value.small_digits()), (digits, small));
            assert_eq!(value.is_zero(), digits == 0);
        }
    }

    #[test]
    fn trimming_keeps_the_scale_in_its_type() {
        for digits in [100, 100 * 10u128.pow(30)] {
            let value = Decimal::of(false, digits, 126).trimmed();
            assert_eq!((value.digits(), value.scale), (digits / 10, 127));
        }
    }

    #[test]
    fn millionths_are_exact_or_none() {
        for (text, millionths) in [
            ("1.5", Some(1_500_000)),
            ("-0.000001", Some(-1)),
            ("0.0000001", None),
            ("12", Some(12_000_000)),
            ("1e1", None),
            ("9223372036854.775807", Some(i64::MAX)),
            ("9223372036854.775808", None),
            ("9223372036855", None),
            ("18446744073709551616", None),
        ] {
            assert_eq!(decimal(text).millionths(), millionths, "{text}");
        }
    }
}
