//! How many bills a signing string could stand for.
//!
//! The six signed fields are joined without separators (section 5.3), so amount 100 with customer `0C` signs like
//! amount 1000 with customer `C`. Shapes that a merchant declares for its codes rule such readings out.

use crate::{
    finding::Code,
    model::{LARGEST_INTEGER, is_iso_4217},
    settings::Settings,
};
use chrono::NaiveDate;

/// What a merchant's codes look like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeShapes {
    /// The shape of `ref_id`.
    pub ref_id: Option<CodeShape>,
    /// The shape of `customer_sync_code`.
    pub customer_sync_code: Option<CodeShape>,
    /// The shape of `settlement_to`.
    pub settlement_to: Option<CodeShape>,
}

/// What a code looks like. All that is given has to hold.
///
/// ```
/// use billwire::CodeShape;
/// let invoice = CodeShape { pattern: Some("INV-####".into()), ..CodeShape::default() };
/// assert!(invoice.fits("INV-0017") && !invoice.fits("INV-17"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeShape {
    /// How it begins.
    pub prefix: Option<String>,
    /// How many characters it has.
    pub length: Option<usize>,
    /// Character by character: `#` is a digit, `@` an ASCII letter, `?` anything, all else itself.
    pub pattern: Option<String>,
}

impl CodeShape {
    /// Whether a code has this shape.
    pub fn fits(&self, code: &str) -> bool {
        self.prefix.as_ref().is_none_or(|prefix| code.starts_with(prefix.as_str()))
            && self.length.is_none_or(|length| code.chars().count() == length)
            && self.pattern.as_ref().is_none_or(|pattern| fits_pattern(pattern, code))
    }

    fn says_something(&self) -> bool {
        self.prefix.as_ref().is_some_and(|prefix| !prefix.is_empty()) || self.length.is_some() || self.pattern.is_some()
    }
}

fn fits_pattern(pattern: &str, code: &str) -> bool {
    let fits = |(pattern, c): (char, char)| match pattern {
        '#' => c.is_ascii_digit(),
        '@' => c.is_ascii_alphabetic(),
        '?' => true,
        literal => literal == c,
    };
    pattern.chars().count() == code.chars().count() && pattern.chars().zip(code.chars()).all(fits)
}

impl CodeShapes {
    /// The fields and their shapes, in the order of the signing string.
    pub(crate) fn fields(&self) -> [(&'static str, Option<&CodeShape>); 3] {
        [
            ("ref_id", self.ref_id.as_ref()),
            ("customer_sync_code", self.customer_sync_code.as_ref()),
            ("settlement_to", self.settlement_to.as_ref()),
        ]
    }

    /// The fields of which nothing is declared. Where there is none, readings can be told apart.
    pub(crate) fn missing(&self) -> impl Iterator<Item = (&'static str, Option<&CodeShape>)> {
        self.fields().into_iter().filter(|(_, shape)| !shape.is_some_and(CodeShape::says_something))
    }

    /// How many readings a signing string has: splits into a reference, a valid date of fourteen digits, an ISO 4217
    /// currency, an amount without leading zero, a customer and a destination, where no code is empty and each has
    /// its declared shape.
    pub fn readings(&self, signing_string: &str) -> u64 {
        let splits = signing_string.char_indices().skip(1);
        splits.map(|(at, _)| self.readings_behind(signing_string, at)).fold(0, u64::saturating_add)
    }

    /// Readings whose reference ends at `at`.
    fn readings_behind(&self, text: &str, at: usize) -> u64 {
        let Some((reference, rest)) = text.split_at_checked(at) else { return 0 };
        let Some((date, rest)) = rest.split_at_checked(14) else { return 0 };
        let Some((currency, rest)) = rest.split_at_checked(3) else { return 0 };
        if !fits(&self.ref_id, reference) || !is_digits_date(date) || !is_iso_4217(currency) {
            return 0;
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let amounts = (1..=digits).filter_map(|len| rest.split_at_checked(len)).filter(|(amount, _)| is_amount(amount));
        amounts.map(|(_, codes)| self.code_splits(codes)).fold(0, u64::saturating_add)
    }

    fn code_splits(&self, codes: &str) -> u64 {
        let splits = codes.char_indices().skip(1).filter_map(|(at, _)| codes.split_at_checked(at));
        let fitting = splits.filter(|(customer, destination)| {
            fits(&self.customer_sync_code, customer) && fits(&self.settlement_to, destination)
        });
        fitting.count() as u64
    }

    /// Reads shapes from settings.
    pub(crate) fn from_settings(settings: &mut Settings) -> CodeShapes {
        let Some(mut inner) = settings.inner("codeShapes") else { return CodeShapes::default() };
        let shapes = CodeShapes {
            ref_id: shape(&mut inner, "ref_id"),
            customer_sync_code: shape(&mut inner, "customer_sync_code"),
            settlement_to: shape(&mut inner, "settlement_to"),
        };
        settings.close(inner);
        shapes
    }
}

fn shape(settings: &mut Settings, name: &str) -> Option<CodeShape> {
    let mut inner = settings.inner(name)?;
    let shape =
        CodeShape { prefix: inner.text("prefix"), length: inner.count("length"), pattern: inner.text("pattern") };
    if !shape.says_something() && inner.violations.is_empty() {
        inner.violation("prefix", Code::Required);
    }
    settings.close(inner);
    Some(shape)
}

fn fits(shape: &Option<CodeShape>, code: &str) -> bool {
    shape.as_ref().is_none_or(|shape| shape.fits(code))
}

/// Fourteen digits of a date that exists.
fn is_digits_date(digits: &str) -> bool {
    let number = |from: usize, to: usize| digits.get(from..to).and_then(|part| part.parse::<u32>().ok());
    let date = || {
        let day = NaiveDate::from_ymd_opt(i32::try_from(number(0, 4)?).ok()?, number(4, 6)?, number(6, 8)?)?;
        day.and_hms_opt(number(8, 10)?, number(10, 12)?, number(12, 14)?)
    };
    digits.bytes().all(|byte| byte.is_ascii_digit()) && date().is_some()
}

fn is_amount(digits: &str) -> bool {
    (digits == "0" || !digits.starts_with('0')) && digits.parse::<u64>().is_ok_and(|amount| amount <= LARGEST_INTEGER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prefixes(ref_id: &str, customer: &str, destination: &str) -> CodeShapes {
        let shape = |prefix: &str| Some(CodeShape { prefix: Some(prefix.into()), ..CodeShape::default() });
        CodeShapes { ref_id: shape(ref_id), customer_sync_code: shape(customer), settlement_to: shape(destination) }
    }

    #[test]
    fn without_shapes_every_split_is_a_reading() {
        // R | date | KHR | 1, 10 or 100 | what is left in two parts
        let string = "R20260131090000KHR100CD";
        assert_eq!(CodeShapes::default().readings(string), 3 + 2 + 1);
        assert_eq!(CodeShapes::default().readings("R20261331090000KHR100CD"), 0);
        assert_eq!(CodeShapes::default().readings("20260131090000KHR100CD"), 0);
    }

    #[test]
    fn shapes_leave_one_reading() {
        let string = "R20260131090000KHR100CD";
        assert_eq!(prefixes("R", "C", "D").readings(string), 1);
        assert_eq!(prefixes("R", "0", "D").readings(string), 2);
        assert_eq!(prefixes("X", "C", "D").readings(string), 0);
    }

    #[test]
    fn a_zero_has_no_company() {
        assert_eq!(prefixes("R", "C", "D").readings("R20260131090000KHR0CD"), 1);
        assert_eq!(prefixes("R", "C", "D").readings("R20260131090000KHR00CD"), 0);
    }
}
