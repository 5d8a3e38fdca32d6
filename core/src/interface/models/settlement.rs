//! Settle Payment: the models of a bill and of its answer (sections 2.3 and 2.4).

use crate::finding::Finding;
use crate::interface::values::{ResponseCode, Status};
use crate::wire::{Decimal, Given, Instant, Sensitive, model, model::declare::Wire, model::schema::Variation};

/// Success code of the interface (section 7).
pub(crate) const SUCCESS: &str = "000";

/// Key under which the hash is written.
const HASH: &str = "hash";
const WHOLE_UNITS: &str = "the number is not an integer: totals are in whole units of the currency; ask the \
    service whether a bill may be in another unit, such as cents";
/// Sum of the lines' amounts.
pub(crate) const LINE_AMOUNTS: usize = 0;
/// Sum of the lines' taxes.
pub(crate) const LINE_TAXES: usize = 1;
/// Second spelling of a line's name.
pub(crate) const LINE_ITEM_ALIAS: &str = "item_mame";
/// Key of the destination, which the profile's `destinationKey` replaces.
const DESTINATION_KEY: Variation = Variation::Key { position: 0, setting: "profile's `destinationKey`" };
/// Key of a line's name, which the profile's `lineItemKey` replaces.
const LINE_ITEM_KEY: Variation = Variation::Key { position: 1, setting: "profile's `lineItemKey`" };

model! {
    sent in "2.3"
    /// A bill to settle. The field `hash` of section 5.3 is computed, and cannot be given.
    pub struct Settlement {
        /// Reference id of the bill. Signed.
        ref_id: String [signed],
        /// Bill date. Signed, as `yyyyMMddHHmmss`.
        date: Instant [signed],
        /// Bill due date.
        due_date: Instant,
        /// Currency code, such as `KHR`. Signed.
        currency: String [signed],
        /// Total amount of the bill, tax already included, in whole units: 0 to 2^53-1. Signed.
        total_amount: i64 [signed, integer_hint(WHOLE_UNITS)],
        /// Sync code of the customer. Signed.
        customer_sync_code: String [signed],
        /// Total tax in the invoice, in whole units. Not signed.
        total_tax: Option<i64> [integer_hint(WHOLE_UNITS)],
        /// Specific payment method to pay from; the default one if left out. Not signed, never printed.
        payment_method_token: Option<Sensitive>,
        /// Linked biller sync code to settle to. Signed.
        settlement_to: String [signed, varies(DESTINATION_KEY)],
        /// Description.
        description: Option<String> [multiline],
        /// Exchange rate from the base currency to KHR: how many riel are one unit. Above zero.
        exchange_rate_khr: Option<Given<Decimal>> [positive, quoted],
        /// Total amount in KHR. Left out, it is `total_amount` for KHR, else `total_amount` times
        /// `exchange_rate_khr`, exactly. Not signed.
        total_amount_khr: Option<Given<Decimal>> [quoted, varies(Variation::Quotes), derived, followed_by(HASH)],
        /// Line items of the bill. Not signed.
        details: Option<Vec<Line>>,
    }
}

model! {
    sent in "2.3"
    /// A line item of a bill.
    #[derive(Default)]
    pub struct Line {
        /// Name of the item.
        item_name: Option<String> [also(LINE_ITEM_ALIAS), varies(LINE_ITEM_KEY)],
        /// Description of the item.
        description: Option<String> [multiline],
        /// Number of items.
        quantity: Option<i64>,
        /// Price per unit.
        price: Option<Given<Decimal>> [negative],
        /// Total amount for the item.
        amount: Option<Given<Decimal>> [negative, summed(LINE_AMOUNTS)],
        /// Tax applied to the item.
        tax_amount: Option<Given<Decimal>> [negative, summed(LINE_TAXES)],
        /// Name of the tax.
        tax_name: Option<String>,
    }
}

model! {
    received in "2.4"
    /// The answer to a settlement.
    pub struct SettlementResponse {
        /// Status code; `000` is the success.
        code: Option<ResponseCode> [decides],
        /// Message in English.
        message: Option<String>,
        /// Message in Khmer.
        message_kh: Option<String>,
        /// Statuses of the bill and of the payment.
        data: Option<SettlementData> [decides],
    }
}

model! {
    received in "2.4"
    /// Statuses of the bill and of the payment.
    pub struct SettlementData {
        /// The bill.
        bill: Option<BillStatus> [decides],
        /// The payment.
        payment: Option<PaymentStatus> [decides],
    }
}

model! {
    received in "2.4"
    /// The status of a bill.
    pub struct BillStatus {
        /// Its status; only `success` is shown.
        status: Option<Status> [decides],
    }
}

model! {
    received in "2.4"
    /// The status of a payment.
    pub struct PaymentStatus {
        /// Its status; only `success` is shown.
        status: Option<Status> [decides],
    }
}

impl SettlementResponse {
    /// Returns a warning for each text that the service sent in another form. No decision depends on one.
    pub fn warnings(&self) -> Vec<Finding> {
        let mut warnings = Vec::new();
        self.tolerated("", &mut warnings);
        warnings
    }
}
