//! Values as a caller passes them, before validation.

use crate::wire::{
    read::json::{Json, Members},
    value::{decimal::Decimal, instant::Instant},
};

/// Value that a caller passes for one field.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// No value.
    Absent,
    /// Text.
    Text(&'a str),
    /// A double without its text. It suits integers and decimals of at most two places.
    Double(f64),
    /// A double with its shortest text, from which a decimal is read.
    Shortest(f64, &'a str),
    /// A whole number.
    Whole(i128),
    /// A number in JSON's grammar.
    Digits(&'a str),
    /// An exact decimal.
    Decimal(Decimal),
    /// A point in time.
    Instant(Instant),
    /// Milliseconds since 1970-01-01T00:00:00Z. NaN is an invalid date.
    Millis(f64),
    /// The length of a list, whose objects follow.
    Items(usize),
    /// Text that holds a lone surrogate.
    LoneSurrogate,
    /// A value of a type that no field accepts.
    Other,
}

/// Value tree of a dynamic language, including values that JSON cannot represent.
#[derive(Clone, PartialEq)]
pub enum DynamicValue {
    /// An undefined value, as in JavaScript.
    Undefined,
    /// Null.
    Null,
    /// A boolean.
    Bool(bool),
    /// A double and its shortest text.
    Double(f64, String),
    /// A whole number.
    Whole(i128),
    /// A number in JSON's grammar.
    Digits(String),
    /// Text.
    Text(String),
    /// Text that holds a lone surrogate.
    LoneSurrogate,
    /// A date, in milliseconds since 1970-01-01T00:00:00Z. NaN is an invalid date.
    Millis(f64),
    /// A list.
    List(Vec<DynamicValue>),
    /// A list with more elements than any request may have. Its elements are not read.
    TooMany,
    /// An object: keys and values, in their order.
    Members(Vec<(String, DynamicValue)>),
    /// Anything else, such as a function.
    Other,
}

impl DynamicValue {
    /// Returns the value for one field. The caller walks the elements of lists and the members of objects.
    pub fn input(&self) -> Input<'_> {
        match self {
            DynamicValue::Undefined | DynamicValue::Null => Input::Absent,
            DynamicValue::Double(value, shortest) => Input::Shortest(*value, shortest),
            DynamicValue::Whole(value) => Input::Whole(*value),
            DynamicValue::Digits(text) => Input::Digits(text),
            DynamicValue::Text(text) => Input::Text(text),
            DynamicValue::LoneSurrogate => Input::LoneSurrogate,
            DynamicValue::Millis(millis) => Input::Millis(*millis),
            DynamicValue::List(items) => Input::Items(items.len()),
            DynamicValue::Bool(_) | DynamicValue::Members(_) | DynamicValue::TooMany | DynamicValue::Other => {
                Input::Other
            }
        }
    }

    /// Returns whether the value has at most `depth` levels of lists and objects.
    pub fn fits(&self, depth: usize) -> bool {
        match self {
            DynamicValue::List(items) => depth > 0 && items.iter().all(|item| item.fits(depth - 1)),
            DynamicValue::Members(members) => depth > 0 && members.iter().all(|(_, value)| value.fits(depth - 1)),
            _ => true,
        }
    }

    /// Returns the members of an object, or an empty slice for any other value.
    pub fn members(&self) -> &[(String, DynamicValue)] {
        if let DynamicValue::Members(members) = self { members } else { &[] }
    }

    /// Returns whether the value is undefined or null.
    pub fn is_absent(&self) -> bool {
        matches!(self, DynamicValue::Undefined | DynamicValue::Null)
    }
}

/// Returns the value of a key, or `Undefined` if no member has it.
pub fn member<'a>(members: &'a [(String, DynamicValue)], name: &str) -> &'a DynamicValue {
    members.iter().find(|(key, _)| key == name).map_or(&DynamicValue::Undefined, |(_, value)| value)
}

impl From<Json> for DynamicValue {
    fn from(json: Json) -> DynamicValue {
        match json {
            Json::Null => DynamicValue::Null,
            Json::Bool(value) => DynamicValue::Bool(value),
            Json::Number(number) => DynamicValue::Digits(number.0.into()),
            Json::Text(text) => DynamicValue::Text(text.into()),
            Json::Array(elements) => DynamicValue::List(elements.into_iter().map(DynamicValue::from).collect()),
            Json::Object(Members(members)) => {
                DynamicValue::Members(members.into_iter().map(|(key, value)| (key, value.into())).collect())
            }
        }
    }
}

/// Returns the decimal of a double that is a whole number or a hundredth of at most fifteen digits.
///
/// Within fifteen digits no two decimals share a double, so the result equals the shortest text.
#[inline(always)]
pub(crate) fn simple_decimal(value: f64) -> Option<Decimal> {
    const BEYOND_FIFTEEN_DIGITS: f64 = 1e15;
    let (negative, size) = (value.is_sign_negative(), value.abs());
    if size >= BEYOND_FIFTEEN_DIGITS || size.is_nan() {
        return None;
    }
    let whole = size as u64;
    if whole as f64 == size {
        return Some(Decimal::scaled(negative, whole, 0));
    }
    let hundredths = (size * 100.0 + 0.5) as u64;
    if hundredths as f64 >= BEYOND_FIFTEEN_DIGITS || hundredths as f64 / 100.0 != size {
        return None;
    }
    let tenths = hundredths / 10;
    let decimal = if tenths * 10 == hundredths { (tenths, -1) } else { (hundredths, -2) };
    Some(Decimal::scaled(negative, decimal.0, decimal.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> DynamicValue {
        DynamicValue::Text(text.into())
    }

    fn object(key: &str, value: DynamicValue) -> DynamicValue {
        DynamicValue::Members(vec![(key.into(), value)])
    }

    #[test]
    fn counts_levels_of_lists_and_objects() {
        let list = |items: Vec<DynamicValue>| DynamicValue::List(items);
        for (levels, value) in [
            (0, DynamicValue::Undefined),
            (0, text("[[]]")),
            (1, list(Vec::new())),
            (1, DynamicValue::Members(Vec::new())),
            (1, list(vec![text("a"), DynamicValue::Null])),
            (2, list(vec![text("a"), list(Vec::new())])),
            (2, object("a", list(Vec::new()))),
            (3, list(vec![object("a", object("b", text("c"))), list(Vec::new())])),
            (4, object("a", list(vec![DynamicValue::Null, object("b", list(Vec::new()))]))),
        ] {
            let fits: Vec<_> = (0..6).filter(|&depth| value.fits(depth)).collect();
            assert_eq!(fits, (levels..6).collect::<Vec<_>>());
        }
    }

    #[test]
    fn finds_members_by_key() {
        let members = [("a".to_owned(), text("1")), ("b".to_owned(), text("2"))];
        let tree = DynamicValue::Members(members.to_vec());
        assert!(*tree.members() == members && text("a").members().is_empty());
        assert!(*member(&members, "a") == text("1") && *member(&members, "b") == text("2"));
        assert!(member(&members, "c").is_absent());
        assert!(DynamicValue::Undefined.is_absent() && DynamicValue::Null.is_absent() && !text("").is_absent());
    }

    #[test]
    fn converts_json_to_a_value_tree() {
        let json = Json::parse(r#"{"a":[1e2,null,true],"b":"c"}"#.as_bytes()).unwrap();
        let list =
            DynamicValue::List(vec![DynamicValue::Digits("1e2".into()), DynamicValue::Null, DynamicValue::Bool(true)]);
        let tree = DynamicValue::Members(vec![("a".into(), list), ("b".into(), text("c"))]);
        assert!(DynamicValue::from(json) == tree);
    }

    #[test]
    fn simple_decimals_equal_the_shortest_text() {
        for hundredths in
            (0..100_000u64).chain((100_000..2_000_000).step_by(97)).chain((0..1000).map(|i| 99_999_999_999_000 + i))
        {
            let value = hundredths as f64 / 100.0;
            assert_eq!(simple_decimal(-value).map(|decimal| decimal.to_string()), Some(format!("{}", 0.0 - value)));
        }
        for value in [0.001, 0.1 + 0.2, 1e15, 1e21, f64::NAN, f64::INFINITY, 1e-7, 99_999_999_999_999.99] {
            assert!(simple_decimal(value).is_none(), "{value}");
        }
    }
}
