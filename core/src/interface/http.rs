//! Requests and responses as plain data: the host does the sending.

use crate::wire::{Sensitive, model::declare::Hidden};
use std::{borrow::Cow, fmt};

/// The methods that the interface names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi::export(Display))]
pub enum Method {
    /// `GET`.
    Get,
    /// `POST`.
    Post,
}

impl Method {
    /// The method as it stands in a request.
    pub const fn as_str(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Post => "POST",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// HTTP status of an answer or of a response.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct HttpStatus(u16);

impl HttpStatus {
    /// Returns the status as a number.
    pub const fn as_u16(self) -> u16 {
        self.0
    }
}

impl From<u16> for HttpStatus {
    fn from(status: u16) -> HttpStatus {
        HttpStatus(status)
    }
}

impl From<HttpStatus> for u16 {
    fn from(status: HttpStatus) -> u16 {
        status.0
    }
}

impl PartialEq<u16> for HttpStatus {
    fn eq(&self, status: &u16) -> bool {
        self.0 == *status
    }
}

impl fmt::Debug for HttpStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for HttpStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Request to send once, as it is. Do not follow redirects. It prints no credential, no body and no query.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug))]
pub struct HttpRequest {
    /// HTTP method.
    pub method: Method,
    /// The whole address.
    pub url: String,
    /// The headers. Those with credentials do not print.
    pub headers: Vec<Header>,
    /// The body, JSON: the exact text that was signed. A request by `GET` has none.
    pub body: Option<Sensitive>,
}

impl fmt::Debug for HttpRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpRequest")
            .field("method", &self.method)
            .field("url", &self.url.split('?').next().unwrap_or_default())
            .field("headers", &self.headers)
            .field("body", &self.body)
            .finish()
    }
}

/// Header of a request. One that carries a secret does not print it.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug))]
pub struct Header {
    /// The name.
    pub name: Cow<'static, str>,
    /// The value. It is erased with the header.
    pub value: Sensitive,
    /// Whether the value is a secret.
    #[cfg_attr(feature = "uniffi", uniffi(default = true))]
    pub secret: bool,
}

impl Header {
    pub(crate) fn plain(name: &'static str, value: &str) -> Header {
        Header { name: name.into(), value: value.into(), secret: false }
    }

    pub(crate) fn secret(name: &'static str, value: String) -> Header {
        Header { name: name.into(), value: value.into(), secret: true }
    }
}

impl fmt::Debug for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_tuple(&self.name);
        if self.secret { out.field(&Hidden) } else { out.field(&self.value.as_str()) }.finish()
    }
}

/// The response that the merchant gives to a webhook (section 2.8).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[must_use = "the sender waits for the response"]
pub struct Reply {
    /// The HTTP status.
    pub status: HttpStatus,
    /// The headers: names and values.
    pub headers: ReplyHeaders,
    /// The body, JSON.
    pub body: Cow<'static, str>,
}

/// Headers of a [`Reply`]: names and values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplyHeaders(pub Vec<(Cow<'static, str>, Cow<'static, str>)>);

impl Reply {
    pub(crate) fn json(status: u16, body: &'static str) -> Reply {
        let headers = ReplyHeaders(vec![("Content-Type".into(), "application/json".into())]);
        Reply { status: status.into(), headers, body: body.into() }
    }

    /// Returns the response to a webhook that contradicts your books: another amount, or another bill.
    pub fn conflict() -> Reply {
        Reply::json(409, r#"{"status":"failed","message":"conflict"}"#)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for ReplyHeaders {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Whether a request that brought no answer may have reached the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum Sent {
    /// It cannot have: no connection was made.
    No,
    /// It may have.
    Maybe,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_equal_to_its_number_and_prints_as_it() {
        let status = HttpStatus::from(503);
        assert!(status == 503 && status != 200);
        assert_eq!(format!("{status} {status:?}"), "503 503");
    }

    /// The path of an untyped operation is the caller's, and its query may hold anything.
    #[test]
    fn a_request_prints_no_query_no_body_and_no_secret() {
        let request = HttpRequest {
            method: Method::Post,
            url: "https://service.example/bills?name=canary".into(),
            headers: vec![Header::plain("Accept", "application/json"), Header::secret("Token", "canary".into())],
            body: Some("{\"a\":\"canary\"}".into()),
        };
        let shown = format!("{request:?}");
        assert!(shown.contains("https://service.example/bills") && shown.contains("application/json"), "{shown}");
        assert!(!shown.contains("canary"), "{shown}");
    }
}
