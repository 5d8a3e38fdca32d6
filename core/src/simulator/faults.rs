//! Scripted faults, and the count of those served.

use crate::interface::profile::WireProfile;
use crate::simulator::{
    answers,
    endpoint::Served,
    exchange::{Answer, ResponseTransport},
    payment_script::TransactionScript,
    script::{AnswerFault, LinkFault, Script, WebhookFault},
};
use crate::wire::Members;
use std::collections::{BTreeMap, VecDeque};

/// An operation and the key of its request.
type Key = (&'static str, String);

#[derive(Default)]
pub(super) struct Faults {
    answers: BTreeMap<(Key, u32), AnswerFault>,
    attempts: BTreeMap<Key, u32>,
    webhooks: BTreeMap<String, Vec<WebhookFault>>,
    payments: BTreeMap<String, VecDeque<Vec<TransactionScript>>>,
    links: BTreeMap<(String, u32), LinkFault>,
    served: BTreeMap<String, u64>,
}

impl Faults {
    /// Adds a script. A second fault of the same attempt replaces the first.
    pub(super) fn add(&mut self, script: Script) {
        let Script { onboarding, settlement, verification, webhooks, payments, links } = script;
        self.links.extend(links.into_iter().map(|one| ((one.supplier_sync_code, one.visit), one.fault)));
        for (operation, faults) in
            [(Served::Onboarding, onboarding), (Served::Settlement, settlement), (Served::Verification, verification)]
        {
            let keyed = faults.into_iter().map(|one| (((operation.as_str(), one.key), one.attempt), one.fault));
            self.answers.extend(keyed);
        }
        for script in webhooks {
            self.webhooks.entry(script.ref_id).or_default().push(script.fault);
        }
        for script in payments {
            self.payments.entry(script.ref_id).or_default().push_back(script.transactions);
        }
    }

    /// Counts an attempt and returns its fault.
    pub(super) fn next_answer(&mut self, operation: Served, key: &str) -> Option<AnswerFault> {
        let key = (operation.as_str(), key.to_owned());
        let attempt = self.attempts.entry(key.clone()).or_default();
        *attempt = attempt.saturating_add(1);
        let fault = self.answers.remove(&(key, *attempt))?;
        self.serve(operation.as_str(), fault.name());
        Some(fault)
    }

    /// Returns the fault of a visit to a link's page.
    pub(super) fn next_visit(&mut self, supplier_sync_code: &str, visit: u32) -> Option<LinkFault> {
        let fault = self.links.remove(&(supplier_sync_code.to_owned(), visit))?;
        self.serve("link", fault.name());
        Some(fault)
    }

    /// Removes and returns the faults of the webhook of a bill's transaction.
    pub(super) fn take_webhook(&mut self, ref_id: &str) -> Vec<WebhookFault> {
        self.webhooks.remove(ref_id).unwrap_or_default()
    }

    /// Removes and returns the transactions of a bill's next settlement.
    pub(super) fn take_payment(&mut self, ref_id: &str) -> Vec<TransactionScript> {
        let script = self.payments.get_mut(ref_id).and_then(VecDeque::pop_front);
        script.unwrap_or_else(|| vec![TransactionScript::default()])
    }

    pub(super) fn serve(&mut self, what: &str, fault: &str) {
        let count = self.served.entry(format!("{what}/{fault}")).or_default();
        *count = count.saturating_add(1);
    }

    pub(super) fn served(&self) -> &BTreeMap<String, u64> {
        &self.served
    }
}

impl AnswerFault {
    /// Turns the regular answer into the faulty one.
    pub(super) fn distort(self, operation: Served, body: Members, profile: &WireProfile) -> Answer {
        match self {
            AnswerFault::Slow { delay_ms } => {
                let delay_ms = delay_ms.try_into().unwrap_or(i64::MAX);
                Answer { transport: ResponseTransport::Slow { delay_ms }, ..ok(body) }
            }
            AnswerFault::DropBefore => Answer { transport: ResponseTransport::DropBefore, ..ok(body) },
            AnswerFault::DropAfter => Answer { transport: ResponseTransport::DropAfter, ..ok(body) },
            AnswerFault::Answer { status, body, headers, .. } => {
                Answer { headers: headers.into_iter().collect(), ..Answer::new(status, body.into_bytes()) }
            }
            AnswerFault::Redirect { status, location } => {
                Answer::new(status, Vec::new()).with_header("Location", location)
            }
            AnswerFault::Unreadable { .. } => {
                let broken_off = br#"{"code":"000","message":"Success","data":{"bill":{"sta"#;
                Answer::new(200, broken_off.to_vec()).with_header("Content-Type", "application/json")
            }
            AnswerFault::Code { code, message, message_kh, .. } => {
                ok([("code", code), ("message", message), ("message_kh", message_kh)].into_iter().collect())
            }
            AnswerFault::ExistsAlready { .. } | AnswerFault::AnotherShop { .. } if operation != Served::Onboarding => {
                ok(body)
            }
            AnswerFault::ExistsAlready { with_data } => ok(answers::exists_already(body, profile, with_data)),
            AnswerFault::AnotherShop { supplier_sync_code } => ok(answers::of_another_shop(body, supplier_sync_code)),
            AnswerFault::HttpStatus { status } => Answer { status, ..ok(body) },
            AnswerFault::Statuses { bill, payment, .. } => {
                ok(answers::with_statuses(body, operation, bill.as_deref(), payment.as_deref()))
            }
        }
    }
}

/// Returns an answer with HTTP 200.
pub(super) fn ok(body: Members) -> Answer {
    Answer::json(200, &body.into())
}
