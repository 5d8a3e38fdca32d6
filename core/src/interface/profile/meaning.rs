//! Meaning of response codes and statuses, by the lists of the profile.

use super::{CodesByOperation, StatusesByObject, WireProfile};

impl WireProfile {
    /// The meaning of a response code of an operation, by its list among the codes and by its own success code.
    pub(crate) fn meaning(&self, of: fn(&CodesByOperation) -> &[String], success: &str, code: &str) -> CodeMeaning {
        let lists = |codes: &CodesByOperation| of(codes).iter().any(|known| known == code);
        if code == success || lists(&self.success_codes) {
            CodeMeaning::Success
        } else if lists(&self.refusal_codes) {
            CodeMeaning::Refusal
        } else if lists(&self.not_found_codes) {
            CodeMeaning::NotFound
        } else if lists(&self.exists_already_codes) {
            CodeMeaning::ExistsAlready
        } else {
            CodeMeaning::Unknown
        }
    }

    /// The meaning of a status of a transaction.
    pub(crate) fn transaction_status(&self, status: &str) -> StatusMeaning {
        self.status(|statuses| &statuses.transaction, status)
    }

    /// The meaning of a status of one object, by its list among the statuses.
    pub(crate) fn status(&self, of: StatusList, status: &str) -> StatusMeaning {
        let lists = |statuses| of(statuses).as_ref().map(|list| list.iter().any(|known| known == status));
        if lists(&self.success_statuses).unwrap_or(status == SUCCESS) {
            StatusMeaning::Success
        } else if lists(&self.pending_statuses).unwrap_or(false) {
            StatusMeaning::Pending
        } else if lists(&self.failed_statuses).unwrap_or(false) {
            StatusMeaning::Failed
        } else {
            StatusMeaning::Unknown
        }
    }
}

/// The list of one object.
pub(crate) type StatusList = fn(&StatusesByObject) -> &Option<Vec<String>>;

/// The status that means success for an object without a list.
pub(super) const SUCCESS: &str = "success";

impl StatusesByObject {
    /// The list of each object.
    pub(crate) const LISTS: [(&'static str, StatusList); 3] = [
        ("bill", |statuses| &statuses.bill),
        ("payment", |statuses| &statuses.payment),
        ("transaction", |statuses| &statuses.transaction),
    ];
}

/// The meaning of a response code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeMeaning {
    Success,
    Refusal,
    NotFound,
    ExistsAlready,
    Unknown,
}

/// The meaning of a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StatusMeaning {
    Success,
    Pending,
    Failed,
    Unknown,
}
