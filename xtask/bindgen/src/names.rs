//! Names in the spelling of Kotlin.

/// A name as Kotlin has it: `claim_key` is `claimKey`.
pub(crate) fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |name, part| name + &capital(part))
}

/// A name that begins with a capital.
pub(crate) fn capital(name: &str) -> String {
    let mut letters = name.chars();
    let first: String = letters.next().map(|first| first.to_ascii_uppercase()).into_iter().collect();
    first + letters.as_str()
}

/// The name of a type as Rust's functions have it: `LineItemKey` is `line_item_key`.
pub(crate) fn snake(name: &str) -> String {
    let word = |(at, letter): (usize, char)| {
        let gap = if at > 0 && letter.is_ascii_uppercase() { "_" } else { "" };
        format!("{gap}{}", letter.to_ascii_lowercase())
    };
    name.char_indices().map(word).collect()
}

/// The name of a constant: `LineItemKey` is `LINE_ITEM_KEY`.
pub(crate) fn upper(name: &str) -> String {
    snake(name).to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_camel_case_and_in_capitals() {
        assert_eq!(camel("claim_key"), "claimKey");
        assert_eq!(snake("LineItemKey"), "line_item_key");
        assert_eq!(upper("Khqr"), "KHQR");
    }
}
