//! Requests and calls of the operations that the interface names without a shape (section 4.5).

use super::{biller::Biller, calls::invalid};
use crate::{Authentication, BillwireError, Error, HttpRequest, HttpStatus, Json, OperationName, Sent};

#[uniffi::export]
impl Biller {
    /// Prepares a call of one of the operations that the interface names without a shape (section 4.5).
    ///
    /// Throws `InvalidRequest` with all violations, or `MissingCredential` without the credential that the request
    /// selects.
    pub fn prepare_operation(
        &self,
        operation: OperationName,
        request: UntypedRequest,
    ) -> Result<UntypedCall, BillwireError> {
        self.0.prepare_operation(operation, &request.into_core(operation)?).map(UntypedCall)
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
    fn into_core(self, operation: OperationName) -> Result<crate::UntypedRequest, Error> {
        let json = self.json.as_deref().map(|json| Json::parse(json.as_bytes())).transpose();
        let json = json.map_err(|finding| invalid(operation, finding.with_path("json")))?;
        Ok(crate::UntypedRequest::builder()
            .path(self.path)
            .query(self.query.into_iter().map(|pair| (pair.name, pair.value)).collect())
            .maybe_json(json)
            .maybe_authentication(self.authentication)
            .build())
    }
}

/// Call of an operation that the interface names without a path or a shape (section 4.5). Its answer has no known
/// meaning. It is final, and prints neither credentials nor body.
#[derive(Debug, uniffi::Object)]
pub struct UntypedCall(crate::UntypedCall);

#[uniffi::export]
impl UntypedCall {
    /// Returns the request to send as it is. Do not follow redirects.
    pub fn request(&self) -> HttpRequest {
        self.0.request()
    }

    /// Returns the operation that is called.
    pub fn operation(&self) -> OperationName {
        self.0.operation
    }

    /// Decodes the answer to its status and its JSON. Throws `Unreadable` if the body is not JSON.
    pub fn decode(&self, status: HttpStatus, body: Vec<u8>) -> Result<UntypedAnswer, BillwireError> {
        let answer = self.0.decode(status.as_u16(), &body)?;
        Ok(UntypedAnswer { status: answer.status, json: answer.json.as_ref().map(ToString::to_string) })
    }

    /// Returns the error, with its next step, for a request that brought no answer.
    pub fn no_answer(&self, sent: Sent) -> BillwireError {
        self.0.no_answer(sent)
    }
}

/// Answer without a known meaning. It never claims success.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct UntypedAnswer {
    /// The HTTP status.
    pub status: HttpStatus,
    /// The body as the text of JSON, if there is one.
    pub json: Option<String>,
}
