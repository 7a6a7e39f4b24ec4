/*!
Notes on versions of a section: the first or the last day on which a version is in force (“Effective July 1, 2024”,
“Effective January 1, 2021, through December 31, 2024”, “Expires July 1, 2024”), or an event that has no day yet
(“Contingent expiration date, see note”, “For effective date, see Acts 2020, c. 5”).
*/

use lexdex_core::model::Date;

use crate::import::law::section_status::SectionStatus;
use crate::import::law::skip_reasons::{ANOTHER_VERSION, NOT_IN_FORCE};
use crate::import::text::english_date::first_date;

/// The day of the data, and the day that the notes below a section give.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VersionDates {
    /// The day of the data, with which the days of notes are compared.
    pub(crate) data: Date,
    /// The day since which the section is in force, if a note below it says so.
    pub(crate) in_force_since: Option<Date>,
}

/// The words before the last day of a version. With “through”, the version is still in force on the named day; with the
/// other words, it is not.
const UNTIL: &[&str] = &["until", "through", "before", "expires", "expiration"];

/// Whether the words of a note, in lower case, are about a version.
pub(super) fn is_version_note(words: &[String]) -> bool {
    let words: Vec<&str> = without_subject(words).iter().map(String::as_str).collect();
    match words.as_slice() {
        ["effective" | "expires", ..] | ["expiration", "date", ..] => true,
        ["for", rest @ ..] => {
            let mut event = rest.iter().skip_while(|word| is_condition(word));
            event.next().is_some_and(|word| begins(word).is_some())
                && event.any(|word| matches!(*word, "date" | "dates" | "see"))
        }
        [opening, rest @ ..] => is_condition(opening) && rest.iter().any(|word| begins(word).is_some()),
        [] => false,
    }
}

/// The words of a note without its subject: “This section has a contingent effective date — see note”.
fn without_subject(words: &[String]) -> &[String] {
    let has = words.windows(2).position(|pair| pair[0] == "has" && matches!(pair[1].as_str(), "a" | "an"));
    let is_subject = |word: &String| ["section", "article", "part", "chapter", "act"].contains(&word.as_str());
    has.filter(|has| words[..*has].iter().any(is_subject)).map_or(words, |has| &words[has + 2..])
}

/// Whether the words of a note are about an amendment of the section, not about the section: “For contingent amendment,
/// see Compiler's Notes”, “See note for contingent expiration of amendment”. The section is in force in any case.
pub(super) fn is_of_amendment(words: &[String]) -> bool {
    let begins_remark = |word: &String| matches!(word.as_str(), "for" | "see") || is_condition(word);
    words.first().is_some_and(begins_remark)
        && words.iter().any(|word| matches!(word.as_str(), "amendment" | "amendments"))
        && words.iter().any(|word| is_condition(word) || word == "effective")
}

/// Whether a word says that an event has no day yet.
fn is_condition(word: &str) -> bool {
    word.starts_with("contingen") || word == "delayed" || word == "postponed"
}

/// Whether an event begins or ends a version. `None` if the word names no event.
fn begins(word: &str) -> Option<bool> {
    const ENDINGS: [&str; 4] = ["expir", "repeal", "terminat", "sunset"];
    let is_end = || ENDINGS.iter().any(|ending| word.starts_with(ending));
    if word == "effective" { Some(true) } else { is_end().then_some(false) }
}

pub(super) fn status(note: &str, words: &[String], dates: &VersionDates) -> SectionStatus {
    let own = without_other_version(note);
    let words = without_subject(words);
    let until = split_at_word(own, UNTIL);
    let is_ended = until.is_some_and(|(_, word, rest)| {
        first_date(rest).is_some_and(|date| date < dates.data || (date == dates.data && word != "through"))
    });
    let is_contingent = words.iter().take(2).any(|word| word.starts_with("contingen"));
    let start = first_date(until.map_or(own, |(before, ..)| before)).filter(|_| !is_contingent);
    let opening = words.first().map_or("", String::as_str);
    let begins = words.iter().find_map(|word| begins(word)).unwrap_or(true);
    match start {
        _ if is_ended => SectionStatus::LeftOut(&ANOTHER_VERSION),
        Some(start) if start > dates.data => SectionStatus::LeftOut(&NOT_IN_FORCE),
        Some(_) => SectionStatus::InForce,
        None if !begins || (opening == "effective" && until.is_some()) => SectionStatus::InForce,
        None if dates.in_force_since.is_some_and(|since| since <= dates.data) => SectionStatus::InForce,
        None => SectionStatus::LeftOut(&NOT_IN_FORCE),
    }
}

/// A note without the part that refers to another version: “See the version effective until July 1, 2022.”
fn without_other_version(note: &str) -> &str {
    match split_at_word(note, &["see", "for"]) {
        Some((before, _, rest)) if !before.is_empty() && rest.to_lowercase().contains("version") => before,
        _ => note,
    }
}

/// Splits a text at the first of these words, in any case, into the text before the word, the word, and the text after
/// it.
fn split_at_word<'t>(text: &'t str, words: &[&'static str]) -> Option<(&'t str, &'static str, &'t str)> {
    let mut start = 0;
    for part in text.split_inclusive(|character: char| !character.is_alphanumeric()) {
        let word = part.trim_end_matches(|character: char| !character.is_alphanumeric());
        if let Some(known) = words.iter().find(|known| word.eq_ignore_ascii_case(known)) {
            return Some((&text[..start], known, &text[start + word.len()..]));
        }
        start += part.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::law::code_section::note_words::words;

    #[test]
    fn status_follows_from_the_days_of_a_note_or_its_event() {
        let dates = VersionDates { data: "2022-11-25".parse().unwrap(), in_force_since: None };
        for (note, expected) in [
            ("Effective July 1, 2024", "not_in_force"),
            ("Effective July 1, 2022", "live"),
            ("Effective until July 1, 2024", "live"),
            ("Effective until November 25, 2022", "another_version"),
            ("Effective until November 26, 2022", "live"),
            ("Effective through June 30, 2026", "live"),
            ("Effective through November 25, 2022", "live"),
            ("Effective through November 24, 2022", "another_version"),
            ("Effective January 1, 2021, through December 31, 2024", "live"),
            ("Effective January 1, 2020, through December 31, 2021", "another_version"),
            ("Effective January 1, 2023, through December 31, 2024", "not_in_force"),
            ("Effective for taxable years beginning before January 1, 2026", "live"),
            ("Effective for taxable years beginning before January 1, 2022", "another_version"),
            ("Effective July 1, 2022. See the version effective until July 1, 2022.", "live"),
            ("Effective July 1, 2022; for version effective until July 1, 2022, see note", "live"),
            ("Effective until contingency met", "live"),
            ("Effective upon contingency; see version effective until contingency", "not_in_force"),
            ("Expires July 1, 2024", "live"),
            ("Expires July 1, 2022", "another_version"),
            ("Expiration date July 1, 2024 — see note", "live"),
            ("Contingent expiration date — see note", "live"),
            ("Contingent expiration, see Acts 2013, c. 766", "live"),
            ("Contingent expiration date; effective through December 31, 2021", "another_version"),
            ("Contingently repealed", "live"),
            ("Contingent effective date /- See Editor's note", "not_in_force"),
            ("Contingently effective, see effective date note.", "not_in_force"),
            ("Contingent effective date, see act approved March 3, 2019", "not_in_force"),
            ("Effective July 1, 2022, contingent on funding", "live"),
            ("Delayed effective date", "not_in_force"),
            ("Delayed effective date July 1, 2022", "live"),
            ("Contingency expiration date", "live"),
            ("For expiration, see Acts 2013, c. 766, cl. 14", "live"),
            ("For expiration date, see Acts 2013, c. 766, cl. 14", "live"),
            ("For contingent expiration date, see Acts 2013, c. 766, cl. 14", "live"),
            ("For effective date, see Acts 2013, c. 766, cl. 14", "not_in_force"),
            ("For contingent effective date - see Editor's note", "not_in_force"),
        ] {
            let words: Vec<String> = words(note).collect();
            assert!(is_version_note(&words), "{note}");
            let status = status(note, &words, &dates);
            let name = if let SectionStatus::LeftOut(reason) = status { reason.name } else { "live" };
            assert_eq!(name, expected, "{note}");
        }
        for heading in [
            "For effective control",
            "For the protection of dates",
            "Contingent fees",
            "Expired",
            "Expiration of permits",
            "Delayed birth",
        ] {
            assert!(!is_version_note(&words(heading).collect::<Vec<_>>()), "{heading}");
        }
    }

    #[test]
    fn version_without_a_day_is_in_force_since_another_notes_day() {
        for (note, since, is_in_force) in [
            ("Contingent effective date", "2019-10-01", true),
            ("Contingent effective date", "2022-11-25", true),
            ("Contingent effective date", "2022-11-26", false),
            ("For effective date, see Acts 2013, c. 766", "2019-10-01", true),
            ("Effective July 1, 2024", "2019-10-01", false),
        ] {
            let dates = VersionDates { data: "2022-11-25".parse().unwrap(), in_force_since: since.parse().ok() };
            let status = status(note, &words(note).collect::<Vec<_>>(), &dates);
            assert_eq!(matches!(status, SectionStatus::InForce), is_in_force, "{note}");
        }
    }
}
