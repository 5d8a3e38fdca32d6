//! Exact arithmetic. Each operation returns the exact result, or the rule that it would violate.

use super::{Decimal, MOST_DIGITS, MOST_SCALE, aligned};
use crate::finding::Code;
use std::ops::Neg;

/// Smallest integer that has too many digits.
const TOO_LARGE: u128 = 10u128.pow(MOST_DIGITS as u32);

impl Decimal {
    /// Returns the exact sum, or `None` if it needs more than 34 significant digits.
    pub fn checked_add(self, other: Decimal) -> Option<Decimal> {
        self.sum(other).ok()
    }

    /// Returns the exact difference, or `None` if it needs more than 34 significant digits.
    pub fn checked_sub(self, other: Decimal) -> Option<Decimal> {
        self.sum(-other).ok()
    }

    /// Returns the exact product, or `None` if it needs more than 34 significant digits or more than 34 places.
    pub fn checked_mul(self, other: Decimal) -> Option<Decimal> {
        self.product(other).ok()
    }

    /// Returns the same value with its last digit at ten to the power of `scale`: `-2` writes hundredths.
    ///
    /// Returns `None` if the value would have to be rounded, or needs more than 34 digits.
    ///
    /// ```
    /// use billwire::Decimal;
    /// let price: Decimal = "10.5".parse()?;
    /// assert_eq!(price.quantized(-2).map(|price| price.to_string()).as_deref(), Some("10.50"));
    /// assert!(price.quantized(0).is_none());
    /// # Ok::<(), billwire::InvalidDecimal>(())
    /// ```
    pub fn quantized(self, scale: i8) -> Option<Decimal> {
        self.at_scale(scale).ok()
    }

    /// Rounds to a multiple of ten to the power of `scale`, half away from zero.
    ///
    /// A value without smaller places stays as it is. Returns `None` if the digits overflow.
    pub fn rounded_half_up(self, scale: i8) -> Option<Decimal> {
        if self.scale >= scale {
            return Some(self);
        }
        let shift = i32::from(scale) - i32::from(self.scale);
        let Some(unit) = 10u128.checked_pow(shift.unsigned_abs()) else { return Some(Decimal::ZERO) };
        let (whole, rest) = (self.digits() / unit, self.digits() % unit);
        let digits = if rest >= unit - rest { whole.checked_add(1)? } else { whole };
        Some(Decimal::of(self.negative && digits != 0, digits, scale))
    }

    /// Rounds to a multiple of ten to the power of `scale` that is closer than a thousandth of it. Returns `None` if
    /// there is none.
    pub(crate) fn rounded_if_close(self, scale: i8) -> Option<Decimal> {
        let rounded = self.rounded_half_up(scale)?;
        let difference = self.checked_sub(rounded)?;
        let closest = Decimal::of(false, 1, scale.checked_sub(3)?);
        (difference < closest && -difference < closest).then_some(rounded)
    }

    /// Returns the exact sum.
    ///
    /// # Errors
    /// `TooManyDigits` if the sum needs more than 34 significant digits.
    pub fn sum(self, other: Decimal) -> Result<Decimal, Code> {
        let sides = aligned(self, other).or_else(|| aligned(self.trimmed(), other.trimmed()));
        // The values are so far apart that the sum has more than 34 digits.
        let (a, b, scale) = sides.ok_or(Code::TooManyDigits)?;
        let (negative, digits) = if self.negative == other.negative {
            (self.negative, a.checked_add(b).ok_or(Code::TooManyDigits)?)
        } else if a >= b {
            (self.negative, a - b)
        } else {
            (other.negative, b - a)
        };
        Decimal::exact(negative, digits, scale.into())
    }

    /// Returns the exact product.
    ///
    /// # Errors
    /// `TooManyDigits` if the product needs more than 34 significant digits, and `OutOfRange` if it needs more than
    /// 34 places.
    pub fn product(self, other: Decimal) -> Result<Decimal, Code> {
        let small = |value: Decimal| value.small_digits().is_some_and(|digits| digits <= u32::MAX.into());
        let (a, b) = if small(self) && small(other) { (self, other) } else { (self.trimmed(), other.trimmed()) };
        let (digits, tens) = match a.digits().checked_mul(b.digits()) {
            Some(digits) => (digits, 0),
            None => product_without_zeros(a.digits(), b.digits()).ok_or(Code::TooManyDigits)?,
        };
        Decimal::exact(a.negative != b.negative, digits, i64::from(a.scale) + i64::from(b.scale) + tens)
    }

    /// Returns the same value with every zero before the point as a digit.
    ///
    /// # Errors
    /// `TooManyDigits` if plain notation takes more than 34 digits.
    pub fn written_out(self) -> Result<Decimal, Code> {
        self.at_scale(self.scale.min(0))
    }

    /// Returns the value if it fits the bounds. Drops zeros at its end only if it does not fit with them.
    fn exact(negative: bool, digits: u128, scale: i64) -> Result<Decimal, Code> {
        // The scale is at least -68, the sum of two scales of -34. One beyond an `i8` is too large.
        let scale = i8::try_from(scale).map_err(|_| Code::TooManyDigits)?;
        let value = Decimal::of(negative && digits != 0, digits, scale);
        if value.small_digits().is_some() && i64::from(scale).abs() <= MOST_SCALE {
            return Ok(value);
        }
        let value = value.trimmed();
        if value.digits() >= TOO_LARGE {
            return Err(Code::TooManyDigits);
        }
        let highest = MOST_SCALE as i8;
        value.at_scale(value.scale.min(highest))
    }

    /// Returns the same value with its last digit at ten to the power of `scale`.
    ///
    /// # Errors
    /// - `OutOfRange` if `scale` is beyond 34 in either direction;
    /// - `TooPrecise` if the value would have to be rounded;
    /// - `TooManyDigits` if it needs more than 34 digits.
    pub fn at_scale(self, scale: i8) -> Result<Decimal, Code> {
        if i64::from(scale).abs() > MOST_SCALE {
            return Err(Code::OutOfRange);
        }
        let shift = i32::from(self.scale) - i32::from(scale);
        let digits = match (10u128.checked_pow(shift.unsigned_abs()), shift >= 0) {
            _ if self.is_zero() => 0,
            (Some(power), true) => self.digits().checked_mul(power).ok_or(Code::TooManyDigits)?,
            (Some(power), false) if self.digits().is_multiple_of(power) => self.digits() / power,
            (None, true) => return Err(Code::TooManyDigits),
            (_, false) => return Err(Code::TooPrecise),
        };
        if digits < TOO_LARGE { Ok(Decimal::of(self.negative, digits, scale)) } else { Err(Code::TooManyDigits) }
    }
}

/// Exact sum of decimals, unless it needs more than 34 significant digits on its way: then it comes to no total.
#[derive(Clone)]
pub struct Sum {
    terms: usize,
    /// Sum of the everyday terms, in millionths.
    millionths: i64,
    /// Sum of the other terms, unless it needs too many digits.
    rest: Option<Decimal>,
}

impl Default for Sum {
    fn default() -> Sum {
        Sum { terms: 0, millionths: 0, rest: Some(Decimal::ZERO) }
    }
}

impl Sum {
    /// Returns the number of terms.
    pub fn terms(&self) -> usize {
        self.terms
    }

    /// Adds a decimal.
    pub fn add(&mut self, value: Decimal) {
        self.terms += 1;
        match value.millionths().and_then(|value| self.millionths.checked_add(value)) {
            Some(sum) => self.millionths = sum,
            None => self.rest = self.rest.and_then(|rest| rest.checked_add(value)),
        }
    }

    /// Adds hundredths.
    #[inline]
    pub(crate) fn add_hundredths(&mut self, value: u32) {
        match self.millionths.checked_add(i64::from(value) * 10_000) {
            Some(sum) => (self.terms, self.millionths) = (self.terms + 1, sum),
            None => self.add(Decimal::scaled(false, value.into(), -2)),
        }
    }

    /// Returns whether all sums together are `total`.
    pub fn come_to(sums: &[&Sum], total: Decimal) -> bool {
        let sum = sums.iter().try_fold(Decimal::ZERO, |all, sum| all.checked_add(sum.value()?));
        sum.and_then(|sum| sum.checked_sub(total)).is_some_and(|difference| difference.is_zero())
    }

    fn value(&self) -> Option<Decimal> {
        let everyday = Decimal::scaled(self.millionths < 0, self.millionths.unsigned_abs(), -6);
        self.rest?.checked_add(everyday)
    }
}

impl Neg for Decimal {
    type Output = Decimal;

    fn neg(self) -> Decimal {
        Decimal { negative: !self.negative && !self.is_zero(), ..self }
    }
}

/// Multiplies numbers without zeros at their ends, and returns the zeros of the product separately.
///
/// Each zero of the product is a factor two of one number and a factor five of the other. Returns `None` if the product
/// without its zeros overflows 128 bits.
#[cold]
fn product_without_zeros(mut a: u128, mut b: u128) -> Option<(u128, i64)> {
    let mut zeros = 0;
    loop {
        if a.is_multiple_of(2) && b.is_multiple_of(5) {
            (a, b) = (a / 2, b / 5);
        } else if a.is_multiple_of(5) && b.is_multiple_of(2) {
            (a, b) = (a / 5, b / 2);
        } else {
            return a.checked_mul(b).map(|digits| (digits, zeros));
        }
        zeros += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn shown(result: Result<Decimal, Code>) -> String {
        result.map_or_else(|code| code.to_string(), |value| value.normalized().to_string())
    }

    #[test]
    fn rounds_half_away_from_zero() {
        for (value, scale, rounded) in [
            ("0.5", 0, "1"),
            ("0.49", 0, "0"),
            ("-0.4", 0, "0"),
            ("-0.5", 0, "-1"),
            ("-1.4", 0, "-1"),
            ("150", 2, "200"),
            ("149", 2, "100"),
            ("1.25", -1, "1.3"),
            ("0.1", -2, "0.1"),
            ("1e-34", 34, "0"),
        ] {
            assert_eq!(decimal(value).rounded_half_up(scale).unwrap().normalized().to_string(), rounded, "{value}");
        }
        assert_eq!(decimal("0e34").quantized(-34).map(|zero| zero.is_zero()), Some(true));
    }

    #[test]
    fn products_are_exact_or_refused() {
        for (a, b, product) in [
            ("100", "4100", "410000"),
            ("9007199254740991", "4100.5", "36934020544065433595.5"),
            ("0", "4100.123", "0"),
            ("-1.5", "-2.00", "3"),
            ("99999999999999999999", "99999999999999999999", "too_many_digits"),
            // 2^112 and 5^48 make 48 zeros, and 68 digits that end with them.
            (
                "0.5192296858534827628530496329220096",
                "3552713678800500929355621337890625",
                "1844674407370955161600000000000000",
            ),
            ("5192296858534827628530496329220097", "3552713678800500929355621337890625", "too_many_digits"),
            ("1e-34", "0.1", "out_of_range"),
            ("1.000000000000000001e-16", "1.000000000000000001", "too_many_digits"),
            ("1e-34", "10", "0.000000000000000000000000000000001"),
            ("1e34", "1e33", "10000000000000000000000000000000000000000000000000000000000000000000"),
            ("1e34", "1e34", "too_many_digits"),
            // Without their zeros, the scales of these are 67.
            ("1000000000000000000000000000000000e34", "1000000000000000000000000000000000e34", "too_many_digits"),
            ("4294967295", "1000000000000000000000000000000000", "4294967295000000000000000000000000000000000"),
        ] {
            assert_eq!(shown(decimal(a).product(decimal(b))), product, "{a} * {b}");
            assert_eq!(shown(decimal(b).product(decimal(a))), product, "{b} * {a}");
        }
        // A product keeps zeros that fit.
        assert_eq!(decimal("1.50").checked_mul(decimal("-2.00")).unwrap().to_string(), "-3.0000");
    }

    #[test]
    fn a_sum_is_exact_or_comes_to_nothing() {
        for (terms, total, is_exact) in [
            (&["9999999999999999999999999999999999", "1"][..], "1e34", true),
            (&["9999999999999999999999999999999999", "1"], "1e33", false),
            (&["0.9999999999999999999999999999999999", "1e-34"], "1", true),
            (&["9223372036854", "9223372036854"], "18446744073708", true),
            (&["-0.00", "0e34", "0"], "0", true),
            (&[], "0", true),
            (&["1e34", "1e-34"], "1e34", false), // it needs 69 digits
        ] {
            for first in 0..terms.len().max(1) {
                let order = terms.iter().cycle().skip(first).take(terms.len());
                let mut sum = Sum::default();
                order.clone().for_each(|term| sum.add(decimal(term)));
                let found = Sum::come_to(&[&sum], decimal(total));
                assert_eq!((found, sum.terms()), (is_exact, terms.len()), "{:?}", order.collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn sums_come_to_a_total_together() {
        let sum = |terms: &[&str]| {
            let mut sum = Sum::default();
            terms.iter().for_each(|term| sum.add(decimal(term)));
            sum
        };
        let mut hundredths = sum(&["9223372036854.77"]);
        hundredths.add_hundredths(50);
        for (sums, total) in [
            (&[sum(&["1.5", "1.5"])][..], "3"),
            (&[sum(&["1.5"]), sum(&["0.25", "-1"])], "0.75"),
            (&[sum(&["0.9999999"]), sum(&["0.0000001"])], "1"),
            (&[sum(&["9223372036854"]), sum(&["9223372036854"])], "18446744073708"),
            (&[sum(&["1e32"]), sum(&["-0.5"])], "99999999999999999999999999999999.5"),
            (&[sum(&["1"])], "1e0"),
            (&[hundredths], "9223372036855.27"),
            (&[], "0"),
        ] {
            let (sums, total) = (sums.iter().collect::<Vec<_>>(), decimal(total));
            assert!(Sum::come_to(&sums, total), "{total}");
            assert!(!Sum::come_to(&sums, -total.checked_add(Decimal::from(1)).unwrap_or(total)), "{total}");
        }
    }
}
