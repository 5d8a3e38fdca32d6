//! The public symbols of the Swift package: what can be used, and those of them that have no doc comment.
//!
//! The compiler lists them (its symbol graph). What is not part of the documentation by its own word
//! (`@_documentation(visibility: private)`) is not in that list.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use xtask::suites::Outcome;
use xtask::swift;

use crate::project::Project;

const MODULE: &str = "Billwire";

/// Where the compiler has listed the symbols.
pub(crate) fn symbol_graphs(project: &Project) -> Result<PathBuf> {
    swift::ready(project)?;
    let dump = ["package", "dump-symbol-graph", "--minimum-access-level", "public", "--skip-synthesized-members"];
    let run = swift::swift(project, swift::PACKAGE, &dump)?.logged(&project.log("swift-symbols"))?.successful()?;
    let place = run.text.lines().find_map(|line| line.strip_prefix("Files written to "));
    place.map(PathBuf::from).context("SwiftPM does not say where the symbols are")
}

/// Counts them in the graphs of a folder; one without a comment is a failure.
pub(crate) fn documented(folder: &Path) -> Result<Outcome> {
    let symbols = listed(&graphs(folder)?, "symbols")?;
    let bare = undocumented(&symbols);
    ensure!(!symbols.is_empty(), "the compiler lists no public symbol");
    let all = symbols.len();
    ensure!(bare.is_empty(), "{} of {all} public symbols have no doc comment:\n{}", bare.len(), bare.join("\n"));
    let mut control = symbols.clone();
    let first = control.first_mut().and_then(Value::as_object_mut).context("a symbol is no object")?;
    first.remove("docComment");
    ensure!(undocumented(&control).len() == 1, "the control: a symbol without its comment is not noticed");
    Ok(Outcome::passed(format!("0 of {all} undocumented")))
}

/// Each with its declaration, and what each type conforms to, a line each, in order.
pub(crate) fn surface(folder: &Path) -> Result<String> {
    let graphs = graphs(folder)?;
    let symbols = listed(&graphs, "symbols")?;
    let names: BTreeMap<&str, String> =
        symbols.iter().filter_map(|symbol| Some((text(symbol, "/identifier/precise")?, path(symbol)))).collect();
    let declared = symbols.iter().map(|symbol| format!("{}: {}\n", path(symbol), declaration(symbol)));
    let relationships = listed(&graphs, "relationships")?;
    let conforming = relationships.iter().filter(|one| text(one, "/kind") == Some("conformsTo")).filter_map(|one| {
        let target = text(one, "/target").and_then(|target| names.get(target).map(String::as_str));
        Some(format!("{}: {}\n", names.get(text(one, "/source")?)?, target.or(text(one, "/targetFallback"))?))
    });
    let lines: BTreeSet<String> = declared.chain(conforming).collect();
    Ok(lines.into_iter().collect())
}

/// The package's own symbols, and those that it adds to other modules' types.
fn graphs(folder: &Path) -> Result<Vec<Value>> {
    let files = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let paths = files.map(|file| Ok(file?.path())).collect::<Result<Vec<_>>>()?;
    let own = |path: &&PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(MODULE));
    let read = |path: &PathBuf| serde_json::from_slice(&fs::read(path)?).with_context(|| path.display().to_string());
    paths.iter().filter(own).map(read).collect()
}

/// Entries of one kind in all graphs.
fn listed(graphs: &[Value], kind: &str) -> Result<Vec<Value>> {
    let lists = graphs.iter().map(|graph| graph.get(kind).and_then(Value::as_array).context("a graph without a list"));
    Ok(lists.collect::<Result<Vec<_>>>()?.into_iter().flatten().cloned().collect())
}

fn declaration(symbol: &Value) -> String {
    let fragments = symbol.get("declarationFragments").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    fragments.iter().filter_map(|fragment| text(fragment, "/spelling")).collect()
}

fn text<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer)?.as_str()
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

    #[test]
    fn a_symbol_stands_with_its_declaration_and_what_it_conforms_to() {
        let folder = tempfile::tempdir().unwrap();
        let graph = json!({
            "symbols": [{
                "identifier": {"precise": "s:Line"},
                "pathComponents": ["Line"],
                "declarationFragments": [{"spelling": "struct"}, {"spelling": " "}, {"spelling": "Line"}],
            }],
            "relationships": [
                {"kind": "conformsTo", "source": "s:Line", "target": "s:SH", "targetFallback": "Swift.Hashable"},
                {"kind": "memberOf", "source": "s:Line", "target": "s:Line"},
            ],
        });
        fs::write(folder.path().join("Billwire.symbols.json"), graph.to_string()).unwrap();
        assert_eq!(surface(folder.path()).unwrap(), "Line: Swift.Hashable\nLine: struct Line\n");
    }
}
