//! Declaration of settings: a struct with its builder, and the form in which other languages pass it.

/// Declares a struct of settings.
///
/// In other languages each setting that has a default may be left out, and numbers are signed. This form is a record of the same
/// name in a module of its own, behind the feature `uniffi`; [`Setting`](crate::ffi::Setting) converts it.
macro_rules! settings {
    ($(#[$attribute:meta])* mod $module:ident { $(#[doc = $doc:literal])+ pub struct $name:ident { $($fields:tt)+ } }) => {
        $crate::wire::model::settings::settings! { @fields [[$(#[$attribute])*] $module [$($doc),+] $name] [] $($fields)+ }
    };
    (
        @fields $head:tt [$($done:tt)*]
        $(#[doc = $doc:literal])+ #[builder(default)] pub $field:ident: $type:ty, $($rest:tt)*
    ) => {
        $crate::wire::model::settings::settings! {
            @fields $head
            [$($done)* {
                [$($doc),+] [#[builder(default)]] [#[uniffi(default)]]
                $field: $type, Option<<$type as $crate::ffi::Setting>::Form>, [Default::default()]
            }]
            $($rest)*
        }
    };
    (
        @fields $head:tt [$($done:tt)*]
        $(#[doc = $doc:literal])+ #[builder(default = $default:expr)] pub $field:ident: $type:ty, $($rest:tt)*
    ) => {
        $crate::wire::model::settings::settings! {
            @fields $head
            [$($done)* {
                [$($doc),+] [#[builder(default = $default)]] [#[uniffi(default)]]
                $field: $type, Option<<$type as $crate::ffi::Setting>::Form>, [$default]
            }]
            $($rest)*
        }
    };
    (
        @fields $head:tt [$($done:tt)*]
        $(#[doc = $doc:literal])+ pub $field:ident: Option<$type:ty>, $($rest:tt)*
    ) => {
        $crate::wire::model::settings::settings! {
            @fields $head
            [$($done)* {
                [$($doc),+] [] [#[uniffi(default)]]
                $field: Option<$type>, Option<<$type as $crate::ffi::Setting>::Form>, []
            }]
            $($rest)*
        }
    };
    (
        @fields $head:tt [$($done:tt)*]
        $(#[doc = $doc:literal])+ pub $field:ident: $type:ty, $($rest:tt)*
    ) => {
        $crate::wire::model::settings::settings! {
            @fields $head
            [$($done)* { [$($doc),+] [] [] $field: $type, <$type as $crate::ffi::Setting>::Form, [] }]
            $($rest)*
        }
    };
    (
        @fields [[$($attribute:tt)*] $module:ident [$($doc:literal),+] $name:ident]
        [$( {
            [$($field_doc:literal),+] [$($builder:tt)*] [$($left_out:tt)*]
            $field:ident: $type:ty, $form:ty, [$($default:expr)?]
        } )+]
    ) => {
        $(#[doc = $doc])+
        $($attribute)*
        #[non_exhaustive]
        pub struct $name { $( $(#[doc = $field_doc])+ $($builder)* pub $field: $type, )+ }

        #[cfg(feature = "uniffi")]
        pub(crate) mod $module {
            #[allow(unused_imports, reason = "not every form names a type of its module")]
            use super::*;

            $(#[doc = $doc])+
            #[derive(Clone, uniffi::Record)]
            #[allow(unreachable_pub, reason = "uniffi exports it to other languages")]
            pub struct $name { $( $(#[doc = $field_doc])+ $($left_out)* pub $field: $form, )+ }
        }

        #[cfg(feature = "uniffi")]
        impl $crate::ffi::Setting for $name {
            type Form = $module::$name;

            fn of(form: $module::$name) -> $name {
                $name { $( $field: $crate::wire::model::settings::settings!(@value $type, form.$field $(, $default)?), )+ }
            }

            fn form(self) -> $module::$name {
                $module::$name { $( $field: $crate::wire::model::settings::settings!(@form $type, self.$field $(, $default)?), )+ }
            }
        }
    };
    (@value $type:ty, $form:expr) => { <$type as $crate::ffi::Setting>::of($form) };
    (@value $type:ty, $form:expr, $default:expr) => { <$type as $crate::ffi::Setting>::or($form, || $default) };
    (@form $type:ty, $value:expr) => { <$type as $crate::ffi::Setting>::form($value) };
    (@form $type:ty, $value:expr, $default:expr) => { Some(<$type as $crate::ffi::Setting>::form($value)) };
}
pub(crate) use settings;
