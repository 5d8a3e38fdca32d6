//! Onboarding: a biller registers a sub biller (sections 2.1, 2.2 and 4.1).

use crate::{
    call::Context,
    error::NextStep,
    finding::{Code, Finding, Findings},
    operation::{Authentication, Operation, OperationName},
    operations::text_warnings,
    profile::CompiledProfile,
};
use billwire_wire::{
    Model, Sensitive, model,
    validate::{Value, Values},
};

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
        bank_id: Option<String>,
        /// URL to which the sub biller is returned after an account is added. Required when `bank_id` is filled in.
        return_url: Option<String>,
        /// Currency for which the sub biller may add a specific account, such as `KHR`.
        currency: Option<String>,
    }
}

model! {
    received in "2.2"
    /// The answer to an onboarding.
    pub struct OnboardingResponse {
        /// Response code; `000` is the success.
        code: Option<crate::model::ResponseCode>,
        /// Message in English.
        message: Option<String>,
        /// Message in Khmer.
        message_kh: Option<String>,
        /// The sub biller as the service knows it.
        data: Option<OnboardedSubBiller>,
    }
}

model! {
    received in "2.2"
    /// A sub biller as the service knows it.
    pub struct OnboardedSubBiller {
        /// Supplier code at the service side.
        code: Option<crate::model::ResponseCode>,
        /// Sub biller id at the biller side.
        supplier_sync_code: Option<String>,
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

const BANK_ID: usize = Onboarding::SCHEMA.index("bank_id");
const RETURN_URL: usize = Onboarding::SCHEMA.index("return_url");

const CURRENCY: usize = Onboarding::SCHEMA.index("currency");

impl Operation for Onboarding {
    const NAME: OperationName = OperationName::Onboarding;
    const PATH: &'static str = "/on_boarding/on_boarding_supplier";
    const AUTHENTICATION: Authentication = Authentication::Bearer;
    const SUCCESS: &'static str = "000";
    const CODES_WITHOUT_MEANING: &'static [&'static str] = &["310", "312", "1"];
    type Response = OnboardingResponse;
    type Outcome = OnboardingResponse;

    fn rules(values: &mut Values<'_>, _: &CompiledProfile, violations: &mut Findings) {
        let bank_filled_in = values.text(BANK_ID).is_some_and(|bank| !bank.is_empty());
        let return_missing = match values.get(RETURN_URL) {
            Value::Absent => true,
            Value::Text(url, _) => url.is_empty(),
            _ => false,
        };
        if bank_filled_in && return_missing {
            violations.push(Finding::new("return_url", Code::RequiredWithBankId));
        }
    }

    fn warnings(values: &Values<'_>, _: &CompiledProfile, warnings: &mut Vec<Finding>) {
        text_warnings(Self::SCHEMA, CURRENCY, values, warnings);
    }

    fn outcome(response: OnboardingResponse, _: &Context) -> OnboardingResponse {
        response
    }

    fn when_unsure(_: &Context) -> NextStep {
        NextStep::AskService
    }
}
