//! The builder of a record. It takes the required components by name and in their order, then the optional ones in any
//! order: a bill without its currency does not compile, and two texts cannot be swapped by mistake.

use anyhow::Result;

use super::javadoc::comment;
use super::part::Part;
use crate::names::capital;

/// The members of a record by which it is built.
pub(super) fn builder(record: &str, parts: &[Part]) -> Result<String> {
    let (required, optional): (Vec<&Part>, Vec<&Part>) = parts.iter().partition(|part| part.default.is_none());
    let stages = required
        .iter()
        .enumerate()
        .map(|(at, part)| stage(part, &stage_name(&required, at), &stage_name(&required, at + 1)));
    let stages = stages.collect::<Result<String>>()?;
    Ok(format!("{}{stages}{}", start(record, &required), last(record, parts, &required, &optional)?))
}

fn start(record: &str, required: &[&Part]) -> String {
    let names = names(required);
    let arrows: String = names.iter().map(|name| format!("{name} -> ")).collect();
    let order = if required.is_empty() {
        "all components are optional"
    } else {
        "required components in their order, then optional ones"
    };
    format!(
        "\n    /** Starts a {{@link {record}}}: {order}. */\n    public static {} builder() {{\n        \
         return {arrows}new Builder({});\n    }}\n",
        stage_name(required, 0),
        names.join(", "),
    )
}

/// The type that takes one required component, and gives the type that takes the next.
fn stage(part: &Part, this: &str, next: &str) -> Result<String> {
    let Part { typed, name, comment: text, .. } = part;
    Ok(format!(
        "\n    /** Takes the next required component. */\n    @FunctionalInterface\n    public interface {this} {{\n{}        \
         {next} {name}({typed} {name});\n    }}\n",
        comment(text, "        ")?,
    ))
}

fn last(record: &str, parts: &[Part], required: &[&Part], optional: &[&Part]) -> Result<String> {
    let fields = required.iter().map(|part| format!("        private final {} {};\n", part.typed, part.name));
    let defaults = optional.iter().map(|Part { typed, name, default, .. }| match default.as_deref() {
        None | Some("null" | "false") => format!("        private {typed} {name};\n"),
        Some(value) => format!("        private {typed} {name} = {value};\n"),
    });
    let arguments: Vec<String> = required.iter().map(|part| format!("{} {}", part.typed, part.name)).collect();
    let taken: String = required.iter().map(|part| format!("            this.{0} = {0};\n", part.name)).collect();
    let setters = optional.iter().map(|part| setter(part)).collect::<Result<String>>()?;
    let body = if taken.is_empty() { "}".to_owned() } else { format!("\n{taken}        }}") };
    Ok(format!(
        "\n    /** Takes optional components, in any order. */\n    public static final class Builder {{\n{}{}\n        \
         private Builder({}) {{{body}\n{setters}\n        /** Returns the record. */\n        public {record} build() {{\n            \
         return new {record}({});\n        }}\n    }}\n",
        fields.collect::<String>(),
        defaults.collect::<String>(),
        arguments.join(", "),
        names(&parts.iter().collect::<Vec<_>>()).join(", "),
    ))
}

fn setter(part: &Part) -> Result<String> {
    let Part { typed, name, comment: text, .. } = part;
    Ok(format!(
        "\n{}        public Builder {name}({typed} {name}) {{\n            this.{name} = {name};\n            \
         return this;\n        }}\n",
        comment(text, "        ")?,
    ))
}

/// The type behind so many required components.
fn stage_name(required: &[&Part], at: usize) -> String {
    required.get(at).map_or("Builder".to_owned(), |part| format!("Needs{}", capital(&part.name)))
}

fn names<'part>(parts: &[&'part Part]) -> Vec<&'part str> {
    parts.iter().map(|part| part.name.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::part::tests::part;
    use super::*;

    #[test]
    fn required_components_are_named_one_after_the_other() {
        let text = builder("R", &[part("T", "a", None), part("T", "b", Some("null")), part("T", "c", None)]).unwrap();
        assert!(text.contains("public static NeedsA builder() {\n        return a -> c -> new Builder(a, c);"));
        assert!(text.contains("        /** The a. */\n        NeedsC a(T a);"));
        assert!(text.contains("        Builder c(T c);"));
        assert!(text.contains("        private T b;"));
        assert!(text.contains("        /** The b. */\n        public Builder b(T b) {"));
        assert!(text.contains("return new R(a, b, c);"));
    }

    #[test]
    fn optional_components_alone_build_at_once() {
        let text = builder("R", &[part("List<T>", "a", Some("List.of()"))]).unwrap();
        assert!(text.contains("public static Builder builder() {\n        return new Builder();"));
        assert!(text.contains("        private List<T> a = List.of();") && text.contains("private Builder() {}\n"));
    }
}
