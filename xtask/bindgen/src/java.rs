//! The Java package's models: a whole file for each record and enum of the interface.
//!
//! uniffi's own Java is compiled as it is, in `io.github.billwire.ffi`. Users see the models written here and the
//! hand-written classes of `bindings/java`, both in `io.github.billwire`. The class `Conversions` turns the models of
//! one package into those of the other.

mod builders;
mod conversions;
mod enums;
mod javadoc;
mod part;
mod records;
mod types;
mod workarounds;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use uniffi_bindgen::ComponentInterface;

use crate::interface::is_wrapped;

/// Types that the files use by their simple names.
const IMPORTS: [&str; 8] = [
    "java.math.BigDecimal",
    "java.time.Instant",
    "java.time.ZoneOffset",
    "java.util.Arrays",
    "java.util.List",
    "java.util.Map",
    "java.util.Objects",
    "org.jspecify.annotations.Nullable",
];

/// Writes the models into a folder, and uniffi's classes into the folder `ffi` below it.
pub(crate) fn write(interface: &ComponentInterface, uniffi: &Path, folder: &Path) -> Result<()> {
    let ffi = folder.join("ffi");
    fs::create_dir_all(&ffi)?;
    for file in fs::read_dir(uniffi).with_context(|| uniffi.display().to_string())? {
        let path = file?.path();
        let name = path.file_name().context("a file without a name")?;
        let source = fs::read_to_string(&path)?;
        fs::write(ffi.join(name), workarounds::applied(&name.to_string_lossy(), source)?)?;
    }
    for (name, code) in models(interface)? {
        fs::write(folder.join(format!("{name}.java")), source(&code))?;
    }
    Ok(())
}

fn models(interface: &ComponentInterface) -> Result<Vec<(String, String)>> {
    let records = interface.record_definitions().iter().filter(|record| !is_wrapped(record));
    let enums = interface.enum_definitions().iter().filter(|model| !interface.is_name_used_as_error(model.name()));
    let records = records.map(|record| Ok((record.name().to_owned(), records::record(record, interface)?)));
    let enums = enums.map(|model| Ok((model.name().to_owned(), enums::model(model, interface)?)));
    let conversions = std::iter::once_with(|| Ok(("Conversions".to_owned(), conversions::class(interface)?)));
    records.chain(enums).chain(conversions).collect()
}

/// A file that imports the types that it uses.
fn source(code: &str) -> String {
    let is_used = |class: &str| {
        code.match_indices(class).any(|(at, _)| {
            let is_name = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '.');
            let (before, rest) = code.split_at(at);
            !is_name(before.chars().next_back())
                && !rest[class.len()..].starts_with(|letter: char| letter.is_alphanumeric())
        })
    };
    let imports = IMPORTS.iter().filter(|name| name.rsplit('.').next().is_some_and(is_used));
    let imports: String = imports.map(|name| format!("import {name};\n")).collect();
    let gap = if imports.is_empty() { "" } else { "\n" };
    format!("package io.github.billwire;\n\n{imports}{gap}{code}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_imports_what_it_uses() {
        assert_eq!(
            source("List<io.github.billwire.Map> Lists"),
            "package io.github.billwire;\n\nimport java.util.List;\n\nList<io.github.billwire.Map> Lists"
        );
        assert_eq!(source("x"), "package io.github.billwire;\n\nx");
    }
}
