//! How a hash is made, step by step, and one step done otherwise.

use super::{
    bytes::Bytes,
    date::{DatePattern, Moment},
    input::Bill,
    key::Key,
    observed::Cause,
    text::joined,
};
use std::rc::Rc;
use zeroize::Zeroizing;

/// A step done otherwise than section 5.3 says.
pub(crate) struct Deviation<'a> {
    name: &'static str,
    with: Option<String>,
    explanation: &'static str,
    setting: Option<String>,
    /// Whether it is too rare to be tried together with another one.
    pub(crate) alone: bool,
    pub(crate) step: Step<'a>,
}

/// Makes a hash from a key and a message.
pub(crate) type Method = fn(&[u8], &[u8]) -> Vec<u8>;

/// Text between two settings.
const SETTINGS: &str = "; ";

/// Deviations of one step, the likeliest first. A place is empty where a deviation changes nothing for this bill.
pub(crate) type Table<'a> = Vec<Option<Deviation<'a>>>;

/// Joins the six parts; none if this bill lacks something.
pub(crate) type Join<'a> = Box<dyn Fn(&[&str; 6]) -> Option<Zeroizing<String>> + 'a>;

/// Bytes of a text. They are wiped after use, since a body may hold a payment method's token.
pub(crate) type Encoding = fn(&str) -> Bytes;

/// `ref_id`, `customer_sync_code` and `settlement_to`.
pub(crate) type Codes = [String; 3];

pub(crate) enum Step<'a> {
    Zone(Moment),
    Date(DatePattern),
    Amount(String),
    Currency(String),
    Codes(Codes),
    Join(Join<'a>),
    Encoding(Encoding),
    /// Text and key in the same encoding.
    EncodingOfBoth(Encoding, Key),
    Key(Key),
    Method(Method),
    Output(fn(&[u8]) -> String),
}

/// A deviation before it is known whether it changes anything.
pub(crate) struct Row<T> {
    name: &'static str,
    with: String,
    explanation: &'static str,
    setting: Option<String>,
    alone: bool,
    value: Option<T>,
}

/// A row whose `with` is empty has none.
pub(crate) fn row<T>(
    name: &'static str,
    with: impl Into<String>,
    explanation: &'static str,
    value: impl Into<Option<T>>,
) -> Row<T> {
    Row { name, with: with.into(), explanation, setting: None, alone: false, value: value.into() }
}

impl<T> Row<T> {
    pub(crate) fn setting(self, setting: Option<String>) -> Row<T> {
        Row { setting, ..self }
    }

    pub(crate) fn alone(self, alone: bool) -> Row<T> {
        Row { alone, ..self }
    }

    fn deviation<'a>(self, step: impl Fn(T) -> Step<'a>) -> Option<Deviation<'a>> {
        let Row { name, with, explanation, setting, alone, value } = self;
        let with = Some(with).filter(|with| !with.is_empty());
        Some(Deviation { name, with, explanation, setting, alone, step: step(value?) })
    }
}

/// Rows of a step that can change something for every bill.
pub(crate) fn table<'a, T>(rows: impl IntoIterator<Item = Row<T>>, step: impl Fn(T) -> Step<'a>) -> Table<'a> {
    rows.into_iter().map(|row| row.deviation(&step)).collect()
}

/// Rows of a step that knows its value before the others: a right one, or one that its name had before, is no deviation.
pub(crate) fn values<'a, T: PartialEq>(right: &T, mut rows: Vec<Row<T>>, step: impl Fn(T) -> Step<'a>) -> Table<'a> {
    for at in 0..rows.len() {
        let Some((row, before)) = rows.get_mut(..=at).and_then(<[Row<T>]>::split_last_mut) else { continue };
        let known = |value: &T| before.iter().any(|old| old.name == row.name && old.value.as_ref() == Some(value));
        let is_new = row.value.as_ref().is_some_and(|value| value != right && !known(value));
        row.value = row.value.take().filter(|_| is_new);
    }
    table(rows, step)
}

/// One way to make a hash.
#[derive(Clone)]
pub(crate) struct Recipe<'a> {
    moment: Moment,
    pattern: DatePattern,
    /// None if the pattern cannot write the moment.
    date: Option<Rc<str>>,
    amount: &'a str,
    currency: &'a str,
    codes: &'a Codes,
    join: &'a dyn Fn(&[&str; 6]) -> Option<Zeroizing<String>>,
    encoding: Encoding,
    /// Whether text and key have one encoding, which leaves no other key.
    of_both: bool,
    /// None if two deviations want another key.
    key: Option<&'a Key>,
    method: Option<Method>,
}

impl<'a> Recipe<'a> {
    /// The right way.
    pub(crate) fn right(bill: &'a Bill<'a>) -> Recipe<'a> {
        Recipe {
            moment: bill.moment(),
            pattern: DatePattern::RIGHT,
            date: DatePattern::RIGHT.of(bill.moment()).map(Rc::from),
            amount: &bill.amount,
            currency: bill.fields.currency,
            codes: &bill.codes,
            join: &joined,
            encoding: |text| text.as_bytes().to_vec().into(),
            key: Some(&bill.key),
            of_both: false,
            method: None,
        }
    }

    /// The same with one step done otherwise.
    pub(crate) fn with(&self, step: &'a Step<'a>) -> Recipe<'a> {
        let mut other = self.clone();
        other.set(step);
        if matches!(step, Step::Zone(_) | Step::Date(_)) {
            other.date = other.pattern.of(other.moment).map(Rc::from);
        }
        other
    }

    fn set(&mut self, step: &'a Step<'a>) {
        match step {
            Step::Zone(moment) => self.moment = *moment,
            Step::Date(pattern) => self.pattern = *pattern,
            Step::Amount(amount) => self.amount = amount,
            Step::Currency(currency) => self.currency = currency,
            Step::Codes(codes) => self.codes = codes,
            Step::Join(join) => self.join = join.as_ref(),
            Step::Encoding(encoding) => self.encoding = *encoding,
            Step::EncodingOfBoth(encoding, key) => {
                (self.encoding, self.key, self.of_both) = (*encoding, Some(key), true)
            }
            Step::Key(key) => self.key = Some(key).filter(|_| !self.of_both),
            Step::Method(method) => self.method = Some(*method),
            Step::Output(_) => {}
        }
    }

    /// The hash as bytes, and how many bytes are signed; none if it cannot be made this way.
    pub(crate) fn digest(&self) -> Option<(Vec<u8>, usize)> {
        let [ref_id, customer, destination] = self.codes;
        let parts = [ref_id.as_str(), self.date.as_deref()?, self.currency, self.amount, customer, destination];
        let (message, key) = ((self.encoding)(&(self.join)(&parts)?), self.key?);
        let digest = match self.method {
            None => key.state.mac(&message).to_vec(),
            Some(method) => method(&key.bytes, &message),
        };
        Some((digest, message.len()))
    }
}

impl Deviation<'_> {
    /// The text of a finished hash.
    pub(crate) fn write(&self, digest: &[u8]) -> String {
        if let Step::Output(write) = self.step { write(digest) } else { String::new() }
    }

    /// The deviation as an answer.
    pub(crate) fn cause(&self) -> Cause {
        Cause {
            mistake: self.name.into(),
            with: self.with.clone(),
            setting: self.setting.clone(),
            explanation: self.explanation.into(),
        }
    }
}

impl Cause {
    /// Both at once.
    pub(crate) fn and(self, other: Cause) -> Cause {
        let joined = |one: Option<String>, other: Option<String>, by: &str| match (one, other) {
            (Some(one), Some(other)) => Some([&one, by, &other].concat()),
            (one, other) => one.or(other),
        };
        Cause {
            mistake: [&self.mistake, "+", &other.mistake].concat(),
            with: joined(self.with, other.with, " + "),
            setting: joined(self.setting, other.setting, SETTINGS),
            explanation: [&self.explanation, "; and ", &other.explanation].concat(),
        }
    }
}
