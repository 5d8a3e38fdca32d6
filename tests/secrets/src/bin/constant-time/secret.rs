//! Marks: memcheck follows each of them, bit by bit, through everything that is computed from it.

use crabgrind::memcheck::{MemState, Memcheck};

/// A secret text, of which only the length is public.
pub(crate) fn secret(text: &str) -> String {
    let text = text.to_owned();
    mark(text.as_bytes(), MemState::Undefined);
    text
}

/// Marks bytes derived from a secret as public, because they leave the program.
pub(crate) fn published(bytes: &[u8]) -> &[u8] {
    mark(bytes, MemState::Defined);
    bytes
}

/// Whether any of these bytes depends on a secret.
pub(crate) fn is_marked(bytes: &[u8]) -> bool {
    let mut marks = vec![0; bytes.len()];
    bytes.vbits(&mut marks).expect("this program runs under valgrind");
    marks.iter().any(|marks| *marks != 0)
}

fn mark(bytes: &[u8], state: MemState) {
    bytes.mark(state).expect("this program runs under valgrind");
}
