//! Writing many bodies and signatures with the same buffers.

use crate::{
    biller::{Biller, Buffers, signing_string},
    catalogue::OperationName,
    operations,
    profile::DEFAULT_PROFILE,
    signing::{Hash, SigningKey},
};
use billwire_wire::validate::{ObjectPosition, Validator, Values};

/// Buffers for preparing one request after the other without allocating for each.
///
/// It serves valid requests without warnings. For any other it returns nothing: prepare that request with
/// [`Biller::prepare_from`] or [`Biller::prepare_value`], which report all findings.
#[derive(Default)]
pub struct Workspace {
    buffers: Buffers,
    values: Values<'static>,
}

impl Workspace {
    /// Returns the body that was written last.
    pub fn body(&self) -> &[u8] {
        self.buffers.body.as_bytes()
    }

    /// Writes, and signs, the body of a request whose fields `encode` passes to the validator. Returns whether it did.
    ///
    /// The address and the headers are those of [`Biller::envelope`].
    #[inline]
    pub fn prepare<'a>(
        &mut self,
        biller: &'a Biller,
        operation: OperationName,
        encode: impl FnOnce(&mut Validator<'a>, ObjectPosition),
    ) -> bool {
        let Some(operation) = operations::declaration(operation) else { return false };
        let validated = biller.validate(operation, std::mem::take(&mut self.values), encode);
        if !validated.findings.is_empty() {
            return false;
        }
        let composed = biller.compose(operation, &validated, std::mem::take(&mut self.buffers));
        self.values = validated.values.reused();
        match composed {
            Ok(composed) => {
                self.buffers = composed.buffers;
                composed.warnings.is_empty()
            }
            Err(_) => false,
        }
    }

    /// Signs the signed fields of a bill, which `encode` passes to the validator in their order, if they are valid.
    #[inline]
    pub fn sign<'a>(
        &mut self,
        key: &SigningKey,
        encode: impl FnOnce(&mut Validator<'a>, ObjectPosition),
    ) -> Option<Hash> {
        let out = &mut self.buffers.signing_string;
        out.restart();
        let values = signing_string(&DEFAULT_PROFILE, out, std::mem::take(&mut self.values), encode).ok()?;
        self.values = values.reused();
        Some(key.sign(self.buffers.signing_string.as_bytes()))
    }
}
