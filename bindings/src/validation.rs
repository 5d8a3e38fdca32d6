//! Functions for apps, which have no credentials: validating a bill that a server signs, and reading what it answers.

use crate::{
    config::CodeShapes,
    error::{BillwireError, Finding},
    models::{Transaction, WireProfile},
    values::Int32,
};

/// Settings by which a draft is validated without credentials. Use those of the biller that prepares the request later.
#[derive(Clone, Debug, Default, PartialEq, uniffi::Record)]
pub struct DraftSettings {
    /// Settings of the deployment that the interface does not show. Default the interface to the letter.
    #[uniffi(default)]
    pub profile: Option<WireProfile>,
    /// Shapes of the merchant's own codes, by which an ambiguous signing string is noticed.
    #[uniffi(default)]
    pub code_shapes: Option<CodeShapes>,
    /// Line items that a bill may have: from 1 to 100,000. Default 10,000.
    #[uniffi(default)]
    pub max_lines: Option<Int32>,
}

impl From<DraftSettings> for billwire::DraftSettings {
    fn from(settings: DraftSettings) -> billwire::DraftSettings {
        billwire::DraftSettings::builder()
            .maybe_profile(settings.profile.map(Into::into))
            .maybe_code_shapes(settings.code_shapes.map(Into::into))
            .maybe_max_lines(settings.max_lines.map(Int32::size))
            .build()
    }
}

/// Findings about a draft.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct Validation {
    /// Broken rules, each with the path of its field: the first hundred. A biller refuses the request because of any.
    pub violations: Vec<Finding>,
    /// Number of violations that the list omits.
    pub violations_omitted: Int32,
    /// Advice. A biller prepares the request nevertheless, unless it is `strict`.
    pub warnings: Vec<Finding>,
}

impl From<billwire::Validation> for Validation {
    fn from(validation: billwire::Validation) -> Validation {
        let findings = |findings: &[billwire::Finding]| findings.iter().cloned().map(Finding::from).collect();
        Validation {
            violations: findings(&validation.violations),
            violations_omitted: Int32::of(validation.violations.omitted()),
            warnings: findings(&validation.warnings),
        }
    }
}

/// Reads a transaction that a backend passes on to an app as JSON, such as `JSON.stringify(transaction)` in JavaScript.
///
/// # Errors
/// - `Unreadable` with the first violation
#[uniffi::export]
pub fn transaction_from_json(json: String) -> Result<Transaction, BillwireError> {
    Ok(billwire::transaction_from_json(json.as_bytes())?.into())
}
