//! Sorting with little code.

use std::collections::BinaryHeap;

/// Sorts with a heap, whose code is a fraction of that of a sort: uncommon input may take longer.
pub fn sorted<T: Ord>(items: Vec<T>) -> Vec<T> {
    BinaryHeap::from(items).into_sorted_vec()
}
