//! A biller, the sandbox, and its admin paths.

use crate::{merchant::answer, service::Service};
use billwire::*;
use reqwest::{Client, StatusCode, redirect::Policy};
use serde_json::Value;
use std::time::Duration;

pub(crate) const WEBHOOK_TOKEN: &str = "webhook-token";

/// A biller and its server.
pub(crate) struct World {
    pub(crate) server: Service,
    pub(crate) biller: Biller,
    pub(crate) client: Client,
}

impl World {
    pub(crate) async fn new() -> World {
        let [bearer, verification_token, hash_token] = ["bearer", "verification", "hash-key"];
        let server = Service::start(bearer, verification_token, hash_token).await;
        let biller = Biller::new(
            BillerConfig::builder()
                .base_url(server.url())
                .bearer(BearerToken::new(bearer))
                .verification_token(VerificationToken::new(verification_token))
                .hash_token(HashToken::new(hash_token))
                .allow_loopback_http(true)
                .build(),
        );
        let client = Client::builder().redirect(Policy::none()).no_proxy().build().unwrap();
        let world = World { server, biller: biller.unwrap(), client };
        world.send(&sub_biller()).await.unwrap();
        world
    }

    /// Sends a request and decodes the answer.
    pub(crate) async fn send<O: Operation>(&self, request: &O) -> Result<O::Outcome, Error> {
        let call = self.biller.prepare(request).unwrap();
        match answer(&self.client, &call).await {
            Some((status, body)) => call.decode(status, &body),
            None => Err(call.no_answer(Sent::Maybe)),
        }
    }

    /// Settles a bill, whose money has to move.
    pub(crate) async fn settle(&self, ref_id: &str) {
        let outcome = self.send(&bill(ref_id)).await;
        assert!(matches!(outcome, Ok(SettlementOutcome::Settled { .. })), "{outcome:?}");
    }

    pub(crate) async fn code<O: Operation>(&self, request: &O) -> String {
        match self.send(request).await {
            Ok(_) => "success".into(),
            Err(error) => error.code().to_string(),
        }
    }

    pub(crate) async fn is_settled(&self, ref_id: &str) -> bool {
        self.send(&verification(ref_id)).await.is_ok()
    }

    pub(crate) async fn admin(&self, request: reqwest::RequestBuilder) -> (StatusCode, String) {
        let response = request.send().await.unwrap();
        (response.status(), response.text().await.unwrap())
    }

    pub(crate) async fn script(&self, script: Value) -> (StatusCode, String) {
        let request = self.client.post(format!("{}/sandbox/faults", self.server.url()));
        self.admin(request.header("Content-Type", "application/json").body(script.to_string())).await
    }

    pub(crate) async fn send_webhooks_to(&self, endpoint: Value) -> (StatusCode, String) {
        let request = self.client.put(format!("{}/sandbox/webhook", self.server.url()));
        self.admin(request.header("Content-Type", "application/json").body(endpoint.to_string())).await
    }

    pub(crate) async fn set_retries(&self, retries: Value) -> (StatusCode, String) {
        let request = self.client.put(format!("{}/sandbox/retries", self.server.url()));
        self.admin(request.header("Content-Type", "application/json").body(retries.to_string())).await
    }

    pub(crate) async fn books(&self) -> Value {
        let (status, books) = self.admin(self.client.get(format!("{}/sandbox/books", self.server.url()))).await;
        assert_eq!(status, StatusCode::OK);
        serde_json::from_str(&books).unwrap()
    }

    /// Returns the books once no webhook is pending.
    pub(crate) async fn final_books(&self) -> Value {
        loop {
            let books = self.books().await;
            if books["webhooks"]["pending"] == 0 {
                return books;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

pub(crate) fn sub_biller() -> Onboarding {
    Onboarding::builder()
        .supplier_sync_code("SUB-1")
        .name("Angkor Fresh Market")
        .bank_id("BANK-1")
        .return_url("https://merchant.example/linked")
        .build()
}

pub(crate) fn bill(ref_id: &str) -> Settlement {
    Settlement::builder()
        .ref_id(ref_id)
        .date("2026-01-31T09:00:00+07:00".parse().unwrap())
        .due_date("2026-02-28T09:00:00+07:00".parse().unwrap())
        .currency("KHR")
        .total_amount(40_000)
        .customer_sync_code("C-17")
        .settlement_to("SUB-1")
        .description("ទឹក")
        .build()
}

pub(crate) fn verification(ref_id: &str) -> Verification {
    Verification::builder().identity_code(ref_id).purpose_of_transaction(ref_id).build()
}
