//! Confirming: what a webhook says counts only where the service's own answer to a verification says it too.

use crate::wire::{
    Decimal, Draft, Given, Model, model,
    model::{
        input::{DynamicValue, member},
        options::Options,
        validate::{ObjectPosition, Validator, Value},
    },
};
use crate::{
    exchange::{answer::decode, biller::Biller, call::Call, context::Context},
    finding::{Code, Finding, Findings, nearest, printable},
    interface::{
        catalogue::OperationName,
        error::Error,
        models::{Transaction, Verification},
        profile::{PaidAmount, StatusMeaning, VerificationTranId, WireProfile},
    },
};
use bon::Builder;
use std::sync::Arc;

model! {
    compared in "2.5 and 2.6"
    /// Bill or account of the merchant, with which a verification is compared. Its amount is exact, or a range: give
    /// `amount`, or `min_amount` and `max_amount`.
    pub struct Expectation {
        /// Reference number at the merchant side.
        identity_code: String,
        /// Bill issue date or bill number. `""` if the profile's `send_empty_text` allows it; then a transaction
        /// without one is equal.
        purpose_of_transaction: String [may_be_empty],
        /// Currency code of the bill.
        currency: String,
        /// Exact amount of the bill, without the fee.
        amount: Option<Given<Decimal>>,
        /// Smallest amount that is right. `0` alone means any amount above zero.
        min_amount: Option<Given<Decimal>>,
        /// Largest amount that is right. Left out, there is none.
        max_amount: Option<Given<Decimal>>,
    }
}

/// A confirmation under way: send `call`, then [`decide`](Confirmation::decide) by its answer.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[must_use = "nothing is confirmed until the call is sent and its answer decided"]
pub struct Confirmation {
    /// The verification to send.
    pub call: Call<Verification>,
    expectation: Expectation,
    ids: EventIds,
}

/// The ids of the transaction that a webhook names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct EventIds {
    /// Its `tran_id`.
    pub tran_id: Option<String>,
    /// Its `tran_no`.
    pub tran_no: Option<String>,
}

impl EventIds {
    /// The id that a verification sends as `tran_id`: none if the event has none, or the profile sends none.
    fn to_send(&self, which: VerificationTranId) -> Option<String> {
        let id = match which {
            VerificationTranId::TranId => &self.tran_id,
            VerificationTranId::TranNo => &self.tran_no,
            VerificationTranId::Neither => &None,
        };
        id.clone().filter(|id| !id.is_empty())
    }

    /// Whether an id that was verified is one of these. An event without an id names none to compare with.
    fn allow(&self, verified: &str) -> bool {
        let mut named = [&self.tran_id, &self.tran_no].into_iter().flatten().filter(|id| !id.is_empty()).peekable();
        named.peek().is_none() || named.any(|id| id == verified)
    }
}

/// Verdict of the verification on the event.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[must_use = "only `Confirmed` allows a credit"]
#[non_exhaustive]
pub enum Verdict {
    /// It matches what was billed, and its status means success.
    Confirmed {
        /// The transaction, and the key under which it is claimed.
        confirmed: Arc<Confirmed>,
    },
    /// It matches what was billed, and its status does not decide: verify again later.
    Pending {
        /// The transaction as the service has it.
        transaction: Box<Transaction>,
    },
    /// It matches what was billed, and its status means that it has failed.
    Failed {
        /// The transaction as the service has it.
        transaction: Box<Transaction>,
    },
    /// It differs from what was billed: nothing may be credited for this bill.
    Mismatch {
        /// The fields in which it differs.
        mismatches: Vec<Mismatch>,
        /// The transaction as the service has it, to credit in part, to refund or to ask about.
        transaction: Box<Transaction>,
    },
}

impl Verdict {
    /// Returns the name that all languages use, such as `confirmed`.
    pub fn as_str(&self) -> &'static str {
        match self {
            Verdict::Confirmed { .. } => "confirmed",
            Verdict::Pending { .. } => "pending",
            Verdict::Failed { .. } => "failed",
            Verdict::Mismatch { .. } => "mismatch",
        }
    }

    /// Returns the transaction as the service has it.
    pub fn transaction(&self) -> &Transaction {
        match self {
            Verdict::Confirmed { confirmed } => confirmed.transaction(),
            Verdict::Pending { transaction }
            | Verdict::Failed { transaction }
            | Verdict::Mismatch { transaction, .. } => transaction,
        }
    }
}

/// A transaction that matches what was billed. There is no other way to have one than to decide a confirmation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Object))]
#[must_use = "the bill is not credited yet"]
pub struct Confirmed {
    transaction: Transaction,
    amount: Decimal,
}

impl Confirmed {
    /// The key under which the transaction pays one bill, once: the verification's `tran_id`. Store it under a unique
    /// constraint, in the same database transaction that credits the bill.
    pub fn claim_key(&self) -> &str {
        &self.transaction.tran_id
    }

    /// The transaction as the service has it.
    pub fn transaction(&self) -> &Transaction {
        &self.transaction
    }
}

#[cfg_attr(feature = "uniffi", uniffi::export)]
impl Confirmed {
    /// The verified amount to credit: that of the profile's `paid_amount`. It matters where the bill takes more than
    /// one amount.
    pub fn amount(&self) -> Decimal {
        self.amount
    }
}

/// A field in which the verification differs from what was billed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct Mismatch {
    /// The field of section 2.6.
    pub field: String,
    /// How it differs.
    pub code: MismatchCode,
}

/// How a field differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[non_exhaustive]
pub enum MismatchCode {
    /// It is blank, or an amount of zero.
    Absent,
    /// It has another value.
    Different,
}

impl Expectation {
    /// Whether an amount above zero is one that was billed.
    pub(crate) fn takes(&self, amount: Decimal) -> bool {
        let allows = |bound: &Option<Given<Decimal>>, holds: fn(&Decimal, &Decimal) -> bool| match bound {
            Some(bound) => bound.value().is_some_and(|bound| holds(&amount, bound)),
            None => true,
        };
        let is_exact = allows(&self.amount, Decimal::eq);
        let is_enough = allows(&self.min_amount, Decimal::ge);
        let is_no_more = allows(&self.max_amount, Decimal::le);
        !amount.is_negative() && !amount.is_zero() && is_exact && is_enough && is_no_more
    }

    /// Reads an expectation from a value whose type is not known before, such as JSON or the row of a database.
    /// Members beyond its fields are ignored, except one that seems to be a misspelt field.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with all violations.
    #[doc(hidden)]
    pub fn from_value(value: &DynamicValue) -> Result<Expectation, Error> {
        Expectation::checked(|validator, position| {
            let members = value.members();
            let mut left_out = Vec::new();
            for (index, field) in position.schema.fields.iter().enumerate() {
                let value = member(members, field.name);
                validator.field(position, index, field, value.input());
                if value.is_absent() {
                    left_out.push(field.name);
                }
            }
            let known = |at: usize| left_out.get(at).copied();
            for (key, _) in members.iter().filter(|(key, value)| !value.is_absent() && nearest(key, &known).is_some()) {
                validator.findings.push(Finding::unknown(printable(key), key, "field", &known));
            }
        })
    }

    /// Returns the expectation, if it is valid.
    pub(crate) fn checked<'a>(encode: impl FnOnce(&mut Validator<'a>, ObjectPosition)) -> Result<Expectation, Error> {
        const IDENTITY: usize = Expectation::SCHEMA.index("identity_code");
        const PURPOSE: usize = Expectation::SCHEMA.index("purpose_of_transaction");
        const CURRENCY: usize = Expectation::SCHEMA.index("currency");
        let (mut validator, position) = Validator::new(Expectation::SCHEMA, &PERMISSIVE);
        encode(&mut validator, position);
        check_amounts(&mut validator);
        if !validator.findings.is_empty() {
            return Err(invalid(validator.findings));
        }
        let text = |at: usize| validator.values.text(at).unwrap_or_default().to_owned();
        Ok(Expectation {
            identity_code: text(IDENTITY),
            purpose_of_transaction: text(PURPOSE),
            currency: text(CURRENCY),
            amount: validator.values.decimal(AMOUNT).map(Given::Value),
            min_amount: validator.values.decimal(MIN_AMOUNT).map(Given::Value),
            max_amount: validator.values.decimal(MAX_AMOUNT).map(Given::Value),
        })
    }
}

const AMOUNT: usize = Expectation::SCHEMA.index("amount");
const MIN_AMOUNT: usize = Expectation::SCHEMA.index("min_amount");
const MAX_AMOUNT: usize = Expectation::SCHEMA.index("max_amount");

/// Options that take an empty purpose, of which the profile decides when the verification is prepared.
static PERMISSIVE: Options = Options::new(0).with_empty_text();

/// Checks that there is one amount, or a range that holds one.
fn check_amounts(validator: &mut Validator<'_>) {
    let given = |at| !matches!(validator.values.get(at), Value::Absent);
    let range = [("min_amount", MIN_AMOUNT), ("max_amount", MAX_AMOUNT)].into_iter().find(|(_, at)| given(*at));
    let bounds = validator.values.decimal(MIN_AMOUNT).zip(validator.values.decimal(MAX_AMOUNT));
    let violation = match (given(AMOUNT), range) {
        (false, None) => Finding::new("amount", Code::Required).explained(ONE_AMOUNT),
        (true, Some((field, _))) => Finding::new(field, Code::ConflictingValues).explained(ONE_AMOUNT),
        _ if bounds.is_some_and(|(min, max)| max < min) => {
            Finding::new("max_amount", Code::OutOfRange).explained("expected at least min_amount")
        }
        _ => return,
    };
    validator.findings.push(violation);
}

const ONE_AMOUNT: &str = "give amount, or min_amount and max_amount; min_amount 0 alone takes any amount";

/// Reads an expectation, with all violations by their paths, as [`Expectation::from_value`] does.
#[cfg(feature = "serde")]
impl TryFrom<serde_json::Value> for Expectation {
    type Error = Error;

    fn try_from(value: serde_json::Value) -> Result<Expectation, Error> {
        Expectation::from_value(&crate::exchange::draft::dynamic(value))
    }
}

impl Confirmation {
    /// Prepares the verification of an event of which the program has kept the ids.
    ///
    /// # Errors
    /// The errors of [`WebhookEvent::confirm`](crate::WebhookEvent::confirm).
    pub fn prepare(biller: &Biller, expectation: Expectation, ids: EventIds) -> Result<Confirmation, Error> {
        let context = biller.context();
        let (mut validator, position) = Validator::new(Expectation::SCHEMA, &context.compiled.options);
        expectation.encode(&mut validator, position);
        check_amounts(&mut validator);
        if !validator.findings.is_empty() {
            return Err(invalid(validator.findings));
        }
        let call = biller.prepare(&Verification {
            identity_code: expectation.identity_code.clone(),
            tran_id: ids.to_send(context.profile.verification_tran_id),
            bank_ref: None,
            purpose_of_transaction: expectation.purpose_of_transaction.clone(),
            extra: Default::default(),
        })?;
        Ok(Confirmation { call, expectation, ids })
    }

    /// Holds the verification's answer against what was billed.
    ///
    /// # Errors
    /// The errors of [`Call::decode`]: then nothing is known yet.
    pub fn decide(&self, status: u16, body: &[u8]) -> Result<Verdict, Error> {
        decide(&self.call.context, &self.expectation, &self.ids, status, body)
    }

    /// Returns what the profile says of a transaction.
    pub(crate) fn reading(&self, transaction: &Transaction) -> Reading {
        Reading::of(&self.call.context.profile, transaction)
    }
}

/// Status and amount of a transaction by the profile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    /// Meaning of its status.
    pub(crate) status: StatusMeaning,
    /// Its amount that pays the bill.
    pub(crate) amount: Decimal,
    /// The field of that amount.
    pub(crate) amount_field: &'static str,
}

impl Reading {
    pub(crate) fn of(profile: &WireProfile, transaction: &Transaction) -> Reading {
        Reading {
            status: profile.transaction_status(transaction.status.as_str()),
            amount: match profile.paid_amount {
                PaidAmount::TranAmount => transaction.tran_amount,
                PaidAmount::TotalAmount => transaction.total_amount,
            },
            amount_field: profile.paid_amount.as_str(),
        }
    }
}

impl Biller {
    /// Decides a confirmation of which the program has kept the expectation and the ids.
    ///
    /// # Errors
    /// The errors of [`Confirmation::decide`].
    pub fn decide_confirmation(
        &self,
        expectation: &Expectation,
        ids: &EventIds,
        status: u16,
        body: &[u8],
    ) -> Result<Verdict, Error> {
        decide(self.context(), expectation, ids, status, body)
    }
}

fn invalid(violations: Findings) -> Error {
    Error::InvalidRequest { operation: OperationName::Verification, violations }
}

fn decide(
    context: &Context,
    expectation: &Expectation,
    ids: &EventIds,
    status: u16,
    body: &[u8],
) -> Result<Verdict, Error> {
    let transaction = decode::<Verification>(context, status, body)?.data;
    let Reading { status, amount, .. } = Reading::of(&context.profile, &transaction);
    let mismatches = mismatches(&context.profile, &transaction, expectation, ids);
    if !mismatches.is_empty() {
        return Ok(Verdict::Mismatch { mismatches, transaction: transaction.into() });
    }
    Ok(match status {
        StatusMeaning::Success => Verdict::Confirmed { confirmed: Arc::new(Confirmed { transaction, amount }) },
        StatusMeaning::Failed => Verdict::Failed { transaction: transaction.into() },
        StatusMeaning::Pending | StatusMeaning::Unknown => Verdict::Pending { transaction: transaction.into() },
    })
}

fn mismatches(
    profile: &WireProfile,
    transaction: &Transaction,
    expectation: &Expectation,
    ids: &EventIds,
) -> Vec<Mismatch> {
    let is_lower = transaction.total_amount < transaction.tran_amount && !profile.allow_lower_total;
    let total_differs = is_lower || (profile.compare_totals && !adds_up(transaction));
    let Reading { amount, amount_field, .. } = Reading::of(profile, transaction);
    let paid_in = |field| compare_amount(amount, expectation).filter(|_| field == amount_field);
    let verdicts = [
        ("identity_code", compare_text(&transaction.identity_code, &expectation.identity_code)),
        ("purpose_of_transaction", compare_purpose(transaction, &expectation.purpose_of_transaction)),
        ("currency", compare_text(&transaction.currency, &expectation.currency)),
        ("tran_amount", paid_in("tran_amount")),
        ("total_amount", paid_in("total_amount").or_else(|| different(!total_differs))),
        // There has to be an id to claim, even where the event has none to compare with.
        ("tran_id", present(&transaction.tran_id).or_else(|| different(ids.allow(&transaction.tran_id)))),
    ];
    verdicts.into_iter().filter_map(|(field, code)| Some(Mismatch { field: field.into(), code: code? })).collect()
}

/// Compares a text of a verification with what was billed. A blank one counts as absent.
pub(crate) fn compare_text(verified: &str, expected: &str) -> Option<MismatchCode> {
    present(verified).or_else(|| different(verified == expected))
}

/// Compares the purpose of a transaction. A missing one is empty, and equals an empty one that was billed.
pub(crate) fn compare_purpose(verified: &Transaction, expected: &str) -> Option<MismatchCode> {
    match verified.purpose_of_transaction.as_deref().unwrap_or_default() {
        "" if expected.is_empty() => None,
        verified => compare_text(verified, expected),
    }
}

/// Compares an amount by its value. Nothing is paid by zero or less, whatever was billed.
fn compare_amount(verified: Decimal, expectation: &Expectation) -> Option<MismatchCode> {
    if verified.is_zero() { Some(MismatchCode::Absent) } else { different(expectation.takes(verified)) }
}

/// Whether the amount and the fee sum to the total, as in the sample of section 2.6.
fn adds_up(transaction: &Transaction) -> bool {
    let fee = transaction.fee_amount.unwrap_or_else(|| Decimal::from(0_u8));
    transaction.tran_amount.checked_add(fee) == Some(transaction.total_amount)
}

/// Absent, unless there is something to see in the text.
pub(crate) fn present(text: &str) -> Option<MismatchCode> {
    let is_seen = |letter: char| !letter.is_whitespace() && !matches!(letter, '\u{200b}'..='\u{200f}' | '\u{feff}');
    (!text.chars().any(is_seen)).then_some(MismatchCode::Absent)
}

fn different(matches: bool) -> Option<MismatchCode> {
    (!matches).then_some(MismatchCode::Different)
}
