//! UTF-16, in which some programs sign.

use zeroize::Zeroizing;

/// Which byte of a unit of UTF-16 comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ByteOrder {
    Little,
    Big,
}

impl ByteOrder {
    pub(super) fn name(self) -> &'static str {
        match self {
            ByteOrder::Little => "LE",
            ByteOrder::Big => "BE",
        }
    }
}

/// A text in UTF-16, without a byte order mark.
pub(crate) fn utf16(text: &str, order: ByteOrder) -> Zeroizing<Vec<u8>> {
    // In one piece from the beginning: what grows leaves copies behind.
    let mut bytes = Zeroizing::new(Vec::with_capacity(text.len().saturating_mul(2)));
    for unit in text.encode_utf16() {
        bytes.extend(match order {
            ByteOrder::Little => unit.to_le_bytes(),
            ByteOrder::Big => unit.to_be_bytes(),
        });
    }
    bytes
}
