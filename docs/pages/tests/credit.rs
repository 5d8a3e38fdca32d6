//! The loop that the page "Webhooks" shows, run once.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use billwire::{
    Biller, BillerConfig, Claim, Confirmed, CreditFlow, CreditPolicy, CreditStep, Error, Expectation, FlowRequest,
    Instant, Reply, Sent, VerificationToken, WebhookEvent, WebhookReceiver, WebhookToken,
};

// ANCHOR: credit
fn reply(biller: &Biller, event: &WebhookEvent, bill: &Expectation, shop: &mut Shop) -> Result<Option<Reply>, Error> {
    let stored = shop.record.clone();
    let mut flow = CreditFlow::of_event(biller, event, bill, CreditPolicy::default(), stored.as_deref(), shop.now())?;
    loop {
        match flow.step(shop.now(), shop.random())? {
            CreditStep::Save { record, revision, previous } => match shop.store(record, previous) {
                true => flow.saved(revision)?,
                false => flow.not_saved(revision)?,
            },
            CreditStep::Send(request) => match shop.send(&request) {
                Ok((status, body)) => flow.answered(request.number, status, &body, shop.now())?,
                Err(sent) => flow.no_answer(request.number, sent, shop.now())?,
            },
            CreditStep::Credit { confirmed, record, .. } => flow.claimed(shop.claim_and_credit(&confirmed, record))?,
            CreditStep::Wait { until, .. } => shop.sleep(until),
            CreditStep::Finished { reply, .. } => return Ok(reply),
        }
    }
}
// ANCHOR_END: credit

/// A shop with one bill, in memory.
#[derive(Default)]
struct Shop {
    now: i64,
    record: Option<String>,
    claims: Vec<String>,
    sent: u32,
}

impl Shop {
    fn now(&self) -> Instant {
        Instant::from_unix_millis(self.now)
    }

    fn random(&self) -> f64 {
        0.5
    }

    fn store(&mut self, record: String, previous: u64) -> bool {
        let is_next = self.record.is_some() == (previous > 0);
        self.record = Some(record);
        is_next
    }

    fn send(&mut self, _: &FlowRequest) -> Result<(u16, Vec<u8>), Sent> {
        self.sent += 1;
        let found = br#"{"code":"SUCCESS","message":"","data":{"tran_id":"T-1","tran_date":"2026-01-31T09:00:00.000",
            "tran_amount":40000,"fee_amount":0,"total_amount":40000,"currency":"KHR","identity_code":"INV-1",
            "bank_code":"B","bank_ref":"R","purpose_of_transaction":"INV-1","status":"success"}}"#;
        Ok((200, found.to_vec()))
    }

    fn claim_and_credit(&mut self, confirmed: &Confirmed, record: String) -> Claim {
        let key = confirmed.claim_key().to_string();
        if self.claims.contains(&key) {
            return Claim::CreditedBefore;
        }
        self.claims.push(key);
        self.record = Some(record);
        Claim::Credited
    }

    fn sleep(&mut self, until: Instant) {
        self.now = until.unix_millis();
    }
}

#[test]
fn credits_a_bill_once_for_two_deliveries() {
    let verification_token = Some(VerificationToken::new("test-verification"));
    let config = BillerConfig::builder()
        .base_url("https://service.example")
        .maybe_verification_token(verification_token)
        .build();
    let biller = Biller::new(config).unwrap();
    let receiver = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("t")]).unwrap();
    let body = br#"{"tran_id":"T-1","status":"success","identity_code":"INV-1"}"#;
    let event = receiver.receive([("Token", "t")], body).unwrap();
    let bill = Expectation::builder()
        .identity_code("INV-1")
        .purpose_of_transaction("INV-1")
        .currency("KHR")
        .amount(40_000)
        .build();
    let mut shop = Shop::default();
    for _ in 0..2 {
        let reply = reply(&biller, &event, &bill, &mut shop).unwrap();
        assert_eq!(reply.map(|reply| reply.status), Some(200));
    }
    assert_eq!((shop.claims.len(), shop.sent), (1, 1));
}
