//! What uniffi's Swift lacks to read as Swift, mended line by line:
//!
//! - classes are final, and only the library makes them: nobody can make a `Confirmed`, nor override one;
//! - converters and handles are no part of the module's face;
//! - an error's cases begin with a small letter;
//! - the aliases of custom types stand for what they name (`Date`, `Decimal`, `String`);
//! - buffers are read and written by `Sources/Billwire/Buffers.swift`, several times as fast;
//! - memberwise initialisers are documented, and links in comments are Swift's.
//!
//! A rule that finds nothing to mend is an error: then uniffi writes something else than what this file was made for.

use std::collections::BTreeMap;

use anyhow::{Result, bail, ensure};

/// A piece of a line of code, and what stands in its place.
const RULES: [(&str, &str); 18] = [
    ("open class ", "public final class "),
    ("open func ", "public func "),
    ("required public init(unsafeFromHandle", "fileprivate init(unsafeFromHandle"),
    ("public init(noHandle", "fileprivate init(noHandle"),
    ("public struct NoHandle", "fileprivate struct NoHandle"),
    ("public protocol ", "fileprivate protocol "),
    ("public struct FfiConverter", "fileprivate struct FfiConverter"),
    ("public func FfiConverter", "fileprivate func FfiConverter"),
    ("public func uniffi", "fileprivate func uniffi"),
    ("(data: Data, offset: Data.Index)", "BufferReader"),
    ("createReader(data: Data(rustBuffer: buf))", "BufferReader(buf)"),
    ("inout [UInt8]", "inout BufferWriter"),
    ("createWriter()", "BufferWriter()"),
    ("return RustBuffer(bytes: writer)", "return writer.buffer"),
    ("try! rustCall { uniffi_billwire_fn_clone_", "coreCall { uniffi_billwire_fn_clone_"),
    ("try! rustCall { uniffi_billwire_fn_free_", "coreCall { uniffi_billwire_fn_free_"),
    ("// Default memberwise initializers are never public by default, so we", "/// Makes one of all its parts;"),
    ("// declare one manually.", "/// what has a default may be left out."),
];
/// What the module has itself: the lines that it and what follows it begin with, and what calls the module's own.
const OWN: [(&str, &str, &str); 4] = [
    ("fileprivate extension RustBuffer {", "fileprivate extension ForeignBytes {", ""),
    ("fileprivate extension Data {", "// Define writer functionality.", ""),
    ("fileprivate func createWriter(", "// Protocol for types that transfer", ""),
    (
        "    public static func lower(_ value: String)",
        "    public static func read(from buf: inout (data",
        "    public static func lower(_ value: String) -> RustBuffer { textBuffer(value) }",
    ),
];
/// What stands before the name of a case.
const BEFORE_CASES: [&str; 3] = [DECLARATION, "case let .", "return ."];
const DECLARATION: &str = "    case ";
/// The one of Swift's own words that names a case.
const KEYWORD: &str = "internal";

/// The source that is compiled.
pub(crate) fn idiomatic(generated: &str) -> Result<String> {
    let aliases: BTreeMap<&str, &str> = generated.lines().filter_map(alias).collect();
    let cases: Vec<&str> = generated.lines().filter_map(|line| capital_case(line, DECLARATION)).collect();
    ensure!(!aliases.is_empty() && !cases.is_empty(), "uniffi writes aliases or errors in another way");
    let mut hits = [0usize; RULES.len()];
    let mut source = "// swift-format-ignore-file\n".to_owned();
    for line in without_own(generated)?.into_iter().filter(|line| alias(line).is_none()) {
        source += &if is_comment(line) { comment(line, &cases, &mut hits) } else { code(line, &aliases, &mut hits) };
        source.push('\n');
    }
    for ((piece, _), hits) in RULES.iter().zip(hits) {
        ensure!(hits > 0, "uniffi's Swift has no `{piece}` any more");
    }
    Ok(source)
}

/// All lines but those of what the module has itself.
fn without_own(generated: &str) -> Result<Vec<&str>> {
    let mut lines: Vec<&str> = generated.lines().collect();
    for (begins, follows, instead) in OWN {
        let first = lines.iter().position(|line| line.starts_with(begins));
        let length = first.and_then(|first| lines.iter().skip(first).position(|line| line.starts_with(follows)));
        let (Some(first), Some(length)) = (first, length) else { bail!("uniffi's Swift has no `{begins}` any more") };
        lines.splice(first..first.saturating_add(length), [instead]);
    }
    Ok(lines)
}

/// `public typealias Instant = Date`: the name, and what it stands for.
fn alias(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("public typealias ")?.split_once(" = ")
}

/// The name behind one of [`BEFORE_CASES`], if it begins with a capital letter.
fn capital_case<'a>(line: &'a str, before: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(before)?;
    let name = rest.split(|letter: char| !letter.is_alphanumeric()).next()?;
    let capital = name.starts_with(|letter: char| letter.is_ascii_uppercase());
    (capital && name.contains(|letter: char| letter.is_ascii_lowercase())).then_some(name)
}

fn is_comment(line: &str) -> bool {
    let text = line.trim_start();
    text.starts_with("//") || text.starts_with("/**") || text == "*" || text.starts_with("* ")
}

fn comment(line: &str, cases: &[&str], hits: &mut [usize]) -> String {
    let mut text = ruled(line, hits);
    for case in cases {
        text = text.replace(&format!("`{case}`"), &format!("`{}`", small(case)));
    }
    linked(&text)
}

fn code(line: &str, aliases: &BTreeMap<&str, &str>, hits: &mut [usize]) -> String {
    let mut text = ruled(line, hits);
    for before in BEFORE_CASES {
        if let Some(case) = capital_case(&text, before) {
            let name = if before == DECLARATION { quoted(&small(case)) } else { small(case) };
            text = text.replace(&format!("{before}{case}"), &format!("{before}{name}"));
        }
    }
    words(&text).map(|word| aliases.get(word).copied().unwrap_or(word)).collect()
}

fn ruled(line: &str, hits: &mut [usize]) -> String {
    let mut text = line.to_owned();
    for ((piece, instead), hits) in RULES.iter().zip(hits) {
        if text.contains(piece) {
            text = text.replace(piece, instead);
            *hits = hits.saturating_add(1);
        }
    }
    text
}

/// The text's names and what stands between them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let part_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = rest.find(|letter| part_of_name(letter) != part_of_name(first)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        rest = behind;
        Some(word)
    })
}

fn quoted(name: &str) -> String {
    if name == KEYWORD { format!("`{name}`") } else { name.to_owned() }
}

fn small(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
}

/// rustdoc's `` [`Confirmed.claim_key`] `` as `` `Confirmed.claimKey` ``.
fn linked(text: &str) -> String {
    let mut linked = String::new();
    let mut rest = text;
    while let Some((before, (link, behind))) =
        rest.split_once("[`").and_then(|(before, link)| Some((before, link.split_once("`]")?)))
    {
        linked += &format!("{before}`{}`", camel(link));
        rest = behind;
    }
    linked + rest
}

fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |name, part| {
        let mut letters = part.chars();
        let capital: String = letters.next().map(|first| first.to_ascii_uppercase()).into_iter().collect();
        name + &capital + letters.as_str()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aliases_stand_for_what_they_name() {
        let aliases = BTreeMap::from([("Instant", "Date")]);
        let text = code("*/at: Instant?, read: FfiConverterTypeInstant.read", &aliases, &mut [0; RULES.len()]);
        assert_eq!(text, "*/at: Date?, read: FfiConverterTypeInstant.read");
    }

    #[test]
    fn cases_begin_small() {
        let hits = &mut [0; RULES.len()];
        let line = |text| code(text, &BTreeMap::new(), hits.clone().as_mut_slice());
        assert_eq!(line("    case InvalidRequest("), "    case invalidRequest(");
        assert_eq!(line("    case Internal("), "    case `internal`(");
        assert_eq!(line("        case 1: return .Internal("), "        case 1: return .internal(");
        assert_eq!(line("        case let .Rejected(failure):"), "        case let .rejected(failure):");
        for text in ["        return InitializationResult.ok", "        case CALL_ERROR:"] {
            assert_eq!(line(text), text);
        }
    }

    #[test]
    fn comments_speak_of_swift() {
        let text = comment(" * Throws `Rejected`; see [`Confirmed.claim_key`].", &["Rejected"], &mut [0; RULES.len()]);
        assert_eq!(text, " * Throws `rejected`; see `Confirmed.claimKey`.");
    }

    #[test]
    fn another_uniffi_is_noticed() {
        assert!(idiomatic("public class Biller {}").is_err());
    }
}
