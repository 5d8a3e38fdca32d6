//! The stored record, as JSON.

use crate::finding::{Code, Finding};
use crate::flows::{
    Pause,
    recorded::{Recorded, read_member, recorded},
    settlement::{
        bill::{Bill, invalid},
        knowledge::Knowledge,
    },
};
use crate::interface::error::Error;
use crate::wire::{Json, write::json_writer::JsonWriter};

const VERSION: u32 = 1;

recorded! {
    /// Stored record of a bill.
    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Record {
        version: u32,
        pub(crate) revision: i64,
        /// Pause of the flow that stored it, for the one that goes on.
        pub(crate) pause: Option<Pause> = None,
        pub(crate) knowledge: Knowledge,
    }
}

impl Record {
    pub(crate) fn new(revision: i64, pause: Option<Pause>, knowledge: Knowledge) -> Record {
        Record { version: VERSION, revision, pause, knowledge }
    }

    pub(crate) fn to_json(&self) -> String {
        let mut out = JsonWriter::default();
        self.write(&mut out);
        out.into_text()
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

    pub(crate) fn from_json(text: &str) -> Result<Record, Finding> {
        let wrong = |code| Finding::new("record", code);
        let json = Json::parse(text.as_bytes()).map_err(|_| {
            wrong(Code::InvalidJson)
                .explained("the record is no JSON: store the whole text, in a column without a limit")
        })?;
        // A later release may store anything else.
        let version = json.as_object().and_then(|members| read_member::<u32>(members, "version"));
        if version.ok_or_else(|| wrong(Code::WrongType))? > VERSION {
            return Err(Finding::new("record.version", Code::RecordVersion));
        }
        let record = <Record as Recorded>::read(&json).ok_or_else(|| wrong(Code::WrongType))?;
        if record.version != VERSION || record.revision < 0 || record.knowledge.openings.is_empty() {
            return Err(wrong(Code::OutOfRange));
        }
        Ok(record)
    }
}
