//! Onboarding: a biller registers a sub biller (sections 2.1, 2.2 and 4.1).

use crate::wire::{
    Model, Sensitive,
    model::declare::{Wire, read_leniently},
    model::named::named,
    model::validate::{Value, Values},
    read::blank::has_word,
};
use crate::{
    exchange::{answer::LIMITS, context::Context, operations::text_warnings},
    finding::{Code, Finding, Findings},
    interface::{
        address::is_loopback,
        catalogue::{Authentication, OperationName},
        error::{AnswerData, NextStep},
        models::{ONBOARDING_SUCCESS, OnboardedSubBiller, Onboarding, OnboardingResponse},
        operation::{Asked, Behaviour, Declaration},
        profile::{CodeMeaning, CompiledProfile},
    },
};

const BANK_ID: usize = Onboarding::SCHEMA.index("bank_id");
const RETURN_URL: usize = Onboarding::SCHEMA.index("return_url");

const CURRENCY: usize = Onboarding::SCHEMA.index("currency");

impl Behaviour for Onboarding {
    type Response = OnboardingResponse;
    type Outcome = OnboardingOutcome;

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
        subject: |_| vec![("supplier_sync_code", "supplier_sync_code")],
        data: |text| {
            read_leniently::<OnboardedSubBiller>(text, LIMITS)
                .map(|sub_biller| AnswerData::Onboarding { sub_biller: sub_biller.into() })
        },
        may_exist: true,
        may_repeat: |profile| profile.onboarding_may_repeat,
        when_unsure,
    };

    fn outcome(response: OnboardingResponse, asked: &Asked<'_>, context: &Context) -> OnboardingOutcome {
        let code = response.code.as_ref().map_or("", |code| code.as_str());
        let meaning = context.profile.meaning(|codes| &codes.onboarding, ONBOARDING_SUCCESS, code);
        let result = if meaning == CodeMeaning::ExistsAlready {
            OnboardingResult::ExistsAlready
        } else {
            OnboardingResult::Onboarded
        };
        let mut warnings = Vec::new();
        response.tolerated("", &mut warnings);
        let fault = check_link(web_url(&response), asked, context);
        warnings.extend(fault.map(|code| Finding::new(WEB_URL, code)));
        let link = web_url(&response).filter(|_| fault.is_none()).cloned();
        OnboardingOutcome { result, link, warnings, response }
    }
}

/// Outcome of an onboarding: the service knows the sub biller. It does not say that an account is linked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct OnboardingOutcome {
    /// Whether the sub biller was registered, or existed already.
    pub result: OnboardingResult,
    /// Address at which the sub biller links its account: none unless the answer carries one that a browser may be sent
    /// to. Whoever has it can link an account, so it does not print.
    pub link: Option<Sensitive>,
    /// Faults of the answer on which no decision depends, such as those of its link.
    pub warnings: Vec<Finding>,
    /// The answer.
    pub response: OnboardingResponse,
}

named! {
    /// Outcome of an onboarding.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
    #[non_exhaustive]
    pub enum OnboardingResult {
        /// The sub biller is registered.
        Onboarded = "onboarded",
        /// The sub biller existed already, by a code of the profile's `exists_already_codes`.
        ExistsAlready = "existsAlready",
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for OnboardingOutcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut out = serializer.serialize_struct("OnboardingOutcome", 4)?;
        out.serialize_field("outcome", &self.result)?;
        if let Some(link) = &self.link {
            out.serialize_field("link", link)?;
        }
        out.serialize_field("warnings", &self.warnings)?;
        out.serialize_field("response", &self.response)?;
        out.end()
    }
}

const WEB_URL: &str = "data.add_link_account.web_url";

fn web_url(response: &OnboardingResponse) -> Option<&Sensitive> {
    response.data.as_ref()?.add_link_account.as_ref()?.web_url.as_ref()
}

/// Returns the fault of a link that a browser must not be sent to. One is due only where a bank was asked for.
fn check_link(link: Option<&Sensitive>, asked: &Asked<'_>, context: &Context) -> Option<Code> {
    let Some(link) = link.map(Sensitive::as_str) else {
        let asked_for_a_bank = asked.members().get("bank_id").is_some_and(|bank| !bank.is_blank());
        return asked_for_a_bank.then_some(Code::Required);
    };
    if !has_word(link) {
        return Some(Code::Empty);
    }
    let may_be_http = context.base_url.starts_with("http://");
    match split_scheme(link) {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("https") && has_host(rest) => None,
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("http") && has_host(rest) => {
            (!may_be_http || !is_loopback(rest)).then_some(Code::InsecureLink)
        }
        _ => Some(Code::NoAddress),
    }
}

/// Splits an address at the `://` after its scheme. A scheme has no colon.
fn split_scheme(url: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = url.split_once(':')?;
    Some((scheme, rest.strip_prefix("//")?))
}

/// Whether an address after its scheme has a host alone before its path: no user, whom people take for the host.
fn has_host(rest: &str) -> bool {
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_plain = |letter: char| !letter.is_whitespace() && !letter.is_control() && letter != '\\';
    !host.is_empty() && !host.starts_with(':') && !host.contains('@') && rest.chars().all(is_plain)
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
    let Some((scheme, rest)) = split_scheme(url) else { return false };
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let runs = ["javascript", "data", "vbscript"].iter().any(|script| scheme.eq_ignore_ascii_case(script));
    is_scheme && !runs && !rest.is_empty()
}

fn when_unsure(_: &Context) -> NextStep {
    NextStep::AskService
}
