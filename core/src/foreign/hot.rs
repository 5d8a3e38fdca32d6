//! The jobs of every day for a language in which a crossing costs next to nothing, and each of its values a little: that
//! is Java. What crosses is a text in and a text out (`packet.rs`), and no value is made on the way that nobody asks for.
//!
//! What is out of the ordinary is answered with nothing, and the language goes the way of all others, which explains.
//! `core/uniffi.toml` keeps these exports out of the other languages.

use super::{
    biller::Biller,
    calls::SettlementCall,
    packet::{Packet, Packing},
    webhook::{WebhookEvent, WebhookReceiver},
};
use crate::{
    UniFfiTag,
    biller::{self, Buffers},
    call::Call,
    operation::Operation,
    operations::Settlement,
    webhook::{self, WebhookPayload},
};
use billwire_wire::{
    Model,
    decode::decode,
    offset_index::{OffsetIndex, Record},
    reader::Units,
    validate::Values,
};
use std::{cell::Cell, sync::Arc};
use uniffi::{FfiConverterArc, Handle};

#[uniffi::export]
impl Biller {
    /// The call of a bill's settlement with its request, if the bill is valid.
    pub fn prepare_settlement_hot(&self, bill: String) -> String {
        prepare::<Settlement>(&self.0, &bill).map(prepared).unwrap_or_default()
    }
}

thread_local! {
    /// Where the values of this thread's last request stood, unless it was so large that nobody keeps that.
    static ROOM: Cell<Option<Values<'static>>> = Cell::default();
}

/// Bytes of a body whose values leave their room to those of the next.
const ROOMY: usize = 65_536;

fn prepare<O: Operation>(biller: &biller::Biller, draft: &str) -> Option<Call<O>> {
    let (mut packet, mut fits) = (Packet(draft), None);
    let examination = biller.examine(O::DECLARATION, ROOM.take().unwrap_or_default(), |validator, place| {
        fits = packet.give(validator, place).filter(|()| packet.0.is_empty());
    });
    fits?;
    let composed = biller.compose(O::DECLARATION, &examination, Buffers::default()).ok()?;
    let call = biller.call(composed).ok()?;
    if call.body.len() <= ROOMY {
        ROOM.set(Some(examination.values.emptied()));
    }
    Some(call)
}

fn prepared(call: Call<Settlement>) -> String {
    let mut packing = Packing::with_room(call.body.len() + 512);
    packing.text(call.method.as_str());
    packing.text(&call.url);
    packing.count(call.headers.len());
    for header in &call.headers {
        packing.text(header.name);
        packing.text(header.value.as_str());
    }
    packing.byte(1);
    packing.text(&call.body);
    packing.behind(handle(SettlementCall(call)))
}

#[uniffi::export]
impl WebhookReceiver {
    /// The event with its payload, if it has a right token and a body that can be read.
    pub fn receive_hot(&self, headers: String, body: &[u8]) -> String {
        receive(&self.0, &headers, body).map(|(packing, event)| packing.behind(handle(event))).unwrap_or_default()
    }
}

/// The header that receivers look at, in any case: no other need cross.
#[uniffi::export]
pub fn webhook_header_hot() -> String {
    webhook::WebhookReceiver::HEADER.into()
}

fn receive(receiver: &webhook::WebhookReceiver, headers: &str, body: &[u8]) -> Option<(Packing, WebhookEvent)> {
    let sender = receiver.sender(Packet(headers).pairs()?).ok()?;
    let (limits, mut tape) = (receiver.limits(), OffsetIndex::default());
    decode(WebhookPayload::SCHEMA, body, Units::Utf8, limits, &mut tape).ok()?;
    let text = std::str::from_utf8(body).ok()?;
    let mut packing = Packing::with_room(body.len() + 512);
    packing.model(WebhookPayload::SCHEMA, Record { text: body, tape: &tape, at: 0 }, text)?;
    Some((packing, WebhookEvent::of_body(body, limits, sender)))
}

fn handle<T: FfiConverterArc<UniFfiTag, FfiType = Handle>>(object: T) -> u64 {
    T::lower(Arc::new(object)).as_raw()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{VerificationToken, WebhookToken, operations::Verification};

    const BODY: &[u8] = "{\"tran_id\":\"T-1\",\"tran_amount\":\"1.50\",\"bank_name\":\"\\u17a2 \u{17a2}\",\
        \"status\":\"success\",\"customers\":[{\"bill_no\":\"B-1\",\"amount\":2}]}"
        .as_bytes();

    fn receiver() -> webhook::WebhookReceiver {
        webhook::WebhookReceiver::merchant_proxy(vec![WebhookToken::new("a-secret")]).unwrap()
    }

    fn headers(token: &str) -> String {
        let mut packing = Packing::with_room(0);
        packing.text("TOKEN");
        packing.text(token);
        packing.into_text()
    }

    #[test]
    fn what_is_usual_is_answered_and_all_else_is_not() {
        let answer = |headers: &str, body: &[u8]| receive(&receiver(), headers, body).is_some();
        let with = |member: &str| String::from_utf8_lossy(BODY).replacen('{', &format!("{{{member},"), 1);
        assert!(answer(&headers("a-secret"), BODY));
        assert!(!answer(&headers("a-guess"), BODY));
        assert!(!answer("", BODY));
        assert!(!answer(&headers("a-secret"), b"{"));
        assert!(answer(&headers("a-secret"), with("\"new\":1").as_bytes()));
        let unusual = ["\"Customer\":[]", "\"bank_code\":true", "\"new\":1,\"new\":2"];
        assert!(unusual.into_iter().all(|member| !answer(&headers("a-secret"), with(member).as_bytes())));
        let amount = String::from_utf8_lossy(BODY).replace("1.50", "1.5.0");
        assert!(!answer(&headers("a-secret"), amount.as_bytes()));
    }

    /// Bytes of the body of a verification whose identity code is so long, and whether it left its room to the next.
    fn kept(length: usize) -> (usize, bool) {
        let biller = biller::Biller::new(biller::BillerConfig {
            base_url: "https://service.example".into(),
            verification_token: Some(VerificationToken::new("a-secret")),
            ..biller::BillerConfig::default()
        });
        let mut packing = Packing::with_room(0);
        packing.text(&"x".repeat(length));
        packing.byte(0);
        packing.byte(0);
        packing.text("INV-1");
        packing.byte(0);
        ROOM.take();
        let call = prepare::<Verification>(&biller.unwrap(), &packing.into_text()).unwrap();
        (call.body.len(), ROOM.take().is_some())
    }

    #[test]
    fn a_small_request_leaves_its_room_to_the_next_and_a_large_one_does_not() {
        let (around, is_kept) = kept(1);
        assert!(is_kept);
        let fitting = ROOMY - around + 1;
        assert_eq!([kept(fitting), kept(fitting + 1)], [(65_536, true), (65_537, false)]);
    }

    #[test]
    fn an_event_is_the_same_when_it_is_read_late() {
        let whole = receiver().receive([("token", "a-secret")], BODY).unwrap();
        let late = WebhookEvent::of_body(BODY, receiver().limits(), whole.sender);
        assert_eq!(late.payload(), whole.payload);
        assert_eq!(late.fingerprint(), whole.fingerprint());
    }
}
