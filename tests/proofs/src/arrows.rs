//! Dependencies run one way: between the files of a crate, between the crates, and from core to none of its callers.

mod crates;
mod modules;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::project::Project;
use crate::proof::{Lane, Proof, Proven};
use crate::{copy, tools};
use modules::{Read, Uses};

pub(crate) const PROOF: Proof = Proof {
    name: "arrows",
    lane: Lane::Free,
    promise: "no modules of a crate use each other in a circle, no crate depends on one above it, and core knows no caller",
    quick: &[],
    full: &[],
    builds: &[],
    prove,
};
/// Words of its callers that no file of core holds, apart from a lock file.
const OF_CALLERS: [&str; 3] = ["uniffi", "camelCase", "doc(hidden)"];
/// Spellings of the code units of JavaScript and the JVM, which core's own sources do not name.
const CODE_UNITS: [&str; 3] = ["utf16", "utf-16", "utf_16"];
/// Folder of the code that detects keys hashed in UTF-16 by mistake.
const KNOWS_UNITS: &str = "/explain/";

/// Looks at all crates, or at those whose folder or name contains one of the arguments.
fn prove(project: &Project, args: &[&str]) -> Result<Proven> {
    let metadata = ["metadata", "--format-version", "1", "--no-deps"];
    let run = tools::cargo().args(metadata).dir(project.path("")).answer(&project.log("metadata"))?.successful()?;
    let root = fs::canonicalize(project.path(""))?;
    let crates = crates::read(&serde_json::from_str(&run.answer)?, &root)?;
    let read = |path: &Path| fs::read_to_string(project.path(path)).ok();
    let mut offenders = crates::offenders(&crates);
    let (mut files, mut known) = (0, 0);
    for root in crates.iter().flat_map(|one| &one.roots) {
        let uses = modules::uses(Path::new(root), &read)?;
        files += 1;
        known += uses.len();
        offenders.extend(circles(&uses));
    }
    offenders.extend(words(project)?);
    offenders.sort();
    offenders.dedup();
    let is_chosen = |offender: &String| args.is_empty() || args.iter().any(|arg| offender.contains(arg));
    offenders.retain(is_chosen);
    if !offenders.is_empty() {
        bail!("{}\n{} offenders", offenders.join("\n"), offenders.len());
    }
    let figure = format!("{} crates with {files} roots and {known} uses between files, no circle", crates.len());
    Ok(Proven { tests: files, figure, control: control()? })
}

/// Each circle, with the uses that close it.
fn circles(uses: &Uses) -> Vec<String> {
    let describe = |circle: &std::collections::BTreeSet<&Path>| {
        let is_inside = |from: &PathBuf, to: &PathBuf| circle.contains(from.as_path()) && circle.contains(to.as_path());
        let inside = uses.iter().filter(|((from, to), _)| is_inside(from, to));
        let lines = inside.map(|((from, to), path)| format!("\n    {} -> {}  by {path}", from.display(), to.display()));
        let first = circle.first().map(|first| first.display().to_string()).unwrap_or_default();
        format!("{first}: a circle of {} files{}", circle.len(), lines.collect::<String>())
    };
    modules::cycles(uses).iter().map(describe).collect()
}

/// Lines of core that hold a word of its callers.
fn words(project: &Project) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for path in
        copy::names(project)?.into_iter().filter(|path| path.starts_with("core/") && !path.ends_with("Cargo.lock"))
    {
        let file = project.path(&path);
        if file.is_file() {
            found.extend(words_of(&path, &fs::read_to_string(file).context(path.clone())?));
        }
    }
    Ok(found)
}

fn words_of(path: &str, text: &str) -> Vec<String> {
    let named =
        OF_CALLERS.iter().filter(|word| path.contains(*word)).map(|word| format!("{path}: `{word}` in its name"));
    let is_of_core = path.starts_with("core/src/") && !path.contains(KNOWS_UNITS);
    let held = text.lines().zip(1usize..).flat_map(|(line, number)| {
        let small = line.to_lowercase();
        let of_callers = OF_CALLERS.into_iter().filter(|word| line.contains(word));
        let units = CODE_UNITS.into_iter().filter(|word| is_of_core && small.contains(word));
        of_callers.chain(units).map(|word| format!("{path}:{number}: `{word}`")).collect::<Vec<_>>()
    });
    named.chain(held).collect()
}

/// Checks that each planted offence is found: a circle, a dependency against the arrows, a word of the callers.
fn control() -> Result<String> {
    let read: Read<'_> = &|path| {
        let text = match path.to_str()? {
            "lib.rs" => "mod a;\nmod b;",
            "a.rs" => "pub struct A(crate::b::B);",
            "b.rs" => "use super::a;\npub struct B(Box<a::A>);",
            _ => return None,
        };
        Some(text.to_owned())
    };
    ensure!(circles(&modules::uses(Path::new("lib.rs"), read)?).len() == 1, "the control: a circle is not noticed");
    ensure!(crates::offenders(&crates::control()).len() == 2, "the control: core's dependencies are not noticed");
    let planted = OF_CALLERS.into_iter().chain(CODE_UNITS).all(|word| words_of("core/src/a.rs", word).len() == 1);
    ensure!(planted, "the control: a word of core's callers is not noticed");
    Ok("found: a circle of two modules, core depending on a binding and on its library, each word in core".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_noticed() {
        control().unwrap();
    }

    #[test]
    fn code_units_are_of_no_concern_to_the_wire() {
        assert!(words_of("core/wire/src/a.rs", "utf16").is_empty());
        assert_eq!(words_of("core/uniffi.toml", "").len(), 1);
    }
}
