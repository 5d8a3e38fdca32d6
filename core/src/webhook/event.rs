//! A webhook that was received.

use crate::{
    exchange::biller::Biller,
    finding::Finding,
    interface::{error::Error, http::Reply},
    webhook::{Confirmation, EventIds, Expectation, WebhookPayload},
};

/// Authentication of a webhook's sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[non_exhaustive]
pub enum WebhookAuthentication {
    /// It showed an expected token. A token is a bearer value and does not cover the body.
    Token,
    /// The checkout variant shows no authentication: anybody may have sent it.
    Unauthenticated,
}

/// A webhook whose body could be read. It proves nothing by itself: confirm it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[must_use = "an event credits nothing until it is confirmed"]
pub struct WebhookEvent {
    /// Content of the webhook.
    pub payload: WebhookPayload,
    /// Authentication of its sender.
    pub authentication: WebhookAuthentication,
    /// A `Token` header that the checkout variant does not check, and values of the body that could not be read and
    /// are kept in `extra`: the first hundred.
    pub warnings: Vec<Finding>,
}

impl WebhookEvent {
    /// A key that deliveries of the same event share, to save work with; none if the payload has nothing to tell
    /// it by. It is not what protects the money: [`Confirmed::claim_key`](crate::Confirmed::claim_key) is.
    pub fn dedup_key(&self) -> Option<String> {
        let payload = &self.payload;
        let texts = [&payload.tran_id, &payload.tran_no, &payload.bank_code, &payload.bank_ref];
        dedup_key(texts.map(|text| text.as_deref()), payload.status.as_ref().map(|status| status.as_str()))
    }

    /// The response that tells the service that the webhook has arrived (section 2.8).
    pub fn acknowledge(&self) -> Reply {
        Reply::acknowledgement()
    }

    /// Prepares the verification by which the event is confirmed: it has to match what the merchant billed.
    ///
    /// # Errors
    /// The errors of [`Biller::prepare`], for the expectation too.
    pub fn confirm(&self, biller: &Biller, expectation: Expectation) -> Result<Confirmation, Error> {
        let ids = EventIds { tran_id: self.payload.tran_id.clone(), tran_no: self.payload.tran_no.clone() };
        Confirmation::prepare(biller, expectation, ids)
    }
}

/// Key that deliveries of one event share, for a program that keeps the texts instead of a [`WebhookEvent`].
///
/// It holds the first of `tran_id`, `tran_no`, and `bank_code` with `bank_ref` that is filled in, and the status.
pub fn dedup_key([tran_id, tran_no, bank_code, bank_ref]: [Option<&str>; 4], status: Option<&str>) -> Option<String> {
    let filled =
        |text: Option<&'_ str>| text.filter(|text| !text.is_empty()).map(|text| format!("{}:{text}", text.len()));
    let reference = if let Some(tran_id) = filled(tran_id) {
        format!("tran_id:{tran_id}")
    } else if let Some(tran_no) = filled(tran_no) {
        format!("tran_no:{tran_no}")
    } else {
        format!("bank:{}{}", filled(bank_code)?, filled(bank_ref)?)
    };
    Some(format!("{reference}|{}", status.unwrap_or_default()))
}

impl Reply {
    /// Returns the response that tells the service that a webhook has arrived (section 2.8).
    pub fn acknowledgement() -> Reply {
        // The sample of section 2.8 has the text `success` in both fields.
        Reply::json(200, r#"{"status":"success","message":"success"}"#)
    }
}
