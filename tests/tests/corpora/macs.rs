//! HMAC-SHA512 and Base64 through the key as merchants have it, which is text.

use crate::{Verdicts, corpus, read_json, unhex};
use base64::{Engine, engine::general_purpose::STANDARD};
use billwire::{HashToken, SigningKey};
use serde_json::Value;

const KEY_IS_NO_TEXT: &str = "the key is no text";

/// The unit tests of the core run all vectors, with keys of any bytes.
#[test]
fn hmac_sha512() {
    if let Some(folder) = corpus("wycheproof") {
        let file = read_json(&folder.join("hmac_sha512_test.json"));
        let mut verdicts = Verdicts::default();
        for group in file["testGroups"].as_array().unwrap() {
            let length = group["tagSize"].as_u64().unwrap() as usize / 8;
            for test in group["tests"].as_array().unwrap() {
                let Some(mac) = mac(&test["key"], &test["msg"]) else {
                    verdicts.skipped(&test["tcId"], KEY_IS_NO_TEXT);
                    continue;
                };
                let same = mac[..length] == unhex(test["tag"].as_str().unwrap());
                assert_eq!(same, test["result"] == "valid", "{}", test["tcId"]);
                match same {
                    true => verdicts.accepted(&test["tcId"]),
                    false => verdicts.refused(&test["tcId"], "another tag"),
                }
            }
        }
        verdicts.figure("Wycheproof", "HMAC-SHA512", [0, 108, 66]);
    }
    if let Some(folder) = corpus("rfc4231") {
        let mut verdicts = Verdicts::default();
        for test in read_json(&folder.join("rfc4231_sha512.json"))["vectors"].as_array().unwrap() {
            let expected = unhex(test["mac"].as_str().unwrap());
            match mac(&test["key"], &test["msg"]) {
                Some(mac) => {
                    assert_eq!(mac[..expected.len()], expected, "{}", test["name"]);
                    verdicts.accepted(&test["name"]);
                }
                None => verdicts.skipped(&test["name"], KEY_IS_NO_TEXT),
            }
        }
        verdicts.figure("RFC 4231", "HMAC-SHA512", [4, 0, 3]);
    }
}

/// A hash always has 64 bytes, so the short vectors cannot go through it: they prove the decoder that reads hashes here.
#[test]
fn base64() {
    let Some(folder) = corpus("rfc4648") else { return };
    let mut verdicts = Verdicts::default();
    for vector in read_json(&folder.join("vectors.json"))["vectors"].as_array().unwrap() {
        let [plain, encoded] = [&vector[0], &vector[1]].map(|text| text.as_str().unwrap());
        assert_eq!(STANDARD.decode(encoded).unwrap(), plain.as_bytes());
        verdicts.skipped(plain, "a hash has 64 bytes");
    }
    verdicts.figure("RFC 4648", "Base64", [0, 0, 7]);
}

/// The MAC, if the key is text.
fn mac(key: &Value, message: &Value) -> Option<Vec<u8>> {
    let key = String::from_utf8(unhex(key.as_str().unwrap())).ok()?;
    let hash = SigningKey::new(&HashToken::new(key)).sign(&unhex(message.as_str().unwrap()));
    Some(STANDARD.decode(hash.as_str()).unwrap())
}
