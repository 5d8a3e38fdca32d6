//! What a caller decides about writing.

use crate::{
    instant::{DateForm, SigningOffset},
    schema::{Field, Key, Variation},
};

/// How drafts are validated and written, where a schema leaves it open.
#[derive(Clone, Debug)]
pub struct Options {
    /// Keys that replace those of fields declared with [`Variation::Key`], by position.
    pub keys: [Option<RenamedKey>; 2],
    /// Writes decimals declared with [`Variation::Quotes`] as numbers.
    pub unquoted: bool,
    /// Lets empty text pass in optional fields.
    pub allow_empty_text: bool,
    /// Elements that a list may have.
    pub max_items: usize,
    /// Form of timestamps in the body.
    pub date_form: DateForm,
    /// Zone of the digits that stand for a timestamp in a signing string.
    pub signing_offset: SigningOffset,
}

/// Key that replaces a field's own.
#[derive(Clone, Debug)]
pub struct RenamedKey {
    name: String,
    key: Key,
}

impl RenamedKey {
    /// Creates a key; none if it is not plain ASCII of at most 28 bytes.
    pub fn new(name: &str) -> Option<RenamedKey> {
        Some(RenamedKey { name: name.into(), key: Key::new(name)? })
    }
}

impl Options {
    /// Options with every key as declared, timestamps in UTC, and lists of at most `max_items` elements.
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

    /// Returns the key under which a field is written.
    pub fn key<'a>(&'a self, field: &'a Field) -> &'a Key {
        self.renamed(field).map_or(&field.key, |renamed| &renamed.key)
    }

    /// Returns the name under which a field is written.
    pub fn name<'a>(&'a self, field: &'a Field) -> &'a str {
        self.renamed(field).map_or(field.name, |renamed| &renamed.name)
    }

    /// Returns whether a decimal is written as text.
    pub fn writes_quotes(&self, field: &Field) -> bool {
        field.quoted && !(self.unquoted && field.variation == Variation::Quotes)
    }

    fn renamed(&self, field: &Field) -> Option<&RenamedKey> {
        match field.variation {
            Variation::Key { position, .. } => self.keys.get(position)?.as_ref(),
            Variation::None | Variation::Quotes => None,
        }
    }
}
