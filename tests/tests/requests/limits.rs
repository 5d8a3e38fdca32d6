//! The greatest number of lines, and of items in a list.

use crate::{bill, bill_with, found, refused};
use billwire::internal::DynamicValue;
use billwire::*;
use billwire_conformance::{config, object, with};
use billwire_wasm::entrances;

/// Returns the error of a bill with this number of lines, if it is refused.
fn refusal(max_lines: Option<usize>, lines: usize) -> Option<Vec<(String, Code)>> {
    let biller = Biller::new(with(config(), |config| config.max_lines = max_lines)).unwrap();
    let draft = with(bill(), |bill| bill.details = Some(vec![Line::default(); lines]));
    let tree = bill_with("details", DynamicValue::List(vec![object(vec![]); lines]));
    let by_draft = biller.prepare(&draft).err().map(|error| found(&error));
    let by_tree = entrances::prepare(&biller, OperationName::Settlement, &tree).err().map(|error| found(&error));
    assert_eq!(by_draft, by_tree);
    by_draft
}

#[test]
fn setting_limits_the_lines_of_a_bill() {
    let too_many = || Some(vec![("details".to_owned(), Code::TooManyLines)]);
    assert_eq!([refusal(None, 10_000), refusal(None, 10_001)], [None, too_many()]);
    assert_eq!([refusal(Some(3), 3), refusal(Some(3), 4)], [None, too_many()]);
    assert_eq!([refusal(Some(20_000), 20_000), refusal(Some(20_000), 20_001)], [None, too_many()]);
    for (max_lines, is_allowed) in [(0, false), (1, true), (100_000, true), (100_001, false), (usize::MAX, false)] {
        let made = Biller::new(with(config(), |config| config.max_lines = Some(max_lines)));
        let refused = made.err().map(|error| found(&error));
        assert_eq!(refused, (!is_allowed).then(|| vec![("maxLines".to_owned(), Code::OutOfRange)]));
    }
}

#[test]
fn refuses_lists_with_too_many_items() {
    for (field, value, path, code) in [
        ("details", DynamicValue::TooMany, "details", Code::TooManyLines),
        ("extra", object(vec![("x", DynamicValue::TooMany)]), "extra.x", Code::TooManyItems),
    ] {
        assert_eq!(refused(&bill_with(field, value)), [(path.into(), code)]);
    }
}
