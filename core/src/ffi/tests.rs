//! How values, settings, errors and objects cross. The rules are those of core, whose tests have them, and Kotlin and
//! Swift run every vector.

use super::{
    Form, Setting,
    biller::{Biller, read_wire_profile},
    calls::{settlement_from_json, settlement_to_json, validate_settlement},
    credit::CreditFlow,
    settlement::{SettlementFlow, SettlementMode},
    signature::{SignedFields, SigningKey},
    texts::{Language, code_sentence, finding_sentence},
    untyped::{QueryParameter, UntypedRequest},
    webhook::{WebhookEvent, WebhookReceiver},
};
use crate::{
    Authentication, BearerToken, BillerConfig, BillwireError, BookedState, BookedTransaction, Claim, Code,
    CreditEnding, CreditPolicy, CreditStep, Decimal, DraftSettings, Expectation, Given, HashToken, Header, HttpStatus,
    Instant, Line, Members, NextStep, OperationName, Reply, ReplyHeaders, ResponseCode, Sensitive, Sent, Settlement,
    SettlementEnding, SettlementPolicy, SettlementStep, SigningOffset, StatusesByObject, UniFfiTag, VerificationToken,
    WebhookLimits, WebhookToken, WireProfile,
    wire::model::given::{DecimalDraft, ExtraDraft},
};
use std::{collections::HashMap, sync::Arc};
use uniffi::{Lift, Lower};

pub(super) const BASE_URL: &str = "https://service.example/v1";
const BEARER: &str = "test-bearer";
const VERIFICATION: &str = "test-verification";
const KEY: &str = "test-hash-key";
/// The hash of the vector `requests/settlement-minimal`.
const HASH: &str = "N7AQmVospQGWuQKOtyc18lzm8SlcBsGXJrb7AK6bNKA9aVb6IbB+dn0aBGkk+vXHby2axi3DAQFRSCcVef/5Xg==";
const SETTLED: &str = r#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#;
const FOUND: &str = concat!(
    r#"{"code":"SUCCESS","message":"Transaction found","data":{"tran_id":"T-1","#,
    r#""tran_date":"2026-01-31T17:00:00.1234567","#,
    r#""tran_amount":40000,"fee_amount":0,"total_amount":40000,"currency":"KHR","identity_code":"INV-0001","#,
    r#""bank_code":"B-9","bank_ref":"BR-1","purpose_of_transaction":"INV-0001","status":"success"}}"#,
);
const EVENT: &str = r#"{"tran_id":"T-1","status":"success","identity_code":"INV-0001"}"#;

/// The value on the other side, as a type of the same form.
pub(super) fn crossed<T: Lower<UniFfiTag>, U: Lift<UniFfiTag, FfiType = T::FfiType>>(value: T) -> U {
    U::try_lift(T::lower(value)).unwrap()
}

pub(super) fn instant(text: &str) -> Instant {
    text.parse().unwrap()
}

fn at(millis: i64) -> Instant {
    Instant::from_unix_millis(millis)
}

/// Settings as a program that sets only these three and the profile.
pub(super) fn config(secrets: [&str; 3], profile: Option<Form<WireProfile>>) -> Form<BillerConfig> {
    let [bearer, token, key] = secrets;
    let config = BillerConfig::builder()
        .base_url(BASE_URL)
        .bearer(BearerToken::new(bearer))
        .verification_token(VerificationToken::new(token))
        .hash_token(HashToken::new(key))
        .build();
    Form::<BillerConfig> { profile, strict: None, max_lines: None, code_shapes: None, ..config.form() }
}

fn profile(json: &str) -> Form<WireProfile> {
    read_wire_profile(json.into()).unwrap()
}

fn biller() -> Biller {
    let lookup = r#"{"settlementLookup":{"identity_code":"ref_id","purpose_of_transaction":"ref_id"}}"#;
    Biller::new(config([BEARER, VERIFICATION, KEY], Some(profile(lookup)))).unwrap()
}

/// The vector `requests/settlement-minimal`.
pub(super) fn bill() -> Settlement {
    Settlement::builder()
        .ref_id("INV-0001")
        .date(instant("2026-01-31T17:00:00.000Z"))
        .due_date(instant("2026-02-28T17:00:00.000Z"))
        .currency("KHR")
        .total_amount(40_000)
        .customer_sync_code("C-1")
        .settlement_to("S-1")
        .build()
}

/// Paths and codes of the violations of an error.
fn codes(error: &BillwireError) -> Vec<(String, Code)> {
    error.violations().iter().map(|one| (one.path.clone(), one.code)).collect()
}

fn refused(bill: Settlement) -> Vec<(String, Code)> {
    codes(&biller().prepare_settlement(crossed(bill)).err().unwrap())
}

fn violation(path: &str, code: Code) -> Vec<(String, Code)> {
    vec![(path.into(), code)]
}

#[test]
fn a_decimal_keeps_its_digits_or_is_a_violation() {
    let with_rate = |rate: &str| Settlement { exchange_rate_khr: Some(crossed(rate.to_owned())), ..bill() };
    let many = "12345678901234567890123456789012345";
    assert_eq!(refused(with_rate(many)), violation("exchange_rate_khr", Code::TooManyDigits));
    assert_eq!(refused(with_rate("NaN")), violation("exchange_rate_khr", Code::InvalidDecimal));
    // Swift marks the digits of a double.
    assert_eq!(refused(with_rate("~0.5899999999999998976")), violation("exchange_rate_khr", Code::InexactNumber));
    for text in ["-10.50", "1234567890.0123456789", "4100"] {
        let decimal: Decimal = text.parse().unwrap();
        assert_eq!(crossed::<Decimal, String>(decimal), text);
        assert_eq!(crossed::<String, DecimalDraft>(text.into()), decimal.into());
        assert_eq!(crossed::<DecimalDraft, String>(decimal.into()), text);
    }
    assert_eq!(crossed::<DecimalDraft, String>("ten".into()), "ten");
}

/// A Swift `Date` may lie between two milliseconds, and may be no number.
#[test]
fn an_instant_is_the_nearest_millisecond() {
    let moment = instant("2026-01-31T17:00:00.250Z");
    assert_eq!(crossed::<Instant, f64>(moment), 1_769_878_800_250.0);
    assert_eq!(crossed::<f64, Instant>(1_769_878_800_249.75), moment);
    assert_eq!(crossed::<f64, Instant>(1_769_878_800_250.25), moment);
    assert_eq!(crossed::<f64, Instant>(-0.6), instant("1969-12-31T23:59:59.999Z"));
    for nowhere in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300] {
        let bill = Settlement { due_date: crossed(nowhere), ..bill() };
        assert_eq!(refused(bill), violation("due_date", Code::YearOutOfRange));
    }
}

#[test]
fn extra_members_are_the_text_of_an_object() {
    let with = |line: &str, extra: &str| {
        let line = Line { tax_name: Some("VAT".into()), extra: crossed(line.to_owned()), ..Line::default() };
        Settlement { details: Some(vec![line]), extra: crossed(extra.to_owned()), ..bill() }
    };
    let call = biller().prepare_settlement(crossed(with(r#"{"b":1,"a":2}"#, r#"{"y":1,"x":2}"#))).unwrap();
    let body = call.request().body.unwrap();
    assert!(body.as_str().ends_with(r#","details":[{"tax_name":"VAT","b":1,"a":2}],"y":1,"x":2}"#), "{body:?}");
    assert!(biller().prepare_settlement(crossed(with("", ""))).is_ok());
    assert_eq!(refused(with("{}", "[1]")), violation("extra", Code::WrongType));
    assert_eq!(refused(with("", r#"{"ref_id":"INV-2"}"#)), violation("extra.ref_id", Code::ReservedKey));
    assert_eq!(refused(with(r#"{"a":1,"a":2}"#, "{}")), violation("details[0].extra", Code::DuplicateKey));
    assert_eq!(crossed::<ExtraDraft, String>(Given::default()), "");
    assert_eq!(crossed::<Members, String>(crossed(r#"{ "b": 1, "a": [] }"#.to_owned())), r#"{"b":1,"a":[]}"#);
}

#[test]
fn other_values_are_text_or_a_number() {
    assert_eq!(crossed::<ResponseCode, String>(crossed("000".to_owned())), "000");
    let secret: Sensitive = crossed("pm-token-1".to_owned());
    assert_eq!((secret.as_str(), format!("{secret:?}").as_str()), ("pm-token-1", "[hidden]"));
    assert_eq!(crossed::<SigningOffset, i32>("-03:30".parse().unwrap()), -12_600);
    assert_eq!(crossed::<i32, SigningOffset>(i32::MAX), crossed::<i32, SigningOffset>(86_399));
    assert_eq!(crossed::<HttpStatus, i32>(65_535.into()), 65_535);
    for status in [-1, 65_536 + 200, i32::MIN, i32::MAX] {
        assert_eq!(crossed::<i32, HttpStatus>(status), 0);
        assert_eq!(biller().decode_settlement(crossed(status), SETTLED.into()).unwrap_err().code(), Code::HttpStatus);
    }
    assert_eq!([-1, 0, 7].map(crossed::<i32, usize>), [0, 0, 7]);
    assert_eq!(crossed::<usize, i32>(usize::MAX), i32::MAX);
    let reply = Reply { status: 503.into(), headers: ReplyHeaders(vec![("A".into(), "1".into())]), body: "{}".into() };
    assert_eq!(crossed::<_, Reply>(reply.clone()), reply);
}

/// A setting that is left out has the default of core, and no setting allows a number below zero.
#[test]
fn settings_that_are_left_out_have_their_default() {
    let none = WireProfile::of(Form::<WireProfile> { ..all_left_out() });
    assert_eq!(none, WireProfile::default());
    assert_eq!(WireProfile::of(WireProfile::default().form()), WireProfile::default());
    let policy = SettlementPolicy::builder().attempts(2).trust_not_found(true).build();
    assert_eq!(SettlementPolicy::of(policy.form()), policy);
    assert_eq!(SettlementPolicy::of(Form::<SettlementPolicy> { pause_ms: Some(-1), ..policy.form() }).pause_ms, 0);
    assert_eq!(CreditPolicy::of(CreditPolicy::default().form()), CreditPolicy::default());
    assert_eq!(WebhookLimits::of(WebhookLimits::default().form()), WebhookLimits::default());
    let config = Form::<BillerConfig> { max_lines: Some(-1), ..config([BEARER, VERIFICATION, KEY], None) };
    assert_eq!(codes(&Biller::new(config).unwrap_err()), violation("maxLines", Code::OutOfRange));
}

fn all_left_out() -> Form<WireProfile> {
    Form::<WireProfile> {
        destination_key: None,
        success_codes: None,
        refusal_codes: None,
        not_found_codes: None,
        not_found_statuses: None,
        exists_already_codes: None,
        onboarding_may_repeat: None,
        nothing_happened_statuses: None,
        success_statuses: None,
        pending_statuses: None,
        failed_statuses: None,
        settlement_lookup: None,
        line_item_key: None,
        verification_auth: None,
        verification_tran_id: None,
        compare_totals: None,
        paid_amount: None,
        amount_places: None,
        allow_lower_total: None,
        date_style: None,
        date_offset: None,
        tran_date_offset: None,
        tran_date_day_first: None,
        signing_offset: None,
        total_amount_khr_as: None,
        total_amount_khr_rounding: None,
        send_empty_text: None,
    }
}

#[test]
fn every_setting_of_a_profile_arrives() {
    let json = r#"{"destinationKey":"settle_to","successCodes":{"onboarding":["1"]},
        "refusalCodes":{"verification":["2"]},"notFoundCodes":{"verification":["3"]},
        "notFoundStatuses":[404],"existsAlreadyCodes":{"settlement":["4"]},
        "nothingHappenedStatuses":[],"successStatuses":{"bill":["paid"]},"pendingStatuses":{"payment":["wait"]},
        "failedStatuses":{"transaction":["no"]},"settlementLookup":{"identity_code":"ref_id",
        "purpose_of_transaction":"date","dateFormat":"yyyy","customer_code":"customer_sync_code"},
        "lineItemKey":"item_mame","verificationAuth":"bearer",
        "verificationTranId":"neither","compareTotals":true,"paidAmount":"total_amount",
        "amountPlaces":{"USD":2},"allowLowerTotal":true,"dateStyle":"seconds",
        "dateOffset":"+07:00","tranDateOffset":"+08:00","tranDateDayFirst":true,"signingOffset":"-03:30",
        "totalAmountKhrAs":"number","totalAmountKhrRounding":"riel",
        "sendEmptyText":true}"#;
    let read = WireProfile::from_json(json.as_bytes()).unwrap();
    let arrived: Form<WireProfile> = crossed(profile(json));
    assert_eq!(WireProfile::of(arrived), read);
    let empty = StatusesByObject::builder().bill([] as [&str; 0]).build().form();
    let own = WireProfile::of(Form::<WireProfile> { success_statuses: Some(empty), ..all_left_out() });
    assert_eq!(own.success_statuses, StatusesByObject::builder().bill([] as [&str; 0]).build());
    let error = read_wire_profile(r#"{"dateStyle":"days"}"#.into()).err().unwrap();
    assert_eq!(codes(&error), violation("profile.dateStyle", Code::UnknownValue));
}

/// An error is asked by its methods, and comes back whole from the other side.
#[test]
fn an_error_crosses_and_answers() {
    let refusing = profile(r#"{"refusalCodes":{"onboarding":["E-17"]}}"#);
    let biller = Biller::new(config([BEARER, VERIFICATION, KEY], Some(refusing))).unwrap();
    let body = r#"{"code":"E-17","message":"Not today","message_kh":"ទេ"}"#;
    let error: BillwireError = crossed(biller.decode_onboarding(422.into(), body.into()).unwrap_err());
    assert_eq!((error.kind(), error.code(), error.next_step()), ("rejected", Code::Refused, NextStep::FixRequest));
    assert_eq!((error.http_status(), error.response_code()), (Some(422), Some("E-17".into())));
    assert_eq!((error.message_en(), error.message_kh()), (Some("Not today".into()), Some("ទេ".into())));
    for printed in [error.to_string(), format!("{error:?}")] {
        assert!(!printed.contains("Not today") && !printed.contains("ទេ"), "{printed}");
    }
    let lines = vec![Line { quantity: Some(-1), ..Line::default() }; 107];
    let error = biller.prepare_settlement(Settlement { details: Some(lines), ..bill() }).unwrap_err();
    let error: BillwireError = crossed(error);
    assert_eq!((error.violations().len(), error.violations_omitted()), (100, 7));
    let error: BillwireError =
        crossed(biller.decode_onboarding(200.into(), r#"{"note":"a","note":"a"}"#.into()).unwrap_err());
    assert_eq!((error.kind(), error.violations()[0].offset), ("unreadable", Some(12)));
    assert_eq!(crossed::<_, BillwireError>(BillwireError::Internal), BillwireError::Internal);
}

#[test]
fn calls_carry_the_request_and_decode() {
    let call = biller().prepare_settlement(bill()).unwrap();
    let request = call.request();
    assert_eq!(
        (request.method.as_str(), request.url.as_str()),
        ("POST", "https://service.example/v1/bill_payment/push_bill_with_payment")
    );
    let headers: Vec<Header> = crossed(request.headers.clone());
    assert_eq!((&headers[1].name[..], headers[1].value.as_str()), ("Authorization", "Bearer test-bearer"));
    assert!(request.body.as_ref().unwrap().as_str().contains(HASH));
    let json = settlement_to_json(bill(), None).unwrap();
    assert_eq!(settlement_from_json(json.clone(), None).unwrap(), bill());
    assert_eq!(biller().prepare_settlement_json(json).unwrap().request(), request);
    assert!(
        call.decode(200.into(), SETTLED.into()).is_ok()
            && biller().decode_settlement(200.into(), SETTLED.into()).is_ok()
    );
    assert_eq!(call.no_answer(Sent::Maybe).next_step(), NextStep::VerifyFirst);
    let refused = call.already_sent();
    assert_eq!((refused.code(), refused.next_step()), (Code::AlreadySent, NextStep::VerifyFirst));
    let shapes = Form::<DraftSettings> { max_lines: Some(0), ..DraftSettings::default().form() };
    assert_eq!(validate_settlement(bill(), Some(shapes)).unwrap_err().code(), Code::OutOfRange);
    let inexact = r#"{"ref_id":"INV-1","exchange_rate_khr":4100.0000000000005}"#;
    let errors = [
        biller().prepare_settlement_json(inexact.into()).map(drop).unwrap_err(),
        settlement_from_json(inexact.into(), None).map(drop).unwrap_err(),
    ];
    assert_eq!(codes(&errors[0]), codes(&errors[1]));
    assert!(codes(&errors[0]).contains(&("exchange_rate_khr".into(), Code::InexactNumber)));
    let lookup = biller().prepare_settlement_lookup(bill()).unwrap();
    assert_eq!(lookup.call().operation(), OperationName::Verification);
}

#[test]
fn untyped_requests_cross() {
    let request = |json: Option<&str>| UntypedRequest {
        path: "/customers".into(),
        query: vec![QueryParameter { name: "bank id".into(), value: "a&b=ក".into() }],
        json: json.map(str::to_owned),
        authentication: Some(Authentication::Bearer),
    };
    let call =
        biller().prepare_operation(OperationName::CreateCustomer, request(Some(r#"{ "name": "Sok" }"#))).unwrap();
    assert!(call.request().url.ends_with("/customers?bank%20id=a%26b%3D%E1%9E%80"));
    let answer = call.decode(200.into(), b"[1, 2]".into()).unwrap();
    assert_eq!((answer.status, answer.json.as_deref()), (200.into(), Some("[1,2]")));
    let error = biller().prepare_operation(OperationName::CreateCustomer, request(Some(r#"{"name":"#))).unwrap_err();
    assert_eq!(codes(&error), violation("json", Code::InvalidJson));
}

fn event() -> Arc<WebhookEvent> {
    let receiver = WebhookReceiver::merchant_proxy(vec![Arc::new(WebhookToken::new("test-webhook"))], None).unwrap();
    let headers = HashMap::from([("Token".to_owned(), vec!["test-webhook".to_owned()])]);
    Arc::new(receiver.receive(headers, EVENT.into()).unwrap())
}

fn billed() -> Expectation {
    Expectation::builder()
        .identity_code("INV-0001")
        .purpose_of_transaction("INV-0001")
        .currency("KHR")
        .amount(40_000)
        .build()
}

#[test]
fn a_webhook_is_received_and_confirmed() {
    assert_eq!(event().payload().tran_id.as_deref(), Some("T-1"));
    let confirmation = event().confirm(Arc::new(biller()), crossed(billed())).unwrap();
    assert!(confirmation.call().request().body.unwrap().as_str().contains("T-1"));
    assert_eq!(confirmation.decide(200.into(), FOUND.into()).unwrap().as_str(), "confirmed");
    let wrong = Expectation { amount: Some("NaN".into()), ..billed() };
    let error = event().confirm(Arc::new(biller()), crossed(wrong)).err().unwrap();
    assert_eq!(codes(&error), violation("amount", Code::InvalidDecimal));
    let twice = HashMap::from([("token".to_owned(), vec!["a".to_owned(), "a".to_owned()])]);
    let receiver = WebhookReceiver::merchant_proxy(vec![Arc::new(WebhookToken::new("a"))], None).unwrap();
    assert_eq!(receiver.receive(twice, EVENT.into()).err().unwrap().code(), Code::DuplicateToken);
    let limits = Form::<WebhookLimits> { bytes: Some(0), depth: Some(-1), customers: None };
    let error = WebhookReceiver::checkout(Some(limits)).err().unwrap();
    assert_eq!(codes(&error), ["limits.bytes", "limits.depth"].map(|path| (path.into(), Code::OutOfRange)));
}

fn settling() -> SettlementFlow {
    SettlementFlow::new(Arc::new(biller()), bill(), None, None).unwrap()
}

#[test]
fn a_settlement_flow_is_driven_from_outside() {
    let flow = settling();
    let SettlementStep::Load = flow.step(at(0), 0.0).unwrap() else { panic!("nothing to load") };
    flow.loaded(None, at(0)).unwrap();
    let SettlementStep::Save { record, revision: 1, previous: 0, .. } = crossed(flow.step(at(0), 0.0).unwrap()) else {
        panic!()
    };
    flow.saved(1).unwrap();
    let SettlementStep::Send { request } = crossed(flow.step(at(0), 0.0).unwrap()) else { panic!("nothing to send") };
    assert_eq!(request.http, biller().prepare_settlement(bill()).unwrap().request());
    assert_eq!(flow.saved(-1).unwrap_err().code(), Code::OutOfTurn);
    flow.answered(request.number, 200.into(), SETTLED.into(), at(0), None).unwrap();
    assert!(matches!(flow.step(at(0), 0.0).unwrap(), SettlementStep::Save { revision: 2, .. }));
    flow.saved(2).unwrap();
    let SettlementStep::Finished { ending } = crossed(flow.step(at(0), 0.0).unwrap()) else { panic!("not finished") };
    assert!(matches!(ending, SettlementEnding::Settled { .. }));
    let resumed = settling();
    assert!(matches!(resumed.step(at(0), 0.0).unwrap(), SettlementStep::Load));
    resumed.loaded(Some(record), at(0)).unwrap();
    assert!(matches!(
        resumed.step(at(0), 0.0).unwrap(),
        SettlementStep::Wait { .. } | SettlementStep::Send { .. } | SettlementStep::Save { .. }
    ));
    let policy = Form::<SettlementPolicy> { not_found_holds_ms: Some(-1), ..SettlementPolicy::default().form() };
    let error = SettlementFlow::new(Arc::new(biller()), bill(), Some(policy), None).err().unwrap();
    assert_eq!(codes(&error), violation("policy.notFoundHoldsMs", Code::OutOfRange));
}

/// First step of a flow of a mode over a record, a day after it was stored: an operation, an ending or an error.
fn first(mode: Option<SettlementMode>, record: Option<&str>) -> &'static str {
    let later = at(86_400_000);
    let flow = SettlementFlow::new(Arc::new(biller()), bill(), None, mode).unwrap();
    let _ = flow.step(later, 0.0).unwrap();
    if let Err(error) = flow.loaded(record.map(str::to_owned), later) {
        return error.code().as_str();
    }
    loop {
        match flow.step(later, 0.0).unwrap() {
            SettlementStep::Save { revision, .. } => flow.saved(revision).unwrap(),
            SettlementStep::Send { request } => return request.operation.as_str(),
            SettlementStep::Finished { ending } => return ending.as_str(),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn each_mode_crosses() {
    let flow = settling();
    let _ = flow.step(at(0), 0.0).unwrap();
    flow.loaded(None, at(0)).unwrap();
    let SettlementStep::Save { record: begun, .. } = flow.step(at(0), 0.0).unwrap() else { panic!("nothing to store") };
    flow.saved(1).unwrap();
    let SettlementStep::Send { request } = flow.step(at(0), 0.0).unwrap() else { panic!("nothing to send") };
    flow.answered(request.number, 400.into(), Vec::new(), at(0), None).unwrap();
    let SettlementStep::Save { record: refused, .. } = flow.step(at(0), 0.0).unwrap() else { panic!("not stored") };
    let does = |mode| [None, Some(&*begun), Some(&*refused)].map(|record| first(mode, record));
    assert_eq!(does(None), ["settlement", "verification", "refused"]);
    assert_eq!(does(Some(SettlementMode::Restored)), ["verification", "verification", "verification"]);
    assert_eq!(does(Some(SettlementMode::Reopen)), ["settlement", "not_refused", "verification"]);
    assert_eq!(does(Some(SettlementMode::LookAgain)), ["settlement", "verification", "verification"]);
}

#[test]
fn a_flow_that_panicked_sends_nothing() {
    let flow = Arc::new(settling());
    let _ = flow.step(at(0), 0.0).unwrap();
    let other = Arc::clone(&flow);
    assert!(std::thread::spawn(move || other.panic()).join().is_err());
    assert_eq!(flow.step(at(0), 0.0).err().map(|error| error.code()), Some(Code::Internal));
}

#[test]
fn a_credit_flow_is_driven_from_outside() {
    let flow = CreditFlow::of_event(Arc::new(biller()), event(), billed(), Vec::new(), at(0), None).unwrap();
    let CreditStep::Send { request } = crossed(flow.step(at(0), 0.0).unwrap()) else { panic!("nothing to send") };
    flow.answered(request.number, 200.into(), FOUND.into(), at(0), None).unwrap();
    let CreditStep::Credit { confirmed } = crossed(flow.step(at(0), 0.0).unwrap()) else { panic!("no credit") };
    assert_eq!((confirmed.claim_key(), confirmed.amount()), ("T-1", 40_000.into()));
    flow.claimed(Claim::Credited).unwrap();
    let CreditStep::Finished { ending, reply } = crossed(flow.step(at(0), 0.0).unwrap()) else {
        panic!("not finished")
    };
    assert!(matches!(ending, CreditEnding::Credited { .. }));
    assert_eq!(reply.unwrap().status, 200);
}

#[test]
fn a_review_crosses_with_what_the_books_have_from_then_on() {
    let other = BookedTransaction::new("T-0", BookedState::Credited, 40_000);
    let flow = CreditFlow::of_bill(Arc::new(biller()), billed(), vec![other], None).unwrap();
    let CreditStep::Send { request } = crossed(flow.step(at(0), 0.0).unwrap()) else { panic!("nothing to send") };
    flow.answered(request.number, 200.into(), FOUND.into(), at(0), None).unwrap();
    let CreditStep::Review { review } = crossed(flow.step(at(0), 0.0).unwrap()) else { panic!("nothing to see") };
    assert_eq!((review.name.as_str(), review.claim_key.as_str()), ("paidTwice", "T-1"));
    assert_eq!(review.booked, Some(BookedTransaction::new("T-1", BookedState::Held, 40_000)));
    flow.reviewed(true).unwrap();
    assert!(matches!(flow.step(at(0), 0.0).unwrap(), CreditStep::Finished { reply: None, .. }));
    let known = BookedTransaction::new("T-1", BookedState::Credited, 40_000);
    let flow = CreditFlow::of_payment(Arc::new(biller()), billed(), known, Vec::new(), None).unwrap();
    assert!(matches!(flow.step(at(0), 0.0).unwrap(), CreditStep::Send { .. }));
}

fn signed_fields() -> SignedFields {
    SignedFields {
        ref_id: "INV-0001".into(),
        date: instant("2026-01-31T17:00:00.000Z"),
        currency: "KHR".into(),
        total_amount: 40_000,
        customer_sync_code: "C-1".into(),
        settlement_to: "S-1".into(),
    }
}

fn hash_token() -> Arc<HashToken> {
    Arc::new(HashToken::new(KEY))
}

#[test]
fn signs_alone() {
    let signing = SigningKey::new(hash_token()).unwrap();
    assert_eq!(signing.sign(signed_fields(), None).unwrap(), HASH);
}

#[test]
#[cfg(feature = "explain")]
fn explains_alone() {
    use super::explain::{ExplainOptions, explain_signature};

    let signing = SigningKey::new(hash_token()).unwrap();
    let elsewhere = signing.sign(signed_fields(), Some("+07:00".parse().unwrap())).unwrap();
    let options = ExplainOptions {
        observed_hash: Some(elsewhere),
        total_amount_khr: None,
        due_date: None,
        body: None,
        signing_offset: None,
        code_shapes: None,
        zones: Vec::new(),
        separators: Vec::new(),
        destinations: Vec::new(),
        limit: None,
    };
    let observed = explain_signature(signed_fields(), hash_token(), options).unwrap().observed.unwrap();
    assert!(observed.causes.iter().any(|cause| cause.setting.as_deref() == Some(r#"signingOffset: "+07:00""#)));
}

#[test]
fn nothing_prints_a_secret() {
    let secret =
        Settlement { payment_method_token: Some("pm-token-1".into()), description: Some("January".into()), ..bill() };
    let call = biller().prepare_settlement(secret.clone()).unwrap();
    let flow = SettlementFlow::new(Arc::new(biller()), secret, None, None).unwrap();
    let _ = flow.step(at(0), 0.0).unwrap();
    flow.loaded(None, at(0)).unwrap();
    let SettlementStep::Save { .. } = flow.step(at(0), 0.0).unwrap() else { panic!("nothing to save") };
    flow.saved(1).unwrap();
    let step = flow.step(at(0), 0.0).unwrap();
    let printed = format!("{:?} {call:?} {:?} {flow:?} {step:?}", biller(), call.request());
    for part in [BEARER, VERIFICATION, KEY, "pm-token-1", "January"] {
        assert!(!printed.contains(part), "{part} in {printed}");
    }
}

#[test]
fn every_code_has_a_khmer_sentence() {
    for &code in Code::ALL {
        let khmer = code_sentence(code, Language::Khmer);
        assert!(khmer.chars().any(|letter| ('\u{1780}'..='\u{17ff}').contains(&letter)), "{code}: {khmer}");
        assert!(khmer.ends_with('។'), "{code}: {khmer}");
    }
    assert_eq!(code_sentence(Code::NoAnswer, Language::English), "No answer arrived.");
    let named = code_sentence(Code::RequiredWithBankId, Language::English);
    assert_eq!(named, "return_url is required when bank_id is filled in.");
    let explanation = "unknown field; did you mean `ref_id`?".to_owned();
    let english = finding_sentence(Code::UnknownField, explanation, Language::English);
    assert_eq!(english, "Unknown field; did you mean `ref_id`?");
}
