//! Onboarding: a biller registers a sub biller (sections 2.1, 2.2 and 4.1).

use crate::wire::{
    Model,
    model::validate::{Value, Values},
};
use crate::{
    exchange::{context::Context, operations::text_warnings},
    finding::{Code, Finding, Findings},
    interface::{
        catalogue::{Authentication, OperationName},
        error::NextStep,
        models::{ONBOARDING_SUCCESS, Onboarding, OnboardingResponse},
        operation::{Behaviour, Declaration},
        profile::CompiledProfile,
    },
};

const BANK_ID: usize = Onboarding::SCHEMA.index("bank_id");
const RETURN_URL: usize = Onboarding::SCHEMA.index("return_url");

const CURRENCY: usize = Onboarding::SCHEMA.index("currency");

impl Behaviour for Onboarding {
    type Response = OnboardingResponse;
    type Outcome = OnboardingResponse;

    const DECLARATION: &'static Declaration = &Declaration {
        name: OperationName::Onboarding,
        schema: Onboarding::SCHEMA,
        path: "/on_boarding/on_boarding_supplier",
        authentication: Authentication::Bearer,
        accept: false,
        success: ONBOARDING_SUCCESS,
        codes: |codes| &codes.onboarding,
        codes_without_meaning: &["310", "312", "1"],
        signed: false,
        rules,
        warnings,
        when_unsure,
    };

    fn outcome(response: OnboardingResponse, _: &Context) -> OnboardingResponse {
        response
    }
}

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
    text_warnings(Onboarding::SCHEMA, CURRENCY, values, warnings);
    if values.text(RETURN_URL).is_some_and(|url| !url.is_empty() && !can_be_returned_to(url)) {
        warnings.push(Finding::new("return_url", Code::NoAddress));
    }
}

/// Whether an address has a scheme, which may be that of an app, and runs no script.
fn can_be_returned_to(url: &str) -> bool {
    let Some((scheme, rest)) = url.split_once("://") else { return false };
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let runs = ["javascript", "data", "vbscript"].iter().any(|script| scheme.eq_ignore_ascii_case(script));
    is_scheme && !runs && !rest.is_empty()
}

fn when_unsure(_: &Context) -> NextStep {
    NextStep::AskService
}
