//! Reading of settings from a value tree: each by its name, in one way for its type. Any other name is a violation.

use crate::finding::{Code, Finding, Findings, printable};
use crate::wire::model::{
    input::DynamicValue,
    settings::declared::{DeclaredSetting, SettingKind, setting_name},
};

/// Type of a setting.
pub trait ReadSetting: Sized {
    /// Kind, for the types of other languages.
    const KIND: SettingKind;

    /// Reads a value that is neither absent nor null, and reports what is wrong with it.
    fn read(value: DynamicValue, path: &str, violations: &mut Findings) -> Option<Self>;
}

/// Type of a setting that has no default. A blank one stands for a wrong one, so that the others are checked.
pub trait RequiredSetting: ReadSetting {
    /// Returns the blank value. It has a violation where it is used.
    fn blank() -> Self;
}

/// Struct of settings, as `settings!` declares it.
pub trait SettingsGroup: ReadSetting {
    /// Doc comment.
    const DOC: &'static [&'static str];
    /// Its settings, in the order of declaration.
    const SETTINGS: &'static [DeclaredSetting];

    /// Takes its settings. A wrong one has its default and a violation.
    fn take(settings: &mut Settings) -> Self;
}

/// Reads settings of which nothing else may be given. An absent value counts as empty.
///
/// # Errors
/// All violations.
pub fn read_settings<S: SettingsGroup>(path: &str, value: DynamicValue) -> Result<S, Findings> {
    let mut violations = Findings::default();
    let read = read_group(value, path, &mut violations);
    if violations.is_empty() { Ok(read) } else { Err(violations) }
}

/// Reads settings inside others. A wrong one has its default and a violation.
pub(crate) fn read_group<S: SettingsGroup>(value: DynamicValue, path: &str, violations: &mut Findings) -> S {
    let mut settings = Settings::new(path, value);
    let read = S::take(&mut settings);
    violations.append(settings.finish());
    read
}

/// Reader of one object of settings. It collects the violations.
pub struct Settings {
    path: String,
    /// Names of the settings that were taken.
    known: Vec<String>,
    members: Vec<(String, DynamicValue)>,
    /// Whether the value is no object, so that nothing can be missing in it.
    is_wrong: bool,
    /// Violations found so far.
    pub violations: Findings,
}

impl Settings {
    /// Reads settings from an object. An absent value counts as empty, and any other value is a violation.
    ///
    /// `path` begins the paths of the violations; it is empty for the outermost settings.
    pub fn new(path: &str, value: DynamicValue) -> Settings {
        let mut violations = Findings::default();
        let members = match value {
            DynamicValue::Undefined | DynamicValue::Null => Some(Vec::new()),
            DynamicValue::Members(members) => Some(members),
            _ => wrong(path, Code::WrongType, "expected an object", &mut violations),
        };
        let is_wrong = members.is_none();
        Settings { path: path.into(), known: Vec::new(), members: members.unwrap_or_default(), is_wrong, violations }
    }

    pub(super) fn path(&self, name: &str) -> String {
        if self.path.is_empty() { name.into() } else { format!("{}.{name}", self.path) }
    }

    /// Adds a violation about a setting.
    pub fn violation(&mut self, name: &str, code: Code) {
        self.violations.push(Finding::new(self.path(name), code));
    }

    /// Takes a setting as it is. Returns `None` if it is absent or null.
    pub fn take(&mut self, name: &str) -> Option<DynamicValue> {
        if !self.known.iter().any(|known| known == name) {
            self.known.push(name.into());
        }
        let at = self.members.iter().position(|(key, _)| key == name)?;
        Some(self.members.swap_remove(at).1).filter(|value| !value.is_absent())
    }

    /// Takes a setting. Returns `None` if it is absent, null or wrong.
    pub fn get<T: ReadSetting>(&mut self, name: &str) -> Option<T> {
        let value = self.take(name)?;
        T::read(value, &self.path(name), &mut self.violations)
    }

    /// Takes a setting that has to be there.
    pub fn required<T: RequiredSetting>(&mut self, name: &str) -> T {
        let before = self.violations.total();
        let value = self.get(name);
        if value.is_none() && self.violations.total() == before && !self.is_wrong {
            self.violation(name, Code::Required);
        }
        value.unwrap_or_else(T::blank)
    }

    /// Takes a declared setting, as [`get`](Self::get) does.
    pub(crate) fn declared<T: ReadSetting>(&mut self, field: &str, given: &str) -> Option<T> {
        self.get(&setting_name(field, given))
    }

    /// Takes a declared setting that has to be there.
    pub(crate) fn declared_required<T: RequiredSetting>(&mut self, field: &str, given: &str) -> T {
        self.required(&setting_name(field, given))
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
}

/// Reads an object of values under names of the caller's choice. Absent ones are left out.
pub(crate) fn entries<T: ReadSetting>(value: DynamicValue, path: &str, violations: &mut Findings) -> Vec<(String, T)> {
    let mut inner = Settings::new(path, value);
    let mut entries = Vec::new();
    for (name, value) in std::mem::take(&mut inner.members).into_iter().filter(|(_, value)| !value.is_absent()) {
        let path = inner.path(&printable(&name));
        entries.extend(T::read(value, &path, &mut inner.violations).map(|value| (name, value)));
    }
    violations.append(inner.violations);
    entries
}

/// Reports a wrong value.
pub(crate) fn wrong<T>(path: &str, code: Code, due: &str, violations: &mut Findings) -> Option<T> {
    report(path, code, due, violations);
    None
}

#[inline(never)]
fn report(path: &str, code: Code, due: &str, violations: &mut Findings) {
    violations.push(Finding::new(path, code).explained(due.to_owned()));
}
