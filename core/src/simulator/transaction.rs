//! Bills to settle, and the transactions of their payments.

use crate::wire::{Instant, model::validate::Values};
use crate::{
    interface::profile::{BillField, DateFormat, PaidAmount, SettlementLookup, WireProfile, bill_field},
    simulator::payment_script::TransactionScript,
};

/// A bill to settle, with a known destination.
#[derive(Clone)]
pub(super) struct Order {
    pub(super) sub_biller: String,
    pub(super) ref_id: String,
    pub(super) references: References,
    pub(super) currency: String,
    pub(super) amount: u64,
    pub(super) amount_khr: String,
    pub(super) fee: u64,
    pub(super) customer: String,
    pub(super) description: Option<String>,
}

/// The texts by which a verification finds the transactions of a bill.
#[derive(Clone)]
pub(super) struct References {
    pub(super) identity_code: String,
    pub(super) purpose_of_transaction: String,
    /// Text that a transaction repeats as its `customer_code`, if the profile's lookup names a field.
    pub(super) customer_code: Option<String>,
}

impl References {
    /// Returns the fields of the bill that the profile's lookup names, or its `ref_id`.
    pub(super) fn of(values: &Values<'_>, profile: &WireProfile, without_purpose: bool) -> References {
        let lookup = profile.settlement_lookup.as_ref();
        let text_of = |name: &str| {
            let text = match bill_field(name) {
                Some(BillField::Text(at)) => values.text(at).map(str::to_owned),
                Some(BillField::Date(at)) => lookup.and_then(|lookup| {
                    let format = DateFormat::parse(lookup.date_format.as_deref()?)?;
                    format.write(values.instant(at)?, profile.written_offset())
                }),
                None => None,
            };
            text.unwrap_or_default()
        };
        let field = |named: fn(&SettlementLookup) -> &str| text_of(lookup.map_or("ref_id", named));
        let customer_code = lookup.and_then(|lookup| lookup.customer_code.as_deref());
        let purpose = || field(|lookup| &lookup.purpose_of_transaction);
        References {
            identity_code: field(|lookup| &lookup.identity_code),
            purpose_of_transaction: if without_purpose { String::new() } else { purpose() },
            customer_code: customer_code.map(text_of),
        }
    }
}

/// One payment of a bill. Its script says what becomes of it over time.
pub(super) struct Transaction {
    /// Counted from 1.
    pub(super) number: u64,
    /// The part that its ids share.
    pub(super) id: String,
    pub(super) date: String,
    /// The bill, with the amount and the currency of this payment.
    pub(super) order: Order,
    /// The present status. `None` before the first one: the transaction does not exist yet.
    pub(super) status: Option<String>,
    /// Whether the sub biller has the money at present.
    pub(super) is_paid: bool,
    /// The times at which verifications begin to find it, stop, begin again, and so on.
    found_ms: Vec<u64>,
}

impl Transaction {
    pub(super) const BANK_CODE: &'static str = "SIMBANK";
    pub(super) const BANK_NAME: &'static str = "Simulated Bank";

    /// Creates a transaction that has no status yet.
    pub(super) fn new(number: u64, seed: &str, order: &Order, script: &TransactionScript, now_ms: u64) -> Transaction {
        let begins = script.statuses.first().map_or(0, |status| status.after_ms);
        Transaction {
            number,
            id: if seed.is_empty() { format!("{number:08}") } else { format!("{seed}-{number:08}") },
            date: date(now_ms.saturating_add(begins)),
            order: Order {
                amount: script.amount.unwrap_or(order.amount),
                currency: script.currency.as_ref().unwrap_or(&order.currency).clone(),
                ..order.clone()
            },
            status: None,
            is_paid: false,
            found_ms: script.found_ms.iter().map(|after| now_ms.saturating_add(*after)).collect(),
        }
    }

    pub(super) fn tran_id(&self) -> String {
        format!("TRAN-{}", self.id)
    }

    pub(super) fn tran_no(&self) -> String {
        format!("NO-{}", self.id)
    }

    pub(super) fn bank_ref(&self) -> String {
        format!("REF-{}", self.id)
    }

    /// Returns `tran_amount` and `total_amount`, which differ by the fee. A settlement whose total would overflow is
    /// refused before.
    pub(super) fn amounts(&self, paid: PaidAmount) -> (u64, u64) {
        let Order { amount, fee, .. } = self.order;
        match paid {
            PaidAmount::TranAmount => (amount, amount.saturating_add(fee)),
            PaidAmount::TotalAmount => (amount.saturating_sub(fee), amount),
        }
    }

    /// Returns the money that the sub biller has by it, without the fee.
    pub(super) fn paid(&self) -> u128 {
        if self.is_paid { u128::from(self.order.amount) } else { 0 }
    }

    /// Returns whether verifications find it at this time.
    pub(super) fn is_found(&self, now_ms: u64) -> bool {
        let changes = self.found_ms.iter().filter(|change| **change <= now_ms).count();
        self.status.is_some() && !changes.is_multiple_of(2)
    }
}

/// Formats the time like the samples: with a fraction, without a zone.
fn date(now_ms: u64) -> String {
    let instant = Instant::from_unix_millis(i64::try_from(now_ms).unwrap_or(i64::MAX)).to_string();
    instant.trim_end_matches('Z').to_owned()
}
