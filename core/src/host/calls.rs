//! Calls by the name of their operation: from a value tree, or from packed values in buffers that stay.

use crate::finding::Settings;
use crate::{
    biller::{Biller, Buffers, Composed, signing_string},
    call::Call,
    error::Error,
    finding::Finding,
    http::{Header, Method},
    lookup::{self, LookedUpBill, LookupVerdict},
    operation::{Authentication, Declaration, OperationName},
    operations::{self, Settlement, UntypedAnswer, UntypedCall, UntypedRequest},
    profile::DEFAULT_PROFILE,
    signing::{Hash, SigningKey},
};
use billwire_wire::{
    Model,
    input::DynamicValue,
    json::MAX_DEPTH,
    model::Hidden,
    packed::{LayoutMismatch, Packed},
    validate::{Validator, Values},
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

/// Prepares a call from a value tree.
///
/// # Errors
/// [`Error::InvalidRequest`] with all violations, or [`Error::MissingCredential`].
pub fn prepare(biller: &Biller, name: OperationName, tree: &DynamicValue) -> Result<Prepared, Error> {
    let Composed { buffers, warnings } = biller.compose_tree(declaration(name)?, tree)?;
    Ok(Prepared { body: buffers.into_body()?, warnings, ..envelope(biller, name)? })
}

fn declaration(name: OperationName) -> Result<&'static Declaration, Error> {
    Declaration::of(name).ok_or(Error::Internal)
}

/// Prepares the lookup of a bill given as a value tree. The text is the bill's side of the comparison, for
/// [`decide_lookup`].
///
/// # Errors
/// Those of [`Biller::prepare_settlement_lookup`].
pub fn prepare_lookup(biller: &Biller, tree: &DynamicValue) -> Result<(Prepared, String), Error> {
    let (call, bill) = biller.prepare_tree_lookup(tree)?.into_parts();
    Ok((call.into(), bill.to_json()))
}

/// Decides a lookup whose bill the caller has kept as the text of [`prepare_lookup`].
///
/// # Errors
/// [`Error::Internal`] if that text is another one.
pub fn decide_lookup(biller: &Biller, bill: &str, status: u16, body: &[u8]) -> Result<LookupVerdict, Error> {
    Ok(lookup::decide(biller.context(), &LookedUpBill::from_json(bill)?, status, body))
}

/// The address and the headers of an operation, which are the same for all its calls.
///
/// # Errors
/// [`Error::Internal`] for an operation without a shape.
pub fn envelope(biller: &Biller, name: OperationName) -> Result<Prepared, Error> {
    let operation = declaration(name)?;
    let (url, headers) = (biller.url(operation), biller.headers(operation));
    Ok(Prepared { method: name.method(), url, headers, body: String::new(), warnings: Vec::new() })
}

/// The buffers in which bodies are written, one after the other.
#[derive(Default)]
pub struct Workspace {
    buffers: Buffers,
    buffer: Values<'static>,
}

impl Workspace {
    /// The body that was written last.
    pub fn body(&self) -> &[u8] {
        self.buffers.body.as_bytes()
    }

    /// Writes the body of a settlement from packed values, if there is nothing at all to say about it: else the value
    /// tree tells what.
    ///
    /// # Errors
    /// The values do not fit the schema.
    #[inline]
    pub fn prepare(
        &mut self,
        biller: &Biller,
        name: OperationName,
        packed: Packed<'_>,
    ) -> Result<bool, LayoutMismatch> {
        let operation = Declaration::of(name).ok_or(LayoutMismatch)?;
        let mut fits = Ok(());
        let buffer = std::mem::take(&mut self.buffer);
        let validated = biller.validate(operation, buffer, |validator, place| {
            fits = packed.give(validator, place, place.schema.fields.iter().enumerate())
        });
        fits?;
        if !validated.findings.is_empty() {
            return Ok(false);
        }
        let composed = biller.compose(operation, &validated, std::mem::take(&mut self.buffers));
        self.buffer = validated.values.reused();
        match composed {
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
    #[cfg_attr(not(billwire_small), inline(always))]
    pub fn sign(&mut self, key: &SigningKey, packed: Packed<'_>) -> Result<Option<Hash>, LayoutMismatch> {
        let mut fits = Ok(());
        let out = &mut self.buffers.signing_string;
        out.restart();
        let buffer = std::mem::take(&mut self.buffer);
        let written = signing_string(&DEFAULT_PROFILE, out, buffer, |validator, place| {
            fits = packed.give(validator, place, place.schema.signed());
        });
        fits?;
        let Ok(values) = written else { return Ok(None) };
        self.buffer = values.reused();
        Ok(Some(key.sign(self.buffers.signing_string.as_bytes())))
    }
}

/// Bytes of an answer that are read at most.
pub fn answer_limit() -> usize {
    crate::answer::LIMITS.bytes
}

/// Prepares a call of an operation without a shape: `path`, `query`, `json` and `auth` (`none`, `bearer`, `token`).
///
/// # Errors
/// Those of [`Biller::prepare_operation`].
pub fn prepare_operation(biller: &Biller, name: OperationName, request: DynamicValue) -> Result<UntypedCall, Error> {
    let mut settings = Settings::new("", request);
    let authentication = settings.word("auth", |word| match word {
        "none" => Some(None),
        "bearer" => Some(Some(Authentication::Bearer)),
        "token" => Some(Some(Authentication::Token)),
        _ => None,
    });
    let mut request = UntypedRequest {
        path: settings.text("path").unwrap_or_default(),
        authentication: authentication.flatten(),
        ..UntypedRequest::default()
    };
    if let Some(mut query) = settings.inner("query") {
        request.query = query.all_texts();
        settings.close(query);
    }
    if let Some(json) = settings.take("json") {
        let compiled = &DEFAULT_PROFILE;
        let (mut validator, _) = Validator::new(Settlement::SCHEMA, &compiled.options);
        request.json = validator.bounded_json(&json, MAX_DEPTH, "json");
        settings.violations.append(validator.findings.recoded());
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
/// Those of [`UntypedCall::decode`].
pub fn decode_untyped(name: OperationName, status: u16, body: &[u8]) -> Result<UntypedAnswer, Error> {
    operations::decode_untyped(name, status, body)
}
