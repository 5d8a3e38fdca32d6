//! Writes the records and enums.

use crate::declarations::{Declaration, Field, Shape, Variant};
use anyhow::{Context, Result, bail, ensure};
use heck::ToLowerCamelCase;

const HEAD: &str = "\
//! The records and enums of core, as they cross.
// Generated from the declarations of core by `cargo xtask generate`. Do not edit.

use crate::{
    drafts::draft,
    values::{DecimalDraft, Int32, http_statuses, numbers, statuses, unsigned},
};
use billwire::*;

";

/// Structs that only core can make: records with the same fields.
const STRUCTS: [&str; 2] = ["Mismatch", "Part"];
/// Structs that callers fill in: records with the same fields, of which callers may leave optional ones out.
pub(crate) const SETTINGS: [&str; 3] = ["CodesByOperation", "SettlementLookup", "StatusesByObject"];
/// Structs that only core can make, too: `bindings/src` converts their fields by hand.
const COPIES: [&str; 3] = ["Cause", "Explanation", "Observed"];
/// Structs of settings that all have a default.
pub(crate) const PROFILE: &str = "WireProfile";
pub(crate) const POLICIES: [&str; 2] = ["CreditPolicy", "SettlementPolicy"];
/// Enums whose variants hold records: enums with the same variants.
const ENUMS_OF_RECORDS: [&str; 2] = ["Customers", "SettlementOutcome"];
/// Enums that cross as they are, besides those of words.
const ENUMS: [&str; 15] = [
    "Authentication",
    "Claim",
    "Code",
    "CreditWait",
    "Delivery",
    "Effect",
    "Group",
    "MismatchCode",
    "NextStep",
    "ObservedCode",
    "OperationName",
    "WebhookAuthentication",
    "Resolution",
    "Sent",
    "WaitReason",
];

/// Attributes of a type of core that crosses as it is, and of types of ours.
const REMOTE_ENUM: &str = "#[uniffi::remote(Enum)]";
const RECORD: &str = "#[derive(Clone, Debug, PartialEq, uniffi::Record)]";
const ENUM: &str = "#[derive(Clone, Debug, PartialEq, uniffi::Enum)]";
const RECORD_OF_DEFAULTS: &str = "#[derive(Clone, Debug, Default, PartialEq, uniffi::Record)]";

pub(crate) fn source(declarations: &[Declaration]) -> Result<String> {
    let mut out = HEAD.to_owned();
    for model in declarations {
        match &model.shape {
            Shape::Sent(fields) => draft(model, fields, "", &mut out),
            Shape::Compared(fields) => draft(model, fields, "    compared\n", &mut out),
            Shape::Received(fields) => received(model, fields, declarations, &mut out),
            Shape::Words(variants) => enumeration(model, variants, REMOTE_ENUM, &mut out),
            Shape::Struct(_) | Shape::Enum(_) => {}
        }
    }
    for name in STRUCTS {
        records(declarations, &[name], RECORD, same, &mut out)?;
        copied(name, fields(find(declarations, name)?)?.iter(), declarations, &mut out);
    }
    for name in SETTINGS {
        let fields = fields(find(declarations, name)?)?;
        records(declarations, &[name], RECORD_OF_DEFAULTS, with_default, &mut out)?;
        copied(name, fields.iter(), declarations, &mut out);
        built(name, fields, &mut out);
    }
    records(declarations, &COPIES, RECORD, same, &mut out)?;
    for settings in [PROFILE].into_iter().chain(POLICIES) {
        records(declarations, &[settings], RECORD_OF_DEFAULTS, optional, &mut out)?;
        to_core(settings, fields(find(declarations, settings)?)?, &mut out);
    }
    from_core(fields(find(declarations, PROFILE)?)?, declarations, &mut out);
    for name in ENUMS {
        let declaration = find(declarations, name)?;
        enumeration(declaration, variants(declaration)?, REMOTE_ENUM, &mut out);
    }
    for name in ENUMS_OF_RECORDS {
        let declaration = find(declarations, name)?;
        enumeration(declaration, variants(declaration)?, ENUM, &mut out);
        copied_enum(declaration, variants(declaration)?, declarations, &mut out);
    }
    out.truncate(out.trim_end().len());
    Ok(out + "\n")
}

fn find<'d>(declarations: &'d [Declaration], name: &str) -> Result<&'d Declaration> {
    let mut found = declarations.iter().filter(|one| one.name == name);
    let declaration = found.next().with_context(|| format!("core declares no {name}"))?;
    ensure!(found.next().is_none(), "core declares {name} twice");
    Ok(declaration)
}

fn fields(declaration: &Declaration) -> Result<&[Field]> {
    match &declaration.shape {
        Shape::Struct(fields) => Ok(fields),
        _ => bail!("{} is no struct", declaration.name),
    }
}

fn variants(declaration: &Declaration) -> Result<&[Variant]> {
    match &declaration.shape {
        Shape::Enum(variants) => Ok(variants),
        _ => bail!("{} is no enum", declaration.name),
    }
}

/// A model that callers fill in: the macro gives the fields to the validator, and adds `extra` unless it is only compared with.
fn draft(model: &Declaration, fields: &[Field], compared: &str, out: &mut String) {
    let mut record = String::new();
    docs(&model.docs, "", &mut record);
    record += &format!("pub struct {} {{\n", model.name);
    fields.iter().for_each(|field| line(field, with_default(field), &mut record));
    record += "}\n";
    let indented = record.lines().map(|line| format!("    {line}\n").replace("    \n", "\n"));
    *out += &format!("draft! {{\n{compared}{}}}\n\n", indented.collect::<String>());
}

/// A model that is read from the wire.
fn received(model: &Declaration, fields: &[Field], declarations: &[Declaration], out: &mut String) {
    docs(&model.docs, "", out);
    *out += &format!("{RECORD}\npub struct {} {{\n", model.name);
    fields.iter().for_each(|field| line(field, same(field), out));
    *out += "    /// Members that the interface does not name, in their order.\n    pub extra: Members,\n}\n\n";
    let extra = Field { name: "extra".into(), docs: Vec::new(), kind: "Members".into() };
    copied(&model.name, fields.iter().chain([&extra]), declarations, out);
}

/// A field's type, and whether it may be left out.
type Written = (String, bool);

/// These languages have no unsigned numbers in their APIs.
fn same(field: &Field) -> Written {
    (field.kind.replace("u64", "i64").replace("usize", "Int32"), false)
}

fn with_default(field: &Field) -> Written {
    let may_be_left_out = ["Option<", "Vec<"].iter().any(|kind| field.kind.starts_with(kind));
    (field.kind.replace("Decimal", "DecimalDraft"), may_be_left_out)
}

fn optional(field: &Field) -> Written {
    // A number below zero crosses too: core reports it with its path.
    let kind = field.kind.replace("u16", "Int32").replace("u32", "Int32").replace("u64", "i64");
    (if kind.starts_with("Option<") { kind } else { format!("Option<{kind}>") }, true)
}

fn records(
    declarations: &[Declaration],
    names: &[&str],
    attribute: &str,
    written: fn(&Field) -> Written,
    out: &mut String,
) -> Result<()> {
    for name in names {
        let declaration = find(declarations, name)?;
        docs(&declaration.docs, "", out);
        *out += &format!("{attribute}\npub struct {name} {{\n");
        fields(declaration)?.iter().for_each(|field| line(field, written(field), out));
        *out += "}\n\n";
    }
    Ok(())
}

fn line(field: &Field, (kind, may_be_left_out): Written, out: &mut String) {
    docs(&field.docs, "    ", out);
    *out += if may_be_left_out { "    #[uniffi(default)]\n" } else { "" };
    *out += &format!("    pub {}: {kind},\n", field.name);
}

/// A record filled in from core's struct, which nobody else can make.
fn copied<'f>(name: &str, fields: impl Iterator<Item = &'f Field>, declarations: &[Declaration], out: &mut String) {
    *out += &format!("impl From<billwire::{name}> for {name} {{\n");
    *out += &format!("    fn from(value: billwire::{name}) -> {name} {{\n        {name} {{\n");
    for Field { name, kind, .. } in fields {
        *out += &format!("            {name}: {},\n", crossed(&format!("value.{name}"), kind, declarations));
    }
    *out += "        }\n    }\n}\n\n";
}

/// Settings as core takes them.
fn built(name: &str, fields: &[Field], out: &mut String) {
    *out += &format!("impl From<{name}> for billwire::{name} {{\n");
    *out += &format!("    fn from(settings: {name}) -> billwire::{name} {{\n        billwire::{name}::builder()\n");
    for Field { name, kind, .. } in fields {
        let setter = if kind.starts_with("Option<") { format!("maybe_{name}") } else { name.clone() };
        *out += &format!("            .{setter}(settings.{name})\n");
    }
    *out += "            .build()\n    }\n}\n\n";
}

/// An enum made from core's. A variant of a later core is an error until the generator has run again.
fn copied_enum(declaration: &Declaration, variants: &[Variant], declarations: &[Declaration], out: &mut String) {
    let Declaration { name, is_non_exhaustive, .. } = declaration;
    let (head, tail) = match is_non_exhaustive {
        true => (
            format!(
                "impl TryFrom<billwire::{name}> for {name} {{\n    type Error = Error;\n\n    \
                 fn try_from(value: billwire::{name}) -> Result<{name}, Error> {{\n        Ok(match value {{\n"
            ),
            "            _ => return Err(Error::Internal),\n        })\n    }\n}\n\n",
        ),
        false => (
            format!(
                "impl From<billwire::{name}> for {name} {{\n    \
                 fn from(value: billwire::{name}) -> {name} {{\n        match value {{\n"
            ),
            "        }\n    }\n}\n\n",
        ),
    };
    *out += &head;
    for Variant { name: variant, fields, .. } in variants {
        if fields.is_empty() {
            *out += &format!("            billwire::{name}::{variant} => {name}::{variant},\n");
            continue;
        }
        let names = fields.iter().map(|field| field.name.as_str()).collect::<Vec<_>>().join(", ");
        let values = fields.iter().map(|field| match crossed(&field.name, &field.kind, declarations) {
            value if value == field.name => value,
            value => format!("{}: {value}", field.name),
        });
        let values = values.collect::<Vec<_>>().join(", ");
        *out +=
            &format!("            billwire::{name}::{variant} {{ {names} }} => {name}::{variant} {{ {values} }},\n");
    }
    *out += tail;
}

/// A value of core as it crosses: records of ours replace those of core.
fn crossed(value: &str, kind: &str, declarations: &[Declaration]) -> String {
    let inner = |prefix: &str| kind.strip_prefix(prefix).and_then(|kind| kind.strip_suffix('>'));
    let is_copied = |kind: &str| {
        let mut named = declarations.iter().filter(|declaration| declaration.name == kind);
        let is_received = named.any(|declaration| matches!(declaration.shape, Shape::Received(_)));
        is_received || [&STRUCTS[..], &SETTINGS, &ENUMS_OF_RECORDS].concat().contains(&kind)
    };
    match (inner("Option<"), inner("Vec<")) {
        (Some(kind), _) if is_copied(kind) => format!("{value}.map({kind}::from)"),
        (_, Some(kind)) if is_copied(kind) => format!("{value}.into_iter().map({kind}::from).collect()"),
        _ if is_copied(kind) => format!("{value}.into()"),
        _ => value.to_owned(),
    }
}

/// Settings as core takes them: one that is left out has core's default.
fn to_core(name: &str, fields: &[Field], out: &mut String) {
    *out += &format!("impl From<{name}> for billwire::{name} {{\n");
    *out += &format!("    fn from(settings: {name}) -> billwire::{name} {{\n");
    if fields.iter().any(|field| field.kind == "StatusesByObject") {
        *out += &format!("        let default = billwire::{name}::default();\n");
    }
    *out += &format!("        billwire::{name}::builder()\n");
    for Field { name, kind, .. } in fields {
        let conversion = match kind.as_str() {
            "Vec<u16>" => ".map(numbers)".to_owned(),
            "StatusesByObject" => format!(".map(|setting| statuses(setting.into(), default.{name}))"),
            "u64" => ".map(unsigned)".to_owned(),
            "u32" => ".map(Int32::count)".to_owned(),
            kind if SETTINGS.contains(&kind.trim_start_matches("Option<").trim_end_matches('>')) => {
                ".map(Into::into)".to_owned()
            }
            _ => String::new(),
        };
        *out += &format!("            .maybe_{name}(settings.{name}{conversion})\n");
    }
    *out += "            .build()\n    }\n}\n\n";
}

/// The profile of core as it crosses.
fn from_core(fields: &[Field], declarations: &[Declaration], out: &mut String) {
    *out += "impl From<billwire::WireProfile> for WireProfile {\n";
    *out += "    fn from(profile: billwire::WireProfile) -> WireProfile {\n        WireProfile {\n";
    for Field { name, kind, .. } in fields {
        let value = match kind.as_str() {
            "Vec<u16>" => format!("Some(http_statuses(profile.{name}))"),
            kind if kind.starts_with("Option<") => crossed(&format!("profile.{name}"), kind, declarations),
            kind => format!("Some({})", crossed(&format!("profile.{name}"), kind, declarations)),
        };
        *out += &format!("            {name}: {value},\n");
    }
    *out += "        }\n    }\n}\n\n";
}

fn enumeration(declaration: &Declaration, variants: &[Variant], attribute: &str, out: &mut String) {
    docs(&declaration.docs, "", out);
    *out += &format!("{attribute}\n");
    *out += if declaration.is_non_exhaustive && attribute == REMOTE_ENUM { "#[non_exhaustive]\n" } else { "" };
    *out += &format!("pub enum {} {{\n", declaration.name);
    variants.iter().for_each(|one| variant(one, out));
    *out += "}\n\n";
}

fn variant(variant: &Variant, out: &mut String) {
    docs(&variant.docs, "    ", out);
    if variant.fields.is_empty() {
        *out += &format!("    {},\n", variant.name);
        return;
    }
    *out += &format!("    {} {{\n", variant.name);
    for field in &variant.fields {
        docs(&field.docs, "        ", out);
        *out += &format!("        {}: {},\n", field.name, field.kind);
    }
    *out += "    },\n";
}

/// Doc comments as all languages read them: without examples, and without the links of rustdoc.
fn docs(lines: &[String], indent: &str, out: &mut String) {
    let mut is_example = false;
    let mut kept = Vec::new();
    for line in lines {
        let is_fence = line.trim_start().starts_with("```");
        if !is_fence && !is_example {
            kept.push(line.trim_end());
        }
        is_example ^= is_fence;
    }
    while kept.last().is_some_and(|line| line.is_empty()) {
        kept.pop();
    }
    kept.iter().for_each(|line| *out += &format!("{indent}///{}\n", without_links(line)));
}

/// Links are names instead, in the spelling of these languages: Dokka and DocC do not know rustdoc's form.
fn without_links(line: &str) -> String {
    let mut parts = line.split("[`");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once("`]") {
            Some((path, rest)) => text += &format!("`{}`{}", spelled(path), without_target(rest)),
            None => text += &format!("[`{part}"),
        }
    }
    text
}

/// The text after a link, without the path that the link may name.
fn without_target(rest: &str) -> &str {
    let target = rest.strip_prefix('(').and_then(|path| path.split_once(')'));
    target.map_or(rest, |(_, rest)| rest)
}

/// `Event::dedup_key` is `Event.dedupKey`.
fn spelled(path: &str) -> String {
    let is_type = |name: &str| name.starts_with(char::is_uppercase);
    let names = path.split("::").map(|name| if is_type(name) { name.to_owned() } else { name.to_lower_camel_case() });
    names.collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_become_names() {
        let line = " See [`Event::dedup_key`], [`Event`] and `a[0]`; [`open";
        assert_eq!(without_links(line), " See `Event.dedupKey`, `Event` and `a[0]`; [`open");
        assert_eq!(without_links(" Of a [`Flow`](crate::Flow). [`A`] (b)"), " Of a `Flow`. `A` (b)");
    }
}
