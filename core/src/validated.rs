//! Validation of a request: each field first, then the rules that span fields.

use crate::wire::{
    input::DynamicValue,
    validate::{ObjectPosition, Validator, Values},
};
use crate::{
    finding::{Code, Finding, Findings},
    operation::Declaration,
    profile::CompiledProfile,
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
        encode: impl FnOnce(&mut Validator<'a>, ObjectPosition),
    ) -> Validated<'a> {
        let (mut validator, position) = Validator::new(operation.schema, &compiled.options);
        encode(&mut validator, position);
        let Validator { values, findings, .. } = validator;
        Validated { values, findings }
    }

    /// Validates each field of a dynamic value. One that is no object has a single finding.
    pub(crate) fn fields_of_tree(
        operation: &Declaration,
        compiled: &'a CompiledProfile,
        tree: &'a DynamicValue,
    ) -> Result<Validated<'a>, Findings> {
        let DynamicValue::Members(members) = tree else {
            return Err(Finding::new("", Code::WrongType).explained("expected an object").into());
        };
        let encode = |validator: &mut Validator<'a>, position| validator.members(position, members);
        Ok(Validated::fields(operation, compiled, encode))
    }

    /// Applies the rules that span fields. They also compute values.
    #[inline]
    pub(crate) fn with_rules(mut self, operation: &Declaration, compiled: &CompiledProfile) -> Validated<'a> {
        (operation.rules)(&mut self.values, compiled, &mut self.findings);
        self
    }
}
