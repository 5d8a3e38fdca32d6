//! Webhooks that are not acknowledged yet. The webhooks of one transaction are delivered one after the other.

use crate::{
    interface::profile::StatusesByObject,
    simulator::{
        answers::first_of,
        books::WebhookCounts,
        config::{SimulatorConfig, WebhookRetries},
        exchange::{DeliveryResult, WebhookId},
        payload::{Content, Lie},
        script::WebhookFault,
    },
};
use std::collections::{BTreeMap, VecDeque};

/// One webhook, until it is acknowledged or its retries are used up.
pub(super) struct OutgoingWebhook {
    content: Content,
    due_ms: u64,
    /// Waits for a later transaction's webhook, at most until `due_ms`.
    held: bool,
    deliveries: u32,
    /// The faults to count with the next delivery.
    faults: Vec<&'static str>,
}

impl OutgoingWebhook {
    pub(super) fn new(content: Content, due_ms: u64) -> OutgoingWebhook {
        OutgoingWebhook { content, due_ms, held: false, deliveries: 0, faults: Vec::new() }
    }

    /// Changes the webhook by its faults. Returns it with those that precede and follow it.
    pub(super) fn with_faults(mut self, faults: &[WebhookFault], config: &SimulatorConfig) -> Vec<OutgoingWebhook> {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let (truth, now_ms) = (self.content.clone(), self.due_ms);
        let listed = |statuses: &StatusesByObject, default| Content::status(first_of(&statuses.transaction, default));
        for fault in faults {
            let extra =
                |content| OutgoingWebhook { faults: vec![fault.name()], ..OutgoingWebhook::new(content, now_ms) };
            let lie = |lie| extra(Content { lie: Some(lie), ..truth.clone() });
            match fault {
                WebhookFault::PendingFirst => before.push(extra(listed(&config.profile.pending_statuses, "pending"))),
                WebhookFault::Forged => before.push(lie(Lie::Forged)),
                WebhookFault::WrongAmount => before.push(lie(Lie::WrongAmount)),
                WebhookFault::Twice => after.push(extra(truth.clone())),
                WebhookFault::Late { delay_ms } => self.postpone(fault, now_ms.saturating_add(*delay_ms)),
                WebhookFault::OutOfOrder => {
                    self.held = true;
                    self.postpone(fault, now_ms.saturating_add(config.hold_ms));
                }
                WebhookFault::Failed => self.say(fault, listed(&config.profile.failed_statuses, "failed").status),
                WebhookFault::Status { status } => self.say(fault, status.clone()),
            }
        }
        before.into_iter().chain([self]).chain(after).collect()
    }

    fn postpone(&mut self, fault: &WebhookFault, due_ms: u64) {
        self.faults.push(fault.name());
        self.due_ms = self.due_ms.max(due_ms);
    }

    fn say(&mut self, fault: &WebhookFault, status: Option<String>) {
        self.faults.push(fault.name());
        self.content.status = status;
    }
}

/// The webhooks of one transaction, in order.
struct Queue {
    notices: VecDeque<OutgoingWebhook>,
    in_flight: bool,
}

#[derive(Default)]
pub(super) struct Notices {
    /// Queues by the index of their transaction.
    queues: BTreeMap<usize, Queue>,
    in_flight: BTreeMap<WebhookId, usize>,
    deliveries: u64,
    counts: WebhookCounts,
}

/// A webhook to deliver now.
pub(super) struct Due {
    pub(super) id: WebhookId,
    pub(super) transaction: usize,
    pub(super) content: Content,
    pub(super) attempt: usize,
    pub(super) faults: Vec<&'static str>,
}

impl Notices {
    /// Adds the webhooks of a transaction.
    pub(super) fn add(&mut self, transaction: usize, notices: VecDeque<OutgoingWebhook>) {
        let count = notices.len();
        self.counts.due = self.counts.due.saturating_add(count);
        self.counts.pending = self.counts.pending.saturating_add(count);
        if !notices.is_empty() {
            self.queues.insert(transaction, Queue { notices, in_flight: false });
        }
    }

    /// Returns the due webhooks. Each one is returned again only after its result was reported.
    pub(super) fn due(&mut self, now_ms: u64) -> Vec<Due> {
        let mut all = Vec::new();
        for (&transaction, queue) in self.queues.iter_mut().filter(|(_, queue)| !queue.in_flight) {
            let Some(notice) = queue.notices.front_mut().filter(|notice| notice.due_ms <= now_ms) else { continue };
            self.deliveries = self.deliveries.saturating_add(1);
            let id = WebhookId(self.deliveries);
            notice.deliveries = notice.deliveries.saturating_add(1);
            let faults = std::mem::take(&mut notice.faults);
            all.push(Due {
                id,
                transaction,
                content: notice.content.clone(),
                attempt: notice.deliveries as usize,
                faults,
            });
            queue.in_flight = true;
            self.in_flight.insert(id, transaction);
        }
        all
    }

    /// Returns the time when the next webhook is due, if nothing else happens before.
    pub(super) fn next_due(&self) -> Option<u64> {
        let waiting = self.queues.values().filter(|queue| !queue.in_flight);
        waiting.filter_map(|queue| queue.notices.front()).map(|notice| notice.due_ms).min()
    }

    /// Records the result of a delivery. Ignores an unknown delivery.
    pub(super) fn delivered(&mut self, id: WebhookId, result: &DeliveryResult, retries: WebhookRetries, now_ms: u64) {
        let Some(transaction) = self.in_flight.remove(&id) else { return };
        let Some(queue) = self.queues.get_mut(&transaction) else { return };
        queue.in_flight = false;
        let Some(notice) = queue.notices.front_mut() else { return };
        self.counts.delivered = self.counts.delivered.saturating_add(1);
        let wait = retries.wait_after(notice.deliveries).filter(|_| notice.content.lie.is_none());
        match (result.is_acknowledgement(), wait) {
            (true, _) => self.counts.acknowledged = self.counts.acknowledged.saturating_add(1),
            (false, None) => self.counts.failed = self.counts.failed.saturating_add(1),
            (false, Some(wait)) => {
                notice.due_ms = now_ms.saturating_add(wait);
                return;
            }
        }
        queue.notices.pop_front();
        self.counts.pending = self.counts.pending.saturating_sub(1);
        if queue.notices.is_empty() {
            self.queues.remove(&transaction);
        }
        self.release_before(transaction, now_ms);
    }

    /// Releases the webhooks that wait for a later one.
    fn release_before(&mut self, transaction: usize, now_ms: u64) {
        for queue in self.queues.range_mut(..transaction).map(|(_, queue)| queue) {
            for notice in queue.notices.iter_mut().filter(|notice| notice.held) {
                notice.held = false;
                notice.due_ms = now_ms;
            }
        }
    }

    pub(super) fn counts(&self) -> WebhookCounts {
        self.counts
    }
}
