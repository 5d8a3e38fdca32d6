//! State of the wasm between calls: the buffers that it shares with JavaScript, and the objects that JavaScript uses
//! by number.

use crate::handles::HandleTable;
use billwire::internal::{JsonWriter, Kept, OffsetIndex};
use billwire::{Biller, Error, SigningKey, WebhookReceiver};
use std::cell::RefCell;

/// State of the wasm between calls.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) buffers: Buffers,
    pub(crate) requests: Requests,
    pub(crate) offsets: OffsetIndex,
    /// One byte for each unit of a received body.
    pub(crate) shadow: Vec<u8>,
    /// Units of a received body in the text buffer.
    pub(crate) received_units: usize,
    pub(crate) billers: HandleTable<Biller>,
    pub(crate) receivers: HandleTable<WebhookReceiver>,
    pub(crate) keys: HandleTable<SigningKey>,
}

impl State {
    /// Returns the biller of a number.
    ///
    /// # Errors
    /// [`Error::Internal`] for the number of no biller.
    pub(crate) fn biller(&self, number: u32) -> Result<&Biller, Error> {
        self.billers.get(number).ok_or(Error::Internal)
    }
}

/// Buffers of the requests that are written, one after the other.
#[derive(Default)]
pub(crate) struct Requests {
    pub(crate) kept: Kept,
    pub(crate) body: JsonWriter<u16>,
    /// The body in Latin-1, if its characters allow: such text takes half of the space in JavaScript.
    pub(crate) narrow: Vec<u8>,
    /// Warnings of the last request that had any.
    pub(crate) warnings: Vec<billwire::Finding>,
}

/// Buffers that JavaScript fills.
pub(crate) struct Buffers {
    /// Text in UTF-16.
    pub(crate) text: Vec<u16>,
    /// Text in bytes.
    pub(crate) bytes: Vec<u8>,
    /// Token of a webhook. It never moves; a longer token is passed as a value.
    pub(crate) token: Vec<u8>,
    pub(crate) lengths: Vec<i32>,
    pub(crate) numbers: Vec<f64>,
}

/// Longest token in the buffer, in bytes.
const TOKEN: usize = 256;

impl Default for Buffers {
    fn default() -> Buffers {
        Buffers { text: Vec::new(), bytes: Vec::new(), token: vec![0; TOKEN], lengths: Vec::new(), numbers: Vec::new() }
    }
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State::default());
}

/// Runs `work` on the state. No export calls another one, so it is never borrowed twice.
pub(crate) fn with<T>(work: impl FnOnce(&mut State) -> T) -> T {
    STATE.with_borrow_mut(work)
}
