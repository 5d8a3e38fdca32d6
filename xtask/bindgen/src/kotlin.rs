//! What uniffi's Kotlin lacks, changed in its sources. A change that no longer fits ends the build.
//!
//! Each stands where every function and every type passes, so a new one cannot forget it.

use anyhow::{Context, Result, ensure};
use std::{fs, path::Path};

/// A piece of uniffi's sources, and what stands in its place.
const CHANGES: [(&str, &str); 7] = [
    // An object that is closed while it is an argument would be freed memory.
    ("        return value.uniffiCloneHandle()\n", "        return value.callWithHandle { it }\n"),
    // Half a surrogate pair is a violation with its path.
    (
        "        } catch (e: Throwable) {\n            RustBuffer.free(rbuf)\n            throw e\n",
        "        } catch (e: Throwable) {\n            RustBuffer.free(rbuf)\n            throw refusal(value, e)\n",
    ),
    (
        "        val byteBuf = toUtf8(value)\n        // Ideally",
        "        val byteBuf = try { toUtf8(value) } catch (e: Throwable) { throw refusal(value, e) }\n        \
         // Ideally",
    ),
    // What prints never throws.
    ("encode(CharBuffer.wrap(value))", "encode(CharBuffer.wrap(printable(value)))"),
    // `message` is the sentence, and the stack begins at the caller.
    (
        "sealed class BillwireException: kotlin.Exception() {\n",
        "sealed class BillwireException: SentenceException() {\n",
    ),
    // An alias of ours would clash with `import java.time.*`.
    (": io.github.billwire.Instant", ": java.time.Instant"),
    // An alias of text has no name of its own in a variant of an enumeration.
    (": io.github.billwire.String", ": kotlin.String"),
];

/// Changes the sources that uniffi has written into a folder.
pub(crate) fn complete(folder: &Path) -> Result<()> {
    let file = folder.join("io/github/billwire/billwire.kt");
    let mut text = fs::read_to_string(&file).context("uniffi has written another file")?;
    for (piece, change) in CHANGES {
        ensure!(text.contains(piece), "uniffi does not write {piece:?} any more");
        text = text.replace(piece, change);
    }
    fs::write(file, printing(&without_messages(&text)?)?)?;
    Ok(())
}

/// Removes the properties `message`, which list the fields of an exception.
fn without_messages(text: &str) -> Result<String> {
    let mut lines = text.split_inclusive('\n').peekable();
    let (mut kept, mut removed) = (String::with_capacity(text.len()), 0);
    while let Some(line) = lines.next() {
        if line.trim() == "override val message"
            && lines.peek().is_some_and(|next| next.trim_start().starts_with("get() ="))
        {
            lines.next();
            removed += 1;
        } else {
            kept += line;
        }
    }
    ensure!(removed > 0, "uniffi writes no messages of exceptions any more");
    Ok(kept)
}

/// Marks each function that prints, whose texts may hold anything.
fn printing(text: &str) -> Result<String> {
    const BEGIN: &str = "    override fun toString(): String {\n        return FfiConverterString.lift(";
    const END: &str = "\n    }\n";
    let mut pieces = text.split(BEGIN);
    let mut changed = pieces.next().unwrap_or_default().to_owned();
    let mut count = 0;
    for piece in pieces {
        let (call, rest) = piece.split_once(END).context("a function that prints does not end")?;
        changed += "    override fun toString(): String = printing {\n        FfiConverterString.lift(";
        changed += call;
        changed += END;
        changed += rest;
        count += 1;
    }
    ensure!(count > 0, "uniffi writes no function that prints any more");
    Ok(changed)
}
