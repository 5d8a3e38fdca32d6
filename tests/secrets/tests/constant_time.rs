//! Runs the vectors under valgrind with every secret marked: no branch and no address may depend on one.
//! `public.supp` lists what may be seen, and each of its entries has to be met, or the marks got lost on the way.

use std::process::{Command, Output};

const PUBLIC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/public.supp");

#[test]
fn no_branch_and_no_address_depends_on_a_secret() {
    let run = under_valgrind(&[]);
    let log = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{log}");
    let used = |name: &str| {
        let name = format!(" {name} /");
        log.lines().any(|line| line.contains("used_suppression:") && line.contains(&name))
    };
    let entries = std::fs::read_to_string(PUBLIC).unwrap();
    let names: Vec<&str> =
        entries.split("\n{\n").skip(1).filter_map(|entry| Some(entry.lines().next()?.trim())).collect();
    assert!(!names.is_empty() && names.iter().all(|name| used(name)), "not every one was met: {names:?}\n{log}");
    println!("{}", String::from_utf8_lossy(&run.stdout).trim());
}

#[test]
fn detects_an_early_exit() {
    is_detected("early exit", "Conditional jump or move depends");
}

#[test]
fn detects_a_look_up_by_a_key() {
    is_detected("look-up", "Use of uninitialised value");
}

fn is_detected(control: &str, finding: &str) {
    let run = under_valgrind(&[control]);
    let log = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.code() == Some(9) && log.contains(finding), "valgrind lets this pass: {control}\n{log}");
}

fn under_valgrind(args: &[&str]) -> Output {
    // With the names of functions that were compiled into others: public.supp knows them by these.
    Command::new("valgrind")
        .args(["--verbose", "--error-exitcode=9", "--read-inline-info=yes", &format!("--suppressions={PUBLIC}")])
        .arg(env!("CARGO_BIN_EXE_constant-time"))
        .args(args)
        .output()
        .expect("valgrind is missing: apt-get install valgrind")
}
