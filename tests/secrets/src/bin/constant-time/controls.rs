//! Controls: branches on a secret that memcheck must find.

use crate::secret::{published, secret};
use std::hint::black_box;

/// A comparison that ends at the first difference: a branch on each byte.
pub(crate) fn early_exit() {
    let (expected, shown) = (secret("test-webhook"), black_box("test-webhoot"));
    let same = expected.len() == shown.len() && expected.bytes().zip(shown.bytes()).all(|(one, other)| one == other);
    println!("{}", if same { "the same" } else { "another" });
}

/// A table lookup by a byte of the key: an address that depends on the key.
pub(crate) fn look_up() {
    let table: [u8; 256] = black_box(std::array::from_fn(|index| (index as u8).reverse_bits()));
    let found = secret("test-hash-key").bytes().fold(0, |sum: u8, byte| sum.wrapping_add(table[usize::from(byte)]));
    println!("{}", published(&[found])[0]);
}
