//! Settings: each is declared once, with its default and its doc comment. The declaration makes the struct and its
//! builder, reads it from a value tree, and makes the forms in which other languages pass it.

mod declared;
mod reader;
mod types;
mod words;

pub use declared::{DeclaredSetting, SettingKind};
pub use reader::{ReadSetting, Settings, SettingsGroup, read_settings};
pub(crate) use reader::{RequiredSetting, read_group};
pub(crate) use types::word;
pub(crate) use words::words;

/// Declares a struct of settings.
///
/// A value tree gives each setting by its name in camel case, or by that of `#[name]`. What has a default may be left
/// out. Kotlin and Swift pass a record of the same name in a module of its own, behind the feature `uniffi`: what has a
/// default may be left out there, too, and numbers are signed. `crossing::Setting` converts it.
macro_rules! settings {
    ($(#[$attribute:meta])* mod $module:ident {
        $(#[doc = $doc:literal])+ pub struct $name:ident { $($fields:tt)+ }
    }) => {
        $crate::wire::model::settings::settings! {
            @fields [[$(#[$attribute])*] $module [$($doc),+] $name] [] $($fields)+
        }
    };
    (
        @fields $head:tt [$($done:tt)*] $(#[doc = $doc:literal])+ $(#[name = $said:literal])?
        #[builder(default $(= $default:expr)? $(, with = $($with:tt)+)?)] pub $field:ident: $type:ty, $($rest:tt)*
    ) => {
        $crate::wire::model::settings::settings! {
            @fields $head [$($done)* {
                [$($doc),+] [$($said)?] [#[builder(default $(= $default)? $(, with = $($with)+)?)]] [#[uniffi(default)]]
                $field: $type, $type, Option<Form<$type>>,
                false declared [|| $crate::wire::model::settings::settings!(@default $($default)?)] or [Some]
            }] $($rest)*
        }
    };
    (
        @fields $head:tt [$($done:tt)*] $(#[doc = $doc:literal])+ $(#[name = $said:literal])?
        $(#[builder(with = $($with:tt)+)])? pub $field:ident: Option<$type:ty>, $($rest:tt)*
    ) => {
        $crate::wire::model::settings::settings! {
            @fields $head [$($done)* {
                [$($doc),+] [$($said)?] [$(#[builder(with = $($with)+)])?] [#[uniffi(default)]]
                $field: Option<$type>, $type, Option<Form<$type>>, false declared [] of []
            }] $($rest)*
        }
    };
    (
        @fields $head:tt [$($done:tt)*] $(#[doc = $doc:literal])+ $(#[name = $said:literal])?
        pub $field:ident: $type:ty, $($rest:tt)*
    ) => {
        $crate::wire::model::settings::settings! {
            @fields $head [$($done)* {
                [$($doc),+] [$($said)?] [] [] $field: $type, $type, Form<$type>, true declared_required [] of []
            }] $($rest)*
        }
    };
    // Of each field: its doc comment, its name if given, the attributes of bon and uniffi, its types (in Rust, without
    // the option, in other languages), whether and how it is taken, and how the form of another language is converted.
    (
        @fields [[$($attribute:tt)*] $module:ident [$($doc:literal),+] $name:ident]
        [$( {
            [$($field_doc:literal),+] [$($said:literal)?] [$($builder:tt)*] [$($left_out:tt)*]
            $field:ident: $type:ty, $inner:ty, $form:ty,
            $is_required:literal $take:ident [$($default:expr)?] $of:ident [$($some:ident)?]
        } )+]
    ) => {
        $(#[doc = $doc])+
        $($attribute)*
        #[non_exhaustive]
        pub struct $name { $( $(#[doc = $field_doc])+ $($builder)* pub $field: $type, )+ }

        const _: () = {
            use $crate::wire::model::settings::{
                DeclaredSetting, ReadSetting, SettingKind, Settings, SettingsGroup, read_group,
            };

            impl ReadSetting for $name {
                const KIND: SettingKind = SettingKind::Object(stringify!($name));

                fn read(
                    value: $crate::wire::model::input::DynamicValue,
                    path: &str,
                    violations: &mut $crate::finding::Findings,
                ) -> Option<$name> {
                    Some(read_group(value, path, violations))
                }
            }

            impl SettingsGroup for $name {
                const DOC: &'static [&'static str] = &[$($doc),+];
                const SETTINGS: &'static [DeclaredSetting] = &[ $( DeclaredSetting {
                    field: stringify!($field),
                    name: concat!($($said)?),
                    doc: &[$($field_doc),+],
                    kind: <$inner as ReadSetting>::KIND,
                    is_required: $is_required,
                }, )+ ];

                fn take(settings: &mut Settings) -> $name {
                    $( let $field =
                        settings.$take(stringify!($field), concat!($($said)?)) $(.unwrap_or_else($default))?; )+
                    $name { $( $field ),+ }
                }
            }
        };

        #[cfg(feature = "uniffi")]
        pub(crate) mod $module {
            #[allow(unused_imports, reason = "not every form names a type of its module")]
            use super::*;
            use $crate::wire::model::crossing::{Form, Setting};

            $(#[doc = $doc])+
            #[derive(Clone, uniffi::Record)]
            #[allow(unreachable_pub, reason = "uniffi exports it to other languages")]
            pub struct $name { $( $(#[doc = $field_doc])+ $($left_out)* pub $field: $form, )+ }

            impl Setting for super::$name {
                type Form = $name;

                fn of(form: $name) -> super::$name {
                    super::$name { $( $field: <$type as Setting>::$of(form.$field $(, $default)?), )+ }
                }

                fn form(self) -> $name {
                    $name { $( $field: $($some)? (<$type as Setting>::form(self.$field)), )+ }
                }
            }
        }
    };
    (@default) => { Default::default() };
    (@default $default:expr) => { $default };
}
pub(crate) use settings;
