//! Comparison of a body with its draft, member by member.

use super::{
    Verdict,
    decimals::{big, same_value},
    ensure,
    slow::Slow,
};
use bigdecimal::BigDecimal;
use billwire::internal::DynamicValue;
use chrono::DateTime;

/// Names of the members of a body.
pub(crate) struct Names<'a> {
    /// The keys of the request.
    pub(crate) fields: &'a [&'a str],
    /// The keys of each element of its list.
    pub(crate) lines: &'a [&'a str],
    /// Keys that go out under another name.
    pub(crate) sent: &'a [(&'a str, &'a str)],
    /// Keys that the body may add.
    pub(crate) computed: &'a [&'a str],
    /// Whether dates go out without milliseconds.
    pub(crate) seconds: bool,
}

impl<'a> Names<'a> {
    /// The name under which a key goes out.
    fn sent_as(&self, key: &'a str) -> &'a str {
        self.sent.iter().find(|(field, _)| *field == key).map_or(key, |(_, sent)| sent)
    }
}

const DATES: &[&str] = &["date", "due_date"];
const INTEGERS: &[&str] = &["total_amount", "total_tax", "quantity"];
const DECIMALS: &[&str] = &["exchange_rate_khr", "total_amount_khr", "price", "amount", "tax_amount"];

/// Checks that the body has exactly the given members, under their names.
pub(crate) fn says_the_same(tree: &DynamicValue, body: &Slow, names: &Names<'_>) -> Verdict {
    let DynamicValue::Members(members) = tree else { return Err("what is no object was prepared".to_owned()) };
    let mut expected: Vec<&str> = names.computed.to_vec();
    let mut beyond = Vec::new();
    let is_known = |key: &str| names.fields.contains(&key) || ["extra", "hash"].contains(&key);
    let vanished = members.iter().find(|(key, value)| *value == DynamicValue::Null && !is_known(key));
    ensure!(vanished.is_none(), "{:?} is no field, and was prepared", vanished.map(|(key, _)| key));
    for (key, value) in members.iter().filter(|(_, value)| !value.is_absent()) {
        if key == "extra" {
            beyond = extra_stands_in(value, body)?;
            continue;
        }
        ensure!(names.fields.contains(&key.as_str()), "{key:?} is no field, and was prepared");
        let name = names.sent_as(key);
        let sent = body.get(name).ok_or_else(|| format!("{key} is lost"))?;
        match (value, sent) {
            (DynamicValue::List(given), Slow::Array(sent)) => {
                ensure!(given.len() == sent.len(), "{key} has lost elements");
                let lines = Names { fields: names.lines, lines: &[], computed: &[], ..*names };
                given.iter().zip(sent).try_for_each(|(given, sent)| says_the_same(given, sent, &lines))?;
            }
            _ => ensure!(is_same(key, value, sent, names.seconds), "{key} goes out as something else"),
        }
        expected.push(name);
    }
    // The fields stand in the interface's order, the hash before the lines, and others behind them.
    let table = names.fields.iter().flat_map(|&field| if field == "details" { ["hash", field] } else { ["", field] });
    let mut due: Vec<_> = table.map(|key| names.sent_as(key)).filter(|key| expected.contains(key)).collect();
    due.extend(beyond);
    let keys: Vec<_> = body.members().iter().map(|(key, _)| key.as_str()).collect();
    ensure!(keys == due, "the members are {keys:?}, and {due:?} were due");
    Ok(())
}

/// Checks the keys of `extra`, whose values the body must hold unchanged.
fn extra_stands_in<'a>(extra: &'a DynamicValue, body: &Slow) -> Result<Vec<&'a str>, String> {
    let DynamicValue::Members(members) = extra else { return Err("extra is no object, and was prepared".to_owned()) };
    let given = members.iter().filter(|(_, value)| *value != DynamicValue::Undefined);
    given
        .map(|(key, value)| match body.get(key) {
            Some(sent) if is_json(value, sent) => Ok(key.as_str()),
            Some(_) => Err(format!("extra.{key} goes out as something else")),
            None => Err(format!("extra.{key} is lost")),
        })
        .collect()
}

/// A field's value: text as it is, dates by their instant, numbers by their value.
fn is_same(key: &str, given: &DynamicValue, sent: &Slow, seconds: bool) -> bool {
    if DATES.contains(&key) {
        let sent = sent.text().unwrap_or_default();
        let is_at = |given: i64| millis(sent).is_some_and(|sent| matches(given, sent));
        return match given {
            // A text that billwire would have written itself stays.
            DynamicValue::Text(text) if millis(text).and_then(iso).as_ref() == Some(text) => {
                if seconds {
                    sent == format!("{}Z", &text[..19])
                } else {
                    sent == text
                }
            }
            DynamicValue::Text(text) => millis(text).is_some_and(is_at),
            DynamicValue::Millis(given) => is_at(given.round() as i64),
            _ => false,
        };
    }
    if INTEGERS.contains(&key) {
        let Slow::Number(sent) = sent else { return false };
        let whole = sent.parse::<u64>().is_ok_and(|sent| sent < 1 << 53);
        return whole && number(given).is_some_and(|given| big(sent) == Some(given));
    }
    if DECIMALS.contains(&key) {
        let sent = sent.digits();
        let DynamicValue::Text(text) = given else {
            return number(given).is_some_and(|given| sent.and_then(big) == Some(given));
        };
        // Every digit that was written stays.
        let is_plain = !text.contains(['e', 'E']) && !text.starts_with("-0");
        return big(text).is_some_and(|given| sent.and_then(big) == Some(given)) && (!is_plain || sent == Some(text));
    }
    matches!((given, sent), (DynamicValue::Text(given), Slow::Text(sent)) if given == sent)
}

/// Milliseconds since 1970.
fn millis(text: &str) -> Option<i64> {
    DateTime::parse_from_rfc3339(text).ok().map(|instant| instant.timestamp_millis())
}

fn iso(millis: i64) -> Option<String> {
    Some(DateTime::from_timestamp_millis(millis)?.format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string())
}

/// Whether a deployment omits milliseconds.
fn matches(given: i64, sent: i64) -> bool {
    given == sent || (given.div_euclid(1_000) * 1_000 == sent)
}

fn number(given: &DynamicValue) -> Option<BigDecimal> {
    match given {
        DynamicValue::Double(_, text) | DynamicValue::Digits(text) => big(text),
        DynamicValue::Whole(value) => big(&value.to_string()),
        _ => None,
    }
}

/// Any JSON: null for what was left out in a list, and every digit of a number.
fn is_json(given: &DynamicValue, sent: &Slow) -> bool {
    match (given, sent) {
        (DynamicValue::Undefined | DynamicValue::Null, Slow::Null) => true,
        (DynamicValue::Bool(given), Slow::Bool(sent)) => given == sent,
        (DynamicValue::Double(_, given) | DynamicValue::Digits(given), Slow::Number(sent)) => given == sent,
        (DynamicValue::Whole(given), Slow::Number(sent)) => same_value(&given.to_string(), sent),
        (DynamicValue::Text(given), Slow::Text(sent)) => given == sent,
        (DynamicValue::List(given), Slow::Array(sent)) => {
            given.len() == sent.len() && given.iter().zip(sent).all(|(given, sent)| is_json(given, sent))
        }
        (DynamicValue::Members(given), Slow::Object(sent)) => {
            let given: Vec<_> = given.iter().filter(|(_, value)| *value != DynamicValue::Undefined).collect();
            let same = |((key, given), (name, sent)): (&(String, DynamicValue), &(String, Slow))| {
                key == name && is_json(given, sent)
            };
            given.len() == sent.len() && given.into_iter().zip(sent).all(same)
        }
        _ => false,
    }
}
