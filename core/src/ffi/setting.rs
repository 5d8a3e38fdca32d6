//! How the types of settings cross: numbers are signed, and secrets are objects.

use crate::wire::model::crossing::Setting;
use crate::{
    Authentication, BearerToken, DateStyle, HashToken, KhrForm, KhrRounding, LineItemKey, PaidAmount, SigningOffset,
    VerificationAuth, VerificationToken, VerificationTranId, WebhookToken,
};
use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

/// Declares settings that cross as they are.
macro_rules! plain {
    ($( $type:ty ),+) => { $(
        impl Setting for $type {
            type Form = $type;

            fn of(form: $type) -> $type {
                form
            }

            fn form(self) -> $type {
                self
            }
        }
    )+ };
}

plain! {
    Authentication, DateStyle, KhrForm, KhrRounding, LineItemKey, PaidAmount, SigningOffset, String,
    VerificationAuth, VerificationTranId, bool
}

#[cfg(feature = "simulator")]
mod of_the_simulator {
    use crate::simulator::{CustomerAmounts, CustomersKey, RepeatedBill, TestCase};
    use crate::wire::model::crossing::Setting;

    plain! { CustomerAmounts, CustomersKey, RepeatedBill, TestCase }
}

/// Declares unsigned numbers. One below zero counts as 0, which no setting allows and no time has.
macro_rules! unsigned {
    ($( $type:ty as $form:ty ),+) => { $(
        impl Setting for $type {
            type Form = $form;

            fn of(form: $form) -> $type {
                form.try_into().unwrap_or_default()
            }

            fn form(self) -> $form {
                self.try_into().unwrap_or(<$form>::MAX)
            }
        }
    )+ };
}

unsigned! { u16 as i32, u32 as i32, u64 as i64, usize as i32 }

/// Declares secrets, which cross as objects.
macro_rules! secrets {
    ($( $type:ty ),+) => { $(
        impl Setting for $type {
            type Form = Arc<$type>;

            fn of(form: Arc<$type>) -> $type {
                Arc::unwrap_or_clone(form)
            }

            fn form(self) -> Arc<$type> {
                Arc::new(self)
            }
        }
    )+ };
}

secrets! { BearerToken, HashToken, VerificationToken, WebhookToken }

impl<S: Setting> Setting for Option<S> {
    type Form = Option<S::Form>;

    fn of(form: Option<S::Form>) -> Option<S> {
        form.map(S::of)
    }

    fn form(self) -> Option<S::Form> {
        self.map(S::form)
    }
}

impl<S: Setting> Setting for Vec<S> {
    type Form = Vec<S::Form>;

    fn of(form: Vec<S::Form>) -> Vec<S> {
        form.into_iter().map(S::of).collect()
    }

    fn form(self) -> Vec<S::Form> {
        self.into_iter().map(S::form).collect()
    }
}

impl<S: Setting> Setting for BTreeMap<String, S> {
    type Form = HashMap<String, S::Form>;

    fn of(form: HashMap<String, S::Form>) -> BTreeMap<String, S> {
        form.into_iter().map(|(name, value)| (name, S::of(value))).collect()
    }

    fn form(self) -> HashMap<String, S::Form> {
        self.into_iter().map(|(name, value)| (name, value.form())).collect()
    }
}
