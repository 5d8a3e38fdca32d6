//! The operations that the interface names without a path or a shape (section 4.5).

use crate::wire::{Json, Sensitive, model::declare::Hidden};
use crate::{
    exchange::{
        answer::{LIMITS, no_untyped_answer},
        biller::Biller,
        context::Context,
    },
    finding::{Code, Finding, Findings},
    interface::{
        catalogue::{Authentication, OperationName},
        error::{Error, ErrorDetails, NextStep},
        http::{Header, HttpRequest, HttpStatus, Method, Sent},
    },
};
use bon::Builder;
use std::fmt;

/// A call of an operation whose path and shapes the interface does not show: all of it is the caller's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct UntypedRequest {
    /// The path below the base address, such as `/bank/available`: no dot segments, no `//`.
    pub path: String,
    /// Names and values of the query, which are escaped here.
    #[builder(default)]
    pub query: Vec<(String, String)>,
    /// The body, for operations called by `POST`.
    pub json: Option<Json>,
    /// How the call shows who makes it; none if it does not.
    pub authentication: Option<Authentication>,
}

/// A final request whose answer has no known meaning.
#[derive(Clone, PartialEq, Eq)]
#[must_use = "a call does nothing until it is sent"]
#[non_exhaustive]
pub struct UntypedCall {
    /// The operation that is called.
    pub operation: OperationName,
    /// The method.
    pub method: Method,
    /// The whole address.
    pub url: String,
    /// The headers. Those with credentials do not print.
    pub headers: Vec<Header>,
    /// The body, if there is one.
    pub body: Option<String>,
}

/// An answer without a known meaning: it never claims success.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct UntypedAnswer {
    /// The HTTP status.
    pub status: HttpStatus,
    /// The body, if there is one.
    pub json: Option<Json>,
}

impl fmt::Debug for UntypedCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UntypedCall")
            .field("operation", &self.operation)
            .field("method", &self.method)
            .field("url", &Hidden)
            .field("headers", &self.headers)
            .field("body", &self.body.as_ref().map(|_| Hidden))
            .finish()
    }
}

impl UntypedCall {
    /// Returns the request as a value of its own.
    #[must_use]
    pub fn request(&self) -> HttpRequest {
        HttpRequest {
            method: self.method,
            url: self.url.clone(),
            headers: self.headers.clone(),
            body: self.body.as_deref().map(Sensitive::from),
        }
    }

    /// The status and the JSON of the answer.
    ///
    /// # Errors
    /// [`Error::Unreadable`] if the body is not JSON.
    pub fn decode(&self, status: u16, body: &[u8]) -> Result<UntypedAnswer, Error> {
        decode_untyped(self.operation, status, body)
    }

    /// The error for a request that brought no answer.
    #[must_use]
    pub fn no_answer(&self, sent: Sent) -> Error {
        no_untyped_answer(self.operation, sent)
    }
}

/// Decodes the answer to an untyped operation, for a program that keeps no [`UntypedCall`].
///
/// # Errors
/// The errors of [`UntypedCall::decode`].
pub fn decode_untyped(operation: OperationName, status: u16, body: &[u8]) -> Result<UntypedAnswer, Error> {
    if body.is_empty() {
        return Ok(UntypedAnswer { status: status.into(), json: None });
    }
    let read = if body.len() > LIMITS.bytes {
        Err(Finding::new("", Code::TooLarge).at_byte(LIMITS.bytes))
    } else {
        Json::parse(body)
    };
    match read {
        Ok(json) => Ok(UntypedAnswer { status: status.into(), json: Some(json) }),
        Err(finding) => Err(Error::Unreadable {
            details: Box::new(ErrorDetails {
                http_status: Some(status.into()),
                finding: Some(finding.clone()),
                ..ErrorDetails::new(operation, finding.code, NextStep::AskService)
            }),
        }),
    }
}

impl Biller {
    /// Prepares a call of one of the eleven operations without a shape.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with all violations, or [`Error::MissingCredential`].
    pub fn prepare_operation(&self, operation: OperationName, request: &UntypedRequest) -> Result<UntypedCall, Error> {
        let violations = check(operation, request);
        if !violations.is_empty() {
            return Err(Error::InvalidRequest { operation, violations });
        }
        let mut headers = vec![Header::plain("Accept", "application/json")];
        if request.json.is_some() {
            headers.push(Header::plain("Content-Type", "application/json"));
        }
        if let Some(authentication) = request.authentication {
            headers.push(self.credential(operation, authentication)?);
        }
        Ok(UntypedCall {
            operation,
            method: operation.method(),
            url: address(self.context(), request),
            headers,
            body: request.json.as_ref().map(Json::to_string),
        })
    }
}

fn check(operation: OperationName, request: &UntypedRequest) -> Findings {
    let mut violations = Findings::default();
    let is_untyped = operation.schema().is_none() && !operation.groups().is_empty();
    if !is_untyped {
        violations.push(Finding::new("operation", Code::UnknownValue));
    }
    let is_path = request.path.strip_prefix('/').is_some_and(crate::interface::address::is_plain_path);
    if !is_path {
        violations.push(Finding::new("path", Code::InvalidPath));
    }
    if request.json.is_some() && operation.method() == Method::Get {
        violations.push(Finding::new("json", Code::NotAllowed));
    }
    violations
}

fn address(context: &Context, request: &UntypedRequest) -> String {
    let mut url = format!("{}{}", context.base_url, request.path);
    for (index, (name, value)) in request.query.iter().enumerate() {
        url.push(if index == 0 { '?' } else { '&' });
        escape(name, &mut url);
        url.push('=');
        escape(value, &mut url);
    }
    url
}

/// Escapes all but the unreserved characters of RFC 3986 section 2.3.
fn escape(text: &str, url: &mut String) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            url.push(char::from(byte));
        } else {
            url.push_str(&format!("%{byte:02X}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BearerToken, BillerConfig};

    fn biller() -> Biller {
        let bearer = Some(BearerToken::new("token"));
        Biller::new(BillerConfig { base_url: "https://service.example/v1/".into(), bearer, ..BillerConfig::default() })
            .unwrap()
    }

    fn request(path: &str) -> UntypedRequest {
        UntypedRequest { path: path.into(), ..UntypedRequest::default() }
    }

    #[test]
    fn a_query_is_escaped() {
        let query = vec![("bank id".into(), "a&b=ក".into()), ("page".into(), "1".into())];
        let request = UntypedRequest { query, authentication: Some(Authentication::Bearer), ..request("/banks") };
        let call = biller().prepare_operation(OperationName::GetAvailableBanks, &request).unwrap();
        assert_eq!(call.url, "https://service.example/v1/banks?bank%20id=a%26b%3D%E1%9E%80&page=1");
        assert_eq!((call.method, call.body), (Method::Get, None));
        assert!(call.headers.iter().any(|header| header.value.as_str() == "Bearer token"));
    }

    #[test]
    fn paths_stay_below_the_base_address() {
        for path in [
            "",
            "banks",
            "//evil.example",
            "/a//b",
            "/a/../b",
            "/./a",
            "/a?b",
            "/a#b",
            "/a\\b",
            "/a b",
            "/%2e%2e/b",
            "/ធ",
        ] {
            let error = biller().prepare_operation(OperationName::CreateCustomer, &request(path)).unwrap_err();
            assert_eq!(error.code(), Code::InvalidPath, "{path}");
        }
    }

    #[test]
    fn what_does_not_fit_the_operation() {
        let with_json = UntypedRequest { json: Some(Json::Null), ..request("/a") };
        let code = |name, request: &UntypedRequest| biller().prepare_operation(name, request).unwrap_err().code();
        assert_eq!(code(OperationName::GetListBills, &with_json), Code::NotAllowed);
        assert_eq!(code(OperationName::Settlement, &request("/a")), Code::UnknownValue);
        assert_eq!(code(OperationName::Webhook, &request("/a")), Code::UnknownValue);
        let token = UntypedRequest { authentication: Some(Authentication::Token), ..request("/a") };
        assert_eq!(code(OperationName::Proxy, &token), Code::VerificationToken);
    }

    #[test]
    fn no_answer_is_a_success() {
        let call = biller().prepare_operation(OperationName::Authorization, &request("/a")).unwrap();
        assert_eq!(call.decode(200, b"").unwrap(), UntypedAnswer { status: 200.into(), json: None });
        assert_eq!(call.decode(500, b"[1]").unwrap().status, 500);
        assert_eq!(call.decode(200, b"<html>").unwrap_err().kind(), "unreadable");
    }
}
