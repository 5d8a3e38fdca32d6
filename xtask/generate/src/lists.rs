//! Texts that a program compares: next steps, kinds and codes, each with the doc comment that core has for it.

use std::collections::BTreeMap;
use std::fmt::Write;

use billwire::{Code, Error, NextStep};
use heck::ToSnakeCase;

use crate::comment::comment;

const ERRORS: &str = include_str!("../../../core/src/interface/error.rs");
const CODES: &str = include_str!("../../../core/src/finding/code.rs");

/// A list: the type of its texts, and an object that has each of them under its own name.
pub(crate) struct List {
    name: &'static str,
    doc: &'static str,
    members: Vec<(String, String)>,
}

pub(crate) fn all() -> [List; 3] {
    let doc_of = |docs: &BTreeMap<String, String>, name: &str| docs.get(name).expect("a doc comment in core").clone();
    let steps = NextStep::ALL.iter().zip(NextStep::DOCS);
    let steps = steps.map(|(step, doc)| (step.as_str().to_owned(), doc.trim().to_owned()));
    let kinds = variants("pub enum BillwireError {").into_iter().map(|(name, doc)| (name.to_snake_case(), doc));
    let kinds: Vec<_> = kinds.collect();
    assert!(kinds.iter().any(|(name, _)| name == Error::Internal.kind()), "the variants are not the kinds");
    let codes = code_docs();
    let codes = Code::ALL.iter().map(|code| (code.as_str().to_owned(), doc_of(&codes, code.as_str())));
    let step = "Action to take after an error, or after a settlement that is not known to be complete.";
    [
        List { name: "NextStep", doc: step, members: steps.collect() },
        List { name: "ErrorKind", doc: "Kind of an error.", members: kinds },
        List { name: "Code", doc: "Stable codes of violations, warnings and errors.", members: codes.collect() },
    ]
}

impl List {
    /// Editors show the doc comment of `NextStep.sendAgain`; for the text "sendAgain" they show none.
    pub(crate) fn declare(&self, out: &mut String) {
        let List { name, doc, members } = self;
        comment(doc, "", out);
        writeln!(out, "export type {name} = (typeof {name})[keyof typeof {name}];\n").expect("text");
        comment(&format!("{doc} Each member is the text of its own name."), "", out);
        writeln!(out, "export const {name}: {{").expect("text");
        for (text, doc) in members {
            comment(doc, "  ", out);
            writeln!(out, "  readonly {text}: \"{text}\";").expect("text");
        }
        out.push_str("};\n\n");
    }

    pub(crate) fn define(&self, out: &mut String) {
        let List { name, doc, members } = self;
        let members: String = members.iter().map(|(text, _)| format!("  {text}: \"{text}\",\n")).collect();
        writeln!(out, "/** {doc} */\nexport const {name} = /* @__PURE__ */ Object.freeze({{\n{members}}});\n")
            .expect("text");
    }
}

/// Doc comments of an enum's variants, by their names.
fn variants(first: &str) -> BTreeMap<String, String> {
    let mut lines = ERRORS.lines().skip_while(|line| line.trim() != first);
    let indent = |line: &str| line.len() - line.trim_start().len();
    let outer = lines.next().map_or(0, indent);
    let lines = lines.take_while(|line| line.trim().is_empty() || indent(line) > outer);
    documented(lines.filter(|line| indent(line) == outer + 4), |line| {
        let name: String = line.chars().take_while(char::is_ascii_alphabetic).collect();
        (!name.is_empty()).then_some(name)
    })
}

/// Doc comments of the codes, by their texts.
fn code_docs() -> BTreeMap<String, String> {
    documented(CODES.lines(), |line| {
        let (name, rest) = line.split_once(" = \"")?;
        let is_code = name.chars().all(|letter| letter.is_ascii_alphanumeric()) && line.ends_with("\";");
        is_code.then(|| rest.split('"').next().unwrap_or_default().to_owned())
    })
}

/// Collects the doc comment before each line that declares something.
fn documented<'a>(
    lines: impl Iterator<Item = &'a str>,
    declared: impl Fn(&str) -> Option<String>,
) -> BTreeMap<String, String> {
    let mut docs: Vec<&str> = Vec::new();
    let mut found = BTreeMap::new();
    for line in lines.map(str::trim) {
        if let Some(doc) = line.strip_prefix("///") {
            docs.push(doc.trim());
        } else if let Some(name) = declared(line) {
            found.insert(name, without_links(&std::mem::take(&mut docs).join(" ")));
        } else if !line.starts_with("#[") {
            docs.clear();
        }
    }
    found
}

/// Names instead of the links of rustdoc.
fn without_links(doc: &str) -> String {
    doc.replace("[`", "`").replace("`]", "`").replace("::", ".")
}
