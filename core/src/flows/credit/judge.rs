//! The verdict of a verification, held against the books.

use crate::wire::Decimal;
use crate::{
    flows::credit::{
        books::{Booked, BookedState, BookedTransaction, Ledger},
        ending::{CreditEnding, CreditReview},
    },
    interface::{models::Transaction, profile::StatusMeaning},
    webhook::{Confirmed, Mismatch, MismatchCode, Reading, Verdict, present},
};
use std::sync::Arc;

/// Consequence of a verification.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Judgement {
    /// The bill is credited.
    Credit(Arc<Confirmed>),
    /// A transaction that the books do not have is not decided yet.
    Pending(Box<Transaction>),
    /// A person must see it.
    Review(CreditReview),
    /// Nothing is new.
    Ended(CreditEnding),
}

/// Holds a verdict against the transactions of the bill. `reading` is what the profile says of its transaction.
///
/// The status of a transaction comes before its amounts: a reversed one may come with 0, with a rest or with an
/// amount below zero.
pub(crate) fn judge(verdict: Verdict, reading: Reading, ledger: &Ledger) -> Judgement {
    let known = ledger.get(&verdict.transaction().tran_id);
    let is_gone = reading.amount.is_zero() || reading.amount.is_negative();
    let found = Found { verdict, reading };
    match (known, reading.status) {
        _ if found.is_of_another_reference() => found.mismatch("tran_id", None),
        (Some(known), StatusMeaning::Success) if !is_gone => found.against(known),
        (Some(known), StatusMeaning::Success | StatusMeaning::Failed) => found.gone(known),
        (Some(Booked { state: BookedState::Reversed, .. }), _) => Judgement::Ended(CreditEnding::NothingToCredit),
        (Some(_), _) => found.review(|transaction| CreditEnding::Pending { transaction }, None),
        (None, StatusMeaning::Success) => found.unbooked(is_gone, ledger),
        (None, StatusMeaning::Failed) => found.review(|transaction| CreditEnding::PaymentFailed { transaction }, None),
        (None, _) => Judgement::Pending(found.transaction()),
    }
}

/// A transaction that a verification has shown.
struct Found {
    verdict: Verdict,
    reading: Reading,
}

impl Found {
    /// Judges a success that the books do not have.
    fn unbooked(self, is_gone: bool, ledger: &Ledger) -> Judgement {
        match self.verdict {
            Verdict::Confirmed { confirmed } if ledger.is_paid() => {
                Judgement::Review(paid_twice(confirmed, self.reading.amount))
            }
            Verdict::Confirmed { confirmed } => Judgement::Credit(confirmed),
            _ => {
                let Reading { amount, amount_field, .. } = self.reading;
                self.mismatch(amount_field, (!is_gone).then_some((BookedState::Held, amount)))
            }
        }
    }

    /// Judges a success of a transaction that the books have.
    fn against(self, known: &Booked) -> Judgement {
        let Reading { amount: now, amount_field, .. } = self.reading;
        match known.state {
            BookedState::Reversed => {
                self.review(|transaction| CreditEnding::Restored { transaction }, Some((BookedState::Held, now)))
            }
            BookedState::Credited if self.differs_in("currency") => self.mismatch("currency", None),
            state if now > known.amount => {
                self.mismatch(amount_field, (state == BookedState::Held).then_some((state, now)))
            }
            BookedState::Credited if now < known.amount => self
                .review(|transaction| CreditEnding::ReversedInPart { transaction }, Some((BookedState::Credited, now))),
            BookedState::Held if now < known.amount => {
                self.review(|transaction| CreditEnding::HeldReversed { transaction }, Some((BookedState::Held, now)))
            }
            BookedState::Credited => Judgement::Ended(CreditEnding::CreditedBefore),
            BookedState::Held => Judgement::Ended(CreditEnding::NothingToCredit),
        }
    }

    /// Judges a transaction that the books have, and whose money went back. They keep the amount that they had of it.
    fn gone(self, known: &Booked) -> Judgement {
        let reversed = Some((BookedState::Reversed, known.amount));
        match known.state {
            BookedState::Credited => self.review(|transaction| CreditEnding::Reversed { transaction }, reversed),
            BookedState::Held => self.review(|transaction| CreditEnding::HeldReversed { transaction }, reversed),
            BookedState::Reversed => Judgement::Ended(CreditEnding::NothingToCredit),
        }
    }

    /// Whether it was found under other references than those that were asked for.
    fn is_of_another_reference(&self) -> bool {
        ["identity_code", "purpose_of_transaction", "tran_id"].iter().any(|field| self.differs_in(field))
    }

    fn differs_in(&self, field: &str) -> bool {
        self.mismatches().iter().any(|mismatch| mismatch.field == field)
    }

    fn mismatches(&self) -> &[Mismatch] {
        if let Verdict::Mismatch { mismatches, .. } = &self.verdict { mismatches } else { &[] }
    }

    /// Ends as a mismatch in the fields of the verdict, or in the field in which it differs from the books.
    fn mismatch(self, field: &str, booked: Option<(BookedState, Decimal)>) -> Judgement {
        let mut mismatches = self.mismatches().to_vec();
        if mismatches.is_empty() {
            mismatches.push(Mismatch { field: field.into(), code: MismatchCode::Different });
        }
        let ending = |transaction| CreditEnding::Mismatch { mismatches, transaction: Some(transaction) };
        self.review(ending, booked)
    }

    /// Ends as something that a person must see. A transaction without a key cannot be stored, and is only told.
    fn review(
        self,
        ending: impl FnOnce(Box<Transaction>) -> CreditEnding,
        booked: Option<(BookedState, Decimal)>,
    ) -> Judgement {
        let transaction = self.transaction();
        let claim_key = transaction.tran_id.clone();
        let ending = ending(transaction);
        if present(&claim_key).is_some() {
            Judgement::Ended(ending)
        } else {
            Judgement::Review(reviewed(ending, claim_key, booked))
        }
    }

    fn transaction(self) -> Box<Transaction> {
        match self.verdict {
            Verdict::Confirmed { confirmed } => confirmed.transaction().clone().into(),
            Verdict::Pending { transaction }
            | Verdict::Failed { transaction }
            | Verdict::Mismatch { transaction, .. } => transaction,
        }
    }
}

/// Ends as a payment that the bill does not need.
pub(crate) fn paid_twice(confirmed: Arc<Confirmed>, amount: Decimal) -> CreditReview {
    let claim_key = confirmed.claim_key().to_owned();
    reviewed(CreditEnding::PaidTwice { confirmed }, claim_key, Some((BookedState::Held, amount)))
}

fn reviewed(ending: CreditEnding, claim_key: String, booked: Option<(BookedState, Decimal)>) -> CreditReview {
    let booked = booked.map(|(state, amount)| BookedTransaction::new(claim_key.clone(), state, amount));
    CreditReview { name: ending.as_str().into(), ending, claim_key, booked }
}
