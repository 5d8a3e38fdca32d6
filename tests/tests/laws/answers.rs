//! Only a success is a success, for any answer.

use crate::{cases, drafts::configured, text};
use billwire::*;
use billwire_conformance::cases as vectors;
use proptest::{prelude::*, sample::select};

const SHAPED: [OperationName; 3] = [OperationName::Onboarding, OperationName::Settlement, OperationName::Verification];

proptest! {
    #![proptest_config(cases(3_000))]

    #[test]
    fn only_a_success_is_a_success((status, body) in (status(), body())) {
        let biller = configured(WireProfile::from_json(br#"{
            "successCodes": {"settlement": ["0"]}, "refusalCodes": {"onboarding": ["400"], "verification": ["FAILED"]}
        }"#).unwrap());
        for operation in SHAPED {
            let code = Json::parse(unmarked(&body)).ok().and_then(|json| json.as_object().and_then(code_text));
            match biller.decode(operation, status, &body) {
                Ok(outcome) => {
                    let known: &[&str] = match operation {
                        OperationName::Onboarding => &["000"],
                        OperationName::Settlement => &["000", "0"],
                        _ => &["SUCCESS"],
                    };
                    prop_assert_eq!(status, 200);
                    prop_assert!(code.is_some_and(|code| known.contains(&code.as_str())));
                    if let Outcome::Settlement(SettlementOutcome::Settled { response }) = outcome {
                        let data = response.data.unwrap();
                        prop_assert_eq!(data.bill.unwrap().status, Some(Status::Success));
                        prop_assert_eq!(data.payment.unwrap().status, Some(Status::Success));
                    }
                }
                Err(error) => {
                    let answer = error.answer().unwrap();
                    prop_assert_eq!(answer.http_status.map(u16::from), Some(status));
                    let body = text_of(&body);
                    prop_assert!(is_allowed(operation, status, &body, code.as_deref(), error.next_step()), "{}", error);
                    let refused = status == 200 || (400..500).contains(&status);
                    let refuses = refused && is_refusal(operation, code.as_deref());
                    // A success inside the data contradicts a refusal.
                    prop_assert!(error.kind() != "rejected" || refuses);
                    prop_assert!(error.kind() == "rejected" || !refuses || body.contains("success"));
                    let offsets = error.violations().iter().map(|finding| finding.offset);
                    prop_assert!(offsets.flatten().all(|offset| offset <= body.len()));
                }
            }
        }
    }

    #[test]
    fn untyped_operations_never_succeed((status, body) in (status(), body())) {
        let biller = configured(WireProfile::default());
        for &operation in OperationName::ALL.iter().filter(|operation| !SHAPED.contains(operation)) {
            prop_assert!(biller.decode(operation, status, &body).is_err());
        }
    }
}

fn is_refusal(operation: OperationName, code: Option<&str>) -> bool {
    match operation {
        OperationName::Onboarding => code == Some("400"),
        OperationName::Verification => code == Some("FAILED"),
        _ => false,
    }
}

/// The body outweighs the status of an operation that changes something (design, section 3, "outcome of a call").
fn is_allowed(operation: OperationName, status: u16, body: &str, code: Option<&str>, step: NextStep) -> bool {
    let refuses = is_refusal(operation, code);
    let by_status = match status {
        400 | 422 => NextStep::FixRequest,
        401 | 403 => NextStep::FixCredentials,
        429 if operation.effect() == Effect::Changes => NextStep::SendAgain,
        _ if operation.effect() == Effect::Changes => NextStep::AskService,
        _ => NextStep::VerifyAgain,
    };
    match step {
        NextStep::AskService => true,
        NextStep::FixRequest if refuses => status == 200 || (400..500).contains(&status),
        NextStep::VerifyAgain | NextStep::FixRequest | NextStep::FixCredentials
            if operation.effect() == Effect::Reads =>
        {
            step == by_status || step == NextStep::VerifyAgain
        }
        // No body may contain a code, except a refusal. A truncated body may have had one.
        NextStep::SendAgain | NextStep::FixRequest | NextStep::FixCredentials => {
            let is_json = Json::parse(body.as_bytes()).is_ok();
            let has_no_code = if is_json { code.is_none() } else { !body.trim_start().starts_with(['{', '[']) };
            step == by_status && (has_no_code || refuses)
        }
        _ => false,
    }
}

fn text_of(body: &[u8]) -> String {
    String::from_utf8_lossy(body).into_owned()
}

/// Returns the code of a body. An integer counts by its digits, without a minus before zero.
fn code_text(members: &Members) -> Option<String> {
    match members.get("code")? {
        Json::Text(text) => Some(text.to_string()),
        Json::Number(number) => number.as_str().parse::<f64>().ok().map(|code| format!("{}", code + 0.0)),
        _ => None,
    }
}

fn status() -> impl Strategy<Value = u16> {
    let others = vec![0, 201, 204, 301, 307, 400, 401, 403, 404, 409, 422, 429, 500, 503];
    prop_oneof![6 => Just(200), 3 => select(others), 1 => any::<u16>()]
}

fn body() -> impl Strategy<Value = Vec<u8>> {
    let bodies: Vec<_> =
        vectors("responses").iter().map(|case| case.body()).filter(|body| body.len() < 4_096).collect();
    let code = select(vec![
        "\"000\"",
        "\"0\"",
        "0",
        "0.0",
        "000",
        "-0",
        "\"SUCCESS\"",
        "\"success\"",
        "\"310\"",
        "1",
        "400",
        "4e2",
        "\"FAILED\"",
        "null",
        "[]",
        "\"0\\u00300\"",
        "\"000 \"",
    ]);
    let data = prop_oneof![
        2 => Just(r#"{"bill":{"status":"success"},"payment":{"status":"success"}}"#.to_owned()),
        1 => Just(r#"{"bill":{"status":"success"},"payment":{"status":"Success"}}"#.to_owned()),
        2 => text::json(),
    ];
    let built = (code, text::string(), data).prop_map(|(code, message, data)| {
        format!(r#"{{"code":{code},"message":{message},"data":{data}}}"#).into_bytes()
    });
    prop_oneof![
        4 => built,
        4 => (select(bodies.clone()), any::<prop::sample::Index>(), any::<u8>()).prop_map(|(mut body, at, byte)| {
            if !body.is_empty() {
                let at = at.index(body.len());
                body[at] = byte;
            }
            body
        }),
        2 => select(bodies),
        2 => text::damaged(),
        1 => proptest::collection::vec(any::<u8>(), 0..64),
    ]
}

/// Returns a body without its byte order mark.
fn unmarked(body: &[u8]) -> &[u8] {
    body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body)
}
