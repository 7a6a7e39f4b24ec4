/*!
The note on a section's effective date.

Such a note has many dates: dates of acts, days from which a period runs (“180 days after Oct. 18, 1988”), and dates
that say to what the section applies. A date is the effective date only if the note says that the section as a whole
takes effect on it.
*/

use std::io::BufRead;

use lexdex_core::corpus::text;
use lexdex_core::model::Date;

use crate::import::publishers::uslm::text_walk::{TextPart, walk};
use crate::import::text::xml::Xml;
use crate::report::skip::Skip;

/// The effective date according to the notes on it.
#[derive(Default)]
pub(super) enum EffectiveDate {
    /// There is no such note: the section took effect when it was enacted.
    #[default]
    NotNoted,
    /// There is a note, but without a date for the section as a whole.
    Unknown,
    /// The section took effect on this day.
    On(Date),
}

impl EffectiveDate {
    /// The effective date, or the day of enactment if there is no note.
    pub(super) fn or_enacted(&self, enacted: Option<Date>) -> Option<Date> {
        match self {
            Self::NotNoted => enacted,
            Self::Unknown => None,
            Self::On(date) => Some(*date),
        }
    }
}

/// Reads the note opened last. The first note with an effective date wins.
pub(super) fn read<R: BufRead>(xml: &mut Xml<R>, effective: &mut EffectiveDate) -> Result<(), Skip> {
    let mut before = String::new();
    let mut found = None;
    xml.children(&mut |xml, element| {
        if element.name() == "heading" {
            return Ok(());
        }
        before.push(' ');
        walk(xml, &mut |part| match part {
            TextPart::Text(text) => before.push_str(text),
            TextPart::Date(date) if found.is_none() && says_effective(&before) => found = Some(date),
            TextPart::Date(_) | TextPart::Act(_) => {}
        })
    })?;
    match (found, &effective) {
        (_, EffectiveDate::On(_)) => {}
        (Some(date), _) => *effective = EffectiveDate::On(date),
        (None, _) => *effective = EffectiveDate::Unknown,
    }
    Ok(())
}

/// The words that may come between “effective” and its date.
const BETWEEN: &[&str] = &[
    "on",
    "as",
    "of",
    "upon",
    "the",
    "date",
    "day",
    "its",
    "this",
    "such",
    "act",
    "enactment",
    "and",
    "shall",
    "be",
    "beginning",
    "from",
    "at",
    "noon",
];

/// Pairs of words that may come between “effective” and its date. “after” alone begins a period instead.
const FROM_DAY: &[[&str; 2]] = &[["and", "after"]];

/// The parts of the Code that a note on a section can name without “this”. A chapter or subchapter contains the whole
/// section.
const WHOLES: &[&str] = &["section", "chapter", "subchapter"];

/// The words that may come between such a part and “effective”.
const LINKING: &[&str] = &["is", "was", "became", "becomes", "shall", "become", "be"];

/// Words that restrict a note to a part of the section, or refer to something else.
const PARTIAL: &[&str] = &[
    "subsec",
    "subsecs",
    "subsection",
    "subsections",
    "par",
    "pars",
    "paragraph",
    "paragraphs",
    "cl",
    "cls",
    "except",
    "amendment",
    "amendments",
    "repeal",
    "not",
];

/// Whether the text before a date says that the section took effect on it: “Section effective Oct. 1, 1998”,
/// “shall take effect on the date of the enactment of this Act [Nov. 29, 1999”.
fn says_effective(before: &str) -> bool {
    // A full stop does not end the clause, because most of them end abbreviations.
    let clause = before.rsplit([';', '“', '”']).next().unwrap_or_default();
    let words = text::words(&without_glosses(clause));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let Some(verb) = words.iter().rposition(|word| matches!(*word, "effective" | "effect" | "operative")) else {
        return false;
    };
    let (subject, between) = (&words[..verb], &words[verb + 1..]);
    let is_verb =
        words[verb] != "effect" || subject.last().is_some_and(|word| matches!(*word, "take" | "takes" | "took"));
    is_verb && is_whole_section(subject) && leads_to_a_day(between)
}

/// Whether a date after these words is a day, and not the beginning of a period.
fn leads_to_a_day(between: &[&str]) -> bool {
    let is_from_day = |idx: usize| idx > 0 && FROM_DAY.contains(&[between[idx - 1], between[idx]]);
    (0..between.len()).all(|idx| BETWEEN.contains(&between[idx]) || is_from_day(idx))
}

/// Whether the words before “effective” are about the section as a whole, or about the act that enacted it: “Section”,
/// “this section is”, “This Act [enacting this section] shall take”. “Section 10 of this title” is another section.
fn is_whole_section(subject: &[&str]) -> bool {
    let is_bare = subject.iter().rfind(|word| !LINKING.contains(word)).is_some_and(|word| WHOLES.contains(word));
    let names_itself = subject.windows(2).any(|pair| {
        pair[0] == "this"
            && matches!(pair[1], "section" | "act" | "title" | "subtitle" | "chapter" | "subchapter" | "part")
    });
    let names_another =
        subject.windows(2).any(|pair| pair[0] == "section" && pair[1].starts_with(|c: char| c.is_numeric()));
    (is_bare || names_itself) && !names_another && !subject.iter().any(|word| PARTIAL.contains(word))
}

/// Removes text in brackets: “This Act [enacting this section]” becomes “This Act”.
fn without_glosses(text: &str) -> String {
    let mut plain = text.to_owned();
    while let Some(end) = plain.find(']') {
        match plain[..end].rfind('[') {
            Some(start) => plain.replace_range(start..=end, " "),
            None => plain.replace_range(end..=end, " "),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_is_the_effective_date_only_if_the_note_says_so() {
        for before in [
            "Section effective ",
            "Section operative on ",
            "Section effective as of ",
            "1 Stat. 2, provided that: “This Act [enacting this section] shall take effect on the date of enactment of \
             this Act [",
            "ch. 125, § 3, provided that this section is effective ",
            "This Act becomes effective upon enactment [",
            "Section effective noon, ",
            "Section effective at noon on ",
            "Chapter effective ",
            "Subchapter effective ",
            "Section became effective ",
            "Section shall become effective on ",
            "“This section [enacting this section] shall be effective on and after ",
        ] {
            assert!(says_effective(before), "{before}");
        }
        for before in [
            "Pub. L. 106–113, § 4103, ",
            "Section effective 180 days after ",
            "shall take effect 60 days after the date of the enactment of this Act [",
            "becomes effective on the first day of the first month after enactment [",
            "Subsec. (d) of this section effective ",
            "Subsections (a) and (b) effective ",
            "Section applicable to any fiscal year beginning on or after ",
            "Section effective July 1, 1971. See Pub. L. 91–375, ",
            "Section effective on the later of ",
            "“(b) Section 10 [amending section 324 of this chapter] shall take effect on ",
            "Chapter 5 effective ",
            "Subsec. (d) of this section became effective ",
            "Repeal of chapter effective ",
            "Section effective after ",
            "Section effective 30 days from and after ",
            "Section effective with respect to violations that occur on and after ",
            "the date by which, under the constitution of the State as in effect on ",
            "",
        ] {
            assert!(!says_effective(before), "{before}");
        }
    }
}
