//! uniffi's Java wraps each custom type into a record of its own: `record Instant(java.time.Instant value)`. What such a
//! record holds is put in its place, everywhere, and the record goes.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};

use super::idiom::Sources;

const NULLABLE: &str = "@org.jspecify.annotations.Nullable ";
const PRIMITIVES: [(&str, &str); 2] = [("java.lang.Integer", "int"), ("java.lang.Double", "double")];

/// The wrappers' names, and what they hold.
type Wrappers = BTreeMap<String, String>;

/// Takes the wrappers out of the sources.
pub(super) fn unwrap(sources: &mut Sources) -> Result<()> {
    let wrappers: Wrappers =
        sources.iter().filter_map(|(name, source)| Some((name.clone(), held(name, source)?.to_owned()))).collect();
    ensure!(!wrappers.is_empty(), "uniffi wraps custom types in another way");
    for name in wrappers.keys() {
        sources.remove(name);
        let converter = sources.get_mut(&converter(name)).with_context(|| format!("{name} has no converter"))?;
        *converter = direct(converter, name);
    }
    for (class, source) in sources.iter_mut() {
        let boxed = class.starts_with("FfiConverter");
        *source = source.lines().flat_map(|line| [spelt_out(line, &wrappers, boxed), "\n".to_owned()]).collect();
    }
    Ok(())
}

/// What a wrapper holds: its one part is called `value`, and has no comment as the parts of records do.
fn held<'source>(name: &str, source: &'source str) -> Option<&'source str> {
    let (_, parts) = source.split_once(&format!("public record {name}("))?;
    parts.split_once(')')?.0.trim().strip_suffix(" value").filter(|held| !held.contains(char::is_whitespace))
}

fn converter(name: &str) -> String {
    format!("FfiConverterType{name}")
}

/// The converter without making the wrapper, and without taking anything out of it.
fn direct(converter: &str, name: &str) -> String {
    let mut direct = converter.replace(&format!("new {name}("), "(").replace("value.value()", "value");
    for (boxed, primitive) in PRIMITIVES {
        direct = direct.replace(&format!(", {primitive}>"), &format!(", {boxed}>"));
    }
    direct
}

/// The line with what the wrappers hold. Behind a dot stands somebody else's name, unless it is this package's.
fn spelt_out(line: &str, wrappers: &Wrappers, boxed: bool) -> String {
    if line.trim_start().starts_with(['*', '/']) {
        return line.to_owned();
    }
    let part_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut text = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|letter| part_of_name(letter) != part_of_name(first)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        text.truncate(text.strip_suffix("billwire.").filter(|_| wrappers.contains_key(word)).unwrap_or(&text).len());
        match wrappers.get(word).filter(|_| !text.ends_with('.')) {
            Some(held) => say(&mut text, held, boxed),
            None => text += word,
        }
        rest = behind;
    }
    text
}

/// Java wants the annotation of a type right before its last name.
fn say(text: &mut String, held: &str, boxed: bool) {
    if text.ends_with(NULLABLE) {
        text.truncate(text.len() - NULLABLE.len());
        let (package, name) = held.split_at(held.rfind('.').map_or(0, |dot| dot + 1));
        *text += &format!("{package}{NULLABLE}{name}");
        return;
    }
    let primitive = PRIMITIVES.iter().find(|(boxed, _)| *boxed == held).filter(|_| !boxed && !text.ends_with('<'));
    *text += primitive.map_or(held, |(_, primitive)| primitive);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrappers() -> Wrappers {
        [("Instant", "java.time.Instant"), ("HttpStatus", "java.lang.Integer"), ("Secret", "SecretText")]
            .map(|(name, held)| (name.to_owned(), held.to_owned()))
            .into()
    }

    #[test]
    fn what_is_held_stands_for_the_wrapper() {
        let line = "  Instant at(billwire.Instant now, java.util.List<HttpStatus> all, HttpStatus one) // Instants";
        let spelt =
            "  java.time.Instant at(java.time.Instant now, java.util.List<java.lang.Integer> all, int one) // Instants";
        assert_eq!(spelt_out(line, &wrappers(), false), spelt);
        assert_eq!(spelt_out("HttpStatus", &wrappers(), true), "java.lang.Integer");
        assert_eq!(spelt_out(" * Instant", &wrappers(), false), " * Instant");
    }

    #[test]
    fn annotations_stand_before_the_last_name() {
        let line = format!("{NULLABLE}Instant a, {NULLABLE}Secret b, {NULLABLE}HttpStatus c");
        let spelt = format!("java.time.{NULLABLE}Instant a, {NULLABLE}SecretText b, java.lang.{NULLABLE}Integer c");
        assert_eq!(spelt_out(&line, &wrappers(), false), spelt);
    }

    #[test]
    fn a_wrapper_goes_and_its_converter_stays() {
        let converter = "enum FfiConverterTypeInstant implements FfiConverter<Instant, double> {\n\
                         return new Instant(java.time.Instant.ofEpochMilli(it));\nit = value.value().getNano();";
        let mut sources = Sources::from([
            ("Instant".to_owned(), "public record Instant(\n  java.time.Instant value\n) {}".to_owned()),
            ("FfiConverterTypeInstant".to_owned(), converter.to_owned()),
        ]);
        unwrap(&mut sources).unwrap();
        let direct = "enum FfiConverterTypeInstant implements FfiConverter<java.time.Instant, java.lang.Double> {\n\
                      return (java.time.Instant.ofEpochMilli(it));\nit = value.getNano();\n";
        assert_eq!(sources, Sources::from([("FfiConverterTypeInstant".to_owned(), direct.to_owned())]));
        assert!(unwrap(&mut sources).is_err());
        assert_eq!(held("Pair", "public record Pair(\n/**\n * It.\n */\n  long value\n) {}"), None);
    }
}
