//! The core as a dynamic host uses it: value trees and packed values in, operations by name.
//!
//! It belongs to the faces of this project, and changes with them.

use crate::{
    biller::{Biller, BillerConfig, Buffers, signing_string},
    call::Call,
    credentials::{BearerToken, HashToken, VerificationToken, WebhookToken},
    error::Error,
    explain::{Candidates, ExplainOptions, Explanation, Normalize, explain_signature},
    finding::{Code, Finding},
    http::{Header, Method, Reply},
    operation::{Authentication, Operation, OperationName},
    operations::{
        self, Onboarding, Settlement, SignedFields, UnshapedAnswer, UnshapedCall, UnshapedRequest, Verification,
    },
    profile::{Dialect, WireProfile},
    readings::CodeShapes,
    settings::Settings,
    signing::{Hash, SigningKey},
    webhook::{
        self, Confirmation, Delivery, Expectation, Sender, Verdict, WebhookEvent, WebhookLimits, WebhookPayload,
        WebhookReceiver,
    },
    wire::{
        Hidden, Model, Read,
        decode::{Limits, decode},
        examine::Examiner,
        given::HostValue,
        packed::{Misfit, Packed},
        reader::{Fault, Units},
        sink::Sink,
        tape::Tape,
    },
};
use std::fmt;

/// A prepared call without its type.
pub struct Prepared {
    /// The method.
    pub method: Method,
    /// The whole address.
    pub url: String,
    /// The headers.
    pub headers: Vec<Header>,
    /// The body.
    pub body: String,
    /// What is worth a second look.
    pub warnings: Vec<Finding>,
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared")
            .field("method", &self.method)
            .field("url", &self.url)
            .field("headers", &self.headers)
            .field("body", &Hidden)
            .field("warnings", &self.warnings)
            .finish()
    }
}

impl<O> From<Call<O>> for Prepared {
    fn from(call: Call<O>) -> Prepared {
        let Call { method, url, headers, body, warnings, .. } = call;
        Prepared { method, url, headers, body, warnings }
    }
}

/// Reads a biller's settings, named as JavaScript names them.
///
/// # Errors
/// [`Error::InvalidConfig`] with all that is wrong.
pub fn biller(options: HostValue, in_browser: bool) -> Result<Biller, Error> {
    let mut settings = Settings::new("", options);
    let config = BillerConfig {
        base_url: settings.text("baseUrl").unwrap_or_default(),
        bearer: settings.text("bearer").map(BearerToken::new),
        verification_token: settings.text("verificationToken").map(VerificationToken::new),
        hash_token: settings.text("hashToken").map(HashToken::new),
        allow_loopback_http: settings.flag("allowLoopbackHttp"),
        strict: settings.flag("strict"),
        code_shapes: CodeShapes::from_settings(&mut settings),
        profile: WireProfile::default(),
    };
    let has_credentials = config.bearer.is_some() || config.verification_token.is_some() || config.hash_token.is_some();
    if in_browser && has_credentials && !settings.flag("dangerouslyAllowBrowser") {
        settings.violation("dangerouslyAllowBrowser", Code::Browser);
    }
    settings.flag("dangerouslyAllowBrowser");
    let (profile, in_profile) = WireProfile::from_host(settings.take("profile").unwrap_or(HostValue::Undefined));
    settings.violations.extend(in_profile);
    made(Biller::new(BillerConfig { profile, ..config }), settings.finish())
}

/// What was made from settings, if nothing is wrong with them: what their types tell, and then what making it has
/// found.
pub(crate) fn made<T>(made: Result<T, Error>, mut violations: Vec<Finding>) -> Result<T, Error> {
    match made {
        Ok(made) if violations.is_empty() => Ok(made),
        Ok(_) => Err(Error::InvalidConfig { violations }),
        Err(error) => {
            for finding in error.violations() {
                let path = camel_case(&finding.path);
                // A setting of the wrong type has been named already.
                if violations.iter().all(|known| known.path != path) {
                    violations.push(Finding { path, ..finding.clone() });
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
pub fn with_bearer(biller: &Biller, token: HostValue) -> Result<Biller, Error> {
    let mut settings = Settings::new("", HostValue::Members(vec![("bearer".into(), token)]));
    let token = settings.text("bearer").unwrap_or_default();
    let violations = settings.finish();
    if violations.is_empty() {
        biller.with_bearer(BearerToken::new(token))
    } else {
        Err(Error::InvalidConfig { violations })
    }
}

/// The same setting in the style of JavaScript; what lies inside it is named as on the wire.
fn camel_case(path: &str) -> String {
    let (setting, inside) = path.split_at(path.find('.').unwrap_or(path.len()));
    let mut words = setting.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    let setting = words.fold(first, |name, word| {
        let (initial, rest) = word.split_at_checked(1).unwrap_or_default();
        name + &initial.to_ascii_uppercase() + rest
    });
    setting + inside
}

/// Reads a receiver's settings, named as JavaScript names them; `checkout` takes no tokens.
///
/// # Errors
/// [`Error::InvalidConfig`] with all that is wrong.
pub fn receiver(options: HostValue, checkout: bool) -> Result<WebhookReceiver, Error> {
    let mut settings = Settings::new("", options);
    let tokens: Vec<WebhookToken> =
        if checkout { Vec::new() } else { settings.texts("tokens").into_iter().map(WebhookToken::new).collect() };
    let mut limits = WebhookLimits::default();
    if let Some(mut inner) = settings.inner("limits") {
        limits.bytes = inner.count("bytes").unwrap_or(limits.bytes);
        limits.depth = inner.count("depth").unwrap_or(limits.depth).min(crate::wire::json::MAX_DEPTH);
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

/// The operations that dynamic hosts prepare, by the place of their schema among the glue's models.
fn by_name<T>(
    name: OperationName,
    onboarding: impl FnOnce() -> Result<T, Error>,
    settlement: impl FnOnce() -> Result<T, Error>,
    verification: impl FnOnce() -> Result<T, Error>,
) -> Result<T, Error> {
    match name {
        OperationName::Onboarding => onboarding(),
        OperationName::Settlement => settlement(),
        OperationName::Verification => verification(),
        _ => Err(Error::Internal),
    }
}

/// Prepares a call from a value tree.
///
/// # Errors
/// [`Error::InvalidRequest`] with all violations, or [`Error::MissingCredential`].
pub fn prepare(biller: &Biller, name: OperationName, tree: &HostValue) -> Result<Prepared, Error> {
    fn typed<O: Operation>(biller: &Biller, tree: &HostValue) -> Result<Prepared, Error> {
        let composed = biller.compose::<O>(biller.examine_tree::<O>(tree), Buffers::default())?;
        biller.call::<O>(composed).map(Prepared::from)
    }
    by_name(
        name,
        || typed::<Onboarding>(biller, tree),
        || typed::<Settlement>(biller, tree),
        || typed::<Verification>(biller, tree),
    )
}

/// Prepares the verification that looks up a bill given as a value tree.
///
/// # Errors
/// Those of [`Biller::prepare_settlement_lookup`].
pub fn prepare_lookup(biller: &Biller, tree: &HostValue) -> Result<Prepared, Error> {
    biller.prepare_tree_lookup(tree).map(Prepared::from)
}

/// The address and the headers of an operation, which are the same for all its calls.
///
/// # Errors
/// [`Error::Internal`] for an operation without a shape.
pub fn envelope(biller: &Biller, name: OperationName) -> Result<Prepared, Error> {
    fn typed<O: Operation>(biller: &Biller) -> Result<Prepared, Error> {
        let (url, headers) = (biller.url::<O>(), biller.headers::<O>());
        Ok(Prepared { method: O::NAME.method(), url, headers, body: String::new(), warnings: Vec::new() })
    }
    by_name(name, || typed::<Onboarding>(biller), || typed::<Settlement>(biller), || typed::<Verification>(biller))
}

/// The buffers in which bodies are written, one after the other.
#[derive(Default)]
pub struct Workspace {
    buffers: Buffers,
}

impl Workspace {
    /// The body that was written last.
    pub fn body(&self) -> &[u8] {
        &self.buffers.body
    }

    /// Writes the body of a settlement from packed values, if there is nothing at all to say about it: else the value
    /// tree tells what.
    ///
    /// # Errors
    /// The values do not fit the schema.
    #[inline]
    pub fn prepare(&mut self, biller: &Biller, name: OperationName, packed: Packed<'_>) -> Result<bool, Misfit> {
        match name {
            OperationName::Onboarding => self.compose::<Onboarding>(biller, packed),
            OperationName::Settlement => self.compose::<Settlement>(biller, packed),
            OperationName::Verification => self.compose::<Verification>(biller, packed),
            _ => Err(Misfit),
        }
    }

    #[inline]
    fn compose<O: Operation>(&mut self, biller: &Biller, packed: Packed<'_>) -> Result<bool, Misfit> {
        let mut fits = Ok(());
        let values = packed.lengths.len();
        let examination = biller.examine::<O>(values, |examiner, place| fits = packed.give(examiner, place, |_| true));
        fits?;
        if examination.needs_text || !examination.findings.is_empty() {
            return Ok(false);
        }
        match biller.compose::<O>(examination, std::mem::take(&mut self.buffers)) {
            Ok(composed) => {
                self.buffers = composed.buffers;
                Ok(composed.warnings.is_empty())
            }
            Err(_) => Ok(false),
        }
    }

    /// Signs packed values of the signed fields, if they are valid.
    ///
    /// # Errors
    /// The values do not fit the schema.
    #[inline]
    pub fn sign(&mut self, key: &SigningKey, packed: Packed<'_>) -> Result<Option<Hash>, Misfit> {
        let mut fits = Ok(());
        let mut out = Sink::reuse(std::mem::take(&mut self.buffers.signing_string));
        let written = signing_string(&Dialect::OF_THE_INTERFACE, &mut out, |examiner, place| {
            fits = packed.give(examiner, place, |field| field.hashed);
        });
        self.buffers.signing_string = out.into_bytes();
        fits.map(|()| written.ok().map(|()| key.sign(&self.buffers.signing_string)))
    }
}

/// A key to sign with.
///
/// # Errors
/// [`Error::InvalidConfig`] if the token is empty or has white space around it.
pub fn signing_key(token: HostValue) -> Result<SigningKey, Error> {
    let mut settings = Settings::new("", HostValue::Members(vec![("hashToken".into(), token)]));
    let token = settings.text("hashToken").map(HashToken::new);
    match &token {
        Some(token) => {
            if let Err(code) = crate::credentials::check_hash_token(token.expose()) {
                settings.violation("hashToken", code);
            }
        }
        None if settings.violations.is_empty() => settings.violation("hashToken", Code::Required),
        None => {}
    }
    let violations = settings.finish();
    match token {
        Some(token) if violations.is_empty() => Ok(SigningKey::new(&token)),
        _ => Err(Error::InvalidConfig { violations }),
    }
}

/// Signs the signed fields of a value tree, with the digits in the zone that the options name.
///
/// # Errors
/// [`Error::InvalidRequest`] or [`Error::InvalidConfig`] with all violations.
pub fn sign(key: &SigningKey, tree: &HostValue, options: HostValue) -> Result<Hash, Error> {
    let mut settings = Settings::new("", options);
    let digits_offset = settings.word("digitsOffset", |word| word.parse().ok()).unwrap_or_default();
    let violations = settings.finish();
    if !violations.is_empty() {
        return Err(Error::InvalidConfig { violations });
    }
    let dialect = Dialect::with_digits_offset(digits_offset);
    let none = Vec::new();
    let members = if let HostValue::Members(members) = tree { members } else { &none };
    let mut out = Sink::default();
    signing_string(&dialect, &mut out, |examiner, place| {
        let fields = place.schema.fields.iter().enumerate().filter(|(_, field)| field.hashed);
        for (index, field) in fields {
            examiner.field(place, index, field, crate::wire::given::member(members, field.name).given());
        }
    })?;
    Ok(key.sign(out.as_bytes()))
}

/// Bytes of a webhook that a receiver reads at most.
pub fn webhook_limit(receiver: &WebhookReceiver) -> usize {
    receiver.limits().bytes
}

/// Bytes of an answer that are read at most.
pub fn answer_limit() -> usize {
    crate::call::LIMITS.bytes
}

/// Checks the sender of a webhook by the values of all its `Token` headers.
///
/// # Errors
/// [`Error::Unauthenticated`].
#[inline]
pub fn authenticate(receiver: &WebhookReceiver, tokens: &[&[u8]]) -> Result<Sender, Error> {
    receiver.authenticate(tokens)
}

/// Reads a webhook's body to the tape, and tells whether it is ASCII.
///
/// # Errors
/// [`Error::InvalidWebhook`].
#[inline]
pub fn read_webhook<U: Units>(receiver: &WebhookReceiver, body: &[u8], tape: &mut Tape) -> Result<bool, Error> {
    decode::<U>(WebhookPayload::SCHEMA, body, receiver.limits(), tape)
        .map_err(|fault: Fault| Error::invalid_webhook(fault.finding()))
}

/// Reads a webhook's body to its model.
///
/// # Errors
/// [`Error::InvalidWebhook`].
pub fn read_webhook_payload(receiver: &WebhookReceiver, body: &[u8]) -> Result<WebhookPayload, Error> {
    WebhookPayload::from_body(body, receiver.limits()).map_err(Error::invalid_webhook)
}

/// The key that deliveries of one event share: of `tran_id`, `tran_no`, `bank_code` and `bank_ref`, and `status`.
pub fn dedup_key(texts: [Option<&str>; 4], status: Option<&str>) -> Option<String> {
    webhook::dedup_key(texts, status)
}

/// The response to a webhook that has arrived.
pub fn acknowledgement() -> Reply {
    webhook::acknowledgement()
}

/// Prepares the confirmation of an event of which the host has kept the `tran_id`.
///
/// # Errors
/// Those of [`crate::WebhookEvent::confirm`].
pub fn confirm(biller: &Biller, expectation: &HostValue, tran_id: Option<String>) -> Result<Confirmation, Error> {
    let expectation = read_expectation(expectation)?;
    Confirmation::prepare(biller, expectation, tran_id.filter(|tran_id| !tran_id.is_empty()))
}

/// Decides a confirmation of which the host has kept what it was made from.
///
/// # Errors
/// Those of [`Confirmation::decide`].
pub fn decide(
    biller: &Biller,
    expectation: &HostValue,
    tran_id: Option<&str>,
    status: u16,
    body: &[u8],
) -> Result<Verdict, Error> {
    let tran_id = tran_id.filter(|tran_id| !tran_id.is_empty());
    webhook::decide(biller.context(), &read_expectation(expectation)?, tran_id, status, body)
}

fn read_expectation(tree: &HostValue) -> Result<Expectation, Error> {
    let dialect = Dialect::OF_THE_INTERFACE;
    let (mut examiner, place) = Examiner::new(Expectation::SCHEMA, &dialect, 0);
    match tree {
        HostValue::Members(members) => examiner.members(place, members),
        _ => examiner.members(place, &[]),
    }
    if !examiner.findings.is_empty() {
        return Err(webhook::invalid_expectation(examiner.findings));
    }
    let text = |name: usize| examiner.values.text(name).unwrap_or_default().to_owned();
    const AMOUNT: usize = Expectation::SCHEMA.index("amount");
    Ok(Expectation {
        identity_code: text(const { Expectation::SCHEMA.index("identity_code") }),
        purpose_of_transaction: text(const { Expectation::SCHEMA.index("purpose_of_transaction") }),
        currency: text(const { Expectation::SCHEMA.index("currency") }),
        amount: examiner.values.decimal(AMOUNT).ok_or(Error::Internal)?,
        extra: examiner.values.extra(0).cloned().unwrap_or_default(),
    })
}

/// Explains the signature of a bill given as a value tree. Only what is signed has to be there.
///
/// # Errors
/// [`Error::InvalidRequest`] or [`Error::InvalidConfig`] with all violations.
pub fn explain(bill: &HostValue, options: HostValue, normalize: &dyn Normalize) -> Result<Explanation, Error> {
    let (token, options) = explain_options(options)?;
    let none = Vec::new();
    let members = if let HostValue::Members(members) = bill { members } else { &none };
    let dialect = Dialect::OF_THE_INTERFACE;
    let (mut examiner, place) = Examiner::new(Settlement::SCHEMA, &dialect, 0);
    let mut violations = Vec::new();
    for (index, field) in Settlement::SCHEMA.fields.iter().enumerate() {
        examiner.field(place, index, field, crate::wire::given::member(members, field.name).given());
        // What is not signed may be missing, or wrong.
        let found = std::mem::take(&mut examiner.findings);
        violations.extend(found.into_iter().filter(|_| field.hashed));
    }
    if !violations.is_empty() {
        return Err(Error::InvalidRequest { operation: OperationName::Settlement, violations });
    }
    let mut values = examiner.values;
    Settlement::rules(&mut values, &mut violations);
    let at = |name: &str| Settlement::SCHEMA.fields.iter().position(|field| field.name == name).unwrap_or(usize::MAX);
    let text = |name: &str| values.text(at(name)).unwrap_or_default();
    let fields = SignedFields {
        ref_id: text("ref_id"),
        date: values.instant(at("date")).ok_or(Error::Internal)?,
        currency: text("currency"),
        total_amount: values
            .integer(at("total_amount"))
            .and_then(|amount| i64::try_from(amount).ok())
            .ok_or(Error::Internal)?,
        customer_sync_code: text("customer_sync_code"),
        settlement_to: text("settlement_to"),
    };
    let in_khr = values.decimal(at("total_amount_khr")).map(|amount| amount.to_string());
    explain_signature(&fields, in_khr.as_deref(), &token, &options, normalize)
}

fn explain_options(options: HostValue) -> Result<(HashToken, ExplainOptions), Error> {
    let mut settings = Settings::new("", options);
    let token = settings.text("hashToken");
    if token.as_deref().is_none_or(str::is_empty) && settings.violations.is_empty() {
        settings.violation("hashToken", Code::Required);
    }
    let mut candidates = Candidates::default();
    if let Some(mut inner) = settings.inner("candidates") {
        for zone in inner.texts("zones") {
            match zone.parse() {
                Ok(zone) => candidates.zones.push(zone),
                Err(code) => inner.violation("zones", code),
            }
        }
        candidates.separators = inner.texts("separators");
        candidates.destinations = inner.texts("destinations");
        settings.close(inner);
    }
    let options = ExplainOptions {
        digits_offset: settings.word("digitsOffset", |word| word.parse().ok()).unwrap_or_default(),
        code_shapes: CodeShapes::from_settings(&mut settings),
        observed_hash: settings.text("observedHash"),
        candidates,
    };
    let violations = settings.finish();
    match token {
        Some(token) if violations.is_empty() => Ok((HashToken::new(token), options)),
        _ => Err(Error::InvalidConfig { violations }),
    }
}

/// Prepares a call of an operation without a shape: `path`, `query`, `json` and `auth` (`none`, `bearer`, `token`).
///
/// # Errors
/// Those of [`Biller::prepare_operation`].
pub fn prepare_operation(biller: &Biller, name: OperationName, request: HostValue) -> Result<UnshapedCall, Error> {
    let mut settings = Settings::new("", request);
    let authentication = settings.word("auth", |word| match word {
        "none" => Some(None),
        "bearer" => Some(Some(Authentication::Bearer)),
        "token" => Some(Some(Authentication::Token)),
        _ => None,
    });
    let mut request = UnshapedRequest {
        path: settings.text("path").unwrap_or_default(),
        authentication: authentication.flatten(),
        ..UnshapedRequest::default()
    };
    if let Some(mut query) = settings.inner("query") {
        for name in query.names() {
            request.query.extend(query.text(&name).map(|value| (name, value)));
        }
        settings.close(query);
    }
    if let Some(json) = settings.take("json") {
        let dialect = Dialect::OF_THE_INTERFACE;
        let (mut examiner, _) = Examiner::new(Settlement::SCHEMA, &dialect, 0);
        request.json = examiner.bounded_json(&json, "json");
        settings.violations.append(&mut examiner.findings);
    }
    let violations = settings.finish();
    if !violations.is_empty() {
        return Err(Error::InvalidRequest { operation: name, violations });
    }
    biller.prepare_operation(name, &request)
}

/// Reads the answer of an operation without a shape.
///
/// # Errors
/// Those of [`UnshapedCall::decode`].
pub fn decode_unshaped(name: OperationName, status: u16, body: &[u8]) -> Result<UnshapedAnswer, Error> {
    operations::decode_unshaped(name, status, body)
}

/// What an event says about the money, of which the host has kept the payload.
///
/// # Errors
/// [`Error::InvalidWebhook`] if the payload is none any more.
pub fn fingerprint(payload: &[u8]) -> Result<String, Error> {
    let unbounded = Limits { bytes: usize::MAX, depth: crate::wire::json::MAX_DEPTH, items: usize::MAX };
    let payload = WebhookPayload::from_body(payload, unbounded).map_err(Error::invalid_webhook)?;
    Ok(WebhookEvent { payload, sender: Sender::Unauthenticated }.fingerprint())
}

/// What a delivery is, by its fingerprint and that of the record.
pub fn compare(fingerprint: &str, stored: Option<&str>) -> Delivery {
    Delivery::of(fingerprint, stored)
}
