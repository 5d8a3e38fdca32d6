//! Counts of tests, from the output of test tools.

use std::iter::Sum;

use anyhow::{Context, Result};
use roxmltree::Document;
use serde_json::Value;

/// Numbers of passed and failed tests.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    pub passed: u64,
    pub failed: u64,
}

impl Counts {
    /// A suite that is one test.
    pub fn one(passed: bool) -> Self {
        if passed { Self { passed: 1, failed: 0 } } else { Self { passed: 0, failed: 1 } }
    }
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), |sum, next| Self {
            passed: sum.passed.saturating_add(next.passed),
            failed: sum.failed.saturating_add(next.failed),
        })
    }
}

/// The sum of libtest's closing lines: `test result: ok. 5 passed; 0 failed; …`, one for each test program.
/// wasm-bindgen's test runner prints the same.
pub fn libtest(text: &str) -> Counts {
    let mut counts = Counts::default();
    for line in text.lines().filter(|line| line.starts_with("test result:")) {
        counts.passed = counts.passed.saturating_add(before(line, " passed"));
        counts.failed = counts.failed.saturating_add(before(line, " failed"));
    }
    counts
}

/// The number before a word; 0 when there is none.
fn before(line: &str, word: &str) -> u64 {
    let number = line.split_once(word).and_then(|(head, _)| head.split_whitespace().last());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// The totals of vitest's JSON report.
pub fn vitest(report: &str) -> Result<Counts> {
    let report: Value = serde_json::from_str(report).context("vitest's report is not JSON")?;
    let total = |name: &str| report.get(name).and_then(Value::as_u64).with_context(|| format!("vitest: no {name}"));
    Ok(Counts { passed: total("numPassedTests")?, failed: total("numFailedTests")? })
}

/// The totals of one of JUnit's XML reports. A skipped test counts as failed.
pub fn junit(report: &str) -> Result<Counts> {
    let report = Document::parse(report)?;
    let total = |name: &str| -> Result<u64> {
        let number = report.root_element().attribute(name).with_context(|| format!("JUnit: no {name}"))?;
        number.parse().with_context(|| format!("JUnit: {name} is {number}"))
    };
    let failed = total("failures")? + total("errors")? + total("skipped")?;
    Ok(Counts { passed: total("tests")?.saturating_sub(failed), failed })
}

/// Tests that passed or failed in Swift Testing. Lines of suites and the closing line do not count.
pub fn swift_testing(text: &str) -> Counts {
    let lines = || text.lines().filter(|line| line.starts_with(['✔', '✘']) && !line.contains(" Test run with "));
    let ended = |how: &str| lines().filter(|line| line.contains(" Test ") && line.contains(how)).count() as u64;
    Counts { passed: ended(" passed after "), failed: ended(" failed after ") }
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
    fn a_skipped_test_has_failed() {
        let report =
            r#"<?xml version="1.0"?><testsuite name="T" time="1" tests="9" errors="1" skipped="2" failures="3"/>"#;
        assert_eq!(junit(report).unwrap(), Counts { passed: 3, failed: 6 });
        assert!(junit("<html>").is_err());
    }

    #[test]
    fn swift_tests_are_counted_by_their_ends() {
        let text = "◇ Test a() started.\n✔ Test a() passed after 1 seconds.\n✘ Test \"b\" passed after 1 seconds with 1 \
                    known issue.\n✘ Test c() recorded an issue\n✘ Test c() failed after 1 seconds with 1 issue.\n\
                    ✘ Suite \"s\" failed after 1 seconds.\n✘ Test run with 3 tests failed after 1 seconds.\n";
        assert_eq!(swift_testing(text), Counts { passed: 2, failed: 1 });
        assert_eq!(swift_testing("Executed 0 tests"), Counts::default());
    }
}
