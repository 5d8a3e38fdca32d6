//! The JDK that the Java package needs, which is newer than the one of many machines.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::debian::on_path;
use crate::tools::Missing;

const OLDEST: u32 = 22;
/// Folder of JDKs from Linux's packages.
const SHELF: &str = "/usr/lib/jvm";
const MISSING: Missing = Missing {
    tool: "a JDK of 22 or newer",
    remedy: "get one from https://adoptium.net, into /usr/lib/jvm or with JAVA_HOME naming it",
};

/// Home of the newest JDK: named by `JAVA_HOME`, on `PATH`, or below [`SHELF`].
pub(super) fn home() -> Result<PathBuf> {
    let named = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let used = on_path("javac").and_then(|javac| Some(javac.canonicalize().ok()?.parent()?.parent()?.to_owned()));
    let shelf = fs::read_dir(SHELF).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let candidates = named.into_iter().chain(used).chain(shelf).filter_map(|home| Some((version(&home)?, home)));
    let newest = candidates.filter(|(version, _)| *version >= OLDEST).max();
    Ok(newest.ok_or(MISSING)?.1)
}

/// Version of the JDK in a folder, if it has a compiler.
fn version(home: &Path) -> Option<u32> {
    let compiler = home.join("bin/javac").with_extension(std::env::consts::EXE_EXTENSION);
    let release = fs::read_to_string(home.join("release")).ok().filter(|_| compiler.is_file())?;
    stated(&release)
}

/// `JAVA_VERSION="25.0.3"` is 25.
fn stated(release: &str) -> Option<u32> {
    let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\""))?;
    version.split(['.', '-', '+', '"']).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jdk_states_its_version() {
        assert_eq!(stated("IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"25.0.3\"\n"), Some(25));
        assert_eq!(stated("JAVA_VERSION=\"1.8.0_412\""), Some(1));
        assert_eq!(stated("JAVA_VERSION=\"26-ea\""), Some(26));
        assert_eq!(stated(""), None);
    }
}
