//! How a hash is made, step by step, and one step done otherwise.

use super::{
    change::{Bytes, Change, changed, fill, write},
    input::{Bill, Codes, Key},
    moment::{DatePattern, Moment},
    sentences::sentence,
};
use crate::interface::signing::wiped;
use std::rc::Rc;

/// A step done otherwise than section 5.3 says.
pub(crate) struct Deviation<'a> {
    pub(crate) name: &'static str,
    pub(crate) with: String,
    /// Name of its sentence.
    pub(crate) about: &'static str,
    pub(crate) setting: Option<String>,
    /// Whether it is tried together with another one: it is among the likeliest, or the caller named it.
    pub(crate) is_usual: bool,
    pub(crate) step: Step<'a>,
}

impl<'a> Deviation<'a> {
    /// A deviation whose `with` is empty has none.
    pub(crate) fn new(name: &'static str, with: &str, step: Step<'a>) -> Deviation<'a> {
        Deviation { name, with: with.into(), about: name, setting: None, is_usual: false, step }
    }

    /// The deviation as an answer.
    pub(crate) fn cause(&self) -> Cause {
        Cause {
            mistake: self.name.into(),
            with: Some(self.with.clone()).filter(|with| !with.is_empty()),
            setting: self.setting.clone(),
            explanation: sentence(self.about, &self.with).into(),
        }
    }
}

/// A mistake that produces the observed hash, or two that do so together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct Cause {
    /// Its stable name, such as `zone` or `hex`; two names joined by `+` for a pair.
    pub mistake: String,
    /// With which zone, field, pattern, separator or text, if the name does not say it all; those of a pair are
    /// joined by ` + `.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub with: Option<String>,
    /// The setting of billwire that agrees with the mistake, such as `signingOffset: "+07:00"`, if there is one;
    /// those of a pair are joined by `; `. Use it where the service confirms that the mistake is on this side.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub setting: Option<String>,
    /// The mistake of the other program, in one sentence, and what to change there if that does not go without saying.
    pub explanation: String,
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
            setting: joined(self.setting, other.setting, "; "),
            explanation: [&self.explanation, "; and ", &other.explanation].concat(),
        }
    }
}

/// Makes a hash of a key and a message.
pub(crate) type Method = fn(&Key, &[u8]) -> Vec<u8>;

pub(crate) enum Step<'a> {
    Zone(Moment),
    Date(DatePattern),
    Amount(String),
    Currency(String),
    Codes(Codes),
    /// A template of the signing string, and its `·`.
    Join(String, &'a str),
    /// An encoding of the signing string, and the key if that has the same encoding.
    Encoding(&'static [Change], Option<Key>),
    Key(Key),
    Method(Method),
    Output(&'static [Change]),
}

impl Step<'_> {
    /// Whether both are known to do the same.
    fn is_same(&self, other: &Step<'_>) -> bool {
        match (self, other) {
            (Step::Zone(one), Step::Zone(other)) => one == other,
            (Step::Amount(one), Step::Amount(other)) | (Step::Currency(one), Step::Currency(other)) => one == other,
            (Step::Codes(one), Step::Codes(other)) => one == other,
            (Step::Join(one, with), Step::Join(other, behind)) => (one, with) == (other, behind),
            (Step::Key(one), Step::Key(other)) => one.bytes == other.bytes,
            _ => false,
        }
    }
}

/// Name of deviations, the text that completes the name of each, and how they change a value.
pub(crate) type Row<T> = (&'static str, &'static [&'static str], T);

/// Each `with` of each row. The compiler does not see these rows, or it would write the code of each of them out.
#[inline(never)]
pub(crate) fn each<T: Copy>(rows: &[Row<T>]) -> Vec<(&'static str, &'static str, T)> {
    rows.iter().flat_map(|(name, texts, change)| texts.iter().map(|with| (*name, *with, *change))).collect()
}

/// The right step, and deviations from it, the likeliest first. A place is empty where one changes nothing for this
/// bill.
pub(crate) struct Table<'a> {
    pub(crate) right: Step<'a>,
    places: Vec<Option<Deviation<'a>>>,
}

impl<'a> Table<'a> {
    /// Deviations that are tried together with another one: the likeliest of those that change something.
    const USUAL: usize = 30;

    pub(crate) fn of(right: Step<'a>) -> Table<'a> {
        Table { right, places: Vec::new() }
    }

    /// Adds a deviation, unless it is right, or its name had the same before. Many tables call it.
    #[inline(never)]
    pub(crate) fn push(&mut self, deviation: Option<Deviation<'a>>) {
        let is_new = |new: &Deviation<'_>| {
            let mut known = self.iter().filter(|old| old.name == new.name);
            !self.right.is_same(&new.step) && !known.any(|old| old.step.is_same(&new.step))
        };
        let is_likely = self.iter().count() < Table::USUAL;
        let new = deviation.filter(is_new).map(|new| Deviation { is_usual: new.is_usual || is_likely, ..new });
        self.places.push(new);
    }

    #[inline(never)]
    pub(crate) fn add(&mut self, name: &'static str, with: &str, step: Option<Step<'a>>) {
        self.push(step.map(|step| Deviation::new(name, with, step)));
    }

    /// Adds rows, each with every `with` of it.
    pub(crate) fn rows<T: Copy>(&mut self, rows: &[Row<T>], step: impl Fn(T, &'static str) -> Option<Step<'a>>) {
        for (name, with, change) in each(rows) {
            self.add(name, with, step(change, with));
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    pub(crate) fn at(&self, place: usize) -> Option<&Deviation<'a>> {
        self.places.get(place)?.as_ref()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Deviation<'a>> {
        self.places.iter().flatten()
    }
}

/// One way to make a hash.
#[derive(Clone)]
pub(crate) struct Recipe<'a> {
    bill: &'a Bill<'a>,
    steps: [&'a Step<'a>; 9],
    /// None if the pattern cannot write the moment.
    date: Option<Rc<str>>,
}

impl<'a> Recipe<'a> {
    /// The right way.
    pub(crate) fn right(bill: &'a Bill<'a>, tables: &'a [Table<'a>; 9]) -> Recipe<'a> {
        let recipe = Recipe { bill, steps: tables.each_ref().map(|table| &table.right), date: None };
        recipe.with(0, &tables[0].right)
    }

    /// The same with the step at a place done otherwise.
    pub(crate) fn with(&self, place: usize, step: &'a Step<'a>) -> Recipe<'a> {
        let mut other = self.clone();
        if let Some(old) = other.steps.get_mut(place) {
            *old = step;
        }
        if let (Step::Zone(_) | Step::Date(_), [Step::Zone(moment), Step::Date(pattern), ..]) = (step, other.steps) {
            other.date = pattern.of(*moment).map(Rc::from);
        }
        other
    }

    /// The hash as bytes, and how many bytes of key and text it takes; none if it cannot be made this way.
    pub(crate) fn digest(&self, text: &mut Bytes) -> Option<(Vec<u8>, usize)> {
        let [_, _, Step::Amount(amount), Step::Currency(currency), Step::Codes(codes), others @ ..] = self.steps else {
            return None;
        };
        let [Step::Join(template, with), Step::Encoding(encoding, of_both), Step::Key(key), Step::Method(method)] =
            others
        else {
            return None;
        };
        let key = match of_both {
            Some(_) if key.bytes != self.bill.key.bytes => return None,
            of_both => of_both.as_ref().unwrap_or(key),
        };
        let [ref_id, customer, destination] = codes.as_slice() else { return None };
        let parts = [ref_id, self.date.as_deref()?, currency, amount, customer, destination];
        let value = |marker: char| match marker {
            '·' => Some(with.as_bytes()),
            '0'..='5' => parts.get(marker.to_digit(10)? as usize).map(|part| part.as_bytes()),
            _ => self.bill.value(marker),
        };
        write(text, &|emit| fill(template, &value, emit));
        let encoded = if encoding.is_empty() { None } else { Some(changed(text, encoding, "")) };
        let message = encoded.as_ref().unwrap_or(text);
        // Else a value that is moved to the heap later could take along what the method left of the key.
        Some((wiped(|| method(key, message)), key.bytes.len() + message.len()))
    }
}
