//! The record that survives a crash: a small versioned JSON text without secrets.

use crate::{
    error::{Error, NextStep},
    finding::{Code, Finding},
    models::Settlement,
    operation::Operation,
    settlement::{
        bill::Bill,
        ending::{EndReason, SettlementEnding, SettlementProof},
    },
};
use billwire_wire::{Instant, Json, Members, Number, Rule};

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
        let not_json = |finding: billwire_wire::Finding<Rule>| Finding::new("record", finding.code);
        let json = Json::parse(text.as_bytes()).map_err(not_json)?;
        let fields = Fields(json.as_object().ok_or_else(|| Finding::new("record", Code::WrongType))?);
        if fields.number::<u64>("version")? > VERSION {
            return Err(Finding::new("record.version", Code::RecordVersion));
        }
        Ok(Record {
            revision: fields.number("revision")?,
            ref_id: fields.text("ref_id")?.to_owned(),
            bill: fields.text("bill")?.to_owned(),
            started: fields.instant("started")?,
            attempts: u32::try_from(fields.number::<u64>("attempts")?)
                .map_err(|_| Finding::new("record.attempts", Code::OutOfRange))?,
            state: fields.state()?,
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
}

/// The members of a record.
struct Fields<'a>(&'a Members);

impl Fields<'_> {
    fn state(&self) -> Result<State, Finding> {
        Ok(match self.text("state")? {
            "open" => State::Open,
            "in_doubt" => State::InDoubt {
                begun: self.instant("begun")?,
                not_found_since: self.0.get("not_found_since").map(|_| self.instant("not_found_since")).transpose()?,
            },
            "settled" => State::Ended(SettlementEnding::Settled(self.proof()?)),
            "refused" => State::Ended(SettlementEnding::Refused(self.reason()?)),
            "unclear" => State::Ended(SettlementEnding::Unclear(self.reason()?)),
            _ => return Err(Finding::new("record.state", Code::UnknownValue)),
        })
    }

    fn proof(&self) -> Result<SettlementProof, Finding> {
        match self.text("proof")? {
            "answer" => Ok(SettlementProof::Answer(None)),
            "verification" => Ok(SettlementProof::Verification(None)),
            _ => Err(Finding::new("record.proof", Code::UnknownValue)),
        }
    }

    fn reason(&self) -> Result<EndReason, Finding> {
        let (code, next_step) = (self.text("code")?, self.text("next_step")?);
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

    fn text(&self, key: &str) -> Result<&str, Finding> {
        self.of(key)?.as_text().ok_or_else(|| wrong_type(key))
    }

    fn instant(&self, key: &str) -> Result<Instant, Finding> {
        self.number(key).map(Instant::from_unix_millis)
    }

    fn number<N: std::str::FromStr>(&self, key: &str) -> Result<N, Finding> {
        match self.of(key)? {
            Json::Number(number) => number.as_str().parse().map_err(|_| wrong_type(key)),
            _ => Err(wrong_type(key)),
        }
    }

    fn of(&self, key: &str) -> Result<&Json, Finding> {
        self.0.get(key).ok_or_else(|| Finding::new(path(key), Code::Required))
    }
}

fn wrong_type(key: &str) -> Finding {
    Finding::new(path(key), Code::WrongType)
}

fn path(key: &str) -> String {
    ["record.", key].concat()
}

fn invalid(violation: Finding) -> Error {
    Error::InvalidRequest { operation: Settlement::NAME, violations: violation.into() }
}

fn millis(instant: Instant) -> Number {
    Number::from(i128::from(instant.unix_millis()))
}
