/*!
Cleans text: one space between words, no invisible characters, Unicode NFC. Also cuts summaries and converts capitals.
*/

use icu_normalizer::ComposingNormalizerBorrowed;

/// Cleans a text. Each run of white space and control characters becomes one space, invisible characters are removed,
/// and the result is in Unicode NFC.
pub fn text(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    append(&mut text, raw);
    compose(text)
}

/// Appends a text without its superfluous white space and invisible characters. [`compose`] completes the result.
pub(super) fn append(text: &mut String, raw: &str) {
    let mut rest = raw;
    loop {
        let n_plain = n_plain(rest.as_bytes(), text.is_empty() || text.ends_with(' '));
        text.push_str(&rest[..n_plain]);
        let mut others = rest[n_plain..].chars();
        let Some(character) = others.next() else { break };
        rest = others.as_str();
        if character.is_whitespace() || character.is_control() {
            if !text.is_empty() && !text.ends_with(' ') {
                text.push(' ');
            }
        } else if !is_invisible(character) {
            text.push(character);
        }
    }
}

/// Removes the space at the end of appended texts, and composes them (Unicode NFC).
pub(super) fn compose(mut text: String) -> String {
    text.truncate(text.trim_end().len());
    if text.is_ascii() { text } else { ComposingNormalizerBorrowed::new_nfc().normalize(&text).into_owned() }
}

/// Whether a text is clean ASCII, which [`text`] would not change. Most texts are.
pub fn is_plain(text: &str) -> bool {
    n_plain(text.as_bytes(), true) == text.len() && !text.ends_with(' ')
}

/// The number of leading bytes that need no cleaning: visible ASCII with single spaces. `is_after_space` says whether a
/// space comes before the text.
fn n_plain(text: &[u8], mut is_after_space: bool) -> usize {
    let is_plain = |byte: &u8| {
        let is_space = *byte == b' ';
        let is_first_space = is_space && !is_after_space;
        is_after_space = is_space;
        is_first_space || byte.is_ascii_graphic()
    };
    text.iter().copied().take_while(is_plain).count()
}

/// Whether a character is a soft hyphen, a byte order mark, a direction mark, or a space, a joiner or an operator
/// without width.
fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// Replaces every dash that is a hyphen in a number (`28–1`) with a plain hyphen, so that lookups match.
pub fn plain_hyphens(text: impl Into<String>) -> String {
    let text = text.into();
    if text.is_ascii() {
        return text;
    }
    text.replace(['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'], "-")
}

/// The maximum length of a summary, in characters.
pub const MAX_SUMMARY_CHARACTERS: usize = 1000;

/// Shortens a cleaned text to a summary: the whole text, or as many whole sentences as fit. `None` if the text is empty
/// or its first sentence is too long.
pub fn summary(text: &str) -> Option<String> {
    if text.is_empty() {
        return None;
    }
    let Some((max_bytes, _)) = text.char_indices().nth(MAX_SUMMARY_CHARACTERS) else {
        return Some(text.to_owned());
    };
    let ends = text[..max_bytes].char_indices().filter(|(_, character)| matches!(character, '.' | '!' | '?'));
    let end = ends.rev().find_map(|(idx, _)| sentence_end(text, idx).filter(|end| *end <= max_bytes))?;
    Some(text[..end].to_owned())
}

/// The end of a sentence with its final punctuation at `idx`, including closing quotes and brackets. `None` if the
/// punctuation does not end a sentence.
fn sentence_end(text: &str, idx: usize) -> Option<usize> {
    let after = &text[idx + 1..];
    let rest = after.trim_start_matches(['"', '”', '’', '\'', ')', ']']);
    let end = text.len() - rest.len();
    let begins_another = match rest.strip_prefix(' ') {
        Some(next) => next.starts_with(|first: char| !first.is_lowercase()),
        None => rest.is_empty(),
    };
    (begins_another && !ends_in_abbreviation(&text[..idx])).then_some(end)
}

/// Abbreviations that end with a full stop within a sentence.
const ABBREVIATIONS: &[&str] = &[
    "art", "ch", "cf", "cir", "cl", "co", "corp", "dr", "e.g", "et al", "etc", "fed", "i.e", "inc", "jr", "lt", "ltd",
    "mr", "mrs", "ms", "no", "nos", "op", "p", "para", "pp", "pt", "pub", "res", "rep", "sec", "sen", "sr", "st",
    "stat", "subch", "subsec", "v", "vol", "vs",
];

fn ends_in_abbreviation(text: &str) -> bool {
    let word = text.rsplit([' ', '(', '[', '“', '"']).next().unwrap_or_default();
    let last_part = word.rsplit('.').next().unwrap_or_default();
    let is_initial = last_part.chars().count() == 1 && last_part.chars().all(char::is_uppercase);
    // `H.Con.Res.` is known by its last part, and `e.g.` by the whole word.
    is_initial
        || ABBREVIATIONS.iter().any(|known| [word, last_part].iter().any(|part| part.eq_ignore_ascii_case(known)))
}

/// Whether a text is all in capitals and has at least two words.
pub fn is_shouted(text: &str) -> bool {
    // This check comes first, because it decides most texts at their second letter.
    let has_small = text.chars().any(char::is_lowercase);
    !has_small && text.contains(' ') && text.chars().filter(|character| character.is_uppercase()).count() > 3
}

/// Whether a text is in title case: apart from the small words of titles, at most a fifth of its words begins with a
/// lower-case letter.
pub fn is_title_case(text: &str) -> bool {
    let is_lower = |word: &&str| word.starts_with(char::is_lowercase) && !SMALL_WORDS.contains(word);
    text.split_whitespace().filter(is_lower).count() * 5 <= text.split_whitespace().count()
}

/// Words in lower case in a title, unless they are its first word.
const SMALL_WORDS: &[&str] = &[
    "a", "an", "and", "as", "at", "but", "by", "ex", "for", "from", "in", "into", "of", "on", "or", "over", "per",
    "re", "rel.", "the", "to", "under", "v", "v.", "versus", "with", "within", "without",
];

/// Converts a text in capitals to title case. Acronyms are lost, so use it only if the source has no better form.
pub fn title_case(shouted: &str) -> String {
    let mut title = String::with_capacity(shouted.len());
    for (idx, word) in shouted.split(' ').enumerate() {
        if idx > 0 {
            title.push(' ');
        }
        let lower = word.to_lowercase();
        let is_initials = word.contains('.') && word.split('.').all(|part| part.chars().count() <= 1);
        if idx > 0 && SMALL_WORDS.contains(&lower.as_str()) {
            title.push_str(&lower);
        } else if is_initials || is_abbreviation(word) {
            title.push_str(word);
        } else {
            capitalize(&lower, &mut title);
        }
    }
    title
}

/// Whether a word in capitals stays in capitals: a Roman number, or letters without a vowel (`LLC`).
fn is_abbreviation(word: &str) -> bool {
    let letters = word.trim_end_matches([',', ')']).trim_start_matches('(');
    let is_made_of = |known: &str| letters.len() > 1 && letters.chars().all(|letter| known.contains(letter));
    is_made_of("IVX") || (letters.len() <= 4 && is_made_of("BCDFGHJKLMNPQRSTVWXZ"))
}

/// Appends a word with a capital at the start of each of its parts, including the part after the apostrophe of
/// `O'Connor`.
fn capitalize(lower: &str, title: &mut String) {
    let mut begins_part = true;
    let has_prefix = lower.starts_with(['o', 'd', 'l']) && lower[1..].starts_with(['\'', '’']);
    for (idx, character) in lower.chars().enumerate() {
        if begins_part && character.is_alphabetic() {
            title.extend(character.to_uppercase());
        } else {
            title.push(character);
        }
        begins_part = (has_prefix && idx == 1)
            || matches!(character, '-' | '/' | '(' | '"' | '“' | '–')
            || (begins_part && !character.is_alphanumeric());
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn text_is_cleaned_of_odd_spaces_and_composed() {
        for (raw, clean) in [
            ("  Words\u{a0}de\u{ad}noting\n\tnumber,\u{2000} gender ", "Words denoting number, gender"),
            ("caf\u{65}\u{301}", "café"),
            ("a\u{0}b\u{1b}c", "a b c"),
            ("\u{feff}x\u{200b}y", "xy"),
            ("\u{2009}", ""),
            ("§\u{202f}101", "§ 101"),
        ] {
            assert_eq!(text(raw), clean, "{raw:?}");
        }
    }

    proptest! {
        #[test]
        fn clean_text_is_its_words_without_invisible_characters(raw in "[a-c.é\u{301}\u{ad}\u{200b} \n\u{a0}\u{0}\u{feff}§]{0,40}") {
            let visible: String = raw.chars().filter(|character| !is_invisible(*character)).collect();
            let words = visible.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
            let joined = words.collect::<Vec<_>>().join(" ");
            let nfc = ComposingNormalizerBorrowed::new_nfc();
            prop_assert_eq!(text(&raw), nfc.normalize(&joined));
            prop_assert_eq!(is_plain(&raw), raw.is_ascii() && raw == joined);
        }
    }

    #[test]
    fn summary_is_cut_at_a_sentence_end() {
        assert_eq!(summary(""), None);
        assert_eq!(summary("Short, without an end"), Some("Short, without an end".to_owned()));
        let filler = "x".repeat(970);
        for (rest, kept) in [
            (". One two. Three four five six seven.", ". One two."),
            (". See Pub. L. 94-553 and so on and so on.", "."),
            (". It enacts H.Con.Res. 895 of the 110th Congress.", "."),
            (" says the U.S. Code. It goes on and on.", " says the U.S. Code."),
            (". \"Is it?\" Yes it is, and on and on.", ". \"Is it?\""),
        ] {
            assert_eq!(summary(&format!("{filler}{rest}")), Some(format!("{filler}{kept}")), "{rest}");
        }
        assert_eq!(summary(&"no end ".repeat(200)), None);
        assert_eq!(summary(&"é".repeat(1000)).map(|summary| summary.chars().count()), Some(1000));
    }

    #[test]
    fn text_in_capitals_becomes_a_title() {
        assert!(is_shouted("GENERAL PROVISIONS") && !is_shouted("NATO") && !is_shouted("NASA and ESA"));
        for (shouted, title) in [
            ("RULES OF THE ROAD", "Rules of the Road"),
            ("THE U.S. CODE", "The U.S. Code"),
            ("SMITH-JONES V. O'NEILL", "Smith-Jones v. O'Neill"),
        ] {
            assert_eq!(title_case(shouted), title);
        }
    }
}
