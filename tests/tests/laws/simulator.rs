//! No money appears or vanishes in the simulated service, for any requests and faults.

use crate::{cases, keeps};
use proptest::{collection::vec, prelude::*};

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn balances_equal_the_sum_of_all_transactions(settings: u8, steps in vec(any::<[u8; 6]>(), 1..60)) {
        keeps("simulator", &[&[settings], steps.as_flattened()].concat())?;
    }
}
