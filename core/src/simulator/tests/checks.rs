//! Refused requests and their answers.

use super::*;
use crate::wire::{
    Json, Model,
    schema::{Kind, Presence},
};
use crate::{Line, VerificationAuth};

/// The parts of a valid settlement, for a test to change.
struct Parts {
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: String,
}

impl Parts {
    fn of<O: Operation>(call: &Call<O>) -> Parts {
        let request = Request::of(call);
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Parts {
            method: request.method.into(),
            path: request.path.into(),
            headers: request.headers.iter().map(owned).collect(),
            body: call.body.clone(),
        }
    }

    fn header(&mut self, name: &str) -> &mut String {
        &mut self.headers.iter_mut().find(|(other, _)| other == name).unwrap().1
    }

    fn without(mut self, name: &str) -> Parts {
        self.headers.retain(|(other, _)| other != name);
        self
    }

    fn twice(mut self, name: &str) -> Parts {
        let value = self.header(name).clone();
        self.headers.push((name.to_lowercase(), value));
        self
    }

    fn set(mut self, name: &str, value: &str) -> Parts {
        *self.header(name) = value.into();
        self
    }
}

impl World {
    fn take(&mut self, parts: &Parts) -> Answer {
        let headers = parts.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let (method, path, body) = (parts.method.as_str(), parts.path.as_str(), parts.body.as_bytes());
        self.simulator.handle(&Request { method, path, headers, body }, self.now)
    }

    fn code(&mut self, parts: &Parts) -> (u16, String) {
        let answer = self.take(parts);
        let body = Json::parse(&answer.body).unwrap();
        (answer.status, body.as_object().unwrap().get("code").unwrap().as_text().unwrap().into())
    }

    /// Returns paths and codes of the violations in a settlement's body.
    fn violations(&mut self, body: String) -> Vec<(String, String)> {
        let parts = Parts { body, ..Parts::of(&self.call(&bill("INV-1", 40))) };
        let answer = self.take(&parts);
        let body = Json::parse(&answer.body).unwrap();
        let Some(Json::Array(violations)) = body.as_object().unwrap().get("violations") else { return Vec::new() };
        let text = |json: &Json, key: &str| json.as_object().unwrap().get(key).unwrap().as_text().unwrap().to_owned();
        assert_eq!(answer.status, 400);
        violations.iter().map(|violation| (text(violation, "path"), text(violation, "code"))).collect()
    }
}

#[test]
fn refuses_wrong_path_method_and_headers() {
    let mut world = World::new();
    let settlement = world.call(&bill("INV-1", 40));
    let parts = || Parts::of(&settlement);
    let expect = |world: &mut World, parts: Parts, refusal: Refusal| {
        assert_eq!(world.code(&parts), (refusal.status(), refusal.code().into()));
    };
    expect(&mut world, Parts { path: "/bill_payment".into(), ..parts() }, Refusal::NoSuchPath);
    expect(&mut world, Parts { method: "GET".into(), ..parts() }, Refusal::MethodNotAllowed);
    expect(&mut world, parts().without("Authorization"), Refusal::Unauthenticated);
    expect(&mut world, parts().twice("Authorization"), Refusal::Unauthenticated);
    expect(&mut world, parts().set("Authorization", "bearer"), Refusal::Unauthenticated);
    expect(&mut world, parts().set("Authorization", "Bearer verification"), Refusal::Unauthenticated);
    expect(&mut world, parts().without("Content-Type"), Refusal::UnsupportedMediaType);
    expect(&mut world, parts().twice("Content-Type"), Refusal::UnsupportedMediaType);
    expect(&mut world, parts().set("Content-Type", "text/plain"), Refusal::UnsupportedMediaType);
    expect(&mut world, Parts { body: "[]".into(), ..parts() }, Refusal::Invalid);

    let verification = world.call(&verification("INV-1"));
    let parts = || Parts::of(&verification);
    expect(&mut world, parts().without("Accept"), Refusal::NotAcceptable);
    expect(&mut world, parts().set("Accept", "text/html"), Refusal::NotAcceptable);
    expect(&mut world, parts().set("token", "bearer"), Refusal::Unauthenticated);
    expect(&mut world, parts().twice("token"), Refusal::Unauthenticated);
    assert!(world.simulator.books().totals.is_empty());

    let mut any_case = Parts::of(&settlement).set("Content-Type", "Application/JSON; charset=utf-8");
    any_case.headers.iter_mut().for_each(|(name, _)| *name = name.to_uppercase());
    assert_eq!(world.code(&any_case).0, 200);
}

#[test]
fn checks_every_field_of_a_settlement() {
    let mut world = World::new();
    let body = world.call(&bill("INV-1", 40)).body;
    let Ok(Json::Object(members)) = Json::parse(body.as_bytes()) else { panic!("{body}") };
    for field in Settlement::SCHEMA.fields {
        let on_wire = members.get(field.name).is_some();
        let mut spoiled = members.clone();
        spoiled.insert(field.name, true);
        let violations = world.violations(Json::from(spoiled).to_string());
        assert_eq!(violations, [(field.name.to_owned(), "wrong_type".to_owned())]);

        let required = field.presence == Presence::Required || field.name == "total_amount_khr";
        assert!(on_wire || !required, "{}", field.name);
        let rest = members.iter().filter(|(key, _)| *key != field.name);
        let rest: crate::Members = rest.map(|(key, value)| (key, value.clone())).collect();
        let missing = world.violations(Json::from(rest).to_string());
        let expected = if required { vec![(field.name.to_owned(), "required".to_owned())] } else { vec![] };
        assert_eq!(missing, expected);
        if matches!(field.kind, Kind::Text) {
            spoiled = members.clone();
            spoiled.insert(field.name, "");
            assert_eq!(world.violations(Json::from(spoiled).to_string())[0].1, "empty");
        }
    }
}

#[test]
fn reports_all_violations_at_once() {
    let mut world = World::new();
    let body = r#"{"ref_id":"","date":"2026-01-31T09:00:00","due_date":"2026-02-28T02:00:00.000Z","currency":"KHR",
        "total_amount":40.5,"customer_sync_code":"C","exchange_rate_khr":4100,"total_amount_khr":40,"hash":7,
        "details":[{"price":"10"},7],"another":null}"#;
    let found = world.violations(body.into());
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
    assert_eq!(world.violations(r#"{"a":1,"a":2}"#.into()), [(String::new(), "duplicate_key".to_owned())]);
}

#[test]
fn bank_requires_a_return_url() {
    let mut world = World::new();
    let mut parts = Parts::of(&world.call(&onboarding("SUB-2")));
    parts.body = r#"{"supplier_sync_code":"SUB-2","name":"N","bank_id":"B"}"#.into();
    let answer = world.take(&parts);
    assert_eq!(answer.status, 400);
    assert!(text(&answer).contains(r#""path":"return_url","code":"required_with_bank_id""#));
    assert!(!text(&answer).contains("violations_omitted"));
}

#[test]
fn hash_covers_the_signed_fields() {
    let mut world = World::new();
    let parts = Parts::of(&world.call(&bill("INV-1", 40)));
    let wrong = (Refusal::WrongHash.status(), Refusal::WrongHash.code().to_owned());
    for (signed, other) in [
        (r#""ref_id":"INV-1""#, r#""ref_id":"INV-2""#),
        ("T02:00:00.123Z", "T02:00:01.123Z"),
        (r#""total_amount":40"#, r#""total_amount":41"#),
        ("C-17", "C-18"),
    ] {
        let body = parts.body.replacen(signed, other, 1);
        assert_ne!(body, parts.body);
        let spoiled = Parts { body, ..Parts::of(&world.call(&bill("INV-1", 40))) };
        assert_eq!(world.code(&spoiled), wrong);
    }
    assert_eq!(world.code(&parts).0, 200);
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
    assert_eq!(world.verify("INV-1", None).unwrap().code.as_str(), "FOUND");

    let mut plain = World::new();
    for (world, key) in [(&mut world, "item_mame"), (&mut plain, "item_name")] {
        let line = Line { item_name: Some("Rice".into()), ..Line::default() };
        let body = world.call(&Settlement { details: Some(vec![line]), ..bill("INV-2", 40) }).body;
        let violations = world.violations(body.replace(&format!(r#""{key}":"Rice""#), &format!(r#""{key}":7"#)));
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
    let body = world.call(&bill("INV-1", 40)).body;
    let Ok(Json::Object(members)) = Json::parse(body.as_bytes()) else { panic!("{body}") };
    let signed = |hash: Json| {
        let mut members = members.clone();
        members.insert("hash", hash);
        Json::from(members).to_string()
    };
    for (hash, code) in [(Json::Null, "required"), (true.into(), "wrong_type")] {
        assert_eq!(world.violations(signed(hash)), [("hash".to_owned(), code.to_owned())]);
    }
    let mut sent = |body: String| {
        let parts = Parts { body, ..Parts::of(&world.call(&bill("INV-1", 40))) };
        world.code(&parts)
    };
    assert_eq!(sent(signed("".into())).1, Refusal::WrongHash.code());
    // The largest amount plus its fee overflows.
    let largest = world.call(&bill("INV-2", (1 << 53) - 1));
    assert_eq!(world.code(&Parts::of(&largest)), (400, Refusal::Invalid.code().into()));
    let payable = world.call(&bill("INV-3", (1 << 53) - 2));
    assert_eq!(world.code(&Parts::of(&payable)).0, 200);
}

#[test]
fn counts_omitted_violations() {
    let mut world = World::new();
    let lines = vec!["[]"; 103].join(",");
    let body = world.call(&bill("INV-1", 40)).body;
    let body = format!(r#"{},"details":[{lines}]}}"#, body.strip_suffix('}').unwrap());
    let parts = Parts { body, ..Parts::of(&world.call(&bill("INV-1", 40))) };
    let answer = world.take(&parts);
    let body = Json::parse(&answer.body).unwrap();
    let members = body.as_object().unwrap();
    assert_eq!(members.get("violations").and_then(Json::as_array).map(<[Json]>::len), Some(100));
    assert_eq!(members.get("violations_omitted").map(ToString::to_string).as_deref(), Some("3"));
}
