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

/// A text as serde_json parses it, with every member of an object.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Tree {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    Array(Vec<Tree>),
    Object(Pairs),
}

#[derive(Debug)]
struct Pairs(Vec<(String, Tree)>);

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
            (Tree::Object(Pairs(theirs)), Json::Object(own)) => {
                let mut both = theirs.iter().zip(own.iter());
                theirs.len() == own.len() && both.all(|((a, theirs), (b, own))| a == b && theirs.is(own))
            }
            _ => false,
        }
    }

    fn children(&self) -> Box<dyn Iterator<Item = &Tree> + '_> {
        match self {
            Tree::Array(elements) => Box::new(elements.iter()),
            Tree::Object(Pairs(members)) => Box::new(members.iter().map(|(_, value)| value)),
            _ => Box::new(std::iter::empty()),
        }
    }

    fn depth(&self) -> usize {
        let level = usize::from(matches!(self, Tree::Array(_) | Tree::Object(_)));
        level + self.children().map(Tree::depth).max().unwrap_or(0)
    }

    fn repeats_a_key(&self) -> bool {
        let mut seen = HashSet::new();
        let repeats = matches!(self, Tree::Object(Pairs(members)) if !members.iter().all(|(key, _)| seen.insert(key)));
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

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pairs, D::Error> {
        deserializer.deserialize_map(PairsVisitor)
    }
}

struct PairsVisitor;

impl<'de> de::Visitor<'de> for PairsVisitor {
    type Value = Pairs;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut members: A) -> Result<Pairs, A::Error> {
        let mut all = Vec::new();
        while let Some(member) = members.next_entry()? {
            all.push(member);
        }
        Ok(Pairs(all))
    }
}
