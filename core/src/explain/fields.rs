//! The amount, the currency and the codes of a bill, as other programs write them.

use super::{
    change::{
        Change::{self, *},
        SCRIPTS, changed, in_script,
    },
    input::{Bill, Candidates, Codes, signed_field},
    recipe::{Deviation, Row, Step, Table, each},
};

/// Forms of an amount, as they write 1234; `¤` stands for the currency.
const FORMS: &[&str] = &[
    "1,234.00",
    "1.234",
    "1.234,00",
    "1 234",
    "1 234,00",
    "1\u{a0}234",
    "1\u{202f}234",
    "1'234",
    "1_234",
    "1234,00",
    "1234 ¤",
    "¤ 1234",
    "1234¤",
    "¤1234",
    "1,234 ¤",
    "1234៛",
    "$1234",
    "+1234",
];

/// Forms with an exponent, as they write 1000.
const EXPONENTS: &[&str] = &["1E+3", "1e+3", "1.0E3", "1E3", "1e3", "1e+03", "1E+03", "1.000000e+03"];

/// Forms of the amount.
pub(crate) fn amounts<'a>(bill: &Bill<'_>) -> Table<'a> {
    let (amount, digits) = (bill.fields.total_amount, bill.amount.as_str());
    let mut table = Table::of(Step::Amount(digits.into()));
    let mut add = |name, with: &str, text: Option<String>| table.add(name, with, text.map(Step::Amount));
    let form = |form: &str| in_form(digits, form, bill.fields.currency);
    let times = |factor: i64| amount.checked_mul(factor).map(|amount| amount.to_string());
    add("amount_decimals", "2", form("1234.00"));
    add("amount_decimals", "1", form("1234.0"));
    add("amount_thousands", "", form("1,234"));
    add("amount_cents", "", times(100));
    add("amount_khr", "", bill.unsigned.total_amount_khr.map(str::to_owned));
    for (name, form, ()) in each(&[("amount_scientific", EXPONENTS, ())]) {
        add(name, form, scientific(digits, form));
    }
    for (script, zero) in SCRIPTS {
        add("amount_digits", script, Some(in_script(digits, *zero)));
    }
    add("amount_scaled", "/100", (amount % 100 == 0).then(|| (amount / 100).to_string()));
    add("amount_scaled", "/100 with decimals", Some(format!("{}.{:02}", amount / 100, amount % 100)));
    add("amount_scaled", "*1000", times(1000));
    add("amount_scaled", "*10", times(10));
    add("amount_decimals", "3", form("1234.000"));
    add("amount_decimals", "4", form("1234.0000"));
    for (name, with, ()) in each(&[("amount_form", FORMS, ())]) {
        add(name, with, form(with));
    }
    for width in [10, 12, 15] {
        add("amount_padded", &width.to_string(), Some(format!("{amount:0width$}")));
    }
    add("amount_narrowed", "32 bits", Some((amount as i32).to_string()));
    add("amount_narrowed", "32 bits, unsigned", Some((amount as u32).to_string()));
    add("amount_narrowed", "float", Some((amount as f32 as i64).to_string()));
    table
}

fn grouped(digits: &str, separator: &str) -> String {
    let first = digits.len() % 3;
    let (head, rest) = digits.split_at_checked(first).unwrap_or_default();
    let groups = rest.as_bytes().chunks(3).map(|group| core::str::from_utf8(group).unwrap_or_default());
    let groups: Vec<&str> = Some(head).into_iter().filter(|head| !head.is_empty()).chain(groups).collect();
    groups.join(separator)
}

fn in_form(digits: &str, form: &str, currency: &str) -> Option<String> {
    let (before, rest) = form.split_once('1')?;
    let (separator, behind) = rest.split_once("234")?;
    Some([before, &grouped(digits, separator), behind].concat().replace('¤', currency))
}

/// The amount as `form` writes 1000; none for zero.
fn scientific(digits: &str, form: &str) -> Option<String> {
    let exponent = digits.len() - 1;
    let (first, rest) = digits.trim_end_matches('0').split_at_checked(1)?;
    let (mantissa, mark) = form.split_at_checked(form.find(['e', 'E'])?)?;
    let decimals = match mantissa {
        "1" => rest.to_owned(),
        "1.0" if rest.is_empty() => "0".into(),
        "1.0" => rest.to_owned(),
        _ => format!("{rest:0<6}"),
    };
    let point = if decimals.is_empty() { "" } else { "." };
    // Characters between e and the 3 of 1000: a sign, and a zero where the exponent has two digits.
    let mark = mark.strip_suffix('3')?;
    let (mark, zero) = mark.strip_suffix('0').map_or((mark, ""), |mark| (mark, if exponent < 10 { "0" } else { "" }));
    Some(format!("{first}{point}{decimals}{mark}{zero}{exponent}"))
}

/// Forms of the currency.
pub(crate) fn currencies<'a>(bill: &Bill<'_>) -> Table<'a> {
    let code = bill.fields.currency;
    let title = code.split_at_checked(1).map(|(first, rest)| [first, &rest.to_ascii_lowercase()].concat());
    let [number, sign, other] = match code {
        "KHR" => ["116", "៛", "USD"].map(Some),
        "USD" => ["840", "$", "KHR"].map(Some),
        _ => [None, None, Some("KHR")],
    };
    let mut table = Table::of(Step::Currency(code.into()));
    table.add("currency_lower_case", "", Some(Step::Currency(bill.normalize.lower_case(code))));
    for (name, text) in [
        ("currency_form", title.as_deref()),
        ("currency_form", number),
        ("currency_form", sign),
        ("currency_other", other),
    ] {
        table.add(name, text.unwrap_or_default(), text.map(|text| Step::Currency(text.into())));
    }
    table
}

/// Forms of the three codes: of all of them, or of one.
pub(crate) fn codes<'a>(bill: &Bill<'_>, candidates: &Candidates) -> Table<'a> {
    let right = &bill.codes;
    let mut table = Table::of(Step::Codes(right.clone()));
    let mut rows = Vec::new();
    for (name, with, changes) in each(CODES) {
        let all = right.iter().map(|code| written(bill, name, with, changes, code)).collect::<Codes>();
        table.add(name, with, Some(Step::Codes(all.clone())));
        rows.push((name, with, all));
    }
    for (name, with, all) in rows {
        for ((at, code), field) in all.into_iter().enumerate().zip([0, 4, 5].map(signed_field)) {
            let with = if with.is_empty() { field.to_owned() } else { [field, ": ", with].concat() };
            table.add(name, &with, Some(Step::Codes(replaced(right, at, code))));
        }
    }
    for to in &candidates.destinations {
        let deviation = Deviation::new("destination", to, Step::Codes(replaced(right, 2, to.clone())));
        table.push(Some(Deviation { is_usual: true, ..deviation }));
    }
    table
}

/// A code as a row of [`CODES`] writes it. Unicode's normal forms are computed by the caller's platform.
#[inline(never)]
fn written(bill: &Bill<'_>, name: &str, with: &str, changes: &[Change], code: &str) -> String {
    match name {
        "nfc" => bill.normalize.nfc(code),
        "nfd" => bill.normalize.nfd(code),
        _ => String::from_utf8_lossy(&changed(code.as_bytes(), changes, with)).into_owned(),
    }
}

fn replaced(codes: &Codes, at: usize, text: String) -> Codes {
    let mut codes = codes.clone();
    if let Some(code) = codes.get_mut(at) {
        *code = text;
    }
    codes
}

const CODES: &[Row<&[Change]>] = &[
    ("nfc", &[""], &[]),
    ("nfd", &[""], &[]),
    ("html_entities", &[""], &[ESCAPED, Replaced(&[("\"", "&quot;"), ("'", "&#39;")])]),
    ("html_entities", &[""], &[ESCAPED, Replaced(&[("\"", "&quot;"), ("'", "&#039;")])]),
    ("html_entities", &[""], &[ESCAPED, Replaced(&[("\"", "&quot;"), ("'", "&#x27;")])]),
    ("html_entities", &[""], &[ESCAPED, Replaced(&[("\"", "&quot;"), ("'", "&apos;")])]),
    ("html_entities", &[""], &[ESCAPED, Replaced(&[("\"", "&quot;"), ("'", "'")])]),
    ("html_entities", &[""], &[ESCAPED, Replaced(&[("\"", "&#34;"), ("'", "&#39;")])]),
    ("html_entities", &[""], &[ESCAPED]),
    ("html_decoded", &[""], &[Replaced(ENTITIES)]),
    ("text_upper_case", &[""], &[UpperCase]),
    ("text_lower_case", &[""], &[LowerCase]),
    ("text_trimmed", &[""], &[Trimmed]),
    ("text_url_encoded", &["%20"], &[UrlEncoded]),
    ("text_url_encoded", &["+"], &[UrlEncoded, Replaced(&[("%20", "+")])]),
    ("text_url_encoded", &["%2f"], &[UrlEncodedInLowerCase]),
    ("text_url_decoded", &[""], &[UrlDecoded]),
    ("text_url_decoded", &["+"], &[Replaced(&[("+", " ")]), UrlDecoded]),
    ("invisible_removed", &[""], &[Replaced(INVISIBLE)]),
    ("text_digits", &["ASCII"], &[AsciiDigits]),
    ("text_digits", &["Khmer"], &[Digits('\u{17e0}')]),
    ("leading_zeros_removed", &[""], &[WithoutZerosBefore]),
    ("characters_removed", &[" ", "-", "punctuation"], &[Without]),
    ("spaces_replaced", &["_"], &[Replaced(&[(" ", "_")])]),
    ("spaces_replaced", &["-"], &[Replaced(&[(" ", "-")])]),
    ("text_escaped", &["\\'"], &[Replaced(&[("\\", "\\\\"), ("'", "\\'"), ("\"", "\\\"")])]),
    ("text_escaped", &["''"], &[Replaced(&[("'", "''")])]),
    ("text_escaped", &["\\/"], &[Replaced(&[("/", "\\/")])]),
    (
        "text_cut",
        &["10", "12", "15", "16", "20", "24", "25", "30", "32", "35", "36", "40", "50", "64", "100"],
        &[FirstChars],
    ),
];

/// HTML's entities, but for quotation marks and apostrophes.
pub(crate) const ESCAPED: Change = Replaced(&[("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")]);

/// Entities that are decoded.
const ENTITIES: &[(&str, &str)] = &[
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#34;", "\""),
    ("&#39;", "'"),
    ("&#039;", "'"),
    ("&#x27;", "'"),
    ("&apos;", "'"),
];

/// Characters that nobody sees.
const INVISIBLE: &[(&str, &str)] =
    &[("\u{200b}", ""), ("\u{200c}", ""), ("\u{200d}", ""), ("\u{2060}", ""), ("\u{feff}", ""), ("\u{ad}", "")];
