//! Content of the inputs: text that grows to any size, and is as hard to read as its kind allows.

use std::fmt::Write;

/// The object into which an input is put.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Webhook,
    Answer,
    Draft,
    /// Query of an operation without a shape: texts.
    Query,
    /// A bill whose signature is explained.
    Explained,
}

/// Inputs of one kind.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    /// Whether the members are fields of the object; a bill takes others in its `extra` only.
    pub(crate) known: bool,
    forms: &'static [Form],
    members: fn(Form, usize) -> String,
    /// Verdict of a reader that reads the whole input.
    pub(crate) verdict: &'static str,
}

/// The verdict of a reader that finds nothing wrong.
pub(crate) const READ_IT: &str = "read";
/// The verdict of one that gets more records than its limit.
pub(crate) const TOO_MANY: &str = "too_many_items";

const ALL: &[Form] = &[Form::Webhook, Form::Answer, Form::Draft, Form::Query];
/// All forms, also those whose text is hashed: each explanation hashes it hundreds of times.
const ANY: &[Form] = &[Form::Webhook, Form::Answer, Form::Draft, Form::Query, Form::Explained];
/// Forms that accept unknown members.
const OPEN: &[Form] = &[Form::Webhook, Form::Answer, Form::Draft];
/// Forms that are read as text. A caller's values have limited depth and no duplicate keys.
const READ: &[Form] = &[Form::Webhook, Form::Answer];
/// Forms with decimals and lists.
const RICH: &[Form] = &[Form::Webhook, Form::Draft];

pub(crate) const FAMILIES: &[Family] = &[
    beyond("deep", OPEN, |_, size| format!(r#""x":[{}]"#, repeated(size, |_| tower()))),
    beyond("too deep", READ, |_, size| format!(r#""x":{}"#, "[".repeat(size))).to("too_deep"),
    beyond("wide", OPEN, |_, size| format!(r#""x":[{}]"#, repeated(size, smallest))),
    beyond("digits", OPEN, |_, size| format!(r#""x":[{}]"#, repeated(size, |_| "7".into()))),
    beyond("short keys", OPEN, short_keys),
    beyond("long number", OPEN, |_, size| format!(r#""x":1{}"#, "7".repeat(size))),
    beyond("unknown members", OPEN, |_, size| repeated(size, |at| format!(r#""k{at:06}":{at}"#))),
    beyond("alike keys", OPEN, alike_keys),
    beyond("a key twice", READ, a_key_twice).to("duplicate_key"),
    known("records", RICH, records),
    known("too many customers", &[Form::Webhook], |form, size| list(form, size, "", "{}")).to(TOO_MANY),
    known("extra in each record", RICH, extra_in_each),
    known("long amount", RICH, long_amount).to("too_many_digits"),
    known("long text", ANY, |form, size| text(form, "ភ្នំពេញ Phnom Penh ", size)),
    known("escapes", ALL, |form, size| text(form, r#"\u1797\n\\\ud83d\ude00\""#, size)),
    known("texts by name", &[Form::Query], |_, size| repeated(size, |at| format!(r#""k{at:06}":"{at}""#))),
    known("faults", &[Form::Draft], faults).to("empty"),
];

/// Members that no schema knows.
const fn beyond(name: &'static str, forms: &'static [Form], members: fn(Form, usize) -> String) -> Family {
    Family { name, known: false, forms, members, verdict: READ_IT }
}

/// Members that the object is made of.
const fn known(name: &'static str, forms: &'static [Form], members: fn(Form, usize) -> String) -> Family {
    Family { name, known: true, forms, members, verdict: READ_IT }
}

impl Family {
    const fn to(self, verdict: &'static str) -> Family {
        Family { verdict, ..self }
    }

    pub(crate) fn suits(&self, form: Form) -> bool {
        self.forms.contains(&form)
    }

    /// Members of about so many bytes.
    pub(crate) fn members(&self, form: Form, size: usize) -> String {
        (self.members)(form, size)
    }
}

/// Elements with commas between them, of about so many bytes.
fn repeated(size: usize, element: impl Fn(usize) -> String) -> String {
    let mut all = String::with_capacity(size + 128);
    for at in 0.. {
        if all.len() >= size {
            break;
        }
        let _ = write!(all, "{}{}", if at == 0 { "" } else { "," }, element(at));
    }
    all
}

/// The smallest values of each kind in turn.
fn smallest(at: usize) -> String {
    let values = ["0", r#""""#, "[]", "{}", "null"];
    values.iter().cycle().nth(at % values.len()).copied().unwrap_or_default().into()
}

/// As many levels as are read.
fn tower() -> String {
    const PAIRS: usize = 14;
    [r#"{"a":["#.repeat(PAIRS), "]}".repeat(PAIRS)].concat()
}

fn text(form: Form, piece: &str, size: usize) -> String {
    let field = match form {
        Form::Webhook => "purpose_of_transaction",
        Form::Answer => "message",
        Form::Draft | Form::Query => "description",
        Form::Explained => "ref_id",
    };
    format!(r#""{field}":"{}""#, piece.repeat(size / piece.len()))
}

fn long_amount(form: Form, size: usize) -> String {
    let field = if form == Form::Draft { "exchange_rate_khr" } else { "tran_amount" };
    format!(r#""{field}":0.{}"#, "7".repeat(size))
}

fn records(form: Form, size: usize) -> String {
    let line = r#"{"item_name":"រោងចក្រ","quantity":2,"price":1.50,"amount":3,"tax_amount":0.3,"tax_name":"VAT"}"#;
    let customer = r#"{"customer_code":"C-1","customer_name":"សុខ ដារ៉ា","bill_no":"INV-1","amount":"40000.00"}"#;
    list(form, size, line, customer)
}

fn list(form: Form, size: usize, line: &str, customer: &str) -> String {
    let (list, record) = if form == Form::Draft { ("details", line) } else { ("customers", customer) };
    format!(r#""{list}":[{}]"#, repeated(size, |_| record.into()))
}

/// Keys that differ in their last letters only, in reverse order.
fn alike_keys(_: Form, size: usize) -> String {
    repeated(size, |at| format!(r#""{}{:06}":0"#, "alike_".repeat(8), 999_999 - at))
}

fn short_keys(_: Form, size: usize) -> String {
    format!(r#""x":{{{}}}"#, repeated(size, |at| format!(r#""{at:x}":0"#)))
}

/// The same, with a duplicate of the first key at the end.
fn a_key_twice(form: Form, size: usize) -> String {
    let keys = alike_keys(form, size);
    let first = keys.split(',').next().unwrap_or_default();
    format!("{keys},{first}")
}

/// Four in each line.
fn faults(form: Form, size: usize) -> String {
    list(form, size, r#"{"item_name":"","quantity":-1,"price":"1,50","tax_name":7}"#, "")
}

fn extra_in_each(form: Form, size: usize) -> String {
    list(form, size, r#"{"item_name":"Rice","extra":{"grade":7}}"#, r#"{"bill_no":"INV-1","grade":"first"}"#)
}
