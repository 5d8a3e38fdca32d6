//! The page about answers, of which each row is a decoded answer: it has every code and every outcome.

use crate::read;
use std::collections::BTreeSet;

/// Codes of the catalogue's part about answers that no single answer brings: of a setting, of a sender, of the end of a
/// flow, and of a lookup's verdict.
const OF_NO_ANSWER: [&str; 4] = ["no_reference", "already_sent", "declared_failed", "unreadable_date"];

#[test]
fn page_has_every_code_of_an_answer() {
    let catalogue = read("docs/guide/src/errors.md");
    let part = catalogue.split("\n## ").find(|part| part.starts_with("Answers of the service")).unwrap();
    let codes = part.split("\n### `").skip(1).filter_map(|section| Some(section.split_once('`')?.0));
    let page = read("docs/guide/src/outcomes.md");
    let missing: Vec<_> =
        codes.filter(|code| !OF_NO_ANSWER.contains(code) && !page.contains(&format!("`{code}`"))).collect();
    assert!(missing.is_empty(), "outcomes.md lacks {missing:?}");
}

#[test]
fn page_has_every_outcome_of_a_settlement() {
    let page = read("docs/guide/src/outcomes.md");
    let words = page.split("outcome `").skip(1).filter_map(|rest| Some(rest.split_once('`')?.0));
    let named: BTreeSet<_> = words.collect();
    assert!(["settled", "accepted", "failed"].iter().all(|word| named.contains(word)), "{named:?}");
}
