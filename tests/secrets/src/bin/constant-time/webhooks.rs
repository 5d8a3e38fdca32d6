//! Comparison of received tokens with the expected ones. Only the expected ones are secret: the sender knows the
//! others.

use crate::secret::secret;
use billwire::{WebhookReceiver, WebhookToken};
use billwire_conformance::Case;
use serde_json::Value;

pub(crate) fn check(case: &Case) {
    let tokens = texts(case.get("tokens")).map(|token| WebhookToken::new(secret(token))).collect();
    let receiver = WebhookReceiver::merchant_proxy(tokens).expect("tokens");
    let headers = case.get("headers").as_array().expect("headers");
    let headers: Vec<Vec<&str>> = headers.iter().map(|header| texts(header).collect()).collect();
    let event = receiver.receive(headers.iter().map(|header| (header[0], header[1])), &case.body());
    let kind = event.err().map(|error| error.kind().to_owned());
    assert_eq!(kind.as_deref(), case.get("error")["kind"].as_str(), "{}", case.id);
}

fn texts(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}
