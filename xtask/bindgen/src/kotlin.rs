//! Changes uniffi's Kotlin where it lacks something. A change that no longer fits ends the build.
//!
//! Each stands where every function and every type passes, so a new one cannot forget it.

use anyhow::{Context, Result, ensure};
use std::{fs, path::Path};

/// A piece of uniffi's sources, and what stands in its place.
const CHANGES: [(&str, &str); 10] = [
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
    // Printing never throws.
    ("encode(CharBuffer.wrap(value))", "encode(CharBuffer.wrap(printable(value)))"),
    // `message` is the sentence, and the stack begins at the caller.
    (
        "sealed class BillwireException: kotlin.Exception() {\n",
        "sealed class BillwireException: SentenceException() {\n",
    ),
    // JNA makes a structure slowly: a status is made once and used again, and is read only after a failure.
    (
        "    var status = UniffiRustCallStatus()\n    val return_value = callback(status)\n    \
         uniffiCheckCallStatus(errorHandler, status)\n    return return_value\n",
        "    return Statuses.lend { status ->\n        val return_value = callback(status)\n        \
         if (Statuses.isFailure(status)) uniffiCheckCallStatus(errorHandler, status)\n        \
         return_value\n    }\n",
    ),
    // A buffer is read and written without reflection, and has memory once.
    ("   internal fun setValue(other: RustBuffer) {\n", BUFFER),
    ("rbuf.writeField(\"len\", bbuf.position().toLong())", "rbuf.len = bbuf.position().toLong()"),
    // An alias of ours would clash with `import java.time.*`.
    (": io.github.billwire.Instant", ": java.time.Instant"),
    // An alias of text has no name of its own in a variant of an enumeration.
    (": io.github.billwire.String", ": kotlin.String"),
];

/// Functions that JNA calls in place of its own.
const BUFFER: &str = "    override fun autoAllocate(size: Int): com.sun.jna.Memory = com.sun.jna.Memory(size.toLong())

    override fun read() {
        capacity = pointer.getLong(0)
        len = pointer.getLong(8)
        data = pointer.getPointer(16)
    }

    override fun write() {
        pointer.setLong(0, capacity)
        pointer.setLong(8, len)
        pointer.setPointer(16, data)
    }

    internal fun setValue(other: RustBuffer) {
";

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
