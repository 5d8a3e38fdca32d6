//! Printed form of values that are not secret.

use crate::{bill, biller, decimal};
use billwire::*;
use billwire_conformance::with;

#[test]
fn values_print_as_their_text() {
    assert_eq!([Method::Post, Method::Get].map(|method| method.to_string()), ["POST", "GET"]);
    let hash = SigningKey::new(&HashToken::new("key")).sign(b"");
    // echo -n | openssl dgst -sha512 -hmac key -binary | base64 -w0
    const EMPTY: &str = "hPpaoCebvEcyZ9BaU+oDMQqYfOzEwVNf8pttdrjxREpyjfOq24nUqaZwnhmY83NWbo+CSoypOxgh8LabwqL2Xg==";
    assert_eq!((hash.to_string(), format!("{hash:?}")), (EMPTY.to_owned(), EMPTY.to_owned()));
    let refusal = biller().prepare(&bill()).unwrap().decode(400, br#"{"code":"007"}"#).unwrap_err();
    assert_eq!(refusal.answer().unwrap().response_code.as_deref(), Some("007"));
    let Ok(Outcome::Onboarding(onboarding)) = biller().decode(OperationName::Onboarding, 200, br#"{"code":"000"}"#)
    else {
        panic!("no success");
    };
    assert_eq!(format!("{:>8}|{:>8}", decimal("1.50"), onboarding.response.code.unwrap()), "    1.50|     000");
    assert_eq!(format!("{:?} {:>5?}", decimal("1.50"), decimal("-2")), "1.50    -2");
    assert_eq!("1,5".parse::<Decimal>().unwrap_err().to_string(), Code::InvalidDecimal.explanation());
    let instant: Instant = "2026-01-31T09:00:00.5+07:00".parse().unwrap();
    assert_eq!(serde_json::to_value(instant).unwrap(), "2026-01-31T02:00:00.500Z");
    assert_eq!(format!("{instant:?}"), "2026-01-31T02:00:00.500Z");
    assert_eq!(Instant::from_unix_millis(i64::MAX).to_string(), "9223372036854775807 ms since 1970");
    assert!(decimal("1.5") < decimal("1.51") && decimal("-1") <= decimal("-1.0"));
}

#[test]
fn operations_have_names_and_groups_of_the_interface() {
    let named = |name: &str| OperationName::ALL.iter().find(|operation| operation.as_str() == name).unwrap();
    for (name, title, method, groups) in [
        ("settlement", "Settle Payment", Method::Post, &[][..]),
        ("authorization", "Authorization", Method::Post, &["payment_method", "sub_biller", "checkout"]),
        ("get_available_banks", "Get Available Banks", Method::Get, &["sub_biller"]),
        ("transaction_initiation", "Transaction Initiation", Method::Post, &["checkout", "service"]),
        ("proxy", "Proxy", Method::Post, &["merchant_proxy"]),
    ] {
        let operation = named(name);
        assert_eq!((operation.title(), operation.method(), operation.to_string().as_str()), (title, method, name));
        assert_eq!(operation.groups().iter().map(|group| group.as_str()).collect::<Vec<_>>(), groups, "{name}");
    }
}

#[test]
fn words_are_the_names_of_their_variants() {
    fn check<T: std::fmt::Debug>(all: &[T], word: impl Fn(&T) -> &str) {
        for value in all {
            let mut name = format!("{value:?}");
            name[..1].make_ascii_lowercase();
            assert_eq!(word(value), name);
        }
    }
    check(&[WaitReason::SendAgain, WaitReason::LookUp], |word| word.as_str());
    check(&[CreditWait::VerifyAgain, CreditWait::Reply], |word| word.as_str());
    check(Claim::ALL, |word| word.as_str());
    check(Resolution::ALL, |word| word.as_str());
    check(Evidence::ALL, |word| word.as_str());
    check(NextStep::ALL, |word| word.as_str());
    assert_eq!(Code::NotSettledYet.doc_url(), "https://billwire.github.io/billwire/errors.html#not_settled_yet");
}

#[test]
fn untyped_call_prints_only_its_type() {
    let request = UntypedRequest::builder()
        .path("/checkout/CANARY")
        .query(Vec::new())
        .json("CANARY".into())
        .authentication(Authentication::Bearer)
        .build();
    let call = biller().prepare_operation(OperationName::TransactionInitiation, &request).unwrap();
    let headers: Vec<_> = call.headers.iter().map(|header| (&*header.name, header.value.as_str())).collect();
    assert_eq!(
        headers,
        [("Accept", "application/json"), ("Content-Type", "application/json"), ("Authorization", "Bearer test-bearer")]
    );
    let printed = format!("{call:?}");
    assert!(printed.starts_with("UntypedCall {") && printed.contains("TransactionInitiation"), "{printed}");
    assert!(!printed.contains("CANARY") && !printed.contains("test-bearer"), "{printed}");
    let longest = 1 << 20;
    let answer = |bytes: usize| format!("\"{}\"", "x".repeat(bytes - 2));
    assert!(call.decode(200, answer(longest).as_bytes()).is_ok());
    let too_large = call.decode(200, answer(longest + 1).as_bytes()).unwrap_err();
    assert_eq!(too_large.code(), Code::TooLarge);
    let of_it = too_large.answer().unwrap();
    assert_eq!((of_it.http_status.map(u16::from), of_it.finding.as_ref().unwrap().offset), (Some(200), Some(longest)));
}

#[test]
fn errors_name_their_subject_and_next_step() {
    let lines = vec![Line::builder().quantity(-1).build(); 103];
    let error = biller().prepare(&with(bill(), |bill| bill.details = Some(lines))).unwrap_err().to_string();
    assert!(error.starts_with("settlement: details[0].quantity: "), "{error}");
    assert!(error.ends_with("; and 3 more [invalid_request, next: fixRequest]"), "{error}");
    let error = biller().prepare(&with(bill(), |bill| bill.total_amount = -1)).unwrap_err().to_string();
    assert!(!error.contains("more"), "{error}");

    let receiver = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("t")]).unwrap();
    let malformed = receiver.receive([("token", "t")], b"{").unwrap_err();
    assert_eq!((malformed.operation(), malformed.violations_omitted()), (Some(OperationName::Webhook), 0));
    let forged = receiver.receive([], b"{}").unwrap_err();
    assert_eq!(forged.operation(), Some(OperationName::Webhook));
    assert!(forged.to_string().ends_with(" (missing_token) [unauthenticated, next: fixCredentials]"), "{forged}");
    let config = Biller::new(BillerConfig::builder().base_url("service.example").build()).unwrap_err();
    assert_eq!((config.operation(), config.kind()), (None, "invalid_config"));
    let error = biller().no_answer(OperationName::Settlement, Sent::Maybe);
    assert!(format!("{:?}", error.answer()).contains("http_status: None"));
    let unable = Biller::new(BillerConfig::builder().base_url("https://service.example").build());
    let unable = unable.unwrap().prepare(&bill()).unwrap_err();
    assert_eq!((unable.operation(), unable.kind()), (Some(OperationName::Settlement), "missing_credential"));
}
