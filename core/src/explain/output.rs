//! The text of a finished hash.

use base64::{
    Engine,
    engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD},
};

/// How the hash is written. The right way is `Base64`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Output {
    Base64,
    Base64NoPad,
    UrlSafe,
    UrlSafeNoPad,
    Hex,
    UpperCaseHex,
    Base64OfHex,
    Base64Twice,
    UrlEncoded,
    UrlEncodedLowerCase,
    Wrapped { columns: usize, line_end: &'static str },
}

impl Output {
    /// The text of a hash.
    pub(crate) fn of(self, hash: &[u8]) -> String {
        let hex = || hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let right = || base64(&STANDARD, hash);
        match self {
            Output::Base64 => right(),
            Output::Base64NoPad => base64(&STANDARD_NO_PAD, hash),
            Output::UrlSafe => base64(&URL_SAFE, hash),
            Output::UrlSafeNoPad => base64(&URL_SAFE_NO_PAD, hash),
            Output::Hex => hex(),
            Output::UpperCaseHex => hex().to_ascii_uppercase(),
            Output::Base64OfHex => base64(&STANDARD, hex().as_bytes()),
            Output::Base64Twice => base64(&STANDARD, right().as_bytes()),
            Output::UrlEncoded => encoded(&right(), ["%2B", "%2F", "%3D"]),
            Output::UrlEncodedLowerCase => encoded(&right(), ["%2b", "%2f", "%3d"]),
            Output::Wrapped { columns, line_end } => wrapped(&right(), columns, line_end),
        }
    }
}

fn base64(engine: &impl Engine, bytes: &[u8]) -> String {
    let mut text = vec![0; bytes.len().div_ceil(3) * 4];
    let len = engine.encode_slice(bytes, &mut text).unwrap_or_default();
    text.truncate(len);
    String::from_utf8(text).unwrap_or_default()
}

fn encoded(base64: &str, [plus, slash, equals]: [&str; 3]) -> String {
    base64.replace('+', plus).replace('/', slash).replace('=', equals)
}

fn wrapped(base64: &str, columns: usize, line_end: &str) -> String {
    let mut text = String::with_capacity(base64.len() + line_end.len() * 2);
    for (at, letter) in base64.chars().enumerate() {
        if at > 0 && at % columns == 0 {
            text.push_str(line_end);
        }
        text.push(letter);
    }
    text
}
