//! The operations of the interface: what each is called, how it is reached, and what its answers mean.

use crate::wire::{
    Draft, Json, Members, Model, Read,
    model::{input::DynamicValue, schema::Schema, validate::Values},
};
use crate::{
    finding::{Code, Finding, Findings},
    interface::{
        catalogue::{Authentication, Effect, OperationName},
        context::Context,
        error::{AnswerData, NextStep},
        profile::{CodesByOperation, CompiledProfile, WireProfile},
    },
};
use std::cell::OnceCell;

/// Operation with a shape. The type of its request implements this trait.
///
/// It is implemented for [`Onboarding`](crate::Onboarding), [`Settlement`](crate::Settlement) and
/// [`Verification`](crate::Verification), and for no other type.
pub trait Operation: Behaviour {
    /// Name of the operation.
    const NAME: OperationName = Self::DECLARATION.name;
    /// Path below the base address (section 4).
    const PATH: &'static str = Self::DECLARATION.path;
}

impl<O: Behaviour> Operation for O {}

/// Request of an operation as callers have it: its draft, or a value whose type is not known before, such as JSON. Of
/// the latter, wrong types and unknown keys are violations.
pub trait RequestOf<O>: Draft {}

impl<O: Operation> RequestOf<O> for O {}

impl<O: Operation> RequestOf<O> for DynamicValue {}

/// Everything that an operation decides itself. The trait has no public name, so no other crate implements it.
pub trait Behaviour: Model + Draft + Sized + 'static {
    /// Type of its answers.
    type Response: Read;
    /// Meaning of an answer with a success code.
    type Outcome;

    /// Facts of the interface about this operation.
    const DECLARATION: &'static Declaration;

    /// Returns the meaning of a response with a success code.
    fn outcome(response: Self::Response, asked: &Asked<'_>, context: &Context) -> Self::Outcome;
}

/// Facts of the interface about an operation, and its rules. One function prepares and judges all operations by it.
pub struct Declaration {
    /// Name of the operation.
    pub(crate) name: OperationName,
    /// Model of its request.
    pub(crate) schema: &'static Schema,
    /// Path below the base address (section 4).
    pub(crate) path: &'static str,
    /// How the call shows who makes it.
    pub(crate) authentication: Authentication,
    /// Whether its headers name the type of answer that is wanted.
    pub(crate) accept: bool,
    /// Code of a success (section 7).
    pub(crate) success: &'static str,
    /// Its own list among the codes of a profile.
    pub(crate) codes: fn(&CodesByOperation) -> &[String],
    /// Codes that the interface lists without a meaning (section 7).
    pub(crate) codes_without_meaning: &'static [&'static str],
    /// Whether its body carries the hash.
    pub(crate) signed: bool,
    /// Rules that span fields, applied after every field is validated. They also compute values.
    pub(crate) rules: fn(&mut Values<'_>, &CompiledProfile, &mut Findings),
    /// Warnings about a valid request.
    pub(crate) warnings: fn(&Values<'_>, &CompiledProfile, &mut Vec<Finding>),
    /// Members by which an answer names its subject, each with the member of the request that it has to repeat.
    pub(crate) subject: fn(&WireProfile) -> Vec<(&str, &str)>,
    /// Reads `data` of an answer that is no success, as far as its model goes.
    pub(crate) data: fn(&[u8]) -> Option<AnswerData>,
    /// Whether an answer of "exists already" is an outcome instead of an error.
    pub(crate) may_exist: bool,
    /// Whether the request may be repeated after an answer that was lost.
    pub(crate) may_repeat: fn(&WireProfile) -> bool,
    /// Next step after an answer that says nothing about what happened.
    pub(crate) when_unsure: fn(&Context) -> NextStep,
}

impl Declaration {
    /// The next step after an answer that says nothing about what happened.
    pub(crate) fn when_unsure(&self, context: &Context) -> NextStep {
        (self.when_unsure)(context)
    }

    /// The next step after an answer that was lost on its way, in whole or in part.
    pub(crate) fn when_lost(&self, context: &Context) -> NextStep {
        if (self.may_repeat)(&context.profile) { NextStep::SendAgain } else { self.when_unsure(context) }
    }

    /// The next step after a body that cannot be read. One that is no JSON may have been cut off on its way; one of the
    /// wrong shape stays so, however often a reading operation asks.
    pub(crate) fn when_unreadable(&self, code: Code, context: &Context) -> NextStep {
        let was_cut_off = matches!(code, Code::InvalidJson | Code::InvalidUtf8);
        match self.name.effect() {
            Effect::Reads if !was_cut_off => NextStep::AskService,
            _ if was_cut_off => self.when_lost(context),
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
            408 | 425 | 429 | 500.. if !decides => self.when_lost(context),
            _ if !decides => self.when_unsure(context),
            401 | 403 | 407 => NextStep::FixCredentials,
            408 | 425 | 429 | 500.. => NextStep::SendAgain,
            _ => NextStep::FixRequest,
        }
    }
}

/// The request that an answer is held against, as far as it is known.
#[derive(Default)]
pub struct Asked<'a> {
    body: &'a str,
    /// Members of its body, which is read only for an answer that names its subject.
    members: OnceCell<Members>,
    /// Whether an answer about another subject is an error here, and no verdict of the caller.
    pub(crate) is_compared: bool,
}

impl<'a> Asked<'a> {
    /// The request with this body.
    pub(crate) fn of(body: &'a str) -> Asked<'a> {
        Asked { body, members: OnceCell::new(), is_compared: true }
    }

    /// A request whose caller compares the subject of the answer.
    pub(crate) fn compared_later(members: Members) -> Asked<'a> {
        Asked { body: "", members: members.into(), is_compared: false }
    }

    /// Members of its body; none if it is no JSON object.
    pub(crate) fn members(&self) -> &Members {
        self.members.get_or_init(|| match Json::parse(self.body.as_bytes()) {
            Ok(Json::Object(members)) => members,
            _ => Members::default(),
        })
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
    /// A code that the profile lists for what exists already.
    ExistsAlready,
    /// A code that the interface names without a meaning.
    CodeWithoutMeaning,
    /// Any other code.
    UnknownCode,
    /// No code, and a status inside `data` by which the service took the request.
    SuccessWithoutCode,
    /// A code that denies success, and something inside `data` that means it.
    Contradiction,
    /// Something about another subject than that of the request.
    OfAnother,
    /// It cannot be read, and may hold a code all the same.
    Illegible,
    /// No code at all.
    Nothing,
}
