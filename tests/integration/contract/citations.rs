/*!
Equality of citations by the rules of `docs/api.md`.
*/

use super::words::words;

/// Variant names of reporters and codes, each with the name it is normalized to.
const VARIANTS: &[(&[&str], &[&str])] = &[
    (&["united", "states", "reports"], &["us"]),
    (&["united", "states", "code"], &["usc"]),
    (&["us", "code"], &["usc"]),
    (&["usca"], &["usc"]),
    (&["sup", "ct"], &["s", "ct"]),
    (&["fed", "supp"], &["f", "supp"]),
    (&["pac"], &["p"]),
    (&["calif"], &["cal"]),
    (&["wn"], &["wash"]),
    (&["public", "law"], &["pub", "l"]),
    (&["pub", "law"], &["pub", "l"]),
    (&["publ"], &["pub", "l"]),
    (&["pl"], &["pub", "l"]),
    (&["pub", "l", "no"], &["pub", "l"]),
    (&["pub", "l", "number"], &["pub", "l"]),
];

/// Normalizes a citation for comparison: numbers, runs of letters without spaces, and opening parentheses.
pub(crate) fn normal(citation: &str) -> String {
    let parts = citation.split('(').map(without_parentheses);
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("(")
}

/// Returns whether the last of a text's parts ends with a variant name.
pub(super) fn ends_with_variant(citation: &str) -> bool {
    let last_words = citation.split('(').map(words_with_names).rfind(|words| !words.is_empty());
    last_words.is_some_and(|words| words.last().is_some_and(|(_, is_of_variant)| *is_of_variant))
}

/// Returns the words of a text with variants replaced by their names, and whether each word is part of such a name.
fn words_with_names(text: &str) -> Vec<(String, bool)> {
    let mut words: Vec<(String, bool)> = words(text).into_iter().map(|word| (word, false)).collect();
    for (variant, name) in VARIANTS {
        let is_variant = |window: &[(String, bool)]| window.iter().map(|(word, _)| word).eq(variant.iter());
        while let Some(at) = words.windows(variant.len()).position(is_variant) {
            words.splice(at..at + variant.len(), name.iter().map(|word| ((*word).to_owned(), true)));
        }
    }
    words
}

fn without_parentheses(citation: &str) -> String {
    let words: Vec<String> = words_with_names(citation).into_iter().map(|(word, _)| word).collect();
    let is_of_letters = |word: &str| word.starts_with(char::is_alphabetic);
    let mut normal = String::new();
    for (idx, word) in words.iter().enumerate() {
        if idx > 0 && !(is_of_letters(word) && is_of_letters(&words[idx - 1])) {
            normal.push(' ');
        }
        normal.push_str(word);
    }
    match normal.split(' ').collect::<Vec<_>>()[..] {
        [congress, "publ", number] if !is_of_letters(congress) && !is_of_letters(number) => {
            format!("publ {congress} {number}")
        }
        _ => normal,
    }
}

/// Returns the entry for a record's id among its citations.
pub(super) fn id_entry(id: &str) -> String {
    format!("id {id}")
}

/// Returns the id of the federal bill with this number and Congress. Parts between commas before the number are its
/// name.
fn bill_id(citation: &str) -> Option<String> {
    let parts: Vec<&str> = citation.split(',').collect();
    let is_number = |part: &&str| bill_id_of(&format!("{part}, 1 Cong.")).is_some();
    let mut starts = (0..parts.len()).filter(|start| *start == 0 || !is_number(&parts[start - 1]));
    starts.find_map(|start| bill_id_of(&parts[start..].join(",")))
}

/// Does the same for a citation without the name of the bill.
fn bill_id_of(citation: &str) -> Option<String> {
    let mut words = words(citation.split(['(', '§']).next().unwrap());
    let sessions = ["1 st", "2 nd", "2 d", "1 nd", "3 rd", "3 d", "1 rd", "2 rd", "3 nd", "1 d", "2 st", "3 st"];
    let sessions = sessions.into_iter().chain(["first", "second", "third"]);
    let ends = sessions.flat_map(|session| [format!("{session} sess"), format!("{session} session")]);
    let joined = words.join(" ");
    let end = ends.into_iter().find(|end| joined.ends_with(&format!(" {end}")));
    words.truncate(words.len() - end.map_or(0, |end| end.split(' ').count()));
    let of_congress = words.iter().rposition(|word| word.starts_with(|digit: char| digit.is_ascii_digit()))?;
    let rest: Vec<&str> = words[of_congress + 1..].iter().map(String::as_str).collect();
    let ordinals = ["st", "nd", "rd", "d", "th"];
    let is_congress = matches!(rest[..], ["cong" | "congress"])
        || matches!(rest[..], [ordinal, "cong" | "congress"] if ordinals.contains(&ordinal));
    let (letters, number) = words[..of_congress].split_last().map(|(number, letters)| (letters.concat(), number))?;
    let kind = match letters.as_str() {
        "hr" | "s" | "hres" | "sres" | "hjres" | "sjres" | "hconres" | "sconres" => letters,
        "hrres" | "hrjres" | "hrconres" => letters.replacen("hr", "h", 1),
        _ => return None,
    };
    let is_plain = |number: &str| number.parse::<u64>().is_ok_and(|value| value.to_string() == number && value > 0);
    let congress = &words[of_congress];
    (is_congress && is_plain(number) && is_plain(congress)).then(|| format!("federal-{congress}-{kind}-{number}"))
}

/// Replaces the word for "section" before a number by the section sign.
pub(super) fn with_signs(citation: &str) -> String {
    let is_word = |piece: &&str| ["sec", "sec.", "section"].contains(&piece.to_lowercase().as_str());
    let pieces: Vec<&str> = citation.split_whitespace().collect();
    let next_is_number =
        pieces.iter().skip(1).map(|piece| piece.starts_with(|character: char| character.is_ascii_digit()));
    let pieces = pieces.iter().zip(next_is_number.chain([false]));
    pieces
        .map(|(piece, is_before_number)| if is_before_number && is_word(piece) { "§" } else { piece })
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the citations that a text may contain, the most likely first: the whole text; the text before the first
/// parenthesis; then the first of its comma-separated parts and each part that begins with a number, each up to its
/// first parenthesis; the same without the person after whom the reporter was named; then the id of the bill that it names.
pub(super) fn candidates(citation: &str) -> Vec<String> {
    let whole = normal(citation);
    let citation = &with_signs(citation);
    let bill = bill_id(citation).map(|id| id_entry(&id));
    let others = [citation.as_str()].into_iter().chain(parts(citation)).map(normal);
    let without_person = without_person(citation);
    let without_person = without_person.iter().flat_map(|citation| parts(citation)).map(normal);
    let all = [whole].into_iter().chain(others).chain(without_person).chain(bill);
    all.filter(|candidate| !candidate.is_empty()).collect()
}

/// Returns a citation and those of its comma-separated parts that are first or begin with a number, each up to its first
/// parenthesis.
fn parts(citation: &str) -> Vec<&str> {
    let pieces = citation.split(',').enumerate().filter(|(number, piece)| {
        *number == 0 || piece.trim_start().starts_with(|character: char| character.is_ascii_digit())
    });
    let parts = [citation].into_iter().chain(pieces.map(|(_, piece)| piece));
    parts.map(|part| part.split('(').next().unwrap()).collect()
}

/// Returns a citation without the first parentheses that have a letter inside and a number after them.
fn without_person(citation: &str) -> Option<String> {
    let pieces: Vec<&str> = citation.split('(').collect();
    let is_person = |piece: &&str| {
        piece.split_once(')').is_some_and(|(inside, after)| {
            inside.chars().any(char::is_alphabetic)
                && after.trim_start().chars().next().is_some_and(|first| first.is_ascii_digit())
        })
    };
    let at = (1..pieces.len()).find(|at| is_person(&pieces[*at]))?;
    let (_, after) = pieces[at].split_once(')')?;
    let after: String = [after].into_iter().chain(pieces[at + 1..].iter().copied()).collect::<Vec<_>>().join("(");
    Some(pieces[..at].join("(") + &after)
}

/// Returns whether a text has the form of a citation: a name and a number, or a constitution's.
pub(crate) fn is_readable(citation: &str) -> bool {
    !in_words(citation).is_empty()
        || candidates(citation).iter().any(|candidate| candidate.contains("const") || candidate.starts_with("id "))
}

/// Returns the candidates in `q`. Without both letters and a number, words are not a citation.
pub(super) fn in_words(q: &str) -> Vec<String> {
    let is_number = |character: char| character.is_alphanumeric() && !character.is_alphabetic();
    let mut candidates = candidates(q);
    candidates.retain(|candidate| candidate.contains(char::is_alphabetic) && candidate.contains(is_number));
    candidates
}
