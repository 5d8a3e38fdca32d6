//! Receiving: the token first, then the body.

use crate::wire::model::settings::settings;
use crate::wire::{
    Model, Read,
    read::{
        decode::{Limits, decode},
        json::MAX_DEPTH,
        offset_index::OffsetIndex,
        reader::Fault,
    },
};
use crate::{
    finding::{Code, Finding, Findings},
    interface::{
        credentials::{WebhookToken, check_header_token, refused_credential, warn_of_placeholder},
        error::Error,
    },
    webhook::{WebhookAuthentication, WebhookEvent, WebhookPayload},
};
use bon::Builder;
use subtle::{Choice, ConstantTimeEq};

settings! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Builder)]
    #[builder(const)]
    mod webhook_limits {
        /// Bounds on a webhook (section 8 shows none).
        pub struct WebhookLimits {
            /// Bytes of the body. Default 65,536.
            #[builder(default = 65_536)]
            pub bytes: usize,
            /// Levels of nesting. Default 32, and never more.
            #[builder(default = 32)]
            pub depth: usize,
            /// Customers. Default 1,000: each takes some 400 bytes of memory, however few it is written in.
            #[builder(default = 1_000)]
            pub customers: usize,
        }
    }
}

impl Default for WebhookLimits {
    fn default() -> WebhookLimits {
        WebhookLimits::builder().build()
    }
}

impl From<WebhookLimits> for Limits {
    fn from(limits: WebhookLimits) -> Limits {
        Limits { bytes: limits.bytes, depth: limits.depth.min(MAX_DEPTH), items: limits.customers }
    }
}

/// Receives webhooks of one variant.
///
/// ```
/// use billwire::{WebhookReceiver, WebhookToken};
/// let receiver = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("a-secret")])?;
/// let event = receiver.receive([("Token", "a-secret")], br#"{"tran_id":"T-1","status":"success"}"#)?;
/// assert_eq!(event.payload.tran_id.as_deref(), Some("T-1"));
/// let forged = receiver.receive([("Token", "a-guess")], b"{}").unwrap_err();
/// assert_eq!(forged.response().map(|response| response.status.as_u16()), Some(401));
/// # Ok::<(), billwire::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct WebhookReceiver {
    /// None for the checkout variant, which shows no authentication.
    tokens: Option<Vec<WebhookToken>>,
    limits: WebhookLimits,
    warnings: Vec<Finding>,
}

impl WebhookReceiver {
    /// The header of the merchant-proxy variant (section 4.4).
    pub(crate) const HEADER: &'static str = "token";

    /// A receiver of the merchant-proxy variant: one of `tokens` has to be shown (several, while one is replaced).
    ///
    /// # Errors
    /// [`Error::InvalidConfig`] if there is no token, or one that cannot stand in a header.
    pub fn merchant_proxy(tokens: Vec<WebhookToken>) -> Result<WebhookReceiver, Error> {
        let (mut violations, mut warnings) = (Findings::default(), Vec::new());
        if tokens.is_empty() {
            violations.push(Finding::new("tokens", Code::Required));
        }
        for (index, token) in tokens.iter().enumerate() {
            let path = format!("tokens[{index}]");
            warnings.extend(warn_of_placeholder(&path, token.expose()));
            if let Err(code) = check_header_token(token.expose()) {
                violations.push(refused_credential(path, code));
            }
        }
        if !violations.is_empty() {
            return Err(Error::InvalidConfig { violations });
        }
        Ok(WebhookReceiver { tokens: Some(tokens), limits: WebhookLimits::default(), warnings })
    }

    /// A receiver of the checkout variant, which shows no authentication: its events are
    /// [`WebhookAuthentication::Unauthenticated`].
    pub fn checkout() -> WebhookReceiver {
        WebhookReceiver { tokens: None, limits: WebhookLimits::default(), warnings: Vec::new() }
    }

    /// The same receiver with other bounds.
    pub fn with_limits(self, limits: WebhookLimits) -> WebhookReceiver {
        WebhookReceiver { limits, ..self }
    }

    /// Returns the warnings about the tokens. Each event has them, too.
    pub fn warnings(&self) -> &[Finding] {
        &self.warnings
    }

    /// Checks the sender, then reads the body, which has to be the bytes as they arrived.
    ///
    /// # Errors
    /// [`Error::Unauthenticated`] or [`Error::InvalidWebhook`], each with the response to give.
    pub fn receive<'h>(
        &self,
        headers: impl IntoIterator<Item = (&'h str, &'h str)>,
        body: &[u8],
    ) -> Result<WebhookEvent, Error> {
        let own = headers.into_iter().filter(|(name, _)| name.eq_ignore_ascii_case(Self::HEADER));
        let shown: Vec<&[u8]> = own.map(|(_, value)| value.as_bytes()).collect();
        self.receive_shown(&shown, body)
    }

    /// Does the same with the values of all `Token` headers.
    ///
    /// # Errors
    /// The errors of [`WebhookReceiver::receive`].
    pub fn receive_shown(&self, shown: &[&[u8]], body: &[u8]) -> Result<WebhookEvent, Error> {
        let authentication = self.authenticate(shown)?;
        let (payload, mut warnings) = self.read_payload(body)?;
        if self.warns_of(shown) {
            warnings.insert(0, Finding::new("", Code::UncheckedToken));
        }
        Ok(WebhookEvent { payload, authentication, warnings })
    }

    /// Returns whether these `Token` headers are worth a warning: the checkout variant has none, and checks none.
    pub fn warns_of(&self, shown: &[&[u8]]) -> bool {
        self.tokens.is_none() && !shown.is_empty()
    }

    /// Reads a body without checking its sender. Call [`WebhookReceiver::authenticate`] first.
    ///
    /// # Errors
    /// [`Error::InvalidWebhook`].
    pub fn read_payload(&self, body: &[u8]) -> Result<(WebhookPayload, Vec<Finding>), Error> {
        let read = WebhookPayload::from_body_with_notes(body, self.limits.into());
        let (payload, mut warnings) = read.map_err(Error::invalid_webhook)?;
        warnings.extend_from_slice(&self.warnings);
        Ok((payload, warnings))
    }

    /// Reads a body to the offsets of its values, without checking its sender.
    ///
    /// # Errors
    /// [`Error::InvalidWebhook`].
    #[doc(hidden)]
    #[inline]
    pub fn read_offsets(&self, body: &[u8], index: &mut OffsetIndex) -> Result<(), Error> {
        decode(WebhookPayload::SCHEMA, body, self.limits.into(), index)
            .map_err(|fault: Fault| Error::invalid_webhook(fault.finding()))
    }

    /// Checks the values of all `Token` headers. [`WebhookReceiver::receive`] does it first.
    ///
    /// # Errors
    /// [`Error::Unauthenticated`].
    #[inline]
    pub fn authenticate(&self, shown: &[&[u8]]) -> Result<WebhookAuthentication, Error> {
        let Some(expected) = &self.tokens else { return Ok(WebhookAuthentication::Unauthenticated) };
        match shown {
            [] => Err(Error::unauthenticated(Code::MissingToken)),
            [token] if matches_any(expected, token) => Ok(WebhookAuthentication::Token),
            [_] => Err(Error::unauthenticated(Code::WrongToken)),
            _ => Err(Error::unauthenticated(Code::DuplicateToken)),
        }
    }

    /// Returns the limits of a body.
    pub fn limits(&self) -> WebhookLimits {
        self.limits
    }
}

/// Compares with every expected token, and each in a time that depends on lengths alone.
#[inline(never)]
fn matches_any(expected: &[WebhookToken], shown: &[u8]) -> bool {
    let none = Choice::from(0);
    expected.iter().fold(none, |found, token| found | is_same(token.expose().as_bytes(), shown)).into()
}

/// Compares word by word. `ct_eq` of slices goes byte by byte, which a short webhook notices.
fn is_same(expected: &[u8], shown: &[u8]) -> Choice {
    let ((words, rest), (shown_words, shown_rest)) = (expected.as_chunks::<8>(), shown.as_chunks::<8>());
    let pairs = words.iter().zip(shown_words).map(|(a, b)| (u64::from_ne_bytes(*a), u64::from_ne_bytes(*b)));
    let differences = pairs.fold(0, |differences, (a, b)| differences | (a ^ b));
    expected.len().ct_eq(&shown.len()) & differences.ct_eq(&0) & rest.ct_eq(shown_rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_that_nobody_checks_is_a_warning() {
        let warnings = |headers: &[(&str, &str)]| {
            let event = WebhookReceiver::checkout().receive(headers.iter().copied(), b"{}").unwrap();
            event.warnings.iter().map(|finding| finding.code.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(warnings(&[("Authorization", "x")]), [""; 0]);
        assert_eq!(warnings(&[("tOKEN", "x")]), ["unchecked_token"]);
        assert_eq!(warnings(&[("Token", "x"), ("Token", "")]), ["unchecked_token"]);
        let proxy = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("x")]).unwrap();
        assert_eq!(proxy.receive([("Token", "x")], b"{}").unwrap().warnings, []);
    }

    #[test]
    fn tokens_are_the_same_in_every_byte() {
        let text: Vec<u8> = (b'a'..=b'z').collect();
        for len in 0..=text.len() {
            let expected = &text[..len];
            assert!(bool::from(is_same(expected, &text[..len])));
            for other in (0..=text.len()).filter(|other| *other != len) {
                assert!(!bool::from(is_same(expected, &text[..other])), "{len} and {other} bytes");
            }
            for at in 0..len {
                let mut shown = expected.to_vec();
                shown[at] ^= 1;
                assert!(!bool::from(is_same(expected, &shown)), "{at} of {len}");
            }
        }
    }
}
