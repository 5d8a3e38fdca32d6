//! The operations with a shape: their calls, the methods of `Biller` that prepare and decode them, and their drafts.
// Generated from the table of core by `cargo xtask generate`. Do not edit.

use crate::{
    biller::Biller,
    calls::{HttpRequest, crossed, operations, prepare_json},
    error::{BillwireError, Finding},
    models::{self, OnboardingResponse, SettlementOutcome, VerificationResponse},
    validation::{DraftSettings, Validation},
    values::Int32,
};
use billwire::{Call, OperationName, Sent};
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
    /// Validates a draft of Onboarding without credentials, and returns all findings at once.
    ///
    /// # Errors
    /// - `InvalidConfig` for the settings
    validate_onboarding;
    /// Returns a valid draft of Onboarding as JSON text, such as an app sends to its server.
    ///
    /// # Errors
    /// - `InvalidRequest` with all violations
    /// - `InvalidConfig` for the settings
    onboarding_to_json;
    /// Reads a draft of Onboarding from JSON text.
    ///
    /// # Errors
    /// - `InvalidRequest` with all violations, unknown keys included
    /// - `InvalidConfig` for the settings
    onboarding_from_json;

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
    /// Validates a draft of Settle Payment without credentials, and returns all findings at once.
    ///
    /// # Errors
    /// - `InvalidConfig` for the settings
    validate_settlement;
    /// Returns a valid draft of Settle Payment as JSON text, such as an app sends to its server.
    ///
    /// # Errors
    /// - `InvalidRequest` with all violations
    /// - `InvalidConfig` for the settings
    settlement_to_json;
    /// Reads a draft of Settle Payment from JSON text.
    ///
    /// # Errors
    /// - `InvalidRequest` with all violations, unknown keys included
    /// - `InvalidConfig` for the settings
    settlement_from_json;

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
    /// Validates a draft of Transaction Verification without credentials, and returns all findings at once.
    ///
    /// # Errors
    /// - `InvalidConfig` for the settings
    validate_verification;
    /// Returns a valid draft of Transaction Verification as JSON text, such as an app sends to its server.
    ///
    /// # Errors
    /// - `InvalidRequest` with all violations
    /// - `InvalidConfig` for the settings
    verification_to_json;
    /// Reads a draft of Transaction Verification from JSON text.
    ///
    /// # Errors
    /// - `InvalidRequest` with all violations, unknown keys included
    /// - `InvalidConfig` for the settings
    verification_from_json;
}
