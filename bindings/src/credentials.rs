//! Secrets as objects: none of them prints, and each is wiped when the last copy is dropped.

use std::{fmt, sync::Arc};

/// Declares the object of a secret.
macro_rules! secrets {
    ($( $(#[doc = $doc:literal])+ $name:ident )+) => {
        $(
            $(#[doc = $doc])+
            ///
            /// It never prints, and its memory is wiped when it is dropped.
            #[derive(Clone, uniffi::Object)]
            #[uniffi::export(Debug)]
            pub struct $name(billwire::$name);

            #[uniffi::export]
            impl $name {
                /// Takes ownership of the secret. The configuration that receives it validates it.
                #[uniffi::constructor]
                pub fn new(secret: String) -> $name {
                    $name(billwire::$name::new(secret))
                }
            }

            impl fmt::Debug for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    self.0.fmt(f)
                }
            }

            impl $name {
                /// The secret as core takes it.
                pub(crate) fn into_core(self: Arc<Self>) -> billwire::$name {
                    Arc::unwrap_or_clone(self).0
                }
            }

            impl From<billwire::$name> for $name {
                fn from(secret: billwire::$name) -> $name {
                    $name(secret)
                }
            }
        )+
    };
}

secrets! {
    /// Bearer token of onboarding and settlement (section 5.1), without the word `Bearer`.
    BearerToken
    /// Access token of transaction verification (section 5.2).
    VerificationToken
    /// Key of the request signature (section 5.3). Its UTF-8 bytes are the key.
    HashToken
    /// `Token` that the webhook's sender may show (section 5.4).
    WebhookToken
}
