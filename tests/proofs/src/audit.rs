//! Audit of a run: the issued bills, the merchant's database and the sandbox's books, compared with each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use ::postgres::Client;
use anyhow::{Context, Result};
use serde_json::Value;

use crate::database::{columns, rows};
use crate::sandbox::Sandbox;

/// Bill to settle, from the merchant's file.
pub(crate) struct Bill {
    pub(crate) ref_id: String,
    pub(crate) settlement_to: String,
    pub(crate) currency: String,
    pub(crate) total_amount: u64,
}

/// Rows of the merchant's database.
#[derive(Default)]
pub(crate) struct Ours {
    /// By `ref_id`: its end, and its credited amount.
    bills: BTreeMap<String, (String, u128)>,
    /// Every claim: its key, and the bill that it paid.
    claims: Vec<(String, String)>,
}

/// Records of the sandbox: its transactions by `ref_id`, and the balance of each sub biller by currency.
#[derive(Default)]
pub(crate) struct Theirs {
    transactions: BTreeMap<String, Vec<String>>,
    balances: Sums,
}

type Sums = BTreeMap<(String, String), u128>;

const LARGEST_BOOKS: u64 = 1 << 30;

/// Books of a sandbox, as its admin path returns them.
pub(crate) fn books(sandbox: &Sandbox) -> Result<Value> {
    let mut answer = ureq::get(format!("{}/sandbox/books", sandbox.url())).call()?;
    Ok(answer.body_mut().with_config().limit(LARGEST_BOOKS).read_json()?)
}

/// Differences, by `ref_id`, claim key or sub biller. The books balance when all are empty.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Audit {
    /// Bills whose money the sandbox moved more than once.
    pub(crate) settled_twice: BTreeSet<String>,
    /// Issued bills whose money did not move, or was not credited in full.
    pub(crate) lost: BTreeSet<String>,
    /// Bills credited above their amount, and transactions or bills claimed more than once.
    pub(crate) credited_twice: BTreeSet<String>,
    /// Credited bills without a transaction in the sandbox, or without a claim.
    pub(crate) unfounded: BTreeSet<String>,
    /// Sub billers whose sums in a currency differ.
    pub(crate) unequal: BTreeSet<String>,
}

impl Audit {
    pub(crate) fn new(billed: &[Bill], ours: &Ours, theirs: &Theirs) -> Self {
        let mut audit = Self { unequal: unequal(billed, ours, theirs), ..Self::default() };
        let mut keys = BTreeSet::new();
        let mut claimed = BTreeSet::new();
        for (key, ref_id) in &ours.claims {
            if !keys.insert(key) || !claimed.insert(ref_id.as_str()) {
                audit.credited_twice.insert(ref_id.clone());
            }
            if !theirs.transactions.get(ref_id).is_some_and(|transactions| transactions.contains(key)) {
                audit.unfounded.insert(ref_id.clone());
            }
        }
        for bill in billed {
            audit.judge(bill, ours, theirs, claimed.contains(bill.ref_id.as_str()));
        }
        let given_out: BTreeSet<&String> = billed.iter().map(|bill| &bill.ref_id).collect();
        let strangers =
            theirs.transactions.keys().chain(ours.bills.keys()).filter(|ref_id| !given_out.contains(ref_id));
        audit.unfounded.extend(strangers.cloned());
        audit
    }

    fn judge(&mut self, bill: &Bill, ours: &Ours, theirs: &Theirs, claimed: bool) {
        let ref_id = || bill.ref_id.clone();
        let asked = u128::from(bill.total_amount);
        let moved = theirs.transactions.get(&bill.ref_id).map_or(0, Vec::len);
        let (state, paid) = ours.bills.get(&bill.ref_id).map_or(("", 0), |(state, paid)| (state.as_str(), *paid));
        if moved > 1 {
            self.settled_twice.insert(ref_id());
        }
        if moved == 0 || state != "settled" || paid < asked {
            self.lost.insert(ref_id());
        }
        if paid > asked {
            self.credited_twice.insert(ref_id());
        }
        if paid > 0 && !claimed {
            self.unfounded.insert(ref_id());
        }
    }

    pub(crate) fn holds(&self) -> bool {
        *self == Self::default()
    }

    /// Each count under its name.
    pub(crate) fn counts(&self) -> [(&'static str, usize); 5] {
        [
            ("settled twice", self.settled_twice.len()),
            ("lost", self.lost.len()),
            ("credited twice", self.credited_twice.len()),
            ("paid without transaction", self.unfounded.len()),
            ("unequal sums", self.unequal.len()),
        ]
    }

    /// A few of each.
    pub(crate) fn examples(&self) -> String {
        let all = [&self.settled_twice, &self.lost, &self.credited_twice, &self.unfounded, &self.unequal];
        let named = self.counts().into_iter().zip(all).filter(|(_, found)| !found.is_empty());
        let few = |found: &BTreeSet<String>| found.iter().take(5).cloned().collect::<Vec<_>>().join(" ");
        named.map(|((name, _), found)| format!("{name}: {}", few(found))).collect::<Vec<_>>().join("; ")
    }

    /// The counts in a line.
    pub(crate) fn line(&self) -> String {
        let counts = self.counts().map(|(name, count)| format!("{count} {name}"));
        counts.join(", ")
    }
}

/// Sub billers whose issued, credited and received sums differ, to the last unit.
fn unequal(billed: &[Bill], ours: &Ours, theirs: &Theirs) -> BTreeSet<String> {
    let (mut given_out, mut credited) = (Sums::new(), Sums::new());
    for Bill { ref_id, settlement_to, currency, total_amount } in billed {
        let whose = (settlement_to.clone(), currency.clone());
        let paid = ours.bills.get(ref_id).map_or(0, |(_, paid)| *paid);
        add(&mut given_out, whose.clone(), u128::from(*total_amount));
        add(&mut credited, whose, paid);
    }
    let all: BTreeSet<_> = given_out.keys().chain(theirs.balances.keys()).collect();
    let differs = |whose: &&&(String, String)| {
        let sums = [&given_out, &credited, &theirs.balances].map(|sums| sums.get(**whose).copied().unwrap_or_default());
        sums.windows(2).any(|pair| pair.first() != pair.last())
    };
    all.iter().filter(differs).map(|(sub_biller, currency)| format!("{sub_biller} {currency}")).collect()
}

fn add(sums: &mut Sums, whose: (String, String), amount: u128) {
    let sum = sums.entry(whose).or_default();
    *sum = sum.saturating_add(amount);
}

/// The bills of a file in the form of `examples/node-merchant/bills.json`.
pub(crate) fn read_bills(file: &Path) -> Result<Vec<Bill>> {
    let json: Value = serde_json::from_slice(&fs::read(file)?).context("the bills are not JSON")?;
    let bills = json.get("bills").and_then(Value::as_array).context("the file has no bills")?;
    let bill = |bill: &Value| {
        Some(Bill {
            ref_id: text(bill, "ref_id")?,
            settlement_to: text(bill, "settlement_to")?,
            currency: text(bill, "currency")?,
            total_amount: bill.get("total_amount")?.as_u64()?,
        })
    };
    bills.iter().map(bill).collect::<Option<_>>().context("a bill is not as expected")
}

impl Ours {
    /// Reads the tables of `examples/node-merchant/src/schema.ts`.
    pub(crate) fn read(database: &mut Client) -> Result<Self> {
        let bills = rows(database, "SELECT ref_id, state, paid FROM bills")?;
        let claims = rows(database, "SELECT claim_key, ref_id FROM payments")?;
        let bill = |[ref_id, state, paid]: [String; 3]| Ok((ref_id, (state, paid.parse()?)));
        Ok(Self {
            bills: bills.into_iter().map(|row| bill(columns(row)?)).collect::<Result<_>>()?,
            claims: claims.into_iter().map(|row| columns(row).map(Into::into)).collect::<Result<_>>()?,
        })
    }
}

impl Theirs {
    /// Reads the answer of `/sandbox/books`.
    pub(crate) fn read(books: &Value) -> Result<Self> {
        let bills = books.get("bills").and_then(Value::as_array).context("the sandbox's books have no bills")?;
        let transactions = |bill: &Value| {
            let ids = bill.get("tran_ids")?.as_array()?.iter().map(|id| id.as_str().map(str::to_owned));
            Some((text(bill, "ref_id")?, ids.collect::<Option<_>>()?))
        };
        let transactions = bills.iter().map(transactions).collect::<Option<_>>();
        let mut balances = Sums::new();
        for (sub_biller, sums) in members(books.get("balances")) {
            for (currency, sum) in members(Some(sums)) {
                let sum = sum.as_str().context("a balance is no text")?.parse()?;
                balances.insert((sub_biller.clone(), currency.clone()), sum);
            }
        }
        Ok(Self { transactions: transactions.context("a bill in the sandbox's books is not as expected")?, balances })
    }
}

fn members(object: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    object.and_then(Value::as_object).into_iter().flatten()
}

fn text(object: &Value, name: &str) -> Option<String> {
    object.get(name)?.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Two bills, settled and paid: the books balance.
    fn sound() -> (Vec<Bill>, Ours, Value) {
        let bill = |ref_id: &str| Bill {
            ref_id: ref_id.into(),
            settlement_to: "SB".into(),
            currency: "KHR".into(),
            total_amount: 5,
        };
        let ours = Ours {
            bills: ["A", "B"].map(|ref_id| (ref_id.to_owned(), ("settled".to_owned(), 5))).into(),
            claims: vec![("T1".into(), "A".into()), ("T2".into(), "B".into())],
        };
        let books = json!({
            "bills": [{"ref_id": "A", "tran_ids": ["T1"]}, {"ref_id": "B", "tran_ids": ["T2"]}],
            "balances": {"SB": {"KHR": "10"}},
        });
        (vec![bill("A"), bill("B")], ours, books)
    }

    fn audit(spoil: impl FnOnce(&mut Ours, &mut Value)) -> Audit {
        let (billed, mut ours, mut books) = sound();
        spoil(&mut ours, &mut books);
        Audit::new(&billed, &ours, &Theirs::read(&books).unwrap())
    }

    fn set(one: &str) -> BTreeSet<String> {
        [one.to_owned()].into()
    }

    #[test]
    fn sound_books_hold() {
        assert!(audit(|_, _| {}).holds());
    }

    #[test]
    fn a_second_settlement_is_seen() {
        let audit = audit(|_, books| {
            books["bills"][0]["tran_ids"] = json!(["T1", "T3"]);
            books["balances"]["SB"]["KHR"] = json!("15");
        });
        assert_eq!((audit.settled_twice, audit.unequal), (set("A"), set("SB KHR")));
    }

    #[test]
    fn a_lost_bill_is_seen_on_either_side() {
        let there = audit(|_, books| books["bills"] = json!([{"ref_id": "B", "tran_ids": ["T2"]}]));
        assert_eq!((there.lost, there.unfounded), (set("A"), set("A")));
        let here = audit(|ours, _| {
            ours.bills.insert("A".into(), ("settled".into(), 0));
            ours.claims.remove(0);
        });
        assert_eq!((here.lost, here.unequal), (set("A"), set("SB KHR")));
        assert_eq!(audit(|ours, _| drop(ours.bills.insert("A".into(), ("unclear".into(), 5)))).lost, set("A"));
    }

    #[test]
    fn a_second_credit_is_seen() {
        assert_eq!(
            audit(|ours, _| drop(ours.bills.insert("B".into(), ("settled".into(), 10)))).credited_twice,
            set("B")
        );
        assert_eq!(audit(|ours, _| ours.claims.push(("T2".into(), "B".into()))).credited_twice, set("B"));
    }

    #[test]
    fn a_payment_without_its_transaction_is_seen() {
        assert_eq!(audit(|ours, _| ours.claims[0].0 = "T9".into()).unfounded, set("A"));
        assert_eq!(audit(|ours, _| drop(ours.claims.remove(0))).unfounded, set("A"));
        let strange = audit(|ours, _| drop(ours.bills.insert("C".into(), ("settled".into(), 5))));
        assert_eq!(strange.unfounded, set("C"));
    }
}
