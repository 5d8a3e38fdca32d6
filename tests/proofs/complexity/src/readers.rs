//! Readers: billwire's for webhooks, answers, drafts and queries, and two controls that must fail.

use crate::families::{Family, Form, READ_IT, TOO_MANY};
use billwire::{
    BearerToken, Biller, BillerConfig, Error, HashToken, Json, OperationName, VerificationToken, WebhookLimits,
    WebhookReceiver,
};
use billwire_wasm::entrances;
use billwire_wire::input::DynamicValue;

/// Reads an input and returns a verdict.
pub(crate) struct Reader {
    pub(crate) name: &'static str,
    pub(crate) form: Form,
    pub(crate) read: fn(&Input) -> String,
}

/// Input of a reader, made before the reader starts.
pub(crate) struct Input {
    text: String,
    /// The same as a dynamic value.
    tree: DynamicValue,
    receiver: WebhookReceiver,
    biller: Biller,
}

pub(crate) const READERS: &[Reader] = &[
    Reader { name: "webhook", form: Form::Webhook, read: webhook },
    Reader { name: "answer", form: Form::Answer, read: answer },
    Reader { name: "draft", form: Form::Draft, read: draft },
    Reader { name: "query", form: Form::Query, read: query },
    Reader { name: "explanation", form: Form::Explained, read: explanation },
];

/// Controls, each with the family that shows its fault.
pub(crate) const CONTROLS: &[(Reader, &str)] = &[
    (Reader { name: "looks at each key for each key", form: Form::Webhook, read: quadratic }, "unknown members"),
    (Reader { name: "keeps a copy for each level", form: Form::Webhook, read: hoarding }, "long text"),
];

impl Reader {
    /// An input of a family.
    pub(crate) fn input(&self, family: &Family, size: usize) -> Result<Input, Error> {
        let members = family.members(self.form, size);
        let text = match self.form {
            Form::Webhook => format!(r#"{{"tran_id":"T-1","status":"success",{members}}}"#),
            Form::Answer => format!(r#"{{"code":"000",{members},"message_kh":"ok"}}"#),
            Form::Draft => bill(family, &members),
            Form::Query => format!(r#"{{"path":"/bank/available","query":{{{members}}}}}"#),
            Form::Explained => format!(r#"{{{members},{SIGNED}}}"#),
        };
        let mut limits = WebhookLimits::builder().bytes(usize::MAX).build();
        if family.verdict != TOO_MANY {
            limits.customers = usize::MAX;
        }
        let tree = match self.form {
            Form::Draft | Form::Query | Form::Explained => {
                Json::parse(text.as_bytes()).map_or(DynamicValue::Other, DynamicValue::from)
            }
            _ => DynamicValue::Undefined,
        };
        Ok(Input { text, tree, receiver: WebhookReceiver::checkout().with_limits(limits), biller: biller()? })
    }
}

/// A bill, with the members in it or in its `extra`.
fn bill(family: &Family, members: &str) -> String {
    let members = if family.known { members.to_owned() } else { format!(r#""extra":{{{members}}}"#) };
    format!(r#"{{"ref_id":"INV-1",{SIGNED},{members}}}"#)
}

/// Required fields of a bill, without its reference.
const SIGNED: &str = r#""date":"2026-01-31T09:00:00Z","due_date":"2026-02-28T09:00:00Z","currency":"KHR",
    "total_amount":40000,"customer_sync_code":"C-1","settlement_to":"S-1""#;

fn biller() -> Result<Biller, Error> {
    Biller::new(
        BillerConfig::builder()
            .base_url("https://service.example")
            .bearer(BearerToken::new("bearer"))
            .verification_token(VerificationToken::new("verification"))
            .hash_token(HashToken::new("hash"))
            .max_lines(BillerConfig::MAX_LINES)
            .build(),
    )
}

fn webhook(input: &Input) -> String {
    said(input.receiver.receive([], input.text.as_bytes()).map(drop))
}

fn answer(input: &Input) -> String {
    said(input.biller.decode(OperationName::Onboarding, 200, input.text.as_bytes()).map(drop))
}

fn draft(input: &Input) -> String {
    said(entrances::prepare(&input.biller, OperationName::Settlement, &input.tree).map(drop))
}

/// The reader consumes the values, so the copy belongs to the work.
fn query(input: &Input) -> String {
    said(entrances::prepare_operation(&input.biller, OperationName::GetAvailableBanks, input.tree.clone()).map(drop))
}

/// A hash in hex is compared with all mistakes, and with all of them in hex.
fn explanation(input: &Input) -> String {
    let options = [("hashToken", "key".to_owned()), ("observedHash", "ab".repeat(64))];
    let options = options.map(|(name, text)| (name.to_owned(), DynamicValue::Text(text)));
    said(billwire_wasm::tools::signature::explain(&input.tree, DynamicValue::Members(options.into()), &()).map(drop))
}

fn said(result: Result<(), Error>) -> String {
    result.map_or_else(|error| error.code().to_string(), |()| READ_IT.into())
}

fn quadratic(input: &Input) -> String {
    let keys: Vec<&str> = input.text.split(',').collect();
    let twice = keys.iter().enumerate().filter(|(at, key)| keys.iter().take(*at).any(|earlier| earlier == *key));
    if twice.count() == 0 { READ_IT.into() } else { "duplicate_key".into() }
}

fn hoarding(input: &Input) -> String {
    let copies: Vec<String> = (0..32).map(|_| input.text.clone()).collect();
    if copies.len() == 32 { READ_IT.into() } else { String::new() }
}
