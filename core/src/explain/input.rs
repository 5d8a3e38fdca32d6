//! Input of an explanation: the bill, the options, and what the caller's platform computes.

use super::{
    change::Bytes,
    layout::{respaced, without_hash},
    moment::{DatePattern, Moment},
};
use crate::wire::{Instant, Model, SigningOffset, model::declare::Hidden};
use crate::{
    exchange::operations::SignedFields,
    finding::{Code, Finding, Findings},
    interface::{
        ambiguity::CodeShapes, credentials::HashToken, error::Error, models::Settlement, profile::texts,
        signing::SigningKey,
    },
};
use bon::Builder;
use std::fmt;
use zeroize::Zeroizing;

/// Fields of a bill that are not signed, but that the other program may have signed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Builder)]
#[non_exhaustive]
pub struct UnsignedFields<'a> {
    /// `total_amount_khr`, as it stands in the body.
    pub total_amount_khr: Option<&'a str>,
    /// Bill due date.
    pub due_date: Option<Instant>,
    /// The whole body as billwire writes it, with or without its `hash`.
    pub body: Option<&'a str>,
}

impl fmt::Debug for UnsignedFields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnsignedFields")
            .field("total_amount_khr", &self.total_amount_khr)
            .field("due_date", &self.due_date)
            .field("body", &self.body.map(|_| Hidden))
            .finish()
    }
}

/// Options of an explanation.
#[derive(Clone, Debug, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct ExplainOptions {
    /// The zone of the digits. Default UTC.
    #[builder(default)]
    pub signing_offset: SigningOffset,
    /// Shapes of the merchant's codes.
    #[builder(default)]
    pub code_shapes: CodeShapes,
    /// Hash of the other program.
    pub observed_hash: Option<String>,
    /// Values that the other program may have used.
    #[builder(default)]
    pub candidates: Candidates,
    /// The most signatures that are tried. One whose key and text are longer than a kilobyte counts once for each.
    #[builder(default = ExplainOptions::LIMIT)]
    pub limit: usize,
}

impl ExplainOptions {
    /// Signatures that are tried if the caller names no limit: more than there are without many candidates.
    pub const LIMIT: usize = 100_000;
}

impl Default for ExplainOptions {
    fn default() -> ExplainOptions {
        ExplainOptions::builder().build()
    }
}

/// Values that the other program may have used.
#[derive(Clone, Debug, Default, Builder)]
#[non_exhaustive]
pub struct Candidates {
    /// Zones beyond the whole and the half hours.
    #[builder(default, with = FromIterator::from_iter)]
    pub zones: Vec<SigningOffset>,
    /// Separators between the fields.
    #[builder(default, with = |list: impl IntoIterator<Item = impl Into<String>>| texts(list))]
    pub separators: Vec<String>,
    /// Destinations instead of `settlement_to`.
    #[builder(default, with = |list: impl IntoIterator<Item = impl Into<String>>| texts(list))]
    pub destinations: Vec<String>,
}

impl Candidates {
    /// The most that are tried of each kind.
    pub const MAX: usize = 1000;

    /// Refuses more than are tried; `path` is where the caller's options have them.
    pub(crate) fn check(&self, path: &str) -> Result<(), Error> {
        let mut violations = Findings::default();
        let counts = [
            ("zones", self.zones.len()),
            ("separators", self.separators.len()),
            ("destinations", self.destinations.len()),
        ];
        for (name, _) in counts.iter().filter(|(_, count)| *count > Candidates::MAX) {
            violations.push(Finding::new(format!("{path}{name}"), Code::TooManyItems));
        }
        if violations.is_empty() { Ok(()) } else { Err(Error::InvalidConfig { violations }) }
    }
}

/// Normal forms of Unicode, which the caller's platform computes.
pub trait Normalize {
    /// Form C.
    fn nfc(&self, text: &str) -> String;
    /// Form D.
    fn nfd(&self, text: &str) -> String;
    /// Lower case. A platform that has the tables of Unicode overrides it.
    fn lower_case(&self, text: &str) -> String {
        text.to_lowercase()
    }
}

/// No normal forms: the two mistakes about them are not found.
impl Normalize for () {
    fn nfc(&self, text: &str) -> String {
        text.into()
    }

    fn nfd(&self, text: &str) -> String {
        text.into()
    }
}

/// A bill, with everything that a deviation may use in place of a signed field.
pub(crate) struct Bill<'a> {
    pub(crate) fields: &'a SignedFields<'a>,
    pub(crate) unsigned: &'a UnsignedFields<'a>,
    pub(crate) signing_offset: SigningOffset,
    pub(crate) normalize: &'a dyn Normalize,
    pub(crate) amount: String,
    pub(crate) codes: Codes,
    /// Digits of the due date.
    pub(crate) due: Option<String>,
    /// The body without its hash, as billwire writes it, with Python's spaces, and on lines with an indent of two and
    /// four.
    pub(crate) bodies: Vec<Option<Zeroizing<String>>>,
    pub(crate) key: Key,
}

/// `ref_id`, `customer_sync_code` and `settlement_to`.
pub(crate) type Codes = Vec<String>;

/// Bytes of a key, and its state.
#[derive(Clone)]
pub(crate) struct Key {
    pub(crate) bytes: Bytes,
    pub(crate) state: SigningKey,
}

impl From<Bytes> for Key {
    fn from(bytes: Bytes) -> Key {
        Key { state: SigningKey::from_bytes(&bytes), bytes }
    }
}

impl<'a> Bill<'a> {
    pub(crate) fn new(
        fields: &'a SignedFields<'a>,
        unsigned: &'a UnsignedFields<'a>,
        key: &HashToken,
        signing_offset: SigningOffset,
        normalize: &'a dyn Normalize,
    ) -> Bill<'a> {
        let codes = [fields.ref_id, fields.customer_sync_code, fields.settlement_to];
        let codes = codes.iter().map(|code| (*code).to_owned()).collect();
        let key = Bytes::new(key.expose().as_bytes().to_vec()).into();
        let due = unsigned.due_date.map(|instant| Moment { instant, offset: signing_offset });
        let due = due.and_then(|due| DatePattern::RIGHT.of(due));
        let body = unsigned.body.map(without_hash);
        let spaced = |indent| Some(respaced(body.as_deref()?, indent));
        let bodies = vec![body.clone(), spaced(None), spaced(Some(2)), spaced(Some(4))];
        let amount = fields.total_amount.to_string();
        Bill { fields, unsigned, signing_offset, normalize, amount, codes, due, bodies, key }
    }

    /// The value for which a letter of a template stands; none if the bill lacks it.
    pub(crate) fn value(&self, name: char) -> Option<&[u8]> {
        let body = |at: usize| self.bodies.get(at)?.as_ref().map(|body| body.as_bytes());
        match name {
            'D' => self.due.as_ref().map(|due| due.as_bytes()),
            'R' => self.unsigned.total_amount_khr.map(str::as_bytes),
            'B' => body(0),
            'P' => body(1),
            'T' => body(2),
            'F' => body(3),
            'K' => Some(&self.key.bytes),
            _ => None,
        }
    }

    pub(crate) fn lacks(&self, template: &str) -> bool {
        template.chars().any(|c| matches!(c, 'D' | 'R' | 'B' | 'P' | 'T' | 'F') && self.value(c).is_none())
    }

    pub(crate) fn moment(&self) -> Moment {
        Moment { instant: self.fields.date, offset: self.signing_offset }
    }
}

/// The name of a signed field, by its place in the signing string.
pub(crate) fn signed_field(at: usize) -> &'static str {
    Settlement::SCHEMA.signed().nth(at).map_or("", |(_, field)| field.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(count: usize) -> Candidates {
        let (zones, texts) = (vec![SigningOffset::UTC; count], vec!["S-1"; count]);
        Candidates::builder().zones(zones).separators(texts.clone()).destinations(texts).build()
    }

    #[test]
    fn refuses_more_candidates_than_are_tried() {
        let refused = candidates(Candidates::MAX + 1).check("candidates.").unwrap_err();
        let found: Vec<_> = refused.violations().iter().map(|one| (one.path.as_str(), one.code)).collect();
        let paths = ["candidates.zones", "candidates.separators", "candidates.destinations"];
        assert_eq!(found, paths.map(|path| (path, Code::TooManyItems)));
        assert_eq!(candidates(Candidates::MAX).check("candidates."), Ok(()));
    }

    #[test]
    fn prints_no_body() {
        let unsigned = UnsignedFields::builder().total_amount_khr("1.50").body("pm-secret").build();
        let printed = format!("{unsigned:?}");
        assert!(printed.contains("1.50") && !printed.contains("secret"), "{printed}");
    }
}
