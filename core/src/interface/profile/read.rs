//! Settings of a profile that are objects, from a value tree.

use super::{CodesByOperation, SettlementLookup, StatusesByObject};
use crate::finding::Code;
use crate::wire::Settings;

impl CodesByOperation {
    /// Takes the setting; a list that was not given is empty.
    pub(super) fn take(settings: &mut Settings, name: &str) -> CodesByOperation {
        let [onboarding, settlement, verification] =
            lists(settings, name, ["onboarding", "settlement", "verification"]);
        CodesByOperation {
            onboarding: onboarding.unwrap_or_default(),
            settlement: settlement.unwrap_or_default(),
            verification: verification.unwrap_or_default(),
        }
    }
}

impl StatusesByObject {
    /// Takes the setting; a list that was not given has its default.
    pub(super) fn take(settings: &mut Settings, name: &str, default: StatusesByObject) -> StatusesByObject {
        let [bill, payment, transaction] = lists(settings, name, ["bill", "payment", "transaction"]);
        StatusesByObject {
            bill: bill.unwrap_or(default.bill),
            payment: payment.unwrap_or(default.payment),
            transaction: transaction.unwrap_or(default.transaction),
        }
    }
}

impl SettlementLookup {
    /// Takes the setting; none if it was not given or is incomplete.
    pub(super) fn take(settings: &mut Settings) -> Option<SettlementLookup> {
        let mut inner = settings.inner("settlementLookup")?;
        let identity_code = inner.text("identity_code");
        let purpose_of_transaction = inner.text("purpose_of_transaction");
        let date_format = inner.text("dateFormat");
        let customer_code = inner.text("customer_code");
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
            customer_code,
        })
    }
}

/// Takes three lists of text; none of those that were not given.
fn lists(settings: &mut Settings, name: &str, keys: [&str; 3]) -> [Option<Vec<String>>; 3] {
    let Some(mut inner) = settings.inner(name) else { return [None, None, None] };
    let lists = keys.map(|key| inner.optional_texts(key));
    settings.close(inner);
    lists
}
