//! TypeScript declarations of the methods of `Biller` that each operation with a shape has.

use crate::{comment::comment, notice::NOTICE};
use billwire::OperationName;
use heck::ToUpperCamelCase;
use std::{collections::BTreeSet, fmt::Write};

const BODY: &str = "status: number, body: Uint8Array | ArrayBuffer | string, request?: string";

/// A rule that no object can check: two calls are two.
const TWICE: &str = " Two calls of one bill pay twice: settle by a `SettlementFlow`, which stores each attempt.";

pub(crate) fn declarations() -> String {
    let mut prepares = String::new();
    let mut decodes = String::new();
    let mut models = BTreeSet::new();
    // Outcomes are declared by hand, since they are no models.
    let mut by_hand = BTreeSet::from(["Call".to_owned()]);
    for name in OperationName::ALL {
        let Some(schema) = name.schema() else { continue };
        let request = schema.name;
        let outcome = format!("{request}Outcome");
        let method = prepare(*name);
        models.insert(request.to_owned());
        let sentence = lower(name.description());
        let twice = if *name == OperationName::Settlement { TWICE } else { "" };
        let doc =
            format!("Prepares the call that {sentence}{twice} Throws `invalid_request` with all violations at once.");
        comment(&doc, "  ", &mut prepares);
        writeln!(prepares, "  {method}(request: {request}): Call<{outcome}>;").expect("text");
        let doc = format!(
            "Decodes an answer of {} without its call. Pass the `body` of the call as `request`, so that an answer \
             about another subject is refused.",
            name.title()
        );
        comment(&doc, "  ", &mut decodes);
        writeln!(decodes, "  decode(operation: \"{name}\", {BODY}): {outcome};").expect("text");
        by_hand.insert(outcome);
    }
    let import = |names: BTreeSet<String>, from: &str| {
        let names = names.into_iter().collect::<Vec<_>>().join(", ");
        format!("import type {{ {names} }} from \"./{from}.js\";\n")
    };
    format!(
        "{NOTICE}{}{}
/** Methods of a `Biller`: two for each operation with documented fields. */
export interface OperationMethods {{\n{prepares}{decodes}}}\n",
        import(by_hand, "index"),
        import(models, "models"),
    )
}

/// Name of the method that prepares a call.
pub(crate) fn prepare(name: OperationName) -> String {
    format!("prepare{}", name.as_str().to_upper_camel_case())
}

fn lower(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}
