//! The page about the profile: a section for each setting, with an example that billwire reads.

use crate::read;
use billwire::WireProfile;

#[test]
fn every_setting_has_a_section() {
    let page = read("docs/guide/src/configure.md");
    let sections: Vec<&str> = page.split("\n## `").skip(1).collect();
    let named: Vec<&str> = sections.iter().filter_map(|section| Some(section.split_once('`')?.0)).collect();
    assert_eq!(named, settings());
    for (section, setting) in sections.iter().zip(settings()) {
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
