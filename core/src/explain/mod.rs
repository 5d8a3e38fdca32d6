//! Why two sides compute different hashes: the signature taken apart, and the mistake that makes the other one.

mod date;
mod key;
mod mistake;
mod observed;
mod output;
mod recipe;
mod words;

pub use observed::{Cause, Observed, ObservedCode};

use crate::{
    ambiguity::CodeShapes,
    biller::signing_string,
    credentials::HashToken,
    error::Error,
    finding::{Code, Finding, Findings},
    operations::{Settlement, SignedFields},
    profile::CompiledProfile,
    signing::{SigningKey, wipe_stack},
};
use billwire_wire::{Instant, Model, SigningOffset, json_writer::JsonWriter, model::Hidden, validate::Values};
use observed::observe;
use recipe::{Bill, Recipe};
use std::fmt;

/// Fields of a bill that are not signed, but that the other side may have signed.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
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

/// What is known besides the bill.
#[derive(Clone, Debug, Default)]
pub struct ExplainOptions {
    /// The zone of the digits. Default UTC.
    pub signing_offset: SigningOffset,
    /// What the merchant's codes look like.
    pub code_shapes: CodeShapes,
    /// The hash that the other side has computed.
    pub observed_hash: Option<String>,
    /// What else the other side may have used.
    pub candidates: Candidates,
}

/// What else the other side may have used.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    /// Zones beyond the whole and the half hours.
    pub zones: Vec<SigningOffset>,
    /// Separators between the fields.
    pub separators: Vec<String>,
    /// Destinations instead of `settlement_to`.
    pub destinations: Vec<String>,
}

impl Candidates {
    /// The most that are tried of each kind.
    pub const MAX: usize = 1000;

    /// Refuses more than are tried; `place` is where the caller's options have them.
    pub(crate) fn check(&self, place: &str) -> Result<(), Error> {
        let mut violations = Findings::default();
        let counts = [
            ("zones", self.zones.len()),
            ("separators", self.separators.len()),
            ("destinations", self.destinations.len()),
        ];
        for (name, _) in counts.iter().filter(|(_, count)| *count > Candidates::MAX) {
            violations.push(Finding::new(format!("{place}{name}"), Code::TooManyItems));
        }
        if violations.is_empty() { Ok(()) } else { Err(Error::InvalidConfig { violations }) }
    }
}

/// A text in one of the normal forms of Unicode, as the host computes it.
pub trait Normalize {
    /// Form C.
    fn nfc(&self, text: &str) -> String;
    /// Form D.
    fn nfd(&self, text: &str) -> String;
    /// Lower case. A host that has the tables of Unicode need not carry ours.
    fn lower_case(&self, text: &str) -> String {
        text.to_lowercase()
    }
}

/// No normal form: those two mistakes stay unnoticed.
impl Normalize for () {
    fn nfc(&self, text: &str) -> String {
        text.into()
    }

    fn nfd(&self, text: &str) -> String {
        text.into()
    }
}

/// One of the six parts of a signing string.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Part {
    /// The field of section 2.3.
    pub field: String,
    /// What it adds to the signing string.
    pub text: String,
}

/// A signature taken apart (section 5.3). It holds no secret.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct Explanation {
    /// The six parts, in their order.
    pub parts: Vec<Part>,
    /// The parts joined.
    pub signing_string: String,
    /// The zone in which the digits of the date are written, as `±HH:MM`.
    pub signing_offset: String,
    /// The hash.
    pub hash: String,
    /// How many bills the signing string could stand for.
    pub parses: u64,
    /// What is known of the observed hash; none if there was none.
    pub observed: Option<Observed>,
}

impl Explanation {
    /// Returns the same explanation with other names of settings. They are those of Rust: `signing_offset`.
    pub fn map_settings(mut self, rename: impl Fn(&str) -> String) -> Explanation {
        let causes = self.observed.iter_mut().flat_map(|observed| &mut observed.causes);
        for setting in causes.filter_map(|cause| cause.setting.as_mut()) {
            let is_name = |letter: char| letter == '_' || letter.is_ascii_alphanumeric();
            let rest = setting.trim_start_matches(is_name);
            let name = setting.strip_suffix(rest).unwrap_or_default();
            *setting = rename(name) + rest;
        }
        self
    }
}

/// Takes the signature of a bill apart, and finds the mistakes that produce an observed hash.
///
/// # Errors
/// [`Error::InvalidRequest`] with what is wrong with the signed fields, or [`Error::InvalidConfig`] for more candidates
/// than [`Candidates::MAX`] of a kind.
pub fn explain_signature(
    fields: &SignedFields<'_>,
    unsigned: &UnsignedFields<'_>,
    key: &HashToken,
    options: &ExplainOptions,
    normalize: &dyn Normalize,
) -> Result<Explanation, Error> {
    options.candidates.check("candidates.")?;
    let (compiled, mut out) = (CompiledProfile::with_signing_offset(options.signing_offset), JsonWriter::default());
    signing_string(&compiled, &mut out, Values::default(), |validator, place| fields.give(validator, place))?;
    let string = out.into_text();
    let bill = Bill { fields, unsigned, signing_offset: options.signing_offset, normalize };
    let hash = SigningKey::new(key).sign(string.as_bytes());
    let names = Settlement::SCHEMA.signed().map(|(_, field)| field.name.to_owned());
    let parts = names.zip(Recipe::default().parts(&bill)).map(|(field, text)| Part { field, text }).collect();
    let observed = options.observed_hash.as_deref();
    let observed = observed.map(|text| observe(text, &hash, &bill, key, &options.candidates));
    wipe_stack();
    Ok(Explanation {
        parts,
        signing_offset: options.signing_offset.to_string(),
        hash: hash.to_string(),
        parses: options.code_shapes.parses(&string),
        signing_string: string,
        observed,
    })
}

#[cfg(test)]
mod tests {
    use super::Normalize;

    #[test]
    fn a_host_without_normal_forms_leaves_text_as_it_is() {
        let text = "e\u{301} \u{e9} ភ្ញៀវ";
        assert_eq!([().nfc(text), ().nfd(text)], [text, text]);
        assert_eq!(().lower_case("USD ÀÉ"), "usd àé");
    }
}
