/*!
One section of the Code.
*/

use std::io::BufRead;

use lexdex::model::{Date, SectionNumber, Statute, StatuteStatus};

use super::status::{Outcome, outcome};
use super::{FILE, SOURCE, Title, place_of};
use crate::import::skip::{Reason, Skip};
use crate::import::topics::Vocabulary;
use crate::import::xml::{Element, Xml};
use crate::import::{Sink, clean, id};

static NO_NUMBER: Reason =
    Reason { name: "no_number", explanation: "The section has no number, so that nothing could refer to it." };

static NO_HEADING: Reason = Reason { name: "no_heading", explanation: "The section has no heading." };

/// What a section says of itself.
#[derive(Default)]
struct Section {
    number: Option<String>,
    heading: String,
    names_several_acts: bool,
    has_amendments: bool,
    enacted: Option<Date>,
    effective: Option<Date>,
}

/// Reads the section that was opened last, and gives its record or the reason why there is none.
pub(super) fn read_section<R: BufRead>(
    xml: &mut Xml<R>,
    element: &Element,
    title: &Title,
    sink: &mut Sink<'_>,
) -> Result<(), Skip> {
    let place = place_of(element, xml.line());
    let status = match outcome(element.attribute("status").as_deref()) {
        Outcome::Left(reason) => {
            sink.skip(reason, &place);
            return Ok(());
        }
        Outcome::Record(status) => Some(status),
        Outcome::Live => None,
    };
    let section = read_content(xml)?;
    let Some(number) = &section.number else {
        sink.skip(&NO_NUMBER, &place);
        return Ok(());
    };
    if section.heading.is_empty() {
        sink.skip(&NO_HEADING, &place);
        return Ok(());
    }
    let statute = statute(&section, number, status, element, title, sink);
    sink.write(FILE, &statute, &place);
    Ok(())
}

fn statute(
    section: &Section,
    number: &str,
    status: Option<StatuteStatus>,
    element: &Element,
    title: &Title,
    sink: &mut Sink<'_>,
) -> Statute {
    let is_amended = section.names_several_acts || section.has_amendments;
    let live = if is_amended { StatuteStatus::Amended } else { StatuteStatus::Active };
    let citation = citation(&title.number, number);
    Statute {
        id: section_id(&title.number, number, element.attribute("identifier").as_deref()),
        jurisdiction: "United States".to_owned(),
        jurisdiction_id: "federal".to_owned(),
        title: section.heading.clone(),
        title_number: Some(title.number.clone()),
        section_number: SectionNumber::new(number),
        status: status.unwrap_or(live),
        effective_date: section.effective.or(section.enacted),
        topics: Some(topics(title, sink)),
        summary: None,
        meta: sink.meta("federal", SOURCE, title.created, Some(citation)),
    }
}

/// `17 U.S.C. § 101`, `24 U.S.C. §§ 1, 2`, `5 U.S.C. App. § 3`.
fn citation(title: &str, number: &str) -> String {
    let (title, appendix) = match title.strip_suffix('a') {
        Some(title) => (title, " App."),
        None => (title, ""),
    };
    let sign = if is_several(number) { "§§" } else { "§" };
    format!("{title} U.S.C.{appendix} {sign} {number}")
}

/// Whether one element stands for several sections: `1, 2`, `3 to 5`.
fn is_several(number: &str) -> bool {
    number.contains(',') || number.contains(" to ")
}

/// `federal-usc-17-101`. The sections of an act in an appendix are told apart by the act.
fn section_id(title: &str, number: &str, identifier: Option<&str>) -> String {
    let number = number.replace(", ", " and ");
    let act = identifier.and_then(|identifier| {
        let (_, path) = identifier.split_once("/pl/")?;
        let mut parts = path.split('/');
        Some(format!("pl-{}-{}", parts.next()?, parts.next()?))
    });
    id::of(&["federal", "usc", title, act.as_deref().unwrap_or_default(), &number])
}

fn topics(title: &Title, sink: &mut Sink<'_>) -> Vec<String> {
    sink.topics(Vocabulary::UsCode, [title.number.as_str()])
}

fn read_content<R: BufRead>(xml: &mut Xml<R>) -> Result<Section, Skip> {
    let mut section = Section::default();
    xml.children(&mut |xml, element| {
        match element.name() {
            "num" => section.number = element.attribute("value").map(|value| clean_number(&value)),
            "heading" => section.heading = clean_heading(&xml.text_without(&["note"])?),
            "sourceCredit" => read_source_credit(xml, &mut section)?,
            "notes" => read_notes(xml, &mut section)?,
            _ => {}
        }
        Ok(())
    })?;
    section.number = section.number.filter(|number| !number.is_empty());
    Ok(section)
}

fn clean_number(value: &str) -> String {
    clean::plain_hyphens(&clean::text(value))
}

/// A heading without the bracket of a repealed section and the full stop at its end.
fn clean_heading(raw: &str) -> String {
    let heading = clean::text(raw);
    let heading = heading.strip_suffix(']').filter(|heading| !heading.contains('[')).unwrap_or(&heading);
    heading.trim_end_matches(['.', ' ']).to_owned()
}

fn read_source_credit<R: BufRead>(xml: &mut Xml<R>, section: &mut Section) -> Result<(), Skip> {
    _ = (xml, section);
    Ok(())
}

fn read_notes<R: BufRead>(xml: &mut Xml<R>, section: &mut Section) -> Result<(), Skip> {
    _ = (xml, section);
    Ok(())
}
