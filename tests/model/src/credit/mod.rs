//! Crediting of two bills by two processes with the real [`billwire::CreditFlow`].
//!
//! Payments come in part, twice and for the other bill, stay pending and fail; later they fail, go back in part or
//! below zero, get a word that nobody lists, or are good again. Webhooks come early, late, twice, not at all,
//! without a status, with a wrong one, of the wrong bill and from strangers; the job at the end of the day asks
//! about bills and payments at any time; verifications fail; processes crash before and after the database
//! transactions that claim and that store what a person must see. Each control makes a mistake and must break a
//! promise.

mod books;
mod flow;
mod world;

use crate::explore::{breaks_a_promise, keeps_every_promise};
use world::{Mistake, World};

#[test]
fn bills_of_their_own_identity() {
    keeps_every_promise(World::new(false, None).alone());
}

#[test]
fn bills_of_one_identity() {
    keeps_every_promise(World::new(true, None).alone());
}

#[test]
#[ignore = "many minutes"]
fn two_processes_and_bills_of_their_own_identity() {
    keeps_every_promise(World::new(false, None));
}

#[test]
#[ignore = "many minutes"]
fn two_processes_and_bills_of_one_identity() {
    keeps_every_promise(World::new(true, None));
}

#[test]
fn detects_crediting_without_verification() {
    breaks_a_promise(World::new(false, Some(Mistake::CreditsUnverified)));
}

#[test]
fn detects_a_claim_without_a_constraint() {
    breaks_a_promise(World::new(false, Some(Mistake::ClaimsByOldBooks)));
}

#[test]
fn detects_acknowledging_what_has_no_status() {
    breaks_a_promise(World::new(false, Some(Mistake::AcknowledgesUnasked)));
}

#[test]
fn detects_trust_in_an_event_that_names_a_known_id() {
    breaks_a_promise(World::new(false, Some(Mistake::TrustsKnownIds)));
}

#[test]
fn detects_forgetting_what_is_held() {
    breaks_a_promise(World::new(false, Some(Mistake::ForgetsHeld)));
}

#[test]
fn detects_reading_an_amount_before_its_status() {
    breaks_a_promise(World::new(false, Some(Mistake::AmountBeforeStatus)));
}

#[test]
fn detects_a_reply_before_the_review_is_stored() {
    breaks_a_promise(World::new(false, Some(Mistake::RepliesBeforeReview)));
}
