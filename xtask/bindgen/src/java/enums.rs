//! An enum of Java: words alone, or a sealed interface with a record for each variant.

use anyhow::{Context, Result};
use uniffi_bindgen::ComponentInterface;
use uniffi_bindgen::interface::{AsType, Enum, Function, Type, Variant};

use super::javadoc::{comment, parameters};
use super::records::{declared, parts};
use crate::names::{camel, snake, upper};

pub(super) fn model(model: &Enum, interface: &ComponentInterface) -> Result<String> {
    let name = model.name();
    let comment = comment(model.docstring().with_context(|| format!("{name} has no comment"))?, "")?;
    let code = if model.is_flat() { words(model, interface)? } else { sealed(model, interface)? };
    Ok(format!("{comment}public {code}"))
}

fn words(model: &Enum, interface: &ComponentInterface) -> Result<String> {
    let word = |variant: &Variant| Ok(format!("{}    {}", documented(variant, "")?, upper(variant.name())));
    let words = model.variants().iter().map(word).collect::<Result<Vec<_>>>()?;
    let functions = interface.function_definitions().iter();
    let methods = functions.filter_map(|function| method(function, model)).collect::<Result<String>>()?;
    let (end, methods) = if methods.is_empty() { ("\n", methods) } else { (";\n", methods) };
    Ok(format!("enum {} {{\n{}{end}{methods}}}\n", model.name(), words.join(",\n")))
}

/// The method for a function that takes the enum alone and is called after it, such as `code_text`.
fn method(function: &Function, model: &Enum) -> Option<Result<String>> {
    let name = function.name().strip_prefix(&format!("{}_", snake(model.name())))?;
    let takes_it = matches!(function.arguments()[..], [argument] if argument.as_type() == model.as_type());
    if !takes_it || function.return_type() != Some(&Type::String) {
        return None;
    }
    let call = format!("io.github.billwire.ffi.Billwire.{}(Conversions.ffi(this))", camel(function.name()));
    Some(
        comment(function.docstring().unwrap_or_default(), "    ").map(|comment| {
            format!("\n{comment}    public String {}() {{\n        return {call};\n    }}\n", camel(name))
        }),
    )
}

fn sealed(model: &Enum, interface: &ComponentInterface) -> Result<String> {
    let name = model.name();
    let hidden: Vec<&str> = model.variants().iter().map(Variant::name).collect();
    let closeable = interface.item_contains_object_references(&model.as_type());
    let (extends, close) =
        if closeable { (" extends AutoCloseable", "    @Override\n    void close();\n\n") } else { ("", "") };
    let variant = |variant: &Variant| {
        let parts = parts(variant.fields(), &hidden, interface)?;
        let needs_close = closeable && !parts.iter().any(|part| part.is_object);
        let close = if needs_close { super::records::closed(&[]) } else { String::new() };
        let declared = declared(variant.name(), &parts, "    ", name, &close);
        Ok(format!("{}    {declared}", documented(variant, &parameters(&parts))?))
    };
    let variants = model.variants().iter().map(variant).collect::<Result<Vec<_>>>()?;
    Ok(format!("sealed interface {name}{extends} {{\n{close}{}}}\n", variants.join("\n")))
}

fn documented(variant: &Variant, parameters: &str) -> Result<String> {
    let text = variant.docstring().with_context(|| format!("{} has no comment", variant.name()))?;
    comment(&format!("{text}\n\n{parameters}"), "    ")
}
