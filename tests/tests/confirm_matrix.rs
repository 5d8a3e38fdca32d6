//! Credit decisions for all combinations of event and verification, and the comparison of repeated webhooks.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

use billwire::{
    Biller, BillerConfig, Delivery, Expectation, Verdict, VerificationToken, WebhookEvent, WebhookReceiver,
    WebhookToken, WireProfile,
};
use billwire_conformance::check;
use serde_json::{Value, json};
use std::collections::HashSet;

/// Every combination of one value of each list.
#[derive(Clone, Copy, Debug)]
struct Cell {
    authentication: WebhookAuthentication,
    deliveries: usize,
    event_status: Option<&'static str>,
    event_tran_id: Option<&'static str>,
    event_tran_no: Option<&'static str>,
    code: Option<&'static str>,
    tran_id: &'static str,
    status: &'static str,
    identity: &'static str,
    purpose: &'static str,
    currency: &'static str,
    amount: u64,
    fee: (u64, u64),
    /// Whether the profile compares totals.
    totals: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum WebhookAuthentication {
    Known,
    Forged,
    Checkout,
}

const OTHER: &str = "other";

fn cells() -> Vec<Cell> {
    let mut cells = vec![Cell {
        authentication: WebhookAuthentication::Known,
        deliveries: 1,
        event_status: None,
        event_tran_id: None,
        event_tran_no: None,
        code: None,
        tran_id: "",
        status: "",
        identity: "",
        purpose: "",
        currency: "",
        amount: 0,
        fee: (0, 0),
        totals: false,
    }];
    each(
        &mut cells,
        &[WebhookAuthentication::Known, WebhookAuthentication::Forged, WebhookAuthentication::Checkout],
        |cell, authentication| cell.authentication = authentication,
    );
    each(&mut cells, &[1, 2], |cell, deliveries| cell.deliveries = deliveries);
    each(&mut cells, &[Some("success"), None], |cell, status| cell.event_status = status);
    each(&mut cells, &[Some("T-1"), None], |cell, tran_id| cell.event_tran_id = tran_id);
    each(&mut cells, &[Some("N-1"), None], |cell, tran_no| cell.event_tran_no = tran_no);
    each(&mut cells, &[Some("SUCCESS"), Some("000"), None], |cell, code| cell.code = code);
    each(&mut cells, &["T-1", "N-1", OTHER, " \u{200b}"], |cell, tran_id| cell.tran_id = tran_id);
    each(&mut cells, &["success", "pending"], |cell, status| cell.status = status);
    each(&mut cells, &["INV-1", OTHER], |cell, identity| cell.identity = identity);
    each(&mut cells, &["2026-01-31", OTHER], |cell, purpose| cell.purpose = purpose);
    each(&mut cells, &["KHR", "USD"], |cell, currency| cell.currency = currency);
    each(&mut cells, &[40_000, 0], |cell, amount| cell.amount = amount);
    // The fee, the difference to the total, and whether the profile compares totals.
    each(
        &mut cells,
        &[(0, 0, true), (500, 0, true), (500, 500, false), (500, 500, true)],
        |cell, (fee, short, totals)| {
            (cell.fee, cell.totals) = ((fee, short), totals);
        },
    );
    cells
}

fn each<T: Copy>(cells: &mut Vec<Cell>, values: &[T], set: impl Fn(&mut Cell, T)) {
    *cells = cells
        .iter()
        .flat_map(|cell| values.iter().map(|value| (*cell, *value)))
        .collect::<Vec<_>>()
        .into_iter()
        .map(|(mut cell, value)| {
            set(&mut cell, value);
            cell
        })
        .collect();
}

impl Cell {
    /// Returns whether the verification matches the bill. The event only names the transaction.
    fn is_paid(&self) -> bool {
        let named = [self.event_tran_id, self.event_tran_no];
        let same_transaction = named == [None, None] || named.contains(&Some(self.tran_id));
        self.code == Some("SUCCESS")
            && self.tran_id != " \u{200b}"
            && same_transaction
            && self.status == "success"
            && (self.identity, self.purpose, self.currency) == ("INV-1", "2026-01-31", "KHR")
            && self.amount == 40_000
            && (self.fee.1 == 0 || !self.totals)
    }

    fn event(&self, receivers: &[WebhookReceiver; 2]) -> Option<WebhookEvent> {
        let body = json!({
            "tran_id": self.event_tran_id,
            "tran_no": self.event_tran_no,
            "status": self.event_status,
            "tran_amount": 40_000,
            "currency": "KHR",
            "identity_code": "INV-1",
        });
        let [proxy, checkout] = receivers;
        let (receiver, token) = match self.authentication {
            WebhookAuthentication::Known => (proxy, "webhook-token"),
            WebhookAuthentication::Forged => (proxy, "a-guess"),
            WebhookAuthentication::Checkout => (checkout, ""),
        };
        receiver.receive([("Token", token)], body.to_string().as_bytes()).ok()
    }

    fn answer(&self) -> Value {
        let Cell { code, tran_id, status, identity, purpose, currency, amount, fee, .. } = *self;
        let data = json!({
            "tran_id": tran_id,
            "tran_date": "2026-01-31T17:00:00.1234567",
            "tran_amount": amount,
            "fee_amount": fee.0,
            "total_amount": (amount + fee.0).saturating_sub(fee.1),
            "currency": currency,
            "identity_code": identity,
            "bank_code": "B-9",
            "bank_ref": "BR-1",
            "purpose_of_transaction": purpose,
            "status": status,
        });
        json!({"code": code, "message": "found", "data": data})
    }
}

#[test]
fn only_the_verification_confirms() {
    let (billers, receivers) = ([biller(false), biller(true)], receivers());
    let cells = cells();
    let (mut confirmed, mut refused_claims) = (0, 0);
    for cell in &cells {
        // Counts accepted claims: a claim key pays once per merchant.
        let mut claimed = HashSet::new();
        let mut credits = 0;
        for _ in 0..cell.deliveries {
            let event = cell.event(&receivers);
            assert_eq!(event.is_some(), cell.authentication != WebhookAuthentication::Forged, "{cell:?}");
            let Some(event) = event else { continue };
            let confirmation = event.confirm(&billers[usize::from(cell.totals)], expectation()).unwrap();
            let verdict = confirmation.decide(200, cell.answer().to_string().as_bytes());
            let claim_key = match &verdict {
                Ok(Verdict::Confirmed { confirmed }) => Some(confirmed.claim_key().to_owned()),
                Ok(Verdict::Pending { .. }) => {
                    assert!(cell.status == "pending" && cell.code == Some("SUCCESS"), "{cell:?}");
                    None
                }
                Ok(Verdict::Mismatch { mismatches, .. }) => {
                    assert!(!mismatches.is_empty() && cell.code == Some("SUCCESS"), "{cell:?}");
                    None
                }
                Ok(verdict) => panic!("{verdict:?}"),
                Err(error) => {
                    assert!(error.kind() == "undetermined" && cell.code != Some("SUCCESS"), "{cell:?}: {error}");
                    None
                }
            };
            assert_eq!(claim_key.is_some(), cell.is_paid(), "{cell:?}: {verdict:?}");
            let Some(claim_key) = claim_key else { continue };
            assert_eq!(claim_key, cell.tran_id, "{cell:?}");
            if claimed.insert(claim_key) {
                credits += 1;
            } else {
                refused_claims += 1;
            }
        }
        let is_confirmed = cell.authentication != WebhookAuthentication::Forged && cell.is_paid();
        assert_eq!(credits, usize::from(is_confirmed), "{cell:?}");
        confirmed += usize::from(is_confirmed);
    }
    println!("{} cells, {confirmed} confirmed, {refused_claims} second claims refused", cells.len());
    assert!(cells.len() >= 200 && confirmed > 0 && refused_claims > 0);
}

/// Two equal bills and one transaction: the first claim is paid, the second is refused.
#[test]
fn one_transaction_pays_one_bill() {
    let (biller, receivers) = (biller(false), receivers());
    let is_chosen = |cell: &&Cell| {
        cell.is_paid() && cell.authentication == WebhookAuthentication::Known && cell.event_tran_no.is_none()
    };
    let paid = *cells().iter().find(is_chosen).unwrap();
    let mut claimed = HashSet::new();
    let claims = [paid, Cell { event_tran_id: None, ..paid }, Cell { event_status: None, ..paid }].map(|cell| {
        let confirmation = cell.event(&receivers).unwrap().confirm(&biller, expectation()).unwrap();
        match confirmation.decide(200, cell.answer().to_string().as_bytes()).unwrap() {
            Verdict::Confirmed { confirmed } => claimed.insert(confirmed.claim_key().to_owned()),
            verdict => panic!("{verdict:?}"),
        }
    });
    assert_eq!(claims, [true, false, false]);
}

#[test]
fn compares_repeated_webhooks() {
    let receiver = WebhookReceiver::checkout();
    let event = |body: &Value| receiver.receive([], body.to_string().as_bytes()).unwrap();
    check("deliveries", |case| {
        let (first, second) = (event(case.get("first")), event(case.get("second")));
        let expected = if case.text("delivery") == "replay" { Delivery::Replay } else { Delivery::Conflict };
        assert_eq!(second.compare(None), Delivery::New, "{}", case.id);
        assert_eq!(first.compare(Some(&first.fingerprint())), Delivery::Replay, "{}", case.id);
        let found = [(&first, &second), (&second, &first)].map(|(one, other)| one.compare(Some(&other.fingerprint())));
        if found == [expected; 2] { Ok(()) } else { Err(format!("{found:?}, not {expected:?}")) }
    });
}

#[test]
fn answers_every_repeated_webhook() {
    for (delivery, status) in [(Delivery::New, 200), (Delivery::Replay, 200), (Delivery::Conflict, 409)] {
        assert_eq!(delivery.reply().status, status);
    }
    assert_eq!(Delivery::New.reply(), Delivery::Replay.reply());
}

fn biller(compare_totals: bool) -> Biller {
    let config = BillerConfig::builder()
        .base_url("https://service.example")
        .verification_token(VerificationToken::new("test-verification"))
        .profile(WireProfile::builder().compare_totals(compare_totals).build());
    Biller::new(config.build()).unwrap()
}

fn receivers() -> [WebhookReceiver; 2] {
    let proxy = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("webhook-token")]).unwrap();
    [proxy, WebhookReceiver::checkout()]
}

fn expectation() -> Expectation {
    Expectation::builder()
        .identity_code("INV-1")
        .purpose_of_transaction("2026-01-31")
        .currency("KHR")
        .amount(40_000)
        .build()
}
