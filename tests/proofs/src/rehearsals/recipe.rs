//! A recipe: edits that are anchored by the lines around them, so that changes elsewhere leave them valid.
//!
//! ```text
//! # A comment.
//! title A setting
//! test a_setting_counts
//! reaches bindings/src/models.rs pub a_setting: Option<bool>
//! @@ core/src/profile/mod.rs
//!  pub send_empty_text: bool,
//! +    pub a_setting: bool,
//! ```
//!
//! `@@` begins an edit of a file: lines to find next to each other, exactly once, with those to remove (`-`) and to add
//! (`+`). Indentation does not matter for lines to find. A file that is not there is created. `@@row` begins the edit
//! that the control makes without its added lines.

use anyhow::{Context, Result, bail, ensure};

/// Edits of several files, with what they have to lead to.
#[derive(Clone, Default)]
pub(super) struct Recipe {
    /// Heading of its section in the guide.
    pub(super) title: String,
    /// Name of the test that it brings.
    pub(super) test: String,
    /// Files that have a text once the generators have run.
    pub(super) reaches: Vec<(String, String)>,
    /// Parts of paths, and the placeholders that the guide has for them.
    called: Vec<(String, String)>,
    edits: Vec<Edit>,
}

#[derive(Clone, Default)]
struct Edit {
    file: String,
    is_row: bool,
    lines: Vec<(Mark, String)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Keep,
    Remove,
    Add,
}

/// The edits to make.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Edits {
    All,
    WithoutRows,
}

impl Recipe {
    pub(super) fn parse(text: &str) -> Result<Self> {
        let mut recipe = Self::default();
        for line in text.lines() {
            recipe.line(line).with_context(|| format!("`{line}`"))?;
        }
        let is_whole = !recipe.title.is_empty() && !recipe.test.is_empty() && !recipe.edits.is_empty();
        ensure!(is_whole, "a recipe has a title, a test and edits");
        Ok(recipe)
    }

    fn line(&mut self, line: &str) -> Result<()> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, self.edits.last_mut()) {
            ("@@" | "@@row", _) => {
                self.edits.push(Edit { file: rest.to_owned(), is_row: word == "@@row", lines: Vec::new() });
            }
            (_, Some(edit)) => edit.lines.extend(marked(line)?),
            ("test", None) => self.test = rest.to_owned(),
            ("title", None) => self.title = rest.to_owned(),
            ("reaches", None) => self.reaches.push(two(rest)?),
            ("called", None) => self.called.push(two(rest)?),
            ("#" | "", None) => {}
            _ => bail!("expected `title`, `test`, `reaches`, `called` or an edit"),
        }
        Ok(())
    }

    /// The files that it touches, in order.
    pub(super) fn files(&self) -> Vec<&str> {
        let mut files: Vec<&str> = Vec::new();
        for Edit { file, .. } in &self.edits {
            if !files.contains(&file.as_str()) {
                files.push(file);
            }
        }
        files
    }

    /// A path as the guide writes it.
    pub(super) fn in_guide(&self, file: &str) -> String {
        self.called.iter().fold(file.to_owned(), |file, (name, placeholder)| file.replace(name, placeholder))
    }

    /// The same recipe with as many files as `count`, if it has fewer.
    pub(super) fn with_files(&self, count: usize) -> Recipe {
        let mut recipe = self.clone();
        let more = (self.files().len()..count).map(|at| Edit { file: format!("more/{at}"), ..Edit::default() });
        recipe.edits.extend(more);
        recipe
    }

    pub(super) fn has_row(&self) -> bool {
        self.edits.iter().any(|edit| edit.is_row)
    }

    /// The text of one of its files after the edits.
    pub(super) fn edited(&self, file: &str, before: &str, edits: Edits) -> Result<String> {
        let mut lines: Vec<String> = before.lines().map(str::to_owned).collect();
        for edit in self.edits.iter().filter(|edit| edit.file == file) {
            edit.apply(&mut lines, edit.is_row && edits == Edits::WithoutRows)?;
        }
        Ok(lines.join("\n") + "\n")
    }
}

fn two(words: &str) -> Result<(String, String)> {
    let (first, rest) = words.split_once(' ').context("expected two words")?;
    Ok((first.to_owned(), rest.to_owned()))
}

fn marked(line: &str) -> Result<Option<(Mark, String)>> {
    let mark = match line.chars().next() {
        None => return Ok(None),
        Some(' ') => Mark::Keep,
        Some('-') => Mark::Remove,
        Some('+') => Mark::Add,
        Some(_) => bail!("a line of an edit begins with a space, `-` or `+`"),
    };
    Ok(Some((mark, line.chars().skip(1).collect())))
}

impl Edit {
    fn apply(&self, lines: &mut Vec<String>, adds_nothing: bool) -> Result<()> {
        let sought: Vec<&str> =
            self.lines.iter().filter(|(mark, _)| *mark != Mark::Add).map(|(_, line)| line.trim()).collect();
        let start = match sought.first() {
            None => lines.len(),
            Some(first) => {
                place(lines, &sought).with_context(|| format!("not exactly once: `{first}` and what follows"))?
            }
        };
        let found: Vec<String> = lines.drain(start..start.saturating_add(sought.len())).collect();
        let mut found = found.into_iter();
        let mut written = Vec::new();
        for (mark, line) in &self.lines {
            match mark {
                Mark::Keep => written.extend(found.next()),
                Mark::Remove => drop(found.next()),
                Mark::Add if adds_nothing => {}
                Mark::Add => written.push(line.clone()),
            }
        }
        lines.splice(start..start, written);
        Ok(())
    }
}

/// The only place at which all these lines follow each other.
fn place(lines: &[String], sought: &[&str]) -> Option<usize> {
    let is_there = |window: &&[String]| window.iter().zip(sought).all(|(line, sought)| line.trim() == *sought);
    let mut found = lines.windows(sought.len()).enumerate().filter(|(_, window)| is_there(window)).map(|(at, _)| at);
    found.next().filter(|_| found.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECIPE: &str = "# Why.\ntitle A thing\ntest a_test\nreaches c d e\ncalled a <name>\n\n\
                          @@row a.rs\n two\n-three\n+  3\n@@ b.rs\n+new\n";

    #[test]
    fn edits_are_anchored_by_their_lines() {
        let recipe = Recipe::parse(RECIPE).unwrap();
        let edited = |before, edits| recipe.edited("a.rs", before, edits);
        assert_eq!(edited("one\n  two\nthree\nfour\n", Edits::All).unwrap(), "one\n  two\n  3\nfour\n");
        assert_eq!(edited("one\n  two\nthree\nfour\n", Edits::WithoutRows).unwrap(), "one\n  two\nfour\n");
        assert_eq!(recipe.edited("b.rs", "", Edits::All).unwrap(), "new\n");
        assert_eq!((recipe.files(), recipe.has_row()), (vec!["a.rs", "b.rs"], true));
        assert_eq!((recipe.with_files(3).files().len(), recipe.with_files(1).files().len()), (3, 2));
        assert_eq!((recipe.title.as_str(), recipe.in_guide("a.rs")), ("A thing", "<name>.rs".to_owned()));
        assert_eq!(recipe.reaches, [("c".to_owned(), "d e".to_owned())]);
    }

    #[test]
    fn an_anchor_is_there_exactly_once() {
        let recipe = Recipe::parse(RECIPE).unwrap();
        for before in ["two\nfour\n", "two\nthree\ntwo\nthree\n", ""] {
            assert!(recipe.edited("a.rs", before, Edits::All).is_err(), "{before}");
        }
    }

    #[test]
    fn a_recipe_without_a_test_is_refused() {
        for text in
            ["title a\n@@ a\n+b", "test a\n@@ a\n+b", "title a\ntest a", "title a\nwhat\n", "title a\ntest a\n@@ a\n*b"]
        {
            assert!(Recipe::parse(text).is_err(), "{text}");
        }
    }
}
