//! The signing string: its parts in other orders, between other texts.

use super::{
    input::{Bill, Candidates, signed_field},
    recipe::{Deviation, Row, Step, Table},
};

/// The right template: the six parts.
const PARTS: &str = "012345";
const SEPARATED: &str = "0·1·2·3·4·5";

/// Deviations of how the parts are joined.
pub(crate) fn texts<'a>(bill: &'a Bill<'a>, candidates: &'a Candidates) -> Table<'a> {
    let mut table = Table::of(Step::Join(PARTS.into(), ""));
    let join = |template: &str, with| Some(Step::Join(template.into(), with));
    table.rows(USUAL, |template, with| join(template, with).filter(|_| !bill.lacks(template)));
    for (one, other) in (1..6).flat_map(|distance| (distance..6).map(move |other| (other - distance, other))) {
        let [part, of_other] = [one, other].map(|at| PARTS.get(at..=at).unwrap_or_default());
        let template = with_part(&with_part(PARTS, one, of_other), other, part);
        table.add("order_swapped", &[signed_field(one), ",", signed_field(other)].concat(), join(&template, ""));
    }
    table.rows(RARE, |template, with| join(template, with).filter(|_| !bill.lacks(template)));
    for at in 0..6 {
        let (part, others) = (PARTS.get(at..=at).unwrap_or_default(), with_part(PARTS, at, ""));
        let last = join(&[&others, part].concat(), "").filter(|_| at < 4);
        let first = join(&[part, &others].concat(), "").filter(|_| at > 1);
        table.add("order_moved", &[signed_field(at), " last"].concat(), last);
        table.add("order_moved", &[signed_field(at), " first"].concat(), first);
    }
    for text in ["undefined", "null", "None"] {
        for at in 0..6 {
            let with = [signed_field(at), ": ", text].concat();
            table.add("field_undefined", &with, join(&with_part(PARTS, at, text), ""));
        }
    }
    for text in &candidates.separators {
        let deviation = Deviation::new("separator", text, Step::Join(SEPARATED.into(), text));
        table.push(Some(Deviation { is_usual: true, ..deviation }));
    }
    table
}

/// A template with another text for the character at a place.
fn with_part(template: &str, at: usize, text: &str) -> String {
    let [before, behind] = [template.get(..at), template.get(at + 1..)].map(Option::unwrap_or_default);
    [before, text, behind].concat()
}

/// Templates, in which letters of [`Bill::value`] stand for these values, and `·` for `with`.
const USUAL: &[Row<&str>] = &[
    ("text_behind", &["\n"], "012345·"),
    ("separator", &["|", ",", "&", " ", "\n", "-", ";", ":", "_", "\t"], SEPARATED),
    ("field_missing", &["ref_id"], "12345"),
    ("field_missing", &["date"], "02345"),
    ("field_missing", &["currency"], "01345"),
    ("field_missing", &["total_amount"], "01245"),
    ("field_missing", &["customer_sync_code"], "01235"),
    ("field_missing", &["settlement_to"], "01234"),
    ("json_body", &[""], "B"),
    ("order_alphabetical", &[""], "241053"),
    ("order_reversed", &[""], "543210"),
    ("text_behind", &["\r\n"], "012345·"),
    ("text_before", &["\u{feff}"], "·012345"),
    ("field_added", &["due_date"], "01D2345"),
    ("field_added", &["due_date at the end"], "012345D"),
    ("field_added", &["total_amount_khr"], "0123R45"),
    ("field_added", &["total_amount_khr at the end"], "012345R"),
    ("values_quoted", &[""], "`0`1`2`3`4`5"),
    ("texts_quoted", &[""], "`0`1`23`4`5"),
    ("labelled", &["name=value&"], "ref_id=0&date=1&currency=2&total_amount=3&customer_sync_code=4&settlement_to=5"),
    ("labelled", &["name=value& in the order of the alphabet"], LABELLED_BY_ALPHABET),
    ("labelled", &["name=value|"], "ref_id=0|date=1|currency=2|total_amount=3|customer_sync_code=4|settlement_to=5"),
    ("labelled", &["name=value,"], "ref_id=0,date=1,currency=2,total_amount=3,customer_sync_code=4,settlement_to=5"),
    ("labelled", &["name:value,"], "ref_id:0,date:1,currency:2,total_amount:3,customer_sync_code:4,settlement_to:5"),
    ("labelled", &["name=value"], "ref_id=0date=1currency=2total_amount=3customer_sync_code=4settlement_to=5"),
];

const RARE: &[Row<&str>] = &[
    ("json_fields", &[""], JSON),
    ("json_fields", &["in the order of the alphabet"], JSON_BY_ALPHABET),
    ("json_fields", &["with spaces"], JSON_WITH_SPACES),
    ("json_fields", &["list"], "[`0,`1,`2,3,`4,`5]"),
    ("json_body_spaced", &["Python"], "P"),
    ("json_body_spaced", &["2 spaces"], "T"),
    ("json_body_spaced", &["4 spaces"], "F"),
    ("separator", &["/", ".", "#", "+", "\r\n", "||", ", ", "=", "~", "^", "*"], SEPARATED),
    ("separator_behind", &["|", "&", ",", "\n", ";", " "], "0·1·2·3·4·5·"),
    ("text_behind", &[" ", "\0", "\r"], "012345·"),
    ("text_before", &[" ", "\n"], "·012345"),
    ("text_around", &["\"", "'"], "·012345·"),
    ("text_around", &["[]"], "[012345]"),
    ("text_around", &["{}"], "{012345}"),
    ("key_in_text", &["first"], "K012345"),
    ("key_in_text", &["last"], "012345K"),
];

const LABELLED_BY_ALPHABET: &str = "currency=2&customer_sync_code=4&date=1&ref_id=0&settlement_to=5&total_amount=3";
const JSON: &str =
    r#"{"ref_id":`0,"date":`1,"currency":`2,"total_amount":3,"customer_sync_code":`4,"settlement_to":`5}"#;
const JSON_BY_ALPHABET: &str =
    r#"{"currency":`2,"customer_sync_code":`4,"date":`1,"ref_id":`0,"settlement_to":`5,"total_amount":3}"#;
const JSON_WITH_SPACES: &str =
    r#"{"ref_id": `0, "date": `1, "currency": `2, "total_amount": 3, "customer_sync_code": `4, "settlement_to": `5}"#;
