//! Reading of a flow's policy.

use billwire::internal::DynamicValue;
use billwire::{Code, Settings};

/// Takes the attempts of a policy.
pub(crate) fn attempts(policy: &mut Settings) -> Option<u32> {
    whole(policy, "attempts").map(|attempts| u32::try_from(attempts).unwrap_or(u32::MAX))
}

/// Takes a whole number of a policy. Core checks its bounds.
pub(crate) fn whole(policy: &mut Settings, name: &str) -> Option<u64> {
    let number = match policy.take(name)? {
        DynamicValue::Double(value, _) if value.fract() == 0.0 && value >= 0.0 => Some(value as u64),
        DynamicValue::Whole(value) => u64::try_from(value).ok(),
        _ => None,
    };
    if number.is_none() {
        policy.violation(name, Code::NotAnInteger);
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_values::{double, object, text};

    #[test]
    fn times_of_a_policy_are_whole_numbers() {
        for (value, expected) in [
            (double(10.0), Some(10)),
            (double(5e9), Some(5_000_000_000)),
            (DynamicValue::Whole(7), Some(7)),
            (DynamicValue::Whole(-7), None),
            (double(0.5), None),
            (double(-1.0), None),
            (double(f64::INFINITY), None),
            (text("1"), None),
        ] {
            let mut policy = Settings::new("policy", object([("pauseMs", value)]));
            assert_eq!(whole(&mut policy, "pauseMs"), expected);
            let violations = policy.finish();
            let codes: Vec<_> = violations.iter().map(|violation| violation.code).collect();
            assert_eq!(codes, if expected.is_some() { vec![] } else { vec![Code::NotAnInteger] });
        }
    }
}
