//! The members of a stored record.

use crate::finding::{Code, Finding};
use crate::wire::{Instant, Json, Members, Number};

/// The members of a record. A finding names the member, with `record` before it.
pub(crate) struct Fields(Members);

impl Fields {
    /// Reads the text of a record of this version.
    pub(crate) fn parse(text: &str, version: u64) -> Result<Fields, Finding> {
        let not_json = |finding: Finding| Finding::new("record", finding.code);
        let Json::Object(members) = Json::parse(text.as_bytes()).map_err(not_json)? else {
            return Err(Finding::new("record", Code::WrongType));
        };
        let fields = Fields(members);
        match fields.number::<u64>("version")? {
            known if known == version => Ok(fields),
            later if later > version => Err(Finding::new("record.version", Code::RecordVersion)),
            _ => Err(Finding::new("record.version", Code::UnknownValue)),
        }
    }

    pub(crate) fn text(&self, key: &str) -> Result<&str, Finding> {
        self.of(key)?.as_text().ok_or_else(|| wrong_type(key))
    }

    pub(crate) fn optional_text(&self, key: &str) -> Result<Option<&str>, Finding> {
        self.0.get(key).map(|_| self.text(key)).transpose()
    }

    /// Reads an array of texts; an absent one is empty.
    pub(crate) fn texts(&self, key: &str) -> Result<Vec<String>, Finding> {
        let text = |item: &Json| item.as_text().map(str::to_owned).ok_or_else(|| wrong_type(key));
        match self.0.get(key) {
            None => Ok(Vec::new()),
            Some(Json::Array(items)) => items.iter().map(text).collect(),
            Some(_) => Err(wrong_type(key)),
        }
    }

    pub(crate) fn instant(&self, key: &str) -> Result<Instant, Finding> {
        self.number(key).map(Instant::from_unix_millis)
    }

    pub(crate) fn optional_instant(&self, key: &str) -> Result<Option<Instant>, Finding> {
        self.0.get(key).map(|_| self.instant(key)).transpose()
    }

    pub(crate) fn optional_number<N: std::str::FromStr>(&self, key: &str) -> Result<Option<N>, Finding> {
        self.0.get(key).map(|_| self.number(key)).transpose()
    }

    pub(crate) fn flag(&self, key: &str) -> Result<bool, Finding> {
        if let Json::Bool(flag) = self.of(key)? { Ok(*flag) } else { Err(wrong_type(key)) }
    }

    /// Reads one of a few words.
    pub(crate) fn word<T: Copy>(&self, key: &str, all: &[T], name: impl Fn(T) -> &'static str) -> Result<T, Finding> {
        let word = self.text(key)?;
        let found = all.iter().copied().find(|known| name(*known) == word);
        found.ok_or_else(|| Finding::new(path(key), Code::UnknownValue))
    }

    pub(crate) fn count(&self, key: &str) -> Result<u32, Finding> {
        u32::try_from(self.number::<u64>(key)?).map_err(|_| Finding::new(path(key), Code::OutOfRange))
    }

    /// Reads the revision of a record, which is never below zero.
    pub(crate) fn revision(&self) -> Result<i64, Finding> {
        i64::try_from(self.number::<u64>("revision")?).map_err(|_| Finding::new(path("revision"), Code::OutOfRange))
    }

    pub(crate) fn number<N: std::str::FromStr>(&self, key: &str) -> Result<N, Finding> {
        match self.of(key)? {
            Json::Number(number) => number.as_str().parse().map_err(|_| wrong_type(key)),
            _ => Err(wrong_type(key)),
        }
    }

    fn of(&self, key: &str) -> Result<&Json, Finding> {
        self.0.get(key).ok_or_else(|| Finding::new(path(key), Code::Required))
    }
}

fn wrong_type(key: &str) -> Finding {
    Finding::new(path(key), Code::WrongType)
}

fn path(key: &str) -> String {
    ["record.", key].concat()
}

/// Returns an instant as a record holds it.
pub(crate) fn millis(instant: Instant) -> Number {
    Number::from(i128::from(instant.unix_millis()))
}
