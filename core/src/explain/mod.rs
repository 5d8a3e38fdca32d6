//! Why two sides compute different hashes: the signature taken apart, and the mistake that makes the other one.

mod mistake;
mod recipe;

use crate::{
    biller::signing_string,
    credentials::HashToken,
    error::Error,
    model::DigitsOffset,
    operations::{Settlement, SignedFields},
    profile::Dialect,
    readings::CodeShapes,
    signing::{Hash, SigningKey, wipe_stack},
    wire::{Model, examine::Values, sink::Sink},
};
use mistake::Mistake;
use recipe::{Bill, Recipe};

/// What is known besides the bill.
#[derive(Clone, Debug, Default)]
pub struct ExplainOptions {
    /// The zone of the digits. Default UTC.
    pub digits_offset: DigitsOffset,
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
    pub zones: Vec<DigitsOffset>,
    /// Separators between the fields.
    pub separators: Vec<String>,
    /// Destinations instead of `settlement_to`.
    pub destinations: Vec<String>,
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
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Part {
    /// The field of section 2.3.
    pub field: String,
    /// What it adds to the signing string.
    pub text: String,
}

/// A signature taken apart (section 5.3). It holds no secret.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct Explanation {
    /// The six parts, in their order.
    pub parts: Vec<Part>,
    /// The parts joined.
    pub signing_string: String,
    /// The zone in which the digits of the date are written, as `±HH:MM`.
    pub digits_offset: String,
    /// The hash.
    pub hash: String,
    /// How many bills the signing string could stand for.
    pub readings: u64,
    /// What is known of the observed hash; none if there was none.
    pub observed: Option<Observed>,
}

/// What is known of an observed hash.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Observed {
    /// It is the right one.
    pub matches: bool,
    /// The mistakes that produce it, each of them alone, in documented order.
    pub causes: Vec<Cause>,
}

/// A mistake that produces the observed hash.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Cause {
    /// Its stable name, such as `zone` or `hex`; two names joined by `+` for a pair.
    pub mistake: String,
    /// With which zone, field, separator or text, if the name does not say it all.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub with: Option<String>,
    /// What the other side has done, in one sentence.
    pub explanation: String,
}

/// Takes the signature of a bill apart, and finds the mistakes that produce an observed hash.
///
/// # Errors
/// [`Error::InvalidRequest`] with what is wrong with the signed fields.
pub fn explain_signature(
    fields: &SignedFields<'_>,
    total_amount_khr: Option<&str>,
    key: &HashToken,
    options: &ExplainOptions,
    normalize: &dyn Normalize,
) -> Result<Explanation, Error> {
    let (dialect, mut out) = (Dialect::with_digits_offset(options.digits_offset), Sink::default());
    signing_string(&dialect, &mut out, Values::default(), |examiner, place| fields.give(examiner, place))?;
    let string = out.into_text();
    let bill = Bill { fields, total_amount_khr, digits_offset: options.digits_offset, normalize };
    let hash = SigningKey::new(key).sign(string.as_bytes());
    let right = Recipe::default();
    let names = Settlement::SCHEMA.signed().map(|(_, field)| field.name.to_owned());
    let parts = names.zip(right.parts(&bill)).map(|(field, text)| Part { field, text }).collect();
    let observed = options.observed_hash.as_deref().map(|observed| observe(observed, &hash, &bill, key, options));
    wipe_stack();
    Ok(Explanation {
        parts,
        digits_offset: options.digits_offset.to_string(),
        hash: hash.to_string(),
        readings: options.code_shapes.readings(&string),
        signing_string: string,
        observed,
    })
}

fn observe(observed: &str, hash: &Hash, bill: &Bill<'_>, key: &HashToken, options: &ExplainOptions) -> Observed {
    if observed == hash.as_str() {
        return Observed { matches: true, causes: Vec::new() };
    }
    let key = key.expose().as_bytes();
    let right = Recipe::default();
    let produces = |recipe: &Recipe| recipe.output(bill, key).as_deref() == Some(observed);
    let mistakes: Vec<Mistake> = mistake::catalogue(bill, &options.candidates);
    let mut causes = Vec::new();
    for mistake in &mistakes {
        if produces(&mistake.applied_to(&right)) {
            causes.push(mistake.cause());
        }
    }
    // People who write the hash as hex make the other mistakes too; one that changes nothing is no second mistake.
    let changes = |mistake: &Mistake| mistake.applied_to(&right).output(bill, key).as_deref() != Some(hash.as_str());
    for hex in [Mistake::Hex, Mistake::UpperCaseHex] {
        for mistake in mistakes.iter().filter(|mistake| !mistake.is_about_output()) {
            if produces(&hex.applied_to(&mistake.applied_to(&right))) && changes(mistake) {
                causes.push(mistake.with(&hex));
            }
        }
    }
    Observed { matches: false, causes }
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
