/*!
Separates the heading of a section from the notes in it, and derives the section's status from the notes.

A note is in brackets (“Definitions. [Repealed.]”), in parentheses (“Bond. (Repealed)”), or is the whole heading
(“Repealed. 1959, No. 263, § 17.”). Brackets also enclose words that an editor added to a heading, which are kept. A
note can name the first or the last day on which a version is in force. That day is compared with the day of the data. A
heading that is only a note with a future day belongs to a later version.
*/

use lexdex_core::model::Date;

use crate::import::law::code_section::note_words::{status_for_word, word_of, words};
use crate::import::law::code_section::version_note::{self, VersionDates, is_version_note};
use crate::import::law::section_status::SectionStatus;
use crate::import::law::skip_reasons::{ANOTHER_VERSION, NOT_IN_FORCE};
use crate::import::text::clean;
use crate::import::text::english_date::{first_date, leading_date};

/// The words of a heading, and the status that its notes give the section.
#[derive(Debug)]
pub(crate) struct Heading {
    /// The heading without notes. If the whole heading is a note, the first word of the note that gives the status:
    /// “Repealed”.
    pub(crate) title: String,
    /// The status of the section by the notes.
    pub(crate) status: SectionStatus,
}

impl Heading {
    /// Parses a cleaned heading. `day` is the day of the data.
    pub(crate) fn read(text: &str, day: Date) -> Self {
        Self::from_version(text, &VersionDates { data: day, in_force_since: None })
    }

    /// Parses a cleaned heading, with the dates that notes below the section give.
    pub(crate) fn from_version(text: &str, dates: &VersionDates) -> Self {
        let (bare, mut notes) = split_notes(text);
        let mut heading = Self { title: tidy(&bare), status: SectionStatus::InForce };
        if notes.is_empty() && is_status_note(&heading.title) {
            notes.push(std::mem::take(&mut heading.title));
        }
        for note in &notes {
            heading.apply_note(note, dates);
        }
        if let (true, Some(note)) = (heading.title.is_empty(), notes.first()) {
            heading.title = status_word(note);
            let is_to_come = date_of_effect(note).is_some_and(|date| date > dates.data);
            if let (SectionStatus::InForce, true) = (heading.status, is_to_come) {
                heading.status = SectionStatus::LeftOut(&ANOTHER_VERSION);
            }
        }
        if clean::is_shouted(&heading.title) {
            heading.title = clean::title_case(&heading.title);
        }
        heading
    }

    /// Applies the status of a note, unless an earlier note says that the section is not in force.
    fn apply_note(&mut self, note: &str, dates: &VersionDates) {
        if let (SectionStatus::InForce, Some(status)) = (self.status, status_of(note, dates)) {
            self.status = status;
        }
    }
}

/// The status that a text gives a section if the whole text is a note: “Repealed.”, “[Not funded].” `None` if it is
/// not.
pub(crate) fn status_of_note(text: &str, day: Date) -> Option<SectionStatus> {
    let dates = VersionDates { data: day, in_force_since: None };
    let (bare, notes) = split_notes(text);
    let bare = tidy(&bare);
    if bare.is_empty() {
        return notes.iter().find_map(|note| status_of(note, &dates));
    }
    if notes.is_empty() && is_status_note(&bare) { status_of(&bare, &dates) } else { None }
}

/// The heading of a title or chapter as a subject: without notes and the full stop at its end.
pub(crate) fn subject(heading: &str) -> String {
    tidy(&split_notes(&clean::text(heading)).0)
}

/// Splits a text into the text without notes, and the notes.
fn split_notes(text: &str) -> (String, Vec<String>) {
    let mut bare = String::with_capacity(text.len());
    let mut notes = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['[', '(']) {
        let is_bracket = rest[start..].starts_with('[');
        let inside = &rest[start + 1..];
        let end = end_of_inside(inside, if is_bracket { ['[', ']'] } else { ['(', ')'] });
        let after = inside.get(end + 1..).unwrap_or_default();
        bare.push_str(&rest[..start]);
        if is_note(&inside[..end], is_bracket) {
            notes.push(inside[..end].trim().to_owned());
        } else {
            bare.push_str(&rest[start..rest.len() - after.len()]);
        }
        rest = after;
    }
    bare.push_str(rest);
    (bare, notes)
}

/// The length of the text up to its closing bracket. It can contain nested brackets.
fn end_of_inside(inside: &str, [open, close]: [char; 2]) -> usize {
    let mut depth = 0;
    for (idx, character) in inside.char_indices() {
        match character {
            _ if character == open => depth += 1,
            _ if character == close && depth == 0 => return idx,
            _ if character == close => depth -= 1,
            _ => {}
        }
    }
    inside.len()
}

/// Whether the text in brackets or parentheses is a note. In brackets, it is enough that its first word is a word of
/// notes.
fn is_note(inside: &str, is_bracket: bool) -> bool {
    let begins_with_note_word = || words(inside).next().is_some_and(|opening| status_for_word(&opening).is_some());
    is_status_note(inside) || is_remark(inside) || (is_bracket && begins_with_note_word())
}

/// Whether a text is a note whose first word gives no status, such as “Effective July 1, 2024”, “Amended and
/// Renumbered” or “See Editor's notes below”.
fn is_remark(inside: &str) -> bool {
    let words: Vec<String> = words(inside).collect();
    let Some((opening, rest)) = words.split_first() else { return false };
    match opening.as_str() {
        _ if is_version_note(&words) => true,
        "enacted" => true,
        "amended" => rest.iter().any(|word| status_for_word(word).is_some()),
        "not" => rest.iter().any(|word| word == "funded" || word == "applicable"),
        "see" | "for" | "note" => rest.iter().any(|word| word.starts_with("note") || word == "version"),
        _ => false,
    }
}

/// The status that a note gives the section on the day of the data. `None` if the note gives none.
fn status_of(note: &str, dates: &VersionDates) -> Option<SectionStatus> {
    let words: Vec<String> = words(note).collect();
    let opening = words.first().map(String::as_str)?;
    if is_version_note(&words) {
        return Some(version_note::status(note, &words, dates));
    }
    let is_effective = date_of_effect(note).is_none_or(|date| date <= dates.data);
    let noted = word_of(&words).and_then(status_for_word);
    let noted = noted.or_else(|| (opening == "not").then_some(SectionStatus::LeftOut(&NOT_IN_FORCE)));
    // A section that was renumbered from another number is in force under this one.
    let is_renumbered_from =
        words.windows(2).any(|pair| pair[1] == "from" && matches!(noted, Some(SectionStatus::LeftOut(_))));
    match noted {
        Some(_) if is_renumbered_from && is_effective => Some(SectionStatus::InForce),
        Some(_) if is_renumbered_from => Some(SectionStatus::LeftOut(&NOT_IN_FORCE)),
        Some(_) if !is_effective => Some(SectionStatus::InForce),
        noted => noted,
    }
}

/// The date after “effective” or “expires” in a note. Other dates, such as that of the repealing act, do not count.
fn date_of_effect(note: &str) -> Option<Date> {
    let lower = note.to_ascii_lowercase();
    let at = ["effective", "eff.", "expires"].iter().find_map(|word| Some(lower.find(word)? + word.len()))?;
    first_date(&note[at..])
}

/// Whether a whole text is a note that gives a status: “Repealed”, “Repealed by Laws 1977, ch. 320”, “Renumbered as §
/// 7-1”, “Reserved for future codification”. “Expired and lapsed licenses” and “Reserved powers” are headings.
pub(crate) fn is_status_note(text: &str) -> bool {
    let word_end = text.find(|character: char| !character.is_alphabetic()).unwrap_or(text.len());
    let (word, rest) = text.split_at(word_end);
    let has_status_word = status_for_word(&word.to_lowercase()).is_some();
    has_status_word && (rest.is_empty() || rest.starts_with(['.', ',', ';']) || continues_note(rest.trim_start()))
}

/// Whether the text after the first word of a note belongs to the note.
fn continues_note(rest: &str) -> bool {
    let mut words = rest.split(' ').map(|word| word.trim_end_matches(['.', ',', ';']));
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    match first {
        "by" | "effective" | "eff" | "pursuant" | "§" => true,
        "on" => rest.get(first.len() + 1..).and_then(leading_date).is_some(),
        "as" | "to" | "from" => !second.starts_with(char::is_lowercase),
        "and" => status_for_word(&second.to_lowercase()).is_some(),
        "for" => second == "future",
        _ => leading_date(rest).is_some(),
    }
}

/// The word of a note that gives the status, or else its first word: “Repealed”.
fn status_word(note: &str) -> String {
    let words: Vec<String> = words(note).collect();
    let mut word = word_of(&words).or_else(|| words.first().map(String::as_str)).unwrap_or_default().to_owned();
    if let Some(first) = word.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    word
}

/// Removes double spaces, the punctuation at the ends, and brackets that enclose the whole heading.
fn tidy(heading: &str) -> String {
    let heading = clean::text(heading);
    let heading = heading.trim_end_matches(['.', ' ', ',', ';', ':']).trim_start_matches(['.', ' ', '—', '-']);
    let inside = heading.strip_prefix('[').and_then(|inside| inside.strip_suffix(']'));
    let inside = inside.filter(|inside| !inside.contains(['[', ']'])).unwrap_or(heading);
    inside.trim_end_matches(['.', ' ']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(status: SectionStatus) -> &'static str {
        match status {
            SectionStatus::InForce => "live",
            SectionStatus::Repealed => "repealed",
            SectionStatus::LeftOut(reason) => reason.name,
        }
    }

    #[test]
    fn text_that_is_only_a_note_has_a_status() {
        for (text, expected) in [
            ("Repealed.", Some("repealed")),
            ("[Repealed].", Some("repealed")),
            ("Recodified as § 32-1231.01.", Some("moved")),
            ("[Not funded].", Some("not_in_force")),
            ("Expired.", Some("ended")),
            ("Repealed licenses stay in force.", None),
            ("(a) [Repealed]. (b) A license stays in force.", None),
            ("No person may.", None),
            ("", None),
        ] {
            let status = status_of_note(text, "2024-10-20".parse().unwrap()).map(name);
            assert_eq!(status, expected, "{text}");
        }
    }

    #[test]
    fn note_is_separated_from_the_words_of_a_heading() {
        let day = "2022-11-25".parse().unwrap();
        for (text, title, status) in [
            ("Definitions.", "Definitions", "live"),
            ("Definitions. [Repealed.]", "Definitions", "repealed"),
            ("[Repealed.]", "Repealed", "repealed"),
            ("[REPEALED].", "Repealed", "repealed"),
            ("Bond. (Repealed)", "Bond", "repealed"),
            ("Grants. [Repealed, § 2 ch 110 SLA 1986.]", "Grants", "repealed"),
            ("Repealed. 1959, No. 263, § 17, eff. Jan. 1, 1960.", "Repealed", "repealed"),
            ("Repealed by Laws 1977, ch. 320.", "Repealed", "repealed"),
            ("Fees. [Repealed effective July 1, 2016]", "Fees", "repealed"),
            ("Fees. [Repealed effective July 1, 2024]", "Fees", "live"),
            ("[Repealed effective June 30, 2025.] Youth program; funding.", "Youth program; funding", "live"),
            ("[Repealed and Renumbered.]", "Repealed", "repealed"),
            ("[Renumbered and Repealed.]", "Repealed", "repealed"),
            ("[Amended and renumbered.]", "Renumbered", "moved"),
            ("Fund. [Renumbered to § 9-9-9, effective July 1, 2024]", "Fund", "live"),
            ("Fund. [Renumbered from § 9-9-9, effective July 1, 2024]", "Fund", "not_in_force"),
            ("Fund. [Renumbered from § 9-9-9, effective July 1, 2020]", "Fund", "live"),
            ("Fees. [Effective until July 1, 2024]", "Fees", "live"),
            ("Fees. [Effective until July 1, 2022]", "Fees", "another_version"),
            ("Fees. [Effective July 1, 2024]", "Fees", "not_in_force"),
            ("Fees. [Effective July 1, 2022. See the version effective until July 1, 2022.]", "Fees", "live"),
            ("Time. [Contingently effective, see effective date note.]", "Time", "not_in_force"),
            ("Wildlife. [See Editor's notes below.]", "Wildlife", "live"),
            ("(Expires July 1, 2024) Pilot program; purpose.", "Pilot program; purpose", "live"),
            ("Imposition of taxes. [Effective through June 30, 2026]", "Imposition of taxes", "live"),
            ("(Contingent expiration date — see note) Exemptions.", "Exemptions", "live"),
            ("(For expiration date, see Acts 2020 (Sp. Sess. I), c. 5) Courts.", "Courts", "live"),
            ("(For contingent effective date, see Acts 2013, c. 766) Courts.", "Courts", "not_in_force"),
            ("(Contingent effective date /- See Editor's note) Definitions.", "Definitions", "not_in_force"),
            ("(Repealed effective January 1, 2024) Licenses.", "Licenses", "live"),
            ("Repealed by Acts 2020, c. 1113, cl. 2, effective January 1, 2024.", "Repealed", "another_version"),
            ("Repealed by Acts 2015, cc. 38 and 730, cl. 3, effective July 1, 2018.", "Repealed", "repealed"),
            ("[Repealed effective January 1, 2024]", "Repealed", "another_version"),
            ("Expired on July 1, 2013.", "Expired", "ended"),
            ("Vacant on the death of a member.", "Vacant on the death of a member", "live"),
            ("Tax (a) in (b) parts", "Tax (a) in (b) parts", "live"),
            ("Bond (see § 5(a)) of clerks", "Bond (see § 5(a)) of clerks", "live"),
            ("Open (never closed", "Open (never closed", "live"),
            ("[Reserved].", "Reserved", "no_law"),
            ("Reserved.", "Reserved", "no_law"),
            ("Reserved for future codification purposes.", "Reserved", "no_law"),
            ("Termination of board. [Expired]", "Termination of board", "ended"),
            ("[Sunsets].", "Sunsets", "live"),
            ("Creation [of the Board]; powers.", "Creation [of the Board]; powers", "live"),
            ("Expired and lapsed licenses; relicensure.", "Expired and lapsed licenses; relicensure", "live"),
            ("Transferred to trust accounts.", "Transferred to trust accounts", "live"),
            ("Transferred to § 7-1-101.", "Transferred", "moved"),
            ("Expired licenses; renewal.", "Expired licenses; renewal", "live"),
            ("Reserved powers of the state.", "Reserved powers of the state", "live"),
            ("Amendment and repeal; vested rights denied.", "Amendment and repeal; vested rights denied", "live"),
            ("Rules (repealed sections).", "Rules (repealed sections)", "live"),
            ("LOST PROPERTY", "Lost Property", "live"),
            ("", "", "live"),
        ] {
            let heading = Heading::read(text, day);
            assert_eq!((heading.title.as_str(), name(heading.status)), (title, status), "{text}");
        }
    }

    #[test]
    fn subject_is_the_heading_without_notes() {
        for (heading, bare) in [
            ("Elections.", "Elections"),
            ("Review. [Enacted title]", "Review"),
            ("Fornication. [Repealed].", "Fornication"),
            ("Use of “District of Columbia” by Certain Persons.", "Use of “District of Columbia” by Certain Persons"),
        ] {
            assert_eq!(subject(heading), bare);
        }
    }
}
