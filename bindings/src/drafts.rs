//! Requests as callers fill them in. They take values that break the rules, so that preparing reports each with its path.

use crate::{
    config::{CodeShapes, count},
    error::Finding,
    models::WireProfile,
    values::{DecimalDraft, signed},
};
use billwire_wire::{
    FromValues, Json,
    input::Input,
    model::Encode,
    schema::{Field, Kind},
    validate::{ObjectPosition, Validator, Values},
};

/// Settings by which a draft is validated without credentials. Use those of the biller that prepares the request later.
#[derive(Clone, Debug, Default, PartialEq, uniffi::Record)]
pub struct DraftSettings {
    /// Settings of the deployment that the interface does not show. Default the interface to the letter.
    #[uniffi(default)]
    pub profile: Option<WireProfile>,
    /// Shapes of the merchant's own codes, by which an ambiguous signing string is noticed.
    #[uniffi(default)]
    pub code_shapes: Option<CodeShapes>,
    /// Line items that a bill may have: from 1 to 100,000. Default 10,000.
    #[uniffi(default)]
    pub max_lines: Option<i64>,
}

impl From<DraftSettings> for billwire::DraftSettings {
    fn from(settings: DraftSettings) -> billwire::DraftSettings {
        billwire::DraftSettings {
            profile: settings.profile.map(Into::into).unwrap_or_default(),
            code_shapes: settings.code_shapes.map(Into::into).unwrap_or_default(),
            max_lines: settings.max_lines.map(count),
        }
    }
}

/// Findings about a draft.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct Validation {
    /// Broken rules, each with the path of its field: the first hundred. A biller refuses the request because of any.
    pub violations: Vec<Finding>,
    /// Number of violations that the list omits.
    pub violations_omitted: i64,
    /// Advice. A biller prepares the request nevertheless, unless it is `strict`.
    pub warnings: Vec<Finding>,
}

impl From<billwire::Validation> for Validation {
    fn from(validation: billwire::Validation) -> Validation {
        let findings = |findings: &[billwire::Finding]| findings.iter().cloned().map(Finding::from).collect();
        Validation {
            violations: findings(&validation.violations),
            violations_omitted: signed(validation.violations.omitted().try_into().unwrap_or(u64::MAX)),
            warnings: findings(&validation.warnings),
        }
    }
}

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

        impl billwire_wire::Draft for $model {
            fn encode<'a>(
                &'a self,
                validator: &mut billwire_wire::validate::Validator<'a>,
                position: billwire_wire::validate::ObjectPosition,
            ) {
                $(
                    let (index, field) =
                        const { <billwire::$model as billwire_wire::Model>::SCHEMA.field(stringify!($field)) };
                    billwire_wire::model::Encode::encode(&self.$field, validator, position, index, field);
                )+
                $crate::drafts::encode_extra(self.extra.as_deref(), validator, position);
            }
        }

        impl billwire_wire::FromValues for $model {
            fn from_values(
                values: &billwire_wire::validate::Values<'_>,
                at: usize,
                _: billwire_wire::schema::Kind,
            ) -> Option<$model> {
                Some($model {
                    $( $field: {
                        let (index, field) =
                            const { <billwire::$model as billwire_wire::Model>::SCHEMA.field(stringify!($field)) };
                        billwire_wire::FromValues::from_values(values, at + index, field.kind)?
                    }, )+
                    extra: $crate::drafts::extra_of(values, at),
                })
            }
        }
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
        validator.field(position, index, field, Input::Text(self.as_str()));
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
