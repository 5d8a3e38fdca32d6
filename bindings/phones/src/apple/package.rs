//! The Swift package as its own repository has it: with the published XCFramework, and without tests.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use xtask::project::Project;
use xtask::{files, swift};

/// Beginnings of the targets that only this checkout has.
const OWN: [&str; 2] = [".executableTarget(", ".testTarget("];
const LICENCES: [&str; 3] = ["LICENSE-MIT", "LICENSE-APACHE", "bindings/THIRD-PARTY.md"];

/// Writes the package anew, and returns its folder.
pub(crate) fn write(project: &Project, place: &Path, url: &str, checksum: &str) -> Result<PathBuf> {
    let own = project.path(swift::PACKAGE);
    let sources = files::below(&own.join("Sources"))?.into_iter().map(|name| Path::new("Sources").join(name));
    let of_package = sources.chain(["README.md".into()]).map(|name| (own.join(&name), name));
    let licences = LICENCES.map(|name| (project.path(name), Path::new(name).file_name().unwrap_or_default().into()));
    let mut content = of_package
        .chain(licences)
        .map(|(file, name): (PathBuf, PathBuf)| {
            Ok((name, fs::read(&file).with_context(|| file.display().to_string())?))
        })
        .collect::<Result<Vec<_>>>()?;
    let manifest = released(&fs::read_to_string(own.join("Package.swift"))?, url, checksum)?;
    content.push(("Package.swift".into(), manifest.into_bytes()));
    let folder = place.join("package");
    files::fill(&folder, &content)?;
    Ok(folder)
}

/// The manifest with the archive instead of a folder, and without the targets of tests.
fn released(manifest: &str, url: &str, checksum: &str) -> Result<String> {
    const LOCAL: &str = r#".binaryTarget(name: "BillwireFFI", path: "BillwireFFI.xcframework")"#;
    ensure!(manifest.matches(LOCAL).count() == 1, "Package.swift names no local XCFramework");
    let archive = format!(".binaryTarget(\n    name: \"BillwireFFI\", url: \"{url}\",\n    checksum: \"{checksum}\")");
    Ok(without_tests(&manifest.replace(LOCAL, &archive)))
}

/// Leaves out each target of tests, which is one line, with the comment before it.
fn without_tests(manifest: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for line in manifest.lines() {
        if !OWN.iter().any(|target| line.trim_start().starts_with(target)) {
            kept.push(line);
            continue;
        }
        while kept.last().is_some_and(|line| line.trim_start().starts_with("//")) {
            kept.pop();
        }
    }
    kept.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_names_the_archive_and_has_no_tests() {
        let manifest = "a = .binaryTarget(name: \"BillwireFFI\", path: \"BillwireFFI.xcframework\")\n    .target(x),\n    \
                        // For tests.\n    .executableTarget(y),\n    .testTarget(z),\n]\n";
        let released = released(manifest, "https://x/y.zip", "00ff").unwrap();
        let archive =
            "a = .binaryTarget(\n    name: \"BillwireFFI\", url: \"https://x/y.zip\",\n    checksum: \"00ff\")";
        assert_eq!(released, format!("{archive}\n    .target(x),\n]\n"));
    }

    #[test]
    fn a_manifest_without_a_local_framework_is_refused() {
        assert!(released("", "", "").is_err());
    }
}
