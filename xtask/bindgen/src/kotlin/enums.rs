//! An enum of Kotlin: words alone, or a sealed class with a class for each variant.

use anyhow::{Result, ensure};
use uniffi_bindgen::interface::{Enum, Variant};

use super::kdoc::comment;
use super::part::{Part, parts};
use super::records::made;
use super::types::lifted;
use crate::interface::Crossing;
use crate::names::upper;

pub(super) fn model(model: &Enum, crossing: &Crossing) -> Result<String> {
    let (name, is_taken) = (model.name(), crossing.taken.contains(model.name()));
    let declared = if model.is_flat() { words(model)? } else { sealed(model)? };
    let mut code = format!("{}public {declared}", comment(model.docstring(), name, "")?);
    if crossing.given.contains(name) {
        code += &if model.is_flat() { lift_word(name) } else { lift(model)? };
    }
    if is_taken {
        ensure!(model.is_flat(), "callers cannot pass the variants of {name} yet");
        code += &format!("\ninternal fun {name}.lower(): Ffi{name} = Ffi{name}.entries[ordinal]\n");
    }
    Ok(code)
}

fn words(model: &Enum) -> Result<String> {
    let word = |variant: &Variant| Ok(format!("{}    {},\n", documented(variant)?, upper(variant.name())));
    let words = model.variants().iter().map(word).collect::<Result<Vec<_>>>()?;
    Ok(format!("enum class {} {{\n{}}}\n", model.name(), words.join("\n")))
}

fn sealed(model: &Enum) -> Result<String> {
    let name = model.name();
    let parent = format!(" : {name}()");
    let variant = |variant: &Variant| {
        let docs = documented(variant)?;
        Ok(match fields(model, variant)?.as_slice() {
            [] => format!("{docs}    public data object {}{parent}\n", variant.name()),
            fields => format!("{docs}    public {}", made(variant.name(), fields, "    ", &parent)?),
        })
    };
    let variants = model.variants().iter().map(variant).collect::<Result<Vec<_>>>()?;
    Ok(format!("sealed class {name} {{\n{}}}\n", variants.join("\n")))
}

fn lift_word(name: &str) -> String {
    format!("\ninternal fun Ffi{name}.lift(): {name} = {name}.entries[ordinal]\n")
}

fn lift(model: &Enum) -> Result<String> {
    let name = model.name();
    let case = |variant: &Variant| {
        let (class, parts) = (variant.name(), fields(model, variant)?);
        let values: Vec<_> = parts.iter().map(|part| lifted(&part.kind, &part.name)).collect();
        let values = if values.is_empty() { String::new() } else { format!("({})", values.join(", ")) };
        Ok(format!("        is Ffi{name}.{class} -> {name}.{class}{values}\n"))
    };
    let cases = model.variants().iter().map(case).collect::<Result<String>>()?;
    Ok(format!("\ninternal fun Ffi{name}.lift(): {name} =\n    when (this) {{\n{cases}    }}\n"))
}

fn fields(model: &Enum, variant: &Variant) -> Result<Vec<Part>> {
    let hidden: Vec<&str> = model.variants().iter().map(Variant::name).collect();
    parts(variant.fields(), &hidden)
}

fn documented(variant: &Variant) -> Result<String> {
    comment(variant.docstring(), variant.name(), "    ")
}
