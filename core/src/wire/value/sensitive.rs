//! Secret text in models.

use crate::wire::{
    model::{
        declare::{Decode, Encode, Hidden, Wire},
        draft::FromValues,
        input::Input,
        schema::Kind,
        validate::Values,
    },
    read::{json::Json, offset_index::FieldValue, reader::Fault},
};
use std::fmt;
use zeroize::Zeroize;

/// Secret text, such as a payment token. It is sent and received like any other, but `Debug` hides it.
///
/// ```
/// let token = billwire::Sensitive::from("pm-17");
/// assert_eq!(format!("{token:?}"), "[hidden]");
/// assert_eq!(token.as_str(), "pm-17");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct Sensitive(String);

impl Sensitive {
    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the text, and consumes the wrapper.
    pub fn into_text(mut self) -> String {
        std::mem::take(&mut self.0)
    }
}

impl<T: Into<String>> From<T> for Sensitive {
    fn from(text: T) -> Sensitive {
        Sensitive(text.into())
    }
}

/// The text is erased with its holder.
impl Drop for Sensitive {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl fmt::Debug for Sensitive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Hidden.fmt(f)
    }
}

impl FromValues for Sensitive {
    fn from_values(values: &Values<'_>, at: usize, _: Kind) -> Option<Sensitive> {
        values.text(at).map(Sensitive::from)
    }
}

impl Wire for Sensitive {
    const KIND: Kind = Kind::Text;
}

impl Encode for Sensitive {
    fn input(&self) -> Input<'_> {
        Input::Text(&self.0)
    }
}

impl Decode for Sensitive {
    fn decode(value: Option<FieldValue<'_>>) -> Result<Self, Fault> {
        String::decode(value).map(Sensitive)
    }

    fn json(&self) -> Option<Json> {
        self.0.json()
    }
}
