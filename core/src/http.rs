//! Requests and responses as plain data: the host does the sending.

use crate::wire::model::Hidden;
use std::fmt;
use zeroize::Zeroize;

/// The methods that the interface names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// A header of a request. One that carries a secret does not print it.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// The name.
    pub name: &'static str,
    /// The value.
    pub value: String,
    /// Whether the value is a secret.
    pub secret: bool,
}

impl Header {
    pub(crate) fn plain(name: &'static str, value: &str) -> Header {
        Header { name, value: value.into(), secret: false }
    }

    pub(crate) fn secret(name: &'static str, value: String) -> Header {
        Header { name, value, secret: true }
    }
}

/// A secret that was handed over in a header is wiped with it.
impl Drop for Header {
    fn drop(&mut self) {
        if self.secret {
            self.value.zeroize();
        }
    }
}

impl fmt::Debug for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_tuple(self.name);
        if self.secret { out.field(&Hidden) } else { out.field(&self.value) }.finish()
    }
}

/// The response that the merchant gives to a webhook (section 2.8).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use = "the sender waits for the response"]
#[non_exhaustive]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The headers: names and values.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_map"))]
    pub headers: Vec<(&'static str, &'static str)>,
    /// The body, JSON.
    pub body: &'static str,
}

impl Reply {
    pub(crate) fn json(status: u16, body: &'static str) -> Reply {
        Reply { status, headers: vec![("Content-Type", "application/json")], body }
    }

    /// Returns the response to a webhook that contradicts your books: another amount, or another bill.
    pub fn conflict() -> Reply {
        Reply::json(409, r#"{"status":"failed","message":"conflict"}"#)
    }
}

#[cfg(feature = "serde")]
fn as_map<S: serde::Serializer>(headers: &[(&'static str, &'static str)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(headers.iter().copied())
}

/// Whether a request that brought no answer may have reached the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// It cannot have: no connection was made.
    No,
    /// It may have.
    Maybe,
}
