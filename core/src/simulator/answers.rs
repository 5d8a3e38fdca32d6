//! Bodies of successful answers (sections 2.2, 2.4 and 2.6).

use crate::wire::{Json, Members};
use crate::{
    interface::{
        models::{ONBOARDING_SUCCESS, SETTLEMENT_SUCCESS, VERIFICATION_SUCCESS},
        profile::WireProfile,
    },
    simulator::{
        config::SimulatorConfig, endpoint::Served, exchange::Answer, ledger::SubBiller, refusal::Refusal,
        transaction::Transaction,
    },
};

pub(super) fn onboarded(sub_biller: &SubBiller, config: &SimulatorConfig) -> Members {
    let mut data = Members::default();
    data.insert("code", sub_biller.code.as_str());
    data.insert("supplier_sync_code", sub_biller.supplier_sync_code.as_str());
    data.insert("name", sub_biller.name.as_str());
    for (key, text) in [("name_kh", &sub_biller.name_kh), ("address", &sub_biller.address)] {
        if let Some(text) = text {
            data.insert(key, text.as_str());
        }
    }
    if sub_biller.bank_id.is_some() {
        data.insert("add_link_account", sub_biller.add_link_account(config));
    }
    success(Served::Onboarding, &config.profile, data)
}

/// Returns the answer to an accepted bill. Its first transaction decides the status of its payment.
pub(super) fn accepted(first: Option<&Transaction>, profile: &WireProfile) -> Members {
    let bill = first_of(&profile.success_statuses.bill, "success");
    let payment = match first {
        Some(paid) if paid.is_paid => first_of(&profile.success_statuses.payment, "success"),
        Some(Transaction { status: Some(status), .. }) => status,
        _ => first_of(&profile.pending_statuses.payment, "pending"),
    };
    success(Served::Settlement, profile, statuses(Some(bill), Some(payment)))
}

pub(super) fn found(transaction: &Transaction, profile: &WireProfile) -> Members {
    let order = &transaction.order;
    let (tran_amount, total_amount) = transaction.amounts(profile.paid_amount);
    let mut data = Members::default();
    data.insert("tran_id", transaction.tran_id());
    data.insert("tran_date", transaction.date.as_str());
    data.insert("tran_amount", tran_amount);
    data.insert("fee_amount", order.fee);
    data.insert("total_amount", total_amount);
    data.insert("currency", order.currency.as_str());
    data.insert("identity_code", order.references.identity_code.as_str());
    data.insert("bank_code", Transaction::BANK_CODE);
    data.insert("bank_ref", transaction.bank_ref());
    data.insert("purpose_of_transaction", order.references.purpose_of_transaction.as_str());
    data.insert("status", transaction.status.as_deref().unwrap_or_default());
    data.insert("customer_code", order.references.customer_code.as_deref().unwrap_or(&order.customer));
    data.insert("customer_name", format!("Customer {}", order.customer));
    data.insert("customer_phone", "012000000");
    data.insert("description", order.description.as_deref().unwrap_or("Payment of a bill"));
    success(Served::Verification, profile, data)
}

/// Returns the refusal of a verification that finds nothing, with the profile's first code for it.
pub(super) fn not_found(profile: &WireProfile) -> Members {
    let mut body = Refusal::NotFound.body();
    body.insert("code", first_or(&profile.not_found_codes.verification, Refusal::NotFound.code()));
    body
}

/// Returns the HTTP status of such an answer: 200, or the first one that the profile lists where it does not list 200.
pub(super) fn not_found_status(profile: &WireProfile) -> u16 {
    let (usual, listed) = (Refusal::NotFound.status(), &profile.not_found_statuses);
    if listed.contains(&usual) { usual } else { listed.first().copied().unwrap_or(usual) }
}

/// Returns the answer to a settlement that is refused. That a bill is settled already has the profile's first code for
/// it.
pub(super) fn refused(refusal: Refusal, config: &SimulatorConfig) -> Answer {
    let linking = &config.linking;
    let (status, code) = match refusal {
        Refusal::Duplicate => {
            (refusal.status(), first_or(&config.profile.exists_already_codes.settlement, refusal.code()))
        }
        Refusal::NotLinked => (linking.not_linked_status, linking.not_linked_code.as_str()),
        Refusal::OtherCurrency => (linking.other_currency_status, linking.other_currency_code.as_str()),
        _ => return refusal.answer(),
    };
    let mut body = refusal.body();
    body.insert("code", code);
    Answer::json(status, &body.into())
}

/// Turns the answer to an onboarding into that for a sub biller that exists already.
pub(super) fn exists_already(mut body: Members, profile: &WireProfile, with_data: bool) -> Members {
    body.insert("code", first_or(&profile.exists_already_codes.onboarding, "EXISTS_ALREADY"));
    body.insert("message", "The sub biller exists already");
    body.0.retain(|(key, _)| key != "message_kh" && (with_data || key != "data"));
    body
}

/// Turns the answer to an onboarding into that of another sub biller, as a gateway does that mixes two answers up.
pub(super) fn of_another_shop(mut body: Members, supplier_sync_code: String) -> Members {
    let mut data = Members::from_iter([("code", "SUP-999999"), ("name", "Another shop")]);
    data.insert("supplier_sync_code", supplier_sync_code);
    data.insert("add_link_account", Members::from_iter([("web_url", "https://bank.example/link/SUP-999999/1")]));
    body.insert("data", data);
    body
}

/// Replaces the statuses of bill and payment, or the status of the transaction.
pub(super) fn with_statuses(
    mut body: Members,
    operation: Served,
    bill: Option<&str>,
    payment: Option<&str>,
) -> Members {
    let data = match (operation, body.get("data")) {
        (Served::Settlement, _) => statuses(bill, payment),
        (Served::Verification, Some(Json::Object(data))) => {
            let mut data = data.clone();
            data.insert("status", payment.unwrap_or_default());
            data
        }
        (Served::Verification | Served::Onboarding, _) => return body,
    };
    body.insert("data", data);
    body
}

fn statuses(bill: Option<&str>, payment: Option<&str>) -> Members {
    let mut data = Members::default();
    for (key, status) in [("bill", bill), ("payment", payment)] {
        let status = status.map(|status| ("status", status));
        data.insert(key, Members::from_iter(status));
    }
    data
}

fn success(operation: Served, profile: &WireProfile, data: Members) -> Members {
    let codes = &profile.success_codes;
    let (own, default, message, message_kh) = match operation {
        Served::Verification => {
            // Section 2.6 defines no message in Khmer.
            (&codes.verification, VERIFICATION_SUCCESS, "Transaction found", None)
        }
        Served::Settlement => (&codes.settlement, SETTLEMENT_SUCCESS, "Success", Some("ជោគជ័យ")),
        Served::Onboarding => (&codes.onboarding, ONBOARDING_SUCCESS, "Success", Some("ជោគជ័យ")),
    };
    let mut body = Members::default();
    body.insert("code", first_or(own, default));
    body.insert("message", message);
    if let Some(message_kh) = message_kh {
        body.insert("message_kh", message_kh);
    }
    body.insert("data", data);
    body
}

/// Returns the first word of an object's list, or a default.
pub(super) fn first_of<'a>(listed: &'a Option<Vec<String>>, default: &'a str) -> &'a str {
    first_or(listed.as_deref().unwrap_or_default(), default)
}

/// Returns the first word of a list of the profile, or a default.
pub(super) fn first_or<'a>(listed: &'a [String], default: &'a str) -> &'a str {
    listed.first().map_or(default, String::as_str)
}
