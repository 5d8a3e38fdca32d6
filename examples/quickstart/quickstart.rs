//! Settles a bill whose answer is lost, and credits its payment once, although the webhook comes twice.
use billwire::{simulator::*, *};
use std::collections::HashMap;

const NOW_MS: u64 = 1_769_877_600_000; // 2026-01-31T16:40:00Z; the simulator reads no clock

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (bearer, token) = (BearerToken::new("test-bearer"), VerificationToken::new("test-verification"));
    let (key, webhook_token) = (HashToken::new("test-key"), WebhookToken::new("test-webhook"));

    // The simulated service: no network. To go live, send with your HTTP client in `send`.
    let config = SimulatorConfig::builder()
        .bearer(bearer.clone())
        .verification_token(token.clone())
        .hash_token(key.clone())
        .webhook(WebhookEndpoint::merchant_proxy("https://shop.example/webhook", webhook_token.clone()));
    let mut service = Simulator::new(config.build())?;
    let lost = Script::default().settlement("INV-0001", 1, AnswerFault::DropAfter); // the money moves
    service.script(lost.webhook("INV-0001", WebhookFault::Twice));

    // Agree on these with your provider: how a verification finds a bill, and its code for "not found".
    let lookup = SettlementLookup::builder().identity_code("ref_id").purpose_of_transaction("ref_id").build();
    let not_found = CodesByOperation::builder().verification(["NOT_FOUND"]).build();
    let config = BillerConfig::builder()
        .base_url("https://service.example")
        .bearer(bearer)
        .verification_token(token)
        .hash_token(key)
        .profile(WireProfile::builder().settlement_lookup(lookup).not_found_codes(not_found).build());
    let biller = Biller::new(config.build())?;
    let receiver = WebhookReceiver::merchant_proxy(vec![webhook_token])?;

    let shop = Onboarding::builder().supplier_sync_code("SHOP-1").name("Angkor Fresh Market").build();
    let shop = biller.prepare(&shop)?;
    let (status, body) = send(&mut service, &shop)?;
    shop.decode(status, &body)?;

    let bill = Settlement::builder()
        .ref_id("INV-0001")
        .date("2026-01-31T09:00:00+07:00".parse()?)
        .due_date("2026-02-28T09:00:00+07:00".parse()?)
        .currency("KHR")
        .total_amount(40_000)
        .customer_sync_code("C-17")
        .settlement_to("SHOP-1")
        .build();
    println!("the bill is {}", settle(&mut service, &biller, &bill)?);

    let mut credits = HashMap::new(); // claim key to bill; in production, a table with a unique claim key
    while let Some(webhook) = service.due(NOW_MS).pop() {
        let result = match receive(&mut service, &receiver, &biller, &bill, &mut credits, &webhook) {
            Ok(reply) => reply.into(),
            // 401 or 400 for a false webhook; no acknowledgement if the verification failed.
            Err(error) => error.response().cloned().map_or(DeliveryResult::NoAnswer, DeliveryResult::from),
        };
        service.delivered(webhook.id, result, NOW_MS);
    }
    let books = service.books();
    assert_eq!((credits.len(), books.totals.get("KHR"), books.webhooks.acknowledged), (1, Some(&40_000), 2));
    println!("confirmed, credited once");
    Ok(())
}

/// Settles the bill. After a lost answer, it looks the bill up: sending it again could pay twice.
fn settle(service: &mut Simulator, biller: &Biller, bill: &Settlement) -> Result<&'static str, Error> {
    let call = biller.prepare(bill)?; // all violations at once, or a signed request
    let outcome = send(service, &call).and_then(|(status, body)| call.decode(status, &body));
    match outcome {
        Ok(SettlementOutcome::Settled { .. }) => Ok("settled"),
        Err(error) if error.next_step() == NextStep::VerifyFirst => {
            let lookup = biller.prepare_settlement_lookup(bill)?;
            let (status, body) = send(service, &lookup.call)?;
            match lookup.decide(status, &body) {
                LookupVerdict::Settled { .. } => Ok("settled"),
                _ => Ok("in doubt: look it up again, or ask the service"),
            }
        }
        Ok(_) => Ok("accepted: its outcome is not known yet"),
        Err(error) => Err(error),
    }
}

/// Receives a webhook and returns the reply. The service's verification decides, not the webhook.
fn receive(
    service: &mut Simulator,
    receiver: &WebhookReceiver,
    biller: &Biller,
    bill: &Settlement, // in production, the bill of `event.payload.identity_code`
    credits: &mut HashMap<String, String>,
    webhook: &DueWebhook,
) -> Result<Reply, Error> {
    let headers = webhook.request.headers.iter().map(|header| (&*header.name, header.value.as_str()));
    let event = receiver.receive(headers, webhook.body().as_bytes())?; // checks the token, then parses the raw body
    let billed = Expectation::builder()
        .identity_code(&bill.ref_id)
        .purpose_of_transaction(&bill.ref_id)
        .currency(&bill.currency)
        .amount(bill.total_amount); // what you billed
    let confirmation = event.confirm(biller, billed.build())?;
    let (status, body) = send(service, &confirmation.call)?;
    match confirmation.decide(status, &body)? {
        Verdict::Confirmed { confirmed: payment } => {
            credits.insert(payment.claim_key().into(), bill.ref_id.clone()); // the second webhook has the same key
            Ok(event.acknowledge())
        }
        // Another amount, or another bill: credit nothing.
        _ => Ok(Reply::conflict()),
    }
}

/// Sends a call once and unchanged. Without an answer, the error says whether the call may be sent again.
fn send<O: Operation>(service: &mut Simulator, call: &Call<O>) -> Result<(u16, Vec<u8>), Error> {
    let answer = service.handle(&Request::of(call), NOW_MS);
    match answer.transport {
        ResponseTransport::DropBefore | ResponseTransport::DropAfter => Err(call.no_answer(Sent::Maybe)),
        _ => Ok((answer.status, answer.body)),
    }
}
