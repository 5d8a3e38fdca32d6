//! The biller. `calls`, `untyped` and `lookup` add its methods that prepare requests.

use super::{Form, Setting as _};
use crate::{BearerToken, BillerConfig, BillwireError, Finding, OperationName, Sent, WireProfile};
use std::sync::Arc;

/// Prepares requests, and decodes answers. It sends nothing itself and prints no secret. Threads may share it.
#[derive(Debug, uniffi::Object)]
pub struct Biller(pub(super) crate::Biller);

#[uniffi::export]
impl Biller {
    /// Validates the settings. Throws `InvalidConfig` with all violations.
    #[uniffi::constructor]
    pub fn new(config: Form<BillerConfig>) -> Result<Biller, BillwireError> {
        crate::Biller::new(BillerConfig::of(config)).map(Biller)
    }

    /// Returns warnings about the settings, such as a credential that was probably not filled in.
    pub fn warnings(&self) -> Vec<Finding> {
        self.0.warnings().to_vec()
    }

    /// Returns a biller with another bearer token and the same other settings.
    ///
    /// Throws `InvalidConfig` if no header can hold the token.
    pub fn with_bearer(&self, bearer: Arc<BearerToken>) -> Result<Biller, BillwireError> {
        self.0.with_bearer(BearerToken::of(bearer)).map(Biller)
    }

    /// Returns the error for a request of an operation that brought no answer. Read its next step.
    pub fn no_answer(&self, operation: OperationName, sent: Sent) -> BillwireError {
        self.0.no_answer(operation, sent)
    }
}

/// Reads a profile from JSON, with the names of JavaScript: `{"signingOffset":"+07:00"}`.
///
/// Throws `InvalidConfig` with all violations, unknown settings among them.
#[uniffi::export]
pub fn read_wire_profile(json: String) -> Result<Form<WireProfile>, BillwireError> {
    WireProfile::from_json(json.as_bytes()).map(WireProfile::form)
}
