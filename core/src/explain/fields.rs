//! The amount, the currency and the codes of a bill, as other programs write them.

use super::{
    bytes::{self, HEX, UPPER_CASE_HEX},
    date::{SCRIPTS, in_script},
    deviation::{Codes, Row, Step, Table, row, values},
    input::{Bill, Candidates, signed_field},
};

const DECIMALS: &str = "total_amount is signed with so many decimals: sign whole units";
const FORM: &str = "total_amount is signed in this form: its digits alone are due";
const SCIENTIFIC: &str =
    "total_amount is signed with an exponent, as 1000 is here: write it plain, as toPlainString() does";
const SCALED: &str = "total_amount is signed in another unit";

/// Forms of an amount, as they write 1234; `¤` stands for the currency.
const FORMS: [&str; 18] = [
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
const EXPONENTS: [&str; 8] = ["1E+3", "1e+3", "1.0E3", "1E3", "1e3", "1e+03", "1E+03", "1.000000e+03"];

/// Forms of the amount.
pub(crate) fn amounts<'a>(bill: &Bill<'_>) -> Table<'a> {
    let (amount, digits) = (bill.fields.total_amount, bill.amount.as_str());
    let times = |factor: i64| amount.checked_mul(factor).map(|amount| amount.to_string());
    let divided = (amount % 100 == 0).then(|| (amount / 100).to_string());
    let in_khr = bill.unsigned.total_amount_khr.map(str::to_owned);
    let (thousands, cents) = ("total_amount is signed with thousands separators", "total_amount is signed in cents");
    let mut rows = vec![
        row("amount_decimals", "2", DECIMALS, format!("{digits}.00")),
        row("amount_decimals", "1", DECIMALS, format!("{digits}.0")),
        row("amount_thousands", "", thousands, grouped(digits, ",")),
        row("amount_cents", "", cents, times(100)),
        row("amount_khr", "", "total_amount_khr is signed instead of total_amount", in_khr),
    ];
    rows.extend(EXPONENTS.map(|form| row("amount_scientific", form, SCIENTIFIC, scientific(digits, form))));
    rows.extend(FORMS.map(|form| row("amount_form", form, FORM, in_form(digits, form, bill.fields.currency))));
    rows.extend([
        row("amount_scaled", "/100", SCALED, divided),
        row("amount_scaled", "/100 with decimals", SCALED, format!("{}.{:02}", amount / 100, amount % 100)),
        row("amount_scaled", "*1000", SCALED, times(1000)),
        row("amount_scaled", "*10", SCALED, times(10)),
        row("amount_decimals", "3", DECIMALS, format!("{digits}.000")),
        row("amount_decimals", "4", DECIMALS, format!("{digits}.0000")),
    ]);
    let padded = "zeros before total_amount make it this long: sign it without them";
    rows.extend([10, 12, 15].map(|width| row("amount_padded", width.to_string(), padded, format!("{amount:0width$}"))));
    let script = "total_amount has the digits of this script: format it in the locale ROOT";
    rows.extend(SCRIPTS.map(|(name, zero)| row("amount_digits", name, script, in_script(digits, zero))));
    let narrow = "total_amount does not fit the type: it needs 64 bits, or a decimal";
    let [low, high] = [amount as i32 as i64, amount as u32 as i64].map(|amount| amount.to_string());
    rows.push(row("amount_narrowed", "32 bits", narrow, low));
    rows.push(row("amount_narrowed", "32 bits, unsigned", narrow, high));
    rows.push(row("amount_narrowed", "float", narrow, (amount as f32 as i64).to_string()));
    values(&bill.amount, rows, Step::Amount)
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

/// The amount as `form` writes 1000; none for zero, and where six decimals are not enough.
fn scientific(digits: &str, form: &str) -> Option<String> {
    let exponent = digits.len() - 1;
    let (first, rest) = digits.trim_end_matches('0').split_at_checked(1)?;
    let (mantissa, mark) = form.split_at_checked(form.find(['e', 'E'])?)?;
    let decimals = match mantissa {
        "1" => rest.to_owned(),
        "1.0" if rest.is_empty() => "0".into(),
        "1.0" => rest.to_owned(),
        _ if rest.len() > 6 => return None,
        _ => format!("{rest:0<6}"),
    };
    let point = if decimals.is_empty() { "" } else { "." };
    // What stands between e and the 3 of 1000: a sign, and a zero where the exponent has two digits.
    let mark = mark.strip_suffix('3')?;
    let (mark, zero) = mark.strip_suffix('0').map_or((mark, ""), |mark| (mark, if exponent < 10 { "0" } else { "" }));
    Some(format!("{first}{point}{decimals}{mark}{zero}{exponent}"))
}

/// Forms of the currency.
pub(crate) fn currencies<'a>(bill: &Bill<'_>) -> Table<'a> {
    let code = bill.fields.currency;
    let lower = bill.normalize.lower_case(code);
    let title = code.split_at_checked(1).map(|(first, rest)| [first, &rest.to_ascii_lowercase()].concat());
    let [number, sign, other] = match code {
        "KHR" => ["116", "៛", "USD"].map(Some),
        "USD" => ["840", "$", "KHR"].map(Some),
        _ => [None, None, Some("KHR")],
    };
    let form = "the currency is signed in this form: its code is due, as in the body";
    let mut rows = vec![
        row("currency_lower_case", "", "the currency is signed in lower case", lower),
        row("currency_form", title.clone().unwrap_or_default(), form, title),
    ];
    rows.extend(
        [number, sign].map(|text| row("currency_form", text.unwrap_or_default(), form, text.map(str::to_owned))),
    );
    let another = "another currency is signed than the bill's";
    rows.push(row("currency_other", other.unwrap_or_default(), another, other.map(str::to_owned)));
    values(&code.to_owned(), rows, Step::Currency)
}

type Change<'a> = (&'static str, String, &'static str, Box<dyn Fn(&str) -> String + 'a>);

/// Forms of the three codes: of all of them, or of one.
pub(crate) fn codes<'a>(bill: &Bill<'_>, candidates: &Candidates) -> Table<'a> {
    let right = &bill.codes;
    let replaced = |at: usize, text: String| {
        let mut codes = right.clone();
        if let Some(code) = codes.get_mut(at) {
            *code = text;
        }
        codes
    };
    let changes = changes(bill);
    let all = changes
        .iter()
        .map(|(name, with, says, change)| row(name, with.as_str(), says, right.each_ref().map(|code| change(code))));
    let mut rows: Vec<Row<Codes>> = all.collect();
    for (name, with, says, change) in &changes {
        for (at, field) in [(0, 0), (1, 4), (2, 5)] {
            let code = right.get(at).map(|code| change(code)).unwrap_or_default();
            let with = [signed_field(field), with.as_str()].into_iter().filter(|text| !text.is_empty());
            rows.push(row(name, with.collect::<Vec<_>>().join(": "), says, replaced(at, code)));
        }
    }
    let another = "another destination is signed";
    rows.extend(candidates.destinations.iter().map(|to| row("destination", to, another, replaced(2, to.clone()))));
    values(right, rows, Step::Codes)
}

fn changes<'a>(bill: &'a Bill<'_>) -> Vec<Change<'a>> {
    let normalize = bill.normalize;
    let mut all: Vec<Change<'a>> = Vec::new();
    let mut add = |name, with: &str, says, change: Box<dyn Fn(&str) -> String + 'a>| {
        all.push((name, with.to_owned(), says, change))
    };
    add(
        "nfc",
        "",
        "the text is brought into Unicode's form C before it is signed",
        Box::new(|text| normalize.nfc(text)),
    );
    add(
        "nfd",
        "",
        "the text is brought into Unicode's form D before it is signed",
        Box::new(|text| normalize.nfd(text)),
    );
    for [quotation, apostrophe] in [
        ["&quot;", "&#39;"],
        ["&quot;", "&#039;"],
        ["&quot;", "&#x27;"],
        ["&quot;", "&apos;"],
        ["&quot;", "'"],
        ["&#34;", "&#39;"],
        ["\"", "'"],
    ] {
        let says = "the text is signed with HTML entities: sign it before it is escaped";
        add("html_entities", "", says, Box::new(move |text| with_entities(text, quotation, apostrophe)));
    }
    let says = "HTML entities in the text are decoded before it is signed";
    add("html_decoded", "", says, Box::new(without_entities));
    add("text_upper_case", "", "the text is signed in upper case", Box::new(str::to_ascii_uppercase));
    add("text_lower_case", "", "the text is signed in lower case", Box::new(str::to_ascii_lowercase));
    add(
        "text_trimmed",
        "",
        "white space around the text is cut off before it is signed",
        Box::new(|text| text.trim().into()),
    );
    for with in ["%20", "+", "%2f"] {
        let says = "the text is signed encoded for a URL, with these characters: sign it before it is encoded";
        add("text_url_encoded", with, says, Box::new(move |text| url_encoded(text, with)));
    }
    let says = "the text is decoded as if it came from a URL before it is signed";
    add("text_url_decoded", "", says, Box::new(url_decoded));
    add("text_url_decoded", "+", says, Box::new(|text| url_decoded(&text.replace('+', " "))));
    let says = "characters that nobody sees, such as U+200B in Khmer, are removed before the text is signed";
    add("invisible_removed", "", says, Box::new(|text| text.replace(INVISIBLE, "")));
    let says = "digits of other scripts are signed as those of ASCII";
    add("text_digits", "ASCII", says, Box::new(in_ascii));
    let says = "digits are signed as those of this script: format in the locale ROOT";
    add("text_digits", "Khmer", says, Box::new(|text| in_script(text, '\u{17e0}')));
    let says = "zeros before a number are cut off: a code is no number";
    add("leading_zeros_removed", "", says, Box::new(without_zeros));
    let says = "these characters are removed before the text is signed";
    for with in [" ", "-", "punctuation"] {
        let is_removed =
            move |c: char| if with == "punctuation" { c.is_ascii_punctuation() || c == ' ' } else { with.contains(c) };
        add("characters_removed", with, says, Box::new(move |text| text.replace(is_removed, "")));
    }
    let says = "spaces are signed as this text";
    for with in ["_", "-"] {
        add("spaces_replaced", with, says, Box::new(move |text| text.replace(' ', with)));
    }
    let says = "characters are escaped before the text is signed, such as this one";
    add("text_escaped", "\\'", says, Box::new(|text| escaped(text, &['\\', '\'', '"'], '\\')));
    add("text_escaped", "''", says, Box::new(|text| escaped(text, &['\''], '\'')));
    add("text_escaped", "\\/", says, Box::new(|text| escaped(text, &['/'], '\\')));
    let says = "the text is cut to this many characters, as a column that is too narrow does";
    for most in [10, 12, 15, 16, 20, 24, 25, 30, 32, 35, 36, 40, 50, 64, 100] {
        add("text_cut", &most.to_string(), says, Box::new(move |text| text.chars().take(most).collect()));
    }
    all
}

/// Characters that nobody sees.
const INVISIBLE: [char; 6] = ['\u{200b}', '\u{200c}', '\u{200d}', '\u{2060}', '\u{feff}', '\u{ad}'];

pub(crate) fn with_entities(text: &str, quotation: &str, apostrophe: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    // An entity has no quotation mark and no apostrophe.
    text.replace('"', quotation).replace('\'', apostrophe)
}

fn without_entities(text: &str) -> String {
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&#039;", "'"),
        ("&#x27;", "'"),
        ("&apos;", "'"),
    ];
    entities.into_iter().fold(text.to_owned(), |text, (entity, c)| text.replace(entity, c)).replace("&amp;", "&")
}

/// By `with`: a space as `%20` or `+`, or hex digits in lower case.
fn url_encoded(text: &str, with: &str) -> String {
    let encoded = bytes::url_encoded(text.as_bytes(), if with == "%2f" { HEX } else { UPPER_CASE_HEX });
    let encoded = String::from_utf8_lossy(&encoded);
    if with == "+" { encoded.replace("%20", "+") } else { encoded.into_owned() }
}

/// Bytes that are no UTF-8 become U+FFFD.
fn url_decoded(text: &str) -> String {
    String::from_utf8_lossy(&bytes::url_decoded(text.as_bytes())).into_owned()
}

fn in_ascii(text: &str) -> String {
    let digit = |c: char| {
        let digits = SCRIPTS.iter().filter_map(|(_, zero)| u32::from(c).checked_sub(u32::from(*zero)));
        digits.filter(|digit| *digit < 10).find_map(|digit| char::from_digit(digit, 10)).unwrap_or(c)
    };
    text.chars().map(digit).collect()
}

fn without_zeros(text: &str) -> String {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.into();
    }
    let number = text.trim_start_matches('0');
    if number.is_empty() { "0".into() } else { number.into() }
}

fn escaped(text: &str, characters: &[char], by: char) -> String {
    let escaped = |c: char| characters.contains(&c).then_some(by).into_iter().chain([c]);
    text.chars().flat_map(escaped).collect()
}
