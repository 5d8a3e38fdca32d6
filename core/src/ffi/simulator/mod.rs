//! The service's side without a network, for tests. It is part of the same library: a credential crosses as a handle,
//! which means nothing in another library.

mod exchange;
mod fixtures;
mod target;

use self::exchange::SimulatedAnswer;
use super::{Form, Setting as _};
use crate::{
    BillwireError, HttpRequest, Instant, Reply,
    simulator::{self, Books, DueWebhook, Request, SimulatorConfig, WebhookEndpoint, WebhookId},
};
use std::{
    hash::{BuildHasher, RandomState},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Simulated service without network or clock. With a seed, the same calls give the same answers. It validates
/// requests, keeps books, and creates webhooks.
#[derive(uniffi::Object)]
pub struct Simulator(Mutex<simulator::Simulator>);

#[uniffi::export]
impl Simulator {
    /// Starts with empty books. Throws `InvalidConfig` with all violations of the credentials and the profile.
    #[uniffi::constructor]
    pub fn new(mut config: Form<SimulatorConfig>) -> Result<Simulator, BillwireError> {
        config.seed.get_or_insert_with(random_seed);
        simulator::Simulator::new(SimulatorConfig::of(config)).map(|service| Simulator(Mutex::new(service)))
    }

    /// Answers a request, such as a call's, that arrives at `now`. A path alone is below the base address.
    pub fn handle(&self, request: HttpRequest, now: Instant) -> SimulatedAnswer {
        let mut service = self.service();
        let Some(path) = service.path(&request.url) else { return SimulatedAnswer::unreachable() };
        let headers = request.headers.iter().map(|header| (&*header.name, header.value.as_str())).collect();
        let body = request.body.as_ref().map(|body| body.as_str().as_bytes()).unwrap_or_default();
        service.handle(&Request { method: request.method.as_str(), path, headers, body }, millis(now)).into()
    }

    /// Adds faults to serve and payments to make, each once, from the JSON text of the sandbox's scripts, such as
    /// `{"settlement":[{"ref_id":"INV-1","attempt":1,"fault":{"kind":"drop_after"}}]}`. Throws `InvalidConfig`, and
    /// then adds none.
    ///
    /// The lists are `onboarding` (by `supplier_sync_code`), `settlement` (by `ref_id`), `verification` (by
    /// `identity_code`), `webhooks` and `payments` (by `ref_id`, without `attempt`). Faults of answers are `slow`
    /// (`delay_ms`), `drop_before`, `drop_after`, `answer` (`status`, `body`, `headers`, `moves_money`), `redirect`
    /// (`status`, `location`), `unreadable` (`moves_money`), `code` (`code`, `message`, `message_kh`, `moves_money`),
    /// `http_status` (`status`) and `statuses` (`bill`, `payment`, `moves_money`). Those of webhooks are `twice`,
    /// `late` (`delay_ms`), `out_of_order`, `pending_first`, `forged`, `wrong_amount`, `failed` and `status`
    /// (`status`). A payment has `transactions`, each with `amount`, `currency`, `statuses` (`status`, `after_ms`,
    /// `webhook`) and `found_ms`: the times after the settlement at which verifications begin to find it, stop, and
    /// begin again. With none, the bill is accepted and never decided.
    pub fn script(&self, json: String) -> Result<(), BillwireError> {
        self.service().script_json(json.as_bytes())
    }

    /// Sends all further webhooks to another endpoint, unacknowledged ones included. Throws `InvalidConfig` if the
    /// token cannot stand in a header.
    pub fn send_webhooks_to(&self, endpoint: Form<WebhookEndpoint>) -> Result<(), BillwireError> {
        self.service().send_webhooks_to(WebhookEndpoint::of(endpoint))
    }

    /// Returns the webhooks to deliver now. Each is returned once, until you report its result to
    /// `Simulator.delivered`. Webhooks of one transaction come one after the other.
    pub fn due_webhooks(&self, now: Instant) -> Vec<DueWebhook> {
        self.service().due(millis(now))
    }

    /// Returns the time at which the next webhook is due; none if all are acknowledged or being delivered.
    pub fn next_due(&self) -> Option<Instant> {
        let next = self.service().next_due()?;
        Some(Instant::from_unix_millis(i64::try_from(next).unwrap_or(i64::MAX)))
    }

    /// Reports the result of a delivery: the answer, or none if there was none. HTTP 200 with the texts `status` and
    /// `message` (section 2.8) acknowledges it. After any other answer it is due again later. An unknown id is ignored.
    pub fn delivered(&self, id: WebhookId, reply: Option<Reply>, now: Instant) {
        let result = reply.map_or(simulator::DeliveryResult::NoAnswer, Into::into);
        self.service().delivered(id, result, millis(now));
    }

    /// Returns the books at the latest time that the simulator was given.
    pub fn books(&self) -> Books {
        self.service().books()
    }
}

impl Simulator {
    fn service(&self) -> MutexGuard<'_, simulator::Simulator> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns a text that differs from run to run. It protects nothing: core has no randomness, and a hash map's
/// suffices here.
fn random_seed() -> String {
    format!("{:x}", RandomState::new().hash_one(()))
}

/// Returns a time in milliseconds since 1970.
fn millis(now: Instant) -> u64 {
    u64::of(now.unix_millis())
}

#[cfg(test)]
mod tests;
