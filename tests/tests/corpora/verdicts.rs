//! Verdicts on each text of a corpus, written to `target/corpora/rust.json`, to be read.

use std::{collections::BTreeMap, fmt::Display, fs, path::Path, sync::Mutex};

type Named<T> = BTreeMap<String, T>;

/// Verdicts by corpus and figure.
static ALL: Mutex<Named<Named<Verdicts>>> = Mutex::new(BTreeMap::new());

/// Verdicts of one figure, by the ids of the texts.
#[derive(Default, serde::Serialize)]
pub(crate) struct Verdicts(Named<String>);

impl Verdicts {
    pub(crate) fn accepted(&mut self, id: impl Display) {
        self.add(id, "accepted".into());
    }

    /// Accepted, with this value.
    pub(crate) fn accepted_as(&mut self, id: impl Display, value: impl Display) {
        self.add(id, format!("accepted: {value}"));
    }

    pub(crate) fn refused(&mut self, id: impl Display, why: impl Display) {
        self.add(id, format!("refused: {why}"));
    }

    /// Skipped, because billwire has no counterpart.
    pub(crate) fn skipped(&mut self, id: impl Display, why: impl Display) {
        self.add(id, format!("skipped: {why}"));
    }

    fn add(&mut self, id: impl Display, verdict: String) {
        let id = id.to_string();
        assert!(!self.0.contains_key(&id), "{id} comes twice");
        self.0.insert(id, verdict);
    }

    /// Prints the numbers of accepted, refused and skipped texts, and compares them with the expected ones.
    pub(crate) fn figure(self, corpus: &str, what: &str, expected: [usize; 3]) {
        let count = |kind: &str| self.0.values().filter(|verdict| verdict.starts_with(kind)).count();
        let counts = ["accepted", "refused", "skipped"].map(count);
        let [accepted, refused, skipped] = counts;
        let name = format!("{corpus}, {what}");
        println!("{name:<48} {accepted:>5} accepted {refused:>5} refused {skipped:>5} skipped");
        assert_eq!(counts, expected, "{name}");

        let mut all = ALL.lock().unwrap();
        all.entry(corpus.into()).or_default().insert(what.into(), self);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/corpora");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("rust.json"), serde_json::to_vec(&*all).unwrap()).unwrap();
    }
}
