//! Arguments with a default, which Java does not have: beside such a method there is one without them.

use anyhow::{Context, Result, ensure};
use uniffi_bindgen::ComponentInterface;
use uniffi_bindgen::interface::Argument;

use super::javadoc::camel;

/// The source of a class with the shorter methods.
pub(super) fn added(source: &str, class: &str, interface: &ComponentInterface) -> Result<String> {
    let Some(object) = interface.get_object_definition(class) else { return Ok(source.to_owned()) };
    let methods = object.methods().into_iter().map(|method| (method.name(), method.arguments()));
    let constructors =
        object.constructors().into_iter().map(|constructor| (constructor.name(), constructor.arguments()));
    let mut source = source.to_owned();
    for (name, arguments) in methods.chain(constructors) {
        let needed = arguments.iter().take_while(|argument| argument.default_value().is_none()).count();
        if needed < arguments.len() {
            let arguments: Vec<String> =
                arguments.into_iter().map(|argument: &Argument| camel(argument.name())).collect();
            source = shortened(&source, &camel(name), &arguments, needed)?;
        }
    }
    Ok(source)
}

/// The method once more, before itself and with its comment, for which the last arguments are null.
fn shortened(source: &str, name: &str, arguments: &[String], needed: usize) -> Result<String> {
    let lines: Vec<&str> = source.lines().collect();
    let is_signature = |line: &&str| line.trim_start().starts_with("public ") && line.contains(&format!(" {name}("));
    let at = lines.iter().position(is_signature).with_context(|| format!("there is no method {name}"))?;
    let (before, method) = lines.split_at(at);
    let comment =
        before.iter().rposition(|line| line.trim() == "/**").with_context(|| format!("{name} has no comment"))?;
    let (before, documentation) = before.split_at(comment);
    let short = short(method.first().copied().unwrap_or_default(), name, arguments, needed)?;
    let documentation_alone = documentation.iter().filter(|line| line.trim() != "@Override");
    let shorter = before.iter().chain(documentation_alone).copied().chain(short.iter().map(String::as_str));
    Ok(shorter.chain(documentation.iter().chain(method).copied()).flat_map(|line| [line, "\n"]).collect())
}

/// The lines of the shorter method.
fn short(signature: &str, name: &str, arguments: &[String], needed: usize) -> Result<[String; 3]> {
    let (head, rest) = signature.split_once('(').context("no arguments")?;
    let (typed, tail) = rest.rsplit_once(')').context("no arguments")?;
    let typed: Vec<&str> = typed.split(", ").collect();
    ensure!(typed.len() == arguments.len(), "arguments in another notation: {signature}");
    let (kept, left_out) = typed.split_at(needed);
    ensure!(left_out.iter().all(|argument| argument.contains("Nullable")), "a default that is not null: {signature}");
    let passed = arguments.iter().enumerate().map(|(i, name)| if i < needed { name.as_str() } else { "null" });
    let call = format!("        return {name}({});", passed.collect::<Vec<_>>().join(", "));
    Ok([format!("{head}({}){tail}", kept.join(", ")), call, "    }\n".to_owned()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_a_default_may_be_left_out() {
        let nullable = "@org.jspecify.annotations.Nullable";
        let long = format!(
            "    /**\n     * Doc.\n     */\n    @Override\n    public int sign(A a, {nullable} B b) throws E {{\n      x();\n    }}\n"
        );
        let short = "    /**\n     * Doc.\n     */\n    public int sign(A a) throws E {\n        return sign(a, null);\n    }\n\n";
        let arguments = ["a".to_owned(), "b".to_owned()];
        assert_eq!(shortened(&long, "sign", &arguments, 1).unwrap(), format!("{short}{long}"));
        assert!(shortened(&long, "sin", &arguments, 1).is_err());
    }
}
