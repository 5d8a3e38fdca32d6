//! Models of the operations with a shape: what is sent and what is received, without rules.

mod onboarding;
mod settlement;
mod verification;

pub(crate) use onboarding::SUCCESS as ONBOARDING_SUCCESS;
pub use onboarding::{AddLinkAccount, OnboardedSubBiller, Onboarding, OnboardingResponse};
pub use settlement::{BillStatus, Line, PaymentStatus, Settlement, SettlementData, SettlementResponse};
pub(crate) use settlement::{LINE_AMOUNTS, LINE_ITEM_ALIAS, LINE_TAXES, SUCCESS as SETTLEMENT_SUCCESS};
pub(crate) use verification::SUCCESS as VERIFICATION_SUCCESS;
pub use verification::{Transaction, Verification, VerificationResponse};
