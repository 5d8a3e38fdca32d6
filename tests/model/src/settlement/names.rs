//! Names of flows: two share one only if they behave alike.

use billwire::SettlementFlow;

/// Returns the name of a flow: its text, without all that makes no difference.
///
/// All pauses of the model are equally long, so the numbers of failures and of lookups make none. What the flow only
/// reports comes last in its text. Of the last answer the class decides.
pub(crate) fn behaviour(flow: &SettlementFlow, look_first: bool) -> String {
    let text = format!("{flow:?}");
    let text = text.split_once(", last_lookup:").map_or(text.as_str(), |(state, _)| state);
    let text = without_number(&without_number(text, "lookups: "), "failures: ");
    format!("{look_first} {}", with_class_of_answer(&text))
}

fn without_number(text: &str, name: &str) -> String {
    match text.split_once(name) {
        Some((before, after)) => format!("{before}{}", after.trim_start_matches(|digit: char| digit.is_ascii_digit())),
        None => text.to_owned(),
    }
}

/// Of an answer it counts whether it refuses, was declared failed, or needs a person.
fn with_class_of_answer(text: &str) -> String {
    let Some((before, (answer, after))) =
        text.split_once("answer: Some(LastAnswer {").and_then(|(before, rest)| Some((before, rest.split_once("})")?)))
    else {
        return text.to_owned();
    };
    let class = ["FixRequest", "FixCredentials", "code: DeclaredFailed", "needs_person: true"];
    let class = class.map(|word| if answer.contains(word) { 'y' } else { 'n' });
    format!("{before}answer: {}{after}", String::from_iter(class))
}
