/*!
Splits, decodes and writes query strings.
*/

use std::borrow::Cow;
use std::iter;

use axum::http::Uri;
use lexdex_core::model::Parameter;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentDecode, percent_decode_str, utf8_percent_encode};

const MALFORMED_ESCAPE: &str = "has a malformed percent escape: write % and two hexadecimal digits";

/// The bytes of a name, a value or a path segment that are percent-encoded.
const MUST_ENCODE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The initial capacity of a canonical target, enough for nearly every request.
const TARGET_CAPACITY: usize = 256;

/// Encodes a path segment.
pub(crate) fn encode_segment(segment: &str) -> String {
    utf8_percent_encode(segment, MUST_ENCODE).to_string()
}

/// Appends a name and a value to a query string.
pub(crate) fn push_pair(query: &mut String, name: &str, value: &str) {
    if !query.is_empty() {
        query.push('&');
    }
    query.extend(utf8_percent_encode(name, MUST_ENCODE));
    query.push('=');
    query.extend(utf8_percent_encode(value, MUST_ENCODE));
}

/// Returns the path and the query string of a valid request, which has no malformed escape, in canonical form: without a
/// trailing slash, and with the parameters by name, in one encoding, without `build`. Values of a repeated parameter keep
/// their order, because the title of a feed lists them in it.
pub(crate) fn canonical_target(target: &Uri) -> String {
    let path = target.path();
    let mut text = String::with_capacity(TARGET_CAPACITY);
    text.push_str(path.strip_suffix('/').unwrap_or(path));
    let decoded = |pair| {
        let (name, value) = split_first(pair, b'=');
        [name, value].map(|text| decode(text).unwrap_or(Cow::Borrowed(text)))
    };
    let pairs = pairs(target.query().unwrap_or_default()).map(decoded);
    let mut pairs: Vec<_> = pairs.filter(|[name, _]| name != Parameter::Build.as_str()).collect();
    pairs.sort_by(|[name, _], [other, _]| name.cmp(other));
    for (idx, [name, value]) in pairs.iter().enumerate() {
        text.push(if idx == 0 { '?' } else { '&' });
        text.extend(utf8_percent_encode(name, MUST_ENCODE));
        text.push('=');
        text.extend(utf8_percent_encode(value, MUST_ENCODE));
    }
    text
}

/// Iterates over the non-empty parts of a query string between ampersands.
pub(crate) fn pairs(query: &str) -> impl Iterator<Item = &str> {
    let mut rest = query;
    let parts = iter::from_fn(move || {
        let (pair, remainder) = (!rest.is_empty()).then(|| split_first(rest, b'&'))?;
        rest = remainder;
        Some(pair)
    });
    parts.filter(|pair| !pair.is_empty())
}

/// Splits at the first delimiter, which is an ASCII character. Without a delimiter the second half is empty.
///
/// The parts of a query string are a few bytes long. For so few bytes, a plain loop is faster than the vectorized
/// `str::split_once`.
pub(crate) fn split_first(text: &str, delimiter: u8) -> (&str, &str) {
    text.bytes().position(|byte| byte == delimiter).map_or((text, ""), |at| (&text[..at], &text[at + 1..]))
}

/// Decodes a name or a value; a plus sign is a space. The error is a predicate that follows the name in a message.
pub(crate) fn decode(text: &str) -> Result<Cow<'_, str>, &'static str> {
    if !text.bytes().any(|byte| matches!(byte, b'+' | b'%')) {
        return Ok(text.into());
    }
    let mut bytes = Vec::with_capacity(text.len());
    for (idx, word) in text.split('+').enumerate() {
        if idx > 0 {
            bytes.push(b' ');
        }
        bytes.extend(unescape(word)?);
    }
    to_text(bytes)
}

/// Decodes a path segment; a plus sign stays a plus sign. The error is a predicate, as in [`decode`].
pub(crate) fn decode_segment(text: &str) -> Result<Cow<'_, str>, &'static str> {
    if !text.contains('%') {
        return Ok(text.into());
    }
    to_text(unescape(text)?.collect())
}

fn unescape(text: &str) -> Result<PercentDecode<'_>, &'static str> {
    // The crate passes malformed escapes through.
    let is_malformed = text.split('%').skip(1).any(|escape| !is_escape(escape));
    if is_malformed { Err(MALFORMED_ESCAPE) } else { Ok(percent_decode_str(text)) }
}

fn to_text(bytes: Vec<u8>) -> Result<Cow<'static, str>, &'static str> {
    String::from_utf8(bytes).map(Cow::from).map_err(|_| "has bytes that are not UTF-8")
}

/// Returns whether the text after a percent sign begins with two hexadecimal digits.
fn is_escape(text: &str) -> bool {
    text.as_bytes().get(..2).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_plus_signs_are_decoded() {
        for (encoded, decoded) in [
            ("plain", "plain"),
            ("a+b", "a b"),
            ("+%2B+", " + "),
            ("%2525", "%25"),
            ("caf%C3%A9", "café"),
            ("%e2%82%AC", "€"),
            ("é+é", "é é"),
        ] {
            assert_eq!(decode(encoded).unwrap(), decoded, "{encoded}");
        }
    }

    #[test]
    fn canonical_form_has_one_order_and_one_encoding() {
        for (target, expected) in [
            ("/cases", "/cases"),
            ("/cases/?&", "/cases"),
            ("/cases?build=b1", "/cases"),
            ("/cases?topic=b&limit=2&topic=a%20c&build=b1", "/cases?limit=2&topic=b&topic=a%20c"),
            ("/cases?&topi%63=%62&topic=a+c&&limit=2", "/cases?limit=2&topic=b&topic=a%20c"),
            ("/cases?q=a%26b%3Dc", "/cases?q=a%26b%3Dc"),
            ("/cases?q", "/cases?q="),
        ] {
            assert_eq!(canonical_target(&Uri::from_static(target)), expected, "{target}");
        }
    }

    #[test]
    fn plus_sign_in_a_path_is_not_a_space() {
        assert_eq!(decode_segment("a+b%2B%20c").unwrap(), "a+b+ c");
        assert_eq!(decode_segment("a+%2"), Err(MALFORMED_ESCAPE));
    }

    #[test]
    fn malformed_escapes_and_other_bytes_than_utf_8_are_refused() {
        for encoded in ["%", "a%", "%4", "%%41", "%4%31", "%zz", "%+1", "%é", "%2 ", "ok%20then%2"] {
            assert_eq!(decode(encoded), Err(MALFORMED_ESCAPE), "{encoded}");
        }
        assert_eq!(decode("%C3+"), Err("has bytes that are not UTF-8"));
    }
}
