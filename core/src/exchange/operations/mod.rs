//! One file an operation: its request, its response, its rules.

mod onboarding;
mod settlement;
mod untyped;
mod verification;

pub use onboarding::{OnboardingOutcome, OnboardingResult};
pub use settlement::{SettlementOutcome, SignedFields};
pub use untyped::{UntypedAnswer, UntypedCall, UntypedRequest, decode_untyped};
pub use verification::transaction_from_json;

use crate::wire::model::{
    declare::{Description, Model},
    schema::Schema,
    validate::Values,
};
use crate::{
    exchange::{answer, context::Context},
    finding::{Code, Finding},
    interface::{
        catalogue::OperationName,
        error::Error,
        models::{Onboarding, Settlement, Verification, VerificationResponse},
        operation::{Asked, Behaviour, Declaration},
        values::{is_iso_4217, iso_4217_meant},
    },
};

/// Lists the operations with a shape and those without one. A name that is in neither list does not compile.
macro_rules! operations {
    (
        $dollar:tt
        typed { $( $(#[doc = $doc:literal])+ $typed:ident => $outcome:ident, )+ }
        untyped { $( $untyped:ident, )+ }
    ) => {
        /// Outcome of an answer that was decoded by the name of its operation.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Outcome { $( $(#[doc = $doc])+ $typed($outcome), )+ }

        /// Returns the declaration of an operation; none if it has no shape.
        pub(crate) fn declaration(name: OperationName) -> Option<&'static Declaration> {
            match name {
                $( OperationName::$typed => Some($typed::DECLARATION), )+
                $( OperationName::$untyped )|+ => None,
            }
        }

        impl OperationName {
            /// Returns the name of the type that its answers decode to; none for an operation without a shape.
            pub const fn outcome(self) -> Option<&'static str> {
                match self {
                    $( OperationName::$typed => Some(stringify!($outcome)), )+
                    $( OperationName::$untyped )|+ => None,
                }
            }

            /// Describes the models of its requests and of its answers, for generators of other languages.
            #[doc(hidden)]
            pub fn models(self) -> Vec<Description> {
                let mut models = Vec::new();
                match self {
                    $( OperationName::$typed => {
                        $typed::describe(&mut models);
                        <$typed as Behaviour>::Response::describe(&mut models);
                    } )+
                    $( OperationName::$untyped )|+ => {}
                }
                models
            }
        }

        /// Calls a macro with the operations that have a shape.
        #[cfg(feature = "serde")]
        macro_rules! for_operations_with_a_shape {
            ($dollar callback:ident) => { $dollar callback! { $($typed)+ } };
        }
        #[cfg(feature = "serde")]
        pub(crate) use for_operations_with_a_shape;

        /// Decodes an answer by the name of its operation.
        pub(crate) fn decode(
            name: OperationName,
            context: &Context,
            asked: &Asked<'_>,
            status: u16,
            body: &[u8],
        ) -> Result<Outcome, Error> {
            match name {
                $( OperationName::$typed => {
                    answer::decode_answer_to::<$typed>(context, asked, status, body).map(Outcome::$typed)
                } )+
                $( OperationName::$untyped )|+ => Err(Error::Internal),
            }
        }
    };
}

operations! {
    $
    typed {
        /// The sub biller is registered.
        Onboarding => OnboardingOutcome,
        /// The bill is settled or accepted.
        Settlement => SettlementOutcome,
        /// The transaction is found.
        Verification => VerificationResponse,
    }
    untyped {
        Webhook,
        Authorization,
        CreateCustomer,
        GetPaymentMethods,
        GetListBills,
        GetWalletBalance,
        GetTransactionDetail,
        GetAvailableBanks,
        AddLinkAccount,
        VerifyLinkedBankAccount,
        TransactionInitiation,
        Proxy,
    }
}

/// The outcome as other languages see it: the answer as `response`, and its warnings.
#[cfg(feature = "serde")]
impl serde::Serialize for Outcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        match self {
            Outcome::Onboarding(outcome) => outcome.serialize(serializer),
            Outcome::Settlement(outcome) => outcome.serialize(serializer),
            Outcome::Verification(response) => {
                let mut out = serializer.serialize_struct("VerificationOutcome", 2)?;
                out.serialize_field("warnings", &response.warnings())?;
                out.serialize_field("response", response)?;
                out.end()
            }
        }
    }
}

impl OperationName {
    /// Returns the model of its requests; none for an operation without a shape.
    #[doc(hidden)]
    pub fn schema(self) -> Option<&'static Schema> {
        declaration(self).map(|declaration| declaration.schema)
    }

    /// Returns its path below the base address; none for an operation without a shape.
    pub fn path(self) -> Option<&'static str> {
        declaration(self).map(|declaration| declaration.path)
    }

    /// Returns the code of its success (section 7); none for an operation without a shape.
    pub fn success_code(self) -> Option<&'static str> {
        declaration(self).map(|declaration| declaration.success)
    }
}

/// Warns of currencies that nobody lists and of white space around what is signed.
pub(crate) fn text_warnings(
    schema: &'static Schema,
    currency: usize,
    values: &Values<'_>,
    warnings: &mut Vec<Finding>,
) {
    warnings.extend(values.text(currency).and_then(unknown_currency));
    for (at, field) in schema.signed() {
        let Some(text) = values.text(at) else { continue };
        if has_surrounding_space(text) {
            warnings.push(Finding::new(field.name, Code::SurroundingSpace));
        }
        if !text.is_ascii() && text.chars().any(is_invisible) {
            warnings.push(Finding::new(field.name, Code::InvisibleCharacter));
        }
    }
}

/// Finding about a currency that is not an ISO 4217 code.
pub(crate) fn unknown_currency(code: &str) -> Option<Finding> {
    if is_iso_4217(code) {
        return None;
    }
    let finding = Finding::new("currency", Code::UnknownCurrency);
    Some(match iso_4217_meant(code) {
        Some(known) => {
            finding.explained([Code::UnknownCurrency.explanation(), "; did you mean `", known, "`?"].concat())
        }
        None => finding,
    })
}

/// Characters without a glyph: those that Unicode calls default-ignorable, up to the tags.
fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Most text begins and ends with plain ASCII, which is quickly seen.
fn has_surrounding_space(text: &str) -> bool {
    let is_plain = matches!(text.as_bytes(), [b'!'..=b'~', .., b'!'..=b'~'] | [b'!'..=b'~']);
    !is_plain && text.trim() != text
}
