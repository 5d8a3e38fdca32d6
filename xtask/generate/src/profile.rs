//! TypeScript declaration of the profile, from the source of the struct: its fields have no schema.

use crate::{comment::comment, notice::NOTICE};
use heck::ToLowerCamelCase;
use std::fmt::Write;

const SOURCE: &str = include_str!("../../../core/src/interface/profile/mod.rs");
const HEAD: &str = "\
import type { BillText, CodesByOperation, StatusesByObject } from \"./index.js\";

/** Settings for a deployment that differs from the interface. The default is the interface as documented. */
export interface WireProfile {
";
/// Type of the lookup, whose fields are names of a bill's fields.
const LOOKUP: &str = "
    | {
        /** Field of the bill to send as `identity_code`. */
        identity_code: BillText;
        /** Field of the bill to send as `purpose_of_transaction`: a text, or a date with a `dateFormat`. */
        purpose_of_transaction: BillText | \"date\" | \"due_date\";
        /**
         * Format of the date: `yyyy`, `MM`, `dd`, `HH`, `mm` and `ss` with `-`, `/`, `.`, `:`, `_`, `T` or spaces
         * between them, in the zone of `dateOffset`. Required for a date; refused for a text.
         */
        dateFormat?: string | null | undefined;
        /** Field of the bill that a transaction's `customer_code` repeats. Default: `customer_code` is not compared. */
        customer_code?: BillText | null | undefined;
      }
   ";

pub(crate) fn declaration() -> String {
    let mut out = format!("{NOTICE}{HEAD}");
    let mut docs = Vec::new();
    for line in block("pub struct WireProfile {") {
        if let Some(doc) = line.strip_prefix("/// ") {
            docs.push(doc);
            continue;
        }
        let field = line.strip_prefix("pub ").and_then(|field| field.strip_suffix(','));
        let (name, kind) = field.and_then(|field| field.split_once(": ")).expect("a field of the profile");
        let doc = in_javascript(&std::mem::take(&mut docs).join(" "));
        comment(&doc, "  ", &mut out);
        writeln!(out, "  {}?:{} | null | undefined;", name.to_lower_camel_case(), type_of(kind)).expect("text");
    }
    out + "}\n"
}

/// Lines between this one and the brace that closes it, without attributes.
fn block(first: impl Into<String>) -> impl Iterator<Item = &'static str> {
    let first = first.into();
    let lines = SOURCE.lines().map(str::trim).skip_while(move |line| *line != first).skip(1);
    lines.take_while(|line| *line != "}").filter(|line| !line.starts_with("#["))
}

/// Names of settings as JavaScript spells them.
fn in_javascript(doc: &str) -> String {
    let settings = block("pub struct WireProfile {").filter_map(|line| line.strip_prefix("pub ")?.split_once(':'));
    settings.fold(doc.to_owned(), |doc, (name, _)| {
        doc.replace(&format!("`{name}`"), &format!("`{}`", name.to_lower_camel_case()))
    })
}

fn type_of(kind: &str) -> String {
    match kind {
        "String" | "SigningOffset" | "Option<SigningOffset>" => " string".into(),
        "bool" => " boolean".into(),
        "Vec<u16>" => " readonly number[]".into(),
        "CodesByOperation" | "StatusesByObject" => format!(" {kind}"),
        "Option<SettlementLookup>" => LOOKUP.into(),
        _ => words(kind),
    }
}

/// Union of the words of a setting.
fn words(kind: &str) -> String {
    let words = block(format!("{kind} {{")).filter_map(|line| line.split_once(" = "));
    let words: Vec<_> = words.map(|(_, word)| word.trim_end_matches(',')).collect();
    assert!(!words.is_empty(), "a setting of the type {kind} has no type in TypeScript");
    format!(" {}", words.join(" | "))
}
