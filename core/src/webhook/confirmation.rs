//! Confirming: what a webhook says counts only where the service's own answer to a verification says it too.

use crate::{
    biller::Biller,
    call::{Call, Context, decode},
    error::Error,
    finding::{Code, Finding},
    findings::Findings,
    model::{Decimal, Status},
    operation::OperationName,
    operations::{Transaction, Verification},
    profile::Dialect,
    wire::{
        Draft, Model,
        examine::{Examiner, Place},
        model,
    },
};

model! {
    sent in "2.5 and 2.6"
    /// What the merchant billed, against which a verification is held.
    pub struct Expectation {
        /// Reference number at the merchant side.
        identity_code: String,
        /// Bill issue date or bill number.
        purpose_of_transaction: String,
        /// Currency code of the bill.
        currency: String,
        /// Amount of the bill, without the fee.
        amount: Decimal,
    }
}

/// A confirmation under way: send `call`, then [`decide`](Confirmation::decide) by its answer.
#[derive(Debug)]
#[non_exhaustive]
pub struct Confirmation {
    /// The verification to send.
    pub call: Call<Verification>,
    expectation: Expectation,
    tran_id: Option<String>,
}

/// What the verification says of the event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It matches what was billed.
    Confirmed(Confirmed),
    /// It does not; nothing may be credited.
    Mismatch(Vec<Mismatch>),
}

/// A transaction that matches what was billed. There is no other way to have one than to decide a confirmation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirmed {
    transaction: Box<Transaction>,
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

/// A field in which the verification differs from what was billed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
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
pub enum MismatchCode {
    /// It is empty.
    Absent,
    /// It has another value.
    Different,
}

impl Expectation {
    /// What was given, if nothing is wrong with it.
    pub(crate) fn checked<'a>(give: impl FnOnce(&mut Examiner<'a>, Place)) -> Result<Expectation, Error> {
        const IDENTITY: usize = Expectation::SCHEMA.index("identity_code");
        const PURPOSE: usize = Expectation::SCHEMA.index("purpose_of_transaction");
        const CURRENCY: usize = Expectation::SCHEMA.index("currency");
        const AMOUNT: usize = Expectation::SCHEMA.index("amount");
        let (mut examiner, place) = Examiner::new(Expectation::SCHEMA, &Dialect::OF_THE_INTERFACE);
        give(&mut examiner, place);
        if !examiner.findings.is_empty() {
            return Err(invalid(examiner.findings));
        }
        let text = |at: usize| examiner.values.text(at).unwrap_or_default().to_owned();
        Ok(Expectation {
            identity_code: text(IDENTITY),
            purpose_of_transaction: text(PURPOSE),
            currency: text(CURRENCY),
            amount: examiner.values.decimal(AMOUNT).ok_or(Error::Internal)?,
            extra: examiner.values.extra(0).cloned().unwrap_or_default(),
        })
    }
}

impl Confirmation {
    pub(crate) fn prepare(
        biller: &Biller,
        expectation: Expectation,
        tran_id: Option<String>,
    ) -> Result<Confirmation, Error> {
        let context = biller.context();
        let (mut examiner, place) = Examiner::new(Expectation::SCHEMA, &context.dialect);
        expectation.give(&mut examiner, place);
        // Nothing is compared that the interface does not name.
        examiner.findings.extend(expectation.extra.iter().map(|_| Finding::new("extra", Code::UnknownField)).take(1));
        if !examiner.findings.is_empty() {
            return Err(invalid(examiner.findings));
        }
        let call = biller.prepare(&Verification {
            identity_code: expectation.identity_code.clone(),
            tran_id: tran_id.clone(),
            bank_ref: None,
            purpose_of_transaction: expectation.purpose_of_transaction.clone(),
            extra: Default::default(),
        })?;
        Ok(Confirmation { call, expectation, tran_id })
    }

    /// Holds the verification's answer against what was billed.
    ///
    /// # Errors
    /// Those of [`Call::decode`]: then nothing is known yet.
    pub fn decide(&self, status: u16, body: &[u8]) -> Result<Verdict, Error> {
        decide(&self.call.context, &self.expectation, self.tran_id.as_deref(), status, body)
    }
}

fn invalid(violations: Findings) -> Error {
    Error::InvalidRequest { operation: OperationName::Verification, violations }
}

pub(crate) fn decide(
    context: &Context,
    expectation: &Expectation,
    tran_id: Option<&str>,
    status: u16,
    body: &[u8],
) -> Result<Verdict, Error> {
    let transaction = Box::new(decode::<Verification>(context, status, body)?.data);
    let mismatches = mismatches(&transaction, expectation, tran_id);
    Ok(if mismatches.is_empty() {
        Verdict::Confirmed(Confirmed { transaction })
    } else {
        Verdict::Mismatch(mismatches)
    })
}

fn mismatches(transaction: &Transaction, expectation: &Expectation, tran_id: Option<&str>) -> Vec<Mismatch> {
    let amount = |value: i64| u64::try_from(value).ok().map(Decimal::from);
    let tran_amount = amount(transaction.tran_amount);
    let paid = transaction.tran_amount.checked_add(transaction.fee_amount);
    let verdicts = [
        ("identity_code", text(&transaction.identity_code, &expectation.identity_code)),
        ("purpose_of_transaction", text(&transaction.purpose_of_transaction, &expectation.purpose_of_transaction)),
        ("currency", text(&transaction.currency, &expectation.currency)),
        ("tran_amount", same(tran_amount == Some(expectation.amount))),
        ("total_amount", same(paid == Some(transaction.total_amount))),
        // Without an id in the event there is none to compare, but there has to be one to claim.
        ("tran_id", text(&transaction.tran_id, tran_id.unwrap_or(&transaction.tran_id))),
        ("status", text(transaction.status.as_str(), Status::Success.as_str())),
    ];
    verdicts.into_iter().filter_map(|(field, code)| Some(Mismatch { field: field.into(), code: code? })).collect()
}

fn text(verified: &str, expected: &str) -> Option<MismatchCode> {
    if verified.is_empty() { Some(MismatchCode::Absent) } else { same(verified == expected) }
}

fn same(matches: bool) -> Option<MismatchCode> {
    (!matches).then_some(MismatchCode::Different)
}
