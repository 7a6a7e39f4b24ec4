/*!
Closed vocabularies: enums whose variants are the allowed words of a field. The parser, the error messages, the OpenAPI
document and the tests all use the same list.
*/

use std::fmt;

/// A word that is not in a closed vocabulary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    /// The given word.
    pub word: String,
    /// The words of the vocabulary, in the order of their declaration.
    pub allowed: Vec<&'static str>,
    /// The word of the vocabulary with the meaning of the given word, if known.
    pub meant: Option<&'static str>,
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not one of {}", self.word, self.allowed.join(", "))
    }
}

impl std::error::Error for UnknownWord {}

/// Defines an enum of words with `ALL`, `as_str`, `FromStr`, `Display`, and the serde and OpenAPI implementations. The
/// words after `also` are common synonyms. They are rejected with an error that suggests the word of the vocabulary,
/// and are written with underscores for spaces and hyphens.
///
/// strum would not make this smaller: each of the nine enums would need four more lines of derives and attributes, in
/// total about the length of this macro. The words would depend on the casing rules of two crates or need an attribute
/// each, and the messages of [`UnknownWord`] in serde errors would also need `serde_with`.
macro_rules! vocabulary {
    (
        $(#[$attribute:meta])* $name:ident { $($(#[$variant_attribute:meta])* $variant:ident = $word:literal,)+ }
        $(also { $($other:literal => $meant:ident,)+ })?
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, utoipa::ToSchema)]
        pub enum $name {
            $($(#[$variant_attribute])* #[schema(rename = $word)] $variant,)+
        }

        impl $name {
            /// Every value, in the order of its declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Returns the word.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            /// Returns the value for a common synonym outside the vocabulary, if known.
            fn meant_by(word: &str) -> Option<Self> {
                const OTHER_WORDS: &[(&str, $name)] = &[$($(($other, $name::$meant),)+)?];
                let word = word.replace([' ', '-'], "_");
                let own = Self::ALL.iter().copied().find(|value| value.as_str() == word);
                own.or_else(|| OTHER_WORDS.iter().find(|(other, _)| *other == word).map(|(_, meant)| *meant))
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::model::vocabulary::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                match word {
                    $($word => Ok(Self::$variant),)+
                    _ => Err($crate::model::vocabulary::UnknownWord {
                        word: word.to_owned(),
                        allowed: Self::ALL.iter().map(|value| value.as_str()).collect(),
                        meant: Self::meant_by(word).map(Self::as_str),
                    }),
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = std::borrow::Cow::<str>::deserialize(deserializer)?;
                word.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(super) use vocabulary;
