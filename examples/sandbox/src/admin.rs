//! The admin paths, for tests. A real service has none of these.

use crate::{endpoint::Endpoint, sandbox::Sandbox, service};
use anyhow::{Context, Result, ensure};
use axum::{
    Json, Router,
    extract::{State, rejection::JsonRejection},
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post, put},
};
use billwire::simulator::{AnswerFault, Script, WebhookEndpoint};
use std::sync::Arc;

pub(crate) fn router(sandbox: Arc<Sandbox>) -> Router {
    Router::new()
        .route("/sandbox/webhook", put(set_webhook))
        .route("/sandbox/faults", post(add_faults))
        .route("/sandbox/books", get(books))
        .fallback(service::serve)
        .with_state(sandbox)
}

async fn set_webhook(State(sandbox): State<Arc<Sandbox>>, body: Result<Json<Endpoint>, JsonRejection>) -> Response {
    answer(body, |endpoint| {
        let endpoint = WebhookEndpoint::try_from(endpoint)?;
        sandbox.change(|simulator, _| simulator.send_webhooks_to(endpoint))?;
        tracing::info!("webhooks go to another endpoint");
        Ok(())
    })
}

async fn add_faults(State(sandbox): State<Arc<Sandbox>>, body: Result<Json<Script>, JsonRejection>) -> Response {
    answer(body, |script| {
        let answers = || script.onboarding.iter().chain(&script.settlement).chain(&script.verification);
        for script in answers() {
            ensure!(script.attempt > 0, "attempts are counted from 1");
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

/// 204, or 400 with a sentence.
fn answer<T>(body: Result<Json<T>, JsonRejection>, act: impl FnOnce(T) -> Result<()>) -> Response {
    let refused = |sentence: String| (StatusCode::BAD_REQUEST, format!("{sentence}\n")).into_response();
    match body.map(|Json(value)| act(value)) {
        Ok(Ok(())) => StatusCode::NO_CONTENT.into_response(),
        Ok(Err(error)) => refused(format!("{error:#}")),
        Err(rejection) => refused(rejection.body_text()),
    }
}

/// Whether HTTP can say what the fault says.
fn check(fault: &AnswerFault) -> Result<()> {
    match fault {
        AnswerFault::Answer { status, headers, .. } => {
            check_status(*status)?;
            headers.iter().try_for_each(|(name, value)| check_header(name, value))
        }
        AnswerFault::Redirect { status, location } => {
            ensure!((300..400).contains(status), "the status of a redirect lies between 300 and 399");
            check_header("Location", location)
        }
        _ => Ok(()),
    }
}

fn check_status(status: u16) -> Result<()> {
    ensure!((200..1000).contains(&status), "a final status lies between 200 and 999");
    Ok(())
}

fn check_header(name: &str, value: &str) -> Result<()> {
    let name = HeaderName::try_from(name).context("a header's name")?;
    // These are what carries the answer, and lies about them never reach a caller.
    let framing = [header::CONNECTION, header::CONTENT_LENGTH, header::TRANSFER_ENCODING];
    ensure!(!framing.contains(&name), "the header {name} is the server's own");
    HeaderValue::try_from(value).with_context(|| format!("the value of {name}"))?;
    Ok(())
}
