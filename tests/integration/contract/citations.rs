/*!
When two citations are the same one, as the README says it.
*/

use super::words::words;

/// Names of reporters and codes, and others that mean the same.
const SAME: &[(&[&str], &[&str])] = &[
    (&["united", "states", "reports"], &["us"]),
    (&["united", "states", "code"], &["usc"]),
    (&["us", "code"], &["usc"]),
    (&["usca"], &["usc"]),
    (&["sup", "ct"], &["s", "ct"]),
    (&["fed", "supp"], &["f", "supp"]),
    (&["calif"], &["cal"]),
    (&["wn"], &["wash"]),
];

/// The form in which citations are compared: the numbers, and the letters between them without spaces; and where a
/// parenthesis opens.
pub(super) fn normal(citation: &str) -> String {
    let parts = citation.split('(').map(without_parentheses);
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("(")
}

fn without_parentheses(citation: &str) -> String {
    let mut words = words(citation);
    for (other, name) in SAME {
        while let Some(at) = words.windows(other.len()).position(|window| window == *other) {
            words.splice(at..at + other.len(), name.iter().map(|word| (*word).to_owned()));
        }
    }
    let is_of_letters = |word: &str| word.starts_with(char::is_alphabetic);
    let mut normal = String::new();
    for (idx, word) in words.iter().enumerate() {
        if idx > 0 && !(is_of_letters(word) && is_of_letters(&words[idx - 1])) {
            normal.push(' ');
        }
        normal.push_str(word);
    }
    normal
}

/// A citation whose section has a sign, also where it has a word for it.
fn with_signs(citation: &str) -> String {
    let is_word = |piece: &&str| ["sec", "sec.", "section"].contains(&piece.to_lowercase().as_str());
    let pieces: Vec<&str> = citation.split_whitespace().collect();
    let behind = pieces.iter().skip(1).map(|piece| piece.starts_with(|character: char| character.is_ascii_digit()));
    let pieces = pieces.iter().zip(behind.chain([false]));
    pieces
        .map(|(piece, is_before_number)| if is_before_number && is_word(piece) { "§" } else { piece })
        .collect::<Vec<_>>()
        .join(" ")
}

/// The citations that may be meant, the likeliest first: the whole; what stands before a parenthesis; then the parts
/// before a comma or parenthesis that begin with a number, and the first.
pub(super) fn candidates(citation: &str) -> Vec<String> {
    let whole = normal(citation);
    let citation = &with_signs(citation);
    let pieces = citation.split(',').enumerate().filter(|(number, piece)| {
        *number == 0 || piece.trim_start().starts_with(|character: char| character.is_ascii_digit())
    });
    let places = [citation.as_str()].into_iter().chain(pieces.map(|(_, piece)| piece));
    let places = places.map(|piece| piece.split('(').next().unwrap());
    let others = [citation.as_str()].into_iter().chain(places).map(normal);
    [whole].into_iter().chain(others).filter(|place| !place.is_empty()).collect()
}

/// Those of words, which are no citation without letters and a number.
pub(super) fn in_words(q: &str) -> Vec<String> {
    let is_number = |character: char| character.is_alphanumeric() && !character.is_alphabetic();
    let mut candidates = candidates(q);
    candidates.retain(|place| place.contains(char::is_alphabetic) && place.contains(is_number));
    candidates
}
