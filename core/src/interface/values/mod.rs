//! Values that a type keeps valid.

mod currency;
mod words;

pub use currency::is_iso_4217;
pub(crate) use currency::{is_worth_riels, iso_4217_meant};
pub use words::{PaymentServiceType, ResponseCode, Status};
