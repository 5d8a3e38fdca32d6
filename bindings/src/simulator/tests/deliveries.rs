//! Webhooks: their endpoints, their schedule, and the samples.

use super::*;
use crate::{
    calls::HttpHeader,
    simulator::{
        config::{CustomerAmounts, CustomersKey, WebhookRetries},
        fixtures::webhook_fixtures,
        target::WebhookTarget,
    },
    values::Int32,
    webhook::{ReceivedEvent, WebhookHeaders, WebhookReceiver},
};
use billwire::simulator::WebhookVariant;

fn due(service: &Simulator, ms: i64) -> DueWebhook {
    let [due] = <[DueWebhook; 1]>::try_from(service.due_webhooks(at(ms))).unwrap();
    due
}

/// Name and value of each header that differs between webhooks.
fn own_headers(due: &DueWebhook) -> Vec<(&str, &str)> {
    let headers = due.request.headers.iter().map(|header| (header.name.as_str(), header.value.as_str()));
    headers.filter(|(name, _)| !["Accept", "Content-Type"].contains(name)).collect()
}

#[test]
fn webhooks_show_the_headers_of_their_endpoint() {
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
    let receiver = WebhookReceiver::merchant_proxy(vec![Arc::new(WebhookToken::new("right".into()))], None).unwrap();
    let body = body.unwrap();
    let parts: ReceivedEvent = crossed(receiver.receive(lines.collect(), body.as_str().as_bytes()).unwrap());
    assert_eq!(parts.payload.identity_code.as_deref(), Some("INV-0001"));
    assert_eq!(parts.payload.tran_date.as_deref(), Some("2026-01-31T17:00:00.000"));
}

#[test]
fn sends_webhooks_to_the_current_endpoint() {
    let service = service(config());
    settled(&service);
    assert_eq!((service.due_webhooks(at(0)), service.next_due()), (vec![], None));
    service.send_webhooks_to(endpoint(None, None)).unwrap();
    settled(&service);
    assert_eq!(due(&service, 0).request.url, "https://merchant.example/hook");
    let wrong = service.send_webhooks_to(endpoint(Some("a b"), None)).unwrap_err().details();
    assert_eq!((wrong.code, wrong.violations[0].path.as_str()), (Code::InvalidToken, "webhook.token"));
}

#[test]
fn repeats_a_webhook_until_acknowledged() {
    let service = service(SimulatorConfig { webhook: Some(endpoint(None, None)), ..config() });
    settled(&service);
    assert_eq!(service.next_due(), Some(at(0)));
    let first = due(&service, 0);
    assert_eq!((first.attempt.count(), service.next_due()), (1, None));
    service.delivered(first.id + 1, answered(200), at(10));
    assert_eq!(service.next_due(), None, "nobody asked for that one");
    service.delivered(first.id, None, at(10));
    assert_eq!(service.next_due(), Some(at(260)));
    let second = due(&service, 260);
    service.delivered(second.id, answered(500), at(260));
    let third = due(&service, 760);
    assert_eq!((second.attempt.count(), third.attempt.count()), (2, 3));
    service.delivered(third.id, answered(200), at(800));
    assert_eq!((service.next_due(), service.books().webhooks.acknowledged.count()), (None, 1));
}

/// Times of the first twenty deliveries of a webhook without answers, and the number of webhooks that are given up.
fn deliveries(retries: Option<WebhookRetries>) -> (Vec<i64>, u32) {
    let service = service(SimulatorConfig { webhook: Some(endpoint(None, None)), retries, ..config() });
    settled(&service);
    let mut times = Vec::new();
    for next in std::iter::from_fn(|| service.next_due()).take(20) {
        times.push(next.unix_millis() - at(0).unix_millis());
        for webhook in service.due_webhooks(next) {
            service.delivered(webhook.id, None, next);
        }
    }
    (times, service.books().webhooks.failed.count())
}

#[test]
fn retries_as_configured() {
    let retries = |deliveries: Option<i32>, first_ms, longest_ms| {
        Some(WebhookRetries { deliveries: deliveries.map(Int32::from), first_ms, longest_ms })
    };
    let usual = vec![0, 250, 750, 1_750, 3_750, 7_750, 12_750, 17_750];
    assert_eq!(deliveries(None), (usual.clone(), 1));
    assert_eq!(deliveries(retries(None, None, None)), (usual, 1));
    assert_eq!(deliveries(retries(Some(3), None, None)), (vec![0, 250, 750], 1));
    assert_eq!(deliveries(retries(Some(4), Some(10), Some(15))), (vec![0, 10, 25, 40], 1));
    assert_eq!(deliveries(retries(Some(-1), None, None)), (vec![0], 1));
}

#[test]
fn holds_webhooks_out_of_order() {
    let held = |hold_ms| {
        let service = service(SimulatorConfig { webhook: Some(endpoint(None, None)), hold_ms, ..config() });
        service.script(r#"{"webhooks":[{"ref_id":"INV-0001","fault":{"kind":"out_of_order"}}]}"#.into()).unwrap();
        settled(&service);
        service.next_due().unwrap()
    };
    assert_eq!([None, Some(7), Some(-1)].map(held), [at(2_000), at(7), at(0)]);
}

#[test]
fn the_body_of_an_answer_acknowledges() {
    let service = service(SimulatorConfig { webhook: Some(endpoint(None, None)), ..config() });
    settled(&service);
    let first = due(&service, 0);
    let empty = Reply { status: 200.into(), headers: HashMap::new(), body: String::new() };
    service.delivered(first.id, Some(empty), at(0));
    assert_eq!(service.books().webhooks.acknowledged.count(), 0);
    service.delivered(due(&service, 250).id, answered(200), at(250));
    assert_eq!(service.books().webhooks.acknowledged.count(), 1);
}

#[test]
fn writes_checkout_customers_as_configured() {
    for (amounts, customers_key, expected) in [
        (None, None, [r#""customers":[{"#, r#""amount":"40000""#]),
        (Some(CustomerAmounts::Text), Some(CustomersKey::Customers), [r#""customers":[{"#, r#""amount":"40000""#]),
        (Some(CustomerAmounts::Number), Some(CustomersKey::Customer), [r#""Customer":[{"#, r#""amount":40000"#]),
    ] {
        let webhook = WebhookEndpoint { amounts, customers_key, ..endpoint(None, None) };
        let service = service(SimulatorConfig { webhook: Some(webhook), ..config() });
        settled(&service);
        let body = due(&service, 0).request.body.unwrap();
        assert!(expected.iter().all(|part| body.as_str().contains(part)), "{expected:?}");
    }
}

#[test]
fn the_target_answers_as_its_headers_select() {
    let target = WebhookTarget::new(Arc::new(WebhookReceiver::checkout()));
    for (headers, status, taken) in [
        (vec![], 200, 1),
        (vec![("Success", "success")], 200, 2),
        (vec![("fail", "fail"), ("Success", "success")], 500, 2),
    ] {
        let lines: WebhookHeaders = headers.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        let reply = target.receive(lines, br#"{"tran_id":"T-1"}"#);
        assert_eq!((reply.status.status(), target.events().len()), (status, taken));
    }
    assert_eq!(target.receive(std::iter::empty().collect(), b"[]").status.status(), 400);
    let parts: ReceivedEvent = crossed(target.events().remove(0));
    assert_eq!(parts.payload.tran_id.as_deref(), Some("T-1"));
}

#[test]
fn has_the_fixtures_of_core() {
    let (exported, rust) = (webhook_fixtures(), simulator::webhook_fixtures());
    assert_eq!(exported.len(), rust.len());
    for (exported, rust) in exported.into_iter().zip(rust) {
        assert_eq!((exported.name.as_str(), exported.error), (rust.name, rust.error));
        assert_eq!(exported.body, rust.body.as_bytes());
        assert_eq!(exported.token.is_some(), matches!(rust.variant, WebhookVariant::MerchantProxy(_)));
        let lines = rust.headers.iter().flat_map(|header| [header.name.to_owned(), header.value.clone()]);
        assert_eq!(crossed::<WebhookHeaders, Vec<String>>(exported.headers), lines.collect::<Vec<_>>());
    }
}

#[test]
fn a_fixture_has_the_code_of_its_refusal() {
    for fixture in webhook_fixtures() {
        let receiver = match fixture.token {
            Some(token) => WebhookReceiver::merchant_proxy(vec![token], None).unwrap(),
            None => WebhookReceiver::checkout(),
        };
        let code = receiver.receive(fixture.headers, &fixture.body).err().map(|error| error.details().code);
        assert_eq!(code, fixture.error, "{}", fixture.name);
    }
}
