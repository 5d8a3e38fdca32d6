//! The service's books: sub billers, transactions, bills, balances.

use crate::wire::{Model, model::validate::Values};
use crate::{
    interface::models::Onboarding,
    simulator::{
        books::{Balances, BookedBill, BookedSubBiller, LinkedAccount, Sums},
        transaction::{Order, Transaction},
    },
};
use std::collections::BTreeMap;

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
    pub(super) return_url: Option<String>,
    /// The one currency in which it may link accounts.
    pub(super) currency: Option<String>,
    pub(super) accounts: Vec<LinkedAccount>,
    /// Number of the latest link.
    pub(super) link: u32,
    /// Number of the latest link that has expired.
    pub(super) expired: u32,
    /// How often the form of its page was sent.
    pub(super) visits: u32,
}

impl SubBiller {
    /// Gives a new link. The earlier ones expire.
    pub(super) fn renew_link(&mut self) {
        self.expired = self.link;
        self.link = self.link.saturating_add(1);
    }
}

#[derive(Default)]
pub(super) struct Ledger {
    /// Sub billers by the biller's code.
    sub_billers: BTreeMap<String, SubBiller>,
    /// The biller's code by the service's code.
    sync_codes: BTreeMap<String, String>,
    transactions: Vec<Transaction>,
    /// The transactions of each `identity_code`.
    by_identity: BTreeMap<String, Vec<usize>>,
    /// The accepted bills, by `ref_id`.
    bills: BTreeMap<String, Bill>,
    /// The statuses that transactions will have: by time, transaction, and place in the script.
    coming: BTreeMap<(u64, usize, usize), Status>,
    balances: Balances,
}

/// An accepted bill.
struct Bill {
    /// Its first settlement.
    order: Order,
    transactions: Vec<usize>,
}

/// A status of a transaction.
pub(super) struct Status {
    pub(super) text: String,
    /// Whether the sub biller has the money with this status.
    pub(super) is_paid: bool,
}

impl Ledger {
    /// Registers a sub biller, or updates a registered one.
    pub(super) fn register(&mut self, values: &Values<'_>) -> &SubBiller {
        let text = |at: usize| values.text(at).filter(|text| !text.is_empty()).map(str::to_owned);
        let supplier_sync_code = text(const { Onboarding::SCHEMA.index("supplier_sync_code") }).unwrap_or_default();
        let known = self.sub_billers.get(&supplier_sync_code).cloned();
        let new_code = || format!("SUP-{:06}", self.sub_billers.len().saturating_add(1));
        let code = known.as_ref().map_or_else(new_code, |known| known.code.clone());
        self.sync_codes.insert(code.clone(), supplier_sync_code.clone());
        let sub_biller = SubBiller {
            code,
            name: text(const { Onboarding::SCHEMA.index("name") }).unwrap_or_default(),
            name_kh: text(const { Onboarding::SCHEMA.index("name_kh") }),
            address: text(const { Onboarding::SCHEMA.index("address") }),
            bank_id: text(const { Onboarding::SCHEMA.index("bank_id") }),
            return_url: text(const { Onboarding::SCHEMA.index("return_url") }),
            currency: text(const { Onboarding::SCHEMA.index("currency") }),
            accounts: known.as_ref().map(|known| known.accounts.clone()).unwrap_or_default(),
            link: known.as_ref().map_or(1, |known| known.link.max(known.expired.saturating_add(1))),
            expired: known.as_ref().map_or(0, |known| known.expired),
            visits: known.as_ref().map_or(0, |known| known.visits),
            supplier_sync_code: supplier_sync_code.clone(),
        };
        self.sub_billers.entry(supplier_sync_code).insert_entry(sub_biller).into_mut()
    }

    /// Returns the biller's code of a destination, which either code may name.
    pub(super) fn destination(&self, code: &str) -> Option<&str> {
        let own = self.sub_billers.get(code).map(|known| known.supplier_sync_code.as_str());
        own.or_else(|| self.sync_codes.get(code).map(String::as_str))
    }

    /// Returns whether a code is the service's own.
    pub(super) fn knows_code(&self, code: &str) -> bool {
        self.sync_codes.contains_key(code)
    }

    /// Returns a sub biller by the biller's code.
    pub(super) fn sub_biller(&mut self, code: &str) -> Option<&mut SubBiller> {
        self.sub_billers.get_mut(code)
    }

    /// Returns whether a sub biller has linked an account, and one of a currency.
    pub(super) fn has_linked(&self, code: &str, currency: &str) -> (bool, bool) {
        let accounts = self.sub_billers.get(code).map(|known| known.accounts.as_slice()).unwrap_or_default();
        (!accounts.is_empty(), accounts.iter().any(|account| account.currency == currency))
    }

    /// Returns the registered sub billers, in the order of their `supplier_sync_code`.
    pub(super) fn sub_billers(&self) -> Vec<BookedSubBiller> {
        let booked = |known: &SubBiller| BookedSubBiller {
            supplier_sync_code: known.supplier_sync_code.clone(),
            code: known.code.clone(),
            name: known.name.clone(),
            accounts: known.accounts.clone(),
            visits: known.visits.into(),
        };
        self.sub_billers.values().map(booked).collect()
    }

    /// Returns whether a bill was accepted before.
    pub(super) fn knows(&self, ref_id: &str) -> bool {
        self.bills.contains_key(ref_id)
    }

    pub(super) fn accept(&mut self, order: &Order) {
        let bill = || Bill { order: order.clone(), transactions: Vec::new() };
        self.bills.entry(order.ref_id.clone()).or_insert_with(bill);
    }

    /// Returns the number of the next transaction.
    pub(super) fn next_number(&self) -> u64 {
        u64::try_from(self.transactions.len()).unwrap_or(u64::MAX).saturating_add(1)
    }

    /// Adds a transaction of an accepted bill, with the statuses that it will have, and returns its index.
    pub(super) fn add(&mut self, transaction: Transaction, statuses: impl Iterator<Item = (u64, Status)>) -> usize {
        let at = self.transactions.len();
        let Order { ref_id, references, .. } = &transaction.order;
        self.by_identity.entry(references.identity_code.clone()).or_default().push(at);
        if let Some(bill) = self.bills.get_mut(ref_id) {
            bill.transactions.push(at);
        }
        self.transactions.push(transaction);
        self.coming.extend(statuses.enumerate().map(|(place, (due_ms, status))| ((due_ms, at, place), status)));
        at
    }

    /// Applies the statuses that are due.
    pub(super) fn advance(&mut self, now_ms: u64) {
        while let Some(due) = self.coming.first_entry().filter(|coming| coming.key().0 <= now_ms) {
            let ((_, at, _), status) = due.remove_entry();
            let Some(transaction) = self.transactions.get_mut(at) else { continue };
            let before = transaction.paid();
            transaction.is_paid = status.is_paid;
            transaction.status = Some(status.text);
            let Order { sub_biller, currency, .. } = &transaction.order;
            let balance = self.balances.entry(sub_biller.clone()).or_default().entry(currency.clone()).or_default();
            *balance = balance.saturating_sub(before).saturating_add(transaction.paid());
        }
    }

    pub(super) fn transaction(&self, at: usize) -> Option<&Transaction> {
        self.transactions.get(at)
    }

    /// Returns the transactions of an `identity_code`, the latest first.
    pub(super) fn of_identity(&self, identity_code: &str) -> impl Iterator<Item = &Transaction> {
        let indexes = self.by_identity.get(identity_code).map(Vec::as_slice).unwrap_or_default();
        indexes.iter().rev().filter_map(|&at| self.transaction(at))
    }

    /// Returns the accepted bills, in the order of `ref_id`.
    pub(super) fn bills(&self) -> Vec<BookedBill> {
        let booked = |(ref_id, bill): (&String, &Bill)| {
            let transactions = bill.transactions.iter().filter_map(|&at| self.transaction(at));
            BookedBill {
                ref_id: ref_id.clone(),
                currency: bill.order.currency.clone(),
                total_amount: bill.order.amount.try_into().unwrap_or(i64::MAX),
                total_amount_khr: bill.order.amount_khr.clone(),
                tran_ids: transactions.filter(|one| one.is_paid).map(Transaction::tran_id).collect(),
            }
        };
        self.bills.iter().map(booked).collect()
    }

    /// Returns the sum of all transactions by currency. It is computed separately from the balances, which must agree.
    pub(super) fn totals(&self) -> Sums {
        let mut totals = Sums::new();
        for transaction in self.transactions.iter().filter(|one| one.status.is_some()) {
            let total = totals.entry(transaction.order.currency.clone()).or_default();
            *total = total.saturating_add(transaction.paid());
        }
        totals
    }

    pub(super) fn balances(&self) -> &Balances {
        &self.balances
    }
}
