//! Value trees such as no JSON holds. An input is the text of a JSON value, a NUL, and pairs of bytes that each put an odd
//! value in a place of the tree.

use billwire::wire::given::HostValue;
use billwire_conformance::host_value;

/// The tree that an input stands for; none if it does not begin with JSON.
pub(crate) fn tree(input: &[u8]) -> Option<HostValue> {
    let end = input.iter().position(|&byte| byte == 0).unwrap_or(input.len());
    let (text, wounds) = input.split_at(end);
    let mut tree = host_value(&serde_json::from_slice(text).ok()?);
    for wound in wounds.get(1..).unwrap_or_default().chunks_exact(2).take(8) {
        if let [place, kind] = *wound {
            let places = count(&tree);
            replace(&mut tree, &mut (usize::from(place) % places), odd(kind));
        }
    }
    Some(tree)
}

/// Values that hosts give where something else was meant.
fn odd(kind: u8) -> HostValue {
    let odd = [
        HostValue::Undefined,
        HostValue::Null,
        HostValue::Bool(true),
        HostValue::Double(f64::NAN, "NaN".into()),
        HostValue::Double(f64::NEG_INFINITY, "-Infinity".into()),
        HostValue::Double(-0.0, "0".into()),
        HostValue::Double(0.1 + 0.2, "0.30000000000000004".into()),
        HostValue::Double(1e300, "1e300".into()),
        HostValue::Double(1.5, "1.5".into()),
        HostValue::Double(9_007_199_254_740_992.0, "9007199254740992".into()),
        HostValue::Whole(9_007_199_254_740_991),
        HostValue::Whole(-1),
        HostValue::Whole(i128::MAX),
        HostValue::Digits("1.50e1".into()),
        HostValue::Digits("10.0".into()),
        HostValue::Digits("-0".into()),
        HostValue::Millis(1_769_824_800_123.4),
        HostValue::Millis(f64::NAN),
        HostValue::Millis(-1e18),
        HostValue::Text(String::new()),
        HostValue::Text(" C-1\u{200b}".into()),
        HostValue::Text("a\u{85}b".into()),
        HostValue::Text("a\tb\nc\"\\/".into()),
        HostValue::Text("1e-3".into()),
        HostValue::Text("9999-12-31T23:30:00-00:30".into()),
        HostValue::LoneSurrogate,
        HostValue::List(vec![HostValue::Members(Vec::new()), HostValue::Undefined]),
        HostValue::List(Vec::new()),
        HostValue::Members(vec![("hash".into(), HostValue::Text("x".into()))]),
        HostValue::Members(vec![("x".into(), HostValue::Digits("1e999".into()))]),
        HostValue::Other,
    ];
    let at = usize::from(kind) % odd.len();
    odd.into_iter().nth(at).unwrap_or(HostValue::Other)
}

/// The values of a tree, itself included.
fn count(tree: &HostValue) -> usize {
    1 + match tree {
        HostValue::List(items) => items.iter().map(count).sum(),
        HostValue::Members(members) => members.iter().map(|(_, value)| count(value)).sum(),
        _ => 0,
    }
}

/// Puts `odd` in the place of the value that comes after so many others.
fn replace(tree: &mut HostValue, others: &mut usize, odd: HostValue) -> Option<HostValue> {
    if *others == 0 {
        *others = usize::MAX;
        *tree = odd;
        return None;
    }
    *others -= 1;
    let below: Vec<&mut HostValue> = match tree {
        HostValue::List(items) => items.iter_mut().collect(),
        HostValue::Members(members) => members.iter_mut().map(|(_, value)| value).collect(),
        _ => Vec::new(),
    };
    below.into_iter().try_fold(odd, |odd, value| replace(value, others, odd))
}
