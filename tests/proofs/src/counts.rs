//! Counts that only the proofs take.

use anyhow::{Result, bail};
use serde_json::Value;
pub(crate) use xtask::counts::*;

/// How many tests have passed in each of several runs of the same tests.
pub(crate) fn in_each(mut passed: Vec<u64>) -> Result<u64> {
    passed.dedup();
    match passed[..] {
        [0] | [] => bail!("no test ran"),
        [passed] => Ok(passed),
        _ => bail!("not the same tests ran everywhere: {passed:?}"),
    }
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
    fn runs_of_the_same_tests_agree_and_are_not_empty() {
        assert_eq!(in_each(vec![3, 3, 3]).unwrap(), 3);
        for passed in [vec![], vec![0, 0], vec![3, 2], vec![3, 0], vec![0, 3]] {
            assert!(in_each(passed).is_err());
        }
    }

    #[test]
    fn lints_are_counted_by_name() {
        let message =
            |code: &str| format!(r#"{{"reason":"compiler-message","message":{{"code":{{"code":"{code}"}}}}}}"#);
        let text = [message("missing_docs"), message("dead_code"), message("missing_docs")].join("\n");
        assert_eq!(lint(&text, "missing_docs"), 2);
    }
}
