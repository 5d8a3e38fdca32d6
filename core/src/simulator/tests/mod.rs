//! The simulator, tested through a biller.

mod checks;
mod deliveries;
mod linking;
mod operations;
mod payments;
mod scripts;

use super::*;
use crate::{
    BearerToken, Biller, BillerConfig, Call, Error, HashToken, Onboarding, Operation, Settlement, SettlementOutcome,
    Verification, VerificationResponse, VerificationToken, WebhookPayload, WebhookReceiver, WebhookToken, WireProfile,
};

const WEBHOOK_TOKEN: &str = "webhook-token";

/// A biller and its service, with the same profile.
struct World {
    biller: Biller,
    simulator: Simulator,
    now: u64,
}

fn config(profile: WireProfile) -> SimulatorConfig {
    let credentials = (BearerToken::new("bearer"), VerificationToken::new("verification"), HashToken::new("hash-key"));
    SimulatorConfig { profile, ..SimulatorConfig::new(credentials.0, credentials.1, credentials.2) }
}

fn proxy() -> WebhookEndpoint {
    WebhookEndpoint::merchant_proxy("http://127.0.0.1:1/hook", WebhookToken::new(WEBHOOK_TOKEN))
}

impl World {
    fn new() -> World {
        World::of("{}")
    }

    /// Biller and service with a profile, which is written as JSON.
    fn of(profile: &str) -> World {
        let profile = WireProfile::from_json(profile.as_bytes()).unwrap();
        World::with(SimulatorConfig { webhook: Some(proxy()), ..config(profile) })
    }

    fn with(config: SimulatorConfig) -> World {
        let biller = Biller::new(BillerConfig {
            base_url: "https://service.example".into(),
            bearer: Some(config.bearer.clone()),
            verification_token: Some(config.verification_token.clone()),
            hash_token: Some(config.hash_token.clone()),
            profile: config.profile.clone(),
            ..BillerConfig::default()
        });
        let simulator = Simulator::new(config).unwrap();
        let mut world = World { biller: biller.unwrap(), simulator, now: 1_769_824_800_123 };
        world.send(&onboarding("SUB-1")).unwrap();
        world
    }

    fn call<O: Operation>(&self, request: &O) -> Call<O> {
        self.biller.prepare(request).unwrap()
    }

    fn answer<O: Operation>(&mut self, call: &Call<O>) -> Answer {
        self.simulator.handle(&Request::of(call), self.now)
    }

    fn send<O: Operation>(&mut self, request: &O) -> Result<O::Outcome, Error> {
        let call = self.call(request);
        let answer = self.answer(&call);
        call.decode(answer.status, &answer.body)
    }

    /// Settles a bill, whose money has to move.
    fn settle(&mut self, bill: &Settlement) {
        assert!(matches!(self.send(bill), Ok(SettlementOutcome::Settled { .. })), "{}", bill.ref_id);
    }

    /// Returns status and code of a refusal.
    fn refusal<O: Operation>(&mut self, request: &O) -> (u16, String) {
        let Err(error) = self.send(request) else { panic!("a success") };
        let answer = error.answer().unwrap();
        (answer.http_status.unwrap().as_u16(), answer.response_code.clone().unwrap_or_default())
    }

    fn verify(&mut self, ref_id: &str, tran_id: Option<String>) -> Result<VerificationResponse, Error> {
        self.send(&Verification { tran_id, ..verification(ref_id) })
    }

    /// Advances the clock to the next due webhooks; returns `None` if there are none.
    fn next_webhooks(&mut self) -> Option<Vec<DueWebhook>> {
        self.now = self.now.max(self.simulator.next_due()?);
        let webhooks = self.simulator.due(self.now);
        assert!(!webhooks.is_empty(), "expected a due webhook at the announced time");
        Some(webhooks)
    }

    /// Delivers webhooks until none is due. Returns each with its result.
    fn deliver(&mut self, answer: impl Fn(&DueWebhook) -> DeliveryResult) -> Vec<(DueWebhook, DeliveryResult)> {
        let mut all = Vec::new();
        while let Some(webhooks) = self.next_webhooks() {
            for webhook in webhooks {
                let result = answer(&webhook);
                self.simulator.delivered(webhook.id, result.clone(), self.now);
                all.push((webhook, result));
            }
        }
        all
    }

    fn counts(&self) -> WebhookCounts {
        self.simulator.books().webhooks
    }
}

fn onboarding(code: &str) -> Onboarding {
    Onboarding::builder().supplier_sync_code(code).name("Angkor Fresh Market").name_kh("ផ្សារអង្គរស្រស់").build()
}

fn bill(ref_id: &str, total_amount: i64) -> Settlement {
    Settlement::builder()
        .ref_id(ref_id)
        .date("2026-01-31T09:00:00.123+07:00".parse().unwrap())
        .due_date("2026-02-28T09:00:00+07:00".parse().unwrap())
        .currency("KHR")
        .total_amount(total_amount)
        .customer_sync_code("C-17")
        .settlement_to("SUB-1")
        .build()
}

fn verification(ref_id: &str) -> Verification {
    Verification::builder().identity_code(ref_id).purpose_of_transaction(ref_id).build()
}

/// An answer with the body of an acknowledgement and this status.
fn answered(status: u16) -> DeliveryResult {
    DeliveryResult::Answered { status, body: br#"{"status":"success","message":"success"}"#.into() }
}

fn headers(webhook: &DueWebhook) -> impl Iterator<Item = (&str, &str)> {
    webhook.request.headers.iter().map(|header| (&*header.name, header.value.as_str()))
}

fn text(answer: &Answer) -> &str {
    std::str::from_utf8(&answer.body).unwrap()
}
