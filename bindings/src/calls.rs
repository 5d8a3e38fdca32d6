//! Calls: prepared requests that decode their own answers. `operations` has one for each operation with a shape.

use crate::{biller::Biller, error::BillwireError};
use billwire::wire::input::DynamicValue;
use billwire::{Call, Error, Json, Members, Number, Operation, OperationName, Sensitive};

/// HTTP request to send as it is. Do not follow redirects.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct HttpRequest {
    /// HTTP method: `POST` or `GET`.
    pub method: String,
    /// The whole address.
    pub url: String,
    /// The headers. Their values do not print.
    pub headers: Vec<HttpHeader>,
    /// The body, JSON: the exact text that was signed. A request by `GET` has none.
    pub body: Option<Sensitive>,
}

/// Header of a request.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct HttpHeader {
    /// The name.
    pub name: String,
    /// The value.
    pub value: Sensitive,
}

impl From<&billwire::Header> for HttpHeader {
    fn from(header: &billwire::Header) -> HttpHeader {
        HttpHeader { name: header.name.into(), value: header.value.as_str().into() }
    }
}

impl<O: Operation> From<&Call<O>> for HttpRequest {
    fn from(call: &Call<O>) -> HttpRequest {
        HttpRequest {
            method: call.method.as_str().into(),
            url: call.url.clone(),
            headers: call.headers.iter().map(HttpHeader::from).collect(),
            body: Some(call.body.as_str().into()),
        }
    }
}

/// Declares the call of each operation with a shape, the methods of [`Biller`] that prepare and decode it, and the functions of
/// its draft: these languages cannot have them as generic ones.
macro_rules! operations {
    ($(
        $operation:ident => $outcome:ty;
        $(#[doc = $call_doc:literal])+ $call:ident;
        $(#[doc = $prepared_doc:literal])+ $prepared:ident;
        $(#[doc = $prepare_doc:literal])+ $prepare:ident;
        $(#[doc = $json_doc:literal])+ $prepare_json:ident;
        $(#[doc = $decode_doc:literal])+ $decode:ident;
        $(#[doc = $validate_doc:literal])+ $validate:ident;
        $(#[doc = $to_json_doc:literal])+ $to_json:ident;
        $(#[doc = $from_json_doc:literal])+ $from_json:ident;
    )+) => { $(
        $(#[doc = $call_doc])+
        #[derive(uniffi::Object)]
        #[uniffi::export(Debug)]
        pub struct $call(pub(crate) Call<billwire::$operation>);

        #[uniffi::export]
        impl $call {
            /// Returns the request to send as it is.
            pub fn request(&self) -> HttpRequest {
                HttpRequest::from(&self.0)
            }

            /// Returns findings to look at before you send the request.
            pub fn warnings(&self) -> Vec<Finding> {
                self.0.warnings.iter().cloned().map(Finding::from).collect()
            }

            /// Returns the operation that is called.
            pub fn operation(&self) -> OperationName {
                self.0.operation()
            }

            /// Decodes the answer. Throws `Rejected`, `Undetermined` or `Unreadable`, each with its next step.
            pub fn decode(&self, status: Int32, body: &[u8]) -> Result<$outcome, BillwireError> {
                crossed(self.0.decode(status.status(), body)?)
            }

            /// Returns the error, with its next step, for a request that brought no answer.
            pub fn no_answer(&self, sent: Sent) -> BillwireError {
                self.0.no_answer(sent).into()
            }
        }

        impl fmt::Debug for $call {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        $(#[doc = $prepared_doc])+
        #[derive(uniffi::Record)]
        pub struct $prepared {
            /// The call, which decodes the answer.
            pub call: Arc<$call>,
            /// The request to send as it is.
            pub request: HttpRequest,
        }

        impl From<Call<billwire::$operation>> for $prepared {
            fn from(call: Call<billwire::$operation>) -> $prepared {
                let call = $call(call);
                $prepared { request: call.request(), call: Arc::new(call) }
            }
        }

        #[uniffi::export]
        impl Biller {
            $(#[doc = $prepare_doc])+
            pub fn $prepare(&self, request: models::$operation) -> Result<$prepared, BillwireError> {
                Ok(self.0.prepare_from::<billwire::$operation>(&request)?.into())
            }

            $(#[doc = $json_doc])+
            pub fn $prepare_json(&self, json: String) -> Result<$prepared, BillwireError> {
                Ok(prepare_json::<billwire::$operation>(self, &json)?.into())
            }

            $(#[doc = $decode_doc])+
            pub fn $decode(&self, status: Int32, body: &[u8]) -> Result<$outcome, BillwireError> {
                crossed(self.0.decode_as::<billwire::$operation>(status.status(), body)?)
            }
        }

        $(#[doc = $validate_doc])+
        #[uniffi::export]
        pub fn $validate(draft: models::$operation, settings: DraftSettings) -> Result<Validation, BillwireError> {
            Ok(billwire::validate_draft::<billwire::$operation>(&draft, &settings.into())?.into())
        }

        $(#[doc = $to_json_doc])+
        #[uniffi::export]
        pub fn $to_json(draft: models::$operation, settings: DraftSettings) -> Result<String, BillwireError> {
            Ok(billwire::draft_to_json::<billwire::$operation>(&draft, &settings.into())?)
        }

        $(#[doc = $from_json_doc])+
        #[uniffi::export]
        pub fn $from_json(json: String, settings: DraftSettings) -> Result<models::$operation, BillwireError> {
            let draft = billwire::draft_from_json_as::<billwire::$operation, _>(json.as_bytes(), &settings.into());
            Ok(draft?)
        }
    )+ };
}
pub(crate) use operations;

/// Returns the outcome of a call as it crosses.
pub(crate) fn crossed<C, O: TryInto<C>>(outcome: O) -> Result<C, BillwireError>
where
    BillwireError: From<O::Error>,
{
    Ok(outcome.try_into()?)
}

/// Prepares a request that is the text of a JSON object.
pub(crate) fn prepare_json<O: Operation>(biller: &Biller, json: &str) -> Result<Call<O>, Error> {
    let json = Json::parse_draft(json.as_bytes()).map_err(|finding| invalid(O::NAME, finding))?;
    biller.0.prepare_value(&dynamic(json))
}

/// The error for JSON text that cannot be read.
pub(crate) fn invalid(operation: OperationName, finding: billwire::Finding) -> Error {
    Error::InvalidRequest { operation, violations: finding.into() }
}

/// A document with its numbers as doubles. A number of over fifteen digits may be the trace of a double, and no longer
/// tells which decimal was meant.
fn dynamic(json: Json) -> DynamicValue {
    match json {
        Json::Number(Number(text)) => DynamicValue::Double(text.parse().unwrap_or(f64::NAN), text.into()),
        Json::Array(elements) => DynamicValue::List(elements.into_iter().map(dynamic).collect()),
        Json::Object(Members(members)) => {
            DynamicValue::Members(members.into_iter().map(|(key, value)| (key, dynamic(value))).collect())
        }
        other => other.into(),
    }
}
