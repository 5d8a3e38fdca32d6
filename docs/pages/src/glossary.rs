//! Glossary for users, from docs/glossary.md and its Khmer texts.

use std::fmt::Write;

use anyhow::{Context, Result, ensure};

use crate::texts::{self, read};

const SOURCE: &str = include_str!("../../glossary.md");
/// Words that only developers of billwire need.
const INTERNAL: [&str; 9] =
    ["bindings", "fast path, full path", "offset index", "schema", "vector", "parse", "runtime", "outcome", "caller"];

pub(crate) fn english() -> Result<String> {
    let head = "# Concepts\n\n[ភាសាខ្មែរ](km/glossary.md)\n\n{{#include ../parts/concepts.md}}\n\n## Glossary\n\n\
                | word | meaning |\n|---|---|\n";
    table(head, |row| Ok(row.meaning.to_owned()), "")
}

pub(crate) fn khmer() -> Result<String> {
    let texts = read(texts::GLOSSARY)?;
    let head = "<div lang=\"km\">\n\n# គោលគំនិត\n\n[English](../glossary.md)\n\n{{#include ../../parts/concepts.km.md}}\n\n## សទ្ទានុក្រម\n\n\
                | ពាក្យ | អត្ថន័យ |\n|---|---|\n";
    let known: Vec<&str> = rows().map(|row| row.word).collect();
    let unknown: Vec<_> = texts.keys().filter(|word| !known.contains(&word.as_str())).collect();
    ensure!(unknown.is_empty(), "docs/glossary.md has no such word: {unknown:?}");
    let meaning = |row: &Row<'_>| {
        let texts =
            texts.get(row.word).with_context(|| format!("`{}` has no Khmer text in glossary.km.json", row.word))?;
        Ok(texts.concat())
    };
    table(head, meaning, "\n</div>\n")
}

fn table(head: &str, meaning: impl Fn(&Row<'_>) -> Result<String>, end: &str) -> Result<String> {
    let mut out = format!("{}{head}", crate::texts::NOTICE);
    for row in rows().filter(|row| !INTERNAL.contains(&row.word)) {
        writeln!(out, "| {} | {} |", row.word, meaning(&row)?)?;
    }
    Ok(out + end)
}

struct Row<'a> {
    word: &'a str,
    meaning: &'a str,
}

/// Rows of both tables, without their heads.
fn rows() -> impl Iterator<Item = Row<'static>> {
    SOURCE.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| ")?.split(" | ");
        let (word, meaning) = (cells.next()?, cells.next()?);
        (word != "word").then_some(Row { word, meaning })
    })
}
