//! Names of musl's C library, by the source from which zig makes its stub.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result};

use crate::ziglang::Zig;

/// Every name for which musl's loader finds a function. It takes glibc's `open64` for `open`.
pub(crate) fn names(zig: &Zig) -> Result<BTreeSet<String>> {
    let source = zig.of_musl();
    Ok(labels(&fs::read_to_string(&source).with_context(|| source.display().to_string())?))
}

fn labels(source: &str) -> BTreeSet<String> {
    let labels = source.lines().filter_map(|line| line.strip_suffix(':'));
    labels.flat_map(|name| [name.to_owned(), format!("{name}64")]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_labels_of_a_source_are_names() {
        let source = ".weak read\n.type read, %function;\nread:\n#ifdef X\n.globl open\nopen:\n#endif\n";
        assert_eq!(labels(source), ["open", "open64", "read", "read64"].map(str::to_owned).into());
    }
}
