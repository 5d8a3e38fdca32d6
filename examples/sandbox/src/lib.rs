//! The simulated service of [`billwire::simulator`] over HTTP, on this machine only.
//!
//! The simulator contains the rules. This crate adds a clock, slow or dropped connections, webhook deliveries, and
//! admin paths for tests.
//!
//! ```
//! use billwire::{BearerToken, HashToken, VerificationToken, simulator::SimulatorConfig};
//! use billwire_sandbox::{Sandbox, Server};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> anyhow::Result<()> {
//! let credentials = (BearerToken::new("b"), VerificationToken::new("v"), HashToken::new("h"));
//! let sandbox = Sandbox::new(SimulatorConfig::new(credentials.0, credentials.1, credentials.2))?;
//! let server = Server::start(sandbox, 0).await?;
//! println!("listening on {}", server.url());
//! server.stop().await;
//! # Ok(())
//! # }
//! ```

mod admin;
mod courier;
mod endpoint;
mod framing;
mod options;
mod sandbox;
mod server;
mod service;

pub use endpoint::{Amounts, Endpoint, Key, Variant};
pub use options::Options;
pub use sandbox::Sandbox;
pub use server::Server;
