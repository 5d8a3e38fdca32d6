//! Sends the calls of billwire by reqwest: each call once, without redirects and retries.
//!
//! Copy this file into your program. `send` decodes the answer, and says after a failure whether the call may be sent
//! again.

use billwire::{Biller, Call, Operation, Sent};
use reqwest::{Client, Request, Response, redirect, retry};
use std::{error::Error, fmt, time::Duration};

/// Time for a whole attempt, with the answer's body.
pub const TIMEOUT: Duration = Duration::from_secs(30);

/// Creates a client that sends each request once. Share one client in your program: it keeps connections.
///
/// # Errors
/// Fails if TLS cannot be set up.
pub fn client() -> reqwest::Result<Client> {
    Client::builder()
        // A redirect would send the credentials and the body to another address.
        .redirect(redirect::Policy::none())
        // By default reqwest sends again what an HTTP/2 server refused.
        .retry(retry::never())
        .timeout(TIMEOUT)
        .build()
}

/// Sends a call once, and decodes the answer.
///
/// # Errors
/// The error of billwire with its next step, and reqwest's own as its cause.
pub async fn send<O: Operation>(client: &Client, call: &Call<O>) -> Result<O::Outcome, SendError> {
    let request = call.to_http().ok().and_then(|request| Request::try_from(request).ok());
    // Nothing has left the program.
    let request = request.ok_or_else(|| SendError::new(call.no_answer(Sent::No), None))?;
    let failed = |cause| SendError::new(call.no_answer(sent(&cause)), Some(cause));
    let response = client.execute(request).await.map_err(failed)?;
    let status = response.status().as_u16();
    let body = read(response).await.map_err(failed)?;
    call.decode(status, &body).map_err(|error| SendError::new(error, None))
}

/// Returns whether the request may have reached the service. Only a failed connection proves that it has not.
fn sent(cause: &reqwest::Error) -> Sent {
    if cause.is_connect() { Sent::No } else { Sent::Maybe }
}

/// Reads an answer until it is longer than billwire decodes, which `decode` reports.
async fn read(mut response: Response) -> reqwest::Result<Vec<u8>> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        body.extend_from_slice(&chunk);
        if body.len() > Biller::MAX_ANSWER_BYTES {
            break;
        }
    }
    Ok(body)
}

/// A call without a success.
#[derive(Debug)]
pub struct SendError {
    /// The error with its next step.
    pub error: billwire::Error,
    /// The cause, if there was no answer.
    pub cause: Option<reqwest::Error>,
}

impl SendError {
    fn new(error: billwire::Error, cause: Option<reqwest::Error>) -> SendError {
        SendError { error, cause }
    }
}

impl fmt::Display for SendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl Error for SendError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause.as_ref().map(|cause| cause as _)
    }
}
