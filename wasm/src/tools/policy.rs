//! Reading of a flow's policy.

use billwire::wire::input::DynamicValue;
use billwire::{Code, Settings};

/// Reads whole numbers and flags from the setting `policy`, each into its place. Core checks their bounds.
pub(crate) fn read<const N: usize, const M: usize>(
    settings: &mut Settings,
    places: [(&str, &mut u64); N],
    flags: [(&str, &mut bool); M],
) {
    let Some(mut inner) = settings.inner("policy") else { return };
    for (name, place) in places {
        match inner.take(name).map(|value| whole(&value)) {
            None => {}
            Some(Some(value)) => *place = value,
            Some(None) => inner.violation(name, Code::NotAnInteger),
        }
    }
    for (name, place) in flags {
        *place = inner.flag(name);
    }
    settings.close(inner);
}

fn whole(value: &DynamicValue) -> Option<u64> {
    match value {
        DynamicValue::Double(value, _) if value.fract() == 0.0 && *value >= 0.0 => Some(*value as u64),
        DynamicValue::Whole(value) => u64::try_from(*value).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_values::{double, text};

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
            assert_eq!(whole(&value), expected);
        }
    }
}
