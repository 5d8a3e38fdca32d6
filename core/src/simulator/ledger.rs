//! The service's books: sub billers, transactions, bills, balances.

use crate::{models::Onboarding, simulator::books::BookedBill};
use billwire_wire::{Instant, Model, validate::Values};
use std::collections::BTreeMap;

/// Balances by sub biller and currency. No number of bills overflows 128 bits.
pub(super) type Balances = BTreeMap<String, BTreeMap<String, u128>>;

/// A registered sub biller.
#[derive(Clone, Debug)]
pub(super) struct SubBiller {
    /// The service's code for it.
    pub(super) code: String,
    pub(super) supplier_sync_code: String,
    pub(super) name: String,
    pub(super) name_kh: Option<String>,
    pub(super) address: Option<String>,
    pub(super) bank_id: Option<String>,
}

/// A bill to settle, with a known destination.
pub(super) struct Order {
    pub(super) sub_biller: String,
    pub(super) ref_id: String,
    pub(super) currency: String,
    pub(super) amount: u64,
    pub(super) amount_khr: String,
    pub(super) fee: u64,
    pub(super) customer: String,
    pub(super) description: Option<String>,
}

/// A completed transfer of money.
pub(super) struct Transaction {
    /// Counted from 1.
    pub(super) number: u64,
    pub(super) date: String,
    pub(super) order: Order,
}

impl Transaction {
    pub(super) const BANK_CODE: &'static str = "SIMBANK";
    pub(super) const BANK_NAME: &'static str = "Simulated Bank";

    pub(super) fn tran_id(&self) -> String {
        format!("TRAN-{:08}", self.number)
    }

    pub(super) fn tran_no(&self) -> String {
        format!("NO-{:08}", self.number)
    }

    pub(super) fn bank_ref(&self) -> String {
        format!("REF-{:08}", self.number)
    }

    /// Returns the amount plus the fee. A settlement whose total would overflow is refused before.
    pub(super) fn total(&self) -> u64 {
        self.order.amount.saturating_add(self.order.fee)
    }
}

#[derive(Default)]
pub(super) struct Ledger {
    /// Sub billers by the biller's code.
    sub_billers: BTreeMap<String, SubBiller>,
    /// The biller's code by the service's code.
    sync_codes: BTreeMap<String, String>,
    transactions: Vec<Transaction>,
    /// The transactions of each bill, by `ref_id`.
    bills: BTreeMap<String, Vec<usize>>,
    balances: Balances,
}

impl Ledger {
    /// Registers a sub biller, or updates a registered one.
    pub(super) fn register(&mut self, values: &Values<'_>) -> &SubBiller {
        let text = |at: usize| values.text(at).filter(|text| !text.is_empty()).map(str::to_owned);
        let supplier_sync_code = text(const { Onboarding::SCHEMA.index("supplier_sync_code") }).unwrap_or_default();
        let known = self.sub_billers.get(&supplier_sync_code).map(|known| known.code.clone());
        let code = known.unwrap_or_else(|| format!("SUP-{:06}", self.sub_billers.len().saturating_add(1)));
        self.sync_codes.insert(code.clone(), supplier_sync_code.clone());
        let sub_biller = SubBiller {
            code,
            name: text(const { Onboarding::SCHEMA.index("name") }).unwrap_or_default(),
            name_kh: text(const { Onboarding::SCHEMA.index("name_kh") }),
            address: text(const { Onboarding::SCHEMA.index("address") }),
            bank_id: text(const { Onboarding::SCHEMA.index("bank_id") }),
            supplier_sync_code: supplier_sync_code.clone(),
        };
        self.sub_billers.entry(supplier_sync_code).insert_entry(sub_biller).into_mut()
    }

    /// Returns the biller's code of a destination, which either code may name.
    pub(super) fn destination(&self, code: &str) -> Option<&str> {
        let own = self.sub_billers.get(code).map(|known| known.supplier_sync_code.as_str());
        own.or_else(|| self.sync_codes.get(code).map(String::as_str))
    }

    pub(super) fn is_settled(&self, ref_id: &str) -> bool {
        self.bills.contains_key(ref_id)
    }

    /// Moves the money of a bill and returns the index of its transaction.
    pub(super) fn settle(&mut self, order: Order, now_ms: u64) -> usize {
        let at = self.transactions.len();
        let balance = self.balances.entry(order.sub_biller.clone()).or_default().entry(order.currency.clone());
        let balance = balance.or_default();
        *balance = balance.saturating_add(u128::from(order.amount));
        self.bills.entry(order.ref_id.clone()).or_default().push(at);
        let number = u64::try_from(at).unwrap_or(u64::MAX).saturating_add(1);
        self.transactions.push(Transaction { number, date: date(now_ms), order });
        at
    }

    pub(super) fn transaction(&self, at: usize) -> Option<&Transaction> {
        self.transactions.get(at)
    }

    /// Returns the latest transaction that matches every criterion.
    pub(super) fn find(&self, wanted: &Search<'_>) -> Option<&Transaction> {
        let of_bill = self.bills.get(wanted.identity_code).filter(|_| wanted.purpose == wanted.identity_code)?;
        let mut transactions = of_bill.iter().rev().filter_map(|&at| self.transaction(at));
        transactions.find(|transaction| {
            wanted.tran_id.is_none_or(|tran_id| tran_id == transaction.tran_id())
                && wanted.bank_ref.is_none_or(|bank_ref| bank_ref == transaction.bank_ref())
        })
    }

    /// Returns the bills, in the order of `ref_id`.
    pub(super) fn bills(&self) -> Vec<BookedBill> {
        let booked = |(ref_id, of_bill): (&String, &Vec<usize>)| {
            let transactions = || of_bill.iter().filter_map(|&at| self.transaction(at));
            let first = &transactions().next()?.order;
            Some(BookedBill {
                ref_id: ref_id.clone(),
                currency: first.currency.clone(),
                total_amount: first.amount,
                total_amount_khr: first.amount_khr.clone(),
                tran_ids: transactions().map(Transaction::tran_id).collect(),
            })
        };
        self.bills.iter().filter_map(booked).collect()
    }

    /// Returns the sum of all transactions by currency. It is computed separately from the balances, which must agree.
    pub(super) fn totals(&self) -> BTreeMap<String, u128> {
        let mut totals: BTreeMap<String, u128> = BTreeMap::new();
        for Transaction { order, .. } in &self.transactions {
            let total = totals.entry(order.currency.clone()).or_default();
            *total = total.saturating_add(u128::from(order.amount));
        }
        totals
    }

    pub(super) fn balances(&self) -> &Balances {
        &self.balances
    }
}

/// Criteria of a verification (section 2.5).
pub(super) struct Search<'a> {
    pub(super) identity_code: &'a str,
    pub(super) purpose: &'a str,
    pub(super) tran_id: Option<&'a str>,
    pub(super) bank_ref: Option<&'a str>,
}

/// Formats the time like the samples: with a fraction, without a zone.
fn date(now_ms: u64) -> String {
    let instant = Instant::from_unix_millis(i64::try_from(now_ms).unwrap_or(i64::MAX)).to_string();
    instant.trim_end_matches('Z').to_owned()
}
