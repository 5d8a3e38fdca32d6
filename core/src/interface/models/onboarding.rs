//! Onboarding: the models of registering a sub biller (sections 2.1 and 2.2).

use crate::wire::{Sensitive, model};

/// Success code of the interface (section 7).
pub(crate) const SUCCESS: &str = "000";

model! {
    sent in "2.1"
    /// A sub biller to register, so that bills can be settled to its account.
    pub struct Onboarding {
        /// Sub biller id at the biller side.
        supplier_sync_code: String,
        /// Sub biller name in English.
        name: String,
        /// Sub biller name in Khmer.
        name_kh: Option<String>,
        /// Sub biller address.
        address: Option<String> [multiline],
        /// Identifier of the bank where the sub biller wants to activate an account, from Get Available Banks.
        /// Where it is filled in, `return_url` is required.
        bank_id: Option<String> [kept],
        /// URL to which the sub biller is returned after an account is added. Required when `bank_id` is filled in.
        return_url: Option<String> [kept],
        /// Currency for which the sub biller may add a specific account, such as `KHR`.
        currency: Option<String> [kept],
    }
}

model! {
    received in "2.2"
    /// The answer to an onboarding.
    pub struct OnboardingResponse {
        /// Response code; `000` is the success.
        code: Option<crate::interface::values::ResponseCode> [decides],
        /// Message in English.
        message: Option<String>,
        /// Message in Khmer.
        message_kh: Option<String>,
        /// The sub biller as the service knows it.
        data: Option<OnboardedSubBiller> [decides],
    }
}

model! {
    received in "2.2"
    /// A sub biller as the service knows it.
    pub struct OnboardedSubBiller {
        /// Supplier code at the service side.
        code: Option<crate::interface::values::ResponseCode> [decides],
        /// Sub biller id at the biller side.
        supplier_sync_code: Option<String> [numeric, decides],
        /// Sub biller name in English.
        name: Option<String>,
        /// Sub biller name in Khmer.
        name_kh: Option<String>,
        /// Sub biller address.
        address: Option<String>,
        /// Where the account is linked.
        add_link_account: Option<AddLinkAccount>,
    }
}

model! {
    received in "2.2"
    /// Where a sub biller links its account at a bank.
    pub struct AddLinkAccount {
        /// The address at which the account is linked. Whoever has it can link one, so it is never printed.
        web_url: Option<Sensitive>,
    }
}
