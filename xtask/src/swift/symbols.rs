//! The public symbols of the Swift package, and those of them that have no doc comment.
//!
//! The compiler lists them (its symbol graph). What is not part of the documentation by its own word
//! (`@_documentation(visibility: private)`) is not in that list.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::suites::Outcome;

const MODULE: &str = "Billwire";

/// Counts them in the graphs of a folder; one without a comment is a failure.
pub(super) fn documented(folder: &Path) -> Result<Outcome> {
    let (mut all, mut bare) = (0usize, Vec::new());
    for file in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let file = file?.path();
        if !file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(MODULE)) {
            continue;
        }
        let graph: Value = serde_json::from_slice(&fs::read(&file)?).with_context(|| file.display().to_string())?;
        let symbols = graph.get("symbols").and_then(Value::as_array).context("a graph without symbols")?;
        all = all.saturating_add(symbols.len());
        bare.extend(undocumented(symbols));
    }
    ensure!(all > 0, "the compiler lists no public symbol");
    ensure!(bare.is_empty(), "{} of {all} public symbols have no doc comment:\n{}", bare.len(), bare.join("\n"));
    Ok(Outcome::passed(format!("0 of {all} undocumented")))
}

fn undocumented(symbols: &[Value]) -> Vec<String> {
    symbols.iter().filter(|symbol| symbol.get("docComment").is_none()).map(path).collect()
}

fn path(symbol: &Value) -> String {
    let parts = symbol.get("pathComponents").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    parts.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_has_no_comment_is_named() {
        let symbols = [
            json!({"pathComponents": ["Biller"], "docComment": {"lines": []}}),
            json!({"pathComponents": ["Biller", "decode(status:body:)"]}),
        ];
        assert_eq!(undocumented(&symbols), ["Biller.decode(status:body:)"]);
    }
}
