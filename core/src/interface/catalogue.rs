//! The catalogue: every operation that the interface names, one row each.

use crate::interface::http::Method;
use crate::wire::model::named::named;
use std::fmt;

/// Authentication of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[non_exhaustive]
pub enum Authentication {
    /// `Authorization: Bearer …` (section 5.1).
    Bearer,
    /// `token: …` (section 5.2).
    Token,
}

/// Declares the catalogue: one row per operation.
macro_rules! catalogue {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident = $text:literal, $title:literal, $method:ident, $effect:ident, [$($group:ident),*];
    )+) => {
        /// The fifteen operations that the interface names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
        #[non_exhaustive]
        pub enum OperationName { $( $(#[doc = $doc])+ $name ),+ }

        impl OperationName {
            /// Every operation, in the order of the interface.
            pub const ALL: &'static [OperationName] = &[ $( OperationName::$name ),+ ];

            /// Returns the name, such as `settlement`.
            pub const fn as_str(self) -> &'static str {
                match self { $( OperationName::$name => $text ),+ }
            }

            /// Returns its title in the interface.
            pub const fn title(self) -> &'static str {
                match self { $( OperationName::$name => $title ),+ }
            }

            /// Returns what it does, in one sentence.
            pub const fn description(self) -> &'static str {
                match self { $( OperationName::$name => concat!($($doc),+).trim_ascii() ),+ }
            }

            /// Returns the method by which it is called. The service calls a webhook.
            pub const fn method(self) -> Method {
                match self { $( OperationName::$name => Method::$method ),+ }
            }

            /// Returns whether it changes something at the service.
            pub const fn effect(self) -> Effect {
                match self { $( OperationName::$name => Effect::$effect ),+ }
            }

            /// Returns the groups that list it (section 4.5); none for the operations of sections 4.1 to 4.4.
            pub const fn groups(self) -> &'static [Group] {
                match self { $( OperationName::$name => &[ $( Group::$group ),* ] ),+ }
            }
        }
    };
}

/// Whether an operation changes something at the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Changes something: sending it twice may do it twice.
    Changes,
    /// Only reads: it may be sent again.
    Reads,
}

named! {
    /// A group of operations (section 4.5).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
    #[non_exhaustive]
    pub enum Group {
        /// The payment method group.
        PaymentMethod = "payment_method",
        /// The sub biller group.
        SubBiller = "sub_biller",
        /// The checkout group.
        Checkout = "checkout",
        /// The service group.
        Service = "service",
        /// The merchant proxy group.
        MerchantProxy = "merchant_proxy",
    }
}

catalogue! {
    /// Registers a sub biller (section 4.1).
    Onboarding = "onboarding", "Onboarding", Post, Changes, [];
    /// Pushes a signed bill and settles it (section 4.2).
    Settlement = "settlement", "Settle Payment", Post, Changes, [];
    /// Asks for the status of a transaction (section 4.3).
    Verification = "verification", "Transaction Verification", Post, Reads, [];
    /// Tells the merchant of a transaction (section 4.4).
    Webhook = "webhook", "Webhook", Post, Changes, [];
    /// Obtains the bearer token.
    Authorization = "authorization", "Authorization", Post, Reads, [PaymentMethod, SubBiller, Checkout];
    /// Creates a customer.
    CreateCustomer = "create_customer", "Create Customer", Post, Changes, [PaymentMethod];
    /// Lists payment methods.
    GetPaymentMethods = "get_payment_methods", "Get Payment Methods", Get, Reads, [PaymentMethod];
    /// Lists bills.
    GetListBills = "get_list_bills", "Get List bills", Get, Reads, [PaymentMethod];
    /// Asks for a wallet's balance.
    GetWalletBalance = "get_wallet_balance", "Get Wallet Balance", Post, Reads, [PaymentMethod];
    /// Asks for a transaction's details.
    GetTransactionDetail = "get_transaction_detail", "Get Transaction Detail", Post, Reads, [PaymentMethod];
    /// Lists the banks at which an account can be linked.
    GetAvailableBanks = "get_available_banks", "Get Available Banks", Get, Reads, [SubBiller];
    /// Links an account.
    AddLinkAccount = "add_link_account", "Add Link Account", Post, Changes, [SubBiller];
    /// Verifies a linked account.
    VerifyLinkedBankAccount = "verify_linked_bank_account", "Verify Linked Bank Account", Post, Reads, [SubBiller];
    /// Initiates a transaction.
    TransactionInitiation = "transaction_initiation", "Transaction Initiation", Post, Changes, [Checkout, Service];
    /// Stands between a merchant and the service.
    Proxy = "proxy", "Proxy", Post, Changes, [MerchantProxy];
}

impl fmt::Display for OperationName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for OperationName {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
