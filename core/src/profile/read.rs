//! Reading a profile from a value tree, with all that is wrong with it.

use super::{
    CodesByOperation, DateStyle, KhrForm, KhrRounding, LineItemKey, SettlementLookup, StatusesByObject,
    VerificationAuth, VerificationTranId, WireProfile,
};
use crate::finding::Settings;
use crate::finding::{Code, Findings};
use billwire_wire::input::DynamicValue;

impl WireProfile {
    /// Reads a profile from a value whose type is not known before, with all violations. Settings are named as in its JSON.
    pub fn from_value(value: DynamicValue) -> (WireProfile, Findings) {
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
            line_item_key: LineItemKey::take(&mut settings, "lineItemKey"),
            verification_auth: VerificationAuth::take(&mut settings, "verificationAuth"),
            verification_tran_id: VerificationTranId::take(&mut settings, "verificationTranId"),
            compare_totals: settings.flag("compareTotals"),
            date_style: DateStyle::take(&mut settings, "dateStyle"),
            date_offset: settings.offset("dateOffset"),
            signing_offset: settings.offset("signingOffset"),
            total_amount_khr_as: KhrForm::take(&mut settings, "totalAmountKhrAs"),
            total_amount_khr_rounding: KhrRounding::take(&mut settings, "totalAmountKhrRounding"),
            send_empty_text: settings.flag("sendEmptyText"),
        };
        (profile, settings.finish())
    }
}

fn codes(settings: &mut Settings, name: &str) -> CodesByOperation {
    let [onboarding, settlement, verification] = lists(settings, name, ["onboarding", "settlement", "verification"]);
    CodesByOperation {
        onboarding: onboarding.unwrap_or_default(),
        settlement: settlement.unwrap_or_default(),
        verification: verification.unwrap_or_default(),
    }
}

fn statuses(settings: &mut Settings, name: &str, default: StatusesByObject) -> StatusesByObject {
    let [bill, payment, transaction] = lists(settings, name, ["bill", "payment", "transaction"]);
    StatusesByObject {
        bill: bill.unwrap_or(default.bill),
        payment: payment.unwrap_or(default.payment),
        transaction: transaction.unwrap_or(default.transaction),
    }
}

/// Takes three lists of text; none of those that were not given.
fn lists(settings: &mut Settings, name: &str, keys: [&str; 3]) -> [Option<Vec<String>>; 3] {
    let Some(mut inner) = settings.inner(name) else { return [None, None, None] };
    let lists = keys.map(|key| inner.optional_texts(key));
    settings.close(inner);
    lists
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
