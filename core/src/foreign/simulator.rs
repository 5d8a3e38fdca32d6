//! The service's side without a network, for the tests of whoever uses billwire in another language. It lies in the same
//! library as everything else, since a second one would be a second package with all of uniffi's plumbing; a build without
//! the feature `simulator` has none of it.

use super::{
    calls::{HttpHeader, HttpRequest},
    config::WireProfile,
    failure::BillwireError,
    values::HttpStatus,
    webhook::WebhookHeaders,
};
use crate::{
    credentials::{BearerToken, HashToken, VerificationToken, WebhookToken},
    finding::Code,
    model::Instant,
    simulator::{self, DeliveryResult, Request, WebhookId, WebhookVariant, host},
};
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// What a simulator is started with.
#[derive(uniffi::Record)]
pub struct SimulatorConfig {
    /// What onboarding and settlement have to show (section 5.1).
    pub bearer: Arc<BearerToken>,
    /// What verification has to show (section 5.2), unless the profile says that it shows the bearer token.
    pub verification_token: Arc<VerificationToken>,
    /// The key of the request signature (section 5.3).
    pub hash_token: Arc<HashToken>,
    /// What the simulated deployment does that the interface does not show. Give the biller the same.
    #[uniffi(default)]
    pub profile: Option<WireProfile>,
    /// The base address of the service: a request to any other fails to connect. Default every host, with no path.
    #[uniffi(default)]
    pub base_url: Option<String>,
    /// Where webhooks go. Without it there are none.
    #[uniffi(default)]
    pub webhook: Option<WebhookEndpoint>,
    /// The fee of each transaction, in whole units of its currency. Default 0.
    #[uniffi(default)]
    pub fee: Option<i64>,
    /// What a settlement does whose `ref_id` was settled before. Default it moves the money again.
    #[uniffi(default)]
    pub repeated_bill: Option<RepeatedBill>,
    /// How often a webhook is delivered that nobody acknowledges.
    #[uniffi(default)]
    pub retries: Option<WebhookRetries>,
    /// Milliseconds for which a webhook that comes out of order waits at most for a later one. Default 2,000.
    #[uniffi(default)]
    pub hold_ms: Option<i64>,
}

/// What a settlement does whose `ref_id` was settled before.
#[derive(Clone, Copy, Debug, PartialEq, uniffi::Enum)]
pub enum RepeatedBill {
    /// It moves the money again: a blind retry shows in the books.
    Settle,
    /// It is refused.
    Refuse,
}

/// A merchant's endpoint for webhooks (section 4.4).
#[derive(uniffi::Record)]
pub struct WebhookEndpoint {
    /// Its address. It is handed on, and not looked at.
    pub url: String,
    /// The token that webhooks of the merchant-proxy variant show. Without it the variant is checkout.
    #[uniffi(default)]
    pub token: Option<Arc<WebhookToken>>,
    /// The test case that a header selects at the sample target. Default no such header.
    #[uniffi(default)]
    pub test_case: Option<WebhookTestCase>,
}

/// The test case that a header selects at the sample target (section 4.4).
#[derive(Clone, Copy, Debug, PartialEq, uniffi::Enum)]
pub enum WebhookTestCase {
    /// `Success: success`.
    Success,
    /// `Fail: fail`.
    Fail,
}

/// How often a webhook is delivered that nobody acknowledges. The wait doubles each time.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct WebhookRetries {
    /// Deliveries in all. Default 8.
    #[uniffi(default)]
    pub deliveries: Option<i64>,
    /// Milliseconds before the second delivery. Default 250.
    #[uniffi(default)]
    pub first_ms: Option<i64>,
    /// Milliseconds that no wait exceeds. Default 5,000.
    #[uniffi(default)]
    pub longest_ms: Option<i64>,
}

impl From<SimulatorConfig> for simulator::SimulatorConfig {
    fn from(config: SimulatorConfig) -> simulator::SimulatorConfig {
        let default = simulator::SimulatorConfig::new(
            Arc::unwrap_or_clone(config.bearer),
            Arc::unwrap_or_clone(config.verification_token),
            Arc::unwrap_or_clone(config.hash_token),
        );
        simulator::SimulatorConfig {
            profile: config.profile.map(Into::into).unwrap_or_default(),
            webhook: config.webhook.map(Into::into),
            fee: config.fee.map_or(default.fee, whole),
            repeated_bill: match config.repeated_bill {
                Some(RepeatedBill::Refuse) => simulator::RepeatedBill::Refuse,
                Some(RepeatedBill::Settle) | None => simulator::RepeatedBill::Settle,
            },
            retries: config.retries.map(Into::into).unwrap_or_default(),
            hold_ms: config.hold_ms.map_or(default.hold_ms, whole),
            ..default
        }
    }
}

impl From<WebhookEndpoint> for simulator::WebhookEndpoint {
    fn from(endpoint: WebhookEndpoint) -> simulator::WebhookEndpoint {
        let token = endpoint.token.map(Arc::unwrap_or_clone);
        simulator::WebhookEndpoint {
            url: endpoint.url,
            variant: token.map_or(WebhookVariant::Checkout, WebhookVariant::MerchantProxy),
            test_case: endpoint.test_case.map(|case| match case {
                WebhookTestCase::Success => simulator::TestCase::Success,
                WebhookTestCase::Fail => simulator::TestCase::Fail,
            }),
        }
    }
}

impl From<WebhookRetries> for simulator::Retries {
    fn from(retries: WebhookRetries) -> simulator::Retries {
        let default = simulator::Retries::default();
        let deliveries = |number| u32::try_from(whole(number)).unwrap_or(u32::MAX);
        simulator::Retries {
            deliveries: retries.deliveries.map_or(default.deliveries, deliveries),
            first_ms: retries.first_ms.map_or(default.first_ms, whole),
            longest_ms: retries.longest_ms.map_or(default.longest_ms, whole),
        }
    }
}

/// The service's side of the interface, without a network, a clock or chance: the same calls give the same answers. It
/// checks what the interface asks for, keeps books, and makes the webhooks.
#[derive(uniffi::Object)]
pub struct Simulator {
    service: Mutex<simulator::Simulator>,
    base_url: Option<String>,
}

#[uniffi::export]
impl Simulator {
    /// Starts with empty books. Throws `InvalidConfig` with all that is wrong with the credentials and the profile.
    #[uniffi::constructor]
    pub fn new(config: SimulatorConfig) -> Result<Simulator, BillwireError> {
        let base_url = config.base_url.as_deref().map(|url| url.trim_end_matches('/').to_owned());
        Ok(Simulator { service: Mutex::new(simulator::Simulator::new(config.into())?), base_url })
    }

    /// Answers a request, such as a call's, that arrives at a time which the caller says. What is asked for by a path alone
    /// is taken to be below the base address.
    pub fn handle(&self, request: HttpRequest, now: Instant) -> SimulatedAnswer {
        let Some(path) = self.path(&request.url) else { return SimulatedAnswer::nobody() };
        let headers = request.headers.iter().map(|header| (header.name.as_str(), header.value.as_str())).collect();
        let body = request.body.as_ref().map(|body| body.as_str().as_bytes()).unwrap_or_default();
        self.service().handle(&Request { method: &request.method, path, headers, body }, millis(now)).into()
    }

    /// Adds faults to serve, each once, as the text of JSON that the sandbox takes too, such as
    /// `{"settlement":[{"ref_id":"INV-1","attempt":1,"fault":{"kind":"drop_after"}}]}`. Throws `InvalidConfig`, and then adds
    /// none.
    ///
    /// The lists are `onboarding` (by `supplier_sync_code`), `settlement` (by `ref_id`), `verification` (by
    /// `identity_code`) and `webhooks` (by `ref_id`, without `attempt`). Faults of answers are `slow` (`delay_ms`),
    /// `drop_before`, `drop_after`, `answer` (`status`, `body`, `headers`, `moves_money`), `redirect` (`status`,
    /// `location`), `unreadable` (`moves_money`), `code` (`code`, `message`, `message_kh`, `moves_money`) and `statuses`
    /// (`bill`, `payment`, `moves_money`). Those of webhooks are `twice`, `late` (`delay_ms`), `out_of_order`,
    /// `pending_first`, `forged`, `wrong_amount` and `failed`.
    pub fn script(&self, json: String) -> Result<(), BillwireError> {
        Ok(host::script(&mut self.service(), json.as_bytes())?)
    }

    /// Sends webhooks elsewhere from now on, those included that are still to be acknowledged. Throws `InvalidConfig` if
    /// the token cannot stand in a header.
    pub fn send_webhooks_to(&self, endpoint: WebhookEndpoint) -> Result<(), BillwireError> {
        Ok(self.service().send_webhooks_to(endpoint.into())?)
    }

    /// The webhooks to deliver now. Each is handed out once, until [`Simulator.delivered`] says what came of it; those of
    /// one transaction one after the other.
    pub fn due_webhooks(&self, now: Instant) -> Vec<DueWebhook> {
        self.service().due(millis(now)).into_iter().map(DueWebhook::from).collect()
    }

    /// When the next webhook is due, if nothing else happens before; none while there is none but what is under way.
    pub fn next_due(&self) -> Option<Instant> {
        let next = self.service().next_due()?;
        Some(Instant::from_unix_millis(i64::try_from(next).unwrap_or(i64::MAX)))
    }

    /// Tells what came of a delivery: the HTTP status of the answer, or none if there was none. 200 to 299 acknowledges
    /// it; after anything else it is due again later. A delivery that is not under way is passed over.
    pub fn delivered(&self, id: i64, status: Option<HttpStatus>, now: Instant) {
        let result = status.map_or(DeliveryResult::NoAnswer, |status| DeliveryResult::Answered(status.number()));
        self.service().delivered(WebhookId(whole(id)), result, millis(now));
    }

    /// The books as they are now.
    pub fn books(&self) -> Books {
        self.service().books().into()
    }
}

impl Simulator {
    fn service(&self) -> MutexGuard<'_, simulator::Simulator> {
        self.service.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What stands behind the base address; none if it is another.
    fn path<'u>(&self, url: &'u str) -> Option<&'u str> {
        let below = |rest: &'u str| (rest.is_empty() || rest.starts_with('/')).then_some(rest);
        match (&self.base_url, url.split_once("://")) {
            (_, None) => Some(url),
            (Some(base), Some(_)) => url.strip_prefix(base.as_str()).and_then(below),
            (None, Some((_, rest))) => Some(rest.find('/').map_or("/", |slash| rest.split_at(slash).1)),
        }
    }
}

/// What the service answers, and how that reaches the caller.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct SimulatedAnswer {
    /// The HTTP status.
    pub status: HttpStatus,
    /// The headers.
    pub headers: HashMap<String, String>,
    /// The body.
    pub body: Vec<u8>,
    /// What would become of it on the way.
    pub delivery: AnswerDelivery,
}

impl SimulatedAnswer {
    fn nobody() -> SimulatedAnswer {
        SimulatedAnswer {
            status: 0.into(),
            headers: HashMap::new(),
            body: Vec::new(),
            delivery: AnswerDelivery::DropBefore,
        }
    }
}

impl From<simulator::Answer> for SimulatedAnswer {
    fn from(answer: simulator::Answer) -> SimulatedAnswer {
        SimulatedAnswer {
            status: answer.status.into(),
            headers: answer.headers.into_iter().collect(),
            body: answer.body,
            delivery: match answer.delivery {
                simulator::Delivery::Send => AnswerDelivery::Send,
                simulator::Delivery::Delay(delay_ms) => AnswerDelivery::Slow { delay_ms: number(delay_ms) },
                simulator::Delivery::DropBefore => AnswerDelivery::DropBefore,
                simulator::Delivery::DropAfter => AnswerDelivery::DropAfter,
            },
        }
    }
}

/// What becomes of an answer on the way, named as the faults that ask for it.
#[derive(Clone, Debug, PartialEq, uniffi::Enum)]
pub enum AnswerDelivery {
    /// It arrives at once.
    Send,
    /// It arrives late. What the request did has been done already.
    Slow {
        /// By so many milliseconds.
        delay_ms: i64,
    },
    /// The connection is closed without an answer. The request has done nothing.
    DropBefore,
    /// The connection is closed without an answer. What the request did has been done already.
    DropAfter,
}

/// A webhook to deliver now. Say with [`Simulator.delivered`] what came of it.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct DueWebhook {
    /// The delivery to speak of.
    pub id: i64,
    /// What is sent to the endpoint.
    pub request: HttpRequest,
    /// Which delivery of this webhook it is, from 1.
    pub attempt: i64,
}

impl From<simulator::DueWebhook> for DueWebhook {
    fn from(due: simulator::DueWebhook) -> DueWebhook {
        DueWebhook {
            id: number(due.id.0),
            request: HttpRequest {
                method: "POST".into(),
                url: due.url,
                headers: due.headers.iter().map(HttpHeader::from).collect(),
                body: Some(due.body.into()),
            },
            attempt: due.attempt.into(),
        }
    }
}

/// What the service has in its books. Sums are decimal text, in whole units of their currency, without fees.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct Books {
    /// The bills that were settled, in the order of their `ref_id`.
    pub bills: Vec<BookedBill>,
    /// What each sub biller has, by its `supplier_sync_code` and by currency.
    pub balances: HashMap<String, HashMap<String, String>>,
    /// The sum of all transactions, by currency.
    pub totals: HashMap<String, String>,
    /// How often each fault was served, such as `settlement/drop_after` or `webhook/twice`.
    pub faults_served: HashMap<String, i64>,
    /// What became of the webhooks.
    pub webhooks: WebhookCounts,
}

impl From<simulator::Books> for Books {
    fn from(books: simulator::Books) -> Books {
        Books {
            bills: books.bills.into_iter().map(BookedBill::from).collect(),
            balances: books
                .balances
                .into_iter()
                .map(|(sub_biller, by_currency)| (sub_biller, sums(by_currency)))
                .collect(),
            totals: sums(books.totals),
            faults_served: books.faults_served.into_iter().map(|(fault, times)| (fault, number(times))).collect(),
            webhooks: books.webhooks.into(),
        }
    }
}

/// A bill that was settled, once or more often.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct BookedBill {
    /// Reference id of the bill.
    pub ref_id: String,
    /// Currency of its first settlement.
    pub currency: String,
    /// Total amount of its first settlement.
    pub total_amount: i64,
    /// Total amount in KHR of its first settlement.
    pub total_amount_khr: String,
    /// The transactions that moved its money; more than one says that it was settled again.
    pub tran_ids: Vec<String>,
}

impl From<simulator::BookedBill> for BookedBill {
    fn from(bill: simulator::BookedBill) -> BookedBill {
        BookedBill {
            ref_id: bill.ref_id,
            currency: bill.currency,
            total_amount: number(bill.total_amount),
            total_amount_khr: bill.total_amount_khr,
            tran_ids: bill.tran_ids,
        }
    }
}

/// How many webhooks there are. `due` is the sum of `acknowledged`, `failed` and `pending`.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct WebhookCounts {
    /// Webhooks that were to be delivered so far, scripted extra ones included.
    pub due: i64,
    /// Deliveries whose result is known, repeated ones included.
    pub delivered: i64,
    /// Webhooks that were acknowledged.
    pub acknowledged: i64,
    /// Webhooks that were given up.
    pub failed: i64,
    /// Webhooks that are still to be acknowledged, late and held-back ones included.
    pub pending: i64,
}

impl From<simulator::WebhookCounts> for WebhookCounts {
    fn from(counts: simulator::WebhookCounts) -> WebhookCounts {
        WebhookCounts {
            due: number(counts.due),
            delivered: number(counts.delivered),
            acknowledged: number(counts.acknowledged),
            failed: number(counts.failed),
            pending: number(counts.pending),
        }
    }
}

/// A webhook to try a receiver on.
#[derive(uniffi::Record)]
pub struct WebhookFixture {
    /// Its name, such as `direct_debit`. Each variant has each name once.
    pub name: String,
    /// The token that its receiver has to expect; none for the checkout variant, which shows none.
    pub token: Option<Arc<WebhookToken>>,
    /// The headers.
    pub headers: WebhookHeaders,
    /// The body.
    pub body: Vec<u8>,
    /// The code with which a receiver refuses it; none if it is one to take. To take it is not yet to believe it.
    pub error: Option<Code>,
}

/// Webhooks of both variants: each payment type, a duplicate, other statuses, forged ones, wrong amounts, what the service
/// may add one day, and bodies that no receiver may take.
///
/// They speak of one transaction of 40,000 KHR for the bill `INV-1`; those of another payment type, of `INV-2` to `INV-4`.
#[uniffi::export]
pub fn webhook_fixtures() -> Vec<WebhookFixture> {
    let fixture = |fixture: simulator::WebhookFixture| WebhookFixture {
        name: fixture.name.into(),
        token: match fixture.variant {
            WebhookVariant::MerchantProxy(token) => Some(Arc::new(token)),
            WebhookVariant::Checkout => None,
        },
        headers: fixture.headers.into_iter().map(|header| (header.name.to_owned(), header.value)).collect(),
        body: fixture.body.into_bytes(),
        error: fixture.error,
    };
    simulator::webhook_fixtures().into_iter().map(fixture).collect()
}

fn sums(sums: BTreeMap<String, u128>) -> HashMap<String, String> {
    sums.into_iter().map(|(currency, sum)| (currency, sum.to_string())).collect()
}

/// What other languages have no unsigned type for. Below zero there is as little as can be.
fn whole(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

fn number(whole: u64) -> i64 {
    i64::try_from(whole).unwrap_or(i64::MAX)
}

fn millis(now: Instant) -> u64 {
    whole(now.unix_millis())
}
