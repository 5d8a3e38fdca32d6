//! The library's interface as uniffi describes it: also the defaults, which not every language's sources have.

use anyhow::{Context, Result};
use camino::Utf8Path;
use uniffi_bindgen::{BindgenLoader, BindgenPaths, ComponentInterface, GlobalConfig};

pub(crate) fn of(library: &Utf8Path) -> Result<ComponentInterface> {
    let loader = loader()?;
    let interfaces = loader.load_cis(loader.load_metadata(library)?)?;
    interfaces.into_iter().next().context("the library has no interface")
}

pub(crate) fn loader() -> Result<BindgenLoader> {
    let mut paths = BindgenPaths::default();
    paths.add_cargo_metadata_layer(false)?;
    Ok(BindgenLoader::new(paths, GlobalConfig::default()))
}
