//! A call comes over together with its request, an event with its payload: the object keeps it, and crosses for it no
//! more. It is left out where objects are written down by their fields.

use anyhow::{Context, Result};

use crate::interface::Bundle;

/// The class with what came over together with it.
pub(super) fn kept(source: &str, bundle: &Bundle) -> Result<String> {
    let Bundle { class, kind, name, .. } = bundle;
    let begin = format!("    public {kind} {name}()");
    let (before, rest) = source.split_once(&begin).with_context(|| format!("{class} has no {name}"))?;
    let (_, behind) = rest.split_once("\n    }\n").with_context(|| format!("{name} has no end"))?;
    let (head, members) = before.split_once(" {\n").with_context(|| format!("{class} has no members"))?;
    Ok(format!(
        "{head} {{\n    private transient volatile {kind} {name};\n\n    {class} with({kind} {name}) {{\n        \
         this.{name} = {name};\n        return this;\n    }}\n\n{members}{begin} {{\n        return {name};\n    }}\n{behind}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_with_an_object_is_its_own() {
        let [parts, class, kind, name] = ["P", "A", "B", "b"].map(str::to_owned);
        let source = "class A {\n    public B b()  {\n        cross();\n    }\n}\n";
        let kept = kept(source, &Bundle { parts, class, kind, name }).unwrap();
        assert!(kept.starts_with("class A {\n    private transient volatile B b;\n"));
        assert!(kept.contains("    A with(B b) {\n        this.b = b;"));
        assert!(kept.ends_with("    public B b() {\n        return b;\n    }\n}\n"));
    }
}
