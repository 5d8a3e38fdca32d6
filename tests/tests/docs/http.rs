//! The pages about HTTP: each request as billwire writes it, each operation, and each field of the models.

use crate::read;
use billwire::internal::{Description, Field, Kind, Model, Presence};
use billwire::{
    BearerToken, Biller, HashToken, Onboarding, Operation, OperationName, Verification, VerificationToken,
    WebhookPayload,
};
use billwire_conformance::{BASE_URL, bill, config, with};
use serde_json::{Value, json};

/// A request of the page, as it is sent.
struct Example {
    name: OperationName,
    path: String,
    headers: Vec<(String, String)>,
    body: Value,
}

#[test]
fn page_shows_requests_as_sent() {
    let page = read("docs/guide/src/http.md");
    for Example { name, path, headers, body } in examples() {
        let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\n")).collect();
        let body = serde_json::to_string_pretty(&body).unwrap();
        let request = format!("```http\n{} {path}\n{headers}\n{body}\n```", name.method());
        assert!(page.contains(&request), "http.md lacks\n{request}");
    }
}

#[test]
fn page_names_every_operation() {
    let page = read("docs/guide/src/http.md");
    for name in OperationName::ALL {
        let row = format!("| `{name}` | {} | {} |", name.method(), name.description());
        assert!(page.contains(&format!("\n## {}\n", name.title())) || page.contains(&row), "http.md lacks {name}");
    }
}

#[test]
fn description_has_every_operation_and_field() {
    assert_eq!(problems(&read("docs/guide/src/openapi.json")), [""; 0]);
}

#[test]
fn notices_a_description_that_lacks_something() {
    let text = read("docs/guide/src/openapi.json");
    for (from, to) in [
        ("\"settlement_to\": { ", "\"settle_to\": { "),
        ("\"/transaction/v2/verify\"", "\"/transaction/verify\""),
        ("\"WebhookPayload\": {", "\"Payload\": {"),
        ("[\"identity_code\", \"purpose_of_transaction\"]", "[\"identity_code\"]"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        assert!(!problems(&changed).is_empty(), "{from}");
    }
}

/// Everything in which the OpenAPI description and the models differ.
fn problems(text: &str) -> Vec<String> {
    let description: Value = serde_json::from_str(text).unwrap();
    let at = |path: &str| description.pointer(path).cloned().unwrap_or_default();
    let mut problems = Vec::new();
    for Example { name, path, body, .. } in examples() {
        let operation = format!("/paths/{}/{}", path.replace('/', "~1"), name.method().to_string().to_lowercase());
        if at(&format!("{operation}/operationId")) != name.as_str() {
            problems.push(format!("{name}: no {} {path}", name.method()));
        }
        if at(&format!("{operation}/requestBody/content/application~1json/example")) != body {
            problems.push(format!("{name}: not the body that is sent: {body}"));
        }
    }
    for model in models() {
        let schema = at(&format!("/components/schemas/{}", model.schema.name));
        if described(&schema) != fields(&model) {
            problems.push(format!("{}: not {:?}", model.schema.name, fields(&model)));
        }
        for (field, doc) in model.schema.fields.iter().zip(model.field_docs) {
            let doc = doc.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
            if schema["properties"][field.name]["description"] != doc.replace("send_empty_text", "sendEmptyText") {
                problems.push(format!("{}.{}: not described by {doc:?}", model.schema.name, field.name));
            }
        }
        let mistyped = model.schema.fields.iter().filter(|field| !is_of_kind(&schema["properties"][field.name], field));
        problems.extend(mistyped.map(|field| format!("{}: {} has another type", model.schema.name, field.name)));
    }
    let references = text.split("\"$ref\": \"#").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0));
    problems.extend(references.filter(|to| at(to).is_null()).map(|to| format!("no {to}")));
    problems
}

/// The names of a schema's properties, and whether each is required.
fn described(schema: &Value) -> Vec<(&str, bool)> {
    let required = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
    let properties = schema["properties"].as_object().into_iter().flat_map(|properties| properties.keys());
    properties.map(|name| (name.as_str(), required.contains(&json!(name)))).collect()
}

/// The names of a model's fields, and whether every body has each. The hash follows the last signed field.
fn fields(model: &Description) -> Vec<(&'static str, bool)> {
    let of = |field: &Field| {
        let is_written = field.presence == Presence::Required || (model.is_sent && field.followed_by.is_some());
        [Some((field.name, is_written)), field.followed_by.map(|key| (key, true))]
    };
    model.schema.fields.iter().flat_map(of).flatten().collect()
}

fn is_of_kind(property: &Value, field: &Field) -> bool {
    let refers_to = |value: &Value, name: &str| value["$ref"] == format!("#/components/schemas/{name}");
    match field.kind {
        Kind::Integer => property["type"] == "integer",
        Kind::Instant => property["format"] == "date-time",
        Kind::Object(schema) => refers_to(property, schema.name),
        Kind::List(schema) => refers_to(&property["items"], schema.name),
        _ => property["type"].to_string().contains("\"string\"") || property["type"] == "number",
    }
}

fn models() -> Vec<Description> {
    let mut models: Vec<_> = OperationName::ALL.iter().flat_map(|name| name.models()).collect();
    WebhookPayload::describe(&mut models);
    models
}

fn examples() -> [Example; 3] {
    let config = with(config(), |config| {
        config.bearer = Some(BearerToken::new("<ACCESS_TOKEN>"));
        config.verification_token = Some(VerificationToken::new("<ACCESS_TOKEN>"));
        config.hash_token = Some(HashToken::new("HASH_TOKEN"));
    });
    let biller = Biller::new(config).unwrap();
    let onboarding =
        Onboarding::builder().supplier_sync_code("SHOP-1").name("Angkor Fresh Market").currency("KHR").build();
    let bill = with(bill(), |bill| {
        bill.date = "2026-01-31T23:30:00+07:00".parse().unwrap();
        bill.due_date = "2026-02-28T09:00:00+07:00".parse().unwrap();
        let codes = ["INV-0001", "C-17", "SHOP-1"].map(str::to_owned);
        [bill.ref_id, bill.customer_sync_code, bill.settlement_to] = codes;
    });
    let verification = Verification::builder().identity_code("INV-0001").purpose_of_transaction("INV-0001").build();
    [
        example(&biller, OperationName::Onboarding, &onboarding),
        example(&biller, OperationName::Settlement, &bill),
        example(&biller, OperationName::Verification, &verification),
    ]
}

fn example<O: Operation>(biller: &Biller, name: OperationName, request: &O) -> Example {
    let call = biller.prepare(request).unwrap();
    let headers =
        call.headers.iter().map(|header| (header.name.to_string(), header.value.as_str().to_owned())).collect();
    let path = call.url.strip_prefix(BASE_URL).unwrap().to_owned();
    Example { name, path, headers, body: serde_json::from_str(&call.body).unwrap() }
}
