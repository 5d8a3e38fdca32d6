//! A record of Kotlin. One that the library takes has a constructor of the required fields, and a builder of the optional
//! ones: a new optional field is one more function of the builder. One that the library alone makes has neither.

use anyhow::Result;
use uniffi_bindgen::interface::Record;

use super::kdoc::comment;
use super::part::{Part, names, parts};
use super::types::{lifted, lowered};
use crate::interface::Crossing;

pub(super) fn record(record: &Record, crossing: &Crossing) -> Result<String> {
    let name = record.name();
    let parts = parts(record.fields(), &[])?;
    let (taken, given) = (crossing.taken.contains(name), crossing.given.contains(name));
    let class = if taken { built(name, &parts)? } else { made(name, &parts, "", "")? };
    let mut code = format!("{}public {class}", comment(record.docstring(), name, "")?);
    if given {
        code += &if taken { lift_by_builder(name, &parts) } else { lift(name, &parts) };
    }
    if taken {
        code += &lower(name, &parts);
    }
    Ok(code)
}

/// A class that the library alone makes.
pub(super) fn made(name: &str, parts: &[Part], indent: &str, parent: &str) -> Result<String> {
    let field = |part: &Part| {
        Ok(format!("{}{indent}    public val {},\n", part.comment(&format!("{indent}    "))?, part.declared()))
    };
    let fields = parts.iter().map(field).collect::<Result<String>>()?;
    Ok(format!(
        "class {name} internal constructor(\n{fields}{indent}){parent} {{\n{}{indent}}}\n",
        compared(name, parts, indent)
    ))
}

/// A class that callers make.
fn built(name: &str, parts: &[Part]) -> Result<String> {
    let (required, optional): (Vec<&Part>, Vec<&Part>) = parts.iter().partition(|part| part.default.is_none());
    let field = |part: &Part| {
        Ok(format!("{}    public val {} = builder._{}\n\n", part.comment("    ")?, part.declared(), part.name))
    };
    let fields = parts.iter().map(field).collect::<Result<String>>()?;
    let parameters: String = required.iter().map(|part| format!("        {},\n", part.declared())).collect();
    let given = names(required.iter().copied());
    let chained: String = optional.iter().map(|part| format!(".{0}({0})", part.name)).collect();
    Ok(format!(
        "class {name} private constructor(builder: Builder) {{\n{fields}    \
         /** Takes the required values. [optional] sets the others. */\n    @JvmOverloads\n    \
         public constructor(\n{parameters}        optional: Builder.() -> Unit = {{}},\n    ) : this(Builder({given}).apply(optional))\n\n    \
         /** Returns a copy with [changes]. */\n    \
         public fun copy(changes: Builder.() -> Unit): {name} = newBuilder().apply(changes).build()\n\n    \
         /** Returns a builder with these values. */\n    \
         public fun newBuilder(): Builder = Builder({given}){chained}\n\n{}\n{}}}\n",
        compared(name, parts, ""),
        builder(name, parts, &required)?,
    ))
}

/// A value has another name than its function: inside a block, a bare name is the caller's, and never the builder's.
fn builder(name: &str, parts: &[Part], required: &[&Part]) -> Result<String> {
    let parameters = required.iter().map(|part| part.declared()).collect::<Vec<_>>().join(", ");
    let variable = |part: &Part| {
        let value = part.default.as_ref().unwrap_or(&part.name);
        format!("        internal var _{} = {value}\n            private set\n\n", part.declared())
    };
    let setter = |part: &Part| {
        let Part { name, .. } = part;
        let function = format!("public fun {name}({}): Builder = apply {{ _{name} = {name} }}", part.declared());
        Ok(format!("{}        {function}\n\n", part.comment("        ")?))
    };
    Ok(format!(
        "    /** Builder of [{name}]. */\n    @BillwireDsl\n    public class Builder({parameters}) {{\n{}{}        \
         /** Returns the values. */\n        public fun build(): {name} = {name}(this)\n    }}\n",
        parts.iter().map(variable).collect::<String>(),
        parts.iter().map(setter).collect::<Result<String>>()?,
    ))
}

/// The functions by which values compare and print.
fn compared(name: &str, parts: &[Part], indent: &str) -> String {
    let pairs = parts.iter().map(|part| format!(", \"{0}\" to {0}", part.name)).collect::<String>();
    let lines = [
        format!("override fun equals(other: Any?): Boolean = other is {name} && other.fields() == fields()"),
        "override fun hashCode(): Int = fields().hashCode()".to_owned(),
        "override fun toString(): String = fields().toString()".to_owned(),
        format!("private fun fields() = Fields(\"{name}\"{pairs})"),
    ];
    lines.map(|line| format!("{indent}    {line}\n")).join("\n")
}

fn lift(name: &str, parts: &[Part]) -> String {
    let values = parts.iter().map(|part| format!("        {} = {},\n", part.name, lifted(&part.kind, &part.name)));
    format!("\ninternal fun Ffi{name}.lift(): {name} =\n    {name}(\n{}    )\n", values.collect::<String>())
}

fn lift_by_builder(name: &str, parts: &[Part]) -> String {
    let (required, optional): (Vec<&Part>, Vec<&Part>) = parts.iter().partition(|part| part.default.is_none());
    let value = |part: &&Part| lifted(&part.kind, &part.name);
    let required: Vec<_> = required.iter().map(|part| format!("{} = {}", part.name, value(part))).collect();
    let optional: String = optional.iter().map(|part| format!("        {}({})\n", part.name, value(part))).collect();
    format!("\ninternal fun Ffi{name}.lift(): {name} =\n    {name}({}) {{\n{optional}    }}\n", required.join(", "))
}

fn lower(name: &str, parts: &[Part]) -> String {
    let values = parts.iter().map(|part| format!("        {} = {},\n", part.name, lowered(&part.kind, &part.name)));
    format!("\ninternal fun {name}.lower(): Ffi{name} =\n    Ffi{name}(\n{}    )\n", values.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::super::part::tests::part;
    use super::*;
    use uniffi_bindgen::interface::Type;

    #[test]
    fn constructors_take_what_is_required_alone() {
        let text = built("R", &[part("a", Type::Boolean, Some("false")), part("b", Type::String, None)]).unwrap();
        assert!(text.contains("public constructor(\n        b: String,\n        optional: Builder.() -> Unit = {},\n"));
        assert!(text.contains(") : this(Builder(b).apply(optional))"));
        assert!(text.contains("newBuilder(): Builder = Builder(b).a(a)\n"));
        assert!(text.contains("        internal var _a: Boolean = false\n"));
        assert!(text.contains("/** The a. */\n        public fun a(a: Boolean): Builder = apply { _a = a }"));
    }

    #[test]
    fn what_the_library_makes_has_no_constructor_for_others() {
        let text = made("R", &[part("a", Type::Int64, None)], "", "").unwrap();
        assert!(text.starts_with("class R internal constructor(\n    /** The a. */\n    public val a: Long,\n) {\n"));
        assert!(text.contains("Fields(\"R\", \"a\" to a)"));
    }
}
