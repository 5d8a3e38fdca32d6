//! An enum of Java: words alone, or a sealed interface with a record for each variant.

use anyhow::{Context, Result, ensure};
use uniffi_bindgen::ComponentInterface;
use uniffi_bindgen::interface::{AsType, Enum, Method, Type, Variant};

use super::javadoc::{camel, comment, parameters, upper};
use super::records::{declared, parts};

pub(super) fn model(model: &Enum, interface: &ComponentInterface) -> Result<String> {
    let name = model.name();
    let comment = comment(model.docstring().with_context(|| format!("{name} has no comment"))?, "")?;
    let code = if model.is_flat() { words(model)? } else { sealed(model, interface)? };
    Ok(format!("{comment}public {code}"))
}

fn words(model: &Enum) -> Result<String> {
    let word = |variant: &Variant| Ok(format!("{}    {}", documented(variant, "")?, upper(variant.name())));
    let words = model.variants().iter().map(word).collect::<Result<Vec<_>>>()?;
    let methods = model.methods().iter().map(method).collect::<Result<String>>()?;
    let (end, methods) = if methods.is_empty() { ("\n", methods) } else { (";\n", methods) };
    Ok(format!("enum {} {{\n{}{end}{methods}}}\n", model.name(), words.join(",\n")))
}

/// A method without arguments that returns a text, such as `Code.text`.
fn method(method: &Method) -> Result<String> {
    ensure!(method.arguments().is_empty() && method.return_type() == Some(&Type::String), "a method of a new kind");
    let comment = comment(method.docstring().unwrap_or_default(), "    ")?;
    let name = camel(method.name());
    Ok(format!("\n{comment}    public String {name}() {{\n        return Conversions.ffi(this).{name}();\n    }}\n"))
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
