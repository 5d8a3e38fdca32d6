//! Transaction Verification: the models of the question and of the answer (sections 2.5 and 2.6).

use crate::finding::{Code, Finding};
use crate::interface::values::{ResponseCode, Status};
use crate::wire::{
    Decimal, Model, model,
    model::declare::{Wire, member_path, tolerated},
};

/// Success code of the interface (section 7).
pub(crate) const SUCCESS: &str = "SUCCESS";

model! {
    sent in "2.5"
    /// Search for a transaction.
    pub struct Verification {
        /// Search by reference number at the merchant side.
        identity_code: String,
        /// Search by transaction number at the service side.
        tran_id: Option<String>,
        /// Search by reference number at the bank side.
        bank_ref: Option<String>,
        /// Search by bill issue date or bill number. `""` if the profile's `send_empty_text` allows it.
        purpose_of_transaction: String [may_be_empty],
    }
}

model! {
    received in "2.6"
    /// The answer to a verification.
    pub struct VerificationResponse {
        /// Response code; `SUCCESS` is the success.
        code: ResponseCode,
        /// Response message. It may be missing, since no decision depends on it.
        message: Option<String>,
        /// The transaction.
        data: Transaction,
    }
}

model! {
    received in "2.6"
    /// A transaction as the service has it.
    pub struct Transaction {
        /// Transaction number at the service side.
        tran_id: String [numeric],
        /// Transaction date, as received. Without a zone, it is in the zone of your provider. It may be missing.
        tran_date: Option<String>,
        /// Original amount of the transaction. One below zero never confirms a payment.
        tran_amount: Decimal [negative],
        /// Fee charged for the transaction. It may be missing.
        fee_amount: Option<Decimal> [negative, decides],
        /// Total paid amount.
        total_amount: Decimal [negative],
        /// Currency code (ISO 4217).
        currency: String,
        /// Reference number at the merchant side.
        identity_code: String [numeric],
        /// Bank code at the service side. It may be missing.
        bank_code: Option<String> [numeric],
        /// Reference number at the bank side. It may be missing.
        bank_ref: Option<String> [numeric],
        /// Bill issue date or bill number. Missing counts as `""`.
        purpose_of_transaction: Option<String> [numeric, decides],
        /// Status of the transaction; only `success` is shown.
        status: Status,
        /// Customer code.
        customer_code: Option<String> [numeric, decides],
        /// Name of the customer.
        customer_name: Option<String>,
        /// Phone number of the customer.
        customer_phone: Option<String> [numeric],
        /// Description.
        description: Option<String>,
    }
}

impl VerificationResponse {
    /// Returns the warnings of the transaction, and one for a message in another form.
    pub fn warnings(&self) -> Vec<Finding> {
        let mut warnings = Vec::new();
        tolerated(VerificationResponse::SCHEMA, &self.extra, "", &mut warnings);
        let of_the_transaction = self.data.warnings().into_iter();
        warnings.extend(of_the_transaction.map(|warning| {
            let path = member_path("data", &warning.path);
            warning.with_path(path)
        }));
        warnings
    }
}

impl Transaction {
    /// Returns a warning for each field that section 2.6 requires and the service left out, and for each text that it
    /// sent in another form. No decision depends on one.
    pub fn warnings(&self) -> Vec<Finding> {
        let fields = [
            ("tran_date", self.tran_date.is_none()),
            ("fee_amount", self.fee_amount.is_none()),
            ("bank_code", self.bank_code.is_none()),
            ("bank_ref", self.bank_ref.is_none()),
            ("purpose_of_transaction", self.purpose_of_transaction.is_none()),
        ];
        let absent = fields.into_iter().filter(|(_, is_absent)| *is_absent);
        let mut warnings: Vec<_> =
            absent.map(|(field, _)| Finding::new(field, Code::Required).explained(LEFT_OUT)).collect();
        self.tolerated("", &mut warnings);
        warnings
    }
}

const LEFT_OUT: &str = "the service left out a field that its interface requires; no decision depends on it";
