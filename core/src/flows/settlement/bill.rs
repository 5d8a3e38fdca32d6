//! The bill of a flow: everything that a flow sends for it, prepared before the first step.

use crate::wire::{
    Model,
    model::validate::Values,
    write::{body, json_writer::JsonWriter},
};
use crate::{
    exchange::{biller::Biller, call::Call, context::Context},
    finding::{Code, Finding},
    flows::settlement::lookup::Lookup,
    interface::{
        error::Error,
        models::Settlement,
        operation::{Behaviour, RequestOf},
        profile::{DEFAULT_PROFILE, WireProfile},
    },
};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// A validated bill with its settlement and its lookup.
#[derive(Clone, Debug)]
pub(crate) struct Bill {
    /// Reference of the bill.
    pub(crate) ref_id: String,
    /// Digest of all fields.
    pub(crate) digest: String,
    /// The settlement to send.
    pub(crate) settlement: Call<Settlement>,
    /// The lookup; none if the profile does not say how a settlement is found again.
    pub(crate) lookup: Option<Lookup>,
}

impl Bill {
    /// Prepares the settlement and the lookup, so that no later step can fail.
    pub(crate) fn of(biller: &Biller, bill: &impl RequestOf<Settlement>) -> Result<Bill, Error> {
        let validated = biller.validate(Settlement::DECLARATION, bill);
        let mut settlement = biller.call(biller.compose(Settlement::DECLARATION, &validated)?)?;
        settlement.warnings.extend(never_not_found(biller.context())?);
        let ref_id = validated.values.text(REF_ID).ok_or(Error::Internal)?.to_owned();
        let digest = digest_of_all(&validated.values);
        let can_look_up = biller.context().profile.settlement_lookup.is_some();
        let lookup = can_look_up.then(|| biller.prepare_lookup(validated)).transpose()?;
        Ok(Bill { ref_id, digest, settlement, lookup })
    }
}

/// Warning that no lookup can say that the bill was not found, so that a lost answer is never followed by another
/// attempt. It names the setting as the JSON of a profile does.
fn never_not_found(context: &Context) -> Result<Option<Finding>, Error> {
    let WireProfile { settlement_lookup, not_found_codes, .. } = &context.profile;
    let finding = match settlement_lookup {
        None => Finding::new("profile.settlementLookup", Code::SettlementLookup).explained(NO_LOOKUP),
        Some(_) if not_found_codes.verification.is_empty() => {
            Finding::new("profile.notFoundCodes", Code::NotFoundCodes)
        }
        Some(_) => return Ok(None),
    };
    if context.strict { Err(Error::InvalidConfig { violations: finding.into() }) } else { Ok(Some(finding)) }
}

const NO_LOOKUP: &str =
    "without this setting, a bill whose answer is lost cannot be looked up, and is never sent again";

const REF_ID: usize = Settlement::SCHEMA.index("ref_id");

/// Returns a digest of all fields, as the interface writes them. The profile and the key make no difference.
fn digest_of_all(values: &Values<'_>) -> String {
    let mut body = JsonWriter::default();
    body::object(Settlement::SCHEMA, values, 0, &DEFAULT_PROFILE.options, None, &mut body);
    hex(Sha256::digest(body.as_bytes()))
}

fn hex(bytes: impl IntoIterator<Item = u8>) -> String {
    let mut hex = String::new();
    for byte in bytes {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}
