//! Names that Android's own libraries export at the oldest API level.

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};

use super::abi::Abi;

/// See the head of the file.
const NAMES: &str = include_str!("api-24.txt");

/// A library of the system, as a processor has it.
pub(crate) struct SystemLibrary {
    /// Without `.so`.
    pub(crate) name: String,
    /// Names by symbol version, the oldest version first.
    pub(crate) versions: Vec<(String, Vec<String>)>,
}

impl SystemLibrary {
    pub(crate) fn symbols(&self) -> impl Iterator<Item = &str> {
        self.versions.iter().flat_map(|(_, names)| names).map(String::as_str)
    }

    /// A linker's version script with these names alone.
    pub(crate) fn version_script(&self) -> String {
        let mut script = String::new();
        let mut parent = "";
        for (version, names) in &self.versions {
            let (names, local) = (names.join("; "), if parent.is_empty() { " local: *;" } else { "" });
            script.push_str(&format!("{version} {{ global: {names};{local} }} {parent};\n"));
            parent = version;
        }
        script
    }
}

/// The libraries of a processor.
pub(crate) fn libraries(abi: Abi) -> Result<Vec<SystemLibrary>> {
    let mut libraries: Vec<SystemLibrary> = Vec::new();
    for section in sections(NAMES)? {
        if section.processors.contains(&abi.processor()) {
            add(&mut libraries, &section);
        }
    }
    ensure!(!libraries.is_empty(), "no library is listed for {}", abi.name());
    Ok(libraries)
}

/// All names of the libraries of a processor.
pub(crate) fn names(abi: Abi) -> Result<BTreeSet<String>> {
    Ok(libraries(abi)?.iter().flat_map(SystemLibrary::symbols).map(str::to_owned).collect())
}

fn add(libraries: &mut Vec<SystemLibrary>, section: &Section<'_>) {
    if libraries.last().is_none_or(|last| last.name != section.library) {
        libraries.push(SystemLibrary { name: section.library.to_owned(), versions: Vec::new() });
    }
    let Some(library) = libraries.last_mut() else { return };
    let names = section.names.iter().map(|name| (*name).to_owned());
    match library.versions.iter_mut().find(|(version, _)| version == section.version) {
        Some((_, listed)) => listed.extend(names),
        None => library.versions.push((section.version.to_owned(), names.collect())),
    }
}

/// A head such as `[libc LIBC arm64 x86_64]`, and the names below it.
struct Section<'a> {
    library: &'a str,
    version: &'a str,
    processors: Vec<&'a str>,
    names: Vec<&'a str>,
}

fn sections(text: &str) -> Result<Vec<Section<'_>>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(head) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            let mut words = head.split(' ');
            let (library, version) = words.next().zip(words.next()).with_context(|| line.to_owned())?;
            sections.push(Section { library, version, processors: words.collect(), names: Vec::new() });
        } else {
            sections.last_mut().with_context(|| line.to_owned())?.names.extend(line.split(' '));
        }
    }
    Ok(sections)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_processor_has_the_same_three_libraries() {
        for abi in Abi::ALL {
            let libraries = libraries(abi).unwrap();
            let names: Vec<_> = libraries.iter().map(|library| library.name.as_str()).collect();
            assert_eq!(names, ["libc", "libdl", "libm"], "{abi:?}");
        }
    }

    #[test]
    fn names_of_later_systems_are_not_listed() {
        // `getrandom` came with API level 28, `reallocarray` with 29.
        for abi in Abi::ALL {
            let names = names(abi).unwrap();
            assert!(names.contains("malloc") && !names.contains("getrandom") && !names.contains("reallocarray"));
        }
    }

    #[test]
    fn a_later_version_follows_the_first() {
        let library = SystemLibrary {
            name: "libx".into(),
            versions: vec![("A".into(), vec!["a".into(), "b".into()]), ("B".into(), vec!["c".into()])],
        };
        assert_eq!(library.version_script(), "A { global: a; b; local: *; } ;\nB { global: c; } A;\n");
    }
}
