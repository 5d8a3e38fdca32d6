//! Settings of a biller, named as JavaScript names them. Two wasm files make billers of them.

use crate::names::made;
use billwire::{
    BearerToken, Biller, BillerConfig, Code, CodeShapes, Error, HashToken, Settings, VerificationToken, WireProfile,
};
use billwire_wire::input::DynamicValue;

/// Makes a biller from its settings.
///
/// # Errors
/// [`Error::InvalidConfig`] with all violations.
pub fn biller(options: DynamicValue, in_browser: bool) -> Result<Biller, Error> {
    let mut settings = Settings::new("", options);
    let mut config = BillerConfig::builder()
        .base_url(settings.text("baseUrl").unwrap_or_default())
        .maybe_bearer(settings.text("bearer").map(BearerToken::new))
        .maybe_verification_token(settings.text("verificationToken").map(VerificationToken::new))
        .maybe_hash_token(settings.text("hashToken").map(HashToken::new))
        .allow_loopback_http(settings.flag("allowLoopbackHttp"))
        .strict(settings.flag("strict"))
        .code_shapes(CodeShapes::from_settings(&mut settings))
        .maybe_max_lines(settings.count("maxLines"))
        .build();
    let has_credentials = config.bearer.is_some() || config.verification_token.is_some() || config.hash_token.is_some();
    if in_browser && has_credentials && !settings.flag("dangerouslyAllowBrowser") {
        settings.violation("dangerouslyAllowBrowser", Code::Browser);
    }
    settings.flag("dangerouslyAllowBrowser");
    let (profile, in_profile) = WireProfile::from_value(settings.take("profile").unwrap_or(DynamicValue::Undefined));
    settings.violations.append(in_profile);
    config.profile = profile;
    made(Biller::new(config), settings.finish())
}
