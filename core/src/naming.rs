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

/// A name in camel case.
pub(crate) fn camel_case(name: &str) -> String {
    let (mut camel, mut is_initial) = (String::new(), false);
    for letter in name.chars() {
        if letter != '_' {
            camel.push(if is_initial { letter.to_ascii_uppercase() } else { letter });
        }
        is_initial = letter == '_';
    }
    camel
}

/// Names the setting in a finding's sentence in camel case.
pub(crate) fn name_in_camel_case(finding: &mut Finding) {
    let setting = match finding.code {
        Code::InsecureBaseUrl | Code::SettlementLookup => Some(0),
        // The field that is named first is named alike everywhere. "The profile's" stands before the setting.
        Code::UnknownField | Code::ReservedKey => finding.explanation.find('\''),
        _ => None,
    };
    if let Some((same, named)) = setting.and_then(|at| finding.explanation.split_at_checked(at)) {
        finding.explanation = [same, &camel_case(named)].concat().into();
    }
}
