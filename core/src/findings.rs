//! All that is wrong with a value, in bounded room.

use crate::finding::Finding;
use std::ops::Deref;

/// All that is wrong with a value, in a stable order: the first hundred findings, and how many there are beyond them.
///
/// It reads as a slice of those that are listed. Whether anything is wrong at all is never lost: the first finding is
/// listed before any is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    listed: Vec<Finding>,
    omitted: usize,
}

impl Findings {
    /// Findings that are listed at most: who gives ten thousand faults is not answered with ten thousand sentences.
    pub const MOST: usize = 100;

    /// How many there are beyond those that are listed.
    pub fn omitted(&self) -> usize {
        self.omitted
    }

    /// How many there are in all.
    pub fn total(&self) -> usize {
        self.listed.len().saturating_add(self.omitted)
    }

    pub(crate) fn push(&mut self, finding: Finding) {
        self.push_with(|| finding);
    }

    /// Adds a finding that is not made unless it is listed.
    pub(crate) fn push_with(&mut self, finding: impl FnOnce() -> Finding) {
        if self.listed.len() < Findings::MOST {
            self.listed.push(finding());
        } else {
            self.omitted = self.omitted.saturating_add(1);
        }
    }

    /// Adds what was found elsewhere.
    pub(crate) fn append(&mut self, others: Findings) {
        self.extend(others.listed);
        self.omitted = self.omitted.saturating_add(others.omitted);
    }

    /// Those that are listed, to be told otherwise.
    pub(crate) fn iter_mut(&mut self) -> std::slice::IterMut<'_, Finding> {
        self.listed.iter_mut()
    }

    /// The last of those that are listed.
    pub(crate) fn pop(&mut self) -> Option<Finding> {
        self.listed.pop()
    }
}

impl Deref for Findings {
    type Target = [Finding];

    fn deref(&self) -> &[Finding] {
        &self.listed
    }
}

impl Extend<Finding> for Findings {
    fn extend<I: IntoIterator<Item = Finding>>(&mut self, findings: I) {
        findings.into_iter().for_each(|finding| self.push(finding));
    }
}

impl FromIterator<Finding> for Findings {
    fn from_iter<I: IntoIterator<Item = Finding>>(findings: I) -> Findings {
        let mut all = Findings::default();
        all.extend(findings);
        all
    }
}

impl From<Finding> for Findings {
    fn from(finding: Finding) -> Findings {
        Findings { listed: vec![finding], omitted: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Code;

    fn findings(count: usize) -> Findings {
        (0..count).map(|index| Finding::new(index.to_string(), Code::Empty)).collect()
    }

    #[test]
    fn what_is_not_listed_is_counted() {
        for (count, listed, omitted) in [(0, 0, 0), (1, 1, 0), (100, 100, 0), (101, 100, 1), (10_000, 100, 9_900)] {
            let findings = findings(count);
            assert_eq!((findings.len(), findings.omitted(), findings.total()), (listed, omitted, count));
            assert!(findings.iter().enumerate().all(|(index, finding)| finding.path == index.to_string()));
        }
    }

    #[test]
    fn what_others_left_out_is_counted_too() {
        let mut all = findings(60);
        all.append(findings(150));
        assert_eq!((all.len(), all.omitted()), (100, 110));
        assert_eq!(all[60].path, "0");
    }

    #[test]
    fn a_finding_that_is_not_listed_is_not_made() {
        let mut full = findings(Findings::MOST);
        full.push_with(|| panic!("it was made"));
        assert_eq!(full.omitted(), 1);
    }
}
