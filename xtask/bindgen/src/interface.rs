//! The library's interface as uniffi describes it: also the defaults, which not every language's sources have.

use anyhow::{Context, Result};
use camino::Utf8Path;
use uniffi_bindgen::interface::{AsType, Record, Type};
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

/// An object that comes over in one record with something it is asked for.
pub(crate) struct Bundle {
    /// The record.
    pub(crate) parts: String,
    /// The object's class.
    pub(crate) class: String,
    /// The type of what comes with it.
    pub(crate) kind: String,
    /// The method that gives it.
    pub(crate) name: String,
}

/// The records that bring an object and something of its own.
pub(crate) fn bundles(interface: &ComponentInterface) -> Vec<Bundle> {
    let bundle = |record: &Record| {
        let [object, own] = record.fields() else { return None };
        let (Type::Object { name: class, .. }, Type::Record { name: kind, .. }) = (object.as_type(), own.as_type())
        else {
            return None;
        };
        Some(Bundle { parts: record.name().to_owned(), class, kind, name: own.name().to_owned() })
    };
    interface.record_definitions().iter().filter_map(bundle).collect()
}
