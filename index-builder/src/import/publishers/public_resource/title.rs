/*!
What is made of a page: its sections as records, each number once.
*/

use std::collections::HashMap;

use lexdex::model::{Date, Jurisdiction, Resource, SectionNumber, Statute, StatuteStatus};

use crate::import::engine::sink::{RecordKey, Sink};
use crate::import::input::Unit;
use crate::import::law::code_section::heading::{Heading, subject};
use crate::import::law::code_section::standing::{ANOTHER_VERSION, Standing};
use crate::import::law::code_section::{NO_HEADING, NO_NUMBER, topics};
use crate::import::law::id;
use crate::import::publishers::public_resource::codes::{Code, Numbering};
use crate::import::publishers::public_resource::history::History;
use crate::import::publishers::public_resource::number::{self, Numbered};
use crate::import::publishers::public_resource::page::{Page, Section, labelled};
use crate::import::publishers::public_resource::releases::{Head, Releases};
use crate::report::skip::{Reason, Skip};

static NO_CITATION_FORM: Reason = Reason {
    name: "no_citation_form",
    explanation: "How the state's code is cited is not in the table of codes, so that its sections would have neither \
                  a true citation nor a stable id.",
};

static NO_DATE_OF_DATA: Reason = Reason {
    name: "no_date_of_data",
    explanation: "The page does not say when it was posted, which every record must tell.",
};

static OLDER_RELEASE: Reason =
    Reason { name: "older_release", explanation: "A newer release of the same page is among the inputs." };

static NO_TITLE_OF_CODE: Reason = Reason {
    name: "no_title_of_code",
    explanation: "The page is no title of the code: a constitution, rules of court, or new sections without a place.",
};

/// What the sections of a page have in common.
struct Title<'t> {
    code: &'static Code,
    state: &'t Jurisdiction,
    /// The day on which the page was posted.
    day: Date,
    /// `6`, `62.1`, `1G`.
    number: String,
    /// The words of its heading, as a subject.
    heading: String,
}

/// Reads a page.
pub(super) fn read(unit: Unit<'_>, releases: &Releases, sink: &mut Sink<'_>) -> Result<(), Skip> {
    let file_name = unit.file_name().to_owned();
    let html = unit.text()?;
    let head = Head::read(html);
    let state = head.state(&file_name, &sink.catalogue().jurisdictions)?;
    let code = Code::of(&state.id).ok_or_else(|| Skip::new(&NO_CITATION_FORM, state.name.clone()))?;
    let day = head.posted.ok_or_else(|| Skip::new(&NO_DATE_OF_DATA, ""))?;
    let page = Page::read(html);
    if head.release.unwrap_or_default() < releases.newest(&state.id, &file_name) {
        leave(&page, &OLDER_RELEASE, sink);
        return Ok(());
    }
    match number_and_heading(&page.title) {
        Some((number, heading)) => give(&page, &Title { code, state, day, number, heading }, sink),
        None => leave(&page, &NO_TITLE_OF_CODE, sink),
    }
    Ok(())
}

/// The number and the heading of a title: “Title 6 Crimes and Offenses”, “TITLE I Sovereignty”; in North Carolina,
/// “Chapter 1G.” A constitution has neither.
fn number_and_heading(text: &str) -> Option<(String, String)> {
    let (label, number, heading) = labelled(text)?;
    let is_roman = number.chars().all(|character| "IVXLC".contains(character));
    let is_number = number.starts_with(|first: char| first.is_ascii_digit()) || is_roman;
    let is_title = ["title", "chapter"].iter().any(|known| label.eq_ignore_ascii_case(known));
    (is_title && is_number).then(|| (number.trim_start_matches('0').to_owned(), subject(heading)))
}

fn leave(page: &Page, reason: &'static Reason, sink: &mut Sink<'_>) {
    for section in &page.sections {
        sink.skip(reason, place(section));
    }
}

/// How a person finds a section on its page.
fn place(section: &Section) -> &str {
    if section.anchor.is_empty() { &section.heading } else { &section.anchor }
}

/// Gives the record of each number, or the reason why there is none.
fn give(page: &Page, title: &Title<'_>, sink: &mut Sink<'_>) {
    let records: Vec<_> = page.sections.iter().map(|section| record(section, title, sink)).collect();
    let standing = standing_versions(&records);
    let file = format!("{}.jsonl", title.state.id);
    for (idx, (section, record)) in page.sections.iter().zip(&records).enumerate() {
        match record {
            Err(reason) => match number::split(&section.heading) {
                Some(Numbered { number, .. }) => {
                    let id = section_id(title.code, &title.number, &number);
                    let key = RecordKey { resource: Resource::Statutes, file: &file, id: &id, last_updated: title.day };
                    sink.leave(reason, place(section), &key);
                }
                None => sink.skip(reason, place(section)),
            },
            Ok(statute) if standing[statute.id.as_str()] == idx => sink.write(&file, statute, place(section)),
            Ok(_) => sink.skip(&ANOTHER_VERSION, place(section)),
        }
    }
}

/// Which of the records of a number stands for it: the first one that is in force, else the first.
fn standing_versions<'r>(records: &'r [Result<Statute, &'static Reason>]) -> HashMap<&'r str, usize> {
    let mut standing: HashMap<&str, (usize, bool)> = HashMap::new();
    for (idx, statute) in records.iter().enumerate().filter_map(|(idx, record)| Some((idx, record.as_ref().ok()?))) {
        let is_in_force = statute.status != StatuteStatus::Repealed;
        let version = standing.entry(&statute.id).or_insert((idx, is_in_force));
        if is_in_force && !version.1 {
            *version = (idx, true);
        }
    }
    standing.into_iter().map(|(id, (idx, _))| (id, idx)).collect()
}

fn record(section: &Section, title: &Title<'_>, sink: &mut Sink<'_>) -> Result<Statute, &'static Reason> {
    let numbered = number::split(&section.heading).ok_or(&NO_NUMBER)?;
    let heading = Heading::read(numbered.rest, title.day);
    let status = match heading.standing {
        Standing::Left(reason) => return Err(reason),
        Standing::Record(status) => status,
        Standing::Live => live(section.history),
    };
    if heading.title.is_empty() {
        return Err(&NO_HEADING);
    }
    let topics = topics(sink, &[&title.heading, &subject(&section.chapter)]);
    Ok(statute(&numbered, heading.title, status, section.history, topics, title, sink))
}

fn live(history: History) -> StatuteStatus {
    if history.is_amended { StatuteStatus::Amended } else { StatuteStatus::Active }
}

fn statute(
    numbered: &Numbered<'_>,
    heading: String,
    status: StatuteStatus,
    history: History,
    topics: Vec<String>,
    title: &Title<'_>,
    sink: &Sink<'_>,
) -> Statute {
    let (code, state, number) = (title.code, title.state, numbered.number.as_str());
    let citation = code.cite(&title.number, number, numbered.is_several);
    Statute {
        id: section_id(code, &title.number, number),
        jurisdiction: state.name.clone(),
        jurisdiction_id: state.id.clone(),
        title: heading,
        title_number: Some(title_number(code, &title.number, number)),
        section_number: SectionNumber::new(number),
        status,
        effective_date: history.effective_date,
        topics: Some(topics),
        summary: None,
        meta: sink.meta(&state.id, code.source, title.day, Some(citation)),
    }
}

fn title_number(code: &Code, title: &str, section: &str) -> String {
    match code.numbering {
        Numbering::Chapter => section.split('.').next().unwrap_or_default().to_owned(),
        Numbering::InNumber | Numbering::ByTitle => title.to_owned(),
    }
}

/// `wy-stat-6-2-101`, `vt-stat-9-4461`. A list is not to look like a number with hyphens.
fn section_id(code: &Code, title: &str, section: &str) -> String {
    let title = if code.numbering == Numbering::ByTitle { title } else { "" };
    id::of(&[code.state, code.slug, title, &section.replace(", ", " and ")])
}
