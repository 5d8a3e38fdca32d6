//! Transaction Verification: what became of a transaction (sections 2.5, 2.6 and 4.3).

use crate::wire::{Model, model::declare::read_leniently};
use crate::{
    exchange::{
        answer::{LIMITS, received_from_json},
        context::Context,
    },
    interface::{
        catalogue::{Authentication, OperationName},
        error::{AnswerData, Error, NextStep},
        models::{Transaction, VERIFICATION_SUCCESS, Verification, VerificationResponse},
        operation::{Asked, Behaviour, Declaration},
        profile::VerificationTranId,
    },
};

impl Behaviour for Verification {
    type Response = VerificationResponse;
    type Outcome = VerificationResponse;

    const DECLARATION: &'static Declaration = &Declaration {
        name: OperationName::Verification,
        schema: Verification::SCHEMA,
        path: "/transaction/v2/verify",
        authentication: Authentication::Token,
        accept: true,
        success: VERIFICATION_SUCCESS,
        codes: |codes| &codes.verification,
        codes_without_meaning: &[],
        signed: false,
        rules: |_, _, _| {},
        warnings: |_, _, _| {},
        subject: |profile| {
            let by_id = profile.verification_tran_id == VerificationTranId::TranId;
            let names = ["identity_code", "purpose_of_transaction", "bank_ref"].into_iter();
            names.chain(by_id.then_some("tran_id")).map(|name| (name, name)).collect()
        },
        data: |text| {
            read_leniently::<Transaction>(text, LIMITS)
                .map(|transaction| AnswerData::Verification { transaction: transaction.into() })
        },
        may_exist: false,
        may_repeat: |_| false,
        when_unsure: |_| NextStep::VerifyAgain,
    };

    fn outcome(response: VerificationResponse, _: &Asked<'_>, context: &Context) -> VerificationResponse {
        VerificationResponse { data: denoised(response.data, context), ..response }
    }
}

/// A transaction with the amounts that the service means.
fn denoised(transaction: Transaction, context: &Context) -> Transaction {
    let amount = |amount| context.profile.denoised(amount, &transaction.currency);
    Transaction {
        tran_amount: amount(transaction.tran_amount),
        fee_amount: transaction.fee_amount.map(amount),
        total_amount: amount(transaction.total_amount),
        ..transaction
    }
}

/// Reads a transaction that a backend passes on to an app as JSON, without a biller.
///
/// The text is that of `JSON.stringify(transaction)` in JavaScript, or of the feature `serde` in Rust: amounts are
/// text, and members that the interface does not name are in `extra`.
///
/// ```
/// # use billwire::*;
/// let text = br#"{"tran_id":"T-1","tran_date":"2026-01-31T09:00:00.123","tran_amount":"40000","fee_amount":"0",
///     "total_amount":"40000","currency":"KHR","identity_code":"INV-1","bank_code":"B","bank_ref":"R-1",
///     "purpose_of_transaction":"INV-1","status":"success","extra":{"note":"ok"}}"#;
/// let transaction = transaction_from_json(text)?;
/// assert_eq!(transaction.total_amount.to_string(), "40000");
/// assert_eq!(transaction.extra.get("note").and_then(Json::as_text), Some("ok"));
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
/// [`Error::Unreadable`] with the first violation.
pub fn transaction_from_json(text: &[u8]) -> Result<Transaction, Error> {
    received_from_json(text, OperationName::Verification)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Json;

    const TEXT: &str = r#"{"tran_id":"T-1","tran_date":"d","tran_amount":"0.10","fee_amount":1,
        "total_amount":"9007199254740993.25","currency":"USD","identity_code":"I","bank_code":"B","bank_ref":"R",
        "purpose_of_transaction":"P","status":"pending","extra":{}}"#;

    #[test]
    fn amounts_are_exact_as_text_and_as_numbers() {
        let transaction = transaction_from_json(TEXT.as_bytes()).unwrap();
        let fee = transaction.fee_amount.unwrap();
        let amounts = [transaction.tran_amount, fee, transaction.total_amount];
        assert_eq!(amounts.map(|amount| amount.to_string()), ["0.10", "1", "9007199254740993.25"]);
        assert!(transaction.extra.is_empty());
    }

    #[test]
    fn only_extra_is_moved() {
        let text = TEXT.replace(r#""extra":{}"#, r#""note":{"a":1},"extra":{"b":{"c":2}}"#);
        let extra = Json::Object(transaction_from_json(text.as_bytes()).unwrap().extra);
        assert_eq!(extra.to_string(), r#"{"note":{"a":1},"b":{"c":2}}"#);
    }

    #[test]
    fn a_fault_names_its_field() {
        let error = transaction_from_json(TEXT.replace("\"0.10\"", "true").as_bytes()).unwrap_err();
        assert_eq!((error.kind(), error.violations()[0].path.as_str()), ("unreadable", "tran_amount"));
        assert!(transaction_from_json(b"{}").is_err());
    }

    #[cfg(feature = "serde")]
    #[test]
    fn reads_what_serde_writes() {
        let mut transaction = transaction_from_json(TEXT.as_bytes()).unwrap();
        transaction.extra.insert("note", "n");
        let text = serde_json::to_string(&transaction).unwrap();
        assert_eq!(transaction_from_json(text.as_bytes()).unwrap(), transaction);
    }
}
