//! The hash of section 5.3, from the key to the last letter.

use crate::secret::secret;
use billwire::{HashToken, SignedFields, SigningKey, sign};
use billwire_conformance::Case;

pub(crate) fn check(case: &Case) {
    let fields = case.get("fields");
    let text = |name: &str| fields[name].as_str().expect("a signed field");
    let signed = SignedFields {
        ref_id: text("ref_id"),
        date: text("date").parse().expect("an instant"),
        currency: text("currency"),
        total_amount: fields["total_amount"].as_i64().expect("an amount"),
        customer_sync_code: text("customer_sync_code"),
        settlement_to: text("settlement_to"),
    };
    let offset = case.text("signing_offset").parse().expect("an offset");
    let key = SigningKey::new(&HashToken::new(secret(case.text("key"))));
    let hash = sign(&signed, &key, offset).expect("what can be signed");
    // The letters come from a table, which has no marks: `public.supp` shows that the key has a part in them.
    assert_eq!(hash.as_str(), case.text("hash"), "{}", case.id);
}
