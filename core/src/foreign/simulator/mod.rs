//! The service's side without a network, for the tests of whoever uses billwire in another language. It lies in the same
//! library as everything else, since a second one would be a second package with all of uniffi's plumbing; a build without
//! the feature `simulator` has none of it.

mod books;
mod config;
mod exchange;
mod fixtures;
mod target;

use self::{
    books::Books,
    config::{SimulatorConfig, WebhookEndpoint},
    exchange::{DueWebhook, SimulatedAnswer},
};
use super::{
    calls::HttpRequest,
    failure::{BillwireError, Reply},
};
use crate::simulator::{self, DeliveryResult, Request, WebhookId, host};
use billwire_wire::Instant;
use std::sync::{Mutex, MutexGuard, PoisonError};

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
    /// `location`), `unreadable` (`moves_money`), `code` (`code`, `message`, `message_kh`, `moves_money`), `http_status`
    /// (`status`) and `statuses` (`bill`, `payment`, `moves_money`). Those of webhooks are `twice`, `late` (`delay_ms`), `out_of_order`,
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

    /// Tells what came of a delivery: the answer, or none if there was none. HTTP 200 with the texts `status` and
    /// `message` (section 2.8) acknowledges it; after anything else it is due again later. A delivery that is not under
    /// way is passed over.
    pub fn delivered(&self, id: i64, reply: Option<Reply>, now: Instant) {
        let result = reply.map_or(DeliveryResult::NoAnswer, |reply| DeliveryResult::Answered {
            status: reply.status.number(),
            body: reply.body.into_bytes(),
        });
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

#[cfg(test)]
mod tests;
