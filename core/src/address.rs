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
    let label = |label: &str| {
        let inside = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        !label.is_empty() && inside && !label.starts_with('-') && !label.ends_with('-')
    };
    // A host that ends in a number is an address, or what some would take for one.
    let last = host.rsplit('.').next().unwrap_or_default();
    let numeric = last.starts_with(|c: char| c.is_ascii_digit()) && host.parse::<std::net::Ipv4Addr>().is_err();
    if host.split('.').all(label) && !numeric { Ok(host) } else { Err(invalid) }
}
