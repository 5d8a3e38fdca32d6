//! The symbols of Apple's system library, by the list of it that the compiler zig brings along.
//!
//! The list is macOS's: iOS's own is in Apple's SDK alone.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result};
use xtask::missing::Missing;
use xtask::process::Run;
use xtask::project::Project;
use xtask::tools;

/// PyPI's package of zig.
const ZIGLANG: &str = "0.17.1";
const LIST: &str = "site/ziglang/lib/libc/darwin/libSystem.tbd";
const MISSING: Missing = Missing {
    tool: "the list of Apple's system symbols",
    remedy: "it is in PyPI's package ziglang, which needs Python's pip and venv: apt-get install python3-venv",
};

/// Every symbol that the system library and its parts export.
pub(crate) fn symbols(project: &Project) -> Result<BTreeSet<String>> {
    let place = project.target(format!("tools/ziglang-{ZIGLANG}"));
    let list = place.join(LIST);
    if !list.is_file() {
        let log = project.log("ziglang");
        let (python, pip) = (tools::python()?, place.join("venv/bin/pip"));
        let installed = project.progress.step(&format!("ziglang {ZIGLANG} from PyPI"), || -> Result<bool> {
            let made = python.args(["-m", "venv"]).args([place.join("venv")]).logged(&log)?.ok();
            let pip = Run::new(pip).args(["install", "--no-deps", "--target"]).args([place.join("site")]);
            Ok(made && pip.args([format!("ziglang=={ZIGLANG}")]).logged(&log)?.ok())
        })?;
        if !installed {
            return Err(MISSING.into());
        }
    }
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
