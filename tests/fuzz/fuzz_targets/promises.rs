//! One program for all targets; `billwire_fuzz::begin` chooses.
#![no_main]

libfuzzer_sys::fuzz_target!(init: billwire_fuzz::begin(), |input: &[u8]| billwire_fuzz::run(input));
