//! Texts that a program compares: next steps, kinds and codes, each with the doc comment that core has for it.

use std::fmt::Write;

use billwire::{Code, Error, NextStep};

use crate::comment::comment;

/// A list: the type of its texts, and an object that has each of them under its own name.
pub(crate) struct List {
    name: &'static str,
    doc: &'static str,
    members: Vec<(String, String)>,
}

pub(crate) fn all() -> [List; 3] {
    let steps = NextStep::ALL.iter().map(|step| step.as_str()).zip(NextStep::DOCS).map(documented);
    let kinds = Error::KINDS.iter().map(|(name, doc)| documented((*name, doc)));
    let codes = Code::ALL.iter().map(|code| code.as_str()).zip(Code::DOCS).map(documented);
    let step = "Action to take after an error, or after a settlement that is not known to be complete.";
    [
        List { name: "NextStep", doc: step, members: steps.collect() },
        List { name: "ErrorKind", doc: "Kind of an error.", members: kinds.collect() },
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

/// A text with its doc comment.
fn documented((text, doc): (&'static str, &&'static str)) -> (String, String) {
    (text.to_owned(), without_links(doc.trim()))
}

/// Names instead of the links of rustdoc.
fn without_links(doc: &str) -> String {
    doc.replace("[`", "`").replace("`]", "`").replace("::", ".")
}
