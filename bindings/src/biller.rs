//! Preparing lookups and untyped requests. The methods of operations with a shape are in `calls`.

use crate::{
    calls::PreparedUntyped, config::BillerConfig, credentials::BearerToken, error::BillwireError, lookup::Lookup,
    models,
};
use billwire::{Authentication, Call, Error, Json, Members, Number, Operation, OperationName, Sent};
use billwire_wire::input::DynamicValue;
use std::{fmt, sync::Arc};

/// Prepares requests, and decodes answers. It sends nothing itself and prints no secret. Threads may share it.
#[derive(uniffi::Object)]
#[uniffi::export(Debug)]
pub struct Biller(pub(crate) billwire::Biller);

#[uniffi::export]
impl Biller {
    /// Validates the settings. Throws `InvalidConfig` with all violations.
    #[uniffi::constructor]
    pub fn new(config: BillerConfig) -> Result<Biller, BillwireError> {
        Ok(Biller(billwire::Biller::new(config.into())?))
    }

    /// Returns the same biller with another bearer token. Both share the prepared key. Throws `InvalidConfig`.
    pub fn with_bearer(&self, bearer: Arc<BearerToken>) -> Result<Biller, BillwireError> {
        Ok(Biller(self.0.with_bearer(bearer.into_core())?))
    }

    /// Prepares the lookup of a bill, by the profile's settlement lookup. Throws `InvalidConfig` if that is not set.
    pub fn prepare_settlement_lookup(&self, bill: models::Settlement) -> Result<Lookup, BillwireError> {
        Ok(Lookup(self.0.prepare_settlement_lookup_from(&bill)?))
    }

    /// Prepares a request for one of the operations that the interface names without a shape (section 4.5). Throws
    /// `InvalidRequest` with all violations at once.
    pub fn prepare_operation(
        &self,
        operation: OperationName,
        request: UntypedRequest,
    ) -> Result<PreparedUntyped, BillwireError> {
        Ok(self.0.prepare_operation(operation, &request.into_core(operation)?)?.into())
    }

    /// Returns the error, with its next step, for a request of this operation that brought no answer.
    pub fn no_answer(&self, operation: OperationName, sent: Sent) -> BillwireError {
        self.0.no_answer(operation, sent).into()
    }
}

impl fmt::Debug for Biller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Request of an operation whose path and shapes the interface does not show.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct UntypedRequest {
    /// Path below the base address, such as `/bank/available`: no dot segments, no `//`.
    pub path: String,
    /// Names and values of the query. billwire escapes them.
    #[uniffi(default)]
    pub query: Vec<QueryParameter>,
    /// Body as the text of JSON, for operations called by `POST`.
    #[uniffi(default)]
    pub json: Option<String>,
    /// Credential that the request shows; none if it shows none.
    #[uniffi(default)]
    pub authentication: Option<Authentication>,
}

/// Parameter of a query.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct QueryParameter {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
}

impl UntypedRequest {
    fn into_core(self, operation: OperationName) -> Result<billwire::UntypedRequest, Error> {
        let json = self.json.as_deref().map(|json| Json::parse(json.as_bytes())).transpose();
        let json = json.map_err(|finding| invalid(operation, finding.with_path("json")))?;
        Ok(billwire::UntypedRequest {
            path: self.path,
            query: self.query.into_iter().map(|pair| (pair.name, pair.value)).collect(),
            json,
            authentication: self.authentication,
        })
    }
}

/// Prepares a request that is the text of a JSON object.
pub(crate) fn prepare_json<O: Operation>(biller: &Biller, json: &str) -> Result<Call<O>, Error> {
    let json = Json::parse_draft(json.as_bytes()).map_err(|finding| invalid(O::NAME, finding))?;
    biller.0.prepare_value(&dynamic(json))
}

fn invalid(operation: OperationName, finding: billwire_wire::Finding) -> Error {
    Error::InvalidRequest { operation, violations: finding.recoded().into() }
}

/// A document with its numbers as doubles. A number of over fifteen digits may be the trace of a double, and no longer
/// tells which decimal was meant.
fn dynamic(json: Json) -> DynamicValue {
    match json {
        Json::Number(Number(text)) => DynamicValue::Double(text.parse().unwrap_or(f64::NAN), text.into()),
        Json::Array(elements) => DynamicValue::List(elements.into_iter().map(dynamic).collect()),
        Json::Object(Members(members)) => {
            DynamicValue::Members(members.into_iter().map(|(key, value)| (key, dynamic(value))).collect())
        }
        other => other.into(),
    }
}
