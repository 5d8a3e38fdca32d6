//! Which crates of the workspace may depend on which.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

/// Folders, each with those that its crates may depend on. The longest that a crate lies in counts.
const ARROWS: [(&str, &[&str]); 13] = [
    ("core/wire", &[]),
    ("core", &["core/wire"]),
    ("wasm", &["core", "core/wire", "wasm"]),
    ("bindings", &["core", "core/wire"]),
    ("bindings/package", &[]),
    ("examples", &["core", "core/wire"]),
    ("docs", &["core", "core/wire", "xtask"]),
    ("tests", &["core", "core/wire", "wasm", "bindings"]),
    ("tests/proofs", &["core", "core/wire", "wasm", "bindings", "docs", "xtask"]),
    ("tests/corpora", &[]),
    ("xtask", &[]),
    ("xtask/bindgen", &[]),
    ("xtask/wasm", &[]),
];
/// Libraries of core's callers.
const OF_CALLERS: [&str; 6] = ["uniffi", "wasm-bindgen", "js-sys", "web-sys", "serde-wasm-bindgen", "jni"];

/// A crate of the workspace.
pub(super) struct Crate {
    pub(super) name: String,
    folder: String,
    /// The files at the roots of its library, programs, examples and tests.
    pub(super) roots: Vec<String>,
    dependencies: Vec<Dependency>,
}

struct Dependency {
    name: String,
    /// Its folder in this repository, if it has one.
    folder: Option<String>,
}

/// Reads the output of `cargo metadata --no-deps`.
pub(super) fn read(metadata: &Value, root: &Path) -> Result<Vec<Crate>> {
    let list = |value: &Value, name: &str| value[name].as_array().cloned().with_context(|| name.to_owned());
    let text = |value: &Value, name: &str| Some(value[name].as_str()?.to_owned());
    let below = |path: &str| Some(Path::new(path).strip_prefix(root).ok()?.display().to_string());
    let one = |package: &Value| -> Result<Crate> {
        let name = text(package, "name").context("a package without a name")?;
        let manifest = text(package, "manifest_path").context("a package without a manifest")?;
        let folder = Path::new(&manifest).parent().context("a manifest without a folder")?;
        let folder = below(&folder.display().to_string()).context("a package outside")?;
        let roots = list(package, "targets")?.iter().filter_map(|target| below(&text(target, "src_path")?)).collect();
        let dependency = |dependency: &Value| {
            Some(Dependency {
                name: text(dependency, "name")?,
                folder: text(dependency, "path").and_then(|path| below(&path)),
            })
        };
        let dependencies = list(package, "dependencies")?.iter().filter_map(dependency).collect();
        Ok(Crate { name, folder, roots, dependencies })
    };
    list(metadata, "packages")?.iter().map(one).collect()
}

/// Dependencies that run against the arrows.
pub(super) fn offenders(crates: &[Crate]) -> Vec<String> {
    crates.iter().flat_map(Crate::offenders).collect()
}

impl Crate {
    fn offenders(&self) -> Vec<String> {
        let mut found = Vec::new();
        for Dependency { name, folder } in &self.dependencies {
            let Some((_, allowed)) = arrow(&self.folder) else {
                found.push(format!("{} lies in {}, of which no arrow is known", self.name, self.folder));
                continue;
            };
            let is_against = match folder {
                Some(folder) => !allowed.iter().any(|allowed| arrow(folder).is_some_and(|(of, _)| of == *allowed)),
                None => is_in(&self.folder, "core") && OF_CALLERS.contains(&name.as_str()),
            };
            if is_against {
                found.push(format!("{} ({}) depends on {name}", self.name, self.folder));
            }
        }
        found
    }
}

fn arrow(folder: &str) -> Option<(&'static str, &'static [&'static str])> {
    ARROWS.into_iter().filter(|(of, _)| is_in(folder, of)).max_by_key(|(of, _)| of.len())
}

fn is_in(folder: &str, of: &str) -> bool {
    Path::new(folder).starts_with(of)
}

/// Core as it must not be: it depends on a binding, and on a library of one.
pub(super) fn control() -> Vec<Crate> {
    let dependency =
        |name: &str, folder: Option<&str>| Dependency { name: name.into(), folder: folder.map(Into::into) };
    let dependencies = vec![dependency("billwire-wasm", Some("wasm")), dependency("uniffi", None)];
    vec![Crate { name: "billwire".into(), folder: "core".into(), roots: Vec::new(), dependencies }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_follow_the_arrows() {
        let offenders = |from: &str, to: &str| {
            let dependencies = vec![Dependency { name: "b".into(), folder: Some(to.into()) }];
            offenders(&[Crate { name: "a".into(), folder: from.into(), roots: Vec::new(), dependencies }]).len()
        };
        for (from, to) in [("core", "core/wire"), ("wasm/js-values", "core"), ("tests/proofs/fuzz", "xtask")] {
            assert_eq!(offenders(from, to), 0, "{from} {to}");
        }
        for (from, to) in [("core/wire", "core"), ("core", "bindings"), ("bindings", "wasm"), ("xtask", "core")] {
            assert_eq!(offenders(from, to), 1, "{from} {to}");
        }
        assert_eq!(super::offenders(&control()).len(), 2);
    }
}
