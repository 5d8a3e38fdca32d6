//! Calls by the name of their operation.

use billwire::internal::{DynamicValue, MAX_DEPTH, Model, Options, Settings, Validator};
use billwire::{
    Authentication, Biller, Call, Envelope, Error, Finding, Header, Instant, LookedUpBill, LookupVerdict, Method,
    OperationName, Settlement, UntypedCall, UntypedRequest,
};
use std::fmt;

/// Prepared call of any operation.
pub struct Prepared {
    /// HTTP method.
    pub method: Method,
    /// Full address.
    pub url: String,
    /// Headers.
    pub headers: Vec<Header>,
    /// Body.
    pub body: String,
    /// Warnings about the request.
    pub warnings: Vec<Finding>,
}

impl fmt::Debug for Prepared {
    /// The body may hold the token of a payment method.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared").field("url", &self.url).field("warnings", &self.warnings).finish_non_exhaustive()
    }
}

impl<O> From<Call<O>> for Prepared {
    fn from(call: Call<O>) -> Prepared {
        let Call { method, url, headers, body, warnings, .. } = call;
        Prepared { method, url, headers, body, warnings }
    }
}

/// Prepares a call.
///
/// # Errors
/// [`Error::InvalidRequest`] with all violations, or [`Error::MissingCredential`].
pub fn prepare(biller: &Biller, name: OperationName, value: &DynamicValue) -> Result<Prepared, Error> {
    let (body, warnings) = biller.prepare_body(name, value)?;
    let Envelope { method, url, headers, .. } = biller.envelope(name)?;
    Ok(Prepared { method, url, headers, body, warnings })
}

/// Prepares the lookup of a bill. Returns its call, and the text that [`decide_lookup`] needs.
///
/// # Errors
/// The errors of [`Biller::prepare_settlement_lookup`].
pub fn prepare_lookup(biller: &Biller, bill: &DynamicValue) -> Result<(Prepared, String), Error> {
    let lookup = biller.prepare_settlement_lookup(bill)?;
    let kept = lookup.bill().to_json();
    Ok((lookup.call.into(), kept))
}

/// Decides a lookup of which the program has kept the text of [`prepare_lookup`].
///
/// # Errors
/// [`Error::Internal`] for any other text.
pub fn decide_lookup(
    biller: &Biller,
    bill: &str,
    first_attempt: Option<Instant>,
    status: u16,
    body: &[u8],
) -> Result<LookupVerdict, Error> {
    Ok(biller.decide_lookup(&LookedUpBill::from_json(bill)?, first_attempt, status, body))
}

/// Prepares a call of an untyped operation from its `path`, `query`, `json` and `auth` (`none`, `bearer`, `token`).
pub(crate) fn prepare_operation(
    biller: &Biller,
    name: OperationName,
    request: DynamicValue,
) -> Result<UntypedCall, Error> {
    let mut settings = Settings::new("", request);
    let authentications =
        [("none", None), ("bearer", Some(Authentication::Bearer)), ("token", Some(Authentication::Token))];
    let words = authentications.map(|(word, _)| word);
    let auth = settings.word("auth", &words).and_then(|at| authentications.get(at).copied());
    let authentication = auth.map(|(_, auth)| auth);
    let mut request = UntypedRequest::builder()
        .path(settings.get::<String>("path").unwrap_or_default())
        .maybe_authentication(authentication.flatten())
        .build();
    request.query = settings.texts("query");
    if let Some(json) = settings.take("json") {
        let (mut validator, _) = Validator::new(Settlement::SCHEMA, &JSON_OPTIONS);
        request.json = validator.bounded_json(&json, MAX_DEPTH, "json");
        settings.violations.append(validator.findings);
    }
    let violations = settings.finish();
    if !violations.is_empty() {
        return Err(Error::InvalidRequest { operation: name, violations });
    }
    biller.prepare_operation(name, &request)
}

/// Options for the JSON of an untyped request, which has no fields.
static JSON_OPTIONS: Options = Options::new(billwire::BillerConfig::DEFAULT_MAX_LINES);
