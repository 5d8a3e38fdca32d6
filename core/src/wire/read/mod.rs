//! Strict reading of JSON: from bytes into offsets, then into a model or a value.

pub(crate) mod blank;
pub(crate) mod decode;
pub(crate) mod json;
pub(crate) mod number;
pub(crate) mod offset_index;
pub(crate) mod reader;
pub(crate) mod scan;
pub(crate) mod sorted;
