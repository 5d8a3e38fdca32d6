//! Runs the vectors with every token and every key marked as a secret. valgrind's memcheck reports every branch and
//! every address that depends on a secret. `public.supp` lists the public properties, with reasons.

mod calls;
mod controls;
mod secret;
mod signatures;
mod webhooks;

use std::process::ExitCode;

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        None => {
            let (signatures, calls, webhooks) = (signatures::all(), calls::all(), webhooks::all());
            println!("{signatures} signatures, {calls} calls, {webhooks} webhooks");
        }
        Some("early exit") => controls::early_exit(),
        Some("look-up") => controls::look_up(),
        Some(other) => {
            eprintln!("there is no control {other}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
