//! Values that a float or a text cannot hold exactly or safely.

pub(crate) mod decimal;
pub(crate) mod instant;
pub(crate) mod received_date;
pub(crate) mod sensitive;
