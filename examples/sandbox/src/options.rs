//! Command-line options.

use crate::endpoint::{Amounts, Endpoint, Key, Variant};
use anyhow::{Context, Result};
use billwire::{
    BearerToken, HashToken, VerificationToken, WireProfile,
    simulator::{Retries, SimulatorConfig, WebhookEndpoint},
};
use clap::Parser;
use std::path::PathBuf;

/// The simulated payment service, on 127.0.0.1 only.
///
/// Prefer environment variables for credentials: other users of the machine can read a command line.
#[derive(Parser)]
#[command(version)]
pub struct Options {
    /// The port; 0 selects a free one.
    #[arg(long, default_value_t = 0)]
    pub port: u16,
    /// The bearer token of onboarding and settlement.
    #[arg(long, env = "BILLWIRE_BEARER", hide_env_values = true, default_value = "sandbox-bearer")]
    pub bearer: String,
    /// The token of verification.
    #[arg(long, env = "BILLWIRE_VERIFICATION_TOKEN", hide_env_values = true, default_value = "sandbox-verification")]
    pub verification_token: String,
    /// The key of the request signature.
    #[arg(long, env = "BILLWIRE_HASH_TOKEN", hide_env_values = true, default_value = "sandbox-hash-token")]
    pub hash_token: String,
    /// The token of webhooks of the merchant-proxy variant.
    #[arg(long, env = "BILLWIRE_WEBHOOK_TOKEN", hide_env_values = true, default_value = "sandbox-webhook-token")]
    pub webhook_token: String,
    /// The address of the merchant's webhooks, on this machine; without it, PUT /sandbox/webhook sets it.
    #[arg(long, value_name = "URL")]
    pub webhook_url: Option<String>,
    /// The variant of these webhooks.
    #[arg(long, value_enum, default_value_t)]
    pub variant: Variant,
    /// The form of customers' amounts in the checkout variant.
    #[arg(long, value_enum, default_value_t)]
    pub amounts: Amounts,
    /// The key of the customers in the checkout variant.
    #[arg(long, value_enum, default_value_t)]
    pub customers_key: Key,
    /// The maximum number of deliveries of a webhook.
    #[arg(long, value_name = "COUNT", default_value_t = Retries::default().deliveries, value_parser = clap::value_parser!(u32).range(1..))]
    pub deliveries: u32,
    /// Milliseconds before the second delivery of a webhook; each further wait doubles.
    #[arg(long, value_name = "MS", default_value_t = Retries::default().first_ms)]
    pub first_retry_ms: u64,
    /// The longest wait in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = Retries::default().longest_ms)]
    pub longest_retry_ms: u64,
    /// The provider's profile, a file of JSON.
    #[arg(long, value_name = "FILE")]
    pub profile: Option<PathBuf>,
    /// The fee of each transaction, in whole units of its currency.
    #[arg(long, default_value_t = 0)]
    pub fee: u64,
}

impl Options {
    /// Returns the simulator's settings.
    ///
    /// # Errors.
    /// Fails if the profile is unreadable, or if webhooks would leave this machine.
    pub fn into_config(self) -> Result<SimulatorConfig> {
        let (variant, token) = (self.variant, Some(self.webhook_token));
        let (amounts, customers_key) = (self.amounts, self.customers_key);
        let endpoint = self
            .webhook_url
            .map(|url| WebhookEndpoint::try_from(Endpoint { url, variant, token, amounts, customers_key }));
        let retries = Retries::builder()
            .deliveries(self.deliveries)
            .first_ms(self.first_retry_ms)
            .longest_ms(self.longest_retry_ms)
            .build();
        Ok(SimulatorConfig::builder()
            .bearer(BearerToken::new(self.bearer))
            .verification_token(VerificationToken::new(self.verification_token))
            .hash_token(HashToken::new(self.hash_token))
            .profile(self.profile.map(read_profile).transpose()?.unwrap_or_default())
            .maybe_webhook(endpoint.transpose().context("--webhook-url")?)
            .fee(self.fee)
            .retries(retries)
            .build())
    }
}

fn read_profile(file: PathBuf) -> Result<WireProfile> {
    let json = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
    WireProfile::from_json(&json).with_context(|| format!("{} is no profile", file.display()))
}
