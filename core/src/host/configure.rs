//! Settings, named as JavaScript names them.

use crate::finding::Settings;
use crate::{
    ambiguity::CodeShapes,
    biller::{Biller, BillerConfig},
    credentials::{BearerToken, HashToken, VerificationToken, WebhookToken},
    error::Error,
    finding::{Code, Findings},
    naming::camel_case,
    profile::WireProfile,
    webhook::{WebhookLimits, WebhookReceiver},
};
use billwire_wire::input::DynamicValue;

/// Reads a biller's settings, named as JavaScript names them.
///
/// # Errors
/// [`Error::InvalidConfig`] with all that is wrong.
pub fn biller(options: DynamicValue, in_browser: bool) -> Result<Biller, Error> {
    let mut settings = Settings::new("", options);
    let config = BillerConfig {
        base_url: settings.text("baseUrl").unwrap_or_default(),
        bearer: settings.text("bearer").map(BearerToken::new),
        verification_token: settings.text("verificationToken").map(VerificationToken::new),
        hash_token: settings.text("hashToken").map(HashToken::new),
        allow_loopback_http: settings.flag("allowLoopbackHttp"),
        strict: settings.flag("strict"),
        code_shapes: CodeShapes::from_settings(&mut settings),
        max_lines: settings.count("maxLines"),
        profile: WireProfile::default(),
    };
    let has_credentials = config.bearer.is_some() || config.verification_token.is_some() || config.hash_token.is_some();
    if in_browser && has_credentials && !settings.flag("dangerouslyAllowBrowser") {
        settings.violation("dangerouslyAllowBrowser", Code::Browser);
    }
    settings.flag("dangerouslyAllowBrowser");
    let (profile, in_profile) = WireProfile::from_value(settings.take("profile").unwrap_or(DynamicValue::Undefined));
    settings.violations.append(in_profile);
    made(Biller::checked(BillerConfig { profile, ..config }), settings.finish())
}

/// What was made from settings, if nothing is wrong with them: what their types tell, and then what making it has
/// found.
pub(crate) fn made<T>(made: Result<T, Error>, mut violations: Findings) -> Result<T, Error> {
    match made {
        Ok(made) if violations.is_empty() => Ok(made),
        Ok(_) => Err(Error::InvalidConfig { violations }),
        Err(error) => {
            for finding in error.violations() {
                let path = in_javascript(&finding.path);
                // A setting of the wrong type has been named already.
                if violations.iter().all(|known| known.path != path) {
                    violations.push(finding.clone().with_path(path));
                }
            }
            Err(Error::InvalidConfig { violations })
        }
    }
}

/// The same biller with another bearer token.
///
/// # Errors
/// [`Error::InvalidConfig`].
pub fn with_bearer(biller: &Biller, token: DynamicValue) -> Result<Biller, Error> {
    let mut settings = Settings::new("", DynamicValue::Members(vec![("bearer".into(), token)]));
    let token = settings.text("bearer").unwrap_or_default();
    let violations = settings.finish();
    if violations.is_empty() {
        biller.with_bearer(BearerToken::new(token))
    } else {
        Err(Error::InvalidConfig { violations })
    }
}

/// The same biller without any credential: it still reads answers.
pub fn without_credentials(biller: &Biller) -> Biller {
    biller.without_credentials()
}

/// The same setting in the style of JavaScript; what lies inside it is named as on the wire.
fn in_javascript(path: &str) -> String {
    let (setting, inside) = path.split_at(path.find('.').unwrap_or(path.len()));
    camel_case(setting) + inside
}

/// The same error, whose sentences name settings in the style of JavaScript.
pub fn in_camel_case(error: Error) -> Error {
    error.in_camel_case()
}

/// Reads a receiver's settings, named as JavaScript names them; `checkout` takes no tokens.
///
/// # Errors
/// [`Error::InvalidConfig`] with all that is wrong.
pub fn receiver(options: DynamicValue, checkout: bool) -> Result<WebhookReceiver, Error> {
    let mut settings = Settings::new("", options);
    let tokens: Vec<WebhookToken> =
        if checkout { Vec::new() } else { settings.texts("tokens").into_iter().map(WebhookToken::new).collect() };
    let mut limits = WebhookLimits::default();
    if let Some(mut inner) = settings.inner("limits") {
        limits.bytes = inner.count("bytes").unwrap_or(limits.bytes);
        limits.depth = inner.count("depth").unwrap_or(limits.depth).min(billwire_wire::json::MAX_DEPTH);
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
