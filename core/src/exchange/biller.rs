//! A biller or merchant with its settings: prepares calls, and decodes answers by operation.

use crate::wire::model::settings::settings;
use crate::wire::{
    Draft, Model, SigningOffset,
    model::{
        input::{DynamicValue, member},
        validate::{ObjectPosition, Validator, Values},
    },
    write::{
        body,
        json_writer::JsonWriter,
        packet::Packet,
        pass::{self, Kept},
    },
};
use crate::{
    exchange::{
        answer::{already_sent, decode, no_answer, no_untyped_answer},
        call::{Call, Envelope},
        context::Context,
        operations::{self, Outcome, SignedFields},
        validated::Validated,
    },
    finding::{Code, Finding, Findings},
    interface::{
        address::check_base_url,
        ambiguity::CodeShapes,
        catalogue::{Authentication, OperationName},
        credentials::{
            BearerToken, HashToken, VerificationToken, check_bearer_token, check_hash_token, check_header_token,
            refused_credential, warn_of_placeholder,
        },
        error::Error,
        http::{Header, Sent},
        models::Settlement,
        operation::{Asked, Declaration, Operation, RequestOf},
        profile::{self, CompiledProfile, DEFAULT_PROFILE, VerificationAuth, WireProfile},
        signing::{Hash, SigningKey},
    },
};
use bon::Builder;
use std::{marker::PhantomData, sync::Arc};

settings! {
    #[derive(Clone, Debug, Default, Builder)]
    #[builder(on(String, into))]
    mod biller_config {
        /// Settings of a biller.
        pub struct BillerConfig {
            /// The service's base address (section 4): `https`, a plain host, at most a path.
            pub base_url: String,
            /// For onboarding and settlement (section 5.1).
            pub bearer: Option<BearerToken>,
            /// For verification (section 5.2).
            pub verification_token: Option<VerificationToken>,
            /// For signing settlements (section 5.3).
            pub hash_token: Option<HashToken>,
            /// Allows `http` to exactly localhost, 127.0.0.1 and `[::1]`.
            #[builder(default)]
            pub allow_loopback_http: bool,
            /// Turns warnings into violations.
            #[builder(default)]
            pub strict: bool,
            /// Shapes of the merchant's own codes, by which an ambiguous signing string is noticed. `strict` needs
            /// all three.
            #[builder(default)]
            pub code_shapes: CodeShapes,
            /// Line items that a bill may have: from 1 to 100,000. Default 10,000.
            pub max_lines: Option<usize>,
            /// Settings for what the interface does not show.
            #[builder(default)]
            pub profile: WireProfile,
        }
    }
}

impl Biller {
    /// Largest answer that a biller decodes, in bytes. A longer one is an error, so no more bytes need to be kept.
    pub const MAX_ANSWER_BYTES: usize = crate::exchange::answer::LIMITS.bytes;
}

impl BillerConfig {
    /// Line items that a bill may have unless `max_lines` says otherwise. The interface shows no limit (section 8).
    pub const DEFAULT_MAX_LINES: usize = profile::DEFAULT_MAX_LINES;
    /// The most that `max_lines` may be.
    pub const MAX_LINES: usize = 100_000;
}

const LINES_BOUND: &str = "expected a whole number from 1 to 100000";

/// Returns the limit of line items, or its default.
pub(crate) fn check_max_lines(max_lines: Option<usize>) -> Result<usize, Finding> {
    let max_lines = max_lines.unwrap_or(BillerConfig::DEFAULT_MAX_LINES);
    let is_limit = (1..=BillerConfig::MAX_LINES).contains(&max_lines);
    if is_limit { Ok(max_lines) } else { Err(Finding::new("maxLines", Code::OutOfRange).explained(LINES_BOUND)) }
}

/// Prepares calls, and decodes their answers. It does not send anything.
#[derive(Clone, Debug)]
pub struct Biller {
    context: Arc<Context>,
    bearer: Option<BearerToken>,
    verification_token: Option<VerificationToken>,
    key: Option<SigningKey>,
    warnings: Vec<Finding>,
}

impl Biller {
    /// Checks the settings.
    ///
    /// # Errors
    /// [`Error::InvalidConfig`] with all that is wrong.
    pub fn new(config: BillerConfig) -> Result<Biller, Error> {
        let mut violations = Findings::default();
        if let Err((code, sentence)) = check_base_url(&config.base_url, config.allow_loopback_http) {
            violations.push(Finding::new("baseUrl", code).explained(sentence));
        }
        let verification = config.verification_token.as_ref();
        let tokens = [
            ("bearer", config.bearer.as_ref().map(|token| check_bearer_token(token.expose()))),
            ("verificationToken", verification.map(|token| check_header_token(token.expose()))),
            ("hashToken", config.hash_token.as_ref().map(|token| check_hash_token(token.expose()))),
        ];
        for (path, verdict) in tokens {
            violations.extend(verdict.and_then(Result::err).map(|code| refused_credential(path, code)));
        }
        let max_lines = check_max_lines(config.max_lines);
        violations.extend(max_lines.as_ref().err().cloned());
        let secrets = [
            ("bearer", config.bearer.as_ref().map(BearerToken::expose)),
            ("verificationToken", verification.map(VerificationToken::expose)),
            ("hashToken", config.hash_token.as_ref().map(HashToken::expose)),
        ];
        let warnings = secrets.iter().filter_map(|(path, token)| warn_of_placeholder(path, (*token)?));
        let mut warnings: Vec<Finding> = warnings.collect();
        config.code_shapes.check(config.strict, &mut violations);
        if config.strict {
            violations.append(warnings.drain(..).collect());
        }
        let compiled = match (config.profile.compiled(), max_lines) {
            (Ok(compiled), Ok(max_lines)) if violations.is_empty() => {
                compiled.with_shapes(config.code_shapes).with_max_lines(max_lines)
            }
            (Ok(_), _) => return Err(Error::InvalidConfig { violations }),
            (Err(more), _) => {
                violations.append(more);
                return Err(Error::InvalidConfig { violations });
            }
        };
        let base_url = config.base_url.trim_end_matches('/').to_owned();
        Ok(Biller {
            context: Arc::new(Context { base_url, strict: config.strict, profile: config.profile, compiled }),
            bearer: config.bearer,
            verification_token: config.verification_token,
            key: config.hash_token.map(|token| SigningKey::new(&token)),
            warnings,
        })
    }

    /// Returns the warnings about the settings. Each [`Call`] has them, too.
    pub fn warnings(&self) -> &[Finding] {
        &self.warnings
    }

    /// Returns a biller with another bearer token and the same other settings. The key is not prepared again.
    ///
    /// # Errors
    /// [`Error::InvalidConfig`] if the token cannot stand in a header.
    pub fn with_bearer(&self, bearer: BearerToken) -> Result<Biller, Error> {
        let warning = warn_of_placeholder("bearer", bearer.expose());
        let violation = warning.as_ref().filter(|_| self.context.strict).map_or(Ok(()), |found| Err(found.code));
        match check_bearer_token(bearer.expose()).and(violation) {
            Ok(()) => {
                let others = self.warnings.iter().filter(|warning| warning.path != "bearer").cloned();
                let warnings = others.chain(warning).collect();
                Ok(Biller { bearer: Some(bearer), warnings, ..self.clone() })
            }
            Err(code) => Err(Error::InvalidConfig { violations: refused_credential("bearer", code).into() }),
        }
    }

    /// Prepares an onboarding, a settlement or a verification: a final request. Of a value whose type is not known
    /// before, such as JSON, wrong types and unknown keys are violations: `biller.prepare::<Settlement>(&value)`.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with all violations, or [`Error::MissingCredential`].
    pub fn prepare<O: Operation>(&self, request: &impl RequestOf<O>) -> Result<Call<O>, Error> {
        self.call(self.compose(O::DECLARATION, &self.validate(O::DECLARATION, request))?)
    }

    /// Writes the body of a request by the operation's name, and returns it with its warnings.
    /// [`Biller::envelope`] has the rest of the call.
    ///
    /// # Errors
    /// The errors of [`Biller::prepare`]; [`Error::Internal`] for an operation without a shape.
    #[doc(hidden)]
    pub fn prepare_body(
        &self,
        operation: OperationName,
        value: &DynamicValue,
    ) -> Result<(String, Vec<Finding>), Error> {
        let declaration = operations::declaration(operation).ok_or(Error::Internal)?;
        let Composed { body, warnings } = self.compose(declaration, &self.validate(declaration, value))?;
        Ok((body, warnings))
    }

    /// Writes, and signs, the body of a request that another language has packed. Returns whether it did.
    ///
    /// It serves valid requests without warnings. Prepare any other with [`Biller::prepare`], which reports
    /// all findings. The address and the headers are those of [`Biller::envelope`].
    #[doc(hidden)]
    pub fn prepare_packet(
        &self,
        operation: OperationName,
        packet: Packet<'_>,
        kept: &mut Kept,
        body: &mut JsonWriter<u16>,
    ) -> Option<Vec<Finding>> {
        let operation = operations::declaration(operation)?;
        if self.check_credentials(operation).is_err() || self.context.strict {
            return None;
        }
        let compiled = &self.context.compiled;
        let rules = PacketRules { operation, compiled, key: self.key.as_ref().filter(|_| operation.signed) };
        pass::write(operation.schema, packet, &compiled.options, &rules, kept, body)?;
        let (mut values, mut warnings) = (kept.values(), Vec::new());
        let is_valid = pass::Rules::apply(&rules, &mut values);
        (operation.warnings)(&values, compiled, &mut warnings);
        warnings.extend_from_slice(&self.warnings);
        is_valid.then_some(warnings)
    }

    /// Returns the address and the headers that all calls of an operation share.
    ///
    /// Use it to send bodies of [`Biller::prepare_packet`] without a [`Call`] for each.
    ///
    /// # Errors
    /// [`Error::Internal`] for an operation whose fields the interface does not document.
    pub fn envelope(&self, operation: OperationName) -> Result<Envelope, Error> {
        let declaration = operations::declaration(operation).ok_or(Error::Internal)?;
        Ok(Envelope { method: operation.method(), url: self.url(declaration), headers: self.headers(declaration) })
    }

    /// Returns the same biller without credentials. It prepares nothing and still decodes answers.
    pub fn without_credentials(&self) -> Biller {
        Biller {
            context: Arc::clone(&self.context),
            bearer: None,
            verification_token: None,
            key: None,
            warnings: Vec::new(),
        }
    }

    /// Decodes an answer that arrived where its [`Call`] is not, by the operation's name. It cannot be held against its
    /// request: compare the codes that it names, or pass the request's body to [`Biller::decode_answer_to`].
    ///
    /// # Errors
    /// The errors of [`Call::decode`]; [`Error::Internal`] for an operation whose answers have no shape.
    pub fn decode(&self, operation: OperationName, status: u16, body: &[u8]) -> Result<Outcome, Error> {
        operations::decode(operation, &self.context, &Asked::default(), status, body)
    }

    /// Decodes an answer as [`Call::decode`] does, for a program that keeps the body of the request instead of the
    /// call.
    ///
    /// # Errors
    /// The errors of [`Biller::decode`].
    pub fn decode_answer_to(
        &self,
        operation: OperationName,
        request_body: &str,
        status: u16,
        body: &[u8],
    ) -> Result<Outcome, Error> {
        operations::decode(operation, &self.context, &Asked::of(request_body), status, body)
    }

    /// Decodes an answer that arrived where its [`Call`] is not, by the operation's type:
    /// `biller.decode_as::<Settlement>(200, body)`.
    ///
    /// # Errors
    /// The errors of [`Call::decode`].
    pub fn decode_as<O: Operation>(&self, status: u16, body: &[u8]) -> Result<O::Outcome, Error> {
        decode::<O>(&self.context, status, body)
    }

    /// The error for a request that brought no answer, by the operation's name.
    pub fn no_answer(&self, operation: OperationName, sent: Sent) -> Error {
        match operations::declaration(operation) {
            Some(declaration) => no_answer(declaration, &self.context, sent),
            None => no_untyped_answer(operation, sent),
        }
    }

    /// The error for a sender that refuses to send a call a second time, by the operation's name.
    pub fn already_sent(&self, operation: OperationName) -> Error {
        match operations::declaration(operation) {
            Some(declaration) => already_sent(declaration, &self.context),
            None => no_untyped_answer(operation, Sent::Maybe),
        }
    }
}

/// A body, and its warnings.
pub(crate) struct Composed {
    pub(crate) body: String,
    pub(crate) warnings: Vec<Finding>,
}

/// Returns a body as text.
fn into_body(body: JsonWriter) -> Result<String, Error> {
    String::from_utf8(body.into_bytes()).map_err(|_| Error::Internal)
}

/// Rules and signature of one operation, for a packet.
struct PacketRules<'a> {
    operation: &'a Declaration,
    compiled: &'a CompiledProfile,
    key: Option<&'a SigningKey>,
}

impl pass::Rules for PacketRules<'_> {
    type Computed = Hash;

    fn apply(&self, values: &mut Values<'_>) -> bool {
        let mut violations = Findings::default();
        (self.operation.rules)(values, self.compiled, &mut violations);
        violations.is_empty()
    }

    fn computed(&self, signing_string: &[u8]) -> Option<Hash> {
        self.key.map(|key| key.sign(signing_string))
    }
}

impl Biller {
    /// Validates each field, and the rules that span fields.
    pub(crate) fn validate<'a>(&'a self, operation: &Declaration, request: &'a impl Draft) -> Validated<'a> {
        let compiled = &self.context.compiled;
        Validated::fields(operation, compiled, request).with_rules(operation, compiled)
    }

    /// Writes and signs a valid request.
    pub(crate) fn compose(&self, operation: &Declaration, validated: &Validated<'_>) -> Result<Composed, Error> {
        let values = &validated.values;
        let mut violations = validated.findings.clone();
        let mut warnings = Vec::new();
        if violations.is_empty() || self.context.strict {
            (operation.warnings)(values, &self.context.compiled, &mut warnings);
        }
        if self.context.strict {
            let known: Vec<Finding> = violations.to_vec();
            violations.extend(std::mem::take(&mut warnings).into_iter().filter(|warning| !known.contains(warning)));
        }
        if !violations.is_empty() {
            return Err(Error::InvalidRequest { operation: operation.name, violations });
        }
        self.check_credentials(operation)?;
        warnings.extend_from_slice(&self.warnings);
        let (mut signing_string, mut body) = (JsonWriter::default(), JsonWriter::default());
        let hash = self.key.as_ref().filter(|_| operation.signed).map(|key| {
            body::signing_string(operation.schema, values, &self.context.compiled.options, &mut signing_string);
            key.sign(signing_string.as_bytes())
        });
        let computed = hash.as_ref().map(Hash::as_bytes);
        body::object(operation.schema, values, 0, &self.context.compiled.options, computed, &mut body);
        Ok(Composed { body: into_body(body)?, warnings })
    }

    pub(crate) fn call<O: Operation>(&self, composed: Composed) -> Result<Call<O>, Error> {
        Ok(Call {
            method: O::NAME.method(),
            url: self.url(O::DECLARATION),
            headers: self.headers(O::DECLARATION),
            body: composed.body,
            warnings: composed.warnings,
            context: Arc::clone(&self.context),
            operation: PhantomData,
        })
    }

    pub(crate) fn base_url(&self) -> &str {
        &self.context.base_url
    }

    pub(crate) fn url(&self, operation: &Declaration) -> String {
        [&self.context.base_url, operation.path].concat()
    }

    /// Returns the headers of section 4. Credentials that are not configured are left out.
    pub(crate) fn headers(&self, operation: &Declaration) -> Vec<Header> {
        let mut headers = vec![Header::plain("Content-Type", "application/json")];
        if operation.accept {
            headers.push(Header::plain("Accept", "application/json"));
        }
        headers.extend(self.credential(operation.name, self.authentication(operation)));
        headers
    }

    /// Returns the header that authenticates the caller.
    pub(crate) fn credential(&self, operation: OperationName, how: Authentication) -> Result<Header, Error> {
        let (header, missing) = match how {
            Authentication::Bearer => {
                let token = self.bearer.as_ref();
                (token.map(|token| Header::secret("Authorization", ["Bearer ", token.expose()].concat())), Code::Bearer)
            }
            Authentication::Token => {
                let token = self.verification_token.as_ref();
                (token.map(|token| Header::secret("token", token.expose().to_owned())), Code::VerificationToken)
            }
        };
        header.ok_or(Error::MissingCredential { operation, credential: missing })
    }

    fn authentication(&self, operation: &Declaration) -> Authentication {
        match (operation.authentication, self.context.profile.verification_auth) {
            (Authentication::Token, VerificationAuth::Bearer) => Authentication::Bearer,
            (authentication, _) => authentication,
        }
    }

    pub(crate) fn check_credentials(&self, operation: &Declaration) -> Result<(), Error> {
        let missing = |credential| Err(Error::MissingCredential { operation: operation.name, credential });
        match self.authentication(operation) {
            Authentication::Bearer if self.bearer.is_none() => missing(Code::Bearer),
            Authentication::Token if self.verification_token.is_none() => missing(Code::VerificationToken),
            _ if operation.signed && self.key.is_none() => missing(Code::HashToken),
            _ => Ok(()),
        }
    }

    pub(crate) fn context(&self) -> &Context {
        &self.context
    }
}

impl<O: Operation> Call<O> {
    /// Takes the credentials of another biller of the same service. The body keeps its signature.
    pub(crate) fn renew(&mut self, biller: &Biller) -> Result<(), Error> {
        biller.check_credentials(O::DECLARATION)?;
        self.headers = biller.headers(O::DECLARATION);
        Ok(())
    }
}

impl SigningKey {
    /// Prepares the key of a token that may break a rule.
    ///
    /// # Errors
    /// [`Error::InvalidConfig`] if the token is empty or has white space around it.
    pub fn try_new(token: &HashToken) -> Result<SigningKey, Error> {
        match check_hash_token(token.expose()) {
            Ok(()) => Ok(SigningKey::new(token)),
            Err(code) => Err(Error::InvalidConfig { violations: refused_credential("hashToken", code).into() }),
        }
    }
}

impl SigningKey {
    /// Signs the signed fields that another language has packed, if they are valid. The date's digits are in UTC.
    ///
    /// [`sign_value`] reports what is wrong with them. The text written to `body` is of no use.
    #[doc(hidden)]
    pub fn sign_packet(&self, packet: Packet<'_>, kept: &mut Kept, body: &mut JsonWriter<u16>) -> Option<Hash> {
        pass::signing_string(Settlement::SCHEMA, packet, &DEFAULT_PROFILE.options, kept, body)?;
        Some(self.sign(kept.signing_string()))
    }
}

impl SignedFields<'_> {
    /// The signing string of section 5.3: the fields without separators, the date as `yyyyMMddHHmmss` in the zone of
    /// `signing_offset`.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with all violations.
    pub fn signing_string(&self, signing_offset: SigningOffset) -> Result<String, Error> {
        let (compiled, mut out) = (CompiledProfile::with_signing_offset(signing_offset), JsonWriter::default());
        signing_string(&compiled, &mut out, |validator, position| self.encode(validator, position))?;
        Ok(out.into_text())
    }
}

/// Signs the signed fields of a value whose type is not known before, such as JSON. Other members are ignored.
///
/// # Errors
/// [`Error::InvalidRequest`] with all violations.
pub fn sign_value(fields: &DynamicValue, key: &SigningKey, signing_offset: SigningOffset) -> Result<Hash, Error> {
    let (compiled, mut out) = (CompiledProfile::with_signing_offset(signing_offset), JsonWriter::default());
    signing_string(&compiled, &mut out, |validator, position| {
        for (index, field) in position.schema.signed() {
            validator.field(position, index, field, member(fields.members(), field.name).input());
        }
    })?;
    Ok(key.sign(out.as_bytes()))
}

/// The hash of section 5.3 alone, for whoever writes the body of a settlement without billwire.
///
/// # Errors
/// [`Error::InvalidRequest`] with all violations.
pub fn sign(fields: &SignedFields<'_>, key: &SigningKey, signing_offset: SigningOffset) -> Result<Hash, Error> {
    fields.signing_string(signing_offset).map(|signing_string| key.sign(signing_string.as_bytes()))
}

/// Writes the signing string of what a host gives for the signed fields.
#[inline]
pub(crate) fn signing_string<'a>(
    compiled: &'a CompiledProfile,
    out: &mut JsonWriter,
    encode: impl FnOnce(&mut Validator<'a>, ObjectPosition),
) -> Result<Values<'a>, Error> {
    let (mut validator, position) = Validator::new(Settlement::SCHEMA, &compiled.options);
    encode(&mut validator, position);
    if !validator.findings.is_empty() {
        return Err(invalid::<Settlement>(validator.findings));
    }
    body::signing_string(Settlement::SCHEMA, &validator.values, &compiled.options, out);
    Ok(validator.values)
}

fn invalid<O: Operation>(violations: Findings) -> Error {
    Error::InvalidRequest { operation: O::NAME, violations }
}
