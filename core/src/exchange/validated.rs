//! Validation of a request: each field first, then the rules that span fields.

use crate::wire::{
    Draft,
    model::validate::{Validator, Values},
};
use crate::{
    finding::Findings,
    interface::{operation::Declaration, profile::CompiledProfile},
};

/// Values and findings of a validated request.
pub(crate) struct Validated<'a> {
    pub(crate) values: Values<'a>,
    pub(crate) findings: Findings,
}

impl<'a> Validated<'a> {
    /// Validates each field.
    #[inline]
    pub(crate) fn fields(
        operation: &Declaration,
        compiled: &'a CompiledProfile,
        request: &'a (impl Draft + ?Sized),
    ) -> Validated<'a> {
        let (mut validator, position) = Validator::new(operation.schema, &compiled.options);
        request.encode(&mut validator, position);
        let Validator { values, findings, .. } = validator;
        Validated { values, findings }
    }

    /// Applies the rules that span fields. They also compute values.
    #[inline]
    pub(crate) fn with_rules(mut self, operation: &Declaration, compiled: &CompiledProfile) -> Validated<'a> {
        (operation.rules)(&mut self.values, compiled, &mut self.findings);
        self
    }
}
