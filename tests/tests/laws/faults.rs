//! Any number of violations: the first hundred are listed in order, and the others are counted.

use crate::{
    cases,
    drafts::{configured, valid_bill},
};
use billwire::*;
use billwire_conformance::with;
use proptest::{collection::vec, prelude::*};

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn every_violation_is_listed_or_counted(bill in valid_bill(), faulty in vec(any::<bool>(), 0..400), hash: bool) {
        let biller = configured(WireProfile::default());
        let quantity = |faulty: &bool| Some(if *faulty { -1 } else { 1 });
        let lines = faulty.iter().map(|faulty| Line::builder().maybe_quantity(quantity(faulty)).build());
        let extra: Members = hash.then_some(("hash", Json::Null)).into_iter().collect();
        let bill = with(bill, |bill| { bill.details = Some(lines.collect()); bill.extra = extra.into(); });

        let wrong = faulty.iter().enumerate().filter(|(_, faulty)| **faulty);
        let mut expected: Vec<_> = wrong.map(|(line, _)| format!("details[{line}].quantity")).collect();
        expected.extend(hash.then(|| "extra.hash".to_owned()));
        match biller.prepare(&bill) {
            Ok(_) => prop_assert!(expected.is_empty(), "{expected:?}"),
            Err(error) => {
                let listed: Vec<_> = error.violations().iter().map(|violation| violation.path.clone()).collect();
                prop_assert_eq!(&listed[..], &expected[..expected.len().min(Findings::MAX_LISTED)]);
                prop_assert_eq!(listed.len() + error.violations_omitted(), expected.len());
                let said = format!("; and {} more [", error.violations_omitted());
                prop_assert_eq!(error.to_string().contains(&said), expected.len() > Findings::MAX_LISTED);
            }
        }
    }
}
