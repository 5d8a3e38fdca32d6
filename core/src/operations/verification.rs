//! Transaction Verification: what became of a transaction (sections 2.5, 2.6 and 4.3).

use crate::{
    catalogue::{Authentication, OperationName},
    context::Context,
    error::NextStep,
    finding::{Finding, Findings},
    models::{VERIFICATION_SUCCESS, Verification, VerificationResponse},
    operation::Operation,
    profile::CompiledProfile,
};
use billwire_wire::validate::Values;

impl Operation for Verification {
    const NAME: OperationName = OperationName::Verification;
    const PATH: &'static str = "/transaction/v2/verify";
    const AUTHENTICATION: Authentication = Authentication::Token;
    const ACCEPT: bool = true;
    const SUCCESS: &'static str = VERIFICATION_SUCCESS;
    type Response = VerificationResponse;
    type Outcome = VerificationResponse;

    fn rules(_: &mut Values<'_>, _: &CompiledProfile, _: &mut Findings) {}

    fn warnings(_: &Values<'_>, _: &CompiledProfile, _: &mut Vec<Finding>) {}

    fn outcome(response: VerificationResponse, _: &Context) -> VerificationResponse {
        response
    }

    fn when_unsure(_: &Context) -> NextStep {
        NextStep::VerifyAgain
    }
}
