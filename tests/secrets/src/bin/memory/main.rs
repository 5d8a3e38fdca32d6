//! Uses every credential for several jobs, drops everything, and dumps the remaining memory: `memory wiped|kept FILE`.

mod dump;

use billwire::{
    BearerToken, Biller, BillerConfig, Error, Expectation, ExplainOptions, HashToken, Instant, OperationName,
    Settlement, SignedFields, SigningKey, SigningOffset, UnsignedFields, UntypedRequest, Verification,
    VerificationToken, WebhookReceiver, WebhookToken, explain_signature, sign,
};
use billwire_secrets::{LENGTH, NAMES};
use std::{env, fs::File, hint::black_box, io::Read};
use zeroize::Zeroizing;

/// The last morning of January 2026, in UTC.
const DATE: Instant = Instant::from_unix_millis(1_769_850_000_000);
const SETTLED: &[u8] = br#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (Some(way), Some(file)) = (env::args().nth(1), env::args_os().nth(2)) else {
        return Err("expected wiped or kept, and a file".into());
    };
    use_all(way == "wiped")?;
    dump::write_down(file.as_ref())
}

/// A function of its own: when it returns, everything is dropped.
#[inline(never)]
fn use_all(wiped: bool) -> Result<(), Box<dyn std::error::Error>> {
    let mut given = Zeroizing::new([0; LENGTH * NAMES.len()]);
    File::open("/dev/stdin")?.read_exact(&mut *given)?;
    let mut texts = given.as_chunks::<LENGTH>().0.iter();
    let mut next = || texts.next().map(|text| std::str::from_utf8(text)).transpose().map(Option::unwrap_or_default);
    let given = [next()?, next()?, next()?, next()?, next()?, next()?];
    let [bearer, other_bearer, verification, hash, hook, other_hook] = given;
    // The deepest first: no later job overwrites the stack of an earlier one.
    let biller = below(4, &mut || requests(bearer, other_bearer, verification, hash))?;
    below(3, &mut || webhooks(&biller, hook, other_hook))?;
    below(2, &mut || mistakes(bearer, hash, hook));
    below(1, &mut || signatures(&HashToken::new(hash)))?;
    // Longer than a block of the hash, and so hashed itself.
    below(0, &mut || signatures(&HashToken::new([hash, hash].concat())))?;
    if !wiped {
        let plain: Vec<String> = given.iter().map(|text| (*text).to_owned()).collect();
        drop(black_box(plain));
    }
    Ok(())
}

/// Runs a job further down on the stack.
#[inline(never)]
fn below<T>(levels: usize, job: &mut dyn FnMut() -> T) -> T {
    let mut stack = [0u8; 1 << 18];
    black_box(&mut stack);
    let done = if levels == 0 { job() } else { below(levels - 1, job) };
    black_box(&mut stack);
    done
}

#[inline(never)]
fn requests(bearer: &str, other_bearer: &str, verification: &str, hash: &str) -> Result<Biller, Error> {
    let biller = Biller::new(
        BillerConfig::builder()
            .base_url("https://service.example")
            .bearer(BearerToken::new(bearer))
            .verification_token(VerificationToken::new(verification))
            .hash_token(HashToken::new(hash))
            .build(),
    )?;
    let renewed = biller.with_bearer(BearerToken::new(other_bearer))?;
    for biller in [&biller, &renewed, &biller.clone()] {
        for amount in 1..20 {
            let call = biller.prepare(&bill(amount))?;
            black_box(format!("{call:?}"));
            drop(black_box(call.decode(200, SETTLED)?));
        }
        let mut nameless = bill(1);
        nameless.ref_id.clear();
        black_box(biller.prepare(&nameless).err().map(|error| error.to_string()));
        let verification = Verification::builder().identity_code("INV-1").purpose_of_transaction("2026-01-31").build();
        black_box(biller.prepare(&verification)?.decode(503, b"busy").err());
        let authentication = billwire::Authentication::Token;
        let request = UntypedRequest::builder().path("/bills").authentication(authentication).build();
        drop(black_box(biller.prepare_operation(OperationName::GetListBills, &request)?));
    }
    Ok(renewed)
}

#[inline(never)]
fn webhooks(biller: &Biller, hook: &str, other_hook: &str) -> Result<(), Error> {
    let tokens = vec![WebhookToken::new(hook), WebhookToken::new(other_hook)];
    let receiver = WebhookReceiver::merchant_proxy(tokens)?;
    for shown in [hook, other_hook, "neither"] {
        let event = receiver.receive([("Token", shown)], br#"{"tran_id":"T-1","status":"success"}"#);
        black_box(event.as_ref().err().map(|error| error.to_string()));
        if let Ok(event) = event {
            let expectation = Expectation::builder()
                .identity_code("INV-1")
                .purpose_of_transaction("2026-01-31")
                .currency("KHR")
                .amount(1)
                .build();
            event.confirm(biller, expectation)?.decide(200, b"{}").err();
        }
    }
    Ok(())
}

/// Refused settings, which are dropped too.
#[inline(never)]
fn mistakes(bearer: &str, hash: &str, hook: &str) {
    let spoilt = |text: &str| {
        let mut spoilt = String::with_capacity(text.len() + 1);
        spoilt.extend([text, " "]);
        spoilt
    };
    let config = BillerConfig::builder()
        .base_url("")
        .bearer(BearerToken::new(spoilt(bearer)))
        .hash_token(HashToken::new(spoilt(hash)))
        .build();
    black_box(Biller::new(config).err().map(|error| error.to_string()));
    black_box(WebhookReceiver::merchant_proxy(vec![WebhookToken::new(spoilt(hook))]).err());
}

#[inline(never)]
fn signatures(token: &HashToken) -> Result<(), Error> {
    let key = SigningKey::new(token);
    let bill = bill(7);
    let fields = SignedFields {
        ref_id: &bill.ref_id,
        date: bill.date,
        currency: &bill.currency,
        total_amount: bill.total_amount,
        customer_sync_code: &bill.customer_sync_code,
        settlement_to: &bill.settlement_to,
    };
    let observed = sign(&fields, &key, SigningOffset::UTC)?.to_string();
    for observed_hash in [Some(observed), Some("another".into()), Some("ab".repeat(64)), None] {
        let options = ExplainOptions::builder().maybe_observed_hash(observed_hash).build();
        black_box(explain_signature(&fields, &UnsignedFields::default(), token, &options, &())?);
    }
    Ok(())
}

fn bill(total_amount: i64) -> Settlement {
    Settlement::builder()
        .ref_id("INV-1")
        .date(DATE)
        .due_date(DATE)
        .currency("KHR")
        .total_amount(total_amount)
        .customer_sync_code("C-1")
        .settlement_to("S-1")
        .build()
}
