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

use crate::explore::{detects, keeps};
use world::{Mistake::*, World};

keeps! {
    |share_identity| World::new(share_identity, None).alone();
    bills_of_their_own_identity: false;
    bills_of_one_identity: true;
}

keeps! {
    |share_identity| World::new(share_identity, None);
    #[ignore = "many minutes"]
    two_processes_and_bills_of_their_own_identity: false;
    #[ignore = "many minutes"]
    two_processes_and_bills_of_one_identity: true;
}

detects! {
    |mistake| World::new(false, Some(mistake));
    detects_crediting_without_verification: CreditsUnverified;
    detects_a_claim_without_a_constraint: ClaimsByOldBooks;
    detects_acknowledging_what_has_no_status: AcknowledgesUnasked;
    detects_trust_in_an_event_that_names_a_known_id: TrustsKnownIds;
    detects_forgetting_what_is_held: ForgetsHeld;
    detects_reading_an_amount_before_its_status: AmountBeforeStatus;
    detects_a_reply_before_the_review_is_stored: RepliesBeforeReview;
}
