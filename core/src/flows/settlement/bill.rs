//! The bill of a flow: everything that a flow sends for it, prepared before the first step.

use crate::exchange::{biller::Biller, call::Call, context::Context};
use crate::finding::{Code, Finding};
use crate::flows::settlement::{
    knowledge::{BillDigest, Facts},
    lookup::{LookedUpBill, Lookup},
};
use crate::interface::{
    error::Error,
    models::Settlement,
    operation::{Behaviour, Operation, RequestOf},
    profile::{SettlementLookup, WireProfile},
};
use crate::wire::{Model, model::validate::Values};
use sha2::{Digest, Sha256};

/// A validated bill with its settlement and its lookup.
#[derive(Clone, Debug)]
pub(crate) struct Bill {
    /// Reference of the bill.
    pub(crate) ref_id: String,
    /// Digest of the signed fields: a bill with another payment token or another description is the same one.
    pub(crate) digest: BillDigest,
    pub(crate) facts: Facts,
    /// Digest of the service's address.
    pub(crate) service: String,
    /// Digest of the settings by which a bill is looked up.
    pub(crate) lookup_settings: String,
    /// The settlement to send.
    pub(crate) settlement: Call<Settlement>,
    /// The lookup; none if the profile does not say how a settlement is found again.
    pub(crate) lookup: Option<Lookup>,
}

impl Bill {
    /// Prepares the settlement and the lookup, so that no later step can fail.
    pub(crate) fn of(biller: &Biller, request: &impl RequestOf<Settlement>) -> Result<Bill, Error> {
        let validated = biller.validate(Settlement::DECLARATION, request);
        let mut settlement = biller.call(biller.compose(Settlement::DECLARATION, &validated)?)?;
        settlement.warnings.extend(never_not_found(biller.context())?);
        let facts = LookedUpBill::facts(biller.context(), &validated.values).ok_or(Error::Internal)?;
        let ref_id = validated.values.text(REF_ID).ok_or(Error::Internal)?.to_owned();
        let digest = digest_of_signed(&validated.values).ok_or(Error::Internal)?;
        let profile = &biller.context().profile;
        let lookup = profile.settlement_lookup.is_some().then(|| biller.prepare_lookup(validated)).transpose()?;
        let service = digest_of([biller.base_url()]);
        Ok(Bill { ref_id, digest, facts, service, lookup_settings: lookup_settings(profile), settlement, lookup })
    }

    /// Takes the credentials of a biller of the same service.
    pub(crate) fn renew(&mut self, biller: &Biller) -> Result<(), Error> {
        if digest_of([biller.base_url()]) != self.service {
            return Err(invalid(Finding::new("biller.baseUrl", Code::OtherService)));
        }
        self.settlement.renew(biller)?;
        self.lookup.as_mut().map_or(Ok(()), |lookup| lookup.call.renew(biller))
    }
}

/// Prepares the lookup of a bill that the books know as settled. It is another than the bill of the flow.
pub(crate) fn control_lookup(
    biller: &Biller,
    control: &impl RequestOf<Settlement>,
    ref_id: &str,
) -> Result<Lookup, Error> {
    let validated = biller.validate(Settlement::DECLARATION, control);
    if validated.values.text(REF_ID) == Some(ref_id) {
        return Err(invalid(Finding::new("control.ref_id", Code::SameBill)));
    }
    biller.prepare_lookup(validated)
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

const DATE: usize = Settlement::SCHEMA.index("date");
const CURRENCY: usize = Settlement::SCHEMA.index("currency");
const TOTAL_AMOUNT: usize = Settlement::SCHEMA.index("total_amount");
const CUSTOMER: usize = Settlement::SCHEMA.index("customer_sync_code");
const DESTINATION: usize = Settlement::SCHEMA.index("settlement_to");

/// Returns a digest of the signed fields.
fn digest_of_signed(values: &Values<'_>) -> Option<String> {
    let date = values.instant(DATE)?.unix_millis().to_string();
    let amount = values.integer(TOTAL_AMOUNT)?.to_string();
    let text = |field| values.text(field);
    Some(digest_of([text(REF_ID)?, &date, text(CURRENCY)?, &amount, text(CUSTOMER)?, text(DESTINATION)?]))
}

/// Returns a digest of everything that decides what a lookup finds.
fn lookup_settings(profile: &WireProfile) -> String {
    let WireProfile { settlement_lookup, not_found_codes, not_found_statuses, date_offset, .. } = profile;
    let Some(SettlementLookup { identity_code, purpose_of_transaction, customer_code, date_format, .. }) =
        settlement_lookup
    else {
        return String::new();
    };
    let optional = |text: &Option<String>| text.clone().unwrap_or_default();
    let mut texts = vec![identity_code.clone(), purpose_of_transaction.clone(), optional(customer_code)];
    texts.extend([
        optional(date_format),
        date_offset.map(|offset| offset.to_string()).unwrap_or_default(),
        not_found_codes.verification.join(","),
    ]);
    texts.extend(not_found_statuses.iter().map(ToString::to_string));
    digest_of(texts.iter().map(String::as_str))
}

/// Returns a digest of texts, each with its length before it, so that no two lists share one. 96 bits tell bills
/// apart.
fn digest_of<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update(text.len().to_string());
        hash.update(":");
        hash.update(text);
    }
    let digest = hash.finalize();
    let halves = digest.iter().take(DIGEST_BYTES).flat_map(|byte| [byte >> 4, byte & 0xf]);
    halves.filter_map(|half| char::from_digit(half.into(), 16)).collect()
}

const DIGEST_BYTES: usize = 12;

pub(crate) fn invalid(violation: Finding) -> Error {
    Error::InvalidRequest { operation: Settlement::NAME, violations: violation.into() }
}
