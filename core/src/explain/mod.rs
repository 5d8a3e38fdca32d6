//! Why two sides compute different hashes: the signature taken apart, and the mistake that makes the other one.

mod date;
mod input;
mod key;
mod mistake;
mod observed;
mod output;
mod recipe;
mod utf16;
mod words;

pub use input::{Candidates, ExplainOptions, Normalize, UnsignedFields};
pub use observed::{Cause, Observed, ObservedCode};

use crate::{
    biller::signing_string,
    credentials::HashToken,
    error::Error,
    models::Settlement,
    operations::SignedFields,
    profile::CompiledProfile,
    signing::{SigningKey, wipe_stack},
};
use billwire_wire::{Model, json_writer::JsonWriter, validate::Values};
use input::Bill;
use observed::observe;
use recipe::Recipe;

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
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Explanation {
    /// The six parts, in their order.
    pub parts: Vec<Part>,
    /// The parts joined.
    #[cfg_attr(feature = "serde", serde(rename = "signingString"))]
    pub signing_string: String,
    /// The zone in which the digits of the date are written, as `±HH:MM`.
    #[cfg_attr(feature = "serde", serde(rename = "signingOffset"))]
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
