//! The loop that the page "Settle safely" shows, run once.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use billwire::{
    BearerToken, Biller, BillerConfig, Error, FlowRequest, HashToken, Instant, Sent, Settlement, SettlementEnding,
    SettlementFlow, SettlementPolicy, SettlementStep,
};

// ANCHOR: settle
fn settle(biller: &Biller, bill: &Settlement, shop: &mut impl Shop) -> Result<Option<SettlementEnding>, Error> {
    let mut flow = match shop.stored_record(&bill.ref_id) {
        None => SettlementFlow::start(biller, bill, SettlementPolicy::default(), shop.now())?,
        Some(record) => SettlementFlow::resume(biller, bill, SettlementPolicy::default(), &record)?,
    };
    loop {
        match flow.step(shop.now(), shop.random())? {
            SettlementStep::Save { record, revision, previous } => match shop.store(&record, revision, previous) {
                true => flow.saved(revision)?,
                false => flow.not_saved(revision)?,
            },
            SettlementStep::Send(request) => match shop.send(&request) {
                Ok((status, body)) => flow.answered(request.number, status, &body, shop.now())?,
                Err(sent) => flow.no_answer(request.number, sent, shop.now())?,
            },
            SettlementStep::Wait { until, .. } => shop.sleep(until),
            SettlementStep::Finished(ending) => return Ok(Some(ending)),
            SettlementStep::TakenOver => return Ok(None),
        }
    }
}
// ANCHOR_END: settle

trait Shop {
    fn now(&self) -> Instant;
    fn random(&self) -> f64;
    fn stored_record(&self, ref_id: &str) -> Option<String>;
    fn store(&mut self, record: &str, revision: u64, previous: u64) -> bool;
    fn send(&mut self, request: &FlowRequest) -> Result<(u16, Vec<u8>), Sent>;
    fn sleep(&mut self, until: Instant);
}

/// A shop whose first request is refused because the service is busy.
#[derive(Default)]
struct Busy {
    now: i64,
    record: Option<(u64, String)>,
    sent: u32,
}

impl Shop for Busy {
    fn now(&self) -> Instant {
        Instant::from_unix_millis(self.now)
    }

    fn random(&self) -> f64 {
        0.5
    }

    fn stored_record(&self, _: &str) -> Option<String> {
        self.record.as_ref().map(|(_, record)| record.clone())
    }

    fn store(&mut self, record: &str, revision: u64, previous: u64) -> bool {
        let is_next = self.record.as_ref().map_or(0, |(revision, _)| *revision) == previous;
        self.record = is_next.then(|| (revision, record.to_owned()));
        is_next
    }

    fn send(&mut self, _: &FlowRequest) -> Result<(u16, Vec<u8>), Sent> {
        self.sent += 1;
        let settled = br#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#;
        if self.sent == 1 { Ok((429, Vec::new())) } else { Ok((200, settled.to_vec())) }
    }

    fn sleep(&mut self, until: Instant) {
        self.now = until.unix_millis();
    }
}

#[test]
fn settles_a_bill_at_a_busy_service() {
    let biller = Biller::new(
        BillerConfig::builder()
            .base_url("https://service.example")
            .bearer(BearerToken::new("test-bearer"))
            .hash_token(HashToken::new("test-key"))
            .build(),
    )
    .unwrap();
    let date = Instant::from_unix_millis(0);
    let bill = Settlement::builder()
        .ref_id("INV-1")
        .date(date)
        .due_date(date)
        .currency("KHR")
        .total_amount(40_000)
        .customer_sync_code("C-1")
        .settlement_to("SHOP-1")
        .build();
    let mut shop = Busy::default();
    assert!(matches!(settle(&biller, &bill, &mut shop), Ok(Some(SettlementEnding::Settled(_)))));
    assert_eq!(shop.sent, 2);
    // Once more, after a restart: nothing is sent.
    assert!(matches!(settle(&biller, &bill, &mut shop), Ok(Some(SettlementEnding::Settled(_)))));
    assert_eq!(shop.sent, 2);
}
