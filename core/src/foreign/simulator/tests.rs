//! The service's side as other languages hold it, beside the Rust simulator: the same calls at the same times have to give
//! the same answers, webhooks and books.

use super::{
    super::{
        biller::Biller,
        calls::{HttpHeader, OnboardingParts, SettlementParts},
        config::{BillerConfig, WireProfile},
        tests::{BASE_URL, bill, crossed, instant, sub_biller},
        values::HttpStatus,
        webhook::{EventParts, WebhookHeaders, WebhookReceiver},
    },
    config::{RepeatedBill, WebhookRetries, WebhookTestCase},
    exchange::AnswerDelivery,
    fixtures::webhook_fixtures,
    *,
};
use crate::{
    credentials::{BearerToken, HashToken, VerificationToken, WebhookToken},
    finding::Code,
    simulator::{SimulatorConfig as Settings, WebhookVariant},
};
use std::{collections::HashMap, sync::Arc};

const SECRET: &str = "canary-4711";

fn config() -> SimulatorConfig {
    SimulatorConfig {
        bearer: Arc::new(BearerToken::new(SECRET)),
        verification_token: Arc::new(VerificationToken::new(SECRET)),
        hash_token: Arc::new(HashToken::new(SECRET)),
        profile: None,
        base_url: None,
        webhook: None,
        fee: None,
        repeated_bill: None,
        retries: None,
        hold_ms: None,
    }
}

fn endpoint(token: Option<&str>, test_case: Option<WebhookTestCase>) -> WebhookEndpoint {
    let token = token.map(|token| Arc::new(WebhookToken::new(token)));
    WebhookEndpoint { url: "https://merchant.example/hook".into(), token, test_case }
}

fn biller(profile: Option<WireProfile>) -> Biller {
    let config = BillerConfig {
        base_url: BASE_URL.into(),
        bearer: Some(Arc::new(BearerToken::new(SECRET))),
        verification_token: Some(Arc::new(VerificationToken::new(SECRET))),
        hash_token: Some(Arc::new(HashToken::new(SECRET))),
        allow_loopback_http: false,
        strict: false,
        code_shapes: None,
        profile,
    };
    Biller::new(config).unwrap()
}

fn onboarding() -> HttpRequest {
    crossed::<_, OnboardingParts>(biller(None).prepare_onboarding(sub_biller()).unwrap()).request
}

fn settlement(profile: Option<WireProfile>) -> HttpRequest {
    crossed::<_, SettlementParts>(biller(profile).prepare_settlement(bill()).unwrap()).request
}

fn at(ms: i64) -> Instant {
    Instant::from_unix_millis(instant("2026-01-31T17:00:00Z").unix_millis() + ms)
}

/// A request that asks below this base address, whichever the biller's is.
fn below(base: &str, request: HttpRequest) -> HttpRequest {
    HttpRequest { url: request.url.replace(BASE_URL, base), ..request }
}

/// A service with one sub biller.
fn service(config: SimulatorConfig) -> Simulator {
    let service = Simulator::new(config).unwrap();
    let answer = service.handle(below("https://anywhere.example", onboarding()), at(0));
    assert_eq!(answer.status, 200.into());
    service
}

fn settled(service: &Simulator) -> SimulatedAnswer {
    service.handle(below("https://anywhere.example", settlement(None)), at(0))
}

fn due(service: &Simulator, ms: i64) -> DueWebhook {
    let [due] = <[DueWebhook; 1]>::try_from(service.due_webhooks(at(ms))).unwrap();
    due
}

/// Name and value of each header that is not the same in all webhooks.
fn own_headers(due: &DueWebhook) -> Vec<(&str, &str)> {
    let headers = due.request.headers.iter().map(|header| (header.name.as_str(), header.value.as_str()));
    headers.filter(|(name, _)| !["Accept", "Content-Type"].contains(name)).collect()
}

#[test]
fn a_service_takes_its_credentials_and_no_others() {
    let wrong = SimulatorConfig { bearer: Arc::new(BearerToken::new("Bearer x")), ..config() };
    assert_eq!(Simulator::new(wrong).err().unwrap().failure().code, Code::BearerPrefix);
    let other = |service: SimulatorConfig| {
        Simulator::new(service).unwrap().handle(below("https://a.example", onboarding()), at(0))
    };
    let answer = other(SimulatorConfig { bearer: Arc::new(BearerToken::new("another")), ..config() });
    assert_eq!(answer.status, 401.into());
    assert_eq!(answer.headers, HashMap::from([("Content-Type".into(), "application/json".into())]));
    assert!(answer.body.starts_with(br#"{"code":"UNAUTHENTICATED""#));
    assert_eq!(other(config()).delivery, AnswerDelivery::Send);
}

/// With the same seconds and cents as the service in Rust, whose books are the same in the end.
#[test]
fn it_is_the_service_of_rust() {
    let settings = || {
        let tokens = (BearerToken::new(SECRET), VerificationToken::new(SECRET), HashToken::new(SECRET));
        Settings::new(tokens.0, tokens.1, tokens.2)
    };
    let webhook = simulator::WebhookEndpoint::checkout("https://merchant.example/hook");
    let mut rust = simulator::Simulator::new(Settings { webhook: Some(webhook), ..settings() }).unwrap();
    let foreign = Simulator::new(SimulatorConfig { webhook: Some(endpoint(None, None)), ..config() }).unwrap();
    for (request, path) in [
        (onboarding(), "/on_boarding/on_boarding_supplier"),
        (settlement(None), "/bill_payment/push_bill_with_payment"),
        (settlement(None), "/bill_payment/push_bill_with_payment"),
        (HttpRequest { body: None, ..settlement(None) }, "/bill_payment/push_bill_with_payment"),
        (HttpRequest { method: "PUT".into(), ..onboarding() }, "/on_boarding/on_boarding_supplier"),
        (onboarding(), "/nowhere"),
    ] {
        let headers = request.headers.iter().map(|header| (header.name.as_str(), header.value.as_str())).collect();
        let body = request.body.as_ref().map_or("", |body| body.as_str()).as_bytes();
        let expected = rust.handle(&Request { method: &request.method, path, headers, body }, millis(at(1)));
        assert_eq!(foreign.handle(HttpRequest { url: path.into(), ..request }, at(1)), expected.into());
    }
    let expected: Vec<_> = rust.due(millis(at(2))).into_iter().map(DueWebhook::from).collect();
    assert_eq!(expected.len(), 2);
    assert_eq!(foreign.due_webhooks(at(2)), expected);
    assert_eq!(foreign.books(), rust.books().into());
}

#[test]
fn books_hold_what_was_settled() {
    let service = service(SimulatorConfig { webhook: Some(endpoint(Some(SECRET), None)), ..config() });
    settled(&service);
    settled(&service);
    let first = &service.due_webhooks(at(0))[0];
    service.delivered(first.id, Some(200.into()), at(0));
    let books = service.books();
    let sums = || HashMap::from([("KHR".to_owned(), "80000".to_owned())]);
    assert_eq!((books.totals, books.balances), (sums(), HashMap::from([("S-1".to_owned(), sums())])));
    assert_eq!(books.faults_served, HashMap::new());
    let [bill] = &books.bills[..] else { panic!("one bill") };
    assert_eq!((bill.ref_id.as_str(), bill.currency.as_str(), bill.total_amount), ("INV-0001", "KHR", 40_000));
    assert_eq!(
        (bill.total_amount_khr.as_str(), &bill.tran_ids[..]),
        ("40000", &["TRAN-00000001".to_owned(), "TRAN-00000002".to_owned()][..])
    );
    let counts = books.webhooks;
    assert_eq!([counts.due, counts.delivered, counts.acknowledged, counts.failed, counts.pending], [2, 1, 1, 0, 1]);
}

#[test]
fn a_bill_that_was_settled_is_settled_again_unless_it_is_to_be_refused() {
    let status = |repeated_bill| {
        let service = service(SimulatorConfig { repeated_bill, ..config() });
        settled(&service);
        settled(&service).status
    };
    assert_eq!(status(None), 200.into());
    assert_eq!(status(Some(RepeatedBill::Settle)), 200.into());
    assert_eq!(status(Some(RepeatedBill::Refuse)), 409.into());
}

/// A fee that no sum can hold is refused, so it has arrived; below zero there is none.
#[test]
fn a_fee_is_added_to_each_transaction() {
    let status = |fee| settled(&service(SimulatorConfig { fee, ..config() })).status;
    assert_eq!([None, Some(500), Some(-1)].map(status), [200.into(); 3]);
    assert_eq!(status(Some(i64::MAX)), 400.into());
}

#[test]
fn a_profile_is_the_service_s_too() {
    let profile = super::super::config::read_wire_profile(r#"{"destinationKey":"settle_to"}"#.into()).unwrap();
    let request = || below("https://anywhere.example", settlement(Some(profile.clone())));
    assert_eq!(service(config()).handle(request(), at(0)).status, 400.into());
    let same = service(SimulatorConfig { profile: Some(profile.clone()), ..config() });
    assert_eq!(same.handle(request(), at(0)).status, 200.into());
}

#[test]
fn nobody_answers_at_another_address() {
    let status = |base_url: Option<&str>, url: &str| {
        let service = Simulator::new(SimulatorConfig { base_url: base_url.map(str::to_owned), ..config() }).unwrap();
        let answer = service.handle(HttpRequest { url: url.into(), ..onboarding() }, at(0));
        assert_eq!(answer.delivery == AnswerDelivery::DropBefore, answer.status == 0.into());
        crossed::<HttpStatus, i32>(answer.status)
    };
    const PATH: &str = "/on_boarding/on_boarding_supplier";
    let base = Some("https://service.example/v1/");
    assert_eq!(status(base, PATH), 200);
    assert_eq!(status(base, &format!("https://service.example/v1{PATH}")), 200);
    assert_eq!(status(base, "https://service.example/v1"), 404);
    assert_eq!(status(base, &format!("https://service.example/v1{}", &PATH[1..])), 0);
    assert_eq!(status(base, &format!("https://service.example{PATH}")), 0);
    assert_eq!(status(base, &format!("https://other.example/v1{PATH}")), 0);
    assert_eq!(status(None, &format!("https://other.example{PATH}")), 200);
    assert_eq!(status(None, &format!("http://other.example/v1{PATH}")), 404);
    assert_eq!(status(None, "https://other.example"), 404);
}

#[test]
fn faults_are_scripted_and_served_once() {
    let service = service(config());
    let fault =
        |kind: &str, attempt: u32| format!(r#"{{"ref_id":"INV-0001","attempt":{attempt},"fault":{{"kind":{kind}}}}}"#);
    let faults = [fault(r#""drop_before""#, 1), fault(r#""drop_after""#, 2), fault(r#""slow","delay_ms":700"#, 3)];
    service.script(format!(r#"{{"settlement":[{}]}}"#, faults.join(","))).unwrap();
    assert_eq!(
        [(); 4].map(|()| settled(&service).delivery),
        [
            AnswerDelivery::DropBefore,
            AnswerDelivery::DropAfter,
            AnswerDelivery::Slow { delay_ms: 700 },
            AnswerDelivery::Send
        ]
    );
    let books = service.books();
    let served = ["drop_before", "drop_after", "slow"].map(|fault| (format!("settlement/{fault}"), 1));
    assert_eq!((books.bills[0].tran_ids.len(), books.faults_served), (3, HashMap::from(served)));
    let failure = service.script(r#"{"settlements":[]}"#.into()).unwrap_err().failure();
    assert_eq!(failure.kind, "invalid_config");
}

#[test]
fn a_webhook_shows_who_sends_it_where() {
    for (token, test_case, expected) in [
        (None, None, vec![]),
        (Some("right"), None, vec![("Token", "right")]),
        (Some("right"), Some(WebhookTestCase::Success), vec![("Token", "right"), ("Success", "success")]),
        (None, Some(WebhookTestCase::Fail), vec![("Fail", "fail")]),
    ] {
        let service = service(SimulatorConfig { webhook: Some(endpoint(token, test_case)), ..config() });
        settled(&service);
        let due = due(&service, 0);
        assert_eq!((due.request.method.as_str(), due.request.url.as_str()), ("POST", "https://merchant.example/hook"));
        assert_eq!(own_headers(&due), expected);
    }
}

#[test]
fn a_webhook_can_be_received() {
    let service = service(SimulatorConfig { webhook: Some(endpoint(Some("right"), None)), ..config() });
    settled(&service);
    let HttpRequest { headers, body, .. } = due(&service, 0).request;
    let lines = headers.into_iter().map(|HttpHeader { name, value }| (name, value.as_str().to_owned()));
    let receiver = WebhookReceiver::merchant_proxy(vec![Arc::new(WebhookToken::new("right"))], None).unwrap();
    let body = body.unwrap();
    let parts: EventParts = crossed(receiver.receive(lines.collect(), body.as_str().as_bytes()).unwrap());
    assert_eq!(parts.payload.identity_code.as_deref(), Some("INV-0001"));
    assert_eq!(parts.payload.tran_date.as_deref(), Some("2026-01-31T17:00:00.000"));
}

#[test]
fn without_an_endpoint_there_are_no_webhooks_and_with_another_they_go_there() {
    let service = service(config());
    settled(&service);
    assert_eq!((service.due_webhooks(at(0)), service.next_due()), (vec![], None));
    service.send_webhooks_to(endpoint(None, None)).unwrap();
    settled(&service);
    assert_eq!(due(&service, 0).request.url, "https://merchant.example/hook");
    let wrong = service.send_webhooks_to(endpoint(Some("a b"), None)).unwrap_err().failure();
    assert_eq!((wrong.code, wrong.violations[0].path.as_str()), (Code::InvalidToken, "webhook.token"));
}

#[test]
fn a_webhook_is_due_again_until_it_is_acknowledged() {
    let service = service(SimulatorConfig { webhook: Some(endpoint(None, None)), ..config() });
    settled(&service);
    assert_eq!(service.next_due(), Some(at(0)));
    let first = due(&service, 0);
    assert_eq!((first.attempt, service.next_due()), (1, None));
    service.delivered(first.id + 1, Some(200.into()), at(10));
    assert_eq!(service.next_due(), None, "nobody asked for that one");
    service.delivered(first.id, None, at(10));
    assert_eq!(service.next_due(), Some(at(260)));
    let second = due(&service, 260);
    service.delivered(second.id, Some(500.into()), at(260));
    let third = due(&service, 760);
    assert_eq!((second.attempt, third.attempt), (2, 3));
    service.delivered(third.id, Some(204.into()), at(800));
    assert_eq!((service.next_due(), service.books().webhooks.acknowledged), (None, 1));
}

/// When the deliveries of a webhook are due that nobody answers, and how many are given up.
fn deliveries(retries: Option<WebhookRetries>) -> (Vec<i64>, i64) {
    let service = service(SimulatorConfig { webhook: Some(endpoint(None, None)), retries, ..config() });
    settled(&service);
    let mut times = Vec::new();
    while let Some(next) = service.next_due() {
        times.push(next.unix_millis() - at(0).unix_millis());
        for webhook in service.due_webhooks(next) {
            service.delivered(webhook.id, None, next);
        }
    }
    (times, service.books().webhooks.failed)
}

#[test]
fn retries_are_as_many_and_as_far_apart_as_was_said() {
    let retries = |deliveries, first_ms, longest_ms| Some(WebhookRetries { deliveries, first_ms, longest_ms });
    let usual = vec![0, 250, 750, 1_750, 3_750, 7_750, 12_750, 17_750];
    assert_eq!(deliveries(None), (usual.clone(), 1));
    assert_eq!(deliveries(retries(None, None, None)), (usual, 1));
    assert_eq!(deliveries(retries(Some(3), None, None)), (vec![0, 250, 750], 1));
    assert_eq!(deliveries(retries(Some(4), Some(10), Some(15))), (vec![0, 10, 25, 40], 1));
    assert_eq!(deliveries(retries(Some(-1), None, None)), (vec![0], 1));
    let endless =
        simulator::Retries::from(WebhookRetries { deliveries: Some(i64::MAX), first_ms: None, longest_ms: None });
    assert_eq!(endless.deliveries, u32::MAX);
}

#[test]
fn what_comes_out_of_order_is_held_as_long_as_was_said() {
    let held = |hold_ms| {
        let service = service(SimulatorConfig { webhook: Some(endpoint(None, None)), hold_ms, ..config() });
        service.script(r#"{"webhooks":[{"ref_id":"INV-0001","fault":{"kind":"out_of_order"}}]}"#.into()).unwrap();
        settled(&service);
        service.next_due().unwrap()
    };
    assert_eq!([None, Some(7), Some(-1)].map(held), [at(2_000), at(7), at(0)]);
}

/// What other languages have no unsigned type for.
#[test]
fn numbers_are_as_near_as_the_other_type_has_them() {
    assert_eq!([i64::MIN, -1, 0, 1, 2, i64::MAX].map(whole), [0, 0, 0, 1, 2, 9_223_372_036_854_775_807]);
    assert_eq!([0, 1, 2, u64::MAX].map(number), [0, 1, 2, i64::MAX]);
    assert_eq!(millis(instant("1970-01-01T00:00:02.500Z")), 2_500);
}

#[test]
fn fixtures_are_those_of_rust() {
    let (foreign, rust) = (webhook_fixtures(), simulator::webhook_fixtures());
    assert_eq!(foreign.len(), rust.len());
    for (foreign, rust) in foreign.into_iter().zip(rust) {
        assert_eq!((foreign.name.as_str(), foreign.error), (rust.name, rust.error));
        assert_eq!(foreign.body, rust.body.as_bytes());
        assert_eq!(foreign.token.is_some(), matches!(rust.variant, WebhookVariant::MerchantProxy(_)));
        let lines = rust.headers.iter().flat_map(|header| [header.name.to_owned(), header.value.clone()]);
        assert_eq!(crossed::<WebhookHeaders, Vec<String>>(foreign.headers), lines.collect::<Vec<_>>());
    }
}

#[test]
fn a_fixture_says_what_a_receiver_makes_of_it() {
    for fixture in webhook_fixtures() {
        let receiver = match fixture.token {
            Some(token) => WebhookReceiver::merchant_proxy(vec![token], None).unwrap(),
            None => WebhookReceiver::checkout(None),
        };
        let code = receiver.receive(fixture.headers, &fixture.body).err().map(|error| error.failure().code);
        assert_eq!(code, fixture.error, "{}", fixture.name);
    }
}
