//! One word for one thing, in the names of all languages; doc comments that begin with their subject; short test names.

mod list;
mod source;

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Result, bail, ensure};

use crate::copy;
use crate::project::Project;
use crate::proof::{Lane, Proof, Proven};
use list::{EXCEPTIONS, Exception, Form, WORDS, Word};
use source::{Kind, Language, Token, tokens};

pub(crate) const PROOF: Proof = Proof {
    name: "words",
    lane: Lane::Free,
    promise: "a name has the word of the glossary, a doc comment begins with its subject, and a test's name is short",
    quick: &[],
    full: &[],
    builds: &[],
    prove,
};
const NO_SUBJECT: [&str; 5] = ["What", "Whoever", "Who", "That", "Those"];
const LONGEST_TEST_NAME: usize = 60;
/// Their names and texts are not ours to choose.
const NOT_OURS: [&str; 2] = ["tests/proofs/fuzz/corpus/", "tests/vectors/"];

/// Offenders, each with the first line on which it stands, and how often it is there.
#[derive(Default)]
struct Found(BTreeMap<(String, String), (usize, usize)>);

/// Looks at the whole repository, or at the paths that begin as one of the arguments does.
fn prove(project: &Project, args: &[&str]) -> Result<Proven> {
    let mut found = Found::default();
    let mut needed = vec![false; EXCEPTIONS.len()];
    let mut files = 0;
    for path in copy::names(project)? {
        let is_chosen = args.is_empty() || args.iter().any(|begin| path.starts_with(begin));
        if !is_chosen || NOT_OURS.iter().any(|begin| path.starts_with(begin)) || !project.path(&path).is_file() {
            continue;
        }
        let text = Language::of(&path).map(|_| fs::read_to_string(project.path(&path))).transpose()?;
        look(&path, &text.unwrap_or_default(), &mut found, &mut needed);
        files += 1;
    }
    ensure!(files > 0, "no path of the repository begins with {}", args.join(" or "));
    if !found.0.is_empty() {
        bail!("{}", found.listed());
    }
    let stale: Vec<_> = EXCEPTIONS.iter().zip(needed).filter(|(_, needed)| !needed).collect();
    if let (Some((Exception { identifiers, reason, .. }, _)), true) = (stale.first(), args.is_empty()) {
        bail!("no name needs the exception of {identifiers:?} ({reason}) any more");
    }
    Ok(Proven { tests: files, figure: format!("{files} files, {} words", WORDS.len()), control: control()? })
}

impl Found {
    fn add(&mut self, path: &str, line: usize, offence: String) {
        self.0.entry((path.to_owned(), offence)).or_insert((line, 0)).1 += 1;
    }

    fn listed(&self) -> String {
        let mut lines = Vec::new();
        for ((path, offence), (line, times)) in &self.0 {
            let times = if *times > 1 { format!(" ({times} times)") } else { String::new() };
            lines.push(format!("{path}:{line}: {offence}{times}"));
        }
        format!("{}\n{} offenders in {} files", lines.join("\n"), lines.len(), self.files())
    }

    fn files(&self) -> usize {
        let mut paths: Vec<_> = self.0.keys().map(|(path, _)| path).collect();
        paths.dedup();
        paths.len()
    }
}

/// Adds the offenders of one file, and notes which exceptions it needs.
fn look(path: &str, text: &str, found: &mut Found, needed: &mut [bool]) {
    for component in path.split('/') {
        let stem = component.split('.').next().unwrap_or_default();
        let mut fits = WORDS.iter().filter(|word| word.is_within(path) && word.is_in_path(stem));
        if let Some(word) = fits.next() {
            found.add(path, 0, format!("`{component}` in its path: write {}", word.write));
        }
    }
    let Some(language) = Language::of(path) else { return };
    for Token { line, kind, text } in tokens(language, text) {
        match kind {
            Kind::Identifier => {
                let Some(word) = WORDS.iter().find(|word| word.is_within(path) && word.is_in(&text)) else { continue };
                match EXCEPTIONS.iter().position(|exception| exception.excuses(path, &text)) {
                    Some(index) => needed.iter_mut().skip(index).take(1).for_each(|needed| *needed = true),
                    None => found.add(path, line, format!("`{text}`: write {}", word.write)),
                }
            }
            Kind::Doc => {
                let first = text.split(|sign: char| !sign.is_alphabetic()).next().unwrap_or_default();
                if NO_SUBJECT.contains(&first) {
                    found.add(path, line, format!("doc comment begins with {first}: {text}"));
                }
            }
            Kind::Test if text.chars().count() > LONGEST_TEST_NAME => {
                found.add(path, line, format!("test name of {} characters: {text}", text.chars().count()));
            }
            Kind::Test => {}
        }
    }
}

impl Word {
    fn is_within(&self, path: &str) -> bool {
        begins_with_one(path, self.within)
    }

    fn is_in(&self, identifier: &str) -> bool {
        match self.form {
            Form::Part => parts(identifier).any(|part| part == self.now),
            Form::Whole => identifier == self.now,
            Form::Path => false,
        }
    }

    fn is_in_path(&self, stem: &str) -> bool {
        match self.form {
            Form::Part => parts(stem).any(|part| part == self.now),
            Form::Whole => false,
            Form::Path => stem == self.now,
        }
    }
}

impl Exception {
    fn excuses(&self, path: &str, identifier: &str) -> bool {
        self.identifiers.contains(&identifier) && begins_with_one(path, self.within)
    }
}

fn begins_with_one(path: &str, beginnings: &[&str]) -> bool {
    beginnings.is_empty() || beginnings.iter().any(|begin| path.starts_with(begin))
}

/// The words of a name in any case, in small letters: `HTTPServer_two-three` has four.
fn parts(name: &str) -> impl Iterator<Item = String> {
    let signs: Vec<char> = name.chars().collect();
    let mut parts = vec![String::new()];
    for (at, sign) in signs.iter().enumerate() {
        let is_small = |at: Option<usize>| at.and_then(|at| signs.get(at)).is_some_and(|sign| sign.is_lowercase());
        let begins = sign.is_uppercase() && (is_small(at.checked_sub(1)) || is_small(at.checked_add(1)));
        if begins || !sign.is_alphabetic() {
            parts.push(String::new());
        }
        if let (true, Some(part)) = (sign.is_alphabetic(), parts.last_mut()) {
            part.extend(sign.to_lowercase());
        }
    }
    parts.into_iter().filter(|part| !part.is_empty())
}

/// A file for every word and every rule, each of which has to be found.
fn control() -> Result<String> {
    let mut planted = 0;
    let mut plant = |path: &str, text: &str| {
        let mut found = Found::default();
        look(path, text, &mut found, &mut vec![false; EXCEPTIONS.len()]);
        planted += 1;
        ensure!(found.0.len() == 1, "the control: {path} with `{text}` is not noticed once");
        Ok(())
    };
    for word in WORDS {
        let folder = word.within.first().copied().unwrap_or("core/");
        match word.form {
            Form::Part => plant(&format!("{folder}a.rs"), &format!("fn my_{}_x() {{}}", word.now))?,
            Form::Whole => plant(&format!("{folder}a.rs"), &format!("struct {};", word.now))?,
            Form::Path => plant(&format!("{folder}{}.rs", word.now), "")?,
        }
    }
    for first in NO_SUBJECT {
        plant("a.rs", &format!("/// {first} is left.\nfn a() {{}}"))?;
        plant("a.kt", &format!("/**\n * {first} is left.\n */\nfun a() {{}}"))?;
    }
    plant("a.rs", &format!("#[test]\nfn {}() {{}}", "a".repeat(LONGEST_TEST_NAME + 1)))?;
    plant("a.test.ts", &format!("test('{}', () => 1)", "a".repeat(LONGEST_TEST_NAME + 1)))?;
    Ok(format!("each of {planted} planted offenders is found"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart_at_each_word() {
        let of = |name| parts(name).collect::<Vec<_>>();
        assert_eq!(of("HTTPServer_two-three"), ["http", "server", "two", "three"]);
        assert_eq!(of("hostValue2Given"), ["host", "value", "given"]);
        assert_eq!(of("INTERFACE"), ["interface"]);
    }

    #[test]
    fn every_word_and_rule_is_noticed() {
        control().unwrap();
    }

    #[test]
    fn an_exception_holds_where_it_was_made() {
        let look = |path| {
            let mut found = Found::default();
            look(path, "struct BufferedSink;", &mut found, &mut vec![false; EXCEPTIONS.len()]);
            found.0.len()
        };
        assert_eq!((look("bindings/jvm-okhttp/A.rs"), look("core/a.rs")), (0, 1));
    }
}
