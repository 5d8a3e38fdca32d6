//! Runs the vectors with every token and every key marked as a secret. valgrind's memcheck reports every branch and
//! every address that depends on a secret. `public.supp` lists the public properties, with reasons.

mod calls;
mod controls;
mod secret;
mod signatures;
mod webhooks;

use billwire_conformance::{Case, cases};
use std::process::ExitCode;

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        None => {
            let signatures = run("signing", |_| true, signatures::check);
            let calls = run("requests", |case| !case.get("body").is_null(), calls::check);
            let webhooks = run("webhooks", |case| case.get("tokens").is_array(), webhooks::check);
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

/// Runs the chosen vectors of a file, and returns their number.
fn run(file: &str, is_chosen: fn(&Case) -> bool, check: fn(&Case)) -> usize {
    let mut cases = cases(file);
    cases.retain(is_chosen);
    cases.iter().for_each(check);
    cases.len()
}
