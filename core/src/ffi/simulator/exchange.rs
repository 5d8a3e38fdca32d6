//! How answers of a simulator cross.

use crate::{
    HttpStatus,
    simulator::{self, ResponseTransport},
};
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
            transport: answer.transport,
        }
    }
}
