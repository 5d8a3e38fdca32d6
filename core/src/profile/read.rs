//! Reading a profile from a value tree, with all that is wrong with it.

use super::{
    CodesByOperation, DateStyle, KhrForm, KhrRounding, LineItemKey, SettlementLookup, StatusesByObject,
    VerificationAuth, VerificationTranId, WireProfile,
};
use crate::{finding::Code, findings::Findings, settings::Settings, wire::given::HostValue};

impl WireProfile {
    /// Reads a profile from a value tree, with all that is wrong with it.
    pub(crate) fn from_host(value: HostValue) -> (WireProfile, Findings) {
        let mut settings = Settings::new("profile", value);
        let default = WireProfile::default();
        let profile = WireProfile {
            destination_key: settings.text("destinationKey").unwrap_or(default.destination_key),
            success_codes: codes(&mut settings, "successCodes"),
            refusal_codes: codes(&mut settings, "refusalCodes"),
            not_found_codes: codes(&mut settings, "notFoundCodes"),
            nothing_happened_statuses: settings
                .http_statuses("nothingHappenedStatuses")
                .unwrap_or(default.nothing_happened_statuses),
            success_statuses: statuses(&mut settings, "successStatuses", default.success_statuses),
            pending_statuses: statuses(&mut settings, "pendingStatuses", default.pending_statuses),
            failed_statuses: statuses(&mut settings, "failedStatuses", default.failed_statuses),
            settlement_lookup: lookup(&mut settings),
            line_item_key: settings.word("lineItemKey", LineItemKey::from_word).unwrap_or_default(),
            verification_auth: settings.word("verificationAuth", VerificationAuth::from_word).unwrap_or_default(),
            verification_tran_id: settings
                .word("verificationTranId", VerificationTranId::from_word)
                .unwrap_or_default(),
            compare_totals: settings.flag("compareTotals"),
            date_style: settings.word("dateStyle", DateStyle::from_word).unwrap_or_default(),
            date_offset: settings.word("dateOffset", |word| word.parse().ok()).unwrap_or_default(),
            digits_offset: settings.word("digitsOffset", |word| word.parse().ok()).unwrap_or_default(),
            total_amount_khr_as: settings.word("totalAmountKhrAs", KhrForm::from_word).unwrap_or_default(),
            total_amount_khr_rounding: settings
                .word("totalAmountKhrRounding", KhrRounding::from_word)
                .unwrap_or_default(),
            send_empty_text: settings.flag("sendEmptyText"),
        };
        (profile, settings.finish())
    }
}

fn codes(settings: &mut Settings, name: &str) -> CodesByOperation {
    let Some(mut inner) = settings.inner(name) else { return CodesByOperation::default() };
    let codes = CodesByOperation {
        onboarding: inner.texts("onboarding"),
        settlement: inner.texts("settlement"),
        verification: inner.texts("verification"),
    };
    settings.close(inner);
    codes
}

fn statuses(settings: &mut Settings, name: &str, default: StatusesByObject) -> StatusesByObject {
    let Some(mut inner) = settings.inner(name) else { return default };
    let statuses = StatusesByObject {
        bill: inner.optional_texts("bill").unwrap_or(default.bill),
        payment: inner.optional_texts("payment").unwrap_or(default.payment),
        transaction: inner.optional_texts("transaction").unwrap_or(default.transaction),
    };
    settings.close(inner);
    statuses
}

fn lookup(settings: &mut Settings) -> Option<SettlementLookup> {
    let mut inner = settings.inner("settlementLookup")?;
    let identity_code = inner.text("identity_code");
    let purpose_of_transaction = inner.text("purpose_of_transaction");
    let date_format = inner.text("dateFormat");
    for (name, value) in [("identity_code", &identity_code), ("purpose_of_transaction", &purpose_of_transaction)] {
        if value.is_none() && inner.violations.is_empty() {
            inner.violation(name, Code::Required);
        }
    }
    settings.close(inner);
    Some(SettlementLookup {
        identity_code: identity_code?,
        purpose_of_transaction: purpose_of_transaction?,
        date_format,
    })
}
