//! Answers and webhooks of a simulator.

use super::super::Setting as _;
use crate::{HttpRequest, HttpStatus, Method, Sensitive, simulator};
use std::collections::HashMap;

/// Answer of the service, and the way in which it reaches the caller.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct SimulatedAnswer {
    /// The HTTP status.
    pub status: HttpStatus,
    /// The headers.
    pub headers: HashMap<String, String>,
    /// The body.
    pub body: Vec<u8>,
    /// The way in which it reaches the caller.
    pub transport: ResponseTransport,
}

impl SimulatedAnswer {
    pub(super) fn unreachable() -> SimulatedAnswer {
        SimulatedAnswer {
            status: 0_u16.into(),
            headers: HashMap::new(),
            body: Vec::new(),
            transport: ResponseTransport::DropBefore,
        }
    }
}

impl From<simulator::Answer> for SimulatedAnswer {
    fn from(answer: simulator::Answer) -> SimulatedAnswer {
        SimulatedAnswer {
            status: answer.status.into(),
            headers: answer.headers.into_iter().collect(),
            body: answer.body,
            transport: match answer.transport {
                simulator::ResponseTransport::Send => ResponseTransport::Send,
                simulator::ResponseTransport::Delay(delay_ms) => ResponseTransport::Slow { delay_ms: delay_ms.form() },
                simulator::ResponseTransport::DropBefore => ResponseTransport::DropBefore,
                simulator::ResponseTransport::DropAfter => ResponseTransport::DropAfter,
            },
        }
    }
}

/// Way in which an answer reaches the caller, named as the fault that asks for it.
#[derive(Clone, Debug, PartialEq, uniffi::Enum)]
pub enum ResponseTransport {
    /// It arrives at once.
    Send,
    /// It arrives late. The request has taken effect.
    Slow {
        /// Delay in milliseconds.
        delay_ms: i64,
    },
    /// The connection closes without an answer. The request has no effect.
    DropBefore,
    /// The connection closes without an answer. The request has taken effect.
    DropAfter,
}

/// Webhook to deliver now. Report its result to `Simulator.delivered`.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct DueWebhook {
    /// Id of the delivery.
    pub id: i64,
    /// The request to send to the endpoint.
    pub request: HttpRequest,
    /// Number of this delivery of the webhook, from 1.
    pub attempt: i32,
}

impl From<simulator::DueWebhook> for DueWebhook {
    fn from(due: simulator::DueWebhook) -> DueWebhook {
        DueWebhook {
            id: due.id.0.form(),
            request: HttpRequest {
                method: Method::Post,
                url: due.url,
                headers: due.headers,
                body: Some(Sensitive::from(due.body)),
            },
            attempt: due.attempt.form(),
        }
    }
}
