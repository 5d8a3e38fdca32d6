//! Names of settings as Rust and as other languages spell them.

use crate::finding::{Code, Finding};

/// A name in snake case.
pub(crate) fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        snake.push_str(if letter.is_ascii_uppercase() { "_" } else { "" });
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

/// Renames the setting that a finding's sentence names. It stands between backquotes, behind "the profile's" where the
/// sentence names a field first.
pub(crate) fn rename_in_sentence(finding: &mut Finding, rename: &dyn Fn(&str) -> String) {
    let from = match finding.code {
        Code::InsecureBaseUrl | Code::SettlementLookup => Some(0),
        // The apostrophe of "the profile's" precedes the setting, and no other is in these sentences.
        Code::UnknownField | Code::ReservedKey => finding.explanation.find('\''),
        _ => None,
    };
    let Some((before, named)) = from.and_then(|from| finding.explanation.split_at_checked(from)) else { return };
    let mut pieces = named.splitn(3, '`');
    if let (Some(lead), Some(setting), Some(rest)) = (pieces.next(), pieces.next(), pieces.next()) {
        finding.explanation = [before, lead, "`", &rename(setting), "`", rest].concat().into();
    }
}
