//! Addresses that requests may be sent to.

use crate::{finding::Code, interface::catalogue::OperationName};
use std::net::{Ipv4Addr, Ipv6Addr};

/// Rule that an address breaks, and the sentence about it.
type Refusal = (Code, &'static str);

/// A base address that requests with credentials may be sent to: `https`, or `http` to this machine where that is
/// allowed.
pub(crate) fn check_base_url(url: &str, allow_loopback_http: bool) -> Result<(), Refusal> {
    let refuse = |sentence| Err((Code::InvalidBaseUrl, sentence));
    if url.is_empty() {
        return Err((Code::Required, UNSET));
    }
    if url.trim() != url {
        return refuse("there is white space at an end of the address, such as a file's line end: trim it");
    }
    let (secure, rest) = match (url.strip_prefix("https://"), url.strip_prefix("http://")) {
        (Some(rest), _) => (true, rest),
        (_, Some(rest)) => (false, rest),
        _ => return refuse("the address has to begin with https://"),
    };
    if rest.contains(['?', '#', '\\']) {
        return refuse("the address has a query, a fragment or a backslash: leave it out");
    }
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    if authority.contains('@') {
        return refuse("the address has a user: leave it out");
    }
    let Some(host) = host_of(authority) else {
        return refuse("the host has to be an ASCII name or an IP address, with a port from 1 to 65535 or none");
    };
    let path = path.strip_suffix('/').unwrap_or(path);
    if !path.is_empty() && !path.strip_prefix('/').is_some_and(is_plain_path) {
        return refuse("the path has dot segments, empty segments or escapes: give a plain one");
    }
    if operation_paths().any(|operation| path.ends_with(operation)) {
        return refuse("the address ends with the path of an operation, which billwire adds: leave that out");
    }
    match (secure, names_this_machine(host)) {
        (false, false) => {
            let sentence = if allow_loopback_http {
                ANOTHER_HOST
            } else {
                "credentials are not sent unencrypted: give an https:// address"
            };
            Err((Code::InsecureBaseUrl, sentence))
        }
        (false, true) if !allow_loopback_http => Err((Code::InsecureBaseUrl, Code::InsecureBaseUrl.explanation())),
        _ => Ok(()),
    }
}

const ANOTHER_HOST: &str = "allowLoopbackHttp allows http to localhost, 127.0.0.1 and [::1] alone: give https, \
                            or let a container share this machine's network (in Compose by network_mode)";

fn names_this_machine(host: &str) -> bool {
    matches!(host, "localhost" | "127.0.0.1" | "[::1]")
}

/// Whether an address after its scheme lies on this machine.
pub(crate) fn is_loopback(rest: &str) -> bool {
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    host_of(authority).is_some_and(names_this_machine)
}

const UNSET: &str = "this address is required; if it comes from an environment variable, that one is missing";

fn operation_paths() -> impl Iterator<Item = &'static str> {
    OperationName::ALL.iter().filter_map(|name| name.path())
}

/// Segments that stay where they are, whoever resolves them: no empty ones, no dots, nothing escaped.
pub(crate) fn is_plain_path(path: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&byte);
    path.split('/').all(|segment| !matches!(segment, "" | "." | "..") && segment.bytes().all(plain))
}

/// The host of an authority: an ASCII name or an IP literal, and maybe a port.
fn host_of(authority: &str) -> Option<&str> {
    let (host, port) = match authority.rfind(':') {
        Some(at) if !authority.ends_with(']') => authority.split_at_checked(at)?,
        _ => (authority, ""),
    };
    let number = port.get(1..).filter(|number| !number.starts_with('+')).and_then(|number| number.parse::<u16>().ok());
    if !port.is_empty() && number.is_none_or(|number| number == 0) {
        return None;
    }
    if let Some(literal) = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        return literal.parse::<Ipv6Addr>().is_ok().then_some(host);
    }
    // A host that ends in a number is an address, or what some would take for one.
    let last = host.rsplit('.').next().unwrap_or_default();
    let numeric = last.starts_with(|c: char| c.is_ascii_digit()) && host.parse::<Ipv4Addr>().is_err();
    (host.len() <= 253 && host.split('.').all(is_label) && !numeric).then_some(host)
}

/// A label of a host's name (RFC 1035). One that stands for letters beyond ASCII has to be decodable.
fn is_label(label: &str) -> bool {
    let plain = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    plain
        && match label.as_bytes() {
            [] | [b'-', ..] | [.., b'-'] => false,
            bytes if bytes.len() > 63 => false,
            [b'x' | b'X', b'n' | b'N', b'-', b'-', ..] => label.get(4..).is_some_and(is_punycode),
            _ => true,
        }
}

/// Whether Punycode (RFC 3492) can be decoded, to letters beyond ASCII that a name may hold.
fn is_punycode(encoded: &str) -> bool {
    let decoded = punycode::decode(encoded).unwrap_or_default();
    let mut beyond_ascii = decoded.chars().filter(|letter| !letter.is_ascii()).peekable();
    beyond_ascii.peek().is_some() && beyond_ascii.all(|letter| letter >= '\u{b7}') && !encoded.starts_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The samples of RFC 3492 section 7.1 that are host names, and what is none.
    #[test]
    fn labels_beyond_ascii_can_be_decoded() {
        for label in [
            "xn--egbpdaj6bu4bxfgehfvwxn",
            "xn--ihqwcrb4cv8a8dqg056pqjye",
            "xn--Proprostnemluvesky-uyb24dma41a",
            "xn--4dbcagdahymbxekheh6e0a7fei0b",
            "xn--i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd",
            "xn--n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa",
            "xn--b1abfaaepdrnnbgefbadotcwatmq2g4l",
            "xn--PorqunopuedensimplementehablarenEspaol-fmd56a",
            "xn--3B-ww4c5e180e575a65lsy2b",
            "XN--P1AI",
            "xn--j2e7beiw1lb2hqg",
            "xn--2e0b5a",
            // A delta of 455, at which the bias is no longer divided (section 6.1).
            "xn--abc-d91ss8358m",
            "a--b",
        ] {
            assert!(is_label(label), "{label}");
        }
        for label in
            ["xn--a", "xn--", "xn--abc-", "xn---abc", "xn--99999999", "xn--a-b-", "Xn--A", "xn--p1ai_", "xn--9"]
        {
            assert!(!is_label(label), "{label}");
        }
        assert!(is_label(&"a".repeat(63)) && !is_label(&"a".repeat(64)));
        let host = |len: usize| format!("https://{}", "a.".repeat(len / 2) + "a");
        assert_eq!(check_base_url(&host(253), false), Ok(()));
        assert!(check_base_url(&host(255), false).is_err());
    }

    #[test]
    fn says_which_rule_an_address_breaks() {
        for (url, code, sentence) in [
            ("", Code::Required, "environment variable"),
            ("https://a.example\n", Code::InvalidBaseUrl, "trim"),
            ("a.example", Code::InvalidBaseUrl, "begin with https://"),
            ("ftp://a.example", Code::InvalidBaseUrl, "begin with https://"),
            ("https://a.example?x=1", Code::InvalidBaseUrl, "query"),
            ("https://a.example/#x", Code::InvalidBaseUrl, "fragment"),
            ("https://a.example\\x", Code::InvalidBaseUrl, "backslash"),
            ("https://u:p@a.example", Code::InvalidBaseUrl, "user"),
            ("https://a_b.example", Code::InvalidBaseUrl, "host"),
            ("https://a.example:0", Code::InvalidBaseUrl, "port"),
            ("https://a.example/../x", Code::InvalidBaseUrl, "dot segments"),
            ("https://a.example/bill_payment/push_bill_with_payment", Code::InvalidBaseUrl, "path of an operation"),
            ("https://a.example/api/transaction/v2/verify/", Code::InvalidBaseUrl, "path of an operation"),
            ("http://a.example", Code::InsecureBaseUrl, "https://"),
            ("http://localhost", Code::InsecureBaseUrl, "`allowLoopbackHttp`"),
        ] {
            let (found, said) = check_base_url(url, false).unwrap_err();
            assert!(found == code && said.contains(sentence), "{url}: {said}");
        }
        assert_eq!(check_base_url("https://a.example/transaction", false), Ok(()));
        assert_eq!(check_base_url("http://localhost", true), Ok(()));
        assert!(check_base_url("http://a.example", true).is_err());
    }
}
