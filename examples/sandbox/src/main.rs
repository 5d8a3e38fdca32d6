//! The sandbox as a program: one line on the standard output says where it listens, the log is on the standard error.

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
    writeln!(out, "listening on {url}").and_then(|()| out.flush()).context("nobody reads where it listens")
}

/// Gives what waits for ctrl-c, or for the signal by which other programs ask it to end. From here on neither of them
/// kills.
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
