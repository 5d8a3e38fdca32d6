//! Links of the built site: every page, file and anchor that a page names is there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Result, ensure};
use xtask::files;

/// Scripts that rustdoc names for every trait, and writes only for one with implementations elsewhere.
const OPTIONAL: &str = "/trait.impl/";

/// Path of the site on its server. DocC writes it into its pages.
pub(crate) const ADDRESS: &str = "/billwire/";

/// Checks all pages, and returns a sentence with their number.
pub(crate) fn check(site: &Path) -> Result<String> {
    let mut pages = BTreeMap::new();
    let mut all = BTreeSet::new();
    for name in files::below(site)? {
        if name.extension().is_some_and(|ending| ending == "html") {
            pages.insert(name.clone(), fs::read_to_string(site.join(&name))?);
        }
        all.insert(name);
    }
    let mut checked = Checked::new(&pages, &all);
    pages.iter().for_each(|(page, text)| checked.page(page, text));
    let Checked { links, broken, .. } = checked;
    ensure!(links > 100, "the control: the site has hardly a link");
    ensure!(broken.is_empty(), "{} broken links:\n{}", broken.len(), broken.join("\n"));
    Ok(format!("{} pages, {links} links, none broken", pages.len()))
}

struct Checked<'a> {
    files: &'a BTreeSet<PathBuf>,
    anchors: BTreeMap<&'a Path, BTreeSet<&'a str>>,
    links: usize,
    broken: Vec<String>,
}

impl<'a> Checked<'a> {
    fn new(pages: &'a BTreeMap<PathBuf, String>, files: &'a BTreeSet<PathBuf>) -> Checked<'a> {
        let anchors = |text: &'a str| attributes(text, "id").chain(attributes(text, "name")).collect();
        let anchors = pages.iter().map(|(page, text)| (page.as_path(), anchors(text))).collect();
        Checked { files, anchors, links: 0, broken: Vec::new() }
    }

    fn page(&mut self, page: &Path, text: &str) {
        for link in attributes(text, "href").chain(attributes(text, "src")) {
            // A page for paths that are not there has the address of the site in front.
            let is_elsewhere =
                link.contains("://") || ["mailto:", "data:", "javascript:"].iter().any(|way| link.starts_with(way));
            if is_elsewhere || link.contains(OPTIONAL) || page == Path::new("404.html") {
                continue;
            }
            self.links += 1;
            if !self.leads_somewhere(page, link) {
                self.broken.push(format!("{}: {link}", page.display()));
            }
        }
    }

    fn leads_somewhere(&self, page: &Path, link: &str) -> bool {
        let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
        let path = path.split('?').next().unwrap_or_default();
        let mut target = match path.strip_prefix(ADDRESS) {
            Some(path) => PathBuf::from(path),
            None if path.is_empty() => page.to_owned(),
            None => flat(&page.with_file_name(path)),
        };
        if path.ends_with('/') || !self.files.contains(&target) {
            target.push("index.html");
        }
        let names_lines = anchor.chars().next().is_some_and(|first| first.is_ascii_digit());
        // Scripts of the reference make the anchors of source lines and of searches.
        let is_named =
            |anchors: &BTreeSet<&str>| anchors.contains(anchor) || anchors.contains(escaped(anchor).as_str());
        let has_anchor = || self.anchors.get(target.as_path()).is_none_or(is_named);
        self.files.contains(&target) && (anchor.is_empty() || names_lines || has_anchor())
    }
}

/// The anchor of an address as HTML has it: `%3Cinit%3E` of Javadoc is `&lt;init&gt;`. rustdoc leaves it as it is.
fn escaped(anchor: &str) -> String {
    const LETTERS: [(&str, &str); 5] = [("%3C", "&lt;"), ("%3E", "&gt;"), ("%5B", "["), ("%5D", "]"), ("%2C", ",")];
    LETTERS.iter().fold(anchor.to_owned(), |anchor, (encoded, letter)| anchor.replace(encoded, letter))
}

/// Values of an attribute in HTML.
fn attributes<'t>(text: &'t str, name: &'static str) -> impl Iterator<Item = &'t str> {
    text.match_indices('<').filter_map(move |(start, _)| {
        let tag = text.get(start..)?.split('>').next()?;
        let (before, rest) = tag.split_once(name).filter(|(_, rest)| rest.starts_with("=\""))?;
        before.ends_with(char::is_whitespace).then(|| rest.get(2..)?.split('"').next())?
    })
}

/// The path without `.` and `..`.
fn flat(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut flat, part| {
        match part {
            Component::ParentDir if flat.pop() => {}
            Component::CurDir => {}
            part => flat.push(part),
        }
        flat
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(text: &str) -> Vec<String> {
        let pages = BTreeMap::from([
            (PathBuf::from("a/page.html"), text.to_owned()),
            (PathBuf::from("index.html"), "<h1 id=\"top\"><a id=\"&lt;init&gt;([])\">".to_owned()),
        ]);
        let all = pages.keys().cloned().collect();
        let mut checked = Checked::new(&pages, &all);
        checked.page(Path::new("a/page.html"), text);
        checked.broken
    }

    #[test]
    fn finds_missing_pages_and_anchors() {
        assert_eq!(broken("<a href=\"../no.html\">"), ["a/page.html: ../no.html"]);
        assert_eq!(broken("<a class=\"x\" href=\"../index.html#no\">"), ["a/page.html: ../index.html#no"]);
        assert_eq!(broken("<img src=\"no.svg\">"), ["a/page.html: no.svg"]);
        assert_eq!(broken("<a href=\"/billwire/no.html\">"), ["a/page.html: /billwire/no.html"]);
        assert_eq!(broken("<a href=\"../index.html#%3Cno%3E\">"), ["a/page.html: ../index.html#%3Cno%3E"]);
    }

    #[test]
    fn follows_links_that_are_there() {
        assert!(
            broken(
                "<a href=\"../index.html#top\"><a href=\"../\"><a href=\"https://x.org/no\"><a href=\"/billwire/index.html#top\"><a href=\"../index.html#%3Cinit%3E(%5B%5D)\"><b id=\"y\"><a href=\"#y\">"
            )
            .is_empty()
        );
    }
}
