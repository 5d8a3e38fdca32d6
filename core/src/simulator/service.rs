//! The simulated service: requests in, answers and webhooks out.

use crate::wire::{
    Json, Members, Model,
    model::{
        input::DynamicValue,
        validate::{Value, Values},
    },
    write::{body, json_writer::JsonWriter},
};
use crate::{
    exchange::validated::Validated,
    finding::{Code, Finding, Findings},
    interface::{
        credentials::{check_bearer_token, check_hash_token, check_header_token, refused_credential},
        error::Error,
        http::{HttpRequest, Method},
        models::{Onboarding, Settlement, Verification},
        operation::Behaviour,
        profile::{CompiledProfile, VerificationTranId},
        signing::SigningKey,
    },
    simulator::{
        answers,
        books::Books,
        config::{SimulatorConfig, WebhookEndpoint, WebhookRetries},
        endpoint::Served,
        exchange::{Answer, DeliveryResult, DueWebhook, Request, WebhookId},
        faults::{self, Faults},
        gate,
        ledger::Ledger,
        outgoing::Notices,
        payload, reading,
        refusal::Refusal,
        script::Script,
        transaction::Transaction,
    },
};
use std::fmt;
use subtle::ConstantTimeEq;

/// The service of the interface, without I/O. See the [module](super).
pub struct Simulator {
    pub(super) config: SimulatorConfig,
    compiled: CompiledProfile,
    key: SigningKey,
    pub(super) ledger: Ledger,
    pub(super) faults: Faults,
    pub(super) notices: Notices,
}

/// The regular answer, or a refusal.
type Reply = Result<Answer, Answer>;

impl Simulator {
    /// Creates a simulator with empty books.
    ///
    /// # Errors
    /// [`Error::InvalidConfig`] with every violation in the credentials and the profile.
    pub fn new(config: SimulatorConfig) -> Result<Simulator, Error> {
        let mut violations = check_credentials(&config);
        match config.profile.compiled() {
            Ok(compiled) if violations.is_empty() => Ok(Simulator {
                // Only billers limit the lines of a bill.
                compiled: compiled.with_max_lines(usize::MAX),
                key: SigningKey::new(&config.hash_token),
                ledger: Ledger::default(),
                faults: Faults::default(),
                notices: Notices::default(),
                config,
            }),
            Ok(_) => Err(Error::InvalidConfig { violations }),
            Err(more) => {
                violations.append(more);
                Err(Error::InvalidConfig { violations })
            }
        }
    }

    /// Answers a request that arrives at `now_ms`, in milliseconds since 1970.
    pub fn handle(&mut self, request: &Request<'_>, now_ms: u64) -> Answer {
        self.serve(request, now_ms).unwrap_or_else(|refused| refused)
    }

    fn serve(&mut self, request: &Request<'_>, now_ms: u64) -> Reply {
        self.advance(now_ms);
        if let Some(answer) = self.linking(request) {
            return Ok(answer);
        }
        let served = gate::pass(request, &self.config).map_err(Answer::from)?;
        let body = reading::parse(request.body).map_err(|finding| Refusal::invalid(&finding.into()))?;
        match served {
            Served::Onboarding => self.onboard(&body),
            Served::Settlement => self.settle(&body, now_ms),
            Served::Verification => self.verify(&body, now_ms),
        }
    }

    fn onboard(&mut self, body: &Members) -> Reply {
        const SUPPLIER_SYNC_CODE: usize = Onboarding::SCHEMA.index("supplier_sync_code");
        let compiled = self.compiled.clone();
        let given = reading::given(Onboarding::SCHEMA, body, &compiled.options);
        let read = Validated::fields(Onboarding::DECLARATION, &compiled, &given);
        let values = valid(read.with_rules(Onboarding::DECLARATION, &compiled))?;
        let key = values.text(SUPPLIER_SYNC_CODE).unwrap_or_default();
        Ok(self.answer(Served::Onboarding, key, |service| {
            answers::onboarded(service.ledger.register(&values), &service.config)
        }))
    }

    fn settle(&mut self, body: &Members, now_ms: u64) -> Reply {
        let compiled = self.compiled.clone();
        let given = reading::given(Settlement::SCHEMA, body, &compiled.options);
        let values = self.read_settlement(body, &given, &compiled)?;
        let order = self.order(&values).map_err(|refusal| answers::refused(refusal, &self.config))?;
        let ref_id = order.ref_id.clone();
        Ok(self.answer(Served::Settlement, &ref_id, |service| {
            let first = service.accept(&order, now_ms);
            let first = first.and_then(|first| service.ledger.transaction(first));
            answers::accepted(first, &service.config.profile)
        }))
    }

    fn verify(&mut self, body: &Members, now_ms: u64) -> Reply {
        const PURPOSE: &str = "purpose_of_transaction";
        let compiled = self.compiled.clone();
        let given = reading::given(Verification::SCHEMA, body, &compiled.options);
        let Validated { values, findings } = Validated::fields(Verification::DECLARATION, &compiled, &given);
        let may_be_empty =
            |one: &Finding| self.config.without_purpose && one.path == PURPOSE && one.code == Code::Empty;
        let findings = findings.iter().filter(|one| !may_be_empty(one)).cloned().collect();
        let values = valid(Validated { values, findings })?;
        let text = |at: usize| values.text(at).filter(|text| !text.is_empty());
        let identity_code = text(const { Verification::SCHEMA.index("identity_code") }).unwrap_or_default();
        let purpose = text(const { Verification::SCHEMA.index("purpose_of_transaction") }).unwrap_or_default();
        let tran_id = text(const { Verification::SCHEMA.index("tran_id") });
        let bank_ref = text(const { Verification::SCHEMA.index("bank_ref") });
        let mut is_missing = false;
        let mut answer = self.answer(Served::Verification, identity_code, |service| {
            let profile = &service.config.profile;
            let by_number = profile.verification_tran_id == VerificationTranId::TranNo;
            let id = |one: &Transaction| if by_number { one.tran_no() } else { one.tran_id() };
            let found = service.ledger.of_identity(identity_code).find(|one| {
                one.is_found(now_ms)
                    && one.order.references.purpose_of_transaction == purpose
                    && tran_id.is_none_or(|tran_id| tran_id == id(one))
                    && bank_ref.is_none_or(|bank_ref| bank_ref == one.bank_ref())
            });
            is_missing = found.is_none();
            found.map_or_else(|| answers::not_found(profile), |found| answers::found(found, profile))
        });
        if is_missing && answer.status == Refusal::NotFound.status() {
            answer.status = answers::not_found_status(&self.config.profile);
        }
        Ok(answer)
    }

    /// Applies a valid request and returns its answer, or serves its scripted fault.
    fn answer(&mut self, served: Served, key: &str, take_effect: impl FnOnce(&mut Simulator) -> Members) -> Answer {
        let Some(fault) = self.faults.next_answer(served, key) else { return faults::ok(take_effect(self)) };
        let changes_nothing = served == Served::Verification;
        let body = if fault.moves_money() || changes_nothing { take_effect(self) } else { Members::default() };
        fault.distort(served, body, &self.config.profile)
    }

    /// Returns the fields of a settlement after its hash was checked.
    fn read_settlement<'a>(
        &self,
        body: &Members,
        given: &'a DynamicValue,
        compiled: &'a CompiledProfile,
    ) -> Result<Values<'a>, Answer> {
        const TOTAL_KHR: usize = Settlement::SCHEMA.index("total_amount_khr");
        let mut read = Validated::fields(Settlement::DECLARATION, compiled, given);
        if matches!(read.values.get(TOTAL_KHR), Value::Absent) {
            read.findings.push(Finding::new("total_amount_khr", Code::Required));
        }
        let (hash, code) = match body.get("hash") {
            Some(Json::Text(hash)) => (&**hash, None),
            Some(Json::Null) | None => ("", Some(Code::Required)),
            Some(_) => ("", Some(Code::WrongType)),
        };
        read.findings.extend(code.map(|code| Finding::new("hash", code)));
        let values = valid(read)?;
        let mut signing_string = JsonWriter::default();
        body::signing_string(Settlement::SCHEMA, &values, &compiled.options, &mut signing_string);
        let expected = self.key.sign(signing_string.as_bytes());
        if bool::from(expected.as_str().as_bytes().ct_eq(hash.as_bytes())) {
            Ok(values)
        } else {
            Err(Refusal::WrongHash.answer())
        }
    }
}

impl Simulator {
    /// Returns the path of an address below the base address of the settings; none for another address. A path alone
    /// is below it.
    pub fn path<'u>(&self, url: &'u str) -> Option<&'u str> {
        let below = |rest: &'u str| (rest.is_empty() || rest.starts_with('/')).then_some(rest);
        match (&self.config.base_url, url.split_once("://")) {
            (_, None) => Some(url),
            (Some(base), Some(_)) => url.strip_prefix(base.trim_end_matches('/')).and_then(below),
            (None, Some((_, rest))) => Some(rest.find('/').map_or("/", |slash| rest.split_at(slash).1)),
        }
    }

    /// Returns the webhooks to deliver at `now_ms`. Each one is returned again only after [`Simulator::delivered`]
    /// reported its result. Webhooks of one transaction follow each other.
    pub fn due(&mut self, now_ms: u64) -> Vec<DueWebhook> {
        self.advance(now_ms);
        let Some(endpoint) = &self.config.webhook else { return Vec::new() };
        let mut webhooks = Vec::new();
        for due in self.notices.due(now_ms) {
            for fault in due.faults {
                self.faults.serve("webhook", fault);
            }
            let Some(transaction) = self.ledger.transaction(due.transaction) else { continue };
            let request = HttpRequest {
                method: Method::Post,
                url: endpoint.url.clone(),
                headers: payload::headers(endpoint, &due.content),
                body: Some(payload::body(transaction, endpoint, &due.content).into()),
            };
            webhooks.push(DueWebhook { id: due.id, request, attempt: due.attempt });
        }
        webhooks
    }

    /// Returns when the next webhook is due, in milliseconds since 1970, if nothing else happens before. `None` means
    /// that nothing is due, or that every due webhook is being delivered.
    pub fn next_due(&self) -> Option<u64> {
        self.notices.next_due()
    }

    /// Reports the result of a delivery. The answer of section 2.8 acknowledges it. Any other result makes the webhook
    /// due again later, until its [`WebhookRetries`] are used up. An unknown delivery is ignored.
    pub fn delivered(&mut self, id: WebhookId, result: DeliveryResult, now_ms: u64) {
        self.notices.delivered(id, &result, self.config.retries, now_ms);
    }

    /// Adds faults to serve.
    pub fn script(&mut self, script: Script) {
        self.faults.add(script);
    }

    /// Sends webhooks to another endpoint from now on, including those that are not acknowledged yet.
    ///
    /// # Errors
    /// [`Error::InvalidConfig`] if the token cannot be sent in a header.
    pub fn send_webhooks_to(&mut self, endpoint: WebhookEndpoint) -> Result<(), Error> {
        let violations: Findings = check_endpoint(&endpoint).collect();
        if !violations.is_empty() {
            return Err(Error::InvalidConfig { violations });
        }
        self.config.webhook = Some(endpoint);
        Ok(())
    }

    /// Changes the retries of webhooks from now on, including those that are not acknowledged yet.
    pub fn set_retries(&mut self, retries: WebhookRetries) {
        self.config.retries = retries;
    }

    /// Applies the statuses that transactions have by this time. So does every function that takes a time.
    pub fn advance(&mut self, now_ms: u64) {
        self.ledger.advance(now_ms);
    }

    /// Returns the books at the latest time that the simulator was given.
    pub fn books(&self) -> Books {
        Books {
            bills: self.ledger.bills(),
            sub_billers: self.ledger.sub_billers(),
            balances: self.ledger.balances().clone(),
            totals: self.ledger.totals(),
            faults_served: self.faults.served().clone(),
            webhooks: self.notices.counts(),
        }
    }
}

/// Returns the values of a valid body, or the refusal of another one.
fn valid(read: Validated<'_>) -> Result<Values<'_>, Answer> {
    if read.findings.is_empty() { Ok(read.values) } else { Err(Refusal::invalid(&read.findings)) }
}

/// The books contain names, the settings contain secrets.
impl fmt::Debug for Simulator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Simulator").field("config", &self.config).finish_non_exhaustive()
    }
}

fn check_credentials(config: &SimulatorConfig) -> Findings {
    let checks = [
        ("bearer", check_bearer_token(config.bearer.expose())),
        ("verificationToken", check_header_token(config.verification_token.expose())),
        ("hashToken", check_hash_token(config.hash_token.expose())),
    ];
    let wrong = checks.into_iter().filter_map(|(path, check)| check.err().map(|code| refused_credential(path, code)));
    wrong.chain(config.webhook.iter().flat_map(check_endpoint)).collect()
}

fn check_endpoint(endpoint: &WebhookEndpoint) -> impl Iterator<Item = Finding> + use<> {
    let check = endpoint.token.as_ref().map_or(Ok(()), |token| check_header_token(token.expose()));
    check.err().map(|code| refused_credential("webhook.token", code)).into_iter()
}
