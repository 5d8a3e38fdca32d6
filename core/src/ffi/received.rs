//! Received values as JSON, which a server stores or passes on to an app.

use crate::{
    AddLinkAccount, BillStatus, BillwireError, Customer, OnboardedSubBiller, OnboardingResponse, OperationName,
    PaymentStatus, SettlementData, SettlementResponse, Transaction, VerificationResponse, WebhookPayload,
    exchange::answer::received_from_json, wire::Read as _,
};

/// Declares for each received model its JSON text, and the function that reads it.
macro_rules! received {
    ($( $model:ident $from_json:ident of $operation:ident; )+) => {
        $(
            #[uniffi::export]
            impl $model {
                /// Returns the value as JSON text without a loss, to store it or to pass it on to an app. Every
                /// language reads it, and JavaScript writes the same by `JSON.stringify`. Amounts are text, and
                /// `extra` has the members that the interface does not name.
                #[uniffi::method(name = "to_json")]
                fn json_text(&self) -> String {
                    self.to_json().to_string()
                }
            }

            /// Reads a value from the JSON text of its `toJson` in any language, or of `JSON.stringify`.
            ///
            /// Throws `Unreadable` with the first violation.
            #[uniffi::export]
            pub fn $from_json(json: String) -> Result<$model, BillwireError> {
                received_from_json(json.as_bytes(), OperationName::$operation)
            }
        )+

        #[cfg(test)]
        const MODELS: &[&str] = &[$( stringify!($model) ),+];
    };
}

received! {
    OnboardingResponse onboarding_response_from_json of Onboarding;
    OnboardedSubBiller onboarded_sub_biller_from_json of Onboarding;
    AddLinkAccount add_link_account_from_json of Onboarding;
    SettlementResponse settlement_response_from_json of Settlement;
    SettlementData settlement_data_from_json of Settlement;
    BillStatus bill_status_from_json of Settlement;
    PaymentStatus payment_status_from_json of Settlement;
    VerificationResponse verification_response_from_json of Verification;
    Transaction transaction_from_json of Verification;
    WebhookPayload webhook_payload_from_json of Webhook;
    Customer customer_from_json of Webhook;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Json, wire::Model, wire::read::json::MAX_DEPTH};

    /// Reads a body, writes the model and reads it again.
    fn again<M: crate::wire::Read + PartialEq + std::fmt::Debug>(body: &str) -> M {
        let read = M::from_body(body.as_bytes(), crate::exchange::answer::LIMITS).unwrap();
        let text = read.to_json().to_string();
        let again = received_from_json::<M>(text.as_bytes(), OperationName::Webhook).unwrap();
        assert_eq!(again, read, "{text}");
        assert_eq!(again.to_json().to_string(), text);
        again
    }

    #[test]
    fn every_received_model_is_written() {
        let mut descriptions = Vec::new();
        OnboardingResponse::describe(&mut descriptions);
        SettlementResponse::describe(&mut descriptions);
        VerificationResponse::describe(&mut descriptions);
        WebhookPayload::describe(&mut descriptions);
        assert_eq!(descriptions.iter().map(|model| model.schema.name).collect::<Vec<_>>(), MODELS);
    }

    #[test]
    fn a_webhook_keeps_what_it_had() {
        let body = r#"{"tran_id":17,"tran_amount":"0.10","currency":7,"bank_name":[1],"status":"paid","a":{"extra":1},
            "extra":{"b":2,"extra":{}},"customers":[{"bill_no":"B-1","amount":"many","c":[1.50,1e3],"extra":7}]}"#;
        let payload: WebhookPayload = again(body);
        assert_eq!(payload.tran_amount.unwrap().to_string(), "0.10");
        let [customer] = payload.customers.as_slice() else { panic!() };
        let members = Json::Object(customer.extra.clone()).to_string();
        assert_eq!(members, r#"{"amount":"many","c":[1.50,1e3],"extra":7}"#);
        again::<Customer>(r#"{"amount":12345678901234567890.123456789,"new":null}"#);
        for body in [r#"{"customers":null}"#, r#"{"customers":[]}"#, r#"{"Customer":[{}]}"#, "{}"] {
            again::<WebhookPayload>(body);
        }
    }

    #[test]
    fn an_answer_keeps_what_it_had() {
        let linked = r#"{"code":0,"message":{},"data":{"code":7,"name":false,"f":null,
            "add_link_account":{"web_url":"https://a.example","e":1}},"g":"h"}"#;
        let response: OnboardingResponse = again(linked);
        let data = response.data.unwrap();
        assert_eq!(data.add_link_account.unwrap().web_url.unwrap().as_str(), "https://a.example");
        let settled = r#"{"code":"000","data":{"bill":{"status":"new","a":1},"payment":{"status":"success"},"b":2}}"#;
        again::<SettlementResponse>(settled);
        let found = r#"{"code":"SUCCESS","message":7,"data":{"tran_id":"T-1","tran_amount":1e3,"total_amount":"-0.0",
            "currency":"KHR","identity_code":5,"customer_name":7,"status":"success","note":[]}}"#;
        let response: VerificationResponse = again(found);
        assert_eq!(response.message.as_deref(), Some("7"));
        assert_eq!(response.data.tran_amount.to_string(), "1000");
    }

    #[test]
    fn the_deepest_body_is_read_again() {
        let deepest = format!("{{\"b\":{}{}}}", "[".repeat(MAX_DEPTH - 1), "]".repeat(MAX_DEPTH - 1));
        again::<WebhookPayload>(&deepest);
    }

    #[test]
    fn the_longest_list_is_read_again() {
        let customers = vec![r#"{"amount":1}"#; crate::exchange::answer::LIMITS.items].join(",");
        again::<WebhookPayload>(&format!(r#"{{"customers":[{customers}]}}"#));
    }
}
