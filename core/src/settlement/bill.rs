//! The bill of a flow: everything that a flow sends for it, prepared before the first step.

use crate::wire::{Draft, Model, input::DynamicValue, json_writer::JsonWriter, validate::Values, write};
use crate::{
    biller::Biller,
    call::Call,
    context::Context,
    error::Error,
    finding::{Code, Finding},
    models::Settlement,
    operation::Behaviour,
    profile::{DEFAULT_PROFILE, WireProfile},
    settlement::lookup::Lookup,
    validated::Validated,
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
    /// Digest of the signed fields, which records of version 1 have.
    pub(crate) signed_digest: String,
    /// The settlement to send.
    pub(crate) settlement: Call<Settlement>,
    /// The lookup; none if the profile does not say how a settlement is found again.
    pub(crate) lookup: Option<Lookup>,
}

impl Bill {
    /// Prepares the settlement and the lookup, so that no later step can fail.
    pub(crate) fn of(biller: &Biller, draft: &Settlement) -> Result<Bill, Error> {
        let encode = |validator: &mut _, position| draft.encode(validator, position);
        Bill::new(biller, biller.validate(Settlement::DECLARATION, encode))
    }

    /// Prepares the settlement and the lookup of a value whose type is not known before.
    pub(crate) fn of_value(biller: &Biller, value: &DynamicValue) -> Result<Bill, Error> {
        Bill::new(biller, biller.validate_tree(Settlement::DECLARATION, value))
    }

    fn new(biller: &Biller, validated: Validated<'_>) -> Result<Bill, Error> {
        let mut settlement = biller.call(biller.compose(Settlement::DECLARATION, &validated)?)?;
        settlement.warnings.extend(never_not_found(biller.context())?);
        let ref_id = validated.values.text(REF_ID).ok_or(Error::Internal)?.to_owned();
        let digest = digest_of_all(&validated.values);
        let signed_digest = digest_of_signed(&validated.values).ok_or(Error::Internal)?;
        let can_look_up = biller.context().profile.settlement_lookup.is_some();
        let lookup = can_look_up.then(|| biller.prepare_lookup(validated)).transpose()?;
        Ok(Bill { ref_id, digest, signed_digest, settlement, lookup })
    }
}

/// Warning that no lookup can say that the bill was not found, so that a lost answer is never followed by another attempt. It names
/// the setting as the JSON of a profile does.
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
const DATE: usize = Settlement::SCHEMA.index("date");
const CURRENCY: usize = Settlement::SCHEMA.index("currency");
const TOTAL_AMOUNT: usize = Settlement::SCHEMA.index("total_amount");
const CUSTOMER: usize = Settlement::SCHEMA.index("customer_sync_code");
const DESTINATION: usize = Settlement::SCHEMA.index("settlement_to");

/// Returns a digest of all fields, as the interface writes them. The profile and the key make no difference.
fn digest_of_all(values: &Values<'_>) -> String {
    let mut body = JsonWriter::default();
    write::object(Settlement::SCHEMA, values, 0, &DEFAULT_PROFILE.options, None, &mut body);
    hex(Sha256::digest(body.as_bytes()))
}

/// Returns a digest of the signed fields, each with its length before it, so that no two bills share a text.
fn digest_of_signed(values: &Values<'_>) -> Option<String> {
    let date = values.instant(DATE)?.unix_millis().to_string();
    let amount = values.integer(TOTAL_AMOUNT)?.to_string();
    let text = |field| values.text(field);
    let fields = [text(REF_ID)?, &date, text(CURRENCY)?, &amount, text(CUSTOMER)?, text(DESTINATION)?];
    let mut hash = Sha256::new();
    for field in fields {
        hash.update(field.len().to_string());
        hash.update(":");
        hash.update(field);
    }
    Some(hex(hash.finalize()))
}

fn hex(bytes: impl IntoIterator<Item = u8>) -> String {
    let mut hex = String::new();
    for byte in bytes {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}
