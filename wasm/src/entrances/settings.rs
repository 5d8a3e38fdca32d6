//! Settings, named as JavaScript names them.

use billwire::wire::{input::DynamicValue, json::MAX_DEPTH};
use billwire::{
    BearerToken, Biller, BillerConfig, Code, CodeShapes, Error, Findings, Hash, HashToken, Settings, SigningKey,
    VerificationToken, WebhookLimits, WebhookReceiver, WebhookToken, WireProfile, sign_value,
};

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

/// Makes a receiver from its settings. With `checkout` it accepts no tokens.
///
/// # Errors
/// [`Error::InvalidConfig`] with all violations.
pub fn receiver(options: DynamicValue, checkout: bool) -> Result<WebhookReceiver, Error> {
    let mut settings = Settings::new("", options);
    let tokens: Vec<WebhookToken> =
        if checkout { Vec::new() } else { settings.texts("tokens").into_iter().map(WebhookToken::new).collect() };
    let mut limits = WebhookLimits::default();
    if let Some(mut inner) = settings.inner("limits") {
        limits.bytes = inner.count("bytes").unwrap_or(limits.bytes);
        limits.depth = inner.count("depth").unwrap_or(limits.depth).min(MAX_DEPTH);
        limits.customers = inner.count("customers").unwrap_or(limits.customers);
        settings.close(inner);
    }
    let violations = settings.finish();
    if !violations.is_empty() {
        return Err(Error::InvalidConfig { violations });
    }
    let receiver = if checkout { WebhookReceiver::checkout() } else { WebhookReceiver::merchant_proxy(tokens)? };
    Ok(receiver.with_limits(limits))
}

/// Makes a signing key.
///
/// # Errors
/// [`Error::InvalidConfig`] if the token is empty or has white space around it.
pub fn signing_key(token: DynamicValue) -> Result<SigningKey, Error> {
    let mut settings = one("hashToken", token);
    let token = settings.text("hashToken").map(HashToken::new);
    if token.is_none() && settings.violations.is_empty() {
        settings.unset("hashToken");
    }
    match token {
        Some(token) => SigningKey::try_new(&token),
        None => Err(Error::InvalidConfig { violations: settings.finish() }),
    }
}

fn one(name: &str, value: DynamicValue) -> Settings {
    Settings::new("", DynamicValue::Members(vec![(name.into(), value)]))
}

/// Signs the signed fields of a bill, with the date's digits in the zone of the options.
///
/// # Errors
/// [`Error::InvalidRequest`] or [`Error::InvalidConfig`] with all violations.
pub fn sign(key: &SigningKey, fields: &DynamicValue, options: DynamicValue) -> Result<Hash, Error> {
    let mut settings = Settings::new("", options);
    let signing_offset = settings.offset("signingOffset");
    let violations = settings.finish();
    if !violations.is_empty() {
        return Err(Error::InvalidConfig { violations });
    }
    sign_value(fields, key, signing_offset)
}

/// Result of making an object from settings: the violations of their types, and then those of the object.
///
/// # Errors
/// [`Error::InvalidConfig`] with all violations.
pub(crate) fn made<T>(made: Result<T, Error>, mut violations: Findings) -> Result<T, Error> {
    match made {
        Ok(made) if violations.is_empty() => Ok(made),
        Ok(_) => Err(Error::InvalidConfig { violations }),
        Err(error) => {
            for finding in error.violations() {
                // A setting of the wrong type has a violation already.
                if violations.iter().all(|known| known.path != finding.path) {
                    violations.push(finding.clone());
                }
            }
            Err(Error::InvalidConfig { violations })
        }
    }
}
