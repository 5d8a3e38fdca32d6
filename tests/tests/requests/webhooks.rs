//! Rules of webhooks that no vector states alone.

use billwire::*;

#[test]
fn duplicate_tokens_count_once() {
    let receiver = WebhookReceiver::merchant_proxy(["new", "old", "old"].map(WebhookToken::new).into()).unwrap();
    for token in ["new", "old"] {
        assert!(receiver.receive([("token", token)], b"{}").is_ok());
    }
    assert!(receiver.receive([("token", "older")], b"{}").is_err());
}

/// A token is compared by words of eight bytes.
#[test]
fn a_token_with_its_words_in_another_order_is_wrong() {
    let receiver = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("abcdefghijklmnop")]).unwrap();
    assert!(receiver.receive([("Token", "abcdefghijklmnop")], b"{}").is_ok());
    for token in ["ijklmnopabcdefgh", "abcdefghabcdefgh", "abcdefghijklmno", "abcdefghijklmnopq"] {
        assert_eq!(receiver.receive([("Token", token)], b"{}").unwrap_err().code(), Code::WrongToken, "{token}");
    }
}

#[test]
fn refuses_a_trailing_comma() {
    let receiver = WebhookReceiver::checkout();
    for body in [r#"{,}"#, r#"{"tran_id":"T",}"#, r#"{"new":1,}"#, r#"{"customers":null,"Customer":null,}"#] {
        assert_eq!(receiver.receive([], body.as_bytes()).unwrap_err().code(), Code::InvalidJson, "{body}");
    }
}
