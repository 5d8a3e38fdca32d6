//! Components of records.

/// A component of a record.
pub(super) struct Part {
    pub(super) comment: String,
    /// With its annotation.
    pub(super) typed: String,
    pub(super) name: String,
    /// The value of a component that the caller omits, as Java's code.
    pub(super) default: Option<String>,
    pub(super) is_bytes: bool,
    pub(super) is_object: bool,
}

#[cfg(test)]
pub(super) mod tests {
    use super::Part;

    pub(in super::super) fn part(typed: &str, name: &str, default: Option<&str>) -> Part {
        Part {
            comment: format!("The {name}."),
            typed: typed.to_owned(),
            name: name.to_owned(),
            default: default.map(str::to_owned),
            is_bytes: typed == "byte[]",
            is_object: typed.ends_with("Token"),
        }
    }
}
