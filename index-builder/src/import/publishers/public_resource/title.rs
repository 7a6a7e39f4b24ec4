/*!
The records of a page, one for each section number.
*/

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use lexdex_core::model::{Date, Jurisdiction, Statute, StatuteStatus};

use crate::import::engine::sink::Sink;
use crate::import::input::input_file::InputFile;
use crate::import::law::code_section::heading::{Heading, subject};
use crate::import::law::code_section::topics;
use crate::import::law::code_section::version_note::VersionDates;
use crate::import::law::drafts::release::{RecordRelease, Rejected};
use crate::import::law::drafts::statute::StatuteDraft;
use crate::import::law::section_status::SectionStatus;
use crate::import::law::skip_reasons::{ANOTHER_VERSION, NO_DATE_OF_DATA, NOT_IN_FORCE};
use crate::import::publishers::public_resource::codes::{Code, Numbering};
use crate::import::publishers::public_resource::habits::{Habit, Habits, habits_for};
use crate::import::publishers::public_resource::number::{self, Numbered};
use crate::import::publishers::public_resource::page::{CodePage, FirstParagraph, PageSection, labelled};
use crate::import::publishers::public_resource::releases::{PageHead, PageReleases};
use crate::report::skip::{DAMAGED, Reason, Skip};

static NO_CITATION_FORM: Reason = Reason {
    name: "no_citation_form",
    explanation: "The state's code is not in the table of codes, so its sections have neither a citation form nor a \
                  stable id.",
};

static OLDER_RELEASE: Reason =
    Reason { name: "older_release", explanation: "A newer release of the same page is among the inputs." };

static NO_TITLE_OF_CODE: Reason = Reason {
    name: "no_title_of_code",
    explanation: "The page is not a title of the code: a constitution, rules of court, or new sections without a \
                  title.",
};

static COMPACTS: Reason = Reason {
    name: "compacts",
    explanation: "The page has interstate compacts (its subject is “Compacts”). It repeats sections of a title's page in \
                  an older form.",
};

static NUMBER_OF_ANOTHER_TITLE: Reason = Reason {
    name: "number_of_another_title",
    explanation: "The number at the start of the heading is that of another title, so the heading is a sentence or a \
                  note and begins no section of the page.",
};

/// The fields that the sections of a page share.
struct PageTitle<'t> {
    code: &'static Code,
    habits: &'static Habits,
    state: &'t Jurisdiction,
    /// The day on which the page was posted.
    day: Date,
    /// `6`, `62.1`, `1G`.
    number: String,
    /// The words of the title's heading, as a subject.
    heading: String,
}

/// Reads a page.
pub(super) fn read(file: InputFile<'_>, releases: &PageReleases, sink: &mut Sink<'_>) -> Result<(), Skip> {
    let file_name = file.file_name().to_owned();
    let html = file.text()?;
    let head = PageHead::read(html);
    let state = head.state(&file_name, &sink.catalogue().jurisdictions)?;
    let code = Code::for_jurisdiction(&state.id).ok_or_else(|| Skip::new(&NO_CITATION_FORM, state.name.clone()))?;
    let day = head.posted.ok_or_else(|| Skip::new(&NO_DATE_OF_DATA, ""))?;
    let habits = habits_for(&state.id);
    let page = CodePage::read(html, habits, &|| sink.excerpt());
    if head.release.unwrap_or_default() < releases.newest(&state.id, &file_name) {
        leave(&page, &OLDER_RELEASE, sink);
        return Ok(());
    }
    match number_and_heading(&page.title) {
        _ if head.is_of_compacts() => leave(&page, &COMPACTS, sink),
        Some((number, heading)) => {
            let title = PageTitle { code, habits, state, day, number, heading };
            check_contents(&page, &title)?;
            // Only now: a damaged page is left out, and the state's other pages are its part.
            sink.name_part(&state.id);
            write(&page, &title, sink);
        }
        None => leave(&page, &NO_TITLE_OF_CODE, sink),
    }
    Ok(())
}

/// The number and the heading of a title: “Title 6 Crimes and Offenses”, “TITLE I Sovereignty”, and in North Carolina
/// “Chapter 1G.” `None` if the page is not a title, such as a constitution.
fn number_and_heading(text: &str) -> Option<(String, String)> {
    let (label, number, heading) = labelled(text)?;
    let is_roman = number.chars().all(|character| "IVXLC".contains(character));
    let is_number = number.starts_with(|first: char| first.is_ascii_digit()) || is_roman;
    let is_title = ["title", "chapter"].iter().any(|known| label.eq_ignore_ascii_case(known));
    (is_title && is_number).then(|| (number.trim_start_matches('0').to_owned(), subject(heading)))
}

/// Checks that a page has the sections that its own tables of contents list. A page with less than half of them was
/// damaged by its publisher.
fn check_contents(page: &CodePage, title: &PageTitle<'_>) -> Result<(), Skip> {
    let n_needed = page.n_listed.div_ceil(2);
    let n_found = page.sections.iter().filter(|section| is_of_title(section, title)).take(n_needed).count();
    if n_found >= n_needed {
        return Ok(());
    }
    let detail =
        format!("its tables of contents list {} sections, and it has the headings of {n_found}", page.n_listed);
    Err(Skip::new(&DAMAGED, detail))
}

/// Whether the heading of a section has a number of the title.
fn is_of_title(section: &PageSection, title: &PageTitle<'_>) -> bool {
    number::split(&section.heading).is_some_and(|numbered| title.code.has_number_in(&title.number, &numbered.number))
}

/// Skips all sections of a page.
fn leave(page: &CodePage, reason: &'static Reason, sink: &mut Sink<'_>) {
    for section in &page.sections {
        sink.skip(reason, location(section));
    }
}

/// The location of a section on its page, for a report.
fn location(section: &PageSection) -> &str {
    if section.anchor.is_empty() { &section.heading } else { &section.anchor }
}

/// Writes the record of each section number, or skips the section.
fn write(page: &CodePage, title: &PageTitle<'_>, sink: &mut Sink<'_>) {
    let release = RecordRelease {
        source: Some(title.code.source),
        jurisdiction_id: &title.state.id,
        jurisdiction: &title.state.name,
        last_updated: Some(title.day),
    };
    let topics =
        |section: &PageSection, sink: &mut Sink<'_>| topics(sink, &[&title.heading, &subject(&section.chapter)]);
    let records: Vec<_> = page
        .sections
        .iter()
        .map(|section| match number::split(&section.heading) {
            Some(numbered) if !title.code.has_number_in(&title.number, &numbered.number) => {
                Err(Rejected { reason: &NUMBER_OF_ANOTHER_TITLE, id: None })
            }
            numbered => {
                let draft = draft(numbered.unwrap_or_default(), section, title);
                draft.into_record(&release, |sink| topics(section, sink), sink)
            }
        })
        .collect();
    let chosen = chosen_versions(&records);
    for (idx, (section, record)) in page.sections.iter().zip(records).enumerate() {
        if record.is_ok() && !chosen.contains(&idx) {
            sink.skip(&ANOTHER_VERSION, location(section));
        } else {
            release.write(record, &section.text, location(section), sink);
        }
    }
}

/// The indexes of the records to write, one for each id: the first version in force, or else the first version.
fn chosen_versions(records: &[Result<Statute, Rejected>]) -> HashSet<usize> {
    let mut chosen: HashMap<&str, (usize, bool)> = HashMap::new();
    for (idx, statute) in records.iter().enumerate().filter_map(|(idx, record)| Some((idx, record.as_ref().ok()?))) {
        let is_in_force = statute.status != StatuteStatus::Repealed;
        let version = chosen.entry(&statute.id).or_insert((idx, is_in_force));
        if is_in_force && !version.1 {
            *version = (idx, true);
        }
    }
    chosen.into_values().map(|(idx, _)| idx).collect()
}

fn draft(numbered: Numbered<'_>, section: &PageSection, title: &PageTitle<'_>) -> StatuteDraft<'static> {
    let (code, history) = (title.code, section.history);
    let Numbered { number, rest, is_several } = numbered;
    let dates = VersionDates { data: title.day, in_force_since: section.in_force_since };
    let mut heading = Heading::from_version(&with_first_paragraph(rest, section, title.habits), &dates);
    let effective_date = history.effective_date.filter(|date| *date <= title.day);
    // A section with a note is in force as the note says: its history can be that of a version to come.
    let is_to_come = history.effective_date.is_some() && effective_date.is_none() && !heading.is_noted;
    if matches!(heading.status, SectionStatus::InForce) && is_to_come {
        heading.status = SectionStatus::LeftOut(&NOT_IN_FORCE);
    }
    StatuteDraft {
        code: code.slug,
        numbered_within: if code.numbering == Numbering::ByTitle { title.number.clone() } else { String::new() },
        citation: Some(code.cite(&title.number, &number, is_several)),
        title_number: Some(title_number(code, &title.number, &number)),
        section_number: number,
        heading: heading.title,
        status: heading.status,
        is_amended: history.is_amended,
        effective_date,
        summary: None,
    }
}

/// A heading with the note that its first paragraph has, and with a note that is a sentence in brackets.
fn with_first_paragraph<'h>(heading: &'h str, section: &'h PageSection, habits: &Habits) -> Cow<'h, str> {
    match &section.note {
        FirstParagraph::Note(note) if heading.is_empty() => Cow::Borrowed(note),
        // A note in brackets is about the section if the section has no other text, or if it gives the day.
        FirstParagraph::Note(note) if note.starts_with('[') && (!section.has_law || note.contains("effective")) => {
            Cow::Owned(format!("{heading} {note}"))
        }
        FirstParagraph::Version(version) => Cow::Owned(format!("{heading} [{version}]")),
        // The bracket before the note can be missing: “Audits — Reports. Repealed.]”
        FirstParagraph::RestOfHeading(rest) if !rest.contains('[') => {
            Cow::Owned(format!("{heading} — {}", rest.replace(" Repealed.]", " [Repealed.]")))
        }
        FirstParagraph::RestOfHeading(rest) => Cow::Owned(format!("{heading} — {rest}")),
        FirstParagraph::Note(_) | FirstParagraph::Law => with_note_in_brackets(without_text(heading, habits), habits),
    }
}

/// A heading without the text of the law that follows a dash: “Clean rooms. — (1) There is exempted from the taxes…”
fn without_text<'h>(heading: &'h str, habits: &Habits) -> &'h str {
    const MIN_BYTES: usize = 60;
    let parts = heading.split_once(". — ").filter(|_| habits.has(Habit::HeadingGoesOn));
    let has_note = |text: &str| {
        let note = text.trim_end_matches('.').strip_suffix(']').and_then(|text| text.rsplit('[').next());
        note.is_some_and(|note| note.starts_with(char::is_uppercase))
    };
    let parts = parts.filter(|(_, text)| text.len() > MIN_BYTES && !has_note(text));
    parts.map_or(heading, |(heading, _)| heading)
}

/// A heading with its first sentence in brackets, if it is a note: “Section 753 effective until July 1, 2022; see also
/// section 753 effective July 1, 2022 set out below. Cancellation of franchise.”
fn with_note_in_brackets<'h>(heading: &'h str, habits: &Habits) -> Cow<'h, str> {
    let word = heading.split(' ').next().unwrap_or_default();
    if !habits.has_note_as_sentence(word) {
        return Cow::Borrowed(heading);
    }
    let Some((note, rest)) = split_note(heading) else { return Cow::Borrowed(heading) };
    let own = note.split("; see also").next().unwrap_or_default();
    let event = ["effective ", "repealed ", "expires "].iter().filter_map(|event| own.find(event)).min();
    match event {
        Some(event) if word == "See" || own[..event].trim_end().rsplit(' ').next().is_some_and(is_number) => {
            let note = if word == "See" { "" } else { &own[event..] };
            Cow::Owned(if note.is_empty() { rest.to_owned() } else { format!("[{note}] {rest}") })
        }
        _ => Cow::Borrowed(heading),
    }
}

/// Splits a heading after its first sentence. The full stop after “set out below” can be missing.
fn split_note(heading: &str) -> Option<(&str, &str)> {
    let ends = [". ", " set out above ", " set out below "].into_iter().flat_map(|end| heading.match_indices(end));
    let ends = ends.filter(|(at, end)| heading[at + end.len()..].starts_with(char::is_uppercase));
    ends.min().map(|(at, end)| (&heading[..at], &heading[at + end.len()..]))
}

/// Whether a word is the number of a section.
fn is_number(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit())
}

fn title_number(code: &Code, title: &str, section: &str) -> String {
    match code.numbering {
        Numbering::Chapter => section.split('.').next().unwrap_or_default().to_owned(),
        Numbering::InNumber | Numbering::ByTitle => title.to_owned(),
    }
}
