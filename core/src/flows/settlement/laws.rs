//! Laws of the knowledge: what is merged is a join, what is learnt only grows, and nothing is sent beside a sign
//! that money moved.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use crate::finding::Code;
use crate::flows::recorded::{Join, set_of};
use crate::flows::settlement::{
    decide::{Control, Decision, Memory, decide},
    evidence::Evidence,
    knowledge::{Attempt, Closed, Facts, Heard, Knowledge, Run, Says, SeenStatus},
    learn::Event,
    policy::SettlementPolicy,
    record::Record,
    sight::Sight,
};
use crate::interface::error::NextStep;
use proptest::prelude::*;

/// Bills of which two differ.
const BILLS: [&str; 2] = ["b1", "b2"];

fn heard() -> impl Strategy<Value = Heard> {
    proptest::collection::vec(any::<bool>(), 10).prop_map(|flags| {
        let [ended, never_sent, busy, refused, unauthorised, took, settled, failed, unsure, other_words] =
            <[bool; 10]>::try_from(flags).unwrap();
        Heard {
            ended,
            never_sent,
            busy,
            refused,
            unauthorised,
            took,
            settled,
            failed,
            unsure,
            other_words,
            answer: None,
        }
    })
}

fn attempt() -> impl Strategy<Value = Attempt> {
    let bill = proptest::option::of(proptest::sample::select(&BILLS[..]));
    (0..3_u32, 0..1_000_i64, bill, heard()).prop_map(|(opening, begun, bill, heard)| Attempt {
        opening,
        begun,
        until: begun + 100,
        bill: bill.map(str::to_owned),
        heard,
    })
}

fn sight() -> impl Strategy<Value = Sight> {
    let status = proptest::sample::select(
        &[SeenStatus::Unknown, SeenStatus::Pending, SeenStatus::Failed, SeenStatus::Success][..],
    );
    let fits = proptest::sample::subsequence(BILLS.map(str::to_owned).to_vec(), 0..=2);
    let found = (0..3_u32, status, fits).prop_map(|(id, status, fits)| Sight::Found {
        id: format!("T-{id}"),
        status,
        fits: set_of(fits),
    });
    prop_oneof![found, Just(Sight::NotFound), Just(Sight::Nothing), Just(Sight::Unauthorised), Just(Sight::Unusable)]
}

fn event() -> impl Strategy<Value = Event> {
    let ids = || (0..4_u32).prop_map(|id| format!("{id}-f"));
    let says = proptest::sample::select(&[Says::NothingMoved, Says::Settled, Says::NotThisBill][..]);
    let closed = (any::<bool>(), proptest::sample::select(&[Code::Refused, Code::NoControl, Code::Disputed][..]));
    prop_oneof![
        (proptest::sample::select(&BILLS[..]), 0..1_000_i64).prop_map(|(bill, at)| {
            let facts = Facts { amount: bill.into(), ..Facts::default() };
            Event::Opened { bill: bill.into(), facts, at }
        }),
        (ids(), attempt()).prop_map(|(id, attempt)| Event::Begun { id, attempt }),
        (ids(), heard()).prop_map(|(id, heard)| Event::Heard { id, heard }),
        (sight(), 0..2_000_i64, 0..500_i64).prop_map(|(sight, at, waited)| Event::LookedUp { sight, at, waited }),
        proptest::option::of(any::<bool>()).prop_map(|found| Event::Controlled { found }),
        (0..2_u32).prop_map(|settings| Event::LooksBy { settings: settings.to_string() }),
        closed.prop_map(|(is_unclear, code)| Event::Closed(Closed {
            is_unclear,
            code,
            next_step: NextStep::AskService
        })),
        (says, proptest::option::of(0..3_u32))
            .prop_map(|(says, id)| Event::Spoken { says, transaction: id.map(|id| format!("T-{id}")) }),
        (0..1_000_i64).prop_map(|at| Event::Restored { at, until: at + 100 }),
    ]
}

fn knowledge() -> impl Strategy<Value = Knowledge> {
    proptest::collection::vec(event(), 0..12)
        .prop_map(|events| events.iter().fold(Knowledge::default(), Knowledge::learn))
}

/// Without what is no knowledge of the bill, and without what a reopening folds.
fn bare(known: &Knowledge) -> Knowledge {
    Knowledge { run: Run::default(), ..known.clone() }
}

fn holds(greater: &Knowledge, less: &Knowledge) -> bool {
    let mut both = bare(greater);
    both.join(&bare(less));
    both == bare(greater)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn merging_is_a_join(a in knowledge(), b in knowledge(), c in knowledge()) {
        prop_assert_eq!(a.clone().merge(&b), b.clone().merge(&a));
        prop_assert_eq!(a.clone().merge(&b).merge(&c), a.clone().merge(&b.clone().merge(&c)));
        prop_assert_eq!(a.clone().merge(&a), a.clone());
        let both = a.clone().merge(&b);
        prop_assert!(holds(&both, &a) && holds(&both, &b));
        prop_assert!(!a.adds_to(&both) && !b.adds_to(&both));
    }

    #[test]
    fn of_two_runs_the_weaker_is_kept(a in knowledge(), b in knowledge()) {
        let run = a.clone().merge(&b).run;
        for other in [&a.run, &b.run] {
            prop_assert!(run.nothing <= other.nothing && run.waited <= other.waited && run.unusable <= other.unusable);
            prop_assert!(run.control_before <= other.control_before && run.control_after <= other.control_after);
            prop_assert!(run.looked <= other.looked);
        }
    }

    /// A reopening folds attempts that moved nothing; every other event only adds.
    #[test]
    fn learning_only_adds(known in knowledge(), event in event()) {
        let new = known.clone().learn(&event);
        if !matches!(event, Event::Opened { .. }) {
            prop_assert!(holds(&new, &known));
        }
        for (id, attempt) in known.attempts.iter().filter(|(_, attempt)| attempt.heard.may_have_moved()) {
            prop_assert!(new.attempts.get(id).is_some_and(|kept| kept.begun >= attempt.begun));
        }
        for id in known.transactions.keys() {
            prop_assert!(new.transactions.contains_key(id));
        }
    }

    #[test]
    fn what_two_hear_apart_is_in_the_merge(known in knowledge(), one in event(), other in event()) {
        let merged = known.clone().learn(&one).merge(&known.clone().learn(&other));
        for event in [&one, &other] {
            prop_assert!(holds(&merged, &known.clone().learn(event)));
        }
    }

    #[test]
    fn a_record_is_read_as_it_was_written(known in knowledge(), revision in 0..i64::MAX) {
        let text = Record::new(revision, None, known.clone()).to_json();
        let read = Record::from_json(&text).ok();
        let is_opened = !known.openings.is_empty();
        prop_assert_eq!(read, is_opened.then(|| Record::new(revision, None, known)));
    }

    #[test]
    fn nothing_is_begun_beside_a_sign_that_money_moved(
        known in knowledge(),
        now in 0..5_000_i64,
        given in any::<bool>(),
    ) {
        let control = if given { Control::Given } else { Control::Trusted };
        let (_, opening) = known.opening();
        let bill = opening.bill.clone();
        for can_look_up in [false, true] {
            let stored = Some(known.clone());
            let me = Memory { bill: bill.clone(), can_look_up, control, stored, ..Memory::default() };
            let policy = SettlementPolicy::default();
            if decide(&known, &policy, now, &me) == Decision::Begin {
                prop_assert!(known.evidence() <= Evidence::Tried, "evidence");
                prop_assert!(known.in_flight_until(now).is_none(), "in flight");
                prop_assert!(known.outcome().is_none(), "ended");
                let is_doubted = known.is_in_doubt() && can_look_up;
                let is_seen = known.run.control_before && known.run.control_after || control == Control::Trusted;
                prop_assert!(!is_doubted || (known.run.nothing >= 3 && is_seen), "not found is not earned");
            }
        }
    }
}

/// The worst record is bounded: rounds that are opened again for ever, each with every attempt.
#[test]
fn reopenings_do_not_let_a_record_grow() {
    let mut known = Knowledge::default();
    let mut longest = 0;
    for round in 0..100_i64 {
        let facts = Facts::default();
        known = known.learn(&Event::Opened { bill: format!("{round:024}"), facts, at: round });
        for number in 0..5 {
            let bill = Some(format!("{round:024}"));
            let opening = known.opening().0;
            let begun = Attempt { opening, begun: round * 100 + number, until: 0, bill, heard: Heard::default() };
            let id = format!("{number}-{round}");
            known = known.learn(&Event::Begun { id: id.clone(), attempt: begun });
            let heard = Heard { ended: true, busy: true, ..Heard::default() };
            known = known.learn(&Event::Heard { id, heard });
        }
        if round == 20 {
            longest = Record::new(1, None, known.clone()).to_json().len();
        }
    }
    let last = Record::new(1, None, known).to_json().len();
    assert!(last <= longest + 64, "{last} bytes after 100 openings, {longest} after 20");
}
