//! The values of the Kotlin packages: a file for each record and enum of the interface.
//!
//! uniffi's own Kotlin is compiled as it is, in `io.github.billwire.ffi`. Users see the values written here and the
//! hand-written classes of `bindings/kotlin`, both in `io.github.billwire`. None is a data class, whose constructor and `copy`
//! change with each new field: a program that was compiled against an older version would no longer find them.
//!
//! `io.github.billwire.testing` has the simulator's values alone, over uniffi's Kotlin of its own. `bindings/kotlin-testing`
//! converts the others.

mod enums;
mod kdoc;
mod part;
mod records;
mod types;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use camino::Utf8Path;
use uniffi_bindgen::ComponentInterface;
use uniffi_bindgen::bindings::TargetLanguage;
use uniffi_bindgen::interface::AsType;

use crate::generator::generate;
use crate::interface::{self, Crossing, is_wrapped, reach};

/// A package of Kotlin.
pub(crate) struct Package {
    pub(crate) name: &'static str,
    /// Imports of each file.
    pub(crate) imports: &'static str,
    /// Values of another package, which this one uses.
    pub(crate) written: BTreeSet<String>,
}

pub(crate) const PACKAGE: Package = Package { name: "io.github.billwire", imports: "", written: BTreeSet::new() };
pub(crate) const TESTING: Package =
    Package { name: "io.github.billwire.testing", imports: "import io.github.billwire.*\n", written: BTreeSet::new() };

/// Types that the files use by their simple names.
const IMPORTS: [(&str, &str); 3] =
    [("BigDecimal", "java.math.BigDecimal"), ("Instant", "java.time.Instant"), ("ZoneOffset", "java.time.ZoneOffset")];

/// Records that callers make although no method takes them: an app's own finding about a field, and what the simulator alone
/// takes, which is in another package.
pub(crate) const MADE_BY_CALLERS: [&str; 3] = ["Finding", "HttpRequest", "Reply"];

/// uniffi writes no visibilities (uniffi 0.32, without an issue yet), and Kotlin suppresses their absence for a file alone.
const WITHOUT_VISIBILITIES: [&str; 2] = [
    "@file:Suppress(\"NAME_SHADOWING\")",
    "@file:Suppress(\"NAME_SHADOWING\", \"NO_EXPLICIT_VISIBILITY_IN_API_MODE\", \"NO_EXPLICIT_RETURN_TYPE_IN_API_MODE\")",
];

/// Writes uniffi's Kotlin and the values of a package into a folder. Returns the names of the values.
pub(crate) fn write(
    library: &Utf8Path,
    source: &Utf8Path,
    package: &Package,
    without: &[String],
) -> Result<BTreeSet<String>> {
    let config = source.with_extension("toml");
    let own = format!("[crates.billwire_ffi.bindings.kotlin]\npackage_name = \"{}.ffi\"\n", package.name);
    fs::write(&config, own)?;
    generate(TargetLanguage::Kotlin, library, source, Some(config.clone()))?;
    fs::remove_file(config)?;
    let folder = source.join(package.name.replace('.', "/"));
    suppress_visibilities(folder.join("ffi/billwire.kt").as_std_path())?;
    write_values(&interface::of(library, without)?, folder.as_std_path(), package)
}

fn write_values(interface: &ComponentInterface, folder: &Path, package: &Package) -> Result<BTreeSet<String>> {
    let mut crossing = Crossing::of(interface);
    let mut written = BTreeSet::new();
    let records = interface.record_definitions().iter().filter(|record| !is_wrapped(record));
    for record in records.clone().filter(|record| MADE_BY_CALLERS.contains(&record.name())) {
        reach(&record.as_type(), interface, &mut crossing.taken);
    }
    for record in records.filter(|record| !package.written.contains(record.name())) {
        write_file(folder, record.name(), &records::record(record, &crossing)?, package)?;
        written.insert(record.name().to_owned());
    }
    let enums = interface.enum_definitions().iter().filter(|model| crossing.contains(model.name()));
    let enums = enums.filter(|model| !package.written.contains(model.name()));
    for model in enums.filter(|model| !interface.is_name_used_as_error(model.name())) {
        write_file(folder, model.name(), &enums::model(model, &crossing)?, package)?;
        written.insert(model.name().to_owned());
    }
    Ok(written)
}

fn suppress_visibilities(file: &Path) -> Result<()> {
    let [text, instead] = WITHOUT_VISIBILITIES;
    let source = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    ensure!(source.matches(text).count() == 1, "uniffi's Kotlin changed: is the work-around still needed?");
    Ok(fs::write(file, source.replace(text, instead))?)
}

fn write_file(folder: &Path, name: &str, code: &str, package: &Package) -> Result<()> {
    let imports = IMPORTS.iter().filter(|(simple, _)| uses(code, simple));
    let imports: String = imports.map(|(_, path)| format!("import {path}\n")).collect();
    let (own, others) = (package.name, package.imports);
    let source = format!("package {own}\n\n{others}import {own}.ffi.{name} as Ffi{name}\n{imports}\n{code}");
    Ok(fs::write(folder.join(name).with_extension("kt"), source)?)
}

/// Whether code names a class.
fn uses(code: &str, class: &str) -> bool {
    let words = code.split(|letter: char| !letter.is_alphanumeric());
    words.into_iter().any(|word| word == class)
}
