//! The record that survives a crash: a small versioned JSON text without secrets.

use crate::{
    error::{Error, NextStep},
    finding::{Code, Finding},
    flow::{Fields, millis},
    models::Settlement,
    operation::Operation,
    settlement::{
        bill::Bill,
        ending::{EndReason, SettlementEnding, SettlementProof},
    },
};
use billwire_wire::{Instant, Json, Members};

/// Version that this release writes. Every release reads all earlier versions.
const VERSION: u64 = 1;

/// The state of a flow, as far as it outlives the process.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    /// Number of this record; the first that is stored has 1.
    pub(crate) revision: u64,
    /// Reference of the bill, for people.
    pub(crate) ref_id: String,
    /// Digest of the bill's signed fields.
    pub(crate) bill: String,
    /// Time of the first step.
    pub(crate) started: Instant,
    /// Number of attempts that were begun.
    pub(crate) attempts: u32,
    pub(crate) state: State,
}

/// State of the bill as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum State {
    /// No attempt may have moved money.
    Open,
    /// The last attempt may have moved money.
    InDoubt {
        /// Time at which the attempt was begun.
        begun: Instant,
        /// Time since which lookups find nothing.
        not_found_since: Option<Instant>,
    },
    /// The flow has ended.
    Ended(SettlementEnding),
}

impl Record {
    pub(crate) fn new(bill: &Bill, started: Instant) -> Record {
        Record {
            revision: 0,
            ref_id: bill.ref_id.clone(),
            bill: bill.digest.clone(),
            started,
            attempts: 0,
            state: State::Open,
        }
    }

    /// Writes the record as JSON.
    pub(crate) fn to_json(&self) -> String {
        let mut members = Members::default();
        members.insert("version", VERSION);
        members.insert("revision", self.revision);
        members.insert("ref_id", self.ref_id.as_str());
        members.insert("bill", self.bill.as_str());
        members.insert("started", millis(self.started));
        members.insert("attempts", u64::from(self.attempts));
        members.insert("state", self.state.as_str());
        match &self.state {
            State::Open => {}
            State::InDoubt { begun, not_found_since } => {
                members.insert("begun", millis(*begun));
                if let Some(since) = not_found_since {
                    members.insert("not_found_since", millis(*since));
                }
            }
            State::Ended(SettlementEnding::Settled(proof)) => members.insert("proof", proof.as_str()),
            State::Ended(SettlementEnding::Refused(reason) | SettlementEnding::Unclear(reason)) => {
                members.insert("code", reason.code.as_str());
                members.insert("next_step", reason.next_step.as_str());
            }
        }
        Json::Object(members).to_string()
    }

    /// Reads the record of a bill.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] for another text, for the record of another bill, and for a version of a later release.
    pub(crate) fn read(text: &str, bill: &Bill) -> Result<Record, Error> {
        let record = Record::from_json(text).map_err(invalid)?;
        match record.ref_id == bill.ref_id && record.bill == bill.digest {
            true => Ok(record),
            false => Err(invalid(Finding::new("record.bill", Code::OtherBill))),
        }
    }

    fn from_json(text: &str) -> Result<Record, Finding> {
        let fields = Fields::parse(text, VERSION)?;
        Ok(Record {
            revision: fields.number("revision")?,
            ref_id: fields.text("ref_id")?.to_owned(),
            bill: fields.text("bill")?.to_owned(),
            started: fields.instant("started")?,
            attempts: fields.count("attempts")?,
            state: State::read(&fields)?,
        })
    }
}

impl State {
    fn as_str(&self) -> &'static str {
        match self {
            State::Open => "open",
            State::InDoubt { .. } => "in_doubt",
            State::Ended(ending) => ending.as_str(),
        }
    }

    fn read(fields: &Fields) -> Result<State, Finding> {
        Ok(match fields.text("state")? {
            "open" => State::Open,
            "in_doubt" => State::InDoubt {
                begun: fields.instant("begun")?,
                not_found_since: fields.optional_instant("not_found_since")?,
            },
            "settled" => State::Ended(SettlementEnding::Settled(proof(fields)?)),
            "refused" => State::Ended(SettlementEnding::Refused(reason(fields)?)),
            "unclear" => State::Ended(SettlementEnding::Unclear(reason(fields)?)),
            _ => return Err(Finding::new("record.state", Code::UnknownValue)),
        })
    }
}

fn proof(fields: &Fields) -> Result<SettlementProof, Finding> {
    match fields.text("proof")? {
        "answer" => Ok(SettlementProof::Answer(None)),
        "verification" => Ok(SettlementProof::Verification(None)),
        _ => Err(Finding::new("record.proof", Code::UnknownValue)),
    }
}

fn reason(fields: &Fields) -> Result<EndReason, Finding> {
    let (code, next_step) = (fields.text("code")?, fields.text("next_step")?);
    let unknown = |path| Finding::new(path, Code::UnknownValue);
    Ok(EndReason::new(
        Code::ALL.iter().find(|known| known.as_str() == code).copied().ok_or_else(|| unknown("record.code"))?,
        NextStep::ALL
            .iter()
            .find(|known| known.as_str() == next_step)
            .copied()
            .ok_or_else(|| unknown("record.next_step"))?,
    ))
}

fn invalid(violation: Finding) -> Error {
    Error::InvalidRequest { operation: Settlement::NAME, violations: violation.into() }
}
