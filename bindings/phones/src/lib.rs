//! The packages for phones: their builds, their checks, and their trials on this machine.

#![allow(missing_docs, reason = "a tool's own parts, which only the proofs use besides")]

pub mod android;
pub mod apple;
mod ziglang;
