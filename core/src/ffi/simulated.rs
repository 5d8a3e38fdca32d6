//! How values of the simulator cross.

use crate::simulator::{Balances, Sums, Times, WebhookId};
use std::collections::HashMap;

uniffi::custom_type!(WebhookId, i64, {
    remote,
    lower: |id| i64::try_from(id.0).unwrap_or(i64::MAX),
    try_lift: |id| Ok(WebhookId(u64::try_from(id).unwrap_or_default())),
});

// Sums are decimal text, in whole units of their currency.
uniffi::custom_type!(Sums, HashMap<String, String>, {
    remote,
    lower: |sums| sums.into_iter().map(|(currency, sum)| (currency, sum.to_string())).collect(),
    try_lift: |sums| Ok(sums.into_iter().map(|(currency, sum)| (currency, sum.parse().unwrap_or_default())).collect()),
});

uniffi::custom_type!(Balances, HashMap<String, Sums>, {
    remote,
    lower: |balances| balances.into_iter().collect(),
    try_lift: |balances| Ok(balances.into_iter().collect()),
});

uniffi::custom_type!(Times, HashMap<String, i32>, {
    remote,
    lower: |times| times.into_iter().map(|(what, times)| (what, i32::try_from(times).unwrap_or(i32::MAX))).collect(),
    try_lift: |times| {
        let unsigned = |(what, times)| (what, u64::try_from(times).unwrap_or_default());
        Ok(times.into_iter().map(unsigned).collect())
    },
});
