//! HMAC-SHA512 and Base64, tested through a merchant's key, which is text.

use crate::{Verdicts, corpus, read_json, unhex};
use base64::{Engine, engine::general_purpose::STANDARD};
use billwire::{HashToken, SigningKey};
use serde_json::Value;

const KEY_IS_NO_TEXT: &str = "the key is no text";

/// Core's unit tests run all vectors, with keys of any bytes.
#[test]
fn hmac_sha512() {
    if let Some(folder) = corpus("wycheproof") {
        let file = read_json(&folder.join("hmac_sha512_test.json"));
        let mut verdicts = Verdicts::default();
        for group in file["testGroups"].as_array().unwrap() {
            let length = group["tagSize"].as_u64().unwrap() as usize / 8;
            for test in group["tests"].as_array().unwrap() {
                let Some(mac) = mac(&hex(&test["key"]), &hex(&test["msg"])) else {
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
        // Returns key, message and tag of each test.
        let blobs = std::fs::read(folder.join("hmac_sha512_rfc4231.blb")).unwrap();
        for (number, test) in blobby::parse_into_vec(&blobs).unwrap().chunks(3).enumerate() {
            let [key, message, expected] = test else { panic!("test {number} is truncated") };
            match mac(key, message) {
                Some(mac) => {
                    assert_eq!(mac[..expected.len()], **expected, "{number}");
                    verdicts.accepted(number);
                }
                None => verdicts.skipped(number, KEY_IS_NO_TEXT),
            }
        }
        verdicts.figure("RFC 4231", "HMAC-SHA512", [4, 0, 3]);
    }
}

/// A hash always has 64 bytes, so short vectors do not apply to it. They test the decoder that this file uses for
/// hashes.
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

fn hex(text: &Value) -> Vec<u8> {
    unhex(text.as_str().unwrap())
}

/// Returns the MAC if the key is text.
fn mac(key: &[u8], message: &[u8]) -> Option<Vec<u8>> {
    let key = String::from_utf8(key.to_vec()).ok()?;
    let hash = SigningKey::new(&HashToken::new(key)).sign(message);
    Some(STANDARD.decode(hash.as_str()).unwrap())
}
