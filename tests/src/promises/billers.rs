//! Billers to fuzz with, each made once.

use billwire::{
    BearerToken, Biller, BillerConfig, CodesByOperation, DateStyle, Error, HashToken, KhrForm, LineItemKey,
    SettlementLookup, SigningOffset, VerificationToken, WireProfile,
};
use std::sync::LazyLock;

/// The key of the signatures.
pub(crate) const HASH_TOKEN: &str = "ឈ្មោះ a key of any text";

/// A refusal to the deployment that lists one.
const REFUSAL: &str = "400";

/// Behaviour of a deployment, and the biller configured for it.
pub(crate) struct Deployment {
    pub(crate) profile: WireProfile,
    pub(crate) biller: Biller,
    /// Seconds by which the digits of its signatures are ahead of UTC.
    pub(crate) digits_ahead: i64,
    /// A success code beyond those of the interface.
    pub(crate) own_code: Option<&'static str>,
    /// A code that is a refusal.
    pub(crate) refusal: Option<&'static str>,
}

/// A deployment that follows the interface, and one with all deviations.
static DEPLOYMENTS: LazyLock<[Deployment; 2]> = LazyLock::new(|| {
    let signing_offset: SigningOffset = "+07:00".parse().expect("an offset");
    let codes =
        |text: &str| CodesByOperation::builder().onboarding([text]).settlement([text]).verification([text]).build();
    let other = WireProfile::builder()
        .destination_key("destination")
        .success_codes(codes("0"))
        .refusal_codes(codes(REFUSAL))
        .settlement_lookup(SettlementLookup::builder().identity_code("ref_id").purpose_of_transaction("ref_id").build())
        .line_item_key(LineItemKey::ItemMame)
        .date_style(DateStyle::Seconds)
        .signing_offset(signing_offset)
        .total_amount_khr_as(KhrForm::Number)
        .send_empty_text(true)
        .build();
    let deployment = |profile: WireProfile, digits_ahead, own_code| Deployment {
        biller: biller(profile.clone()).expect("the settings are right"),
        profile,
        digits_ahead,
        own_code,
        refusal: own_code.map(|_| REFUSAL),
    };
    [deployment(WireProfile::default(), 0, None), deployment(other, 7 * 3_600, Some("0"))]
});

/// One of the two deployments.
pub(crate) fn deployment(choice: u8) -> &'static Deployment {
    &DEPLOYMENTS[usize::from(choice & 1)]
}

/// A biller with all credentials.
pub(crate) fn biller(profile: WireProfile) -> Result<Biller, Error> {
    Biller::new(
        BillerConfig::builder()
            .base_url("https://service.example")
            .bearer(BearerToken::new("bearer"))
            .verification_token(VerificationToken::new("verification"))
            .hash_token(HashToken::new(HASH_TOKEN))
            .profile(profile)
            .build(),
    )
}
