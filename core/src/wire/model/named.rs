//! Declaration of enums whose values have names.

/// Declares an enum, and the name that records, JSON and all languages use for each value.
macro_rules! named {
    ($(#[$attribute:meta])* pub enum $name:ident { $( $(#[doc = $doc:literal])+ $value:ident = $text:literal, )+ }) => {
        $(#[$attribute])*
        pub enum $name { $( $(#[doc = $doc])+ $value ),+ }

        impl $name {
            /// Every value, in the order of declaration.
            pub const ALL: &'static [$name] = &[ $( $name::$value ),+ ];

            /// Doc comment of each value, in the same order, for the types of other languages.
            #[doc(hidden)]
            pub const DOCS: &'static [&'static str] = &[ $( concat!($($doc),+) ),+ ];

            /// Returns the name that records, JSON and all languages use.
            pub const fn as_str(self) -> &'static str {
                match self { $( $name::$value => $text ),+ }
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    };
}
pub(crate) use named;
