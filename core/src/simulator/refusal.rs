//! Refusals of the simulated service. The interface defines no error codes (section 7), so these are the simulator's
//! own.

use crate::wire::{Json, Members};
use crate::{
    finding::{Finding, Findings},
    simulator::exchange::Answer,
};

/// Declares the refusals, one row each.
macro_rules! refusals {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident = $status:literal, $code:literal, $message:literal, $message_kh:literal;
    )+) => {
        /// Reason why the simulated service refuses a request. A refused request has no effect.
        ///
        /// The answer's body has `code`, `message` and `message_kh` ([`Refusal::NotFound`] has no `message_kh`). For
        /// [`Refusal::Invalid`] it also has the list `violations` with `path`, `code` and `explanation`, and
        /// `violations_omitted` if there are more.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Refusal { $( $(#[doc = $doc])+ $name ),+ }

        impl Refusal {
            /// All refusals.
            pub const ALL: &'static [Refusal] = &[ $( Refusal::$name ),+ ];

            /// The HTTP status of the answer.
            pub const fn status(self) -> u16 {
                match self { $( Refusal::$name => $status ),+ }
            }

            /// The `code` of the answer's body.
            pub const fn code(self) -> &'static str {
                match self { $( Refusal::$name => $code ),+ }
            }

            const fn messages(self) -> [&'static str; 2] {
                match self { $( Refusal::$name => [$message, $message_kh] ),+ }
            }
        }
    };
}

refusals! {
    /// 400 `INVALID`: the body is not a JSON object, or a field is missing or invalid.
    Invalid = 400, "INVALID", "The request is not valid", "សំណើមិនត្រឹមត្រូវ";
    /// 401 `UNAUTHENTICATED`: the token is missing, wrong, or sent twice.
    Unauthenticated = 401, "UNAUTHENTICATED", "The token is missing or wrong", "គ្មានសិទ្ធិចូលប្រើ";
    /// 403 `WRONG_HASH`: the signature of section 5.3 differs.
    WrongHash = 403, "WRONG_HASH", "The hash does not match", "ហត្ថលេខាមិនត្រឹមត្រូវ";
    /// 404 `NO_SUCH_PATH`: no operation has this path.
    NoSuchPath = 404, "NO_SUCH_PATH", "There is no such path", "រកមិនឃើញផ្លូវ";
    /// 405 `METHOD_NOT_ALLOWED`: the operation requires another method.
    MethodNotAllowed = 405, "METHOD_NOT_ALLOWED", "The method is not allowed", "វិធីសាស្ត្រមិនត្រូវបានអនុញ្ញាត";
    /// 406 `NOT_ACCEPTABLE`: the header `Accept` of section 4.3 is missing, different, or sent twice.
    NotAcceptable = 406, "NOT_ACCEPTABLE", "The header Accept has to be application/json", "មិនអាចទទួលយកបាន";
    /// 409 `DUPLICATE`, or the first of the profile's `exists_already_codes`: the bill was settled before
    /// ([`RepeatedBill::Refuse`](super::RepeatedBill::Refuse)).
    Duplicate = 409, "DUPLICATE", "The bill is settled already", "វិក្កយបត្រត្រូវបានទូទាត់រួចហើយ";
    /// 415 `UNSUPPORTED_MEDIA_TYPE`: the header `Content-Type` is missing, different, or sent twice.
    UnsupportedMediaType = 415, "UNSUPPORTED_MEDIA_TYPE", "The header Content-Type has to be application/json",
        "ប្រភេទទិន្នន័យមិនត្រឹមត្រូវ";
    /// 422 `UNKNOWN_SUB_BILLER`: no sub biller was onboarded under the destination.
    UnknownSubBiller = 422, "UNKNOWN_SUB_BILLER", "The destination is no linked sub biller", "រកមិនឃើញអ្នកទទួលប្រាក់";
    /// 422 `NOT_LINKED`, or the settings' own: the destination has linked no account
    /// ([`LinkingConfig::required`](super::LinkingConfig::required)).
    NotLinked = 422, "NOT_LINKED", "The destination has linked no account", "អ្នកទទួលប្រាក់មិនទាន់ភ្ជាប់គណនី";
    /// 422 `OTHER_CURRENCY`, or the settings' own: the destination has linked no account of the bill's currency.
    OtherCurrency = 422, "OTHER_CURRENCY", "The destination has no account of this currency",
        "គណនីមិនមែនជារូបិយប័ណ្ណនេះទេ";
    /// 200 `NOT_FOUND`, or the first of the profile's `not_found_codes` and `not_found_statuses`: no transaction
    /// matches the verification.
    NotFound = 200, "NOT_FOUND", "Transaction not found", "រកមិនឃើញប្រតិបត្តិការ";
}

impl Refusal {
    pub(super) fn body(self) -> Members {
        let [message, message_kh] = self.messages();
        let mut body: Members = [("code", self.code()), ("message", message)].into_iter().collect();
        // This refusal answers a verification, and section 2.6 defines no message in Khmer.
        if self != Refusal::NotFound {
            body.insert("message_kh", message_kh);
        }
        body
    }

    pub(super) fn answer(self) -> Answer {
        let answer = Answer::json(self.status(), &self.body().into());
        if self == Refusal::MethodNotAllowed { answer.with_header("Allow", "POST") } else { answer }
    }

    /// Returns the answer to an invalid request, with every violation.
    pub(super) fn invalid(violations: &Findings) -> Answer {
        let mut body = Refusal::Invalid.body();
        let violation = |finding: &Finding| {
            let texts = [
                ("path", finding.path.as_str()),
                ("code", finding.code.as_str()),
                ("explanation", &*finding.explanation),
            ];
            Json::Object(texts.into_iter().collect())
        };
        body.insert("violations", Json::Array(violations.iter().map(violation).collect()));
        if violations.omitted() > 0 {
            body.insert("violations_omitted", violations.omitted() as u64);
        }
        Answer::json(Refusal::Invalid.status(), &body.into())
    }
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Answer {
        refusal.answer()
    }
}
