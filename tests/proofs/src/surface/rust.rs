//! The crate, as rustdoc lists it in JSON and `public_api` writes it.

use anyhow::{Context, Result};
use public_api::Builder;

use crate::project::Project;
use crate::tools;
use crate::tools::FEATURES;

/// Lists items without blanket and auto-trait impls. The compiler's version is fixed, because its JSON format changes.
pub(super) fn surface(project: &Project) -> Result<String> {
    let made = project.target("surface");
    project.progress.step("rustdoc's JSON of core", || {
        tools::oldest_rust(project)?
            .args(["rustdoc", "--locked", "-p", "billwire", "--lib", "--features", FEATURES, "--target-dir"])
            .args([&made])
            .args(["--", "-Z", "unstable-options", "--output-format", "json"])
            // JSON is not stable yet.
            .env("RUSTC_BOOTSTRAP", "1")
            .dir(project.path(""))
            .logged(&project.log("surface-rust"))?
            .successful()
    })?;
    let items = Builder::from_rustdoc_json(made.join("doc/billwire.json"))
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .build()
        .context("is `public-api` of the version for rustdoc of `rust-version`?")?;
    Ok(items.items().map(|item| format!("{item}\n")).collect())
}
