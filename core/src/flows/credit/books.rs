//! The transactions of a bill, as the merchant's books have them.

use crate::finding::{Code, Finding, Findings, expected_one_of};
use crate::wire::{
    Decimal, Given,
    model::input::{DynamicValue, member},
    model::named::named,
    model::{declare::Encode, validate::decimal_of},
};
use crate::{interface::error::Error, webhook::present};

named! {
    /// State of a transaction in the books.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
    pub enum BookedState {
        /// It has paid the bill.
        Credited = "credited",
        /// It was verified and waits for a person: a second payment, a part, or one in another currency.
        Held = "held",
        /// Its money went back.
        Reversed = "reversed",
    }
}

/// A transaction that a verification has shown for a bill, as the merchant's books have it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct BookedTransaction {
    /// Key under which it was claimed: its `tran_id`. A blank one is no transaction, as a row of an outer join.
    pub claim_key: String,
    /// Its state in the books.
    pub state: BookedState,
    /// Its amount that was verified last. One payment of several bills has one amount.
    pub amount: Given<Decimal>,
}

impl BookedTransaction {
    /// Creates the transaction of a row.
    pub fn new(
        claim_key: impl Into<String>,
        state: BookedState,
        amount: impl Into<Given<Decimal>>,
    ) -> BookedTransaction {
        BookedTransaction { claim_key: claim_key.into(), state, amount: amount.into() }
    }

    /// Reads a bill's rows from a value whose type is not known before, such as the rows of a database. Members are
    /// named as in JavaScript, and others are ignored. A row without a key keeps its place, so that the paths of
    /// others stay right.
    #[doc(hidden)]
    pub fn list_from_value(value: &DynamicValue) -> (Vec<BookedTransaction>, Findings) {
        let mut violations = Findings::default();
        let DynamicValue::List(rows) = value else {
            if !value.is_absent() {
                violations
                    .push(Finding::new("transactions", Code::WrongType).explained("expected a list of transactions"));
            }
            return (Vec::new(), violations);
        };
        let nothing = || BookedTransaction::new("", BookedState::Held, 0);
        let transactions = rows.iter().enumerate().map(|(index, row)| {
            BookedTransaction::read(row, &format!("transactions[{index}]"), &mut violations).unwrap_or_else(nothing)
        });
        (transactions.collect(), violations)
    }

    /// Reads one transaction from a value whose type is not known before, as
    /// [`list_from_value`](Self::list_from_value) does.
    ///
    /// # Errors
    /// [`Error::InvalidConfig`] with all violations, also of a row without a key.
    #[doc(hidden)]
    pub fn from_value(row: &DynamicValue) -> Result<BookedTransaction, Error> {
        let mut violations = Findings::default();
        let read = BookedTransaction::read(row, "transaction", &mut violations);
        if read.is_none() && violations.is_empty() {
            violations.push(Finding::new("transaction.claimKey", Code::Required));
        }
        read.filter(|_| violations.is_empty()).ok_or(Error::InvalidConfig { violations })
    }

    /// Reads a row with all violations. Returns none for a row without a key.
    fn read(row: &DynamicValue, path: &str, violations: &mut Findings) -> Option<BookedTransaction> {
        let mut wrong = |field: &str, code, sentence: &str| {
            let finding = Finding::new(format!("{path}{field}"), code);
            violations.push(if sentence.is_empty() { finding } else { finding.explained(sentence.to_owned()) });
        };
        let DynamicValue::Members(members) = row else {
            if !row.is_absent() {
                wrong("", Code::WrongType, "expected { claimKey, state, amount }");
            }
            return None;
        };
        let claim_key = match member(members, "claimKey") {
            DynamicValue::Text(text) => Some(text).filter(|text| present(text).is_none())?,
            // A row of an outer join has the column. One that has it under another name is a transaction all the same.
            value if value.is_absent() => {
                let is_column = members.iter().any(|(name, _)| name == "claimKey");
                if !is_column && members.iter().any(|(_, value)| !value.is_absent()) {
                    wrong(".claimKey", Code::Required, "this field is required; a row of an outer join has it as null");
                }
                return None;
            }
            _ => {
                wrong(".claimKey", Code::WrongType, "expected text");
                return None;
            }
        };
        let state = match member(members, "state") {
            DynamicValue::Text(text) => BookedState::ALL.iter().find(|state| state.as_str() == text).copied(),
            _ => None,
        };
        if state.is_none() {
            let words = BookedState::ALL.iter().map(|state| state.as_str());
            wrong(".state", Code::UnknownValue, &expected_one_of(words));
        }
        let amount = decimal_of(member(members, "amount").input());
        if let Err(code) = amount {
            wrong(".amount", code, "");
        }
        Some(BookedTransaction::new(claim_key, state?, amount.ok()?))
    }
}

/// A transaction of a [`Ledger`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Booked {
    claim_key: String,
    pub(crate) state: BookedState,
    pub(crate) amount: Decimal,
}

/// All transactions of one bill by their claim keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger(Vec<Booked>);

impl Ledger {
    /// Reads the rows of a bill. A row with a blank key is none, and a repeated row counts once.
    ///
    /// # Errors
    /// [`Error::InvalidConfig`] with a violation for each amount that is none, and for each key with two states or
    /// amounts.
    pub(crate) fn checked(rows: impl IntoIterator<Item = BookedTransaction>) -> Result<Ledger, Error> {
        let mut ledger = Ledger::default();
        let mut violations = Findings::default();
        for (index, row) in rows.into_iter().enumerate().filter(|(_, row)| present(&row.claim_key).is_none()) {
            let entered = decimal_of(row.amount.input())
                .map_err(|code| ("amount", code))
                .and_then(|amount| ledger.enter(Booked { claim_key: row.claim_key, state: row.state, amount }));
            if let Err((field, code)) = entered {
                let finding = Finding::new(format!("transactions[{index}].{field}"), code);
                violations.push(if code == Code::ConflictingValues { finding.explained(TWO_ROWS) } else { finding });
            }
        }
        if violations.is_empty() { Ok(ledger) } else { Err(Error::InvalidConfig { violations }) }
    }

    /// Enters a transaction, or returns the field in which an earlier row of it differs.
    fn enter(&mut self, booked: Booked) -> Result<(), (&'static str, Code)> {
        match self.get(&booked.claim_key) {
            Some(known) if known.state != booked.state => Err(("state", Code::ConflictingValues)),
            Some(known) if known.amount != booked.amount => Err(("amount", Code::ConflictingValues)),
            Some(_) => Ok(()),
            None => {
                self.0.push(booked);
                Ok(())
            }
        }
    }

    /// Enters a transaction that has paid the bill since the books were read.
    pub(crate) fn credited(&mut self, claim_key: &str, amount: Decimal) {
        self.0.retain(|known| known.claim_key != claim_key);
        self.0.push(Booked { claim_key: claim_key.into(), state: BookedState::Credited, amount });
    }

    pub(crate) fn get(&self, claim_key: &str) -> Option<&Booked> {
        self.0.iter().find(|known| known.claim_key == claim_key)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a transaction has paid the bill. After its reversal the bill is open again.
    pub(crate) fn is_paid(&self) -> bool {
        self.0.iter().any(|known| known.state == BookedState::Credited)
    }
}

const TWO_ROWS: &str = "another row of this transaction has another value";
