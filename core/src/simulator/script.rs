//! Scripts of faults and of payments.
//!
//! The feature `serde` deserializes them from the sandbox's JSON.

use crate::simulator::payment_script::{PaymentScript, TransactionScript};

/// Faults to serve and payments to make, each one once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Script {
    /// Faults of onboardings, by `supplier_sync_code`.
    pub onboarding: Vec<AnswerScript>,
    /// Faults of settlements, by `ref_id`.
    pub settlement: Vec<AnswerScript>,
    /// Faults of verifications, by `identity_code`.
    pub verification: Vec<AnswerScript>,
    /// Faults of webhooks, by `ref_id`.
    pub webhooks: Vec<WebhookScript>,
    /// Courses of payments, by `ref_id`.
    pub payments: Vec<PaymentScript>,
    /// Faults of visits to a link's page, by `supplier_sync_code`.
    pub links: Vec<LinkScript>,
}

/// A fault of one answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct AnswerScript {
    /// The key of its request: the `ref_id`, `supplier_sync_code` or `identity_code`.
    #[cfg_attr(feature = "serde", serde(rename = "ref_id", alias = "supplier_sync_code", alias = "identity_code"))]
    pub key: String,
    /// The number of the valid request with this key, counted from 1 since the simulator started.
    #[cfg_attr(feature = "serde", serde(default = "first"))]
    pub attempt: u32,
    /// The fault.
    pub fault: AnswerFault,
}

/// A fault of the webhook of a bill's next transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct WebhookScript {
    /// The bill's `ref_id`.
    pub ref_id: String,
    /// The fault.
    pub fault: WebhookFault,
}

/// A fault of a visit to the page of a sub biller's link.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct LinkScript {
    /// The sub biller's `supplier_sync_code`.
    pub supplier_sync_code: String,
    /// The number of the visit, counted from 1. A visit is a form that was sent.
    #[cfg_attr(feature = "serde", serde(default = "first"))]
    pub visit: u32,
    /// The fault.
    pub fault: LinkFault,
}

/// Declares the faults of one kind, each with the name that scripts and counts use.
macro_rules! faults {
    ($( #[doc = $doc:literal] )+ $name:ident { $(
        $(#[doc = $fault_doc:literal])+
        $fault:ident = $text:literal $({ $( $(#[$meta:meta])+ $field:ident: $type:ty ),+ })?
    ),+ $(,)? }) => {
        $( #[doc = $doc] )+
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(tag = "kind", deny_unknown_fields))]
        #[non_exhaustive]
        pub enum $name {
            $(
                $(#[doc = $fault_doc])+
                #[cfg_attr(feature = "serde", serde(rename = $text))]
                $fault $({ $( $(#[$meta])+ $field: $type ),+ })?
            ),+
        }

        impl $name {
            /// Returns the name that scripts and counts use.
            pub fn name(&self) -> &'static str {
                match self { $( $name::$fault { .. } => $text ),+ }
            }

            /// Returns the names of its fields.
            #[cfg(feature = "serde")]
            pub(super) fn fields(&self) -> &'static [&'static str] {
                match self { $( $name::$fault { .. } => &[ $( $( stringify!($field) ),+ )? ] ),+ }
            }
        }
    };
}

faults! {
    /// A fault of an answer. `moves_money` tells whether the request still takes effect: a settlement moves the money,
    /// an onboarding registers.
    AnswerFault {
        /// The request takes effect at once, and the answer arrives late.
        Slow = "slow" {
            /// Milliseconds before the answer.
            delay_ms: u64
        },
        /// The connection closes, and the request has no effect.
        DropBefore = "drop_before",
        /// The request takes effect, and the connection closes without an answer.
        DropAfter = "drop_after",
        /// Any answer.
        Answer = "answer" {
            /// The HTTP status.
            status: u16,
            /// The body.
            #[cfg_attr(feature = "serde", serde(default))]
            body: String,
            /// Names and values of the headers.
            #[cfg_attr(feature = "serde", serde(default))]
            headers: std::collections::BTreeMap<String, String>,
            /// Whether the request takes effect.
            #[cfg_attr(feature = "serde", serde(default))]
            moves_money: bool
        },
        /// The answer redirects to another address, and the request has no effect.
        Redirect = "redirect" {
            /// The HTTP status.
            status: u16,
            /// The header `Location`.
            location: String
        },
        /// HTTP 200 with a truncated body.
        Unreadable = "unreadable" {
            /// Whether the request takes effect.
            moves_money: bool
        },
        /// HTTP 200 with any code and messages.
        Code = "code" {
            /// The code.
            code: String,
            /// The message in English.
            #[cfg_attr(feature = "serde", serde(default))]
            message: String,
            /// The message in Khmer.
            #[cfg_attr(feature = "serde", serde(default))]
            message_kh: String,
            /// Whether the request takes effect.
            #[cfg_attr(feature = "serde", serde(default))]
            moves_money: bool
        },
        /// The request takes effect, and its answer has the body of the success with another HTTP status. Only the body
        /// says that the money has moved.
        HttpStatus = "http_status" {
            /// The HTTP status, such as 429, 400, 401 or 422.
            status: u16
        },
        /// The success code with other statuses than `success`. A settlement is accepted; a verified transaction is
        /// pending.
        Statuses = "statuses" {
            /// The status of the bill. `None` omits it.
            #[cfg_attr(feature = "serde", serde(default))]
            bill: Option<String>,
            /// The status of the payment, or of the transaction in a verification. `None` omits it.
            #[cfg_attr(feature = "serde", serde(default))]
            payment: Option<String>,
            /// Whether the request takes effect.
            moves_money: bool
        },
        /// The onboarding takes effect, and its answer has the profile's first code for what exists already, or
        /// `EXISTS_ALREADY`.
        ExistsAlready = "exists_already" {
            /// Whether the answer has the sub biller and its link.
            #[cfg_attr(feature = "serde", serde(default))]
            with_data: bool
        },
        /// The onboarding takes effect, and its answer is that of another sub biller.
        AnotherShop = "another_shop" {
            /// The other one's `supplier_sync_code`.
            supplier_sync_code: String
        },
    }
}

faults! {
    /// A fault of a visit to a link's page.
    LinkFault {
        /// The visitor returns to `return_url`, and has linked nothing.
        Abandoned = "abandoned",
        /// The form arrives twice. It links one account.
        Twice = "twice",
        /// The link has expired: the page says so, and links nothing. The next onboarding gives another link.
        Expired = "expired",
    }
}

faults! {
    /// A fault of a webhook.
    WebhookFault {
        /// Deliver it again after it was acknowledged.
        Twice = "twice",
        /// Deliver it late.
        Late = "late" {
            /// Milliseconds before it is due.
            delay_ms: u64
        },
        /// Hold it back until the webhook of a later transaction was delivered, at most for the settings' `hold_ms`.
        OutOfOrder = "out_of_order",
        /// Deliver a webhook with the status `pending` before it.
        PendingFirst = "pending_first",
        /// Deliver a webhook about a nonexistent transaction before it, once, with a wrong token if the variant has
        /// tokens.
        Forged = "forged",
        /// Deliver a webhook with a wrong amount before it, once.
        WrongAmount = "wrong_amount",
        /// Send the status `failed` although the money has moved. Only a verification reveals it.
        Failed = "failed",
        /// Send any other status than the transaction's. Only a verification reveals it.
        Status = "status" {
            /// The status. `None` omits it.
            #[cfg_attr(feature = "serde", serde(default))]
            status: Option<String>
        },
    }
}

#[cfg(feature = "serde")]
fn first() -> u32 {
    1
}

impl Script {
    /// Adds a fault of an attempt of an onboarding.
    pub fn onboarding(mut self, supplier_sync_code: impl Into<String>, attempt: u32, fault: AnswerFault) -> Script {
        self.onboarding.push(AnswerScript { key: supplier_sync_code.into(), attempt, fault });
        self
    }

    /// Adds a fault of an attempt of a settlement.
    pub fn settlement(mut self, ref_id: impl Into<String>, attempt: u32, fault: AnswerFault) -> Script {
        self.settlement.push(AnswerScript { key: ref_id.into(), attempt, fault });
        self
    }

    /// Adds a fault of an attempt of a verification.
    pub fn verification(mut self, identity_code: impl Into<String>, attempt: u32, fault: AnswerFault) -> Script {
        self.verification.push(AnswerScript { key: identity_code.into(), attempt, fault });
        self
    }

    /// Adds a fault of the webhook of a bill's next transaction.
    pub fn webhook(mut self, ref_id: impl Into<String>, fault: WebhookFault) -> Script {
        self.webhooks.push(WebhookScript { ref_id: ref_id.into(), fault });
        self
    }

    /// Adds a fault of a visit to a sub biller's link.
    pub fn link(mut self, supplier_sync_code: impl Into<String>, visit: u32, fault: LinkFault) -> Script {
        self.links.push(LinkScript { supplier_sync_code: supplier_sync_code.into(), visit, fault });
        self
    }

    /// Says what becomes of the payment of a bill's next settlement.
    pub fn payment(
        mut self,
        ref_id: impl Into<String>,
        transactions: impl IntoIterator<Item = TransactionScript>,
    ) -> Script {
        let transactions = transactions.into_iter().collect();
        self.payments.push(PaymentScript { ref_id: ref_id.into(), transactions });
        self
    }
}

impl AnswerFault {
    /// Returns whether the request takes effect.
    pub fn moves_money(&self) -> bool {
        match self {
            AnswerFault::Slow { .. }
            | AnswerFault::DropAfter
            | AnswerFault::HttpStatus { .. }
            | AnswerFault::ExistsAlready { .. }
            | AnswerFault::AnotherShop { .. } => true,
            AnswerFault::DropBefore | AnswerFault::Redirect { .. } => false,
            AnswerFault::Answer { moves_money, .. }
            | AnswerFault::Unreadable { moves_money }
            | AnswerFault::Code { moves_money, .. }
            | AnswerFault::Statuses { moves_money, .. } => *moves_money,
        }
    }
}
