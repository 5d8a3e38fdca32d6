//! The simulator with a clock, shared by all tasks.

use anyhow::Result;
use billwire::simulator::{Simulator, SimulatorConfig};
use std::{
    sync::{Mutex, PoisonError},
    time::{SystemTime, UNIX_EPOCH},
};
use tokio::sync::Notify;

/// A simulated service, not yet served.
pub struct Sandbox {
    simulator: Mutex<Simulator>,
    changed: Notify,
}

impl Sandbox {
    /// Creates a service with empty books.
    ///
    /// # Errors
    /// Fails if the settings are invalid.
    pub fn new(config: SimulatorConfig) -> Result<Sandbox> {
        Ok(Sandbox { simulator: Mutex::new(Simulator::new(config)?), changed: Notify::new() })
    }

    /// Calls a function with the simulator and the current time. It must not wait.
    pub(crate) fn with<T>(&self, act: impl FnOnce(&mut Simulator, u64) -> T) -> T {
        // A panic of another test does not invalidate these books.
        let mut simulator = self.simulator.lock().unwrap_or_else(PoisonError::into_inner);
        act(&mut simulator, now_ms())
    }

    /// Calls a function that may make webhooks due.
    pub(crate) fn change<T>(&self, act: impl FnOnce(&mut Simulator, u64) -> T) -> T {
        let result = self.with(act);
        self.changed.notify_one();
        result
    }

    /// Waits for the next change. A change that happened meanwhile is not lost.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
