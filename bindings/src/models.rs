//! The records and enums of core, as they cross.
// Generated from the declarations of core by `cargo xtask generate`. Do not edit.

use crate::{
    drafts::draft,
    values::{DecimalDraft, Int32, http_statuses, numbers, statuses, unsigned},
};
use billwire::*;

draft! {
    /// A sub biller to register, so that bills can be settled to its account.
    ///
    /// Interface section 2.1.
    pub struct Onboarding {
        /// Sub biller id at the biller side.
        pub supplier_sync_code: String,
        /// Sub biller name in English.
        pub name: String,
        /// Sub biller name in Khmer.
        #[uniffi(default)]
        pub name_kh: Option<String>,
        /// Sub biller address.
        #[uniffi(default)]
        pub address: Option<String>,
        /// Identifier of the bank where the sub biller wants to activate an account, from Get Available Banks.
        /// Where it is filled in, `return_url` is required.
        #[uniffi(default)]
        pub bank_id: Option<String>,
        /// URL to which the sub biller is returned after an account is added. Required when `bank_id` is filled in.
        #[uniffi(default)]
        pub return_url: Option<String>,
        /// Currency for which the sub biller may add a specific account, such as `KHR`.
        #[uniffi(default)]
        pub currency: Option<String>,
    }
}

/// The answer to an onboarding.
///
/// Interface section 2.2.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct OnboardingResponse {
    /// Response code; `000` is the success.
    pub code: Option<ResponseCode>,
    /// Message in English.
    pub message: Option<String>,
    /// Message in Khmer.
    pub message_kh: Option<String>,
    /// The sub biller as the service knows it.
    pub data: Option<OnboardedSubBiller>,
    /// Members that the interface does not name, in their order.
    pub extra: Members,
}

impl From<billwire::OnboardingResponse> for OnboardingResponse {
    fn from(value: billwire::OnboardingResponse) -> OnboardingResponse {
        OnboardingResponse {
            code: value.code,
            message: value.message,
            message_kh: value.message_kh,
            data: value.data.map(OnboardedSubBiller::from),
            extra: value.extra,
        }
    }
}

/// A sub biller as the service knows it.
///
/// Interface section 2.2.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct OnboardedSubBiller {
    /// Supplier code at the service side.
    pub code: Option<ResponseCode>,
    /// Sub biller id at the biller side.
    pub supplier_sync_code: Option<String>,
    /// Sub biller name in English.
    pub name: Option<String>,
    /// Sub biller name in Khmer.
    pub name_kh: Option<String>,
    /// Sub biller address.
    pub address: Option<String>,
    /// Where the account is linked.
    pub add_link_account: Option<AddLinkAccount>,
    /// Members that the interface does not name, in their order.
    pub extra: Members,
}

impl From<billwire::OnboardedSubBiller> for OnboardedSubBiller {
    fn from(value: billwire::OnboardedSubBiller) -> OnboardedSubBiller {
        OnboardedSubBiller {
            code: value.code,
            supplier_sync_code: value.supplier_sync_code,
            name: value.name,
            name_kh: value.name_kh,
            address: value.address,
            add_link_account: value.add_link_account.map(AddLinkAccount::from),
            extra: value.extra,
        }
    }
}

/// Where a sub biller links its account at a bank.
///
/// Interface section 2.2.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct AddLinkAccount {
    /// The address at which the account is linked. Whoever has it can link one, so it is never printed.
    pub web_url: Option<Sensitive>,
    /// Members that the interface does not name, in their order.
    pub extra: Members,
}

impl From<billwire::AddLinkAccount> for AddLinkAccount {
    fn from(value: billwire::AddLinkAccount) -> AddLinkAccount {
        AddLinkAccount { web_url: value.web_url, extra: value.extra }
    }
}

draft! {
    /// A bill to settle. The field `hash` of section 5.3 is computed, and cannot be given.
    ///
    /// Interface section 2.3.
    pub struct Settlement {
        /// Reference id of the bill. Signed.
        pub ref_id: String,
        /// Bill date. Signed, as `yyyyMMddHHmmss`.
        pub date: Instant,
        /// Bill due date.
        pub due_date: Instant,
        /// Currency code, such as `KHR`. Signed.
        pub currency: String,
        /// Total amount of the bill, tax already included, in whole units: 0 to 2^53-1. Signed.
        pub total_amount: i64,
        /// Sync code of the customer. Signed.
        pub customer_sync_code: String,
        /// Total tax in the invoice, in whole units. Not signed.
        #[uniffi(default)]
        pub total_tax: Option<i64>,
        /// Specific payment method to pay from; the default one if left out. Not signed, never printed.
        #[uniffi(default)]
        pub payment_method_token: Option<Sensitive>,
        /// Linked biller sync code to settle to. Signed.
        pub settlement_to: String,
        /// Description.
        #[uniffi(default)]
        pub description: Option<String>,
        /// Exchange rate from the base currency to KHR: how many riel are one unit. Above zero.
        #[uniffi(default)]
        pub exchange_rate_khr: Option<DecimalDraft>,
        /// Total amount in KHR. Left out, it is `total_amount` for KHR, else `total_amount` times
        /// `exchange_rate_khr`, exactly. Not signed.
        #[uniffi(default)]
        pub total_amount_khr: Option<DecimalDraft>,
        /// Line items of the bill. Not signed.
        #[uniffi(default)]
        pub details: Option<Vec<Line>>,
    }
}

draft! {
    /// A line item of a bill.
    ///
    /// Interface section 2.3.
    pub struct Line {
        /// Name of the item.
        #[uniffi(default)]
        pub item_name: Option<String>,
        /// Description of the item.
        #[uniffi(default)]
        pub description: Option<String>,
        /// Number of items.
        #[uniffi(default)]
        pub quantity: Option<i64>,
        /// Price per unit.
        #[uniffi(default)]
        pub price: Option<DecimalDraft>,
        /// Total amount for the item.
        #[uniffi(default)]
        pub amount: Option<DecimalDraft>,
        /// Tax applied to the item.
        #[uniffi(default)]
        pub tax_amount: Option<DecimalDraft>,
        /// Name of the tax.
        #[uniffi(default)]
        pub tax_name: Option<String>,
    }
}

/// The answer to a settlement.
///
/// Interface section 2.4.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct SettlementResponse {
    /// Status code; `000` is the success.
    pub code: Option<ResponseCode>,
    /// Message in English.
    pub message: Option<String>,
    /// Message in Khmer.
    pub message_kh: Option<String>,
    /// Statuses of the bill and of the payment.
    pub data: Option<SettlementData>,
    /// Members that the interface does not name, in their order.
    pub extra: Members,
}

impl From<billwire::SettlementResponse> for SettlementResponse {
    fn from(value: billwire::SettlementResponse) -> SettlementResponse {
        SettlementResponse {
            code: value.code,
            message: value.message,
            message_kh: value.message_kh,
            data: value.data.map(SettlementData::from),
            extra: value.extra,
        }
    }
}

/// Statuses of the bill and of the payment.
///
/// Interface section 2.4.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct SettlementData {
    /// The bill.
    pub bill: Option<BillStatus>,
    /// The payment.
    pub payment: Option<PaymentStatus>,
    /// Members that the interface does not name, in their order.
    pub extra: Members,
}

impl From<billwire::SettlementData> for SettlementData {
    fn from(value: billwire::SettlementData) -> SettlementData {
        SettlementData {
            bill: value.bill.map(BillStatus::from),
            payment: value.payment.map(PaymentStatus::from),
            extra: value.extra,
        }
    }
}

/// The status of a bill.
///
/// Interface section 2.4.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct BillStatus {
    /// Its status; only `success` is shown.
    pub status: Option<Status>,
    /// Members that the interface does not name, in their order.
    pub extra: Members,
}

impl From<billwire::BillStatus> for BillStatus {
    fn from(value: billwire::BillStatus) -> BillStatus {
        BillStatus { status: value.status, extra: value.extra }
    }
}

/// The status of a payment.
///
/// Interface section 2.4.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct PaymentStatus {
    /// Its status; only `success` is shown.
    pub status: Option<Status>,
    /// Members that the interface does not name, in their order.
    pub extra: Members,
}

impl From<billwire::PaymentStatus> for PaymentStatus {
    fn from(value: billwire::PaymentStatus) -> PaymentStatus {
        PaymentStatus { status: value.status, extra: value.extra }
    }
}

draft! {
    /// Which transaction to look for.
    ///
    /// Interface section 2.5.
    pub struct Verification {
        /// Search by reference number at the merchant side.
        pub identity_code: String,
        /// Search by transaction number at the service side.
        #[uniffi(default)]
        pub tran_id: Option<String>,
        /// Search by reference number at the bank side.
        #[uniffi(default)]
        pub bank_ref: Option<String>,
        /// Search by bill issue date or bill number. `""` if the profile's `send_empty_text` allows it.
        pub purpose_of_transaction: String,
    }
}

/// The answer to a verification.
///
/// Interface section 2.6.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct VerificationResponse {
    /// Response code; `SUCCESS` is the success.
    pub code: ResponseCode,
    /// Response message. It may be missing, since no decision depends on it.
    pub message: Option<String>,
    /// The transaction.
    pub data: Transaction,
    /// Members that the interface does not name, in their order.
    pub extra: Members,
}

impl From<billwire::VerificationResponse> for VerificationResponse {
    fn from(value: billwire::VerificationResponse) -> VerificationResponse {
        VerificationResponse { code: value.code, message: value.message, data: value.data.into(), extra: value.extra }
    }
}

/// A transaction as the service has it.
///
/// Interface section 2.6.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct Transaction {
    /// Transaction number at the service side.
    pub tran_id: String,
    /// Transaction date, as received. It carries no zone, so read it in the zone of your provider. It may be missing.
    pub tran_date: Option<String>,
    /// Original amount of the transaction. One below zero never confirms a payment.
    pub tran_amount: Decimal,
    /// Fee charged for the transaction. It may be missing.
    pub fee_amount: Option<Decimal>,
    /// Total paid amount.
    pub total_amount: Decimal,
    /// Currency code (ISO 4217).
    pub currency: String,
    /// Reference number at the merchant side.
    pub identity_code: String,
    /// Bank code at the service side. It may be missing.
    pub bank_code: Option<String>,
    /// Reference number at the bank side. It may be missing.
    pub bank_ref: Option<String>,
    /// Bill issue date or bill number. Missing counts as `""`.
    pub purpose_of_transaction: Option<String>,
    /// Status of the transaction; only `success` is shown.
    pub status: Status,
    /// Customer code.
    pub customer_code: Option<String>,
    /// Name of the customer.
    pub customer_name: Option<String>,
    /// Phone number of the customer.
    pub customer_phone: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Members that the interface does not name, in their order.
    pub extra: Members,
}

impl From<billwire::Transaction> for Transaction {
    fn from(value: billwire::Transaction) -> Transaction {
        Transaction {
            tran_id: value.tran_id,
            tran_date: value.tran_date,
            tran_amount: value.tran_amount,
            fee_amount: value.fee_amount,
            total_amount: value.total_amount,
            currency: value.currency,
            identity_code: value.identity_code,
            bank_code: value.bank_code,
            bank_ref: value.bank_ref,
            purpose_of_transaction: value.purpose_of_transaction,
            status: value.status,
            customer_code: value.customer_code,
            customer_name: value.customer_name,
            customer_phone: value.customer_phone,
            description: value.description,
            extra: value.extra,
        }
    }
}

/// The key of an item's name.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum LineItemKey {
    /// `item_name`, as the table of section 2.3 has it.
    ItemName,
    /// `item_mame`, as the sample spells it.
    ItemMame,
}

/// How verification shows who calls.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum VerificationAuth {
    /// By the header `token`.
    Token,
    /// By `Authorization: Bearer`.
    Bearer,
}

/// Which id of a webhook its verification sends as `tran_id`.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum VerificationTranId {
    /// The webhook's `tran_id`.
    TranId,
    /// The webhook's `tran_no`.
    TranNo,
    /// Neither.
    Neither,
}

/// How dates are written in a body. A host's own instant has no offset, and counts as given in UTC.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum DateStyle {
    /// UTC, as in the sample: `2026-01-31T09:00:00.000Z`.
    Millis,
    /// UTC in whole seconds: `2026-01-31T09:00:00Z`.
    Seconds,
    /// With the offset that was given: `2026-01-31T16:00:00.000+07:00`.
    OffsetMillis,
    /// With the offset that was given, in whole seconds: `2026-01-31T16:00:00+07:00`.
    OffsetSeconds,
    /// Without a zone, in that of `date_offset`: `2026-01-31T16:00:00.000`.
    LocalMillis,
    /// Without a zone, in that of `date_offset`, in whole seconds: `2026-01-31T16:00:00`.
    LocalSeconds,
    /// The date alone, in the zone of `date_offset`: `2026-01-31`.
    Date,
}

/// To which unit a computed `total_amount_khr` is rounded, half up.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum KhrRounding {
    /// It is not rounded.
    Exact,
    /// To one riel.
    Riel,
    /// To a hundred riel.
    HundredRiel,
}

/// How `total_amount_khr` is written.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum KhrForm {
    /// As text, as the table has it.
    Text,
    /// As a number.
    Number,
}

/// A status of a transaction, a bill or a payment (section 3). Only `success` is shown, and nothing else counts as it.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum Status {
    /// `success`.
    Success,
    /// Any other.
    Other {
        /// The text as it came.
        text: String,
    },
}

/// Which channel produced a transaction (section 2.7).
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum PaymentServiceType {
    /// `Bank Channel`: a bank channel such as a mobile app.
    BankChannel,
    /// `KHQR`: a QR code was scanned.
    Khqr,
    /// `Deeplink/Checkout`: a checkout page or an app-to-app deeplink.
    DeeplinkCheckout,
    /// `Direct Debit`: an automatic direct debit.
    DirectDebit,
    /// Any other.
    Other {
        /// The text as it came.
        text: String,
    },
}

draft! {
    compared
    /// Bill or account of the merchant, with which a verification is compared. Its amount is exact, or a range: give `amount`,
    /// or `min_amount` and `max_amount`.
    ///
    /// Interface section 2.5 and 2.6.
    pub struct Expectation {
        /// Reference number at the merchant side.
        pub identity_code: String,
        /// Bill issue date or bill number. `""` if the profile's `send_empty_text` allows it; then a transaction without one is
        /// equal.
        pub purpose_of_transaction: String,
        /// Currency code of the bill.
        pub currency: String,
        /// Exact amount of the bill, without the fee.
        #[uniffi(default)]
        pub amount: Option<DecimalDraft>,
        /// Smallest amount that is right. `0` alone means any amount above zero.
        #[uniffi(default)]
        pub min_amount: Option<DecimalDraft>,
        /// Largest amount that is right. Left out, there is none.
        #[uniffi(default)]
        pub max_amount: Option<DecimalDraft>,
    }
}

/// Payload of a webhook about a transaction. It proves nothing until a verification confirms it.
///
/// Interface section 2.7.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct WebhookPayload {
    /// Reference transaction at the service.
    pub tran_id: Option<String>,
    /// Transaction number at the service.
    pub tran_no: Option<String>,
    /// Transaction type: which channel produced it.
    pub payment_service_type: Option<PaymentServiceType>,
    /// Transaction date, as received. It carries no zone, so read it in the zone of your provider.
    pub tran_date: Option<String>,
    /// Original amount of the transaction. Anything but a number or its text stays in `extra`, with a warning of the event.
    pub tran_amount: Option<Decimal>,
    /// Currency code (ISO 4217). Anything but text stays in `extra`, with a warning of the event.
    pub currency: Option<String>,
    /// Bank code at the service.
    pub bank_code: Option<String>,
    /// Bank name.
    pub bank_name: Option<String>,
    /// Reference number at the bank side.
    pub bank_ref: Option<String>,
    /// Reference number at the merchant side; used to confirm the payment.
    pub identity_code: Option<String>,
    /// Bill issue date or bill number.
    pub purpose_of_transaction: Option<String>,
    /// Serial number of the QR code display device or terminal.
    pub device_code: Option<String>,
    /// Status of the transaction; only `success` is shown.
    pub status: Option<Status>,
    /// The customers: a list, or null, or nothing. The spelling `Customer` is understood too.
    pub customers: Customers,
    /// Members that the interface does not name, in their order.
    pub extra: Members,
}

impl From<billwire::WebhookPayload> for WebhookPayload {
    fn from(value: billwire::WebhookPayload) -> WebhookPayload {
        WebhookPayload {
            tran_id: value.tran_id,
            tran_no: value.tran_no,
            payment_service_type: value.payment_service_type,
            tran_date: value.tran_date,
            tran_amount: value.tran_amount,
            currency: value.currency,
            bank_code: value.bank_code,
            bank_name: value.bank_name,
            bank_ref: value.bank_ref,
            identity_code: value.identity_code,
            purpose_of_transaction: value.purpose_of_transaction,
            device_code: value.device_code,
            status: value.status,
            customers: value.customers.into(),
            extra: value.extra,
        }
    }
}

/// A customer whose bill was paid.
///
/// Interface section 2.7.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct Customer {
    /// Branch code.
    pub branch_code: Option<String>,
    /// Branch name.
    pub branch_name: Option<String>,
    /// Customer code.
    pub customer_code: Option<String>,
    /// Customer name.
    pub customer_name: Option<String>,
    /// Customer name in Latin script.
    pub customer_name_latin: Option<String>,
    /// Bill or invoice number.
    pub bill_no: Option<String>,
    /// Amount of the bill or invoice. It may come as text or as a number. Anything else stays in `extra` under this
    /// name, with a warning of the event: no webhook is refused for it.
    pub amount: Option<Decimal>,
    /// Members that the interface does not name, in their order.
    pub extra: Members,
}

impl From<billwire::Customer> for Customer {
    fn from(value: billwire::Customer) -> Customer {
        Customer {
            branch_code: value.branch_code,
            branch_name: value.branch_name,
            customer_code: value.customer_code,
            customer_name: value.customer_name,
            customer_name_latin: value.customer_name_latin,
            bill_no: value.bill_no,
            amount: value.amount,
            extra: value.extra,
        }
    }
}

/// A field in which the verification differs from what was billed.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct Mismatch {
    /// The field of section 2.6.
    pub field: String,
    /// How it differs.
    pub code: MismatchCode,
}

impl From<billwire::Mismatch> for Mismatch {
    fn from(value: billwire::Mismatch) -> Mismatch {
        Mismatch { field: value.field, code: value.code }
    }
}

/// One of the six parts of a signing string.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct Part {
    /// The field of section 2.3.
    pub field: String,
    /// Its text in the signing string.
    pub text: String,
}

impl From<billwire::Part> for Part {
    fn from(value: billwire::Part) -> Part {
        Part { field: value.field, text: value.text }
    }
}

/// Response codes of the three operations that answer with one.
#[derive(Clone, Debug, Default, PartialEq, uniffi::Record)]
pub struct CodesByOperation {
    /// Codes of onboarding.
    #[uniffi(default)]
    pub onboarding: Vec<String>,
    /// Codes of settlement.
    #[uniffi(default)]
    pub settlement: Vec<String>,
    /// Codes of verification.
    #[uniffi(default)]
    pub verification: Vec<String>,
}

impl From<billwire::CodesByOperation> for CodesByOperation {
    fn from(value: billwire::CodesByOperation) -> CodesByOperation {
        CodesByOperation {
            onboarding: value.onboarding,
            settlement: value.settlement,
            verification: value.verification,
        }
    }
}

impl From<CodesByOperation> for billwire::CodesByOperation {
    fn from(settings: CodesByOperation) -> billwire::CodesByOperation {
        billwire::CodesByOperation::builder()
            .onboarding(settings.onboarding)
            .settlement(settings.settlement)
            .verification(settings.verification)
            .build()
    }
}

/// Which field of the bill each field of the verification request carries.
#[derive(Clone, Debug, Default, PartialEq, uniffi::Record)]
pub struct SettlementLookup {
    /// The field that `identity_code` carries: a text field of section 2.3 that is no secret.
    pub identity_code: String,
    /// The field that `purpose_of_transaction` carries: a text field of section 2.3 that is no secret, or `date` or
    /// `due_date`.
    pub purpose_of_transaction: String,
    /// How a date is written: `yyyy`, `MM`, `dd`, `HH`, `mm` and `ss` with `-`, `/`, `.`, `:`, `_`, `T` or spaces
    /// between them, in the zone of `date_offset`. Required for a date, and for nothing else.
    #[uniffi(default)]
    pub date_format: Option<String>,
    /// The field of the bill that a transaction's `customer_code` repeats: a text field of section 2.3 that is no secret.
    /// Default unset: `customer_code` is not compared.
    #[uniffi(default)]
    pub customer_code: Option<String>,
}

impl From<billwire::SettlementLookup> for SettlementLookup {
    fn from(value: billwire::SettlementLookup) -> SettlementLookup {
        SettlementLookup {
            identity_code: value.identity_code,
            purpose_of_transaction: value.purpose_of_transaction,
            date_format: value.date_format,
            customer_code: value.customer_code,
        }
    }
}

impl From<SettlementLookup> for billwire::SettlementLookup {
    fn from(settings: SettlementLookup) -> billwire::SettlementLookup {
        billwire::SettlementLookup::builder()
            .identity_code(settings.identity_code)
            .purpose_of_transaction(settings.purpose_of_transaction)
            .maybe_date_format(settings.date_format)
            .maybe_customer_code(settings.customer_code)
            .build()
    }
}

/// Statuses of the three objects that carry one (section 3).
#[derive(Clone, Debug, Default, PartialEq, uniffi::Record)]
pub struct StatusesByObject {
    /// Statuses of a bill.
    #[uniffi(default)]
    pub bill: Vec<String>,
    /// Statuses of a payment.
    #[uniffi(default)]
    pub payment: Vec<String>,
    /// Statuses of a transaction.
    #[uniffi(default)]
    pub transaction: Vec<String>,
}

impl From<billwire::StatusesByObject> for StatusesByObject {
    fn from(value: billwire::StatusesByObject) -> StatusesByObject {
        StatusesByObject { bill: value.bill, payment: value.payment, transaction: value.transaction }
    }
}

impl From<StatusesByObject> for billwire::StatusesByObject {
    fn from(settings: StatusesByObject) -> billwire::StatusesByObject {
        billwire::StatusesByObject::builder()
            .bill(settings.bill)
            .payment(settings.payment)
            .transaction(settings.transaction)
            .build()
    }
}

/// A mistake that produces the observed hash, or two that do so together.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct Cause {
    /// Its stable name, such as `zone` or `hex`; two names joined by `+` for a pair.
    pub mistake: String,
    /// With which zone, field, pattern, separator or text, if the name does not say it all; those of a pair are joined by
    /// ` + `.
    pub with: Option<String>,
    /// The setting of billwire that agrees with the mistake, such as `signingOffset: "+07:00"`, if there is one; those of a
    /// pair are joined by `; `. Use it where the service confirms that the mistake is on this side.
    pub setting: Option<String>,
    /// The mistake of the other program, in one sentence, and what to change there if that does not go without saying.
    pub explanation: String,
}

/// Parts of a signature (section 5.3). It holds no secret.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct Explanation {
    /// The six parts, in their order.
    pub parts: Vec<Part>,
    /// The parts joined.
    pub signing_string: String,
    /// The zone in which the digits of the date are written, as `±HH:MM`.
    pub signing_offset: String,
    /// The hash.
    pub hash: String,
    /// How many bills the signing string could stand for.
    pub parses: i64,
    /// Findings about the observed hash; none if none was given.
    pub observed: Option<Observed>,
}

/// Findings about an observed hash.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct Observed {
    /// Whether it is the right one.
    pub matches: bool,
    /// Whether white space around it was cut off first, or a character that nobody sees (U+200B, U+FEFF).
    pub trimmed: bool,
    /// The result in one word.
    pub code: ObservedCode,
    /// The result in one sentence.
    pub explanation: String,
    /// The mistakes that produce it, each of them alone, the likeliest first. If none does, pairs of mistakes.
    pub causes: Vec<Cause>,
    /// How many signatures were tried: the search has ended early if it is the limit.
    pub tried: Int32,
}

/// Settings for what the interface does not show, or what a deployment does otherwise. The default is the interface as it is written.
///
/// It is plain data, and it is read from JSON with the names below in camel case (`destinationKey`).
#[derive(Clone, Debug, Default, PartialEq, uniffi::Record)]
pub struct WireProfile {
    /// Key of a settlement's destination. Default `settlement_to`.
    #[uniffi(default)]
    pub destination_key: Option<String>,
    /// Success codes in addition to those of section 7.
    #[uniffi(default)]
    pub success_codes: Option<CodesByOperation>,
    /// Codes that mean a refusal. Default none, because the interface documents none.
    #[uniffi(default)]
    pub refusal_codes: Option<CodesByOperation>,
    /// Codes that mean that nothing was found. Default none, because the interface documents none.
    #[uniffi(default)]
    pub not_found_codes: Option<CodesByOperation>,
    /// HTTP statuses, 200 to 299 or 400 to 499, under which a not-found code means that nothing was found. Default 200.
    #[uniffi(default)]
    pub not_found_statuses: Option<Vec<Int32>>,
    /// Codes that mean that the bill or the sub biller exists already. After one, a bill is looked up and never sent again.
    /// Default none, because the interface documents none.
    #[uniffi(default)]
    pub exists_already_codes: Option<CodesByOperation>,
    /// HTTP statuses, 400 to 599, that mean that nothing has happened. They apply only if the body has no code, or a refusal
    /// code. Default 400, 401, 403, 422 and 429. The list may be empty.
    #[uniffi(default)]
    pub nothing_happened_statuses: Option<Vec<Int32>>,
    /// Statuses that mean success, compared exactly. Default `success` for each.
    #[uniffi(default)]
    pub success_statuses: Option<StatusesByObject>,
    /// Statuses that mean that the outcome is not decided yet, so that asking again is the next step. Default none.
    #[uniffi(default)]
    pub pending_statuses: Option<StatusesByObject>,
    /// Statuses that mean that no money moves. Default none.
    #[uniffi(default)]
    pub failed_statuses: Option<StatusesByObject>,
    /// Fields of the bill that a verification sends to look it up. Default unset: a bill cannot be looked up.
    #[uniffi(default)]
    pub settlement_lookup: Option<SettlementLookup>,
    /// Key of an item's name. Default `item_name`; the sample of section 2.3 spells it `item_mame`.
    #[uniffi(default)]
    pub line_item_key: Option<LineItemKey>,
    /// Credential of a verification. Default `token` (section 5.2).
    #[uniffi(default)]
    pub verification_auth: Option<VerificationAuth>,
    /// Id of a webhook that its verification sends as `tran_id`. Default `tran_id`.
    #[uniffi(default)]
    pub verification_tran_id: Option<VerificationTranId>,
    /// Whether a confirmation requires `tran_amount` plus `fee_amount` to equal `total_amount`, as in the sample of section
    /// 2.6. Default false.
    #[uniffi(default)]
    pub compare_totals: Option<bool>,
    /// Whether a confirmation accepts a `total_amount` below `tran_amount`, for a provider that takes its fee from the
    /// payment. Default false.
    #[uniffi(default)]
    pub allow_lower_total: Option<bool>,
    /// Format of dates. Default `millis`: UTC with `Z`. `offset_…` keeps the offset of the request; an instant without an
    /// offset is written in UTC. `local_…` and `date` write no zone and use that of `date_offset`.
    #[uniffi(default)]
    pub date_style: Option<DateStyle>,
    /// Zone of dates that are written without one, such as `+07:00`. Default UTC.
    #[uniffi(default)]
    pub date_offset: Option<SigningOffset>,
    /// Zone of a received `tran_date` that names none, such as `+07:00`. Default unset: it may be any zone.
    #[uniffi(default)]
    pub tran_date_offset: Option<SigningOffset>,
    /// Zone of the date's digits in the signing string, such as `+07:00`. Default UTC.
    #[uniffi(default)]
    pub signing_offset: Option<SigningOffset>,
    /// Whether `total_amount_khr` is sent as text or as a number. Default `text`.
    #[uniffi(default)]
    pub total_amount_khr_as: Option<KhrForm>,
    /// Unit to which a computed `total_amount_khr` is rounded, half up. Default `exact`: no rounding.
    #[uniffi(default)]
    pub total_amount_khr_rounding: Option<KhrRounding>,
    /// Whether a text `""` is sent instead of refused, where a text is optional and in `purpose_of_transaction`. Default
    /// false.
    #[uniffi(default)]
    pub send_empty_text: Option<bool>,
}

impl From<WireProfile> for billwire::WireProfile {
    fn from(settings: WireProfile) -> billwire::WireProfile {
        let default = billwire::WireProfile::default();
        billwire::WireProfile::builder()
            .maybe_destination_key(settings.destination_key)
            .maybe_success_codes(settings.success_codes.map(Into::into))
            .maybe_refusal_codes(settings.refusal_codes.map(Into::into))
            .maybe_not_found_codes(settings.not_found_codes.map(Into::into))
            .maybe_not_found_statuses(settings.not_found_statuses.map(numbers))
            .maybe_exists_already_codes(settings.exists_already_codes.map(Into::into))
            .maybe_nothing_happened_statuses(settings.nothing_happened_statuses.map(numbers))
            .maybe_success_statuses(
                settings.success_statuses.map(|setting| statuses(setting.into(), default.success_statuses)),
            )
            .maybe_pending_statuses(
                settings.pending_statuses.map(|setting| statuses(setting.into(), default.pending_statuses)),
            )
            .maybe_failed_statuses(
                settings.failed_statuses.map(|setting| statuses(setting.into(), default.failed_statuses)),
            )
            .maybe_settlement_lookup(settings.settlement_lookup.map(Into::into))
            .maybe_line_item_key(settings.line_item_key)
            .maybe_verification_auth(settings.verification_auth)
            .maybe_verification_tran_id(settings.verification_tran_id)
            .maybe_compare_totals(settings.compare_totals)
            .maybe_allow_lower_total(settings.allow_lower_total)
            .maybe_date_style(settings.date_style)
            .maybe_date_offset(settings.date_offset)
            .maybe_tran_date_offset(settings.tran_date_offset)
            .maybe_signing_offset(settings.signing_offset)
            .maybe_total_amount_khr_as(settings.total_amount_khr_as)
            .maybe_total_amount_khr_rounding(settings.total_amount_khr_rounding)
            .maybe_send_empty_text(settings.send_empty_text)
            .build()
    }
}

/// Attempts, pauses and limits of a `CreditFlow`. All times are in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, uniffi::Record)]
pub struct CreditPolicy {
    /// Number of verifications that one flow of an unpaid bill makes: 1 to 100. Default 5. An event leads to one.
    #[uniffi(default)]
    pub attempts: Option<Int32>,
    /// First pause after a verification without a result; each further pause is twice as long. Default 500.
    #[uniffi(default)]
    pub pause_ms: Option<i64>,
    /// Longest pause. Default 60,000.
    #[uniffi(default)]
    pub longest_pause_ms: Option<i64>,
    /// Time after which an event that anyone can send is answered, whatever its bill, so that the time tells nothing. It has to
    /// cover your HTTP time-out. Default 6,000.
    #[uniffi(default)]
    pub unauthenticated_reply_ms: Option<i64>,
}

impl From<CreditPolicy> for billwire::CreditPolicy {
    fn from(settings: CreditPolicy) -> billwire::CreditPolicy {
        billwire::CreditPolicy::builder()
            .maybe_attempts(settings.attempts.map(Int32::count))
            .maybe_pause_ms(settings.pause_ms.map(unsigned))
            .maybe_longest_pause_ms(settings.longest_pause_ms.map(unsigned))
            .maybe_unauthenticated_reply_ms(settings.unauthenticated_reply_ms.map(unsigned))
            .build()
    }
}

/// Attempts, pauses and limits of a `SettlementFlow`. All times are in milliseconds.
///
/// The interface shows no times (section 8). Agree on `not_found_holds_ms` with your service: it is what protects from
/// paying twice when a request is recorded late.
#[derive(Clone, Debug, Default, PartialEq, uniffi::Record)]
pub struct SettlementPolicy {
    /// Number of times that the settlement may be sent: 1 to 100. Default 5.
    #[uniffi(default)]
    pub attempts: Option<Int32>,
    /// First pause before the settlement is sent again or looked up again; each further pause is twice as long.
    /// Default 500.
    #[uniffi(default)]
    pub pause_ms: Option<i64>,
    /// Longest pause. Default 60,000.
    #[uniffi(default)]
    pub longest_pause_ms: Option<i64>,
    /// Time for which lookups must say "not found", at least three times and nothing else, before the settlement may be sent
    /// again. Only pauses that the flow asked for count. It doubles with each further attempt, up to `deadline_ms`. Default 120,000.
    #[uniffi(default)]
    pub not_found_holds_ms: Option<i64>,
    /// Time in which a request has ended once it was given out: your HTTP time-out and a margin, by which the clocks of
    /// two processes may differ. Default 60,000.
    #[uniffi(default)]
    pub in_flight_ms: Option<i64>,
    /// Time after the start after which nothing is sent again. Default 3,600,000.
    #[uniffi(default)]
    pub deadline_ms: Option<i64>,
    /// Whether a flow of a bill of which nothing is in doubt begins as if an attempt had been forgotten: it looks the bill up, and
    /// sends nothing before "not found" has held. It looks up a refused bill, too, and does not send it. For restored backups,
    /// lost records and a predecessor program. `not_found_holds_ms` then has to cover `in_flight_ms`, too; with a restored
    /// record, begin once every request of the lost flows has ended and is recorded. Default false.
    #[uniffi(default)]
    pub look_first: Option<bool>,
}

impl From<SettlementPolicy> for billwire::SettlementPolicy {
    fn from(settings: SettlementPolicy) -> billwire::SettlementPolicy {
        billwire::SettlementPolicy::builder()
            .maybe_attempts(settings.attempts.map(Int32::count))
            .maybe_pause_ms(settings.pause_ms.map(unsigned))
            .maybe_longest_pause_ms(settings.longest_pause_ms.map(unsigned))
            .maybe_not_found_holds_ms(settings.not_found_holds_ms.map(unsigned))
            .maybe_in_flight_ms(settings.in_flight_ms.map(unsigned))
            .maybe_deadline_ms(settings.deadline_ms.map(unsigned))
            .maybe_look_first(settings.look_first)
            .build()
    }
}

impl From<billwire::WireProfile> for WireProfile {
    fn from(profile: billwire::WireProfile) -> WireProfile {
        WireProfile {
            destination_key: Some(profile.destination_key),
            success_codes: Some(profile.success_codes.into()),
            refusal_codes: Some(profile.refusal_codes.into()),
            not_found_codes: Some(profile.not_found_codes.into()),
            not_found_statuses: Some(http_statuses(profile.not_found_statuses)),
            exists_already_codes: Some(profile.exists_already_codes.into()),
            nothing_happened_statuses: Some(http_statuses(profile.nothing_happened_statuses)),
            success_statuses: Some(profile.success_statuses.into()),
            pending_statuses: Some(profile.pending_statuses.into()),
            failed_statuses: Some(profile.failed_statuses.into()),
            settlement_lookup: profile.settlement_lookup.map(SettlementLookup::from),
            line_item_key: Some(profile.line_item_key),
            verification_auth: Some(profile.verification_auth),
            verification_tran_id: Some(profile.verification_tran_id),
            compare_totals: Some(profile.compare_totals),
            allow_lower_total: Some(profile.allow_lower_total),
            date_style: Some(profile.date_style),
            date_offset: Some(profile.date_offset),
            tran_date_offset: profile.tran_date_offset,
            signing_offset: Some(profile.signing_offset),
            total_amount_khr_as: Some(profile.total_amount_khr_as),
            total_amount_khr_rounding: Some(profile.total_amount_khr_rounding),
            send_empty_text: Some(profile.send_empty_text),
        }
    }
}

/// Authentication of a call.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum Authentication {
    /// `Authorization: Bearer …` (section 5.1).
    Bearer,
    /// `token: …` (section 5.2).
    Token,
}

/// Result of the database transaction of a `CreditStep.Credit`.
#[uniffi::remote(Enum)]
pub enum Claim {
    /// The transaction is claimed and the bill is credited.
    Credited,
    /// This transaction has paid this bill before. Nothing was changed.
    CreditedBefore,
    /// The transaction has paid another bill, or another transaction has paid this one. Nothing was changed.
    PaidOtherwise,
}

/// Rule that a finding names. Its text never changes once released.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum Code {
    /// `required`: this field is required.
    Required,
    /// `wrong_type`: the value has the wrong type.
    WrongType,
    /// `unknown_field`: unknown field; if it is meant, put it into `extra`.
    UnknownField,
    /// `reserved_key`: this key is written by billwire and cannot be given.
    ReservedKey,
    /// `empty`: the text is empty.
    Empty,
    /// `control_character`: the text holds a control character.
    ControlCharacter,
    /// `lone_surrogate`: the text holds half a surrogate pair.
    LoneSurrogate,
    /// `not_an_integer`: the number is not an integer.
    NotAnInteger,
    /// `not_finite`: the number is not finite.
    NotFinite,
    /// `out_of_range`: the number is out of range for this field.
    OutOfRange,
    /// `too_many_digits`: the number has more than 34 significant digits.
    TooManyDigits,
    /// `inexact_number`: a number of over 15 digits is not exact: give the decimal as text.
    InexactNumber,
    /// `invalid_decimal`: the text is not a plain decimal number.
    InvalidDecimal,
    /// `invalid_instant`: the text is not an RFC 3339 timestamp such as 2026-01-31T09:00:00.000Z.
    InvalidInstant,
    /// `missing_offset`: without Z or an offset such as +07:00 the timestamp is ambiguous.
    MissingOffset,
    /// `too_precise`: the timestamp has more than three fraction digits.
    TooPrecise,
    /// `leap_second`: second 60 cannot be signed.
    LeapSecond,
    /// `year_out_of_range`: the year is outside 0000 to 9999.
    YearOutOfRange,
    /// `too_deep`: the value is nested too deeply.
    TooDeep,
    /// `too_large`: the body has more bytes than allowed.
    TooLarge,
    /// `too_many_items`: the list has more elements than allowed.
    TooManyItems,
    /// `invalid_json`: the body is not valid JSON.
    InvalidJson,
    /// `invalid_utf8`: the body is not valid UTF-8.
    InvalidUtf8,
    /// `duplicate_key`: a key stands twice in one object.
    DuplicateKey,
    /// `conflicting_values`: two spellings of one field hold different values.
    ConflictingValues,
    /// `unknown_value`: this setting has no such value.
    UnknownValue,
    /// `required_with_bank_id`: return_url is required when bank_id is filled in.
    RequiredWithBankId,
    /// `underivable`: give total_amount_khr, or exchange_rate_khr from which it is computed.
    Underivable,
    /// `too_many_lines`: the bill has more line items than the biller's limit of lines allows.
    TooManyLines,
    /// `lines_do_not_sum`: the amounts of the lines do not sum to total_amount.
    LinesDoNotSum,
    /// `khr_does_not_match`: total_amount_khr is not total_amount times the exchange rate.
    KhrDoesNotMatch,
    /// `due_before_date`: due_date lies before date.
    DueBeforeDate,
    /// `tax_above_total`: total_tax is above total_amount, which includes it.
    TaxAboveTotal,
    /// `unknown_currency`: the currency is not an ISO 4217 code.
    UnknownCurrency,
    /// `surrounding_space`: there is white space at an end of the text, such as a file's line end: trim it.
    SurroundingSpace,
    /// `invisible_character`: the text holds an invisible character, which is signed too.
    InvisibleCharacter,
    /// `zero_total`: total_amount is 0, which pays nothing.
    ZeroTotal,
    /// `no_address`: the address does not begin with a scheme such as https://, or it runs a script.
    NoAddress,
    /// `ambiguous_signing_string`: total_amount and customer_sync_code are signed without a separator, and the code begins with a digit.
    AmbiguousSigningString,
    /// `shape_mismatch`: the code does not have the shape that was declared for it.
    ShapeMismatch,
    /// `invalid_base_url`: give https://, a plain host and at most a path: no user, query, fragment or backslash.
    InvalidBaseUrl,
    /// `invalid_path`: give a path that begins with a slash: no dot segments, no empty ones, no query.
    InvalidPath,
    /// `not_allowed`: this operation does not take it.
    NotAllowed,
    /// `insecure_base_url`: http is only for localhost, 127.0.0.1 and [::1], with `allowLoopbackHttp`.
    InsecureBaseUrl,
    /// `invalid_token`: the token holds something else than visible ASCII characters.
    InvalidToken,
    /// `bearer_prefix`: give the token alone, without the word Bearer.
    BearerPrefix,
    /// `placeholder_credential`: the credential looks like a variable that was not set (undefined, ${NAME}) or is in quotes.
    PlaceholderCredential,
    /// `browser`: credentials do not belong in a browser: prepare on a server, or set dangerouslyAllowBrowser.
    Browser,
    /// `listed_twice`: another list holds this value already.
    ListedTwice,
    /// `missing_token`: the webhook carries no Token header; no other header, such as Authorization, counts.
    MissingToken,
    /// `duplicate_token`: the webhook carries more than one Token header.
    DuplicateToken,
    /// `unchecked_token`: the webhook carries a Token, which a receiver of the checkout variant does not check: make a receiver of the merchant proxy with it.
    UncheckedToken,
    /// `wrong_token`: the webhook's Token is not an expected one.
    WrongToken,
    /// `refused`: the service refused: its code is listed as a refusal.
    Refused,
    /// `code_without_meaning`: the interface names this response code without a meaning.
    CodeWithoutMeaning,
    /// `unknown_code`: the response code is neither a success nor a known refusal.
    UnknownCode,
    /// `missing_code`: the response carries no code.
    MissingCode,
    /// `no_reference`: no field of the lookup carries ref_id, so it identifies no bill.
    NoReference,
    /// `exists_already`: the service answers that it exists already.
    ExistsAlready,
    /// `declared_failed`: the service declared the bill, the payment or the transaction failed.
    DeclaredFailed,
    /// `not_found`: the service has found nothing.
    NotFound,
    /// `contradictory`: the answer contradicts itself: a failure beside a success.
    Contradictory,
    /// `http_status`: the HTTP status is not 200.
    HttpStatus,
    /// `redirect`: the service redirected: credentials and bills are not sent elsewhere.
    Redirect,
    /// `no_answer`: no answer arrived.
    NoAnswer,
    /// `bearer`: this call needs the bearer token, which is not set; if it comes from an environment variable, that one is missing.
    Bearer,
    /// `verification_token`: this call needs the verification token, which is not set; if it comes from an environment variable, that one is missing.
    VerificationToken,
    /// `hash_token`: this call needs the hash token, which is not set; if it comes from an environment variable, that one is missing.
    HashToken,
    /// `settlement_lookup`: the profile's `settlementLookup` is not set, so a bill cannot be looked up.
    SettlementLookup,
    /// `not_found_codes`: no not-found code of verification is set, so a bill whose answer is lost is never sent again.
    NotFoundCodes,
    /// `not_settled_yet`: the service accepted the settlement and does not say that it is settled.
    NotSettledYet,
    /// `attempts_used_up`: every attempt that the policy allows was made, and nothing moved.
    AttemptsUsedUp,
    /// `deadline_passed`: the deadline of the policy has passed.
    DeadlinePassed,
    /// `other_transaction`: the service has another transaction under the references of this bill.
    OtherTransaction,
    /// `out_of_turn`: the flow expects something else: ask for its step, do it, and say what happened once.
    OutOfTurn,
    /// `record_version`: a later version of billwire wrote this record: update billwire to read it.
    RecordVersion,
    /// `record_stored`: a record of this bill is stored already: load it, and make the flow with it.
    RecordStored,
    /// `not_refused`: only a refused record can be reopened, and only an unclear one takes a person's word.
    NotRefused,
    /// `persons_word`: a person has asked the service, and nothing has moved.
    PersonsWord,
    /// `other_bill`: the record is of another bill, or the bill was changed after its first attempt.
    OtherBill,
    /// `internal`: a fault inside billwire: please report it.
    Internal,
}

/// Reason of a pause.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum CreditWait {
    /// The last verification had no result, and the bill is verified again.
    VerifyAgain,
    /// Anyone can have sent the event, so every response comes at the same time.
    Reply,
}

/// Relation of a delivery to the record of an earlier one with the same `WebhookEvent.dedupKey`.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum Delivery {
    /// There is no record yet.
    New,
    /// It says what the record says.
    Replay,
    /// It says something else about the same transaction.
    Conflict,
}

/// Whether an operation changes something at the service.
#[uniffi::remote(Enum)]
pub enum Effect {
    /// Changes something: sending it twice may do it twice.
    Changes,
    /// Only reads: it may be sent again.
    Reads,
}

/// A group of operations (section 4.5).
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum Group {
    /// The payment method group.
    PaymentMethod,
    /// The sub biller group.
    SubBiller,
    /// The checkout group.
    Checkout,
    /// The service group.
    Service,
    /// The merchant proxy group.
    MerchantProxy,
}

/// How a field differs.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum MismatchCode {
    /// It is blank, or an amount of zero.
    Absent,
    /// It has another value.
    Different,
}

/// Next step after an error, or after a settlement that may be incomplete.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum NextStep {
    /// Correct the request or the settings, and send anew.
    FixRequest,
    /// Correct the credentials, and send anew.
    FixCredentials,
    /// Nothing has happened: this settlement or onboarding may be sent again.
    SendAgain,
    /// Ask again later: the operation only reads. It is no permission to settle again.
    VerifyAgain,
    /// It may have happened: find out by verification before anything is sent again.
    VerifyFirst,
    /// Neither the interface nor the profile shows a way to find out: ask the service's people.
    AskService,
}

/// Result of looking at an observed hash.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum ObservedCode {
    /// The hash is the right one.
    Matches,
    /// Known mistakes produce it.
    Explained,
    /// No known mistake produces it: another key or other values.
    Unexplained,
    /// No known mistake produces it, and it is not 88 characters of Base64.
    NotAHash,
}

/// Operation that the interface names.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum OperationName {
    /// `onboarding`: Onboarding.
    Onboarding,
    /// `settlement`: Settle Payment.
    Settlement,
    /// `verification`: Transaction Verification.
    Verification,
    /// `webhook`: Webhook.
    Webhook,
    /// `authorization`: Authorization.
    Authorization,
    /// `create_customer`: Create Customer.
    CreateCustomer,
    /// `get_payment_methods`: Get Payment Methods.
    GetPaymentMethods,
    /// `get_list_bills`: Get List bills.
    GetListBills,
    /// `get_wallet_balance`: Get Wallet Balance.
    GetWalletBalance,
    /// `get_transaction_detail`: Get Transaction Detail.
    GetTransactionDetail,
    /// `get_available_banks`: Get Available Banks.
    GetAvailableBanks,
    /// `add_link_account`: Add Link Account.
    AddLinkAccount,
    /// `verify_linked_bank_account`: Verify Linked Bank Account.
    VerifyLinkedBankAccount,
    /// `transaction_initiation`: Transaction Initiation.
    TransactionInitiation,
    /// `proxy`: Proxy.
    Proxy,
}

/// Authentication of a webhook's sender.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum WebhookAuthentication {
    /// It showed an expected token. A token is a bearer value and does not cover the body.
    Token,
    /// The checkout variant shows no authentication: anybody may have sent it.
    Unauthenticated,
}

/// Result that a person found out from the service.
#[uniffi::remote(Enum)]
pub enum Resolution {
    /// The money has moved.
    Settled,
    /// Nothing has moved, and nothing will.
    NothingMoved,
}

/// Whether a request that brought no answer may have reached the service.
#[uniffi::remote(Enum)]
pub enum Sent {
    /// It cannot have: no connection was made.
    No,
    /// It may have.
    Maybe,
}

/// Reason of a pause.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum WaitReason {
    /// The last attempt moved nothing, and the settlement is sent again.
    SendAgain,
    /// The last attempt is in doubt, and the bill is looked up.
    LookUp,
}

/// The customers of a webhook: the interface tells a list, null and nothing apart.
#[derive(Clone, Debug, PartialEq, uniffi::Enum)]
pub enum Customers {
    /// The key is not there.
    Absent,
    /// `null`, as the merchant-proxy variant may send.
    Null,
    /// A list, which may be empty.
    Listed {
        /// The customers.
        customers: Vec<Customer>,
    },
}

impl From<billwire::Customers> for Customers {
    fn from(value: billwire::Customers) -> Customers {
        match value {
            billwire::Customers::Absent => Customers::Absent,
            billwire::Customers::Null => Customers::Null,
            billwire::Customers::Listed { customers } => {
                Customers::Listed { customers: customers.into_iter().map(Customer::from).collect() }
            }
        }
    }
}

/// Outcome of a settlement with a success code.
#[derive(Clone, Debug, PartialEq, uniffi::Enum)]
pub enum SettlementOutcome {
    /// Bill and payment are both `success`: the money has moved.
    Settled {
        /// The answer.
        response: SettlementResponse,
    },
    /// The service took the bill, but does not say that both are `success`. It must not be settled again blindly.
    Accepted {
        /// The answer, with the statuses it has.
        response: SettlementResponse,
        /// How to find out what became of it: `verifyAgain` if the statuses say that it is not decided yet.
        next_step: NextStep,
    },
    /// The service took the bill, and declares the bill or the payment failed by a status that the profile lists.
    Failed {
        /// The answer, with the statuses it has.
        response: SettlementResponse,
        /// How to find out that nothing has moved.
        next_step: NextStep,
    },
}

impl TryFrom<billwire::SettlementOutcome> for SettlementOutcome {
    type Error = Error;

    fn try_from(value: billwire::SettlementOutcome) -> Result<SettlementOutcome, Error> {
        Ok(match value {
            billwire::SettlementOutcome::Settled { response } => {
                SettlementOutcome::Settled { response: response.into() }
            }
            billwire::SettlementOutcome::Accepted { response, next_step } => {
                SettlementOutcome::Accepted { response: response.into(), next_step }
            }
            billwire::SettlementOutcome::Failed { response, next_step } => {
                SettlementOutcome::Failed { response: response.into(), next_step }
            }
            _ => return Err(Error::Internal),
        })
    }
}
