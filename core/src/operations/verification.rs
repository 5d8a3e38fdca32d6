//! Transaction Verification: what became of a transaction (sections 2.5, 2.6 and 4.3).

use crate::{
    catalogue::{Authentication, OperationName},
    context::Context,
    error::NextStep,
    models::{VERIFICATION_SUCCESS, Verification, VerificationResponse},
    operation::{Behaviour, Declaration},
};
use billwire_wire::Model;

impl Behaviour for Verification {
    type Response = VerificationResponse;
    type Outcome = VerificationResponse;

    const DECLARATION: &'static Declaration = &Declaration {
        name: OperationName::Verification,
        schema: Verification::SCHEMA,
        path: "/transaction/v2/verify",
        authentication: Authentication::Token,
        accept: true,
        success: VERIFICATION_SUCCESS,
        codes: |codes| &codes.verification,
        codes_without_meaning: &[],
        signed: false,
        rules: |_, _, _| {},
        warnings: |_, _, _| {},
        when_unsure: |_| NextStep::VerifyAgain,
    };

    fn outcome(response: VerificationResponse, _: &Context) -> VerificationResponse {
        response
    }
}
