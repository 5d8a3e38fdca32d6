//! Looks for credentials in the memory of a process that has used and dropped every one of them.
//!
//! Without arguments it makes up credentials, starts itself twice with `use`, and searches the memory
//! that these processes dump. It prints the secrets that it found, as JSON. The second process breaks the promise: it
//! holds each credential in an ordinary text once, too.

mod credentials;
mod forms;
mod memory;
mod user;

use credentials::{LENGTH, NAMES};
use forms::Forms;
use serde_json::json;
use std::{
    env,
    error::Error,
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["use", way, dump] => user::run(way == "wiped", Path::new(dump)),
        [folder] => search(Path::new(folder)),
        _ => Err("give a folder to write to".into()),
    }
}

fn search(folder: &Path) -> Result<(), Box<dyn Error>> {
    let credentials: Vec<String> = NAMES.iter().map(|_| made_up()).collect();
    let forms = Forms::of(&credentials);
    let mut report = serde_json::Map::new();
    for way in ["wiped", "kept"] {
        let dump = folder.join(way);
        run(way, &dump, &credentials)?;
        let memory = fs::read(&dump)?;
        let found = forms.find(&memory);
        report.insert(way.into(), json!({ "bytes": memory.len(), "secrets": found }));
    }
    println!("{}", json!({ "forms": forms.forms(), "found": report }));
    Ok(())
}

/// Passes the credentials through a pipe: arguments and environment stay in a process's memory.
fn run(way: &str, dump: &Path, credentials: &[String]) -> Result<(), Box<dyn Error>> {
    let mut child = Command::new(env::current_exe()?).args(["use", way]).arg(dump).stdin(Stdio::piped()).spawn()?;
    if let Some(mut pipe) = child.stdin.take() {
        pipe.write_all(credentials.concat().as_bytes())?;
    }
    let status = child.wait()?;
    if status.success() { Ok(()) } else { Err(format!("{way}: {status}").into()) }
}

fn made_up() -> String {
    (0..LENGTH).map(|_| fastrand::alphanumeric()).collect()
}
