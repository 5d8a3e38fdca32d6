//! Names of codes and next steps, as a record holds them.

/// Declares how serde writes and reads a type that has `ALL` and `as_str`.
macro_rules! by_name {
    ($module:ident: $type:ty) => {
        pub(crate) mod $module {
            use serde::{Deserialize, Deserializer, Serializer, de::Error};
            use std::borrow::Cow;

            pub(crate) fn serialize<S: Serializer>(value: &$type, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(value.as_str())
            }

            pub(crate) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<$type, D::Error> {
                let name = Cow::<str>::deserialize(from)?;
                let found = <$type>::ALL.iter().copied().find(|value| value.as_str() == name);
                found.ok_or_else(|| D::Error::custom("unknown name"))
            }
        }
    };
}

by_name!(code_by_name: crate::finding::Code);
by_name!(next_step_by_name: crate::interface::error::NextStep);
