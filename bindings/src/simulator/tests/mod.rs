//! The exported simulator and the Rust simulator give the same answers, webhooks and books at the same times.

mod deliveries;
mod service;

use super::{config::WebhookTestCase, *};
use crate::{
    biller::Biller,
    config::BillerConfig,
    credentials::{BearerToken, HashToken, VerificationToken, WebhookToken},
    models::WireProfile,
    operations::{PreparedOnboarding, PreparedSettlement},
    tests::{BASE_URL, bill, crossed, instant, sub_biller},
    values::Int32,
};
use billwire::Code;
use std::{collections::HashMap, sync::Arc};

const SECRET: &str = "canary-4711";

fn config() -> SimulatorConfig {
    SimulatorConfig {
        bearer: Arc::new(BearerToken::new(SECRET.into())),
        verification_token: Arc::new(VerificationToken::new(SECRET.into())),
        hash_token: Arc::new(HashToken::new(SECRET.into())),
        profile: None,
        base_url: None,
        webhook: None,
        seed: Some(String::new()),
        without_purpose: false,
        fee: None,
        repeated_bill: None,
        retries: None,
        hold_ms: None,
    }
}

fn endpoint(token: Option<&str>, test_case: Option<WebhookTestCase>) -> WebhookEndpoint {
    let token = token.map(|token| Arc::new(WebhookToken::new(token.into())));
    WebhookEndpoint {
        url: "https://merchant.example/hook".into(),
        token,
        test_case,
        amounts: None,
        customers_key: None,
    }
}

fn biller(profile: Option<WireProfile>) -> Biller {
    let config = BillerConfig {
        base_url: BASE_URL.into(),
        bearer: Some(Arc::new(BearerToken::new(SECRET.into()))),
        verification_token: Some(Arc::new(VerificationToken::new(SECRET.into()))),
        hash_token: Some(Arc::new(HashToken::new(SECRET.into()))),
        allow_loopback_http: false,
        strict: false,
        code_shapes: None,
        max_lines: None,
        profile,
    };
    Biller::new(config).unwrap()
}

fn onboarding() -> HttpRequest {
    crossed::<_, PreparedOnboarding>(biller(None).prepare_onboarding(sub_biller()).unwrap()).request
}

fn settlement(profile: Option<WireProfile>) -> HttpRequest {
    crossed::<_, PreparedSettlement>(biller(profile).prepare_settlement(bill()).unwrap()).request
}

const ACKNOWLEDGEMENT: &str = r#"{"status":"success","message":"success"}"#;

/// An answer with the body of an acknowledgement, whatever its status.
fn answered(status: u16) -> Option<Reply> {
    Some(Reply { status: Int32::of(status), headers: HashMap::new(), body: ACKNOWLEDGEMENT.into() })
}

fn at(ms: i64) -> Instant {
    Instant::from_unix_millis(instant("2026-01-31T17:00:00Z").unix_millis() + ms)
}

/// The same request below another base address.
fn below(base: &str, request: HttpRequest) -> HttpRequest {
    HttpRequest { url: request.url.replace(BASE_URL, base), ..request }
}

/// A service with one sub biller.
fn service(config: SimulatorConfig) -> Simulator {
    let service = Simulator::new(config).unwrap();
    let answer = service.handle(below("https://anywhere.example", onboarding()), at(0));
    assert_eq!(answer.status, 200.into());
    service
}

fn settled(service: &Simulator) -> SimulatedAnswer {
    service.handle(below("https://anywhere.example", settlement(None)), at(0))
}
