//! Refused requests and their answers.

use super::*;
use crate::wire::{
    Json, Members, Model,
    model::schema::{Kind, Presence},
};
use crate::{Line, VerificationAuth};

impl World {
    fn take(&mut self, request: &Request<'_>) -> Answer {
        self.simulator.handle(request, self.now)
    }

    fn code(&mut self, request: &Request<'_>) -> (u16, String) {
        let answer = self.take(request);
        let body = Json::parse(&answer.body).unwrap();
        (answer.status, body.as_object().unwrap().get("code").unwrap().as_text().unwrap().into())
    }

    /// Sends a settlement with another body.
    fn take_body(&mut self, body: &str) -> Answer {
        let call = self.call(&bill("INV-1", 40));
        self.take(&Request { body: body.as_bytes(), ..Request::of(&call) })
    }

    /// Returns paths and codes of the violations in a settlement's body.
    fn violations(&mut self, body: &str) -> Vec<(String, String)> {
        let answer = self.take_body(body);
        let body = Json::parse(&answer.body).unwrap();
        let Some(Json::Array(violations)) = body.as_object().unwrap().get("violations") else { return Vec::new() };
        let text = |json: &Json, key: &str| json.as_object().unwrap().get(key).unwrap().as_text().unwrap().to_owned();
        assert_eq!(answer.status, 400);
        violations.iter().map(|violation| (text(violation, "path"), text(violation, "code"))).collect()
    }

    /// Returns the members of a valid settlement.
    fn members(&self) -> Members {
        let Ok(Json::Object(members)) = Json::parse(self.call(&bill("INV-1", 40)).body.as_bytes()) else { panic!() };
        members
    }
}

/// A body with one member replaced or added.
fn body_with(members: &Members, key: &str, value: impl Into<Json>) -> String {
    let mut members = members.clone();
    members.insert(key, value);
    Json::from(members).to_string()
}

/// A request with these headers in place of its own of their name.
fn headed<'a>(mut request: Request<'a>, name: &str, headers: &[(&'a str, &'a str)]) -> Request<'a> {
    request.headers.retain(|(other, _)| *other != name);
    request.headers.extend(headers);
    request
}

#[test]
fn refuses_wrong_path_method_and_headers() {
    let mut world = World::new();
    let settlement = world.call(&bill("INV-1", 40));
    let verification = world.call(&verification("INV-1"));
    let (settle, verify) = (Request::of(&settlement), Request::of(&verification));
    let refused = |refusal: Refusal| (refusal.status(), refusal.code().to_owned());
    for (request, refusal) in [
        (Request { path: "/bill_payment", ..settle.clone() }, Refusal::NoSuchPath),
        (Request { method: "GET", ..settle.clone() }, Refusal::MethodNotAllowed),
        (Request { body: b"[]", ..settle.clone() }, Refusal::Invalid),
    ] {
        assert_eq!(world.code(&request), refused(refusal));
        let answer = world.simulator.handle(&request, world.now);
        let names_methods = answer.headers.iter().any(|(name, _)| name == "Allow");
        assert_eq!(names_methods, refusal == Refusal::MethodNotAllowed);
    }
    for (request, name, right, wrong, refusal) in [
        (&settle, "Authorization", "Bearer bearer", &["bearer", "Bearer verification"][..], Refusal::Unauthenticated),
        (&settle, "Content-Type", "application/json", &["text/plain"], Refusal::UnsupportedMediaType),
        (&verify, "Accept", "application/json", &["text/html"], Refusal::NotAcceptable),
        (&verify, "token", "verification", &["bearer"], Refusal::Unauthenticated),
    ] {
        for &value in wrong {
            assert_eq!(world.code(&headed(request.clone(), name, &[(name, value)])), refused(refusal), "{name}");
        }
        assert_eq!(world.code(&headed(request.clone(), name, &[])), refused(refusal), "{name}");
        if name != "Accept" {
            let lower = name.to_lowercase();
            let twice = [(name, right), (lower.as_str(), right)];
            assert_eq!(world.code(&headed(request.clone(), name, &twice)), refused(refusal), "{name}");
        }
    }
    assert!(world.simulator.books().totals.is_empty());

    let mut any_case = headed(settle, "Content-Type", &[("Content-Type", "Application/JSON; charset=utf-8")]);
    let names: Vec<_> = any_case.headers.iter().map(|(name, _)| name.to_uppercase()).collect();
    any_case.headers.iter_mut().zip(&names).for_each(|((name, _), upper)| *name = upper);
    assert_eq!(world.code(&any_case).0, 200);
}

#[test]
fn checks_every_field_of_a_settlement() {
    let mut world = World::new();
    let members = world.members();
    for field in Settlement::SCHEMA.fields {
        let on_wire = members.get(field.name).is_some();
        let violations = world.violations(&body_with(&members, field.name, true));
        assert_eq!(violations, [(field.name.to_owned(), "wrong_type".to_owned())]);

        let required = field.presence == Presence::Required || field.name == "total_amount_khr";
        assert!(on_wire || !required, "{}", field.name);
        let rest = members.iter().filter(|(key, _)| *key != field.name);
        let rest: Members = rest.map(|(key, value)| (key, value.clone())).collect();
        let missing = world.violations(&Json::from(rest).to_string());
        let expected = if required { vec![(field.name.to_owned(), "required".to_owned())] } else { vec![] };
        assert_eq!(missing, expected);
        if matches!(field.kind, Kind::Text) {
            assert_eq!(world.violations(&body_with(&members, field.name, ""))[0].1, "empty");
        }
    }
}

#[test]
fn reports_all_violations_at_once() {
    let mut world = World::new();
    let body = r#"{"ref_id":"","date":"2026-01-31T09:00:00","due_date":"2026-02-28T02:00:00.000Z","currency":"KHR",
        "total_amount":40.5,"customer_sync_code":"C","exchange_rate_khr":4100,"total_amount_khr":40,"hash":7,
        "details":[{"price":"10"},7],"another":null}"#;
    let found = world.violations(body);
    let found: Vec<_> = found.iter().map(|(path, code)| (path.as_str(), code.as_str())).collect();
    let expected = [
        ("ref_id", "empty"),
        ("date", "missing_offset"),
        ("total_amount", "not_an_integer"),
        ("settlement_to", "required"),
        ("exchange_rate_khr", "wrong_type"),
        ("total_amount_khr", "wrong_type"),
        ("details[0].price", "wrong_type"),
        ("details[1]", "wrong_type"),
        ("hash", "wrong_type"),
    ];
    assert_eq!(found, expected);
    assert_eq!(world.violations(r#"{"a":1,"a":2}"#), [(String::new(), "duplicate_key".to_owned())]);
}

#[test]
fn bank_requires_a_return_url() {
    let mut world = World::new();
    let call = world.call(&onboarding("SUB-2"));
    let body = br#"{"supplier_sync_code":"SUB-2","name":"N","bank_id":"B"}"#;
    let answer = world.take(&Request { body, ..Request::of(&call) });
    assert_eq!(answer.status, 400);
    assert!(text(&answer).contains(r#""path":"return_url","code":"required_with_bank_id""#));
    assert!(!text(&answer).contains("violations_omitted"));
}

#[test]
fn hash_covers_the_signed_fields() {
    let mut world = World::new();
    let call = world.call(&bill("INV-1", 40));
    let wrong = (Refusal::WrongHash.status(), Refusal::WrongHash.code().to_owned());
    for (signed, other) in [
        (r#""ref_id":"INV-1""#, r#""ref_id":"INV-2""#),
        ("T02:00:00.123Z", "T02:00:01.123Z"),
        (r#""total_amount":40"#, r#""total_amount":41"#),
        ("C-17", "C-18"),
    ] {
        let body = call.body.replacen(signed, other, 1);
        assert_ne!(body, call.body);
        assert_eq!(world.code(&Request { body: body.as_bytes(), ..Request::of(&call) }), wrong);
    }
    assert_eq!(world.answer(&call).status, 200);
}

#[test]
fn profile_applies_to_both_sides() {
    let json = br#"{"destinationKey":"settle_to","lineItemKey":"item_mame","verificationAuth":"bearer",
        "signingOffset":"+07:00","dateStyle":"seconds","totalAmountKhrAs":"number","sendEmptyText":true,
        "successCodes":{"onboarding":["0"],"settlement":["00"],"verification":["FOUND"]}}"#;
    let profile = WireProfile::from_json(json).unwrap();
    assert_eq!(profile.verification_auth, VerificationAuth::Bearer);
    let mut world = World::with(config(profile.clone()));
    let settlement = Settlement { description: Some(String::new()), ..bill("INV-1", 40) };
    let outcome = world.send(&settlement).unwrap();
    let SettlementOutcome::Settled { response } = outcome else { panic!("{outcome:?}") };
    assert_eq!(response.code.unwrap().as_str(), "00");
    let found = world.verify("INV-1", None).unwrap();
    assert_eq!((found.code.as_str(), found.data.description.as_deref()), ("FOUND", Some("Payment of a bill")));

    let mut plain = World::new();
    for (world, key) in [(&mut world, "item_mame"), (&mut plain, "item_name")] {
        let line = Line { item_name: Some("Rice".into()), ..Line::default() };
        let body = world.call(&Settlement { details: Some(vec![line]), ..bill("INV-2", 40) }).body;
        let violations = world.violations(&body.replace(&format!(r#""{key}":"Rice""#), &format!(r#""{key}":7"#)));
        assert_eq!(violations, [("details[0].item_name".to_owned(), "wrong_type".to_owned())]);
    }
    let call = world.call(&settlement);
    assert_eq!(plain.answer(&call).status, 400);
    let to_plain = plain.call(&bill("INV-1", 40));
    assert_eq!(world.answer(&to_plain).status, 400);
}

#[test]
fn refuses_invalid_settings() {
    let unusable = SimulatorConfig {
        bearer: BearerToken::new("Bearer x"),
        hash_token: HashToken::new(""),
        profile: WireProfile { destination_key: "ref_id".into(), ..WireProfile::default() },
        webhook: Some(WebhookEndpoint::merchant_proxy("", WebhookToken::new("a b"))),
        ..config(WireProfile::default())
    };
    let error = Simulator::new(unusable).unwrap_err();
    let paths: Vec<_> = error.violations().iter().map(|violation| violation.path.as_str()).collect();
    assert_eq!(paths, ["bearer", "hashToken", "webhook.token", "profile.destinationKey"]);
}

#[test]
fn secrets_do_not_print() {
    let mut world = World::with(SimulatorConfig {
        bearer: BearerToken::new("canary-bearer"),
        verification_token: VerificationToken::new("canary-verification"),
        hash_token: HashToken::new("canary-key"),
        webhook: Some(proxy()),
        ..config(WireProfile::default())
    });
    let call = world.call(&bill("INV-1", 40));
    let answer = world.answer(&call);
    let webhooks = world.simulator.due(world.now);
    let printed = format!("{:?} {:?} {:?} {:?}", world.simulator, Request::of(&call), answer, webhooks);
    for shown in ["Simulator { config: ", r#"Request { method: "POST""#, "Answer { status: 200", "DueWebhook { id: "] {
        assert!(printed.contains(shown), "no {shown} in {printed}");
    }
    for secret in ["canary", WEBHOOK_TOKEN, "INV-1"] {
        assert!(!printed.contains(secret), "{secret} in {printed}");
    }
}

#[test]
fn settlement_requires_hash_and_payable_amount() {
    let mut world = World::with(SimulatorConfig { fee: 1, ..config(WireProfile::default()) });
    let members = world.members();
    for (hash, code) in [(Json::Null, "required"), (true.into(), "wrong_type")] {
        let violations = world.violations(&body_with(&members, "hash", hash));
        assert_eq!(violations, [("hash".to_owned(), code.to_owned())]);
    }
    let unsigned = world.take_body(&body_with(&members, "hash", ""));
    assert!(text(&unsigned).contains(Refusal::WrongHash.code()), "{}", text(&unsigned));
    // The largest amount plus its fee overflows.
    assert_eq!(world.refusal(&bill("INV-2", (1 << 53) - 1)), (400, Refusal::Invalid.code().into()));
    world.settle(&bill("INV-3", (1 << 53) - 2));
}

#[test]
fn counts_omitted_violations() {
    let mut world = World::new();
    // A biller may allow more lines than by default.
    let many = vec![Json::from(Members::default()); BillerConfig::DEFAULT_MAX_LINES + 1];
    let body = body_with(&world.members(), "details", many);
    assert_eq!(world.take_body(&body).status, 200);
    let lines = vec![Json::Array([].into()); 103];
    let answer = world.take_body(&body_with(&world.members(), "details", lines));
    let body = Json::parse(&answer.body).unwrap();
    let members = body.as_object().unwrap();
    assert_eq!(members.get("violations").and_then(Json::as_array).map(<[Json]>::len), Some(100));
    assert_eq!(members.get("violations_omitted").map(ToString::to_string).as_deref(), Some("3"));
}
