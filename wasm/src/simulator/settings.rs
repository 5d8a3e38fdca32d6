//! Settings of a simulator as JSON, named as JavaScript names them.

use crate::entrances::{finish, inner, made, profile, word};
use billwire::{
    BearerToken, Code, Error, HashToken, Settings, VerificationToken, WebhookToken,
    simulator::{
        CustomerAmounts, CustomersKey, RepeatedBill, Simulator, SimulatorConfig, TestCase, WebhookEndpoint,
        WebhookRetries,
    },
};
use billwire::{
    Json,
    internal::{DynamicValue, LARGEST_INTEGER},
};

/// Starts a simulator from its settings.
pub(crate) fn simulator(json: &str) -> Result<Simulator, Error> {
    let mut settings = settings("", json)?;
    let config = read_config(&mut settings);
    made(Simulator::new(config), settings.finish())
}

/// Reads the endpoint of all webhooks that are not acknowledged yet.
pub(crate) fn endpoint(json: &str) -> Result<WebhookEndpoint, Error> {
    let mut settings = settings("webhook", json)?;
    let endpoint = read_endpoint(&mut settings);
    finish(settings)?;
    Ok(endpoint)
}

/// Reads the schedule of webhooks that are not acknowledged.
pub(crate) fn retries(json: &str) -> Result<WebhookRetries, Error> {
    let mut settings = settings("retries", json)?;
    let retries = read_retries(&mut settings);
    finish(settings)?;
    Ok(retries)
}

fn settings(path: &str, json: &str) -> Result<Settings, Error> {
    let json = Json::parse(json.as_bytes()).map_err(|finding| Error::InvalidConfig { violations: finding.into() })?;
    Ok(Settings::new(path, json.into()))
}

fn read_config(settings: &mut Settings) -> SimulatorConfig {
    let credentials = ["bearer", "verificationToken", "hashToken"].map(|name| required(settings, name));
    let [bearer, verification_token, hash_token] = credentials;
    let repeated_bill =
        word(settings, "repeatedBill", [("settle", RepeatedBill::Settle), ("refuse", RepeatedBill::Refuse)]);
    let retries = inner(settings, "retries", read_retries).unwrap_or_default();
    let webhook = inner(settings, "webhook", read_endpoint);
    SimulatorConfig::builder()
        .bearer(BearerToken::new(bearer))
        .verification_token(VerificationToken::new(verification_token))
        .hash_token(HashToken::new(hash_token))
        .profile(profile(settings))
        .maybe_webhook(webhook)
        .maybe_seed(settings.text("seed"))
        .without_purpose(settings.flag("withoutPurpose"))
        .maybe_fee(whole(settings, "fee"))
        .maybe_repeated_bill(repeated_bill)
        .retries(retries)
        .maybe_hold_ms(whole(settings, "holdMs"))
        .build()
}

fn read_retries(settings: &mut Settings) -> WebhookRetries {
    let deliveries = settings.count("deliveries").map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    WebhookRetries::builder()
        .maybe_deliveries(deliveries)
        .maybe_first_ms(whole(settings, "firstMs"))
        .maybe_longest_ms(whole(settings, "longestMs"))
        .build()
}

fn read_endpoint(settings: &mut Settings) -> WebhookEndpoint {
    let url = required(settings, "url");
    let is_checkout = word(settings, "variant", [("merchant_proxy", false), ("checkout", true)]);
    let token = if is_checkout == Some(true) {
        // Tests that switch between the variants may leave it in.
        settings.text("token");
        None
    } else {
        Some(WebhookToken::new(required(settings, "token")))
    };
    let customers_keys = [("customers", CustomersKey::Customers), ("Customer", CustomersKey::Customer)];
    WebhookEndpoint::builder()
        .url(url)
        .maybe_token(token)
        .maybe_test_case(word(settings, "testCase", [("success", TestCase::Success), ("fail", TestCase::Fail)]))
        .maybe_amounts(word(
            settings,
            "amounts",
            [("text", CustomerAmounts::Text), ("number", CustomerAmounts::Number)],
        ))
        .maybe_customers_key(word(settings, "customersKey", customers_keys))
        .build()
}

/// Takes a required text.
fn required(settings: &mut Settings, name: &str) -> String {
    let before = settings.violations.total();
    settings.text(name).unwrap_or_else(|| {
        if settings.violations.total() == before {
            settings.violation(name, Code::Required);
        }
        String::new()
    })
}

/// Takes a whole number.
fn whole(settings: &mut Settings, name: &str) -> Option<u64> {
    let DynamicValue::Digits(text) = settings.take(name)? else {
        settings.violation(name, Code::WrongType);
        return None;
    };
    let number = text.parse().ok().filter(|&number| number <= LARGEST_INTEGER);
    if number.is_none() {
        settings.violation(name, Code::OutOfRange);
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use billwire::WireProfile;

    fn faults<T>(result: Result<T, Error>) -> Vec<String> {
        let error = result.err().map(|error| error.violations().to_vec()).unwrap_or_default();
        error.into_iter().map(|finding| format!("{} {}", finding.path, finding.code)).collect()
    }

    fn with_credentials(settings: &str) -> String {
        format!(r#"{{"bearer":"b","verificationToken":"v","hashToken":"h"{settings}}}"#)
    }

    #[test]
    fn settings_report_every_violation() {
        for (json, expected) in [
            ("{}", &["bearer required", "verificationToken required", "hashToken required"][..]),
            (
                r#"{"bearer":1,"verificationToken":"","hashToken":" h"}"#,
                &["bearer wrong_type", "verificationToken empty", "hashToken surrounding_space"],
            ),
            ("[]", &[" wrong_type", "bearer required", "verificationToken required", "hashToken required"]),
            ("{", &[" invalid_json"]),
        ] {
            assert_eq!(faults(simulator(json)), expected, "{json}");
        }
        for (json, expected) in [
            (
                r#","fee":-1,"holdMs":1.5,"retries":{"deliveries":0,"firstMs":"1","last":1},"profile":{"x":1},"y":1"#,
                &[
                    "retries.deliveries out_of_range",
                    "retries.firstMs wrong_type",
                    "retries.last unknown_field",
                    "profile.x unknown_field",
                    "fee out_of_range",
                    "holdMs out_of_range",
                    "y unknown_field",
                ][..],
            ),
            (r#","fee":9007199254740992"#, &["fee out_of_range"]),
            (r#","fee":9007199254740991,"repeatedBill":"ignore""#, &["repeatedBill unknown_value"]),
            (r#","seed":7,"withoutPurpose":"yes""#, &["seed wrong_type", "withoutPurpose wrong_type"]),
            (
                r#","webhook":{"variant":"proxy"}"#,
                &["webhook.url required", "webhook.variant unknown_value", "webhook.token required"],
            ),
            (r#","webhook":{"url":"x","token":"a b"}"#, &["webhook.token invalid_token"]),
            (
                r#","webhook":{"url":"x","variant":"checkout","testCase":"maybe","amounts":"float"}"#,
                &["webhook.testCase unknown_value", "webhook.amounts unknown_value"],
            ),
        ] {
            assert_eq!(faults(simulator(&with_credentials(json))), expected, "{json}");
        }
        assert_eq!(
            faults(endpoint(r#"{"variant":"checkout","x":1}"#)),
            ["webhook.url required", "webhook.x unknown_field"]
        );
        assert_eq!(
            faults(retries(r#"{"firstMs":-1,"x":1}"#)),
            ["retries.firstMs out_of_range", "retries.x unknown_field"]
        );
    }

    #[test]
    fn settings_equal_those_of_rust() {
        let config = || {
            let (bearer, verification) = (BearerToken::new("b"), VerificationToken::new("v"));
            SimulatorConfig::builder().bearer(bearer).verification_token(verification).hash_token(HashToken::new("h"))
        };
        let webhook = WebhookEndpoint::builder()
            .url("https://one.example")
            .test_case(TestCase::Fail)
            .amounts(CustomerAmounts::Number)
            .customers_key(CustomersKey::Customer)
            .build();
        let all = config()
            .seed("a7")
            .without_purpose(true)
            .fee(5)
            .hold_ms(7)
            .repeated_bill(RepeatedBill::Refuse)
            .profile(WireProfile::builder().destination_key("settle_to").build())
            .retries(WebhookRetries::builder().deliveries(3).first_ms(4).longest_ms(6).build())
            .webhook(webhook);
        for (json, expected) in [
            (r#","profile":null,"webhook":null,"retries":{},"repeatedBill":"settle""#, config().build()),
            (
                r#","webhook":{"url":"https://one.example","token":"t","amounts":"text","customersKey":"customers"}"#,
                config()
                    .webhook(WebhookEndpoint::merchant_proxy("https://one.example", WebhookToken::new("t")))
                    .build(),
            ),
            (
                r#","fee":5,"holdMs":7,"repeatedBill":"refuse","profile":{"destinationKey":"settle_to"},"seed":"a7",
                    "withoutPurpose":true,"retries":{"deliveries":3,"firstMs":4,"longestMs":6},
                    "webhook":{"url":"https://one.example","variant":"checkout","token":"t","testCase":"fail",
                    "amounts":"number","customersKey":"Customer"}"#,
                all.build(),
            ),
        ] {
            let mut settings = settings("", &with_credentials(json)).unwrap();
            assert_eq!(format!("{:?}", read_config(&mut settings)), format!("{expected:?}"));
            assert!(settings.finish().is_empty(), "{json}");
        }
    }
}
