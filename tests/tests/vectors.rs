//! Runs every vector against the Rust crate. A failure names the ids of all failed cases.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on has failed")]

use billwire::internal::{DynamicValue, draft_value_to_json, validate_draft_value};
use billwire::{
    Biller, Delivery, DraftSettings, Error, EventIds, HashToken, Instant, Json, OperationName, Outcome, Sensitive,
    SignedFields, SigningKey, SigningOffset, Verdict, WebhookReceiver, WebhookToken, WireProfile, sign,
};
use billwire_conformance::{BASE_URL, Case, check, dynamic_value, object, text};
use billwire_wasm::entrances;
use serde_json::{Value, json};

#[test]
fn signing() {
    check("signing", |case| {
        let fields = case.get("fields");
        let text = |name: &str| fields[name].as_str().unwrap_or_default();
        let signed = SignedFields {
            ref_id: text("ref_id"),
            date: text("date").parse::<Instant>().map_err(|code| code.to_string())?,
            currency: text("currency"),
            total_amount: fields["total_amount"].as_i64().unwrap_or(-1),
            customer_sync_code: text("customer_sync_code"),
            settlement_to: text("settlement_to"),
        };
        let offset: SigningOffset = case.text("signing_offset").parse().map_err(|_| "offset")?;
        let string = signed.signing_string(offset).map_err(|error| error.to_string())?;
        same("signing_string", &json!(string), case.get("signing_string"))?;
        let key = SigningKey::new(&HashToken::new(case.text("key")));
        let hash = sign(&signed, &key, offset).map_err(|error| error.to_string())?;
        same("hash", &json!(hash.as_str()), case.get("hash"))
    });
}

#[test]
fn requests() {
    check("requests", |case| {
        validates_alike(case)?;
        let biller = biller(case);
        let prepared = entrances::prepare(&biller, operation(case)?, &dynamic_value(case.get("request")));
        match prepared {
            Ok(call) => {
                same("body", &json!(call.body), case.get("body"))?;
                same("path", &json!(call.url.strip_prefix(BASE_URL)), case.get("path"))?;
                same("method", &json!(call.method.as_str()), case.get("method"))?;
                let headers: Vec<_> = call.headers.iter().map(|header| json!([header.name, header.value])).collect();
                same("headers", &json!(headers), case.get("headers"))?;
                same("warnings", &places(&call.warnings), case.get("warnings"))
            }
            Err(error) => {
                same("kind", &json!(error.kind()), &json!("invalid_request"))?;
                let omitted = case.get("violations_omitted").as_u64().unwrap_or_default();
                same("violations omitted", &json!(error.violations_omitted()), &json!(omitted))?;
                same("violations", &places(error.violations()), case.get("violations"))
            }
        }
    });
}

/// Validates the request without a biller: the findings are the same, and its JSON is prepared like the request.
fn validates_alike(case: &Case) -> Result<(), String> {
    if case.get("strict") == true || !case.get("code_shapes").is_null() {
        return Ok(());
    }
    let profile = case.get("profile");
    let profile = if profile.is_null() { json!({}) } else { profile.clone() };
    let profile = WireProfile::from_json(profile.to_string().as_bytes()).map_err(|error| error.to_string())?;
    let settings = DraftSettings::builder().profile(profile).build();
    let (operation, request) = (operation(case)?, dynamic_value(case.get("request")));
    let validation = validate_draft_value(operation, &request, &settings).map_err(|error| error.to_string())?;
    same("violations of the draft", &places(&validation.violations), &listed(case.get("violations")))?;
    match draft_value_to_json(operation, &request, &settings) {
        Ok(text) => {
            same("warnings of the draft", &places(&validation.warnings), &listed(case.get("warnings")))?;
            let draft = Json::parse_draft(text.as_bytes()).map_err(|finding| finding.to_string())?;
            let (body, _) = biller(case).prepare_body(operation, &draft.into()).map_err(|error| error.to_string())?;
            same("body of the draft's JSON", &json!(body), case.get("body"))
        }
        Err(error) => same("violations of the JSON", &places(error.violations()), case.get("violations")),
    }
}

#[test]
fn responses() {
    check("responses", |case| {
        let status = case.get("status").as_u64().and_then(|status| status.try_into().ok()).unwrap_or_default();
        let (biller, operation, body) = (biller(case), operation(case)?, case.body());
        if case.get("request").is_null() {
            return same_answer(biller.decode(operation, status, &body), case);
        }
        let prepared = biller.prepare_body(operation, &dynamic_value(case.get("request")));
        let (request, _) = prepared.map_err(|error| error.to_string())?;
        same_answer(biller.decode_answer_to(operation, &request, status, &body), case)
    });
}

/// Compares an answer in the form of JavaScript, in which the response of two operations is the outcome itself.
fn same_answer(answer: Result<Outcome, Error>, case: &Case) -> Result<(), String> {
    let outcome = match answer {
        Ok(outcome) => outcome,
        Err(error) => return same_error(&error, case),
    };
    let mut shown = json!(outcome);
    let link = shown.as_object_mut().and_then(|members| members.remove("link")).unwrap_or_default();
    same("link", &link, case.get("link"))?;
    if !matches!(outcome, Outcome::Settlement(_)) {
        let members = shown.as_object_mut().ok_or("no object")?;
        if let Some(Value::Object(response)) = members.remove("response") {
            members.extend(response);
        }
    }
    for finding in shown["warnings"].as_array_mut().into_iter().flatten() {
        *finding = json!({"path": finding["path"], "code": finding["code"]});
    }
    same("outcome", &js(&shown), &js(case.get("outcome")))
}

#[test]
fn webhooks() {
    check("webhooks", |case| {
        let tokens = case.get("tokens").as_array().cloned().unwrap_or_default();
        let tokens = tokens.iter().filter_map(Value::as_str).map(WebhookToken::new).collect();
        let receiver = match case.text("variant") {
            "checkout" => WebhookReceiver::checkout(),
            _ => WebhookReceiver::merchant_proxy(tokens).map_err(|error| error.to_string())?,
        };
        let headers = case.get("headers").as_array().cloned().unwrap_or_default();
        let pairs = headers.iter().map(|pair| (pair[0].as_str().unwrap_or(""), pair[1].as_str().unwrap_or("")));
        match receiver.receive(pairs, &case.body()) {
            Ok(event) => {
                same("warnings", &places(&event.warnings), &listed(&case.get("event")["warnings"]))?;
                let event = json!({
                    "authentication": event.authentication,
                    "payload": event.payload,
                    "dedup_key": event.dedup_key(),
                });
                let mut expected = case.get("event").clone();
                expected.as_object_mut().and_then(|members| members.remove("warnings"));
                same("event", &js(&event), &js(&expected))
            }
            Err(error) => same_webhook_error(&error, case),
        }
    });
}

#[test]
fn confirmations() {
    check("confirmations", |case| {
        let biller = biller(case);
        let receiver = WebhookReceiver::checkout();
        let payload = case.get("payload").to_string();
        let event = receiver.receive([], payload.as_bytes()).map_err(|error| error.to_string())?;
        let ids = EventIds::builder()
            .maybe_tran_id(event.payload.tran_id.clone())
            .maybe_tran_no(event.payload.tran_no.clone())
            .build();
        let expectation = dynamic_value(case.get("expectation"));
        let confirmation = entrances::confirm(&biller, &expectation, ids).map_err(|error| error.to_string())?;
        same("request_body", &json!(confirmation.call.body), case.get("request_body"))?;
        let status = case.get("status").as_u64().and_then(|status| status.try_into().ok()).unwrap_or_default();
        let told = confirmation.decide(status, &case.body());
        if let Ok(verdict) = &told {
            same("warnings", &places(&verdict.transaction().warnings()), &listed(case.get("warnings")))?;
        }
        match told {
            Ok(Verdict::Confirmed { confirmed }) => {
                same("claim_key", &json!(confirmed.claim_key()), case.get("claim_key"))
            }
            Ok(Verdict::Mismatch { mismatches, .. }) => same("mismatches", &json!(mismatches), case.get("mismatches")),
            Ok(verdict) => same("verdict", &json!(verdict.as_str()), case.get("verdict")),
            Err(error) => same_error(&error, case),
        }
    });
}

#[test]
fn lookups() {
    check("lookups", |case| {
        let biller = biller(case);
        let (prepared, kept) =
            entrances::prepare_lookup(&biller, &dynamic_value(case.get("bill"))).map_err(|error| error.to_string())?;
        same("request_body", &json!(prepared.body), case.get("request_body"))?;
        let status = case.get("status").as_u64().and_then(|status| status.try_into().ok()).unwrap_or_default();
        let first_attempt = case.get("first_attempt").as_str().map(|text| text.parse().unwrap());
        let told = entrances::decide_lookup(&biller, &kept, first_attempt, status, &case.body())
            .map_err(|error| error.to_string())?;
        let (told, expected) = (json!(told), case.get("expected"));
        for key in ["verdict", "next_step", "mismatches"] {
            same(key, &told[key], &expected[key])?;
        }
        same("tran_id", &told["transaction"]["tran_id"], &expected["tran_id"])?;
        for key in ["kind", "code"] {
            same(key, &told["error"][key], &expected["error"][key])?;
        }
        Ok(())
    });
}

#[test]
fn dates() {
    check("dates", |case| {
        let offset: SigningOffset = case.text("assumed_offset").parse().map_err(|_| "offset")?;
        let read = if case.get("day_first") == true { Instant::read_day_first } else { Instant::read_local };
        let read = read(case.text("text"), offset).map(Instant::unix_millis);
        same("unix_ms", &json!(read), case.get("unix_ms"))
    });
}

#[test]
fn deliveries() {
    check("deliveries", |case| {
        let receiver = WebhookReceiver::checkout();
        let [first, second] =
            ["first", "second"].map(|body| receiver.receive([], case.get(body).to_string().as_bytes()).unwrap());
        let is_replay = case.text("delivery") == "replay";
        let expected = if is_replay { Delivery::Replay } else { Delivery::Conflict };
        assert_eq!(expected.reply().status, if is_replay { 200 } else { 409 });
        assert_eq!(second.compare(None), Delivery::New);
        assert_eq!(Delivery::New.reply(), Delivery::Replay.reply());
        assert_eq!(first.compare(Some(&first.fingerprint())), Delivery::Replay, "{}", case.id);
        let found = [(&first, &second), (&second, &first)].map(|(one, other)| one.compare(Some(&other.fingerprint())));
        if found == [expected; 2] { Ok(()) } else { Err(format!("{found:?}, not {expected:?}")) }
    });
}

fn biller(case: &Case) -> Biller {
    let options = vec![
        ("baseUrl", text(BASE_URL)),
        ("bearer", text("test-bearer")),
        ("verificationToken", text("test-verification")),
        ("hashToken", text("test-hash-key")),
        ("strict", DynamicValue::Bool(case.get("strict") == true)),
        ("codeShapes", dynamic_value(case.get("code_shapes"))),
        ("profile", dynamic_value(case.get("profile"))),
    ];
    entrances::biller(object(options), false).unwrap()
}

fn operation(case: &Case) -> Result<OperationName, String> {
    let name = case.text("operation");
    OperationName::ALL.iter().copied().find(|operation| operation.as_str() == name).ok_or_else(|| name.to_owned())
}

fn places(findings: &[billwire::Finding]) -> Value {
    findings.iter().map(|finding| json!({"path": finding.path, "code": finding.code})).collect()
}

/// Returns a list, or an empty one if it is absent.
fn listed(value: &Value) -> Value {
    if value.is_null() { json!([]) } else { value.clone() }
}

/// Converts to JavaScript's form: keys in any order, whole doubles as integers.
fn js(value: &Value) -> Value {
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(double) if double == double.trunc() && double.abs() < 9e15 => json!(double as i64),
            _ => value.clone(),
        },
        Value::Array(items) => items.iter().map(js).collect(),
        Value::Object(members) => {
            let key = |key: &str| if key == "next_step" { "nextStep".to_owned() } else { key.to_owned() };
            members.iter().map(|(name, value)| (key(name), js(value))).collect()
        }
        _ => value.clone(),
    }
}

fn same(what: &str, actual: &Value, expected: &Value) -> Result<(), String> {
    if actual == expected { Ok(()) } else { Err(format!("{what}\n    is  {actual}\n    not {expected}")) }
}

fn same_error(error: &Error, case: &Case) -> Result<(), String> {
    let expected = case.get("error");
    let answer = error.answer();
    same("kind", &json!(error.kind()), &expected["kind"])?;
    same("code", &json!(error.code()), &expected["code"])?;
    same("next_step", &json!(error.next_step().as_str()), &expected["next_step"])?;
    if case.id.starts_with("confirmations/") {
        return Ok(());
    }
    same("response_code", &json!(answer.and_then(|answer| answer.response_code.clone())), &expected["response_code"])?;
    if expected["data"] != "in its own way" {
        same("data", &js(&json!(answer.and_then(|answer| answer.data.clone()))), &js(&expected["data"]))?;
    }
    same(
        "message_en",
        &json!(answer.and_then(|answer| answer.message_en.as_ref()).map(Sensitive::as_str)),
        &expected["message_en"],
    )?;
    same(
        "message_kh",
        &json!(answer.and_then(|answer| answer.message_kh.as_ref()).map(Sensitive::as_str)),
        &expected["message_kh"],
    )?;
    let expected = expected["violations"].as_array().cloned().unwrap_or_default();
    same("number of violations", &json!(error.violations().len()), &json!(expected.len()))?;
    error.violations().iter().zip(&expected).try_for_each(|(finding, expected)| same_finding(finding, expected))
}

fn same_webhook_error(error: &Error, case: &Case) -> Result<(), String> {
    let expected = case.get("error");
    same("kind", &json!(error.kind()), &expected["kind"])?;
    same("code", &json!(error.code()), &expected["code"])?;
    same("status", &json!(error.response().map(|response| response.status)), &expected["status"])?;
    match error.violations() {
        [finding] => same_finding(finding, expected),
        _ => same("path", &json!(""), &expected["path"]),
    }
}

fn same_finding(finding: &billwire::Finding, expected: &Value) -> Result<(), String> {
    same("path", &json!(finding.path), &expected["path"])?;
    same("code", &json!(finding.code), &expected["code"])?;
    if expected["offset"].is_null() { Ok(()) } else { same("offset", &json!(finding.offset), &expected["offset"]) }
}
