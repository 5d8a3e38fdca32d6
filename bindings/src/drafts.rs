//! Requests as callers fill them in. They take values that break the rules, so that preparing reports each with its path.

use crate::values::DecimalDraft;
use billwire::wire::{
    FromValues, Json,
    input::Input,
    model::Encode,
    schema::{Field, Kind},
    validate::{ObjectPosition, Validator, Values},
};

/// Declares the draft of a model of core: the same name and fields, and its other members as JSON text.
macro_rules! draft {
    (
        $(#[doc = $doc:literal])+
        pub struct $model:ident { $( $(#[$attribute:meta])+ pub $field:ident: $kind:ty, )+ }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq, uniffi::Record)]
        pub struct $model {
            $( $(#[$attribute])+ pub $field: $kind, )+
            /// Members that the interface does not name, as the text of a JSON object.
            #[uniffi(default)]
            pub extra: Option<String>,
        }

        impl billwire::wire::Draft for $model {
            fn encode<'a>(
                &'a self,
                validator: &mut billwire::wire::validate::Validator<'a>,
                position: billwire::wire::validate::ObjectPosition,
            ) {
                $crate::drafts::draft!(@encode $model, self, validator, position, $($field)+);
                $crate::drafts::encode_extra(self.extra.as_deref(), validator, position);
            }
        }

        impl billwire::wire::FromValues for $model {
            fn from_values(
                values: &billwire::wire::validate::Values<'_>,
                at: usize,
                _: billwire::wire::schema::Kind,
            ) -> Option<$model> {
                Some($model {
                    $( $field: {
                        let (index, field) =
                            const { <billwire::$model as billwire::wire::Model>::SCHEMA.field(stringify!($field)) };
                        billwire::wire::FromValues::from_values(values, at + index, field.kind)?
                    }, )+
                    extra: $crate::drafts::extra_of(values, at),
                })
            }
        }
    };
    (
        compared
        $(#[doc = $doc:literal])+
        pub struct $model:ident { $( $(#[$attribute:meta])+ pub $field:ident: $kind:ty, )+ }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq, uniffi::Record)]
        pub struct $model {
            $( $(#[$attribute])+ pub $field: $kind, )+
        }

        impl billwire::wire::Draft for $model {
            fn encode<'a>(
                &'a self,
                validator: &mut billwire::wire::validate::Validator<'a>,
                position: billwire::wire::validate::ObjectPosition,
            ) {
                $crate::drafts::draft!(@encode $model, self, validator, position, $($field)+);
            }
        }
    };
    (@encode $model:ident, $draft:expr, $validator:ident, $position:ident, $($field:ident)+) => {
        $(
            let (index, field) =
                const { <billwire::$model as billwire::wire::Model>::SCHEMA.field(stringify!($field)) };
            billwire::wire::model::Encode::encode(&$draft.$field, $validator, $position, index, field);
        )+
    };
}
pub(crate) use draft;

impl Encode for DecimalDraft {
    fn encode<'a>(
        &'a self,
        validator: &mut Validator<'a>,
        position: ObjectPosition,
        index: usize,
        field: &'static Field,
    ) {
        // Swift marks the digits of a double: of which shorter decimal it was made, nobody knows.
        let input =
            self.as_str().strip_prefix('~').map_or(Input::Text(self.as_str()), |digits| Input::Shortest(1.0, digits));
        validator.field(position, index, field, input);
    }
}

impl FromValues for DecimalDraft {
    fn from_values(values: &Values<'_>, at: usize, _: Kind) -> Option<DecimalDraft> {
        values.decimal(at).map(DecimalDraft::from)
    }
}

/// Returns the other members of a validated draft as the text of a JSON object.
pub(crate) fn extra_of(values: &Values<'_>, at: usize) -> Option<String> {
    values.extra(at).map(|members| Json::Object(members.clone()).to_string())
}

/// Passes the validator members that are the text of a JSON object.
pub(crate) fn encode_extra(text: Option<&str>, validator: &mut Validator<'_>, position: ObjectPosition) {
    let Some(text) = text else { return };
    match Json::parse_draft(text.as_bytes()) {
        Ok(Json::Object(members)) => validator.extra(position, &members),
        Ok(_) => validator.no_object(position.path("extra")),
        Err(finding) => validator.findings.push(finding.with_path(position.path("extra"))),
    }
}
