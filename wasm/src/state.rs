//! What lives on the wasm side: buffers that the host fills and reads in place, and what it has prepared.

use billwire::{Biller, SigningKey, WebhookReceiver, host::Workspace};
use billwire_wire::offset_index::OffsetIndex;
use std::cell::RefCell;

/// Everything that outlives a call.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) buffers: Buffers,
    pub(crate) workspace: Workspace,
    pub(crate) tape: OffsetIndex,
    pub(crate) units: Vec<u16>,
    pub(crate) billers: Slots<Biller>,
    pub(crate) receivers: Slots<WebhookReceiver>,
    pub(crate) keys: Slots<SigningKey>,
}

/// The streams that the host fills.
pub(crate) struct Buffers {
    pub(crate) text: Vec<u8>,
    /// Its place is the same for ever; a longer token goes the other way.
    pub(crate) token: Vec<u8>,
    pub(crate) lengths: Vec<i32>,
    pub(crate) numbers: Vec<f64>,
}

/// Bytes of a token that is carried over in numbers.
const TOKEN: usize = 256;

impl Default for Buffers {
    fn default() -> Buffers {
        Buffers { text: Vec::new(), token: vec![0; TOKEN], lengths: Vec::new(), numbers: Vec::new() }
    }
}

/// Things by number; the number of one that was dropped is used again.
pub(crate) struct Slots<T>(Vec<Option<T>>);

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Slots(Vec::new())
    }
}

impl<T> Slots<T> {
    pub(crate) fn add(&mut self, value: T) -> u32 {
        let free = self.0.iter().position(Option::is_none).unwrap_or(self.0.len());
        match self.0.get_mut(free) {
            Some(slot) => *slot = Some(value),
            None => self.0.push(Some(value)),
        }
        free as u32
    }

    pub(crate) fn get(&self, slot: u32) -> Option<&T> {
        self.0.get(slot as usize)?.as_ref()
    }

    pub(crate) fn replace(&mut self, slot: u32, value: T) {
        if let Some(place) = self.0.get_mut(slot as usize) {
            *place = Some(value);
        }
    }

    pub(crate) fn drop(&mut self, slot: u32) {
        if let Some(value) = self.0.get_mut(slot as usize) {
            *value = None;
        }
    }
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State::default());
}

/// Works on the state. No call of this face calls another one.
pub(crate) fn with<T>(work: impl FnOnce(&mut State) -> T) -> T {
    STATE.with_borrow_mut(work)
}
