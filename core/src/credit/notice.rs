//! The event that a flow began with, as far as the flow needs it.

use crate::{
    credit::ending::CreditEnding,
    error::NextStep,
    http::Reply,
    profile::{StatusMeaning, WireProfile},
    webhook::{EventIds, Expectation, Mismatch, MismatchCode, WebhookAuthentication, WebhookEvent},
};
use billwire_wire::Instant;

/// An event, which waits for its reply.
#[derive(Clone, Debug)]
pub(crate) struct Notice {
    /// Ids of the transaction that it names.
    ids: EventIds,
    /// Whether anyone can have sent it.
    pub(crate) is_anyones: bool,
    /// Time from which it may be answered, unless it names the transaction that paid its bill.
    pub(crate) reply_from: Instant,
}

impl Notice {
    pub(crate) fn of(event: &WebhookEvent, reply_from: Instant) -> Notice {
        let ids = EventIds { tran_id: event.payload.tran_id.clone(), tran_no: event.payload.tran_no.clone() };
        Notice { ids, is_anyones: event.authentication == WebhookAuthentication::Unauthenticated, reply_from }
    }

    /// Returns the ids that a verification sends and compares: none of an event that anyone can have sent.
    pub(crate) fn verified_ids(&self) -> EventIds {
        if self.is_anyones { EventIds::default() } else { self.ids.clone() }
    }

    /// Whether the event is about this transaction.
    pub(crate) fn names(&self, claim_key: &str) -> bool {
        [&self.ids.tran_id, &self.ids.tran_no].into_iter().flatten().any(|id| id == claim_key)
    }

    /// Returns how a flow of this event ends if the books do not have the bill.
    pub(crate) fn ending_of_unknown(&self, event: &WebhookEvent, profile: &WireProfile) -> CreditEnding {
        if self.is_anyones && !says_success(event, profile) {
            CreditEnding::NothingToCredit
        } else {
            CreditEnding::UnknownBill
        }
    }

    /// Returns how a flow of this event ends if a transaction has paid the bill. An event of a known sender that names
    /// another transaction is verified: the bill may have been paid twice.
    pub(crate) fn ending_of_paid(&self, claim_key: Option<&str>) -> Option<CreditEnding> {
        let claim_key = claim_key?;
        if self.names(claim_key) {
            Some(CreditEnding::CreditedBefore)
        } else {
            self.is_anyones.then_some(CreditEnding::Ignored)
        }
    }

    /// Returns the response to the event. `claim_key` is the transaction that has paid the bill.
    ///
    /// An event that anyone can have sent learns nothing, unless it names this transaction.
    pub(crate) fn reply(&self, ending: &CreditEnding, claim_key: Option<&str>) -> Reply {
        match ending {
            CreditEnding::NothingToCredit => Reply::acknowledgement(),
            CreditEnding::Credited(_) | CreditEnding::CreditedBefore if !self.is_anyones => Reply::acknowledgement(),
            CreditEnding::Credited(_) | CreditEnding::CreditedBefore
                if claim_key.is_some_and(|claim_key| self.names(claim_key)) =>
            {
                Reply::acknowledgement()
            }
            _ if self.is_anyones => come_again(),
            CreditEnding::UnknownBill | CreditEnding::Mismatch(_) | CreditEnding::PaidOtherwise(_) => Reply::conflict(),
            CreditEnding::Unconfirmed(error) if error.next_step() != NextStep::VerifyAgain => {
                Reply::json(500, r#"{"status":"failed","message":"unavailable"}"#)
            }
            _ => come_again(),
        }
    }

    /// Whether the response has to wait, so that it takes the same time as any other.
    pub(crate) fn waits(&self, reply: &Reply) -> bool {
        self.is_anyones && *reply == come_again()
    }
}

/// Response that asks for a later delivery.
fn come_again() -> Reply {
    let reply = Reply::json(503, r#"{"status":"failed","message":"unavailable"}"#);
    Reply { headers: [("Retry-After", "60")].into_iter().chain(reply.headers).collect(), ..reply }
}

/// Returns how a flow of this event ends without a verification, if it does.
pub(crate) fn early_ending(event: &WebhookEvent, bill: &Expectation, profile: &WireProfile) -> Option<CreditEnding> {
    if !says_success(event, profile) {
        return Some(CreditEnding::NothingToCredit);
    }
    let mismatches = contradictions(event, bill);
    (!mismatches.is_empty()).then_some(CreditEnding::Mismatch(mismatches))
}

/// Returns whether the status of the event means success.
fn says_success(event: &WebhookEvent, profile: &WireProfile) -> bool {
    let status = event.payload.status.as_ref();
    status.is_some_and(|status| profile.transaction_status(status.as_str()) == StatusMeaning::Success)
}

/// Returns the fields in which an event differs from what was billed. A field that it does not have differs in nothing.
fn contradictions(event: &WebhookEvent, bill: &Expectation) -> Vec<Mismatch> {
    let payload = &event.payload;
    let other_text = |text: &Option<String>, billed: &str| text.as_ref().is_some_and(|text| text != billed);
    let verdicts = [
        ("identity_code", other_text(&payload.identity_code, &bill.identity_code)),
        ("currency", other_text(&payload.currency, &bill.currency)),
        ("tran_amount", payload.tran_amount.is_some_and(|amount| amount != bill.amount)),
    ];
    let different = |field: &str| Mismatch { field: field.into(), code: MismatchCode::Different };
    verdicts.into_iter().filter(|(_, differs)| *differs).map(|(field, _)| different(field)).collect()
}
