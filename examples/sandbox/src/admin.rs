//! Admin paths for tests. A real service has none of these.

use crate::{
    endpoint::{Endpoint, is_loopback},
    sandbox::Sandbox,
    service,
};
use anyhow::{Context, Result, ensure};
use axum::{
    Json, Router,
    extract::{Request, State, rejection::JsonRejection},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header, uri::Authority},
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
    routing::{get, post, put},
};
use billwire::simulator::{AnswerFault, Retries, Script, WebhookEndpoint};
use std::sync::Arc;

pub(crate) fn router(sandbox: Arc<Sandbox>) -> Router {
    Router::new()
        .route("/sandbox/webhook", put(set_webhook))
        .route("/sandbox/retries", put(set_retries))
        .route("/sandbox/faults", post(add_faults))
        .route("/sandbox/books", get(books))
        .route_layer(from_fn(check_host))
        .fallback(service::serve)
        .with_state(sandbox)
}

/// Refuses requests for other server names. A web page's own name could resolve to this machine, and the page could
/// then read the browser's answers.
async fn check_host(request: Request, next: Next) -> Response {
    if is_ours(request.headers()) { next.run(request).await } else { StatusCode::MISDIRECTED_REQUEST.into_response() }
}

fn is_ours(headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
    Authority::try_from(host.as_bytes()).is_ok_and(|host| is_loopback(host.host()))
}

async fn set_webhook(State(sandbox): State<Arc<Sandbox>>, body: Result<Json<Endpoint>, JsonRejection>) -> Response {
    answer(body, |endpoint| {
        let endpoint = WebhookEndpoint::try_from(endpoint)?;
        sandbox.change(|simulator, _| simulator.send_webhooks_to(endpoint))?;
        tracing::info!("set a new webhook endpoint");
        Ok(())
    })
}

async fn set_retries(State(sandbox): State<Arc<Sandbox>>, body: Result<Json<Retries>, JsonRejection>) -> Response {
    answer(body, |retries| {
        ensure!(retries.deliveries > 0, "expected at least one delivery");
        sandbox.change(|simulator, _| simulator.set_retries(retries));
        tracing::info!("webhooks: at most {} deliveries", retries.deliveries);
        Ok(())
    })
}

async fn add_faults(State(sandbox): State<Arc<Sandbox>>, body: Result<Json<Script>, JsonRejection>) -> Response {
    answer(body, |script| {
        let answers = || script.onboarding.iter().chain(&script.settlement).chain(&script.verification);
        for script in answers() {
            ensure!(script.attempt > 0, "expected an attempt of at least 1");
            check(&script.fault).with_context(|| format!("the fault `{}`", script.fault.name()))?;
        }
        tracing::info!("{} faults of answers, {} of webhooks", answers().count(), script.webhooks.len());
        sandbox.with(|simulator, _| simulator.script(script));
        Ok(())
    })
}

async fn books(State(sandbox): State<Arc<Sandbox>>) -> Response {
    let books = sandbox.with(|simulator, _| simulator.books());
    ([(header::CONTENT_TYPE, "application/json")], books.to_json().to_string()).into_response()
}

/// Returns 204, or 400 with a sentence.
fn answer<T>(body: Result<Json<T>, JsonRejection>, act: impl FnOnce(T) -> Result<()>) -> Response {
    let refused = |sentence: String| (StatusCode::BAD_REQUEST, format!("{sentence}\n")).into_response();
    match body.map(|Json(value)| act(value)) {
        Ok(Ok(())) => StatusCode::NO_CONTENT.into_response(),
        Ok(Err(error)) => refused(format!("{error:#}")),
        Err(rejection) => refused(rejection.body_text()),
    }
}

/// Checks that HTTP can carry the fault.
fn check(fault: &AnswerFault) -> Result<()> {
    match fault {
        AnswerFault::Answer { status, headers, .. } => {
            check_status(*status)?;
            headers.iter().try_for_each(|(name, value)| check_header(name, value))
        }
        AnswerFault::HttpStatus { status } => check_status(*status),
        AnswerFault::Redirect { status, location } => {
            ensure!((300..400).contains(status), "expected a redirect status from 300 to 399");
            check_header("Location", location)
        }
        _ => Ok(()),
    }
}

fn check_status(status: u16) -> Result<()> {
    ensure!((200..1000).contains(&status), "expected a status from 200 to 999");
    Ok(())
}

fn check_header(name: &str, value: &str) -> Result<()> {
    let name = HeaderName::try_from(name).context("a header's name")?;
    // The server writes these headers itself; a wrong value would never reach a caller.
    let framing = [header::CONNECTION, header::CONTENT_LENGTH, header::TRANSFER_ENCODING];
    ensure!(!framing.contains(&name), "unexpected header {name}: the server writes it");
    HeaderValue::try_from(value).with_context(|| format!("the value of {name}"))?;
    Ok(())
}
