//! Sorting and collecting with small code size.

use std::collections::BinaryHeap;

/// Sorts with a heap, which compiles to much less code than `sort`. Only uncommon input needs it.
pub(crate) fn sorted<T: Ord>(items: Vec<T>) -> Vec<T> {
    BinaryHeap::from(items).into_sorted_vec()
}

/// Collects into a map or a set, item by item: `collect` compiles a sort for each type.
pub(crate) fn gathered<C: Default + Extend<T>, T>(items: impl IntoIterator<Item = T>) -> C {
    let mut all = C::default();
    all.extend(items);
    all
}
