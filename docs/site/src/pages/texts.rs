//! Texts that people write, in both languages.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde_json::Value;

/// Texts of the error catalogue in one language.
pub(super) struct Language {
    /// Opening of the page.
    pub(super) head: &'static str,
    /// Titles of the groups of codes.
    pub(super) groups: [&'static str; 7],
    pub(super) kinds_title: &'static str,
    pub(super) kinds_head: &'static str,
    pub(super) steps_title: &'static str,
    pub(super) steps_head: &'static str,
    pub(super) cause: &'static str,
    pub(super) remedy: &'static str,
    /// Cause and remedy of each code.
    pub(super) causes: &'static str,
    /// Meaning of each code; core's own explanation without one.
    pub(super) meanings: Option<&'static str>,
    /// Meanings of kinds and next steps; core's doc comments without one.
    pub(super) kinds: Option<&'static str>,
}

pub(super) const ENGLISH: Language = Language {
    head: "# Error catalogue\n\n[ភាសាខ្មែរ](km/errors.md)\n\nEvery error is a `BillwireError` (in Rust an `Error`) with a `kind`, a \
           `code` and a `nextStep`. A violation also has a `path`. Find the code below. The sentences never contain a value \
           or a secret, so you can log them.\n\n**Act on `nextStep`, not on the code.** After a lost or unclear answer, \
           [never send a settlement again](lost-answers.md) before you have looked it up.\n",
    groups: [
        "Values and formats",
        "Bills and onboarding",
        "Addresses, tokens and settings",
        "Webhooks",
        "Answers of the service",
        "Missing credentials and settings",
        "Settlement flow",
    ],
    kinds_title: "Kinds",
    kinds_head: "| kind | meaning |",
    steps_title: "Next steps",
    steps_head: "| `nextStep` | action |",
    cause: "Likely cause",
    remedy: "Remedy",
    causes: include_str!("../../../guide/texts/errors.en.json"),
    meanings: None,
    kinds: None,
};

pub(super) const KHMER: Language = Language {
    head: "<div lang=\"km\">\n\n# បញ្ជីកំហុស\n\n[English](../errors.md)\n\nកំហុសនីមួយៗជា `BillwireError` (ក្នុង Rust គឺ `Error`) ដែលមាន `kind`, `code` និង \
           `nextStep`។ សូមរក `code` ខាងក្រោម។ ប្រយោគទាំងនេះមិនដែលមានតម្លៃ ឬអាថ៌កំបាំងទេ ដូច្នេះអាចកត់ត្រាក្នុង log បាន។\n\n\
           **សូមធ្វើតាម `nextStep` មិនមែនតាម `code` ទេ។** ក្រោយពេលចម្លើយបាត់ ឬមិនច្បាស់ សូមស្វែងរកវិក្កយបត្រជាមុន \
           [កុំផ្ញើ settlement ម្ដងទៀតភ្លាមៗ](../lost-answers.md)។\n",
    groups: [
        "តម្លៃ និងទម្រង់",
        "វិក្កយបត្រ និង onboarding",
        "អាសយដ្ឋាន token និងការកំណត់",
        "Webhook",
        "ចម្លើយរបស់សេវា",
        "ខ្វះ token ឬការកំណត់",
        "Settlement flow",
    ],
    kinds_title: "ប្រភេទកំហុស",
    kinds_head: "| kind | អត្ថន័យ |",
    steps_title: "ជំហានបន្ទាប់",
    steps_head: "| `nextStep` | អ្វីដែលត្រូវធ្វើ |",
    cause: "មូលហេតុដែលអាចមាន",
    remedy: "ដំណោះស្រាយ",
    causes: include_str!("../../../guide/texts/errors.km.json"),
    meanings: Some(include_str!("../../../../examples/playground/src/texts/codes.km.json")),
    kinds: Some(include_str!("../../../guide/texts/kinds.km.json")),
};

/// Khmer meanings of the glossary's words.
pub(super) const GLOSSARY: &str = include_str!("../../../guide/texts/glossary.km.json");

/// Reads a JSON object of texts or of lists of texts.
pub(super) fn read(json: &str) -> Result<BTreeMap<String, Vec<String>>> {
    let object: serde_json::Map<String, Value> = serde_json::from_str(json)?;
    let texts = |value: &Value| match value {
        Value::Array(texts) => texts.iter().map(|text| text.as_str().map(str::to_owned)).collect(),
        text => text.as_str().map(|text| vec![text.to_owned()]),
    };
    let entry = |(name, value): (&String, &Value)| Some((name.clone(), texts(value)?));
    object.iter().map(|member| entry(member).with_context(|| format!("`{}` is no text", member.0))).collect()
}
