//! Settings. An optional setting that is left out has the default of core.

use crate::{
    credentials::{BearerToken, HashToken, VerificationToken},
    error::BillwireError,
    models::WireProfile,
    values::Int32,
};
use std::sync::Arc;

/// Settings of a biller.
#[derive(uniffi::Record)]
pub struct BillerConfig {
    /// Base address of the service (section 4): `https`, a plain host, at most a path.
    pub base_url: String,
    /// Credential of onboarding and settlement (section 5.1).
    #[uniffi(default)]
    pub bearer: Option<Arc<BearerToken>>,
    /// Credential of verification (section 5.2).
    #[uniffi(default)]
    pub verification_token: Option<Arc<VerificationToken>>,
    /// Key that signs settlements (section 5.3).
    #[uniffi(default)]
    pub hash_token: Option<Arc<HashToken>>,
    /// Allows `http` to exactly localhost, 127.0.0.1 and `[::1]`.
    #[uniffi(default = false)]
    pub allow_loopback_http: bool,
    /// Turns warnings into violations.
    #[uniffi(default = false)]
    pub strict: bool,
    /// Shapes of the merchant's own codes. `strict` needs all three.
    #[uniffi(default)]
    pub code_shapes: Option<CodeShapes>,
    /// Line items that a bill may have: from 1 to 100,000. Default 10,000.
    #[uniffi(default)]
    pub max_lines: Option<Int32>,
    /// Settings of the deployment that the interface does not show. Default the interface to the letter.
    #[uniffi(default)]
    pub profile: Option<WireProfile>,
}

impl From<BillerConfig> for billwire::BillerConfig {
    fn from(config: BillerConfig) -> billwire::BillerConfig {
        billwire::BillerConfig::builder()
            .base_url(config.base_url)
            .maybe_bearer(config.bearer.map(BearerToken::into_core))
            .maybe_verification_token(config.verification_token.map(VerificationToken::into_core))
            .maybe_hash_token(config.hash_token.map(HashToken::into_core))
            .allow_loopback_http(config.allow_loopback_http)
            .strict(config.strict)
            .maybe_code_shapes(config.code_shapes.map(Into::into))
            .maybe_max_lines(config.max_lines.map(Int32::size))
            .maybe_profile(config.profile.map(Into::into))
            .build()
    }
}

/// Shapes of a merchant's codes.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct CodeShapes {
    /// Shape of `ref_id`.
    #[uniffi(default)]
    pub ref_id: Option<CodeShape>,
    /// Shape of `customer_sync_code`.
    #[uniffi(default)]
    pub customer_sync_code: Option<CodeShape>,
    /// Shape of `settlement_to`.
    #[uniffi(default)]
    pub settlement_to: Option<CodeShape>,
}

/// Shape of a code. A code has to match each part that is given.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct CodeShape {
    /// First characters.
    #[uniffi(default)]
    pub prefix: Option<String>,
    /// Number of characters.
    #[uniffi(default)]
    pub length: Option<Int32>,
    /// Pattern of all characters: `#` is a digit, `@` an ASCII letter, `?` any character, any other character itself.
    #[uniffi(default)]
    pub pattern: Option<String>,
}

impl From<CodeShapes> for billwire::CodeShapes {
    fn from(shapes: CodeShapes) -> billwire::CodeShapes {
        billwire::CodeShapes::builder()
            .maybe_ref_id(shapes.ref_id.map(Into::into))
            .maybe_customer_sync_code(shapes.customer_sync_code.map(Into::into))
            .maybe_settlement_to(shapes.settlement_to.map(Into::into))
            .build()
    }
}

impl From<CodeShape> for billwire::CodeShape {
    fn from(shape: CodeShape) -> billwire::CodeShape {
        billwire::CodeShape::builder()
            .maybe_prefix(shape.prefix)
            .maybe_length(shape.length.map(Int32::size))
            .maybe_pattern(shape.pattern)
            .build()
    }
}

/// Reads a profile from JSON, with the names of JavaScript: `{"signingOffset":"+07:00"}`.
///
/// Throws `InvalidConfig` with all violations, unknown settings among them.
#[uniffi::export]
pub fn read_wire_profile(json: String) -> Result<WireProfile, BillwireError> {
    let profile = billwire::WireProfile::from_json(json.as_bytes())?;
    Ok(profile.into())
}
