//! Writing of JSON: of valid values, and of packets that one pass validates, signs and writes.

pub(crate) mod body;
pub(crate) mod encoding;
pub(crate) mod json_writer;
pub(crate) mod packet;
pub(crate) mod pass;
pub mod utf16;
