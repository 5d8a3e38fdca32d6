//! The page about the profile: a section for each setting, with an example that billwire reads.

use crate::read;
use billwire::internal::{DeclaredSetting, SettingKind, SettingsGroup};
use billwire::{CodesByOperation, SettlementLookup, StatusesByObject, WireProfile};

#[test]
fn every_setting_has_a_section() {
    let page = read("docs/guide/src/configure.md");
    let named: Vec<&str> = sections(&page).map(|(setting, _)| setting).collect();
    assert_eq!(named, settings());
    for (setting, section) in sections(&page) {
        let examples = examples(section);
        assert!(!examples.is_empty(), "`{setting}` has no example");
        for example in examples {
            assert!(example.contains(&format!("\"{setting}\"")), "{example} is no example of `{setting}`");
        }
    }
}

#[test]
fn every_example_is_a_profile() {
    let page = read("docs/guide/src/configure.md");
    let examples = examples(&page);
    assert!(examples.len() >= settings().len());
    for example in examples {
        WireProfile::from_json(example.as_bytes()).unwrap_or_else(|error| panic!("{example}: {error}"));
    }
}

/// The page says of a setting what its declaration says, with a row for each member and each word.
#[test]
fn every_section_says_what_the_declaration_says() {
    let page = read("docs/guide/src/configure.md");
    for (declared, (setting, section)) in WireProfile::SETTINGS.iter().zip(sections(&page)) {
        let first = section.trim_start().split("\n\n").next().unwrap_or_default().replace('\n', " ");
        assert_eq!(first, doc(declared), "{setting}");
        let rows: Vec<_> = section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`')).collect();
        let names: Vec<_> = rows.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, members(declared.kind), "{setting}");
    }
}

/// Each setting with its section, from the line after its name.
pub(crate) fn sections(page: &str) -> impl Iterator<Item = (&str, &str)> {
    page.split("\n## `").skip(1).filter_map(|section| section.split_once("`\n"))
}

/// The doc comment of a setting, with the names of JSON.
fn doc(declared: &DeclaredSetting) -> String {
    let doc = declared.doc.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
    let spelt =
        |doc: String, it: &DeclaredSetting| doc.replace(&format!("`{}`", it.field), &format!("`{}`", it.name()));
    WireProfile::SETTINGS.iter().fold(doc, spelt)
}

/// The members of an object, or the words of a choice.
fn members(kind: SettingKind) -> Vec<String> {
    let names = |settings: &[DeclaredSetting]| settings.iter().map(DeclaredSetting::name).collect();
    match kind {
        SettingKind::Words(words) => words.iter().map(|word| (*word).to_owned()).collect(),
        SettingKind::Object("CodesByOperation") => names(CodesByOperation::SETTINGS),
        SettingKind::Object("StatusesByObject") => names(StatusesByObject::SETTINGS),
        SettingKind::Object("SettlementLookup") => names(SettlementLookup::SETTINGS),
        _ => Vec::new(),
    }
}

/// The names of the settings in JSON, in the order of the declaration.
fn settings() -> Vec<String> {
    WireProfile::SETTINGS.iter().map(DeclaredSetting::name).collect()
}

fn examples(text: &str) -> Vec<&str> {
    text.split("```json\n").skip(1).filter_map(|rest| Some(rest.split_once("\n```")?.0)).collect()
}
