//! Settings of a biller without its credentials, which decoding an answer needs too.

use crate::interface::profile::{CompiledProfile, WireProfile};

/// Settings of a biller without its credentials.
#[derive(Debug)]
pub struct Context {
    pub(crate) base_url: String,
    pub(crate) strict: bool,
    pub(crate) profile: WireProfile,
    pub(crate) compiled: CompiledProfile,
}
