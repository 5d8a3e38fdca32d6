//! Licences, bans and sources, by cargo-deny.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::process::Finished;
use crate::project::Project;
use crate::{constant_time, fuzz, tools};

pub(super) fn check(project: &Project) -> Result<String> {
    let agreed = fs::read_to_string(project.path("deny.toml"))?;
    for manifest in ["Cargo.toml", fuzz::MANIFEST, constant_time::MANIFEST] {
        // Includes crates for other machines: cargo-deny needs them, and fetches nothing.
        let fetch = tools::cargo().args(["fetch", "--locked", "--manifest-path", manifest]).dir(project.path(""));
        fetch.logged(&project.log("deny-fetch"))?.successful()?;
        deny(project, manifest, &agreed)?.successful()?;
    }
    let control = deny(project, "Cargo.toml", &without_licences(&agreed)?)?;
    ensure!(!control.ok(), "cargo-deny passes what no licence allows");
    Ok("0 refused".to_owned())
}

/// Licences, bans and sources. Advisories would have to be fetched: see docs/releasing.md.
fn deny(project: &Project, manifest: &str, config: &str) -> Result<Finished> {
    let file = project.target("supply/deny.toml");
    fs::create_dir_all(project.target("supply"))?;
    fs::write(&file, config)?;
    tools::packed_tool(project, "cargo-deny", "0.20.2")?
        .args(["--offline", "--locked", "--manifest-path"])
        .args([project.path(manifest)])
        .args(["--config"])
        .args([&file])
        .args(["check", "--hide-inclusion-graph", "licenses", "bans", "sources"])
        .logged(&project.log("deny"))
}

/// The control: what is agreed to, without any licence.
fn without_licences(agreed: &str) -> Result<String> {
    let (head, tail) = agreed.split_once("allow = [\n").context("deny.toml allows no licences")?;
    let (_, tail) = tail.split_once("]\n").context("the list of licences has no end")?;
    Ok(format!("{head}allow = []\n{tail}"))
}
