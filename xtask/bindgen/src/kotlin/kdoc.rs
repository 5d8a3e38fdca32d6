//! rustdoc's comments as KDoc. Sections are those of the interface.

use anyhow::{Context, Result};

/// The comment before a declaration.
pub(super) fn comment(docs: Option<&str>, name: &str, indent: &str) -> Result<String> {
    let text = docs.with_context(|| format!("{name} has no comment"))?.trim();
    let text = text.replace("(section", "(interface section").replace("of section", "of interface section");
    if !text.contains('\n') {
        return Ok(format!("{indent}/** {text} */\n"));
    }
    let lines = text.lines().map(|line| format!("{indent} * {line}").trim_end().to_owned() + "\n");
    Ok(format!("{indent}/**\n{}{indent} */\n", lines.collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_kdoc() {
        assert_eq!(comment(Some("A (section 2)."), "a", "").unwrap(), "/** A (interface section 2). */\n");
        assert_eq!(comment(Some("A.\n\nB."), "a", " ").unwrap(), " /**\n  * A.\n  *\n  * B.\n  */\n");
        assert!(comment(None, "a", "").is_err());
    }
}
