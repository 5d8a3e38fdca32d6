//! JSON values, for members that a schema does not name.

use crate::finding::Finding;
use crate::wire::{
    read::{
        reader::{Fault, Keys, Reader, Result, unescape},
        scan,
    },
    write::json_writer::JsonWriter,
};
use std::fmt;

/// Largest number of nesting levels that are read or written.
pub const MAX_DEPTH: usize = 32;

/// Any JSON value. Members keep their order, and numbers keep their text.
///
/// A value takes 24 bytes on 64-bit targets. Lists and text allocate exactly what they hold.
#[derive(Clone, PartialEq, Eq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as it is written, never rounded.
    Number(Number),
    /// Text.
    Text(Box<str>),
    /// An array.
    Array(Box<[Json]>),
    /// An object.
    Object(Members),
}

/// A number in JSON's grammar, kept as its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number(pub Box<str>);

impl Number {
    /// Returns the text of the number, such as `1.50` or `1e3`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<u64> for Number {
    fn from(value: u64) -> Number {
        Number::from(i128::from(value))
    }
}

impl From<i128> for Number {
    fn from(value: i128) -> Number {
        let mut out = JsonWriter::default();
        out.whole(value);
        Number(out.into_text().into())
    }
}

/// Members of an object, in their order.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Members(pub Vec<(String, Json)>);

impl Members {
    /// Returns whether there are no members.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of members.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the value of a key.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Adds a member, or replaces the value of an existing key.
    pub fn insert(&mut self, key: impl Into<String>, value: impl Into<Json>) {
        let (key, value) = (key.into(), value.into());
        match self.0.iter_mut().find(|(name, _)| *name == key) {
            Some((_, old)) => *old = value,
            None => self.0.push((key, value)),
        }
    }

    /// Returns an iterator over keys and values, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }
}

impl<K: Into<String>, V: Into<Json>> FromIterator<(K, V)> for Members {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(members: I) -> Members {
        let mut all = Members::default();
        for (key, value) in members {
            all.insert(key, value);
        }
        all
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json::Text(text.into())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Json {
        Json::Text(text.into())
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Json {
        Json::Bool(value)
    }
}

impl From<u64> for Json {
    fn from(value: u64) -> Json {
        Number::from(value).into()
    }
}

impl From<Number> for Json {
    fn from(number: Number) -> Json {
        Json::Number(number)
    }
}

impl From<Vec<Json>> for Json {
    fn from(elements: Vec<Json>) -> Json {
        Json::Array(elements.into())
    }
}

impl From<Members> for Json {
    fn from(members: Members) -> Json {
        Json::Object(members)
    }
}

impl Json {
    /// Reads JSON in strict UTF-8, without duplicate keys or lone surrogates, of at most [`MAX_DEPTH`] levels.
    ///
    /// # Errors
    /// The first violation, with its byte.
    pub fn parse(text: &[u8]) -> core::result::Result<Json, Finding> {
        parse(text, MAX_DEPTH).map_err(Fault::finding)
    }

    /// Reads a draft of at most twice [`MAX_DEPTH`] levels, so that the validator can report deep values by their path.
    ///
    /// # Errors
    /// The first violation, with its byte.
    pub fn parse_draft(text: &[u8]) -> core::result::Result<Json, Finding> {
        parse(text, 2 * MAX_DEPTH).map_err(Fault::finding)
    }

    /// Returns whether the value has at most `depth` levels of arrays and objects.
    pub fn fits(&self, depth: usize) -> bool {
        match self {
            Json::Array(elements) => depth > 0 && elements.iter().all(|element| element.fits(depth - 1)),
            Json::Object(members) => depth > 0 && members.iter().all(|(_, value)| value.fits(depth - 1)),
            _ => true,
        }
    }

    /// Returns the text of a text value.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the members of an object.
    pub fn as_object(&self) -> Option<&Members> {
        match self {
            Json::Object(members) => Some(members),
            _ => None,
        }
    }

    /// Returns the elements of an array.
    pub fn as_array(&self) -> Option<&[Json]> {
        match self {
            Json::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// Writes the value as compact JSON.
    #[doc(hidden)]
    pub fn write(&self, out: &mut JsonWriter) {
        match self {
            Json::Null => out.bytes(b"null"),
            Json::Bool(true) => out.bytes(b"true"),
            Json::Bool(false) => out.bytes(b"false"),
            Json::Number(number) => out.bytes(number.as_str().as_bytes()),
            Json::Text(text) => out.string(text),
            Json::Array(elements) => {
                out.byte(b'[');
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        out.byte(b',');
                    }
                    element.write(out);
                }
                out.byte(b']');
            }
            Json::Object(members) => {
                out.byte(b'{');
                for (index, (key, value)) in members.iter().enumerate() {
                    if index > 0 {
                        out.byte(b',');
                    }
                    out.string(key);
                    out.byte(b':');
                    value.write(out);
                }
                out.byte(b'}');
            }
        }
    }
}

/// Compact JSON.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = JsonWriter::default();
        self.write(&mut out);
        f.write_str(&out.into_text())
    }
}

/// Shows only the kind of value, because the content may be confidential.
impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Json::Null => "null",
            Json::Bool(_) => "a boolean",
            Json::Number(_) => "a number",
            Json::Text(_) => "a text",
            Json::Array(_) => "an array",
            Json::Object(_) => "an object",
        })
    }
}

impl fmt::Debug for Members {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} members", self.len())
    }
}

/// Writes a number as a double if the double is exact, else as text, so that no reader rounds it silently.
#[cfg(feature = "serde")]
impl serde::Serialize for Json {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> core::result::Result<S::Ok, S::Error> {
        match self {
            Json::Null => serializer.serialize_unit(),
            Json::Bool(value) => serializer.serialize_bool(*value),
            Json::Number(number) => match number.as_exact_double() {
                Some(value) => serializer.serialize_f64(value),
                None => serializer.serialize_str(number.as_str()),
            },
            Json::Text(text) => serializer.serialize_str(text),
            Json::Array(elements) => serializer.collect_seq(elements),
            Json::Object(members) => members.serialize(serializer),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Members {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> core::result::Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

#[cfg(feature = "serde")]
impl Number {
    /// Returns the double of a number of at most fifteen digits, or of a whole number below 2^53.
    ///
    /// Powers of ten up to 10^22 are exact doubles, so one multiplication or division gives the nearest double.
    fn as_exact_double(&self) -> Option<f64> {
        let lexeme = crate::wire::read::number::scan(self.0.as_bytes()).ok()?;
        let scale = lexeme.scale();
        let mut digits = self.0.bytes().take_while(|byte| !byte.eq_ignore_ascii_case(&b'e')).filter(u8::is_ascii_digit);
        let whole = digits.try_fold(0, |whole: u64, digit| {
            whole.checked_mul(10)?.checked_add(u64::from(digit & 0xf)).filter(|whole| *whole < 1 << 53)
        })?;
        if scale.abs() > 22 || (scale != 0 && lexeme.significant > 15) {
            return None;
        }
        let power = (0..scale.abs()).fold(1.0, |power, _| power * 10.0);
        let value = if scale.is_negative() { whole as f64 / power } else { whole as f64 * power };
        Some(if lexeme.negative { -value } else { value })
    }
}

/// Reads one value of at most `depth` levels, and refuses anything after it.
pub(crate) fn parse(text: &[u8], depth: usize) -> Result<Json> {
    let mut parser = Parser { reader: Reader::new(text), sizes: sizes(text, depth).into_iter() };
    parser.reader.skip_space();
    let json = parser.value(depth)?;
    parser.reader.finish()?;
    Ok(json)
}

/// Parser that allocates each list at its final size. Lists that double as they grow take many times their text.
struct Parser<'a> {
    reader: Reader<'a>,
    /// Sizes of all arrays and objects, in the order in which they begin.
    sizes: std::vec::IntoIter<u32>,
}

impl Parser<'_> {
    fn value(&mut self, depth: usize) -> Result<Json> {
        let reader = &mut self.reader;
        match reader.peek() {
            b'"' => {
                reader.advance(1);
                reader.string().map(|span| Json::Text(unescape(span.raw).into()))
            }
            b'{' => self.object(depth),
            b'[' => self.array(depth),
            b't' => reader.take_word("true").map(|()| Json::Bool(true)),
            b'f' => reader.take_word("false").map(|()| Json::Bool(false)),
            b'n' => reader.take_word("null").map(|()| Json::Null),
            _ => reader.number().map(|(_, raw)| Json::Number(Number(String::from_utf8_lossy(raw).into()))),
        }
    }

    fn array(&mut self, depth: usize) -> Result<Json> {
        let depth = self.reader.descend(depth)?;
        let (mut elements, size) = (Vec::new(), self.size());
        let mut more = self.reader.open(b'[', b']')?;
        while more {
            reserve(&mut elements, size);
            elements.push(self.value(depth)?);
            more = self.reader.another(b']')?;
        }
        Ok(elements.into())
    }

    fn object(&mut self, depth: usize) -> Result<Json> {
        let depth = self.reader.descend(depth)?;
        let (mut members, mut keys, size) = (Vec::new(), Keys::default(), self.size());
        let mut more = self.reader.open(b'{', b'}')?;
        while more {
            let at = self.reader.offset();
            let (key, _) = self.reader.key()?;
            let name = String::from_utf8_lossy(&key).into_owned();
            keys.add(key, at);
            reserve(&mut members, size);
            members.push((name, self.value(depth)?));
            more = self.reader.another(b'}')?;
        }
        keys.check()?;
        Ok(Json::Object(Members(members)))
    }

    fn size(&mut self) -> usize {
        self.sizes.next().unwrap_or_default() as usize
    }
}

/// Reserves capacity for one more of `size` elements. It doubles the capacity, up to the size.
fn reserve<T>(list: &mut Vec<T>, size: usize) {
    const FIRST: usize = 4;
    if list.len() == list.capacity() {
        let missing = size.saturating_sub(list.len());
        list.reserve_exact(list.len().max(FIRST).min(missing));
    }
}

/// Estimates the sizes of all arrays and objects, in the order in which they begin.
///
/// The size is one more than the count of commas. An empty list counts one but never allocates. For text that is not
/// JSON the sizes are a guess.
fn sizes(text: &[u8], depth: usize) -> Vec<u32> {
    let (mut sizes, mut open, mut rest) = (Vec::new(), Vec::new(), text);
    while let [byte, tail @ ..] = rest {
        rest = tail;
        match byte {
            b'"' => rest = behind_string(tail),
            // The parser goes no deeper.
            b'[' | b'{' if open.len() == depth => break,
            b'[' | b'{' => {
                open.push(sizes.len());
                sizes.push(1);
            }
            b']' | b'}' => drop(open.pop()),
            b',' => {
                if let Some(size) = open.last().and_then(|&at| sizes.get_mut(at)) {
                    *size += 1;
                }
            }
            _ => {}
        }
    }
    sizes
}

/// Returns the text after a string whose opening quote is taken.
fn behind_string(text: &[u8]) -> &[u8] {
    let mut rest = text;
    loop {
        rest = rest.get(scan::plain_run(rest).0..).unwrap_or_default();
        rest = match rest {
            [b'"', tail @ ..] => return tail,
            [b'\\', _, tail @ ..] => tail,
            _ => return &[],
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "serde")]
    #[test]
    fn serialises_exact_doubles_as_numbers() {
        for text in [
            "0.1",
            "-2.5",
            "1e22",
            "15e-22",
            "123456789012345",
            "1.23456789012345",
            "9007199254740991",
            "-9007199254740991",
        ] {
            let number = serde_json::to_value(Json::parse(text.as_bytes()).unwrap()).unwrap();
            assert_eq!(number.as_f64(), text.parse().ok(), "{text}");
        }
        for text in
            ["1e23", "1e-23", "1.234567890123456", "9007199254740992", "0.1234567890123456", "1.0000000000000000e3"]
        {
            assert_eq!(serde_json::to_value(Json::parse(text.as_bytes()).unwrap()).unwrap(), text);
        }
        let negative_zero = serde_json::to_value(Json::parse(b"-0").unwrap()).unwrap();
        assert!(negative_zero.as_f64().unwrap().is_sign_negative());
    }

    #[test]
    fn builds_and_reads_values() {
        let members: Members = [("a", Json::from(7)), ("b", true.into()), ("a", "c".into())].into_iter().collect();
        assert_eq!((members.len(), members.is_empty(), Members::default().is_empty()), (2, false, true));
        assert_eq!(members.get("a").and_then(Json::as_text), Some("c"));
        assert_eq!((members.get("c"), members.get("b").and_then(Json::as_text)), (None, None));
        assert_eq!(members.iter().map(|(key, _)| key).collect::<Vec<_>>(), ["a", "b"]);
        let json = Json::from(vec![members.clone().into(), String::from("d").into(), Number::from(-1i128).into()]);
        assert_eq!(json.to_string(), r#"[{"a":"c","b":true},"d",-1]"#);
        assert_eq!(json.as_array().map(<[Json]>::len), Some(3));
        assert_eq!(json.as_array().unwrap()[0].as_object(), Some(&members));
        assert!(json.as_object().is_none() && json.as_text().is_none() && Json::Null.as_array().is_none());
        assert_eq!(format!("{json:?} {members:?} {:?}", Json::Null), "an array 2 members null");
    }

    #[test]
    fn counts_and_bounds_levels() {
        for (text, depth) in
            [("7", 0), ("[]", 1), ("{}", 1), ("[7,[]]", 2), (r#"{"a":7,"b":[{}]}"#, 3), (r#"[{},{"a":{}}]"#, 3)]
        {
            let json = Json::parse(text.as_bytes()).unwrap();
            assert!(json.fits(depth) && (depth == 0 || !json.fits(depth - 1)), "{text}");
        }
        let tower = |levels: usize| ["[".repeat(levels), "]".repeat(levels)].concat();
        assert!(Json::parse(tower(MAX_DEPTH).as_bytes()).is_ok());
        assert_eq!(Json::parse(tower(MAX_DEPTH + 1).as_bytes()).unwrap_err().code, crate::Code::TooDeep);
        {
            assert!(Json::parse_draft(tower(2 * MAX_DEPTH).as_bytes()).is_ok());
            assert!(Json::parse_draft(tower(2 * MAX_DEPTH + 1).as_bytes()).is_err());
        }
    }

    #[test]
    fn a_value_takes_three_words() {
        assert_eq!(size_of::<Json>(), 3 * size_of::<usize>());
    }

    #[test]
    fn lists_have_no_spare_capacity() {
        let text = br#"[[1,2,3,4,5,6,7],{"a,[":"],{\",","b":{}},[],"\\",[[[0]]] , {"c":[ ]}]"#;
        fn check(json: &Json) {
            match json {
                Json::Array(elements) => elements.iter().for_each(check),
                Json::Object(Members(members)) => {
                    assert_eq!(members.capacity(), members.len());
                    members.iter().for_each(|(_, value)| check(value));
                }
                _ => {}
            }
        }
        check(&Json::parse(text).unwrap());
    }

    #[test]
    fn estimates_sizes_in_order() {
        let text = br#"[[1,2,3],{"a,[\":":[],"\\":{"b":7,"c":8}},"]\",",4]"#;
        assert_eq!(sizes(text, 32), [4, 3, 2, 1, 2]);
        assert_eq!(sizes(b"[[[[", 2).len(), 2);
        assert_eq!(sizes(b"[\"a,", 2), [1]);
        assert_eq!(sizes(b"]],[1,2", 2), [2]);
    }

    #[test]
    fn invalid_json_allocates_little() {
        for text in ["[,,,,,,,,", "[1,,,,,,,", "[\"", "[1,2", "]]]]", "{,,,,", "[[[["] {
            assert!(Json::parse(text.as_bytes()).is_err(), "{text}");
        }
        let capacity = |filled: usize, size: usize| {
            let mut list = vec![0u8; filled];
            reserve(&mut list, size);
            list.capacity()
        };
        assert_eq!([capacity(0, 9), capacity(4, 9), capacity(8, 9), capacity(0, 3), capacity(3, 0)], [4, 8, 9, 3, 3]);
        let mut spacious = Vec::<u8>::with_capacity(7);
        reserve(&mut spacious, 100);
        assert_eq!(spacious.capacity(), 7, "capacity suffices");
    }

    #[test]
    fn objects_have_no_spare_capacity() {
        for size in [0, 1, 3, 4, 5, 9, 100] {
            let members: Vec<_> = (0..size).map(|number| format!("\"k{number}\": [{{}}]")).collect();
            let object = Json::parse(format!("{{{}}}", members.join(",")).as_bytes()).unwrap();
            assert!(matches!(object, Json::Object(Members(list)) if list.len() == size && list.capacity() == size));
        }
    }
}
