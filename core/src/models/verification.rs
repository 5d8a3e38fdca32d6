//! Transaction Verification: the models of the question and of the answer (sections 2.5 and 2.6).

use crate::values::{ResponseCode, Status};
use crate::wire::{Decimal, model};

/// Success code of the interface (section 7).
pub(crate) const SUCCESS: &str = "SUCCESS";

model! {
    sent in "2.5"
    /// Which transaction to look for.
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
        /// Transaction date, as received. It carries no zone, so read it in the zone of your provider. It may be missing.
        tran_date: Option<String>,
        /// Original amount of the transaction. One below zero never confirms a payment.
        tran_amount: Decimal [negative],
        /// Fee charged for the transaction. It may be missing.
        fee_amount: Option<Decimal> [negative],
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
        purpose_of_transaction: Option<String> [numeric],
        /// Status of the transaction; only `success` is shown.
        status: Status,
        /// Customer code.
        customer_code: Option<String> [numeric],
        /// Name of the customer.
        customer_name: Option<String>,
        /// Phone number of the customer.
        customer_phone: Option<String> [numeric],
        /// Description.
        description: Option<String>,
    }
}
