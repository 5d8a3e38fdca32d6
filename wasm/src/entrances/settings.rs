//! Settings, named as JavaScript names them.

use billwire::{
    BearerToken, Biller, Code, Error, Hash, HashToken, Settings, SigningKey, WebhookLimits, WebhookReceiver,
    WebhookToken, sign_value,
};
use billwire_wasm_js_values::in_javascript;
use billwire_wire::{input::DynamicValue, json::MAX_DEPTH};

pub use billwire_wasm_js_values::biller;

/// Makes a biller with another bearer token.
///
/// # Errors
/// [`Error::InvalidConfig`].
pub fn with_bearer(biller: &Biller, token: DynamicValue) -> Result<Biller, Error> {
    let mut settings = one("bearer", token);
    let token = settings.text("bearer").unwrap_or_default();
    let violations = settings.finish();
    if violations.is_empty() {
        biller.with_bearer(BearerToken::new(token))
    } else {
        Err(Error::InvalidConfig { violations })
    }
}

/// Makes a signing key.
///
/// # Errors
/// [`Error::InvalidConfig`] if the token is empty or has white space around it.
pub fn signing_key(token: DynamicValue) -> Result<SigningKey, Error> {
    let mut settings = one("hashToken", token);
    let token = settings.text("hashToken").map(HashToken::new);
    if token.is_none() && settings.violations.is_empty() {
        settings.violation("hashToken", Code::Required);
    }
    match token {
        Some(token) => SigningKey::try_new(&token).map_err(in_javascript),
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
