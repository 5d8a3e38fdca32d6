//! Addresses that requests may be sent to.

use crate::{catalogue::OperationName, finding::Code};

/// Rule that an address breaks, and the sentence about it.
type Refusal = (Code, &'static str);

/// A base address that requests with credentials may be sent to: `https`, or `http` to this machine where that is allowed.
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
    let is_loopback = matches!(host, "localhost" | "127.0.0.1" | "[::1]");
    match (secure, is_loopback) {
        (false, false) => {
            Err((Code::InsecureBaseUrl, "credentials are not sent unencrypted: give an https:// address"))
        }
        (false, true) if !allow_loopback_http => Err((Code::InsecureBaseUrl, Code::InsecureBaseUrl.explanation())),
        _ => Ok(()),
    }
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
        return is_ipv6(literal).then_some(host);
    }
    // A host that ends in a number is an address, or what some would take for one.
    let last = host.rsplit('.').next().unwrap_or_default();
    let numeric = last.starts_with(|c: char| c.is_ascii_digit()) && !is_ipv4(host);
    (host.len() <= 253 && host.split('.').all(is_label) && !numeric).then_some(host)
}

/// Four numbers up to 255 without leading zeros. The standard library's reader would take kilobytes of the wasm.
fn is_ipv4(text: &str) -> bool {
    let is_octet = |part: &str| {
        let is_short = matches!(part.as_bytes(), [b'0'..=b'9'] | [b'1'..=b'9', _] | [b'1'..=b'2', _, _]);
        is_short && part.bytes().fold(0, |value, byte| value * 10 + digit(byte)) < 256
    };
    text.split('.').count() == 4 && text.split('.').all(is_octet)
}

/// A decimal digit, or more than any octet.
fn digit(byte: u8) -> u32 {
    if byte.is_ascii_digit() { u32::from(byte - b'0') } else { 1000 }
}

/// Eight groups of hexadecimal digits (RFC 4291 section 2.2): fewer with one gap, and the last two may be an IPv4 address.
fn is_ipv6(text: &str) -> bool {
    let bytes = text.as_bytes();
    if matches!(bytes, [b':'] | [b':', b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F', ..] | [.., b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F', b':'])
    {
        return false;
    }
    // A gap at an end leaves two empty parts, of which one is enough.
    let text = text.strip_prefix(':').unwrap_or(text);
    let text = if bytes.ends_with(b"::") { text.strip_suffix(':').unwrap_or(text) } else { text };
    let (mut groups, mut gaps, mut is_over) = (0, 0, false);
    for part in text.split(':') {
        if is_over {
            return false;
        } else if part.is_empty() {
            gaps += 1;
        } else if part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            groups += 1;
        } else if is_ipv4(part) {
            groups += 2;
            is_over = true;
        } else {
            return false;
        }
    }
    (gaps == 0 && groups == 8) || (gaps == 1 && groups < 8)
}

/// A label of a host's name (RFC 1035). One that stands for letters beyond ASCII has to be decodable.
fn is_label(label: &str) -> bool {
    let plain = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    plain
        && match label.as_bytes() {
            [] | [b'-', ..] | [.., b'-'] => false,
            bytes if bytes.len() > 63 => false,
            [b'x' | b'X', b'n' | b'N', b'-', b'-', encoded @ ..] => is_punycode(encoded).is_some(),
            _ => true,
        }
}

/// Decodes Punycode (RFC 3492 section 6.2) as far as it takes to know that it can be decoded, and holds a letter beyond
/// ASCII. Where that letter would stand does not matter.
fn is_punycode(encoded: &[u8]) -> Option<()> {
    let plain = encoded.iter().rposition(|&byte| byte == b'-').unwrap_or_default();
    let deltas = encoded.get(if plain > 0 { plain + 1 } else { 0 }..)?;
    let mut digits = deltas.iter().map(|byte| match byte.to_ascii_lowercase() {
        letter @ b'a'..=b'z' => Some(u32::from(letter - b'a')),
        digit @ b'0'..=b'9' => Some(u32::from(digit - b'0') + 26),
        _ => None,
    });
    let (mut letter, mut at, mut bias, mut len) = (128u32, 0u32, 72u32, plain as u32);
    let mut next = digits.next()?;
    loop {
        let (before, mut weight, mut position) = (at, 1u32, 36u32);
        loop {
            let digit = next?;
            at = digit.checked_mul(weight).and_then(|delta| at.checked_add(delta))?;
            let threshold = position.saturating_sub(bias).clamp(1, 26);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(36 - threshold)?;
            position += 36;
            next = digits.next()?;
        }
        len += 1;
        let delta = (at - before) / if before == 0 { 700 } else { 2 };
        let (mut delta, mut steps) = (delta + delta / len, 0);
        while delta > 455 {
            delta /= 35;
            steps += 36;
        }
        bias = steps + 36 * delta / (delta + 38);
        letter = letter.checked_add(at / len)?;
        at = at % len + 1;
        // Below U+00B7 there is no letter that a name may hold.
        char::from_u32(letter).filter(|&letter| letter >= '\u{b7}')?;
        let Some(another) = digits.next() else { return Some(()) };
        next = another;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Texts of few letters, held against the standard library.
    #[test]
    fn literals_are_those_of_the_standard_library() {
        let mut state = 7u64;
        let mut below = |count: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % count
        };
        const PARTS: [&str; 16] = [
            ":",
            ":",
            ":",
            "::",
            "1",
            "ab",
            "FFFF",
            "12345",
            "0",
            "g",
            "127.0.0.1",
            "256.0.0.1",
            ".",
            "01",
            "1.2.3",
            "%",
        ];
        let (mut valid, rounds) = (0, if cfg!(miri) { 600 } else { 300_000 }); // Miri would take hours
        for _ in 0..rounds {
            let text: String =
                (0..=below(16)).map(|at| if at % 2 == 1 && below(4) > 0 { ":" } else { PARTS[below(16)] }).collect();
            let theirs = text.parse::<std::net::Ipv6Addr>().is_ok();
            assert_eq!(is_ipv6(&text), theirs, "{text}");
            valid += usize::from(theirs);
        }
        assert!(valid > rounds / 300, "{valid}");
        for text in ["1:2:3:4:5:6:7::", "1:2:3:4:5:6::8", "1:2:3:4:5:6:7::8", "::1:2:3:4:5:6:7:8", "1::2::3"] {
            assert_eq!(is_ipv6(text), text.parse::<std::net::Ipv6Addr>().is_ok(), "{text}");
        }
        const OCTETS: [&str; 12] = ["0", "1", "00", "9", "10", "99", "100", "255", "256", "299", "1a", ""];
        for first in OCTETS {
            for last in OCTETS {
                for text in
                    [format!("{first}.1.2.{last}"), format!("1.{first}.{last}"), format!("1.2.3.{first}.{last}")]
                {
                    assert_eq!(is_ipv4(&text), text.parse::<std::net::Ipv4Addr>().is_ok(), "{text}");
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 10 } else { 5_000 }))]

        /// Labels as registries give them, the same with a letter changed, and letters at random, held against another decoder.
        #[test]
        fn decodes_as_another_decoder_does(
            text in "[a-zé·ក\u{7ff}漢\u{d7ff}\u{10fffd}]{1,12}",
            noise in "[a-z0-9][a-z0-9-]{0,7}",
            at in 0..32usize,
            letter in "[a-z0-9]",
        ) {
            let encoded = punycode::encode(&text).unwrap();
            let mut changed = encoded.clone();
            let at = at.min(changed.len() - 1);
            changed.replace_range(at..=at, &letter);
            for label in [encoded, changed, noise] {
                let theirs = punycode::decode(&label).unwrap_or_default();
                // The other decoder also takes ASCII alone, and what no name may hold.
                let mut beyond_ascii = theirs.chars().filter(|letter| !letter.is_ascii()).peekable();
                let is_name = beyond_ascii.peek().is_some() && beyond_ascii.all(|letter| letter >= '\u{b7}');
                prop_assert_eq!(is_punycode(label.as_bytes()).is_some(), is_name, "{}", label);
            }
        }
    }

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
