//! Every way in which a deployment may differ from the interface, in one value.

mod check;
mod compiled;
mod date_format;
mod meaning;

pub(crate) use compiled::{BillField, CompiledProfile, DEFAULT_MAX_LINES, DEFAULT_PROFILE, bill_field};
pub(crate) use date_format::DateFormat;
pub(crate) use meaning::{CodeMeaning, StatusList, StatusMeaning};

use crate::interface::error::Error;
use crate::wire::model::settings::{read_settings, settings, words};
use crate::wire::{Decimal, Json, SigningOffset, gathered};
use bon::Builder;
use std::collections::BTreeMap;

settings! {
    #[derive(Clone, Debug, PartialEq, Eq, Builder)]
    #[builder(on(String, into))]
    mod wire_profile {
        /// Settings for what the interface does not show, or what a deployment does otherwise. The default is the
        /// interface as it is written.
        ///
        /// It is plain data, and it is read from JSON with the names below in camel case (`destinationKey`).
        pub struct WireProfile {
            /// Key of a settlement's destination. Default `settlement_to`.
            #[builder(default = DESTINATION.to_owned())]
            pub destination_key: String,
            /// Success codes in addition to those of section 7.
            #[builder(default)]
            pub success_codes: CodesByOperation,
            /// Codes that mean a refusal. Default none, because the interface documents none.
            #[builder(default)]
            pub refusal_codes: CodesByOperation,
            /// Codes that mean that nothing was found. Default none, because the interface documents none.
            #[builder(default)]
            pub not_found_codes: CodesByOperation,
            /// HTTP statuses, 200 to 299 or 400 to 499, under which a not-found code means that nothing was found.
            /// Default 200.
            #[builder(default = vec![200])]
            pub not_found_statuses: Vec<u16>,
            /// Codes that mean that the bill or the sub biller exists already. After one, a bill is looked up and
            /// never sent again. Default none, because the interface documents none.
            #[builder(default)]
            pub exists_already_codes: CodesByOperation,
            /// Whether an onboarding may be sent again after an answer that was lost, cut off or an HTTP status from
            /// 500 on: ask your provider. Default false.
            #[builder(default)]
            pub onboarding_may_repeat: bool,
            /// HTTP statuses, 400 to 499 or 503, that mean that nothing has happened. They apply only if the body has
            /// no code, or a refusal code. Default 400, 401, 403, 422 and 429. The list may be empty.
            #[builder(default = vec![400, 401, 403, 422, 429])]
            pub nothing_happened_statuses: Vec<u16>,
            /// Statuses that mean success, compared exactly. Default `success` for each.
            #[builder(default)]
            pub success_statuses: StatusesByObject,
            /// Statuses that mean that the outcome is not decided yet, so that asking again is the next step. Default
            /// none.
            #[builder(default)]
            pub pending_statuses: StatusesByObject,
            /// Statuses that mean that no money moves. Default none.
            #[builder(default)]
            pub failed_statuses: StatusesByObject,
            /// Fields of the bill that a verification sends to look it up. Default unset: a bill cannot be looked up.
            pub settlement_lookup: Option<SettlementLookup>,
            /// Key of an item's name. Default `item_name`; the sample of section 2.3 spells it `item_mame`.
            #[builder(default)]
            pub line_item_key: LineItemKey,
            /// Credential of a verification. Default `token` (section 5.2).
            #[builder(default)]
            pub verification_auth: VerificationAuth,
            /// Id of a webhook that its verification sends as `tran_id`. Default `tran_id`.
            #[builder(default)]
            pub verification_tran_id: VerificationTranId,
            /// Whether a confirmation requires `tran_amount` plus `fee_amount` to equal `total_amount`, as in the
            /// sample of section 2.6. Default false.
            #[builder(default)]
            pub compare_totals: bool,
            /// Amount of a transaction that pays the bill. Default `tran_amount`.
            #[builder(default)]
            pub paid_amount: PaidAmount,
            /// Number of decimal places in which the service computes, by currency. A received amount within a
            /// thousandth of the last place is rounded to it; any other keeps its digits. Default none: amounts are
            /// exact.
            #[builder(default, with = |places: impl IntoIterator<Item = (impl Into<String>, u16)>| by_currency(places))]
            pub amount_places: BTreeMap<String, u16>,
            /// Whether a confirmation accepts a `total_amount` below `tran_amount`, for a provider that takes its fee
            /// from the payment. Default false.
            #[builder(default)]
            pub allow_lower_total: bool,
            /// Format of dates. Default `millis`: UTC with `Z`. `offset_…` keeps the offset of the request; an
            /// instant without an offset is written in UTC. `local_…` and `date` write no zone and use that of
            /// `date_offset`.
            #[builder(default)]
            pub date_style: DateStyle,
            /// Zone of dates that are written without one, such as `+07:00`. Required where a date is written without
            /// its hour: for the style `date`, and for a lookup by such a date. Elsewhere the default is UTC.
            pub date_offset: Option<SigningOffset>,
            /// Zone of a received `tran_date` that names none, such as `+07:00`. Default unset: it may be any zone.
            pub tran_date_offset: Option<SigningOffset>,
            /// Whether a received `tran_date` may put the day first, such as `31/01/2026 09:00`. Default false: such a
            /// date cannot be read, because its first number may be the month.
            #[builder(default)]
            pub tran_date_day_first: bool,
            /// Zone of the date's digits in the signing string, such as `+07:00`. Default UTC.
            #[builder(default)]
            pub signing_offset: SigningOffset,
            /// Whether `total_amount_khr` is sent as text or as a number. Default `text`.
            #[builder(default)]
            pub total_amount_khr_as: KhrForm,
            /// Unit to which a computed `total_amount_khr` is rounded, half up. Default `exact`: no rounding.
            #[builder(default)]
            pub total_amount_khr_rounding: KhrRounding,
            /// Whether a text `""` is sent instead of refused, where a text is optional and in
            /// `purpose_of_transaction`. Default false.
            #[builder(default)]
            pub send_empty_text: bool,
        }
    }
}

settings! {
    #[derive(Clone, Debug, Default, PartialEq, Eq, Builder)]
    mod codes_by_operation {
        /// Response codes of the three operations that answer with one.
        pub struct CodesByOperation {
            /// Codes of onboarding.
            #[builder(default, with = |list: impl IntoIterator<Item = impl Into<String>>| texts(list))]
            pub onboarding: Vec<String>,
            /// Codes of settlement.
            #[builder(default, with = |list: impl IntoIterator<Item = impl Into<String>>| texts(list))]
            pub settlement: Vec<String>,
            /// Codes of verification.
            #[builder(default, with = |list: impl IntoIterator<Item = impl Into<String>>| texts(list))]
            pub verification: Vec<String>,
        }
    }
}

settings! {
    #[derive(Clone, Debug, Default, PartialEq, Eq, Builder)]
    mod statuses_by_object {
        /// Statuses of the three objects that carry one (section 3). An object without a list keeps the default.
        pub struct StatusesByObject {
            /// Statuses of a bill.
            #[builder(with = |list: impl IntoIterator<Item = impl Into<String>>| texts(list))]
            pub bill: Option<Vec<String>>,
            /// Statuses of a payment.
            #[builder(with = |list: impl IntoIterator<Item = impl Into<String>>| texts(list))]
            pub payment: Option<Vec<String>>,
            /// Statuses of a transaction.
            #[builder(with = |list: impl IntoIterator<Item = impl Into<String>>| texts(list))]
            pub transaction: Option<Vec<String>>,
        }
    }
}

settings! {
    #[derive(Clone, Debug, PartialEq, Eq, Builder)]
    #[builder(on(String, into))]
    mod settlement_lookup {
        /// Fields of the bill that the verification request of a lookup carries.
        pub struct SettlementLookup {
            /// The field that `identity_code` carries: a text field of section 2.3 that is no secret.
            #[name = "identity_code"]
            pub identity_code: String,
            /// The field that `purpose_of_transaction` carries: a text field of section 2.3 that is no secret, or
            /// `date` or `due_date`.
            #[name = "purpose_of_transaction"]
            pub purpose_of_transaction: String,
            /// How a date is written: `yyyy`, `MM`, `dd`, `HH`, `mm` and `ss` with `-`, `/`, `.`, `:`, `_`, `T` or
            /// spaces between them, in the zone of `date_offset`, which is required without `HH`. Required for a date,
            /// and for nothing else.
            pub date_format: Option<String>,
            /// The field of the bill that a transaction's `customer_code` repeats: a text field of section 2.3 that
            /// is no secret. Default unset: `customer_code` is not compared.
            #[name = "customer_code"]
            pub customer_code: Option<String>,
        }
    }
}

words! {
    /// The key of an item's name.
    pub enum LineItemKey {
        /// `item_name`, as the table of section 2.3 has it.
        ItemName = "item_name",
        /// `item_mame`, as the sample spells it.
        ItemMame = "item_mame",
    }
    /// How verification shows who calls.
    pub enum VerificationAuth {
        /// By the header `token`.
        Token = "token",
        /// By `Authorization: Bearer`.
        Bearer = "bearer",
    }
    /// Id of a webhook that its verification sends as `tran_id`.
    pub enum VerificationTranId {
        /// The webhook's `tran_id`.
        TranId = "tran_id",
        /// The webhook's `tran_no`.
        TranNo = "tran_no",
        /// Neither.
        Neither = "neither",
    }
    /// Amount of a transaction that pays the bill.
    pub enum PaidAmount {
        /// `tran_amount`: a fee is paid on top of the bill.
        TranAmount = "tran_amount",
        /// `total_amount`: the fee is taken from the payment, so that `tran_amount` is less than the bill.
        TotalAmount = "total_amount",
    }
    /// How dates are written in a body. A host's own instant has no offset, and counts as given in UTC.
    pub enum DateStyle {
        /// UTC, as in the sample: `2026-01-31T09:00:00.000Z`.
        Millis = "millis",
        /// UTC in whole seconds: `2026-01-31T09:00:00Z`.
        Seconds = "seconds",
        /// With the offset that was given: `2026-01-31T16:00:00.000+07:00`.
        OffsetMillis = "offset_millis",
        /// With the offset that was given, in whole seconds: `2026-01-31T16:00:00+07:00`.
        OffsetSeconds = "offset_seconds",
        /// Without a zone, in that of `date_offset`: `2026-01-31T16:00:00.000`.
        LocalMillis = "local_millis",
        /// Without a zone, in that of `date_offset`, in whole seconds: `2026-01-31T16:00:00`.
        LocalSeconds = "local_seconds",
        /// The date alone, in the zone of `date_offset`: `2026-01-31`.
        Date = "date",
    }
    /// To which unit a computed `total_amount_khr` is rounded, half up.
    pub enum KhrRounding {
        /// It is not rounded.
        Exact = "exact",
        /// To one riel.
        Riel = "riel",
        /// To a hundred riel.
        HundredRiel = "hundred_riel",
    }
    /// How `total_amount_khr` is written.
    pub enum KhrForm {
        /// As text, as the table has it.
        Text = "text",
        /// As a number.
        Number = "number",
    }
}

impl Default for WireProfile {
    fn default() -> WireProfile {
        WireProfile::builder().build()
    }
}

/// Collects a list of codes or statuses.
pub(crate) fn texts(list: impl IntoIterator<Item = impl Into<String>>) -> Vec<String> {
    list.into_iter().map(Into::into).collect()
}

/// Collects the places of each currency.
fn by_currency(places: impl IntoIterator<Item = (impl Into<String>, u16)>) -> BTreeMap<String, u16> {
    gathered(places.into_iter().map(|(currency, places)| (currency.into(), places)))
}

const DESTINATION: &str = "settlement_to";

impl WireProfile {
    /// Reads a profile from JSON; what is left out keeps its default.
    ///
    /// ```
    /// use billwire::WireProfile;
    /// let profile = WireProfile::from_json(br#"{"signingOffset":"+07:00","successCodes":{"settlement":["0"]}}"#)?;
    /// assert_eq!(profile.signing_offset, "+07:00".parse().unwrap());
    /// # Ok::<(), billwire::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::InvalidConfig`] with everything that is wrong, unknown settings included.
    pub fn from_json(json: &[u8]) -> Result<WireProfile, Error> {
        let json = Json::parse(json).map_err(|finding| Error::InvalidConfig { violations: finding.into() })?;
        read_settings("profile", json.into()).map_err(|violations| Error::InvalidConfig { violations })
    }

    /// The zone of dates that are written without one.
    pub(crate) fn written_offset(&self) -> SigningOffset {
        self.date_offset.unwrap_or_default()
    }

    /// A received amount in a currency, without the noise of a service that computes in binary fractions.
    pub(crate) fn denoised(&self, amount: Decimal, currency: &str) -> Decimal {
        let places = self.amount_places.get(currency).and_then(|places| i8::try_from(*places).ok());
        places.and_then(|places| amount.rounded_if_close(-places)).unwrap_or(amount)
    }
}
