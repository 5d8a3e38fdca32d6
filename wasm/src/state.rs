//! Objects of the wasm that JavaScript uses by number.

use billwire::{Biller, SigningKey, WebhookReceiver};
use billwire_wasm_objects::HandleTable;
use std::cell::RefCell;

/// State of the wasm between calls.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) billers: HandleTable<Biller>,
    pub(crate) receivers: HandleTable<WebhookReceiver>,
    pub(crate) keys: HandleTable<SigningKey>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State::default());
}

/// Runs `work` on the state. No export calls another one, so it is never borrowed twice.
pub(crate) fn with<T>(work: impl FnOnce(&mut State) -> T) -> T {
    STATE.with_borrow_mut(work)
}
