//! Records as Java wants them: their parts documented where Javadoc looks, what is required refused when it is null, and
//! a builder for those with parts that may be left out.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use uniffi_bindgen::ComponentInterface;
use uniffi_bindgen::interface::{AsType, DefaultValue, Literal, Type};

use super::builders;
use super::javadoc::camel;

const PRIMITIVES: [&str; 4] = ["boolean", "double", "int", "long"];

/// A part of a record.
pub(super) struct Part {
    pub(super) comment: Vec<String>,
    /// With its annotation.
    pub(super) typed: String,
    pub(super) name: String,
    /// What it is if nobody says it, as Java's code.
    pub(super) default: Option<String>,
}

/// The source with each of its records completed.
pub(super) fn completed(source: &str, interface: &ComponentInterface) -> Result<String> {
    let mut out: Vec<String> = Vec::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        let Some(name) = opened(line) else {
            out.push(line.to_owned());
            continue;
        };
        let (mut parts, tail) = parts(&mut lines)?;
        let defaults = defaults(name, interface)?;
        for part in &mut parts {
            part.default = defaults.get(&part.name).cloned();
        }
        document(&mut out, name, &parts)?;
        let list: Vec<String> = parts.iter().map(|part| format!("    {} {}", part.typed, part.name)).collect();
        out.extend([line.to_owned(), list.join(",\n"), format!(") {tail}"), checked(name, &parts)]);
        if parts.iter().any(|part| part.default.is_some()) {
            out.push(builders::builder(name, &parts));
        }
    }
    Ok(out.into_iter().flat_map(|line| [line, "\n".to_owned()]).collect())
}

/// The name of the record whose parts begin on the next line.
fn opened(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("public ").unwrap_or(line).strip_prefix("record ")?.strip_suffix('(')
}

/// The parts up to the closing parenthesis, and what stands behind it.
fn parts<'line>(lines: &mut impl Iterator<Item = &'line str>) -> Result<(Vec<Part>, &'line str)> {
    let (mut parts, mut comment) = (Vec::new(), Vec::new());
    loop {
        let line = lines.next().context("a record has no end")?.trim();
        match line {
            "/**" | "*/" => continue,
            "*" => comment.push(String::new()),
            _ if line.starts_with("* ") => comment.push(line[2..].to_owned()),
            _ => {
                let (part, tail) = line.split_once(')').map_or((line, None), |(part, tail)| (part, Some(tail.trim())));
                if let Some((typed, name)) = part.trim_end_matches([',', ' ']).rsplit_once(' ') {
                    let (typed, name) = (typed.to_owned(), name.to_owned());
                    parts.push(Part { comment: std::mem::take(&mut comment), typed, name, default: None });
                }
                if let Some(tail) = tail {
                    return Ok((parts, tail));
                }
            }
        }
    }
}

/// Adds the parts to the comment of the record, which ends on the line before it.
fn document(out: &mut Vec<String>, name: &str, parts: &[Part]) -> Result<()> {
    let end = out.pop().filter(|line| line.trim() == "*/").with_context(|| format!("{name} has no comment"))?;
    let indent = &end[..end.len() - 2];
    out.push(format!("{indent}*"));
    for part in parts {
        let (first, rest) =
            part.comment.split_first().with_context(|| format!("{name}.{} has no comment", part.name))?;
        out.push(format!("{indent}* @param {} {first}", part.name));
        out.extend(rest.iter().map(|line| format!("{indent}*     {line}")));
    }
    out.push(end);
    Ok(())
}

/// The constructor that refuses null for what is required.
fn checked(name: &str, parts: &[Part]) -> String {
    let required = |part: &&Part| !part.typed.contains('@') && !PRIMITIVES.contains(&part.typed.as_str());
    let checks: String = parts
        .iter()
        .filter(required)
        .map(|part| format!("        java.util.Objects.requireNonNull({0}, \"{0}\");\n", part.name))
        .collect();
    format!(
        "    /**\n     * All parts in their order.\n     *\n     * @throws NullPointerException if one is null that is not \
         nullable\n     */\n    public {name} {{\n{checks}    }}\n"
    )
}

/// What is written for the parts that have a default.
fn defaults(name: &str, interface: &ComponentInterface) -> Result<BTreeMap<String, String>> {
    let Some(record) = interface.get_record_definition(name) else { return Ok(BTreeMap::new()) };
    let fields = record.fields().iter().filter_map(|field| Some((field, field.default_value()?)));
    fields.map(|(field, value)| Ok((camel(field.name()), code(&field.as_type(), value)?))).collect()
}

fn code(kind: &Type, value: &DefaultValue) -> Result<String> {
    Ok(match (kind, value) {
        (Type::Optional { .. }, DefaultValue::Default | DefaultValue::Literal(Literal::None)) => "null".to_owned(),
        (Type::Sequence { .. }, DefaultValue::Default | DefaultValue::Literal(Literal::EmptySequence)) => {
            "java.util.List.of()".to_owned()
        }
        (Type::Boolean, DefaultValue::Default) => "false".to_owned(),
        (Type::Boolean, DefaultValue::Literal(Literal::Boolean(value))) => value.to_string(),
        _ => bail!("a default of a new kind: {kind:?}, {value:?}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_with_their_comments() {
        let source =
            "/**\n * One.\n *\n * Two.\n */\n java.lang.String a, \n/**\n * B.\n */\n long b) implements C {\n x";
        let mut lines = source.lines();
        let (parts, tail) = parts(&mut lines).unwrap();
        assert_eq!(tail, "implements C {");
        assert_eq!(lines.next(), Some(" x"));
        let read: Vec<_> =
            parts.iter().map(|part| (part.typed.as_str(), part.name.as_str(), part.comment.len())).collect();
        assert_eq!(read, [("java.lang.String", "a", 3), ("long", "b", 1)]);
    }

    #[test]
    fn only_what_is_required_is_checked() {
        let part = |typed: &str, name: &str| Part {
            comment: vec![],
            typed: typed.to_owned(),
            name: name.to_owned(),
            default: None,
        };
        let text = checked("R", &[part("String", "a"), part("long", "b"), part("java.lang.@Nullable String", "c")]);
        assert_eq!(text.matches("requireNonNull").count(), 1);
        assert!(text.contains("requireNonNull(a, \"a\")"));
    }

    #[test]
    fn comments_move_to_where_javadoc_looks() {
        let mut out = vec!["/**".to_owned(), " * R.".to_owned(), " */".to_owned()];
        let part = Part { comment: vec!["A.".to_owned()], typed: "T".to_owned(), name: "a".to_owned(), default: None };
        document(&mut out, "R", &[part]).unwrap();
        assert_eq!(out, ["/**", " * R.", " *", " * @param a A.", " */"]);
        assert!(document(&mut Vec::new(), "R", &[]).is_err());
    }
}
