//! Settings of the webhook endpoint, which must be on this machine.

use anyhow::{Context, Result, bail};
use billwire::{
    WebhookToken,
    simulator::{CustomerAmounts, CustomersKey, WebhookEndpoint, WebhookVariant},
};
use clap::ValueEnum;
use reqwest::Url;
use serde::Deserialize;
use std::net::IpAddr;

/// A merchant's endpoint in an admin request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Endpoint {
    /// The address: `http`, and a loopback server name.
    pub url: String,
    /// The variant of the webhooks.
    #[serde(default)]
    pub variant: Variant,
    /// The token of the merchant-proxy variant.
    pub token: Option<String>,
    /// The form of customers' amounts in the checkout variant.
    #[serde(default)]
    pub amounts: Amounts,
    /// The key of the customers in the checkout variant.
    #[serde(default)]
    pub customers_key: Key,
}

/// Variant of the webhook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub enum Variant {
    /// With the header `Token`.
    #[default]
    MerchantProxy,
    /// Without authentication.
    Checkout,
}

/// Form of customers' amounts in the checkout variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Amounts {
    /// As in the field list.
    #[default]
    Text,
    /// As in the sample payload.
    Number,
}

/// Key of the customers in the checkout variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ValueEnum)]
#[value(rename_all = "verbatim")]
pub enum Key {
    /// As in the sample payload.
    #[default]
    #[serde(rename = "customers")]
    #[value(name = "customers")]
    Customers,
    /// As in the field list.
    Customer,
}

impl TryFrom<Endpoint> for WebhookEndpoint {
    type Error = anyhow::Error;

    fn try_from(endpoint: Endpoint) -> Result<WebhookEndpoint> {
        let Endpoint { url, variant, token, amounts, customers_key } = endpoint;
        let parsed = Url::parse(&url).context("url is no address")?;
        if parsed.scheme() != "http" || !parsed.host_str().is_some_and(is_loopback) {
            bail!("expected url to begin with http:// and name 127.0.0.1, [::1] or localhost");
        }
        match (variant, token) {
            (Variant::Checkout, _) => Ok(WebhookEndpoint::builder()
                .url(url)
                .variant(WebhookVariant::Checkout)
                .amounts(match amounts {
                    Amounts::Text => CustomerAmounts::Text,
                    Amounts::Number => CustomerAmounts::Number,
                })
                .customers_key(match customers_key {
                    Key::Customers => CustomersKey::Customers,
                    Key::Customer => CustomersKey::Customer,
                })
                .build()),
            (Variant::MerchantProxy, Some(token)) => Ok(WebhookEndpoint::merchant_proxy(url, WebhookToken::new(token))),
            (Variant::MerchantProxy, None) => bail!("token is required for merchant_proxy"),
        }
    }
}

pub(crate) fn is_loopback(host: &str) -> bool {
    let literal = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || literal.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_only_loopback_addresses() {
        let endpoint = |url: &str| Endpoint {
            url: url.into(),
            variant: Variant::Checkout,
            token: None,
            amounts: Amounts::Text,
            customers_key: Key::Customers,
        };
        for url in ["http://127.0.0.1:1/hook", "http://localhost", "http://[::1]:2/", "http://127.1:1/"] {
            assert!(WebhookEndpoint::try_from(endpoint(url)).is_ok(), "{url}");
        }
        for url in [
            "",
            "/hook",
            "https://127.0.0.1/",
            "http://example.com/",
            "http://localhost.example.com/",
            "http://127.0.0.1@example.com/",
            "http://10.0.0.1/",
            "file:///etc/hosts",
        ] {
            assert!(WebhookEndpoint::try_from(endpoint(url)).is_err(), "{url}");
        }
    }

    #[test]
    fn merchant_proxy_requires_a_token() {
        let endpoint = Endpoint {
            url: "http://127.0.0.1".into(),
            variant: Variant::MerchantProxy,
            token: None,
            amounts: Amounts::Text,
            customers_key: Key::Customers,
        };
        assert!(WebhookEndpoint::try_from(endpoint).is_err());
    }
}
