//! The service as its interface describes it: operations, models, values, signature, and what a provider may do
//! otherwise.

pub(crate) mod address;
pub(crate) mod ambiguity;
pub(crate) mod catalogue;
pub(crate) mod context;
pub(crate) mod credentials;
pub(crate) mod error;
pub(crate) mod http;
pub(crate) mod models;
pub(crate) mod operation;
pub(crate) mod profile;
pub(crate) mod signing;
pub(crate) mod values;
