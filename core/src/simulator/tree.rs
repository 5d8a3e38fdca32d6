//! Deserializer over JSON of our own reader. Its errors have a path and contain no value.

use crate::finding::{Code, Finding, printable};
use crate::wire::{Json, Members};
use serde::{
    Deserializer, de,
    de::{DeserializeSeed, MapAccess, SeqAccess, Visitor, value::StrDeserializer},
};
use std::{fmt, slice};

/// Deserializes a value. Null counts as absent.
pub(super) fn read<'a, T: de::Deserialize<'a>>(json: &'a Json) -> Result<T, Finding> {
    T::deserialize(Tree(json)).map_err(|Fault(finding)| finding)
}

struct Tree<'a>(&'a Json);

/// The first error.
#[derive(Debug)]
struct Fault(Finding);

impl Fault {
    fn at(path: &str, code: Code) -> Fault {
        Fault(Finding::new(path, code))
    }

    /// Prefixes the path with the outer name.
    fn inside(self, outer: &str) -> Fault {
        let Fault(finding) = self;
        let joint = if finding.path.is_empty() || finding.path.starts_with('[') { "" } else { "." };
        let path = format!("{outer}{joint}{}", finding.path);
        Fault(finding.with_path(path))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Fault {}

/// Words by which serde says what it wants, and our sentences.
const EXPECTED: [(&str, &str); 8] = [
    ("struct", "expected an object"),
    ("enum", "expected an object"),
    ("map", "expected an object"),
    ("string", "expected text"),
    ("bool", "expected true or false"),
    ("u16", "expected a whole number"),
    ("u32", "expected a whole number"),
    ("u64", "expected a whole number"),
];

fn out_of_range() -> Fault {
    Fault(Finding::new("", Code::OutOfRange).explained("expected a whole number from 0"))
}

fn wrong_type(sentence: &'static str) -> Finding {
    Finding::new("", Code::WrongType).explained(sentence)
}

/// Discards serde's messages, which contain the value.
impl de::Error for Fault {
    fn custom<T: fmt::Display>(_: T) -> Fault {
        Fault::at("", Code::WrongType)
    }

    fn invalid_type(_: de::Unexpected<'_>, wanted: &dyn de::Expected) -> Fault {
        let wanted = wanted.to_string();
        let known = EXPECTED.iter().find(|(word, _)| wanted.contains(word));
        Fault(known.map_or_else(|| Finding::new("", Code::WrongType), |(_, sentence)| wrong_type(sentence)))
    }

    fn invalid_value(_: de::Unexpected<'_>, _: &dyn de::Expected) -> Fault {
        out_of_range()
    }

    fn unknown_variant(_: &str, known: &'static [&'static str]) -> Fault {
        Fault(Finding::new("", Code::UnknownValue).explained(format!("give one of {}", known.join(", "))))
    }

    fn unknown_field(name: &str, known: &'static [&'static str]) -> Fault {
        Fault(Finding::unknown(printable(name), name, "setting", &|index| known.get(index).copied()))
    }

    fn missing_field(name: &'static str) -> Fault {
        Fault::at(name, Code::Required)
    }

    fn duplicate_field(name: &'static str) -> Fault {
        Fault::at(name, Code::ConflictingValues)
    }
}

impl<'de> Deserializer<'de> for Tree<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Json::Null => visitor.visit_unit(),
            Json::Bool(value) => visitor.visit_bool(*value),
            Json::Text(text) => visitor.visit_borrowed_str(text),
            Json::Object(members) => visitor.visit_map(Entries::of(members)),
            Json::Number(number) => match number.as_str().parse() {
                Ok(whole) => visitor.visit_u64(whole),
                Err(_) => Err(out_of_range()),
            },
            // An array is never accepted in place of an object, as derived deserializers would.
            Json::Array(_) => Err(de::Error::invalid_type(de::Unexpected::Seq, &visitor)),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Json::Array(items) => visitor.visit_seq(Elements { items: items.iter(), next: 0 }),
            _ => Err(Fault(wrong_type("expected a list"))),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct tuple tuple_struct map struct enum identifier ignored_any
    }
}

struct Elements<'a> {
    items: slice::Iter<'a, Json>,
    next: usize,
}

impl<'de> SeqAccess<'de> for Elements<'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        let Some(item) = self.items.next() else { return Ok(None) };
        let path = format!("[{}]", self.next);
        self.next = self.next.saturating_add(1);
        seed.deserialize(Tree(item)).map(Some).map_err(|fault| fault.inside(&path))
    }
}

struct Entries<'a> {
    members: slice::Iter<'a, (String, Json)>,
    value: Option<&'a (String, Json)>,
}

impl<'a> Entries<'a> {
    fn of(members: &'a Members) -> Entries<'a> {
        Entries { members: members.0.iter(), value: None }
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        self.value = self.members.find(|(_, value)| *value != Json::Null);
        let Some((key, _)) = self.value else { return Ok(None) };
        seed.deserialize(StrDeserializer::new(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let (key, value) = self.value.take().ok_or_else(|| Fault::at("", Code::Internal))?;
        seed.deserialize(Tree(value)).map_err(|fault| fault.inside(&printable(key)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fault_prints_as_its_finding() {
        let finding = Finding::new("a", Code::WrongType);
        assert_eq!(Fault(finding.clone()).to_string(), finding.to_string());
    }
}
