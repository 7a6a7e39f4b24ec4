/*!
Normalizes texts for comparison: filter values, words, tags and identifiers.
*/

use std::borrow::Cow;

use icu_casemap::CaseMapper;
use icu_normalizer::ComposingNormalizerBorrowed;

use crate::steps;

/// Normalizes a filter value or a name for comparison: trims it, folds its case and composes it (Unicode NFC).
pub fn normalize(value: &str) -> Cow<'_, str> {
    let value = value.trim();
    if value.is_ascii() {
        let is_lowercase = !value.bytes().any(|byte| byte.is_ascii_uppercase());
        return if is_lowercase { value.into() } else { value.to_ascii_lowercase().into() };
    }
    let nfc = ComposingNormalizerBorrowed::new_nfc();
    let folded: Cow<'_, str> = CaseMapper::new().fold_string(&nfc.normalize(value)).into_owned().into();
    // Case folding can decompose a composed letter.
    nfc.normalize(&folded).into_owned().into()
}

/// Splits a name or a filter value into words: the runs of letters and digits of its normalized form.
pub fn words(value: &str) -> Vec<String> {
    normalize(value)
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Normalizes a filter value as a tag: spaces and underscores become hyphens.
pub fn to_tag(value: &str) -> Cow<'_, str> {
    let value = normalize(value);
    if value.bytes().any(|byte| matches!(byte, b' ' | b'_')) { value.replace([' ', '_'], "-").into() } else { value }
}

/// Whether a text is a valid topic tag: lower-case words or numbers joined by single hyphens.
pub fn is_tag(text: &str) -> bool {
    text.len() <= MAX_TAG_BYTES
        && text
            .split('-')
            .all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()))
}

/// The maximum length of a tag, in bytes.
pub const MAX_TAG_BYTES: usize = 100;

/// Whether a text is a valid record identifier: `[a-z0-9.-]`, with a letter or a digit at both ends.
pub fn is_record_id(text: &str) -> bool {
    let is_word_byte = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    text.len() <= MAX_ID_BYTES
        && text.bytes().all(|byte| is_word_byte(byte) || byte == b'.' || byte == b'-')
        && text.bytes().next().is_some_and(is_word_byte)
        && text.bytes().next_back().is_some_and(is_word_byte)
}

/// Returns the error for a text that is not a valid record identifier.
pub(super) fn record_id_error(text: &str) -> Option<String> {
    let message = || format!("{text:?} is not made of a-z, 0-9, dot and hyphen, at most {MAX_ID_BYTES} of them");
    (!is_record_id(text)).then(message)
}

/// The names of endpoints that take the place of an identifier in a path. A record with such an identifier could not be
/// requested.
pub const RESERVED_IDS: [&str; 2] = ["facets", "export"];

/// The maximum length of an identifier, in bytes.
pub const MAX_ID_BYTES: usize = 200;

/// Returns the `max` candidates with the names nearest to a normalized value, best first, regardless of the distance.
/// Ties keep the order of the candidates. Only the beginning of a long value is compared.
///
/// A candidate with several names appears once for each of them.
pub fn nearest<'n, T: Copy + PartialEq>(
    value: &str,
    candidates: impl Iterator<Item = (T, &'n str)>,
    max: usize,
) -> Vec<T> {
    most_similar(value, candidates, max, 0.0)
}

/// Returns the [`nearest`] candidates that are similar enough to be plausible corrections of the value.
pub fn probably_meant<'n, T: Copy + PartialEq>(
    value: &str,
    candidates: impl Iterator<Item = (T, &'n str)>,
    max: usize,
) -> Vec<T> {
    /// The similarity of `limt` and `limit` is 0.95, of `state` and `status` 0.89, of `jurisdiction` and `limit` 0.62.
    const MIN_SIMILARITY: f64 = 0.8;
    most_similar(value, candidates, max, MIN_SIMILARITY)
}

/// Returns the part of a message that lists the nearest names, between `before` and `after`. Empty without names.
pub fn nearest_between(before: &str, names: &[&str], after: &str) -> String {
    match names {
        [] => String::new(),
        [name] => format!("{before}the nearest is {name}{after}"),
        names => format!("{before}the nearest are {}{after}", names.join(", ")),
    }
}

fn most_similar<'n, T: Copy + PartialEq>(
    value: &str,
    candidates: impl Iterator<Item = (T, &'n str)>,
    max: usize,
    min_similarity: f64,
) -> Vec<T> {
    /// Hardly any name is longer.
    const MAX_COMPARED_CHARS: usize = 64;
    let value = value.char_indices().nth(MAX_COMPARED_CHARS).map_or(value, |(end, _)| &value[..end]);
    let similarity = |name: &str| {
        // A comparison of two letters is much less work than other steps.
        steps::add(value.len() * name.len() / 4);
        strsim::jaro_winkler(value, name)
    };
    let scored = candidates.map(|(candidate, name)| (similarity(name), candidate));
    let mut scored: Vec<(f64, T)> = scored.filter(|(similarity, _)| *similarity >= min_similarity).collect();
    scored.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let mut nearest: Vec<T> = Vec::with_capacity(max);
    for (_, candidate) in scored {
        if nearest.len() < max && !nearest.contains(&candidate) {
            nearest.push(candidate);
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalization_ignores_case_unicode_form_and_outer_space() {
        for (value, normalized) in [
            (" CA ", "ca"),
            ("Hagåtña", "hagåtña"),
            ("HAGA\u{30a}TN\u{303}A", "hagåtña"),
            ("STRASSE", "strasse"),
            ("straße", "strasse"),
            ("\u{a0}x\u{2003}", "x"),
        ] {
            assert_eq!(normalize(value), normalized, "{value:?}");
        }
    }

    #[test]
    fn nearest_name_is_probably_meant_only_if_it_is_similar() {
        let names = ["topic", "limit", "offset", "status"];
        let candidates = || names.iter().map(|name| (*name, *name));
        for (value, expected) in [
            ("limt", &["limit"][..]),
            ("offest", &["offset"]),
            ("state", &["status"]),
            ("jurisdiction", &[]),
            ("", &[]),
        ] {
            assert_eq!(probably_meant(value, candidates(), 2), expected, "{value}");
            assert_eq!(nearest(value, candidates(), 2).len(), 2, "{value}");
        }
    }

    #[test]
    fn malformed_tags_and_ids_are_rejected() {
        for tag in ["civil-rights", "a", "title-9"] {
            assert!(is_tag(tag), "{tag}");
        }
        for tag in ["", "Civil", "a--b", "-a", "a-", "a b", "a_b", "é"] {
            assert!(!is_tag(tag), "{tag}");
        }
        for id in ["federal-usc-18-1341", "dc-code-1-301.01", "7"] {
            assert!(is_record_id(id), "{id}");
        }
        for id in ["", "A", "a b", "-a", "a.", "a/b", "é"] {
            assert!(!is_record_id(id), "{id}");
        }
        assert!(is_tag(&"a".repeat(MAX_TAG_BYTES)) && !is_tag(&"a".repeat(MAX_TAG_BYTES + 1)));
        assert!(is_record_id(&"a".repeat(MAX_ID_BYTES)) && !is_record_id(&"a".repeat(MAX_ID_BYTES + 1)));
    }
}
