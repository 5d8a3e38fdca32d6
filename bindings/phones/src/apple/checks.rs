//! The checks of the archive, each with a control: an input that breaks the rule, which must be noticed.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use fat_macho::FatReader;
use xtask::files;
use xtask::project::Project;

use super::contents::{Contents, Platform, Version};
use super::framework::{self, Framework};
use super::slices::{Library, Slice};
use super::{consumer, privacy, system};
use crate::exports::is_ours;
use crate::rules::{Checks, all_in, equal, with};

const NOWHERE: &str = "_billwire_is_nowhere";

/// Checks the contents of each slice.
pub(crate) fn of_slices(project: &Project, slices: &[Slice], framework: &Framework, checks: &mut Checks) -> Result<()> {
    let (system, functions) = (system::symbols(project)?, functions_of(project)?);
    let headers = framework::headers(project)?;
    for slice in slices {
        let identifier = slice.identifier();
        let archived = framework.library(slice)?;
        for library in &slice.libraries {
            let name = |rule: &str| format!("{identifier}, {}: {rule}", library.target.arch);
            let part = part(&archived, library, slice.libraries.len())?;
            let other = part.get(1..).unwrap_or_default();
            checks.rule(&name("the library is in the archive"), same(library, part), same(library, other))?;
            of_library(slice.platform, library, (&functions, &system), &name, checks)?;
        }
        let archived = framework.headers(slice)?;
        let changed: Vec<_> = headers.iter().map(|(name, text)| (*name, [text.as_slice(), b" "].concat())).collect();
        let rule = format!("{identifier}: the header is the one of Swift's sources");
        checks.rule(&rule, equal(&archived, &headers), equal(&archived, &changed))?;
    }
    Ok(())
}

/// The library of one processor in the file of a slice.
fn part<'a>(file: &'a [u8], library: &Library, processors: usize) -> Result<&'a [u8]> {
    if processors == 1 {
        return Ok(file);
    }
    FatReader::new(file)?.extract(library.target.arch).context("the file of the slice lacks a processor")
}

fn same(library: &Library, part: &[u8]) -> Result<()> {
    ensure!(library.is(part), "it is another one");
    Ok(())
}

fn of_library(
    platform: Platform,
    library: &Library,
    (functions, system): (&BTreeSet<String>, &BTreeSet<String>),
    name: &dyn Fn(&str) -> String,
    checks: &mut Checks,
) -> Result<()> {
    let contents = &library.contents;
    let other = if platform == Platform::MacOs { Platform::Ios } else { Platform::MacOs };
    let is_of = |platform| is_of(contents, platform);
    checks.rule(&name("every object file is of the system"), is_of(platform), is_of(other))?;
    let runs_on = |version| equal(&contents.oldest(), &version);
    let newer = Version(library.oldest.0 + 1, 0);
    checks.rule(&name("it runs on the oldest system of Package.swift"), runs_on(library.oldest), runs_on(newer))?;

    let rule = name("every function of the header is defined");
    checks.rule(&rule, all_in(functions, &contents.defined), all_in(&with(functions, NOWHERE), &contents.defined))?;
    let outside = &contents.outside;
    let rule = name("every symbol from outside is in the system library");
    checks.rule(&rule, all_in(outside, system), all_in(&with(outside, NOWHERE), system))
}

fn is_of(contents: &Contents, platform: Platform) -> Result<()> {
    let another = contents.systems.iter().find(|(other, _)| *other != platform);
    ensure!(another.is_none(), "an object file is of {another:?}");
    Ok(())
}

/// Functions that the package's header declares.
pub(crate) fn functions_of(project: &Project) -> Result<BTreeSet<String>> {
    let headers = framework::headers(project)?;
    let (_, header) = headers.first().context("the package has no header")?;
    let functions = functions(&String::from_utf8_lossy(header));
    ensure!(!functions.is_empty(), "the header declares no function");
    Ok(functions)
}

/// Functions that a header declares, as Apple's systems write their symbols.
fn functions(header: &str) -> BTreeSet<String> {
    let calls = header.split('(').filter_map(|text| text.rsplit(|letter: char| !is_of_name(letter)).next());
    calls.filter(|name| is_ours(name)).map(|name| format!("_{name}")).collect()
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Checks the package's statements: about the archive, as SwiftPM reads them, and about privacy.
pub(crate) fn of_package(
    project: &Project,
    slices: &[Slice],
    framework: &Framework,
    package: &Path,
    (url, is_release): (&str, bool),
    checks: &mut Checks,
) -> Result<()> {
    let named = consumer::binary_target(project, package)?;
    let archive = |checksum: String| (Some(url.to_owned()), Some(checksum));
    let changed = [fs::read(&framework.archive)?.as_slice(), b"x"].concat();
    let computed = consumer::checksum(project, &framework.archive)?;
    checks.rule(
        "SwiftPM reads the archive's address and checksum in Package.swift",
        equal(&named, &archive(computed)),
        equal(&named, &archive(framework::checksum(&changed))),
    )?;

    let declared = privacy::declared(&fs::read(package.join(privacy::MANIFEST))?)?;
    let outside: BTreeSet<&String> =
        slices.iter().flat_map(|slice| &slice.libraries).flat_map(|library| &library.contents.outside).collect();
    let used = &privacy::of_symbols(outside.iter().copied()) | &privacy::of_sources(&sources(package)?);
    if !is_release {
        // An unoptimised library contains all of Rust's standard library.
        let rule = "the privacy manifest declares only listed APIs that are used";
        return checks.rule(rule, all_in(&declared, &used), all_in(&declared, &BTreeSet::new()));
    }
    let more = &used | &privacy::of_symbols([&"_mach_absolute_time".to_owned(), &"_statfs".to_owned()]);
    let rule = "the privacy manifest declares exactly the listed APIs that are used";
    checks.rule(rule, equal(&declared, &used).with_context(|| format!("{used:?}")), equal(&declared, &more))
}

/// Swift's sources, which also call the system.
fn sources(package: &Path) -> Result<String> {
    let folder = package.join("Sources");
    let names = files::below(&folder)?.into_iter().filter(|name| name.extension().is_some_and(|end| end == "swift"));
    names.map(|name| Ok(fs::read_to_string(folder.join(name))?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functions_of_a_header_are_found() {
        let header = "#define X(a)\nvoid uniffi_billwire_ffi_fn_free_x(uint64_t handle, Status *out);\n\
                      typedef void (*Callback)(int);\nuint32_t ffi_billwire_ffi_version(void\n);";
        let found = ["_ffi_billwire_ffi_version", "_uniffi_billwire_ffi_fn_free_x"];
        assert_eq!(functions(header), found.map(str::to_owned).into());
    }
}
