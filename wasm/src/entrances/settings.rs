//! Objects from settings, which core reads. What a program in JavaScript gives beside them is read here.

use billwire::internal::{DynamicValue, Settings, SettingsGroup, sign_value};
use billwire::{
    Biller, BillerConfig, Code, Error, Findings, Hash, HashToken, SigningKey, WebhookLimits, WebhookReceiver,
    WebhookToken,
};

/// Makes a biller from its settings.
///
/// # Errors
/// [`Error::InvalidConfig`] with all violations.
pub fn biller(options: DynamicValue, in_browser: bool) -> Result<Biller, Error> {
    const ALLOW: &str = "dangerouslyAllowBrowser";
    let mut settings = Settings::new("", options);
    let config = BillerConfig::take(&mut settings);
    let is_allowed = settings.get(ALLOW).unwrap_or(false);
    let has_credentials = config.bearer.is_some() || config.verification_token.is_some() || config.hash_token.is_some();
    if in_browser && has_credentials && !is_allowed {
        settings.violation(ALLOW, Code::Browser);
    }
    made(Biller::new(config), settings.finish())
}

/// Makes a receiver from its settings. With `checkout` it accepts no tokens.
pub(crate) fn receiver(options: DynamicValue, checkout: bool) -> Result<WebhookReceiver, Error> {
    let mut settings = Settings::new("", options);
    let tokens = if checkout { None } else { settings.get::<Vec<WebhookToken>>("tokens") };
    let limits = settings.get::<WebhookLimits>("limits");
    finish(settings)?;
    let receiver = if checkout {
        WebhookReceiver::checkout()
    } else {
        WebhookReceiver::merchant_proxy(tokens.unwrap_or_default())?
    };
    Ok(receiver.with_limits(limits.unwrap_or_default()))
}

/// Makes a signing key.
pub(crate) fn signing_key(token: DynamicValue) -> Result<SigningKey, Error> {
    let mut settings = Settings::new("", DynamicValue::Members(vec![("hashToken".into(), token)]));
    let token = settings.required::<HashToken>("hashToken");
    finish(settings)?;
    SigningKey::try_new(&token)
}

/// Signs the signed fields of a bill, with the date's digits in the zone of the options.
pub(crate) fn sign(key: &SigningKey, fields: &DynamicValue, options: DynamicValue) -> Result<Hash, Error> {
    let mut settings = Settings::new("", options);
    let signing_offset = settings.get("signingOffset").unwrap_or_default();
    finish(settings)?;
    sign_value(fields, key, signing_offset)
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
                // A wrong type, of it or of something in it, has a violation already.
                let is_known = |known: &str| is_within(known, &finding.path) || is_within(&finding.path, known);
                if !violations.iter().any(|known| is_known(&known.path)) {
                    violations.push(finding.clone());
                }
            }
            Err(Error::InvalidConfig { violations })
        }
    }
}

/// Whether a path is this setting, or one inside it.
fn is_within(path: &str, setting: &str) -> bool {
    let rest = path.strip_prefix(setting).map(|rest| rest.chars().next());
    matches!(rest, Some(None | Some('.' | '['))) || setting.is_empty()
}
