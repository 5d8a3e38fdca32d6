//! The operations of the interface: what each is called, how it is reached, and what its answers mean.

use crate::{
    answer::Said,
    call::Context,
    error::NextStep,
    finding::{Code, Finding, Findings},
    http::Method,
    operations::{Onboarding, Settlement, Verification},
    profile::CompiledProfile,
};
use billwire_wire::{Draft, Model, Read, schema::Schema, validate::Values};
use std::fmt;

/// How a call shows who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Authentication {
    /// `Authorization: Bearer …` (section 5.1).
    Bearer,
    /// `token: …` (section 5.2).
    Token,
}

/// An operation with a shape: its request is the type that implements this.
pub trait Operation: Model + Draft {
    /// Its name.
    const NAME: OperationName;
    /// Its path below the base address (section 4).
    const PATH: &'static str;
    /// How it shows who calls.
    const AUTHENTICATION: Authentication;
    /// Whether its headers name the type of answer that is wanted.
    const ACCEPT: bool = false;
    /// The codes of a success (section 7).
    const SUCCESS: &'static str;
    /// Codes that the interface lists without a meaning (section 7).
    const CODES_WITHOUT_MEANING: &'static [&'static str] = &[];
    /// Whether its body carries the hash.
    const SIGNED: bool = false;

    /// The shape of its answers.
    type Response: Read;
    /// What a success means.
    type Outcome;

    /// Rules that look at more than one field, after each field has been looked at; also fills in what can be.
    #[doc(hidden)]
    fn rules(values: &mut Values<'_>, compiled: &CompiledProfile, violations: &mut Findings);

    /// What is worth a second look in a valid request.
    #[doc(hidden)]
    fn warnings(values: &Values<'_>, compiled: &CompiledProfile, warnings: &mut Vec<Finding>);

    /// What a response with a success code means.
    #[doc(hidden)]
    fn outcome(response: Self::Response, context: &Context) -> Self::Outcome;

    /// What to do after an answer that says nothing about what happened.
    #[doc(hidden)]
    fn when_unsure(context: &Context) -> NextStep;

    /// All of the above as one value.
    #[doc(hidden)]
    const DECLARATION: &'static Declaration = &Declaration {
        name: Self::NAME,
        schema: Self::SCHEMA,
        path: Self::PATH,
        authentication: Self::AUTHENTICATION,
        accept: Self::ACCEPT,
        success: Self::SUCCESS,
        codes_without_meaning: Self::CODES_WITHOUT_MEANING,
        signed: Self::SIGNED,
        rules: Self::rules,
        warnings: Self::warnings,
        when_unsure: Self::when_unsure,
    };
}

/// What an operation with a shape declares, as a value: the same code prepares and judges all of them.
#[doc(hidden)]
pub struct Declaration {
    pub(crate) name: OperationName,
    pub(crate) schema: &'static Schema,
    pub(crate) path: &'static str,
    pub(crate) authentication: Authentication,
    pub(crate) accept: bool,
    pub(crate) success: &'static str,
    pub(crate) codes_without_meaning: &'static [&'static str],
    pub(crate) signed: bool,
    pub(crate) rules: fn(&mut Values<'_>, &CompiledProfile, &mut Findings),
    pub(crate) warnings: fn(&Values<'_>, &CompiledProfile, &mut Vec<Finding>),
    when_unsure: fn(&Context) -> NextStep,
}

impl Declaration {
    /// The declaration of an operation; none if it has no shape.
    pub(crate) fn of(name: OperationName) -> Option<&'static Declaration> {
        match name {
            OperationName::Onboarding => Some(Onboarding::DECLARATION),
            OperationName::Settlement => Some(Settlement::DECLARATION),
            OperationName::Verification => Some(Verification::DECLARATION),
            _ => None,
        }
    }

    /// The next step after an answer that says nothing about what happened.
    pub(crate) fn when_unsure(&self, context: &Context) -> NextStep {
        (self.when_unsure)(context)
    }

    /// The next step after a body that cannot be read. One that is no JSON may have been cut off on its way; one of the
    /// wrong shape stays so, however often a reading operation asks.
    pub(crate) fn when_unreadable(&self, code: Code, context: &Context) -> NextStep {
        let was_cut_off = matches!(code, Code::InvalidJson | Code::InvalidUtf8);
        match self.name.effect() {
            Effect::Reads if !was_cut_off => NextStep::AskService,
            Effect::Reads | Effect::Changes => self.when_unsure(context),
        }
    }

    /// The next step after an HTTP status other than 200 whose body tells no success.
    pub(crate) fn next_step(&self, status: u16, said: Said, context: &Context) -> NextStep {
        let decides = match self.name.effect() {
            Effect::Reads => matches!(status, 400 | 401 | 403 | 422),
            Effect::Changes => {
                matches!(said, Said::Nothing | Said::Refusal)
                    && context.profile.nothing_happened_statuses.contains(&status)
            }
        };
        match status {
            _ if !decides => self.when_unsure(context),
            401 | 403 | 407 => NextStep::FixCredentials,
            408 | 425 | 429 | 500.. => NextStep::SendAgain,
            _ => NextStep::FixRequest,
        }
    }
}

/// Declares the catalogue: one row an operation.
macro_rules! catalogue {
    ($( $(#[doc = $doc:literal])+ $name:ident = $text:literal, $title:literal, $method:ident, $effect:ident, [$($group:ident),*]; )+) => {
        /// The fifteen operations that the interface names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum OperationName { $( $(#[doc = $doc])+ $name ),+ }

        impl OperationName {
            /// Every operation, in the order of the interface.
            pub const ALL: &'static [OperationName] = &[ $( OperationName::$name ),+ ];

            /// The name, such as `settlement`.
            pub const fn as_str(self) -> &'static str {
                match self { $( OperationName::$name => $text ),+ }
            }

            /// What the interface calls it.
            pub const fn title(self) -> &'static str {
                match self { $( OperationName::$name => $title ),+ }
            }

            /// The method by which it is called. A webhook is called by the service.
            pub const fn method(self) -> Method {
                match self { $( OperationName::$name => Method::$method ),+ }
            }

            /// Whether it changes something at the service.
            pub const fn effect(self) -> Effect {
                match self { $( OperationName::$name => Effect::$effect ),+ }
            }

            /// The groups that list it (section 4.5); none for the operations with a shape.
            pub const fn groups(self) -> &'static [Group] {
                match self { $( OperationName::$name => &[ $( Group::$group ),* ] ),+ }
            }
        }
    };
}

/// Whether an operation changes something at the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// It changes something: sending it twice may do it twice.
    Changes,
    /// It only reads: it may be asked again.
    Reads,
}

/// A group of operations (section 4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

impl Group {
    /// The name, such as `payment_method`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Group::PaymentMethod => "payment_method",
            Group::SubBiller => "sub_biller",
            Group::Checkout => "checkout",
            Group::Service => "service",
            Group::MerchantProxy => "merchant_proxy",
        }
    }
}

catalogue! {
    /// Registers a sub biller (section 4.1).
    Onboarding = "onboarding", "Onboarding", Post, Changes, [];
    /// Pushes a bill and settles it (section 4.2).
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
