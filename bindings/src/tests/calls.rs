//! Preparing and decoding against the vectors, from records and from JSON.

use super::*;
use crate::{
    calls::HttpRequest,
    catalogue::operations,
    error::BillwireError,
    models::{SettlementLookup, SettlementOutcome},
    operations::{PreparedOnboarding, PreparedSettlement, PreparedVerification},
    untyped::{PreparedUntyped, QueryParameter, UntypedRequest},
};
use billwire::{Authentication, Code, Group, NextStep, OperationName, Sent};

const SUB_BILLER_JSON: &str = concat!(
    r#"{"supplier_sync_code":"S-1","name":"Sok Dara Store","name_kh":"ហាង សុខ ដារ៉ា","address":"12 Street 271, Phnom Penh","#,
    r#""bank_id":"B-9","return_url":"https://biller.example/return?a=1&b=2#top","currency":"KHR"}"#,
);
const BILL_JSON: &str = concat!(
    r#"{"ref_id":"INV-0002","date":"2026-01-31T17:00:00.250Z","due_date":"2026-02-28T17:00:00.500Z","currency":"USD","#,
    r#""total_amount":33,"customer_sync_code":"C-2","total_tax":3,"payment_method_token":"pm-token-1","#,
    r#""settlement_to":"S-2","description":"January","exchange_rate_khr":"4100","total_amount_khr":"135300","details":["#,
    r#"{"item_name":"Rice","description":"Jasmine, 5 kg","quantity":2,"price":"10.50","amount":"21.00","#,
    r#""tax_amount":"2.10","tax_name":"VAT"},{"item_name":"Fish","description":"Dried","quantity":1,"price":"9.00","#,
    r#""amount":"9.00","tax_amount":"0.90","tax_name":"VAT"}],"extra":{"channel":"counter"}}"#,
);
/// The body of the vector `requests/settlement-full`.
const BILL_BODY: &str = concat!(
    r#"{"ref_id":"INV-0002","date":"2026-01-31T17:00:00.250Z","due_date":"2026-02-28T17:00:00.500Z","currency":"USD","#,
    r#""total_amount":33,"customer_sync_code":"C-2","total_tax":3,"payment_method_token":"pm-token-1","#,
    r#""settlement_to":"S-2","description":"January","exchange_rate_khr":"4100","total_amount_khr":"135300","#,
    r#""hash":"YO1kG/GSo4eg+Ch81Gt9qnodMbX4VqDwbdcLu5063fidf3PlNBuwqG+ZetUJUs46EJmpi9/2iDWuR/qqBgZi9g==","details":["#,
    r#"{"item_name":"Rice","description":"Jasmine, 5 kg","quantity":2,"price":10.50,"amount":21.00,"#,
    r#""tax_amount":2.10,"tax_name":"VAT"},{"item_name":"Fish","description":"Dried","quantity":1,"price":9.00,"#,
    r#""amount":9.00,"tax_amount":0.90,"tax_name":"VAT"}],"channel":"counter"}"#,
);
const VERIFICATION_JSON: &str =
    r#"{"identity_code":"INV-0001","tran_id":"T-1","bank_ref":"BR-1","purpose_of_transaction":"2026-01-31"}"#;

fn onboarding(prepared: PreparedOnboarding) -> PreparedOnboarding {
    crossed(prepared)
}

fn settlement(prepared: PreparedSettlement) -> PreparedSettlement {
    crossed(prepared)
}

fn verifying(prepared: PreparedVerification) -> PreparedVerification {
    crossed(prepared)
}

fn operation(name: OperationName, request: UntypedRequest) -> PreparedUntyped {
    let prepared: PreparedUntyped = biller().prepare_operation(name, request).unwrap();
    crossed(prepared)
}

fn request(path: &str) -> UntypedRequest {
    UntypedRequest { path: path.into(), query: Vec::new(), json: None, authentication: None }
}

/// Method with address, headers, and body.
fn sent(request: &HttpRequest) -> (String, Vec<(&str, &str)>, Option<&str>) {
    let headers = request.headers.iter().map(|header| (header.name.as_str(), header.value.as_str())).collect();
    (format!("{} {}", request.method, request.url), headers, request.body.as_ref().map(|body| body.as_str()))
}

const JSON_TYPE: (&str, &str) = ("Content-Type", "application/json");
const AUTHORIZATION: (&str, &str) = ("Authorization", "Bearer test-bearer");

#[test]
fn prepares_an_onboarding_from_record_and_json() {
    let first = onboarding(biller().prepare_onboarding(sub_biller()).unwrap());
    let second = onboarding(biller().prepare_onboarding_json(SUB_BILLER_JSON.into()).unwrap());
    let address = "POST https://service.example/v1/on_boarding/on_boarding_supplier".to_owned();
    assert_eq!(sent(&first.request), (address, vec![JSON_TYPE, AUTHORIZATION], Some(SUB_BILLER_JSON)));
    assert_eq!(first.request, second.request);
    assert_eq!(first.request, first.call.request());
}

#[test]
fn prepares_a_settlement_from_record_and_json() {
    let first = settlement(biller().prepare_settlement(full_bill()).unwrap());
    let second = settlement(biller().prepare_settlement_json(BILL_JSON.into()).unwrap());
    let address = "POST https://service.example/v1/bill_payment/push_bill_with_payment".to_owned();
    assert_eq!(sent(&first.request), (address, vec![JSON_TYPE, AUTHORIZATION], Some(BILL_BODY)));
    assert_eq!(first.request, second.request);
    assert_eq!(first.request, first.call.request());
}

#[test]
fn prepares_a_verification_from_record_and_json() {
    let first = verifying(biller().prepare_verification(verification()).unwrap());
    let second = verifying(biller().prepare_verification_json(VERIFICATION_JSON.into()).unwrap());
    let address = "POST https://service.example/v1/transaction/v2/verify".to_owned();
    let headers = vec![JSON_TYPE, ("Accept", "application/json"), ("token", VERIFICATION)];
    assert_eq!(sent(&first.request), (address, headers, Some(VERIFICATION_JSON)));
    assert_eq!(first.request, second.request);
    assert_eq!(first.request, first.call.request());
}

/// The same JSON text has the same meaning in JavaScript, whose numbers are doubles.
#[test]
fn refuses_inexact_numbers_of_json() {
    let with_rate = |rate: &str| {
        let json = BILL_JSON.replace(r#""exchange_rate_khr":"4100""#, &format!(r#""exchange_rate_khr":{rate}"#));
        biller().prepare_settlement_json(json).map(settlement)
    };
    assert_eq!(sent(&with_rate("4100").unwrap().request).2, Some(BILL_BODY));
    let failure = with_rate("4100.0000000000005").err().unwrap().details();
    assert_eq!((failure.code, failure.violations[0].path.as_str()), (Code::InexactNumber, "exchange_rate_khr"));
    let failure = biller().prepare_settlement_json("{".into()).err().unwrap().details();
    assert_eq!((failure.code, failure.operation), (Code::InvalidJson, Some(OperationName::Settlement)));
}

#[test]
fn a_call_has_its_warnings() {
    let call =
        settlement(biller().prepare_settlement(Settlement { customer_sync_code: "0C".into(), ..bill() }).unwrap());
    let warnings = call.call.warnings();
    assert_eq!(
        warnings.iter().map(|one| (one.path.as_str(), one.code)).collect::<Vec<_>>(),
        [("customer_sync_code", Code::AmbiguousSigningString)]
    );
    assert_eq!(call.call.operation(), OperationName::Settlement);
}

#[test]
fn keeps_the_key_with_another_bearer_token() {
    let other = biller().with_bearer(Arc::new(BearerToken::new("another".into()))).unwrap();
    let request = settlement(other.prepare_settlement(bill()).unwrap()).request;
    assert_eq!(sent(&request).1, [JSON_TYPE, ("Authorization", "Bearer another")]);
    assert!(sent(&request).2.unwrap().contains(HASH));
    let error = biller().with_bearer(Arc::new(BearerToken::new("Bearer another".into()))).err().unwrap();
    assert_eq!(error.details().code, Code::BearerPrefix);
}

#[test]
fn looks_up_a_bill_by_the_profile() {
    let by = SettlementLookup {
        identity_code: "ref_id".into(),
        purpose_of_transaction: "customer_sync_code".into(),
        customer_code: None,
        date_format: None,
    };
    let biller_with_lookup = biller_with(WireProfile { settlement_lookup: Some(by), ..profile() });
    let lookup = verifying(biller_with_lookup.prepare_settlement_lookup(bill()).unwrap().call());
    let body = r#"{"identity_code":"INV-0001","purpose_of_transaction":"C-1"}"#;
    assert_eq!(sent(&lookup.request).2, Some(body));
    let unset = biller().prepare_settlement_lookup(bill()).err().unwrap().details();
    assert_eq!((unset.kind.as_str(), unset.code), ("invalid_config", Code::SettlementLookup));
}

#[test]
fn sends_untyped_requests_as_given() {
    let pair = |name: &str, value: &str| QueryParameter { name: name.into(), value: value.into() };
    let query = vec![pair("bank id", "a&b=ក"), pair("page", "1")];
    let authentication = Some(Authentication::Bearer);
    let banks = UntypedRequest { query, authentication, ..request("/banks") };
    let banks = operation(OperationName::GetAvailableBanks, banks);
    let address = "GET https://service.example/v1/banks?bank%20id=a%26b%3D%E1%9E%80&page=1".to_owned();
    assert_eq!(sent(&banks.request), (address, vec![("Accept", "application/json"), AUTHORIZATION], None));
    assert_eq!((banks.call.request(), banks.call.operation()), (banks.request, OperationName::GetAvailableBanks));

    let customer = UntypedRequest { json: Some(r#"{ "name": "Sok" }"#.into()), ..request("/customers") };
    let customer = operation(OperationName::CreateCustomer, customer);
    assert_eq!(sent(&customer.request).2, Some(r#"{"name":"Sok"}"#));

    let broken = UntypedRequest { json: Some(r#"{"name":"#.into()), ..request("/customers") };
    let failure = biller().prepare_operation(OperationName::CreateCustomer, broken).err().unwrap().details();
    assert_eq!((failure.code, failure.operation), (Code::InvalidJson, Some(OperationName::CreateCustomer)));
    let found: Vec<_> = failure.violations.iter().map(|one| (one.path.as_str(), one.offset)).collect();
    assert_eq!(found, [("json", Some(8.into()))]);
}

#[test]
fn claims_no_success_for_an_unknown_meaning() {
    let call = operation(OperationName::GetListBills, request("/bills")).call;
    let answer = call.decode(200.into(), b"[1, 2]").unwrap();
    assert_eq!((answer.status, answer.json.as_deref()), (200.into(), Some("[1,2]")));
    let answer = call.decode(503.into(), b"").unwrap();
    assert_eq!((answer.status, answer.json), (503.into(), None));
    assert_eq!(call.decode(200.into(), b"<html>").unwrap_err().details().kind, "unreadable");
    assert_eq!(call.no_answer(Sent::No).details().next_step, NextStep::VerifyAgain);
    let maybe = call.no_answer(Sent::Maybe).details();
    assert_eq!((maybe.next_step, maybe.operation), (NextStep::AskService, Some(OperationName::GetListBills)));
}

#[test]
fn decodes_an_onboarding_with_or_without_its_call() {
    let body =
        br#"{"code":"000","data":{"supplier_sync_code":"S-1","add_link_account":{"web_url":"https://link.example"}}}"#;
    let call = onboarding(biller().prepare_onboarding(sub_biller()).unwrap()).call;
    let response = call.decode(200.into(), body).unwrap();
    let data = response.data.as_ref().unwrap();
    assert_eq!(data.supplier_sync_code.as_deref(), Some("S-1"));
    let web_url = data.add_link_account.as_ref().and_then(|link| link.web_url.as_ref());
    assert_eq!(web_url.map(|url| url.as_str()), Some("https://link.example"));
    assert_eq!(biller().decode_onboarding(200.into(), body).unwrap(), response);
    let failure = biller().decode_onboarding(200.into(), br#"{"code":"E-17"}"#).unwrap_err().details();
    assert_eq!((failure.kind.as_str(), failure.response_code.as_deref()), ("undetermined", Some("E-17")));
}

/// The vectors `responses/settlement-settled-minimal` and `-accepted-bill-pending-payment-success-with-lookup`.
#[test]
fn decodes_a_settlement_with_or_without_its_call() {
    let lookup = SettlementLookup {
        identity_code: "ref_id".into(),
        purpose_of_transaction: "ref_id".into(),
        customer_code: None,
        date_format: None,
    };
    let biller = biller_with(WireProfile { settlement_lookup: Some(lookup), ..profile() });
    let call = settlement(biller.prepare_settlement(bill()).unwrap()).call;
    for (status, next_step) in [("success", None), ("pending", Some(NextStep::VerifyFirst))] {
        let body =
            format!(r#"{{"code":"000","data":{{"bill":{{"status":"{status}"}},"payment":{{"status":"success"}}}}}}"#);
        let outcome = call.decode(200.into(), body.as_bytes()).unwrap();
        let step = match &outcome {
            SettlementOutcome::Settled { .. } => None,
            SettlementOutcome::Accepted { next_step, .. } => Some(*next_step),
            SettlementOutcome::Failed { .. } => panic!("declared failed"),
        };
        assert_eq!(step, next_step);
        assert_eq!(biller.decode_settlement(200.into(), body.as_bytes()).unwrap(), outcome);
    }
    assert!(biller.decode_settlement(500.into(), b"").is_err());
}

#[test]
fn decodes_a_verification_with_or_without_its_call() {
    let call = verifying(biller().prepare_verification(verification()).unwrap()).call;
    let response = call.decode(200.into(), FOUND.as_bytes()).unwrap();
    assert_eq!((response.data.tran_id.as_str(), response.data.tran_amount), ("T-1", 40_000.into()));
    assert_eq!(biller().decode_verification(200.into(), FOUND.as_bytes()).unwrap(), response);
    let failure =
        biller().decode_verification(200.into(), br#"{"code":"SUCCESS","message":"m"}"#).unwrap_err().details();
    assert_eq!((failure.code, failure.violations[0].offset), (Code::Required, Some(31.into())));
}

#[test]
fn a_missing_answer_has_a_next_step() {
    let next_step = |error: BillwireError| error.details().next_step;
    let call = settlement(biller().prepare_settlement(bill()).unwrap()).call;
    assert_eq!(next_step(call.no_answer(Sent::No)), NextStep::SendAgain);
    assert_eq!(next_step(call.no_answer(Sent::Maybe)), NextStep::AskService);
    assert_eq!(next_step(biller().no_answer(OperationName::Settlement, Sent::Maybe)), NextStep::AskService);
    assert_eq!(next_step(biller().no_answer(OperationName::Verification, Sent::Maybe)), NextStep::VerifyAgain);
    let failure = biller().no_answer(OperationName::Proxy, Sent::Maybe).details();
    assert_eq!((failure.operation, failure.code), (Some(OperationName::Proxy), Code::NoAnswer));
}

#[test]
fn prints_no_secret() {
    let asked = UntypedRequest {
        json: Some(r#""pm-token-1""#.into()),
        authentication: Some(Authentication::Token),
        ..request("/customers")
    };
    for (printed, name) in [
        (format!("{:?}", biller()), "Biller"),
        (format!("{:?}", onboarding(biller().prepare_onboarding(sub_biller()).unwrap()).call), "Onboarding"),
        (format!("{:?}", settlement(biller().prepare_settlement(full_bill()).unwrap()).call), "Settlement"),
        (format!("{:?}", verifying(biller().prepare_verification(verification()).unwrap()).call), "Verification"),
        (format!("{:?}", operation(OperationName::CreateCustomer, asked).call), "CreateCustomer"),
    ] {
        assert!(printed.contains(name), "{printed}");
        for secret in [BEARER, VERIFICATION, KEY, "pm-token-1"] {
            assert!(!printed.contains(secret), "{printed}");
        }
    }
    let request = settlement(biller().prepare_settlement(full_bill()).unwrap()).request;
    assert!(!format!("{request:?}").contains(BEARER) && !format!("{request:?}").contains("pm-token-1"));
}

/// Sections 4.1 to 4.5.
#[test]
fn lists_every_operation() {
    let all = operations();
    assert_eq!(all.len(), 15);
    let titles: Vec<_> = all.iter().take(4).map(|entry| (entry.title.as_str(), entry.groups.len())).collect();
    assert_eq!(titles, [("Onboarding", 0), ("Settle Payment", 0), ("Transaction Verification", 0), ("Webhook", 0)]);
    let gets: Vec<_> = all.iter().filter(|entry| entry.method == "GET").map(|entry| entry.name).collect();
    assert_eq!(gets, [OperationName::GetPaymentMethods, OperationName::GetListBills, OperationName::GetAvailableBanks]);
    let authorization = all.iter().find(|entry| entry.name == OperationName::Authorization).unwrap();
    assert_eq!((authorization.method.as_str(), authorization.title.as_str()), ("POST", "Authorization"));
    assert_eq!(authorization.groups, [Group::PaymentMethod, Group::SubBiller, Group::Checkout]);
}
