//! Rules of the credit flow, one at a time. `tests/model` checks every order of events.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

use billwire::{
    Biller, BookedState, BookedTransaction, Claim, Code, CreditEnding, CreditFlow, CreditPolicy, CreditStep,
    CreditWait, Error, Expectation, FlowRequest, Instant, NextStep, Sent, WebhookEvent, WebhookReceiver,
};
use billwire_conformance::{TRANSACTION, config, proxy, with};

const NOT_FOUND: &str = r#"{"code":"404"}"#;
const POLICY: CreditPolicy =
    CreditPolicy::builder().attempts(2).pause_ms(10).longest_pause_ms(40).unauthenticated_reply_ms(5).build();
/// Transactions of a bill by the books.
type Books = Vec<BookedTransaction>;

const UNPAID: Books = Vec::new();

fn paid() -> Books {
    vec![booked("T-1", BookedState::Credited, 40_000)]
}

fn booked(claim_key: &str, state: BookedState, amount: i32) -> BookedTransaction {
    BookedTransaction::new(claim_key, state, amount)
}

fn at(millis: i64) -> Instant {
    Instant::from_unix_millis(millis)
}

fn biller() -> Biller {
    billwire_conformance::biller(
        r#"{"notFoundCodes":{"verification":["404"]},"sendEmptyText":true,
        "pendingStatuses":{"transaction":["pending"]},"failedStatuses":{"transaction":["failed"]}}"#,
    )
}

fn bill() -> Expectation {
    Expectation::builder().identity_code("INV-1").purpose_of_transaction("INV-1").currency("KHR").amount(40_000).build()
}

/// An event of a sender that showed the token.
fn event(body: &str) -> WebhookEvent {
    proxy().receive([("Token", "test-webhook")], body.as_bytes()).unwrap()
}

/// An event that anyone can have sent.
fn anyones(body: &str) -> WebhookEvent {
    WebhookReceiver::checkout().receive([], body.as_bytes()).unwrap()
}

fn success(tran_id: &str) -> String {
    format!(
        r#"{{"tran_id":"{tran_id}","status":"success","identity_code":"INV-1","tran_amount":"40000.0",
            "currency":"KHR"}}"#
    )
}

fn with_status(status: &str) -> String {
    TRANSACTION.replace(r#""status":"success""#, &format!(r#""status":"{status}""#))
}

fn start(event: &WebhookEvent, books: Books) -> CreditFlow {
    CreditFlow::of_event(&biller(), event, &bill(), books, POLICY, at(0)).unwrap()
}

fn of_bill(books: Books) -> CreditFlow {
    CreditFlow::of_bill(&biller(), &bill(), books, POLICY).unwrap()
}

fn step(flow: &mut CreditFlow, now: i64) -> CreditStep {
    flow.step(at(now), 1.0).unwrap()
}

fn request(flow: &mut CreditFlow, now: i64) -> FlowRequest {
    let CreditStep::Send { request } = step(flow, now) else { panic!("nothing to send") };
    request
}

/// Verifies with this answer.
fn verify(flow: &mut CreditFlow, body: &str) {
    let request = request(flow, 0);
    flow.answered(request.number, 200, body.as_bytes(), None, at(0)).unwrap();
}

/// The ending, the name of the transaction in it, and the status of the reply.
type End = (&'static str, Option<String>, Option<u16>);

fn finished(flow: &mut CreditFlow, now: i64) -> End {
    let CreditStep::Finished { ending, reply } = step(flow, now) else { panic!("not finished") };
    let tran_id = ending.transaction().map(|transaction| transaction.tran_id.clone());
    (ending.as_str(), tran_id, reply.map(|reply| reply.status.as_u16()))
}

/// Verifies an event with this answer, claims, has nothing stored for a person, and returns the end.
fn ending(event: &WebhookEvent, books: Books, body: &str) -> End {
    let mut flow = start(event, books);
    verify(&mut flow, body);
    if let CreditStep::Credit { .. } = step(&mut flow, 5) {
        flow.claimed(Claim::Credited).unwrap();
    }
    if let CreditStep::Review { .. } = step(&mut flow, 5) {
        flow.reviewed(false).unwrap();
    }
    finished(&mut flow, 5)
}

/// What a person must see, and what the books have from then on.
type Seen = (String, String, Option<BookedTransaction>);

fn seen(flow: &mut CreditFlow) -> Option<Seen> {
    let CreditStep::Review { review } = step(flow, 5) else { return None };
    assert_eq!(review.name, review.ending.as_str());
    assert_eq!(review.ending.transaction().unwrap().tran_id, review.claim_key);
    Some((review.name, review.claim_key, review.booked))
}

/// Verifies an event with this answer, and returns what a person must see.
fn review_of(event: &WebhookEvent, books: Books, body: &str) -> Option<Seen> {
    let mut flow = start(event, books);
    verify(&mut flow, body);
    seen(&mut flow)
}

/// What a person must see of T-1.
fn of_t_1(name: &str, books: impl Into<Option<(BookedState, i32)>>) -> Option<Seen> {
    let books = books.into().map(|(state, amount)| booked("T-1", state, amount));
    Some((name.into(), "T-1".into(), books))
}

/// Answer of a verification of T-1 with another amount.
fn with_amount(amount: &str) -> String {
    TRANSACTION.replace("40000", amount)
}

fn told(outcome: &'static str, tran_id: &str, status: u16) -> End {
    (outcome, Some(tran_id.into()), Some(status))
}

fn code(result: Result<(), Error>) -> Code {
    result.unwrap_err().code()
}

#[test]
fn credits_a_confirmed_payment() {
    let mut flow = start(&event(&success("T-1")), UNPAID);
    verify(&mut flow, TRANSACTION);
    let CreditStep::Credit { confirmed } = step(&mut flow, 1) else { panic!("nothing to credit") };
    assert_eq!((confirmed.claim_key(), confirmed.amount()), ("T-1", 40_000.into()));
    flow.claimed(Claim::Credited).unwrap();
    assert_eq!(finished(&mut flow, 1), told("credited", "T-1", 200));
}

#[test]
fn refuses_what_it_did_not_ask_for() {
    let mut flow = start(&event(&success("T-1")), UNPAID);
    assert_eq!(code(flow.claimed(Claim::Credited)), Code::OutOfTurn);
    let request = request(&mut flow, 0);
    assert_eq!(flow.step(at(0), 0.0).unwrap_err().code(), Code::OutOfTurn);
    assert_eq!(code(flow.answered(request.number + 1, 200, b"", None, at(0))), Code::OutOfTurn);
    flow.answered(request.number, 200, TRANSACTION.as_bytes(), None, at(0)).unwrap();
    assert_eq!(code(flow.answered(request.number, 200, b"", None, at(0))), Code::OutOfTurn);
    assert_eq!(code(flow.no_answer(request.number, Sent::No, None, at(0))), Code::OutOfTurn);
    flow.claimed(Claim::Credited).unwrap();
    assert_eq!(code(flow.claimed(Claim::Credited)), Code::OutOfTurn);
}

#[test]
fn only_a_listed_status_is_believed() {
    for status in [r#","status":"failed""#, r#","status":"pending""#] {
        for make in [event, anyones] {
            let event = make(&format!(r#"{{"tran_id":"T-1","identity_code":"INV-1"{status}}}"#));
            assert_eq!(finished(&mut start(&event, UNPAID), 5), ("nothingToCredit", None, Some(200)), "{status}");
        }
    }
    let others = ["", r#","status":"""#, r#","status":null"#, r#","status":"Success""#, r#","status":"paid""#];
    for status in others {
        let event = event(&format!(r#"{{"tran_id":"T-1","identity_code":"INV-1"{status}}}"#));
        assert_eq!(ending(&event, UNPAID, TRANSACTION), told("credited", "T-1", 200), "{status}");
    }
}

#[test]
fn the_verification_decides_and_not_the_event() {
    for (name, value) in [("tran_amount", "1"), ("currency", "\"USD\""), ("currency", "840"), ("tran_amount", "[]")] {
        let event = event(&format!(r#"{{"tran_id":"T-1","status":"success","{name}":{value}}}"#));
        assert_eq!(ending(&event, UNPAID, TRANSACTION), told("credited", "T-1", 200), "{name} {value}");
    }
    let mut other = start(&event(r#"{"status":"success","identity_code":"INV-2"}"#), UNPAID);
    assert_eq!(finished(&mut other, 0), ("mismatch", None, Some(409)));
}

#[test]
fn an_id_that_no_transaction_can_have_is_a_conflict() {
    let mut flow = start(&event(r#"{"status":"success","tran_id":"\u0007"}"#), UNPAID);
    assert_eq!(finished(&mut flow, 0), ("mismatch", None, Some(409)));
}

#[test]
fn every_verdict_has_its_transaction() {
    let of = |body: &str| ending(&event(&success("T-1")), UNPAID, body);
    assert_eq!(of(&TRANSACTION.replace("40000", "20000")), told("mismatch", "T-1", 409));
    assert_eq!(of(&with_status("failed")), told("paymentFailed", "T-1", 200));
    assert_eq!(of(&with_status("pending")), told("pending", "T-1", 503));
}

#[test]
fn an_account_takes_any_amount_in_its_range() {
    let account = with(bill(), |bill| {
        (bill.amount, bill.min_amount, bill.max_amount) = (None, Some(10.into()), Some(45.into()));
    });
    for (amount, outcome) in [("45", "credited"), ("45.01", "mismatch")] {
        let mut flow =
            CreditFlow::of_event(&biller(), &event(&success("T-1")), &account, UNPAID, POLICY, at(0)).unwrap();
        verify(&mut flow, &TRANSACTION.replace("40000", amount));
        if let CreditStep::Credit { confirmed } = step(&mut flow, 0) {
            assert_eq!(confirmed.amount(), amount.parse().unwrap());
            flow.claimed(Claim::Credited).unwrap();
        } else {
            flow.reviewed(false).unwrap();
        }
        assert_eq!(finished(&mut flow, 0).0, outcome, "{amount}");
    }
}

/// Verifies T-1 by a biller of this profile, and returns the outcome with the amount to book.
fn amount_by(profile: &str, books: Books, body: &str) -> (&'static str, Option<String>) {
    let biller = billwire_conformance::biller(profile);
    let about_t_1 = event(r#"{"tran_id":"T-1","status":"refunded"}"#);
    let mut flow = CreditFlow::of_event(&biller, &about_t_1, &bill(), books, POLICY, at(0)).unwrap();
    verify(&mut flow, body);
    match step(&mut flow, 0) {
        CreditStep::Credit { confirmed } => ("credit", Some(confirmed.amount().to_string())),
        CreditStep::Review { review } => {
            (review.ending.as_str(), review.booked.map(|booked| booked.amount.value().unwrap().to_string()))
        }
        CreditStep::Finished { ending, .. } => (ending.as_str(), None),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_profile_says_which_amount_pays_the_bill() {
    let inside =
        TRANSACTION.replace(r#""tran_amount":40000,"fee_amount":0"#, r#""tran_amount":39500,"fee_amount":500"#);
    let total = r#"{"paidAmount":"total_amount"}"#;
    let credited = ("credit", Some("40000".to_owned()));
    assert_eq!(amount_by(total, UNPAID, &inside), credited);
    assert_eq!(amount_by("{}", UNPAID, &inside), ("mismatch", Some("39500".to_owned())));
    let of_t_1 = r#"{"paidAmount":"total_amount","allowLowerTotal":true}"#;
    assert_eq!(amount_by(of_t_1, paid(), &inside).0, "creditedBefore");
    let less = inside.replace(r#""total_amount":40000"#, r#""total_amount":30000"#);
    assert_eq!(amount_by(of_t_1, paid(), &less), ("reversedInPart", Some("30000".to_owned())));
    // The rest that is left of a reversed payment says nothing.
    let nothing = inside.replace(r#""total_amount":40000"#, r#""total_amount":0"#);
    assert_eq!(amount_by(of_t_1, paid(), &nothing), ("reversed", Some("40000".to_owned())));
}

#[test]
fn an_amount_of_a_service_that_computes_in_doubles_is_booked_in_its_places() {
    let noisy = TRANSACTION.replace("40000", "39999.999999999993");
    let places = r#"{"amountPlaces":{"KHR":0}}"#;
    assert_eq!(amount_by(places, UNPAID, &noisy), ("credit", Some("40000".to_owned())));
    assert_eq!(amount_by(places, paid(), &noisy).0, "creditedBefore");
    assert_eq!(amount_by("{}", UNPAID, &noisy), ("mismatch", Some("39999.999999999993".to_owned())));
    // An event is read alike, so that a repetition is not verified.
    let again = event(r#"{"tran_id":"T-1","status":"success","currency":"KHR","tran_amount":39999.999999999993}"#);
    let biller = billwire_conformance::biller(places);
    let mut flow = CreditFlow::of_event(&biller, &again, &bill(), paid(), POLICY, at(0)).unwrap();
    assert_eq!(finished(&mut flow, 0).0, "creditedBefore");
}

#[test]
fn a_failure_that_waiting_mends_is_status_503() {
    let mut flow = start(&event(&success("T-1")), UNPAID);
    let request = request(&mut flow, 0);
    flow.no_answer(request.number, Sent::Maybe, None, at(5)).unwrap();
    assert_eq!(finished(&mut flow, 5), ("unconfirmed", None, Some(503)));
}

#[test]
fn a_failure_that_a_person_mends_is_status_500() {
    let mut flow = start(&event(&success("T-1")), UNPAID);
    let request = request(&mut flow, 0);
    flow.answered(request.number, 401, b"", None, at(0)).unwrap();
    let CreditStep::Finished { ending: CreditEnding::Unconfirmed { error }, reply } = step(&mut flow, 0) else {
        panic!("not finished")
    };
    assert_eq!((error.next_step(), reply.unwrap().status.as_u16()), (NextStep::FixCredentials, 500));
}

#[test]
fn a_refused_credential_is_a_pause_where_requests_get_those_of_the_moment() {
    let begin = |renews: bool| {
        let mut flow = of_bill(UNPAID);
        if renews {
            flow.renews();
        }
        let first = request(&mut flow, 0);
        flow.answered(first.number, 401, b"", None, at(0)).unwrap();
        flow
    };
    assert_eq!(finished(&mut begin(false), 0).0, "unconfirmed");
    let mut flow = begin(true);
    assert_eq!(step(&mut flow, 0), CreditStep::Wait { until: at(10), reason: CreditWait::VerifyAgain });
    let second = request(&mut flow, 10);
    flow.answered(second.number, 403, b"", None, at(10)).unwrap();
    assert_eq!(finished(&mut flow, 10).0, "unconfirmed"); // the attempts are used up

    let mut flow = start(&event(&success("T-1")), UNPAID); // it comes again by itself
    flow.renews();
    let request = request(&mut flow, 0);
    flow.answered(request.number, 401, b"", None, at(0)).unwrap();
    assert_eq!(finished(&mut flow, 0), ("unconfirmed", None, Some(500)));
}

#[test]
fn an_unpaid_bill_is_verified_as_often_as_allowed() {
    for (answer, outcome) in [(NOT_FOUND, "unconfirmed"), (&*with_status("pending"), "pending")] {
        let mut flow = of_bill(UNPAID);
        verify(&mut flow, answer);
        let wait = CreditStep::Wait { until: at(10), reason: CreditWait::VerifyAgain };
        assert_eq!(step(&mut flow, 0), wait);
        assert_eq!(step(&mut flow, -9), CreditStep::Wait { until: at(1), reason: CreditWait::VerifyAgain });
        let second = request(&mut flow, 10);
        flow.answered(second.number, 200, answer.as_bytes(), None, at(10)).unwrap();
        assert_eq!(finished(&mut flow, 10).0, outcome);
    }
}

#[test]
fn a_wait_lasts_as_long_as_the_service_asks() {
    let mut flow = of_bill(UNPAID);
    let first = request(&mut flow, 0);
    flow.answered(first.number, 503, b"", Some(700), at(0)).unwrap();
    assert_eq!(step(&mut flow, 0), CreditStep::Wait { until: at(700), reason: CreditWait::VerifyAgain });
}

#[test]
fn a_repetition_is_not_verified() {
    for body in [&*success("T-1"), r#"{"tran_no":"T-1"}"#] {
        for make in [event, anyones] {
            assert_eq!(finished(&mut start(&make(body), paid()), 9), ("creditedBefore", None, Some(200)), "{body}");
        }
    }
    let held = vec![booked("T-1", BookedState::Held, 40_000)];
    assert_eq!(finished(&mut start(&event(&success("T-1")), held), 9), ("nothingToCredit", None, Some(200)));
}

#[test]
fn what_the_books_do_not_have_is_verified() {
    let others = [
        r#""status":"refunded""#,
        r#""status":"pending""#,
        r#""status":"failed""#,
        r#""status":"Success","tran_amount":40000"#,
        r#""status":"success""#,
        r#""status":"success","tran_amount":10000"#,
        r#""status":"success","tran_amount":-40000"#,
        r#""status":"success","tran_amount":"40,000""#,
        r#""tran_amount":40000"#,
        r#""tran_amount":10000"#,
    ];
    for other in others {
        let about_t_1 = event(&format!(r#"{{"tran_id":"T-1",{other}}}"#));
        assert_eq!(request(&mut start(&about_t_1, paid()), 0).number, 1, "{other}");
    }
    // A listed word is believed of a bill without any transaction alone.
    for state in [BookedState::Credited, BookedState::Held, BookedState::Reversed] {
        let failed = event(r#"{"tran_id":"T-2","status":"failed"}"#);
        assert_eq!(request(&mut start(&failed, vec![booked("T-1", state, 1)]), 0).number, 1);
    }
    // What was reversed may be good again.
    let reversed = vec![booked("T-1", BookedState::Reversed, 40_000)];
    assert_eq!(request(&mut start(&event(&success("T-1")), reversed), 0).number, 1);
}

#[test]
fn a_second_payment_of_a_bill_is_held() {
    let second = TRANSACTION.replace("T-1", "T-2");
    assert_eq!(ending(&event(&success("T-2")), paid(), &second), told("paidTwice", "T-2", 409));
    let held = booked("T-2", BookedState::Held, 40_000);
    let seen = review_of(&event(&success("T-2")), paid(), &second);
    assert_eq!(seen, Some(("paidTwice".into(), "T-2".into(), Some(held.clone()))));
    // Told once: the books have it.
    let books = [paid(), vec![held]].concat();
    let again = event(r#"{"tran_id":"T-2","status":"success"}"#);
    assert_eq!(ending(&again, books, &second), ("nothingToCredit", None, Some(200)));
    // Without an id, the verification says which transaction it was.
    assert_eq!(ending(&event("{}"), paid(), TRANSACTION), ("creditedBefore", None, Some(200)));
}

#[test]
fn a_change_of_a_credited_payment_is_told() {
    let about_t_1 = event(r#"{"tran_id":"T-1","status":"failed"}"#);
    let of = |body: &str| review_of(&about_t_1, paid(), body);
    assert_eq!(of(&with_status("failed")), of_t_1("reversed", (BookedState::Reversed, 40_000)));
    // The status comes before the amounts.
    for amount in ["0", "10000", "-40000"] {
        let failed = with_status("failed").replace("40000", amount);
        assert_eq!(of(&failed), of_t_1("reversed", (BookedState::Reversed, 40_000)), "{amount}");
    }
    for amount in ["0", "-40000"] {
        assert_eq!(of(&with_amount(amount)), of_t_1("reversed", (BookedState::Reversed, 40_000)), "{amount}");
    }
    assert_eq!(of(&with_amount("10000")), of_t_1("reversedInPart", (BookedState::Credited, 10_000)));
    assert_eq!(of(&with_amount("50000")), of_t_1("mismatch", None));
    assert_eq!(of(&TRANSACTION.replace("KHR", "USD")), of_t_1("mismatch", None));
    for status in ["pending", "refunded", ""] {
        assert_eq!(of(&with_status(status)), of_t_1("pending", None), "{status}");
    }
    assert_eq!(of(TRANSACTION), None);
    assert_eq!(ending(&about_t_1, paid(), TRANSACTION), ("creditedBefore", None, Some(200)));
    assert_eq!(ending(&about_t_1, paid(), NOT_FOUND), ("unconfirmed", None, Some(503)));
}

#[test]
fn a_change_of_a_held_transaction_is_told() {
    let about_t_1 = event(r#"{"tran_id":"T-1","status":"failed"}"#);
    let of = |body: &str| review_of(&about_t_1, vec![booked("T-1", BookedState::Held, 15_000)], body);
    assert_eq!(of(&with_status("failed")), of_t_1("heldReversed", (BookedState::Reversed, 15_000)));
    assert_eq!(of(&with_amount("0")), of_t_1("heldReversed", (BookedState::Reversed, 15_000)));
    assert_eq!(of(&with_amount("5000")), of_t_1("heldReversed", (BookedState::Held, 5_000)));
    assert_eq!(of(&with_amount("40000")), of_t_1("mismatch", (BookedState::Held, 40_000)));
    assert_eq!(of(&with_status("refunded")), of_t_1("pending", None));
    // It may be held because of its currency.
    for same in [with_amount("15000"), with_amount("15000").replace("KHR", "USD")] {
        assert_eq!(of(&same), None);
    }
}

#[test]
fn a_reversed_transaction_is_told_once_and_never_credited() {
    let about_t_1 = event(r#"{"tran_id":"T-1","status":"failed"}"#);
    let books = || vec![booked("T-1", BookedState::Reversed, 40_000)];
    for nothing_new in [with_status("failed"), with_status("refunded"), with_amount("0"), with_amount("-40000")] {
        let end = ending(&about_t_1, books(), &nothing_new);
        assert_eq!(end, ("nothingToCredit", None, Some(200)));
    }
    let restored = of_t_1("restored", (BookedState::Held, 40_000));
    assert_eq!(review_of(&about_t_1, books(), TRANSACTION), restored);
}

#[test]
fn a_bill_whose_payment_is_reversed_is_open_again() {
    let books = vec![booked("T-1", BookedState::Reversed, 40_000), booked("T-3", BookedState::Held, 15_000)];
    let second = TRANSACTION.replace("T-1", "T-2");
    assert_eq!(ending(&event(&success("T-2")), books, &second), told("credited", "T-2", 200));
}

#[test]
fn another_amount_or_currency_is_held() {
    let of = |body: &str| review_of(&event(&success("T-1")), UNPAID, body);
    assert_eq!(of(&with_amount("15000")), of_t_1("mismatch", (BookedState::Held, 15_000)));
    assert_eq!(of(&TRANSACTION.replace("KHR", "USD")), of_t_1("mismatch", (BookedState::Held, 40_000)));
    assert_eq!(of(&with_amount("0")), of_t_1("mismatch", None));
    // A transaction of another reference may pay another bill.
    assert_eq!(of(&TRANSACTION.replace("INV-1", "INV-2")), of_t_1("mismatch", None));
    // One that has failed has nothing to hold, whatever its amount.
    let failed = with_status("failed").replace("40000", "15000");
    assert_eq!(of(&failed), of_t_1("paymentFailed", None));
    // Without a key it cannot be stored, and is only told.
    let blank = TRANSACTION.replace("T-1", " ");
    assert_eq!(ending(&event(&success("T-1")), UNPAID, &blank), told("mismatch", " ", 409));
}

#[test]
fn what_is_stored_for_a_person_does_not_come_again() {
    let second = TRANSACTION.replace("T-1", "T-2");
    for (make, status) in [(event as fn(&str) -> WebhookEvent, 200), (anyones, 503)] {
        let mut flow = start(&make(r#"{"tran_id":"T-2","status":"success","tran_amount":1}"#), UNPAID);
        verify(&mut flow, &second.replace("40000", "1"));
        let CreditStep::Review { .. } = step(&mut flow, 5) else { panic!("nothing to see") };
        assert_eq!(code(flow.claimed(Claim::Credited)), Code::OutOfTurn);
        flow.reviewed(true).unwrap();
        assert_eq!(code(flow.reviewed(true)), Code::OutOfTurn);
        assert_eq!(finished(&mut flow, 5), told("mismatch", "T-2", status));
    }
}

#[test]
fn a_paid_bill_is_asked_for_another_transaction() {
    let second = TRANSACTION.replace("T-1", "T-2");
    for (answer, expected) in [
        (TRANSACTION, ("creditedBefore", None)),
        (&*second, ("paidTwice", Some("T-2"))),
        (&*with_status("failed"), ("reversed", Some("T-1"))),
    ] {
        let mut flow = of_bill(paid());
        verify(&mut flow, answer);
        if let CreditStep::Review { .. } = step(&mut flow, 5) {
            flow.reviewed(true).unwrap();
        }
        let (name, tran_id, reply) = finished(&mut flow, 5);
        assert_eq!((name, tran_id.as_deref(), reply), (expected.0, expected.1, None));
    }
}

#[test]
fn a_payment_is_asked_for_by_its_id() {
    let ask = |profile: &str| {
        let [payment] = &paid()[..] else { panic!("one payment") };
        let biller = billwire_conformance::biller(profile);
        CreditFlow::of_payment(&biller, &bill(), payment.clone(), paid(), POLICY).unwrap()
    };
    for (profile, names) in
        [("{}", true), (r#"{"verificationTranId":"tran_no"}"#, true), (r#"{"verificationTranId":"neither"}"#, false)]
    {
        let body = request(&mut ask(profile), 0).http.body.unwrap();
        assert_eq!(body.as_str().contains("T-1"), names, "{profile}");
    }
    let mut flow = ask(r#"{"failedStatuses":{"transaction":["failed"]}}"#);
    verify(&mut flow, &with_status("failed"));
    assert_eq!(seen(&mut flow), of_t_1("reversed", (BookedState::Reversed, 40_000)));
    // The service answers with another transaction.
    let mut other = ask("{}");
    verify(&mut other, &TRANSACTION.replace("T-1", "T-2"));
    assert_eq!(seen(&mut other), Some(("mismatch".into(), "T-2".into(), None)));
    let blank = BookedTransaction::new(" ", BookedState::Held, 1);
    let error = CreditFlow::of_payment(&biller(), &bill(), blank, UNPAID, POLICY).unwrap_err();
    assert_eq!((error.kind(), &*error.violations()[0].path), ("invalid_config", "transaction.claimKey"));
}

#[test]
fn rows_of_the_books_are_read_strictly() {
    let begin = |rows: Books| CreditFlow::of_bill(&biller(), &bill(), rows, POLICY);
    let [paid] = paid().try_into().unwrap();
    // An outer join gives a row without a key, and a row for each row of another table.
    let blank = |key: &str| BookedTransaction::new(key, BookedState::Credited, "no number");
    let mut joined = begin(vec![paid.clone(), blank(""), blank(" \u{200b}"), paid.clone()]).unwrap();
    verify(&mut joined, TRANSACTION);
    assert_eq!(finished(&mut joined, 0).0, "creditedBefore");
    let faults = |rows: Books| -> Vec<(String, Code)> {
        let error = begin(rows).unwrap_err();
        assert_eq!(error.kind(), "invalid_config");
        error.violations().iter().map(|finding| (finding.path.clone(), finding.code)).collect()
    };
    let other = |change: fn(&mut BookedTransaction)| with(paid.clone(), change);
    assert_eq!(
        faults(vec![
            paid.clone(),
            other(|row| row.state = BookedState::Held),
            other(|row| row.amount = 1.into()),
            other(|row| row.amount = "1,0".into()),
        ]),
        [
            ("transactions[1].state".into(), Code::ConflictingValues),
            ("transactions[2].amount".into(), Code::ConflictingValues),
            ("transactions[3].amount".into(), Code::InvalidDecimal),
        ]
    );
}

#[test]
fn the_books_decide_between_two_flows() {
    for (claim, expected) in [
        (Claim::CreditedBefore, ("creditedBefore", None, Some(200))),
        (Claim::PaidOtherwise, told("paidTwice", "T-1", 409)),
    ] {
        let mut flow = start(&event(&success("T-1")), UNPAID);
        verify(&mut flow, TRANSACTION);
        flow.claimed(claim).unwrap();
        if claim == Claim::PaidOtherwise {
            assert_eq!(seen(&mut flow), of_t_1("paidTwice", (BookedState::Held, 40_000)));
            flow.reviewed(false).unwrap();
        }
        assert_eq!(finished(&mut flow, 1), expected);
    }
}

#[test]
fn anyone_learns_nothing_from_the_reply() {
    let unknown = CreditFlow::of_unknown_bill(&biller(), &anyones(&success("T-9")), POLICY, at(0)).unwrap();
    let closed = start(&anyones(&success("T-9")), paid());
    let mut verified = start(&anyones(&success("T-9")), UNPAID);
    let request = request(&mut verified, 0);
    assert!(!request.http.body.unwrap().as_str().contains("T-9"), "the verification holds nothing of the event");
    verified.answered(request.number, 200, NOT_FOUND.as_bytes(), None, at(0)).unwrap();
    let mut paid = start(&anyones(&success("T-9")), UNPAID);
    verify(&mut paid, TRANSACTION);
    paid.claimed(Claim::Credited).unwrap();
    for mut flow in [unknown, closed, verified, paid] {
        assert_eq!(step(&mut flow, 4), CreditStep::Wait { until: at(5), reason: CreditWait::Reply });
        let CreditStep::Finished { reply: Some(reply), .. } = step(&mut flow, 5) else { panic!("not finished") };
        assert_eq!(reply.status, 503);
        assert!(reply.headers.0.contains(&("Retry-After".into(), "60".into())));
    }
}

#[test]
fn every_stranger_is_answered_at_the_same_time() {
    let pending = r#"{"status":"pending","identity_code":"INV-1"}"#;
    let unknown = CreditFlow::of_unknown_bill(&biller(), &anyones(pending), POLICY, at(0)).unwrap();
    for mut flow in [unknown, start(&anyones(pending), UNPAID), start(&anyones(&success("T-1")), paid())] {
        assert_eq!(step(&mut flow, 0), CreditStep::Wait { until: at(5), reason: CreditWait::Reply });
        assert_eq!(finished(&mut flow, 5).2, Some(200));
    }
}

#[test]
fn anyone_that_names_the_payment_is_acknowledged() {
    assert_eq!(ending(&anyones(&success("T-1")), UNPAID, TRANSACTION), told("credited", "T-1", 200));
}

#[test]
fn anyone_costs_no_more_than_a_verification_of_an_open_bill() {
    let named = |status: &str| anyones(&format!(r#"{{"tran_id":"T-1","status":"{status}"}}"#));
    // The word of a stranger about a paid bill is not verified, unless it is listed and names the payment.
    for (status, outcome) in [("refunded", "ignored"), ("success", "ignored"), ("pending", "nothingToCredit")] {
        assert_eq!(finished(&mut start(&named(status), paid()), 9), (outcome, None, Some(200)), "{status}");
    }
    assert_eq!(ending(&named("failed"), paid(), &with_status("failed")), told("reversed", "T-1", 503));
    let other = anyones(r#"{"tran_id":"T-2","status":"failed"}"#);
    assert_eq!(finished(&mut start(&other, paid()), 9), ("nothingToCredit", None, Some(200)));
    let held = vec![booked("T-1", BookedState::Held, 15_000)];
    assert_eq!(finished(&mut start(&named("failed"), held.clone()), 9), ("nothingToCredit", None, Some(200)));
    // What waits for a person leaves the bill open.
    let open = start(&anyones(&success("T-2")), held.clone());
    assert_eq!(request(&mut open.clone(), 0).number, 1);
    assert_eq!(ending(&anyones(r#"{"status":"success"}"#), held, &with_amount("15000")).2, Some(503));
}

#[test]
fn an_unknown_bill_is_a_conflict() {
    let mut flow = CreditFlow::of_unknown_bill(&biller(), &event(&success("T-1")), POLICY, at(0)).unwrap();
    assert_eq!(finished(&mut flow, 0), ("unknownBill", None, Some(409)));
}

#[test]
fn an_invalid_bill_or_policy_is_an_error() {
    let paths = |error: Error| -> Vec<_> { error.violations().iter().map(|finding| finding.path.clone()).collect() };
    let refused = |bill: Expectation| {
        paths(CreditFlow::of_event(&biller(), &event(&success("T-1")), &bill, UNPAID, POLICY, at(0)).unwrap_err())
    };
    assert_eq!(refused(with(bill(), |bill| bill.identity_code = String::new())), ["identity_code"]);
    assert_eq!(refused(with(bill(), |bill| bill.amount = None)), ["amount"]);
    assert_eq!(refused(with(bill(), |bill| bill.max_amount = Some(1.into()))), ["max_amount"]);
    let empty =
        with(bill(), |bill| (bill.amount, bill.min_amount, bill.max_amount) = (None, Some(2.into()), Some(1.into())));
    assert_eq!(refused(empty), ["max_amount"]);
    // The settings of the biller are at fault, not the event.
    let bare = Biller::new(with(config(), |config| config.verification_token = None)).unwrap();
    let error = CreditFlow::of_event(&bare, &event(&success("T-1")), &bill(), UNPAID, POLICY, at(0)).unwrap_err();
    assert_eq!(error.kind(), "missing_credential");
    const DAY: u64 = 24 * 3_600_000;
    let begin = |change: fn(&mut CreditPolicy)| CreditFlow::of_bill(&biller(), &bill(), UNPAID, with(POLICY, change));
    assert!(begin(|policy| policy.unauthenticated_reply_ms = DAY).is_ok());
    let error = begin(|policy| {
        policy.attempts = 0;
        policy.longest_pause_ms = 9;
        policy.unauthenticated_reply_ms = DAY + 1;
    })
    .unwrap_err();
    assert_eq!(paths(error), ["policy.attempts", "policy.longestPauseMs", "policy.unauthenticatedReplyMs"]);
}

#[test]
fn no_secret_is_printed() {
    let mut flow = start(&event(&success("T-1")), UNPAID);
    let request = request(&mut flow, 0);
    assert!(request.http.headers.iter().any(|header| header.value.as_str().contains("test-verification")));
    for text in [format!("{request:?}"), format!("{flow:?}")] {
        assert!(!text.contains("test-verification"), "{text}");
    }
}
