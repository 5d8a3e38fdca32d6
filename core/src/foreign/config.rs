//! Settings. All that is optional may be left out, and then has the default that the core documents.

use crate::{
    biller,
    credentials::{BearerToken, HashToken, VerificationToken},
    profile::{
        self, CodesByOperation, DateStyle, KhrForm, KhrRounding, LineItemKey, SettlementLookup, StatusesByObject,
        VerificationAuth, VerificationTranId,
    },
    readings,
};
use billwire_wire::SigningOffset;
use std::sync::Arc;

use super::{failure::BillwireError, values::HttpStatus};

/// The settings of a biller.
#[derive(uniffi::Record)]
pub struct BillerConfig {
    /// The service's base address (section 4): `https`, a plain host, at most a path.
    pub base_url: String,
    /// For onboarding and settlement (section 5.1).
    #[uniffi(default)]
    pub bearer: Option<Arc<BearerToken>>,
    /// For verification (section 5.2).
    #[uniffi(default)]
    pub verification_token: Option<Arc<VerificationToken>>,
    /// For signing settlements (section 5.3).
    #[uniffi(default)]
    pub hash_token: Option<Arc<HashToken>>,
    /// Allows `http` to exactly localhost, 127.0.0.1 and `[::1]`.
    #[uniffi(default = false)]
    pub allow_loopback_http: bool,
    /// Turns warnings into violations.
    #[uniffi(default = false)]
    pub strict: bool,
    /// What the merchant's own codes look like. `strict` needs all three.
    #[uniffi(default)]
    pub code_shapes: Option<CodeShapes>,
    /// Line items that a bill may have: from 1 to 100,000. Default 10,000.
    #[uniffi(default)]
    pub max_lines: Option<i64>,
    /// What the deployment does that the interface does not show. Default the interface to the letter.
    #[uniffi(default)]
    pub profile: Option<WireProfile>,
}

impl From<BillerConfig> for biller::BillerConfig {
    fn from(config: BillerConfig) -> biller::BillerConfig {
        biller::BillerConfig {
            base_url: config.base_url,
            bearer: config.bearer.map(Arc::unwrap_or_clone),
            verification_token: config.verification_token.map(Arc::unwrap_or_clone),
            hash_token: config.hash_token.map(Arc::unwrap_or_clone),
            allow_loopback_http: config.allow_loopback_http,
            strict: config.strict,
            code_shapes: config.code_shapes.map(Into::into).unwrap_or_default(),
            max_lines: config.max_lines.map(count),
            profile: config.profile.map(Into::into).unwrap_or_default(),
        }
    }
}

/// What a merchant's codes look like.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct CodeShapes {
    /// The shape of `ref_id`.
    #[uniffi(default)]
    pub ref_id: Option<CodeShape>,
    /// The shape of `customer_sync_code`.
    #[uniffi(default)]
    pub customer_sync_code: Option<CodeShape>,
    /// The shape of `settlement_to`.
    #[uniffi(default)]
    pub settlement_to: Option<CodeShape>,
}

/// What a code looks like. All that is given has to hold.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct CodeShape {
    /// How it begins.
    #[uniffi(default)]
    pub prefix: Option<String>,
    /// How many characters it has.
    #[uniffi(default)]
    pub length: Option<i64>,
    /// Character by character: `#` is a digit, `@` an ASCII letter, `?` anything, all else itself.
    #[uniffi(default)]
    pub pattern: Option<String>,
}

impl From<CodeShapes> for readings::CodeShapes {
    fn from(shapes: CodeShapes) -> readings::CodeShapes {
        readings::CodeShapes {
            ref_id: shapes.ref_id.map(Into::into),
            customer_sync_code: shapes.customer_sync_code.map(Into::into),
            settlement_to: shapes.settlement_to.map(Into::into),
        }
    }
}

impl From<CodeShape> for readings::CodeShape {
    fn from(shape: CodeShape) -> readings::CodeShape {
        readings::CodeShape { prefix: shape.prefix, length: shape.length.map(count), pattern: shape.pattern }
    }
}

/// A number of things. Below zero there are as few as can be.
pub(super) fn count(number: i64) -> usize {
    usize::try_from(number.max(0)).unwrap_or(usize::MAX)
}

/// What a deployment does that the interface does not show. The default is the interface to the letter.
#[derive(Clone, Debug, Default, PartialEq, uniffi::Record)]
pub struct WireProfile {
    /// The key under which the destination of a settlement is sent. Default `settlement_to`.
    #[uniffi(default)]
    pub destination_key: Option<String>,
    /// Success codes beyond those of section 7. Default none.
    #[uniffi(default)]
    pub success_codes: Option<CodesByOperation>,
    /// Codes that are a refusal. Default none, since no meaning is shown.
    #[uniffi(default)]
    pub refusal_codes: Option<CodesByOperation>,
    /// Codes that say that nothing was found. Default none, since no meaning is shown.
    #[uniffi(default)]
    pub not_found_codes: Option<CodesByOperation>,
    /// HTTP statuses, 400 to 599, by which the service says that nothing has happened. They count only where the body
    /// carries no code, or a refusal. Default 400, 401, 403, 422 and 429; the list may be empty.
    #[uniffi(default)]
    pub nothing_happened_statuses: Option<Vec<HttpStatus>>,
    /// Statuses that mean success, compared exactly. An empty list keeps the default, which is `success` (section 3).
    #[uniffi(default)]
    pub success_statuses: Option<StatusesByObject>,
    /// Statuses that mean that the outcome is still open. Default none.
    #[uniffi(default)]
    pub pending_statuses: Option<StatusesByObject>,
    /// Statuses that mean that no money moves. Default none.
    #[uniffi(default)]
    pub failed_statuses: Option<StatusesByObject>,
    /// How a settlement is found again by verification. Default unset: then only the service's people can tell.
    #[uniffi(default)]
    pub settlement_lookup: Option<SettlementLookup>,
    /// The key of an item's name. Default `item_name`; the sample of section 2.3 spells it `item_mame`.
    #[uniffi(default)]
    pub line_item_key: Option<LineItemKey>,
    /// How verification shows who calls. Default the header `token` (section 5.2).
    #[uniffi(default)]
    pub verification_auth: Option<VerificationAuth>,
    /// Which id of a webhook its verification sends as `tran_id`. Default the webhook's own `tran_id`.
    #[uniffi(default)]
    pub verification_tran_id: Option<VerificationTranId>,
    /// Whether a confirmation needs `tran_amount` and `fee_amount` to sum to `total_amount`, as in the sample of
    /// section 2.6. Default no.
    #[uniffi(default)]
    pub compare_totals: Option<bool>,
    /// How dates are written. Default UTC with milliseconds.
    #[uniffi(default)]
    pub date_style: Option<DateStyle>,
    /// The zone of dates that are written without one. Default UTC.
    #[uniffi(default)]
    pub date_offset: Option<SigningOffset>,
    /// The zone in which the signature's digits are written. Default UTC.
    #[uniffi(default)]
    pub signing_offset: Option<SigningOffset>,
    /// Whether `total_amount_khr` goes out as text or as a number. Default text.
    #[uniffi(default)]
    pub total_amount_khr_as: Option<KhrForm>,
    /// To which unit a computed `total_amount_khr` is rounded, half up. Default not at all.
    #[uniffi(default)]
    pub total_amount_khr_rounding: Option<KhrRounding>,
    /// Whether optional text given as `""` is sent, and not refused. Default no.
    #[uniffi(default)]
    pub send_empty_text: Option<bool>,
}

impl From<WireProfile> for profile::WireProfile {
    fn from(given: WireProfile) -> profile::WireProfile {
        let default = profile::WireProfile::default();
        profile::WireProfile {
            destination_key: given.destination_key.unwrap_or(default.destination_key),
            success_codes: given.success_codes.unwrap_or_default(),
            refusal_codes: given.refusal_codes.unwrap_or_default(),
            not_found_codes: given.not_found_codes.unwrap_or_default(),
            nothing_happened_statuses: given
                .nothing_happened_statuses
                .map_or(default.nothing_happened_statuses, |statuses| {
                    statuses.into_iter().map(HttpStatus::number).collect()
                }),
            success_statuses: success_statuses(given.success_statuses, default.success_statuses),
            pending_statuses: given.pending_statuses.unwrap_or_default(),
            failed_statuses: given.failed_statuses.unwrap_or_default(),
            settlement_lookup: given.settlement_lookup,
            line_item_key: given.line_item_key.unwrap_or_default(),
            verification_auth: given.verification_auth.unwrap_or_default(),
            verification_tran_id: given.verification_tran_id.unwrap_or_default(),
            compare_totals: given.compare_totals.unwrap_or_default(),
            date_style: given.date_style.unwrap_or_default(),
            date_offset: given.date_offset.unwrap_or_default(),
            signing_offset: given.signing_offset.unwrap_or_default(),
            total_amount_khr_as: given.total_amount_khr_as.unwrap_or_default(),
            total_amount_khr_rounding: given.total_amount_khr_rounding.unwrap_or_default(),
            send_empty_text: given.send_empty_text.unwrap_or_default(),
        }
    }
}

impl From<profile::WireProfile> for WireProfile {
    fn from(profile: profile::WireProfile) -> WireProfile {
        WireProfile {
            destination_key: Some(profile.destination_key),
            success_codes: Some(profile.success_codes),
            refusal_codes: Some(profile.refusal_codes),
            not_found_codes: Some(profile.not_found_codes),
            nothing_happened_statuses: Some(
                profile.nothing_happened_statuses.into_iter().map(HttpStatus::from).collect(),
            ),
            success_statuses: Some(profile.success_statuses),
            pending_statuses: Some(profile.pending_statuses),
            failed_statuses: Some(profile.failed_statuses),
            settlement_lookup: profile.settlement_lookup,
            line_item_key: Some(profile.line_item_key),
            verification_auth: Some(profile.verification_auth),
            verification_tran_id: Some(profile.verification_tran_id),
            compare_totals: Some(profile.compare_totals),
            date_style: Some(profile.date_style),
            date_offset: Some(profile.date_offset),
            signing_offset: Some(profile.signing_offset),
            total_amount_khr_as: Some(profile.total_amount_khr_as),
            total_amount_khr_rounding: Some(profile.total_amount_khr_rounding),
            send_empty_text: Some(profile.send_empty_text),
        }
    }
}

/// The statuses that are given; an empty list keeps its default.
fn success_statuses(given: Option<StatusesByObject>, default: StatusesByObject) -> StatusesByObject {
    let Some(given) = given else { return default };
    let or_default = |given: Vec<String>, default| if given.is_empty() { default } else { given };
    StatusesByObject {
        bill: or_default(given.bill, default.bill),
        payment: or_default(given.payment, default.payment),
        transaction: or_default(given.transaction, default.transaction),
    }
}

/// Reads a profile from JSON, named as in JavaScript (`{"signingOffset":"+07:00"}`).
///
/// Throws `InvalidConfig` with everything that is wrong, unknown settings included.
#[uniffi::export]
pub fn read_wire_profile(json: String) -> Result<WireProfile, BillwireError> {
    Ok(profile::WireProfile::from_json(json.as_bytes())?.into())
}
