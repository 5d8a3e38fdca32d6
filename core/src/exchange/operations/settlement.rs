//! Settle Payment: a bill is pushed and the money moves to a sub biller's account (sections 2.3, 2.4 and 4.2).

use crate::wire::{
    Decimal, Instant, Model,
    model::{
        declare::read_leniently,
        input::Input,
        validate::{ObjectPosition, Validator, Value, Values},
    },
    value::decimal::Sum,
    write::{body, json_writer::JsonWriter},
};
use crate::{
    exchange::{
        answer::LIMITS,
        context::Context,
        operations::{text_warnings, unknown_currency},
    },
    finding::{Code, Finding, Findings},
    interface::{
        catalogue::{Authentication, OperationName},
        error::{AnswerData, NextStep},
        models::{LINE_AMOUNTS, LINE_TAXES, SETTLEMENT_SUCCESS, Settlement, SettlementData, SettlementResponse},
        operation::{Asked, Behaviour, Declaration},
        profile::{CompiledProfile, KhrRounding, StatusList, StatusMeaning},
        values::{Status, is_worth_riels},
    },
};
use std::ops::Range;

/// Outcome of a settlement with a success code.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[must_use = "only `Settled` means that the money has moved"]
#[non_exhaustive]
pub enum SettlementOutcome {
    /// Bill and payment are both `success`: the money has moved.
    Settled {
        /// The answer.
        response: SettlementResponse,
    },
    /// The service took the bill, but does not say that both are `success`. It must not be settled again blindly.
    Accepted {
        /// The answer, with the statuses it has.
        response: SettlementResponse,
        /// How to find out what became of it: `verifyAgain` if the statuses say that it is not decided yet.
        next_step: NextStep,
    },
    /// The service took the bill, and declares the bill or the payment failed by a status that the profile lists.
    Failed {
        /// The answer, with the statuses it has.
        response: SettlementResponse,
        /// How to find out that nothing has moved.
        next_step: NextStep,
    },
}

impl SettlementOutcome {
    /// The answer.
    pub fn response(&self) -> &SettlementResponse {
        match self {
            SettlementOutcome::Settled { response }
            | SettlementOutcome::Accepted { response, .. }
            | SettlementOutcome::Failed { response, .. } => response,
        }
    }

    /// Returns the name that all languages use, such as `accepted`.
    pub fn as_str(&self) -> &'static str {
        match self {
            SettlementOutcome::Settled { .. } => "settled",
            SettlementOutcome::Accepted { .. } => "accepted",
            SettlementOutcome::Failed { .. } => "failed",
        }
    }

    /// How to find out what became of it; none if it is settled.
    pub fn next_step(&self) -> Option<NextStep> {
        match self {
            SettlementOutcome::Settled { .. } => None,
            SettlementOutcome::Accepted { next_step, .. } | SettlementOutcome::Failed { next_step, .. } => {
                Some(*next_step)
            }
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for SettlementOutcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut out = serializer.serialize_struct("SettlementOutcome", 4)?;
        out.serialize_field("outcome", self.as_str())?;
        out.serialize_field("next_step", &self.next_step())?;
        out.serialize_field("warnings", &self.response().warnings())?;
        out.serialize_field("response", self.response())?;
        out.end()
    }
}

const REF_ID: usize = Settlement::SCHEMA.index("ref_id");
const DESTINATION: usize = Settlement::SCHEMA.index("settlement_to");
const DATE: usize = Settlement::SCHEMA.index("date");
const DUE_DATE: usize = Settlement::SCHEMA.index("due_date");
const CURRENCY: usize = Settlement::SCHEMA.index("currency");
const TOTAL_AMOUNT: usize = Settlement::SCHEMA.index("total_amount");
const CUSTOMER: usize = Settlement::SCHEMA.index("customer_sync_code");
const TOTAL_TAX: usize = Settlement::SCHEMA.index("total_tax");
const RATE: usize = Settlement::SCHEMA.index("exchange_rate_khr");
const TOTAL_KHR: usize = Settlement::SCHEMA.index("total_amount_khr");
const DETAILS: usize = Settlement::SCHEMA.index("details");

impl Behaviour for Settlement {
    type Response = SettlementResponse;
    type Outcome = SettlementOutcome;

    const DECLARATION: &'static Declaration = &Declaration {
        name: OperationName::Settlement,
        schema: Settlement::SCHEMA,
        path: "/bill_payment/push_bill_with_payment",
        authentication: Authentication::Bearer,
        accept: false,
        success: SETTLEMENT_SUCCESS,
        codes: |codes| &codes.settlement,
        codes_without_meaning: &[],
        signed: true,
        rules,
        warnings,
        subject: |profile| {
            let destination = profile.destination_key.as_str();
            vec![("ref_id", "ref_id"), (destination, destination), ("settlement_to", destination)]
        },
        data: |text| {
            read_leniently::<SettlementData>(text, LIMITS)
                .map(|statuses| AnswerData::Settlement { statuses: statuses.into() })
        },
        may_exist: false,
        may_repeat: |_| false,
        when_unsure,
    };

    fn outcome(response: SettlementResponse, _: &Asked<'_>, context: &Context) -> SettlementOutcome {
        let data = response.data.as_ref();
        let bill = data.and_then(|data| data.bill.as_ref()?.status.as_ref());
        let payment = data.and_then(|data| data.payment.as_ref()?.status.as_ref());
        let meaning = |status: Option<&Status>, of: StatusList| {
            status.map_or(StatusMeaning::Unknown, |status| context.profile.status(of, status.as_str()))
        };
        let next_step = when_unsure(context);
        match (meaning(bill, |statuses| &statuses.bill), meaning(payment, |statuses| &statuses.payment)) {
            (StatusMeaning::Success, StatusMeaning::Success) => SettlementOutcome::Settled { response },
            (StatusMeaning::Failed, _) | (_, StatusMeaning::Failed) => {
                SettlementOutcome::Failed { response, next_step }
            }
            (StatusMeaning::Pending, _) | (_, StatusMeaning::Pending) if next_step == NextStep::VerifyFirst => {
                SettlementOutcome::Accepted { response, next_step: NextStep::VerifyAgain }
            }
            _ => SettlementOutcome::Accepted { response, next_step },
        }
    }
}

fn rules(values: &mut Values<'_>, compiled: &CompiledProfile, violations: &mut Findings) {
    if !matches!(values.get(TOTAL_KHR), Value::Absent) {
        if values.text(CURRENCY) == Some(KHR) && !khr_matches(values, compiled.khr_rounding) {
            violations.push(Finding::new("total_amount_khr", Code::KhrDoesNotMatch).explained(KHR_IS_THE_TOTAL));
        }
        return;
    }
    match total_in_khr(values, compiled.khr_rounding) {
        Some(Ok(total)) => values.set(TOTAL_KHR, Value::Decimal(total)),
        Some(Err(code)) => {
            // The usual reason for no rate is a bill in KHR, under another spelling.
            let currency = values.text(CURRENCY).filter(|_| code == Code::Underivable);
            violations.extend(currency.and_then(unknown_currency));
            violations.push(Finding::new("total_amount_khr", code));
        }
        None => {}
    }
}

fn warnings(values: &Values<'_>, compiled: &CompiledProfile, warnings: &mut Vec<Finding>) {
    text_warnings(Settlement::SCHEMA, CURRENCY, values, warnings);
    let mut warn = |path: &str, code| warnings.push(Finding::new(path, code));
    let misshapen = misshapen_codes(values, compiled);
    misshapen.iter().for_each(|field| warn(field, Code::ShapeMismatch));
    if misshapen.is_empty() && is_ambiguous(values, compiled) {
        warn("customer_sync_code", Code::AmbiguousSigningString);
    }
    if values.integer(TOTAL_AMOUNT) == Some(0) {
        warn("total_amount", Code::ZeroTotal);
    }
    if values.instant(DUE_DATE).zip(values.instant(DATE)).is_some_and(|(due, date)| due < date) {
        warn("due_date", Code::DueBeforeDate);
    }
    if values.integer(TOTAL_TAX).zip(values.integer(TOTAL_AMOUNT)).is_some_and(|(tax, total)| tax > total) {
        warn("total_tax", Code::TaxAboveTotal);
    }
    if values.text(CURRENCY) != Some(KHR) && !khr_matches(values, compiled.khr_rounding) {
        warn("total_amount_khr", Code::KhrDoesNotMatch);
    }
    if !lines_sum(values) {
        warn("details", Code::LinesDoNotSum);
    }
    let is_inverted = values.decimal(RATE).is_some_and(|rate| rate < Decimal::from(1_u64));
    if is_inverted && values.text(CURRENCY).is_some_and(is_worth_riels) {
        warn("exchange_rate_khr", Code::InvertedRate);
    }
    for (field, at) in [("date", DATE), ("due_date", DUE_DATE)] {
        let Some(millis) = values.instant(at).map(|instant| instant.unix_millis()) else { continue };
        if BUDDHIST_YEARS.contains(&millis) {
            warn(field, Code::BuddhistYear);
        }
        if EPOCH_WEEKS.contains(&millis) {
            warn(field, Code::EpochDate);
        }
    }
}

/// The seconds until 2106, taken for milliseconds.
const EPOCH_WEEKS: Range<i64> = 0..4_294_967_296;

/// The years 2500 to 2699, in milliseconds since 1970. No bill has such a date, except by the Buddhist calendar.
const BUDDHIST_YEARS: Range<i64> = 16_725_225_600_000..23_036_572_800_000;

fn when_unsure(context: &Context) -> NextStep {
    if context.profile.settlement_lookup.is_some() { NextStep::VerifyFirst } else { NextStep::AskService }
}

/// The total in KHR that follows from the other fields: none where one of them is wrong or missing itself. For KHR it
/// is the total, whatever rate is given with it.
fn total_in_khr(values: &Values<'_>, rounding: KhrRounding) -> Option<Result<Decimal, Code>> {
    let total = Decimal::from(values.integer(TOTAL_AMOUNT)?);
    let currency = values.text(CURRENCY)?;
    match values.get(RATE) {
        Value::Decimal(rate) if currency != KHR => {
            let product = total.checked_mul(*rate).and_then(|product| rounded(product, rounding));
            Some(product.map(Decimal::normalized).ok_or(Code::TooManyDigits))
        }
        Value::Absent if currency != KHR => Some(Err(Code::Underivable)),
        Value::Decimal(_) | Value::Absent => Some(Ok(total)),
        _ => None,
    }
}

const KHR: &str = "KHR";
const KHR_IS_THE_TOTAL: &str = "a bill in KHR has its total_amount as total_amount_khr: leave total_amount_khr out";

/// Rounds an amount in KHR as the profile says; none if it has too many digits then.
fn rounded(amount: Decimal, rounding: KhrRounding) -> Option<Decimal> {
    match rounding {
        KhrRounding::Exact => Some(amount),
        KhrRounding::Riel => amount.rounded_half_up(0),
        KhrRounding::HundredRiel => amount.rounded_half_up(2),
    }
}

/// The codes that do not have their declared shapes.
fn misshapen_codes(values: &Values<'_>, compiled: &CompiledProfile) -> Vec<&'static str> {
    let codes = [values.text(REF_ID), values.text(CUSTOMER), values.text(DESTINATION)];
    let declared = compiled.shapes.fields().into_iter().zip(codes);
    let misshapen =
        declared.filter(|((_, shape), code)| shape.zip(*code).is_some_and(|(shape, code)| !shape.fits(code)));
    misshapen.map(|((field, _), _)| field).collect()
}

/// Whether another bill could sign alike. Without all shapes, only a customer that begins with a digit is seen.
fn is_ambiguous(values: &Values<'_>, compiled: &CompiledProfile) -> bool {
    if compiled.shapes.missing().next().is_some() {
        return values.text(CUSTOMER).is_some_and(|code| code.starts_with(|c: char| c.is_ascii_digit()));
    }
    let mut signing_string = JsonWriter::default();
    body::signing_string(Settlement::SCHEMA, values, &compiled.options, &mut signing_string);
    compiled.shapes.is_ambiguous(&signing_string.into_text())
}

/// Whether `total_amount_khr` is the total that billwire would compute. Where it could compute none, any will do.
fn khr_matches(values: &Values<'_>, rounding: KhrRounding) -> bool {
    match (values.decimal(TOTAL_KHR), total_in_khr(values, rounding)) {
        (Some(given), Some(Ok(expected))) => given == expected,
        // A product of too many digits is no total that could have been given.
        (Some(_), Some(Err(Code::TooManyDigits))) => false,
        _ => true,
    }
}

/// Whether the amounts of the lines, alone or with their taxes, come to the total. Lines without amounts say nothing.
fn lines_sum(values: &Values<'_>) -> bool {
    let (lines, total) = (values.count(DETAILS), values.integer(TOTAL_AMOUNT).map(Decimal::from));
    let (Some(total), Some(amounts), Some(taxes)) = (total, values.sum(LINE_AMOUNTS), values.sum(LINE_TAXES)) else {
        return true;
    };
    let says_something = lines > 0 && amounts.terms() == lines;
    !says_something || Sum::come_to(&[amounts], total) || Sum::come_to(&[amounts, taxes], total)
}

/// The six signed fields of a bill alone, for whoever writes the body of a settlement without billwire.
#[derive(Clone, Copy, Debug)]
pub struct SignedFields<'a> {
    /// Reference id of the bill.
    pub ref_id: &'a str,
    /// Bill date.
    pub date: Instant,
    /// Currency code.
    pub currency: &'a str,
    /// Total amount of the bill, in whole units: 0 to 2^53-1.
    pub total_amount: i64,
    /// Sync code of the customer.
    pub customer_sync_code: &'a str,
    /// Linked biller sync code to settle to.
    pub settlement_to: &'a str,
}

impl<'f> SignedFields<'f> {
    /// Passes the fields to the validator.
    pub(crate) fn encode<'a>(&self, validator: &mut Validator<'a>, position: ObjectPosition)
    where
        'f: 'a,
    {
        let inputs = [
            Input::Text(self.ref_id),
            Input::Instant(self.date),
            Input::Text(self.currency),
            Input::Whole(self.total_amount.into()),
            Input::Text(self.customer_sync_code),
            Input::Text(self.settlement_to),
        ];
        for ((index, field), input) in Settlement::SCHEMA.signed().zip(inputs) {
            validator.field(position, index, field, input);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interface::{models::Line, profile::DEFAULT_PROFILE};
    use crate::wire::Draft;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    /// Whether lines of such amounts and taxes come to a total.
    fn sums(total_amount: i64, lines: &[(&str, &str)]) -> bool {
        let optional = |text: &str| (!text.is_empty()).then(|| decimal(text).into());
        let line = |(amount, tax): &(&str, &str)| Line {
            amount: optional(amount),
            tax_amount: optional(tax),
            ..Line::default()
        };
        let bill = Settlement {
            ref_id: "INV-1".into(),
            date: Instant::from_unix_millis(0),
            due_date: Instant::from_unix_millis(0),
            currency: "KHR".into(),
            total_amount,
            customer_sync_code: "C-1".into(),
            total_tax: None,
            payment_method_token: None,
            settlement_to: "S-1".into(),
            description: None,
            exchange_rate_khr: None,
            total_amount_khr: None,
            details: Some(lines.iter().map(line).collect()),
            extra: Default::default(),
        };
        let compiled = &DEFAULT_PROFILE;
        let (mut validator, position) = Validator::new(Settlement::SCHEMA, &compiled.options);
        bill.encode(&mut validator, position);
        lines_sum(&validator.values)
    }

    #[test]
    fn lines_come_to_the_total_alone_or_with_their_taxes() {
        for (total, lines, expected) in [
            (3, &[("1.5", ""), ("1.50", "0.3")][..], true),
            (3, &[("1.5", "0.25"), ("0.75", "0.5")], true),
            (3, &[("1.5", "0.25"), ("0.75", "0.25")], false),
            (4, &[("1.5", ""), ("1.5", "")], false),
            (0, &[], true),
            (7, &[], true),
            (0, &[("-1", ""), ("1", "")], true),
            (6, &[("2", "3"), ("2", "3")], false),
            (10, &[("2", "3"), ("2", "3")], true),
        ] {
            assert_eq!(sums(total, lines), expected, "{total} {lines:?}");
        }
    }

    #[test]
    fn what_is_no_everyday_amount_is_summed_exactly() {
        for (total, lines, expected) in [
            (1, &[("0.9999999", ""), ("0.0000001", "")][..], true),
            (1, &[("0.9999999", ""), ("0.0000002", "")], false),
            (1, &[("0.5", "0.4999999"), ("0", "0.0000001")], true),
            (9_007_199_254_740_991, &[("9007199254740990.5", "0.5")], true),
            (9_007_199_254_740_991, &[("9007199254740990.5", "")], false),
            (1, &[("9999999999999999999999999999999999", ""), ("1e-34", "")], false),
            (1, &[("9999999999999999999999999999999999", ""), ("0.5", ""), ("-1e34", ""), ("1.5", "")], true),
            (1, &[("0.5", ""), ("1.5", ""), ("9999999999999999999999999999999999", ""), ("-1e34", "")], true),
            (3, &[("1e34", "1e-34"), ("-1e34", "1"), ("2", "-1e-34")], true),
            // A line without an amount says nothing.
            (1, &[("0.9999999", ""), ("", "7")], true),
        ] {
            assert_eq!(sums(total, lines), expected, "{total} {lines:?}");
        }
    }
}
