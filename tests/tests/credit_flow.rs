//! Rules of the credit flow, one at a time. `tests/model` checks every order of events.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

use billwire::{
    Biller, BookedState, BookedTransaction, Claim, Code, CreditEnding, CreditFlow, CreditPolicy, CreditStep,
    CreditWait, Error, Expectation, FlowRequest, Instant, Sent, WebhookEvent, WebhookReceiver,
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

/// The bill of an account, to which the customer pays any amount in a range.
fn account() -> Expectation {
    with(bill(), |bill| (bill.amount, bill.min_amount, bill.max_amount) = (None, Some(10.into()), Some(45.into())))
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

fn code(result: Result<(), Error>) -> Code {
    result.unwrap_err().code()
}

/// The sender and its event, the transactions in the books, the answer to the verification, and the steps to the end.
/// A fifth column names another profile, or has what the books say to a claim.
const EVENTS: &str = r#"
# The verification decides, and not the event.
token T-1 or anyone T-1 or token T-1 success 1 | - | found | verify, credit T-1 40000, credited T-1 200
token T-1 success [] or token T-1 success - USD | - | found | verify, credit T-1 40000, credited T-1 200
token T-1 success - 840 | - | found | verify, credit T-1 40000, credited T-1 200
token {"status":"success","identity_code":"INV-2"} | - | - | mismatch 409
token {"status":"success","tran_id":"\u0007"} | - | - | mismatch 409
unknown T-1 | - | - | unknownBill 409
token T-1 | - | failed | verify, review, paymentFailed T-1 200
token T-1 | - | pending | verify, pending T-1 503
token T-1 | - | 200 {"code":"404"} or lost | verify, unconfirmed verifyAgain 503
token T-1 | - | 401 | verify, unconfirmed fixCredentials 500
# Only a listed status is believed.
token T-1 failed or token T-1 pending or anyone T-1 failed or anyone T-1 pending | - | - | nothingToCredit 200
token T-1 - or token T-1 "" or token T-1 null | - | found | verify, credit T-1 40000, credited T-1 200
token T-1 Success or token T-1 paid | - | found | verify, credit T-1 40000, credited T-1 200
# Another amount or currency is held. A transaction of another reference may pay another bill, and one without a key
# cannot be stored.
token T-1 | - | 15000 | verify, review held 15000, mismatch T-1 409
token T-1 | - | USD | verify, review held 40000, mismatch T-1 409
token T-1 | - | 0 or INV-2 | verify, review, mismatch T-1 409
token T-1 | - | unnamed | verify, mismatch   409
token T-1 | - | failed 15000 | verify, review, paymentFailed T-1 200
# An account takes any amount from 10 to 45.
account T-1 | - | 45 | verify, credit T-1 45, credited T-1 200
account T-1 | - | 45.01 | verify, review held 45.01, mismatch T-1 409
# A repetition is not verified, and what the books do not have is.
token T-1 or anyone T-1 or token {"tran_no":"T-1"} | T-1 credited 40000 | - | creditedBefore 200
anyone {"tran_no":"T-1"} | T-1 credited 40000 | - | creditedBefore 200
token T-1 | T-1 held 40000 | - | nothingToCredit 200
token T-1 refunded or token T-1 pending | T-1 credited 40000 | found | verify, creditedBefore 200
token T-1 success or token T-1 Success 40000 | T-1 credited 40000 | found | verify, creditedBefore 200
token T-1 success 10000 or token T-1 success -40000 | T-1 credited 40000 | found | verify, creditedBefore 200
token T-1 success "40,000" or token T-1 - 40000 | T-1 credited 40000 | found | verify, creditedBefore 200
token T-1 - 10000 or token {} | T-1 credited 40000 | found | verify, creditedBefore 200
token T-2 failed | T-1 credited 1 or T-1 held 1 | T-2 failed | verify, review, paymentFailed T-2 200
token T-2 failed | T-1 reversed 1 | T-2 failed | verify, review, paymentFailed T-2 200
# A second payment of a bill is held and told once. A bill whose payment is reversed is open again.
token T-2 | T-1 credited 40000 | T-2 | verify, review held 40000, paidTwice T-2 409
token T-2 success | T-1 credited 40000; T-2 held 40000 | T-2 | verify, nothingToCredit 200
token T-2 | T-1 reversed 40000; T-3 held 15000 | T-2 | verify, credit T-2 40000, credited T-2 200
bill | T-1 credited 40000 | found | verify, creditedBefore
bill | T-1 credited 40000 | T-2 | verify, review held 40000, paidTwice T-2
bill | T-1 credited 40000 | failed | verify, review reversed 40000, reversed T-1
payment | T-1 credited 40000 | failed | verify, review reversed 40000, reversed T-1
payment | T-1 credited 40000 | T-2 | verify, review, mismatch T-2
token T-1 | - | found | verify, credit T-1 40000, creditedBefore 200 | creditedBefore
token T-1 | - | found | verify, credit T-1 40000, review held 40000, paidTwice T-1 409 | paidOtherwise
# A change of a credited payment is told. Its status comes before its amount.
token T-1 failed | T-1 credited 40000 | found | verify, creditedBefore 200
token T-1 failed | T-1 credited 40000 | failed or failed 0 | verify, review reversed 40000, reversed T-1 200
token T-1 failed | T-1 credited 40000 | failed 10000 | verify, review reversed 40000, reversed T-1 200
token T-1 failed | T-1 credited 40000 | failed -40000 or 0 | verify, review reversed 40000, reversed T-1 200
token T-1 failed | T-1 credited 40000 | -40000 | verify, review reversed 40000, reversed T-1 200
token T-1 failed | T-1 credited 40000 | 10000 | verify, review credited 10000, reversedInPart T-1 200
token T-1 failed | T-1 credited 40000 | 50000 or USD | verify, review, mismatch T-1 409
token T-1 failed | T-1 credited 40000 | pending or refunded or "" | verify, review, pending T-1 503
token T-1 failed | T-1 credited 40000 | 200 {"code":"404"} | verify, unconfirmed verifyAgain 503
# So is one of a held transaction, which may be held because of its currency.
token T-1 failed | T-1 held 15000 | failed or 0 | verify, review reversed 15000, heldReversed T-1 200
token T-1 failed | T-1 held 15000 | 5000 | verify, review held 5000, heldReversed T-1 200
token T-1 failed | T-1 held 15000 | 40000 | verify, review held 40000, mismatch T-1 409
token T-1 failed | T-1 held 15000 | refunded | verify, review, pending T-1 503
token T-1 failed | T-1 held 15000 | 15000 or 15000 USD | verify, nothingToCredit 200
# A reversed transaction is told once and never credited. It may be good again.
token T-1 failed | T-1 reversed 40000 | failed or refunded or 0 or -40000 | verify, nothingToCredit 200
token T-1 failed or token T-1 | T-1 reversed 40000 | found | verify, review held 40000, restored T-1 409
# The word of a stranger about a paid bill is not verified, unless it is listed and names the payment.
anyone T-1 refunded or anyone T-1 success | T-1 credited 40000 | - | ignored 200
anyone T-1 pending | T-1 credited 40000 | - | nothingToCredit 200
anyone T-1 failed | T-1 credited 40000 | failed | verify, review reversed 40000, reversed T-1 503
anyone T-2 failed | T-1 credited 40000 | - | nothingToCredit 200
# What waits for a person leaves the bill open.
anyone T-1 failed | T-1 held 15000 | - | nothingToCredit 200
anyone T-2 | T-1 held 15000 | T-2 | verify, credit T-2 40000, credited T-2 200
anyone {"status":"success"} | T-1 held 15000 | 15000 | verify, nothingToCredit 503
# The profile says which amount pays the bill. The rest that is left of a reversed payment says nothing.
token T-1 paid | - | total 40000 | verify, credit T-1 40000, credited T-1 200 | totals
token T-1 paid | - | total 40000 | verify, review held 39500, mismatch T-1 409
token T-1 paid | T-1 credited 40000 | total 40000 | verify, creditedBefore 200 | lower totals
token T-1 paid | T-1 credited 40000 | total 30000 | verify, review credited 30000, reversedInPart T-1 200 | lower totals
token T-1 paid | T-1 credited 40000 | total 0 | verify, review reversed 40000, reversed T-1 200 | lower totals
# An amount of a service that computes in doubles is booked in its places, and an event is read alike.
token T-1 refunded | - | 39999.999999999993 | verify, credit T-1 40000, credited T-1 200 | whole riel
token T-1 refunded | - | 39999.999999999993 | verify, review held 39999.999999999993, mismatch T-1 409
token T-1 refunded | T-1 credited 40000 | 39999.999999999993 | verify, creditedBefore 200 | whole riel
token T-1 success 39999.999999999993 KHR | T-1 credited 40000 | - | creditedBefore 200 | whole riel
"#;

#[test]
fn an_event_ends_as_its_verification_says() {
    for row in EVENTS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let columns: Vec<_> = row.split(" | ").collect();
        let setting = columns.get(4).copied().unwrap_or_default();
        for begin in columns[0].split(" or ") {
            for rows in columns[1].split(" or ") {
                for answer in columns[2].split(" or ") {
                    assert_eq!(
                        steps(begin, rows, answer, setting),
                        columns[3],
                        "{begin} | {rows} | {answer} | {setting}"
                    );
                }
            }
        }
    }
}

/// Runs a flow, and names its steps. Nothing is stored for a person.
fn steps(begin: &str, rows: &str, answer: &str, setting: &str) -> String {
    let (mut biller, mut claim) = (biller(), Claim::Credited);
    match setting {
        "creditedBefore" => claim = Claim::CreditedBefore,
        "paidOtherwise" => claim = Claim::PaidOtherwise,
        "totals" => biller = billwire_conformance::biller(r#"{"paidAmount":"total_amount"}"#),
        "lower totals" => {
            biller = billwire_conformance::biller(r#"{"paidAmount":"total_amount","allowLowerTotal":true}"#);
        }
        "whole riel" => biller = billwire_conformance::biller(r#"{"amountPlaces":{"KHR":0}}"#),
        _ => {}
    }
    let mut flow = flow_of(begin, &biller, books(rows));
    let mut steps = String::new();
    loop {
        match step(&mut flow, 9) {
            CreditStep::Send { request } => {
                steps += "verify, ";
                verified(&mut flow, request.number, answer);
            }
            CreditStep::Credit { confirmed } => {
                steps += &format!("credit {} {}, ", confirmed.claim_key(), confirmed.amount());
                flow.claimed(claim).unwrap();
            }
            CreditStep::Review { review } => {
                assert_eq!(review.name, review.ending.as_str());
                assert_eq!(review.ending.transaction().unwrap().tran_id, review.claim_key);
                let booked = review.booked.map(|row| format!(" {} {}", row.state.as_str(), row.amount));
                steps += &format!("review{}, ", booked.unwrap_or_default());
                flow.reviewed(false).unwrap();
            }
            CreditStep::Finished { ending, reply } => {
                let about = match &ending {
                    CreditEnding::Unconfirmed { error } => Some(error.next_step().as_str()),
                    ending => ending.transaction().map(|transaction| &*transaction.tran_id),
                };
                let reply = reply.map(|reply| reply.status.to_string());
                return steps
                    + &[Some(ending.as_str()), about, reply.as_deref()]
                        .into_iter()
                        .flatten()
                        .collect::<Vec<_>>()
                        .join(" ");
            }
            other => panic!("{begin}: {other:?}"),
        }
    }
}

fn flow_of(begin: &str, biller: &Biller, books: Books) -> CreditFlow {
    let (sender, event) = begin.split_once(' ').unwrap_or((begin, ""));
    let body = match event {
        _ if event.starts_with('{') => event.to_owned(),
        _ if event.contains(' ') => members(event),
        tran_id => success(tran_id),
    };
    let flow = match sender {
        "bill" => CreditFlow::of_bill(biller, &bill(), books, POLICY),
        "payment" => CreditFlow::of_payment(biller, &bill(), books[0].clone(), books, POLICY),
        "account" => CreditFlow::of_event(biller, &self::event(&body), &account(), books, POLICY, at(0)),
        "unknown" => CreditFlow::of_unknown_bill(biller, &self::event(&body), POLICY, at(0)),
        "anyone" => CreditFlow::of_event(biller, &anyones(&body), &bill(), books, POLICY, at(0)),
        _ => CreditFlow::of_event(biller, &self::event(&body), &bill(), books, POLICY, at(0)),
    };
    flow.unwrap()
}

/// The body of an event, such as `T-1 failed 40000`: its `tran_id`, status, amount and currency.
fn members(words: &str) -> String {
    let names = ["tran_id", "status", "tran_amount", "currency"].into_iter();
    let member = |(name, value): (&str, &str)| match value {
        "-" => None,
        _ if name == "tran_amount" || value.starts_with('"') || value == "null" || value == "840" => {
            Some(format!(r#""{name}":{value}"#))
        }
        _ => Some(format!(r#""{name}":"{value}""#)),
    };
    format!("{{{}}}", names.zip(words.split(' ')).filter_map(member).collect::<Vec<_>>().join(","))
}

/// Reads rows, such as `T-1 credited 40000; T-2 held 15000`.
fn books(rows: &str) -> Books {
    let row = |row: &str| {
        let [claim_key, state, amount] = row.split(' ').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let state = BookedState::ALL.iter().find(|known| known.as_str() == state).unwrap();
        booked(claim_key, *state, amount.parse().unwrap())
    };
    rows.split("; ").filter(|row| *row != "-").map(row).collect()
}

fn verified(flow: &mut CreditFlow, number: i64, answer: &str) {
    let (status, body) = match answer.split_once(' ').unwrap_or((answer, "")) {
        ("lost", _) => return flow.no_answer(number, Sent::Maybe, None, at(9)).unwrap(),
        ("200", body) => (200, body.to_owned()),
        ("401", _) => (401, String::new()),
        _ => (200, found(answer)),
    };
    flow.answered(number, status, body.as_bytes(), None, at(9)).unwrap();
}

/// The transaction with changes, such as `failed 15000`.
fn found(changes: &str) -> String {
    changes.split_whitespace().fold(TRANSACTION.to_owned(), |body, change| match change {
        "found" => body,
        "USD" => body.replace("KHR", "USD"),
        "T-2" => body.replace("T-1", "T-2"),
        "unnamed" => body.replace("T-1", " "),
        "INV-2" => body.replace("INV-1", "INV-2"),
        "total" => body.replace(r#""tran_amount":40000,"fee_amount":0"#, r#""tran_amount":39500,"fee_amount":500"#),
        amount if amount.parse::<f64>().is_ok() => body.replace("40000", amount),
        status => body.replace(r#""status":"success""#, &format!(r#""status":"{}""#, status.trim_matches('"'))),
    })
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
    for (answer, outcome) in [(NOT_FOUND, "unconfirmed"), (&*found("pending"), "pending")] {
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
    const HOUR: u64 = 3_600_000;
    for (asked, until) in [(700, 700), (HOUR + 1, 3_600_000)] {
        let mut flow = of_bill(UNPAID);
        let first = request(&mut flow, 0);
        flow.answered(first.number, 503, b"", Some(asked), at(0)).unwrap();
        assert_eq!(step(&mut flow, 0), CreditStep::Wait { until: at(until), reason: CreditWait::VerifyAgain });
    }
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
        assert_eq!(finished(&mut flow, 5), ("mismatch", Some("T-2".into()), Some(status)));
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
