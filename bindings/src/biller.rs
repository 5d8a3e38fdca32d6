//! The biller. `operations`, `untyped` and `lookup` add its methods that prepare requests.
//!
//! The classes of Kotlin and Swift are generated from these methods and their doc comments.

use crate::{config::BillerConfig, credentials::BearerToken, error::BillwireError};
use billwire::{OperationName, Sent};
use std::{fmt, sync::Arc};

/// Prepares requests, and decodes answers. It sends nothing itself and prints no secret. Threads may share it.
#[derive(uniffi::Object)]
#[uniffi::export(Debug)]
pub struct Biller(pub(crate) billwire::Biller);

#[uniffi::export]
impl Biller {
    /// Validates the settings.
    ///
    /// # Errors
    /// - `InvalidConfig` with all violations
    #[uniffi::constructor]
    pub fn new(config: BillerConfig) -> Result<Biller, BillwireError> {
        Ok(Biller(billwire::Biller::new(config.into())?))
    }

    /// Returns the same biller with another bearer token. Both share the prepared key.
    ///
    /// # Errors
    /// - `InvalidConfig` if no header can hold the token
    pub fn with_bearer(&self, bearer: Arc<BearerToken>) -> Result<Biller, BillwireError> {
        Ok(Biller(self.0.with_bearer(bearer.into_core())?))
    }

    /// Returns the error for a request of an operation that brought no answer. Read its next step.
    pub fn no_answer(&self, operation: OperationName, sent: Sent) -> BillwireError {
        self.0.no_answer(operation, sent).into()
    }
}

impl fmt::Debug for Biller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
