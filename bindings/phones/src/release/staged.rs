//! Maven artefacts in a repository: each with its pom, sources, documentation and checksums.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};
use xtask::{files, report};

use crate::repository::{self, VERSION};

/// Files that Maven Central asks for, besides the jar or the AAR.
const PARTS: [&str; 3] = [".pom", "-sources.jar", "-javadoc.jar"];
const CHECKSUMS: [&str; 2] = ["md5", "sha1"];

/// Checks the artefacts below a repository, and returns a table of them.
pub(super) fn check(repository: &Path, artefacts: &[(&str, &str)]) -> Result<String> {
    let mut rows = Vec::new();
    for (name, kind) in artefacts {
        let folder = repository::folder(repository, name);
        let content = sizes(&folder).with_context(|| format!("{name} is not staged"))?;
        let main = format!(".{kind}");
        let stem = format!("{name}-{VERSION}");
        let lacking = lacking(&content, &stem, &main);
        ensure!(lacking.is_empty(), "{name} lacks {}", lacking.join(", "));
        let size = |part: &str| content.get(&format!("{stem}{part}")).map(ToString::to_string).unwrap_or_default();
        rows.push(
            [vec![(*name).to_owned()], [main.as_str()].iter().chain(&PARTS).map(|part| size(part)).collect()].concat(),
        );
    }
    Ok(report::table(&["artefact", "jar or AAR", "pom", "sources", "documentation"], &[1, 2, 3, 4], rows))
}

/// The names in a folder with their sizes.
fn sizes(folder: &Path) -> Result<BTreeMap<String, u64>> {
    let size = |name: PathBuf| Ok((name.display().to_string(), fs::metadata(folder.join(&name))?.len()));
    files::below(folder)?.into_iter().map(size).collect()
}

/// The files that an artefact does not have.
fn lacking(content: &BTreeMap<String, u64>, stem: &str, main: &str) -> Vec<String> {
    let parts = [main].into_iter().chain(PARTS).map(|part| format!("{stem}{part}"));
    let with_checksums = |part: String| {
        let checksums = CHECKSUMS.map(|kind| format!("{part}.{kind}"));
        [part].into_iter().chain(checksums)
    };
    parts.flat_map(with_checksums).filter(|name| content.get(name).is_none_or(|size| *size == 0)).collect()
}

/// Writes the checksums of all files below a folder into its `SHA256SUMS`, as `sha256sum --check` reads them.
pub(super) fn sum(folder: &Path) -> Result<()> {
    let mut sums = String::new();
    for name in files::below(folder)? {
        for byte in Sha256::digest(fs::read(folder.join(&name))?) {
            write!(sums, "{byte:02x}")?;
        }
        writeln!(sums, "  {}", name.display())?;
    }
    files::write(&folder.join("SHA256SUMS"), sums.as_bytes())
}

/// Says where everything lies, and what a person does with it.
pub(super) fn finish(folder: &Path, next: &str) {
    println!("{}\nnothing is uploaded; {next}", folder.display());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_artefact_without_a_part_is_refused() {
        let parts = [".jar", ".pom", "-sources.jar", "-javadoc.jar"].into_iter();
        let names = parts.flat_map(|part| ["", ".md5", ".sha1"].map(|kind| format!("a-1{part}{kind}")));
        let mut content: BTreeMap<String, u64> = names.map(|name| (name, 1)).collect();
        assert!(lacking(&content, "a-1", ".jar").is_empty());
        content.remove("a-1-javadoc.jar");
        content.insert("a-1.pom.sha1".to_owned(), 0);
        assert_eq!(lacking(&content, "a-1", ".jar"), ["a-1.pom.sha1", "a-1-javadoc.jar"]);
    }
}
