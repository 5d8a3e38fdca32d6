//! The record that survives a crash: a small versioned JSON text without secrets.

use crate::wire::{Instant, Json, Members, Number};
use crate::{
    finding::{Code, Finding},
    flows::{
        Fields, Pause, millis,
        settlement::{
            bill::Bill,
            doubt::Doubt,
            ending::{EndReason, LastAnswer, SettlementEnding, SettlementProof},
            evidence::Evidence,
        },
    },
    interface::{
        error::{Error, NextStep},
        http::HttpStatus,
        models::Settlement,
        operation::Operation,
    },
};

/// Version that this release writes and reads.
const VERSION: u64 = 2;

/// The state of a flow, as far as it outlives the process.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    /// Number of this record; the first that is stored has 1.
    pub(crate) revision: i64,
    /// Reference of the bill, for people.
    pub(crate) ref_id: String,
    /// Digest of all fields of the bill.
    pub(crate) bill: String,
    /// Time of the first step, from which the deadline counts.
    pub(crate) started: Instant,
    /// Time before which no transaction can be of this bill; none if an earlier attempt may have been forgotten.
    pub(crate) not_before: Option<Instant>,
    /// Number of attempts that were begun.
    pub(crate) attempts: u32,
    pub(crate) evidence: Evidence,
    /// Last answer to the settlement, or the lack of one.
    pub(crate) answer: Option<LastAnswer>,
    /// Transaction of this bill that a lookup returned.
    pub(crate) seen: Option<String>,
    /// Transactions of this bill that the service declared failed, one of each attempt that was reopened after it. A
    /// lookup may return any of them again.
    pub(crate) failed: Vec<String>,
    /// Whether an earlier attempt, reopened or forgotten, may have left a transaction that is not among these.
    pub(crate) has_earlier: bool,
    pub(crate) pause: Option<Pause>,
    pub(crate) state: State,
}

/// State of the bill as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum State {
    /// No attempt may have moved money.
    Open,
    /// The last attempt may have moved money.
    InDoubt(Doubt),
    /// The flow has ended.
    Ended(SettlementEnding),
}

impl Record {
    /// Returns the record of a bill of which nothing is known.
    pub(crate) fn new(bill: &Bill, started: Instant) -> Record {
        Record {
            revision: 0,
            ref_id: bill.ref_id.clone(),
            bill: bill.digest.clone(),
            started,
            not_before: Some(started),
            attempts: 0,
            evidence: Evidence::None,
            answer: None,
            seen: None,
            failed: Vec::new(),
            has_earlier: false,
            pause: None,
            state: State::Open,
        }
    }

    /// Returns the record of a refused bill that starts anew, perhaps corrected.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] for the record of another bill, or of one that did not end as refused.
    pub(crate) fn reopened(self, bill: &Bill, now: Instant) -> Result<Record, Error> {
        if self.ref_id != bill.ref_id {
            return Err(invalid(Finding::new("record.ref_id", Code::OtherBill)));
        }
        let State::Ended(SettlementEnding::Refused { reason }) = &self.state else {
            return Err(invalid(Finding::new("record.state", Code::NotRefused)));
        };
        let is_listed = reason.code == Code::DeclaredFailed && self.attempts <= 1;
        let has_earlier = self.has_earlier || (self.evidence != Evidence::None && !is_listed);
        let is_proven = matches!(reason.code, Code::PersonsWord | Code::DeclaredFailed);
        let evidence = if is_proven { Evidence::None } else { self.evidence };
        let state = match evidence {
            Evidence::None => State::Open,
            _ => State::InDoubt(Doubt::new(now, false)),
        };
        let (revision, not_before, failed) = (self.revision, self.not_before, self.failed);
        Ok(Record { revision, not_before, failed, has_earlier, evidence, state, ..Record::new(bill, now) })
    }

    /// Takes into account that an attempt may be forgotten. A bill that was refused stays so unless it is found.
    pub(crate) fn distrust(&mut self) {
        (self.not_before, self.has_earlier) = (None, true);
        match &self.state {
            State::InDoubt(_) | State::Ended(SettlementEnding::Settled { .. } | SettlementEnding::Unclear { .. }) => {
                return;
            }
            State::Ended(SettlementEnding::Refused { reason }) => self.answer = Some(reason.as_refusal()),
            State::Open => {}
        }
        self.state = State::InDoubt(Doubt::new(self.started, false));
    }

    /// Writes the record as JSON.
    pub(crate) fn to_json(&self) -> String {
        let mut members = Members::default();
        members.insert("version", VERSION);
        members.insert("revision", Number::from(i128::from(self.revision)));
        members.insert("ref_id", self.ref_id.as_str());
        members.insert("bill", self.bill.as_str());
        members.insert("started", millis(self.started));
        if let Some(not_before) = self.not_before {
            members.insert("not_before", millis(not_before));
        }
        members.insert("attempts", u64::from(self.attempts));
        // Whoever reads this record does not know what became of the attempt that it begins.
        let least = if matches!(self.state, State::InDoubt(_)) { Evidence::Tried } else { Evidence::None };
        members.insert("evidence", self.evidence.max(least).as_str());
        if let Some(seen) = &self.seen {
            members.insert("seen", seen.as_str());
        }
        if !self.failed.is_empty() {
            members
                .insert("failed", self.failed.iter().map(|tran_id| Json::from(tran_id.as_str())).collect::<Vec<_>>());
        }
        members.insert("has_earlier", self.has_earlier);
        members.insert("state", self.state.as_str());
        self.state.write(&mut members);
        if let Some(pause) = self.pause {
            members.insert("pause_from", millis(pause.from));
            members.insert("pause_ms", pause.millis);
        }
        if let Some(answer) = &self.answer {
            answer.write(&mut members);
        }
        Json::Object(members).to_string()
    }

    /// Reads the record of a bill.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] for another text, for the record of another bill, and for another version.
    pub(crate) fn read(text: &str, bill: &Bill) -> Result<Record, Error> {
        let record = Record::read_any(text)?;
        match record.ref_id == bill.ref_id && record.bill == bill.digest {
            true => Ok(record),
            false => Err(invalid(Finding::new("record.bill", Code::OtherBill))),
        }
    }

    /// Reads a record of any bill.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] for another text, and for another version.
    pub(crate) fn read_any(text: &str) -> Result<Record, Error> {
        Fields::parse(text, VERSION).and_then(|fields| Record::from_fields(&fields)).map_err(invalid)
    }

    fn from_fields(fields: &Fields) -> Result<Record, Finding> {
        let answer = LastAnswer::read(fields)?;
        Ok(Record {
            revision: fields.revision()?,
            ref_id: fields.text("ref_id")?.to_owned(),
            bill: fields.text("bill")?.to_owned(),
            started: fields.instant("started")?,
            not_before: fields.optional_instant("not_before")?,
            attempts: fields.count("attempts")?,
            evidence: evidence(fields)?,
            seen: fields.optional_text("seen")?.map(str::to_owned),
            failed: fields.texts("failed")?,
            has_earlier: fields.flag("has_earlier")?,
            pause: pause(fields)?,
            state: State::read(fields, answer.as_ref())?,
            answer,
        })
    }
}

impl State {
    fn as_str(&self) -> &'static str {
        match self {
            State::Open => "open",
            State::InDoubt(_) => "in_doubt",
            State::Ended(ending) => ending.as_str(),
        }
    }

    fn write(&self, members: &mut Members) {
        match self {
            State::Open => {}
            State::InDoubt(doubt) => {
                members.insert("begun", millis(doubt.begun));
                members.insert("in_flight", doubt.in_flight);
                let counts = [("lookups", doubt.lookups), ("not_found", doubt.not_found), ("unusable", doubt.unusable)];
                for (name, count) in counts {
                    members.insert(name, u64::from(count));
                }
                members.insert("waited_ms", doubt.waited_ms);
            }
            State::Ended(SettlementEnding::Settled { proof }) => {
                members.insert("proof", proof.as_str());
                if let Some(claim_key) = proof.claim_key() {
                    members.insert("claim_key", claim_key);
                }
            }
            State::Ended(SettlementEnding::Refused { reason } | SettlementEnding::Unclear { reason }) => {
                members.insert("code", reason.code.as_str());
                members.insert("next_step", reason.next_step.as_str());
            }
        }
    }

    fn read(fields: &Fields, answer: Option<&LastAnswer>) -> Result<State, Finding> {
        let reason = || reason(fields, answer.cloned());
        Ok(match fields.text("state")? {
            "open" => State::Open,
            "in_doubt" => State::InDoubt(Doubt {
                begun: fields.instant("begun")?,
                in_flight: fields.flag("in_flight")?,
                lookups: fields.count("lookups")?,
                not_found: fields.count("not_found")?,
                waited_ms: fields.number("waited_ms")?,
                unusable: fields.count("unusable")?,
            }),
            "settled" => State::Ended(SettlementEnding::Settled { proof: proof(fields)? }),
            "refused" => State::Ended(SettlementEnding::Refused { reason: reason()? }),
            "unclear" => State::Ended(SettlementEnding::Unclear { reason: reason()? }),
            _ => return Err(Finding::new("record.state", Code::UnknownValue)),
        })
    }
}

impl LastAnswer {
    fn write(&self, members: &mut Members) {
        members.insert("answer_code", self.code.as_str());
        members.insert("answer_next_step", self.next_step.as_str());
        if let Some(status) = self.http_status {
            members.insert("answer_status", u64::from(status.as_u16()));
        }
        if let Some(code) = &self.response_code {
            members.insert("answer_response_code", code.as_str());
        }
        members.insert("answer_needs_person", self.needs_person);
    }

    fn read(fields: &Fields) -> Result<Option<LastAnswer>, Finding> {
        if fields.optional_text("answer_code")?.is_none() {
            return Ok(None);
        }
        Ok(Some(LastAnswer {
            code: code(fields, "answer_code")?,
            next_step: next_step(fields, "answer_next_step")?,
            http_status: fields.optional_number::<u16>("answer_status")?.map(HttpStatus::from),
            response_code: fields.optional_text("answer_response_code")?.map(str::to_owned),
            needs_person: fields.flag("answer_needs_person")?,
        }))
    }
}

fn evidence(fields: &Fields) -> Result<Evidence, Finding> {
    fields.word("evidence", Evidence::ALL, |evidence| evidence.as_str())
}

fn pause(fields: &Fields) -> Result<Option<Pause>, Finding> {
    let Some(from) = fields.optional_instant("pause_from")? else { return Ok(None) };
    Ok(Some(Pause { from, millis: fields.number("pause_ms")? }))
}

fn proof(fields: &Fields) -> Result<SettlementProof, Finding> {
    match fields.text("proof")? {
        "answer" => Ok(SettlementProof::Answer { response: None }),
        "verification" => Ok(SettlementProof::Verification {
            claim_key: fields.optional_text("claim_key")?.map(str::to_owned),
            transaction: None,
        }),
        "person" => Ok(SettlementProof::Person),
        _ => Err(Finding::new("record.proof", Code::UnknownValue)),
    }
}

fn reason(fields: &Fields, answer: Option<LastAnswer>) -> Result<EndReason, Finding> {
    Ok(EndReason { answer, ..EndReason::new(code(fields, "code")?, next_step(fields, "next_step")?) })
}

fn code(fields: &Fields, key: &str) -> Result<Code, Finding> {
    fields.word(key, Code::ALL, |code| code.as_str())
}

fn next_step(fields: &Fields, key: &str) -> Result<NextStep, Finding> {
    fields.word(key, NextStep::ALL, |next_step| next_step.as_str())
}

pub(crate) fn invalid(violation: Finding) -> Error {
    Error::InvalidRequest { operation: Settlement::NAME, violations: violation.into() }
}
