//! Arbitrary webhooks.

use billwire::*;
use billwire_conformance::cases;
use std::collections::HashMap;

const BODIES: usize = 200_000;

#[test]
fn mutated_bodies_are_read_or_refused() {
    let bodies: Vec<_> = cases("webhooks").iter().map(|case| case.body()).filter(|body| body.len() < 2_048).collect();
    let proxy = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("expected")]).unwrap();
    let checkout = WebhookReceiver::checkout();
    let (mut random, mut accepted) = (Random(0x9e37_79b9_7f4a_7c15), 0);
    for _ in 0..BODIES {
        let body = mutated(&mut random, &bodies);
        let shown = [("Accept", "application/json"), ("tOkEn", "expected")];
        let guesses: [&[(&str, &str)]; 4] =
            [&[], &[("Token", "Expected")], &[("Token", "expected"), ("token", "expected")], &[("Token", "expected ")]];
        let guess = guesses[random.below(guesses.len())];
        assert_eq!(proxy.receive(guess.iter().copied(), &body).unwrap_err().kind(), "unauthenticated");

        let event = checkout.receive([], &body);
        let authenticated = proxy.receive(shown, &body);
        match (event, authenticated) {
            (Ok(event), Ok(authenticated)) => {
                accepted += 1;
                assert_eq!(
                    (event.authentication, authenticated.authentication),
                    (WebhookAuthentication::Unauthenticated, WebhookAuthentication::Token)
                );
                assert_eq!(event.payload, authenticated.payload);
                // serde_json, which knows no schema, must agree.
                assert!(Json::parse(body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&body)).is_ok());
                assert_eq!(event.acknowledge().status, 200);
                event.dedup_key();
            }
            (Err(error), Err(authenticated)) => {
                assert_eq!(error, authenticated);
                assert_eq!(error.response().map(|response| response.status.as_u16()), Some(400));
                let [finding] = error.violations() else { panic!("{error}") };
                // Two spellings that differ have two positions.
                let places = if finding.code == Code::ConflictingValues { usize::MAX } else { body.len() };
                assert!(finding.offset.is_some_and(|offset| offset <= places), "{error}");
                let of_the_text = matches!(finding.code, Code::InvalidJson | Code::InvalidUtf8 | Code::LoneSurrogate);
                assert!(!of_the_text || Json::parse(&body).is_err(), "{error}: {body:?}");
            }
            other => panic!("{other:?}"),
        }
    }
    // The mutations reach both results: some bodies are accepted, some refused.
    assert!((BODIES / 20..BODIES * 19 / 20).contains(&accepted), "{accepted} accepted");
}

/// The parts are chosen to make two events look equal.
#[test]
fn different_events_have_different_dedup_keys() {
    let words = [None, Some(""), Some("1"), Some("1:1"), Some("|"), Some("1:1|"), Some("tran_no:1:1"), Some("ក")];
    let mut keys: HashMap<Option<String>, Vec<Option<&str>>> = HashMap::new();
    let combinations = words.len().pow(5);
    for number in 0..combinations {
        let parts: Vec<_> = (0..5).map(|place| words[number / words.len().pow(place) % words.len()]).collect();
        let [tran_id, tran_no, bank_code, bank_ref, status] = parts[..] else { unreachable!() };
        let key = dedup_key([tran_id, tran_no, bank_code, bank_ref], status);
        let filled = |part: Option<&'static str>| part.filter(|part| !part.is_empty());
        // The identity of an event: which reference it has, its value, and the status, which may be empty.
        let identity = match (filled(tran_id), filled(tran_no), filled(bank_code).zip(filled(bank_ref))) {
            (Some(tran_id), ..) => vec![Some("tran_id"), Some(tran_id), filled(status)],
            (_, Some(tran_no), _) => vec![Some("tran_no"), Some(tran_no), filled(status)],
            (_, _, Some((code, reference))) => vec![Some("bank"), Some(code), Some(reference), filled(status)],
            _ => Vec::new(),
        };
        assert_eq!(key.is_none(), identity.is_empty());
        assert_eq!(*keys.entry(key.clone()).or_insert_with(|| identity.clone()), identity, "{key:?}");
    }
    assert_eq!(keys.len(), 6 * 7 + 6 * 7 + 6 * 6 * 7 + 1);
}

fn mutated(random: &mut Random, bodies: &[Vec<u8>]) -> Vec<u8> {
    const INTERESTING: &[u8] = b"{}[]:,\"\\ 0129-+.eEutrfnls\n\x00\x1f\x7f\xc2\xe1\xed\xa0\xf0\xff";
    let mut body = bodies[random.below(bodies.len())].clone();
    for _ in 0..random.below(4) {
        let at = random.below(body.len() + 1);
        let byte =
            if random.below(4) == 0 { random.below(256) as u8 } else { INTERESTING[random.below(INTERESTING.len())] };
        match random.below(6) {
            0 => body.insert(at, byte),
            1 if at < body.len() => drop(body.remove(at)),
            2 => body.truncate(at),
            3 => {
                // Replaces a piece of this body by a piece of another one.
                let other = &bodies[random.below(bodies.len())];
                let (from, to) = (random.below(other.len() + 1), random.below(other.len() + 1));
                let end = (at + random.below(24)).min(body.len());
                body.splice(at..end, other[from.min(to)..from.max(to)].iter().copied());
            }
            _ if at < body.len() => body[at] = byte,
            _ => {}
        }
    }
    body
}

/// xorshift64*: deterministic, any distribution will do.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }
}
