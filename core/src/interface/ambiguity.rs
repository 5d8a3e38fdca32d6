//! How many bills a signing string could stand for.
//!
//! The six signed fields are joined without separators (section 5.3), so amount 100 with customer `0C` signs like
//! amount 1000 with customer `C`. Shapes that a merchant declares for its codes rule out such parses.

use crate::finding::{Code, Finding, Findings};
use crate::interface::values::is_iso_4217;
use crate::wire::model::settings::settings;
use crate::wire::value::decimal::LARGEST_INTEGER;
use bon::Builder;
use chrono::NaiveDate;

/// Digits of the largest amount.
const MOST_DIGITS: usize = 16;

settings! {
    #[derive(Clone, Debug, Default, PartialEq, Eq, Builder)]
    mod code_shapes {
        /// Shapes of a merchant's codes.
        pub struct CodeShapes {
            /// The shape of `ref_id`.
            #[name = "ref_id"]
            pub ref_id: Option<CodeShape>,
            /// The shape of `customer_sync_code`.
            #[name = "customer_sync_code"]
            pub customer_sync_code: Option<CodeShape>,
            /// The shape of `settlement_to`.
            #[name = "settlement_to"]
            pub settlement_to: Option<CodeShape>,
        }
    }
}

settings! {
    #[derive(Clone, Debug, Default, PartialEq, Eq, Builder)]
    #[builder(on(String, into))]
    mod code_shape {
        /// Shape of a code. Every given part has to hold.
        pub struct CodeShape {
            /// How it begins.
            pub prefix: Option<String>,
            /// How many characters it has.
            pub length: Option<usize>,
            /// Character by character: `#` is a digit, `@` an ASCII letter, `?` anything, all else itself.
            pub pattern: Option<String>,
        }
    }
}

impl CodeShape {
    /// Whether a code has this shape.
    ///
    /// ```
    /// use billwire::CodeShape;
    /// let invoice = CodeShape::builder().pattern("INV-####").build();
    /// assert!(invoice.fits("INV-0017") && !invoice.fits("INV-17"));
    /// ```
    pub fn fits(&self, code: &str) -> bool {
        self.prefix.as_ref().is_none_or(|prefix| code.starts_with(prefix.as_str()))
            && self.length.is_none_or(|length| code.chars().take(length.saturating_add(1)).count() == length)
            && self.pattern.as_ref().is_none_or(|pattern| fits_pattern(pattern, code))
    }

    /// How many characters all codes of this shape have, where it says so.
    fn characters(&self) -> Option<usize> {
        self.length.or_else(|| self.pattern.as_ref().map(|pattern| pattern.chars().count()))
    }

    fn says_something(&self) -> bool {
        self.prefix.as_ref().is_some_and(|prefix| !prefix.is_empty()) || self.length.is_some() || self.pattern.is_some()
    }
}

fn fits_pattern(pattern: &str, code: &str) -> bool {
    let fits = |pattern, c: char| match pattern {
        '#' => c.is_ascii_digit(),
        '@' => c.is_ascii_alphabetic(),
        '?' => true,
        literal => literal == c,
    };
    // Neither is counted first: what is left of a long string is compared at each date that it has.
    let mut characters = code.chars();
    pattern.chars().all(|pattern| characters.next().is_some_and(|c| fits(pattern, c))) && characters.next().is_none()
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

    /// The fields of which nothing is declared. Where there is none, parses can be told apart.
    pub(crate) fn missing(&self) -> impl Iterator<Item = (&'static str, Option<&CodeShape>)> {
        self.fields().into_iter().filter(|(_, shape)| !shape.is_some_and(CodeShape::says_something))
    }

    /// Reports each shape that says nothing, and each that `all` misses.
    pub(crate) fn check(&self, all: bool, violations: &mut Findings) {
        for (field, _) in self.missing().filter(|(_, shape)| all || shape.is_some()) {
            violations.push(Finding::new(format!("codeShapes.{field}"), Code::Required));
        }
    }

    /// How many parses a signing string has: splits into a reference, a valid date of fourteen digits, an ISO 4217
    /// currency, an amount without leading zero, a customer and a destination, where no code is empty and each has
    /// its declared shape.
    pub fn parses(&self, signing_string: &str) -> u64 {
        self.count(signing_string, u64::MAX)
    }

    /// Whether a signing string has more than one reading. Nothing is counted behind the second.
    pub(crate) fn is_ambiguous(&self, signing_string: &str) -> bool {
        self.count(signing_string, 2) > 1
    }

    /// Counts parses until there are `enough`.
    fn count(&self, signing_string: &str, enough: u64) -> u64 {
        let (mut found, mut splits) = (0, Splits::default());
        for (at, _) in signing_string.char_indices().skip(1) {
            if found >= enough {
                break;
            }
            found = found.saturating_add(self.parses_behind(signing_string, at, enough - found, &mut splits));
        }
        found
    }

    /// Parses whose reference ends at `at`.
    fn parses_behind(&self, text: &str, at: usize, enough: u64, splits: &mut Splits) -> u64 {
        let Some((reference, rest)) = text.split_at_checked(at) else { return 0 };
        let Some((date, rest)) = rest.split_at_checked(14) else { return 0 };
        let Some((currency, rest)) = rest.split_at_checked(3) else { return 0 };
        // The reference is the longest of them, so it comes last.
        if !is_digits_date(date) || !is_iso_4217(currency) || !fits(&self.ref_id, reference) {
            return 0;
        }
        let mut found = 0;
        // No amount has more than sixteen digits.
        for len in 1..=rest.bytes().take(MOST_DIGITS).take_while(u8::is_ascii_digit).count() {
            if found >= enough {
                break;
            }
            if let Some((_, codes)) = rest.split_at_checked(len).filter(|(amount, _)| is_amount(amount)) {
                found = found.saturating_add(self.code_splits(text, codes, enough - found, splits));
            }
        }
        found
    }

    /// How often what is left splits into a customer and a destination. A shape that says how long a code is leaves one
    /// place to split at.
    fn code_splits(&self, text: &str, codes: &str, enough: u64, splits: &mut Splits) -> u64 {
        let customer = self.customer_sync_code.as_ref();
        let destination = self.settlement_to.as_ref();
        let whole = |at: &usize| {
            let split = codes
                .split_at_checked(*at)
                .filter(|(customer, destination)| !customer.is_empty() && !destination.is_empty());
            split.is_some_and(|(customer, destination)| {
                fits(&self.customer_sync_code, customer) && fits(&self.settlement_to, destination)
            })
        };
        if let Some(length) = customer.and_then(CodeShape::characters) {
            let at = codes.char_indices().nth(length).map(|(at, _)| at);
            return at.filter(whole).map_or(0, |_| 1);
        }
        if let Some(length) = destination.and_then(CodeShape::characters) {
            let at = length.checked_sub(1).and_then(|last| codes.char_indices().nth_back(last)).map(|(at, _)| at);
            return at.filter(whole).map_or(0, |_| 1);
        }
        // What is left of each shape is how the code begins, which one comparison tells.
        let before = customer.and_then(|shape| shape.prefix.as_deref()).unwrap_or_default();
        let behind = destination.and_then(|shape| shape.prefix.as_deref()).unwrap_or_default();
        if !codes.starts_with(before) {
            return 0;
        }
        let first = codes.chars().next().map_or(0, char::len_utf8).max(before.len());
        splits.from(text, text.len() - codes.len() + first, behind, enough)
    }
}

/// Places where a destination begins. They are counted once for all parses, since a long string may have many.
#[derive(Default)]
struct Splits {
    is_second: bool,
    /// How many lie at each place or behind it.
    counts: Vec<u64>,
}

impl Splits {
    /// Places from `first` to the end of the text, or `enough` of them, behind which it begins with `prefix`.
    fn from(&mut self, text: &str, first: usize, prefix: &str, enough: u64) -> u64 {
        let begins = |at: usize| text.get(at..).is_some_and(|rest| !rest.is_empty() && rest.starts_with(prefix));
        // Most strings are asked once, or have enough at the first place.
        if !std::mem::replace(&mut self.is_second, true) {
            let places = (first..text.len()).filter(|&at| begins(at));
            return places.take(usize::try_from(enough).unwrap_or(usize::MAX)).count() as u64;
        }
        if self.counts.is_empty() {
            self.counts = vec![0; text.len() + 1];
            let mut count = 0;
            for at in (0..text.len()).rev() {
                count += u64::from(begins(at));
                if let Some(place) = self.counts.get_mut(at) {
                    *place = count;
                }
            }
        }
        self.counts.get(first).map_or(0, |count| enough.min(*count))
    }
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
        assert_eq!(CodeShapes::default().parses(string), 3 + 2 + 1);
        assert_eq!(CodeShapes::default().parses("R20261331090000KHR100CD"), 0);
        assert_eq!(CodeShapes::default().parses("20260131090000KHR100CD"), 0);
    }

    #[test]
    fn shapes_leave_one_reading() {
        let string = "R20260131090000KHR100CD";
        assert_eq!(prefixes("R", "C", "D").parses(string), 1);
        assert_eq!(prefixes("R", "0", "D").parses(string), 2);
        assert_eq!(prefixes("X", "C", "D").parses(string), 0);
    }

    /// The same count, split by split.
    fn counted_slowly(shapes: &CodeShapes, text: &str) -> u64 {
        let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).skip(1).collect();
        let mut found = 0;
        for &at in &ends {
            let Some((date, currency)) = text.get(at..at + 14).zip(text.get(at + 14..at + 17)) else { continue };
            let fits = fits(&shapes.ref_id, &text[..at]);
            for &amount in ends.iter().filter(|&&end| end > at + 17) {
                let digits = &text[at + 17..amount];
                let is_amount = digits.bytes().all(|byte| byte.is_ascii_digit()) && is_amount(digits);
                if !fits || !is_digits_date(date) || !is_iso_4217(currency) || !is_amount {
                    continue;
                }
                found += ends
                    .iter()
                    .filter(|&&end| end > amount)
                    .filter(|&&end| {
                        super::fits(&shapes.customer_sync_code, &text[amount..end])
                            && super::fits(&shapes.settlement_to, &text[end..])
                    })
                    .count() as u64;
            }
        }
        found
    }

    #[test]
    fn every_shape_leaves_the_splits_that_fit() {
        let shape = |prefix: Option<&str>, length: Option<usize>, pattern: Option<&str>| {
            Some(CodeShape { prefix: prefix.map(Into::into), length, pattern: pattern.map(Into::into) })
        };
        let of_a_code = [
            None,
            shape(None, None, None),
            shape(Some("C"), None, None),
            shape(Some("Cង"), None, None),
            shape(Some(""), None, None),
            shape(None, Some(2), None),
            shape(None, Some(0), None),
            shape(None, None, Some("@?")),
            shape(Some("D"), Some(3), Some("???")),
            shape(None, Some(1), Some("??")),
        ];
        let texts =
            ["R20260131090000KHR100CងD5CD", "R20260131090000KHR0CD", "20260131090000KHR20260131090000KHR12CCងDC"];
        for customer_sync_code in &of_a_code {
            for settlement_to in &of_a_code {
                for text in texts {
                    let shapes = CodeShapes {
                        ref_id: None,
                        customer_sync_code: customer_sync_code.clone(),
                        settlement_to: settlement_to.clone(),
                    };
                    let count = counted_slowly(&shapes, text);
                    assert_eq!(shapes.parses(text), count, "{shapes:?} {text}");
                    assert_eq!(shapes.is_ambiguous(text), count > 1, "{shapes:?} {text}");
                }
            }
        }
    }

    /// Each of these took minutes when every split counted the characters of its codes, or the splits behind it.
    #[test]
    fn long_codes_are_counted_split_by_split() {
        let long = "C1".repeat(32_000);
        let string = |codes: &str| format!("R20260131090000KHR1234567890123456{codes}");
        let of_length = |length| Some(CodeShape { length: Some(length), ..CodeShape::default() });
        let shapes =
            CodeShapes { ref_id: of_length(1), customer_sync_code: of_length(63_998), settlement_to: of_length(2) };
        assert_eq!(shapes.parses(&string(&long)), 1);
        assert!(!shapes.is_ambiguous(&string(&long)));
        assert_eq!(prefixes("R", "C", "C").parses(&string(&long)), 31_999);
        let dates = "20260131090000KHR".repeat(4_000);
        assert_eq!(prefixes("R", "C", "D").parses(&string(&dates)), 0);
        assert!(CodeShapes::default().is_ambiguous(&string(&dates)));
        let dates = format!("R{}", "20260131090000KHR1234567890123456".repeat(8_000));
        let amounts_and_splits = CodeShapes::default().parses(&dates);
        assert!(amounts_and_splits > 1_000_000_000, "{amounts_and_splits}");
        let shapes = CodeShapes { ref_id: of_length(1), settlement_to: of_length(3), ..CodeShapes::default() };
        assert_eq!(shapes.parses(&dates), 16);
        assert_eq!(prefixes("R", "", "D").parses(&dates), 0);
    }

    #[test]
    fn a_zero_has_no_company() {
        assert_eq!(prefixes("R", "C", "D").parses("R20260131090000KHR0CD"), 1);
        assert_eq!(prefixes("R", "C", "D").parses("R20260131090000KHR00CD"), 0);
    }
}
