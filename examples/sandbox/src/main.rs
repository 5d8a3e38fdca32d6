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
    say(&server.url())?;
    wanted_to_stop().await?;
    tracing::info!("stopping");
    server.stop().await;
    Ok(())
}

fn say(url: &str) -> Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "listening on {url}").and_then(|()| out.flush()).context("nobody reads where it listens")
}

/// Waits for ctrl-c, or for the signal by which other programs ask it to end.
async fn wanted_to_stop() -> Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted?,
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await?;
    Ok(())
}
