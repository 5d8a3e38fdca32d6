//! The event that a flow began with, as far as the flow needs it.

use crate::wire::Instant;
use crate::{
    flows::credit::ending::CreditEnding,
    interface::{
        error::NextStep,
        http::Reply,
        profile::{StatusMeaning, WireProfile},
    },
    webhook::{EventIds, WebhookAuthentication, WebhookEvent},
};

/// An event, which waits for its reply.
#[derive(Clone, Debug)]
pub(crate) struct Notice {
    /// Ids of the transaction that it names.
    ids: EventIds,
    /// Meaning of its status.
    status: StatusMeaning,
    /// Whether anyone can have sent it.
    is_anyones: bool,
    /// Time at which an event that anyone can have sent is answered.
    reply_at: Instant,
}

impl Notice {
    pub(crate) fn of(event: &WebhookEvent, profile: &WireProfile, reply_at: Instant) -> Notice {
        let ids = EventIds { tran_id: event.payload.tran_id.clone(), tran_no: event.payload.tran_no.clone() };
        let status = event.payload.status.as_ref().map(|status| status.as_str());
        Notice {
            ids,
            status: status.map_or(StatusMeaning::Unknown, |status| profile.transaction_status(status)),
            is_anyones: event.authentication == WebhookAuthentication::Unauthenticated,
            reply_at,
        }
    }

    /// Returns the ids that a verification sends and compares: none of an event that anyone can have sent.
    pub(crate) fn verified_ids(&self) -> EventIds {
        if self.is_anyones { EventIds::default() } else { self.ids.clone() }
    }

    /// Whether the event is about one of these transactions.
    fn names(&self, claim_keys: &[String]) -> bool {
        [&self.ids.tran_id, &self.ids.tran_no].into_iter().flatten().any(|id| claim_keys.contains(id))
    }

    /// Returns how a flow of this event ends if the books do not have the bill.
    pub(crate) fn ending_of_unknown(&self) -> CreditEnding {
        if self.is_anyones && self.is_listed() { CreditEnding::NothingToCredit } else { CreditEnding::UnknownBill }
    }

    /// Returns how a flow of this event ends without a verification, if it does. `claim_keys` are the transactions
    /// that have paid the bill.
    ///
    /// Only a status that the profile lists is believed. An event of a known sender that names another transaction is
    /// verified, since the bill may have been paid twice, and so is one that says that a payment has failed.
    pub(crate) fn early_ending(&self, claim_keys: &[String]) -> Option<CreditEnding> {
        let names_payment = self.names(claim_keys);
        match self.status {
            StatusMeaning::Failed if names_payment => None,
            _ if names_payment => Some(CreditEnding::CreditedBefore),
            StatusMeaning::Failed | StatusMeaning::Pending => Some(CreditEnding::NothingToCredit),
            _ => (self.is_anyones && !claim_keys.is_empty()).then_some(CreditEnding::Ignored),
        }
    }

    fn is_listed(&self) -> bool {
        matches!(self.status, StatusMeaning::Failed | StatusMeaning::Pending)
    }

    /// Returns the response to the event. `claim_keys` are the transactions that have paid the bill.
    ///
    /// An event that anyone can have sent learns nothing, unless it names such a transaction.
    pub(crate) fn reply(&self, ending: &CreditEnding, claim_keys: &[String]) -> Reply {
        match ending {
            CreditEnding::NothingToCredit => Reply::acknowledgement(),
            CreditEnding::Credited { .. } | CreditEnding::CreditedBefore
                if !self.is_anyones || self.names(claim_keys) =>
            {
                Reply::acknowledgement()
            }
            _ if self.is_anyones => come_again(),
            CreditEnding::Reversed { .. } | CreditEnding::PaymentFailed { .. } => Reply::acknowledgement(),
            CreditEnding::UnknownBill | CreditEnding::Mismatch { .. } | CreditEnding::PaidTwice { .. } => {
                Reply::conflict()
            }
            CreditEnding::Unconfirmed { error } if error.next_step() != NextStep::VerifyAgain => {
                Reply::json(500, r#"{"status":"failed","message":"unavailable"}"#)
            }
            _ => come_again(),
        }
    }

    /// Returns the time for which the response has to wait, if it does: every stranger is answered at the same time.
    pub(crate) fn waits_until(&self, now: Instant) -> Option<Instant> {
        Some(self.reply_at).filter(|reply_at| self.is_anyones && now < *reply_at)
    }
}

/// Response that asks for a later delivery.
fn come_again() -> Reply {
    let mut reply = Reply::json(503, r#"{"status":"failed","message":"unavailable"}"#);
    reply.headers.0.push(("Retry-After".into(), "60".into()));
    reply
}
