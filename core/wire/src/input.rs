//! What a host gives for a field, before anything is known of its worth.

use crate::{
    decimal::Decimal,
    instant::Instant,
    json::{Json, Members},
};

/// One value for one field, as it reaches the core.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// Nothing.
    Absent,
    /// Text.
    Text(&'a str),
    /// A double, for integers and the simplest decimals.
    Double(f64),
    /// A double with its shortest text, which tells the decimal that was meant.
    Shortest(f64, &'a str),
    /// A whole number of any size.
    Whole(i128),
    /// A number in JSON's grammar.
    Digits(&'a str),
    /// An exact decimal.
    Decimal(Decimal),
    /// A point in time.
    Instant(Instant),
    /// Milliseconds since 1970; not a number for a date that is none.
    Millis(f64),
    /// A list of so many objects, which follow.
    Items(usize),
    /// Text with half a surrogate pair.
    LoneSurrogate,
    /// Something that no field takes.
    Other,
}

/// A value tree as a dynamic host has it, with all that JSON cannot say.
#[derive(Clone, PartialEq)]
pub enum DynamicValue {
    /// Nothing was given.
    Undefined,
    /// Null was given.
    Null,
    /// A boolean.
    Bool(bool),
    /// A double and its shortest text.
    Double(f64, String),
    /// A whole number of any size.
    Whole(i128),
    /// A number in JSON's grammar.
    Digits(String),
    /// Text.
    Text(String),
    /// Text with half a surrogate pair.
    LoneSurrogate,
    /// A date, in milliseconds since 1970.
    Millis(f64),
    /// A list.
    List(Vec<DynamicValue>),
    /// A list, or a value of one, that nobody looked into: it has more elements than any request may have.
    TooMany,
    /// An object.
    Members(Vec<(String, DynamicValue)>),
    /// Anything else, such as a function.
    Other,
}

impl DynamicValue {
    /// What a field is given by this value. Lists and objects are looked at by whoever walks the tree.
    pub fn given(&self) -> Input<'_> {
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

    /// Whether it is nested in at most `depth` levels.
    pub fn fits(&self, depth: usize) -> bool {
        match self {
            DynamicValue::List(items) => depth > 0 && items.iter().all(|item| item.fits(depth - 1)),
            DynamicValue::Members(members) => depth > 0 && members.iter().all(|(_, value)| value.fits(depth - 1)),
            _ => true,
        }
    }

    /// The members; none if it is no object.
    pub fn members(&self) -> &[(String, DynamicValue)] {
        if let DynamicValue::Members(members) = self { members } else { &[] }
    }

    /// Whether nothing was given.
    pub fn is_absent(&self) -> bool {
        matches!(self, DynamicValue::Undefined | DynamicValue::Null)
    }
}

/// The value of a key of an object.
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

/// A double as the decimal that its shortest text writes, where that is quickly seen: whole numbers and hundredths
/// of at most fifteen digits, which no other text of as few digits shares.
pub fn simple_decimal(value: f64) -> Option<Decimal> {
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
    fn nesting_is_counted_in_lists_and_objects() {
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
    fn members_are_found_by_their_key() {
        let members = [("a".to_owned(), text("1")), ("b".to_owned(), text("2"))];
        let tree = DynamicValue::Members(members.to_vec());
        assert!(*tree.members() == members && text("a").members().is_empty());
        assert!(*member(&members, "a") == text("1") && *member(&members, "b") == text("2"));
        assert!(member(&members, "c").is_absent());
        assert!(DynamicValue::Undefined.is_absent() && DynamicValue::Null.is_absent() && !text("").is_absent());
    }

    #[test]
    fn json_is_a_tree_too() {
        let json = Json::parse(r#"{"a":[1e2,null,true],"b":"c"}"#.as_bytes()).unwrap();
        let list =
            DynamicValue::List(vec![DynamicValue::Digits("1e2".into()), DynamicValue::Null, DynamicValue::Bool(true)]);
        let tree = DynamicValue::Members(vec![("a".into(), list), ("b".into(), text("c"))]);
        assert!(DynamicValue::from(json) == tree);
    }

    #[test]
    fn simple_decimals_are_the_shortest_texts() {
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
