//! Page about the interface as HTTP, for people; `openapi.json` says the same to programs.

use std::fmt::Write;

use anyhow::Result;
use billwire::OperationName;
use billwire_wire::model::Description;
use billwire_wire::schema::{Field, Kind};

use crate::openapi::{Described, is_request, is_written, joined, operations, webhook};
use crate::samples::lines;

const HEAD: &str = "# HTTP interface\n\nThis page and [openapi.json](openapi.json) (OpenAPI 3.1) describe the interface as billwire \
    implements it. Both are generated from the models. Import the file into Postman, Insomnia or a gateway.\n\nYou need neither to \
    use billwire: it writes every request, and decodes every answer. Your provider may differ in details, which the \
    [profile](configure.md) sets.\n";

pub(crate) fn page() -> Result<String> {
    let mut out = format!("{}{HEAD}", crate::texts::NOTICE);
    for operation in operations()? {
        section(&operation, &mut out)?;
    }
    let models = webhook();
    writeln!(out, "\n## {}\n\n`POST` to the address that you gave to the service.\n", OperationName::Webhook.title())?;
    writeln!(
        out,
        "The merchant-proxy variant sends the header `Token`. The checkout variant has no authentication. Answer with \
        HTTP 200 and `{{\"status\":\"success\",\"message\":\"success\"}}`. See [Webhooks](webhooks.md)."
    )?;
    models.iter().try_for_each(|model| table(model, &mut out))?;
    writeln!(
        out,
        "\n## Operations without a schema\n\nThe interface names these operations and shows neither path nor fields. Call \
        them with `prepareUntyped`, with the path from your provider.\n\n| operation | method | purpose |\n|---|---|---|"
    )?;
    for name in OperationName::ALL.iter().filter(|name| name.schema().is_none() && !name.groups().is_empty()) {
        writeln!(out, "| `{name}` | {} | {} |", name.method(), name.description())?;
    }
    Ok(out)
}

fn section(operation: &Described, out: &mut String) -> Result<()> {
    let Described { name, path, models, headers, body } = operation;
    writeln!(out, "\n## {}\n\n{}\n\n```http\n{} {path}", name.title(), name.description(), name.method())?;
    for (header, value) in headers {
        writeln!(out, "{header}: {value}")?;
    }
    if let Some(body) = body {
        writeln!(out, "\n{{\n  {}\n}}", lines(body)?.join(",\n  "))?;
    }
    out.push_str("```\n");
    let (sent, received): (Vec<_>, Vec<_>) = models.iter().partition(|model| model.is_sent);
    let (request, parts): (Vec<_>, Vec<_>) = sent.into_iter().partition(|model| is_request(operation, model));
    for model in request.into_iter().chain(parts).chain(received) {
        table(model, out)?;
    }
    Ok(())
}

fn table(model: &Description, out: &mut String) -> Result<()> {
    let doc = joined(model.doc);
    writeln!(
        out,
        "\n### {}\n\n{doc} Interface section {}.\n\n| field | type | meaning |\n|---|---|---|",
        model.schema.name, model.schema.section
    )?;
    for (field, doc) in model.schema.fields.iter().zip(model.field_docs) {
        let mark = if is_written(field, model.is_sent) { " \\*" } else { "" };
        writeln!(out, "| `{}`{mark} | {} | {} |", field.name, kind(field), joined(doc))?;
        if let Some(key) = field.followed_by {
            writeln!(
                out,
                "| `{key}` \\* | text | Signature, see [Hash mismatch](hash-mismatch.md). billwire computes it. |"
            )?;
        }
    }
    if model.schema.fields.iter().any(|field| is_written(field, model.is_sent)) {
        writeln!(out, "\n\\* always present")?;
    }
    Ok(())
}

fn kind(field: &Field) -> String {
    match field.kind {
        Kind::Text => "text".into(),
        Kind::Code => "code".into(),
        Kind::Integer => "integer".into(),
        Kind::Decimal if field.quoted => "decimal as text".into(),
        Kind::Decimal => "decimal".into(),
        Kind::Instant => "timestamp".into(),
        Kind::Object(schema) => format!("[{}](#{})", schema.name, schema.name.to_lowercase()),
        Kind::List(schema) => format!("list of [{}](#{})", schema.name, schema.name.to_lowercase()),
    }
}
