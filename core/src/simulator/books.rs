//! Books of the simulated service, for tests to compare with their own.

use crate::wire::read::json::{Json, Members, Number};
use std::collections::BTreeMap;

/// Sums by currency. No number of bills overflows 128 bits.
pub type Sums = BTreeMap<String, u128>;
/// Sums of each sub biller, by its `supplier_sync_code`.
pub type Balances = BTreeMap<String, Sums>;
/// Numbers of times, by what was served.
pub type Times = BTreeMap<String, u64>;

/// The simulator's books. All amounts are whole units of their currency, without fees.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct Books {
    /// The accepted bills, in the order of their `ref_id`.
    pub bills: Vec<BookedBill>,
    /// The registered sub billers, in the order of their `supplier_sync_code`.
    pub sub_billers: Vec<BookedSubBiller>,
    /// The balance of each sub biller, by its `supplier_sync_code` and by currency.
    pub balances: Balances,
    /// The sum of all transactions, by currency.
    pub totals: Sums,
    /// The number of times each fault was served, by names such as `settlement/drop_after` or `webhook/twice`.
    pub faults_served: Times,
    /// The counts of webhooks.
    pub webhooks: WebhookCounts,
}

/// An accepted bill.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct BookedBill {
    /// Reference id of the bill.
    pub ref_id: String,
    /// Currency of its first settlement.
    pub currency: String,
    /// Total amount of its first settlement.
    pub total_amount: i64,
    /// Total amount in KHR of its first settlement.
    pub total_amount_khr: String,
    /// The transactions whose money the sub biller has. None means that it is not paid, or that its payment was
    /// reversed; more than one, that it was paid more than once.
    pub tran_ids: Vec<String>,
}

/// A registered sub biller.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct BookedSubBiller {
    /// Sub biller id at the biller side.
    pub supplier_sync_code: String,
    /// Supplier code at the service side.
    pub code: String,
    /// Its name in English.
    pub name: String,
    /// The accounts that it has linked. Without one it is onboarded, but not linked.
    pub accounts: Vec<LinkedAccount>,
    /// How often the form of its link's page was sent.
    pub visits: i64,
}

/// Counts of webhooks. `due` is the sum of `acknowledged`, `failed` and `pending`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct WebhookCounts {
    /// Webhooks to deliver so far, including scripted extra ones.
    pub due: usize,
    /// Deliveries whose result is known, including repeated ones.
    pub delivered: usize,
    /// Acknowledged webhooks.
    pub acknowledged: usize,
    /// Webhooks whose retries are used up.
    pub failed: usize,
    /// Webhooks that are not acknowledged yet, including delayed ones.
    pub pending: usize,
}

impl Books {
    /// Writes the books as the sandbox shows them: sums as text, everything else as numbers.
    pub fn to_json(&self) -> Json {
        let sums = |sums: &Sums| -> Members {
            sums.iter().map(|(currency, sum)| (currency.as_str(), sum.to_string())).collect()
        };
        let mut books = Members::default();
        books.insert("bills", Json::Array(self.bills.iter().map(BookedBill::to_json).collect()));
        books.insert("sub_billers", Json::Array(self.sub_billers.iter().map(BookedSubBiller::to_json).collect()));
        let balances = self.balances.iter().map(|(sub_biller, by_currency)| (sub_biller.as_str(), sums(by_currency)));
        books.insert("balances", balances.collect::<Members>());
        books.insert("totals", sums(&self.totals));
        let served = self.faults_served.iter().map(|(fault, count)| (fault.as_str(), *count));
        books.insert("faults_served", served.collect::<Members>());
        books.insert("webhooks", self.webhooks.to_members());
        books.into()
    }
}

impl BookedBill {
    fn to_json(&self) -> Json {
        let mut bill = Members::default();
        bill.insert("ref_id", self.ref_id.as_str());
        bill.insert("currency", self.currency.as_str());
        bill.insert("total_amount", Number::from(i128::from(self.total_amount)));
        bill.insert("total_amount_khr", self.total_amount_khr.as_str());
        bill.insert("settlements", u64::try_from(self.tran_ids.len()).unwrap_or(u64::MAX));
        bill.insert("tran_ids", Json::Array(self.tran_ids.iter().map(|id| id.as_str().into()).collect()));
        bill.into()
    }
}

impl BookedSubBiller {
    fn to_json(&self) -> Json {
        let account = |account: &LinkedAccount| {
            let members = [("bank_id", account.bank_id.as_str()), ("currency", account.currency.as_str())];
            Json::Object(members.into_iter().collect())
        };
        let mut sub_biller = Members::default();
        sub_biller.insert("supplier_sync_code", self.supplier_sync_code.as_str());
        sub_biller.insert("code", self.code.as_str());
        sub_biller.insert("name", self.name.as_str());
        sub_biller.insert("accounts", Json::Array(self.accounts.iter().map(account).collect()));
        sub_biller.insert("visits", Number::from(i128::from(self.visits)));
        sub_biller.into()
    }
}

impl WebhookCounts {
    fn to_members(self) -> Members {
        let WebhookCounts { due, delivered, acknowledged, failed, pending } = self;
        let counts = [
            ("due", due),
            ("delivered", delivered),
            ("acknowledged", acknowledged),
            ("failed", failed),
            ("pending", pending),
        ];
        counts.into_iter().map(|(name, count)| (name, count as u64)).collect()
    }
}

/// An account that a sub biller has linked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct LinkedAccount {
    /// Identifier of its bank.
    pub bank_id: String,
    /// Its currency.
    pub currency: String,
}
