//! Options for validation and writing.

use crate::wire::{
    model::schema::{Field, Key, Variation},
    value::instant::{DateForm, SigningOffset},
};

/// Options for validating and writing drafts, where the schema allows variation.
#[derive(Clone, Debug)]
pub struct Options {
    /// Keys that replace those of fields declared with `Variation::Key`, by position.
    pub keys: [Option<RenamedKey>; 2],
    /// Whether decimals declared with `Variation::Quotes` are written as numbers.
    pub unquoted: bool,
    /// Whether optional fields may hold empty text.
    pub allow_empty_text: bool,
    /// Largest number of elements of a list.
    pub max_items: usize,
    /// Form of timestamps in the body.
    pub date_form: DateForm,
    /// Offset from UTC of the timestamps in a signing string.
    pub signing_offset: SigningOffset,
}

/// Key that replaces a field's own.
#[derive(Clone, Debug)]
pub struct RenamedKey {
    name: String,
    key: Key,
}

impl RenamedKey {
    /// Creates a key. Returns `None` if it is not printable ASCII of 1 to 28 bytes without `"` and `\`.
    pub fn new(name: &str) -> Option<RenamedKey> {
        Some(RenamedKey { name: name.into(), key: Key::new(name)? })
    }
}

impl Options {
    /// Creates options with the declared keys, timestamps in UTC and lists of at most `max_items` elements.
    pub const fn new(max_items: usize) -> Options {
        Options {
            keys: [None, None],
            unquoted: false,
            allow_empty_text: false,
            max_items,
            date_form: DateForm::UTC_MILLIS,
            signing_offset: SigningOffset::UTC,
        }
    }

    /// Allows empty text.
    #[must_use]
    pub const fn with_empty_text(mut self) -> Options {
        self.allow_empty_text = true;
        self
    }

    /// Returns the key under which a field is written.
    #[inline]
    pub fn key<'a>(&'a self, field: &'a Field) -> &'a Key {
        self.renamed(field).map_or(&field.key, |renamed| &renamed.key)
    }

    /// Returns the name under which a field is written.
    pub fn name<'a>(&'a self, field: &'a Field) -> &'a str {
        self.renamed(field).map_or(field.name, |renamed| &renamed.name)
    }

    /// Returns whether a decimal is written as text.
    #[inline]
    pub fn writes_quotes(&self, field: &Field) -> bool {
        field.quoted && !(self.unquoted && field.variation == Variation::Quotes)
    }

    #[inline]
    fn renamed(&self, field: &Field) -> Option<&RenamedKey> {
        match field.variation {
            Variation::Key { position, .. } => self.keys.get(position)?.as_ref(),
            Variation::None | Variation::Quotes => None,
        }
    }
}
