//! Each operation without faults.

use super::*;
use crate::{Decimal, Line, PaidAmount, Status};

#[test]
fn onboarding_returns_code_and_link_address() {
    let mut world = World::new();
    let linked = Onboarding {
        address: Some("Phnom Penh".into()),
        bank_id: Some("BANK-1".into()),
        return_url: Some("https://merchant.example/linked".into()),
        ..onboarding("SUB-2")
    };
    let data = world.send(&linked).unwrap().response.data.unwrap();
    assert_eq!(data.code.as_ref().map(|code| code.as_str()), Some("SUP-000002"));
    assert_eq!(data.supplier_sync_code.as_deref(), Some("SUB-2"));
    assert_eq!(data.name_kh, linked.name_kh);
    assert_eq!(data.address, linked.address);
    assert!(data.add_link_account.unwrap().web_url.unwrap().as_str().ends_with("/link/SUP-000002/1"));
    assert!(data.extra.is_empty());

    let again = world.send(&onboarding("SUB-2")).unwrap().response.data.unwrap();
    assert_eq!((again.code, again.add_link_account), (data.code, None));
}

#[test]
fn a_fee_is_paid_on_top_or_taken_from_the_payment() {
    for (paid, amounts) in [(PaidAmount::TranAmount, [40_000, 40_100]), (PaidAmount::TotalAmount, [39_900, 40_000])] {
        let profile = WireProfile { paid_amount: paid, ..WireProfile::default() };
        let mut world = World::with(SimulatorConfig { fee: 100, ..config(profile) });
        assert!(matches!(world.send(&bill("INV-1", 40_000)), Ok(SettlementOutcome::Settled { .. })));
        let data = world.verify("INV-1", None).unwrap().data;
        assert_eq!([data.tran_amount, data.total_amount], amounts.map(Decimal::from));
    }
}

#[test]
fn settlement_moves_money_and_can_be_found() {
    let mut world = World::with(SimulatorConfig { fee: 100, ..config(WireProfile::default()) });
    let settlement = Settlement {
        description: Some("ទឹក\nand more".into()),
        details: Some(vec![Line {
            item_name: Some("ទឹក".into()),
            price: Some("0.50".into()),
            amount: Some(40_000.into()),
            ..Line::default()
        }]),
        ..bill("INV-1", 40_000)
    };
    assert!(matches!(world.send(&settlement), Ok(SettlementOutcome::Settled { .. })));

    // Section 2.6 defines no message in Khmer.
    let (settled, found) = (world.call(&bill("INV-2", 1)), world.call(&verification("INV-1")));
    assert!(text(&world.answer(&settled)).contains(r#""message":"Success","message_kh":"#));
    assert!(!text(&world.answer(&found)).contains("message_kh"));
    let not_found = world.call(&verification("INV-9"));
    assert_eq!(text(&world.answer(&not_found)), r#"{"code":"NOT_FOUND","message":"Transaction not found"}"#);

    let data = world.verify("INV-1", None).unwrap().data;
    assert_eq!(
        (data.tran_amount, data.fee_amount.unwrap(), data.total_amount),
        (40_000.into(), 100.into(), 40_100.into())
    );
    assert_eq!((data.tran_id.as_str(), data.currency.as_str()), ("TRAN-00000001", "KHR"));
    assert_eq!(data.tran_date.as_deref(), Some("2026-01-31T02:00:00.123"));
    assert_eq!((data.identity_code.as_str(), data.purpose_of_transaction.as_deref()), ("INV-1", Some("INV-1")));
    assert_eq!((data.customer_code.as_deref(), data.status), (Some("C-17"), Status::Success));
    assert_eq!(data.description, settlement.description);
    assert!(data.customer_name.is_some() && data.customer_phone.is_some() && data.extra.is_empty());
}

#[test]
fn either_code_names_the_destination() {
    let mut world = World::new();
    let own = Settlement { settlement_to: "SUP-000001".into(), ..bill("INV-1", 5) };
    world.settle(&own);
    world.settle(&bill("INV-2", 7));
    assert_eq!(world.simulator.books().balances["SUB-1"]["KHR"], 12);
    let unknown = Settlement { settlement_to: "SUB-9".into(), ..bill("INV-3", 1) };
    assert_eq!(world.refusal(&unknown), (422, "UNKNOWN_SUB_BILLER".into()));
}

#[test]
fn blind_retry_unbalances_the_books() {
    let mut world = World::new();
    world.settle(&bill("INV-1", 40));
    world.settle(&bill("INV-1", 40));
    let books = world.simulator.books();
    assert_eq!(books.totals["KHR"], 80);
    assert_eq!(books.bills[0].tran_ids, ["TRAN-00000001", "TRAN-00000002"]);
    assert_eq!(world.verify("INV-1", None).unwrap().data.tran_id, "TRAN-00000002");
    let first = world.verify("INV-1", Some("TRAN-00000001".into())).unwrap();
    assert_eq!(first.data.tran_id, "TRAN-00000001");

    let refusing = SimulatorConfig { repeated_bill: RepeatedBill::Refuse, ..config(WireProfile::default()) };
    let mut world = World::with(refusing);
    world.settle(&bill("INV-1", 40));
    assert_eq!(world.refusal(&bill("INV-1", 40)), (409, "DUPLICATE".into()));
}

#[test]
fn unknown_transaction_is_not_found() {
    let mut world = World::new();
    world.settle(&bill("INV-1", 40));
    let not_found = (200, "NOT_FOUND".to_owned());
    assert_eq!(world.refusal(&verification("INV-2")), not_found);
    let other_purpose = Verification { purpose_of_transaction: "INV-2".into(), ..verification("INV-1") };
    assert_eq!(world.refusal(&other_purpose), not_found);
    let other_id = Verification { tran_id: Some("TRAN-00000002".into()), ..verification("INV-1") };
    assert_eq!(world.refusal(&other_id), not_found);
    let other_reference = Verification { bank_ref: Some("REF-00000002".into()), ..verification("INV-1") };
    assert_eq!(world.refusal(&other_reference), not_found);
    let by_reference = Verification { bank_ref: Some("REF-00000001".into()), ..verification("INV-1") };
    assert!(world.send(&by_reference).is_ok());
}

#[test]
fn books_serialize_to_json() {
    let mut world = World::new();
    let dollars =
        Settlement { currency: "USD".into(), exchange_rate_khr: Some(4_100.into()), ..bill("INV-1", (1 << 53) - 1) };
    world.settle(&dollars);
    world.simulator.script(Script::default().settlement("INV-2", 1, AnswerFault::DropBefore));
    let call = world.call(&bill("INV-2", 1));
    world.answer(&call);
    let expected = concat!(
        r#"{"bills":[{"ref_id":"INV-1","currency":"USD","total_amount":9007199254740991,"#,
        r#""total_amount_khr":"36929516944438063100","settlements":1,"tran_ids":["TRAN-00000001"]}],"#,
        r#""sub_billers":[{"supplier_sync_code":"SUB-1","code":"SUP-000001","name":"Angkor Fresh Market","#,
        r#""accounts":[],"visits":0}],"#,
        r#""balances":{"SUB-1":{"USD":"9007199254740991"}},"totals":{"USD":"9007199254740991"},"#,
        r#""faults_served":{"settlement/drop_before":1},"#,
        r#""webhooks":{"due":1,"delivered":0,"acknowledged":0,"failed":0,"pending":1}}"#,
    );
    assert_eq!(world.simulator.books().to_json().to_string(), expected);
}
