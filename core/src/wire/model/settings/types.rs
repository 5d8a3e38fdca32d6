//! Types of settings: how each is read.

use crate::finding::{Code, Findings, expected_one_of};
use crate::wire::{
    gathered,
    model::{
        input::DynamicValue,
        settings::{
            declared::SettingKind,
            reader::{ReadSetting, RequiredSetting, Settings, entries, wrong},
        },
    },
    value::decimal::{LARGEST_INTEGER, integer},
    value::instant::SigningOffset,
};
use std::collections::BTreeMap;

impl Settings {
    /// Takes one of several words, and returns its index.
    pub fn word(&mut self, name: &str, words: &[&str]) -> Option<usize> {
        let value = self.take(name)?;
        word(value, words, &self.path(name), &mut self.violations)
    }

    /// Takes an object of texts under names of the caller's choice.
    pub fn texts(&mut self, name: &str) -> Vec<(String, String)> {
        let Some(value) = self.take(name) else { return Vec::new() };
        entries(value, &self.path(name), &mut self.violations)
    }
}

impl ReadSetting for String {
    const KIND: SettingKind = SettingKind::Text;

    fn read(value: DynamicValue, path: &str, violations: &mut Findings) -> Option<String> {
        match value {
            DynamicValue::Text(text) => Some(text),
            _ => wrong(path, Code::WrongType, "expected text", violations),
        }
    }
}

impl RequiredSetting for String {
    fn blank() -> String {
        String::new()
    }
}

impl ReadSetting for bool {
    const KIND: SettingKind = SettingKind::Flag;

    fn read(value: DynamicValue, path: &str, violations: &mut Findings) -> Option<bool> {
        match value {
            DynamicValue::Bool(value) => Some(value),
            _ => wrong(path, Code::WrongType, "expected true or false", violations),
        }
    }
}

/// Reads a whole number from `least` to `most`.
#[inline(never)]
fn whole(value: DynamicValue, least: u64, most: u64, path: &str, violations: &mut Findings) -> Option<u64> {
    let whole = match value {
        DynamicValue::Double(value, _) if value.fract() == 0.0 => Ok(value as i128),
        DynamicValue::Double(..) => Err(Code::NotAnInteger),
        DynamicValue::Whole(value) => Ok(value),
        DynamicValue::Digits(text) => integer(text.as_bytes()).map(i128::from),
        _ => Err(Code::WrongType),
    };
    let bounded = |whole| u64::try_from(whole).ok().filter(|whole| (least..=most).contains(whole));
    match whole.and_then(|whole| bounded(whole).ok_or(Code::OutOfRange)) {
        Ok(whole) => Some(whole),
        Err(code) => wrong(path, code, &format!("expected a whole number from {least}"), violations),
    }
}

macro_rules! whole_numbers {
    ($( $type:ty = $least:literal ),+) => { $(
        impl ReadSetting for $type {
            const KIND: SettingKind = SettingKind::Number;

            fn read(value: DynamicValue, path: &str, violations: &mut Findings) -> Option<$type> {
                let most = u64::try_from(<$type>::MAX).unwrap_or(u64::MAX).min(LARGEST_INTEGER);
                whole(value, $least, most, path, violations)?.try_into().ok()
            }
        }
    )+ };
}

// Counts begin at one; statuses, amounts and times at zero.
whole_numbers! { u16 = 0, u32 = 1, u64 = 0, usize = 1 }

impl ReadSetting for SigningOffset {
    const KIND: SettingKind = SettingKind::Text;

    fn read(value: DynamicValue, path: &str, violations: &mut Findings) -> Option<SigningOffset> {
        let offset = String::read(value, path, violations)?.parse().ok().filter(SigningOffset::is_of_a_zone);
        offset.or_else(|| wrong(path, Code::UnknownValue, SigningOffset::EXPECTED, violations))
    }
}

impl<T: ReadSetting> ReadSetting for Vec<T> {
    const KIND: SettingKind = SettingKind::List(&T::KIND);

    fn read(value: DynamicValue, path: &str, violations: &mut Findings) -> Option<Vec<T>> {
        let DynamicValue::List(items) = value else {
            let due = if matches!(T::KIND, SettingKind::Text) { "expected a list of text" } else { "expected a list" };
            return wrong(path, Code::WrongType, due, violations);
        };
        let mut list = Vec::with_capacity(items.len());
        for (index, item) in items.into_iter().enumerate() {
            let path = format!("{path}[{index}]");
            list.extend(match item {
                item if item.is_absent() => wrong(&path, Code::WrongType, UNSET, violations),
                item => T::read(item, &path, violations),
            });
        }
        Some(list)
    }
}

impl<T: ReadSetting> ReadSetting for BTreeMap<String, T> {
    const KIND: SettingKind = SettingKind::Map(&T::KIND);

    fn read(value: DynamicValue, path: &str, violations: &mut Findings) -> Option<BTreeMap<String, T>> {
        Some(gathered(entries(value, path, violations)))
    }
}

/// Reads one of several words.
#[inline(never)]
pub(crate) fn word(value: DynamicValue, words: &[&str], path: &str, violations: &mut Findings) -> Option<usize> {
    let word = String::read(value, path, violations)?;
    let chosen = words.iter().position(|known| *known == word);
    chosen.or_else(|| wrong(path, Code::UnknownValue, &expected_one_of(words.iter().copied()), violations))
}

/// Sentence about a value that a program does not have, as without an environment variable.
pub(crate) const UNSET: &str = "this value is not set; if it comes from an environment variable, that one is missing";

#[cfg(test)]
mod tests {
    use super::*;

    fn read<T: ReadSetting>(value: DynamicValue) -> (Option<T>, Vec<(String, Code)>) {
        let mut settings = Settings::new("", DynamicValue::Members(vec![("it".into(), value)]));
        let read = settings.get("it");
        (read, settings.finish().iter().map(|finding| (finding.path.clone(), finding.code)).collect())
    }

    fn double(value: f64) -> DynamicValue {
        DynamicValue::Double(value, value.to_string())
    }

    fn digits(text: &str) -> DynamicValue {
        DynamicValue::Digits(text.into())
    }

    #[test]
    fn all_numbers_have_one_rule() {
        for (value, expected) in [
            (double(1.0), Ok(1)),
            (double(65_535.0), Ok(65_535)),
            (DynamicValue::Whole(7), Ok(7)),
            (digits("8"), Ok(8)),
            (digits("8.0"), Ok(8)),
            (double(65_536.0), Err(Code::OutOfRange)),
            (double(-1.0), Err(Code::OutOfRange)),
            (DynamicValue::Whole(i128::MAX), Err(Code::OutOfRange)),
            (digits("-1"), Err(Code::OutOfRange)),
            (digits("1.5"), Err(Code::NotAnInteger)),
            (double(1.5), Err(Code::NotAnInteger)),
            (double(f64::INFINITY), Err(Code::NotAnInteger)),
            (double(f64::NAN), Err(Code::NotAnInteger)),
            (DynamicValue::Text("7".into()), Err(Code::WrongType)),
            (DynamicValue::Bool(true), Err(Code::WrongType)),
        ] {
            let found = expected.err().map(|code| ("it".to_owned(), code));
            assert_eq!(read::<u16>(value), (expected.ok(), found.into_iter().collect()));
        }
    }

    #[test]
    fn each_number_has_its_bounds() {
        let refused = |code| vec![("it".to_owned(), code)];
        assert_eq!(read::<u16>(double(0.0)), (Some(0), vec![]));
        assert_eq!(read::<u64>(double(0.0)), (Some(0), vec![]));
        assert_eq!(read::<u32>(double(0.0)), (None, refused(Code::OutOfRange)));
        assert_eq!(read::<usize>(double(0.0)), (None, refused(Code::OutOfRange)));
        assert_eq!(read::<u32>(double(4_294_967_295.0)), (Some(u32::MAX), vec![]));
        assert_eq!(read::<u32>(double(4_294_967_296.0)), (None, refused(Code::OutOfRange)));
        assert_eq!(read::<u64>(digits("9007199254740991")), (Some(LARGEST_INTEGER), vec![]));
        assert_eq!(read::<u64>(digits("9007199254740992")), (None, refused(Code::OutOfRange)));
    }

    #[test]
    fn a_list_reports_each_wrong_item() {
        let items = vec![DynamicValue::Null, double(200.0), digits("1.5"), DynamicValue::Bool(true)];
        let found = [("it[0]", Code::WrongType), ("it[2]", Code::NotAnInteger), ("it[3]", Code::WrongType)];
        let found = found.map(|(path, code)| (path.to_owned(), code)).to_vec();
        assert_eq!(read::<Vec<u16>>(DynamicValue::List(items)), (Some(vec![200]), found));
        assert_eq!(read::<Vec<u16>>(double(200.0)), (None, vec![("it".to_owned(), Code::WrongType)]));
    }

    #[test]
    fn texts_leave_out_absent_values() {
        for (value, text, code) in [
            (DynamicValue::Text("1".into()), Some("1"), None),
            (DynamicValue::Undefined, None, None),
            (DynamicValue::Null, None, None),
            (DynamicValue::Whole(1), None, Some(Code::WrongType)),
        ] {
            let query = DynamicValue::Members(vec![("page".into(), value)]);
            let mut settings = Settings::new("", DynamicValue::Members(vec![("query".into(), query)]));
            let texts = settings.texts("query");
            assert_eq!(
                texts.first().map(|(name, text)| (name.as_str(), text.as_str())),
                text.map(|text| ("page", text))
            );
            assert_eq!(settings.finish().first().map(|finding| finding.code), code);
        }
    }

    #[test]
    fn nothing_is_missing_in_a_value_that_is_no_object() {
        let missing = |value| {
            let mut settings = Settings::new("at", value);
            settings.required::<String>("url");
            settings.finish().iter().map(|finding| finding.path.clone()).collect::<Vec<_>>()
        };
        assert_eq!(missing(DynamicValue::Null), ["at.url"]);
        assert_eq!(missing(double(1.0)), ["at"]);
    }
}
