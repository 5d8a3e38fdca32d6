//! Names and messages of failed tests, from the output of test tools.

use std::fs;
use std::path::PathBuf;

use roxmltree::{Document, Node};
use serde_json::Value;

/// How many lines of one failure are shown.
const SHOWN: usize = 25;

/// The failed tests of libtest, which prints a section for each, or the errors of the compiler.
pub fn libtest(text: &str) -> Option<String> {
    let mut failed = Vec::new();
    for section in text.split("\n---- ").skip(1) {
        let Some((name, message)) = section.split_once(" ----\n") else { continue };
        let end = ["\nfailures:\n", "\ntest result:"].iter().filter_map(|end| message.find(end)).min();
        let message = end.map_or(message, |end| message.get(..end).unwrap_or(message));
        let name = name.strip_suffix(" stdout").or(name.strip_suffix(" output")).unwrap_or(name);
        failed.push(failure(name, message));
    }
    listed(failed).or_else(|| compiler(text))
}

/// The errors of rustc, clippy and rustdoc.
pub fn compiler(text: &str) -> Option<String> {
    let paragraphs = text.split("\n\n").map(str::trim_start);
    let begins =
        |paragraph: &&str| paragraph.lines().any(|line| line.starts_with("error: ") || line.starts_with("error["));
    listed(paragraphs.filter(begins).map(|paragraph| cut(paragraph).join("\n")).collect())
}

/// The failed tests of vitest's JSON report.
pub fn vitest(report: &str) -> Option<String> {
    let report: Value = serde_json::from_str(report).ok()?;
    let text = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut failed = Vec::new();
    for file in list(&report, "testResults") {
        let (name, tests) = (text(file, "name"), list(file, "assertionResults"));
        for test in tests.iter().filter(|test| text(test, "status") == "failed") {
            let messages: Vec<&str> = list(test, "failureMessages").iter().filter_map(Value::as_str).collect();
            failed.push(failure(&format!("{name}: {}", text(test, "fullName")), &messages.join("\n")));
        }
        if tests.is_empty() && text(file, "status") == "failed" {
            failed.push(failure(&name, &text(file, "message")));
        }
    }
    listed(failed)
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// The failed tests in the JUnit reports of some folders.
pub fn junit(folders: &[PathBuf]) -> Option<String> {
    let files = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().filter_map(Result::ok);
    let reports = files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|ending| ending == "xml"));
    listed(reports.filter_map(|path| fs::read_to_string(path).ok()).flat_map(|report| junit_report(&report)).collect())
}

fn junit_report(report: &str) -> Vec<String> {
    let Ok(report) = Document::parse(report) else { return Vec::new() };
    let failed = report.descendants().filter(|node| node.has_tag_name("failure") || node.has_tag_name("error"));
    let named = |node: Node<'_, '_>| {
        let [class, name] = ["classname", "name"].map(|name| node.parent()?.attribute(name));
        failure(&format!("{}.{}", class.unwrap_or_default(), name.unwrap_or_default()), node.text().unwrap_or_default())
    };
    failed.map(named).collect()
}

/// The failed tests of Swift Testing, or the errors of the compiler.
pub fn swift_testing(text: &str) -> Option<String> {
    let issues = text.lines().filter(|line| line.starts_with('✘') && line.contains(" recorded an issue "));
    let errors = || text.lines().filter(|line| line.contains(" error: ")).map(str::to_owned).collect();
    listed(issues.map(str::to_owned).collect()).or_else(|| listed(errors()))
}

fn failure(name: &str, message: &str) -> String {
    format!("✗ {name}\n{}", cut(message).iter().map(|line| format!("    {line}\n")).collect::<String>())
        .trim_end()
        .to_owned()
}

/// The first lines, and how many more there are.
fn cut(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.trim().lines().collect();
    let mut shown: Vec<String> = lines.iter().take(SHOWN).map(|line| (*line).to_owned()).collect();
    let more = lines.len().saturating_sub(SHOWN);
    shown.extend((more > 0).then(|| format!("… {more} more lines")));
    shown
}

fn listed(failed: Vec<String>) -> Option<String> {
    (!failed.is_empty()).then(|| failed.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libtest_names_each_failed_test() {
        let text = "test a ... FAILED\n\nfailures:\n\n---- m::a stdout ----\n\nthread 'm::a' panicked at x.rs:1:\nno\n\n\
                    ---- b stdout ----\nwhy\n\n\nfailures:\n    b\n    m::a\n\ntest result: FAILED. 0 passed; 2 failed\n";
        assert_eq!(libtest(text).unwrap(), "✗ m::a\n    thread 'm::a' panicked at x.rs:1:\n    no\n✗ b\n    why");
        assert_eq!(libtest("test result: ok. 1 passed; 0 failed"), None);
    }

    #[test]
    fn a_failed_compilation_shows_its_errors() {
        let text = "   Compiling a\nwarning: w\n --> x\n\nerror[E0308]: mismatched types\n --> src/a.rs:1:2\n\nerror: could not \
                    compile `a`\n\nwarning: build failed\n";
        let shown = "error[E0308]: mismatched types\n --> src/a.rs:1:2\nerror: could not compile `a`";
        assert_eq!(libtest(text).unwrap(), shown);
    }

    #[test]
    fn vitest_names_each_failed_test() {
        let report = r#"{"testResults": [
            {"name": "a.test.ts", "status": "failed", "assertionResults": [
                {"status": "passed", "fullName": "x", "failureMessages": []},
                {"status": "failed", "fullName": "y z", "failureMessages": ["expected 1 to be 2"]}]},
            {"name": "b.test.ts", "status": "failed", "message": "no such file", "assertionResults": []}]}"#;
        let shown = "✗ a.test.ts: y z\n    expected 1 to be 2\n✗ b.test.ts\n    no such file";
        assert_eq!(vitest(report).unwrap(), shown);
        assert_eq!(vitest("{}"), None);
    }

    #[test]
    fn junit_names_each_failed_test() {
        let report = "<testsuite><testcase name=\"a\" classname=\"C\" time=\"0\"/><testcase name=\"b\" classname=\"C\" \
                      time=\"0\">\n<failure message=\"m\" type=\"t\">1 &lt; 2\nat x</failure></testcase></testsuite>";
        assert_eq!(junit_report(report), ["✗ C.b\n    1 < 2\n    at x"]);
    }

    #[test]
    fn swift_testing_names_each_issue() {
        let text =
            "✘ Test a() recorded an issue at A.swift:1:2: Expectation failed\n✘ Test a() failed after 1 seconds.\n";
        assert_eq!(swift_testing(text).unwrap(), "✘ Test a() recorded an issue at A.swift:1:2: Expectation failed");
        assert_eq!(swift_testing("A.swift:1:2: error: no such type\n").unwrap(), "A.swift:1:2: error: no such type");
    }

    #[test]
    fn a_long_message_is_cut() {
        let long = "line\n".repeat(SHOWN + 3);
        assert!(failure("a", &long).ends_with("… 3 more lines"));
    }
}
