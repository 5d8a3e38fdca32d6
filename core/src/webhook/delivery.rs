//! Deliveries of one event: the first, the same again, or the same key saying something else.

use crate::wire::{Decimal, write::json_writer::JsonWriter};
use crate::{
    interface::{http::Reply, signing::digest_text},
    webhook::{Customer, WebhookEvent, WebhookPayload},
};

/// Relation of a delivery to the record of an earlier one with the same dedup key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[must_use = "a conflict credits nothing"]
#[non_exhaustive]
pub enum Delivery {
    /// There is no record yet.
    New,
    /// It says what the record says.
    Replay,
    /// It says something else about the same transaction.
    Conflict,
}

impl Delivery {
    /// Compares the fingerprint of a delivery with the stored one of its dedup key.
    pub fn of(fingerprint: &str, stored: Option<&str>) -> Delivery {
        match stored {
            None => Delivery::New,
            Some(stored) if agree(fingerprint, stored) => Delivery::Replay,
            Some(_) => Delivery::Conflict,
        }
    }

    /// The response to give: a replay is acknowledged like the first, a conflict is answered with 409.
    pub fn reply(self) -> Reply {
        match self {
            Delivery::New | Delivery::Replay => Reply::acknowledgement(),
            Delivery::Conflict => Reply::conflict(),
        }
    }
}

impl WebhookEvent {
    /// A digest of what the event says about the money: who paid what for which bill, and its status. Store it beside
    /// the dedup key. It is ASCII text of up to 250 characters.
    ///
    /// `tran_date`, names, and what the interface does not name are left out: they may differ from one delivery to the
    /// next and change nothing.
    pub fn fingerprint(&self) -> String {
        self.payload.fingerprint()
    }

    /// Compares this delivery with the fingerprint of the record that has its dedup key, if there is one.
    pub fn compare(&self, stored_fingerprint: Option<&str>) -> Delivery {
        Delivery::of(&self.fingerprint(), stored_fingerprint)
    }
}

impl WebhookPayload {
    /// Returns the fingerprint of an event with this payload: see [`WebhookEvent::fingerprint`].
    pub fn fingerprint(&self) -> String {
        let ids = [&self.tran_id, &self.tran_no, &self.bank_code, &self.bank_ref].map(Option::as_deref);
        let id =
            |id: Option<&str>| id.map_or_else(|| ABSENT.to_owned(), |id| digest_text(id.as_bytes())[..16].to_owned());
        let mut parts = vec![self.digest(ids), self.digest([None; 4])];
        parts.extend(ids.map(id));
        parts.join(".")
    }

    /// Returns the digest of everything that counts, with these ids. With all of them it is the fingerprint of
    /// earlier versions.
    fn digest(&self, [tran_id, tran_no, bank_code, bank_ref]: [Option<&str>; 4]) -> String {
        let mut out = JsonWriter::default();
        let service_type = self.payment_service_type.as_ref().map(|kind| kind.as_str());
        for text in [tran_id, tran_no, service_type] {
            feed(&mut out, text);
        }
        feed_amount(&mut out, self.tran_amount);
        let (identity_code, purpose) = (self.identity_code.as_deref(), self.purpose_of_transaction.as_deref());
        for text in [self.currency.as_deref(), bank_code, bank_ref, identity_code, purpose] {
            feed(&mut out, text);
        }
        feed(&mut out, self.status.as_ref().map(|status| status.as_str()));
        for customer in self.customers.as_slice() {
            feed_customer(&mut out, customer);
        }
        digest_text(out.as_bytes())
    }
}

/// Stands for an id that the event does not have.
const ABSENT: &str = "-";

/// Whether two fingerprints say the same. An id that one of them lacks decides nothing, since a later delivery may
/// know more.
fn agree(fingerprint: &str, stored: &str) -> bool {
    let (whole, parts) = fingerprint.split_once('.').unwrap_or((fingerprint, ""));
    let Some((stored_whole, stored_parts)) = stored.split_once('.') else {
        return whole == stored; // an earlier version stored it
    };
    let (mut one, mut other) = (parts.split('.'), stored_parts.split('.'));
    let is_rest_same = one.next() == other.next();
    let known: Vec<_> = one.zip(other).filter(|(one, other)| ![one, other].contains(&&ABSENT)).collect();
    let is_same_event = !known.is_empty() && known.iter().all(|(one, other)| one == other);
    whole == stored_whole || (is_rest_same && is_same_event)
}

fn feed_customer(out: &mut JsonWriter, customer: &Customer) {
    for text in [&customer.branch_code, &customer.customer_code, &customer.bill_no] {
        feed(out, text.as_deref());
    }
    feed_amount(out, customer.amount);
}

/// An amount by its value: `10.0` says what `10` says.
fn feed_amount(out: &mut JsonWriter, amount: Option<Decimal>) {
    feed(out, amount.map(|amount| amount.canonical().to_string()).as_deref());
}

/// A text behind its length, so that no two lists of texts look alike.
fn feed(out: &mut JsonWriter, text: Option<&str>) {
    match text {
        None => out.byte(b'-'),
        Some(text) => {
            out.digits(text.len() as u128, 0);
            out.byte(b':');
            out.bytes(text.as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WebhookReceiver;

    fn event(body: &str) -> WebhookEvent {
        WebhookReceiver::checkout().receive([], body.as_bytes()).unwrap()
    }

    #[test]
    fn the_same_again_is_a_replay() {
        let first = event(
            r#"{"tran_id":"T","tran_amount":10,"tran_date":"2026-01-31T09:00:00","customers":[{"amount":"5.0"}]}"#,
        );
        let again = event(
            r#"{"tran_date":"2026-01-31T09:00:07","tran_id":"T","tran_amount":"10.0",
                "customers":[{"amount":5}],"new":1}"#,
        );
        assert_eq!(first.compare(None), Delivery::New);
        assert_eq!(again.compare(Some(&first.fingerprint())), Delivery::Replay);
        assert_eq!(Delivery::Replay.reply().status, 200);
    }

    #[test]
    fn another_amount_is_a_conflict() {
        let stored = event(r#"{"tran_id":"T","tran_amount":10}"#).fingerprint();
        for other in [
            r#"{"tran_id":"T","tran_amount":11}"#,
            r#"{"tran_id":"T"}"#,
            r#"{"tran_no":"T","tran_amount":10}"#,
            r#"{"tran_id":"T","tran_amount":10,"status":"success"}"#,
            r#"{"tran_id":"T","tran_amount":10,"customers":[{}]}"#,
        ] {
            assert_eq!(event(other).compare(Some(&stored)), Delivery::Conflict, "{other}");
        }
        assert_eq!(Delivery::Conflict.reply().status, 409);
    }

    #[test]
    fn an_id_that_comes_later_is_no_conflict() {
        let first = event(r#"{"tran_id":"T","tran_amount":10}"#);
        let later = event(r#"{"tran_id":"T","tran_amount":10,"bank_ref":"R"}"#);
        assert_eq!(later.compare(Some(&first.fingerprint())), Delivery::Replay);
        let other = event(r#"{"tran_id":"T","tran_amount":10,"bank_ref":"S"}"#);
        assert_eq!(other.compare(Some(&later.fingerprint())), Delivery::Conflict);
        // A fingerprint of an earlier version is the first part of today's.
        let stored = first.fingerprint();
        let (earlier, _) = stored.split_once('.').unwrap();
        assert_eq!(first.compare(Some(earlier)), Delivery::Replay);
        assert_eq!(other.compare(Some(earlier)), Delivery::Conflict);
        assert!(stored.len() <= 250 && stored.is_ascii());
    }
}
