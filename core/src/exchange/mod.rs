//! One call and its answer: a valid draft becomes a final request, and its answer an outcome or an error.

pub(crate) mod answer;
pub(crate) mod biller;
pub(crate) mod call;
pub(crate) mod draft;
pub(crate) mod operations;
pub(crate) mod validated;

pub(crate) use crate::interface::context;
