//! Everything that was heard about one bill. It only grows.
//!
//! [`Knowledge::merge`] keeps what either side knows, so a second worker, a crash or a late answer loses nothing.
//! Only the run of lookups is no knowledge of the bill: of two runs the weaker is kept.

use crate::flows::settlement::{
    by_name::{code_by_name, next_step_by_name},
    last_answer::LastAnswer,
};
use crate::{finding::Code, interface::error::NextStep, wire::gathered};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Milliseconds since 1970, or a time in milliseconds.
pub(crate) type Millis = i64;
/// Digest of the signed fields of a bill.
pub(crate) type BillDigest = String;
/// Number of an opening, number of an attempt in it, and a mark of the flow that began it.
pub(crate) type AttemptId = String;
/// The `tran_id` of a transaction.
pub(crate) type TransactionId = String;

/// Knowledge of the bill of one reference.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Knowledge {
    pub(crate) ref_id: String,
    /// Digest of the service's address: a record of the sandbox says nothing about another service.
    pub(crate) service: String,
    /// Each bill that was meant under the reference.
    pub(crate) bills: BTreeMap<BillDigest, Facts>,
    /// The first opening and each reopening.
    pub(crate) openings: BTreeMap<u32, Opening>,
    /// Each attempt that was stored, and so may have been sent.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) attempts: BTreeMap<AttemptId, Attempt>,
    /// Each transaction that a lookup showed under the reference.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) transactions: BTreeMap<TransactionId, Sighting>,
    /// People's words, in order.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) words: BTreeMap<u32, Word>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) run: Run,
}

/// Fields of a bill that a transaction must not contradict.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Facts {
    pub(crate) currency: String,
    pub(crate) amount: String,
    pub(crate) settlement_to: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) customer_code: Option<String>,
}

/// Time in which a bill is settled: from its first call or a reopening to an end.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Opening {
    pub(crate) opened: Millis,
    pub(crate) bill: BillDigest,
    /// Time at which the last attempt of an earlier opening was begun that is not kept any more: see
    /// [`Knowledge::fold`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) last_folded: Option<Millis>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) closed: Option<Closed>,
}

/// An end that is no proof. The later of two is the safer one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Closed {
    /// Whether it is unclear; otherwise the bill is refused.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) is_unclear: bool,
    #[serde(with = "code_by_name")]
    pub(crate) code: Code,
    #[serde(with = "next_step_by_name")]
    pub(crate) next_step: NextStep,
}

/// One attempt to settle.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Attempt {
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) opening: u32,
    pub(crate) begun: Millis,
    /// Time from which its answer can neither come nor be stored any more.
    pub(crate) until: Millis,
    /// The bill that it sent; none if that is not known, because its record is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bill: Option<BillDigest>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) heard: Heard,
}

/// Everything that was said of an attempt, also where it contradicts.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Heard {
    /// No more is to come.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) ended: bool,
    /// Nothing left the machine.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) never_sent: bool,
    /// The service said that nothing has happened, and to try again.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) busy: bool,
    /// The service said that the request is wrong.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) refused: bool,
    /// The service said that a credential is wrong.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) unauthorised: bool,
    /// The service took the bill.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) took: bool,
    /// The service said that the money has moved.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) settled: bool,
    /// The service took the bill, and declared it failed.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) failed: bool,
    /// An answer left open what happened.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) unsure: bool,
    /// The service answered in words that nobody has described.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) other_words: bool,
    /// The answer, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) answer: Option<LastAnswer>,
}

/// A transaction under the reference.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Sighting {
    pub(crate) statuses: BTreeSet<SeenStatus>,
    /// The bills that nothing in it contradicts.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) fits: BTreeSet<BillDigest>,
    /// 1, and one more with each word after which it was seen again.
    pub(crate) times: u32,
}

/// Meaning of a status that a lookup showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeenStatus {
    Unknown,
    Pending,
    Failed,
    Success,
}

/// A person's word about the attempts and the sightings that were known when it was given.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Word {
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) opening: u32,
    pub(crate) says: Says,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) attempts: BTreeSet<AttemptId>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) transactions: BTreeMap<TransactionId, u32>,
}

/// Statement of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Says {
    /// Nothing has moved, and nothing will.
    NothingMoved,
    /// The money has moved.
    Settled,
    /// One transaction is not this bill's.
    NotThisBill,
}

/// Lookups in a row. All zero is the weakest.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Run {
    /// Digest of the lookup's settings: what another lookup did not find says nothing.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) by: String,
    /// Whether a lookup had a verdict since the last attempt, opening or word.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) looked: bool,
    /// Lookups in a row that found nothing, or only what has failed.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) nothing: u32,
    /// Time that the flow asked to wait between them. The clock alone adds nothing.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) waited: Millis,
    /// The control bill was found before the first of them, and after the last.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) control_before: bool,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) control_after: bool,
    /// Lookups in a row with a verdict that no waiting mends. A single one may come from a proxy or a replica.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) unusable: u32,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A join: the least that holds what both sides know. It is commutative, associative and idempotent.
pub(crate) trait Join {
    fn join(&mut self, other: &Self);
}

/// Joins a type whose greater value says more.
macro_rules! join_by_order { ($($type:ty),+) => { $(impl Join for $type {
    fn join(&mut self, other: &Self) { if *other > *self { self.clone_from(other); } }
})+ } }
join_by_order!(bool, u32, Millis, String, Option<String>, Option<Millis>, Option<Closed>, Option<LastAnswer>);

/// Joins a struct field by field.
macro_rules! join_by_field { ($type:ty: $($field:ident),+) => { impl Join for $type {
    fn join(&mut self, other: &Self) { $( self.$field.join(&other.$field); )+ }
} } }
join_by_field!(Knowledge: ref_id, service, bills, openings, attempts, transactions, words, run);
join_by_field!(Facts: currency, amount, settlement_to, customer_code);
join_by_field!(Opening: opened, bill, last_folded, closed);
join_by_field!(Attempt: opening, begun, until, bill, heard);
join_by_field!(
    Heard: ended, never_sent, busy, refused, unauthorised, took, settled, failed, unsure, other_words, answer
);
join_by_field!(Sighting: statuses, fits, times);
join_by_field!(Word: opening, says, attempts, transactions);

impl Join for Says {
    /// Two people who contradict each other leave it open.
    fn join(&mut self, other: &Says) {
        if *self != *other {
            *self = Says::NotThisBill;
        }
    }
}

impl<K: Ord + Clone, V: Join + Clone> Join for BTreeMap<K, V> {
    fn join(&mut self, other: &BTreeMap<K, V>) {
        for (key, value) in other {
            self.entry(key.clone()).and_modify(|known| known.join(value)).or_insert_with(|| value.clone());
        }
    }
}

impl<T: Ord + Clone> Join for BTreeSet<T> {
    fn join(&mut self, other: &BTreeSet<T>) {
        self.extend(other.iter().cloned());
    }
}

impl Join for Run {
    /// Keeps the weaker of both, field by field. Lookups by other settings are no run together.
    fn join(&mut self, other: &Run) {
        if self.by != other.by {
            *self = Run { by: std::cmp::max(&self.by, &other.by).clone(), ..Run::default() };
            return;
        }
        self.looked &= other.looked;
        self.nothing = self.nothing.min(other.nothing);
        self.waited = self.waited.min(other.waited);
        self.control_before &= other.control_before;
        self.control_after &= other.control_after;
        self.unusable = self.unusable.min(other.unusable);
    }
}

impl Knowledge {
    /// Returns what both know.
    pub(crate) fn merge(mut self, other: &Knowledge) -> Knowledge {
        self.join(other);
        self
    }

    /// Whether this knows anything, apart from the run of lookups, that the other does not know.
    pub(crate) fn adds_to(&self, other: &Knowledge) -> bool {
        let mut both = other.clone().merge(self);
        both.run.clone_from(&other.run);
        both != *other
    }

    /// Bounds a record that is opened again and again. Of the attempts that are known to have moved nothing, each
    /// opening keeps the last: it shows that its bill was given out. Openings between the first and the last few
    /// are dropped with theirs, and so are bills that nothing refers to.
    pub(crate) fn fold(&mut self) {
        let is_idle = |attempt: &Attempt| attempt.heard.ended && !attempt.heard.may_have_moved();
        let first = self.openings.keys().next().copied();
        let earlier = self.openings.len().saturating_sub(OPENINGS_KEPT);
        let dropped: Vec<u32> = self.openings.keys().copied().filter(|key| Some(*key) != first).take(earlier).collect();
        let sent = self.attempts.iter().filter(|(_, attempt)| is_idle(attempt) && !attempt.heard.never_sent);
        let sent: Vec<_> = sent.map(|(id, attempt)| (attempt.opening, attempt.begun, id.clone())).collect();
        let folded = sent.iter().map(|(_, begun, _)| *begun).max();
        let folded = self.openings.values().filter_map(|opening| opening.last_folded).max().max(folded);
        let is_last = |id: &AttemptId, attempt: &Attempt| {
            let last = sent.iter().filter(|(opening, _, _)| *opening == attempt.opening).max();
            last.is_some_and(|(opening, _, last)| last == id && !dropped.contains(opening))
        };
        keep(&mut self.attempts, |id, attempt| !is_idle(attempt) || is_last(id, attempt));
        keep(&mut self.openings, |number, _| !dropped.contains(number));
        if let Some(mut opening) = self.openings.last_entry() {
            opening.get_mut().last_folded.join(&folded);
        }
        let of_attempts = self.attempts.values().filter_map(|attempt| attempt.bill.clone());
        let meant: Vec<BillDigest> =
            self.openings.values().map(|opening| opening.bill.clone()).chain(of_attempts).collect();
        keep(&mut self.bills, |bill, _| meant.contains(bill));
    }
}

/// Keeps some entries of a map, as `retain` does, which compiles the balancing of trees for each type.
fn keep<K: Ord, V>(map: &mut BTreeMap<K, V>, is_kept: impl Fn(&K, &V) -> bool) {
    *map = gathered(std::mem::take(map).into_iter().filter(|(key, value)| is_kept(key, value)));
}

/// Openings that a record keeps beside the first.
const OPENINGS_KEPT: usize = 8;
/// Transactions that a record keeps apart. Further ones count as one.
pub(crate) const TRANSACTIONS_KEPT: usize = 32;
/// Name of the further ones.
pub(crate) const OTHERS: &str = "…";
