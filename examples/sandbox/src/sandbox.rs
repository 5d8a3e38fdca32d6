//! The simulator with a clock, shared by everything that runs.

use anyhow::Result;
use billwire::simulator::{Simulator, SimulatorConfig};
use std::{
    sync::{Mutex, PoisonError},
    time::{SystemTime, UNIX_EPOCH},
};
use tokio::sync::Notify;

/// A simulated service that is not yet served.
pub struct Sandbox {
    simulator: Mutex<Simulator>,
    changed: Notify,
}

impl Sandbox {
    /// Starts with empty books.
    ///
    /// # Errors
    /// The settings cannot be used.
    pub fn new(config: SimulatorConfig) -> Result<Sandbox> {
        Ok(Sandbox { simulator: Mutex::new(Simulator::new(config)?), changed: Notify::new() })
    }

    /// Does something with the simulator at the present time. Nothing waits while it is held.
    pub(crate) fn with<T>(&self, act: impl FnOnce(&mut Simulator, u64) -> T) -> T {
        // A test that panicked elsewhere says nothing about these books.
        let mut simulator = self.simulator.lock().unwrap_or_else(PoisonError::into_inner);
        act(&mut simulator, now_ms())
    }

    /// The same, where webhooks may become due by it.
    pub(crate) fn change<T>(&self, act: impl FnOnce(&mut Simulator, u64) -> T) -> T {
        let result = self.with(act);
        self.changed.notify_one();
        result
    }

    /// Waits for the next change; one that nobody waited for is not lost.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
