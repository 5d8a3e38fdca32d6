//! What comes out of a simulator.

use super::{
    super::{
        calls::{HttpHeader, HttpRequest},
        values::HttpStatus,
    },
    number,
};
use crate::simulator;
use std::collections::HashMap;

/// What the service answers, and how that reaches the caller.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct SimulatedAnswer {
    /// The HTTP status.
    pub status: HttpStatus,
    /// The headers.
    pub headers: HashMap<String, String>,
    /// The body.
    pub body: Vec<u8>,
    /// What would become of it on the way.
    pub delivery: AnswerDelivery,
}

impl SimulatedAnswer {
    pub(super) fn nobody() -> SimulatedAnswer {
        SimulatedAnswer {
            status: 0.into(),
            headers: HashMap::new(),
            body: Vec::new(),
            delivery: AnswerDelivery::DropBefore,
        }
    }
}

impl From<simulator::Answer> for SimulatedAnswer {
    fn from(answer: simulator::Answer) -> SimulatedAnswer {
        SimulatedAnswer {
            status: answer.status.into(),
            headers: answer.headers.into_iter().collect(),
            body: answer.body,
            delivery: match answer.delivery {
                simulator::Delivery::Send => AnswerDelivery::Send,
                simulator::Delivery::Delay(delay_ms) => AnswerDelivery::Slow { delay_ms: number(delay_ms) },
                simulator::Delivery::DropBefore => AnswerDelivery::DropBefore,
                simulator::Delivery::DropAfter => AnswerDelivery::DropAfter,
            },
        }
    }
}

/// What becomes of an answer on the way, named as the faults that ask for it.
#[derive(Clone, Debug, PartialEq, uniffi::Enum)]
pub enum AnswerDelivery {
    /// It arrives at once.
    Send,
    /// It arrives late. What the request did has been done already.
    Slow {
        /// By so many milliseconds.
        delay_ms: i64,
    },
    /// The connection is closed without an answer. The request has done nothing.
    DropBefore,
    /// The connection is closed without an answer. What the request did has been done already.
    DropAfter,
}

/// A webhook to deliver now. Say with [`Simulator.delivered`] what came of it.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct DueWebhook {
    /// The delivery to speak of.
    pub id: i64,
    /// What is sent to the endpoint.
    pub request: HttpRequest,
    /// Which delivery of this webhook it is, from 1.
    pub attempt: i64,
}

impl From<simulator::DueWebhook> for DueWebhook {
    fn from(due: simulator::DueWebhook) -> DueWebhook {
        DueWebhook {
            id: number(due.id.0),
            request: HttpRequest {
                method: "POST".into(),
                url: due.url,
                headers: due.headers.iter().map(HttpHeader::from).collect(),
                body: Some(due.body.into()),
            },
            attempt: due.attempt.into(),
        }
    }
}
