//! A biller and a merchant's endpoint, tested against the sandbox over HTTP.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "in a test, a panic is a failure"
)]

mod connections;
mod merchant;
mod service;
mod world;

use billwire::*;
use merchant::{Merchant, answer};
use reqwest::StatusCode;
use serde_json::json;
use world::{WEBHOOK_TOKEN, World, bill, sub_biller, verification};

#[tokio::test]
async fn serves_the_three_operations() {
    let world = World::new().await;
    assert!(!world.is_settled("INV-1").await);
    let outcome = world.send(&bill("INV-1")).await.unwrap();
    assert!(matches!(outcome, SettlementOutcome::Settled { .. }));
    let transaction = world.send(&verification("INV-1")).await.unwrap().data;
    assert_eq!((transaction.tran_amount, transaction.status), (40_000.into(), Status::Success));

    let unsigned = world.biller.with_bearer(BearerToken::new("another")).unwrap();
    let call = unsigned.prepare(&bill("INV-2")).unwrap();
    let (status, body) = answer(&world.client, &call).await.unwrap();
    // The code is the sandbox's own, so it is unknown unless a profile lists it.
    let error = call.decode(status, &body).unwrap_err();
    assert_eq!((status, error.next_step()), (401, NextStep::AskService));
    let (status, _) = world.admin(world.client.get(format!("{}/any?path", world.server.url()))).await;
    assert_eq!(status, StatusCode::NOT_FOUND);

    let books = world.books().await;
    assert_eq!(books["balances"], json!({"SUB-1": {"KHR": "40000"}}));
    assert_eq!(books["totals"], json!({"KHR": "40000"}));
    world.server.stop().await;
}

#[tokio::test]
async fn serves_scripted_answers() {
    let world = World::new().await;
    let (elsewhere, mut arrivals) = Merchant::start(WebhookReceiver::checkout()).await;
    let headers = json!({"Content-Type": "text/html"});
    let code = json!({"kind": "code", "code": "777", "message": "", "message_kh": "", "moves_money": true});
    let redirect = json!({"kind": "redirect", "status": 307, "location": elsewhere.url});
    let rubbish = json!({"kind": "answer", "status": 500, "body": "<html>", "headers": headers, "moves_money": false});
    let pending = json!({"kind": "statuses", "bill": "success", "payment": "pending", "moves_money": true});
    let denied = |status: u16| json!({"kind": "http_status", "status": status});
    let faults = [
        (json!({"kind": "slow", "delay_ms": 30}), "success", true),
        (json!({"kind": "drop_before"}), "no_answer", false),
        (json!({"kind": "drop_after"}), "no_answer", true),
        (redirect, "redirect", false),
        (rubbish, "http_status", false),
        (json!({"kind": "unreadable", "moves_money": true}), "invalid_json", true),
        (code, "unknown_code", true),
        (pending, "success", true),
        (denied(429), "contradictory", true),
        (denied(400), "contradictory", true),
        (denied(401), "contradictory", true),
        (denied(422), "contradictory", true),
    ];
    for (number, (fault, code, settled)) in faults.iter().enumerate() {
        let ref_id = format!("INV-{number}");
        let script = json!({"settlement": [{"ref_id": ref_id, "attempt": 1, "fault": fault}]});
        assert_eq!(world.script(script).await, (StatusCode::NO_CONTENT, String::new()));
        assert_eq!(world.code(&bill(&ref_id)).await, *code, "{fault}");
        assert_eq!(world.is_settled(&ref_id).await, *settled, "{fault}");
        let kind = &fault["kind"];
        let so_far = faults.iter().take(number + 1).filter(|(fault, ..)| fault["kind"] == *kind).count();
        let served = &world.books().await["faults_served"];
        assert_eq!(served[format!("settlement/{}", kind.as_str().unwrap())], so_far);
    }
    let others = json!({
        "onboarding": [{"supplier_sync_code": "SUB-1", "attempt": 2, "fault": {"kind": "drop_after"}}],
        "verification": [{"identity_code": "INV-OTHER", "fault": {"kind": "drop_before"}}],
    });
    assert_eq!(world.script(others).await.0, StatusCode::NO_CONTENT);
    assert_eq!(world.code(&sub_biller()).await, "no_answer");
    assert_eq!(world.code(&verification("INV-OTHER")).await, "no_answer");
    assert!(arrivals.try_recv().is_err(), "expected no request to follow the redirect");
}

#[tokio::test]
async fn settles_even_if_the_caller_disconnects() {
    let world = World::new().await;
    let fault = json!({"kind": "slow", "delay_ms": 600_000});
    world.script(json!({"settlement": [{"ref_id": "INV-1", "fault": fault}]})).await;
    let bill = bill("INV-1");
    tokio::select! {
        _ = world.send(&bill) => panic!("an answer"),
        () = async { while !world.is_settled("INV-1").await {} } => {}
    }
    assert_eq!(world.books().await["totals"]["KHR"], "40000");
}

#[tokio::test]
async fn delivers_webhooks_of_both_variants() {
    let world = World::new().await;
    let proxy = WebhookReceiver::merchant_proxy(vec![WebhookToken::new(WEBHOOK_TOKEN)]).unwrap();
    for (variant, receiver) in [("merchant_proxy", proxy), ("checkout", WebhookReceiver::checkout())] {
        let (merchant, mut arrivals) = Merchant::start(receiver).await;
        let endpoint = json!({"url": merchant.url, "variant": variant, "token": WEBHOOK_TOKEN});
        assert_eq!(world.send_webhooks_to(endpoint).await, (StatusCode::NO_CONTENT, String::new()));
        world.settle(variant).await;

        let event = arrivals.recv().await.unwrap().unwrap();
        let confirmation = event.confirm(
            &world.biller,
            Expectation::builder()
                .identity_code(variant)
                .purpose_of_transaction(variant)
                .currency("KHR")
                .amount(40_000)
                .build(),
        );
        let confirmation = confirmation.unwrap();
        let (status, body) = answer(&world.client, &confirmation.call).await.unwrap();
        let verdict = confirmation.decide(status, &body).unwrap();
        assert!(matches!(verdict, Verdict::Confirmed(_)), "{verdict:?}");
    }
    let webhooks = &world.final_books().await["webhooks"];
    assert_eq!((&webhooks["due"], &webhooks["acknowledged"]), (&json!(2), &json!(2)));
}

#[tokio::test]
async fn delivers_scripted_webhooks() {
    let world = World::new().await;
    let proxy = WebhookReceiver::merchant_proxy(vec![WebhookToken::new(WEBHOOK_TOKEN)]).unwrap();
    let (merchant, mut arrivals) = Merchant::start(proxy).await;
    world.send_webhooks_to(json!({"url": merchant.url, "variant": "merchant_proxy", "token": WEBHOOK_TOKEN})).await;
    let kinds = ["twice", "out_of_order", "pending_first", "forged", "wrong_amount", "failed"];
    let mut webhooks: Vec<_> = kinds.iter().map(|kind| json!({"ref_id": kind, "fault": {"kind": kind}})).collect();
    webhooks.push(json!({"ref_id": "late", "fault": {"kind": "late", "delay_ms": 30}}));
    assert_eq!(world.script(json!({"webhooks": webhooks})).await.0, StatusCode::NO_CONTENT);
    for ref_id in kinds.iter().chain(&["late"]) {
        world.settle(ref_id).await;
    }
    let books = world.final_books().await;
    let counts = &books["webhooks"];
    // Every webhook except the forged one is readable, and the endpoint accepts all readable ones.
    assert_eq!((&counts["due"], &counts["failed"], &counts["acknowledged"]), (&json!(11), &json!(1), &json!(10)));
    assert_eq!(books["faults_served"].as_object().unwrap().len(), 7);
    assert!(books["faults_served"].as_object().unwrap().values().all(|count| count == 1));

    let mut told = Vec::new();
    while let Ok(arrival) = arrivals.try_recv() {
        told.push(match arrival {
            Ok(WebhookEvent { payload, .. }) => {
                let amount = payload.tran_amount.unwrap();
                format!("{} {} {amount}", payload.identity_code.unwrap(), payload.status.unwrap())
            }
            Err(error) => error.code().to_string(),
        });
    }
    told.sort();
    let expected = [
        "failed failed 40000",
        "forged success 40000",
        "late success 40000",
        "out_of_order success 40000",
        "pending_first pending 40000",
        "pending_first success 40000",
        "twice success 40000",
        "twice success 40000",
        "wrong_amount success 40000",
        "wrong_amount success 40001",
        "wrong_token",
    ];
    assert_eq!(told, expected);
}

#[tokio::test]
async fn repeats_an_unacknowledged_webhook() {
    let world = World::new().await;
    let (merchant, mut arrivals) = Merchant::refusing(WebhookReceiver::checkout(), 2).await;
    world.send_webhooks_to(json!({"url": merchant.url, "variant": "checkout"})).await;
    world.settle("INV-1").await;
    let webhooks = &world.final_books().await["webhooks"];
    assert_eq!((&webhooks["delivered"], &webhooks["acknowledged"]), (&json!(3), &json!(1)));
    let mut told = 0;
    while arrivals.try_recv().is_ok() {
        told += 1;
    }
    assert_eq!(told, 3);
}

#[tokio::test]
async fn status_200_alone_does_not_acknowledge() {
    let world = World::new().await;
    let retries = json!({"deliveries": 2, "first_ms": 10, "longest_ms": 10});
    assert_eq!(world.set_retries(retries).await, (StatusCode::NO_CONTENT, String::new()));
    for (body, acknowledged) in [(r#"{"status":"success","message":"success"}"#, 1), ("", 0), (r#"{"status":"ok"}"#, 0)]
    {
        let before = world.books().await["webhooks"]["acknowledged"].as_u64().unwrap();
        let merchant = Merchant::answering(body).await;
        world.send_webhooks_to(json!({"url": merchant.url, "variant": "checkout"})).await;
        world.settle("INV-1").await;
        let webhooks = &world.final_books().await["webhooks"];
        assert_eq!(webhooks["acknowledged"].as_u64().unwrap() - before, acknowledged, "{body}");
    }
    let webhooks = &world.books().await["webhooks"];
    assert_eq!((&webhooks["delivered"], &webhooks["failed"]), (&json!(5), &json!(2)), "two deliveries each");
}

#[tokio::test]
async fn checkout_customers_have_both_forms() {
    let world = World::new().await;
    let (merchant, mut arrivals) = Merchant::start(WebhookReceiver::checkout()).await;
    let endpoint =
        json!({"url": merchant.url, "variant": "checkout", "amounts": "number", "customers_key": "Customer"});
    assert_eq!(world.send_webhooks_to(endpoint).await, (StatusCode::NO_CONTENT, String::new()));
    world.settle("INV-1").await;
    let event = arrivals.recv().await.unwrap().unwrap();
    assert_eq!(event.payload.customers.as_slice()[0].amount, Some(40_000.into()));
    for endpoint in [
        json!({"url": merchant.url, "variant": "checkout", "amounts": "float"}),
        json!({"url": merchant.url, "variant": "checkout", "customers_key": "customer"}),
    ] {
        assert_eq!(world.send_webhooks_to(endpoint).await.0, StatusCode::BAD_REQUEST);
    }
    for retries in [json!({"deliveries": 0}), json!({"more": 1}), json!({"first_ms": -1})] {
        assert_eq!(world.set_retries(retries).await.0, StatusCode::BAD_REQUEST);
    }
}

#[tokio::test]
async fn malformed_admin_requests_get_a_sentence() {
    let world = World::new().await;
    let fault = |fault: serde_json::Value| json!({"settlement": [{"ref_id": "INV-1", "fault": fault}]});
    for script in [
        json!(7),
        json!({"settlements": []}),
        fault(json!({"kind": "explode"})),
        fault(json!({"kind": "slow"})),
        fault(json!({"kind": "slow", "delay_ms": 1, "more": 1})),
        fault(json!({"kind": "redirect", "status": 200, "location": "/"})),
        fault(json!({"kind": "redirect", "status": 307, "location": "a\r\nb: c"})),
        fault(json!({"kind": "answer", "status": 99, "body": ""})),
        fault(json!({"kind": "http_status", "status": 99})),
        fault(json!({"kind": "answer", "status": 200, "headers": {"Content-Length": "7"}})),
        json!({"settlement": [{"ref_id": "INV-1", "attempt": 0, "fault": {"kind": "drop_before"}}]}),
        json!({"webhooks": [{"ref_id": "INV-1", "fault": {"kind": "late"}}]}),
    ] {
        let (status, sentence) = world.script(script.clone()).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{script}");
        assert!(sentence.len() > 20, "{sentence}");
    }
    for endpoint in [
        json!({"url": "http://example.com/", "token": "t"}),
        json!({"url": "http://127.0.0.1:1/"}),
        json!({"url": "http://127.0.0.1:1/", "variant": "proxy", "token": "t"}),
        json!({"url": "http://127.0.0.1:1/", "token": "a b"}),
    ] {
        assert_eq!(world.send_webhooks_to(endpoint.clone()).await.0, StatusCode::BAD_REQUEST, "{endpoint}");
    }
    assert_eq!(world.code(&bill("INV-1")).await, "success");
    assert_eq!(world.books().await["faults_served"], json!({}));
}
