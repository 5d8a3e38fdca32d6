//! The library's interface as uniffi describes it: also the defaults, which not every language's sources have.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use camino::Utf8Path;
use uniffi_bindgen::interface::{AsType, Enum, Record, Type};
use uniffi_bindgen::{BindgenLoader, BindgenPaths, ComponentInterface, GlobalConfig};
use uniffi_meta::{FieldMetadata, Metadata};

/// Reads the interface, and leaves out fields such as `Line.tax_name` and `LookupVerdict.Unclear.error`.
pub(crate) fn of(library: &Utf8Path, without: &[String]) -> Result<ComponentInterface> {
    let loader = loader()?;
    let mut metadata = loader.load_metadata(library)?;
    for group in metadata.values_mut() {
        group.items = std::mem::take(&mut group.items).into_iter().map(|item| cut(item, without)).collect();
    }
    let interfaces = loader.load_cis(metadata)?;
    interfaces.into_iter().next().context("the library has no interface")
}

fn cut(mut item: Metadata, without: &[String]) -> Metadata {
    let keep = |owner: &str, field: &FieldMetadata| !without.contains(&format!("{owner}.{}", field.name));
    match &mut item {
        Metadata::Record(record) => record.fields.retain(|field| keep(&record.name, field)),
        Metadata::Enum(model) => {
            for variant in &mut model.variants {
                variant.fields.retain(|field| keep(&format!("{}.{}", model.name, variant.name), field));
            }
        }
        _ => {}
    }
    item
}

pub(crate) fn loader() -> Result<BindgenLoader> {
    let mut paths = BindgenPaths::default();
    paths.add_cargo_metadata_layer(false)?;
    Ok(BindgenLoader::new(paths, GlobalConfig::default()))
}

/// The names of the records, enums and objects that cross, by their direction.
pub(crate) struct Crossing {
    /// Types that the library takes.
    pub(crate) taken: BTreeSet<String>,
    /// Types that the library gives.
    pub(crate) given: BTreeSet<String>,
}

impl Crossing {
    pub(crate) fn of(interface: &ComponentInterface) -> Crossing {
        let mut crossing = Crossing { taken: BTreeSet::new(), given: BTreeSet::new() };
        for callable in interface.iter_callables() {
            for argument in callable.arguments() {
                reach(&argument.as_type(), interface, &mut crossing.taken);
            }
            for result in callable.return_type().into_iter().chain(callable.throws_type()) {
                reach(result, interface, &mut crossing.given);
            }
        }
        crossing
    }

    /// Whether a type crosses at all.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.taken.contains(name) || self.given.contains(name)
    }
}

/// Notes all models that a type contains.
pub(crate) fn reach(kind: &Type, interface: &ComponentInterface, names: &mut BTreeSet<String>) {
    match kind {
        Type::Optional { inner_type } | Type::Sequence { inner_type } => reach(inner_type, interface, names),
        Type::Map { value_type, .. } => reach(value_type, interface, names),
        Type::Custom { builtin, .. } => reach(builtin, interface, names),
        Type::Object { name, .. } => {
            names.insert(name.clone());
        }
        Type::Record { name, .. } | Type::Enum { name, .. } if names.insert(name.clone()) => {
            let record = interface.get_record_definition(name).map(Record::fields);
            let variants = interface.get_enum_definition(name).map(Enum::variants).unwrap_or_default();
            let fields = record.into_iter().chain(variants.iter().map(|variant| variant.fields())).flatten();
            fields.for_each(|field| reach(&field.as_type(), interface, names));
        }
        _ => {}
    }
}

/// Whether a hand-written class takes the place of the record: an object with the record that came with it.
pub(crate) fn is_wrapped(record: &Record) -> bool {
    let types: Vec<Type> = record.fields().iter().map(AsType::as_type).collect();
    matches!(types.as_slice(), [Type::Object { .. }, Type::Record { .. }])
}
