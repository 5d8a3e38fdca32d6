//! Crediting of two bills by two processes with the real [`billwire::CreditFlow`].
//!
//! Payments come in part, twice and for the other bill, stay pending, fail and are reversed; webhooks come early,
//! late, twice, not at all, without a status, with a wrong one, of the wrong bill and from strangers; the unpaid job
//! runs at any time; verifications fail; processes crash before and after the database transaction that claims. Each
//! control makes a mistake and must break a promise.

mod flow;
mod world;

use crate::explore::{breaks_a_promise, keeps_every_promise};
use world::{Mistake, World};

#[test]
fn bills_of_their_own_identity() {
    keeps_every_promise(World::new(false, None));
}

#[test]
fn bills_of_one_identity() {
    keeps_every_promise(World::new(true, None));
}

#[test]
fn detects_crediting_without_verification() {
    breaks_a_promise(|| World::new(false, Some(Mistake::CreditsUnverified)));
}

#[test]
fn detects_a_claim_without_a_constraint() {
    breaks_a_promise(|| World::new(false, Some(Mistake::ClaimsByOldBooks)));
}

#[test]
fn detects_acknowledging_what_has_no_status() {
    breaks_a_promise(|| World::new(false, Some(Mistake::AcknowledgesUnasked)));
}
