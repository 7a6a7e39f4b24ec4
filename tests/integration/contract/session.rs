//! Reads the session of a bill with a pattern for each of the two forms of ids.

use serde_json::Value;

use super::text;

/// Returns the session of a bill, which is a prefix of its id, if the id has one.
pub(in crate::integration) fn session(bill: &Value) -> Option<&str> {
    let (id, jurisdiction) = (text(bill, "id"), text(bill, "jurisdictionId"));
    if jurisdiction == "federal" {
        let [first, congress, ..] = id.splitn(3, '-').collect::<Vec<_>>()[..] else { return None };
        let is_whole = first == "federal" && !congress.is_empty() && id.len() > "federal--".len() + congress.len();
        return is_whole.then(|| &id[.."federal-".len() + congress.len()]);
    }
    let number = plain(text(bill, "billNumber"));
    // Takes the shortest end of the id that is the number. The session is everything before it.
    let hyphens = (0..id.len()).rev().filter(|at| id.as_bytes()[*at] == b'-');
    let at = hyphens.into_iter().find(|at| plain(&id[at + 1..]) == number)?;
    let session = id[..at].strip_prefix(jurisdiction)?.strip_prefix('-')?;
    (!session.is_empty()).then(|| &id[..at])
}

/// Returns the letters and numbers of a text, without other characters and without leading zeros.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut number = String::new();
    for character in text.chars().chain([' ']) {
        if character.is_ascii_digit() {
            number.push(character);
            continue;
        }
        plain.push_str(number.trim_start_matches('0'));
        number.clear();
        plain.extend(character.is_ascii_alphabetic().then(|| character.to_ascii_lowercase()));
    }
    plain
}

/// Returns the label of a session of the bundled catalogue.
pub(in crate::integration) fn label(session: &str, jurisdictions: &[Value]) -> String {
    let (id, rest) = session.split_once('-').unwrap();
    let jurisdiction = jurisdictions.iter().find(|jurisdiction| jurisdiction["id"] == id).unwrap();
    let number: Option<u64> = rest.parse().ok().filter(|_| id == "federal");
    match number.map(|number| (rest, number % 10, number % 100)) {
        Some((rest, 1, of_hundred)) if of_hundred != 11 => format!("{rest}st Congress"),
        Some((rest, 2, of_hundred)) if of_hundred != 12 => format!("{rest}nd Congress"),
        Some((rest, 3, of_hundred)) if of_hundred != 13 => format!("{rest}rd Congress"),
        Some((rest, ..)) => format!("{rest}th Congress"),
        None => format!("{} {}", text(jurisdiction, "name"), in_words(rest)),
    }
}

/// Returns the label of a session without the name of its jurisdiction.
pub(super) fn name(session: &str, jurisdictions: &[Value]) -> String {
    let label = label(session, jurisdictions);
    let jurisdiction =
        jurisdictions.iter().find(|jurisdiction| session.starts_with(&format!("{}-", text(jurisdiction, "id"))));
    let rest = label.strip_prefix(text(jurisdiction.unwrap(), "name"));
    rest.map(|rest| rest.trim_start().to_owned()).unwrap_or(label)
}

fn in_words(session: &str) -> String {
    let pieces: Vec<&str> = session.split('-').collect();
    let is_year = |piece: &str| piece.len() == 4 && piece.parse::<u16>().is_ok();
    let mut words = String::new();
    for (idx, piece) in pieces.iter().enumerate() {
        if idx > 0 {
            words += if is_year(pieces[idx - 1]) && is_year(piece) { "-" } else { " " };
        }
        let end = piece.trim_start_matches(|character: char| character.is_ascii_digit());
        let is_code = end != *piece && !matches!(end, "st" | "nd" | "rd" | "th");
        words += &if is_code { piece.to_uppercase() } else { (*piece).to_owned() };
    }
    words
}
