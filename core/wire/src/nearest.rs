//! Names that an unknown one may have been meant for.

/// Bytes of the longest key that is looked at.
const LONGEST: usize = 40;

/// Returns the known name that `given` spells in another style, or misspells by one edit.
pub fn nearest<'n>(given: &str, known: &dyn Fn(usize) -> Option<&'n str>) -> Option<&'n str> {
    let given = folded(given);
    let mut index = 0;
    while let Some(name) = known(index) {
        if is_near(&given, &folded(name)) {
            return Some(name);
        }
        index += 1;
    }
    None
}

/// A name without case and separators, so that `settlementTo` and `settlement_to` are the same. Of a long one its beginning
/// is enough.
fn folded(name: &str) -> Vec<u8> {
    let mut folded = Vec::new();
    for byte in name.bytes().take(LONGEST) {
        if !matches!(byte, b'_' | b'-' | b' ') {
            folded.push(byte.to_ascii_lowercase());
        }
    }
    folded
}

/// Whether they are the same but for one letter that is missing, added or replaced, or two that are swapped. Of short ones
/// nothing can be said.
fn is_near(mut a: &[u8], mut b: &[u8]) -> bool {
    if a.len() < 4 || b.len() < 4 {
        return a == b && !a.is_empty();
    }
    while let ([x, behind_a @ ..], [y, behind_b @ ..]) = (a, b)
        && x == y
    {
        (a, b) = (behind_a, behind_b);
    }
    while let ([before_a @ .., x], [before_b @ .., y]) = (a, b)
        && x == y
    {
        (a, b) = (before_a, before_b);
    }
    match (a, b) {
        ([], [] | [_]) | ([_], [] | [_]) => true,
        ([p, q], [r, s]) => p == s && q == r,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_other_styles_and_near_misses_are_found() {
        let known = ["ref_id", "date", "due_date", "settlement_to", "total_amount", "total_amount_khr", "id", "bearer"];
        for (given, expected) in [
            ("settlementTo", Some("settlement_to")),
            ("SETTLEMENT-TO", Some("settlement_to")),
            ("settlement to", Some("settlement_to")),
            ("setlement_to", Some("settlement_to")),
            ("settlement_too", Some("settlement_to")),
            ("settlemnet_to", Some("settlement_to")),
            ("settelmnet_to", None),
            ("sttlmnt_to", None),
            ("refId", Some("ref_id")),
            ("ref", None),
            ("rev_id", Some("ref_id")),
            ("data", Some("date")),
            ("bearrer", Some("bearer")),
            ("day", None),
            ("dueDate", Some("due_date")),
            ("ID", Some("id")),
            ("dats", Some("date")),
            ("dta", None),
            ("it", None),
            ("total_amount_khm", Some("total_amount_khr")),
            ("totalAmont", Some("total_amount")),
            ("", None),
            ("__", None),
            ("សរុប", None),
            ("settlement_to\n", Some("settlement_to")),
        ] {
            assert_eq!(nearest(given, &|at| known.get(at).copied()), expected, "{given}");
        }
        assert_eq!(nearest(&"x".repeat(1 << 20), &|at| known.get(at).copied()), None);
    }
}
