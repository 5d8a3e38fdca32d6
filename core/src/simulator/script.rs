//! What goes wrong, written down beforehand.
//!
//! With the feature `serde` a script is read from JSON, as the sandbox takes it.

/// Faults to serve, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Script {
    /// Faults of onboardings, by `supplier_sync_code`.
    pub onboarding: Vec<AnswerScript>,
    /// Faults of settlements, by `ref_id`.
    pub settlement: Vec<AnswerScript>,
    /// Faults of verifications, by `identity_code`.
    pub verification: Vec<AnswerScript>,
    /// Faults of webhooks, by `ref_id`.
    pub webhooks: Vec<WebhookScript>,
}

/// A fault of one answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(deny_unknown_fields))]
pub struct AnswerScript {
    /// The request that it belongs to: its `ref_id`, `supplier_sync_code` or `identity_code`.
    #[cfg_attr(feature = "serde", serde(rename = "ref_id", alias = "supplier_sync_code", alias = "identity_code"))]
    pub key: String,
    /// Which valid request with this key, counted from 1 since the simulator was started.
    #[cfg_attr(feature = "serde", serde(default = "first"))]
    pub attempt: u32,
    /// The fault.
    pub fault: AnswerFault,
}

/// A fault of the webhook of a bill's next transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(deny_unknown_fields))]
pub struct WebhookScript {
    /// The bill.
    pub ref_id: String,
    /// The fault.
    pub fault: WebhookFault,
}

/// Declares the faults of one kind, each with the name by which it is scripted and counted.
macro_rules! faults {
    ($( #[doc = $doc:literal] )+ $name:ident { $( $(#[doc = $fault_doc:literal])+ $fault:ident = $text:literal $({ $( $(#[$meta:meta])+ $field:ident: $type:ty ),+ })? ),+ $(,)? }) => {
        $( #[doc = $doc] )+
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(tag = "kind", deny_unknown_fields))]
        pub enum $name {
            $(
                $(#[doc = $fault_doc])+
                #[cfg_attr(feature = "serde", serde(rename = $text))]
                $fault $({ $( $(#[$meta])+ $field: $type ),+ })?
            ),+
        }

        impl $name {
            /// The name by which the fault is scripted and counted.
            pub fn name(&self) -> &'static str {
                match self { $( $name::$fault { .. } => $text ),+ }
            }

            /// What it is made of besides its name.
            #[cfg(feature = "serde")]
            pub(super) fn fields(&self) -> &'static [&'static str] {
                match self { $( $name::$fault { .. } => &[ $( $( stringify!($field) ),+ )? ] ),+ }
            }
        }
    };
}

faults! {
    /// A fault of an answer. `moves_money` says whether the request takes effect all the same: a settlement moves the
    /// money, an onboarding registers.
    AnswerFault {
        /// The request takes effect at once, and the answer comes late.
        Slow = "slow" {
            /// Milliseconds before the answer.
            delay_ms: u64
        },
        /// The connection is closed, and nothing has happened.
        DropBefore = "drop_before",
        /// The request takes effect, and the connection is closed without an answer.
        DropAfter = "drop_after",
        /// Any answer at all.
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
        /// The caller is sent to another address, and nothing has happened.
        Redirect = "redirect" {
            /// The HTTP status.
            status: u16,
            /// The header `Location`.
            location: String
        },
        /// HTTP 200 with a body that breaks off in the middle.
        Unreadable = "unreadable" {
            /// Whether the request takes effect.
            moves_money: bool
        },
        /// HTTP 200 with any code and any messages.
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
        /// The request takes effect, and its answer, with the body of the success, has another HTTP status: only the
        /// body says that the money has moved.
        HttpStatus = "http_status" {
            /// The HTTP status, such as 429, 400, 401 or 422.
            status: u16
        },
        /// The success code with other statuses than `success`: a settlement is accepted, a verified transaction is
        /// pending.
        Statuses = "statuses" {
            /// The status of the bill; none leaves it out.
            #[cfg_attr(feature = "serde", serde(default))]
            bill: Option<String>,
            /// The status of the payment; none leaves it out. In a verification, the transaction's status.
            #[cfg_attr(feature = "serde", serde(default))]
            payment: Option<String>,
            /// Whether the request takes effect.
            moves_money: bool
        },
    }
}

faults! {
    /// A fault of a webhook.
    WebhookFault {
        /// It is delivered a second time after it was acknowledged.
        Twice = "twice",
        /// It is delivered late.
        Late = "late" {
            /// Milliseconds before it is due.
            delay_ms: u64
        },
        /// It is held back until the webhook of a later transaction was delivered, or for the settings' `hold_ms`.
        OutOfOrder = "out_of_order",
        /// A webhook with the status `pending` comes before it.
        PendingFirst = "pending_first",
        /// A webhook about a transaction that does not exist comes before it, with a wrong token where the variant
        /// has one. It is not delivered again.
        Forged = "forged",
        /// A webhook with a wrong amount comes before it. It is not delivered again.
        WrongAmount = "wrong_amount",
        /// Its status is `failed`, although the money has moved: only a verification tells.
        Failed = "failed",
    }
}

#[cfg(feature = "serde")]
fn first() -> u32 {
    1
}

impl Script {
    /// The same script with a fault of an onboarding's attempt.
    pub fn onboarding(mut self, supplier_sync_code: impl Into<String>, attempt: u32, fault: AnswerFault) -> Script {
        self.onboarding.push(AnswerScript { key: supplier_sync_code.into(), attempt, fault });
        self
    }

    /// The same script with a fault of a settlement's attempt.
    pub fn settlement(mut self, ref_id: impl Into<String>, attempt: u32, fault: AnswerFault) -> Script {
        self.settlement.push(AnswerScript { key: ref_id.into(), attempt, fault });
        self
    }

    /// The same script with a fault of a verification's attempt.
    pub fn verification(mut self, identity_code: impl Into<String>, attempt: u32, fault: AnswerFault) -> Script {
        self.verification.push(AnswerScript { key: identity_code.into(), attempt, fault });
        self
    }

    /// The same script with a fault of the webhook of a bill's next transaction.
    pub fn webhook(mut self, ref_id: impl Into<String>, fault: WebhookFault) -> Script {
        self.webhooks.push(WebhookScript { ref_id: ref_id.into(), fault });
        self
    }
}

impl AnswerFault {
    /// Whether the request takes effect.
    pub fn moves_money(&self) -> bool {
        match self {
            AnswerFault::Slow { .. } | AnswerFault::DropAfter | AnswerFault::HttpStatus { .. } => true,
            AnswerFault::DropBefore | AnswerFault::Redirect { .. } => false,
            AnswerFault::Answer { moves_money, .. }
            | AnswerFault::Unreadable { moves_money }
            | AnswerFault::Code { moves_money, .. }
            | AnswerFault::Statuses { moves_money, .. } => *moves_money,
        }
    }
}
