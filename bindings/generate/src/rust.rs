//! Rust: the rows of the macro that exports the calls of the operations.

use crate::{
    biller::{Biller, Docs, Operation},
    page::wrapped,
};
use std::collections::BTreeSet;

const HEAD: &str = "\
//! The operations with a shape: their calls, the methods of `Biller` that prepare and decode them, and their drafts.
// Generated from the table of core by `cargo xtask generate`. Do not edit.

use crate::{
    biller::Biller,
    calls::{HttpRequest, crossed, operations, prepare_json},
    error::{BillwireError, Finding},
    models::{self, OUTCOMES},
    validation::{DraftSettings, Validation},
    values::Int32,
};
use billwire::{Call, OperationName, Sent};
";

pub(crate) fn operations(biller: &Biller) -> String {
    let outcomes: BTreeSet<&str> = biller.operations.iter().map(|operation| operation.outcome).collect();
    let outcomes = outcomes.into_iter().collect::<Vec<_>>().join(", ");
    let rows = biller.operations.iter().map(row).collect::<Vec<_>>().join("\n");
    let head = HEAD.replace("OUTCOMES", &outcomes);
    format!("{head}use std::{{fmt, sync::Arc}};\n\noperations! {{\n{rows}}}\n")
}

fn row(operation: &Operation) -> String {
    let Operation { name, word, outcome, .. } = operation;
    format!(
        "    {name} => {outcome};\n{}    {name}Call;\n    /// `{name}Call` with its request.\n    Prepared{name};\n\
         {}    prepare_{word};\n{}    prepare_{word}_json;\n{}    decode_{word};\n{}    validate_{word};\n\
         {}    {word}_to_json;\n{}    {word}_from_json;\n",
        comment(&operation.call),
        comment(&operation.prepare.docs),
        comment(&operation.prepare_json.docs),
        comment(&operation.decode_by_name.docs),
        comment(&operation.validate.docs),
        comment(&operation.to_json.docs),
        comment(&operation.from_json.docs),
    )
}

fn comment(docs: &Docs) -> String {
    let lines = docs.paragraphs.iter().map(|text| wrapped(text, "    /// ", "")).collect::<Vec<_>>();
    let mut text = lines.join("    ///\n");
    if !docs.errors.is_empty() {
        text += "    ///\n    /// # Errors\n";
    }
    for (kind, condition) in &docs.errors {
        text += &wrapped(&format!("- `{kind}` {condition}"), "    /// ", "  ");
    }
    text
}
