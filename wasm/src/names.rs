//! Names of settings as JavaScript spells them.

use billwire::{Error, Findings};

/// Fields of the interface that settings contain. JavaScript spells them as the interface does.
const FIELDS: [&str; 5] = ["ref_id", "customer_sync_code", "settlement_to", "identity_code", "purpose_of_transaction"];

/// Result of making an object from settings: the violations of their types, and then those of the object.
///
/// # Errors
/// [`Error::InvalidConfig`] with all violations.
pub(crate) fn made<T>(made: Result<T, Error>, mut violations: Findings) -> Result<T, Error> {
    match made {
        Ok(made) if violations.is_empty() => Ok(made),
        Ok(_) => Err(Error::InvalidConfig { violations }),
        Err(error) => {
            for finding in error.violations() {
                // A setting of the wrong type has a violation already.
                if violations.iter().all(|known| known.path != finding.path) {
                    violations.push(finding.clone());
                }
            }
            Err(Error::InvalidConfig { violations })
        }
    }
}

/// Path of a setting: `profile.settlement_lookup.date_format` is `profile.settlementLookup.dateFormat`.
pub(crate) fn setting(path: &str) -> String {
    let mut renamed = String::with_capacity(path.len());
    for name in path.split_inclusive('.') {
        let is_field = FIELDS.contains(&name.trim_end_matches('.'));
        if is_field { renamed.push_str(name) } else { push_camel_case(name, &mut renamed) }
    }
    renamed
}

/// Adds a name in camel case.
pub(crate) fn push_camel_case(name: &str, out: &mut String) {
    let mut is_initial = false;
    for letter in name.chars() {
        if letter != '_' {
            out.push(if is_initial { letter.to_ascii_uppercase() } else { letter });
        }
        is_initial = letter == '_';
    }
}

#[cfg(test)]
mod tests {
    use super::setting;

    #[test]
    fn fields_of_the_interface_keep_their_names() {
        for (rust, javascript) in [
            ("base_url", "baseUrl"),
            ("tokens[1]", "tokens[1]"),
            ("code_shapes.ref_id", "codeShapes.ref_id"),
            ("profile.settlement_lookup.identity_code", "profile.settlementLookup.identity_code"),
            ("profile.settlement_lookup.date_format", "profile.settlementLookup.dateFormat"),
            ("profile.success_codes.settlement[0]", "profile.successCodes.settlement[0]"),
        ] {
            assert_eq!(setting(rust), javascript);
        }
    }
}
