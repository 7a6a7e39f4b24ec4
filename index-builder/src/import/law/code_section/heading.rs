/*!
The heading of a section, and what is noted on it.

A note stands in brackets (“Definitions. [Repealed.]”), in parentheses (“Bond. (Repealed)”), or is the whole heading
(“Repealed. 1959, No. 263, § 17.”). Brackets also hold words that an editor put into a heading: those stay. A note can
name the day from which or until which a version is in force; it counts on the day of the data.
*/

use lexdex::model::Date;

use crate::import::law::code_section::note_words::{ANOTHER_VERSION, NOT_IN_FORCE, of_word, word_of};
use crate::import::law::section_status::SectionStatus;
use crate::import::text::clean;
use crate::import::text::english_date::{first_date, leading_date};

/// A heading, taken apart.
#[derive(Debug)]
pub(crate) struct Heading {
    /// The words of the heading. Of a section whose heading is all note, the note's own word: “Repealed”.
    pub(crate) title: String,
    /// The status, by the notes.
    pub(crate) status: SectionStatus,
}

impl Heading {
    /// Reads a cleaned heading, as of the day of the data.
    pub(crate) fn read(text: &str, day: Date) -> Self {
        let (bare, notes) = part(text);
        let mut heading = Self { title: tidy(&bare), status: SectionStatus::InForce };
        if notes.is_empty() && is_all_note(&heading.title) {
            heading.take_note(&heading.title.clone(), day);
            heading.title = deciding_word(&heading.title);
        } else if heading.title.is_empty() {
            heading.title = notes.first().map(|note| deciding_word(note)).unwrap_or_default();
        }
        for note in &notes {
            heading.take_note(note, day);
        }
        if clean::is_shouted(&heading.title) {
            heading.title = clean::title_case(&heading.title);
        }
        heading
    }

    /// Takes what a note says, unless another one has said that the section is not in force.
    fn take_note(&mut self, note: &str, day: Date) {
        if let (SectionStatus::InForce, Some(status)) = (self.status, status_of(note, day)) {
            self.status = status;
        }
    }
}

/// A title's or chapter's heading as a subject: without notes and the full stop at its end.
pub(crate) fn subject(heading: &str) -> String {
    tidy(&part(&clean::text(heading)).0)
}

/// A text without its notes, and the notes.
fn part(text: &str) -> (String, Vec<String>) {
    let mut bare = String::with_capacity(text.len());
    let mut notes = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['[', '(']) {
        let is_bracket = rest[start..].starts_with('[');
        let close = if is_bracket { ']' } else { ')' };
        let inside = &rest[start + 1..];
        let end = inside.find(close).unwrap_or(inside.len());
        let behind = inside.get(end + 1..).unwrap_or_default();
        bare.push_str(&rest[..start]);
        if is_note(&inside[..end], is_bracket) {
            notes.push(inside[..end].trim().to_owned());
        } else {
            bare.push_str(&rest[start..rest.len() - behind.len()]);
        }
        rest = behind;
    }
    bare.push_str(rest);
    (bare, notes)
}

/// Whether what stands in brackets or parentheses is a note. In brackets, the word of a note is enough.
fn is_note(inside: &str, is_bracket: bool) -> bool {
    let begins_as_note = || words(inside).next().is_some_and(|opening| of_word(&opening).is_some());
    is_all_note(inside) || is_remark(inside) || (is_bracket && begins_as_note())
}

/// Whether a text is a note that begins with another word than one for a status: “Effective July 1, 2024”, “Amended
/// and Renumbered”, “See Editor's notes below”; and not any words that begin so.
fn is_remark(inside: &str) -> bool {
    let mut words = words(inside);
    match words.next().as_deref() {
        Some("effective" | "expires" | "enacted") => true,
        Some("amended") => words.any(|word| of_word(&word).is_some()),
        Some("not") => words.any(|word| word == "funded" || word == "applicable"),
        Some("see" | "for" | "note") => words.any(|word| word.starts_with("note") || word == "version"),
        _ => false,
    }
}

/// The status that a note gives on this day. `None` if the note is a remark.
fn status_of(note: &str, day: Date) -> Option<SectionStatus> {
    let words: Vec<String> = words(note).collect();
    let opening = words.first().map(String::as_str)?;
    let date = date_of_effect(note);
    let has_come = date.is_none_or(|date| date <= day);
    if opening == "effective" || opening == "expires" {
        return Some(in_force(&words, date, day));
    }
    let noted = word_of(&words).and_then(of_word);
    let noted = noted.or_else(|| (opening == "not").then_some(SectionStatus::LeftOut(&NOT_IN_FORCE)));
    // What came here from another number is in force under this one.
    let came_from = words.windows(2).any(|pair| pair[1] == "from" && matches!(noted, Some(SectionStatus::LeftOut(_))));
    match noted {
        Some(_) if came_from && has_come => Some(SectionStatus::InForce),
        Some(_) if came_from => Some(SectionStatus::LeftOut(&NOT_IN_FORCE)),
        Some(_) if !has_come => Some(SectionStatus::InForce),
        noted => noted,
    }
}

/// Whether a version with a day from which or until which it is in force is so on the day of the data.
fn in_force(words: &[String], date: Option<Date>, day: Date) -> SectionStatus {
    let Some(date) = date else { return SectionStatus::LeftOut(&NOT_IN_FORCE) };
    let is_until = words.iter().take(3).any(|word| matches!(word.as_str(), "until" | "through" | "expires"));
    match (is_until, date <= day) {
        (true, false) | (false, true) => SectionStatus::InForce,
        (true, true) => SectionStatus::LeftOut(&ANOTHER_VERSION),
        (false, false) => SectionStatus::LeftOut(&NOT_IN_FORCE),
    }
}

/// The date that a note names behind “effective” or “expires”; the only date otherwise counts nothing.
fn date_of_effect(note: &str) -> Option<Date> {
    let lower = note.to_ascii_lowercase();
    let at = ["effective", "eff.", "expires"].iter().find_map(|word| Some(lower.find(word)? + word.len()))?;
    first_date(&note[at..])
}

/// Whether words outside brackets are a note: “Repealed”, “Repealed by Laws 1977, ch. 320”, “Renumbered as § 7-1”,
/// “Reserved for future codification”; and not “Expired and lapsed licenses” or “Reserved powers”.
fn is_all_note(title: &str) -> bool {
    let word_end = title.find(|character: char| !character.is_alphabetic()).unwrap_or(title.len());
    let (word, behind) = title.split_at(word_end);
    let is_told = of_word(&word.to_lowercase()).is_some();
    is_told && (behind.is_empty() || behind.starts_with(['.', ',', ';']) || goes_on_as_note(behind.trim_start()))
}

/// Whether the text after the word of a note belongs to the note.
fn goes_on_as_note(behind: &str) -> bool {
    let mut words = behind.split(' ').map(|word| word.trim_end_matches(['.', ',', ';']));
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    match first {
        "by" | "effective" | "eff" | "pursuant" | "§" => true,
        "as" | "to" | "from" => !second.starts_with(char::is_lowercase),
        "and" => of_word(&second.to_lowercase()).is_some(),
        "for" => second == "future",
        _ => leading_date(behind).is_some(),
    }
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase)
}

/// The word of a note that decides the status of the section, or its first word: “Repealed”.
fn deciding_word(note: &str) -> String {
    let words: Vec<String> = words(note).collect();
    let mut word = word_of(&words).or_else(|| words.first().map(String::as_str)).unwrap_or_default().to_owned();
    if let Some(first) = word.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    word
}

/// A heading without double spaces, the mark at its end, and brackets that an editor put around all of it.
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
