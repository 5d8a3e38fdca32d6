//! The service's own paths: every path except the admin paths goes to the simulator.

use crate::sandbox::Sandbox;
use axum::{
    body::Bytes,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri},
    response::{IntoResponse, Response},
};
use billwire::simulator::{Answer, Request, ResponseTransport};
use std::{sync::Arc, time::Duration};

/// A response extension that closes the connection instead of sending the response.
#[derive(Clone, Copy)]
pub(crate) struct Dropped;

pub(crate) async fn serve(
    State(sandbox): State<Arc<Sandbox>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let headers: Vec<_> =
        headers.iter().map(|(name, value)| (name.as_str(), String::from_utf8_lossy(value.as_bytes()))).collect();
    let request = Request {
        method: method.as_str(),
        // Includes the query: no path of the service has one.
        path: uri.path_and_query().map_or("", |path| path.as_str()),
        headers: headers.iter().map(|(name, value)| (*name, &**value)).collect(),
        body: &body,
    };
    // The request takes effect here, before any wait, even if the caller disconnects.
    let answer = sandbox.change(|simulator, now| simulator.handle(&request, now));
    tracing::info!("{} {} -> {}", printable(&method), known(&uri), outcome(&answer));
    respond(answer).await
}

async fn respond(answer: Answer) -> Response {
    match answer.transport {
        ResponseTransport::Send => {}
        ResponseTransport::Delay(ms) => tokio::time::sleep(Duration::from_millis(ms)).await,
        ResponseTransport::DropBefore | ResponseTransport::DropAfter => {
            let mut response = StatusCode::INTERNAL_SERVER_ERROR.into_response();
            response.extensions_mut().insert(Dropped);
            return response;
        }
    }
    let mut response = answer.body.into_response();
    *response.status_mut() = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response.headers_mut().clear();
    for (name, value) in answer.headers {
        // Scripts with invalid headers were refused.
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            response.headers_mut().append(name, value);
        }
    }
    response
}

fn outcome(answer: &Answer) -> String {
    match answer.transport {
        ResponseTransport::Send => answer.status.to_string(),
        ResponseTransport::Delay(ms) => format!("{}, after {ms} ms", answer.status),
        ResponseTransport::DropBefore => "dropped, nothing happened".into(),
        ResponseTransport::DropAfter => "dropped, after it took effect".into(),
    }
}

/// The log contains nothing that a caller wrote.
fn known(uri: &Uri) -> &'static str {
    use billwire::{Onboarding, Operation, Settlement, Verification};
    let known = [Onboarding::PATH, Settlement::PATH, Verification::PATH];
    known.into_iter().find(|path| *path == uri.path()).unwrap_or("(unknown path)")
}

fn printable(method: &Method) -> &str {
    if [Method::GET, Method::POST, Method::PUT].contains(method) { method.as_str() } else { "(another method)" }
}
