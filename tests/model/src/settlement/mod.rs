//! Settlement of one bill by several processes with the real [`billwire::SettlementFlow`].
//!
//! Requests are lost, refused, answered late or not at all; money moves before or after an answer is lost; the
//! service takes a bill in any body and under any status; lookups lag behind, miss what anybody has heard, differ, and
//! are blind; a gateway refuses what moves; processes crash, sleep and overlap; records are lost, restored and stored
//! without a word; ended bills are reopened, corrected, looked up and spoken about, rightly and wrongly. Each control
//! makes a mistake and must break a promise.

mod bounds;
mod flows;
mod mistakes;
mod promises;
mod records;
mod service;
mod setting;
mod state;
mod world;

use crate::explore::{breaks_a_promise, detects, keeps};
use bounds::{Bounds, Conduct, Sight};
use mistakes::Mistake::*;
use setting::Meant;
use world::World;

const PLAIN: Conduct = Conduct {
    all_answers: false,
    lookups_fail: false,
    differs: false,
    forgets: true,
    refuses_falsely: false,
    fails: false,
};
const ALONE: Bounds = Bounds {
    processes: 1,
    starts: 2,
    crashes: 1,
    silences: 0,
    late_answers: 0,
    losses: 0,
    returns: 0,
    wrong_words: 0,
    corrected: Meant::First,
    sight: Sight::Clear,
    conduct: Conduct { all_answers: true, ..PLAIN },
    attempts: 2,
    request: 0,
    sleep: 0,
    holds: 2,
    excess: 0,
    deadline: 4,
    last_start: 2,
};
const TOGETHER: Bounds = Bounds {
    processes: 2,
    crashes: 0,
    conduct: Conduct { differs: true, ..PLAIN },
    request: 1,
    last_start: 1,
    ..ALONE
};
const MUTE: Bounds = Bounds { crashes: 0, starts: 1, conduct: Conduct { lookups_fail: true, ..PLAIN }, ..ALONE };
/// A process sleeps between storing an attempt and sending it.
const SLEEPING: Bounds = Bounds { sleep: 1, request: 0, last_start: 1, conduct: PLAIN, ..TOGETHER };
const CRASHING: Bounds = Bounds { crashes: 1, starts: 3, request: 0, conduct: PLAIN, ..TOGETHER };
const SILENT: Bounds = Bounds { silences: 1, request: 0, conduct: PLAIN, ..TOGETHER };
/// Lookups are blind from the start or not, break or are mended once, and a control bill tells.
const BLIND: Bounds = Bounds { sight: Sight::Changing(1), conduct: PLAIN, ..ALONE };
const WITHOUT_CONTROL: Bounds = Bounds { sight: Sight::WithoutControl(1), ..BLIND };
const LOSING: Bounds = Bounds { losses: 1, crashes: 0, conduct: PLAIN, ..ALONE };
/// Ended bills are taken up again, behind a gateway that refuses what moves.
const RETURNING: Bounds = Bounds {
    crashes: 0,
    starts: 1,
    returns: 2,
    wrong_words: 1,
    conduct: Conduct { forgets: false, differs: true, refuses_falsely: true, ..PLAIN },
    attempts: 1,
    request: 1,
    deadline: 3,
    ..ALONE
};
const CORRECTED: Bounds = Bounds { wrong_words: 0, ..RETURNING };
const RETURNING_TOGETHER: Bounds =
    Bounds { processes: 2, starts: 2, wrong_words: 0, deadline: 2, last_start: 1, request: 0, ..RETURNING };
/// Transactions fail: an attempt's own, and one of somebody else's try.
const FAILING: Bounds = Bounds {
    conduct: Conduct { forgets: false, fails: true, ..PLAIN },
    attempts: 1,
    returns: 1,
    request: 0,
    deadline: 3,
    ..TOGETHER
};
/// Requests take longer than "not found" has to hold.
const SLOW: Bounds = Bounds { request: 3, holds: 1, last_start: 1, conduct: PLAIN, ..TOGETHER };

/// A caller gives a request up, and hears the answer while its flow does something else.
const LATE: Bounds = Bounds { late_answers: 1, request: 1, crashes: 0, holds: 1, conduct: PLAIN, ..ALONE };

/// A process does not hear for so long that another one would begin.
const LONG: Bounds = Bounds { request: 6, deadline: 8, ..SLOW };

keeps! {
    |bounds| World::new(bounds, None);
    answers_of_all_kinds: Bounds { crashes: 0, starts: 1, ..ALONE };
    one_process_and_a_crash: Bounds { conduct: PLAIN, ..ALONE };
    #[ignore = "takes minutes"]
    answers_of_all_kinds_and_a_crash: ALONE;
    lookups_without_an_answer: MUTE;
    two_processes: TOGETHER;
    two_processes_that_sleep: SLEEPING;
    two_processes_and_a_crash: CRASHING;
    two_processes_and_a_store_that_does_not_answer: SILENT;
    answers_that_come_late: LATE;
    #[ignore = "takes minutes"]
    answers_of_all_kinds_that_come_late: Bounds { starts: 1, conduct: ALONE.conduct, ..LATE };
    answers_that_come_late_and_a_crash: Bounds { crashes: 1, ..LATE };
    answers_that_come_late_and_a_silent_store: Bounds { silences: 1, ..LATE };
    answers_that_come_late_beside_another_process: Bounds { late_answers: 1, attempts: 1, holds: 1, ..SLEEPING };
    lookups_that_are_blind: BLIND;
    lookups_without_a_control: WITHOUT_CONTROL;
    records_that_are_lost: LOSING;
    ended_bills_taken_up_again: RETURNING;
    reopened_after_a_request_given_out_late: Bounds { returns: 1, sleep: 2, request: 2, ..RETURNING };
    bills_corrected_where_no_lookup_shows_it: Bounds { corrected: Meant::Elsewhere, ..CORRECTED };
    bills_corrected_in_their_amount: Bounds { corrected: Meant::Amended, ..CORRECTED };
    transactions_that_fail: FAILING;
    requests_that_take_long: SLOW;
    two_processes_and_ended_bills: RETURNING_TOGETHER;
    #[ignore = "takes minutes"]
    three_processes: Bounds { processes: 3, starts: 3, last_start: 0, deadline: 2, conduct: PLAIN, ..TOGETHER };
    #[ignore = "takes minutes"]
    two_processes_and_blind_lookups: Bounds { processes: 2, crashes: 0, deadline: 3, last_start: 1, ..BLIND };
    #[ignore = "takes minutes"]
    two_processes_and_answers_of_all_kinds: Bounds { conduct: ALONE.conduct, ..TOGETHER };
}

detects! {
    |(mistake, bounds)| World::new(bounds, Some(mistake));
    detects_dropping_what_it_heard: (DropsWhatItHeard, TOGETHER);
    detects_dropping_what_it_hears_during_a_save: (DropsWhatItHearsDuringASave, LATE);
    detects_a_store_that_does_not_compare: (StoresWithoutComparing, TOGETHER);
    detects_taking_silence_for_stored: (AssumesSaved, SILENT);
    detects_trusting_old_records: (TrustsOldRecords, LOSING);
    detects_trusting_blind_lookups: (TrustsBlindLookups, BLIND);
    detects_a_control_that_is_not_looked_up: (AssumesControl, BLIND);
    detects_a_control_before_alone: (ControlsBeforeAlone, BLIND);
    detects_believing_the_first_not_found: (BelievesTheFirstNotFound, Bounds { holds: 4, ..ALONE });
    detects_short_flights: (ShortensFlights, LONG);
    detects_ending_in_flight: (EndsInFlight, LONG);
    detects_forgetting_an_unreadable_success: (ForgetsUnreadableSuccesses, ALONE);
    detects_forgetting_what_differed: (ForgetsDifferences, TOGETHER);
    detects_reopening_without_a_look: (ReopensWithoutALook, RETURNING);
    detects_reopening_without_waiting: (ReopensWithoutWaiting, Bounds { holds: 6, ..RETURNING });
}

/// Nothing protects a bill of which nobody heard if lookups lag for longer than "not found" holds.
#[test]
fn detects_a_lag_beyond_the_hold() {
    breaks_a_promise(World::new(Bounds { excess: 4, ..ALONE }, None));
}
