//! Value trees that JSON cannot hold. An input is the text of a JSON value, a NUL, and pairs of bytes that each put
//! an odd value in a place of the tree.

use crate::dynamic_value;
use billwire::internal::DynamicValue;

/// The tree that an input stands for; none if it does not begin with JSON.
pub(crate) fn tree(input: &[u8]) -> Option<DynamicValue> {
    let end = input.iter().position(|&byte| byte == 0).unwrap_or(input.len());
    let (text, wounds) = input.split_at(end);
    let mut tree = dynamic_value(&serde_json::from_slice(text).ok()?);
    for wound in wounds.get(1..).unwrap_or_default().chunks_exact(2).take(8) {
        if let [place, kind] = *wound {
            let places = count(&tree);
            replace(&mut tree, &mut (usize::from(place) % places), odd(kind));
        }
    }
    Some(tree)
}

/// Values that callers pass by mistake.
fn odd(kind: u8) -> DynamicValue {
    let odd = [
        DynamicValue::Undefined,
        DynamicValue::Null,
        DynamicValue::Bool(true),
        DynamicValue::Double(f64::NAN, "NaN".into()),
        DynamicValue::Double(f64::NEG_INFINITY, "-Infinity".into()),
        DynamicValue::Double(-0.0, "0".into()),
        DynamicValue::Double(0.1 + 0.2, "0.30000000000000004".into()),
        DynamicValue::Double(1e300, "1e300".into()),
        DynamicValue::Double(1.5, "1.5".into()),
        DynamicValue::Double(9_007_199_254_740_992.0, "9007199254740992".into()),
        DynamicValue::Whole(9_007_199_254_740_991),
        DynamicValue::Whole(-1),
        DynamicValue::Whole(i128::MAX),
        DynamicValue::Digits("1.50e1".into()),
        DynamicValue::Digits("10.0".into()),
        DynamicValue::Digits("-0".into()),
        DynamicValue::Millis(1_769_824_800_123.4),
        DynamicValue::Millis(f64::NAN),
        DynamicValue::Millis(-1e18),
        DynamicValue::Text(String::new()),
        DynamicValue::Text(" C-1\u{200b}".into()),
        DynamicValue::Text("a\u{85}b".into()),
        DynamicValue::Text("a\tb\nc\"\\/".into()),
        DynamicValue::Text("1e-3".into()),
        DynamicValue::Text("9999-12-31T23:30:00-00:30".into()),
        DynamicValue::LoneSurrogate,
        DynamicValue::List(vec![DynamicValue::Members(Vec::new()), DynamicValue::Undefined]),
        DynamicValue::List(Vec::new()),
        DynamicValue::Members(vec![("hash".into(), DynamicValue::Text("x".into()))]),
        DynamicValue::Members(vec![("x".into(), DynamicValue::Digits("1e999".into()))]),
        DynamicValue::Other,
    ];
    let at = usize::from(kind) % odd.len();
    odd.into_iter().nth(at).unwrap_or(DynamicValue::Other)
}

/// The values of a tree, itself included.
fn count(tree: &DynamicValue) -> usize {
    1 + match tree {
        DynamicValue::List(items) => items.iter().map(count).sum(),
        DynamicValue::Members(members) => members.iter().map(|(_, value)| count(value)).sum(),
        _ => 0,
    }
}

/// Replaces the value after so many others by `odd`.
fn replace(tree: &mut DynamicValue, others: &mut usize, odd: DynamicValue) -> Option<DynamicValue> {
    if *others == 0 {
        *others = usize::MAX;
        *tree = odd;
        return None;
    }
    *others -= 1;
    let below: Vec<&mut DynamicValue> = match tree {
        DynamicValue::List(items) => items.iter_mut().collect(),
        DynamicValue::Members(members) => members.iter_mut().map(|(_, value)| value).collect(),
        _ => Vec::new(),
    };
    below.into_iter().try_fold(odd, |odd, value| replace(value, others, odd))
}
