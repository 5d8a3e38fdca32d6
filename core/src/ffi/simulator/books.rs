//! The books of a simulator.

use super::super::Setting as _;
use crate::simulator;
use std::collections::{BTreeMap, HashMap};

/// Books of the simulated service. Sums are decimal text, in whole units of their currency, without fees.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct Books {
    /// The bills that were accepted, in the order of their `ref_id`.
    pub bills: Vec<BookedBill>,
    /// Balances of the sub billers, by `supplier_sync_code` and by currency.
    pub balances: HashMap<String, HashMap<String, String>>,
    /// The sum of all transactions, by currency.
    pub totals: HashMap<String, String>,
    /// Number of times that each fault was served, such as `settlement/drop_after` or `webhook/twice`.
    pub faults_served: HashMap<String, i32>,
    /// Numbers of webhooks.
    pub webhooks: WebhookCounts,
}

impl From<simulator::Books> for Books {
    fn from(books: simulator::Books) -> Books {
        Books {
            bills: books.bills.into_iter().map(BookedBill::from).collect(),
            balances: books
                .balances
                .into_iter()
                .map(|(sub_biller, by_currency)| (sub_biller, sums(by_currency)))
                .collect(),
            totals: sums(books.totals),
            faults_served: books.faults_served.into_iter().map(|(fault, times)| (fault, count(times))).collect(),
            webhooks: books.webhooks.into(),
        }
    }
}

/// Accepted bill.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct BookedBill {
    /// Reference id of the bill.
    pub ref_id: String,
    /// Currency of its first settlement.
    pub currency: String,
    /// Total amount of its first settlement.
    pub total_amount: i64,
    /// Total amount in KHR of its first settlement.
    pub total_amount_khr: String,
    /// Transactions whose money the sub biller has. None means that it is not paid, or that its payment was reversed; more
    /// than one, that it was paid more than once.
    pub tran_ids: Vec<String>,
}

impl From<simulator::BookedBill> for BookedBill {
    fn from(bill: simulator::BookedBill) -> BookedBill {
        BookedBill {
            ref_id: bill.ref_id,
            currency: bill.currency,
            total_amount: bill.total_amount.form(),
            total_amount_khr: bill.total_amount_khr,
            tran_ids: bill.tran_ids,
        }
    }
}

/// Numbers of webhooks. `due` is the sum of `acknowledged`, `failed` and `pending`.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct WebhookCounts {
    /// Webhooks that were due so far, scripted extra ones included.
    pub due: i32,
    /// Deliveries with a known result, repeated ones included.
    pub delivered: i32,
    /// Webhooks that were acknowledged.
    pub acknowledged: i32,
    /// Webhooks that the simulator gave up.
    pub failed: i32,
    /// Webhooks without an acknowledgement, late and held-back ones included.
    pub pending: i32,
}

impl From<simulator::WebhookCounts> for WebhookCounts {
    fn from(counts: simulator::WebhookCounts) -> WebhookCounts {
        WebhookCounts {
            due: count(counts.due),
            delivered: count(counts.delivered),
            acknowledged: count(counts.acknowledged),
            failed: count(counts.failed),
            pending: count(counts.pending),
        }
    }
}

fn sums(sums: BTreeMap<String, u128>) -> HashMap<String, String> {
    sums.into_iter().map(|(currency, sum)| (currency, sum.to_string())).collect()
}

fn count(times: u64) -> i32 {
    i32::try_from(times).unwrap_or(i32::MAX)
}
