//! Bounded list of findings.

use crate::finding::{Finding, list};
use std::{fmt, ops::Deref};

/// All findings about a value, in a stable order.
///
/// It lists the first hundred findings and counts the others. The list is empty only if nothing was found.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Display))]
pub struct Findings {
    /// The first hundred findings.
    listed: Vec<Finding>,
    /// Number of findings that are not listed.
    omitted: usize,
}

impl Findings {
    /// Largest number of listed findings. It bounds the size of an error, however many faults the input has.
    pub const MAX_LISTED: usize = 100;

    /// Returns the number of findings that are not listed.
    pub fn omitted(&self) -> usize {
        self.omitted
    }

    /// Returns the number of all findings, listed or not.
    pub fn total(&self) -> usize {
        self.listed.len().saturating_add(self.omitted)
    }

    /// Adds a finding. If the list is full, it is only counted.
    #[inline(never)]
    pub fn push(&mut self, finding: Finding) {
        self.push_with(|| finding);
    }

    /// Adds a finding, which is built only if it is listed.
    pub fn push_with(&mut self, finding: impl FnOnce() -> Finding) {
        if self.listed.len() < Self::MAX_LISTED {
            self.listed.push(finding());
        } else {
            self.omitted = self.omitted.saturating_add(1);
        }
    }

    /// Adds the findings of another list, with those that it omits.
    pub fn append(&mut self, others: Findings) {
        self.extend(others.listed);
        self.omitted = self.omitted.saturating_add(others.omitted);
    }

    /// Removes and returns the last listed finding.
    pub fn pop(&mut self) -> Option<Finding> {
        self.listed.pop()
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, &self.listed, self.omitted)
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
    fn counts_findings_beyond_the_listed() {
        for (count, listed, omitted) in [(0, 0, 0), (1, 1, 0), (100, 100, 0), (101, 100, 1), (10_000, 100, 9_900)] {
            let findings = findings(count);
            assert_eq!((findings.len(), findings.omitted(), findings.total()), (listed, omitted, count));
            assert!(findings.iter().enumerate().all(|(index, finding)| finding.path == index.to_string()));
        }
    }

    #[test]
    fn append_adds_the_omitted_count() {
        let mut all = findings(60);
        all.append(findings(150));
        assert_eq!((all.len(), all.omitted()), (100, 110));
        assert_eq!(all[60].path, "0");
        assert_eq!(all.pop().map(|last| last.path), Some("39".into()));
        assert_eq!((all.len(), all.omitted()), (99, 110));
    }

    #[test]
    fn prints_what_it_lists_and_how_many_it_omits() {
        assert_eq!(findings(1).to_string(), "0: the text is empty (empty)");
        let all = findings(102).to_string();
        assert!(all.contains("99: the text is empty (empty)") && all.contains("2 more"), "{all}");
    }

    #[test]
    fn builds_only_listed_findings() {
        let mut full = findings(Findings::MAX_LISTED);
        full.push_with(|| panic!("it was built"));
        assert_eq!(full.omitted(), 1);
    }
}
