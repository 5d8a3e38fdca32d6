//! Modules of one crate and the uses between them, read from the tokens of its files.
//!
//! `cargo modules dependencies --acyclic` does not see that `a` uses `b::T` while `b` uses `a::T`: its nodes are items. Here
//! the nodes are files. A path that goes through a re-export leads to the file that defines the item, and a re-export by
//! itself is no use. Code under `#[cfg(test)]` is left out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Reads a file, if it is there.
pub(super) type Read<'a> = &'a dyn Fn(&Path) -> Option<String>;

/// A file that uses another, with one of the paths by which it does.
pub(super) type Uses = BTreeMap<(PathBuf, PathBuf), String>;

/// Steps from the crate's root to a module.
type Name = Vec<String>;

/// The uses between the files of the crate whose root this is.
pub(super) fn uses(root: &Path, read: Read<'_>) -> Result<Uses> {
    let mut tree = Tree::default();
    let place = Place { file: root.to_owned(), folder: root.parent().context("a file has a folder")?.to_owned() };
    load(&mut tree, Name::new(), place, read)?;
    Ok(tree.uses())
}

/// Groups of files that use each other, directly or through others of the group.
pub(super) fn cycles(uses: &Uses) -> Vec<BTreeSet<&Path>> {
    let mut found: Vec<BTreeSet<&Path>> = Vec::new();
    for file in uses.keys().map(|(from, _)| from.as_path()) {
        if found.iter().any(|cycle| cycle.contains(file)) {
            continue;
        }
        let reached = reached(uses, file);
        let cycle: BTreeSet<&Path> =
            reached.iter().copied().filter(|&other| self::reached(uses, other).contains(file)).collect();
        if cycle.len() > 1 {
            found.push(cycle);
        }
    }
    found
}

/// Files that a file uses, directly or through others.
fn reached<'a>(uses: &'a Uses, file: &'a Path) -> BTreeSet<&'a Path> {
    let mut reached = BTreeSet::new();
    let mut open = vec![file];
    while let Some(file) = open.pop() {
        let next = uses.keys().filter(|(from, _)| from == file).map(|(_, to)| to.as_path());
        open.extend(next.filter(|&to| reached.insert(to)));
    }
    reached
}

/// File of a module, and folder of its children.
#[derive(Clone)]
struct Place {
    file: PathBuf,
    folder: PathBuf,
}

#[derive(Default)]
struct Tree {
    modules: BTreeMap<Name, Module>,
    /// Modules that define a macro, by its name.
    macros: BTreeMap<String, Name>,
}

#[derive(Default)]
struct Module {
    file: PathBuf,
    /// Imported names with their paths.
    imports: BTreeMap<String, Name>,
    globs: Vec<Name>,
    defined: BTreeSet<String>,
    /// Paths in the code, and names of macros.
    paths: Vec<Name>,
    macros: Vec<String>,
}

/// Reads a module's file, and those of its children.
fn load(tree: &mut Tree, name: Name, place: Place, read: Read<'_>) -> Result<()> {
    let text = read(&place.file).with_context(|| format!("cannot read {}", place.file.display()))?;
    let tokens: TokenStream = text.parse().map_err(|error| anyhow!("{}: {error}", place.file.display()))?;
    walk(tree, &name, &place, tokens, read)
}

/// Adds the items of a module's tokens.
fn walk(tree: &mut Tree, name: &Name, place: &Place, tokens: TokenStream, read: Read<'_>) -> Result<()> {
    tree.modules.entry(name.clone()).or_default().file.clone_from(&place.file);
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut rest = tokens.as_slice();
    let mut is_public = false;
    while let Some(token) = rest.first() {
        let module = tree.modules.entry(name.clone()).or_default();
        if is_test_attribute(rest) {
            rest = after_item(rest.get(2..).unwrap_or_default());
            continue;
        }
        match (ident(token).as_deref(), rest.get(1).and_then(ident)) {
            (Some("mod"), Some(child)) => {
                let body = rest.get(2).cloned();
                rest = rest.get(3..).unwrap_or_default();
                load_child(tree, name, &child, body, place, read)?;
                continue;
            }
            (Some("use"), _) => {
                let length = rest.iter().position(|token| is_sign(token, ';')).unwrap_or(rest.len());
                module.import(rest.get(1..length).unwrap_or_default(), &Name::new(), is_public);
                rest = rest.get(length..).unwrap_or_default();
                continue;
            }
            (Some("fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "union"), Some(defined)) => {
                module.defined.insert(defined);
            }
            (Some("macro_rules"), _) => {
                let defined = rest.get(2).and_then(ident).unwrap_or_default();
                tree.macros.insert(defined, name.clone());
            }
            (Some("pub"), _) => {
                let is_scope = rest.get(1).is_some_and(|next| group(next, Delimiter::Parenthesis).is_some());
                rest = rest.get(1 + usize::from(is_scope)..).unwrap_or_default();
                is_public = true;
                continue;
            }
            _ => {}
        }
        is_public = false;
        if let TokenTree::Group(group) = token {
            walk(tree, name, place, group.stream(), read)?;
            rest = rest.get(1..).unwrap_or_default();
            continue;
        }
        let (path, length) = path(rest);
        let is_macro = rest.get(length).is_some_and(|token| is_sign(token, '!'));
        match path.last() {
            Some(called) if is_macro => module.macros.push(called.clone()),
            Some(_) if path.len() > 1 => module.paths.push(path),
            _ => {}
        }
        rest = rest.get(length.max(1)..).unwrap_or_default();
    }
    Ok(())
}

fn load_child(
    tree: &mut Tree,
    parent: &Name,
    child: &str,
    body: Option<TokenTree>,
    place: &Place,
    read: Read<'_>,
) -> Result<()> {
    let name = [parent.clone(), vec![child.to_owned()]].concat();
    let folder = place.folder.join(child);
    if let Some(body) = body.as_ref().and_then(|body| group(body, Delimiter::Brace)) {
        return walk(tree, &name, &Place { folder, ..place.clone() }, body, read);
    }
    let file = [folder.with_extension("rs"), folder.join("mod.rs")].into_iter().find(|file| read(file).is_some());
    let file = file.with_context(|| format!("no file of {child} in {}", place.folder.display()))?;
    load(tree, name, Place { file, folder }, read)
}

impl Module {
    /// Adds the names of one `use`. A re-export gives a name to others, and is no use itself.
    fn import(&mut self, tokens: &[TokenTree], before: &Name, is_public: bool) {
        let (path, length) = path(tokens);
        let whole = [before.clone(), path].concat();
        match tokens.get(length..).unwrap_or_default() {
            [colon, _, TokenTree::Group(list), ..] if is_sign(colon, ':') => {
                let list: Vec<TokenTree> = list.stream().into_iter().collect();
                for one in list.split(|token| is_sign(token, ',')).filter(|one| !one.is_empty()) {
                    self.import(one, &whole, is_public);
                }
            }
            [colon, _, star, ..] if is_sign(colon, ':') && is_sign(star, '*') => {
                self.used(&whole, is_public);
                self.globs.push(whole);
            }
            [TokenTree::Group(list), ..] => {
                let list: Vec<TokenTree> = list.stream().into_iter().collect();
                for one in list.split(|token| is_sign(token, ',')).filter(|one| !one.is_empty()) {
                    self.import(one, &whole, is_public);
                }
            }
            rest => {
                let renamed = rest.first().and_then(ident).filter(|word| word == "as").and(rest.get(1).and_then(ident));
                let whole: Name = if whole.last().is_some_and(|last| last == "self") && whole.len() > 1 {
                    whole.split_last().map(|(_, head)| head.to_vec()).unwrap_or_default()
                } else {
                    whole
                };
                self.used(&whole, is_public);
                if let Some(known) = renamed.or_else(|| whole.last().cloned()) {
                    self.imports.insert(known, whole);
                }
            }
        }
    }

    fn used(&mut self, path: &Name, is_public: bool) {
        if !is_public {
            self.paths.push(path.clone());
        }
    }
}

impl Tree {
    fn uses(&self) -> Uses {
        let mut uses = Uses::new();
        for (name, module) in &self.modules {
            let macros =
                module.macros.iter().filter_map(|called| Some((self.macros.get(called)?, format!("{called}!"))));
            let paths: Vec<_> =
                module.paths.iter().filter_map(|path| Some((self.resolve(name, path, 0)?, path.join("::")))).collect();
            let targets = paths.iter().map(|(target, path)| (target, path.clone())).chain(macros);
            for (target, path) in targets {
                let Some(target) = self.modules.get(target).filter(|target| target.file != module.file) else {
                    continue;
                };
                uses.entry((module.file.clone(), target.file.clone())).or_insert(path);
            }
        }
        uses
    }

    /// Module that defines the target of a path, if it is in this crate.
    fn resolve(&self, from: &Name, path: &Name, depth: usize) -> Option<Name> {
        let (first, mut rest) = path.split_first()?;
        let child = [from.clone(), vec![first.clone()]].concat();
        let mut at = match first.as_str() {
            "crate" => Name::new(),
            "self" => from.clone(),
            "super" => from.split_last()?.1.to_vec(),
            _ if self.modules.contains_key(&child) => child,
            _ => {
                let imported = self.modules.get(from)?.imports.get(first).filter(|imported| *imported != path)?;
                return self.resolve_within(from, imported, rest, depth);
            }
        };
        while let Some(("super", tail)) = rest.split_first().map(|(next, tail)| (next.as_str(), tail)) {
            at.pop();
            rest = tail;
        }
        self.descend(at, rest, depth)
    }

    /// Resolves the rest of a path behind an imported name.
    fn resolve_within(&self, from: &Name, imported: &Name, rest: &[String], depth: usize) -> Option<Name> {
        const DEEPEST: usize = 16;
        let whole = [imported.as_slice(), rest].concat();
        if depth > DEEPEST { None } else { self.resolve(from, &whole, depth + 1) }
    }

    fn descend(&self, mut at: Name, path: &[String], depth: usize) -> Option<Name> {
        for (index, step) in path.iter().enumerate() {
            let child = [at.clone(), vec![step.clone()]].concat();
            if self.modules.contains_key(&child) {
                at = child;
                continue;
            }
            let module = self.modules.get(&at)?;
            let rest = path.get(index + 1..).unwrap_or_default();
            if module.defined.contains(step) {
                return Some(at);
            }
            if let Some(imported) = module.imports.get(step) {
                return self.resolve_within(&at, imported, rest, depth);
            }
            let globs = module.globs.iter().filter_map(|glob| self.resolve_within(&at, glob, &[], depth));
            let mut globs = globs.filter(|name| *name != at);
            return globs
                .find(|name| self.modules.get(name).is_some_and(|module| module.defined.contains(step)))
                .or(Some(at));
        }
        Some(at)
    }
}

/// The path at the beginning of some tokens, and how many tokens it is.
fn path(tokens: &[TokenTree]) -> (Name, usize) {
    let mut path = Name::new();
    let mut length = 0;
    while let Some(word) = tokens.get(length).and_then(ident) {
        path.push(word);
        length += 1;
        let is_continued = tokens.get(length).is_some_and(|sign| is_sign(sign, ':'))
            && tokens.get(length + 1).is_some_and(|sign| is_sign(sign, ':'))
            && tokens.get(length + 2).is_some_and(|word| ident(word).is_some());
        if !is_continued {
            break;
        }
        length += 2;
    }
    (path, length)
}

/// Whether the tokens begin with `#[cfg(test)]`.
fn is_test_attribute(tokens: &[TokenTree]) -> bool {
    let [sign, attribute, ..] = tokens else { return false };
    let text = |group: TokenStream| group.to_string().replace(' ', "");
    is_sign(sign, '#') && group(attribute, Delimiter::Bracket).is_some_and(|group| text(group) == "cfg(test)")
}

/// Tokens after an item: after its semicolon or its braces.
fn after_item(tokens: &[TokenTree]) -> &[TokenTree] {
    let end = tokens.iter().position(|token| is_sign(token, ';') || group(token, Delimiter::Brace).is_some());
    end.and_then(|end| tokens.get(end + 1..)).unwrap_or_default()
}

fn ident(token: &TokenTree) -> Option<String> {
    match token {
        TokenTree::Ident(word) => Some(word.to_string()),
        _ => None,
    }
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

fn group(token: &TokenTree, delimiter: Delimiter) -> Option<TokenStream> {
    match token {
        TokenTree::Group(group) if group.delimiter() == delimiter => Some(group.stream()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uses_of(files: &[(&str, &str)]) -> Vec<String> {
        let read =
            |path: &Path| files.iter().find(|(name, _)| Path::new(name) == path).map(|(_, text)| (*text).to_owned());
        let uses = uses(Path::new("src/lib.rs"), &read).unwrap();
        uses.keys().map(|(from, to)| format!("{} {}", from.display(), to.display()).replace("src/", "")).collect()
    }

    #[test]
    fn uses_lead_to_the_file_that_defines() {
        let files = [
            ("src/lib.rs", "mod a; pub mod b; pub use b::deep::Deep; macro_rules! m { () => { $crate::a::A } }"),
            ("src/a.rs", "use crate::{Deep, b}; pub struct A; fn f() { b::g(); }"),
            ("src/b/mod.rs", "pub mod deep; mod inner { use super::deep::Deep; } pub fn g() {}"),
            ("src/b/deep.rs", "pub struct Deep; fn f() { let x = vec![serde::de::X, crate::a::A]; m!() }"),
        ];
        let expected = [
            "a.rs b/deep.rs",
            "a.rs b/mod.rs",
            "b/deep.rs a.rs",
            "b/deep.rs lib.rs",
            "b/mod.rs b/deep.rs",
            "lib.rs a.rs",
        ];
        assert_eq!(uses_of(&files), expected);
    }

    #[test]
    fn tests_and_re_exports_are_no_uses() {
        let files = [
            ("src/lib.rs", "mod a; pub use a::A; pub(crate) use a::{self, A as B};"),
            ("src/a.rs", "pub struct A; #[cfg(test)] mod tests { use crate::B; } #[cfg(test)] use crate::B;"),
        ];
        assert!(uses_of(&files).is_empty());
    }

    #[test]
    fn a_cycle_is_found_whole_and_once() {
        let files = |pairs: &[(&str, &str)]| {
            pairs.iter().map(|(from, to)| ((from.into(), to.into()), String::new())).collect::<Uses>()
        };
        let found = files(&[("a", "b"), ("b", "c"), ("c", "a"), ("d", "a"), ("c", "e")]);
        assert_eq!(cycles(&found), [["a", "b", "c"].map(Path::new).into()]);
        assert!(cycles(&files(&[("a", "b"), ("b", "c"), ("a", "c")])).is_empty());
    }
}
