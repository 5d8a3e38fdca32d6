//! Webhooks to test a receiver with: regular ones, ones with future extensions, and ones the service never sends.

use crate::{
    credentials::WebhookToken,
    finding::Code,
    http::Header,
    simulator::config::{WebhookEndpoint, WebhookVariant},
    simulator::ledger::{Order, Transaction},
    simulator::payload::{self, PayloadVariant},
};
use billwire_wire::{Json, Members};

/// A webhook, and the result that a receiver gives for it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WebhookFixture {
    /// Its name, such as `direct_debit`. Each variant has each name once.
    pub name: &'static str,
    /// Its variant, with the token that the receiver expects.
    pub variant: WebhookVariant,
    /// The headers.
    pub headers: Vec<Header>,
    /// The body.
    pub body: String,
    /// The code with which a receiver refuses it, or `None` if it is accepted. An accepted webhook is not yet
    /// confirmed.
    pub error: Option<Code>,
}

impl WebhookFixture {
    /// The token of the authentic fixtures of the merchant-proxy variant.
    pub const TOKEN: &'static str = "webhook-fixture-token";
}

/// Returns webhooks of both variants.
///
/// Most of them report one transaction, of 40,000 KHR for the bill `INV-1`. Those with another payment type report
/// `INV-2` to `INV-4`; `empty` and the unreadable ones report none.
///
/// ```
/// use billwire::{WebhookReceiver, WebhookToken, simulator::{WebhookFixture, WebhookVariant, webhook_fixtures}};
/// let receiver = WebhookReceiver::merchant_proxy(vec![WebhookToken::new(WebhookFixture::TOKEN)])?;
/// for fixture in webhook_fixtures() {
///     if let WebhookVariant::MerchantProxy(_) = fixture.variant {
///         let headers = fixture.headers.iter().map(|header| (header.name, header.value.as_str()));
///         let event = receiver.receive(headers, fixture.body.as_bytes());
///         assert_eq!(event.err().map(|error| error.code()), fixture.error, "{}", fixture.name);
///     }
/// }
/// # Ok::<(), billwire::Error>(())
/// ```
pub fn webhook_fixtures() -> Vec<WebhookFixture> {
    let proxy = WebhookEndpoint::merchant_proxy("", WebhookToken::new(WebhookFixture::TOKEN));
    [proxy, WebhookEndpoint::checkout("")].iter().flat_map(fixtures).collect()
}

fn fixtures(endpoint: &WebhookEndpoint) -> Vec<WebhookFixture> {
    let has_token = matches!(endpoint.variant, WebhookVariant::MerchantProxy(_));
    let mut all = Vec::new();
    let mut add = |name, headers, body, error| {
        all.push(WebhookFixture { name, variant: endpoint.variant.clone(), headers, body, error });
    };
    let said = |number, payload| payload::body(&transaction(number), endpoint, payload);
    let headers = |payload| payload::headers(endpoint, payload);

    for (number, name) in (1..).zip(["bank_channel", "khqr", "deeplink_checkout", "direct_debit"]) {
        add(name, headers(PayloadVariant::Truth), said(number, PayloadVariant::Truth), None);
    }
    add("duplicate", headers(PayloadVariant::Truth), said(1, PayloadVariant::Truth), None);
    for (name, payload) in [
        ("pending", PayloadVariant::Pending),
        ("failed", PayloadVariant::Failed),
        ("wrong_amount", PayloadVariant::WrongAmount),
    ] {
        add(name, headers(payload), said(1, payload), None);
    }
    // The checkout variant has no authentication that could reveal the forgery.
    add(
        "forged",
        headers(PayloadVariant::Forged),
        said(1, PayloadVariant::Forged),
        has_token.then_some(Code::WrongToken),
    );
    let mut anonymous = headers(PayloadVariant::Truth);
    anonymous.retain(|header| !header.secret);
    add("without_token", anonymous, said(1, PayloadVariant::Truth), has_token.then_some(Code::MissingToken));

    let mut body = |name, body: String, error| add(name, headers(PayloadVariant::Truth), body, error);
    let truth = said(1, PayloadVariant::Truth);
    let with = |key: &str, value: Json| {
        let mut members = members(&truth);
        members.insert(key, value);
        Json::Object(members).to_string()
    };
    body("unknown_status", with("status", "reversed".into()), None);
    body("unknown_payment_type", with("payment_service_type", "Carrier Pigeon".into()), None);
    body("unknown_field", with("settled_by", "C-1".into()), None);
    body("amount_as_text", with("tran_amount", "40000.00".into()), None);
    body("customers_null", with("customers", Json::Null), None);
    body("customers_empty", with("customers", Json::Array(Box::default())), None);
    body("customer_key", truth.replace(r#""customers":"#, r#""Customer":"#), None);
    body(
        "all_null",
        Json::Object(members(&truth).iter().map(|(key, _)| (key, Json::Null)).collect()).to_string(),
        None,
    );
    body("empty", "{}".into(), None);
    body("wrong_type", with("tran_id", true.into()), Some(Code::WrongType));
    body("two_spellings", with("Customer", Json::Array(Box::default())), Some(Code::ConflictingValues));
    body("duplicate_key", truth.replacen('{', r#"{"status":"success","#, 1), Some(Code::DuplicateKey));
    body("lone_surrogate", truth.replacen('{', r#"{"note":"\ud83d","#, 1), Some(Code::LoneSurrogate));
    let broken_off = truth.rsplit_once(',').map_or("", |(head, _)| head);
    body("broken_off", broken_off.into(), Some(Code::InvalidJson));
    body("array", format!("[{truth}]"), Some(Code::WrongType));
    all
}

fn members(json: &str) -> Members {
    match Json::parse(json.as_bytes()) {
        Ok(Json::Object(members)) => members,
        _ => Members::default(),
    }
}

fn transaction(number: u64) -> Transaction {
    let order = Order {
        sub_biller: "SUB-1".into(),
        ref_id: format!("INV-{number}"),
        currency: "KHR".into(),
        amount: 40_000,
        amount_khr: "40000".into(),
        fee: 0,
        customer: "C-1".into(),
        description: None,
    };
    Transaction { number, date: "2026-01-31T17:00:00.123".into(), order }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PaymentServiceType, WebhookAuthentication, WebhookReceiver};

    #[test]
    fn receiver_gives_the_declared_result() {
        let fixtures = webhook_fixtures();
        let proxy = WebhookReceiver::merchant_proxy(vec![WebhookToken::new(WebhookFixture::TOKEN)]).unwrap();
        for fixture in &fixtures {
            let is_proxy = matches!(fixture.variant, WebhookVariant::MerchantProxy(_));
            let receiver = if is_proxy { proxy.clone() } else { WebhookReceiver::checkout() };
            let headers = fixture.headers.iter().map(|header| (header.name, header.value.as_str()));
            let event = receiver.receive(headers, fixture.body.as_bytes());
            assert_eq!(event.as_ref().err().map(|error| error.code()), fixture.error, "{}", fixture.name);
            if let Ok(event) = event {
                assert_eq!(event.authentication == WebhookAuthentication::Token, is_proxy);
            }
        }
        let mut names: Vec<_> = fixtures.iter().map(|fixture| fixture.name).collect();
        names.sort_unstable();
        assert!(names.chunk_by(|a, b| a == b).all(|same| same.len() == 2), "{names:?}");
    }

    #[test]
    fn fixtures_cover_every_payment_type() {
        let text: String = webhook_fixtures().into_iter().map(|fixture| fixture.body).collect();
        assert!(PaymentServiceType::KNOWN.iter().all(|word| text.contains(word)));
    }
}
