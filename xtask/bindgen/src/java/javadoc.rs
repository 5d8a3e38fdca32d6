//! rustdoc's comments as Javadoc: `` `text` `` is `{@code text}`, and `` [`Confirmed.claim_key`] `` is
//! `{@link Confirmed#claimKey}`.

use anyhow::{Context, Result};

/// The source with comments in Javadoc's own notation.
pub(super) fn written(source: &str) -> Result<String> {
    let lines = source.lines().map(|line| if is_comment(line) { marked(line) } else { Ok(line.to_owned()) });
    lines.map(|line| Ok(line? + "\n")).collect()
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

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("* ") || line.starts_with("/** ")
}

fn marked(line: &str) -> Result<String> {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, behind)) = rest.split_once('`') {
        let (code, behind) = behind.split_once('`').with_context(|| format!("code without an end: {line}"))?;
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
        let source = " * See [`Confirmed.claim_key`], [`Event::key`] and [`Finding`]; `a_b`.\n x = '`';\n";
        let javadoc =
            " * See {@link Confirmed#claimKey}, {@link Event#key} and {@link Finding}; {@code a_b}.\n x = '`';\n";
        assert_eq!(written(source).unwrap(), javadoc);
        assert!(written(" * `a").is_err());
    }
}
