//! Addresses that requests may be sent to.

use crate::finding::Code;

/// A base address that requests with credentials may be sent to: `https`, or `http` to this machine where that is allowed.
pub(crate) fn check_base_url(url: &str, allow_loopback_http: bool) -> Result<(), Code> {
    if url.is_empty() {
        return Err(Code::Required);
    }
    let (secure, rest) = match (url.strip_prefix("https://"), url.strip_prefix("http://")) {
        (Some(rest), _) => (true, rest),
        (_, Some(rest)) => (false, rest),
        _ => return Err(Code::InvalidBaseUrl),
    };
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let host = check_authority(authority)?;
    let path = path.strip_suffix('/').unwrap_or(path);
    if !path.is_empty() && !path.strip_prefix('/').is_some_and(is_plain_path) {
        return Err(Code::InvalidBaseUrl);
    }
    if secure || (allow_loopback_http && matches!(host, "localhost" | "127.0.0.1" | "[::1]")) {
        Ok(())
    } else {
        Err(Code::InsecureBaseUrl)
    }
}

/// Segments that stay where they are, whoever resolves them: no empty ones, no dots, nothing escaped.
pub(crate) fn is_plain_path(path: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&byte);
    path.split('/').all(|segment| !matches!(segment, "" | "." | "..") && segment.bytes().all(plain))
}

/// The host of an authority without user info: an ASCII name or an IP literal, and maybe a port.
fn check_authority(authority: &str) -> Result<&str, Code> {
    let invalid = Code::InvalidBaseUrl;
    let (host, port) = match authority.rfind(':') {
        Some(at) if !authority.ends_with(']') => authority.split_at_checked(at).ok_or(invalid)?,
        _ => (authority, ""),
    };
    let number = port.get(1..).filter(|number| !number.starts_with('+')).and_then(|number| number.parse::<u16>().ok());
    if !port.is_empty() && number.is_none_or(|number| number == 0) {
        return Err(invalid);
    }
    if let Some(literal) = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        return literal.parse::<std::net::Ipv6Addr>().map(|_| host).map_err(|_| invalid);
    }
    // A host that ends in a number is an address, or what some would take for one.
    let last = host.rsplit('.').next().unwrap_or_default();
    let numeric = last.starts_with(|c: char| c.is_ascii_digit()) && host.parse::<std::net::Ipv4Addr>().is_err();
    if host.len() <= 253 && host.split('.').all(is_label) && !numeric { Ok(host) } else { Err(invalid) }
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
        assert_eq!(check_base_url(&host(255), false), Err(Code::InvalidBaseUrl));
    }
}
