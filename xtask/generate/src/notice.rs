//! First line of every generated file.

pub(crate) const NOTICE: &str = "// Generated from the models in core/src by `cargo xtask generate`. Do not edit.\n";
