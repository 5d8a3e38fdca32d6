//! How a hash is made, step by step, so that a mistake is one step done otherwise.

use super::{
    date::DateForm,
    input::Bill,
    key::KeyForm,
    output::Output,
    utf16::{ByteOrder, utf16},
};
use crate::signing::{Algorithm, digest, mac};
use crate::wire::json_writer::JsonWriter;
use zeroize::Zeroizing;

/// One way to make a hash. The default is the right one.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    pub(crate) date: DateForm,
    pub(crate) amount: AmountForm,
    pub(crate) text: TextForm,
    pub(crate) quotes: Quotes,
    pub(crate) lower_case_currency: bool,
    pub(crate) destination: Option<String>,
    /// Which parts, in which order.
    pub(crate) order: Vec<usize>,
    pub(crate) separator: String,
    pub(crate) message: Message,
    pub(crate) encoding: Encoding,
    pub(crate) key: KeyForm,
    pub(crate) method: Method,
    pub(crate) output: Output,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum AmountForm {
    Plain,
    Decimals(usize),
    Thousands,
    Cents,
    Khr,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum TextForm {
    AsGiven,
    Nfc,
    Nfd,
}

/// Which parts stand between quotes, as in JSON.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Quotes {
    Nowhere,
    /// Around all but the amount.
    Texts,
    Everywhere,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Message {
    SigningString,
    /// The body without its hash.
    Body,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Encoding {
    Utf8,
    Utf16(ByteOrder),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Method {
    Hmac(Algorithm),
    /// The message is the key.
    Swapped,
    /// No HMAC at all.
    KeyThenMessage,
    MessageThenKey,
}

/// The order of section 5.3: `ref_id`, `date`, `currency`, `total_amount`, `customer_sync_code`, `settlement_to`.
pub(crate) const ORDER: [usize; 6] = [0, 1, 2, 3, 4, 5];

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            date: DateForm::Digits,
            amount: AmountForm::Plain,
            text: TextForm::AsGiven,
            quotes: Quotes::Nowhere,
            lower_case_currency: false,
            destination: None,
            order: ORDER.to_vec(),
            separator: String::new(),
            message: Message::SigningString,
            encoding: Encoding::Utf8,
            key: KeyForm::AsGiven,
            method: Method::Hmac(Algorithm::Sha512),
            output: Output::Base64,
        }
    }
}

impl Recipe {
    /// The hash of a bill, made this way; none if it cannot be made.
    pub(crate) fn output(&self, bill: &Bill<'_>, key: &[u8]) -> Option<String> {
        let message = self.message(bill)?;
        let key = self.key.of(key)?;
        let hash = match self.method {
            Method::Hmac(algorithm) => mac(algorithm, &key, &message),
            Method::Swapped => mac(Algorithm::Sha512, &message, &key),
            Method::KeyThenMessage => digest(&Zeroizing::new([key.as_slice(), &message].concat())),
            Method::MessageThenKey => digest(&Zeroizing::new([message.as_slice(), &key].concat())),
        };
        Some(self.output.of(&hash))
    }

    /// The bytes that are signed. A body may hold a payment method's token, so they are wiped.
    fn message(&self, bill: &Bill<'_>) -> Option<Zeroizing<Vec<u8>>> {
        let text = Zeroizing::new(match self.message {
            Message::SigningString => self.signing_string(bill)?,
            Message::Body => without_hash(bill.unsigned.body?),
        });
        Some(match self.encoding {
            Encoding::Utf8 => text.as_bytes().to_vec().into(),
            Encoding::Utf16(order) => utf16(&text, order),
        })
    }

    fn signing_string(&self, bill: &Bill<'_>) -> Option<String> {
        let parts = self.parts(bill);
        // Without a date, such as one whose year has no four digits in a zone, there is nothing to sign.
        if parts.iter().any(String::is_empty) {
            return None;
        }
        let parts: Vec<&str> = self.order.iter().filter_map(|&at| parts.get(at)).map(String::as_str).collect();
        Some(parts.join(&self.separator))
    }

    /// The six parts of the signing string.
    pub(crate) fn parts(&self, bill: &Bill<'_>) -> [String; 6] {
        let fields = bill.fields;
        let text = |text: &str| match self.text {
            TextForm::AsGiven => text.to_owned(),
            TextForm::Nfc => bill.normalize.nfc(text),
            TextForm::Nfd => bill.normalize.nfd(text),
        };
        let currency = text(fields.currency);
        let [ref_id, date, currency, amount, customer, destination] = [
            text(fields.ref_id),
            self.date.of(bill),
            if self.lower_case_currency { bill.normalize.lower_case(&currency) } else { currency },
            self.amount.of(bill),
            text(fields.customer_sync_code),
            text(self.destination.as_deref().unwrap_or(fields.settlement_to)),
        ];
        let quoted = |text: String| if matches!(self.quotes, Quotes::Nowhere) { text } else { quoted(&text) };
        let amount = if matches!(self.quotes, Quotes::Everywhere) { quoted(amount) } else { amount };
        [quoted(ref_id), quoted(date), quoted(currency), amount, quoted(customer), quoted(destination)]
    }
}

fn quoted(text: &str) -> String {
    let mut out = JsonWriter::default();
    out.string(text);
    out.into_text()
}

/// A body as billwire writes it, without its member `hash`. Between other quotes that name would be escaped.
fn without_hash(body: &str) -> String {
    const NAME: &str = ",\"hash\":\"";
    let cut = body.split_once(NAME).and_then(|(before, rest)| Some((before, rest.split_once('"')?.1)));
    cut.map_or_else(|| body.to_owned(), |(before, behind)| [before, behind].concat())
}

impl AmountForm {
    fn of(self, bill: &Bill<'_>) -> String {
        let amount = bill.fields.total_amount;
        match self {
            AmountForm::Plain => amount.to_string(),
            AmountForm::Decimals(places) => format!("{amount}.{}", "0".repeat(places)),
            AmountForm::Thousands => thousands(&amount.to_string()),
            AmountForm::Cents => amount.checked_mul(100).map(|cents| cents.to_string()).unwrap_or_default(),
            AmountForm::Khr => bill.unsigned.total_amount_khr.unwrap_or_default().to_owned(),
        }
    }
}

fn thousands(digits: &str) -> String {
    let grouped = digits.bytes().rev().enumerate().flat_map(|(at, digit)| {
        let comma = (at > 0 && at % 3 == 0).then_some(',');
        comma.into_iter().chain([char::from(digit)])
    });
    let reversed: String = grouped.collect();
    reversed.chars().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::without_hash;
    use crate::explain::utf16::{ByteOrder, utf16};

    #[test]
    fn a_body_loses_its_hash_alone() {
        for (body, left) in [
            (r#"{"a":1,"hash":"aa==","b":2}"#, r#"{"a":1,"b":2}"#),
            (r#"{"a":1,"hash":"aa=="}"#, r#"{"a":1}"#),
            (r#"{"a":",\"hash\":\"x\"","b":2}"#, r#"{"a":",\"hash\":\"x\"","b":2}"#),
            (r#"{"a":1}"#, r#"{"a":1}"#),
            (r#"{"a":1,"hash":"aa"#, r#"{"a":1,"hash":"aa"#),
        ] {
            assert_eq!(without_hash(body), left);
        }
    }

    /// A vector that has grown has left a copy behind.
    #[test]
    fn utf16_is_written_in_one_piece() {
        for text in ["key", "កូនសោ", "\u{1f600}\u{1f600}", ""] {
            for order in [ByteOrder::Little, ByteOrder::Big] {
                let bytes = utf16(text, order);
                assert_eq!(bytes.len(), text.encode_utf16().count() * 2);
                assert_eq!(bytes.capacity(), Vec::<u8>::with_capacity(text.len() * 2).capacity());
            }
        }
    }
}
