//! The strict reader and the writer, on JSON of every kind.

use crate::{cases, keeps, text};
use proptest::prelude::*;

proptest! {
    #![proptest_config(cases(3_000))]

    #[test]
    fn reads_any_text_like_serde_json(bytes in text::damaged()) {
        keeps("reader", &bytes)?;
    }

    #[test]
    fn written_json_reads_back_equal(text in text::json()) {
        keeps("writer", text.as_bytes())?;
    }
}
