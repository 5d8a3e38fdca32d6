//! The page about the profile: a section for each setting, with an example that billwire reads.

use crate::read;
use billwire::WireProfile;

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
    let types = read("wasm/npm/src/profile.d.ts");
    for (setting, section) in sections(&page) {
        let (doc, declared) = declaration(&types, setting);
        let first = section.trim_start().split("\n\n").next().unwrap_or_default().replace('\n', " ");
        assert_eq!(first, doc, "{setting}");
        let rows: Vec<_> = section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`')).collect();
        let names: Vec<_> = rows.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, members(declared), "{setting}");
    }
}

/// Each setting with its section, from the line after its name.
pub(crate) fn sections(page: &str) -> impl Iterator<Item = (&str, &str)> {
    page.split("\n## `").skip(1).filter_map(|section| section.split_once("`\n"))
}

/// The doc comment of a setting in the types of JavaScript, and its type.
fn declaration<'t>(types: &'t str, setting: &str) -> (String, &'t str) {
    let (before, after) = types.split_once(&format!("\n  {setting}?:")).unwrap_or_else(|| panic!("{setting}"));
    let (_, doc) = before.rsplit_once("/**").unwrap();
    let words = doc.split_whitespace().filter(|word| !["*", "*/"].contains(word));
    let declared =
        ["\n  /**", "\n}"].iter().find_map(|end| after.split_once(end)).map_or(after, |(declared, _)| declared);
    (words.collect::<Vec<_>>().join(" "), declared)
}

/// The members of an object, or the words of a choice.
fn members(declared: &str) -> Vec<&str> {
    if declared.contains("CodesByOperation") {
        return vec!["onboarding", "settlement", "verification"];
    }
    if declared.contains("StatusesByObject") {
        return vec!["bill", "payment", "transaction"];
    }
    if let Some((_, object)) = declared.split_once('{') {
        let lines = object.lines().map(str::trim).filter(|line| !line.starts_with(['/', '*']));
        return lines.filter_map(|line| Some(line.split_once(": ")?.0.trim_end_matches('?'))).collect();
    }
    declared.split('|').filter_map(|word| word.trim().strip_prefix('"')?.strip_suffix('"')).collect()
}

/// The names of the settings in JSON, in the order of the declaration.
fn settings() -> Vec<String> {
    let profile = format!("{:#?}", WireProfile::default());
    let fields = profile.lines().filter_map(|line| line.strip_prefix("    ")?.split_once(": "));
    fields.filter(|(name, _)| !name.starts_with([' ', '"'])).map(|(name, _)| camel_case(name)).collect()
}

fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| name + &word[..1].to_uppercase() + &word[1..])
}

fn examples(text: &str) -> Vec<&str> {
    text.split("```json\n").skip(1).filter_map(|rest| Some(rest.split_once("\n```")?.0)).collect()
}
