//! Reading of settings from a value tree. Each setting is taken by its name, and any other name is a violation.

use crate::finding::{Code, Finding, Findings, expected_one_of, printable};
use crate::wire::{model::input::DynamicValue, value::instant::SigningOffset};

/// Reader of one object of settings. It collects the violations.
pub struct Settings {
    path: String,
    /// Names of the settings that were taken.
    known: Vec<String>,
    members: Vec<(String, DynamicValue)>,
    /// Violations found so far.
    pub violations: Findings,
}

impl Settings {
    /// Reads settings from an object. An absent value counts as empty, and any other value is a violation.
    ///
    /// `path` begins the paths of the violations; it is empty for the outermost settings.
    pub fn new(path: &str, value: DynamicValue) -> Settings {
        let mut settings =
            Settings { path: path.into(), known: Vec::new(), members: Vec::new(), violations: Findings::default() };
        match value {
            DynamicValue::Undefined | DynamicValue::Null => {}
            DynamicValue::Members(members) => settings.members = members,
            _ => settings.violations.push(Finding::new(path, Code::WrongType).explained("expected an object")),
        }
        settings
    }

    fn path(&self, name: &str) -> String {
        if self.path.is_empty() { name.into() } else { format!("{}.{name}", self.path) }
    }

    /// Adds a violation about a setting.
    pub fn violation(&mut self, name: &str, code: Code) {
        self.violations.push(Finding::new(self.path(name), code));
    }

    /// Adds a violation about a required setting without a value.
    pub fn unset(&mut self, name: &str) {
        self.violations.push(Finding::new(self.path(name), Code::Required).explained(UNSET));
    }

    /// Takes a setting. Returns `None` if it is absent or null.
    pub fn take(&mut self, name: &str) -> Option<DynamicValue> {
        self.known.push(name.into());
        let at = self.members.iter().position(|(key, _)| key == name)?;
        Some(self.members.swap_remove(at).1).filter(|value| !value.is_absent())
    }

    /// Takes a text setting.
    pub fn text(&mut self, name: &str) -> Option<String> {
        match self.take(name)? {
            DynamicValue::Text(text) => Some(text),
            _ => self.wrong(name, "expected text"),
        }
    }

    /// Takes all settings that are left, which are text under names of the caller's choice.
    pub fn all_texts(&mut self) -> Vec<(String, String)> {
        let mut texts = Vec::new();
        for (name, value) in std::mem::take(&mut self.members) {
            match value {
                DynamicValue::Text(text) => texts.push((name, text)),
                value if value.is_absent() => {}
                _ => drop(self.wrong::<()>(&printable(&name), "expected text")),
            }
        }
        texts
    }

    /// Takes a boolean, which is false by default.
    pub fn flag(&mut self, name: &str) -> bool {
        match self.take(name) {
            None => false,
            Some(DynamicValue::Bool(value)) => value,
            Some(_) => self.wrong(name, "expected true or false").unwrap_or_default(),
        }
    }

    /// Takes a count of at least one.
    pub fn count(&mut self, name: &str) -> Option<usize> {
        let count = match self.take(name)? {
            DynamicValue::Double(value, _) if value.fract() == 0.0 && value <= f64::from(u32::MAX) => value as u64,
            DynamicValue::Digits(text) => crate::wire::value::decimal::integer(text.as_bytes()).unwrap_or(0),
            DynamicValue::Whole(value) => u64::try_from(value).unwrap_or(0),
            _ => return self.wrong(name, "expected a count"),
        };
        let count = usize::try_from(count).ok().filter(|&count| count > 0);
        if count.is_none() {
            let finding = Finding::new(self.path(name), Code::OutOfRange);
            self.violations.push(finding.explained("expected a whole number from 1"));
        }
        count
    }

    /// Takes a list of text, which is empty by default.
    pub fn texts(&mut self, name: &str) -> Vec<String> {
        self.optional_texts(name).unwrap_or_default()
    }

    /// Takes a list of text. Returns `None` if it is absent or null.
    pub fn optional_texts(&mut self, name: &str) -> Option<Vec<String>> {
        let text = |item| if let DynamicValue::Text(text) = item { Some(text) } else { None };
        self.list(name, text, ["expected a list of text", "expected text"])
    }

    /// Takes a list of HTTP statuses. Returns `None` if it is absent or null.
    pub fn http_statuses(&mut self, name: &str) -> Option<Vec<u16>> {
        let status = |item| match item {
            DynamicValue::Double(value, _) if value.fract() == 0.0 => u16::try_from(value as i64).ok(),
            DynamicValue::Digits(text) => text.parse().ok(),
            DynamicValue::Whole(value) => u16::try_from(value).ok(),
            _ => None,
        };
        self.list(name, status, ["expected a list of HTTP statuses", "expected an HTTP status"])
    }

    /// Takes a list. The sentences are about another value, and about another element.
    fn list<T>(
        &mut self,
        name: &str,
        read: impl Fn(DynamicValue) -> Option<T>,
        [due, due_element]: [&'static str; 2],
    ) -> Option<Vec<T>> {
        let DynamicValue::List(items) = self.take(name)? else { return self.wrong(name, due) };
        let mut list = Vec::new();
        for (index, item) in items.into_iter().enumerate() {
            let due = if item.is_absent() { UNSET } else { due_element };
            match read(item) {
                Some(item) => list.push(item),
                None => return self.wrong(&format!("{name}[{index}]"), due),
            }
        }
        Some(list)
    }

    /// Takes a word that `parse` accepts. Any other word is a violation.
    pub fn word<T>(&mut self, name: &str, parse: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let word = self.text(name)?;
        let value = parse(&word);
        if value.is_none() {
            self.violation(name, Code::UnknownValue);
        }
        value
    }

    /// Takes one of several words, and returns its index. Any other word is a violation.
    pub fn choice(&mut self, name: &str, words: &[&str]) -> Option<usize> {
        let word = self.text(name)?;
        let chosen = words.iter().position(|known| *known == word);
        if chosen.is_none() {
            self.unknown_value(name, words.iter().copied());
        }
        chosen
    }

    /// Adds a violation about a setting that is none of the words that exist.
    pub fn unknown_value<'n>(&mut self, name: &str, words: impl IntoIterator<Item = &'n str>) {
        let finding = Finding::new(self.path(name), Code::UnknownValue);
        self.violations.push(finding.explained(expected_one_of(words)));
    }

    /// Takes an offset from UTC such as `+07:00`, which is UTC by default.
    #[inline(never)]
    pub fn offset(&mut self, name: &str) -> SigningOffset {
        self.optional_offset(name).unwrap_or(SigningOffset::UTC)
    }

    /// Takes an offset such as `+07:00`, of at most 18 hours; none if it was not given or is none.
    pub fn optional_offset(&mut self, name: &str) -> Option<SigningOffset> {
        let offset = self.text(name)?.parse().ok().filter(SigningOffset::is_of_a_zone);
        if offset.is_none() {
            self.violations.push(Finding::new(self.path(name), Code::UnknownValue).explained(SigningOffset::EXPECTED));
        }
        offset
    }

    /// Takes an object of settings. Pass the result to [`Settings::close`] when its settings are taken.
    pub fn inner(&mut self, name: &str) -> Option<Settings> {
        let value = self.take(name)?;
        Some(Settings::new(&self.path(name), value))
    }

    /// Adds the violations of inner settings.
    pub fn close(&mut self, inner: Settings) {
        self.violations.append(inner.finish());
    }

    /// Returns the violations, with one for each setting that was not taken.
    pub fn finish(mut self) -> Findings {
        let mut violations = std::mem::take(&mut self.violations);
        let known = |at: usize| self.known.get(at).map(String::as_str);
        for (key, _) in self.members.iter().filter(|(_, value)| *value != DynamicValue::Undefined) {
            violations.push_with(|| Finding::unknown(self.path(&printable(key)), key, "setting", &known));
        }
        violations
    }

    fn wrong<T>(&mut self, name: &str, due: &'static str) -> Option<T> {
        self.violations.push(Finding::new(self.path(name), Code::WrongType).explained(due));
        None
    }
}

/// Sentence about a setting that was passed without a value, as a program does without an environment variable.
const UNSET: &str = "this value is not set; if it comes from an environment variable, that one is missing";

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(name: &str, value: DynamicValue) -> Settings {
        Settings::new("", DynamicValue::Members(vec![(name.into(), value)]))
    }

    #[test]
    fn a_status_is_a_whole_number() {
        let double = |value: f64| DynamicValue::Double(value, value.to_string());
        for (item, expected) in [
            (double(404.0), Some(404)),
            (DynamicValue::Digits("404".into()), Some(404)),
            (DynamicValue::Whole(404), Some(404)),
            (double(404.5), None),
            (double(65_536.0), None),
            (DynamicValue::Whole(-1), None),
            (DynamicValue::Text("404".into()), None),
        ] {
            let mut settings = settings("statuses", DynamicValue::List(vec![item]));
            assert_eq!(settings.http_statuses("statuses"), expected.map(|status| vec![status]));
            let found = settings.finish();
            assert_eq!(
                found.iter().map(|finding| finding.path.as_str()).collect::<Vec<_>>(),
                match expected {
                    Some(_) => vec![],
                    None => vec!["statuses[0]"],
                }
            );
        }
    }

    #[test]
    fn a_count_is_a_whole_number_from_one() {
        let double = |value: f64| DynamicValue::Double(value, value.to_string());
        let digits = |text: &str| DynamicValue::Digits(text.into());
        for (at, (value, expected)) in [
            (DynamicValue::Undefined, Ok(None)),
            (double(1.0), Ok(Some(1))),
            (double(4_294_967_295.0), Ok(Some(4_294_967_295))),
            (DynamicValue::Whole(7), Ok(Some(7))),
            (digits("8"), Ok(Some(8))),
            (double(0.0), Err(Code::OutOfRange)),
            (double(-1.0), Err(Code::OutOfRange)),
            (DynamicValue::Whole(0), Err(Code::OutOfRange)),
            (DynamicValue::Whole(i128::MAX), Err(Code::OutOfRange)),
            (digits("1.5"), Err(Code::OutOfRange)),
            (double(1.5), Err(Code::WrongType)),
            (double(4_294_967_296.0), Err(Code::WrongType)),
            (double(f64::INFINITY), Err(Code::WrongType)),
            (double(f64::NAN), Err(Code::WrongType)),
            (DynamicValue::Text("7".into()), Err(Code::WrongType)),
        ]
        .into_iter()
        .enumerate()
        {
            let mut settings = settings("bytes", value);
            let count = settings.count("bytes");
            let found = settings.finish();
            let told = found.first().map_or(Ok(count), |finding| Err(finding.code));
            assert_eq!((told, found.len()), (expected, expected.is_err().into()), "value {at}");
        }
    }

    #[test]
    fn all_texts_leaves_out_absent_values() {
        for (value, text, code) in [
            (DynamicValue::Text("1".into()), Some("1"), None),
            (DynamicValue::Undefined, None, None),
            (DynamicValue::Null, None, None),
            (DynamicValue::Whole(1), None, Some(Code::WrongType)),
        ] {
            let mut settings = settings("page", value);
            let texts = settings.all_texts();
            assert_eq!(
                texts.first().map(|(name, text)| (name.as_str(), text.as_str())),
                text.map(|text| ("page", text))
            );
            assert_eq!(settings.finish().first().map(|finding| finding.code), code);
        }
    }
}
