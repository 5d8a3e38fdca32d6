//! Names that an unknown one may have been meant for.

/// Bytes of the longest name that is looked at.
const LONGEST: usize = 32;

/// Returns the known name that `given` spells in another style, or misspells by an edit or two. The work is bounded
/// whatever was given.
pub(crate) fn nearest<'n>(given: &str, known: &dyn Fn(usize) -> Option<&'n str>) -> Option<&'n str> {
    let given = Folded::of(given)?;
    for edits in 0..3 {
        let mut index = 0;
        while let Some(name) = known(index) {
            let is_long = name.len() >= 4 * edits;
            if is_long && Folded::of(name).is_some_and(|name| within(given.bytes(), name.bytes(), edits)) {
                return Some(name);
            }
            index += 1;
        }
    }
    None
}

/// A name without case and separators, so that `settlementTo` and `settlement_to` are the same.
struct Folded {
    bytes: [u8; LONGEST],
    len: usize,
}

impl Folded {
    /// Returns none if the name is no plain one or too long.
    fn of(name: &str) -> Option<Folded> {
        let mut folded = Folded { bytes: [0; LONGEST], len: 0 };
        for byte in name.bytes().filter(|byte| !b"_- ".contains(byte)) {
            *folded.bytes.get_mut(folded.len).filter(|_| byte.is_ascii_alphanumeric())? = byte.to_ascii_lowercase();
            folded.len += 1;
        }
        Some(folded)
    }

    fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }
}

/// Whether so many insertions, deletions, replacements and swaps of neighbours make one of the other.
fn within(mut a: &[u8], mut b: &[u8], edits: usize) -> bool {
    while let ([first, behind_a @ ..], [same, behind_b @ ..]) = (a, b)
        && first == same
    {
        (a, b) = (behind_a, behind_b);
    }
    let Some(fewer) = edits.checked_sub(1) else { return a.is_empty() && b.is_empty() };
    let (next_a, next_b) = (behind_first(a), behind_first(b));
    let swapped = matches!((a, b), ([a1, a2, ..], [b1, b2, ..]) if a1 == b2 && a2 == b1);
    within(next_a, b, fewer)
        || within(a, next_b, fewer)
        || within(next_a, next_b, fewer)
        || (swapped && within(behind_first(next_a), behind_first(next_b), fewer))
}

fn behind_first(text: &[u8]) -> &[u8] {
    text.get(1..).unwrap_or_default()
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
            ("settelmnet_to", Some("settlement_to")),
            ("sttlmnt_to", None),
            ("refId", Some("ref_id")),
            ("ref", None),
            ("rev_id", Some("ref_id")),
            ("data", Some("date")),
            ("bearrer", Some("bearer")),
            ("day", None),
            ("dueDate", Some("due_date")),
            ("ID", Some("id")),
            ("it", None),
            ("total_amount_khm", Some("total_amount_khr")),
            ("totalAmont", Some("total_amount")),
            ("", None),
            ("__", None),
            ("សរុប", None),
            ("settlement_to\n", None),
        ] {
            assert_eq!(nearest(given, &|at| known.get(at).copied()), expected, "{given}");
        }
        assert_eq!(nearest(&"x".repeat(1 << 20), &|at| known.get(at).copied()), None);
    }

    #[test]
    fn the_nearest_of_several_is_named() {
        let known = ["total_amount", "total_amounts"];
        assert_eq!(nearest("totalAmounts", &|at| known.get(at).copied()), Some("total_amounts"));
        assert_eq!(nearest("total_amountz", &|at| known.get(at).copied()), Some("total_amount"));
    }
}
