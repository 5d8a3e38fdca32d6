//! Storage of the parts of a bill's record as JSON. A part is declared with its fields, how each is stored, and how
//! two are joined.
//!
//! serde would do the same. It compiles each type anew for its reader, which was a fifth of what a browser loads.

use crate::finding::Code;
use crate::interface::{error::NextStep, http::HttpStatus};
use crate::wire::{Instant, Json, Members, write::json_writer::JsonWriter};
use litemap::LiteMap;
use std::str::FromStr;

/// Map of a record. It is a sorted list: a tree of the standard library is five times the code for each type.
pub(crate) type Map<K, V> = LiteMap<K, V>;
/// Set of a record.
pub(crate) type Set<T> = LiteMap<T, ()>;

/// Returns a map of these entries. They are inserted one by one: `collect` compiles a sort for each type.
pub(crate) fn map_of<K: Ord, V>(entries: impl IntoIterator<Item = (K, V)>) -> Map<K, V> {
    let mut map = Map::new();
    for (key, value) in entries {
        map.insert(key, value);
    }
    map
}

/// Returns a set of these items.
pub(crate) fn set_of<T: Ord>(items: impl IntoIterator<Item = T>) -> Set<T> {
    map_of(items.into_iter().map(|item| (item, ())))
}

/// Value that a record holds.
pub(crate) trait Recorded: Sized {
    /// Writes the value.
    fn write(&self, out: &mut JsonWriter);

    /// Reads the value. Returns none for JSON of another form.
    fn read(json: &Json) -> Option<Self>;
}

/// Declares a struct of a record. A member with a default is left out if it is its default.
macro_rules! recorded {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident {
            $( $(#[$field_attribute:meta])* $field_visibility:vis $field:ident: $type:ty $(= $default:expr)?, )+
        }
        $(joined by $join:ident)?
    ) => {
        $(#[$attribute])*
        $visibility struct $name { $( $(#[$field_attribute])* $field_visibility $field: $type, )+ }

        impl $crate::flows::recorded::Recorded for $name {
            fn write(&self, out: &mut $crate::wire::write::json_writer::JsonWriter) {
                out.byte(b'{');
                $( $crate::flows::recorded::recorded!(@write self.$field, $field, out $(, $default)?); )+
                out.byte(b'}');
            }

            fn read(json: &$crate::wire::Json) -> Option<$name> {
                let members = json.as_object()?;
                Some($name {
                    $( $field: $crate::flows::recorded::recorded!(@read members, $field $(, $default)?), )+
                })
            }
        }

        $crate::flows::recorded::recorded!(@join [$($join)?] $name $($field)+);
    };
    ($(#[$attribute:meta])* $visibility:vis enum $name:ident {
        $( $(#[$value_attribute:meta])* $value:ident = $text:literal, )+
    }) => {
        $(#[$attribute])*
        $visibility enum $name { $( $(#[$value_attribute])* $value, )+ }

        impl $crate::flows::recorded::Recorded for $name {
            fn write(&self, out: &mut $crate::wire::write::json_writer::JsonWriter) {
                out.string(match self { $( $name::$value => $text, )+ });
            }

            fn read(json: &$crate::wire::Json) -> Option<$name> {
                match json.as_text()? {
                    $( $text => Some($name::$value), )+
                    _ => None,
                }
            }
        }
    };
    (@write $value:expr, $field:ident, $out:ident) => {
        $crate::flows::recorded::write_member($out, stringify!($field), &$value);
    };
    (@write $value:expr, $field:ident, $out:ident, $default:expr) => {
        if $value != $default {
            $crate::flows::recorded::write_member($out, stringify!($field), &$value);
        }
    };
    (@read $members:ident, $field:ident) => {
        $crate::flows::recorded::read_member($members, stringify!($field))?
    };
    (@read $members:ident, $field:ident, $default:expr) => {
        match $members.get(stringify!($field)) {
            Some(json) => $crate::flows::recorded::Recorded::read(json)?,
            None => $default,
        }
    };
    (@join [] $($rest:tt)*) => {};
    (@join [field] $name:ident $($field:ident)+) => {
        impl $crate::flows::recorded::Join for $name {
            fn join(&mut self, other: &Self) { $( self.$field.join(&other.$field); )+ }
        }
    };
}
pub(crate) use recorded;

#[inline(never)]
pub(crate) fn write_member(out: &mut JsonWriter, name: &str, value: &impl Recorded) {
    write_name(out, name);
    value.write(out);
}

#[inline(never)]
pub(crate) fn read_member<T: Recorded>(members: &Members, name: &str) -> Option<T> {
    T::read(members.get(name)?)
}

#[inline(never)]
fn write_name(out: &mut JsonWriter, name: &str) {
    begin_next(out);
    out.string(name);
    out.byte(b':');
}

/// Writes the comma between two members or elements.
fn begin_next(out: &mut JsonWriter) {
    if !matches!(out.units(), [.., b'{' | b'[']) {
        out.byte(b',');
    }
}

impl Recorded for String {
    fn write(&self, out: &mut JsonWriter) {
        out.string(self);
    }

    fn read(json: &Json) -> Option<String> {
        json.as_text().map(str::to_owned)
    }
}

impl Recorded for bool {
    fn write(&self, out: &mut JsonWriter) {
        Json::Bool(*self).write(out);
    }

    fn read(json: &Json) -> Option<bool> {
        match json {
            Json::Bool(value) => Some(*value),
            _ => None,
        }
    }
}

impl<T: Recorded> Recorded for Option<T> {
    fn write(&self, out: &mut JsonWriter) {
        match self {
            Some(value) => value.write(out),
            None => Json::Null.write(out),
        }
    }

    fn read(json: &Json) -> Option<Option<T>> {
        match json {
            Json::Null => Some(None),
            json => T::read(json).map(Some),
        }
    }
}

macro_rules! recorded_whole_numbers { ($($type:ty),+) => { $(
    impl Recorded for $type {
        fn write(&self, out: &mut JsonWriter) {
            out.whole(i128::from(*self));
        }

        fn read(json: &Json) -> Option<$type> {
            match json {
                Json::Number(number) => number.as_str().parse().ok(),
                _ => None,
            }
        }
    }
)+ } }
recorded_whole_numbers!(u16, u32, u64, i64);

/// Milliseconds since 1970.
impl Recorded for Instant {
    fn write(&self, out: &mut JsonWriter) {
        self.unix_millis().write(out);
    }

    fn read(json: &Json) -> Option<Instant> {
        i64::read(json).map(Instant::from_unix_millis)
    }
}

impl Recorded for HttpStatus {
    fn write(&self, out: &mut JsonWriter) {
        self.as_u16().write(out);
    }

    fn read(json: &Json) -> Option<HttpStatus> {
        u16::read(json).map(HttpStatus::from)
    }
}

macro_rules! recorded_by_name { ($($type:ty),+) => { $(
    impl Recorded for $type {
        fn write(&self, out: &mut JsonWriter) {
            out.string(self.as_str());
        }

        fn read(json: &Json) -> Option<$type> {
            let name = json.as_text()?;
            <$type>::ALL.iter().copied().find(|value| value.as_str() == name)
        }
    }
)+ } }
recorded_by_name!(Code, NextStep);

/// An object with a member for each key.
impl<K: Ord + ToString + FromStr, V: Recorded> Recorded for Map<K, V> {
    fn write(&self, out: &mut JsonWriter) {
        out.byte(b'{');
        for (key, value) in self {
            write_member(out, &key.to_string(), value);
        }
        out.byte(b'}');
    }

    fn read(json: &Json) -> Option<Map<K, V>> {
        let mut map = Map::new();
        for (key, value) in json.as_object()?.iter() {
            map.insert(key.parse().ok()?, V::read(value)?);
        }
        Some(map)
    }
}

/// A list.
impl<T: Ord + Recorded> Recorded for Set<T> {
    fn write(&self, out: &mut JsonWriter) {
        out.byte(b'[');
        for value in self.keys() {
            begin_next(out);
            value.write(out);
        }
        out.byte(b']');
    }

    fn read(json: &Json) -> Option<Set<T>> {
        let mut set = Set::new();
        for value in json.as_array()? {
            set.insert(T::read(value)?, ());
        }
        Some(set)
    }
}

/// A join: the least that holds what both sides know. It is commutative, associative and idempotent.
pub(crate) trait Join {
    fn join(&mut self, other: &Self);
}

/// Joins a type whose greater value says more.
macro_rules! join_by_order { ($($type:ty),+) => { $(impl $crate::flows::recorded::Join for $type {
    fn join(&mut self, other: &Self) { if *other > *self { self.clone_from(other); } }
})+ } }
pub(crate) use join_by_order;
join_by_order!(bool, u32, i64, String, Option<String>, Option<i64>);

/// A set is joined as a map of nothing.
impl Join for () {
    fn join(&mut self, (): &()) {}
}

impl<K: Ord + Clone, V: Join + Clone> Join for Map<K, V> {
    fn join(&mut self, other: &Map<K, V>) {
        for (key, value) in other {
            match self.get_mut(key) {
                Some(known) => known.join(value),
                None => drop(self.insert(key.clone(), value.clone())),
            }
        }
    }
}
