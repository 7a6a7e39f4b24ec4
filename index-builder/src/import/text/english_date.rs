/*!
Dates in American English: “Mar. 3, 1901”, “September 19, 2013”, “Apr. 12. 2000”.
*/

use lexdex_core::model::Date;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The first full date in a text.
pub(crate) fn first_date(text: &str) -> Option<Date> {
    let begins_word = |idx: usize| !text[..idx].ends_with(char::is_alphanumeric);
    let capitals = text.char_indices().filter(|(_, character)| character.is_ascii_uppercase());
    capitals.filter(|(idx, _)| begins_word(*idx)).find_map(|(idx, _)| leading_date(&text[idx..]))
}

/// The full date at the start of a text: a month, a day and a year.
pub(crate) fn leading_date(text: &str) -> Option<Date> {
    let (word, rest) = split(text, char::is_alphabetic);
    let month = month(word)?;
    let (day, rest) = split(skip_punctuation(rest)?, |character| character.is_ascii_digit());
    let (year, rest) = split(skip_punctuation(rest)?, |character| character.is_ascii_digit());
    if year.len() != 4 || day.len() > 2 || rest.starts_with(char::is_alphabetic) {
        return None;
    }
    Date::new(year.parse().ok()?, month, day.parse().ok()?)
}

/// The number of a month, by its name or an abbreviation of at least three letters.
fn month(word: &str) -> Option<u8> {
    const MIN_LETTERS: usize = 3;
    let word = word.to_ascii_lowercase();
    let idx = MONTHS.iter().position(|name| word.len() >= MIN_LETTERS && name.starts_with(&word))?;
    Some(idx as u8 + 1)
}

fn split(text: &str, belongs: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|character| !belongs(character)).unwrap_or(text.len()))
}

/// Skips the punctuation and spaces between two parts of a date. `None` if the gap is not 1 to 3 bytes.
fn skip_punctuation(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(['.', ',', ' ']);
    (1..=3).contains(&(text.len() - rest.len())).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_is_found_only_if_it_has_a_day() {
        for (text, date) in [
            ("Mar. 3, 1901, 31 Stat. 1287, ch. 854, § 624", Some("1901-03-03")),
            ("enacted, Apr. 9, 1997, D.C. Law 11-254", Some("1997-04-09")),
            ("September 19, 2013, D.C. Law 20-17", Some("2013-09-19")),
            ("Sept. 18 1982", Some("1982-09-18")),
            ("Apr. 12. 2000. D.C. Law 13-91", Some("2000-04-12")),
            ("(Dec. 13, 2017", Some("2017-12-13")),
            ("General Assembly of Virginia, Jan. 27, 1824", Some("1824-01-27")),
            ("R.S., D.C., § 96", None),
            ("March 1901", None),
            ("Feb. 30, 2001", None),
            ("Marginal 3, 1901", None),
            ("May 2, 19", None),
            ("Laws 1982, ch. 75", None),
            ("", None),
        ] {
            assert_eq!(first_date(text).map(|date| date.to_string()).as_deref(), date, "{text}");
        }
    }
}
