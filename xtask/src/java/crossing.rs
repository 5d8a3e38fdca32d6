//! How values cross: on the heap as one array of bytes, which is copied as a whole (`Crossing.java`). uniffi's Java reads
//! and writes them piece by piece in the library's memory, which takes twice as long.

use anyhow::{Context, Result};

use super::idiom::Sources;

/// In a class, all from one text up to another, and what stands in its place. The end stays.
const PIECES: [(&str, &str, &str, &str); 7] = [
    (
        "FfiConverter",
        "        java.lang.foreign.MemorySegment rbuf = RustBuffer.alloc(allocationSize(value));",
        "    }\n\n    // Lift a value",
        "        java.nio.ByteBuffer buf = java.nio.ByteBuffer.allocate(Math.toIntExact(allocationSize(value)));\n        \
         write(value, buf);\n        return Crossing.toLibrary(buf.array(), buf.position());\n",
    ),
    ("FfiConverter", "RustBuffer.asByteBuffer(rbuf)", ";", "java.nio.ByteBuffer.wrap(Crossing.fromLibrary(rbuf))"),
    (
        "FfiConverterString",
        "            byte[] byteArr = new byte[(int) RustBuffer.getLen(value)];",
        "            return",
        "            byte[] byteArr = Crossing.fromLibrary(value);\n",
    ),
    (
        "FfiConverterString",
        "        byte[] byteArr = new byte[len];",
        "    }\n",
        "        int start = buf.arrayOffset() + buf.position();\n        buf.position(buf.position() + len);\n        \
         return new java.lang.String(buf.array(), start, len, java.nio.charset.StandardCharsets.UTF_8);\n",
    ),
    ("FfiConverterString", "    private java.nio.ByteBuffer toUtf8", "    @Override", ""),
    (
        "FfiConverterString",
        "        java.nio.ByteBuffer byteBuf = toUtf8(value);\n        java.lang",
        "    }\n",
        "        byte[] bytes = Crossing.utf8(value);\n        return Crossing.toLibrary(bytes, bytes.length);\n",
    ),
    (
        "FfiConverterString",
        "        java.nio.ByteBuffer byteBuf = toUtf8(value);\n        buf",
        "    }\n",
        "        byte[] bytes = Crossing.utf8(value);\n        buf.putInt(bytes.length);\n        buf.put(bytes);\n",
    ),
];

/// Puts the pieces into the sources.
pub(super) fn shorten(sources: &mut Sources) -> Result<()> {
    for (class, begin, end, instead) in PIECES {
        let source = sources.get_mut(class).with_context(|| format!("uniffi writes no {class}"))?;
        *source =
            replaced(source, begin, end, instead).with_context(|| format!("{class} has no `{}`", begin.trim()))?;
    }
    Ok(())
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
}
