//! Attempts that one language left in doubt, and the language that settled them.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use super::merchant::Language;
use crate::database::{Database, columns};

/// Records that are in doubt: the revision of each, by `ref_id`.
pub(super) type InDoubt = BTreeMap<String, String>;

/// Count of settlements, by the language that began each and the one that finished it.
#[derive(Default)]
pub(super) struct Exchange {
    last: Option<(Language, InDoubt)>,
    finished: BTreeMap<(Language, Language), u64>,
}

impl Exchange {
    /// Reads the books after the turn of a language, and returns what is in doubt.
    pub(super) fn end_of_turn(&mut self, language: Language, database: &mut dyn Database) -> Result<InDoubt> {
        let in_doubt = read_in_doubt(database)?;
        let settled = database.rows("SELECT ref_id FROM bills WHERE state = 'settled'")?;
        self.count(language, in_doubt.clone(), &settled.into_iter().flatten().collect());
        Ok(in_doubt)
    }

    fn count(&mut self, language: Language, in_doubt: InDoubt, settled: &BTreeSet<String>) {
        let Some((last, left)) = self.last.take() else {
            self.last = Some((language, in_doubt));
            return;
        };
        let finished = left.keys().filter(|ref_id| settled.contains(*ref_id)).count() as u64;
        *self.finished.entry((last, language)).or_default() += finished;
        // A record that is as it was before has been saved by the last language.
        let own = in_doubt.into_iter().filter(|(ref_id, revision)| left.get(ref_id) != Some(revision));
        self.last = Some((language, own.collect()));
    }

    /// Pairs of languages that follow each other, with the settlements that the second one finished for the first.
    pub(super) fn between(&self) -> impl Iterator<Item = (Language, Language, u64)> {
        let pairs = self.finished.iter().map(|((from, to), count)| (*from, *to, *count));
        pairs.filter(|(from, to, _)| from != to)
    }
}

fn read_in_doubt(database: &mut dyn Database) -> Result<InDoubt> {
    let rows = database.rows(
        "SELECT settlements.ref_id, revision FROM settlements JOIN bills ON bills.ref_id = settlements.ref_id
         WHERE record LIKE '%\"state\":\"in_doubt\"%' AND state = 'billed'",
    )?;
    rows.into_iter().map(|row| columns(row).map(Into::into)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_doubt(records: &[(&str, &str)]) -> InDoubt {
        records.iter().map(|(ref_id, revision)| ((*ref_id).to_owned(), (*revision).to_owned())).collect()
    }

    fn settled(ref_ids: &[&str]) -> BTreeSet<String> {
        ref_ids.iter().map(|ref_id| (*ref_id).to_owned()).collect()
    }

    #[test]
    fn counts_what_another_language_has_finished() {
        let mut exchange = Exchange::default();
        exchange.count(Language::Node, in_doubt(&[("A", "1"), ("B", "1")]), &settled(&["Z"]));
        exchange.count(Language::Kotlin, in_doubt(&[("B", "1"), ("C", "3")]), &settled(&["Z", "A"]));
        // Nobody has gone on with B, which Node has saved: Kotlin did not begin it.
        exchange.count(Language::Node, in_doubt(&[]), &settled(&["Z", "A", "B", "C"]));
        let between: Vec<_> = exchange.between().collect();
        assert_eq!(between, [(Language::Node, Language::Kotlin, 1), (Language::Kotlin, Language::Node, 1)]);
    }

    #[test]
    fn a_language_alone_exchanges_nothing() {
        let mut exchange = Exchange::default();
        exchange.count(Language::Swift, in_doubt(&[("A", "1")]), &settled(&[]));
        exchange.count(Language::Swift, in_doubt(&[]), &settled(&["A"]));
        assert_eq!(exchange.between().count(), 0);
    }
}
