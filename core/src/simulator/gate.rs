//! Checks of every request before its body is parsed: path, method, credentials, headers.

use crate::{
    interface::{catalogue::Authentication, profile::VerificationAuth},
    simulator::{
        config::SimulatorConfig,
        endpoint::{ENDPOINTS, Endpoint, Served},
        exchange::Request,
        refusal::Refusal,
    },
};
use subtle::ConstantTimeEq;

/// Returns the operation that the request may call.
pub(super) fn pass(request: &Request<'_>, config: &SimulatorConfig) -> Result<Served, Refusal> {
    let endpoint = ENDPOINTS.iter().find(|endpoint| endpoint.path == request.path).ok_or(Refusal::NoSuchPath)?;
    let checks = [
        (request.method == endpoint.operation.method().as_str(), Refusal::MethodNotAllowed),
        (is_authentic(request, endpoint, config), Refusal::Unauthenticated),
        (is_json(request, "Content-Type"), Refusal::UnsupportedMediaType),
        (!endpoint.accept || is_json(request, "Accept"), Refusal::NotAcceptable),
    ];
    match checks.into_iter().find(|(passed, _)| !passed) {
        Some((_, refusal)) => Err(refusal),
        None => Ok(endpoint.serves),
    }
}

/// Returns whether the request may call an operation that the interface names without a path.
pub(super) fn pass_with_bearer(request: &Request<'_>, config: &SimulatorConfig) -> Result<(), Refusal> {
    let checks = [
        (request.method == "POST", Refusal::MethodNotAllowed),
        (shows_bearer(request, config), Refusal::Unauthenticated),
        (is_json(request, "Content-Type"), Refusal::UnsupportedMediaType),
    ];
    checks.into_iter().find(|(passed, _)| !passed).map_or(Ok(()), |(_, refusal)| Err(refusal))
}

fn shows_bearer(request: &Request<'_>, config: &SimulatorConfig) -> bool {
    let shown = only(request, "Authorization").and_then(|value| value.strip_prefix("Bearer "));
    shown.is_some_and(|shown| shown.as_bytes().ct_eq(config.bearer.expose().as_bytes()).into())
}

fn is_authentic(request: &Request<'_>, endpoint: &Endpoint, config: &SimulatorConfig) -> bool {
    let by_bearer = endpoint.authentication == Authentication::Bearer
        || config.profile.verification_auth == VerificationAuth::Bearer;
    if by_bearer {
        return shows_bearer(request, config);
    }
    let expected = config.verification_token.expose();
    only(request, "token").is_some_and(|shown| shown.as_bytes().ct_eq(expected.as_bytes()).into())
}

/// Returns whether a header names JSON, with or without parameters.
fn is_json(request: &Request<'_>, name: &str) -> bool {
    let media_type = only(request, name).and_then(|value| value.split(';').next());
    media_type.is_some_and(|media_type| media_type.trim().eq_ignore_ascii_case("application/json"))
}

/// Returns the value of a header that occurs exactly once.
fn only<'a>(request: &Request<'a>, name: &str) -> Option<&'a str> {
    let mut values = request.values(name);
    values.next().filter(|_| values.next().is_none())
}
