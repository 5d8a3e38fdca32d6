//! The stored record, as JSON.

use crate::finding::{Code, Finding};
use crate::flows::Pause;
use crate::flows::settlement::{
    bill::{Bill, invalid},
    knowledge::Knowledge,
};
use crate::interface::error::Error;
use serde::{Deserialize, Serialize};

const VERSION: u32 = 1;

/// Stored record of a bill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    version: u32,
    pub(crate) revision: i64,
    /// Pause of the flow that stored it, for the one that goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) pause: Option<Pause>,
    pub(crate) knowledge: Knowledge,
}

/// The version of a record, whatever else it holds.
#[derive(Deserialize)]
struct Version {
    version: u32,
}

impl Record {
    pub(crate) fn new(revision: i64, pause: Option<Pause>, knowledge: Knowledge) -> Record {
        Record { version: VERSION, revision, pause, knowledge }
    }

    pub(crate) fn to_json(&self) -> String {
        // Maps with text keys, numbers and texts can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads the record of a bill.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] for another text, for the record of another reference or another service, and for
    /// a version of a later release.
    pub(crate) fn read(text: &str, bill: &Bill) -> Result<Record, Error> {
        let record = Record::from_json(text).map_err(invalid)?;
        if record.knowledge.ref_id != bill.ref_id {
            return Err(invalid(Finding::new("record.ref_id", Code::OtherBill)));
        }
        if record.knowledge.service != bill.service {
            return Err(invalid(Finding::new("record.service", Code::OtherService)));
        }
        Ok(record)
    }

    fn from_json(text: &str) -> Result<Record, Finding> {
        let is_json = serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
        let wrong = || match is_json {
            true => Finding::new("record", Code::WrongType),
            false => Finding::new("record", Code::InvalidJson)
                .explained("the record is no JSON: store the whole text, in a column without a limit"),
        };
        let Version { version } = serde_json::from_str(text).map_err(|_| wrong())?;
        if version > VERSION {
            return Err(Finding::new("record.version", Code::RecordVersion));
        }
        let record = serde_json::from_str::<Record>(text).map_err(|_| Finding::new("record", Code::WrongType))?;
        if record.version != VERSION || record.revision < 0 || record.knowledge.openings.is_empty() {
            return Err(Finding::new("record", Code::OutOfRange));
        }
        Ok(record)
    }
}
