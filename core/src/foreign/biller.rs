//! Preparing calls, and decoding answers whose call is elsewhere.

use super::{
    calls::{PreparedOnboarding, PreparedOperation, PreparedSettlement, PreparedVerification},
    config::BillerConfig,
    failure::BillwireError,
    lookup::Lookup,
    values::{Foreign, HttpStatus},
};
use crate::{
    biller::{self, Outcome},
    call::{Call, Sent},
    credentials::BearerToken,
    error::Error,
    naming::camel_case,
    operation::{Authentication, Operation, OperationName},
    operations::{
        Onboarding, OnboardingResponse, Settlement, SettlementOutcome, UnshapedRequest, Verification,
        VerificationResponse,
    },
};
use billwire_wire::{Json, Members, Number, input::DynamicValue};
use std::{fmt, sync::Arc};

/// Prepares calls, and decodes their answers. It sends nothing itself, prints no secret, and may be used by any number
/// of threads at once.
#[derive(uniffi::Object)]
#[uniffi::export(Debug)]
pub struct Biller(pub(super) biller::Biller);

#[uniffi::export]
impl Biller {
    /// Checks the settings. Throws `InvalidConfig` with all that is wrong.
    #[uniffi::constructor]
    pub fn new(config: BillerConfig) -> Result<Biller, BillwireError> {
        Ok(Biller(biller::Biller::checked(config.into()).map_err(|error| error.map_settings(camel_case))?))
    }

    /// The same biller with another bearer token; the prepared key is shared. Throws `InvalidConfig`.
    pub fn with_bearer(&self, bearer: Arc<BearerToken>) -> Result<Biller, BillwireError> {
        Ok(Biller(self.0.with_bearer(Arc::unwrap_or_clone(bearer))?))
    }

    /// Prepares the registration of a sub biller. Throws `InvalidRequest` with all violations at once.
    pub fn prepare_onboarding(
        &self,
        request: <Onboarding as Foreign>::Draft,
    ) -> Result<PreparedOnboarding, BillwireError> {
        Ok(self.0.prepare_draft(&request)?.into())
    }

    /// Prepares, and signs, the settlement of a bill. Throws `InvalidRequest` with all violations at once.
    pub fn prepare_settlement(
        &self,
        bill: <Settlement as Foreign>::Draft,
    ) -> Result<PreparedSettlement, BillwireError> {
        Ok(self.0.prepare_draft(&bill)?.into())
    }

    /// Prepares the verification of a transaction. Throws `InvalidRequest` with all violations at once.
    pub fn prepare_verification(
        &self,
        request: <Verification as Foreign>::Draft,
    ) -> Result<PreparedVerification, BillwireError> {
        Ok(self.0.prepare_draft(&request)?.into())
    }

    /// Prepares the registration of a sub biller that is given as the text of a JSON object, with the names of section
    /// 2.1. Throws `InvalidRequest` with all violations at once, wrong types and unknown keys among them.
    pub fn prepare_onboarding_json(&self, json: String) -> Result<PreparedOnboarding, BillwireError> {
        Ok(prepare_json(&self.0, &json)?.into())
    }

    /// Prepares the settlement of a bill that is given as the text of a JSON object, with the names of section 2.3.
    /// Throws `InvalidRequest` with all violations at once, wrong types and unknown keys among them.
    pub fn prepare_settlement_json(&self, json: String) -> Result<PreparedSettlement, BillwireError> {
        Ok(prepare_json(&self.0, &json)?.into())
    }

    /// Prepares a verification that is given as the text of a JSON object, with the names of section 2.5. Throws
    /// `InvalidRequest` with all violations at once, wrong types and unknown keys among them.
    pub fn prepare_verification_json(&self, json: String) -> Result<PreparedVerification, BillwireError> {
        Ok(prepare_json(&self.0, &json)?.into())
    }

    /// Prepares the lookup that tells what became of a bill, by the profile's settlement lookup. Throws `InvalidConfig`
    /// if that is not set.
    pub fn prepare_settlement_lookup(&self, bill: <Settlement as Foreign>::Draft) -> Result<Lookup, BillwireError> {
        Ok(Lookup(self.0.prepare_draft_lookup(&bill)?))
    }

    /// Prepares a call of one of the eleven operations that the interface names without a shape (section 4.5). Throws
    /// `InvalidRequest` with all violations at once.
    pub fn prepare_operation(
        &self,
        operation: OperationName,
        request: OperationRequest,
    ) -> Result<PreparedOperation, BillwireError> {
        let json = request.json.as_deref().map(|json| Json::parse(json.as_bytes())).transpose();
        let json = json.map_err(|finding| Error::InvalidRequest {
            operation,
            violations: finding.recoded().with_path("json").into(),
        })?;
        let request = UnshapedRequest {
            path: request.path,
            query: request.query.into_iter().map(|pair| (pair.name, pair.value)).collect(),
            json,
            authentication: request.authentication,
        };
        Ok(self.0.prepare_operation(operation, &request)?.into())
    }

    /// Decodes an onboarding's answer that arrived where its call is not. Throws what [`OnboardingCall.decode`] throws.
    pub fn decode_onboarding(&self, status: HttpStatus, body: &[u8]) -> Result<OnboardingResponse, BillwireError> {
        match self.0.decode(OperationName::Onboarding, status.number(), body)? {
            Outcome::Onboarding(response) => Ok(response),
            _ => Err(Error::Internal.into()),
        }
    }

    /// Decodes a settlement's answer that arrived where its call is not. Throws what [`SettlementCall.decode`] throws.
    pub fn decode_settlement(&self, status: HttpStatus, body: &[u8]) -> Result<SettlementOutcome, BillwireError> {
        match self.0.decode(OperationName::Settlement, status.number(), body)? {
            Outcome::Settlement(outcome) => Ok(outcome),
            _ => Err(Error::Internal.into()),
        }
    }

    /// Decodes a verification's answer that arrived where its call is not. Throws what [`VerificationCall.decode`]
    /// throws.
    pub fn decode_verification(&self, status: HttpStatus, body: &[u8]) -> Result<VerificationResponse, BillwireError> {
        match self.0.decode(OperationName::Verification, status.number(), body)? {
            Outcome::Verification(response) => Ok(response),
            _ => Err(Error::Internal.into()),
        }
    }

    /// The error, with its next step, for a request that brought no answer, by the operation's name.
    pub fn no_answer(&self, operation: OperationName, sent: Sent) -> BillwireError {
        self.0.no_answer(operation, sent).into()
    }
}

impl fmt::Debug for Biller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A call of an operation whose path and shapes the interface does not show: all of it is the caller's.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct OperationRequest {
    /// The path below the base address, such as `/bank/available`: no dot segments, no `//`.
    pub path: String,
    /// Names and values of the query, which are escaped.
    #[uniffi(default)]
    pub query: Vec<QueryParameter>,
    /// The body as the text of JSON, for operations called by `POST`.
    #[uniffi(default)]
    pub json: Option<String>,
    /// How the call shows who makes it; none if it does not.
    #[uniffi(default)]
    pub authentication: Option<Authentication>,
}

/// A name and its value.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct QueryParameter {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
}

fn prepare_json<O: Operation>(biller: &biller::Biller, json: &str) -> Result<Call<O>, Error> {
    let invalid = |finding: crate::Finding| Error::InvalidRequest { operation: O::NAME, violations: finding.into() };
    let tree = tree(Json::parse_draft(json.as_bytes()).map_err(invalid)?);
    biller.call(biller.compose_tree(O::DECLARATION, &tree)?)
}

/// A document as JavaScript would have it. Its numbers are held to the same rule: one of over fifteen digits may be the
/// trace of a float, and says no longer which decimal was meant.
fn tree(json: Json) -> DynamicValue {
    match json {
        Json::Number(Number(text)) => DynamicValue::Double(text.parse().unwrap_or(f64::NAN), text.into()),
        Json::Array(elements) => DynamicValue::List(elements.into_iter().map(tree).collect()),
        Json::Object(Members(members)) => {
            DynamicValue::Members(members.into_iter().map(|(key, value)| (key, tree(value))).collect())
        }
        other => other.into(),
    }
}
