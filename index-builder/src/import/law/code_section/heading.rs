/*!
Separates the heading of a section from the notes in it, and derives the section's status from the notes.

A note is in brackets (“Definitions. [Repealed.]”), in parentheses (“Bond. (Repealed)”), or is the whole heading
(“Repealed. 1959, No. 263, § 17.”). Brackets also enclose words that an editor added to a heading, which are kept. A
note can name the first or the last day on which a version is in force. That day is compared with the day of the data. A
heading that is only a note with a future day belongs to a later version.
*/

use lexdex_core::model::Date;

use crate::import::law::code_section::note_words::{status_for_word, word_of, words};
use crate::import::law::code_section::version_note::{self, VersionDates, is_of_amendment, is_version_note};
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
    /// Whether there are notes.
    pub(crate) is_noted: bool,
}

impl Heading {
    /// Parses a cleaned heading. `day` is the day of the data.
    pub(crate) fn read(text: &str, day: Date) -> Self {
        Self::from_version(text, &VersionDates { data: day, in_force_since: None })
    }

    /// Parses a cleaned heading, with the dates that notes below the section give.
    pub(crate) fn from_version(text: &str, dates: &VersionDates) -> Self {
        let (bare, mut notes) = split_notes(text);
        let mut heading = Self { title: tidy(&bare), status: SectionStatus::InForce, is_noted: false };
        if notes.is_empty() && is_status_note(&heading.title) {
            notes.push(std::mem::take(&mut heading.title));
        }
        heading.is_noted = !notes.is_empty();
        for note in &notes {
            heading.apply_note(note, dates);
        }
        // “Recodified. 1995, No. 60, § 37. [Repealed]” has no words of a heading either.
        if heading.is_noted && is_status_note(&heading.title) {
            heading.title = status_word(&heading.title);
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
/// notes. A word in lower case is an editor's: `Orders of the Commission [abolished]`.
fn is_note(inside: &str, is_bracket: bool) -> bool {
    let begins_with_note_word = || words(inside).next().is_some_and(|opening| status_for_word(&opening).is_some());
    if is_bracket && inside.chars().all(char::is_lowercase) && inside != "repealed" {
        return false;
    }
    is_status_note(inside) || is_remark(inside) || (is_bracket && begins_with_note_word())
}

/// Whether a text is a note whose first word gives no status, such as “Effective July 1, 2024”, “Amended and
/// Renumbered” or “See Editor's notes below”.
fn is_remark(inside: &str) -> bool {
    let words: Vec<String> = words(inside).collect();
    let Some((opening, rest)) = words.split_first() else { return false };
    match opening.as_str() {
        _ if is_version_note(&words) || is_of_part(&words) || is_of_amendment(&words) => true,
        "enacted" => true,
        "amended" | "declared" | "number" => rest.iter().any(|word| status_for_word(word).is_some()),
        "not" => rest.iter().any(|word| word == "funded" || word == "applicable"),
        "see" | "for" | "note" => rest.iter().any(|word| word.starts_with("note") || word == "version"),
        _ => false,
    }
}

/// Whether a note is about a part of the section: “Subsection (8) repealed effective July 1, 2021”.
fn is_of_part(words: &[String]) -> bool {
    const PARTS: [&str; 6] = ["subsection", "subsections", "paragraph", "paragraphs", "subparagraph", "subdivision"];
    let mut opening = words.iter().skip_while(|word| matches!(word.as_str(), "first" | "last" | "second"));
    opening.next().is_some_and(|word| PARTS.contains(&word.as_str())) && word_of(words).is_some()
}

/// The status that a note gives the section on the day of the data. `None` if the note gives none.
fn status_of(note: &str, dates: &VersionDates) -> Option<SectionStatus> {
    let words: Vec<String> = words(note).collect();
    let opening = words.first().map(String::as_str)?;
    if is_of_part(&words) || is_of_amendment(&words) {
        return None;
    }
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
    // “Amended and reenacted as KRS 198B.330”
    if let Some(rest) = rest.strip_prefix(" and ").filter(|_| word == "Amended") {
        return is_status_note(rest);
    }
    let has_status_word = status_for_word(&word.to_lowercase()).is_some();
    has_status_word
        && (rest.is_empty() || rest.starts_with('.') || is_list_of_notes(rest) || continues_note(rest.trim_start()))
}

/// Whether a comma or semicolon after the first word of a note continues the note. “Suspended, defunct, and dissolved
/// corporations” is a heading.
fn is_list_of_notes(rest: &str) -> bool {
    let Some(rest) = rest.strip_prefix([',', ';']).map(str::trim_start) else { return false };
    let word = rest.split([' ', ',', '.', ';']).next().unwrap_or_default();
    !word.starts_with(char::is_lowercase) || status_for_word(word).is_some() || word == "see" || continues_note(rest)
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
        // “Repealed 1969, No. 298”
        _ if first.trim_end_matches(',').len() == 4 && first.starts_with(|c: char| c.is_ascii_digit()) => true,
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
    let heading = trim_end(heading.trim_start_matches(['.', ' ', '—', '-']));
    let inside = heading.strip_prefix('[').and_then(|inside| inside.strip_suffix(']'));
    inside.filter(|inside| !inside.contains(['[', ']'])).map_or(heading, trim_end).to_owned()
}

/// Removes the punctuation at the end of a heading. The full stop of an abbreviation stays.
fn trim_end(heading: &str) -> &str {
    let bare = heading.trim_end_matches(['.', ' ', ',', ';', ':']);
    if heading[bare.len()..].starts_with('.') && ends_with_abbreviation(bare) { &heading[..=bare.len()] } else { bare }
}

/// Whether a text without its last full stop ends with an abbreviation: “etc”, “Inc”, “U.S”, “p.m”.
fn ends_with_abbreviation(text: &str) -> bool {
    const ABBREVIATIONS: [&str; 9] = ["etc", "Inc", "Co", "Corp", "Ltd", "Jr", "Sr", "seq", "al"];
    let word = text.rsplit([' ', '(', '—']).next().unwrap_or_default();
    let is_initials = || word.contains('.') && word.split('.').all(|part| part.len() == 1 && is_letter(part));
    ABBREVIATIONS.contains(&word) || is_initials()
}

fn is_letter(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphabetic())
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
            ("Repealed 1969, No. 298 (Adj. Sess.), § 79.", "Repealed", "repealed"),
            ("Recodified. 1995, No. 60, § 37. [Repealed]", "Recodified", "repealed"),
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
            (
                "Suspended, defunct, and dissolved corporations.",
                "Suspended, defunct, and dissolved corporations",
                "live",
            ),
            ("Repealed, effective July 1, 2016.", "Repealed", "repealed"),
            ("Offenses; where tried. [Reenacted as KRS 452.510.]", "Offenses; where tried", "moved"),
            ("Definitions. [Amended and Reenacted.]", "Definitions", "moved"),
            ("Amended and reenacted as KRS 198B.330, effective July 15, 1980.", "Reenacted", "moved"),
            ("Amended and restated articles.", "Amended and restated articles", "live"),
            ("Old mansion. [Recompiled.]", "Old mansion", "moved"),
            ("Benefits. [Declared void — See LRC Note Below]", "Benefits", "not_in_force"),
            ("[Number not yet utilized.]", "Utilized", "no_law"),
            ("Short title. [Null and void, effective July 1, 2021.]", "Short title", "ended"),
            ("Salmon fee. [Rejected at Referendum.]", "Salmon fee", "not_in_force"),
            ("Void contracts.", "Void contracts", "live"),
            ("Orders of the Commission [abolished].", "Orders of the Commission [abolished]", "live"),
            ("Bonds [Subsection (8) repealed effective July 1, 2021].", "Bonds", "live"),
            ("Fees. [For contingent amendment, see Compiler's Notes.]", "Fees", "live"),
            ("(See note for contingent expiration of amendment) Fees.", "Fees", "live"),
            ("(This section has a contingent effective date — see note) Fees.", "Fees", "not_in_force"),
            ("(Section has a delayed effective date July 1, 2022 — see note) Fees.", "Fees", "live"),
            ("Records, etc.", "Records, etc.", "live"),
            ("Land purchased by the U.S.", "Land purchased by the U.S.", "live"),
            ("Works of art.", "Works of art", "live"),
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
