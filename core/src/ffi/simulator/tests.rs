//! The exported simulator and the Rust simulator give the same answers, webhooks and books at the same times.

use super::{fixtures::webhook_fixtures, target::WebhookTarget, *};
use crate::{
    BearerToken, Code, HashToken, Method, Onboarding, Reply, ReplyHeaders, VerificationToken, WebhookToken,
    ffi::{
        biller::Biller,
        tests::{BASE_URL, bill, config as biller_config, instant},
        webhook::WebhookReceiver,
    },
    simulator::{CustomerAmounts, CustomersKey, RepeatedBill, ResponseTransport, TestCase, WebhookRetries},
};
use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

const SECRET: &str = "canary-4711";

fn config() -> Form<SimulatorConfig> {
    Form::<SimulatorConfig> {
        bearer: Arc::new(BearerToken::new(SECRET)),
        verification_token: Arc::new(VerificationToken::new(SECRET)),
        hash_token: Arc::new(HashToken::new(SECRET)),
        profile: None,
        base_url: Some(BASE_URL.into()),
        webhook: None,
        seed: Some(String::new()),
        without_purpose: None,
        fee: None,
        repeated_bill: None,
        linking: None,
        retries: None,
        hold_ms: None,
    }
}

fn endpoint() -> Form<WebhookEndpoint> {
    Form::<WebhookEndpoint> {
        url: "https://merchant.example/hook".into(),
        token: Some(Arc::new(WebhookToken::new("right"))),
        test_case: Some(TestCase::Success),
        amounts: None,
        customers_key: None,
    }
}

fn biller() -> Biller {
    Biller::new(biller_config([SECRET; 3], None)).unwrap()
}

fn onboarding() -> HttpRequest {
    let shop = Onboarding::builder().supplier_sync_code("S-1").name("Sok Dara Store").build();
    biller().prepare_onboarding(shop).unwrap().request()
}

fn settlement() -> HttpRequest {
    biller().prepare_settlement(bill()).unwrap().request()
}

fn at(ms: i64) -> Instant {
    Instant::from_unix_millis(instant("2026-01-31T17:00:00Z").unix_millis() + ms)
}

/// A service with one sub biller.
fn service(config: Form<SimulatorConfig>) -> Simulator {
    let service = Simulator::new(config).unwrap();
    assert_eq!(service.handle(onboarding(), at(0)).status, 200);
    service
}

fn reply(status: u16) -> Option<Reply> {
    let body = r#"{"status":"success","message":"success"}"#.into();
    Some(Reply { status: status.into(), headers: ReplyHeaders::default(), body })
}

#[test]
fn answers_as_core_does() {
    let settings = simulator::SimulatorConfig::builder()
        .bearer(BearerToken::new(SECRET))
        .verification_token(VerificationToken::new(SECRET))
        .hash_token(HashToken::new(SECRET))
        .webhook(WebhookEndpoint::of(endpoint()))
        .build();
    let mut rust = simulator::Simulator::new(settings).unwrap();
    let exported = Simulator::new(Form::<SimulatorConfig> { webhook: Some(endpoint()), ..config() }).unwrap();
    for (request, path) in [
        (onboarding(), "/on_boarding/on_boarding_supplier"),
        (settlement(), "/bill_payment/push_bill_with_payment"),
        (settlement(), "/bill_payment/push_bill_with_payment"),
        (HttpRequest { body: None, ..settlement() }, "/bill_payment/push_bill_with_payment"),
        (HttpRequest { method: Method::Get, ..onboarding() }, "/on_boarding/on_boarding_supplier"),
        (onboarding(), "/nowhere"),
    ] {
        let headers = request.headers.iter().map(|header| (&*header.name, header.value.as_str())).collect();
        let body = request.body.as_ref().map_or("", |body| body.as_str()).as_bytes();
        let expected = rust.handle(&Request { method: request.method.as_str(), path, headers, body }, millis(at(1)));
        assert_eq!(exported.handle(HttpRequest { url: path.into(), ..request.clone() }, at(1)), expected.into());
    }
    let expected = rust.due(millis(at(2)));
    assert_eq!(expected.len(), 2);
    assert_eq!(exported.due_webhooks(at(2)), expected);
    assert_eq!(exported.books(), rust.books());
}

#[test]
fn every_setting_arrives() {
    let retries = Form::<WebhookRetries> { deliveries: Some(2), first_ms: Some(10), longest_ms: Some(15) };
    let webhook = Form::<WebhookEndpoint> {
        token: None,
        test_case: Some(TestCase::Fail),
        amounts: Some(CustomerAmounts::Number),
        customers_key: Some(CustomersKey::Customer),
        ..endpoint()
    };
    let service = service(Form::<SimulatorConfig> {
        webhook: Some(webhook),
        seed: Some("a7".into()),
        fee: Some(500),
        repeated_bill: Some(RepeatedBill::Refuse),
        retries: Some(retries),
        hold_ms: Some(-1),
        ..config()
    });
    assert_eq!([(); 2].map(|()| service.handle(settlement(), at(0)).status.as_u16()), [200, 409]);
    assert_eq!(service.books().bills[0].tran_ids, ["TRAN-a7-00000001"]);
    let [due] = &service.due_webhooks(at(0))[..] else { panic!("one webhook") };
    assert!(due.request.headers.iter().any(|header| header.name == "Fail"));
    assert!(due.request.body.as_ref().unwrap().as_str().contains(r#""Customer":[{"#));
    service.delivered(due.id, None, at(0));
    assert_eq!(service.next_due(), Some(at(10)));
    let [again] = &service.due_webhooks(at(10))[..] else { panic!("one webhook") };
    service.delivered(again.id, reply(200), at(10));
    let counts = service.books().webhooks;
    assert_eq!((counts.due, counts.delivered, counts.acknowledged), (1, 2, 1));
    let random = Simulator::new(Form::<SimulatorConfig> { seed: None, ..config() }).unwrap();
    random.handle(onboarding(), at(0));
    random.handle(settlement(), at(0));
    assert_ne!(random.books().bills[0].tran_ids, ["TRAN-00000001"]);
}

#[test]
fn answers_at_its_address_only() {
    let status = |base_url: Option<&str>, url: &str| {
        let service =
            Simulator::new(Form::<SimulatorConfig> { base_url: base_url.map(str::to_owned), ..config() }).unwrap();
        let answer = service.handle(HttpRequest { url: url.into(), ..onboarding() }, at(0));
        assert_eq!(answer.transport == ResponseTransport::DropBefore, answer.status == 0);
        answer.status.as_u16()
    };
    const PATH: &str = "/on_boarding/on_boarding_supplier";
    let base = Some("https://service.example/v1/");
    assert_eq!(status(base, PATH), 200);
    assert_eq!(status(base, &format!("https://service.example/v1{PATH}")), 200);
    assert_eq!(status(base, "https://service.example/v1"), 404);
    assert_eq!(status(base, &format!("https://service.example/v1{}", &PATH[1..])), 0);
    assert_eq!(status(base, &format!("https://other.example/v1{PATH}")), 0);
    assert_eq!(status(None, &format!("https://other.example{PATH}")), 200);
    assert_eq!(status(None, "https://other.example"), 404);
    assert!(settlement().url.starts_with(BASE_URL));
}

#[test]
fn serves_each_scripted_fault_once() {
    let service = service(config());
    let fault =
        |kind: &str, attempt: u32| format!(r#"{{"ref_id":"INV-0001","attempt":{attempt},"fault":{{"kind":{kind}}}}}"#);
    let faults = [fault(r#""drop_before""#, 1), fault(r#""drop_after""#, 2), fault(r#""slow","delay_ms":700"#, 3)];
    service.script(format!(r#"{{"settlement":[{}]}}"#, faults.join(","))).unwrap();
    let served = [(); 4].map(|()| service.handle(settlement(), at(0)).transport);
    let slow = ResponseTransport::Slow { delay_ms: 700 };
    assert_eq!(served, [ResponseTransport::DropBefore, ResponseTransport::DropAfter, slow, ResponseTransport::Send]);
    let counted = ["drop_before", "drop_after", "slow"].map(|fault| (format!("settlement/{fault}"), 1));
    assert_eq!(service.books().faults_served, BTreeMap::from(counted));
    assert_eq!(service.script(r#"{"settlements":[]}"#.into()).unwrap_err().kind(), "invalid_config");
    let wrong = Form::<WebhookEndpoint> { token: Some(Arc::new(WebhookToken::new("a b"))), ..endpoint() };
    assert_eq!(service.send_webhooks_to(wrong).unwrap_err().code(), Code::InvalidToken);
}

#[test]
fn a_fixture_has_the_code_of_its_refusal() {
    assert_eq!(webhook_fixtures().len(), simulator::webhook_fixtures().len());
    for fixture in webhook_fixtures() {
        let receiver = match fixture.token {
            Some(token) => WebhookReceiver::merchant_proxy(vec![token], None),
            None => WebhookReceiver::checkout(None),
        };
        let code = receiver.unwrap().receive(fixture.headers, fixture.body).err().map(|error| error.code());
        assert_eq!(code, fixture.error, "{}", fixture.name);
    }
    let target = WebhookTarget::new(Arc::new(WebhookReceiver::checkout(None).unwrap()));
    let fail = HashMap::from([("fail".to_owned(), vec!["fail".to_owned()])]);
    assert_eq!(target.receive(HashMap::new(), br#"{"tran_id":"T-1"}"#.into()).status, 200);
    assert_eq!(target.receive(fail, br#"{"tran_id":"T-1"}"#.into()).status, 500);
    assert_eq!(target.events().len(), 1);
}
