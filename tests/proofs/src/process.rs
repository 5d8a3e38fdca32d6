//! Running other programs, several of them at the same time.

use std::thread;

use anyhow::{Result, bail};
pub(crate) use xtask::process::*;

/// Runs `what` for each item in a thread of its own.
pub(crate) fn at_once<I: Send, T: Send>(
    of: impl IntoIterator<Item = I>,
    what: impl Fn(I) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let what = &what;
    thread::scope(|scope| {
        let at_work: Vec<_> = of.into_iter().map(|one| scope.spawn(move || what(one))).collect();
        at_work.into_iter().map(|work| work.join().unwrap_or_else(|_| bail!("a thread has panicked"))).collect()
    })
}
