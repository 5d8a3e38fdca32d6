//! The operations with a shape: their calls, and the methods of `Biller` that prepare and decode them.
// Generated from the table of core by `cargo xtask generate`. Do not edit.

use crate::{
    biller::Biller,
    calls::{HttpRequest, operations, prepare_json},
    error::{BillwireError, Finding},
    models,
    values::HttpStatus,
};
use billwire::{Call, OperationName, Sent};
use billwire::{OnboardingResponse, SettlementOutcome, VerificationResponse};
use std::{fmt, sync::Arc};

operations! {
    Onboarding => OnboardingResponse;
    /// Final request that registers a sub biller (section 4.1). It prints neither credentials nor body.
    OnboardingCall;
    /// `OnboardingCall` with its request.
    PreparedOnboarding;
    /// Prepares the call that registers a sub biller (section 4.1).
    ///
    /// # Errors
    /// - `InvalidRequest` with all violations
    /// - `MissingCredential` without a credential that the operation needs
    prepare_onboarding;
    /// Prepares the same call from the text of a JSON object, with the names of section 2.1.
    ///
    /// # Errors
    /// - `InvalidRequest` with all violations, wrong types and unknown keys included
    /// - `MissingCredential` without a credential that the operation needs
    prepare_onboarding_json;
    /// Decodes an answer of Onboarding whose call is not at hand.
    ///
    /// # Errors
    /// - `Rejected` if the service refused
    /// - `Undetermined` if the outcome is unknown
    /// - `Unreadable` if the body does not have the response's shape
    decode_onboarding;

    Settlement => SettlementOutcome;
    /// Final request that pushes a signed bill and settles it (section 4.2). It prints neither credentials nor body.
    SettlementCall;
    /// `SettlementCall` with its request.
    PreparedSettlement;
    /// Prepares the call that pushes a signed bill and settles it (section 4.2).
    ///
    /// # Errors
    /// - `InvalidRequest` with all violations
    /// - `MissingCredential` without a credential that the operation needs
    prepare_settlement;
    /// Prepares the same call from the text of a JSON object, with the names of section 2.3.
    ///
    /// # Errors
    /// - `InvalidRequest` with all violations, wrong types and unknown keys included
    /// - `MissingCredential` without a credential that the operation needs
    prepare_settlement_json;
    /// Decodes an answer of Settle Payment whose call is not at hand.
    ///
    /// # Errors
    /// - `Rejected` if the service refused
    /// - `Undetermined` if the outcome is unknown
    /// - `Unreadable` if the body does not have the response's shape
    decode_settlement;

    Verification => VerificationResponse;
    /// Final request that asks for the status of a transaction (section 4.3). It prints neither credentials nor body.
    VerificationCall;
    /// `VerificationCall` with its request.
    PreparedVerification;
    /// Prepares the call that asks for the status of a transaction (section 4.3).
    ///
    /// # Errors
    /// - `InvalidRequest` with all violations
    /// - `MissingCredential` without a credential that the operation needs
    prepare_verification;
    /// Prepares the same call from the text of a JSON object, with the names of section 2.5.
    ///
    /// # Errors
    /// - `InvalidRequest` with all violations, wrong types and unknown keys included
    /// - `MissingCredential` without a credential that the operation needs
    prepare_verification_json;
    /// Decodes an answer of Transaction Verification whose call is not at hand.
    ///
    /// # Errors
    /// - `Rejected` if the service refused
    /// - `Undetermined` if the outcome is unknown
    /// - `Unreadable` if the body does not have the response's shape
    decode_verification;
}
