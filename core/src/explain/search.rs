//! Tries one deviation, then two from different tables, and collects those that produce an observed hash.

use super::{
    date,
    deviation::{Deviation, Recipe, Table},
    fields,
    input::{Bill, Candidates},
    key,
    observed::Cause,
    output, text,
};

/// Bytes for which a signature counts once more.
const LONG: usize = 1024;
/// Bytes of the digests of all methods.
const DIGESTS: [usize; 4] = [64, 48, 32, 20];

/// Place of an output in its table, and the output; none for the right one.
type Form<'a> = (usize, Option<&'a Deviation<'a>>);

/// The fewest deviations that produce the observed text, the likeliest first, and how many signatures were tried.
pub(crate) fn causes(bill: &Bill<'_>, candidates: &Candidates, limit: usize, observed: &str) -> (Vec<Cause>, usize) {
    let outputs = output::outputs();
    let forms = forms_as_long_as(observed, &outputs);
    if forms.is_empty() {
        return (Vec::new(), 0);
    }
    let mut attempts = Attempts { observed, digest: output::read(observed), forms, left: limit, limit };
    let steps = steps(bill, candidates);
    let mut found = attempts.one(bill, &steps);
    if found.is_empty() {
        attempts.forms.retain(|(_, form)| form.is_none());
        found = attempts.two(bill, &steps);
    }
    let fewest = found.iter().map(|(_, deviations)| deviations.len()).min();
    found.retain(|(_, deviations)| Some(deviations.len()) == fewest);
    found.sort_by_key(|(rank, _)| *rank);
    let causes = found.into_iter().map(|(_, all)| all.into_iter().map(Deviation::cause).reduce(Cause::and));
    (causes.flatten().collect(), attempts.tried())
}

/// The changes that programs make, step by step.
pub(crate) fn steps<'a>(bill: &'a Bill<'a>, candidates: &Candidates) -> [Table<'a>; 9] {
    [
        date::zones(bill, candidates),
        date::patterns(bill.signing_offset),
        fields::amounts(bill),
        fields::currencies(bill),
        fields::codes(bill, candidates),
        text::texts(bill, candidates),
        text::encodings(bill),
        key::keys(bill),
        output::methods(),
    ]
}

/// Forms of a hash that could be as long as the observed text.
fn forms_as_long_as<'a>(observed: &str, outputs: &'a Table<'a>) -> Vec<Form<'a>> {
    let all = [(0, None)].into_iter().chain(outputs.iter().enumerate().map(|(at, output)| (at, output.as_ref())));
    all.filter(|(_, form)| {
        DIGESTS.iter().any(|&len| {
            // Nothing is escaped, all of it is, each is the longest number, and each is no UTF-8.
            let plain = [[0; 61].as_slice(), &[0xff; 3]].concat();
            let samples = [plain, [0xfb, 0xef, 0xbe].repeat(22), vec![0x80; 64], vec![0xff; 64]];
            let write = |digest: &[u8]| form.map_or_else(|| output::right(digest), |form| form.write(digest));
            let lengths = samples.map(|sample| write(sample.get(..len).unwrap_or_default()).len());
            let [shortest, longest] = [lengths.iter().min(), lengths.iter().max()];
            shortest <= Some(&observed.len()) && Some(&observed.len()) <= longest
        })
    })
    .collect()
}

/// Deviations that together produce the observed text, and the sum of their places.
type Found<'a> = Vec<(usize, Vec<&'a Deviation<'a>>)>;

struct Attempts<'a, 'o> {
    observed: &'o str,
    /// The observed text as bytes, if it is in the right form.
    digest: Option<Vec<u8>>,
    forms: Vec<Form<'a>>,
    left: usize,
    limit: usize,
}

impl<'a> Attempts<'a, '_> {
    fn tried(&self) -> usize {
        self.limit - self.left
    }

    /// One deviation, or one and an output.
    fn one(&mut self, bill: &'a Bill<'a>, steps: &'a [Table<'a>]) -> Found<'a> {
        let (right, mut found) = (Recipe::right(bill), Vec::new());
        for rank in 0..longest(steps) {
            for deviation in steps.iter().filter_map(|table| table.get(rank)?.as_ref()) {
                if self.left == 0 {
                    return found;
                }
                let forms = self.attempt(&right.with(&deviation.step));
                found.extend(
                    forms
                        .into_iter()
                        .map(|(at, form)| (rank + at, [Some(deviation), form].into_iter().flatten().collect())),
                );
            }
        }
        found.extend(self.attempt(&right).into_iter().map(|(at, form)| (at, form.into_iter().collect())));
        found
    }

    /// Two deviations of different steps.
    fn two(&mut self, bill: &'a Bill<'a>, steps: &'a [Table<'a>]) -> Found<'a> {
        let (right, mut found) = (Recipe::right(bill), Vec::new());
        let place = |table: &'a Table<'a>, at: usize| table.get(at)?.as_ref().filter(|deviation| !deviation.alone);
        for rank in 0..longest(steps) * 2 {
            for (step, table) in steps.iter().enumerate() {
                for (at, one) in (0..=rank).filter_map(|at| Some((at, place(table, at)?))) {
                    let with_one = right.with(&one.step);
                    let others = steps.iter().skip(step + 1).filter_map(|table| place(table, rank - at));
                    for other in others {
                        if self.left == 0 {
                            return found;
                        }
                        let fits = self.attempt(&with_one.with(&other.step));
                        found.extend(fits.iter().map(|_| (rank, vec![one, other])));
                    }
                }
            }
        }
        found
    }

    /// The forms in which the hash of a recipe is the observed text.
    fn attempt(&mut self, recipe: &Recipe<'_>) -> Vec<Form<'a>> {
        let digest = recipe.digest();
        let cost = digest.as_ref().map_or(0, |(_, len)| 1 + len / LONG);
        self.left = self.left.saturating_sub(cost);
        let fits = |form: Option<&Deviation<'_>>| match (form, &digest) {
            (None, digest) => digest.is_some() && digest.as_ref().map(|(digest, _)| digest) == self.digest.as_ref(),
            (Some(form), Some((digest, _))) => form.write(digest) == self.observed,
            (Some(_), None) => false,
        };
        self.forms.iter().filter(|(_, form)| fits(*form)).copied().collect()
    }
}

fn longest(steps: &[Table<'_>]) -> usize {
    steps.iter().map(Vec::len).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HashToken, SignedFields, UnsignedFields, wire::SigningOffset};
    use sha2::{Digest, Sha512};
    use std::collections::HashSet;

    /// All hashes of one bill are compared with all random ones.
    #[test]
    fn random_hashes_are_not_explained() {
        let fields = SignedFields {
            ref_id: "វិក្កយបត្រ-៧ 'a'",
            date: "2025-12-30T17:05:09.500Z".parse().unwrap(),
            currency: "USD",
            total_amount: 4_000_000_000,
            customer_sync_code: "0017",
            settlement_to: "A&B/1",
        };
        let unsigned = UnsignedFields { total_amount_khr: Some("1.50"), due_date: Some(fields.date), body: Some("{}") };
        let key = HashToken::new("\"a$key#1=\\n%41\"");
        let bill = Bill::new(&fields, &unsigned, &key, SigningOffset::UTC, &());
        let (steps, outputs) = (steps(&bill, &Candidates::default()), output::outputs());
        let digests = (0..100_000u32).map(|number| Sha512::digest(number.to_le_bytes()).to_vec());
        let (mut random, mut written) = (HashSet::new(), HashSet::new());
        for (digest, form) in digests.zip(outputs.iter().flatten().cycle()) {
            written.insert(form.write(&digest));
            random.insert(digest);
        }
        let right = Recipe::right(&bill);
        let mut tried = 0;
        for (step, table) in steps.iter().enumerate() {
            for one in table.iter().flatten() {
                let recipe = right.with(&one.step);
                let Some((digest, _)) = recipe.digest() else { continue };
                let all = outputs.iter().flatten().map(|form| form.write(&digest));
                assert!(!random.contains(&digest) && all.into_iter().all(|text| !written.contains(&text)));
                for other in steps.iter().skip(step + 1).flatten().flatten() {
                    tried += 1;
                    let digest = recipe.with(&other.step).digest();
                    assert!(digest.is_none_or(|(digest, _)| !random.contains(&digest)));
                }
            }
        }
        assert!(tried > 50_000, "{tried}");
    }
}
