//! One declaration for each model: an ordinary struct, its schema, and both ways over the wire.

use crate::{
    finding::{Code, Finding},
    json::{self, MAX_DEPTH, Members},
    model::{Decimal, Instant},
    wire::{
        decode::{Limits, decode},
        examine::{Examiner, Place},
        given::Given,
        reader::{Fault, Units},
        schema::{Field, Kind, Presence, Schema},
        tape::{Record, Slot, Tape},
    },
};

/// A struct declared with `model!`.
pub trait Model: Sized {
    /// What it looks like on the wire.
    const SCHEMA: &'static Schema;
    /// Its doc comment, line by line.
    const DOC: &'static [&'static str];
    /// The doc comments of its fields, line by line.
    const FIELD_DOCS: &'static [&'static [&'static str]];
}

/// A model that is sent: what its caller filled in.
pub trait Draft: Model {
    /// Gives each field to the examiner.
    #[doc(hidden)]
    fn give<'a>(&'a self, examiner: &mut Examiner<'a>, place: Place);
}

/// A model that is received.
pub trait Read: Model {
    /// Reads a record that the strict reader has checked.
    #[doc(hidden)]
    fn read(record: Record<'_>) -> Result<Self, Fault>;

    /// Reads a whole body.
    #[doc(hidden)]
    fn from_body(body: &[u8], limits: Limits) -> Result<Self, Finding> {
        Self::from_body_with_notes(body, limits).map(|(model, _)| model)
    }

    /// Reads a whole body, with a finding for each value that could not be read and is kept in `extra`.
    #[doc(hidden)]
    fn from_body_with_notes(body: &[u8], limits: Limits) -> Result<(Self, Vec<Finding>), Finding> {
        let tape = read_tape(Self::SCHEMA, body, limits)?;
        let model = Self::read(Record { text: body, tape: &tape, at: 0 }).map_err(Fault::finding)?;
        Ok((model, tape.into_notes()))
    }
}

/// Reads a whole body to offsets. It is one function for all models.
#[inline(never)]
fn read_tape(schema: &'static Schema, body: &[u8], limits: Limits) -> Result<Tape, Finding> {
    let mut tape = Tape::default();
    decode(schema, body, Units::Utf8, limits, &mut tape).map_err(Fault::finding)?;
    Ok(tape)
}

/// A type that a field may have.
pub(crate) trait Wire: Sized {
    const KIND: Kind;
    const PRESENCE: Presence = Presence::Required;
    /// The texts that the interface shows, where others may come too.
    const WORDS: &'static [&'static str] = &[];

    /// Whether there is nothing to show.
    #[cfg(feature = "serde")]
    fn is_absent(&self) -> bool {
        false
    }
}

/// For serde's `skip_serializing_if`.
#[cfg(feature = "serde")]
pub(crate) fn is_absent(value: &impl Wire) -> bool {
    value.is_absent()
}

/// The members of a draft beyond its schema.
pub(crate) trait OfferExtra {
    fn offer(&self, examiner: &mut Examiner<'_>, place: Place);
}

impl OfferExtra for Members {
    fn offer(&self, examiner: &mut Examiner<'_>, place: Place) {
        examiner.extra(place, self);
    }
}

/// What a secret shows of itself.
pub(crate) struct Hidden;

impl std::fmt::Debug for Hidden {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[hidden]")
    }
}

/// A type that a field of a draft may have.
pub(crate) trait Offer: Wire {
    fn offer<'a>(&'a self, examiner: &mut Examiner<'a>, place: Place, index: usize, field: &'static Field);
}

/// A type that a received field may have.
pub(crate) trait Take: Wire {
    fn take(slot: Option<Slot<'_>>) -> Result<Self, Fault>;

    /// Both spellings of a field, if it has two.
    fn take_either(record: Record<'_>, index: usize, field: &'static Field) -> Result<Self, Fault> {
        Self::take(record.slot(index, field)).map_err(|fault| fault.within(field.name))
    }
}

impl Wire for String {
    const KIND: Kind = Kind::Text;
}

impl Offer for String {
    fn offer<'a>(&'a self, examiner: &mut Examiner<'a>, place: Place, index: usize, field: &'static Field) {
        examiner.field(place, index, field, Given::Text(self));
    }
}

impl Take for String {
    fn take(slot: Option<Slot<'_>>) -> Result<Self, Fault> {
        slot.map(|slot| slot.text()).ok_or_else(unseen)
    }
}

impl Wire for i64 {
    const KIND: Kind = Kind::Integer;
}

impl Offer for i64 {
    fn offer<'a>(&'a self, examiner: &mut Examiner<'a>, place: Place, index: usize, field: &'static Field) {
        examiner.field(place, index, field, Given::Whole((*self).into()));
    }
}

impl Take for i64 {
    fn take(slot: Option<Slot<'_>>) -> Result<Self, Fault> {
        let slot = slot.ok_or_else(unseen)?;
        let value = crate::model::integer(slot.lexeme()).map_err(|code| Fault::new(code, slot.offset()))?;
        i64::try_from(value).map_err(|_| Fault::new(Code::OutOfRange, slot.offset()))
    }
}

impl Wire for Instant {
    const KIND: Kind = Kind::Instant;
}

impl Offer for Instant {
    fn offer<'a>(&'a self, examiner: &mut Examiner<'a>, place: Place, index: usize, field: &'static Field) {
        examiner.field(place, index, field, Given::Instant(*self));
    }
}

impl Wire for Decimal {
    const KIND: Kind = Kind::Decimal;
}

impl Offer for Decimal {
    fn offer<'a>(&'a self, examiner: &mut Examiner<'a>, place: Place, index: usize, field: &'static Field) {
        examiner.field(place, index, field, Given::Decimal(*self));
    }
}

impl Take for Decimal {
    fn take(slot: Option<Slot<'_>>) -> Result<Self, Fault> {
        let slot = slot.ok_or_else(unseen)?;
        slot.text().parse().map_err(|error: crate::InvalidDecimal| Fault::new(error.code(), slot.offset()))
    }
}

impl<M: Model> Wire for Vec<M> {
    const KIND: Kind = Kind::List(M::SCHEMA);
}

impl<M: Draft> Offer for Vec<M> {
    fn offer<'a>(&'a self, examiner: &mut Examiner<'a>, place: Place, index: usize, _: &'static Field) {
        for (element, item) in examiner.list(place, index, self.len()).zip(self) {
            item.give(examiner, element);
        }
    }
}

impl<M: Read> Take for Vec<M> {
    fn take(slot: Option<Slot<'_>>) -> Result<Self, Fault> {
        let records = slot.ok_or_else(unseen)?.records();
        records.enumerate().map(|(index, record)| M::read(record).map_err(|fault| fault.element(index))).collect()
    }
}

impl<T: Wire> Wire for Option<T> {
    const KIND: Kind = T::KIND;
    const PRESENCE: Presence = Presence::Optional;
    const WORDS: &'static [&'static str] = T::WORDS;

    #[cfg(feature = "serde")]
    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: Offer> Offer for Option<T> {
    fn offer<'a>(&'a self, examiner: &mut Examiner<'a>, place: Place, index: usize, field: &'static Field) {
        match self {
            Some(value) => value.offer(examiner, place, index, field),
            None => examiner.field(place, index, field, Given::Absent),
        }
    }
}

impl<T: Take> Take for Option<T> {
    fn take(slot: Option<Slot<'_>>) -> Result<Self, Fault> {
        slot.map(|slot| T::take(Some(slot))).transpose()
    }
}

/// A field that has to be there is there: the reader has seen to it.
#[cold]
pub(crate) fn unseen() -> Fault {
    Fault::new(Code::Required, 0)
}

/// The members of a record that its schema does not know.
pub(crate) fn extra(record: Record<'_>) -> Result<Members, Fault> {
    let unknown = record.unknown();
    let mut members = Vec::with_capacity(unknown.len());
    for (key, value) in unknown {
        members.push((key.into_owned(), json::parse(value, MAX_DEPTH)?));
    }
    Ok(Members(members))
}

/// Declares a model: a struct as any other, the section of the interface behind its name, and in brackets behind a
/// field's type what [`Field`] says of it. `sent` models are drafts, `received` ones are read, `internal` ones are read
/// too and no other language sees them.
macro_rules! model {
    (internal $($model:tt)+) => { $crate::wire::model!(@declare [] received $($model)+); };
    (received $($model:tt)+) => {
        $crate::wire::model!(
            @declare [#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]] received $($model)+
        );
    };
    (
        sent in $section:literal
        $(#[doc = $doc:literal])+
        $(#[derive($($derive:ident),+)])?
        $vis:vis struct $model:ident { $($fields:tt)+ }
    ) => {
        $crate::wire::model!(
            @declare [] sent in $section $(#[doc = $doc])+ $(#[derive($($derive),+)])? $vis struct $model { $($fields)+ }
        );

        // What other languages fill in has the same name and the same fields, of types that take whatever they are
        // given: a decimal of forty digits is a violation, and no failed conversion. The anonymous constant keeps it
        // out of Rust's way.
        #[cfg(feature = "uniffi")]
        const _: () = {
            $crate::wire::model!(@draft [$(#[doc = $doc])+ #[doc = ""] #[doc = " Interface section"] #[doc = $section]] $model [] [] $($fields)+);

            impl $crate::wire::Model for $model {
                const SCHEMA: &'static $crate::wire::schema::Schema = <self::$model as $crate::wire::Model>::SCHEMA;
                const DOC: &'static [&'static str] = <self::$model as $crate::wire::Model>::DOC;
                const FIELD_DOCS: &'static [&'static [&'static str]] =
                    <self::$model as $crate::wire::Model>::FIELD_DOCS;
            }

            impl $crate::foreign::Foreign for self::$model {
                type Draft = $model;
            }
        };
    };
    (
        @declare [$($attribute:tt)*] $direction:ident in $section:literal
        $(#[doc = $doc:literal])+
        $(#[derive($($derive:ident),+)])?
        $vis:vis struct $model:ident {
            $( $(#[doc = $field_doc:literal])+ $field:ident: $type:ty $([ $($word:ident $(($($argument:expr),+))?),+ ])?, )+
        }
    ) => {
        $(#[doc = $doc])+
        #[doc = ""]
        #[doc = " Interface section"]
        #[doc = $section]
        #[derive(Clone, Debug, PartialEq, Eq $($(, $derive)+)?)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize))]
        $($attribute)*
        $vis struct $model {
            $(
                $(#[doc = $field_doc])+
                #[cfg_attr(feature = "serde", serde(skip_serializing_if = "crate::wire::is_absent"))]
                pub $field: $type,
            )+
            /// Members that the interface does not name, in their order.
            pub extra: $crate::json::Members,
        }

        impl $crate::wire::Model for $model {
            const SCHEMA: &'static $crate::wire::schema::Schema = {
                use $crate::wire::{schema::{Field, Schema}, Wire};
                const FIELDS: &[Field] = &Field::layout([
                    $( Field::new(stringify!($field), <$type as Wire>::KIND, <$type as Wire>::PRESENCE)
                        .words(<$type as Wire>::WORDS)
                        $( $( .$word($($($argument),+)?) )+ )?, )+
                ]);
                // Static, so that it is there once, however many use it.
                static SCHEMA: Schema = Schema::new(stringify!($model), $section, FIELDS);
                &SCHEMA
            };
            const DOC: &'static [&'static str] = &[$($doc),+];
            const FIELD_DOCS: &'static [&'static [&'static str]] = &[$( &[$($field_doc),+] ),+];
        }

        $crate::wire::model!(@$direction $model { $($field),+ });
    };
    (@sent $model:ident { $($field:ident),+ }) => {
        impl $crate::wire::Draft for $model {
            fn give<'a>(
                &'a self,
                examiner: &mut $crate::wire::examine::Examiner<'a>,
                place: $crate::wire::examine::Place,
            ) {
                $(
                    let (index, field) = const { <$model as $crate::wire::Model>::SCHEMA.field(stringify!($field)) };
                    $crate::wire::Offer::offer(&self.$field, examiner, place, index, field);
                )+
                $crate::wire::OfferExtra::offer(&self.extra, examiner, place);
            }
        }
    };
    (@received $model:ident { $($field:ident),+ }) => {
        impl $crate::wire::Read for $model {
            fn read(record: $crate::wire::tape::Record<'_>) -> Result<Self, $crate::wire::reader::Fault> {
                Ok($model {
                    $( $field: {
                        let (index, field) = const { <$model as $crate::wire::Model>::SCHEMA.field(stringify!($field)) };
                        $crate::wire::Take::take_either(record, index, field)?
                    }, )+
                    extra: $crate::wire::extra(record)?,
                })
            }
        }

        impl $crate::wire::Wire for $model {
            const KIND: $crate::wire::schema::Kind =
                $crate::wire::schema::Kind::Object(<$model as $crate::wire::Model>::SCHEMA);
        }

        impl $crate::wire::Take for $model {
            fn take(slot: Option<$crate::wire::tape::Slot<'_>>) -> Result<Self, $crate::wire::reader::Fault> {
                let slot = slot.ok_or_else($crate::wire::unseen)?;
                let mut records = slot.records();
                records.next().ok_or_else($crate::wire::unseen).and_then(<$model as $crate::wire::Read>::read)
            }
        }
    };
    // Field after field: what is optional need not be named.
    (
        @draft $docs:tt $model:ident [$($done:tt)*] [$($names:ident),*]
        $(#[doc = $doc:literal])+ $field:ident: Option<$type:ty> $([ $($words:tt)+ ])?, $($rest:tt)*
    ) => {
        $crate::wire::model!(@draft $docs $model [
            $($done)*
            $(#[doc = $doc])+ #[uniffi(default)] pub $field: Option<<$type as $crate::foreign::Foreign>::Draft>,
        ] [$($names,)* $field] $($rest)*);
    };
    (
        @draft $docs:tt $model:ident [$($done:tt)*] [$($names:ident),*]
        $(#[doc = $doc:literal])+ $field:ident: $type:ty $([ $($words:tt)+ ])?, $($rest:tt)*
    ) => {
        $crate::wire::model!(@draft $docs $model [
            $($done)*
            $(#[doc = $doc])+ pub $field: <$type as $crate::foreign::Foreign>::Draft,
        ] [$($names,)* $field] $($rest)*);
    };
    (@draft [$($docs:tt)+] $model:ident [$($fields:tt)+] [$($names:ident),+]) => {
        $($docs)+
        #[derive(Clone, Debug, PartialEq, uniffi::Record)]
        #[expect(unreachable_pub, reason = "it is public in the other languages")]
        pub struct $model {
            $($fields)+
            /// Members that the interface does not name, as the text of a JSON object.
            #[uniffi(default)]
            pub extra: Option<String>,
        }

        $crate::wire::model!(@sent $model { $($names),+ });
    };
}
pub(crate) use model;
