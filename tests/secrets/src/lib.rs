//! Credentials that the search of memory makes up.

/// Bytes of each credential. An allocator's own marks may hide the whole of a shorter one.
pub const LENGTH: usize = 96;
/// The credentials, in the order of the pipe.
pub const NAMES: [&str; 6] =
    ["bearer", "another bearer", "verification token", "hash token", "webhook token", "another webhook token"];
