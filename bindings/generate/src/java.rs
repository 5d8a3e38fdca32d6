//! Java: the class `Biller`, and the calls and drafts of the operations.

use crate::{
    biller::{Biller, Docs, Method, Operation, SETTINGS, Type},
    page::{NOTICE, camel, fits, wrapped},
};

pub(crate) fn biller(biller: &Biller) -> String {
    let operations = biller.operations.iter();
    let prepares = operations.clone().flat_map(|operation| [prepare(operation), of_ffi(&operation.prepare_json)]);
    let decodes = operations.map(|operation| &operation.decode_by_name);
    let methods = prepares.chain(biller.methods.iter().chain(decodes).map(of_ffi));
    format!(
        "{NOTICE}package io.github.billwire;\n\n{}public final class Biller implements AutoCloseable {{\n    \
         private final io.github.billwire.ffi.Biller ffi;\n    private final BillerFastPath fastPath;\n    \
         private volatile boolean isClosed;\n\n{}    public Biller(BillerConfig config) throws BillwireException {{\n        \
         this(NativeLibrary.call(() -> new io.github.billwire.ffi.Biller(Conversions.ffi(config))));\n    }}\n\n    \
         private Biller(io.github.billwire.ffi.Biller ffi) {{\n        this.ffi = ffi;\n        \
         fastPath = new BillerFastPath(ffi);\n    }}\n\n    /** Returns the object to pass to the library. */\n    \
         io.github.billwire.ffi.Biller ffi() {{\n        NativeLibrary.checkOpen(isClosed);\n        return ffi;\n    }}\n\n{}    \
         /** Releases the native memory. The biller cannot be used afterwards, but its calls can. */\n    \
         @Override\n    public void close() {{\n        isClosed = true;\n        ffi.close();\n        fastPath.close();\n    \
         }}\n\n    /** Returns the settings without their secrets. */\n    @Override\n    public String toString() {{\n        \
         return ffi.toString();\n    }}\n}}\n",
        comment(&biller.docs, ""),
        comment(&biller.constructor, "    "),
        methods.collect::<String>(),
    )
}

pub(crate) fn call(operation: &Operation) -> String {
    let Operation { name, outcome, .. } = operation;
    let decode = Method {
        name: "decode".into(),
        docs: operation.decode.clone(),
        arguments: vec![("status".into(), Type::Status), ("body".into(), Type::Body)],
        returns: Type::Value((*outcome).to_owned()),
    };
    format!(
        "{NOTICE}package io.github.billwire;\n\nimport java.util.List;\n\n{}public final class {name}Call implements AutoCloseable \
         {{\n    private final HttpRequest request;\n    private final Deferred<io.github.billwire.ffi.{name}Call> ffi;\n\n    \
         {name}Call(io.github.billwire.ffi.Prepared{name} prepared) {{\n        \
         request = Conversions.of(prepared.request());\n        \
         ffi = Deferred.of(prepared.call(), io.github.billwire.ffi.{name}Call::close);\n    }}\n\n    \
         /** Makes the call of a request that the fast path has written. */\n    \
         {name}Call(HttpRequest request, io.github.billwire.ffi.Biller decoder) {{\n        this.request = request;\n        \
         ffi = new Deferred<>(\n                \
         () -> io.github.billwire.ffi.{name}Call.ofWritten(decoder, Values.sensitive(request.body())),\n                \
         io.github.billwire.ffi.{name}Call::close);\n    }}\n\n    \
         /** Returns the request. Send it unchanged, and do not follow redirects. */\n    \
         public HttpRequest request() {{\n        return request;\n    }}\n\n    \
         /** Returns findings to review before sending. */\n    public List<Finding> warnings() {{\n        var made = ffi.ifMade();\n        \
         return made == null ? List.of() : Values.list(made.warnings(), it -> Conversions.of(it));\n    }}\n\n    /** Returns the operation. */\n    \
         public OperationName operation() {{\n        return Conversions.of(ffi.get().operation());\n    }}\n\n{}    \
         /** Returns the error for a request that brought no answer. Read its next step before you send again. */\n    \
         public BillwireException noAnswer(Sent sent) {{\n        \
         return BillwireException.of(ffi.get().noAnswer(Conversions.ffi(sent)));\n    }}\n\n    \
         /** Releases the native memory. The call cannot be used afterwards. */\n    @Override\n    \
         public void close() {{\n        ffi.close();\n    }}\n\n    \
         /** Returns the call without credentials and body. */\n    @Override\n    public String toString() {{\n        \
         return \"{name}Call[\" + request + \"]\";\n    }}\n}}\n",
        comment(&operation.call, ""),
        method(&decode, "ffi.get()"),
    )
}

/// The functions of drafts. Those that take a draft have the same name for each operation.
pub(crate) fn drafts(biller: &Biller) -> String {
    let functions = biller.operations.iter().flat_map(|operation| {
        let Operation { validate, to_json, from_json, .. } = operation;
        [("validate".to_owned(), validate), ("toJson".to_owned(), to_json), (camel(&from_json.name), from_json)]
    });
    let functions = functions.flat_map(|(name, method)| [draft(&name, method, true), draft(&name, method, false)]);
    format!(
        "{NOTICE}package io.github.billwire;\n\n\
         /** Drafts without credentials: an app validates a bill that its server signs, and sends it as JSON. */\n\
         public final class Drafts {{\n    static {{\n        NativeLibrary.load();\n    }}\n\n    private Drafts() {{}}\n\n\
         {}}}\n",
        functions.collect::<Vec<_>>().join("\n"),
    )
}

/// A function of a draft, with settings or with the default ones.
fn draft(name: &str, method: &Method, has_settings: bool) -> String {
    let is_settings = |kind: &Type| *kind == Type::Value(SETTINGS.into());
    let taken = method.arguments.iter().filter(|(_, kind)| has_settings || !is_settings(kind));
    let parameters = taken.map(|(name, kind)| format!("{} {name}", type_of(kind))).collect::<Vec<_>>().join(", ");
    let arguments = method.arguments.iter().map(|(name, kind)| match is_settings(kind) {
        true if !has_settings => format!("{SETTINGS}.builder().build()"),
        _ if has_settings => argument(name, kind),
        _ => name.clone(),
    });
    let arguments = arguments.collect::<Vec<_>>().join(", ");
    let body = if has_settings {
        let called = format!("io.github.billwire.ffi.Billwire.{}({arguments})", camel(&method.name));
        result(&method.returns, &format!("NativeLibrary.call(\n                () -> {called})"))
    } else {
        format!("{name}({arguments})")
    };
    let docs = if has_settings { method.docs.clone() } else { method.docs.without_settings() };
    format!(
        "{}    public static {} {name}({parameters}) throws BillwireException {{\n        return {body};\n    }}\n",
        comment(&docs, "    "),
        type_of(&method.returns),
    )
}

/// The fast path's call, or that of the full path.
fn prepare(operation: &Operation) -> String {
    let Operation { name, word, prepare: method, .. } = operation;
    let [(argument, _)] = method.arguments.as_slice() else { return of_ffi(method) };
    let word = word.to_uppercase();
    format!(
        "{}    public {name}Call {}({name} {argument}) throws BillwireException {{\n        \
         HttpRequest written = fastPath.prepare(OperationName.{word}, packet -> Packets.add(packet, {argument}));\n        \
         if (written != null) return new {name}Call(written, fastPath.decoder());\n{}    }}\n\n",
        comment(&method.docs, "    "),
        camel(&method.name),
        body(method, &called(method, "ffi")),
    )
}

fn of_ffi(function: &Method) -> String {
    method(function, "ffi")
}

/// A function that calls the method of an object of the library.
fn method(method: &Method, object: &str) -> String {
    let name = camel(&method.name);
    let parameters = method.arguments.iter().map(|(name, kind)| format!("{} {}", type_of(kind), camel(name)));
    let parameters = parameters.collect::<Vec<_>>().join(", ");
    let throws = if method.fails() { " throws BillwireException" } else { "" };
    format!(
        "{}    public {} {name}({parameters}){throws} {{\n{}    }}\n\n",
        comment(&method.docs, "    "),
        type_of(&method.returns),
        body(method, &called(method, object)),
    )
}

fn called(method: &Method, object: &str) -> String {
    let arguments = method.arguments.iter().map(|(name, kind)| argument(&camel(name), kind)).collect::<Vec<_>>();
    format!("{object}.{}({})", camel(&method.name), arguments.join(", "))
}

fn body(method: &Method, called: &str) -> String {
    let returned = |value: &str| result(&method.returns, value);
    let line = match (method.body(), method.fails()) {
        (Some(body), true) => format!("        return NativeLibrary.read({body}, bytes -> {});", returned(called)),
        (Some(body), false) => format!("        return NativeLibrary.lend({body}, bytes -> {});", returned(called)),
        (None, true) => format!("        return {};", returned(&format!("NativeLibrary.call(() -> {called})"))),
        (None, false) => format!("        return {};", returned(called)),
    };
    let line = if fits(&line) { line } else { line.replacen("NativeLibrary.", "\n                NativeLibrary.", 1) };
    let status = method.arguments.iter().find(|(_, kind)| *kind == Type::Status);
    let status =
        status.map(|(name, _)| format!("        var httpStatus = new io.github.billwire.ffi.Int32({name});\n"));
    format!("{}{line}\n", status.unwrap_or_default())
}

fn type_of(kind: &Type) -> String {
    match kind {
        Type::Text => "String".into(),
        Type::Flag => "boolean".into(),
        Type::Status => "int".into(),
        Type::Body => "byte[]".into(),
        Type::Error => "BillwireException".into(),
        Type::Value(name) | Type::Word(name) | Type::Object(name) | Type::Call(name) => name.clone(),
    }
}

fn argument(name: &str, kind: &Type) -> String {
    match kind {
        Type::Text => format!("Values.text({name})"),
        Type::Value(_) | Type::Word(_) => format!("Conversions.ffi({name})"),
        Type::Object(_) => format!("{name}.ffi()"),
        Type::Status => "httpStatus".into(),
        Type::Body => "bytes".into(),
        Type::Flag | Type::Call(_) | Type::Error => name.into(),
    }
}

fn result(kind: &Type, value: &str) -> String {
    match kind {
        Type::Call(name) | Type::Object(name) => format!("new {name}({value})"),
        Type::Error => format!("BillwireException.of({value})"),
        Type::Value(_) | Type::Word(_) => format!("Conversions.of({value})"),
        Type::Text | Type::Flag | Type::Status | Type::Body => value.into(),
    }
}

fn comment(docs: &Docs, indent: &str) -> String {
    let Docs { paragraphs, errors } = docs;
    if let ([only], []) = (paragraphs.as_slice(), errors.as_slice()) {
        let line = format!("{indent}/** {} */", code(only));
        if fits(&line) {
            return line + "\n";
        }
    }
    let prefix = format!("{indent} * ");
    let paragraphs = paragraphs.iter().enumerate();
    let paragraphs = paragraphs.map(|(at, text)| {
        let tag = if at == 0 { "" } else { "<p>" };
        wrapped(&format!("{tag}{}", code(text)), &prefix, "")
    });
    let mut text = paragraphs.collect::<Vec<_>>().join(&format!("{indent} *\n"));
    if !errors.is_empty() {
        text += &format!("{indent} *\n");
    }
    for (kind, condition) in errors {
        text += &wrapped(&format!("@throws BillwireException.{kind} {condition}"), &prefix, "    ");
    }
    format!("{indent}/**\n{text}{indent} */\n")
}

/// Text with Javadoc's form of code.
pub(crate) fn code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(at, part)| if at % 2 == 1 { format!("{{@code {part}}}") } else { part.to_owned() }).collect()
}
