//! The key, as it is or as people change it. Every copy is wiped.

use super::utf16::{ByteOrder, utf16};
use base64::{
    Engine, alphabet,
    engine::{
        DecodePaddingMode,
        general_purpose::{GeneralPurpose, GeneralPurposeConfig},
    },
};
use zeroize::Zeroizing;

/// How the key is used. The right way is `AsGiven`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum KeyForm {
    AsGiven,
    HexDecoded,
    Base64Decoded,
    Trimmed,
    /// With a line end behind it.
    Ending(&'static str),
    Utf16(ByteOrder),
}

impl KeyForm {
    /// The bytes of the key; none if the key is nothing that can be changed this way.
    pub(crate) fn of(self, key: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
        let text = || core::str::from_utf8(key).ok();
        match self {
            KeyForm::AsGiven => Some(key.to_vec().into()),
            KeyForm::HexDecoded => hex_decoded(key),
            KeyForm::Base64Decoded => base64_decoded(key),
            KeyForm::Trimmed => text().map(|key| key.trim().as_bytes().to_vec().into()),
            KeyForm::Ending(line_end) => Some([key, line_end.as_bytes()].concat().into()),
            KeyForm::Utf16(order) => text().map(|key| utf16(key, order)),
        }
    }
}

fn hex_decoded(key: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    let digit = |&byte: &u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let (pairs, rest) = key.as_chunks::<2>();
    // In one piece from the beginning: what grows leaves copies behind.
    let mut bytes = Zeroizing::new(Vec::with_capacity(pairs.len()));
    for [high, low] in pairs {
        bytes.push((digit(high)? << 4) + digit(low)?);
    }
    Some(bytes).filter(|bytes| rest.is_empty() && !bytes.is_empty())
}

fn base64_decoded(key: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    // Decoders differ in what they forgive; those that people use forgive much.
    let lenient = GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let engines = [&alphabet::STANDARD, &alphabet::URL_SAFE].map(|alphabet| GeneralPurpose::new(alphabet, lenient));
    engines.iter().find_map(|engine| {
        let mut bytes = Zeroizing::new(vec![0; key.len()]);
        let len = engine.decode_slice(key, &mut bytes).ok()?;
        bytes.truncate(len);
        Some(bytes)
    })
}

#[cfg(test)]
mod tests {
    use super::hex_decoded;

    #[test]
    fn only_pairs_of_hex_digits_are_decoded() {
        assert_eq!(hex_decoded(b"0aF1").map(|bytes| bytes.to_vec()), Some(vec![0x0a, 0xf1]));
        for key in ["", "a", "abc", "ag", "ga", "0x"] {
            assert!(hex_decoded(key.as_bytes()).is_none(), "{key}");
        }
    }
}
