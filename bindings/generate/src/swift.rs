//! Swift: the class `Biller`, and the calls and drafts of the operations.

use crate::{
    biller::{Biller, Docs, Method, Operation, SETTINGS, Type},
    declarations::{Declaration, Shape},
    page::{NOTICE, camel, fits, wrapped},
};
use billwire::OperationName;
use std::collections::BTreeSet;

pub(crate) fn biller(biller: &Biller) -> String {
    let operations = biller.operations.iter();
    let prepares = operations.clone().flat_map(|operation| {
        // In the library, every request is called the same.
        [(&operation.prepare, Some("request")), (&operation.prepare_json, None)]
    });
    let decodes = operations.map(|operation| (&operation.decode_by_name, None));
    let methods = prepares.chain(biller.methods.iter().map(|method| (method, None))).chain(decodes);
    let methods = methods.map(|(method, label)| function(method, label));
    format!(
        "{NOTICE}\nimport BillwireBindings\nimport Foundation\n\n{}public final class Biller: Sendable {{\n    \
         let core: BillwireBindings.Biller\n\n    init(_ core: BillwireBindings.Biller) {{\n        \
         self.core = core\n    }}\n\n{}    public init(config: BillerConfig) throws(BillwireError) {{\n        \
         core = try withBillwireErrors {{ try BillwireBindings.Biller(config: .init(config)) }}\n    }}\n\n{}}}\n\n\
         extension Biller: CustomDebugStringConvertible {{\n    /// Settings of the biller without its secrets.\n    \
         public var debugDescription: String {{ core.debugDescription }}\n}}\n",
        comment(&biller.docs, ""),
        comment(&biller.constructor, "    "),
        methods.collect::<Vec<_>>().join("\n"),
    )
}

pub(crate) fn calls(biller: &Biller) -> String {
    let calls = biller.operations.iter().map(call).collect::<Vec<_>>();
    format!("{NOTICE}\nimport BillwireBindings\nimport Foundation\n\n{}", calls.join("\n"))
}

/// The functions of drafts. Those that take a draft have the same name for each operation.
pub(crate) fn drafts(biller: &Biller) -> String {
    let functions = biller.operations.iter().flat_map(|operation| {
        let Operation { validate, to_json, from_json, .. } = operation;
        [draft("validate", validate), draft("draftToJson", to_json), draft(&camel(&from_json.name), from_json)]
    });
    format!(
        "{NOTICE}\nimport BillwireBindings\n\n@_exported import struct BillwireBindings.DraftSettings\n\
         @_exported import struct BillwireBindings.Validation\n\n{}",
        functions.collect::<Vec<_>>().join("\n"),
    )
}

fn draft(name: &str, method: &Method) -> String {
    let parameters = method.arguments.iter().map(|(name, kind)| match kind {
        Type::Value(record) if record == SETTINGS => format!("{name}: {record} = {record}()"),
        _ => format!("{name}: {}", type_of(kind)),
    });
    let parameters = parameters.collect::<Vec<_>>().join(", ");
    let arguments = method.arguments.iter().map(|(name, _)| format!("{name}: {name}")).collect::<Vec<_>>().join(", ");
    let head = head("", name, &parameters, " throws(BillwireError)", &method.returns);
    format!(
        "{}{head} {{\n    try withBillwireErrors {{ try BillwireBindings.{}({arguments}) }}\n}}\n",
        comment(&method.docs, ""),
        camel(&method.name),
    )
}

/// Exports the models of the operations, and the enums inside them, from the internal module.
pub(crate) fn models(declarations: &[Declaration]) -> String {
    let models = OperationName::ALL.iter().flat_map(|name| name.models()).map(|model| model.schema.name);
    let models: BTreeSet<&str> = models.chain(OperationName::ALL.iter().filter_map(|name| name.outcome())).collect();
    let fields =
        declarations.iter().filter(|one| models.contains(one.name.as_str())).flat_map(|one| match &one.shape {
            Shape::Sent(fields) | Shape::Compared(fields) | Shape::Received(fields) => fields.as_slice(),
            Shape::Words(_) | Shape::Struct(_) | Shape::Enum(_) => &[],
        });
    let inner = fields.map(|field| field.kind.trim_start_matches("Option<").trim_end_matches('>'));
    let names: BTreeSet<&str> = inner.chain(models.iter().copied()).collect();
    let exported = names.into_iter().filter_map(|name| declarations.iter().find(|one| one.name == name));
    let exports = exported.map(|one| {
        let kind = if matches!(one.shape, Shape::Words(_) | Shape::Enum(_)) { "enum" } else { "struct" };
        format!("@_exported import {kind} BillwireBindings.{}\n", one.name)
    });
    format!("{NOTICE}\n{}", exports.collect::<String>())
}

fn call(operation: &Operation) -> String {
    let Operation { name, outcome, .. } = operation;
    let decode = Method {
        name: "decode".into(),
        docs: operation.decode.clone(),
        arguments: vec![("status".into(), Type::Status), ("body".into(), Type::Body)],
        returns: Type::Value((*outcome).to_owned()),
    };
    format!(
        "{}public final class {name}Call: Sendable {{\n    private let core: BillwireBindings.{name}Call\n    \
         private let prepared: HttpRequest\n\n    init(_ call: Prepared{name}) {{\n        core = call.call\n        \
         prepared = call.request\n    }}\n\n    /// The request. Send it unchanged, and follow no redirect.\n    \
         public var request: HttpRequest {{ prepared }}\n\n    \
         /// Findings to look at before you send the request.\n    \
         public var warnings: [Finding] {{ core.warnings() }}\n\n    /// The operation that is called.\n    \
         public var operation: OperationName {{ core.operation() }}\n\n{}\n    \
         /// Returns the error, with its next step, for a request that brought no response.\n    \
         public func noAnswer(sent: Sent) -> BillwireError {{\n        BillwireError(core.noAnswer(sent: sent))\n    }}\n}}\n\n\
         extension {name}Call: CustomDebugStringConvertible {{\n    /// The request without its secrets.\n    \
         public var debugDescription: String {{ core.debugDescription }}\n}}\n",
        comment(&operation.call, ""),
        function(&decode, None),
    )
}

fn function(method: &Method, label: Option<&str>) -> String {
    let name = camel(&method.name);
    let parameters = method.arguments.iter().map(|(name, kind)| format!("{}: {}", camel(name), type_of(kind)));
    let parameters = parameters.collect::<Vec<_>>().join(", ");
    let arguments = method.arguments.iter().map(|(name, kind)| {
        let name = camel(name);
        format!("{}: {}", label.unwrap_or(&name), argument(&name, kind))
    });
    let called = format!("core.{name}({})", arguments.collect::<Vec<_>>().join(", "));
    let value = if method.fails() {
        format!("try withBillwireErrors {{ try {} }}", result(&method.returns, &called))
    } else {
        result(&method.returns, &called)
    };
    let throws = if method.fails() { " throws(BillwireError)" } else { "" };
    let head = head("    ", &name, &parameters, throws, &method.returns);
    format!("{}{head} {{\n        {value}\n    }}\n", comment(&method.docs, "    "))
}

/// The declaration of a function, with its parameters in a line of their own if it is too long.
fn head(indent: &str, name: &str, parameters: &str, throws: &str, returns: &Type) -> String {
    let returns = type_of(returns);
    let line = format!("{indent}public func {name}({parameters}){throws} -> {returns}");
    if fits(&format!("{line} {{")) {
        return line;
    }
    format!("{indent}public func {name}(\n{indent}    {parameters}\n{indent}){throws} -> {returns}")
}

fn type_of(kind: &Type) -> String {
    match kind {
        Type::Text => "String".into(),
        Type::Flag => "Bool".into(),
        Type::Status => "Int".into(),
        Type::Body => "Data".into(),
        Type::Error => "BillwireError".into(),
        Type::Value(name) | Type::Word(name) | Type::Object(name) | Type::Call(name) => name.clone(),
    }
}

fn argument(name: &str, kind: &Type) -> String {
    match kind {
        Type::Object(_) => format!("{name}.core"),
        _ => name.into(),
    }
}

fn result(kind: &Type, value: &str) -> String {
    match kind {
        Type::Call(name) | Type::Object(name) => format!("{name}({value})"),
        Type::Error => format!("BillwireError({value})"),
        _ => value.into(),
    }
}

fn comment(docs: &Docs, indent: &str) -> String {
    let Docs { paragraphs, errors } = docs;
    let prefix = format!("{indent}/// ");
    let paragraphs = paragraphs.iter().map(|text| wrapped(text, &prefix, "")).collect::<Vec<_>>();
    let mut text = paragraphs.join(&format!("{indent}///\n"));
    let errors = errors.iter().map(|(kind, condition)| {
        let mut letters = kind.chars();
        let first: String = letters.next().into_iter().flat_map(char::to_lowercase).collect();
        format!("``BillwireError/{first}{}(details:)`` {condition}", letters.as_str())
    });
    let errors: Vec<String> = errors.collect();
    if !errors.is_empty() {
        text += &format!("{indent}///\n");
        text += &wrapped(&format!("- Throws: {}.", errors.join("; ")), &prefix, "  ");
    }
    text
}
