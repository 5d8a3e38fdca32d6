//! What uniffi's Java lacks to read as Java, mended:
//!
//! - custom types stand for what they hold (`wrappers`), records check and document their parts and have builders
//!   (`records`), and arguments with a default need not be named (`overloads`);
//! - classes are final, and only the library makes them: nobody can make a `Confirmed`, nor override one;
//! - converters, handles and interfaces with one class are no part of the package's face;
//! - the exception is sealed, and its message is its sentence; comments are Javadoc;
//! - what crosses is copied once, as a whole (`crossing`), and half a surrogate pair, at which uniffi's Java would throw,
//!   is a violation with its path; an error's memory is given back, which uniffi's Java forgets; and a thread gives back
//!   what it held when it ends, of which a server with virtual threads has millions;
//! - an object keeps what came over together with it (`bundled`), and what has to be fast has a shorter way (`hot`).
//!
//! A rule that finds nothing to mend is an error: then uniffi writes something else than what this file was made for.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use uniffi_bindgen::ComponentInterface;

use crate::interface;

use super::bundled;
use super::crossing;
use super::hot;
use super::javadoc;
use super::overloads;
use super::records;
use super::wrappers;

/// The sources by the names of their classes.
pub(crate) type Sources = BTreeMap<String, String>;

/// A text, and what stands in its place.
const RULES: [(&str, &str); 17] = [
    ("     */public ", "     */\n    public "),
    ("{@Override\n", "{\n  @Override\n"),
    ("    }@Override\n", "    }\n\n    @Override\n"),
    ("downcallHandle(s, descriptor)", "downcallHandle(s, descriptor, Crossing.options(name))"),
    ("System.loadLibrary(name)", "NativeLibrary.load(name)"),
    ("  private class UniffiCleanAction", "  private static final class UniffiCleanAction"),
    ("  protected long handle", "  private final long handle"),
    ("  protected UniffiCleaner", "  private final UniffiCleaner"),
    ("  public <R> R callWithHandle", "  <R> R callWithHandle"),
    ("  public void callWithHandle", "  void callWithHandle"),
    ("    public UniffiCleanAction", "    UniffiCleanAction"),
    (
        "public class Billwire {",
        "/**\n * What needs no object.\n */\npublic final class Billwire {\n    private Billwire() {}\n",
    ),
    ("    public static class ", "    public static final class "),
    ("      Failure failure;", "      final Failure failure;"),
    ("      public Failure failure()", "      @Override\n      public Failure failure()"),
    ("    private BillwireException", "    BillwireException"),
    (
        "public class BillwireException extends java.lang.Exception {",
        "public abstract sealed class BillwireException extends java.lang.Exception {\n    \
         /**\n     * What is known about it, whichever kind it is.\n     */\n    \
         public abstract Failure failure();\n",
    ),
];

/// Beginnings and ends of the names that only uniffi uses.
const PLUMBING: ([&str; 6], [&str; 3]) = (
    ["FfiConverter", "Foreign", "InternalException", "NoHandle", "RustBuffer", "Uniffi"],
    ["ErrorHandler", "Helper", "Parts"],
);

/// The sources that are compiled.
pub(crate) fn idiomatic(generated: Sources, interface: &ComponentInterface) -> Result<Sources> {
    let mut sources = ruled(generated)?;
    crossing::shorten(&mut sources)?;
    wrappers::unwrap(&mut sources)?;
    hot::joined(&mut sources, interface)?;
    let bundles = interface::bundles(interface);
    let classes: BTreeSet<String> = sources.keys().cloned().collect();
    for (name, source) in &mut sources {
        if is_plumbing(name) || is_face_of_class(name, &classes) {
            *source = source.replace("\npublic ", "\n");
            continue;
        }
        *source = closed(source);
        if let Some(bundle) = bundles.iter().find(|bundle| bundle.class == *name) {
            *source = bundled::kept(source, bundle)?;
        }
        *source = overloads::added(source, name, interface)?;
        *source = records::completed(source, interface)?;
        *source = javadoc::written(source)?;
    }
    let exception = sources.get_mut("BillwireException").context("uniffi writes no BillwireException")?;
    *exception = with_its_sentence(exception)?;
    Ok(sources)
}

fn ruled(mut sources: Sources) -> Result<Sources> {
    for (text, instead) in RULES {
        let mut found = false;
        for source in sources.values_mut().filter(|source| source.contains(text)) {
            found = true;
            *source = source.replace(text, instead);
        }
        ensure!(found, "uniffi's Java has no `{}` any more", text.trim());
    }
    Ok(sources)
}

fn is_plumbing(name: &str) -> bool {
    let (beginnings, ends) = PLUMBING;
    beginnings.iter().any(|beginning| name.starts_with(beginning)) || ends.iter().any(|end| name.ends_with(end))
}

/// Whether it is the interface that uniffi writes beside each class.
fn is_face_of_class(name: &str, classes: &BTreeSet<String>) -> bool {
    name.strip_suffix("Interface").is_some_and(|class| classes.contains(class))
}

/// Classes that nobody extends, with constructors for handles that nobody has.
fn closed(source: &str) -> String {
    let mended = source.lines().map(|line| match line {
        line if line.starts_with("public class ") => line.replacen("public class", "public final class", 1),
        line if line.contains("(UniffiWithHandle phantom") || line.contains("(NoHandle noHandle)") => {
            line.replacen("public ", "", 1)
        }
        line => line.to_owned(),
    });
    mended.flat_map(|line| [line, "\n".to_owned()]).collect()
}

/// The exception whose message is its failure's text, and which only the library makes.
fn with_its_sentence(source: &str) -> Result<String> {
    let (begin, end) = ("super(new StringBuilder()", ".toString());");
    let mut pieces = source.split(begin);
    let mut mended = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (_, rest) = piece.split_once(end).context("uniffi makes an exception's message in another way")?;
        mended += &format!("super(failure.text());{rest}");
    }
    ensure!(mended != source, "uniffi makes an exception's message in another way");
    let constructor = |line: &&str| line.starts_with("      public ") && line.ends_with("(Failure failure) {");
    let lines =
        mended.lines().map(|line| if constructor(&line) { line.replacen("public ", "", 1) } else { line.to_owned() });
    Ok(lines.flat_map(|line| [line, "\n".to_owned()]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plumbing_is_what_uniffi_alone_uses() {
        assert!(["FfiConverterString", "BillwireExceptionErrorHandler", "UniffiLib"].into_iter().all(is_plumbing));
        assert!(["Biller", "Failure", "BillwireException"].into_iter().all(|name| !is_plumbing(name)));
        assert!(is_face_of_class("BillerInterface", &BTreeSet::from(["Biller".to_owned()])));
    }

    #[test]
    fn nobody_extends_a_class_or_brings_a_handle() {
        let source =
            "public class A implements B {\n  public A(UniffiWithHandle phantom, long handle) {\n  public A() {\n";
        let closed_source =
            "public final class A implements B {\n  A(UniffiWithHandle phantom, long handle) {\n  public A() {\n";
        assert_eq!(closed(source), closed_source);
    }

    #[test]
    fn an_exception_says_its_sentence() {
        let source =
            "      public Kind(Failure failure) {\n        super(new StringBuilder()\n  .append(1)\n.toString());\n";
        assert_eq!(
            with_its_sentence(source).unwrap(),
            "      Kind(Failure failure) {\n        super(failure.text());\n"
        );
    }

    #[test]
    fn another_uniffi_is_noticed() {
        assert!(ruled(Sources::from([("A".to_owned(), "class A {}".to_owned())])).is_err());
    }
}
