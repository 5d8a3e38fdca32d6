//! Arbitrary webhooks.

use billwire::*;
use billwire_conformance::{cases, promises};
use std::collections::HashMap;

const BODIES: usize = 100_000;

#[test]
fn mutated_bodies_are_read_or_refused() {
    let bodies: Vec<_> = cases("webhooks").iter().map(|case| case.body()).filter(|body| body.len() < 2_048).collect();
    let checkout = WebhookReceiver::checkout();
    let (mut random, mut accepted) = (Random(0x9e37_79b9_7f4a_7c15), 0);
    let guesses = ["", "Token: Test-webhook\n", "Token: test-webhook\ntoken: test-webhook\n", "Token: test-webhook \n"];
    for _ in 0..BODIES {
        let body = mutated(&mut random, &bodies);
        for headers in [guesses[random.below(guesses.len())], "Accept: application/json\ntOkEn: test-webhook\n"] {
            let kept = promises::keeps("webhooks", &[headers.as_bytes(), b"\n", &body].concat());
            assert_eq!(kept, Ok(()), "{headers:?} {body:?}");
        }
        accepted += usize::from(checkout.receive([], &body).map(|event| event.dedup_key()).is_ok());
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
