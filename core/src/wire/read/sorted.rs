//! Sorting with small code size.

use std::collections::BinaryHeap;

/// Sorts with a heap, which compiles to much less code than `sort`. Only uncommon input needs it.
pub(crate) fn sorted<T: Ord>(items: Vec<T>) -> Vec<T> {
    BinaryHeap::from(items).into_sorted_vec()
}
