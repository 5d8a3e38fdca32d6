//! The package for Android: its build, its checks, and its trial on this machine.

#![allow(missing_docs, reason = "a tool's own parts, which no program depends on")]

pub mod android;
mod ziglang;
