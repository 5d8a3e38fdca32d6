//! Calls, answers and webhooks as types of the crate `http`. Feature `http`.

use crate::{
    exchange::{call::Call, operations::UntypedCall},
    flows::FlowRequest,
    interface::{
        error::Error,
        http::{HttpRequest, Method, Reply},
        operation::Operation,
    },
    webhook::{WebhookEvent, WebhookReceiver},
};
use ::http::{HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode};
use std::str::FromStr;

impl<O: Operation> Call<O> {
    /// Returns the request to send once, as it is. Headers with credentials are marked as sensitive.
    ///
    /// The client must not follow redirects, and must not send again by itself.
    ///
    /// # Errors
    /// An address that the crate `http` cannot hold, such as one of more than 65,534 bytes.
    pub fn to_http(&self) -> Result<Request<Vec<u8>>, ::http::Error> {
        self.request().to_http()
    }

    /// Decodes an answer, as [`decode`](Call::decode) does.
    ///
    /// # Errors
    /// The errors of [`decode`](Call::decode).
    pub fn decode_http<B: AsRef<[u8]>>(&self, response: &Response<B>) -> Result<O::Outcome, Error> {
        self.decode(response.status().as_u16(), response.body().as_ref())
    }
}

impl HttpRequest {
    /// Returns the request to send once, as it is, like [`Call::to_http`].
    ///
    /// # Errors
    /// The errors of [`Call::to_http`].
    pub fn to_http(&self) -> Result<Request<Vec<u8>>, ::http::Error> {
        let mut builder = Request::builder().method(self.method).uri(&self.url);
        for header in &self.headers {
            let mut value = HeaderValue::from_str(header.value.as_str())?;
            value.set_sensitive(header.secret);
            builder = builder.header(&*header.name, value);
        }
        builder.body(self.body.as_ref().map_or_else(Vec::new, |body| body.as_str().into()))
    }
}

impl FlowRequest {
    /// Returns the request to send once, as it is, like [`Call::to_http`].
    ///
    /// # Errors
    /// The errors of [`Call::to_http`].
    pub fn to_http(&self) -> Result<Request<Vec<u8>>, ::http::Error> {
        self.http.to_http()
    }
}

impl UntypedCall {
    /// Returns the request to send once, as it is, like [`Call::to_http`].
    ///
    /// # Errors
    /// The errors of [`Call::to_http`].
    pub fn to_http(&self) -> Result<Request<Vec<u8>>, ::http::Error> {
        self.request().to_http()
    }
}

impl WebhookReceiver {
    /// Checks the sender, then reads the raw body, as [`receive`](WebhookReceiver::receive) does.
    ///
    /// # Errors
    /// The errors of [`receive`](WebhookReceiver::receive).
    pub fn receive_http(&self, headers: &HeaderMap, body: &[u8]) -> Result<WebhookEvent, Error> {
        let shown: Vec<&[u8]> = headers.get_all(Self::HEADER).iter().map(HeaderValue::as_bytes).collect();
        self.receive_shown(&shown, body)
    }
}

/// The response to give, for a server whose types are those of the crate `http`.
impl From<Reply> for Response<String> {
    fn from(reply: Reply) -> Response<String> {
        let mut response = Response::new(reply.body.into_owned());
        *response.status_mut() = StatusCode::from_u16(reply.status.into()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        for (name, value) in &reply.headers.0 {
            if let (Ok(name), Ok(value)) = (HeaderName::from_str(name), HeaderValue::from_str(value)) {
                response.headers_mut().insert(name, value);
            }
        }
        response
    }
}

impl From<Method> for ::http::Method {
    fn from(method: Method) -> ::http::Method {
        match method {
            Method::Get => ::http::Method::GET,
            Method::Post => ::http::Method::POST,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::*;
    use ::http::{HeaderMap, HeaderValue, Response};

    fn biller(base_url: &str) -> Biller {
        let config = BillerConfig::builder().base_url(base_url).verification_token(VerificationToken::new("a-secret"));
        Biller::new(config.build()).unwrap()
    }

    fn call(base_url: &str) -> Call<Verification> {
        let request = Verification::builder().identity_code("INV-1").purpose_of_transaction("INV-1");
        biller(base_url).prepare(&request.build()).unwrap()
    }

    #[test]
    fn a_call_is_a_request_with_hidden_credentials() {
        let call = call("https://service.example/v1");
        let request = call.to_http().unwrap();
        assert_eq!((request.method().as_str(), request.uri().to_string()), ("POST", call.url.clone()));
        assert_eq!(request.body(), call.body.as_bytes());
        assert_eq!(request.headers().len(), call.headers.len());
        for header in &call.headers {
            let value = request.headers().get(&*header.name).unwrap();
            assert_eq!((value.to_str().unwrap(), value.is_sensitive()), (header.value.as_str(), header.secret));
        }
        assert!(!format!("{:?}", request.headers()).contains("a-secret"));
    }

    #[test]
    fn too_long_an_address_is_an_error() {
        let path = "a".repeat(70_000);
        assert!(call(&format!("https://service.example/{path}")).to_http().is_err());
    }

    #[test]
    fn untyped_calls_and_flows_give_the_same_request() {
        let biller = biller("https://service.example");
        let untyped = UntypedRequest::builder().path("/banks").query(vec![("a b".into(), "ភ".into())]).build();
        let untyped = biller.prepare_operation(OperationName::GetAvailableBanks, &untyped).unwrap();
        let request = untyped.to_http().unwrap();
        assert_eq!((request.method().as_str(), request.uri().to_string()), ("GET", untyped.url.clone()));
        assert!(request.body().is_empty());

        let typed = call("https://service.example");
        let flow = FlowRequest::of(1, &typed, None).to_http().unwrap();
        let typed = typed.to_http().unwrap();
        assert_eq!((flow.uri(), flow.headers(), flow.body()), (typed.uri(), typed.headers(), typed.body()));
    }

    #[test]
    fn a_response_decodes_like_its_parts() {
        let call = call("https://service.example");
        for (status, body) in [(200, &b"{}"[..]), (503, b"busy"), (403, b"")] {
            let response = Response::builder().status(status).body(body).unwrap();
            assert_eq!(call.decode_http(&response).unwrap_err(), call.decode(status, body).unwrap_err());
        }
    }

    #[test]
    fn receives_and_replies_like_the_plain_types() {
        let receiver = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("hook")]).unwrap();
        let body = br#"{"tran_id":"T-1","status":"success"}"#;
        let headers = |values: &[&[u8]]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append("Token", HeaderValue::from_bytes(value).unwrap());
            }
            headers
        };
        let event = receiver.receive_http(&headers(&[b"hook"]), body).unwrap();
        assert_eq!(event.payload.tran_id.as_deref(), Some("T-1"));
        for (shown, code) in [
            (&[][..], Code::MissingToken),
            (&[&b"other"[..]][..], Code::WrongToken),
            // No text: a client that reads only text must not see it as missing.
            (&[&b"hook\xff"[..]][..], Code::WrongToken),
            (&[&b"hook"[..], b"hook"][..], Code::DuplicateToken),
        ] {
            let error = receiver.receive_http(&headers(shown), body).unwrap_err();
            assert_eq!(error.code(), code);
            let response = Response::from(error.response().unwrap().clone());
            assert_eq!(
                (response.status().as_u16(), response.headers()["content-type"].to_str().unwrap()),
                (401, "application/json")
            );
        }
        let response = Response::from(event.acknowledge());
        assert_eq!((response.status().as_u16(), response.body().as_str()), (200, &*event.acknowledge().body));
    }
}
