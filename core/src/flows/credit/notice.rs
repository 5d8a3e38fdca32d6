//! The event that a flow began with, as far as the flow needs it.

use crate::wire::{Decimal, Instant};
use crate::{
    flows::credit::{
        books::{Booked, BookedState, Ledger},
        ending::CreditEnding,
    },
    interface::{
        error::NextStep,
        http::Reply,
        profile::{StatusMeaning, WireProfile},
    },
    webhook::{EventIds, WebhookAuthentication, WebhookEvent, WebhookPayload},
};

/// An event, which waits for its reply.
#[derive(Clone, Debug)]
pub(crate) struct Notice {
    /// Ids of the transaction that it names.
    ids: EventIds,
    /// Meaning of its status; none if it has no status.
    status: Option<StatusMeaning>,
    amount: NamedAmount,
    /// Whether anyone can have sent it.
    is_anyones: bool,
    /// Time at which an event that anyone can have sent is answered.
    reply_at: Instant,
}

/// Amount that an event names.
#[derive(Clone, Copy, Debug)]
enum NamedAmount {
    Absent,
    Amount(Decimal),
    Unreadable,
}

impl NamedAmount {
    fn of(payload: &WebhookPayload, profile: &WireProfile) -> NamedAmount {
        let currency = payload.currency.as_deref().unwrap_or_default();
        match payload.tran_amount {
            Some(amount) => NamedAmount::Amount(profile.denoised(amount, currency)),
            None if payload.extra.0.iter().any(|(key, _)| &**key == "tran_amount") => NamedAmount::Unreadable,
            None => NamedAmount::Absent,
        }
    }
}

impl Notice {
    pub(crate) fn of(event: &WebhookEvent, profile: &WireProfile, reply_at: Instant) -> Notice {
        let payload = &event.payload;
        Notice {
            ids: EventIds { tran_id: payload.tran_id.clone(), tran_no: payload.tran_no.clone() },
            status: payload.status.as_ref().map(|status| profile.transaction_status(status.as_str())),
            amount: NamedAmount::of(payload, profile),
            is_anyones: event.authentication == WebhookAuthentication::Unauthenticated,
            reply_at,
        }
    }

    /// Returns the ids that a verification sends and compares: none of an event that anyone can have sent.
    pub(crate) fn verified_ids(&self) -> EventIds {
        if self.is_anyones { EventIds::default() } else { self.ids.clone() }
    }

    /// Returns the transactions of the books that the event names.
    fn named<'a>(&'a self, ledger: &'a Ledger) -> impl Iterator<Item = &'a Booked> {
        [&self.ids.tran_id, &self.ids.tran_no].into_iter().flatten().filter_map(|id| ledger.get(id))
    }

    /// Whether the event says of a transaction what the books have: its status means success and its amount is
    /// theirs, or it gives neither.
    fn repeats(&self, booked: &Booked) -> bool {
        let says_so = match (self.status, self.amount) {
            (None, NamedAmount::Absent) => true,
            (Some(StatusMeaning::Success), NamedAmount::Amount(amount)) => amount == booked.amount,
            _ => false,
        };
        says_so && booked.state != BookedState::Reversed
    }

    /// Returns how a flow of this event ends if the books do not have the bill.
    pub(crate) fn ending_of_unknown(&self) -> CreditEnding {
        if self.is_anyones && self.is_listed() { CreditEnding::NothingToCredit } else { CreditEnding::UnknownBill }
    }

    /// Returns how a flow of this event ends without a verification, if it does.
    ///
    /// A repetition is not verified, and neither is a listed failed or pending event about a bill without any
    /// transaction. Every other event of a known sender is verified.
    pub(crate) fn early_ending(&self, ledger: &Ledger) -> Option<CreditEnding> {
        match self.named(ledger).find(|booked| self.repeats(booked)) {
            Some(Booked { state: BookedState::Credited, .. }) => Some(CreditEnding::CreditedBefore),
            Some(_) => Some(CreditEnding::NothingToCredit),
            None if self.is_anyones => self.early_ending_of_anyones(ledger),
            None => (self.is_listed() && ledger.is_empty()).then_some(CreditEnding::NothingToCredit),
        }
    }

    /// An event that anyone can have sent leads to a verification of an open bill, or of a payment that it names and
    /// says to have failed. The daily job finds what it does not verify.
    fn early_ending_of_anyones(&self, ledger: &Ledger) -> Option<CreditEnding> {
        let names_payment = self.named(ledger).any(|booked| booked.state == BookedState::Credited);
        match self.status {
            Some(StatusMeaning::Failed) if names_payment => None,
            _ if self.is_listed() => Some(CreditEnding::NothingToCredit),
            _ => ledger.is_paid().then_some(CreditEnding::Ignored),
        }
    }

    fn is_listed(&self) -> bool {
        matches!(self.status, Some(StatusMeaning::Failed | StatusMeaning::Pending))
    }

    /// Returns the response to the event. An event that anyone can have sent learns nothing, unless it names a
    /// transaction of the books.
    pub(crate) fn reply(&self, ending: &CreditEnding, is_stored: bool, ledger: &Ledger) -> Reply {
        let names_known = self.named(ledger).next().is_some();
        match ending {
            CreditEnding::NothingToCredit if self.is_listed() => Reply::acknowledgement(),
            CreditEnding::Credited { .. } | CreditEnding::CreditedBefore | CreditEnding::NothingToCredit
                if !self.is_anyones || names_known =>
            {
                Reply::acknowledgement()
            }
            CreditEnding::Ignored if names_known => Reply::acknowledgement(),
            _ if self.is_anyones => come_again(),
            _ if is_stored => Reply::acknowledgement(),
            CreditEnding::Reversed { .. }
            | CreditEnding::ReversedInPart { .. }
            | CreditEnding::HeldReversed { .. }
            | CreditEnding::PaymentFailed { .. } => Reply::acknowledgement(),
            CreditEnding::UnknownBill
            | CreditEnding::Mismatch { .. }
            | CreditEnding::PaidTwice { .. }
            | CreditEnding::Restored { .. } => Reply::conflict(),
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
