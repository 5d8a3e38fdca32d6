//! Settings, named as JavaScript names them.

use billwire::wire::input::DynamicValue;
use billwire::{Code, Error, Hash, HashToken, Settings, SigningKey, sign_value};
use billwire_wasm_objects::in_javascript;

pub use billwire_wasm_objects::{biller, receiver};

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
