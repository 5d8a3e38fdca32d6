//! The builder of a record: what is required by name and in its order, each named before the next can be, and then what
//! is optional in any order. A bill without its currency does not compile, and no two texts can change places unseen.

use super::javadoc::capital;
use super::records::Part;

/// The members of a record by which it is built.
pub(super) fn builder(record: &str, parts: &[Part]) -> String {
    let (required, optional): (Vec<&Part>, Vec<&Part>) = parts.iter().partition(|part| part.default.is_none());
    let stages =
        required.iter().enumerate().map(|(i, part)| stage(part, following(&required, i), following(&required, i + 1)));
    let stages: String = stages.collect();
    format!("{}{stages}{}", start(record, &required), last(record, parts, &required, &optional))
}

fn start(record: &str, required: &[&Part]) -> String {
    let names = names(required);
    let arrows: String = names.iter().map(|name| format!("{name} -> ")).collect();
    let told =
        if required.is_empty() { "all of it is optional" } else { "what is required in its order, then the rest" };
    format!(
        "    /**\n     * Begins a {{@link {record}}}: {told}.\n     */\n    public static {} builder() {{\n        \
         return {arrows}new Builder({});\n    }}\n\n",
        following(required, 0),
        names.join(", "),
    )
}

/// The type that takes one required part, and gives the next type.
fn stage(part: &Part, name: String, next: String) -> String {
    let Part { typed, name: part_name, .. } = part;
    format!(
        "    /**\n     * Takes what comes next, which is required.\n     */\n    @FunctionalInterface\n    \
         public interface {name} {{\n{}        {next} {part_name}({typed} {part_name});\n    }}\n\n",
        comment(part, "        "),
    )
}

fn last(record: &str, parts: &[Part], required: &[&Part], optional: &[&Part]) -> String {
    let fields = required.iter().map(|part| format!("        private final {} {};\n", part.typed, part.name));
    let defaults = optional.iter().map(|part| {
        format!("        private {} {} = {};\n", part.typed, part.name, part.default.as_deref().unwrap_or("null"))
    });
    let arguments: Vec<String> = required.iter().map(|part| format!("{} {}", part.typed, part.name)).collect();
    let taken = required.iter().map(|part| format!("            this.{0} = {0};\n", part.name));
    let setters = optional.iter().map(|part| setter(part));
    format!(
        "    /**\n     * Takes what is optional, in any order.\n     */\n    public static final class Builder {{\n{}{}\n        \
         private Builder({}) {{\n{}        }}\n\n{}        /**\n         * All that was said.\n         */\n        \
         public {record} build() {{\n            return new {record}({});\n        }}\n    }}\n",
        fields.collect::<String>(),
        defaults.collect::<String>(),
        arguments.join(", "),
        taken.collect::<String>(),
        setters.collect::<String>(),
        names(&parts.iter().collect::<Vec<_>>()).join(", "),
    )
}

fn setter(part: &Part) -> String {
    let Part { typed, name, .. } = part;
    format!(
        "{}        public Builder {name}({typed} {name}) {{\n            this.{name} = {name};\n            \
         return this;\n        }}\n\n",
        comment(part, "        "),
    )
}

/// The type behind so many required parts.
fn following(required: &[&Part], i: usize) -> String {
    required.get(i).map_or("Builder".to_owned(), |part| format!("Needs{}", capital(&part.name)))
}

fn comment(part: &Part, indent: &str) -> String {
    let lines = part.comment.iter().map(|line| format!("{indent} * {line}").trim_end().to_owned() + "\n");
    format!("{indent}/**\n{}{indent} */\n", lines.collect::<String>())
}

fn names<'part>(parts: &[&'part Part]) -> Vec<&'part str> {
    parts.iter().map(|part| part.name.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(name: &str, default: Option<&str>) -> Part {
        let default = default.map(str::to_owned);
        Part { comment: vec![format!("The {name}.")], typed: "T".to_owned(), name: name.to_owned(), default }
    }

    #[test]
    fn what_is_required_is_named_one_after_the_other() {
        let text = builder("R", &[part("a", None), part("b", Some("null")), part("c", None)]);
        assert!(text.contains("public static NeedsA builder() {\n        return a -> c -> new Builder(a, c);"));
        assert!(text.contains("         * The a.\n         */\n        NeedsC a(T a);"));
        assert!(text.contains("        Builder c(T c);"));
        assert!(text.contains("        private T b = null;"));
        assert!(text.contains("         * The b.\n         */\n        public Builder b(T b) {"));
        assert!(text.contains("return new R(a, b, c);"));
    }

    #[test]
    fn without_required_parts_one_may_build_at_once() {
        let text = builder("R", &[part("a", Some("false"))]);
        assert!(text.contains("public static Builder builder() {\n        return new Builder();"));
    }
}
