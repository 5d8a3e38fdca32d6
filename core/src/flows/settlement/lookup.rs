//! Looking a bill up: what a verification's answer says of one settlement.
//!
//! The interface does not show how a settlement is found again. The profile's `settlement_lookup` says which fields of
//! the bill the verification carries, and the answer counts only as far as it names this very bill.

use crate::wire::{
    Decimal, Given, Instant, Json, Members, Model, model::validate::Values, value::received_date::ReceivedDate,
};
use crate::{
    exchange::{answer::decode_answer_to, biller::Biller, call::Call, context::Context, validated::Validated},
    finding::{Code, Finding},
    flows::settlement::knowledge::Facts,
    interface::{
        error::{Error, ErrorDetails, NextStep},
        models::{Settlement, Transaction, Verification},
        operation::{Asked, Behaviour, Operation, RequestOf},
        profile::{BillField, DateFormat, StatusMeaning, WireProfile, bill_field},
    },
    webhook::{Mismatch, MismatchCode, Reading, compare_purpose, compare_text, present},
};

/// The lookup of a settlement under way: send `call`, then [`decide`](Lookup::decide) by its answer.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[must_use = "nothing is looked up until the call is sent and its answer decided"]
pub struct Lookup {
    /// The verification to send.
    pub call: Call<Verification>,
    bill: LookedUpBill,
}

/// The answer to a lookup, as far as it is about this bill.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[non_exhaustive]
#[must_use = "only `Settled` means that the money has moved"]
pub enum LookupVerdict {
    /// The bill is settled: the transaction matches it, and its status means success.
    Settled {
        /// The transaction as the service has it.
        transaction: Box<Transaction>,
    },
    /// The service knows no such transaction, by a code of the profile's `not_found_codes`.
    ///
    /// A service may answer so before it has recorded a settlement that is under way.
    NotFound,
    /// The service has a transaction under these references that is not this settlement: another amount, say, or one
    /// from before the bill's first attempt. Ask the service before anything is sent again.
    Different {
        /// The transaction as the service has it.
        transaction: Box<Transaction>,
        /// The fields in which it differs.
        mismatches: Vec<Mismatch>,
    },
    /// The transaction matches the bill, and its status means that it has failed. An earlier attempt may have made it.
    Failed {
        /// The transaction as the service has it.
        transaction: Box<Transaction>,
    },
    /// The transaction matches the bill, and its status means that the outcome is still open.
    Pending {
        /// The transaction as the service has it.
        transaction: Box<Transaction>,
    },
    /// Nothing is known yet: the answer cannot be read or is no success, or the transaction's status has no known
    /// meaning.
    ///
    /// A transaction whose date is there and cannot be read is unclear too, with the code `unreadable_date`: it may be
    /// older than the bill.
    Unclear {
        /// The next step: ask again, correct something, or ask the service.
        next_step: NextStep,
        /// The transaction, if only its status or its date is not understood.
        transaction: Option<Box<Transaction>>,
        /// The error, if the answer is no success or the transaction's date cannot be read.
        error: Option<Box<Error>>,
    },
}

impl LookupVerdict {
    /// The name that JavaScript and the vectors use, such as `notFound`.
    pub fn as_str(&self) -> &'static str {
        match self {
            LookupVerdict::Settled { .. } => "settled",
            LookupVerdict::NotFound => "notFound",
            LookupVerdict::Different { .. } => "different",
            LookupVerdict::Failed { .. } => "failed",
            LookupVerdict::Pending { .. } => "pending",
            LookupVerdict::Unclear { .. } => "unclear",
        }
    }

    /// The transaction that the service has, if there is one.
    pub fn transaction(&self) -> Option<&Transaction> {
        match self {
            LookupVerdict::Settled { transaction }
            | LookupVerdict::Different { transaction, .. }
            | LookupVerdict::Failed { transaction }
            | LookupVerdict::Pending { transaction } => Some(transaction),
            LookupVerdict::Unclear { transaction, .. } => transaction.as_deref(),
            LookupVerdict::NotFound => None,
        }
    }

    /// The next step; none where nothing is left to find out.
    pub fn next_step(&self) -> Option<NextStep> {
        match self {
            LookupVerdict::Settled { .. } => None,
            LookupVerdict::NotFound | LookupVerdict::Pending { .. } => Some(NextStep::VerifyAgain),
            LookupVerdict::Different { .. } | LookupVerdict::Failed { .. } => Some(NextStep::AskService),
            LookupVerdict::Unclear { next_step, .. } => Some(*next_step),
        }
    }
}

impl Lookup {
    /// Returns what the answer says of the bill.
    pub fn decide(&self, status: u16, body: &[u8]) -> LookupVerdict {
        self.decide_since(None, status, body)
    }

    /// Returns what the answer says of the bill, of which no attempt was made before a time. An earlier transaction is
    /// another.
    ///
    /// The profile's `tran_date_offset` is the zone of a date that names none. Where it is unset, a day of tolerance
    /// applies. A date without a time is its whole day. A transaction without a date may be of any time.
    pub fn decide_since(&self, first_attempt: Option<Instant>, status: u16, body: &[u8]) -> LookupVerdict {
        decide(&self.call.context, &self.bill, first_attempt, status, body)
    }

    /// Whether a transaction under the reference may settle the bill with these fields.
    pub(crate) fn agrees(&self, facts: &Facts, transaction: &Transaction, first_attempt: Option<Instant>) -> bool {
        let profile = &self.call.context.profile;
        let (Some(bill), Ok(date)) = (self.bill.with(facts), date_of(transaction, profile)) else { return false };
        let is_early = date.zip(first_attempt).is_some_and(|(date, time)| is_before(date, time, profile));
        bill.mismatches(transaction, is_early, profile).is_empty()
    }

    /// Returns the fields to compare with the answer, for a program that keeps them instead of this object.
    pub fn bill(&self) -> &LookedUpBill {
        &self.bill
    }
}

impl Biller {
    /// Prepares the lookup that tells what became of a bill, by the profile's `settlement_lookup`.
    ///
    /// # Errors
    /// [`Error::InvalidConfig`] if the lookup is not set, else those of [`Biller::prepare`] for the bill's fields.
    pub fn prepare_settlement_lookup(&self, bill: &impl RequestOf<Settlement>) -> Result<Lookup, Error> {
        self.prepare_lookup(self.validate(Settlement::DECLARATION, bill))
    }

    /// Decides a lookup of which the program has kept [`Lookup::bill`], as [`Lookup::decide_since`] does.
    pub fn decide_lookup(
        &self,
        bill: &LookedUpBill,
        first_attempt: Option<Instant>,
        status: u16,
        body: &[u8],
    ) -> LookupVerdict {
        decide(self.context(), bill, first_attempt, status, body)
    }

    /// Prepares the lookup of a validated bill.
    pub(crate) fn prepare_lookup(&self, validated: Validated<'_>) -> Result<Lookup, Error> {
        let profile = &self.context().profile;
        if profile.settlement_lookup.is_none() {
            let violation = Finding::new("profile.settlementLookup", Code::SettlementLookup);
            return Err(Error::InvalidConfig { violations: violation.into() });
        }
        if !validated.findings.is_empty() {
            return Err(Error::InvalidRequest { operation: Settlement::NAME, violations: validated.findings });
        }
        let bill = LookedUpBill::of(profile, &validated.values).ok_or(Error::Internal)?;
        let call = self.prepare(&Verification {
            identity_code: bill.identity_code.clone(),
            tran_id: None,
            bank_ref: None,
            purpose_of_transaction: bill.purpose_of_transaction.clone(),
            extra: Given::default(),
        })?;
        Ok(Lookup { call, bill })
    }
}

/// Fields of a bill with which the answer to its lookup is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookedUpBill {
    identity_code: String,
    purpose_of_transaction: String,
    currency: String,
    amount: Decimal,
    settlement_to: String,
    customer_code: Option<String>,
}

impl LookedUpBill {
    fn of(profile: &WireProfile, values: &Values<'_>) -> Option<LookedUpBill> {
        const CURRENCY: usize = Settlement::SCHEMA.index("currency");
        const TOTAL_AMOUNT: usize = Settlement::SCHEMA.index("total_amount");
        const DESTINATION: usize = Settlement::SCHEMA.index("settlement_to");
        let lookup = profile.settlement_lookup.as_ref()?;
        let carried = |field: &str| match bill_field(field)? {
            // A field that the bill leaves out is found to be missing when the verification is prepared.
            BillField::Text(at) => Some(values.text(at).unwrap_or_default().to_owned()),
            BillField::Date(at) => {
                DateFormat::parse(lookup.date_format.as_deref()?)?.write(values.instant(at)?, profile.written_offset())
            }
        };
        Some(LookedUpBill {
            identity_code: carried(&lookup.identity_code)?,
            purpose_of_transaction: carried(&lookup.purpose_of_transaction)?,
            currency: values.text(CURRENCY)?.to_owned(),
            amount: values.integer(TOTAL_AMOUNT)?.into(),
            settlement_to: values.text(DESTINATION)?.to_owned(),
            customer_code: lookup.customer_code.as_deref().and_then(carried),
        })
    }

    /// Returns the members of the verification that looks the bill up.
    fn asked(&self) -> Asked<'_> {
        let purpose = ("purpose_of_transaction", self.purpose_of_transaction.as_str());
        Asked::compared_later([("identity_code", self.identity_code.as_str()), purpose].into_iter().collect())
    }

    /// Returns the fields in which a transaction of one bill differs from that of another bill of the same reference.
    pub(crate) fn facts(context: &Context, values: &Values<'_>) -> Option<Facts> {
        let lookup = context.profile.settlement_lookup.as_ref();
        let customer = lookup.and_then(|lookup| lookup.customer_code.as_deref());
        let customer = customer.and_then(bill_field).and_then(|field| match field {
            BillField::Text(at) => values.text(at),
            BillField::Date(_) => None,
        });
        Some(Facts {
            currency: values.text(Settlement::SCHEMA.index("currency"))?.to_owned(),
            amount: values.integer(Settlement::SCHEMA.index("total_amount"))?.to_string(),
            settlement_to: values.text(Settlement::SCHEMA.index("settlement_to"))?.to_owned(),
            customer_code: customer.map(str::to_owned),
        })
    }

    /// Returns the same lookup of a bill with other fields.
    fn with(&self, facts: &Facts) -> Option<LookedUpBill> {
        let Facts { currency, amount, settlement_to, customer_code } = facts.clone();
        Some(LookedUpBill { currency, amount: amount.parse().ok()?, settlement_to, customer_code, ..self.clone() })
    }

    /// Returns the fields as the text of a JSON object, without any secret.
    pub fn to_json(&self) -> String {
        let amount = self.amount.to_string();
        let mut members: Members = self.texts(&amount).into_iter().collect();
        if let Some(customer_code) = &self.customer_code {
            members.insert("customer_code", customer_code.as_str());
        }
        Json::Object(members).to_string()
    }

    /// Reads the text that [`LookedUpBill::to_json`] wrote.
    ///
    /// # Errors
    /// [`Error::Internal`] for any other text.
    pub fn from_json(text: &str) -> Result<LookedUpBill, Error> {
        let Ok(Json::Object(members)) = Json::parse(text.as_bytes()) else { return Err(Error::Internal) };
        let text = |key: &str| text_of(&members, key);
        Ok(LookedUpBill {
            identity_code: text("identity_code")?,
            purpose_of_transaction: text("purpose_of_transaction")?,
            currency: text("currency")?,
            amount: text("tran_amount")?.parse().map_err(|_| Error::Internal)?,
            settlement_to: text("settlement_to")?,
            customer_code: members.get("customer_code").and_then(Json::as_text).map(str::to_owned),
        })
    }

    fn texts<'a>(&'a self, amount: &'a str) -> [(&'static str, &'a str); 5] {
        [
            ("identity_code", &self.identity_code),
            ("purpose_of_transaction", &self.purpose_of_transaction),
            ("currency", &self.currency),
            ("tran_amount", amount),
            ("settlement_to", &self.settlement_to),
        ]
    }

    /// The fields in which a transaction differs from the bill. Where it names its destination or its customer, they
    /// have to match too.
    fn mismatches(&self, transaction: &Transaction, is_early: bool, profile: &WireProfile) -> Vec<Mismatch> {
        let Reading { amount, amount_field, .. } = Reading::of(profile, transaction);
        let differs = (amount != self.amount).then_some(MismatchCode::Different);
        let named = ["settlement_to", &profile.destination_key].map(|key| transaction.extra.get(key));
        let mut destinations = named.into_iter().flatten().filter(|value| !matches!(value, Json::Null));
        let goes_elsewhere = destinations.any(|value| value.as_text() != Some(&self.settlement_to));
        let customers = self.customer_code.as_ref().zip(transaction.customer_code.as_ref());
        let is_other_customer = customers.is_some_and(|(billed, named)| !named.is_empty() && named != billed);
        let verdicts = [
            ("identity_code", compare_text(&transaction.identity_code, &self.identity_code)),
            ("purpose_of_transaction", compare_purpose(transaction, &self.purpose_of_transaction)),
            ("currency", compare_text(&transaction.currency, &self.currency)),
            (amount_field, differs),
            ("settlement_to", goes_elsewhere.then_some(MismatchCode::Different)),
            ("customer_code", is_other_customer.then_some(MismatchCode::Different)),
            ("tran_date", is_early.then_some(MismatchCode::Different)),
            ("tran_id", present(&transaction.tran_id)),
        ];
        verdicts.into_iter().filter_map(|(field, code)| Some(Mismatch { field: field.into(), code: code? })).collect()
    }
}

/// Difference between the clocks of the service and of the caller that is no sign of another transaction.
const CLOCKS_DIFFER_MS: i64 = 5 * 60_000;
/// Difference that a time without a zone may have: the zones of the world lie within a day.
const ZONES_DIFFER_MS: i64 = 24 * 3_600_000;

/// Reads the date of a transaction, which may be absent.
///
/// # Errors
/// `UnreadableDate` for one that is there and cannot be read.
fn date_of(transaction: &Transaction, profile: &WireProfile) -> Result<Option<ReceivedDate>, Code> {
    let Some(text) = transaction.tran_date.as_deref().filter(|text| !Json::from(*text).is_blank()) else {
        return Ok(None);
    };
    ReceivedDate::read(text, profile.tran_date_day_first).map(Some).ok_or(Code::UnreadableDate)
}

/// Whether a date lies before a time, to its last instant.
fn is_before(date: ReceivedDate, time: Instant, profile: &WireProfile) -> bool {
    let has_zone = date.has_zone() || profile.tran_date_offset.is_some();
    let tolerance = if has_zone { CLOCKS_DIFFER_MS } else { ZONES_DIFFER_MS };
    let last = date.last(profile.tran_date_offset.unwrap_or_default());
    last.is_some_and(|last| last.unix_millis().saturating_add(tolerance) < time.unix_millis())
}

#[inline(never)]
fn text_of(members: &Members, key: &str) -> Result<String, Error> {
    members.get(key).and_then(Json::as_text).map(str::to_owned).ok_or(Error::Internal)
}

/// Decides a lookup by its answer.
#[inline(never)]
fn decide(
    context: &Context,
    bill: &LookedUpBill,
    first_attempt: Option<Instant>,
    status: u16,
    body: &[u8],
) -> LookupVerdict {
    let profile = &context.profile;
    let transaction = match decode_answer_to::<Verification>(context, &bill.asked(), status, body) {
        Ok(response) => Box::new(response.data),
        Err(error) if error.code() == Code::NotFound => return LookupVerdict::NotFound,
        Err(error) => {
            return LookupVerdict::Unclear {
                next_step: error.next_step(),
                transaction: None,
                error: Some(Box::new(error)),
            };
        }
    };
    let date = date_of(&transaction, profile);
    let is_early = date.ok().flatten().zip(first_attempt).is_some_and(|(date, time)| is_before(date, time, profile));
    let mismatches = bill.mismatches(&transaction, is_early, profile);
    match profile.transaction_status(transaction.status.as_str()) {
        _ if !mismatches.is_empty() => LookupVerdict::Different { transaction, mismatches },
        _ if let Err(code) = date => unclear_by_date(transaction, code, status),
        StatusMeaning::Failed => LookupVerdict::Failed { transaction },
        StatusMeaning::Success => LookupVerdict::Settled { transaction },
        StatusMeaning::Pending => LookupVerdict::Pending { transaction },
        StatusMeaning::Unknown => {
            LookupVerdict::Unclear { next_step: NextStep::VerifyAgain, transaction: Some(transaction), error: None }
        }
    }
}

/// The verdict on a transaction that may be older than the bill, because its date cannot be read. Asking again would
/// show the same date.
fn unclear_by_date(transaction: Box<Transaction>, code: Code, status: u16) -> LookupVerdict {
    let next_step = NextStep::AskService;
    let details = ErrorDetails {
        http_status: Some(status.into()),
        finding: Some(Finding::new("data.tran_date", code)),
        ..ErrorDetails::new(Verification::NAME, code, next_step)
    };
    let error = Error::Unreadable { details: Box::new(details) };
    LookupVerdict::Unclear { next_step, transaction: Some(transaction), error: Some(Box::new(error)) }
}

#[cfg(feature = "serde")]
impl serde::Serialize for LookupVerdict {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut out = serializer.serialize_struct("LookupVerdict", 5)?;
        out.serialize_field("verdict", self.as_str())?;
        out.serialize_field("next_step", &self.next_step())?;
        if let Some(transaction) = self.transaction() {
            out.serialize_field("transaction", transaction)?;
        }
        match self {
            LookupVerdict::Different { mismatches, .. } => out.serialize_field("mismatches", mismatches)?,
            LookupVerdict::Unclear { error: Some(error), .. } => out.serialize_field("error", error)?,
            _ => {}
        }
        out.end()
    }
}
