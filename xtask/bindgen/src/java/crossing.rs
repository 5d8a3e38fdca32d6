//! How values cross: written into one array of the thread's that grows, and copied as a whole (`Packet.java`,
//! `Crossing.java`). uniffi's Java asks each value for its size first, reads and writes piece by piece in the library's
//! memory, and makes new places for what every call needs.

use anyhow::{Context, Result, ensure};

use super::idiom::Sources;

/// In a class, all from one text up to another, and what stands in its place. The end stays.
const PIECES: [(&str, &str, &str, &str); 12] = [
    ("FfiConverter", "    // Calculate bytes to allocate", "    // Write a Java type", ""),
    (
        "FfiConverter",
        "        java.lang.foreign.MemorySegment rbuf = RustBuffer.alloc(allocationSize(value));",
        "    }\n\n    // Lift a value",
        "        return Crossing.toLibrary(this, value);\n",
    ),
    ("FfiConverter", "        java.nio.ByteBuffer byteBuf = RustBuffer.asByteBuffer(rbuf);", "    }\n}", LIFT),
    (
        "FfiConverterString",
        "        try {\n            byte[] byteArr = new byte[(int) RustBuffer.getLen(value)];",
        "    }\n\n    @Override",
        "        return new java.lang.String(Crossing.fromLibrary(value), java.nio.charset.StandardCharsets.UTF_8);\n",
    ),
    ("FfiConverterString", "        int len = buf.getInt();", "    }\n", "        return buf.getText();\n"),
    ("FfiConverterString", "    private java.nio.ByteBuffer toUtf8", "    @Override", ""),
    (
        "FfiConverterString",
        "        java.nio.ByteBuffer byteBuf = toUtf8(value);\n        java.lang",
        "    }\n",
        "        return Crossing.toLibrary(value);\n",
    ),
    (
        "FfiConverterString",
        "        java.nio.ByteBuffer byteBuf = toUtf8(value);\n        buf",
        "    }\n",
        "        buf.putText(value);\n",
    ),
    (
        "FfiConverterTypeDecimalDraft",
        "        var builtinValue = value.value().toString();\n        FfiConverterString.INSTANCE.write(",
        "      } catch",
        "        buf.putDecimal(value.value());\n",
    ),
    ("UniffiHelpers", "    // Thread-local reusable RustCallStatus", "    @FunctionalInterface", ""),
    ("UniffiRustCallStatus", "    // Slab allocator", "\n}", ""),
    ("RustBuffer", "    /**\n     * Get a ByteBuffer view of the data for reading", "\n}", ""),
];
const LIFT: &str = "        Packet packet = Packet.of(Crossing.fromLibrary(rbuf));
        JavaType item = read(packet);
        if (packet.hasRemaining()) {
            throw new java.lang.RuntimeException(\"a buffer holds more than its value\");
        }
        return item;
";
/// In every class, a text and what stands in its place.
const EVERYWHERE: [(&str, &str); 11] = [
    ("java.nio.ByteBuffer buf", "Packet buf"),
    // What is lent is an array that is copied once more: bytes outside the heap nobody has.
    ("java.nio.ByteBuffer", "byte[]"),
    ("FfiConverterByRefBytes.INSTANCE.lower(", "Crossing.lend("),
    (
        "java.lang.foreign.MemorySegment status = REUSABLE_STATUS.get();\n        status.fill((byte) 0);",
        "Crossing crossing = Crossing.mine();\n        java.lang.foreign.MemorySegment status = crossing.status();",
    ),
    ("callback.apply(RETURN_ALLOCATOR, status)", "callback.apply(crossing, status)"),
    (
        "return seg.asSlice(OFFSET_ERROR_BUF, RustBuffer.LAYOUT.byteSize())",
        "return Crossing.error(seg.asSlice(OFFSET_ERROR_BUF, RustBuffer.LAYOUT.byteSize()))",
    ),
    ("value.forEach(inner -> ", "for (var inner : value) "),
    (".INSTANCE.write(inner, buf));", ".INSTANCE.write(inner, buf);"),
    // A handle is a number, and needs no object.
    ("java.util.function.Function<java.lang.Long, R>", "java.util.function.LongFunction<R>"),
    ("java.util.function.Consumer<java.lang.Long>", "java.util.function.LongConsumer"),
    ("callWithHandle((java.lang.Long uniffiHandle)", "callWithHandle((long uniffiHandle)"),
];
/// Lists are read in a loop.
const STREAM: (&str, &str) =
    ("java.util.stream.IntStream.range(0, len).mapToObj(_i -> ", ".INSTANCE.read(buf)).toList();");

/// Puts the pieces into the sources.
pub(super) fn shorten(sources: &mut Sources) -> Result<()> {
    for (class, begin, end, instead) in PIECES {
        let source = sources.get_mut(class).with_context(|| format!("uniffi writes no {class}"))?;
        *source =
            replaced(source, begin, end, instead).with_context(|| format!("{class} has no `{}`", begin.trim()))?;
    }
    sources.remove("FfiConverterByRefBytes").context("uniffi lends no bytes")?;
    sources.remove("UniffiSlabAllocator").context("uniffi allocates in another way")?;
    for (text, instead) in EVERYWHERE {
        ensure!(sources.values().any(|source| source.contains(text)), "uniffi's Java has no `{text}` any more");
        for source in sources.values_mut() {
            *source = source.replace(text, instead);
        }
    }
    for source in sources.values_mut() {
        *source = looped(&without_sizes(source));
    }
    Ok(())
}
/// The source without the methods that say how large a value is.
fn without_sizes(source: &str) -> String {
    let mut out: Vec<&str> = Vec::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        let code = line.trim_start();
        if !code.starts_with("public long allocationSize(") {
            out.push(line);
            continue;
        }
        out.pop_if(|before| before.trim() == "@Override");
        let indent = line.len() - code.len();
        let _body = lines.by_ref().find(|line| line.len() == indent + 1 && line.ends_with('}'));
    }
    out.into_iter().flat_map(|line| [line, "\n"]).collect()
}

/// The source with its lists read one element after the other.
fn looped(source: &str) -> String {
    let (begin, end) = STREAM;
    let Some((before, (converter, behind))) =
        source.split_once(begin).and_then(|(before, rest)| Some((before, rest.split_once(end)?)))
    else {
        return source.to_owned();
    };
    format!("{before}Crossing.list({converter}.INSTANCE, buf, len);{behind}")
}

fn replaced(source: &str, begin: &str, end: &str, instead: &str) -> Option<String> {
    let start = source.find(begin)?;
    let (before, rest) = source.split_at(start);
    Some(format!("{before}{instead}{}", rest.split_at(rest.find(end)?).1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_goes_up_to_its_end() {
        assert_eq!(replaced("a b c d", "b", "d", "x "), Some("a x d".to_owned()));
        assert_eq!(replaced("a b c", "b", "d", "x"), None);
        assert!(shorten(&mut Sources::new()).is_err());
    }

    #[test]
    fn nobody_is_asked_for_a_size() {
        let source = "a\n  @Override\n  public long allocationSize(T it) {\n    if {\n    }\n  }\nb\n";
        assert_eq!(without_sizes(source), "a\nb\n");
    }

    #[test]
    fn lists_are_read_in_a_loop() {
        let source = format!("return {}Line{}\n", STREAM.0, STREAM.1);
        assert_eq!(looped(&source), "return Crossing.list(Line.INSTANCE, buf, len);\n");
    }
}
