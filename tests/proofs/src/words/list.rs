//! The words that no name holds, and where they stay for a reason.

/// How a word is looked for. Case never matters in [`Form::Part`] and [`Form::Path`].
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Form {
    /// One of the words that make up an identifier, a file name or a folder name.
    Part,
    /// The whole of an identifier.
    Whole,
    /// The whole of a file name, without its ending, or of a folder name.
    Path,
}

/// A word with its replacement.
pub(super) struct Word {
    pub(super) now: &'static str,
    pub(super) write: &'static str,
    pub(super) form: Form,
    /// The beginnings of the paths in which it is looked for; with none, everywhere.
    pub(super) within: &'static [&'static str],
}

/// Identifiers that keep such a word.
pub(super) struct Exception {
    /// The beginnings of the paths in which they keep it; with none, everywhere.
    pub(super) within: &'static [&'static str],
    pub(super) identifiers: &'static [&'static str],
    pub(super) reason: &'static str,
}

const fn part(now: &'static str, write: &'static str) -> Word {
    Word { now, write, form: Form::Part, within: &[] }
}

const fn whole(now: &'static str, write: &'static str, within: &'static [&'static str]) -> Word {
    Word { now, write, form: Form::Whole, within }
}

const fn path(now: &'static str, write: &'static str, within: &'static [&'static str]) -> Word {
    Word { now, write, form: Form::Path, within }
}

/// Where the product's own types are. `Take`, `Place` and their like are other people's words elsewhere.
const PRODUCT: &[&str] = &["core/", "wasm/", "bindings/", "tests/src/", "tests/tests/", "tests/proofs/fuzz/"];

/// Unambiguous words alone: `line`, `port`, `answer` and `delivery` are often right.
pub(super) const WORDS: &[Word] = &[
    part("hot", "fast path"),
    part("cold", "full path, FALLBACK"),
    part("face", "bindings, package"),
    part("faces", "bindings, packages"),
    whole("HostValue", "DynamicValue", &[]),
    whole("host_value", "dynamic_value", &[]),
    part("host", "runtime, caller or server name, by meaning"),
    part("hosts", "runtimes, callers or server names, by meaning"),
    part("examine", "validate"),
    part("examined", "validated"),
    part("examiner", "Validator"),
    whole("Given", "Input", PRODUCT),
    whole("Place", "ObjectPosition, position", PRODUCT),
    whole("Offer", "Encode", PRODUCT),
    whole("Take", "Decode", PRODUCT),
    part("sink", "JsonWriter"),
    part("tape", "OffsetIndex"),
    part("slot", "FieldValue, WasmHandle"),
    part("slots", "HandleTable"),
    part("room", "buffer, capacity"),
    part("emptied", "reuse"),
    Word { now: "streams", write: "buffers", form: Form::Part, within: PRODUCT },
    part("rare", "uncommon"),
    part("misfit", "LayoutMismatch"),
    part("dialect", "CompiledProfile"),
    part("readings", "ambiguity, parses"),
    part("unshaped", "Untyped"),
    part("labelled", "codes_without_meaning"),
    part("unsuccessful", "ErrorDetails"),
    whole("Failure", "ErrorDetails", PRODUCT),
    whole("DigitsOffset", "SigningOffset", PRODUCT),
    whole("MOST", "MAX_LISTED", PRODUCT),
    part("beside", "tools"),
    path("values", "js-values", &["wasm/"]),
    path("port", "memory", &["wasm/"]),
    part("foreign", "bindings"),
    part("needle", "secret"),
    part("needles", "memory-secrets"),
    path("bounded", "complexity", &[]),
    path("line", "faulty-proxy", &["tests/proofs/"]),
    part("storm", "crash-campaign"),
    part("idiom", "postprocess"),
    part("weather", "FaultPlan"),
    part("saying", "PayloadVariant"),
    whole("sender", "authentication", &["core/", "wasm/"]),
    whole("Sender", "Authentication", &["core/", "wasm/"]),
];

/// Each has to be needed, or the check fails.
pub(super) const EXCEPTIONS: &[Exception] = &[
    Exception {
        within: &[],
        identifiers: &["host"],
        reason: "a server's name: what URL, HTTP and every HTTP library call it",
    },
    Exception {
        within: &["examples/"],
        identifiers: &["HOST", "hosts", "check_host", "host_str", "admin_paths_require_a_loopback_host"],
        reason: "a server's name, in HTTP's header Host and in the crate url",
    },
    Exception {
        within: &["bindings/", "examples/"],
        identifiers: &["cannotConnectToHost", "cannotFindHost", "UnknownHostException"],
        reason: "errors of Foundation and of java.net",
    },
    Exception {
        within: &["bindings/jvm-okhttp/"],
        identifiers: &["BufferedSink", "sink"],
        reason: "Okio's word for what OkHttp writes a body to",
    },
    Exception {
        within: &["wasm/npm/cli/"],
        identifiers: &["requireHostHeader"],
        reason: "an option of Node's HTTP server",
    },
    Exception {
        within: &["tests/proofs/"],
        identifiers: &["host_triple"],
        reason: "rustc's word for the machine that compiles",
    },
    Exception {
        within: &["xtask/src/times.rs"],
        identifiers: &["cold", "Cold"],
        reason: "a build with nothing cached is called cold everywhere",
    },
];
