//! The merchant's table of transactions, under its unique constraints.

use super::flow::{Amount, Begin, Claimed, Payment, Row, Rows, State};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Books {
    rows: Rows,
    /// Whether a transaction was credited that had a row.
    credited_again: bool,
}

impl Books {
    /// The database transaction of a credit: a claim of the transaction and of the bill's credited one, both
    /// unique. `free` is the opinion of a merchant who has no constraints.
    pub(crate) fn claim(&mut self, payment: Payment, bill: usize, free: Option<bool>) -> Claimed {
        let known = self.row(payment.transaction);
        if !free.unwrap_or(known.is_none() && !self.is_paid(bill)) {
            return if known.is_some_and(|row| row.bill == bill) { Claimed::Before } else { Claimed::Otherwise };
        }
        self.credited_again |= known.is_some() || self.is_paid(bill);
        self.set(payment.transaction, Row { bill, state: State::Credited, amount: payment.amount });
        Claimed::Credited
    }

    /// The database transaction of a review: the state of its transaction, unless that is of another bill. Returns
    /// false if it violates a constraint, and changes nothing then. That a person sees it is no state that a flow
    /// knows.
    pub(crate) fn review(&mut self, transaction: usize, bill: usize, row: Option<(State, Amount)>) -> bool {
        let is_of_bill = self.row(transaction).is_none_or(|known| known.bill == bill);
        if let Some((state, amount)) = row.filter(|_| is_of_bill) {
            let others = self.rows.iter().enumerate().filter(|(at, _)| *at != transaction);
            let is_paid = others.filter_map(|(_, row)| *row).any(|row| row.pays(bill));
            if state == State::Credited && is_paid {
                return false;
            }
            self.set(transaction, Row { bill, state, amount });
        }
        true
    }

    fn set(&mut self, transaction: usize, row: Row) {
        if let Some(place) = self.rows.get_mut(transaction) {
            *place = Some(row);
        }
    }

    pub(crate) fn row(&self, transaction: usize) -> Option<Row> {
        self.rows.get(transaction).copied().flatten()
    }

    pub(crate) fn has(&self, transaction: usize) -> bool {
        self.row(transaction).is_some()
    }

    /// The rows of a bill, each at the place of its transaction.
    pub(crate) fn of_bill(&self, bill: usize) -> Rows {
        self.rows.map(|row| row.filter(|row| row.bill == bill))
    }

    pub(crate) fn is_paid(&self, bill: usize) -> bool {
        self.rows.iter().flatten().any(|row| row.pays(bill))
    }

    /// The payments that the job asks about.
    pub(crate) fn payments(&self) -> impl Iterator<Item = Begin> + use<> {
        let rows = self.rows.into_iter().enumerate();
        rows.filter_map(|(transaction, row)| Some(Begin::Payment { bill: row?.bill, transaction }))
    }

    pub(crate) fn are_credited_once(&self) -> bool {
        !self.credited_again
    }
}

impl Row {
    fn pays(self, bill: usize) -> bool {
        self.bill == bill && self.state == State::Credited
    }
}
