//! Scripts of payments.

use bon::Builder;

/// Course of the payment of a bill's next settlement that takes effect. Without a script it is one transaction
/// that succeeds at once.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct PaymentScript {
    /// The bill's `ref_id`.
    pub ref_id: String,
    /// The transactions. An empty list means that the bill is accepted, and never decided.
    pub transactions: Vec<TransactionScript>,
}

/// One transaction of a payment, in times after the settlement.
///
/// ```
/// use billwire::simulator::{Script, StatusScript, TransactionScript};
/// let pending = StatusScript::new(0, "pending");
/// let decided_later = TransactionScript::builder().statuses([pending, StatusScript::new(60_000, "success")]).build();
/// let found_late = TransactionScript::builder().found_ms([60_000]).build();
/// let script = Script::default().payment("INV-1", [decided_later]).payment("INV-2", [found_late]);
/// # assert_eq!(script.payments.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Builder)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct TransactionScript {
    /// The amount, in whole units of its currency. Default the bill's.
    pub amount: Option<u64>,
    /// The currency. Default the bill's.
    #[builder(into)]
    pub currency: Option<String>,
    /// The statuses, one after the other. Default: it succeeds at once.
    ///
    /// The money is with the sub biller while the profile's `success_statuses` list the status. So a `success` that
    /// follows `pending` moves it, and another status that follows `success` takes it back.
    #[builder(default, with = |list: impl IntoIterator<Item = StatusScript>| list.into_iter().collect())]
    pub statuses: Vec<StatusScript>,
    /// Milliseconds until verifications find it, stop finding it, find it again, and so on. Default 0: always. An empty
    /// list means never.
    #[builder(default = vec![0], with = |list: impl IntoIterator<Item = u64>| list.into_iter().collect())]
    pub found_ms: Vec<u64>,
}

impl Default for TransactionScript {
    fn default() -> TransactionScript {
        TransactionScript::builder().build()
    }
}

/// A status of a transaction, from a time on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct StatusScript {
    /// Milliseconds until the transaction has the status. Default 0.
    #[cfg_attr(feature = "serde", serde(default))]
    pub after_ms: u64,
    /// The status.
    pub status: String,
    /// Whether a webhook reports it. Default true.
    #[cfg_attr(feature = "serde", serde(default = "yes"))]
    pub webhook: bool,
}

impl StatusScript {
    /// Returns a status that a webhook reports.
    pub fn new(after_ms: u64, status: impl Into<String>) -> StatusScript {
        StatusScript { after_ms, status: status.into(), webhook: true }
    }
}

#[cfg(feature = "serde")]
fn yes() -> bool {
    true
}
