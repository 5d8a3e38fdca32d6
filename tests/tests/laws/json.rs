//! The strict reader compared with serde_json.
//!
//! The strict reader refuses duplicate keys and limits depth to 32 levels instead of 128. It keeps a number as text, so
//! no number is too large. serde_json also refuses lone surrogates where it keeps text.

use crate::{cases, text};
use billwire::{Code, Json};
use proptest::prelude::*;
use serde::{Deserialize, Deserializer, de};
use std::{collections::HashSet, fmt};

proptest! {
    #![proptest_config(cases(3_000))]

    #[test]
    fn reads_any_text_like_serde_json(bytes in text::damaged()) {
        let theirs = serde_json::from_slice::<Tree>(&bytes);
        match (Json::parse(&bytes), theirs) {
            (Ok(own), Ok(theirs)) => prop_assert!(theirs.is(&own)),
            (Err(fault), Ok(theirs)) => match fault.code {
                Code::DuplicateKey => prop_assert!(theirs.repeats_a_key()),
                Code::TooDeep => prop_assert!(theirs.depth() > 32),
                _ => prop_assert!(false, "refused: {fault}"),
            },
            (Ok(own), Err(error)) => {
                prop_assert!(error.to_string().contains("number out of range"), "accepted: {error}");
                prop_assert!(holds_a_number_beyond_doubles(&own));
            }
            (Err(fault), Err(_)) => prop_assert!(fault.offset.is_some_and(|offset| offset <= bytes.len())),
        }
    }

    #[test]
    fn written_json_reads_back_equal(text in text::json()) {
        if let Ok(json) = Json::parse(text.as_bytes()) {
            let written = json.to_string();
            prop_assert_eq!(&Json::parse(written.as_bytes()).unwrap(), &json);
            if let Ok(theirs) = serde_json::from_str::<Tree>(&written) {
                prop_assert!(theirs.is(&json));
            }
        }
    }
}

/// Collects every member of the text, as serde_json parses it.
#[derive(Debug)]
enum Tree {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    Array(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

impl Tree {
    fn is(&self, own: &Json) -> bool {
        match (self, own) {
            (Tree::Null, Json::Null) => true,
            (Tree::Bool(theirs), Json::Bool(own)) => theirs == own,
            (Tree::Number(theirs), Json::Number(own)) => own.as_str().parse() == Ok(*theirs),
            (Tree::Text(theirs), Json::Text(own)) => **theirs == **own,
            (Tree::Array(theirs), Json::Array(own)) => {
                theirs.len() == own.len() && theirs.iter().zip(own).all(|(theirs, own)| theirs.is(own))
            }
            (Tree::Object(theirs), Json::Object(own)) => {
                let mut both = theirs.iter().zip(own.iter());
                theirs.len() == own.len() && both.all(|((a, theirs), (b, own))| a == b && theirs.is(own))
            }
            _ => false,
        }
    }

    fn children(&self) -> Box<dyn Iterator<Item = &Tree> + '_> {
        match self {
            Tree::Array(elements) => Box::new(elements.iter()),
            Tree::Object(members) => Box::new(members.iter().map(|(_, value)| value)),
            _ => Box::new(std::iter::empty()),
        }
    }

    fn depth(&self) -> usize {
        let level = usize::from(matches!(self, Tree::Array(_) | Tree::Object(_)));
        level + self.children().map(Tree::depth).max().unwrap_or(0)
    }

    fn repeats_a_key(&self) -> bool {
        let mut seen = HashSet::new();
        let repeats =
            if let Tree::Object(members) = self { !members.iter().all(|(key, _)| seen.insert(key)) } else { false };
        repeats || self.children().any(Tree::repeats_a_key)
    }
}

fn holds_a_number_beyond_doubles(json: &Json) -> bool {
    match json {
        Json::Number(number) => number.as_str().parse::<f64>().is_ok_and(f64::is_infinite),
        Json::Array(elements) => elements.iter().any(holds_a_number_beyond_doubles),
        Json::Object(members) => members.iter().any(|(_, value)| holds_a_number_beyond_doubles(value)),
        _ => false,
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tree, D::Error> {
        deserializer.deserialize_any(TreeVisitor)
    }
}

struct TreeVisitor;

impl<'de> de::Visitor<'de> for TreeVisitor {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Tree, E> {
        Ok(Tree::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Tree, E> {
        Ok(Tree::Number(value as f64))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Tree, E> {
        Ok(Tree::Number(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Tree, E> {
        Ok(Tree::Number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Tree, E> {
        Ok(Tree::Text(value.into()))
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut elements: A) -> Result<Tree, A::Error> {
        let mut all = Vec::new();
        while let Some(element) = elements.next_element()? {
            all.push(element);
        }
        Ok(Tree::Array(all))
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut members: A) -> Result<Tree, A::Error> {
        let mut all = Vec::new();
        while let Some(member) = members.next_entry()? {
            all.push(member);
        }
        Ok(Tree::Object(all))
    }
}
