//! Settings of a simulator as JSON, named as JavaScript names them.

use crate::entrances::made;
use billwire::wire::{Json, decimal::LARGEST_INTEGER, input::DynamicValue};
use billwire::{
    BearerToken, Code, Error, HashToken, Settings, VerificationToken, WebhookToken, WireProfile,
    simulator::{
        CustomerAmounts, CustomersKey, RepeatedBill, Retries, Simulator, SimulatorConfig, TestCase, WebhookEndpoint,
        WebhookVariant,
    },
};

/// Starts a simulator from its settings.
///
/// # Errors
/// [`Error::InvalidConfig`] with every violation.
pub(crate) fn simulator(settings: &[u8]) -> Result<Simulator, Error> {
    let mut settings = Settings::new("", json(settings)?.into());
    let config = read_config(&mut settings);
    made(Simulator::new(config), settings.finish())
}

/// Sets the endpoint of all webhooks that are not acknowledged yet.
///
/// # Errors
/// [`Error::InvalidConfig`] with every violation.
pub(crate) fn send_webhooks_to(simulator: &mut Simulator, endpoint: &[u8]) -> Result<(), Error> {
    let mut settings = Settings::new("webhook", json(endpoint)?.into());
    let endpoint = read_endpoint(&mut settings);
    let violations = settings.finish();
    if violations.is_empty() { simulator.send_webhooks_to(endpoint) } else { Err(Error::InvalidConfig { violations }) }
}

/// Sets the schedule of webhooks that are not acknowledged.
///
/// # Errors
/// [`Error::InvalidConfig`] with every violation.
pub(crate) fn set_retries(simulator: &mut Simulator, retries: &[u8]) -> Result<(), Error> {
    let mut settings = Settings::new("retries", json(retries)?.into());
    let retries = read_retries(&mut settings);
    let violations = settings.finish();
    if violations.is_empty() {
        simulator.set_retries(retries);
        Ok(())
    } else {
        Err(Error::InvalidConfig { violations })
    }
}

fn json(text: &[u8]) -> Result<Json, Error> {
    Json::parse(text).map_err(|finding| Error::InvalidConfig { violations: finding.into() })
}

fn read_config(settings: &mut Settings) -> SimulatorConfig {
    let credentials = ["bearer", "verificationToken", "hashToken"].map(|name| required(settings, name));
    let [bearer, verification_token, hash_token] = credentials;
    let repeated_bill = settings.word("repeatedBill", |word| match word {
        "settle" => Some(RepeatedBill::Settle),
        "refuse" => Some(RepeatedBill::Refuse),
        _ => None,
    });
    let mut retries = Retries::default();
    if let Some(mut inner) = settings.inner("retries") {
        retries = read_retries(&mut inner);
        settings.close(inner);
    }
    let webhook = settings.inner("webhook").map(|mut inner| {
        let endpoint = read_endpoint(&mut inner);
        settings.close(inner);
        endpoint
    });
    let (profile, in_profile) = WireProfile::from_value(settings.take("profile").unwrap_or(DynamicValue::Undefined));
    settings.violations.append(in_profile);
    SimulatorConfig::builder()
        .bearer(BearerToken::new(bearer))
        .verification_token(VerificationToken::new(verification_token))
        .hash_token(HashToken::new(hash_token))
        .profile(profile)
        .maybe_webhook(webhook)
        .maybe_seed(settings.text("seed"))
        .without_purpose(settings.flag("withoutPurpose"))
        .maybe_fee(whole(settings, "fee"))
        .maybe_repeated_bill(repeated_bill)
        .retries(retries)
        .maybe_hold_ms(whole(settings, "holdMs"))
        .build()
}

fn read_retries(settings: &mut Settings) -> Retries {
    let deliveries = settings.count("deliveries").map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    Retries::builder()
        .maybe_deliveries(deliveries)
        .maybe_first_ms(whole(settings, "firstMs"))
        .maybe_longest_ms(whole(settings, "longestMs"))
        .build()
}

/// Returns a required text.
fn required(settings: &mut Settings, name: &str) -> String {
    let before = settings.violations.total();
    settings.text(name).unwrap_or_else(|| {
        if settings.violations.total() == before {
            settings.violation(name, Code::Required);
        }
        String::new()
    })
}

/// Returns a whole number.
fn whole(settings: &mut Settings, name: &str) -> Option<u64> {
    let number = match settings.take(name)? {
        DynamicValue::Digits(text) => text.parse().ok().filter(|&number| number <= LARGEST_INTEGER),
        _ => {
            settings.violation(name, Code::WrongType);
            return None;
        }
    };
    if number.is_none() {
        settings.violation(name, Code::OutOfRange);
    }
    number
}

fn read_endpoint(settings: &mut Settings) -> WebhookEndpoint {
    let url = required(settings, "url");
    let is_checkout = settings.word("variant", |word| match word {
        "merchant_proxy" => Some(false),
        "checkout" => Some(true),
        _ => None,
    });
    let variant = if is_checkout == Some(true) {
        // Tests that switch between the variants may leave it in.
        settings.text("token");
        WebhookVariant::Checkout
    } else {
        WebhookVariant::MerchantProxy(WebhookToken::new(required(settings, "token")))
    };
    let test_case = settings.word("testCase", |word| match word {
        "success" => Some(TestCase::Success),
        "fail" => Some(TestCase::Fail),
        _ => None,
    });
    let amounts = settings.word("amounts", |word| match word {
        "text" => Some(CustomerAmounts::Text),
        "number" => Some(CustomerAmounts::Number),
        _ => None,
    });
    let customers_key = settings.word("customersKey", |word| match word {
        "customers" => Some(CustomersKey::Customers),
        "Customer" => Some(CustomersKey::Customer),
        _ => None,
    });
    WebhookEndpoint::builder()
        .url(url)
        .variant(variant)
        .maybe_test_case(test_case)
        .maybe_amounts(amounts)
        .maybe_customers_key(customers_key)
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CREDENTIALS: &str = r#"{"bearer":"b","verificationToken":"v","hashToken":"h""#;

    fn faults<T>(result: Result<T, Error>) -> Vec<String> {
        let error = result.err().map(|error| error.violations().to_vec()).unwrap_or_default();
        error.into_iter().map(|finding| format!("{} {}", finding.path, finding.code)).collect()
    }

    /// Returns a value with a change.
    fn with<T>(mut value: T, change: impl FnOnce(&mut T)) -> T {
        change(&mut value);
        value
    }

    #[test]
    fn retries_change_or_name_every_violation() {
        let mut service = simulator(format!("{CREDENTIALS}}}").as_bytes()).unwrap();
        assert!(set_retries(&mut service, br#"{"deliveries":2,"firstMs":10,"longestMs":null}"#).is_ok());
        let wrong = set_retries(&mut service, br#"{"deliveries":0,"firstMs":-1,"more":1}"#);
        let expected =
            ["retries.deliveries out_of_range", "retries.firstMs out_of_range", "retries.more unknown_field"];
        assert_eq!(faults(wrong), expected);
    }

    #[test]
    fn settings_report_every_violation() {
        for (json, expected) in [
            ("{}", &["bearer required", "verificationToken required", "hashToken required"][..]),
            (
                r#"{"bearer":1,"verificationToken":"","hashToken":" h"}"#,
                &["bearer wrong_type", "verificationToken empty", "hashToken surrounding_space"],
            ),
            (
                r#"{"fee":-1,"holdMs":1.5,"retries":{"deliveries":0,"firstMs":"1","last":1},"profile":{"x":1},"y":1}"#,
                &[
                    "bearer required",
                    "verificationToken required",
                    "hashToken required",
                    "retries.deliveries out_of_range",
                    "retries.firstMs wrong_type",
                    "retries.last unknown_field",
                    "profile.x unknown_field",
                    "fee out_of_range",
                    "holdMs out_of_range",
                    "y unknown_field",
                ],
            ),
            ("[]", &[" wrong_type", "bearer required", "verificationToken required", "hashToken required"]),
            ("{", &[" invalid_json"]),
        ] {
            assert_eq!(faults(simulator(json.as_bytes())), expected, "{json}");
        }
        for (json, expected) in [
            (r#","webhook":{}"#, &["webhook.url required", "webhook.token required"][..]),
            (r#","webhook":{"url":"x","token":"a b"}"#, &["webhook.token invalid_token"]),
            (r#","webhook":{"url":"x","variant":"proxy","token":"t"}"#, &["webhook.variant unknown_value"]),
            (r#","webhook":{"url":"x","variant":"checkout","token":"t","testCase":"fail"}"#, &[]),
            (r#","webhook":{"url":"x","token":"t","testCase":"maybe"}"#, &["webhook.testCase unknown_value"]),
            (r#","webhook":{"url":"x","variant":"checkout","amounts":"float"}"#, &["webhook.amounts unknown_value"]),
            (
                r#","webhook":{"url":"x","variant":"checkout","customersKey":"customer"}"#,
                &["webhook.customersKey unknown_value"],
            ),
            (r#","fee":9007199254740992"#, &["fee out_of_range"]),
            (r#","fee":9007199254740991,"repeatedBill":"ignore""#, &["repeatedBill unknown_value"]),
            (r#","fee":5,"repeatedBill":"refuse","profile":null,"retries":{"deliveries":3}"#, &[]),
            (r#","seed":7,"withoutPurpose":"yes""#, &["seed wrong_type", "withoutPurpose wrong_type"]),
        ] {
            assert_eq!(faults(simulator(format!("{CREDENTIALS}{json}}}").as_bytes())), expected, "{json}");
        }
    }

    #[test]
    fn settings_equal_those_of_rust() {
        let base = || {
            let key = HashToken::new("h");
            SimulatorConfig::new(BearerToken::new("b"), VerificationToken::new("v"), key)
        };
        let endpoint = |variant, test_case| {
            let webhook =
                Some(with(WebhookEndpoint::new("https://one.example".into(), variant), |it| it.test_case = test_case));
            with(base(), |config| config.webhook = webhook)
        };
        let proxy = || WebhookVariant::MerchantProxy(WebhookToken::new("t"));
        for (json, expected) in [
            ("", base()),
            (
                r#","fee":5,"holdMs":7,"repeatedBill":"refuse","profile":{"destinationKey":"settle_to"},"seed":"a7",
                    "withoutPurpose":true"#,
                with(base(), |config| {
                    config.seed = "a7".into();
                    config.without_purpose = true;
                    config.fee = 5;
                    config.hold_ms = 7;
                    config.repeated_bill = RepeatedBill::Refuse;
                    config.profile = WireProfile::builder().destination_key("settle_to").build();
                }),
            ),
            (
                r#","repeatedBill":"settle","retries":{"deliveries":3,"firstMs":4,"longestMs":6}"#,
                with(base(), |config| {
                    config.repeated_bill = RepeatedBill::Settle;
                    config.retries = Retries::builder().deliveries(3).first_ms(4).longest_ms(6).build();
                }),
            ),
            (r#","webhook":{"url":"https://one.example","token":"t"}"#, endpoint(proxy(), None)),
            (
                r#","webhook":{"url":"https://one.example","token":"t","variant":"merchant_proxy","testCase":"success"}"#,
                endpoint(proxy(), Some(TestCase::Success)),
            ),
            (
                r#","webhook":{"url":"https://one.example","variant":"checkout","testCase":"fail"}"#,
                endpoint(WebhookVariant::Checkout, Some(TestCase::Fail)),
            ),
            (
                r#","webhook":{"url":"x","variant":"checkout","amounts":"number","customersKey":"Customer"}"#,
                with(base(), |config| {
                    config.webhook = Some(with(WebhookEndpoint::checkout("x"), |it| {
                        it.amounts = CustomerAmounts::Number;
                        it.customers_key = CustomersKey::Customer;
                    }))
                }),
            ),
            (
                r#","webhook":{"url":"x","variant":"checkout","amounts":"text","customersKey":"customers"}"#,
                with(base(), |config| config.webhook = Some(WebhookEndpoint::checkout("x"))),
            ),
        ] {
            let mut settings =
                Settings::new("", super::json(format!("{CREDENTIALS}{json}}}").as_bytes()).unwrap().into());
            assert_eq!(format!("{:?}", read_config(&mut settings)), format!("{expected:?}"));
            assert!(settings.finish().is_empty(), "{json}");
        }
    }

    #[test]
    fn webhooks_go_to_the_new_endpoint() {
        let mut simulator = simulator(format!("{CREDENTIALS}}}").as_bytes()).unwrap();
        for (json, expected) in [
            (r#"{"url":"https://one.example","token":"t"}"#, &[][..]),
            (r#"{"url":"https://one.example","variant":"checkout"}"#, &[]),
            (r#"{"variant":"checkout","x":1}"#, &["webhook.url required", "webhook.x unknown_field"]),
            (r#"{"url":"https://one.example","token":"a b"}"#, &["webhook.token invalid_token"]),
            ("[", &[" invalid_json"]),
        ] {
            assert_eq!(faults(send_webhooks_to(&mut simulator, json.as_bytes())), expected, "{json}");
        }
    }
}
