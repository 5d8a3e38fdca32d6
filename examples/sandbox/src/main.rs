//! The sandbox's program. It prints its address to standard output and logs to standard error.

use anyhow::{Context, Result};
use billwire_sandbox::{Options, Sandbox, Server};
use clap::Parser;
use std::io::{IsTerminal, Write, stderr, stdout};

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    tracing_subscriber::fmt().with_writer(stderr).with_ansi(stderr().is_terminal()).with_target(false).init();
    let port = options.port;
    let server = Server::start(Sandbox::new(options.into_config()?)?, port).await?;
    let stopped = stop_signals()?;
    say(&server.url())?;
    stopped.await;
    tracing::info!("stopping");
    server.stop().await;
    Ok(())
}

fn say(url: &str) -> Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "listening on {url}").and_then(|()| out.flush()).context("expected a reader of standard output")
}

/// Returns a future that waits for ctrl-c or a termination signal. From then on, neither kills the process.
fn stop_signals() -> Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
        Ok(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        })
    }
    #[cfg(windows)]
    {
        let mut interrupt = tokio::signal::windows::ctrl_c()?;
        Ok(async move {
            interrupt.recv().await;
        })
    }
}
