//! Error catalogue: every kind, next step and code, with its meaning, likely cause and remedy.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::{Context, Result, ensure};
use billwire::{Code, NextStep};
use heck::ToSnakeCase;

use crate::source::{Member, members};
use crate::texts::{Language, read};

const SOURCE: &str = include_str!("../../../core/src/error.rs");
/// First code of each group, in the order of declaration.
const GROUPS: [Code; 7] = [
    Code::Required,
    Code::RequiredWithBankId,
    Code::InvalidBaseUrl,
    Code::MissingToken,
    Code::Refused,
    Code::Bearer,
    Code::NotSettledYet,
];

pub(crate) fn page(language: &Language) -> Result<String> {
    let mut out = format!("{}{}", crate::texts::NOTICE, language.head);
    kinds(language, &mut out)?;
    codes(language, &mut out)?;
    if language.kinds.is_some() {
        out.push_str("\n</div>\n");
    }
    Ok(out)
}

fn kinds(language: &Language, out: &mut String) -> Result<()> {
    let own = language.kinds.map(read).transpose()?;
    let meaning = |name: &str, member: &Member| match &own {
        None => Ok(member.doc.clone()),
        Some(own) => {
            own.get(name).and_then(|texts| texts.first()).cloned().with_context(|| format!("`{name}` has no text"))
        }
    };
    writeln!(out, "\n## {}\n\n{}\n|---|---|", language.steps_title, language.steps_head)?;
    let steps = members(SOURCE, "pub enum NextStep {")?;
    ensure!(steps.len() == NextStep::ALL.len(), "a next step has no doc comment");
    for step in NextStep::ALL {
        let member = steps.iter().find(|member| member.name == format!("{step:?}")).context("a next step")?;
        writeln!(out, "| `{}` | {} |", step.as_str(), meaning(step.as_str(), member)?)?;
    }
    writeln!(out, "\n## {}\n\n{}\n|---|---|", language.kinds_title, language.kinds_head)?;
    for member in members(SOURCE, "pub enum Error {")? {
        let kind = member.name.to_snake_case();
        writeln!(out, "| `{kind}` | {} |", meaning(&kind, &member)?)?;
    }
    Ok(())
}

fn codes(language: &Language, out: &mut String) -> Result<()> {
    let causes = complete(read(language.causes)?)?;
    let meanings = language.meanings.map(|json| read(json).and_then(complete)).transpose()?;
    let mut titles = GROUPS.iter().zip(language.groups).peekable();
    for code in Code::ALL {
        if let Some((_, title)) = titles.next_if(|(first, _)| *first == code) {
            writeln!(out, "\n## {title}")?;
        }
        let texts = |texts: &BTreeMap<String, Vec<String>>| texts.get(code.as_str()).cloned().unwrap_or_default();
        let meaning = match &meanings {
            None => sentence(code.explanation()),
            Some(meanings) => texts(meanings).concat(),
        };
        let both = texts(&causes);
        let [cause, remedy] = both.as_slice() else { anyhow::bail!("`{code}` needs a cause and a remedy") };
        writeln!(
            out,
            "\n### `{code}`\n\n{meaning}\n\n- **{}:** {cause}\n- **{}:** {remedy}",
            language.cause, language.remedy
        )?;
    }
    ensure!(titles.next().is_none(), "a group begins with a code that is not in this order");
    Ok(())
}

/// Checks that each code has texts, and that no text is of a code that does not exist.
fn complete(texts: BTreeMap<String, Vec<String>>) -> Result<BTreeMap<String, Vec<String>>> {
    let codes: BTreeSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    let named: BTreeSet<&str> = texts.keys().map(String::as_str).collect();
    let differ: Vec<_> = codes.symmetric_difference(&named).collect();
    ensure!(differ.is_empty(), "codes without a text in docs/guide/texts, or texts without a code: {differ:?}");
    Ok(texts)
}

/// Core's explanations begin in lower case and end without a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_a_catalogue_that_lacks_a_code() {
        let whole = read(crate::texts::ENGLISH.causes).unwrap_or_default();
        assert!(complete(whole.clone()).is_ok());
        let lacking = whole.into_iter().filter(|(code, _)| code != "no_answer").collect();
        assert!(complete(lacking).is_err());
    }
}
