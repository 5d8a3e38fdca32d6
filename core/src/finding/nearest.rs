//! Suggestions for misspelt names.

/// Bytes of a name that are compared.
const LONGEST: usize = 40;

/// Returns the first known name that `given` spells in another style, or misspells by one edit.
///
/// `known` returns the name at an index, and `None` after the last one.
pub(crate) fn nearest<'n>(given: &str, known: &dyn Fn(usize) -> Option<&'n str>) -> Option<&'n str> {
    let given = folded(given);
    names(known).find(|name| is_near(&given, &folded(name)))
}

/// Returns the first known name that begins `given`, or that `given` begins: `bearerToken` for `bearer`.
pub(crate) fn prolonged<'n>(given: &str, known: &dyn Fn(usize) -> Option<&'n str>) -> Option<&'n str> {
    let given = folded(given);
    names(known).find(|name| {
        let name = folded(name);
        name.len().min(given.len()) >= 4 && (given.starts_with(&name) || name.starts_with(&given))
    })
}

/// Returns the known names.
pub(crate) fn names<'n>(known: &dyn Fn(usize) -> Option<&'n str>) -> impl Iterator<Item = &'n str> {
    (0..).map_while(known)
}

/// Returns the start of a name without case and separators, so that `settlementTo` equals `settlement_to`.
fn folded(name: &str) -> Vec<u8> {
    let mut folded = Vec::new();
    for byte in name.bytes().take(LONGEST) {
        if !matches!(byte, b'_' | b'-' | b' ') {
            folded.push(byte.to_ascii_lowercase());
        }
    }
    folded
}

/// Returns whether two names differ by at most one missing, added or replaced letter, or two swapped ones.
///
/// Names of fewer than four letters have to be equal.
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
    fn finds_names_in_other_styles_and_near_misses() {
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
            ("dat", None),
            ("dtxe", None),
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
