//! The only changes to uniffi's Java: one for each open bug of uniffi-bindgen-java 0.5.2. Neither has an issue at
//! <https://github.com/IronCoreLabs/uniffi-bindgen-java/issues> yet.

use anyhow::{Result, ensure};

/// A file, a text in it, and the text that takes its place.
const WORKAROUNDS: [(&str, &str, &str); 2] = [
    // The status of a call is allocated for each thread and never freed: a server with virtual threads runs out of memory.
    ("UniffiHelpers.java", "Arena.global().allocate(", "Arena.ofAuto().allocate("),
    // An error's buffer lies in the status of the call, which is zeroed before the buffer is freed: it is never freed.
    (
        "UniffiRustCallStatus.java",
        "return seg.asSlice(OFFSET_ERROR_BUF, RustBuffer.LAYOUT.byteSize());",
        "return java.lang.foreign.Arena.ofAuto().allocate(RustBuffer.LAYOUT)\
         .copyFrom(seg.asSlice(OFFSET_ERROR_BUF, RustBuffer.LAYOUT.byteSize()));",
    ),
];

/// The source of a file with its work-around. Fails if uniffi no longer writes the text.
pub(super) fn applied(file: &str, source: String) -> Result<String> {
    let mine = WORKAROUNDS.iter().filter(|(name, ..)| *name == file);
    mine.into_iter().try_fold(source, |source, (_, text, instead)| {
        ensure!(source.matches(text).count() == 1, "{file} changed: is the work-around still needed?");
        Ok(source.replace(text, instead))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workaround_is_for_one_file() {
        let source = "x = Arena.global().allocate(y)".to_owned();
        assert_eq!(applied("UniffiHelpers.java", source.clone()).unwrap(), "x = Arena.ofAuto().allocate(y)");
        assert_eq!(applied("Other.java", source.clone()).unwrap(), source);
        assert!(applied("UniffiHelpers.java", String::new()).is_err());
    }
}
