//! Values that a type keeps valid.

mod currency;
mod decimal;
mod instant;
mod sensitive;
mod words;

pub use currency::is_iso_4217;
pub use decimal::{Decimal, InvalidDecimal};
pub(crate) use decimal::{LARGEST_INTEGER, bounded, integer};
pub(crate) use instant::{DateDetail, DateForm, DateZone, Dated};
pub use instant::{DigitsOffset, Instant};
pub use sensitive::Sensitive;
pub use words::{PaymentServiceType, ResponseCode, Status};
