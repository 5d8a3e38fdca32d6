//! Declaration of settings that are one of a few words.

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

        const _: () = {
            use $crate::{
                finding::Findings,
                wire::model::{input::DynamicValue, settings::{ReadSetting, SettingKind, word}},
            };

            impl ReadSetting for $name {
                const KIND: SettingKind = SettingKind::Words(&[$first_word $(, $word)*]);

                fn read(value: DynamicValue, path: &str, violations: &mut Findings) -> Option<$name> {
                    let chosen = word(value, &[$first_word $(, $word)*], path, violations)?;
                    $name::ALL.get(chosen).copied()
                }
            }
        };
    )+ };
}
pub(crate) use words;
