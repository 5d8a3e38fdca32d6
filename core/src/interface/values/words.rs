//! Texts of which the interface shows some and may add more.

use crate::wire::read::json::{Json, Number};
use crate::wire::{
    model::{
        declare::{Decode, Wire},
        schema::Kind,
    },
    read::{offset_index::FieldValue, reader::Fault},
};
use std::fmt;

/// Declares a text of which some values are known; any other is kept as it came.
macro_rules! known_words {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident { $( $(#[doc = $word_doc:literal])+ $variant:ident = $word:literal ),+ $(,)? }
    )+) => {
        $(
            $(#[doc = $doc])+
            #[derive(Clone, Debug, PartialEq, Eq, Hash)]
            #[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi::export(Display))]
            #[non_exhaustive]
            pub enum $name {
                $( $(#[doc = $word_doc])+ $variant, )+
                /// Any other.
                Other {
                    /// The text as it came.
                    text: String,
                },
            }

            impl $name {
                /// The texts that are known.
                pub const KNOWN: &'static [&'static str] = &[ $( $word ),+ ];

                /// The text on the wire.
                pub fn as_str(&self) -> &str {
                    match self {
                        $( $name::$variant => $word, )+
                        $name::Other { text } => text,
                    }
                }
            }

            impl From<String> for $name {
                fn from(text: String) -> $name {
                    match text.as_str() {
                        $( $word => $name::$variant, )+
                        _ => $name::Other { text },
                    }
                }
            }

            impl fmt::Display for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.pad(self.as_str())
                }
            }

            impl Wire for $name {
                const KIND: Kind = Kind::Text;
                const WORDS: &'static [&'static str] = $name::KNOWN;
            }

            impl Decode for $name {
                fn decode(value: Option<FieldValue<'_>>) -> Result<Self, Fault> {
                    String::decode(value).map($name::from)
                }

                fn json(&self) -> Option<Json> {
                    Some(Json::Text(self.as_str().into()))
                }
            }

            #[cfg(feature = "serde")]
            impl serde::Serialize for $name {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.serialize_str(self.as_str())
                }
            }
        )+
    };
}

known_words! {
    /// A status of a transaction, a bill or a payment (section 3). Only `success` is shown, and nothing else counts
    /// as it.
    Status {
        /// `success`.
        Success = "success",
    }
    /// Channel that produced a transaction (section 2.7).
    PaymentServiceType {
        /// `Bank Channel`: a bank channel such as a mobile app.
        BankChannel = "Bank Channel",
        /// `KHQR`: a QR code was scanned.
        Khqr = "KHQR",
        /// `Deeplink/Checkout`: a checkout page or an app-to-app deeplink.
        DeeplinkCheckout = "Deeplink/Checkout",
        /// `Direct Debit`: an automatic direct debit.
        DirectDebit = "Direct Debit",
    }
}

/// A response code. It may come as text or as an integer, and is compared as text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct ResponseCode(String);

impl ResponseCode {
    /// The code as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn into_text(self) -> String {
        self.0
    }
}

impl From<String> for ResponseCode {
    fn from(text: String) -> ResponseCode {
        ResponseCode(text)
    }
}

impl fmt::Display for ResponseCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl Wire for ResponseCode {
    const KIND: Kind = Kind::Code;
}

impl Decode for ResponseCode {
    fn decode(value: Option<FieldValue<'_>>) -> Result<Self, Fault> {
        // An integer may be written as 1e1; as a code it is 10.
        if let Some(number) = value.filter(|value| value.is_number()) {
            let code = i64::decode(Some(number)).map(i128::from).map(Number::from)?;
            return Ok(ResponseCode(code.as_str().into()));
        }
        String::decode(value).map(ResponseCode)
    }

    fn json(&self) -> Option<Json> {
        self.0.json()
    }
}
