//! Text that goes out or comes in, and is not printed.

use crate::wire::{Hidden, Offer, Take, Wire, examine::Examiner, examine::Place, given::Given, reader::Fault};
use crate::wire::{schema::Field, schema::Kind, tape::Slot};
use std::fmt;

/// Text that is sent or received like any other, and never printed: whoever has it can pay, or link an account.
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
    /// The text itself.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    #[cfg(feature = "uniffi")]
    pub(crate) fn into_text(self) -> String {
        self.0
    }
}

impl<T: Into<String>> From<T> for Sensitive {
    fn from(text: T) -> Sensitive {
        Sensitive(text.into())
    }
}

impl fmt::Debug for Sensitive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Hidden.fmt(f)
    }
}

impl Wire for Sensitive {
    const KIND: Kind = Kind::Text;
}

impl Offer for Sensitive {
    fn offer<'a>(&'a self, examiner: &mut Examiner<'a>, place: Place, index: usize, field: &'static Field) {
        examiner.field(place, index, field, Given::Text(&self.0));
    }
}

impl Take for Sensitive {
    fn take(slot: Option<Slot<'_>>) -> Result<Self, Fault> {
        String::take(slot).map(Sensitive)
    }
}
