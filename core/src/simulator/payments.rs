//! Bills that the service accepts, and their payments.

use crate::wire::{Model, model::validate::Values, value::decimal::LARGEST_INTEGER};
use crate::{
    interface::{models::Settlement, profile::StatusMeaning},
    simulator::{
        answers::first_of,
        config::RepeatedBill,
        ledger::Status,
        outgoing::OutgoingWebhook,
        payload::Content,
        payment_script::{StatusScript, TransactionScript},
        refusal::Refusal,
        service::Simulator,
        transaction::{Order, References, Transaction},
    },
};

impl Simulator {
    /// Returns the order of a settlement, or the reason to refuse it.
    pub(super) fn order(&self, values: &Values<'_>) -> Result<Order, Refusal> {
        let text = |at: usize| values.text(at).unwrap_or_default();
        let ref_id = text(const { Settlement::SCHEMA.index("ref_id") }).to_owned();
        let destination = text(const { Settlement::SCHEMA.index("settlement_to") });
        let sub_biller = self.ledger.destination(destination).ok_or(Refusal::UnknownSubBiller)?.to_owned();
        if self.config.linking.required {
            let currency = text(const { Settlement::SCHEMA.index("currency") });
            match self.ledger.has_linked(&sub_biller, currency) {
                (false, _) => return Err(Refusal::NotLinked),
                (true, false) => return Err(Refusal::OtherCurrency),
                (true, true) => {}
            }
        }
        if self.config.repeated_bill == RepeatedBill::Refuse && self.ledger.knows(&ref_id) {
            return Err(Refusal::Duplicate);
        }
        let amount = values.integer(const { Settlement::SCHEMA.index("total_amount") }).unwrap_or_default();
        let fee = self.config.fee;
        if amount.checked_add(fee).is_none_or(|total| total > LARGEST_INTEGER) {
            return Err(Refusal::Invalid);
        }
        let amount_khr = values.decimal(const { Settlement::SCHEMA.index("total_amount_khr") });
        let description = values.text(const { Settlement::SCHEMA.index("description") });
        Ok(Order {
            sub_biller,
            ref_id,
            references: References::of(values, &self.config.profile, self.config.without_purpose),
            currency: text(const { Settlement::SCHEMA.index("currency") }).to_owned(),
            amount,
            amount_khr: amount_khr.map(|amount| amount.to_string()).unwrap_or_default(),
            fee,
            customer: text(const { Settlement::SCHEMA.index("customer_sync_code") }).to_owned(),
            description: description.filter(|text| !text.is_empty()).map(str::to_owned),
        })
    }

    /// Accepts a bill, makes the transactions of its payment, and returns the first one.
    pub(super) fn accept(&mut self, order: &Order, now_ms: u64) -> Option<usize> {
        self.ledger.accept(order);
        let mut all = Vec::new();
        for mut script in self.faults.take_payment(&order.ref_id) {
            if script.statuses.is_empty() {
                let success = first_of(&self.config.profile.success_statuses.transaction, "success");
                script.statuses.push(StatusScript::new(0, success));
            }
            script.statuses.sort_by_key(|status| status.after_ms);
            all.push(self.add_transaction(order, &script, now_ms));
        }
        self.advance(now_ms);
        all.first().copied()
    }

    /// Makes a transaction and its webhooks.
    pub(super) fn add_transaction(&mut self, order: &Order, script: &TransactionScript, now_ms: u64) -> usize {
        let profile = &self.config.profile;
        let statuses = script.statuses.iter().map(|one| {
            let is_paid = profile.transaction_status(&one.status) == StatusMeaning::Success;
            (now_ms.saturating_add(one.after_ms), Status { text: one.status.clone(), is_paid })
        });
        let number = self.ledger.next_number();
        let transaction = Transaction::new(number, &self.config.seed, order, script, now_ms);
        let transaction = self.ledger.add(transaction, statuses);
        if self.config.webhook.is_some() {
            let reported = script.statuses.iter().filter(|one| one.webhook);
            let mut notices = reported
                .map(|one| OutgoingWebhook::new(Content::status(&one.status), now_ms.saturating_add(one.after_ms)));
            if let Some(first) = notices.next() {
                let first = first.with_faults(&self.faults.take_webhook(&order.ref_id), &self.config);
                self.notices.add(transaction, first.into_iter().chain(notices).collect());
            }
        }
        transaction
    }
}
