//! What uniffi's Kotlin lacks to read as Kotlin, mended:
//!
//! - classes are final, and only the library makes them: nobody can make a `Confirmed`, nor override one;
//! - converters and handles are no part of the package's face;
//! - the aliases of custom types stand for what they name (`Instant`, `BigDecimal`, `String`);
//! - an exception's message is its sentence, what is known about it is a property of all kinds, a word without a value prints its name, and links in comments are KDoc's;
//! - a call keeps the request that came over together with it, and an event its payload;
//! - a body that is lent to the library is an array of bytes;
//! - half a surrogate pair, at which Java's encoder would throw, becomes a control character: no field takes one, so
//!   that it is a violation with its path.
//!
//! A rule that finds nothing to mend is an error: then uniffi writes something else than what this file was made for.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};

use crate::interface::Bundle;

/// A text, and what stands in its place. Line breaks are of the text where the same words also stand inside a class.
const RULES: [(&str, &str); 22] = [
    (
        "onMalformedInput(CodingErrorAction.REPORT)",
        "onMalformedInput(CodingErrorAction.REPLACE).replaceWith(ByteArray(1))",
    ),
    ("get() = \"failure=${ `failure` }\"", "get() = `failure`.`text`"),
    (
        "        val `failure`: Failure\n        ) : Billwire",
        "        override val `failure`: Failure\n        ) : Billwire",
    ),
    (FAILURE_METHOD, "abstract val `failure`: Failure\n"),
    ("\n    object ", "\n    data object "),
    ("\nopen class RustBuffer", "\ninternal open class RustBuffer"),
    ("\nopen class ", "\nclass "),
    ("    constructor(withHandle", "    internal constructor(withHandle"),
    ("    constructor(noHandle", "    internal constructor(noHandle"),
    ("    protected val ", "    private val "),
    ("    val uniffi", "    internal val uniffi"),
    ("    fun uniffi", "    internal fun uniffi"),
    ("\npublic fun uniffi", "\ninternal fun uniffi"),
    ("\npublic object FfiConverter", "\ninternal object FfiConverter"),
    ("\npublic interface FfiConverter", "\ninternal interface FfiConverter"),
    ("\npublic typealias FfiConverter", "\ninternal typealias FfiConverter"),
    ("\ninterface Uniffi", "\ninternal interface Uniffi"),
    ("\nobject ", "\ninternal object "),
    ("\nclass InternalException", "\ninternal class InternalException"),
    ("    companion object ErrorHandler", "    internal companion object ErrorHandler"),
    ("\ninline fun <T : Disposable?, R> T.use", "\ninternal inline fun <T : Disposable?, R> T.use"),
    (
        "\ninterface Disposable {\n    fun destroy()\n    companion object {\n        fun",
        "\n/** Something that the library holds memory for. */\ninterface Disposable {\n    \
         /** Gives the memory back now, and not when the garbage collector comes by. Nothing can be done with it then. */\n    \
         fun destroy()\n    companion object {\n        internal fun",
    ),
];

/// What every error has beside the same property of each kind: it asks the library for what is there already.
const FAILURE_METHOD: &str = "fun `failure`(): Failure {
            return FfiConverterTypeFailure.lift(
    uniffiRustCall() { _status ->
    UniffiLib.uniffi_billwire_fn_method_billwireerror_failure(FfiConverterTypeBillwireError.lower(this),
        _status)
}
    )
    }
";

/// The structure holds the memory, which goes when nobody has either any more.
const LENT: &str = "internal object FfiConverterByRefBytes {
    fun lower(value: ByteArray) = ForeignBytes.ByValue().apply {
        len = value.size
        if (len > 0) data = com.sun.jna.Memory(len.toLong()).apply { write(0, value, 0, value.size) }
    }
}
";

/// The source that is compiled.
pub(crate) fn idiomatic(generated: &str, bundles: &[Bundle]) -> Result<String> {
    let mut source = generated.to_owned();
    for (text, instead) in RULES {
        ensure!(source.contains(text), "uniffi's Kotlin has no `{}` any more", text.trim());
        source = source.replace(text, instead);
    }
    source = lent(&source)?;
    for bundle in bundles {
        source = kept(&source, bundle)?;
    }
    let aliases: BTreeMap<&str, &str> = generated.lines().filter_map(alias).collect();
    ensure!(!aliases.is_empty(), "uniffi writes aliases in another way");
    let lines = source.lines().filter(|line| alias(line).is_none());
    Ok(lines.flat_map(|line| [mended(line, &aliases), "\n".to_owned()]).collect())
}

/// The source that lends the library bytes of the heap. uniffi lends those of a direct buffer, which nobody has, and which
/// may be gone before the library has read it.
fn lent(source: &str) -> Result<String> {
    let (before, rest) =
        source.split_once("internal object FfiConverterByRefBytes").context("uniffi lends no bytes")?;
    let (_, behind) = rest.split_once("\n}\n").context("the converter has no end")?;
    Ok(format!("{before}{LENT}{}", behind.replace("`body`: java.nio.ByteBuffer", "`body`: kotlin.ByteArray")))
}

/// The source whose object keeps what came over together with it, and crosses for it no more. It is left out where
/// objects are written down by their fields.
fn kept(source: &str, Bundle { parts, class, kind, name }: &Bundle) -> Result<String> {
    let (before, rest) = source.split_once(&format!("\nclass {class}:")).with_context(|| format!("no {class}"))?;
    let (head, members) = rest.split_once("{\n").with_context(|| format!("{class} has no members"))?;
    let method = format!("override fun `{name}`(): {kind} ");
    let (members, rest) = members.split_once(&method).with_context(|| format!("{class} has no {name}"))?;
    let (_, behind) = rest.split_once("\n    )\n    }\n").with_context(|| format!("{name} has no end"))?;
    let own = format!(
        "    @Transient @Volatile private lateinit var brought: {kind}\n\n    \
         internal fun with({name}: {kind}): {class} = apply {{ brought = {name} }}\n\n"
    );
    let source = format!("{before}\nclass {class}:{head}{{\n{own}{members}{method}= brought\n{behind}");
    Ok(source.replace(&format!("data class {parts} "), &format!("internal data class {parts} ")))
}

/// `public typealias Instant = java.time.Instant`: the name, and what it stands for.
fn alias(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("public typealias ")?.split_once(" = ").filter(|(name, _)| !name.starts_with("FfiConverter"))
}

fn mended(line: &str, aliases: &BTreeMap<&str, &str>) -> String {
    let text = line.trim_start();
    // Behind the end of a comment there may be code.
    let comment = text == "*" || ["* ", "/*", "//"].iter().any(|mark| text.starts_with(mark));
    if comment { linked(line) } else { spelt_out(line, aliases) }
}

/// The code with what the aliases name. Behind a dot stands somebody else's name.
fn spelt_out(line: &str, aliases: &BTreeMap<&str, &str>) -> String {
    let part_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut text = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|letter| part_of_name(letter) != part_of_name(first)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        let spelt = aliases.get(word).filter(|_| !text.ends_with('.'));
        text += spelt.copied().unwrap_or(word);
        rest = behind;
    }
    text
}

/// rustdoc's `` [`Confirmed.claim_key`] `` as `[Confirmed.claimKey]`.
fn linked(text: &str) -> String {
    let mut linked = String::new();
    let mut rest = text;
    while let Some((before, (link, behind))) =
        rest.split_once("[`").and_then(|(before, link)| Some((before, link.split_once("`]")?)))
    {
        linked += &format!("{before}[{}]", camel(link));
        rest = behind;
    }
    linked + rest
}

fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |name, part| {
        let mut letters = part.chars();
        let capital: String = letters.next().map(|first| first.to_ascii_uppercase()).into_iter().collect();
        name + &capital + letters.as_str()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_with_an_object_is_its_own() {
        let [parts, class, kind, name] = ["P", "A", "B", "b"].map(str::to_owned);
        let source =
            "\nclass A: C\n{\n    override fun `b`(): B {\n    cross {\n    }\n    )\n    }\n}\n\ndata class P (\n)\n";
        let kept = kept(source, &Bundle { parts, class, kind, name }).unwrap();
        assert!(kept.contains("lateinit var brought: B\n") && kept.contains("fun with(b: B): A ="));
        assert!(kept.contains("    override fun `b`(): B = brought\n}\n\ninternal data class P ("));
    }

    #[test]
    fn aliases_stand_for_what_they_name() {
        let aliases = BTreeMap::from([("Instant", "java.time.Instant")]);
        let line = "fun at(now: Instant?): FfiConverterTypeInstant = java.time.Instant.ofEpochMilli(0)";
        let spelt = "fun at(now: java.time.Instant?): FfiConverterTypeInstant = java.time.Instant.ofEpochMilli(0)";
        assert_eq!(mended(line, &aliases), spelt);
        assert_eq!(mended(" */ fun now(): Instant", &aliases), " */ fun now(): java.time.Instant");
        assert_eq!(mended(" * Instant", &aliases), " * Instant");
    }

    #[test]
    fn links_are_kdocs() {
        assert_eq!(linked(" * See [`Confirmed.claim_key`]; `a`."), " * See [Confirmed.claimKey]; `a`.");
    }

    #[test]
    fn another_uniffi_is_noticed() {
        assert!(idiomatic("open class Biller {}", &[]).is_err());
    }
}
