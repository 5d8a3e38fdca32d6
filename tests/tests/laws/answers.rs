//! Only a success is a success, for any answer.

use crate::{cases, keeps, text};
use billwire::OperationName;
use billwire_conformance::cases as vectors;
use proptest::{prelude::*, sample::select};

const SHAPED: [OperationName; 3] = [OperationName::Onboarding, OperationName::Settlement, OperationName::Verification];

proptest! {
    #![proptest_config(cases(3_000))]

    #[test]
    fn only_a_success_is_a_success((status, body) in (status(), body()), other in select(OperationName::ALL)) {
        for operation in [SHAPED.as_slice(), &[other]].concat() {
            let place = OperationName::ALL.iter().position(|name| *name == operation).unwrap() as u8;
            let [high, low] = status.to_be_bytes();
            for deployment in [0, 1] {
                keeps("answers", &[&[deployment, place, high, low], body.as_slice()].concat())?;
            }
        }
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
        "\"400\"",
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
