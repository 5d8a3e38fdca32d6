//! Accepted and refused base addresses.

use crate::bill;
use billwire::*;
use billwire_conformance::{config, with};

#[test]
fn accepts_these_addresses() {
    for (base_url, joined) in [
        ("https://service.example", "https://service.example"),
        ("https://service.example/", "https://service.example"),
        ("https://SERVICE.example", "https://SERVICE.example"),
        ("https://service.example:8443", "https://service.example:8443"),
        ("https://service.example:65535/", "https://service.example:65535"),
        ("https://service.example/api", "https://service.example/api"),
        ("https://service.example/api/v2/", "https://service.example/api/v2"),
        ("https://service.example/~merchant/a.b;c=d,e", "https://service.example/~merchant/a.b;c=d,e"),
        ("https://service.example/.../a", "https://service.example/.../a"),
        ("https://xn--p1ai.example", "https://xn--p1ai.example"),
        ("https://localhost", "https://localhost"),
        ("https://192.0.2.1:443", "https://192.0.2.1:443"),
        ("https://[2001:db8::1]", "https://[2001:db8::1]"),
        ("https://[::1]:8443/api", "https://[::1]:8443/api"),
    ] {
        for allow_loopback_http in [false, true] {
            let url = url(base_url, allow_loopback_http);
            assert_eq!(url, Ok(format!("{joined}/bill_payment/push_bill_with_payment")), "{base_url}");
        }
    }
}

#[test]
fn refuses_these_addresses() {
    for base_url in [
        // no scheme, or another one
        "service.example",
        "//service.example",
        "ftp://service.example",
        "https:/service.example",
        "https:service.example",
        "javascript://service.example",
        " https://service.example",
        // no server name, or an invalid one
        "https://",
        "https:///api",
        "https://:443",
        "https://.example",
        "https://service..example",
        "https://service.example.",
        "https://-service.example",
        "https://service_1.example",
        "https://service%2eexample",
        "https://សេវា.example",
        "https://sérvice.example",
        "https://service。example",
        // user info
        "https://user@service.example",
        "https://user:word@service.example",
        "https://service.example:443@evil.example",
        // query, fragment
        "https://service.example?a=b",
        "https://service.example/?",
        "https://service.example/api#",
        "https://service.example#@evil.example",
        // addresses that other parsers change
        "https://service.example\\@evil.example",
        "https:\\\\service.example",
        "https://service.example/\\evil",
        "https://service.example/\ta",
        "https://ser\tvice.example",
        "https://service.example\n",
        "https://service.example/a b",
        "https://service.example ",
        "https://service.example/\0",
        "https://service.example/ក",
        // ports and literals
        "https://service.example:",
        "https://service.example:0",
        "https://service.example:65536",
        "https://service.example:+443",
        "https://service.example:-1",
        "https://service.example:4a",
        "https://service.example:443:443",
        "https://[::1",
        "https://::1",
        "https://[::1]a",
        "https://[::g]",
        "https://[fe80::1%25eth0]",
        "https://[127.0.0.1]",
        // path segments that parsers resolve
        "https://service.example//",
        "https://service.example//api",
        "https://service.example/api//v2",
        "https://service.example/.",
        "https://service.example/../api",
        "https://service.example/api/..",
        "https://service.example/api/%2e%2e/v2",
        "https://service.example/api%2fv2",
    ] {
        for allow_loopback_http in [false, true] {
            assert_eq!(url(base_url, allow_loopback_http), Err(Code::InvalidBaseUrl), "{base_url:?}");
        }
    }
    assert_eq!(url("", true), Err(Code::Required));
}

/// `http` is allowed for exactly three server names, and only on request.
#[test]
fn http_is_allowed_for_loopback_only() {
    for base_url in ["http://localhost", "http://localhost:8080/", "http://127.0.0.1:3000/api", "http://[::1]:1"] {
        assert!(url(base_url, true).is_ok(), "{base_url}");
        assert_eq!(url(base_url, false), Err(Code::InsecureBaseUrl), "{base_url}");
    }
    for base_url in [
        "http://service.example",
        "http://localhost.example",
        "http://my-localhost",
        "http://LOCALHOST",
        "http://127.0.0.2",
        "http://0.0.0.0",
        "http://[::ffff:127.0.0.1]",
        "http://[0:0:0:0:0:0:0:1]",
        "http://[::]",
    ] {
        for allow_loopback_http in [false, true] {
            assert_eq!(url(base_url, allow_loopback_http), Err(Code::InsecureBaseUrl), "{base_url}");
        }
    }
    // A name that ends in a number is an IP address, or looks like one.
    for base_url in ["http://127.1", "http://2130706433", "https://256.1.1.1", "https://0x7f.1", "https://h.0x7f"] {
        assert_eq!(url(base_url, true), Err(Code::InvalidBaseUrl), "{base_url}");
    }
    for base_url in
        ["http://localhost@evil.example", "http://localhost\\.evil.example", "http://127.0.0.1#", "http://localhost."]
    {
        assert_eq!(url(base_url, true), Err(Code::InvalidBaseUrl), "{base_url}");
    }
}

/// Returns the address of a settlement, or why the base address is refused. The error does not repeat the address.
fn url(base_url: &str, allow_loopback_http: bool) -> Result<String, Code> {
    let biller = Biller::new(with(config(), |config| {
        config.base_url = base_url.into();
        config.allow_loopback_http = allow_loopback_http;
    }));
    let biller = biller.map_err(|error| {
        assert_eq!((error.kind(), error.violations().len()), ("invalid_config", 1), "{base_url}");
        assert_eq!(error.violations()[0].path, "baseUrl");
        assert!(!error.to_string().contains("example"), "{error}");
        error.code()
    })?;
    Ok(biller.prepare(&bill()).unwrap().url)
}
