//! The hot half of the library (`core/src/foreign/hot.rs`): a method is tried there first, and goes its own way if nothing
//! is answered. Both come together here, by their names: `receive` and `receive_hot`. The hot one is not seen from outside.

use anyhow::{Context, Result, ensure};
use uniffi_bindgen::ComponentInterface;
use uniffi_bindgen::interface::{AsType, Method, Type};

use super::idiom::Sources;
use super::javadoc::camel;

const HOT: &str = "_hot";

/// How uniffi's Java writes the hot methods' texts, and what stands in its place.
const PACKETS: [(&str, &str); 4] = [
    ("public java.lang.String ", "private Packet "),
    ("java.lang.String ", "Packet "),
    ("FfiConverterString.INSTANCE.lift(", "Crossing.answer("),
    ("FfiConverterString.INSTANCE.lower(", "Crossing.lower("),
];

/// Of these types only a part goes the hot way, by a writer of its own.
const WRITERS: [(&str, &str); 1] = [("FfiConverterTypeWebhookHeaders", "Headers::writeReceived")];

/// Puts the hot methods behind those that they belong to.
pub(super) fn joined(sources: &mut Sources, interface: &ComponentInterface) -> Result<()> {
    let mut found = false;
    for object in interface.object_definitions() {
        for method in object.methods() {
            let Some(cold) = method.name().strip_suffix(HOT) else { continue };
            found = true;
            let face = sources.get_mut(&format!("{}Interface", object.name())).context("a class has no interface")?;
            *face = without(face, &camel(method.name()), ";\n")?.0;
            let class = sources.get_mut(object.name()).context("an object has no class")?;
            *class = tried_first(class, method, &camel(cold))?;
        }
    }
    ensure!(found, "the library has no hot half any more");
    let functions = sources.get_mut("Billwire").context("the functions have no class")?;
    for function in interface.function_definitions().iter().filter(|function| function.name().ends_with(HOT)) {
        let (before, hot, behind) = method_of(functions, &camel(function.name()), "\n    }\n")?;
        *functions = format!("{before}{}{behind}", hot.replacen("public ", "", 1));
    }
    Ok(())
}

/// The class whose cold method tries the hot one first.
fn tried_first(class: &str, method: &Method, cold: &str) -> Result<String> {
    let arguments: Vec<(String, bool)> = method
        .arguments()
        .iter()
        .map(|argument| (camel(argument.name()), matches!(argument.as_type(), Type::String)))
        .collect();
    let hot = camel(method.name());
    let (rest, own) = without(class, &hot, "\n    }\n")?;
    let (before, plain, behind) = method_of(&rest, cold, "\n    }\n")?;
    let (signature, body) = plain.split_once(" {\n").with_context(|| format!("{cold} has no body"))?;
    let given: Vec<String> = arguments.iter().map(|argument| given(body, argument)).collect::<Result<_>>()?;
    let (given, converter) = (given.join(", "), converter(body, ".INSTANCE.lift(")?);
    Ok(format!(
        "{before}{signature} {{\n        Packet _answer = {hot}({given});\n        \
         if (_answer.hasRemaining()) return {converter}.INSTANCE.read(_answer);\n{body}\n{}{behind}",
        with_packets(&own)?
    ))
}

/// What the hot method is given for an argument: a text has to be packed as the cold method's converter writes it.
fn given(cold: &str, (name, is_text): &(String, bool)) -> Result<String> {
    if !is_text {
        return Ok(name.clone());
    }
    let converter = converter(cold, &format!(".INSTANCE.lower({name})"))?;
    let own = WRITERS.iter().find(|(type_converter, _)| *type_converter == converter);
    let writer = own.map_or_else(|| format!("{converter}.INSTANCE::write"), |(_, writer)| (*writer).to_owned());
    Ok(format!("Crossing.packed({writer}, {name})"))
}

/// The converter whose method is called so.
fn converter<'source>(body: &'source str, call: &str) -> Result<&'source str> {
    let (before, _) = body.split_once(call).with_context(|| format!("there is no `{call}`"))?;
    let start = before.rfind(|letter: char| !letter.is_alphanumeric()).map_or(0, |at| at + 1);
    before.get(start..).filter(|name| name.starts_with("FfiConverter")).context("a value has no converter")
}

fn with_packets(method: &str) -> Result<String> {
    PACKETS.into_iter().try_fold(method.to_owned(), |method, (text, instead)| {
        ensure!(method.contains(text), "a hot method has no `{}`", text.trim());
        Ok(method.replace(text, instead))
    })
}

/// The source without a method, its comment and its annotation; and the method.
fn without(source: &str, name: &str, end: &str) -> Result<(String, String)> {
    let (before, method, behind) = method_of(source, name, end)?;
    let comment = before.rfind("    /**\n").with_context(|| format!("{name} has no comment"))?;
    Ok((format!("{}{behind}", before.get(..comment).unwrap_or_default()), method.to_owned()))
}

/// What stands before a method, itself from its first word to its end, and what stands behind it.
fn method_of<'source>(
    source: &'source str,
    name: &str,
    end: &str,
) -> Result<(&'source str, &'source str, &'source str)> {
    let no_method = || format!("there is no method {name}");
    let at = source.find(&format!(" {name}(")).with_context(no_method)?;
    let start = source.get(..at).and_then(|before| before.rfind("    public ")).with_context(no_method)?;
    let stop = source.get(at..).and_then(|rest| rest.find(end)).with_context(no_method)? + at + end.len();
    let (before, rest) = source.split_at(start);
    let (method, behind) = rest.split_at(stop - start);
    Ok((before, method, behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "class A {\n    /**\n     * Cold.\n     */\n    @Override\n    public B b(C c) throws D {\n        \
        return FfiConverterTypeB.INSTANCE.lift(to(FfiConverterTypeC.INSTANCE.lower(c)));\n    }\n    /**\n     * Hot.\n     \
        */\n    @Override\n    public java.lang.String bHot(java.lang.String c)  {\n        \
        return FfiConverterString.INSTANCE.lift(to(FfiConverterString.INSTANCE.lower(c)));\n    }\n}\n";

    #[test]
    fn a_method_goes_with_its_comment() {
        let (rest, hot) = without(SOURCE, "bHot", "\n    }\n").unwrap();
        assert!(rest.contains("Cold.") && !rest.contains("Hot"));
        assert!(rest.ends_with("    }\n}\n"));
        assert!(hot.starts_with("    public java.lang.String bHot(") && hot.ends_with("    }\n"));
        assert!(without(SOURCE, "c", "\n    }\n").is_err());
    }

    #[test]
    fn converters_are_those_of_the_cold_method() {
        let (_, cold, _) = method_of(SOURCE, "b", "\n    }\n").unwrap();
        assert_eq!(
            given(cold, &("c".to_owned(), true)).unwrap(),
            "Crossing.packed(FfiConverterTypeC.INSTANCE::write, c)"
        );
        assert_eq!(given(cold, &("d".to_owned(), false)).unwrap(), "d");
        assert_eq!(converter(cold, ".INSTANCE.lift(").unwrap(), "FfiConverterTypeB");
        assert!(converter(cold, ".INSTANCE.read(").is_err());
    }

    #[test]
    fn a_hot_method_takes_and_gives_packets() {
        let (_, hot) = without(SOURCE, "bHot", "\n    }\n").unwrap();
        let packets =
            "    private Packet bHot(Packet c)  {\n        return Crossing.answer(to(Crossing.lower(c)));\n    }\n";
        assert_eq!(with_packets(&hot).unwrap(), packets);
        assert!(with_packets("    public int bHot()  {\n    }\n").is_err());
    }
}
