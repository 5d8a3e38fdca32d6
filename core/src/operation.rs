//! The operations of the interface: what each is called, how it is reached, and what its answers mean.

use crate::{
    catalogue::{Authentication, Effect, OperationName},
    context::Context,
    error::NextStep,
    finding::{Code, Finding, Findings},
    profile::CompiledProfile,
};
use billwire_wire::{Draft, Model, Read, schema::Schema, validate::Values};

/// An operation with a shape: its request is the type that implements this.
pub trait Operation: Model + Draft {
    /// Its name.
    const NAME: OperationName;
    /// Its path below the base address (section 4).
    const PATH: &'static str;
    /// How it shows who calls.
    const AUTHENTICATION: Authentication;
    /// Whether its headers name the type of answer that is wanted.
    const ACCEPT: bool = false;
    /// The codes of a success (section 7).
    const SUCCESS: &'static str;
    /// Codes that the interface lists without a meaning (section 7).
    const CODES_WITHOUT_MEANING: &'static [&'static str] = &[];
    /// Whether its body carries the hash.
    const SIGNED: bool = false;

    /// The shape of its answers.
    type Response: Read;
    /// What a success means.
    type Outcome;

    /// Rules that look at more than one field, after each field has been looked at; also fills in what can be.
    #[doc(hidden)]
    fn rules(values: &mut Values<'_>, compiled: &CompiledProfile, violations: &mut Findings);

    /// What is worth a second look in a valid request.
    #[doc(hidden)]
    fn warnings(values: &Values<'_>, compiled: &CompiledProfile, warnings: &mut Vec<Finding>);

    /// What a response with a success code means.
    #[doc(hidden)]
    fn outcome(response: Self::Response, context: &Context) -> Self::Outcome;

    /// What to do after an answer that says nothing about what happened.
    #[doc(hidden)]
    fn when_unsure(context: &Context) -> NextStep;

    /// All of the above as one value.
    #[doc(hidden)]
    const DECLARATION: &'static Declaration = &Declaration {
        name: Self::NAME,
        schema: Self::SCHEMA,
        path: Self::PATH,
        authentication: Self::AUTHENTICATION,
        accept: Self::ACCEPT,
        success: Self::SUCCESS,
        codes_without_meaning: Self::CODES_WITHOUT_MEANING,
        signed: Self::SIGNED,
        rules: Self::rules,
        warnings: Self::warnings,
        when_unsure: Self::when_unsure,
    };
}

/// What an operation with a shape declares, as a value: the same code prepares and judges all of them.
#[doc(hidden)]
pub struct Declaration {
    pub(crate) name: OperationName,
    pub(crate) schema: &'static Schema,
    pub(crate) path: &'static str,
    pub(crate) authentication: Authentication,
    pub(crate) accept: bool,
    pub(crate) success: &'static str,
    pub(crate) codes_without_meaning: &'static [&'static str],
    pub(crate) signed: bool,
    pub(crate) rules: fn(&mut Values<'_>, &CompiledProfile, &mut Findings),
    pub(crate) warnings: fn(&Values<'_>, &CompiledProfile, &mut Vec<Finding>),
    when_unsure: fn(&Context) -> NextStep,
}

impl Declaration {
    /// The next step after an answer that says nothing about what happened.
    pub(crate) fn when_unsure(&self, context: &Context) -> NextStep {
        (self.when_unsure)(context)
    }

    /// The next step after a body that cannot be read. One that is no JSON may have been cut off on its way; one of the
    /// wrong shape stays so, however often a reading operation asks.
    pub(crate) fn when_unreadable(&self, code: Code, context: &Context) -> NextStep {
        let was_cut_off = matches!(code, Code::InvalidJson | Code::InvalidUtf8);
        match self.name.effect() {
            Effect::Reads if !was_cut_off => NextStep::AskService,
            Effect::Reads | Effect::Changes => self.when_unsure(context),
        }
    }

    /// The next step after an HTTP status other than 200 whose body tells no success.
    pub(crate) fn next_step(&self, status: u16, said: Said, context: &Context) -> NextStep {
        let decides = match self.name.effect() {
            Effect::Reads => matches!(status, 400 | 401 | 403 | 422),
            Effect::Changes => {
                matches!(said, Said::Nothing | Said::Refusal)
                    && context.profile.nothing_happened_statuses.contains(&status)
            }
        };
        match status {
            _ if !decides => self.when_unsure(context),
            401 | 403 | 407 => NextStep::FixCredentials,
            408 | 425 | 429 | 500.. => NextStep::SendAgain,
            _ => NextStep::FixRequest,
        }
    }
}

/// Meaning of a body, before its status counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// A success code.
    Success,
    /// A code that the profile lists as a refusal.
    Refusal,
    /// A code that the profile lists for something that was not found.
    NotFound,
    /// A code that the interface names without a meaning.
    CodeWithoutMeaning,
    /// Any other code.
    UnknownCode,
    /// No code, and a status inside `data` that means success.
    SuccessWithoutCode,
    /// A code that denies success, and a status inside `data` that means it.
    Contradiction,
    /// It cannot be read, and may hold a code all the same.
    Illegible,
    /// No code at all.
    Nothing,
}
