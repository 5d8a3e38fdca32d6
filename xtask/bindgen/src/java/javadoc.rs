//! rustdoc's comments as Javadoc: `` `text` `` becomes `{@code text}`, and `` [`Confirmed.claim_key`] `` becomes
//! `{@link Confirmed#claimKey}`.

use anyhow::{Context, Result};

use super::part::Part;
use crate::names::camel;

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
}
