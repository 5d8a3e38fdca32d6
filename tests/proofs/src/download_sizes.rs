//! Download size of each entry of the package: all of its files, plain and compressed.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use flate2::{Compression, write::GzEncoder};
use serde_json::{Map, Value};
use xtask::suites::Outcome;

use crate::package;
use crate::project::Project;

/// Promised sizes of the wasm files, compressed.
const PROMISED: [(&str, usize); 2] = [("billwire/slim/billwire.wasm", 71_000), ("billwire/slim/full.wasm", 150_000)];
/// Conditions in package.json: for every runtime, and for Node.
const EVERYBODY: &str = "default";
const NODE: &str = "node";
const IN_NODE: &str = "/node/default";

struct Size {
    name: String,
    bytes: usize,
    gzip: usize,
}

/// Sizes of the packed package. Fails above a promised one.
pub(crate) fn suite(project: &Project) -> Result<Outcome> {
    package::tarball(project)?;
    let sizes = of(&package::folder(project))?;
    check(&sizes)?;
    Ok(Outcome::all_passed(PROMISED.len() as u64, in_short(&sizes)))
}

/// Sizes of all entries, and of the wasm files that are entries themselves.
fn of(package: &Path) -> Result<Vec<Size>> {
    let manifest = Manifest::read(package)?;
    let mut sizes = Vec::new();
    for (entry, place) in manifest.object("exports")? {
        let name = entry.replacen('.', "billwire", 1);
        match target(place, EVERYBODY) {
            Some(file) if file.ends_with(".js") => {
                let in_node = place.pointer(IN_NODE).and_then(Value::as_str).context("no file for Node")?;
                sizes.push(size(format!("{name} in Node"), &manifest.loaded(entry, in_node, NODE)?)?);
                sizes.push(size(name, &manifest.loaded(entry, file, EVERYBODY)?)?);
            }
            Some(file) if file.ends_with(".wasm") => sizes.push(size(name, &[package.join(file)].into())?),
            _ => {}
        }
    }
    ensure!(!sizes.is_empty(), "the package has no entries");
    Ok(sizes)
}

/// Fails above a promised size.
fn check(sizes: &[Size]) -> Result<()> {
    for (name, most) in PROMISED {
        let found = sizes.iter().find(|size| size.name == name).with_context(|| format!("there is no {name}"))?;
        ensure!(found.gzip < most, "{name} takes {} bytes compressed, and {most} were promised", found.gzip);
    }
    Ok(())
}

/// Text for a line of a table.
fn in_short(sizes: &[Size]) -> String {
    let short = |size: &Size| format!("{} {} kB ({} gzip)", size.name, size.bytes / 1_000, size.gzip / 1_000);
    sizes.iter().map(short).collect::<Vec<_>>().join(", ")
}

struct Manifest<'a> {
    package: &'a Path,
    json: Value,
}

impl<'a> Manifest<'a> {
    fn read(package: &'a Path) -> Result<Self> {
        let json = serde_json::from_slice(&fs::read(package.join("package.json"))?)?;
        Ok(Self { package, json })
    }

    fn object(&self, name: &str) -> Result<&Map<String, Value>> {
        self.json.get(name).and_then(Value::as_object).with_context(|| format!("package.json has no {name}"))
    }

    /// The modules that an entry loads, and the wasm file that its caller passes.
    fn loaded(&self, entry: &str, file: &str, runtime: &str) -> Result<BTreeSet<PathBuf>> {
        let mut found = BTreeSet::new();
        self.follow(&self.package.join(file), runtime, &mut found)?;
        let below = format!("{entry}/");
        let given = self.object("exports")?.iter().filter(|(name, _)| entry != "." && name.starts_with(&below));
        found.extend(given.filter_map(|(_, place)| Some(self.package.join(target(place, runtime)?))));
        Ok(found)
    }

    fn follow(&self, file: &Path, runtime: &str, found: &mut BTreeSet<PathBuf>) -> Result<()> {
        let file = file.canonicalize().with_context(|| format!("{} is not there", file.display()))?;
        if !found.insert(file.clone()) {
            return Ok(());
        }
        let folder = file.parent().context("a file has a folder")?;
        if file.extension().is_some_and(|extension| extension == "wasm") {
            return Ok(());
        }
        for name in imports(&fs::read_to_string(&file)?) {
            match self.object("imports")?.get(name).and_then(|place| target(place, runtime)) {
                Some(inner) => self.follow(&self.package.join(inner), runtime, found)?,
                None if name.starts_with("node:") => {}
                None => self.follow(&folder.join(name), runtime, found)?,
            }
        }
        Ok(())
    }
}

/// Target of an entry or an import in a runtime.
fn target<'a>(place: &'a Value, runtime: &str) -> Option<&'a str> {
    place.get(runtime).or(place.get(EVERYBODY)).unwrap_or(place).as_str()
}

/// Names of the modules that a module loads, each of which ends on a line of its own, and of the wasm that it reads.
fn imports(module: &str) -> impl Iterator<Item = &str> {
    let is_import = |line: &str| ["import ", "export ", "} from "].iter().any(|start| line.starts_with(start));
    module.lines().filter_map(move |line| {
        let named = if is_import(line) { line.strip_suffix("\";")? } else { read(line)? };
        named.rsplit('"').next()
    })
}

/// A line of CommonJS up to the name of the module or the wasm that it loads.
fn read(line: &str) -> Option<&str> {
    let required = line.strip_suffix("\");").filter(|line| line.contains("= require(\""));
    required.or_else(|| line.strip_suffix("_bg.wasm\")));").and_then(|_| line.strip_suffix("\")));")))
}

fn size(name: String, files: &BTreeSet<PathBuf>) -> Result<Size> {
    let mut size = Size { name, bytes: 0, gzip: 0 };
    for file in files {
        let content = fs::read(file)?;
        size.bytes = size.bytes.saturating_add(content.len());
        size.gzip = size.gzip.saturating_add(gzipped(&content)?);
    }
    Ok(size)
}

/// Size after compression.
fn gzipped(content: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    Ok(encoder.finish()?.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_in_all_their_forms() {
        let module = "import \"#a\";\nimport { b } from \"./b.js\";\nimport {\n  c,\n} from \"./c.js\";\nexport * from \"./d.js\";\nexport const x = 1;\nconst text = \"e\";\n";
        assert_eq!(imports(module).collect::<Vec<_>>(), ["#a", "./b.js", "./c.js", "./d.js"]);
        let commonjs = "let a = require(\"./a.cjs\");\n\treturn new M(read(join(__dirname, \"../b_bg.wasm\")));\n\treturn require(\"./c.cjs\").compile();\n";
        assert_eq!(imports(commonjs).collect::<Vec<_>>(), ["./a.cjs", "../b_bg.wasm"]);
    }
}
