//! Tries one deviation, then two from different tables, and collects those that produce an observed hash.

use super::{
    change::{Bytes, changed, decoded},
    date, fields, hash,
    input::{Bill, Candidates},
    key,
    recipe::{Cause, Deviation, Recipe, Step, Table},
    text,
};

/// Bytes for which a signature counts once more.
const LONG: usize = 1024;
/// Bytes of the digests of all methods.
const DIGESTS: [usize; 4] = [64, 48, 32, 20];

/// The fewest deviations that produce the observed text, the likeliest first, and how many signatures were tried.
pub(crate) fn causes(bill: &Bill<'_>, candidates: &Candidates, limit: usize, observed: &str) -> (Vec<Cause>, usize) {
    let (tables, outputs) = (tables(bill, candidates), hash::outputs());
    let outputs: Vec<_> = outputs.iter().enumerate().filter(|(_, output)| is_as_long(observed, output)).collect();
    let digest = decoded(observed).filter(|digest| DIGESTS.contains(&digest.len()));
    let mut search = Search { observed, digest, text: Bytes::default(), left: limit };
    let mut found = search.one(bill, &tables, &outputs);
    if found.is_empty() && search.digest.is_some() {
        found = search.two(bill, &tables);
    }
    let fewest = found.iter().map(|(_, deviations)| deviations.len()).min();
    let fewest = found.into_iter().filter(|(_, deviations)| Some(deviations.len()) == fewest);
    let causes = fewest.filter_map(|(_, all)| all.into_iter().map(Deviation::cause).reduce(Cause::and));
    (causes.collect(), limit - search.left)
}

/// The changes that programs make, step by step.
fn tables<'a>(bill: &'a Bill<'a>, candidates: &'a Candidates) -> [Table<'a>; 9] {
    [
        date::zones(bill, candidates),
        date::patterns(bill.signing_offset),
        fields::amounts(bill),
        fields::currencies(bill),
        fields::codes(bill, candidates),
        text::texts(bill, candidates),
        hash::encodings(bill),
        key::keys(bill),
        hash::methods(),
    ]
}

/// An output and its place.
type Output<'a> = (usize, &'a Deviation<'a>);

/// Deviations that together produce the observed text, by their rank: the sum of their places.
type Found<'a> = Vec<(usize, Vec<&'a Deviation<'a>>)>;

struct Search<'o> {
    observed: &'o str,
    /// The observed text as bytes, if it is a hash in the right form.
    digest: Option<Bytes>,
    /// The signing string of the last attempt.
    text: Bytes,
    left: usize,
}

impl Search<'_> {
    /// One deviation, or one and an output.
    fn one<'a>(&mut self, bill: &'a Bill<'a>, tables: &'a [Table<'a>; 9], outputs: &[Output<'a>]) -> Found<'a> {
        let (right, mut found) = (Recipe::right(bill, tables), Vec::new());
        let outputs_of_right = self.attempt(&right).map(|digest| self.outputs(&digest, outputs)).unwrap_or_default();
        for place in 0..longest(tables) {
            for (step, deviation) in
                tables.iter().enumerate().filter_map(|(step, table)| Some((step, table.at(place)?)))
            {
                let Some(digest) = self.attempt(&right.with(step, &deviation.step)) else { continue };
                if self.is_right(&digest) {
                    add(&mut found, place, vec![deviation]);
                }
                for (behind, output) in self.outputs(&digest, outputs) {
                    add(&mut found, place + behind, vec![deviation, output]);
                }
            }
        }
        outputs_of_right.into_iter().for_each(|(place, output)| add(&mut found, place, vec![output]));
        found
    }

    /// Two deviations of different steps.
    fn two<'a>(&mut self, bill: &'a Bill<'a>, tables: &'a [Table<'a>; 9]) -> Found<'a> {
        let (right, mut found) = (Recipe::right(bill, tables), Vec::new());
        let usual = |step: usize, table: &'a Table<'a>| {
            let all = (0..table.len()).filter_map(|place| Some((place, table.at(place)?)));
            all.filter(|(_, one)| one.is_usual)
                .map(|(place, one)| (place, one, right.with(step, &one.step)))
                .collect::<Vec<_>>()
        };
        let usual: Vec<_> = tables.iter().enumerate().map(|(step, table)| usual(step, table)).collect();
        let farthest =
            usual.iter().filter_map(|table| table.last()).map(|(place, ..)| *place).max().unwrap_or_default();
        for rank in 0..=farthest * 2 {
            for (step, ones) in usual.iter().enumerate() {
                for (place, one, recipe) in ones.iter().take_while(|(place, ..)| *place <= rank) {
                    for (step, table) in tables.iter().enumerate().skip(step + 1) {
                        let Some(other) = table.at(rank - place).filter(|other| other.is_usual) else { continue };
                        let digest = self.attempt(&recipe.with(step, &other.step));
                        if digest.is_some_and(|digest| self.is_right(&digest)) {
                            add(&mut found, rank, vec![*one, other]);
                        }
                    }
                }
            }
        }
        found
    }

    /// The hash of a recipe; none if it cannot be made, or if enough were.
    fn attempt(&mut self, recipe: &Recipe<'_>) -> Option<Vec<u8>> {
        if self.left == 0 {
            return None;
        }
        let (digest, len) = recipe.digest(&mut self.text)?;
        self.left = self.left.saturating_sub(1 + len / LONG);
        Some(digest)
    }

    fn is_right(&self, digest: &[u8]) -> bool {
        self.digest.as_ref().is_some_and(|observed| observed.as_slice() == digest)
    }

    /// Outputs that write a hash as the observed text.
    fn outputs<'a>(&self, digest: &[u8], outputs: &[Output<'a>]) -> Vec<Output<'a>> {
        outputs.iter().filter(|(_, output)| is_written(digest, output, self.observed)).copied().collect()
    }
}

/// Adds deviations behind the others of their rank.
fn add<'a>(found: &mut Found<'a>, rank: usize, deviations: Vec<&'a Deviation<'a>>) {
    let at = found.partition_point(|(other, _)| *other <= rank);
    found.insert(at, (rank, deviations));
}

/// Whether the observed text is as long as one of an output can be.
fn is_as_long(observed: &str, output: &Deviation<'_>) -> bool {
    // Nothing, everything or each + is escaped, and each number is the longest.
    let samples = [vec![0; 64], vec![0xff; 64], [0xfb, 0xef, 0xbe].repeat(22), vec![0x80; 64]];
    DIGESTS.iter().any(|len| {
        let lengths = samples.iter().filter_map(|sample| Some(written(sample.get(..*len)?, output).len()));
        let (shortest, longest) = lengths.fold((usize::MAX, 0), |(least, most), len| (least.min(len), most.max(len)));
        (shortest..=longest).contains(&observed.len())
    })
}

/// Whether an output writes a hash as this text. The beginnings of nearly all others differ.
fn is_written(digest: &[u8], output: &Deviation<'_>, text: &str) -> bool {
    let start = written(digest.get(..6).unwrap_or_default(), output);
    start.iter().take(4).eq(text.as_bytes().iter().take(4)) && written(digest, output) == text.as_bytes()
}

#[inline(never)]
fn written(digest: &[u8], output: &Deviation<'_>) -> Vec<u8> {
    let Step::Output(changes) = &output.step else { return Vec::new() };
    changed(digest, changes, &output.with).to_vec()
}

fn longest(tables: &[Table<'_>]) -> usize {
    tables.iter().map(Table::len).max().unwrap_or_default()
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
        let (candidates, mut text) = (Candidates::default(), Bytes::default());
        let (tables, outputs) = (tables(&bill, &candidates), hash::outputs());
        let digests = (0..100_000u32).map(|number| Sha512::digest(number.to_le_bytes()).to_vec());
        let (mut random, mut texts) = (HashSet::new(), HashSet::new());
        for (digest, output) in digests.zip(outputs.iter().collect::<Vec<_>>().into_iter().cycle()) {
            texts.insert(written(&digest, output));
            random.insert(digest);
        }
        let right = Recipe::right(&bill, &tables);
        let mut tried = 0;
        for (step, table) in tables.iter().enumerate() {
            for one in table.iter() {
                let recipe = right.with(step, &one.step);
                let Some((digest, _)) = recipe.digest(&mut text) else { continue };
                let mut all = outputs.iter().map(|output| written(&digest, output));
                assert!(!random.contains(&digest) && all.all(|text| !texts.contains(&text)));
                for (step, table) in tables.iter().enumerate().skip(step + 1) {
                    for other in table.iter() {
                        tried += 1;
                        let digest = recipe.with(step, &other.step).digest(&mut text);
                        assert!(digest.is_none_or(|(digest, _)| !random.contains(&digest)));
                    }
                }
            }
        }
        assert!(tried > 50_000, "{tried}");
    }
}
