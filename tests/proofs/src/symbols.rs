//! Public symbols of the Swift package, and those of them without a doc comment.
//!
//! The compiler lists them in its symbol graph.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use xtask::suites::Outcome;

/// Module of uniffi's sources.
const GENERATED: &str = "/BillwireBindings/";

/// Counts the symbols in graphs. Fails if one has no comment.
pub(crate) fn documented(files: &[PathBuf]) -> Result<Outcome> {
    let symbols = listed(&graphs(files)?, "symbols")?;
    let bare = undocumented(&symbols);
    ensure!(!symbols.is_empty(), "the compiler lists no public symbol");
    let all = symbols.len();
    ensure!(bare.is_empty(), "{} of {all} public symbols have no doc comment:\n{}", bare.len(), bare.join("\n"));
    let mut control = symbols.clone();
    let first = control.iter_mut().filter_map(Value::as_object_mut).find(|symbol| symbol.contains_key("docComment"));
    first.context("no symbol has a doc comment")?.remove("docComment");
    ensure!(undocumented(&control).len() == 1, "the control: a symbol without its comment is not noticed");
    Ok(Outcome::passed(format!("0 of {all} undocumented")))
}

/// Lists the symbols with their declarations, and the protocols of each type, a line each, in order.
pub(crate) fn surface(files: &[PathBuf]) -> Result<String> {
    let graphs = graphs(files)?;
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

fn graphs(files: &[PathBuf]) -> Result<Vec<Value>> {
    let read = |path: &PathBuf| serde_json::from_slice(&fs::read(path)?).with_context(|| path.display().to_string());
    files.iter().map(read).collect()
}

/// Entries of one kind in all graphs, without the members that protocols add to each type.
fn listed(graphs: &[Value], kind: &str) -> Result<Vec<Value>> {
    let lists = graphs.iter().map(|graph| graph.get(kind).and_then(Value::as_array).context("a graph without a list"));
    let entries = lists.collect::<Result<Vec<_>>>()?.into_iter().flatten();
    let is_own = |entry: &&Value| !text(entry, "/identifier/precise").is_some_and(|id| id.contains("::SYNTHESIZED::"));
    Ok(entries.filter(is_own).cloned().collect())
}

fn declaration(symbol: &Value) -> String {
    let fragments = symbol.get("declarationFragments").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    fragments.iter().filter_map(|fragment| text(fragment, "/spelling")).collect()
}

fn text<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer)?.as_str()
}

fn undocumented(symbols: &[Value]) -> Vec<String> {
    let bare = symbols.iter().filter(|symbol| symbol.get("docComment").is_none() && !is_memberwise(symbol));
    bare.map(path).collect()
}

/// Whether a symbol is the initializer of one of uniffi's records. uniffi documents only their fields:
/// <https://github.com/mozilla/uniffi-rs/issues/1870>.
fn is_memberwise(symbol: &Value) -> bool {
    text(symbol, "/kind/identifier") == Some("swift.init")
        && text(symbol, "/location/uri").is_some_and(|file| file.contains(GENERATED))
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
    fn names_symbols_without_comments() {
        let init = |file: &str| {
            json!({
                "pathComponents": [file, "init"],
                "kind": {"identifier": "swift.init"},
                "location": {"uri": format!("file:///Sources/{file}")},
            })
        };
        let symbols = [
            json!({"pathComponents": ["Biller"], "docComment": {"lines": []}}),
            json!({"pathComponents": ["Biller", "decode(status:body:)"]}),
            init("BillwireBindings/BillwireBindings.swift"),
            init("Billwire/Biller.swift"),
        ];
        assert_eq!(undocumented(&symbols), ["Biller.decode(status:body:)", "Billwire/Biller.swift.init"]);
    }

    #[test]
    fn lists_declarations_and_protocols() {
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
        let file = folder.path().join("Billwire.symbols.json");
        fs::write(&file, graph.to_string()).unwrap();
        assert_eq!(surface(&[file]).unwrap(), "Line: Swift.Hashable\nLine: struct Line\n");
    }
}
