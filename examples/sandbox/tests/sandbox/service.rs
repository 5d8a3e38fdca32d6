//! The sandbox under test: this crate's, or another program that has to behave the same.

use billwire::{BearerToken, HashToken, VerificationToken, simulator::SimulatorConfig};
use billwire_sandbox::{Sandbox, Server};
use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

/// Command of the other program, such as `node dist/cli/main.js sandbox`. It prints `listening on ADDRESS`.
const COMMAND: &str = "BILLWIRE_SANDBOX_COMMAND";

pub(crate) enum Service {
    Own(Server),
    Other(Program),
}

/// A running program, which ends with its test.
pub(crate) struct Program {
    child: Child,
    url: String,
}

impl Service {
    /// Starts a sandbox. The other program takes its credentials from the environment.
    pub(crate) async fn start(bearer: &str, verification_token: &str, hash_token: &str) -> Service {
        let credentials = [bearer, verification_token, hash_token];
        if let Ok(command) = std::env::var(COMMAND) {
            return Service::Other(Program::start(&command, credentials));
        }
        let (bearer, verification_token) = (BearerToken::new(bearer), VerificationToken::new(verification_token));
        let config = SimulatorConfig::new(bearer, verification_token, HashToken::new(hash_token));
        Service::Own(Server::start(Sandbox::new(config).unwrap(), 0).await.unwrap())
    }

    pub(crate) fn url(&self) -> String {
        match self {
            Service::Own(server) => server.url(),
            Service::Other(program) => program.url.clone(),
        }
    }

    pub(crate) async fn stop(self) {
        if let Service::Own(server) = self {
            server.stop().await;
        }
    }
}

impl Program {
    fn start(command: &str, [bearer, verification_token, hash_token]: [&str; 3]) -> Program {
        let mut words = command.split_whitespace();
        let mut child = Command::new(words.next().expect("a command"))
            .args(words)
            .args(["--port", "0"])
            .env("BILLWIRE_BEARER", bearer)
            .env("BILLWIRE_VERIFICATION_TOKEN", verification_token)
            .env("BILLWIRE_HASH_TOKEN", hash_token)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("listening on ").expect("the address").to_owned();
        Program { child, url }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
