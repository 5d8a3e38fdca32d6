//! Settings, named as JavaScript names them.

use billwire::internal::DynamicValue;
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
    config.profile = profile(&mut settings);
    made(Biller::new(config), settings.finish())
}

/// Makes a receiver from its settings. With `checkout` it accepts no tokens.
pub(crate) fn receiver(options: DynamicValue, checkout: bool) -> Result<WebhookReceiver, Error> {
    let mut settings = Settings::new("", options);
    let tokens = if checkout { Vec::new() } else { settings.texts("tokens") };
    let limits = inner(&mut settings, "limits", |limits| {
        WebhookLimits::builder()
            .maybe_bytes(limits.count("bytes"))
            .maybe_depth(limits.count("depth"))
            .maybe_customers(limits.count("customers"))
            .build()
    });
    finish(settings)?;
    let receiver = if checkout {
        WebhookReceiver::checkout()
    } else {
        WebhookReceiver::merchant_proxy(tokens.into_iter().map(WebhookToken::new).collect())?
    };
    Ok(receiver.with_limits(limits.unwrap_or_default()))
}

/// Makes a signing key.
pub(crate) fn signing_key(token: DynamicValue) -> Result<SigningKey, Error> {
    let mut settings = Settings::new("", DynamicValue::Members(vec![("hashToken".into(), token)]));
    if let Some(token) = settings.text("hashToken") {
        return SigningKey::try_new(&HashToken::new(token));
    }
    if settings.violations.is_empty() {
        settings.unset("hashToken");
    }
    Err(Error::InvalidConfig { violations: settings.finish() })
}

/// Signs the signed fields of a bill, with the date's digits in the zone of the options.
pub(crate) fn sign(key: &SigningKey, fields: &DynamicValue, options: DynamicValue) -> Result<Hash, Error> {
    let mut settings = Settings::new("", options);
    let signing_offset = settings.offset("signingOffset");
    finish(settings)?;
    sign_value(fields, key, signing_offset)
}

/// Takes an object of settings.
pub(crate) fn inner<T>(settings: &mut Settings, name: &str, read: impl FnOnce(&mut Settings) -> T) -> Option<T> {
    let mut inner = settings.inner(name)?;
    let value = read(&mut inner);
    settings.close(inner);
    Some(value)
}

/// Takes a word that stands for a value.
pub(crate) fn word<T, const N: usize>(settings: &mut Settings, name: &str, words: [(&str, T); N]) -> Option<T> {
    let chosen = settings.choice(name, &words.each_ref().map(|(word, _)| *word))?;
    words.into_iter().nth(chosen).map(|(_, value)| value)
}

/// Takes the profile.
pub(crate) fn profile(settings: &mut Settings) -> WireProfile {
    let (profile, violations) = WireProfile::from_value(settings.take("profile").unwrap_or(DynamicValue::Undefined));
    settings.violations.append(violations);
    profile
}

/// Returns all violations of settings as an error.
pub(crate) fn finish(settings: Settings) -> Result<(), Error> {
    let violations = settings.finish();
    if violations.is_empty() { Ok(()) } else { Err(Error::InvalidConfig { violations }) }
}

/// Result of making an object from settings: the violations of their types, and then those of the object.
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
