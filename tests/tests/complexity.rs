//! Reading takes time and memory in proportion to the size of the input, on inputs that are as hard to read as their
//! kind allows.
//!
//! The memory is what is held at once, beyond the input. The time is that of this machine, so a campaign of
//! `cargo xtask prove` looks at it: an input sixteen times as long may take three times sixteen times as long, and a
//! reader that looks at each key for each key takes five times that.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

use billwire::internal::DynamicValue;
use billwire::{Biller, BillerConfig, Json, OperationName, WebhookLimits, WebhookReceiver};
use billwire_conformance::{config, with};
use billwire_wasm::entrances;
use peakmem_alloc::{INSTRUMENTED_SYSTEM, PeakMemAlloc, PeakMemAllocTrait};
use std::{
    alloc::System,
    hint::black_box,
    time::{Duration, Instant},
};

#[global_allocator]
static MEMORY: &PeakMemAlloc<System> = &INSTRUMENTED_SYSTEM;

const SMALL: usize = 16 << 10;
const GROWTH: usize = 16;
/// How much more than in proportion the time may grow: allocation and caches take some of it, and so do other programs.
const SLACK: f64 = 3.0;
/// Bytes that may be held at once for each byte that is read.
const MOST_MEMORY: usize = 16;
const RUNS: usize = 5;

/// Members of about so many bytes.
type Family = (&'static str, fn(usize) -> String);

const UNKNOWN: &[Family] = &[
    ("deep", |size| format!(r#""x":[{}]"#, repeated(size, |_| [r#"{"a":["#.repeat(14), "]}".repeat(14)].concat()))),
    ("wide", |size| format!(r#""x":[{}]"#, repeated(size, |at| ["0", r#""""#, "[]", "{}", "null"][at % 5].into()))),
    ("long number", |size| format!(r#""x":1{}"#, "7".repeat(size))),
    ("many members", |size| repeated(size, |at| format!(r#""k{at:06}":{at}"#))),
    ("alike keys", |size| repeated(size, |at| format!(r#""{}{:06}":0"#, "alike_".repeat(8), 999_999 - at))),
    ("short keys", |size| format!(r#""x":{{{}}}"#, repeated(size, |at| format!(r#""{at:x}":0"#)))),
];
const WEBHOOKS: &[Family] = &[
    ("long text", |size| format!(r#""purpose_of_transaction":"{}""#, "ភ្នំពេញ Phnom Penh ".repeat(size / 34))),
    ("escapes", |size| format!(r#""purpose_of_transaction":"{}""#, r#"\u1797\n\\\ud83d\ude00\""#.repeat(size / 24))),
    ("customers", |size| format!(r#""customers":[{}]"#, repeated(size, |_| CUSTOMER.into()))),
];
const DRAFTS: &[Family] = &[
    ("lines", |size| format!(r#""details":[{}]"#, repeated(size, |_| LINE.into()))),
    ("faults", |size| format!(r#""details":[{}]"#, repeated(size, |_| FAULTY_LINE.into()))),
    ("extra", |size| format!(r#""extra":{{{}}}"#, repeated(size, |at| format!(r#""k{at:06}":{at}"#)))),
];
const CUSTOMER: &str =
    r#"{"customer_code":"C-1","customer_name":"សុខ ដារ៉ា","bill_no":"INV-1","amount":"40000.00","more":7}"#;
const LINE: &str = r#"{"item_name":"រោងចក្រ","quantity":2,"price":1.50,"amount":3,"tax_amount":0.3,"tax_name":"VAT"}"#;
const FAULTY_LINE: &str = r#"{"item_name":"","quantity":-1,"price":"1,50","tax_name":7}"#;
const BILL: &str = r#""ref_id":"INV-1","date":"2026-01-31T09:00:00Z","due_date":"2026-02-28T09:00:00Z","currency":"KHR",
    "total_amount":40000,"customer_sync_code":"C-1","settlement_to":"S-1""#;

// One test at a time: the allocator counts for the whole program.
#[test]
fn reading_takes_memory_in_proportion() {
    read_all(Measured::Memory);
    let memory = memory(keys, |text: &String| drop(black_box(vec![text.clone(); 2 * MOST_MEMORY])));
    assert!(memory > MOST_MEMORY, "a reader that keeps a copy for each level passes: {memory}");
}

#[test]
#[ignore = "looks at the clock: see `cargo xtask prove complexity`"]
fn reading_takes_time_in_proportion() {
    read_all(Measured::Time);
    let quadratic = time(keys, |text: &String| {
        black_box(keys_that_occur_twice(text));
    });
    assert!(quadratic > SLACK, "a quadratic reader passes: {quadratic:.1}");
}

#[derive(Clone, Copy)]
enum Measured {
    Memory,
    Time,
}

fn read_all(measured: Measured) {
    let limits = WebhookLimits::builder().bytes(usize::MAX).customers(usize::MAX).build();
    let receiver = WebhookReceiver::checkout().with_limits(limits);
    let webhook = |text: &str| drop(receiver.receive([], text.as_bytes()).unwrap());
    for (name, members) in UNKNOWN.iter().chain(WEBHOOKS) {
        let input = |size| format!(r#"{{"tran_id":"T-1","status":"success",{}}}"#, members(size));
        check(measured, &format!("webhook, {name}"), input, |text| webhook(text));
    }
    let biller = Biller::new(with(config(), |config| config.max_lines = Some(BillerConfig::MAX_LINES))).unwrap();
    for (name, members) in UNKNOWN {
        let input = |size| format!(r#"{{"code":"000",{}}}"#, members(size));
        let answer = |text: &String| drop(biller.decode(OperationName::Onboarding, 200, text.as_bytes()).unwrap());
        check(measured, &format!("answer, {name}"), input, answer);
    }
    for (name, members) in DRAFTS {
        let input = |size| tree(&format!("{{{BILL},{}}}", members(size)));
        let draft = |tree: &DynamicValue| {
            let refused = entrances::prepare(&biller, OperationName::Settlement, tree).is_err();
            assert_eq!(refused, *name == "faults");
        };
        check(measured, &format!("draft, {name}"), input, draft);
    }
}

fn keys(size: usize) -> String {
    UNKNOWN[3].1(size)
}

fn check<T>(measured: Measured, name: &str, input: impl Fn(usize) -> T, read: impl Fn(&T)) {
    match measured {
        Measured::Memory => {
            let memory = memory(input, read);
            assert!(memory <= MOST_MEMORY, "{name}: {memory} times the input's bytes");
        }
        Measured::Time => {
            let times = time(input, read);
            assert!(times <= SLACK, "{name}: {times:.1} times slower than in proportion");
        }
    }
}

/// The most bytes held at once for each byte of the longer input.
fn memory<T>(input: impl Fn(usize) -> T, read: impl Fn(&T)) -> usize {
    let input = input(SMALL * GROWTH);
    MEMORY.reset_peak_memory();
    read(&input);
    MEMORY.get_peak_memory() / (SMALL * GROWTH)
}

/// How much more than in proportion the time grows.
fn time<T>(input: impl Fn(usize) -> T, read: impl Fn(&T)) -> f64 {
    let [small, large] = [SMALL, SMALL * GROWTH].map(|size| shortest(&input(size), &read));
    large.as_secs_f64() / small.as_secs_f64() / GROWTH as f64
}

/// The shortest time of several runs, which other programs disturb least.
fn shortest<T>(input: &T, read: impl Fn(&T)) -> Duration {
    let time = || {
        let started = Instant::now();
        read(input);
        started.elapsed()
    };
    (0..RUNS).map(|_| time()).min().unwrap()
}

fn repeated(size: usize, element: impl Fn(usize) -> String) -> String {
    let mut all = element(0);
    for at in 1.. {
        if all.len() >= size {
            break;
        }
        all.push(',');
        all.push_str(&element(at));
    }
    all
}

fn tree(text: &str) -> DynamicValue {
    DynamicValue::from(Json::parse(text.as_bytes()).unwrap())
}

fn keys_that_occur_twice(text: &str) -> usize {
    let keys: Vec<&str> = text.split(',').collect();
    keys.iter().enumerate().filter(|(at, key)| keys[..*at].contains(key)).count()
}
