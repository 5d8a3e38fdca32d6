//! Declaration of settings: a struct with its builder, how it is read, and the form in which other languages pass it.

/// Declares a struct of settings.
///
/// A value tree gives each setting by its name in camel case, or by that of `#[name]`. What has a default may be left
/// out. Kotlin and Swift pass a record of the same name in a module of its own, behind the feature `uniffi`: what has a
/// default may be left out there, too, and numbers are signed. `crossing::Setting` converts it.
macro_rules! settings {
    (
        $(#[$attribute:meta])*
        mod $module:ident { $(#[doc = $doc:literal])+ pub struct $name:ident { $($fields:tt)+ } }
    ) => {
        $crate::wire::model::settings::settings! {
            @fields [[$(#[$attribute])*] $module [$($doc),+] $name] [] $($fields)+
        }
    };
    (
        @fields $head:tt [$($done:tt)*]
        $(#[doc = $doc:literal])+ $(#[name = $said:literal])?
        #[builder(default $(, with = $($with:tt)+)?)] pub $field:ident: $type:ty, $($rest:tt)*
    ) => {
        $crate::wire::model::settings::settings! {
            @fields $head
            [$($done)* {
                [$($doc),+] [$($said)?] [#[builder(default $(, with = $($with)+)?)]] [#[uniffi(default)]]
                $field: $type, $type, Option<$crate::wire::model::crossing::Form<$type>>, [Default::default()] []
            }]
            $($rest)*
        }
    };
    (
        @fields $head:tt [$($done:tt)*]
        $(#[doc = $doc:literal])+ $(#[name = $said:literal])?
        #[builder(default = $default:expr)] pub $field:ident: $type:ty, $($rest:tt)*
    ) => {
        $crate::wire::model::settings::settings! {
            @fields $head
            [$($done)* {
                [$($doc),+] [$($said)?] [#[builder(default = $default)]] [#[uniffi(default)]]
                $field: $type, $type, Option<<$type as $crate::wire::model::crossing::Setting>::Form>, [$default] []
            }]
            $($rest)*
        }
    };
    (
        @fields $head:tt [$($done:tt)*]
        $(#[doc = $doc:literal])+ $(#[name = $said:literal])?
        $(#[builder(with = $($with:tt)+)])? pub $field:ident: Option<$type:ty>, $($rest:tt)*
    ) => {
        $crate::wire::model::settings::settings! {
            @fields $head
            [$($done)* {
                [$($doc),+] [$($said)?] [$(#[builder(with = $($with)+)])?] [#[uniffi(default)]]
                $field: Option<$type>, $type, Option<$crate::wire::model::crossing::Form<$type>>, [] [optional]
            }]
            $($rest)*
        }
    };
    (
        @fields $head:tt [$($done:tt)*]
        $(#[doc = $doc:literal])+ $(#[name = $said:literal])? pub $field:ident: $type:ty, $($rest:tt)*
    ) => {
        $crate::wire::model::settings::settings! {
            @fields $head
            [$($done)* {
                [$($doc),+] [$($said)?] [] []
                $field: $type, $type, $crate::wire::model::crossing::Form<$type>, [] []
            }]
            $($rest)*
        }
    };
    (
        @fields [[$($attribute:tt)*] $module:ident [$($doc:literal),+] $name:ident]
        [$( {
            [$($field_doc:literal),+] [$($said:literal)?] [$($builder:tt)*] [$($left_out:tt)*]
            $field:ident: $type:ty, $inner:ty, $form:ty, [$($default:expr)?] [$($optional:ident)?]
        } )+]
    ) => {
        $(#[doc = $doc])+
        $($attribute)*
        #[non_exhaustive]
        pub struct $name { $( $(#[doc = $field_doc])+ $($builder)* pub $field: $type, )+ }

        impl $crate::wire::model::settings_reader::ReadSetting for $name {
            const KIND: $crate::wire::model::settings_reader::SettingKind =
                $crate::wire::model::settings_reader::SettingKind::Object(stringify!($name));

            fn read(
                value: $crate::wire::model::input::DynamicValue,
                path: &str,
                violations: &mut $crate::finding::Findings,
            ) -> Option<$name> {
                let mut settings = $crate::wire::model::settings_reader::Settings::new(path, value);
                let read = <$name as $crate::wire::model::settings_reader::SettingsGroup>::take(&mut settings);
                violations.append(settings.finish());
                Some(read)
            }
        }

        impl $crate::wire::model::settings_reader::SettingsGroup for $name {
            const DOC: &'static [&'static str] = &[$($doc),+];
            const SETTINGS: &'static [$crate::wire::model::settings_reader::DeclaredSetting] = &[ $(
                $crate::wire::model::settings_reader::DeclaredSetting {
                    field: stringify!($field),
                    name: $crate::wire::model::settings::settings!(@said $($said)?),
                    doc: &[$($field_doc),+],
                    kind: <$inner as $crate::wire::model::settings_reader::ReadSetting>::KIND,
                    is_required: $crate::wire::model::settings::settings!(@required [$($default)?] [$($optional)?]),
                },
            )+ ];

            fn take(settings: &mut $crate::wire::model::settings_reader::Settings) -> $name {
                $( let $field = $crate::wire::model::settings::settings! {
                    @take settings, $crate::wire::model::settings::settings!(@name $field $($said)?),
                    [$($default)?] [$($optional)?]
                }; )+
                $name { $( $field ),+ }
            }
        }

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
        impl $crate::wire::model::crossing::Setting for $name {
            type Form = $module::$name;

            fn of(form: $module::$name) -> $name {
                $name { $(
                    $field: $crate::wire::model::settings::settings!(@value $type, form.$field $(, $default)?),
                )+ }
            }

            fn form(self) -> $module::$name {
                $module::$name { $(
                    $field: $crate::wire::model::settings::settings!(@form $type, self.$field $(, $default)?),
                )+ }
            }
        }
    };
    (@required [] []) => { true };
    (@required $default:tt $optional:tt) => { false };
    (@said) => { None };
    (@said $said:literal) => { Some($said) };
    (@name $field:ident) => { &$crate::wire::model::settings_reader::camel_case(stringify!($field)) };
    (@name $field:ident $said:literal) => { $said };
    (@take $settings:ident, $name:expr, [] [optional]) => { $settings.get($name) };
    (@take $settings:ident, $name:expr, [$default:expr] []) => { $settings.get($name).unwrap_or_else(|| $default) };
    (@take $settings:ident, $name:expr, [] []) => { $settings.required($name) };
    (@value $type:ty, $form:expr) => { <$type as $crate::wire::model::crossing::Setting>::of($form) };
    (@value $type:ty, $form:expr, $default:expr) => {
        <$type as $crate::wire::model::crossing::Setting>::or($form, || $default)
    };
    (@form $type:ty, $value:expr) => { <$type as $crate::wire::model::crossing::Setting>::form($value) };
    (@form $type:ty, $value:expr, $default:expr) => {
        Some(<$type as $crate::wire::model::crossing::Setting>::form($value))
    };
}
pub(crate) use settings;

/// Declares settings that are one of a few words, the first of which is the default.
macro_rules! words {
    ($(
        $(#[$attribute:meta])* pub enum $name:ident {
            $(#[doc = $first_doc:literal])+ $first:ident = $first_word:literal,
            $( $(#[doc = $doc:literal])+ $value:ident = $word:literal, )*
        }
    )+) => { $(
        $crate::wire::model::named::named! {
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            #[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
            #[non_exhaustive]
            $(#[$attribute])*
            pub enum $name {
                $(#[doc = $first_doc])+ $first = $first_word,
                $( $(#[doc = $doc])+ $value = $word, )*
            }
        }

        impl Default for $name {
            fn default() -> $name {
                $name::$first
            }
        }

        impl $crate::wire::model::settings_reader::ReadSetting for $name {
            const KIND: $crate::wire::model::settings_reader::SettingKind =
                $crate::wire::model::settings_reader::SettingKind::Words(&[$first_word $(, $word)*]);

            fn read(
                value: $crate::wire::model::input::DynamicValue,
                path: &str,
                violations: &mut $crate::finding::Findings,
            ) -> Option<$name> {
                let words = &[$first_word $(, $word)*];
                let chosen = $crate::wire::model::settings_reader::word(value, words, path, violations)?;
                $name::ALL.get(chosen).copied()
            }
        }
    )+ };
}
pub(crate) use words;
