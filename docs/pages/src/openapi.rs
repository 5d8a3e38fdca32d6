//! OpenAPI 3.1 description of the interface, from the models.

use anyhow::{Context, Result};
use billwire::{Biller, OperationName, WebhookPayload};
use billwire_wire::Model;
use billwire_wire::model::Description;
use billwire_wire::schema::{Field, Kind, Presence};
use serde_json::{Map, Value, json};

use crate::samples;

const LARGEST_INTEGER: u64 = (1 << 53) - 1;
const UNKNOWN: &str = "The interface does not show the shape of a failure.";

/// An operation with its place and its models.
pub(crate) struct Described {
    pub(crate) name: OperationName,
    pub(crate) path: String,
    pub(crate) models: Vec<Description>,
    /// Headers of a prepared call, with placeholders for the credentials.
    pub(crate) headers: Vec<(&'static str, String)>,
    /// Body of an example, as it is sent.
    pub(crate) body: Option<String>,
}

/// Requests of the examples. An operation without one has no example.
const EXAMPLES: [(OperationName, &str); 3] = [
    (OperationName::Onboarding, r#"{"supplier_sync_code":"SHOP-1","name":"Angkor Fresh Market","currency":"KHR"}"#),
    (OperationName::Settlement, samples::BILL),
    (OperationName::Verification, r#"{"identity_code":"INV-0001","purpose_of_transaction":"INV-0001"}"#),
];

/// Operations with a schema.
pub(crate) fn operations() -> Result<Vec<Described>> {
    let biller = samples::biller("{}")?;
    let typed = OperationName::ALL.iter().filter(|name| name.schema().is_some());
    typed.map(|name| described(&biller, *name)).collect()
}

fn described(biller: &Biller, name: OperationName) -> Result<Described> {
    let envelope = biller.envelope(name)?;
    let path = envelope.url.strip_prefix(samples::BASE_URL).context("a path below the base address")?.to_owned();
    let shown = |value: &str| match value {
        "Bearer BEARER" => "Bearer <ACCESS_TOKEN>".to_owned(),
        "TOKEN" => "<ACCESS_TOKEN>".to_owned(),
        plain => plain.to_owned(),
    };
    let headers = envelope.headers.iter().map(|header| (header.name, shown(&header.value))).collect();
    let request = EXAMPLES.iter().find(|(of, _)| *of == name);
    let body = |request: &str| Ok::<_, anyhow::Error>(biller.prepare_body(name, &samples::json(request)?.into())?.0);
    let body = request.map(|(_, request)| body(request)).transpose()?;
    Ok(Described { name, path, models: name.models(), headers, body })
}

/// Name of the security scheme by which an operation is called.
fn security(operation: &Described) -> &'static str {
    let has_token = operation.headers.iter().any(|(name, _)| *name == "token");
    if has_token { "verificationToken" } else { "bearer" }
}

/// Models of the webhook.
pub(crate) fn webhook() -> Vec<Description> {
    let mut models = Vec::new();
    WebhookPayload::describe(&mut models);
    models
}

pub(crate) fn text() -> Result<String> {
    let operations = operations()?;
    let mut schemas = Map::new();
    let models = operations.iter().flat_map(|operation| &operation.models);
    for model in models.chain(&webhook()) {
        schemas.insert(model.schema.name.to_owned(), schema(model));
    }
    schemas.insert("WebhookAcknowledgement".into(), acknowledgement());
    let mut paths = Map::new();
    for operation in &operations {
        paths.insert(operation.path.clone(), json!({ "post": post(operation)? }));
    }
    let description = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Sub biller onboarding, settlement, verification and webhook",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "The interface that billwire implements",
            "description": "Generated from billwire's models. A deployment may differ: see the profile.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" }
        },
        "servers": [{
            "url": "https://{host}",
            "description": "Base address of your provider",
            "variables": { "host": { "default": "service.example" } }
        }],
        "paths": paths,
        "webhooks": { "transaction": { "post": received() } },
        "components": {
            "securitySchemes": {
                "bearer": { "type": "http", "scheme": "bearer", "description": "From the Authorization operation (section 5.1)." },
                "verificationToken": { "type": "apiKey", "in": "header", "name": "token", "description": "Shared separately (section 5.2)." },
                "webhookToken": { "type": "apiKey", "in": "header", "name": "Token", "description": "Sent by the service in the merchant-proxy variant (section 5.4)." }
            },
            "schemas": schemas
        }
    });
    Ok(serde_json::to_string_pretty(&description)? + "\n")
}

fn post(operation: &Described) -> Result<Value> {
    let mut models = operation.models.iter();
    let request = models.find(|model| model.is_sent && is_request(operation, model)).context("a request")?;
    let response = operation.models.iter().find(|model| !model.is_sent).context("a response")?;
    let mut content = json!({ "schema": reference(request.schema.name) });
    if let (Some(body), Some(content)) = (&operation.body, content.as_object_mut()) {
        content.insert("example".into(), serde_json::from_str(body)?);
    }
    Ok(json!({
        "operationId": operation.name.as_str(),
        "summary": operation.name.title(),
        "description": operation.name.description(),
        "security": [{ security(operation): [] }],
        "requestBody": {
            "required": true,
            "content": { "application/json": content }
        },
        "responses": {
            "200": {
                "description": format!("A success carries the code `{}`. Any other code is no success.", operation.name.success_code().unwrap_or_default()),
                "content": { "application/json": { "schema": reference(response.schema.name) } }
            },
            "4XX": { "description": UNKNOWN },
            "5XX": { "description": UNKNOWN }
        }
    }))
}

/// Whether the model is the body itself, and not a part of it.
pub(crate) fn is_request(operation: &Described, model: &Description) -> bool {
    operation.name.schema().is_some_and(|schema| schema.name == model.schema.name)
}

fn received() -> Value {
    json!({
        "operationId": "webhook",
        "summary": OperationName::Webhook.title(),
        "description": "The service tells the merchant of a transaction. It proves nothing until a verification confirms it.",
        "security": [{ "webhookToken": [] }, {}],
        "requestBody": {
            "required": true,
            "content": { "application/json": { "schema": reference(WebhookPayload::SCHEMA.name) } }
        },
        "responses": {
            "200": {
                "description": "The webhook has arrived.",
                "content": { "application/json": { "schema": reference("WebhookAcknowledgement") } }
            },
            "4XX": { "description": "The merchant does not trust or cannot read the webhook." }
        }
    })
}

fn acknowledgement() -> Value {
    json!({
        "type": "object",
        "description": "Response to a webhook. Interface section 2.8.",
        "required": ["status", "message"],
        "properties": {
            "status": { "type": "string", "examples": ["success"] },
            "message": { "type": "string", "examples": ["success"] }
        }
    })
}

fn schema(model: &Description) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for (field, doc) in model.schema.fields.iter().zip(model.field_docs) {
        if is_written(field, model.is_sent) {
            required.push(field.name);
        }
        properties.insert(field.name.to_owned(), property(field, &joined(doc), model.is_sent));
        if let Some(key) = field.followed_by {
            required.push(key);
            let description = "Base64 of HMAC-SHA-512 of the signing string under the hash token (section 5.3).";
            properties.insert(key.to_owned(), json!({ "type": "string", "description": description }));
        }
    }
    let description = format!("{} Interface section {}.", joined(model.doc), model.schema.section);
    let mut schema = json!({ "type": "object", "description": description, "properties": properties });
    if let (Some(object), false) = (schema.as_object_mut(), required.is_empty()) {
        object.insert("required".into(), json!(required));
    }
    schema
}

/// Whether every body has the field. The one before the hash is computed where the caller leaves it out.
pub(crate) fn is_written(field: &Field, is_sent: bool) -> bool {
    field.presence == Presence::Required || (is_sent && field.followed_by.is_some())
}

fn property(field: &Field, description: &str, is_sent: bool) -> Value {
    let mut value = match field.kind {
        Kind::Object(schema) => return described_reference(schema.name, description),
        Kind::List(schema) => json!({ "type": "array", "items": reference(schema.name) }),
        kind => plain(field, kind, is_sent),
    };
    let Some(object) = value.as_object_mut() else { return value };
    object.insert("description".into(), json!(description));
    if !field.words.is_empty() {
        object.insert("examples".into(), json!(field.words));
    }
    if field.presence == Presence::Nullable {
        object.insert("type".into(), json!(["array", "null"]));
    }
    value
}

fn plain(field: &Field, kind: Kind, is_sent: bool) -> Value {
    match kind {
        Kind::Integer => json!({ "type": "integer", "minimum": 0, "maximum": LARGEST_INTEGER }),
        Kind::Decimal if is_sent && field.quoted => json!({ "type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?$" }),
        Kind::Decimal if is_sent => json!({ "type": "number" }),
        Kind::Decimal => json!({ "type": ["number", "string"] }),
        Kind::Instant => json!({ "type": "string", "format": "date-time" }),
        Kind::Code => json!({ "type": ["string", "integer"] }),
        _ if !is_sent && field.numeric => json!({ "type": ["string", "number"] }),
        _ if is_sent => json!({ "type": "string", "minLength": 1 }),
        _ => json!({ "type": "string" }),
    }
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn described_reference(name: &str, description: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}"), "description": description })
}

/// A doc comment in one line.
pub(crate) fn joined(lines: &[&str]) -> String {
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}
