//! The operations with a shape: their calls, which decode their own answers, and their drafts.

use super::{Form, Setting as _, biller::Biller};
use crate::{
    BillwireError, Call, DraftSettings, Error, Finding, HttpRequest, HttpStatus, Onboarding, OnboardingOutcome,
    Operation, OperationName, Sent, Settlement, SettlementOutcome, SettlementResponse, Validation, Verification,
    VerificationResponse, exchange::draft::json_value,
};

/// Declares for each operation its call, the methods of [`Biller`] that prepare and decode it, and the functions of
/// its draft. Other languages cannot have them as generic ones.
macro_rules! operation_calls {
    ($(
        $operation:ident => $outcome:ty, that $does:literal in $section:literal;
        $call:ident $prepare:ident $prepare_json:ident $decode:ident $validate:ident $to_json:ident $from_json:ident
    )+) => { $(
        #[doc = " Final request that"]
        #[doc = $does]
        ///
        /// It prints neither credentials nor body.
        #[derive(Debug, uniffi::Object)]
        pub struct $call(pub(super) Call<$operation>);

        #[uniffi::export]
        impl $call {
            /// Returns the request to send as it is. Do not follow redirects.
            pub fn request(&self) -> HttpRequest {
                self.0.request()
            }

            /// Returns findings to look at before you send the request.
            pub fn warnings(&self) -> Vec<Finding> {
                self.0.warnings.clone()
            }

            /// Returns the operation that is called.
            pub fn operation(&self) -> OperationName {
                self.0.operation()
            }

            /// Decodes the answer. Throws `Rejected`, `Undetermined` or `Unreadable`, each with its next step.
            pub fn decode(&self, status: HttpStatus, body: Vec<u8>) -> Result<$outcome, BillwireError> {
                self.0.decode(status.as_u16(), &body)
            }

            /// Returns the error for a request that brought no answer. Read its next step before you send again.
            pub fn no_answer(&self, sent: Sent) -> BillwireError {
                self.0.no_answer(sent)
            }

            /// Returns the error for a sender that refuses to send this call a second time.
            pub fn already_sent(&self) -> BillwireError {
                self.0.already_sent()
            }
        }

        #[uniffi::export]
        impl Biller {
            #[doc = " Prepares the call that"]
            #[doc = $does]
            ///
            /// Throws `InvalidRequest` with all violations, or `MissingCredential`.
            pub fn $prepare(&self, request: $operation) -> Result<$call, BillwireError> {
                self.0.prepare(&request).map($call)
            }

            #[doc = " Prepares the same call from the text of a JSON object, with the names of"]
            #[doc = $section]
            ///
            /// Throws `InvalidRequest` with all violations, wrong types and unknown keys included, or
            /// `MissingCredential`.
            pub fn $prepare_json(&self, json: String) -> Result<$call, BillwireError> {
                prepare_json(&self.0, &json).map($call)
            }

            /// Decodes an answer whose call is not at hand. Throws what the call's `decode` throws.
            pub fn $decode(&self, status: HttpStatus, body: Vec<u8>) -> Result<$outcome, BillwireError> {
                self.0.decode_as::<$operation>(status.as_u16(), &body)
            }
        }

        /// Validates a draft without credentials, and returns all findings at once. Throws `InvalidConfig` for the
        /// settings.
        #[uniffi::export(default(settings = None))]
        pub fn $validate(
            draft: $operation,
            settings: Option<Form<DraftSettings>>,
        ) -> Result<Validation, BillwireError> {
            crate::validate_draft(&draft, &DraftSettings::or(settings, DraftSettings::default))
        }

        /// Returns a valid draft as JSON text, such as an app sends to its server.
        ///
        /// Throws `InvalidRequest` with all violations, or `InvalidConfig` for the settings.
        #[uniffi::export(default(settings = None))]
        pub fn $to_json(draft: $operation, settings: Option<Form<DraftSettings>>) -> Result<String, BillwireError> {
            crate::draft_to_json(&draft, &DraftSettings::or(settings, DraftSettings::default))
        }

        /// Reads a draft from JSON text.
        ///
        /// Throws `InvalidRequest` with all violations, unknown keys included, or `InvalidConfig` for the settings.
        #[uniffi::export(default(settings = None))]
        pub fn $from_json(json: String, settings: Option<Form<DraftSettings>>) -> Result<$operation, BillwireError> {
            crate::draft_from_json::<$operation>(json.as_bytes(), &DraftSettings::or(settings, DraftSettings::default))
        }
    )+ };
}

operation_calls! {
    Onboarding => OnboardingOutcome, that " registers a sub biller (section 4.1)." in " section 2.1.";
    OnboardingCall prepare_onboarding prepare_onboarding_json decode_onboarding
    validate_onboarding onboarding_to_json onboarding_from_json

    Settlement => SettlementOutcome,
    that " pushes a signed bill and settles it (section 4.2). Two calls of one bill pay twice: settle by a \
        `SettlementFlow`."
    in " section 2.3.";
    SettlementCall prepare_settlement prepare_settlement_json decode_settlement
    validate_settlement settlement_to_json settlement_from_json

    Verification => VerificationResponse,
    that " asks for the status of a transaction (section 4.3)." in " section 2.5.";
    VerificationCall prepare_verification prepare_verification_json decode_verification
    validate_verification verification_to_json verification_from_json
}

#[uniffi::export]
impl SettlementResponse {
    /// Returns a warning for each text that the service sent in another form. No decision depends on one.
    #[uniffi::method(name = "warnings")]
    fn texts_in_another_form(&self) -> Vec<Finding> {
        self.warnings()
    }
}

#[uniffi::export]
impl VerificationResponse {
    /// Returns the warnings of the transaction, and one for a message in another form.
    #[uniffi::method(name = "warnings")]
    fn texts_in_another_form(&self) -> Vec<Finding> {
        self.warnings()
    }
}

/// Prepares a request that is the text of a JSON object.
fn prepare_json<O: Operation>(biller: &crate::Biller, json: &str) -> Result<Call<O>, Error> {
    biller.prepare(&json_value(json.as_bytes()).map_err(|finding| invalid(O::NAME, finding))?)
}

/// The error for JSON text that cannot be read.
pub(super) fn invalid(operation: OperationName, finding: Finding) -> Error {
    Error::InvalidRequest { operation, violations: finding.into() }
}
