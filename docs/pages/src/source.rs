//! Doc comments, read from the sources of core.

use anyhow::{Result, ensure};

/// Member of a struct or an enum with its doc comment.
pub(crate) struct Member {
    pub(crate) name: String,
    /// Type of a field; empty for a variant.
    pub(crate) kind: String,
    pub(crate) doc: String,
}

/// Reads the members of the declaration that begins with this line.
pub(crate) fn members(source: &str, first: &str) -> Result<Vec<Member>> {
    let start = source.lines().skip_while(|line| line.trim() != first);
    let indent = start.clone().next().map_or(0, |line| line.len() - line.trim_start().len());
    let block = start.skip(1).take_while(|line| line.trim_start() != "}" || line.len() - 1 > indent);
    let (mut members, mut docs) = (Vec::new(), Vec::new());
    for line in block.filter(|line| line.len() - line.trim_start().len() == indent + 4) {
        let line = line.trim();
        if let Some(doc) = line.strip_prefix("/// ") {
            docs.push(doc);
        } else if !docs.is_empty() && !line.starts_with("#[") {
            let field = line.trim_start_matches("pub ").trim_end_matches(',');
            let (name, kind) = field.split_once(": ").unwrap_or((field, ""));
            let name = name.split([' ', '(', '{']).next().unwrap_or_default();
            members.push(Member { name: name.into(), kind: kind.into(), doc: std::mem::take(&mut docs).join(" ") });
        }
    }
    ensure!(!members.is_empty(), "`{first}` has no member with a doc comment");
    Ok(members)
}

/// Reads the text of a variant that is declared as `Variant = "text"`.
pub(crate) fn word(source: &str, first: &str, variant: &str) -> Result<String> {
    let lines = source.lines().map(str::trim).skip_while(|line| *line != first);
    let mut found = lines.filter_map(|line| line.trim_end_matches(',').split_once(" = "));
    let text = found.find(|(name, _)| *name == variant).map(|(_, text)| text.trim_matches('"').to_owned());
    text.ok_or_else(|| anyhow::anyhow!("`{variant}` has no text"))
}
