//! Puts uniffi's Swift under the condition of the systems that it is for. A package has both sources, and each system
//! compiles the one that fits its library.

use std::{fs, path::Path};

use anyhow::{Context, Result};

/// Devices and Mac Catalyst, where an app is in production: their library has nothing that only a desk needs.
/// `Simulator.swift` of bindings/swift names them too.
const DEVICES: &str = "os(iOS) && !targetEnvironment(simulator)";

/// For devices and Mac Catalyst.
pub(crate) fn for_devices(folder: &Path) -> Result<()> {
    restrict(folder, DEVICES)
}

/// For everything else, also where the tests of an app run.
pub(crate) fn for_desks(folder: &Path) -> Result<()> {
    restrict(folder, &format!("!({DEVICES})"))
}

fn restrict(folder: &Path, condition: &str) -> Result<()> {
    let file = folder.join("Billwire.swift");
    let source = fs::read_to_string(&file).context("uniffi wrote no Swift")?;
    Ok(fs::write(file, format!("#if {condition}\n{source}\n#endif\n"))?)
}
