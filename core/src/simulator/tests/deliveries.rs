//! Webhooks: content, schedule, and scripted faults.

use super::*;
use crate::{Customers, Expectation, Verdict};

fn acknowledged(_: &DueWebhook) -> DeliveryResult {
    answered(200)
}

fn receiver() -> WebhookReceiver {
    WebhookReceiver::merchant_proxy(vec![WebhookToken::new(WEBHOOK_TOKEN)]).unwrap()
}

fn read(webhook: &DueWebhook) -> Result<WebhookPayload, Error> {
    receiver().receive(headers(webhook), webhook.body().as_bytes()).map(|event| event.payload)
}

/// A world that sends its webhooks to an endpoint, after one bill of 40 riel.
fn settled_for(endpoint: WebhookEndpoint) -> World {
    let mut world = World::with(SimulatorConfig { webhook: Some(endpoint), ..config(WireProfile::default()) });
    world.settle(&bill("INV-1", 40));
    world
}

/// The status of a webhook, and its milliseconds after the settlement.
type Told = (Result<WebhookPayload, Error>, u64);

/// Returns the webhooks of one settled bill. The merchant accepts every readable one.
fn told(fault: WebhookFault) -> (World, Vec<Told>) {
    let mut world = World::new();
    world.simulator.script(Script::default().webhook("INV-1", fault));
    world.settle(&bill("INV-1", 40));
    let sent = world.now;
    let mut all = Vec::new();
    while let Some(webhooks) = world.next_webhooks() {
        for webhook in webhooks {
            let payload = read(&webhook);
            let amount = payload.as_ref().ok().and_then(|payload| payload.tran_amount);
            let status = match amount {
                None => 401,
                Some(amount) if amount == 40.into() => 200,
                Some(_) => 409,
            };
            world.simulator.delivered(webhook.id, answered(status), world.now);
            all.push((payload, world.now - sent));
        }
    }
    (world, all)
}

#[test]
fn both_variants_can_be_read_and_confirmed() {
    let endpoints =
        [(proxy(), receiver()), (WebhookEndpoint::checkout("http://127.0.0.1:1/"), WebhookReceiver::checkout())];
    for (endpoint, receiver) in endpoints {
        let proxy = endpoint.token.is_some();
        let mut world = World::with(SimulatorConfig { webhook: Some(endpoint), ..config(WireProfile::default()) });
        let mut types = Vec::new();
        for number in 1..=4 {
            let ref_id = format!("INV-{number}");
            world.settle(&bill(&ref_id, 40));
            let [(webhook, _)] = <[_; 1]>::try_from(world.deliver(acknowledged)).unwrap();
            let event = receiver.receive(headers(&webhook), webhook.body().as_bytes()).unwrap();
            assert!(event.payload.extra.is_empty());
            assert_eq!(event.payload.tran_no.as_deref(), Some(format!("NO-{number:08}").as_str()));
            assert_eq!(event.payload.device_code.as_deref(), (number == 2).then_some("POS-1"));
            match &event.payload.customers {
                Customers::Null => assert!(proxy && number % 2 == 0),
                customers => {
                    assert!(!proxy || number % 2 == 1);
                    let [customer] = customers.as_slice() else { panic!("{customers:?}") };
                    assert_eq!(customer.bill_no.as_ref(), Some(&ref_id));
                    assert_eq!((customer.customer_code.as_deref(), customer.amount), (Some("C-17"), Some(40.into())));
                    assert!(customer.extra.is_empty());
                }
            }
            types.push(event.payload.payment_service_type.clone().unwrap().to_string());
            let expectation = Expectation::builder().identity_code(ref_id.clone()).purpose_of_transaction(ref_id);
            let expectation = expectation.currency("KHR").amount(40).build();
            let confirmation = event.confirm(&world.biller, expectation).unwrap();
            let answer = world.answer(&confirmation.call);
            let verdict = confirmation.decide(answer.status, &answer.body).unwrap();
            assert!(matches!(verdict, Verdict::Confirmed { .. }), "{verdict:?}");
        }
        assert_eq!(types, ["Bank Channel", "KHQR", "Deeplink/Checkout", "Direct Debit"]);
        let counts = world.counts();
        assert_eq!((counts.due, counts.acknowledged, counts.pending), (4, 4, 0));
    }
}

#[test]
fn retries_until_acknowledged_or_used_up() {
    let mut world = World::new();
    world.settle(&bill("INV-1", 40));
    let [webhook] = <[_; 1]>::try_from(world.simulator.due(world.now)).unwrap();
    assert_eq!((world.simulator.due(world.now + 99_999).len(), world.simulator.next_due()), (0, None));
    world.simulator.delivered(webhook.id, answered(503), world.now);
    assert_eq!(world.simulator.next_due(), Some(world.now + 250));
    assert!(world.simulator.due(world.now + 249).is_empty());
    // A result counts once, even if it is reported twice.
    world.simulator.delivered(webhook.id, answered(200), world.now);
    assert_eq!(world.counts().pending, 1);

    let deliveries = world.deliver(|_| DeliveryResult::NoAnswer);
    let attempts: Vec<_> = deliveries.iter().map(|(webhook, _)| webhook.attempt).collect();
    assert_eq!(attempts, [2, 3, 4, 5, 6, 7, 8]);
    let counts = world.counts();
    assert_eq!((counts.due, counts.delivered, counts.failed, counts.pending), (1, 8, 1, 0));
}

#[test]
fn scripted_faults_change_webhooks() {
    let status = |payload: &Result<WebhookPayload, Error>| match payload {
        Ok(payload) => payload.status.as_ref().map(ToString::to_string).unwrap_or_default(),
        Err(error) => error.code().to_string(),
    };
    for (fault, statuses, delay, counts) in [
        (WebhookFault::Twice, &["success", "success"][..], 0, (2, 2, 0)),
        (WebhookFault::Late { delay_ms: 1_500 }, &["success"], 1_500, (1, 1, 0)),
        (WebhookFault::OutOfOrder, &["success"], 2_000, (1, 1, 0)),
        (WebhookFault::PendingFirst, &["pending", "success"], 0, (2, 2, 0)),
        (WebhookFault::Forged, &["wrong_token", "success"], 0, (2, 1, 1)),
        (WebhookFault::WrongAmount, &["success", "success"], 0, (2, 1, 1)),
        (WebhookFault::Failed, &["failed"], 0, (1, 1, 0)),
        (WebhookFault::Status { status: Some("paid".into()) }, &["paid"], 0, (1, 1, 0)),
        (WebhookFault::Status { status: None }, &[""], 0, (1, 1, 0)),
    ] {
        let name = fault.name();
        let (world, told) = told(fault);
        assert_eq!(told.iter().map(|(payload, _)| status(payload)).collect::<Vec<_>>(), statuses, "{name}");
        assert_eq!(told.last().unwrap().1, delay, "{name}");
        let books = world.simulator.books();
        let served = WebhookCounts { delivered: counts.0, pending: 0, ..books.webhooks };
        assert_eq!(books.webhooks, served, "{name}");
        assert_eq!((served.due, served.acknowledged, served.failed), counts, "{name}");
        assert_eq!(books.faults_served, [(format!("webhook/{name}"), 1)].into());
    }
}

#[test]
fn a_fixture_with_a_wrong_amount_differs_in_it() {
    let fixtures = webhook_fixtures();
    let bodies =
        |name| fixtures.iter().filter(move |fixture| fixture.name == name).map(|fixture| fixture.body.as_str());
    assert_eq!((bodies("duplicate").count(), bodies("wrong_amount").count()), (2, 2));
    for (right, wrong) in bodies("duplicate").zip(bodies("wrong_amount")) {
        let amount = |body: &str| crate::Json::parse(body.as_bytes()).unwrap().as_object()?.get("tran_amount").cloned();
        assert!(amount(right).is_some() && amount(wrong) != amount(right), "{wrong}");
    }
}

#[test]
fn out_of_order_waits_for_a_later_webhook() {
    let late = || WebhookFault::Late { delay_ms: 5_000 };
    // The longer delay counts. A later webhook ends the one for order alone.
    for (bills, expected) in [
        (&["INV-1"][..], &[("INV-1", 5_000)][..]),
        (&["INV-1", "INV-2", "INV-3"], &[("INV-3", 0), ("INV-1", 0), ("INV-2", 5_000)]),
    ] {
        let mut world = World::new();
        let script = Script::default().webhook("INV-1", late()).webhook("INV-1", WebhookFault::OutOfOrder);
        world.simulator.script(script.webhook("INV-2", late()));
        bills.iter().for_each(|ref_id| world.settle(&bill(ref_id, 40)));
        let (start, mut told) = (world.now, Vec::new());
        while let Some(webhooks) = world.next_webhooks() {
            for webhook in webhooks {
                told.push((read(&webhook).unwrap().identity_code.unwrap(), world.now - start));
                world.simulator.delivered(webhook.id, answered(200), world.now);
            }
        }
        assert_eq!(told, expected.iter().map(|(bill, after)| ((*bill).to_owned(), *after)).collect::<Vec<_>>());
    }
}

#[test]
fn sends_no_webhooks_without_an_endpoint() {
    let mut world = World::with(config(WireProfile::default()));
    world.settle(&bill("INV-1", 40));
    assert_eq!((world.simulator.next_due(), world.counts()), (None, WebhookCounts::default()));
    world.simulator.send_webhooks_to(proxy()).unwrap();
    world.settle(&bill("INV-2", 40));
    assert_eq!(world.deliver(acknowledged).len(), 1);
    let unusable = WebhookEndpoint::merchant_proxy("", WebhookToken::new(""));
    assert!(world.simulator.send_webhooks_to(unusable).is_err());
}

#[test]
fn only_the_answer_of_section_2_8_acknowledges() {
    let answer = |status, body: &str| DeliveryResult::Answered { status, body: body.into() };
    for (acknowledges, result) in [
        (true, answered(200)),
        (true, answer(200, r#" {"message":"received","status":"ok","more":1} "#)),
        (false, answered(201)),
        (false, answered(204)),
        (false, answered(299)),
        (false, answered(500)),
        (false, answer(200, "")),
        (false, answer(200, "{}")),
        (false, answer(200, r#"{"status":"success"}"#)),
        (false, answer(200, r#"{"message":"success"}"#)),
        (false, answer(200, r#"{"status":"success","message":""}"#)),
        (false, answer(200, r#"{"status":true,"message":"success"}"#)),
        (false, answer(200, r#"{"status":"success","message":null}"#)),
        (false, answer(200, r#"[{"status":"success","message":"success"}]"#)),
        (false, answer(200, r#"{"status":"success","message":"success""#)),
        (false, DeliveryResult::NoAnswer),
    ] {
        let mut world = settled_for(proxy());
        let [webhook] = <[_; 1]>::try_from(world.simulator.due(world.now)).unwrap();
        world.simulator.delivered(webhook.id, result.clone(), world.now);
        assert_eq!(world.counts().acknowledged == 1, acknowledges, "{result:?}");
    }
}

#[test]
fn checkout_customers_have_both_forms() {
    for (amounts, sent) in [(CustomerAmounts::Text, r#""amount":"40""#), (CustomerAmounts::Number, r#""amount":40"#)] {
        for (customers_key, key) in
            [(CustomersKey::Customers, r#""customers":[{"#), (CustomersKey::Customer, r#""Customer":[{"#)]
        {
            let checkout = WebhookEndpoint { amounts, customers_key, ..WebhookEndpoint::checkout("http://[::1]/") };
            let [(webhook, _)] = <[_; 1]>::try_from(settled_for(checkout).deliver(acknowledged)).unwrap();
            assert!(webhook.body().contains(sent) && webhook.body().contains(key), "{}", webhook.body());
            let event = WebhookReceiver::checkout().receive([], webhook.body().as_bytes()).unwrap();
            assert_eq!(event.payload.customers.as_slice()[0].amount, Some(40.into()));

            // The merchant-proxy variant has only one form.
            let endpoint = WebhookEndpoint { amounts, customers_key, ..proxy() };
            let [(webhook, _)] = <[_; 1]>::try_from(settled_for(endpoint).deliver(acknowledged)).unwrap();
            assert!(webhook.body().contains(r#""customers":[{"#) && webhook.body().contains(r#""amount":40"#));
        }
    }
}

#[test]
fn retries_can_change_at_any_time() {
    let mut world = World::new();
    world.settle(&bill("INV-1", 40));
    world.simulator.set_retries(WebhookRetries { deliveries: 3, first_ms: 7, longest_ms: 9 });
    let start = world.now;
    let deliveries = world.deliver(|_| DeliveryResult::NoAnswer);
    assert_eq!((deliveries.len(), world.now - start, world.counts().failed), (3, 7 + 9, 1));
}

#[test]
fn sample_target_selects_its_case_by_header() {
    for (case, status, taken) in [(None, 200, 1), (Some(TestCase::Success), 200, 1), (Some(TestCase::Fail), 500, 0)] {
        let endpoint = WebhookEndpoint { test_case: case, ..proxy() };
        let mut world = settled_for(endpoint);
        let [webhook] = <[_; 1]>::try_from(world.simulator.due(world.now)).unwrap();
        let mut target = WebhookTarget::new(receiver());
        assert_eq!(target.receive(headers(&webhook), webhook.body().as_bytes()).status, status);
        assert_eq!(target.events().len(), taken);
        for other in [("Fail", "success"), ("Success", "fail")] {
            let with_other = headers(&webhook).filter(|(name, _)| *name != "Fail").chain([other]);
            assert_eq!(target.receive(with_other, webhook.body().as_bytes()).status, 200);
        }
        assert_eq!(target.receive([("Success", "success")], b"{}").status, 401);
        assert_eq!(target.receive([("Token", WEBHOOK_TOKEN)], b"[1]").status, 400);
    }
}
