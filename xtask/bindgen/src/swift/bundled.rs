//! A call comes over together with its request, an event with its payload: the object keeps it, and crosses for it no
//! more. The record that brought both is nobody else's.

use anyhow::{Context, Result};

use crate::interface::Bundle;

/// The source in which an object keeps what came over together with it.
pub(crate) fn kept(source: &str, bundle: &Bundle) -> Result<String> {
    let Bundle { parts, class, kind, name } = bundle;
    let (before, rest) = split(source, &format!("open class {class}:"))?;
    let (head, rest) = split(rest, " {\n")?;
    let (members, rest) = split(rest, &format!("open func {name}() -> {kind} "))?;
    let (_, behind) = split(rest, "\n}\n")?;
    let source = format!(
        "{before}open class {class}:{head} {{\n    fileprivate var {name}Kept: {kind}!\n\n    \
         fileprivate func with(_ {name}: {kind}) -> {class} {{\n        {name}Kept = {name}\n        return self\n    \
         }}\n\n{members}open func {name}() -> {kind} {{\n    return {name}Kept\n}}\n{behind}"
    );
    let (before, behind) = split(&source, &format!("public struct {parts} {{"))?;
    Ok(format!("{before}fileprivate struct {parts} {{{behind}"))
}

fn split<'a>(source: &'a str, at: &str) -> Result<(&'a str, &'a str)> {
    source.split_once(at).with_context(|| format!("uniffi's Swift has no `{at}` any more"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_with_an_object_is_its_own() {
        let [parts, class, kind, name] = ["P", "A", "B", "b"].map(str::to_owned);
        let source = "open class A: C {\nopen func b() -> B  {\n    cross()\n}\n}\npublic struct P {\n";
        let kept = kept(source, &Bundle { parts, class, kind, name }).unwrap();
        assert!(kept.starts_with("open class A: C {\n    fileprivate var bKept: B!\n"));
        assert!(kept.contains("    fileprivate func with(_ b: B) -> A {\n        bKept = b\n"));
        assert!(kept.ends_with("open func b() -> B {\n    return bKept\n}\n}\nfileprivate struct P {\n"));
    }

    #[test]
    fn another_uniffi_is_noticed() {
        let [parts, class, kind, name] = ["P", "A", "B", "b"].map(str::to_owned);
        assert!(kept("public class A {}", &Bundle { parts, class, kind, name }).is_err());
    }
}
