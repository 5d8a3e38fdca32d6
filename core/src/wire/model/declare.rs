//! Declaration of models: a struct, its schema, and its conversion to or from JSON.

use crate::finding::{Code, Finding};
use crate::wire::{
    model::{
        input::Input,
        schema::{Field, Kind, Presence, Schema},
        validate::{Draft, ObjectPosition, Validator},
    },
    read::{
        decode::{Limits, decode, decode_leniently},
        json::{self, Json, MAX_DEPTH, Members},
        offset_index::{FieldValue, IndexedObject, OffsetIndex},
        reader::Fault,
    },
    value::{decimal::Decimal, instant::Instant},
};

/// Struct declared with `model!`.
pub trait Model: Sized {
    /// Its form in JSON.
    const SCHEMA: &'static Schema;
    /// Its doc comment, line by line.
    const DOC: &'static [&'static str];
    /// The doc comments of its fields, line by line.
    const FIELD_DOCS: &'static [&'static [&'static str]];

    /// Adds its description and those of the models inside it.
    fn describe(models: &mut Vec<Description>);
}

/// Model with its documentation, as generators of other languages need it.
pub struct Description {
    /// Its form in JSON.
    pub schema: &'static Schema,
    /// Its doc comment, line by line.
    pub doc: &'static [&'static str],
    /// The doc comments of its fields, line by line.
    pub field_docs: &'static [&'static [&'static str]],
    /// Whether callers fill it in; otherwise it is received.
    pub is_sent: bool,
    /// Whether it has members beyond the schema, in `extra`.
    pub has_extra: bool,
}

/// Model that is received.
pub trait Read: Model {
    /// Builds the model of a record that `decode` made of the model's schema.
    ///
    /// # Errors
    /// The first value that does not fit its type.
    fn read(record: IndexedObject<'_>) -> Result<Self, Fault>;

    /// Reads a whole body.
    ///
    /// # Errors
    /// The first violation of JSON, of the schema or of the limits.
    fn from_body(body: &[u8], limits: Limits) -> Result<Self, Finding> {
        Self::from_body_with_notes(body, limits).map(|(model, _)| model)
    }

    /// Returns the value as JSON with every digit: decimals are text, and unknown members are in `extra`.
    fn to_json(&self) -> Json;

    /// Reads the text of [`to_json`](Read::to_json), or of serde. A body is read too.
    ///
    /// # Errors
    /// The first violation of JSON, of the schema or of the limits.
    fn from_json(text: &[u8], limits: Limits) -> Result<Self, Finding> {
        let mut index = read_index(Self::SCHEMA, text, limits).map_err(Fault::finding)?;
        index.nested_extra = true;
        Self::read(IndexedObject { text, index: &index, at: 0 }).map_err(Fault::finding)
    }

    /// Reads a whole body, and returns a finding for each tolerated value that was moved to `extra`.
    ///
    /// # Errors
    /// The first violation of JSON, of the schema or of the limits.
    fn from_body_with_notes(body: &[u8], limits: Limits) -> Result<(Self, Vec<Finding>), Finding> {
        let index = read_index(Self::SCHEMA, body, limits).map_err(Fault::finding)?;
        let model = Self::read(IndexedObject { text: body, index: &index, at: 0 }).map_err(Fault::finding)?;
        Ok((model, index.into_notes()))
    }
}

/// Reads a body as far as it goes: `None` if it is no JSON object, or a required field cannot be read.
pub(crate) fn read_leniently<M: Read>(body: &[u8], limits: Limits) -> Option<M> {
    let mut index = OffsetIndex::default();
    decode_leniently(M::SCHEMA, body, limits, &mut index).ok()?;
    M::read(IndexedObject { text: body, index: &index, at: 0 }).ok()
}

/// Reads a whole body to offsets. One function for all models keeps the code small.
#[inline(never)]
fn read_index(schema: &'static Schema, body: &[u8], limits: Limits) -> Result<OffsetIndex, Fault> {
    let mut index = OffsetIndex::default();
    decode(schema, body, limits, &mut index)?;
    Ok(index)
}

/// Type of a field.
pub(crate) trait Wire: Sized {
    /// Form of the value in JSON.
    const KIND: Kind;
    /// Whether the field has to be present.
    const PRESENCE: Presence = Presence::Required;
    /// Known texts of the field. Other texts are valid too.
    const WORDS: &'static [&'static str] = &[];

    /// Adds the description of the model that it holds, if it holds one.
    fn describe(_: &mut Vec<Description>) {}

    /// Adds a finding for each value of another form that the model inside it keeps, since no decision needs it.
    fn tolerated(&self, _path: &str, _found: &mut Vec<Finding>) {}

    /// Returns whether serialisation leaves the field out.
    #[cfg(feature = "serde")]
    fn is_absent(&self) -> bool {
        false
    }
}

/// Returns whether serialisation leaves a field out. `model!` passes it to serde.
#[cfg(feature = "serde")]
pub(crate) fn is_absent(value: &impl Wire) -> bool {
    value.is_absent()
}

/// Value whose `Debug` text is `[hidden]`, in place of a secret.
pub(crate) struct Hidden;

impl std::fmt::Debug for Hidden {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[hidden]")
    }
}

/// Type of a field of a draft.
pub(crate) trait Encode {
    /// Returns the value as the validator takes it.
    fn input(&self) -> Input<'_>;

    /// Passes the value to the validator, as the field `index` of the object at `position`.
    fn encode<'a>(
        &'a self,
        validator: &mut Validator<'a>,
        position: ObjectPosition,
        index: usize,
        field: &'static Field,
    ) {
        validator.field(position, index, field, self.input());
    }
}

/// Type of a received field.
pub(crate) trait Decode: Wire {
    /// Reads a value, which is `None` if the field is absent or `null`.
    ///
    /// # Errors
    /// The rule that the value violates.
    fn decode(value: Option<FieldValue<'_>>) -> Result<Self, Fault>;

    /// Returns the value as JSON; none if the field is absent.
    fn json(&self) -> Option<Json>;

    /// Reads a field. Types with a second spelling override it to merge both.
    ///
    /// # Errors
    /// The rule that the value violates, with the field in its path.
    fn decode_either(record: IndexedObject<'_>, index: usize, field: &'static Field) -> Result<Self, Fault> {
        Self::decode(record.value(index, field)).map_err(|fault| fault.within(field.name))
    }
}

impl Wire for String {
    const KIND: Kind = Kind::Text;
}

impl Encode for String {
    fn input(&self) -> Input<'_> {
        Input::Text(self)
    }
}

impl Decode for String {
    fn decode(value: Option<FieldValue<'_>>) -> Result<Self, Fault> {
        value.map(|value| value.text()).ok_or_else(unseen)
    }

    fn json(&self) -> Option<Json> {
        Some(Json::Text(self.as_str().into()))
    }
}

impl Wire for i64 {
    const KIND: Kind = Kind::Integer;
}

impl Encode for i64 {
    fn input(&self) -> Input<'_> {
        Input::Whole((*self).into())
    }
}

impl Decode for i64 {
    fn decode(value: Option<FieldValue<'_>>) -> Result<Self, Fault> {
        let value = value.ok_or_else(unseen)?;
        let integer =
            crate::wire::value::decimal::integer(value.lexeme()).map_err(|code| Fault::new(code, value.offset()))?;
        i64::try_from(integer).map_err(|_| Fault::new(Code::OutOfRange, value.offset()))
    }

    fn json(&self) -> Option<Json> {
        Some(Json::Number(i128::from(*self).into()))
    }
}

impl Wire for Instant {
    const KIND: Kind = Kind::Instant;
}

impl Encode for Instant {
    fn input(&self) -> Input<'_> {
        Input::Instant(*self)
    }
}

impl Wire for Decimal {
    const KIND: Kind = Kind::Decimal;
}

impl Decode for Decimal {
    fn decode(value: Option<FieldValue<'_>>) -> Result<Self, Fault> {
        let value = value.ok_or_else(unseen)?;
        value.text().parse().map_err(|error: crate::wire::InvalidDecimal| Fault::new(error.code(), value.offset()))
    }

    fn json(&self) -> Option<Json> {
        Some(Json::Text(self.to_string().into()))
    }
}

impl<M: Model> Wire for Vec<M> {
    const KIND: Kind = Kind::List(M::SCHEMA);

    fn describe(models: &mut Vec<Description>) {
        M::describe(models);
    }
}

impl<M: Draft> Encode for Vec<M> {
    fn input(&self) -> Input<'_> {
        Input::Items(self.len())
    }

    fn encode<'a>(&'a self, validator: &mut Validator<'a>, position: ObjectPosition, index: usize, _: &'static Field) {
        for (element, item) in validator.list(position, index, self.len()).zip(self) {
            item.encode(validator, element);
        }
    }
}

impl<M: Read> Decode for Vec<M> {
    fn decode(value: Option<FieldValue<'_>>) -> Result<Self, Fault> {
        let records = value.ok_or_else(unseen)?.records();
        records.enumerate().map(|(index, record)| M::read(record).map_err(|fault| fault.element(index))).collect()
    }

    fn json(&self) -> Option<Json> {
        Some(Json::Array(self.iter().map(M::to_json).collect()))
    }
}

impl<T: Wire> Wire for Option<T> {
    const KIND: Kind = T::KIND;
    const PRESENCE: Presence = Presence::Optional;
    const WORDS: &'static [&'static str] = T::WORDS;

    fn describe(models: &mut Vec<Description>) {
        T::describe(models);
    }

    fn tolerated(&self, path: &str, found: &mut Vec<Finding>) {
        if let Some(value) = self {
            value.tolerated(path, found);
        }
    }

    #[cfg(feature = "serde")]
    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: Encode> Encode for Option<T> {
    fn input(&self) -> Input<'_> {
        self.as_ref().map_or(Input::Absent, T::input)
    }

    fn encode<'a>(
        &'a self,
        validator: &mut Validator<'a>,
        position: ObjectPosition,
        index: usize,
        field: &'static Field,
    ) {
        match self {
            Some(value) => value.encode(validator, position, index, field),
            None => validator.field(position, index, field, Input::Absent),
        }
    }
}

impl<T: Decode> Decode for Option<T> {
    fn decode(value: Option<FieldValue<'_>>) -> Result<Self, Fault> {
        value.map(|value| T::decode(Some(value))).transpose()
    }

    fn json(&self) -> Option<Json> {
        self.as_ref().and_then(T::json)
    }
}

/// Returns the fault of a required field that is absent. [`decode`] already refuses such bodies.
#[cold]
pub(crate) fn unseen() -> Fault {
    Fault::new(Code::Required, 0)
}

/// Adds a finding for each field of a model whose value is kept among the unknown members.
pub(crate) fn tolerated(schema: &Schema, extra: &Members, path: &str, found: &mut Vec<Finding>) {
    if extra.is_empty() {
        return;
    }
    let kept = schema.fields.iter().filter(|field| extra.get(field.name).is_some());
    found.extend(
        kept.map(|field| {
            Finding::new(member_path(path, field.name), Code::WrongType).explained(field.kind.expectation())
        }),
    );
}

/// Returns the path of a member.
pub(crate) fn member_path(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { [path, name].join(".") }
}

/// Reads the members of a record that its schema does not name.
///
/// # Errors
/// The first violation of JSON in a value.
pub(crate) fn extra(record: IndexedObject<'_>) -> Result<Members, Fault> {
    let unknown = record.unknown();
    let mut members = Vec::with_capacity(unknown.len());
    for (key, value) in unknown {
        match json::parse(value, MAX_DEPTH)? {
            Json::Object(inner) if record.index.nested_extra && key == "extra" => members.extend(inner.0),
            value => members.push((key.into_owned(), value)),
        }
    }
    Ok(Members(members))
}

/// Declares a struct with its [`Schema`](crate::wire::model::schema::Schema).
///
/// A declaration begins with `sent`, `received` or `compared` and the section of the interface. A model to compare with
/// is a draft that is not sent, and has no `extra`. A received field is strict if it is required or `decides`; every
/// other one takes a value of any form, since no decision needs it. A sent model implements
/// [`Draft`](crate::wire::Draft) and [`FromValues`](crate::wire::FromValues), a received one
/// [`Read`](crate::wire::Read). Brackets after a field's type hold methods of
/// [`Field`](crate::wire::model::schema::Field).
macro_rules! model {
    // Public models cross to other languages, where an optional field may be left out.
    (sent in $section:literal $(#[doc = $doc:literal])+ $(#[derive($($derive:ident),+)])? pub struct $($rest:tt)+) => {
        $crate::wire::model! {
            @filled_in [#[cfg_attr(feature = "uniffi", uniffi(default))]]
            $section $(#[doc = $doc])+ $(#[derive($($derive),+)])? pub struct $($rest)+
        }
    };
    (sent in $($declaration:tt)+) => { $crate::wire::model! { @filled_in [] $($declaration)+ } };
    (@filled_in [$($left_out:tt)*] $($declaration:tt)+) => {
        $crate::wire::model! {
            @declare sent
            [
                #[derive(bon::Builder)]
                #[builder(on(String, into), on(Given<_>, into), on(Sensitive, into))]
            ]
            [
                /// Members that the interface does not name, in their order. Other languages pass the text of a JSON
                /// object.
                #[builder(default, into)]
                $($left_out)*
                pub extra: $crate::wire::model::given::ExtraDraft,
            ]
            $($declaration)+
        }
    };
    (compared in $($declaration:tt)+) => {
        $crate::wire::model! {
            @declare compared
            [
                #[derive(bon::Builder)]
                #[builder(on(String, into), on(Given<_>, into))]
            ]
            []
            $($declaration)+
        }
    };
    (received in $($declaration:tt)+) => {
        $crate::wire::model! {
            @declare received
            []
            [
                /// Members that the interface does not name, in their order.
                pub extra: $crate::wire::Members,
            ]
            $($declaration)+
        }
    };
    (
        @declare $direction:ident [$($attribute:tt)*] $extra:tt $section:literal
        $(#[doc = $doc:literal])+ $(#[derive($($derive:ident),+)])? pub struct $model:ident { $($fields:tt)+ }
    ) => {
        $crate::wire::model! {
            @fields [#[cfg_attr(feature = "uniffi", uniffi(default))]]
            [
                $direction [$($attribute)* #[cfg_attr(feature = "uniffi", derive(uniffi::Record))]] $extra $section
                [$($doc),+] [$($(, $derive)+)?] [pub] $model
            ]
            [] $($fields)+
        }
    };
    (
        @declare $direction:ident $attributes:tt $extra:tt $section:literal
        $(#[doc = $doc:literal])+ $(#[derive($($derive:ident),+)])? $vis:vis struct $model:ident { $($fields:tt)+ }
    ) => {
        $crate::wire::model! {
            @fields []
            [$direction $attributes $extra $section [$($doc),+] [$($(, $derive)+)?] [$vis] $model]
            [] $($fields)+
        }
    };
    (
        @fields [$($default:tt)*] $head:tt [$($done:tt)*]
        $(#[doc = $doc:literal])+ $field:ident: Option<$type:ty> $([ $($words:tt)+ ])?, $($rest:tt)*
    ) => {
        $crate::wire::model! {
            @fields [$($default)*] $head
            [$($done)* { [$($default)*] $(#[doc = $doc])+ $field: Option<$type> $([ $($words)+ ])? }]
            $($rest)*
        }
    };
    (
        @fields $default:tt $head:tt [$($done:tt)*]
        $(#[doc = $doc:literal])+ $field:ident: $type:ty $([ $($words:tt)+ ])?, $($rest:tt)*
    ) => {
        $crate::wire::model! {
            @fields $default $head [$($done)* { [] $(#[doc = $doc])+ $field: $type $([ $($words)+ ])? }] $($rest)*
        }
    };
    (@fields $default:tt [$($head:tt)+] [$($done:tt)+]) => { $crate::wire::model! { @struct $($head)+ $($done)+ } };
    (
        @struct $direction:ident [$($attribute:tt)*] [$($extra:tt)*] $section:literal
        [$($doc:literal),+] [$($derive:tt)*] [$($vis:tt)*] $model:ident
        $( {
            [$($default:tt)*] $(#[doc = $field_doc:literal])+
            $field:ident: $type:ty $([ $($word:ident $(($($argument:expr),+))?),+ ])?
        } )+
    ) => {
        $(#[doc = $doc])+
        #[doc = ""]
        #[doc = " Interface section"]
        #[doc = $section]
        #[derive(Clone, Debug, PartialEq, Eq $($derive)*)]
        $($attribute)*
        #[cfg_attr(feature = "serde", derive(serde::Serialize))]
        #[non_exhaustive]
        $($vis)* struct $model {
            $(
                $(#[doc = $field_doc])+
                $($default)*
                #[cfg_attr(feature = "serde", serde(skip_serializing_if = "crate::wire::model::declare::is_absent"))]
                pub $field: $type,
            )+
            $($extra)*
        }

        impl $crate::wire::Model for $model {
            const SCHEMA: &'static $crate::wire::model::schema::Schema = {
                use $crate::wire::model::{declare::Wire, schema::{Field, Schema}};
                const FIELDS: &[Field] = &Field::layout([
                    $( Field::new(stringify!($field), <$type as Wire>::KIND, <$type as Wire>::PRESENCE)
                        .words(<$type as Wire>::WORDS)
                        $( $( .$word($($($argument),+)?) )+ )?, )+
                ]);
                // A static exists once, while a constant is copied to each use.
                static SCHEMA: Schema = Schema::new(stringify!($model), $section, FIELDS);
                &SCHEMA
            };
            const DOC: &'static [&'static str] = &[$($doc),+];
            const FIELD_DOCS: &'static [&'static [&'static str]] = &[$( &[$($field_doc),+] ),+];

            fn describe(models: &mut Vec<$crate::wire::model::declare::Description>) {
                models.push($crate::wire::model::declare::Description {
                    schema: Self::SCHEMA,
                    doc: Self::DOC,
                    field_docs: Self::FIELD_DOCS,
                    is_sent: $crate::wire::model!(@is_sent $direction),
                    has_extra: !matches!(stringify!($direction), "compared"),
                });
                $( <$type as $crate::wire::model::declare::Wire>::describe(models); )+
            }
        }

        $crate::wire::model!(@$direction $model { $($field),+ });
    };
    (@is_sent sent) => { true };
    (@is_sent compared) => { true };
    (@is_sent received) => { false };
    (@compared $model:ident { $($field:ident),+ }) => {
        $crate::wire::model!(@draft $model { $($field),+ } []);
    };
    (@draft $model:ident { $($field:ident),+ } [$($extra:ident)?]) => {
        impl $crate::wire::Draft for $model {
            fn encode<'a>(
                &'a self,
                validator: &mut $crate::wire::model::validate::Validator<'a>,
                position: $crate::wire::model::validate::ObjectPosition,
            ) {
                $(
                    let (index, field) =
                            const { <$model as $crate::wire::Model>::SCHEMA.field(stringify!($field)) };
                    $crate::wire::model::declare::Encode::encode(&self.$field, validator, position, index, field);
                )+
                $( $crate::wire::model::given::encode_extra(&self.$extra, validator, position); )?
            }
        }
    };
    (@sent $model:ident { $($field:ident),+ }) => {
        $crate::wire::model!(@draft $model { $($field),+ } [extra]);

        impl $crate::wire::FromValues for $model {
            fn from_values(
                values: &$crate::wire::model::validate::Values<'_>,
                at: usize,
                _: $crate::wire::model::schema::Kind,
            ) -> Option<Self> {
                Some($model {
                    $( $field: {
                        let (index, field) =
                            const { <$model as $crate::wire::Model>::SCHEMA.field(stringify!($field)) };
                        $crate::wire::FromValues::from_values(values, at + index, field.kind)?
                    }, )+
                    extra: values.extra(at).cloned().unwrap_or_default().into(),
                })
            }
        }
    };
    (@received $model:ident { $($field:ident),+ }) => {
        impl $crate::wire::Read for $model {
            fn read(
                record: $crate::wire::read::offset_index::IndexedObject<'_>,
            ) -> Result<Self, $crate::wire::read::reader::Fault> {
                Ok($model {
                    $( $field: {
                        let (index, field) =
                            const { <$model as $crate::wire::Model>::SCHEMA.field(stringify!($field)) };
                        $crate::wire::model::declare::Decode::decode_either(record, index, field)?
                    }, )+
                    extra: $crate::wire::model::declare::extra(record)?,
                })
            }

            fn to_json(&self) -> $crate::wire::Json {
                let mut members = $crate::wire::Members::default();
                $( members.0.extend(
                    $crate::wire::model::declare::Decode::json(&self.$field).map(|it| (stringify!($field).into(), it)),
                ); )+
                members.0.push(("extra".into(), $crate::wire::Json::Object(self.extra.clone())));
                $crate::wire::Json::Object(members)
            }
        }

        impl $crate::wire::model::declare::Wire for $model {
            const KIND: $crate::wire::model::schema::Kind =
                $crate::wire::model::schema::Kind::Object(<$model as $crate::wire::Model>::SCHEMA);

            fn describe(models: &mut Vec<$crate::wire::model::declare::Description>) {
                <$model as $crate::wire::Model>::describe(models);
            }

            fn tolerated(&self, path: &str, found: &mut Vec<$crate::finding::Finding>) {
                use $crate::wire::model::declare::{Wire, member_path, tolerated};
                tolerated(<$model as $crate::wire::Model>::SCHEMA, &self.extra, path, found);
                $( Wire::tolerated(&self.$field, &member_path(path, stringify!($field)), found); )+
            }
        }

        impl $crate::wire::model::declare::Decode for $model {
            fn decode(
                value: Option<$crate::wire::read::offset_index::FieldValue<'_>>,
            ) -> Result<Self, $crate::wire::read::reader::Fault> {
                let value = value.ok_or_else($crate::wire::model::declare::unseen)?;
                let mut records = value.records();
                let record = records.next().ok_or_else($crate::wire::model::declare::unseen)?;
                <$model as $crate::wire::Read>::read(record)
            }

            fn json(&self) -> Option<$crate::wire::Json> {
                Some($crate::wire::Read::to_json(self))
            }
        }
    };
}

pub(crate) use model;
