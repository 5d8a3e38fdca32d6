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
