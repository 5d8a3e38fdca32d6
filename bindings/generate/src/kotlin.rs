//! Kotlin: the class `Biller`, and the calls and drafts of the operations.

use crate::{
    biller::{Biller, Docs, Method, Operation, SETTINGS, Type},
    page::{NOTICE, camel, fits, wrapped},
};

pub(crate) fn biller(biller: &Biller) -> String {
    let operations = biller.operations.iter();
    let prepares = operations.clone().flat_map(|operation| [&operation.prepare, &operation.prepare_json].map(function));
    let decodes = operations.map(|operation| &operation.decode_by_name);
    let methods = prepares.chain(biller.methods.iter().chain(decodes).map(function));
    format!(
        "{NOTICE}package io.github.billwire\n\nimport io.github.billwire.ffi.Biller as FfiBiller\n\n{}\
         public class Biller private constructor(private val raw: FfiBiller) : AutoCloseable {{\n    \
         internal val ffi: FfiBiller\n        get() = raw.also {{ checkOpen(it.uniffiIsDestroyed) }}\n\n{}    \
         public constructor(config: BillerConfig) : this(native {{ FfiBiller(config.lower()) }})\n\n{}    \
         /** Releases the native memory. The biller cannot be used afterwards, but its calls can. */\n    \
         override fun close(): Unit = raw.close()\n\n    \
         override fun toString(): String = if (raw.uniffiIsDestroyed) closed(\"Biller\") else raw.toString()\n}}\n",
        comment(&biller.docs, ""),
        comment(&biller.constructor, "    "),
        methods.collect::<String>(),
    )
}

pub(crate) fn calls(biller: &Biller) -> String {
    let names = biller.operations.iter().map(|operation| &operation.name);
    let imports = names.flat_map(|name| [format!("Prepared{name}"), format!("{name}Call as Ffi{name}Call")]);
    let mut imports: Vec<_> = imports.map(|name| format!("import io.github.billwire.ffi.{name}\n")).collect();
    imports.sort();
    let calls = biller.operations.iter().map(call).collect::<Vec<_>>();
    format!("{NOTICE}package io.github.billwire\n\n{}\n{}", imports.concat(), calls.join("\n"))
}

/// The functions of drafts. Those that take a draft have the same name for each operation.
pub(crate) fn drafts(biller: &Biller) -> String {
    let functions = biller.operations.iter().flat_map(|operation| {
        let Operation { validate, to_json, from_json, .. } = operation;
        [("validate".to_owned(), validate), ("draftToJson".to_owned(), to_json), (camel(&from_json.name), from_json)]
    });
    let functions: Vec<_> = functions.collect();
    let mut imports: Vec<_> = functions.iter().map(|(_, method)| camel(&method.name)).collect();
    imports.sort();
    let imports = imports.iter().map(|name| format!("import io.github.billwire.ffi.{name} as {}\n", internal(name)));
    let functions = functions.iter().map(|(name, method)| draft(name, method)).collect::<Vec<_>>();
    format!("{NOTICE}package io.github.billwire\n\n{}\n{}", imports.collect::<String>(), functions.join("\n"))
}

fn draft(name: &str, method: &Method) -> String {
    let parameters = method.arguments.iter().map(|(name, kind)| match kind {
        Type::Value(record) if record == SETTINGS => format!("{name}: {record} = {record}()"),
        _ => format!("{name}: {}", type_of(kind)),
    });
    let arguments = method.arguments.iter().map(|(name, kind)| argument(name, kind)).collect::<Vec<_>>().join(", ");
    let called = format!("native {{ {}({arguments}) }}", internal(&camel(&method.name)));
    format!(
        "{}public fun {name}({}): {} =\n    {}\n",
        comment(&method.docs, ""),
        parameters.collect::<Vec<_>>().join(", "),
        type_of(&method.returns),
        result(&method.returns, &called),
    )
}

/// Name of a function of the library inside the package.
fn internal(name: &str) -> String {
    camel(&format!("ffi_{name}"))
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
        "{}public class {name}Call internal constructor(prepared: Prepared{name}) : AutoCloseable {{\n    \
         private val ffi: Ffi{name}Call = prepared.call\n\n    // Serializers that read fields must not find the request.\n    \
         @Transient private val request: HttpRequest = prepared.request.lift()\n\n    \
         /** Returns the request. Send it unchanged, and do not follow redirects. */\n    \
         public fun request(): HttpRequest = request\n\n    /** Returns findings to review before sending. */\n    \
         public fun warnings(): List<Finding> = native {{ ffi.warnings() }}.map {{ it.lift() }}\n\n    \
         /** Returns the operation. */\n    \
         public fun operation(): OperationName = native {{ ffi.operation() }}.lift()\n\n{}    \
         /** Returns the error for a request that brought no answer. Read its next step before you send again. */\n    \
         public fun noAnswer(sent: Sent): BillwireException = native {{ ffi.noAnswer(sent.lower()) }}.lift()\n\n    \
         /** Releases the native memory. The call cannot be used afterwards. */\n    \
         override fun close(): Unit = ffi.close()\n\n    override fun toString(): String = \"{name}Call($request)\"\n}}\n",
        comment(&operation.call, ""),
        function(&decode),
    )
}

/// A function that calls the method of an object of the library.
fn function(method: &Method) -> String {
    let name = camel(&method.name);
    let parameters = method.arguments.iter().map(|(name, kind)| format!("{}: {}", camel(name), type_of(kind)));
    let arguments = method.arguments.iter().map(|(name, kind)| argument(&camel(name), kind)).collect::<Vec<_>>();
    let called = format!("ffi.{name}({})", arguments.join(", "));
    let called = match method.body() {
        Some(body) => format!("{body}.lend {{ {called} }}"),
        None => called,
    };
    let result = result(&method.returns, &format!("native {{ {called} }}"));
    let parameters = parameters.collect::<Vec<_>>().join(", ");
    let head = format!("    public fun {name}({parameters}): {} =", type_of(&method.returns));
    let line = format!("{head} {result}");
    let line = if fits(&line) { line } else { format!("{head}\n        {result}") };
    format!("{}{line}\n\n", comment(&method.docs, "    "))
}

fn type_of(kind: &Type) -> String {
    match kind {
        Type::Text => "String".into(),
        Type::Flag => "Boolean".into(),
        Type::Status => "Int".into(),
        Type::Body => "ByteArray".into(),
        Type::Error => "BillwireException".into(),
        Type::Value(name) | Type::Word(name) | Type::Object(name) | Type::Call(name) => name.clone(),
    }
}

fn argument(name: &str, kind: &Type) -> String {
    match kind {
        Type::Text => format!("{name}.wellFormed()"),
        Type::Value(_) | Type::Word(_) => format!("{name}.lower()"),
        Type::Object(_) => format!("{name}.ffi"),
        Type::Body => "it".into(),
        Type::Flag | Type::Status | Type::Call(_) | Type::Error => name.into(),
    }
}

fn result(kind: &Type, value: &str) -> String {
    match kind {
        Type::Call(name) | Type::Object(name) => format!("{name}({value})"),
        Type::Error => format!("{value}.lift()"),
        Type::Value(_) | Type::Word(_) => format!("{value}.lift()"),
        Type::Text | Type::Flag | Type::Status | Type::Body => value.into(),
    }
}

fn comment(docs: &Docs, indent: &str) -> String {
    if docs.errors.is_empty() {
        return paragraphs(&docs.paragraphs, indent);
    }
    let prefix = format!("{indent} * ");
    let errors = docs.errors.iter();
    let errors = errors.map(|(kind, condition)| format!("@throws BillwireException.{kind} {condition}"));
    let errors: String = errors.map(|line| wrapped(&line, &prefix, "  ")).collect();
    format!("{indent}/**\n{}{indent} *\n{errors}{indent} */\n", block(&docs.paragraphs, indent))
}

/// A doc comment without errors: one line, if they fit.
fn paragraphs(paragraphs: &[String], indent: &str) -> String {
    let line = format!("{indent}/** {} */", in_kotlin(&paragraphs.join(" ")));
    if fits(&line) { line + "\n" } else { format!("{indent}/**\n{}{indent} */\n", block(paragraphs, indent)) }
}

fn block(paragraphs: &[String], indent: &str) -> String {
    let paragraphs = paragraphs.iter().map(|text| wrapped(&in_kotlin(text), &format!("{indent} * "), ""));
    paragraphs.collect::<Vec<_>>().join(&format!("{indent} *\n"))
}

/// Sections are those of the interface.
fn in_kotlin(text: &str) -> String {
    text.replace("(section", "(interface section").replace("of section", "of interface section")
}
