//! Options and steps of a settlement flow, as JavaScript sees them.

use crate::entrances::finish;
use billwire::internal::{DynamicValue, Settings};
use billwire::{
    Biller, Code, EndReason, Error, Finding, FlowRequest, HttpStatus, Instant, LastAnswer, LookupVerdict, NextStep,
    OperationName, Resolution, SettlementEnding, SettlementFlow, SettlementPolicy, SettlementProof, SettlementResponse,
    SettlementStep, Transaction,
};
use serde::Serialize;

/// Starts a flow; if the options have a record, resumes it, or reopens it where `reopen` is true.
///
/// # Errors
/// The errors of [`SettlementFlow::start`], [`SettlementFlow::resume`] and [`SettlementFlow::reopen`].
pub fn flow(
    biller: &Biller,
    bill: &DynamicValue,
    options: DynamicValue,
    now: Instant,
) -> Result<SettlementFlow, Error> {
    let mut settings = Settings::new("", options);
    let record = settings.get::<String>("record");
    let reopens = settings.get("reopen").unwrap_or(false);
    if reopens && record.is_none() {
        settings.violation("record", Code::Required);
    }
    let policy = settings.get::<SettlementPolicy>("policy");
    finish(settings)?;
    let policy = policy.unwrap_or_default();
    match record {
        Some(record) if reopens => SettlementFlow::reopen(biller, bill, policy, &record, now),
        Some(record) => SettlementFlow::resume(biller, bill, policy, &record),
        None => SettlementFlow::start(biller, bill, policy, now),
    }
}

/// Word of a person by its name.
///
/// # Errors
/// [`Error::InvalidConfig`] for any other text.
pub fn resolution(name: &str) -> Result<Resolution, Error> {
    let unknown = || Error::InvalidConfig { violations: Finding::new("resolution", Code::UnknownValue).into() };
    Resolution::ALL.iter().find(|resolution| resolution.as_str() == name).copied().ok_or_else(unknown)
}

/// Error for an answer that a flow does not wait for.
pub fn out_of_turn(is_settlement: bool) -> Error {
    let violations = Finding::new("", Code::OutOfTurn).into();
    let operation = if is_settlement { OperationName::Settlement } else { OperationName::Verification };
    Error::InvalidRequest { operation, violations }
}

/// One step of a flow.
#[derive(Serialize)]
#[serde(tag = "step", rename_all = "camelCase")]
pub enum SettlementStepValue<'a> {
    /// Store a record.
    Save {
        /// JSON text.
        record: &'a str,
        /// Revision of this record.
        revision: i64,
        /// Revision of the stored record.
        previous: i64,
    },
    /// Send a request. Its headers and its body are beside the JSON text.
    Send {
        /// Number of the request.
        number: i64,
        /// Operation.
        operation: OperationName,
        /// HTTP method.
        method: &'static str,
        /// Full address.
        url: &'a str,
        /// Time in milliseconds since 1970 from which it must not be sent.
        #[serde(rename = "sendBefore")]
        send_before: Option<i64>,
    },
    /// Wait.
    Wait {
        /// Time in milliseconds since 1970.
        until: i64,
        /// Reason of the pause.
        reason: &'static str,
    },
    /// The bill has ended.
    Finished {
        /// End.
        ending: EndingValue<'a>,
    },
    /// Another flow goes on.
    TakenOver,
}

/// End of a flow.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EndingValue<'a> {
    outcome: &'static str,
    next_step: Option<NextStep>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    claim_key: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response: Option<&'a SettlementResponse>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction: Option<&'a Transaction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<Code>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<AnswerValue<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a Error>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lookup: Option<&'a LookupVerdict>,
}

/// Last answer to the settlement.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AnswerValue<'a> {
    code: Code,
    next_step: NextStep,
    #[serde(skip_serializing_if = "Option::is_none")]
    http_status: Option<HttpStatus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_code: Option<&'a str>,
}

impl<'a> From<&'a LastAnswer> for AnswerValue<'a> {
    fn from(answer: &'a LastAnswer) -> AnswerValue<'a> {
        AnswerValue {
            code: answer.code,
            next_step: answer.next_step,
            http_status: answer.http_status,
            response_code: answer.response_code.as_deref(),
        }
    }
}

impl<'a> From<&'a SettlementStep> for SettlementStepValue<'a> {
    fn from(step: &'a SettlementStep) -> SettlementStepValue<'a> {
        match step {
            SettlementStep::Save { record, revision, previous } => {
                SettlementStepValue::Save { record, revision: *revision, previous: *previous }
            }
            SettlementStep::Send { request: FlowRequest { number, operation, http, send_before, .. } } => {
                SettlementStepValue::Send {
                    number: *number,
                    operation: *operation,
                    method: http.method.as_str(),
                    url: &http.url,
                    send_before: send_before.map(Instant::unix_millis),
                }
            }
            SettlementStep::Wait { until, reason } => {
                SettlementStepValue::Wait { until: until.unix_millis(), reason: reason.as_str() }
            }
            SettlementStep::Finished { ending } => SettlementStepValue::Finished { ending: ending.into() },
            SettlementStep::TakenOver => SettlementStepValue::TakenOver,
        }
    }
}

impl<'a> From<&'a SettlementEnding> for EndingValue<'a> {
    fn from(ending: &'a SettlementEnding) -> EndingValue<'a> {
        let value = EndingValue { outcome: ending.as_str(), ..EndingValue::default() };
        match ending {
            SettlementEnding::Settled { proof } => {
                let value = EndingValue { proof: Some(proof.as_str()), claim_key: proof.claim_key(), ..value };
                match proof {
                    SettlementProof::Answer { response } => EndingValue { response: response.as_deref(), ..value },
                    SettlementProof::Verification { transaction, .. } => {
                        EndingValue { transaction: transaction.as_deref(), ..value }
                    }
                    _ => value,
                }
            }
            SettlementEnding::Refused { reason } | SettlementEnding::Unclear { reason } => {
                let EndReason { code, next_step, answer, error, lookup, .. } = reason;
                EndingValue {
                    code: Some(*code),
                    answer: answer.as_ref().map(AnswerValue::from),
                    next_step: Some(*next_step),
                    error: error.as_deref(),
                    lookup: lookup.as_deref(),
                    ..value
                }
            }
            _ => value,
        }
    }
}
