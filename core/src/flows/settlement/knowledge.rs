//! Everything that was heard about one bill. It only grows.
//!
//! [`Knowledge::merge`] keeps what either side knows, so a second worker, a crash or a late answer loses nothing.
//! Only the run of lookups is no knowledge of the bill: of two runs the weaker is kept.

use crate::flows::recorded::{Join, Map, Set, join_by_order, recorded};
use crate::flows::settlement::last_answer::LastAnswer;
use crate::{finding::Code, interface::error::NextStep};

/// Milliseconds since 1970, or a time in milliseconds.
pub(crate) type Millis = i64;
/// Digest of the signed fields of a bill.
pub(crate) type BillDigest = String;
/// Number of an opening, number of an attempt in it, and a mark of the flow that began it.
pub(crate) type AttemptId = String;
/// The `tran_id` of a transaction.
pub(crate) type TransactionId = String;

recorded! {
    /// Knowledge of the bill of one reference.
    #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Knowledge {
        pub(crate) ref_id: String,
        /// Digest of the service's address: a record of the sandbox says nothing about another service.
        pub(crate) service: String,
        /// Each bill that was meant under the reference.
        pub(crate) bills: Map<BillDigest, Facts>,
        /// The first opening and each reopening.
        pub(crate) openings: Map<u32, Opening>,
        /// Each attempt that was stored, and so may have been sent.
        pub(crate) attempts: Map<AttemptId, Attempt> = Map::new(),
        /// Each transaction that a lookup showed under the reference.
        pub(crate) transactions: Map<TransactionId, Sighting> = Map::new(),
        /// People's words, in order.
        pub(crate) words: Map<u32, Word> = Map::new(),
        pub(crate) run: Run = Run::default(),
    }
    joined by field
}

recorded! {
    /// Fields of a bill that a transaction must not contradict.
    #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Facts {
        pub(crate) currency: String,
        pub(crate) amount: String,
        pub(crate) settlement_to: String,
        pub(crate) customer_code: Option<String> = None,
    }
    joined by field
}

recorded! {
    /// Time in which a bill is settled: from its first call or a reopening to an end.
    #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Opening {
        pub(crate) opened: Millis,
        pub(crate) bill: BillDigest,
        /// Time at which the last attempt of an earlier opening was begun that is not kept any more: see
        /// [`Knowledge::fold`].
        pub(crate) last_folded: Option<Millis> = None,
        pub(crate) closed: Option<Closed> = None,
    }
    joined by field
}

recorded! {
    /// An end that is no proof. The later of two is the safer one.
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Closed {
        /// Whether it is unclear; otherwise the bill is refused.
        pub(crate) is_unclear: bool = false,
        pub(crate) code: Code,
        pub(crate) next_step: NextStep,
    }
}

recorded! {
    /// One attempt to settle.
    #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Attempt {
        pub(crate) opening: u32 = 0,
        pub(crate) begun: Millis,
        /// Time from which its answer can neither come nor be stored any more.
        pub(crate) until: Millis,
        /// The bill that it sent; none if that is not known, because its record is lost.
        pub(crate) bill: Option<BillDigest> = None,
        pub(crate) heard: Heard = Heard::SILENCE,
    }
    joined by field
}

recorded! {
    /// Everything that was said of an attempt, also where it contradicts.
    #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Heard {
        /// No more is to come.
        pub(crate) ended: bool = false,
        /// Nothing left the machine.
        pub(crate) never_sent: bool = false,
        /// The service said that nothing has happened, and to try again.
        pub(crate) busy: bool = false,
        /// The service said that the request is wrong.
        pub(crate) refused: bool = false,
        /// The service said that a credential is wrong.
        pub(crate) unauthorised: bool = false,
        /// The service took the bill.
        pub(crate) took: bool = false,
        /// The service said that the money has moved.
        pub(crate) settled: bool = false,
        /// The service took the bill, and declared it failed.
        pub(crate) failed: bool = false,
        /// An answer left open what happened.
        pub(crate) unsure: bool = false,
        /// The service answered in words that nobody has described.
        pub(crate) other_words: bool = false,
        /// The answer, for people.
        pub(crate) answer: Option<LastAnswer> = None,
    }
    joined by field
}

recorded! {
    /// A transaction under the reference.
    #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Sighting {
        pub(crate) statuses: Set<SeenStatus>,
        /// The bills that nothing in it contradicts.
        pub(crate) fits: Set<BillDigest> = Set::new(),
        /// 1, and one more with each word after which it was seen again.
        pub(crate) times: u32,
    }
    joined by field
}

recorded! {
    /// Meaning of a status that a lookup showed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) enum SeenStatus {
        Unknown = "unknown",
        Pending = "pending",
        Failed = "failed",
        Success = "success",
    }
}

recorded! {
    /// A person's word about the attempts and the sightings that were known when it was given.
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Word {
        pub(crate) opening: u32 = 0,
        pub(crate) says: Says,
        pub(crate) attempts: Set<AttemptId> = Set::new(),
        pub(crate) transactions: Map<TransactionId, u32> = Map::new(),
    }
    joined by field
}

recorded! {
    /// Statement of a person.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) enum Says {
        /// Nothing has moved, and nothing will.
        NothingMoved = "nothing_moved",
        /// The money has moved.
        Settled = "settled",
        /// One transaction is not this bill's.
        NotThisBill = "not_this_bill",
    }
}

recorded! {
    /// Lookups in a row. All zero is the weakest.
    #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Run {
        /// Digest of the lookup's settings: what another lookup did not find says nothing.
        pub(crate) by: String = String::new(),
        /// Whether a lookup had a verdict since the last attempt, opening or word.
        pub(crate) looked: bool = false,
        /// Lookups in a row that found nothing, or only what has failed.
        pub(crate) nothing: u32 = 0,
        /// Time that the flow asked to wait between them. The clock alone adds nothing.
        pub(crate) waited: Millis = 0,
        /// The control bill was found before the first of them, and after the last.
        pub(crate) control_before: bool = false,
        pub(crate) control_after: bool = false,
        /// Lookups in a row with a verdict that no waiting mends. A single one may come from a proxy or a replica.
        pub(crate) unusable: u32 = 0,
    }
}

join_by_order!(Option<Closed>, Option<LastAnswer>);

impl Join for Says {
    /// Two people who contradict each other leave it open.
    fn join(&mut self, other: &Says) {
        if *self != *other {
            *self = Says::NotThisBill;
        }
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
        self.attempts.retain(|id, attempt| !is_idle(attempt) || is_last(id, attempt));
        self.openings.retain(|number, _| !dropped.contains(number));
        if let Some((_, opening)) = self.openings.iter_mut().next_back() {
            opening.last_folded.join(&folded);
        }
        let of_attempts = self.attempts.values().filter_map(|attempt| attempt.bill.clone());
        let meant: Vec<BillDigest> =
            self.openings.values().map(|opening| opening.bill.clone()).chain(of_attempts).collect();
        self.bills.retain(|bill, _| meant.contains(bill));
    }
}

/// Openings that a record keeps beside the first.
const OPENINGS_KEPT: usize = 8;
/// Transactions that a record keeps apart. Further ones count as one.
pub(crate) const TRANSACTIONS_KEPT: usize = 32;
/// Name of the further ones.
pub(crate) const OTHERS: &str = "…";
