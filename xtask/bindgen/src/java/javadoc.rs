//! rustdoc's comments as Javadoc: `` `text` `` becomes `{@code text}`, and `` [`Confirmed.claim_key`] `` becomes
//! `{@link Confirmed#claimKey}`.

use anyhow::{Context, Result};

use super::part::Part;

/// The comment before a declaration.
pub(super) fn comment(text: &str, indent: &str) -> Result<String> {
    let text = marked(text.trim())?;
    if !text.contains('\n') {
        return Ok(format!("{indent}/** {text} */\n"));
    }
    let lines = text.lines().map(|line| format!("{indent} * {line}").trim_end().to_owned() + "\n");
    Ok(format!("{indent}/**\n{}{indent} */\n", lines.collect::<String>()))
}

/// The parameters of a record's comment.
pub(super) fn parameters(parts: &[Part]) -> String {
    let parameter = |part: &Part| format!("@param {} {}\n", part.name, part.comment.replace('\n', "\n    "));
    parts.iter().map(parameter).collect()
}

/// A name as Java has it: `claim_key` is `claimKey`.
pub(super) fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |name, part| name + &capital(part))
}

/// A name that begins with a capital.
pub(super) fn capital(name: &str) -> String {
    let mut letters = name.chars();
    let first: String = letters.next().map(|first| first.to_ascii_uppercase()).into_iter().collect();
    first + letters.as_str()
}

/// The name of a type as Rust's functions have it: `LineItemKey` is `line_item_key`.
pub(super) fn snake(name: &str) -> String {
    let word = |(at, letter): (usize, char)| {
        let gap = if at > 0 && letter.is_ascii_uppercase() { "_" } else { "" };
        format!("{gap}{}", letter.to_ascii_lowercase())
    };
    name.char_indices().map(word).collect()
}

/// The name of a constant: `LineItemKey` is `LINE_ITEM_KEY`.
pub(super) fn upper(name: &str) -> String {
    snake(name).to_ascii_uppercase()
}

fn marked(comment: &str) -> Result<String> {
    let mut text = String::new();
    let mut rest = comment;
    while let Some((before, behind)) = rest.split_once('`') {
        let (code, behind) = behind.split_once('`').with_context(|| format!("code without an end: {comment}"))?;
        let link = before.strip_suffix('[').zip(behind.strip_prefix(']'));
        let (before, behind) = link.unwrap_or((before, behind));
        text += before;
        text += &if link.is_some() { linked(code) } else { format!("{{@code {code}}}") };
        rest = behind;
    }
    Ok(text + rest)
}

fn linked(path: &str) -> String {
    match path.replace("::", ".").split_once('.') {
        Some((class, member)) => format!("{{@link {class}#{}}}", camel(member)),
        None => format!("{{@link {path}}}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_javadoc() {
        let text = "See [`Confirmed.claim_key`], [`Event::key`] and [`Finding`]; `a_b`.";
        let javadoc = "/** See {@link Confirmed#claimKey}, {@link Event#key} and {@link Finding}; {@code a_b}. */\n";
        assert_eq!(comment(text, "").unwrap(), javadoc);
        assert_eq!(comment("A.\n\nB.", " ").unwrap(), " /**\n  * A.\n  *\n  * B.\n  */\n");
        assert!(comment("`a", "").is_err());
    }

    #[test]
    fn names_are_written_as_java_does() {
        assert_eq!(camel("claim_key"), "claimKey");
        assert_eq!(snake("LineItemKey"), "line_item_key");
        assert_eq!(upper("Khqr"), "KHQR");
    }
}
