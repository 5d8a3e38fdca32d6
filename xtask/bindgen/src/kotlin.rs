//! The Kotlin package's values: a file for each record and enum of the interface.
//!
//! uniffi's own Kotlin is compiled as it is, in `io.github.billwire.ffi`. Users see the values written here and the
//! hand-written classes of `bindings/kotlin`, both in `io.github.billwire`. None is a data class, whose constructor and `copy`
//! change with each new field: a program that was compiled against an older version would no longer find them.

mod enums;
mod kdoc;
mod part;
mod records;
mod types;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use uniffi_bindgen::ComponentInterface;
use uniffi_bindgen::interface::AsType;

use crate::interface::{Crossing, is_wrapped, reach};

/// Types that the files use by their simple names.
const IMPORTS: [(&str, &str); 3] =
    [("BigDecimal", "java.math.BigDecimal"), ("Instant", "java.time.Instant"), ("ZoneOffset", "java.time.ZoneOffset")];

/// Records that callers make although no method takes them: an app's own finding about a field, and what the simulator alone
/// takes. The library for phones is without it, and its package has the same classes.
const MADE_BY_CALLERS: [&str; 3] = ["Finding", "HttpRequest", "Reply"];

/// uniffi writes no visibilities (uniffi 0.32, without an issue yet), and Kotlin suppresses their absence for a file alone.
const WITHOUT_VISIBILITIES: [&str; 2] = [
    "@file:Suppress(\"NAME_SHADOWING\")",
    "@file:Suppress(\"NAME_SHADOWING\", \"NO_EXPLICIT_VISIBILITY_IN_API_MODE\", \"NO_EXPLICIT_RETURN_TYPE_IN_API_MODE\")",
];

/// Writes the values into a folder, next to uniffi's `ffi`.
pub(crate) fn write(interface: &ComponentInterface, folder: &Path) -> Result<()> {
    suppress_visibilities(&folder.join("ffi/billwire.kt"))?;
    let mut crossing = Crossing::of(interface);
    let records = interface.record_definitions().iter().filter(|record| !is_wrapped(record));
    for record in records.clone().filter(|record| MADE_BY_CALLERS.contains(&record.name())) {
        reach(&record.as_type(), interface, &mut crossing.taken);
    }
    for record in records {
        write_file(folder, record.name(), &records::record(record, &crossing)?)?;
    }
    let enums = interface.enum_definitions().iter().filter(|model| crossing.contains(model.name()));
    for model in enums.filter(|model| !interface.is_name_used_as_error(model.name())) {
        write_file(folder, model.name(), &enums::model(model, &crossing)?)?;
    }
    Ok(())
}

fn suppress_visibilities(file: &Path) -> Result<()> {
    let [text, instead] = WITHOUT_VISIBILITIES;
    let source = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    ensure!(source.matches(text).count() == 1, "uniffi's Kotlin changed: is the work-around still needed?");
    Ok(fs::write(file, source.replace(text, instead))?)
}

fn write_file(folder: &Path, name: &str, code: &str) -> Result<()> {
    let imports = IMPORTS.iter().filter(|(simple, _)| uses(code, simple));
    let imports: String = imports.map(|(_, path)| format!("import {path}\n")).collect();
    let source =
        format!("package io.github.billwire\n\nimport io.github.billwire.ffi.{name} as Ffi{name}\n{imports}\n{code}");
    Ok(fs::write(folder.join(name).with_extension("kt"), source)?)
}

/// Whether code names a class.
fn uses(code: &str, class: &str) -> bool {
    let words = code.split(|letter: char| !letter.is_alphanumeric());
    words.into_iter().any(|word| word == class)
}
