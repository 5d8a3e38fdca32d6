//! Declared settings as data, for the types of other languages.

/// Declaration of one setting, for the types of other languages.
#[derive(Clone, Copy, Debug)]
pub struct DeclaredSetting {
    /// Name in Rust.
    pub field: &'static str,
    /// Name in JavaScript and JSON; empty if it is that of Rust in camel case.
    pub name: &'static str,
    /// Doc comment.
    pub doc: &'static [&'static str],
    /// Type.
    pub kind: SettingKind,
    /// Whether it may not be left out.
    pub is_required: bool,
}

/// Kind of a setting.
#[derive(Clone, Copy, Debug)]
pub enum SettingKind {
    /// Text.
    Text,
    /// True or false.
    Flag,
    /// A whole number.
    Number,
    /// One of several words.
    Words(&'static [&'static str]),
    /// A list.
    List(&'static SettingKind),
    /// An object of values under names of the caller's choice.
    Map(&'static SettingKind),
    /// An object of the type of this name.
    Object(&'static str),
}

impl DeclaredSetting {
    /// Returns the name in JavaScript and JSON.
    pub fn name(&self) -> String {
        setting_name(self.field, self.name)
    }
}

/// Returns the name of a setting in JavaScript and JSON: the given one, or that of Rust in camel case.
pub(crate) fn setting_name(field: &str, given: &str) -> String {
    let mut is_initial = false;
    let letters = field.chars().filter_map(|letter| {
        let is_upper = std::mem::replace(&mut is_initial, letter == '_');
        (letter != '_').then(|| if is_upper { letter.to_ascii_uppercase() } else { letter })
    });
    if given.is_empty() { letters.collect() } else { given.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_camel_case_unless_given() {
        let name = |field| setting_name(field, "");
        assert_eq!(["url", "base_url", "total_amount_khr_as"].map(name), ["url", "baseUrl", "totalAmountKhrAs"]);
        assert_eq!(setting_name("identity_code", "identity_code"), "identity_code");
    }
}
