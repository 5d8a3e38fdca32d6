//! The symbols of Apple's system library, by the list of it that the compiler zig brings along.
//!
//! The list is macOS's: iOS's own is in Apple's SDK alone.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result};
use xtask::project::Project;

use crate::ziglang::Zig;

/// Every symbol that the system library and its parts export.
pub(crate) fn symbols(project: &Project) -> Result<BTreeSet<String>> {
    let list = Zig::provide(project)?.of_apple();
    Ok(listed(&fs::read_to_string(&list).with_context(|| list.display().to_string())?))
}

/// The names in a text-based list, which is YAML: `symbols: [ _a, '_b$c' ]`.
fn listed(list: &str) -> BTreeSet<String> {
    let words = list.split(|letter: char| letter.is_whitespace() || "[],'\"".contains(letter));
    words.filter(|word| word.starts_with('_')).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_a_list_are_read() {
        let list = "install-name: '/usr/lib/x'\nexports:\n  - symbols: [ _open, '_stat$INODE64',\n  _read ]\n";
        assert_eq!(listed(list), ["_open", "_read", "_stat$INODE64"].map(str::to_owned).into());
    }
}
