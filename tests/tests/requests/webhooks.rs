//! Webhooks of few words, each for what no vector says alone.

use billwire::*;

#[test]
fn a_token_that_is_listed_twice_is_one() {
    let receiver = WebhookReceiver::merchant_proxy(["new", "old", "old"].map(WebhookToken::new).into()).unwrap();
    for token in ["new", "old"] {
        assert!(receiver.receive([("token", token)], b"{}").is_ok());
    }
    assert!(receiver.receive([("token", "older")], b"{}").is_err());
}

#[test]
fn no_comma_follows_the_last_member() {
    let receiver = WebhookReceiver::checkout();
    for body in [r#"{,}"#, r#"{"tran_id":"T",}"#, r#"{"new":1,}"#, r#"{"customers":null,"Customer":null,}"#] {
        assert_eq!(receiver.receive([], body.as_bytes()).unwrap_err().code(), Code::InvalidJson, "{body}");
    }
}
