//! Kotlin: the models of the operations, and the texts inside drafts and settings.

use super::{has_class, paragraphs};
use crate::{
    declarations::{Declaration, Field, Shape},
    page::{NOTICE, camel},
    records::{PROFILE, SETTINGS},
};
use billwire::OperationName;

/// Head of the functions that make text well formed.
const WELL_FORMED: &str = "\
package io.github.billwire

// `WellFormed.kt` says why.

";

/// The models of all operations: a type alias, or a class of its own.
pub(crate) fn models(declarations: &[Declaration]) -> String {
    let names = OperationName::ALL.iter().flat_map(|name| name.models()).map(|model| model.schema.name);
    let found = names.filter_map(|name| declarations.iter().find(|one| one.name == name));
    let found: Vec<_> = found.map(|model| (model, class_fields(model, declarations))).collect();
    let classes = found.iter().filter(|(_, fields)| fields.is_some()).map(|(model, _)| model.name.as_str());
    let mut imports: Vec<_> =
        classes.map(|name| format!("import io.github.billwire.ffi.{name} as Ffi{name}\n")).collect();
    imports.sort();
    let models = found.iter().map(|(model, fields)| match fields {
        Some(fields) => class(model, fields, declarations),
        None => {
            let name = &model.name;
            format!("{}public typealias {name} = io.github.billwire.ffi.{name}\n", paragraphs(&texts(&model.docs), ""))
        }
    });
    format!(
        "{NOTICE}package io.github.billwire\n\n{}import java.math.BigDecimal\n\n{}",
        imports.concat(),
        models.collect::<Vec<_>>().join("\n")
    )
}

/// The fields of a model that has a class of its own.
fn class_fields<'d>(model: &'d Declaration, declarations: &[Declaration]) -> Option<&'d [Field]> {
    match &model.shape {
        Shape::Received(fields) if has_class(&model.name, declarations) => Some(fields),
        _ => None,
    }
}

fn class(model: &Declaration, fields: &[Field], declarations: &[Declaration]) -> String {
    let name = &model.name;
    let extra = Field {
        name: "extra".into(),
        docs: vec!["Members that the interface does not name, as the text of a JSON object.".into()],
        kind: "Members".into(),
    };
    let fields = || fields.iter().chain([&extra]);
    let components = fields().map(|Field { name, docs, kind }| {
        format!("{}    val {}: {},\n", paragraphs(&texts(docs), "    "), camel(name), type_of(kind))
    });
    let values = fields().map(|Field { name, kind, .. }| {
        let name = camel(name);
        format!("                {name} = {},\n", lifted(&format!("ffi.{name}"), kind, declarations))
    });
    format!(
        "{}public data class {name}(\n{}) {{\n    internal companion object {{\n        \
         internal fun of(ffi: Ffi{name}): {name} =\n            {name}(\n{}            )\n    }}\n}}\n",
        paragraphs(&texts(&model.docs), ""),
        components.collect::<String>(),
        values.collect::<String>(),
    )
}

/// Doc comment in paragraphs.
fn texts(docs: &[String]) -> Vec<String> {
    let text = docs.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n");
    text.split("\n\n").map(|text| text.replace('\n', " ")).collect()
}

fn type_of(kind: &str) -> String {
    if let Some(inner) = inside(kind, "Option<") {
        return format!("{}?", type_of(inner));
    }
    if let Some(inner) = inside(kind, "Vec<") {
        return format!("List<{}>", type_of(inner));
    }
    match kind {
        "Members" | "ResponseCode" => "String",
        "Decimal" => "BigDecimal",
        "Sensitive" => "SensitiveText",
        "i64" => "Long",
        name => name,
    }
    .to_owned()
}

/// Our value of one of uniffi's.
fn lifted(value: &str, kind: &str, declarations: &[Declaration]) -> String {
    if !has_class(kind, declarations) {
        return value.to_owned();
    }
    match (inside(kind, "Option<"), inside(kind, "Vec<")) {
        (Some(inner), _) => match inside(inner, "Vec<") {
            Some(item) => format!("{value}?.map({item}::of)"),
            None => format!("{value}?.let({inner}::of)"),
        },
        (_, Some(item)) => format!("{value}.map({item}::of)"),
        _ => format!("{kind}.of({value})"),
    }
}

/// Functions that make the texts of drafts and settings well formed.
pub(crate) fn well_formed(declarations: &[Declaration]) -> String {
    let functions = declarations.iter().filter_map(|declaration| {
        let (fields, is_optional) = match &declaration.shape {
            Shape::Sent(fields) => (fields, false),
            Shape::Struct(fields) if declaration.name == PROFILE => (fields, true),
            Shape::Struct(fields) if SETTINGS.contains(&declaration.name.as_str()) => (fields, false),
            _ => return None,
        };
        let changed = fields.iter().filter_map(|field| replaced(field, is_optional, declarations));
        let extra = matches!(declaration.shape, Shape::Sent(_)).then(|| "extra = extra?.wellFormed()".to_owned());
        let changed: String = changed.chain(extra).map(|line| format!("        {line},\n")).collect();
        let name = &declaration.name;
        Some(format!("internal fun {name}.wellFormed(): {name} =\n    copy(\n{changed}    )\n"))
    });
    format!("{NOTICE}{WELL_FORMED}{}", functions.collect::<Vec<_>>().join("\n"))
}

/// A field with its texts well formed; none for one without text.
fn replaced(field: &Field, is_optional: bool, declarations: &[Declaration]) -> Option<String> {
    let (kind, is_optional) = match inside(&field.kind, "Option<") {
        Some(inner) => (inner, true),
        None => (field.kind.as_str(), is_optional),
    };
    let is_draft = |kind: &str| {
        declarations.iter().any(|one| one.name == kind && matches!(one.shape, Shape::Sent(_) | Shape::Struct(_)))
    };
    let call = match inside(kind, "Vec<") {
        Some(item) if is_draft(item) => "map { it.wellFormed() }",
        Some("String") => "wellFormed()",
        None if kind == "String" || is_draft(kind) => "wellFormed()",
        _ => return None,
    };
    let name = camel(&field.name);
    Some(format!("{name} = {name}{}{call}", if is_optional { "?." } else { "." }))
}

fn inside<'k>(kind: &'k str, outer: &str) -> Option<&'k str> {
    kind.strip_prefix(outer)?.strip_suffix('>')
}
