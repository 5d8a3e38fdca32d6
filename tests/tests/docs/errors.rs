//! The error catalogue: a section for each code, with its meaning, likely cause and remedy, in both languages.

use crate::read;
use billwire::{Code, NextStep};

const KHMER_MEANINGS: &str = include_str!("../../../core/texts/codes.km.json");

#[test]
fn english_catalogue_has_every_code() {
    assert_eq!(problems(&read("docs/guide/src/errors.md"), |code| code.explanation().to_owned()), [""; 0]);
}

#[test]
fn khmer_catalogue_has_every_code() {
    let meanings: serde_json::Value = serde_json::from_str(KHMER_MEANINGS).unwrap();
    let meaning = |code: Code| meanings[code.as_str()].as_str().unwrap_or_default().to_owned();
    assert_eq!(problems(&read("docs/guide/src/km/errors.md"), meaning), [""; 0]);
}

#[test]
fn notices_a_code_without_a_section() {
    let page = read("docs/guide/src/errors.md").replace("### `no_answer`", "### `no_answers`");
    let found = problems(&page, |code| code.explanation().to_owned());
    assert_eq!(found, ["no_answer: no section", "no_answers: no such code"]);
}

/// Everything in which a page and the codes differ.
fn problems(page: &str, meaning: impl Fn(Code) -> String) -> Vec<String> {
    let sections: Vec<(&str, &str)> =
        page.split("\n### `").skip(1).filter_map(|section| section.split_once("`\n\n")).collect();
    let mut problems = Vec::new();
    for code in Code::ALL {
        match sections.iter().find(|(name, _)| *name == code.as_str()) {
            None => problems.push(format!("{code}: no section")),
            Some((_, text)) => {
                let mut paragraphs = text.split("\n\n");
                if !is_sentence(paragraphs.next().unwrap_or_default(), &meaning(*code)) {
                    problems.push(format!("{code}: another meaning"));
                }
                let advice = paragraphs.next().unwrap_or_default().trim_end();
                if advice.lines().filter(|line| line.starts_with("- **")).count() != 2 {
                    problems.push(format!("{code}: no cause or no remedy"));
                }
            }
        }
    }
    let unknown = sections.iter().filter(|(name, _)| !Code::ALL.iter().any(|code| code.as_str() == *name));
    problems.extend(unknown.map(|(name, _)| format!("{name}: no such code")));
    let steps = NextStep::ALL.iter().filter(|step| !page.contains(&format!("| `{}` |", step.as_str())));
    problems.extend(steps.map(|step| format!("{}: no row", step.as_str())));
    problems
}

/// Whether a sentence of the page is this explanation, which has no capital and no full stop.
fn is_sentence(sentence: &str, explanation: &str) -> bool {
    let [sentence, explanation] = [sentence, explanation].map(|text| text.replace('`', ""));
    sentence.strip_suffix('.').unwrap_or(&sentence).eq_ignore_ascii_case(&explanation)
}
