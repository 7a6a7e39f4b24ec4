/*!
The argument `--text-kib`.
*/

use clap::builder::TypedValueParser;
use lexdex_core::corpus::MAX_TEXT_KIB;

/// Parses the maximum length, in KiB, of the beginning of a text that is written or indexed.
pub(crate) fn text_kib() -> impl TypedValueParser<Value = u16> {
    clap::value_parser!(u16).range(0..=i64::from(MAX_TEXT_KIB))
}
