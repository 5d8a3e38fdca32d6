//! The record that all flows of a bill share: a small versioned JSON text without secrets.

use crate::{
    error::Error,
    finding::{Code, Finding},
    flow::{Fields, millis},
    models::Verification,
    operation::Operation,
    webhook::Expectation,
};
use billwire_wire::{Instant, Json, Members};

/// Version that this release writes. Every release reads all earlier versions.
const VERSION: u64 = 1;

/// The state of a bill, as far as it outlives a flow.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    /// Number of this record; the first that is stored has 1.
    pub(crate) revision: u64,
    /// Reference of the bill.
    pub(crate) identity_code: String,
    /// Transaction that has paid the bill.
    pub(crate) claim_key: Option<String>,
    /// Time of the verification under way.
    pub(crate) in_flight_since: Option<Instant>,
    /// Time of the last verification.
    pub(crate) verified: Option<Instant>,
    /// Verifications without a result, one after the other.
    pub(crate) failures: u32,
    /// Time before which nothing is verified.
    pub(crate) pause_until: Option<Instant>,
}

impl Record {
    /// Returns the record before anything is stored.
    pub(crate) fn new(identity_code: String) -> Record {
        Record {
            revision: 0,
            identity_code,
            claim_key: None,
            in_flight_since: None,
            verified: None,
            failures: 0,
            pause_until: None,
        }
    }

    /// Writes the record as JSON.
    pub(crate) fn to_json(&self) -> String {
        let mut members = Members::default();
        members.insert("version", VERSION);
        members.insert("revision", self.revision);
        members.insert("identity_code", self.identity_code.as_str());
        if let Some(claim_key) = &self.claim_key {
            members.insert("claim_key", claim_key.as_str());
        }
        let times =
            [("in_flight_since", self.in_flight_since), ("verified", self.verified), ("pause_until", self.pause_until)];
        for (name, time) in times {
            if let Some(time) = time {
                members.insert(name, millis(time));
            }
        }
        members.insert("failures", u64::from(self.failures));
        Json::Object(members).to_string()
    }

    /// Reads the record of a bill.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] for another text, for the record of another bill, and for a version of a later release.
    pub(crate) fn read(text: &str, bill: &Expectation) -> Result<Record, Error> {
        let invalid =
            |violation: Finding| Error::InvalidRequest { operation: Verification::NAME, violations: violation.into() };
        let record = Record::from_json(text).map_err(invalid)?;
        match record.identity_code == bill.identity_code {
            true => Ok(record),
            false => Err(invalid(Finding::new("record.identity_code", Code::OtherBill))),
        }
    }

    fn from_json(text: &str) -> Result<Record, Finding> {
        let fields = Fields::parse(text, VERSION)?;
        Ok(Record {
            revision: fields.number("revision")?,
            identity_code: fields.text("identity_code")?.to_owned(),
            claim_key: fields.optional_text("claim_key")?.map(str::to_owned),
            in_flight_since: fields.optional_instant("in_flight_since")?,
            verified: fields.optional_instant("verified")?,
            failures: fields.count("failures")?,
            pause_until: fields.optional_instant("pause_until")?,
        })
    }
}
