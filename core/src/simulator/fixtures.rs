//! Webhooks to test a receiver with: regular ones, ones with future extensions, and ones the service never sends.

use crate::wire::{Json, Members};
use crate::{
    finding::Code,
    interface::{credentials::WebhookToken, http::Header},
    simulator::{
        config::WebhookEndpoint,
        payload::{self, Content, Lie},
        payment_script::TransactionScript,
        transaction::{Order, References, Transaction},
    },
};

/// A webhook, and the result that a receiver gives for it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WebhookFixture {
    /// Its name, such as `direct_debit`. Each variant has each name once.
    pub name: &'static str,
    /// The token that its receiver has to expect. None for the checkout variant, which shows none.
    pub token: Option<WebhookToken>,
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
/// use billwire::{WebhookReceiver, WebhookToken, simulator::{WebhookFixture, webhook_fixtures}};
/// let receiver = WebhookReceiver::merchant_proxy(vec![WebhookToken::new(WebhookFixture::TOKEN)])?;
/// for fixture in webhook_fixtures() {
///     if fixture.token.is_some() {
///         let headers = fixture.headers.iter().map(|header| (&*header.name, header.value.as_str()));
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
    let has_token = endpoint.token.is_some();
    let mut all = Vec::new();
    let mut add = |name, headers, body, error| {
        all.push(WebhookFixture { name, token: endpoint.token.clone(), headers, body, error });
    };
    let said = |number, content: &Content| payload::body(&transaction(number), endpoint, content);
    let headers = |content: &Content| payload::headers(endpoint, content);
    let success = Content::status("success");

    for (number, name) in (1..).zip(["bank_channel", "khqr", "deeplink_checkout", "direct_debit"]) {
        add(name, headers(&success), said(number, &success), None);
    }
    let wrong_amount = Content { lie: Some(Lie::WrongAmount), ..success.clone() };
    for (name, content) in [
        ("duplicate", &success),
        ("pending", &Content::status("pending")),
        ("failed", &Content::status("failed")),
        ("wrong_amount", &wrong_amount),
    ] {
        add(name, headers(content), said(1, content), None);
    }
    // The checkout variant has no authentication that could reveal the forgery.
    let forged = Content { lie: Some(Lie::Forged), ..success.clone() };
    add("forged", headers(&forged), said(1, &forged), has_token.then_some(Code::WrongToken));
    let mut anonymous = headers(&success);
    anonymous.retain(|header| !header.secret);
    add("without_token", anonymous, said(1, &success), has_token.then_some(Code::MissingToken));

    let mut body = |name, body: String, error| add(name, headers(&success), body, error);
    let truth = said(1, &success);
    let with = |key: &str, value: Json| {
        let mut members = members(&truth);
        members.insert(key, value);
        Json::Object(members).to_string()
    };
    body("without_status", payload::body(&transaction(1), endpoint, &Content { status: None, lie: None }), None);
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
    const AT_MS: u64 = 1_769_878_800_123;
    let ref_id = format!("INV-{number}");
    let order = Order {
        sub_biller: "SUB-1".into(),
        references: References {
            identity_code: ref_id.clone(),
            purpose_of_transaction: ref_id.clone(),
            customer_code: None,
        },
        ref_id,
        currency: "KHR".into(),
        amount: 40_000,
        amount_khr: "40000".into(),
        fee: 0,
        customer: "C-1".into(),
        description: None,
    };
    Transaction::new(number, "", &order, &TransactionScript::default(), AT_MS)
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
            let is_proxy = fixture.token.is_some();
            let receiver = if is_proxy { proxy.clone() } else { WebhookReceiver::checkout() };
            let headers = fixture.headers.iter().map(|header| (&*header.name, header.value.as_str()));
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
