//! Prepared calls.

use crate::{bill, biller, found, places};
use billwire::{internal::DynamicValue, *};
use billwire_conformance::{object, text, with};

#[test]
fn resent_call_is_equal() {
    let call = biller().prepare(&bill()).unwrap();
    let again = call.clone();
    assert_eq!((again.operation(), again.method, &again.url), (OperationName::Settlement, call.method, &call.url));
    assert_eq!((&again.body, again.headers.len()), (&call.body, call.headers.len()));
    assert_eq!(again.decode(503, b"").unwrap_err().next_step(), call.decode(503, b"").unwrap_err().next_step());
}

#[test]
fn a_bill_with_a_violation_is_not_looked_up() {
    let biller = billwire_conformance::biller(
        r#"{"settlementLookup":{"identity_code":"customer_sync_code","purpose_of_transaction":"ref_id"}}"#,
    );
    let nameless = with(bill(), |bill| bill.ref_id = String::new());
    let error = biller.prepare_settlement_lookup(&nameless).unwrap_err();
    assert_eq!(error.operation(), Some(OperationName::Settlement));
    assert_eq!(places(error.violations()), [("ref_id", Code::Empty)]);
}

#[test]
fn a_value_is_prepared_as_its_type_is() {
    let search = vec![("identity_code", text("INV-1")), ("purpose_of_transaction", text("INV-1"))];
    let call = biller().prepare::<Verification>(&object(search.clone())).unwrap();
    let typed = Verification::builder().identity_code("INV-1").purpose_of_transaction("INV-1").build();
    assert_eq!(call.body, biller().prepare(&typed).unwrap().body);
    let unknown = object([search, vec![("tran_no", text("T-1"))]].concat());
    for (value, path, code) in [(unknown, "tran_no", Code::UnknownField), (DynamicValue::Whole(1), "", Code::WrongType)]
    {
        assert_eq!(found(&biller().prepare::<Verification>(&value).unwrap_err()), [(path.into(), code)]);
    }
}

#[test]
fn an_untyped_call_without_answer_has_a_next_step() {
    let request = UntypedRequest::builder().path("/banks").build();
    let name = OperationName::GetAvailableBanks;
    let call = biller().prepare_operation(name, &request).unwrap();
    for sent in [Sent::No, Sent::Maybe] {
        assert_eq!(call.no_answer(sent), biller().no_answer(name, sent));
    }
}
