//! Options and steps of a settlement flow, as JavaScript sees them.

use super::by_name;
use crate::entrances::finish;
use billwire::internal::{DynamicValue, Settings};
use billwire::{
    Biller, Code, EndReason, Error, Finding, FlowRequest, HttpStatus, Instant, LastAnswer, LookupVerdict, NextStep,
    OperationName, Resolution, SettlementEnding, SettlementFlow, SettlementPolicy, SettlementProof, SettlementResponse,
    SettlementStep, Transaction,
};
use serde::Serialize;

/// Makes a flow of a bill.
///
/// # Errors
/// The errors of [`SettlementFlow::new`].
pub fn flow(biller: &Biller, bill: &DynamicValue, options: DynamicValue) -> Result<SettlementFlow, Error> {
    let mut settings = Settings::new("", options);
    let [reopen, restored, look_again] =
        ["reopen", "restored", "lookAgain"].map(|wish| settings.get(wish).unwrap_or(false));
    let policy = settings.get::<SettlementPolicy>("policy");
    finish(settings)?;
    let mut flow = SettlementFlow::new(biller, bill, policy.unwrap_or_default())?;
    if reopen {
        flow = flow.reopen();
    }
    if restored {
        flow = flow.restored();
    }
    Ok(if look_again { flow.look_again() } else { flow })
}

/// Word of a person by its name.
///
/// # Errors
/// [`Error::InvalidConfig`] for any other text.
pub fn resolution(name: &str) -> Result<Resolution, Error> {
    by_name("resolution", name, Resolution::ALL, Resolution::as_str)
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
    /// Load the stored record.
    Load,
    /// Name a bill that is known as settled.
    Control,
    /// Store a record.
    #[serde(rename_all = "camelCase")]
    Save {
        /// JSON text.
        record: &'a str,
        /// Revision of this record.
        revision: i64,
        /// Revision of the stored record.
        previous: i64,
        /// State of the bill.
        state: &'static str,
        /// Time in milliseconds since 1970 at which a job goes on.
        until: Option<i64>,
        /// Claim key of a settled bill.
        claim_key: Option<&'a str>,
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
            SettlementStep::Load => SettlementStepValue::Load,
            SettlementStep::Control => SettlementStepValue::Control,
            SettlementStep::Save { record, revision, previous, state, until, claim_key } => SettlementStepValue::Save {
                record,
                revision: *revision,
                previous: *previous,
                state: state.as_str(),
                until: until.map(Instant::unix_millis),
                claim_key: claim_key.as_deref(),
            },
            SettlementStep::Send { request } => SettlementStepValue::from(request),
            SettlementStep::Wait { until, reason } => {
                SettlementStepValue::Wait { until: until.unix_millis(), reason: reason.as_str() }
            }
            SettlementStep::Finished { ending } => SettlementStepValue::Finished { ending: ending.into() },
            SettlementStep::TakenOver => SettlementStepValue::TakenOver,
        }
    }
}

impl<'a> From<&'a FlowRequest> for SettlementStepValue<'a> {
    fn from(request: &'a FlowRequest) -> SettlementStepValue<'a> {
        let FlowRequest { number, operation, http, send_before, .. } = request;
        SettlementStepValue::Send {
            number: *number,
            operation: *operation,
            method: http.method.as_str(),
            url: &http.url,
            send_before: send_before.map(Instant::unix_millis),
        }
    }
}

impl<'a> From<&'a SettlementEnding> for EndingValue<'a> {
    fn from(ending: &'a SettlementEnding) -> EndingValue<'a> {
        let value = EndingValue { outcome: ending.as_str(), ..EndingValue::default() };
        match ending {
            SettlementEnding::Settled { proof, lookup } => {
                let (name, claim_key, lookup) = (Some(proof.as_str()), proof.claim_key(), lookup.as_deref());
                let value = EndingValue { proof: name, claim_key, lookup, ..value };
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
