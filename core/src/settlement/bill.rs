//! The bill of a flow: everything that a flow sends for it, prepared before the first step.

use crate::{
    biller::Biller, call::Call, error::Error, models::Settlement, operation::Behaviour, settlement::lookup::Lookup,
};
use billwire_wire::{Draft, Model, input::DynamicValue, validate::Values};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// A validated bill with its settlement and its lookup.
#[derive(Clone, Debug)]
pub(crate) struct Bill {
    /// Reference of the bill.
    pub(crate) ref_id: String,
    /// Digest of the signed fields.
    pub(crate) digest: String,
    /// The settlement to send.
    pub(crate) settlement: Call<Settlement>,
    /// The lookup; none if the profile does not say how a settlement is found again.
    pub(crate) lookup: Option<Lookup>,
}

impl Bill {
    /// Prepares the settlement and the lookup, so that no later step can fail.
    pub(crate) fn of(biller: &Biller, draft: &impl Draft) -> Result<Bill, Error> {
        let settlement = biller.prepare_from::<Settlement>(draft)?;
        let lookup = can_look_up(biller).then(|| biller.prepare_settlement_lookup_from(draft)).transpose()?;
        let encode = |validator: &mut _, position| draft.encode(validator, position);
        let validated = biller.validate(Settlement::DECLARATION, Values::default(), encode);
        Bill::new(&validated.values, settlement, lookup)
    }

    /// Prepares the settlement and the lookup of a value whose type is not known before.
    pub(crate) fn of_value(biller: &Biller, value: &DynamicValue) -> Result<Bill, Error> {
        let settlement = biller.prepare_value::<Settlement>(value)?;
        let lookup = can_look_up(biller).then(|| biller.prepare_settlement_lookup_value(value)).transpose()?;
        let validated = biller.validate_tree(Settlement::DECLARATION, value);
        Bill::new(&validated.values, settlement, lookup)
    }

    fn new(values: &Values<'_>, settlement: Call<Settlement>, lookup: Option<Lookup>) -> Result<Bill, Error> {
        let ref_id = values.text(REF_ID).ok_or(Error::Internal)?.to_owned();
        Ok(Bill { ref_id, digest: digest(values).ok_or(Error::Internal)?, settlement, lookup })
    }
}

fn can_look_up(biller: &Biller) -> bool {
    biller.context().profile.settlement_lookup.is_some()
}

const REF_ID: usize = Settlement::SCHEMA.index("ref_id");
const DATE: usize = Settlement::SCHEMA.index("date");
const CURRENCY: usize = Settlement::SCHEMA.index("currency");
const TOTAL_AMOUNT: usize = Settlement::SCHEMA.index("total_amount");
const CUSTOMER: usize = Settlement::SCHEMA.index("customer_sync_code");
const DESTINATION: usize = Settlement::SCHEMA.index("settlement_to");

/// Returns a digest of the signed fields, each with its length before it, so that no two bills share a text.
fn digest(values: &Values<'_>) -> Option<String> {
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
    let mut hex = String::new();
    for byte in hash.finalize() {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    Some(hex)
}
