//! Requests with their answers, and the books.

use super::*;
use crate::{
    config::read_wire_profile,
    operations::PreparedVerification,
    simulator::{config::RepeatedBill, exchange::ResponseTransport, numbers::number},
    values::Int32,
};
use billwire::simulator::SimulatorConfig as Settings;
use std::collections::HashMap;

#[test]
fn accepts_its_credentials_only() {
    let wrong = SimulatorConfig { bearer: Arc::new(BearerToken::new("Bearer x".into())), ..config() };
    assert_eq!(Simulator::new(wrong).err().unwrap().details().code, Code::BearerPrefix);
    let other = |service: SimulatorConfig| {
        Simulator::new(service).unwrap().handle(below("https://a.example", onboarding()), at(0))
    };
    let answer = other(SimulatorConfig { bearer: Arc::new(BearerToken::new("another".into())), ..config() });
    assert_eq!(answer.status, 401.into());
    assert_eq!(answer.headers, HashMap::from([("Content-Type".into(), "application/json".into())]));
    assert!(answer.body.starts_with(br#"{"code":"UNAUTHENTICATED""#));
    assert_eq!(other(config()).transport, ResponseTransport::Send);
}

/// Both get each request at the same time.
#[test]
fn answers_as_core_does() {
    let webhook = simulator::WebhookEndpoint::checkout("https://merchant.example/hook");
    let settings = Settings::builder()
        .bearer(billwire::BearerToken::new(SECRET))
        .verification_token(billwire::VerificationToken::new(SECRET))
        .hash_token(billwire::HashToken::new(SECRET))
        .webhook(webhook)
        .build();
    let mut rust = simulator::Simulator::new(settings).unwrap();
    let exported = Simulator::new(SimulatorConfig { webhook: Some(endpoint(None, None)), ..config() }).unwrap();
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
        assert_eq!(exported.handle(HttpRequest { url: path.into(), ..request }, at(1)), expected.into());
    }
    let expected: Vec<_> = rust.due(millis(at(2))).into_iter().map(DueWebhook::from).collect();
    assert_eq!(expected.len(), 2);
    assert_eq!(exported.due_webhooks(at(2)), expected);
    assert_eq!(exported.books(), rust.books().into());
}

#[test]
fn books_hold_settled_bills() {
    let service = service(SimulatorConfig { webhook: Some(endpoint(Some(SECRET), None)), ..config() });
    settled(&service);
    settled(&service);
    let first = &service.due_webhooks(at(0))[0];
    service.delivered(first.id, answered(200), at(0));
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
    let counts = [counts.due, counts.delivered, counts.acknowledged, counts.failed, counts.pending];
    assert_eq!(counts, [2, 1, 1, 0, 1].map(Int32::from));
}

#[test]
fn seed_is_random_by_default() {
    let id = |seed: Option<&str>| {
        let service = service(SimulatorConfig { seed: seed.map(str::to_owned), ..config() });
        settled(&service);
        service.books().bills[0].tran_ids[0].clone()
    };
    assert_eq!(id(Some("a7")), "TRAN-a7-00000001");
    let [one, other] = [id(None), id(None)];
    assert!(one != other && one.starts_with("TRAN-") && one.ends_with("-00000001"), "{one} {other}");
}

/// The books are those of the latest time that any call names.
#[test]
fn pays_as_scripted() {
    let service = service(SimulatorConfig { without_purpose: true, ..config() });
    let statuses = r#"[{"status":"pending"},{"after_ms":60000,"status":"success"}]"#;
    let transaction = format!(r#"{{"amount":15,"statuses":{statuses},"found_ms":[]}}"#);
    service.script(format!(r#"{{"payments":[{{"ref_id":"INV-0001","transactions":[{transaction}]}}]}}"#)).unwrap();
    settled(&service);
    let total = || service.books().totals["KHR"].clone();
    assert_eq!(total(), "0");
    assert_eq!(service.due_webhooks(at(60_000)).len(), 0);
    assert_eq!(total(), "15");
}

#[test]
fn settles_a_repeated_bill_unless_told_to_refuse() {
    let status = |repeated_bill| {
        let service = service(SimulatorConfig { repeated_bill, ..config() });
        settled(&service);
        settled(&service).status
    };
    assert_eq!(status(None), 200.into());
    assert_eq!(status(Some(RepeatedBill::Settle)), 200.into());
    assert_eq!(status(Some(RepeatedBill::Refuse)), 409.into());
}

/// A fee below zero is none, and a fee that overflows a sum is refused.
#[test]
fn adds_the_fee_to_each_transaction() {
    let of_transaction = |fee| {
        let service = service(SimulatorConfig { fee, ..config() });
        let status = settled(&service).status;
        let json = r#"{"identity_code":"INV-0001","purpose_of_transaction":"INV-0001"}"#;
        let asked: PreparedVerification = crossed(biller(None).prepare_verification_json(json.into()).unwrap());
        let answer = service.handle(below("https://anywhere.example", asked.request), at(0));
        let found = asked.call.decode(answer.status, &answer.body);
        (status, found.map(|found| (found.data.fee_amount, found.data.total_amount)).ok())
    };
    assert_eq!(of_transaction(None), (200.into(), Some((Some(0.into()), 40_000.into()))));
    assert_eq!(of_transaction(Some(500)), (200.into(), Some((Some(500.into()), 40_500.into()))));
    assert_eq!(of_transaction(Some(-1)), (200.into(), Some((Some(0.into()), 40_000.into()))));
    assert_eq!(of_transaction(Some(i64::MAX)), (400.into(), None));
}

#[test]
fn applies_the_profile() {
    let profile = read_wire_profile(r#"{"destinationKey":"settle_to"}"#.into()).unwrap();
    let request = || below("https://anywhere.example", settlement(Some(profile.clone())));
    assert_eq!(service(config()).handle(request(), at(0)).status, 400.into());
    let same = service(SimulatorConfig { profile: Some(profile.clone()), ..config() });
    assert_eq!(same.handle(request(), at(0)).status, 200.into());
}

#[test]
fn answers_at_its_address_only() {
    let status = |base_url: Option<&str>, url: &str| {
        let service = Simulator::new(SimulatorConfig { base_url: base_url.map(str::to_owned), ..config() }).unwrap();
        let answer = service.handle(HttpRequest { url: url.into(), ..onboarding() }, at(0));
        assert_eq!(answer.transport == ResponseTransport::DropBefore, answer.status == 0.into());
        crossed::<Int32, i32>(answer.status)
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
fn serves_each_scripted_fault_once() {
    let service = service(config());
    let fault =
        |kind: &str, attempt: u32| format!(r#"{{"ref_id":"INV-0001","attempt":{attempt},"fault":{{"kind":{kind}}}}}"#);
    let faults = [fault(r#""drop_before""#, 1), fault(r#""drop_after""#, 2), fault(r#""slow","delay_ms":700"#, 3)];
    service.script(format!(r#"{{"settlement":[{}]}}"#, faults.join(","))).unwrap();
    assert_eq!(
        [(); 4].map(|()| settled(&service).transport),
        [
            ResponseTransport::DropBefore,
            ResponseTransport::DropAfter,
            ResponseTransport::Slow { delay_ms: 700 },
            ResponseTransport::Send
        ]
    );
    let books = service.books();
    let served = ["drop_before", "drop_after", "slow"].map(|fault| (format!("settlement/{fault}"), Int32::from(1)));
    assert_eq!((books.bills[0].tran_ids.len(), books.faults_served), (3, HashMap::from(served)));
    let failure = service.script(r#"{"settlements":[]}"#.into()).unwrap_err().details();
    assert_eq!(failure.kind, "invalid_config");
}

/// The exported types have no unsigned numbers.
#[test]
fn clamps_numbers() {
    assert_eq!([i64::MIN, -1, 0, 1, 2, i64::MAX].map(whole), [0, 0, 0, 1, 2, 9_223_372_036_854_775_807]);
    assert_eq!([0, 1, 2, u64::MAX].map(number), [0, 1, 2, i64::MAX]);
    assert_eq!(millis(instant("1970-01-01T00:00:02.500Z")), 2_500);
}
