//! Models of everything that can happen to a bill, checked in every order.
//!
//! `cargo test -p billwire-model --release` explores them.

#![cfg(test)]

mod credit;
mod explore;
mod settlement;
