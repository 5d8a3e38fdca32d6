//! State of the wasm between calls: the buffers that it shares with JavaScript, and the objects that JavaScript uses by number.

use billwire::{Biller, SigningKey, WebhookReceiver};
use billwire_wire::{json_writer::JsonWriter, offset_index::OffsetIndex, pass::Kept};
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

/// Buffers of the requests that are written, one after the other.
#[derive(Default)]
pub(crate) struct Requests {
    pub(crate) kept: Kept,
    pub(crate) narrow: JsonWriter<u8>,
    pub(crate) wide: JsonWriter<u16>,
}

/// Buffers that JavaScript fills.
pub(crate) struct Buffers {
    /// Text in UTF-16.
    pub(crate) text: Vec<u16>,
    /// Text in bytes.
    pub(crate) bytes: Vec<u8>,
    /// Token of a webhook. It never moves; a longer token takes the full path.
    pub(crate) token: Vec<u8>,
    pub(crate) lengths: Vec<i32>,
    pub(crate) numbers: Vec<f64>,
}

/// Longest token of the fast path in bytes.
const TOKEN: usize = 256;

impl Default for Buffers {
    fn default() -> Buffers {
        Buffers { text: Vec::new(), bytes: Vec::new(), token: vec![0; TOKEN], lengths: Vec::new(), numbers: Vec::new() }
    }
}

/// Objects by number. The number of a dropped object is used again.
pub(crate) struct HandleTable<T>(Vec<Option<T>>);

impl<T> Default for HandleTable<T> {
    fn default() -> Self {
        HandleTable(Vec::new())
    }
}

impl<T> HandleTable<T> {
    pub(crate) fn add(&mut self, value: T) -> u32 {
        let number = self.0.iter().position(Option::is_none).unwrap_or(self.0.len());
        match self.0.get_mut(number) {
            Some(object) => *object = Some(value),
            None => self.0.push(Some(value)),
        }
        number as u32
    }

    pub(crate) fn get(&self, number: u32) -> Option<&T> {
        self.0.get(number as usize)?.as_ref()
    }

    pub(crate) fn replace(&mut self, number: u32, value: T) {
        if let Some(object) = self.0.get_mut(number as usize) {
            *object = Some(value);
        }
    }

    pub(crate) fn drop(&mut self, number: u32) {
        if let Some(value) = self.0.get_mut(number as usize) {
            *value = None;
        }
    }
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State::default());
}

/// Runs `work` on the state. No export calls another one, so it is never borrowed twice.
pub(crate) fn with<T>(work: impl FnOnce(&mut State) -> T) -> T {
    STATE.with_borrow_mut(work)
}
