//! Looks for credentials in the memory of a process that has used and dropped every one of them. A second process
//! breaks the promise: it holds each credential in an ordinary text once, too.

#![cfg(target_os = "linux")]

mod forms;

use billwire_secrets::{LENGTH, NAMES};
use forms::Forms;
use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    process::{Command, Stdio},
};

#[test]
fn a_dropped_credential_leaves_nothing_in_memory() {
    for _ in 0..PROCESSES {
        let (credentials, forms) = made_up();
        let wiped = left_behind("wiped", &credentials, &forms);
        println!("{} secrets of {} forms", wiped.len(), forms.forms());
        assert!(wiped.is_empty(), "left in memory: {wiped:?}");
    }
    let (credentials, forms) = made_up();
    let kept = left_behind("kept", &credentials, &forms);
    println!("control: {} secrets of ordinary texts", kept.values().sum::<usize>());
    assert!(!kept.is_empty(), "ordinary texts are not found either");
}

/// Freed memory is often overwritten: once, only three of a hundred processes still had what was left there.
const PROCESSES: usize = 100;

/// Findings of each form in the memory of a process that has used the credentials.
fn left_behind<'a>(way: &str, credentials: &[String], forms: &'a Forms) -> BTreeMap<&'a str, usize> {
    let dump = tempfile::NamedTempFile::new().unwrap();
    // Through a pipe: arguments and environment stay in a process's memory.
    let program = Command::new(env!("CARGO_BIN_EXE_memory")).arg(way).arg(dump.path()).stdin(Stdio::piped()).spawn();
    let mut child = program.unwrap();
    child.stdin.take().unwrap().write_all(credentials.concat().as_bytes()).unwrap();
    assert!(child.wait().unwrap().success(), "{way}");
    let memory = fs::read(dump.path()).unwrap();
    assert!(memory.len() > 1 << 19, "{} bytes of memory only", memory.len());
    forms.find(&memory)
}

fn made_up() -> (Vec<String>, Forms) {
    let text = || (0..LENGTH).map(|_| fastrand::alphanumeric()).collect();
    let credentials: Vec<String> = NAMES.iter().map(|_| text()).collect();
    let forms = Forms::of(&credentials);
    (credentials, forms)
}
