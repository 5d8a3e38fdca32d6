//! Scripted payments: when they are decided, found, paid in part, paid twice, and taken back.

use super::*;
use crate::{Code, NextStep};

fn statuses(statuses: &[(u64, &str)]) -> TransactionScript {
    let statuses = statuses.iter().map(|(after_ms, status)| StatusScript::new(*after_ms, *status));
    TransactionScript::builder().statuses(statuses).build()
}

fn found(found_ms: &[u64]) -> TransactionScript {
    TransactionScript::builder().found_ms(found_ms.iter().copied()).build()
}

/// Settles `INV-1`, of 40 KHR, with these transactions, and returns the statuses of its answer.
fn settled_with(transactions: impl IntoIterator<Item = TransactionScript>) -> (World, String) {
    let mut world = World::new();
    world.simulator.script(Script::default().payment("INV-1", transactions));
    let call = world.call(&bill("INV-1", 40));
    let answer = world.answer(&call);
    let statuses = text(&answer).split_once(r#""data":"#).unwrap().1.to_owned();
    (world, statuses)
}

impl World {
    /// Returns what a verification says after some time: the status, or the refusal's code.
    fn said(&mut self, after_ms: u64) -> String {
        self.now += after_ms;
        match self.verify("INV-1", None) {
            Ok(response) => response.data.status.to_string(),
            Err(error) => error.answer().unwrap().response_code.clone().unwrap(),
        }
    }

    fn total(&self, currency: &str) -> u128 {
        let books = self.simulator.books();
        assert_eq!(books.balances.get("SUB-1").cloned().unwrap_or_default(), books.totals);
        books.totals.get(currency).copied().unwrap_or_default()
    }
}

#[test]
fn accepted_bill_is_decided_later_or_never() {
    for (transaction, decided, total) in [
        (statuses(&[(0, "pending"), (60_000, "success")]), "success", 40),
        (statuses(&[(0, "pending"), (60_000, "failed")]), "failed", 0),
        (statuses(&[(0, "pending")]), "pending", 0),
    ] {
        let (mut world, answer) = settled_with([transaction]);
        assert_eq!(answer, r#"{"bill":{"status":"success"},"payment":{"status":"pending"}}}"#);
        assert_eq!((world.said(59_999), world.total("KHR")), ("pending".into(), 0));
        assert_eq!((world.said(1), world.total("KHR")), (decided.into(), total));
        assert_eq!(world.simulator.books().bills[0].tran_ids.len(), usize::from(total > 0));
    }
    let (mut world, answer) = settled_with([]);
    assert_eq!(answer, r#"{"bill":{"status":"success"},"payment":{"status":"pending"}}}"#);
    assert_eq!((world.said(1 << 40), world.counts().due), ("NOT_FOUND".into(), 0));

    // The money moves only after the bill was accepted, and is announced then.
    let (mut world, _) = settled_with([statuses(&[(60_000, "success")])]);
    let start = world.now;
    assert_eq!((world.said(0), world.simulator.next_due()), ("NOT_FOUND".into(), Some(start + 60_000)));
    assert_eq!((world.said(60_000), world.total("KHR")), ("success".into(), 40));
}

#[test]
fn accepted_bill_exists_already() {
    let mut world =
        World::with(SimulatorConfig { repeated_bill: RepeatedBill::Refuse, ..config(WireProfile::default()) });
    let fault =
        AnswerFault::Code { code: "EXISTS".into(), message: "".into(), message_kh: "".into(), moves_money: true };
    let script = Script::default().payment("INV-1", [statuses(&[(0, "pending")])]);
    world.simulator.script(script.settlement("INV-2", 1, fault));
    assert!(world.send(&bill("INV-1", 40)).is_ok());
    assert_eq!(world.refusal(&bill("INV-1", 40)), (409, "DUPLICATE".into()));
    // The refusal has a code of its own, and the money has moved.
    assert_eq!(world.refusal(&bill("INV-2", 40)), (200, "EXISTS".into()));
    assert_eq!((world.total("KHR"), world.refusal(&bill("INV-2", 40)).0), (40, 409));
}

#[test]
fn answer_of_an_accepted_bill_may_have_any_status() {
    let mut world = World::new();
    let script = Script::default().settlement("INV-1", 1, AnswerFault::HttpStatus { status: 202 });
    world.simulator.script(script.payment("INV-1", [statuses(&[(1_000, "success")])]));
    let call = world.call(&bill("INV-1", 40));
    let answer = world.answer(&call);
    let body = text(&answer);
    assert_eq!(answer.status, 202);
    assert!(body.contains(r#""code":"000""#) && body.contains(r#""payment":{"status":"pending"}"#), "{body}");
}

#[test]
fn answer_of_an_accepted_bill_has_the_first_status_of_its_transaction() {
    for status in ["pending", "on hold"] {
        let (_, answer) = settled_with([statuses(&[(0, status), (1_000, "success")])]);
        assert_eq!(answer, format!(r#"{{"bill":{{"status":"success"}},"payment":{{"status":"{status}"}}}}}}"#));
    }
}

#[test]
fn verification_finds_late_and_by_turns() {
    let (mut world, answer) = settled_with([found(&[60_000])]);
    assert_eq!(answer, r#"{"bill":{"status":"success"},"payment":{"status":"success"}}}"#);
    assert_eq!((world.said(59_999), world.total("KHR")), ("NOT_FOUND".into(), 40));
    assert_eq!(world.said(1), "success");

    let (mut world, _) = settled_with([found(&[0, 1_000, 2_000])]);
    assert_eq!(
        [0, 999, 1, 999, 1, 1 << 40].map(|ms| world.said(ms)),
        ["success", "success", "NOT_FOUND", "NOT_FOUND", "success", "success"]
    );
    let (mut world, _) = settled_with([found(&[])]);
    assert_eq!((world.said(1 << 40), world.total("KHR")), ("NOT_FOUND".into(), 40));
}

#[test]
fn payment_in_part_and_in_another_currency() {
    let in_part = TransactionScript { amount: Some(15), ..TransactionScript::default() };
    let (mut world, _) = settled_with([in_part]);
    assert_eq!(world.verify("INV-1", None).unwrap().data.tran_amount, 15.into());
    assert_eq!((world.total("KHR"), world.simulator.books().bills[0].total_amount), (15, 40));

    let dollars = TransactionScript { currency: Some("USD".into()), ..TransactionScript::default() };
    let (mut world, _) = settled_with([dollars]);
    let data = world.verify("INV-1", None).unwrap().data;
    assert_eq!((data.tran_amount, data.currency.as_str()), (40.into(), "USD"));
    let webhook = world.next_webhooks().unwrap().remove(0);
    assert!(webhook.body().contains(r#""tran_amount":40,"currency":"USD""#), "{}", webhook.body());
    assert_eq!((world.total("USD"), world.total("KHR")), (40, 0));
}

#[test]
fn second_transaction_pays_the_bill_again() {
    let (mut world, _) = settled_with([TransactionScript::default(), statuses(&[(1_000, "success")])]);
    assert_eq!((world.total("KHR"), world.next_webhooks().unwrap().len()), (40, 1));
    assert_eq!(world.verify("INV-1", None).unwrap().data.tran_id, "TRAN-00000001");
    world.now += 1_000;
    assert_eq!(world.verify("INV-1", None).unwrap().data.tran_id, "TRAN-00000002");
    assert_eq!(world.simulator.books().bills[0].tran_ids, ["TRAN-00000001", "TRAN-00000002"]);
    assert_eq!((world.total("KHR"), world.next_webhooks().unwrap().len()), (80, 1));
    // The script is served once.
    world.settle(&bill("INV-1", 40));
    assert_eq!(world.total("KHR"), 120);
}

#[test]
fn reversed_transaction_returns_the_money() {
    for reported in [true, false] {
        let reversed = StatusScript { webhook: reported, ..StatusScript::new(60_000, "reversed") };
        let script = TransactionScript::builder().statuses([reversed, StatusScript::new(0, "success")]).build();
        let (mut world, _) = settled_with([script]);
        assert_eq!((world.said(59_999), world.total("KHR")), ("success".into(), 40));
        assert_eq!((world.said(1), world.total("KHR")), ("reversed".into(), 0));
        let webhooks = world.deliver(|_| answered(200));
        let told: Vec<_> =
            webhooks.iter().map(|(webhook, _)| webhook.body().contains(r#""status":"reversed""#)).collect();
        assert_eq!(told, if reported { vec![false, true] } else { vec![false] });
        assert!(world.simulator.books().bills[0].tran_ids.is_empty());
    }
}

#[test]
fn words_and_codes_are_those_of_the_profile() {
    let mut world = World::of(
        r#"{"notFoundCodes":{"verification":["404"]},"successStatuses":{"bill":["OK"],"payment":["PAID"],
        "transaction":["DONE"]},"pendingStatuses":{"payment":["WAIT"],"transaction":["OPEN"]}}"#,
    );
    assert_eq!(world.said(0), "404");
    let script = Script::default().webhook("INV-1", WebhookFault::PendingFirst);
    world.simulator.script(script.payment("INV-2", [statuses(&[(1, "DONE")])]));
    for (ref_id, payment) in [("INV-1", "PAID"), ("INV-2", "WAIT")] {
        let call = world.call(&bill(ref_id, 40));
        let answer = world.answer(&call);
        let data = format!(r#""data":{{"bill":{{"status":"OK"}},"payment":{{"status":"{payment}"}}}}"#);
        assert!(text(&answer).contains(&data), "{}", text(&answer));
    }
    assert_eq!((world.said(0), world.total("KHR")), ("DONE".into(), 40));
    assert!(world.next_webhooks().unwrap()[0].body().contains(r#""status":"OPEN""#));
}

#[test]
fn references_are_those_of_the_lookup() {
    for (lookup, references) in [
        (
            r#"{"identity_code":"customer_sync_code","purpose_of_transaction":"ref_id"}"#,
            r#""identity_code":"C-17","purpose_of_transaction":"INV-1""#,
        ),
        (
            r#"{"identity_code":"ref_id","purpose_of_transaction":"due_date","dateFormat":"dd/MM/yyyy"}"#,
            r#""identity_code":"INV-1","purpose_of_transaction":"28/02/2026""#,
        ),
    ] {
        let mut world = World::of(&format!(r#"{{"settlementLookup":{lookup},"dateOffset":"+07:00"}}"#));
        world.settle(&bill("INV-1", 40));
        let lookup = world.biller.prepare_settlement_lookup(&bill("INV-1", 40)).unwrap();
        let answer = world.answer(&lookup.call);
        assert_eq!(lookup.decide(answer.status, &answer.body).as_str(), "settled");
        let body = world.next_webhooks().unwrap().remove(0).body().to_owned();
        assert!(body.contains(references), "{body}");
        assert_eq!(world.said(0), "NOT_FOUND");
    }
}

#[test]
fn purpose_can_be_the_empty_text() {
    let mut world = World::with(SimulatorConfig {
        webhook: Some(proxy()),
        without_purpose: true,
        ..config(WireProfile::default())
    });
    world.settle(&bill("INV-1", 40));
    assert_eq!(world.said(0), "NOT_FOUND");
    let mut call = world.call(&verification("INV-1"));
    call.body = call.body.replace(r#""purpose_of_transaction":"INV-1""#, r#""purpose_of_transaction":"""#);
    let answer = world.answer(&call);
    assert!(text(&answer).contains(r#""purpose_of_transaction":"","status":"success""#), "{}", text(&answer));
    call.body = call.body.replace("INV-1", "");
    assert_eq!(world.answer(&call).status, 400);
    let webhook = world.next_webhooks().unwrap().remove(0);
    assert!(webhook.body().contains(r#""purpose_of_transaction":"""#), "{}", webhook.body());
}

#[test]
fn seed_separates_the_ids_of_two_runs() {
    let ids = |seed: &str| {
        let mut world = World::with(SimulatorConfig { seed: seed.into(), ..config(WireProfile::default()) });
        world.settle(&bill("INV-1", 40));
        let data = world.verify("INV-1", None).unwrap().data;
        (data.tran_id, data.bank_ref)
    };
    assert_eq!(ids("a7"), ("TRAN-a7-00000001".into(), Some("REF-a7-00000001".into())));
    assert_eq!(ids(""), ("TRAN-00000001".into(), Some("REF-00000001".into())));
}

#[test]
fn verification_by_number_follows_the_profile() {
    let mut world = World::of(r#"{"verificationTranId":"tran_no"}"#);
    world.settle(&bill("INV-1", 40));
    assert!(world.verify("INV-1", Some("NO-00000001".into())).is_ok());
    assert!(world.verify("INV-1", Some("TRAN-00000001".into())).is_err());
}

#[test]
fn refusals_and_lookups_follow_the_profile() {
    let profile = br#"{"existsAlreadyCodes":{"settlement":["E-7"]},"notFoundStatuses":[404],
        "notFoundCodes":{"verification":["N"]},"settlementLookup":{"identity_code":"ref_id",
        "purpose_of_transaction":"ref_id","customer_code":"settlement_to"}}"#;
    let profile = WireProfile::from_json(profile).unwrap();
    let mut world = World::with(SimulatorConfig { repeated_bill: RepeatedBill::Refuse, ..config(profile) });
    let missing = world.verify("INV-1", None).unwrap_err();
    assert_eq!(missing.code(), Code::NotFound);
    let bill = bill("INV-1", 40);
    world.settle(&bill);
    assert_eq!(world.verify("INV-1", None).unwrap().data.customer_code, Some(bill.settlement_to.clone()));
    let exists = world.send(&bill).unwrap_err();
    assert_eq!((exists.next_step(), world.refusal(&bill)), (NextStep::VerifyFirst, (409, "E-7".into())));
}

#[test]
fn customers_payment_is_found_and_reported_without_a_settlement() {
    let payment =
        |webhook| CustomerPayment::builder().identity_code("INV-1").currency("KHR").amount(40).webhook(webhook);
    for webhook in [true, false] {
        let mut world = World::new();
        let body = world.simulator.pay(&payment(webhook).build(), world.now);
        let found = world.verify("INV-1", None).unwrap().data;
        assert_eq!(
            (&*found.identity_code, found.tran_amount, found.status.as_str()),
            ("INV-1", 40_u64.into(), "success")
        );
        assert!(body.contains(&*found.tran_id), "{body}");
        let books = world.simulator.books();
        assert_eq!(books.totals.get("KHR"), Some(&40));
        assert_eq!(books.balances.get(Simulator::OF_CUSTOMERS), Some(&books.totals));
        assert!(books.bills.is_empty());
        let due = world.next_webhooks().unwrap_or_default();
        assert_eq!(due.iter().map(DueWebhook::body).collect::<Vec<_>>(), if webhook { vec![&*body] } else { vec![] });
    }
}
