//! Reads how many tests ran from what the test tools print.

use anyhow::{Context, Result};
use serde_json::Value;

/// Tests that ran, by their end.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Counts {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
}

impl Counts {
    /// A suite that is one test.
    pub(crate) fn one(passed: bool) -> Self {
        if passed { Self { passed: 1, failed: 0 } } else { Self { passed: 0, failed: 1 } }
    }
}

/// The sum of libtest's closing lines: `test result: ok. 5 passed; 0 failed; …`, one for each test program.
/// wasm-bindgen's test runner prints the same.
pub(crate) fn libtest(text: &str) -> Counts {
    let mut counts = Counts::default();
    for line in text.lines().filter(|line| line.starts_with("test result:")) {
        counts.passed = counts.passed.saturating_add(before(line, " passed"));
        counts.failed = counts.failed.saturating_add(before(line, " failed"));
    }
    counts
}

/// The number that stands before a word; 0 when there is none.
fn before(line: &str, word: &str) -> u64 {
    let number = line.split_once(word).and_then(|(head, _)| head.split_whitespace().last());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// The totals of vitest's JSON report.
pub(crate) fn vitest(report: &str) -> Result<Counts> {
    let report: Value = serde_json::from_str(report).context("vitest's report is not JSON")?;
    let total = |name: &str| report.get(name).and_then(Value::as_u64).with_context(|| format!("vitest: no {name}"));
    Ok(Counts { passed: total("numPassedTests")?, failed: total("numFailedTests")? })
}

/// How many of cargo's JSON messages carry this lint.
pub(crate) fn lint(messages: &str, name: &str) -> usize {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    messages.filter(|message| message.pointer("/message/code/code").and_then(Value::as_str) == Some(name)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libtest_lines_are_summed() {
        let text = "test a ... ok\n\ntest result: ok. 5 passed; 0 failed; 1 ignored; 0 measured\n\
                    test result: FAILED. 2 passed; 3 failed; 0 ignored\nnothing else\n";
        assert_eq!(libtest(text), Counts { passed: 7, failed: 3 });
        assert_eq!(libtest("no tests to run!"), Counts::default());
    }

    #[test]
    fn vitest_needs_its_totals() {
        let report = r#"{"numTotalTests":4,"numPassedTests":3,"numFailedTests":1}"#;
        assert_eq!(vitest(report).unwrap(), Counts { passed: 3, failed: 1 });
        assert!(vitest("{}").is_err());
    }

    #[test]
    fn lints_are_counted_by_name() {
        let message =
            |code: &str| format!(r#"{{"reason":"compiler-message","message":{{"code":{{"code":"{code}"}}}}}}"#);
        let text = [message("missing_docs"), message("dead_code"), message("missing_docs")].join("\n");
        assert_eq!(lint(&text, "missing_docs"), 2);
    }
}
