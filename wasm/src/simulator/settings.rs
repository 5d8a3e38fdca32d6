//! Settings of a simulator as JSON. JavaScript names the variant of a webhook, where Rust leaves its token out.

use crate::entrances::{finish, made};
use billwire::internal::{Settings, SettingsGroup};
use billwire::simulator::{Simulator, SimulatorConfig, WebhookEndpoint, WebhookRetries};
use billwire::{Error, Json, WebhookToken};

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
    let retries = WebhookRetries::take(&mut settings);
    finish(settings)?;
    Ok(retries)
}

fn settings(path: &str, json: &str) -> Result<Settings, Error> {
    let json = Json::parse(json.as_bytes()).map_err(|finding| Error::InvalidConfig { violations: finding.into() })?;
    Ok(Settings::new(path, json.into()))
}

fn read_config(settings: &mut Settings) -> SimulatorConfig {
    let webhook = settings.take("webhook").map(|value| {
        let mut webhook = Settings::new("webhook", value);
        let endpoint = read_endpoint(&mut webhook);
        settings.violations.append(webhook.finish());
        endpoint
    });
    let mut config = SimulatorConfig::take(settings);
    config.webhook = webhook;
    config
}

fn read_endpoint(settings: &mut Settings) -> WebhookEndpoint {
    let is_checkout = settings.word("variant", &["merchant_proxy", "checkout"]) == Some(1);
    // Tests that switch between the variants may leave a token in.
    let token = if is_checkout { settings.get("token") } else { Some(settings.required::<WebhookToken>("token")) };
    let mut endpoint = WebhookEndpoint::take(settings);
    endpoint.token = token.filter(|_| !is_checkout);
    endpoint
}

#[cfg(test)]
mod tests {
    use super::*;
    use billwire::simulator::{CustomerAmounts, CustomersKey, RepeatedBill, TestCase};
    use billwire::{BearerToken, HashToken, VerificationToken, WireProfile};

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
            ("[]", &[" wrong_type"]),
            ("{", &[" invalid_json"]),
        ] {
            assert_eq!(faults(simulator(json)), expected, "{json}");
        }
        for (json, expected) in [
            (
                r#","fee":-1,"holdMs":1.5,"retries":{"deliveries":0,"firstMs":"1","last":1},"profile":{"x":1},"y":1"#,
                &[
                    "profile.x unknown_field",
                    "fee out_of_range",
                    "retries.deliveries out_of_range",
                    "retries.firstMs wrong_type",
                    "retries.last unknown_field",
                    "holdMs not_an_integer",
                    "y unknown_field",
                ][..],
            ),
            (r#","fee":9007199254740992"#, &["fee out_of_range"]),
            (r#","fee":9007199254740991,"repeatedBill":"ignore""#, &["repeatedBill unknown_value"]),
            (r#","seed":7,"withoutPurpose":"yes""#, &["seed wrong_type", "withoutPurpose wrong_type"]),
            (
                r#","webhook":{"variant":"proxy"}"#,
                &["webhook.variant unknown_value", "webhook.token required", "webhook.url required"],
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
