/*!
One section of the D.C. Code: one file.
*/

use std::io::BufRead;

use lexdex::model::{Date, Resource, SectionNumber, Statute, StatuteStatus};

use crate::import::engine::sink::{RecordKey, Sink};
use crate::import::input::Unit;
use crate::import::law::code_section::heading::Heading;
use crate::import::law::code_section::standing::Standing;
use crate::import::law::code_section::{NO_HEADING, NO_NUMBER, topics};
use crate::import::law::id;
use crate::import::publishers::dc_law::history::History;
use crate::import::publishers::dc_law::tree::{Headings, Tree};
use crate::import::publishers::dc_law::{FILE, SOURCE, reason};
use crate::import::text::clean;
use crate::import::text::xml::Xml;
use crate::report::skip::{Reason, STRAY, Skip};

static NO_DATE_OF_DATA: Reason = Reason {
    name: "no_date_of_data",
    explanation: "No index.xml of a library above the section tells the day of the data (codified-date), which every \
                  record must tell: name the folder or archive of the whole tree.",
};

static KEPT_ASIDE: Reason = Reason {
    name: "kept_aside",
    explanation: "Title 99 is no title of the Code: it keeps the permanent text of sections while a temporary law's \
                  text stands in their place. The section has its own record in its own title.",
};

/// What a section says of itself.
#[derive(Default)]
struct Section {
    number: String,
    reason: Option<String>,
    heading: String,
    history: History,
}

/// Reads a section, and gives its record or the reason why there is none.
pub(super) fn read(unit: Unit<'_>, tree: &Tree, sink: &mut Sink<'_>) -> Result<(), Skip> {
    let folder = title_of_path(unit.segments());
    let day = tree.day(unit.name);
    let headings = tree.headings(unit.name).cloned().unwrap_or_default();
    let mut xml = Xml::new(unit.buffered());
    let root = xml.root()?;
    if root.name() != "section" {
        return Err(Skip::new(&STRAY, format!("the root element is {}, not section", root.name())));
    }
    let section = read_content(&mut xml)?;
    let title = folder.unwrap_or_else(|| title_of_number(&section.number));
    if title == "99" || section.number.ends_with("(Perm)") {
        sink.skip(&KEPT_ASIDE, &section.number);
        return Ok(());
    }
    let day = day.ok_or_else(|| Skip::new(&NO_DATE_OF_DATA, &section.number))?;
    give(section, title, day, &headings, sink);
    Ok(())
}

/// The title by the folder that the file lies in: `titles/29A/sections/29A-101.xml`.
fn title_of_path<'s>(segments: impl DoubleEndedIterator<Item = &'s str>) -> Option<String> {
    let segments: Vec<&str> = segments.collect();
    let (_file, folders) = segments.split_last()?;
    let titles = folders.iter().rposition(|folder| *folder == "titles")?;
    folders.get(titles + 1).map(|title| (*title).to_owned())
}

/// The title by a section's number: `1-301.01`, `28:2-316.01`.
fn title_of_number(number: &str) -> String {
    number.split(['-', ':']).next().unwrap_or_default().to_owned()
}

/// What is nested deeper than right below the section (a paragraph's number, heading or reason) is not the section's.
fn read_content<R: BufRead>(xml: &mut Xml<R>) -> Result<Section, Skip> {
    let mut section = Section::default();
    xml.children(&mut |xml, element| {
        match element.name() {
            "num" => section.number = number(&xml.text()?),
            "reason" => section.reason = Some(clean::text(&xml.text()?)),
            "heading" => section.heading = clean::text(&xml.text()?),
            "annotations" => read_annotations(xml, &mut section.history)?,
            _ => {}
        }
        Ok(())
    })?;
    Ok(section)
}

fn read_annotations<R: BufRead>(xml: &mut Xml<R>, history: &mut History) -> Result<(), Skip> {
    xml.children(&mut |xml, annotation| match annotation.attribute("type").as_deref() {
        Some("History") if annotation.name() == "annotation" => history.read(xml, annotation),
        _ => Ok(()),
    })
}

/// A number without the brackets of an editor, its dashes as plain hyphens.
fn number(raw: &str) -> String {
    clean::plain_hyphens(&clean::text(raw)).trim_matches(['[', ']', '§', ' ']).to_owned()
}

fn give(section: Section, title: String, day: Date, headings: &Headings, sink: &mut Sink<'_>) {
    let place = section.number.clone();
    let heading = Heading::read(&section.heading, day);
    let id = id::of(&["dc", "code", &section.number]);
    let key = RecordKey { resource: Resource::Statutes, file: FILE, id: &id, last_updated: day };
    let standing = match &section.reason {
        Some(reason) => reason::standing(reason, day),
        None => heading.standing,
    };
    let status = match standing {
        Standing::Left(reason) if section.number.is_empty() => return sink.skip(reason, &place),
        _ if section.number.is_empty() => return sink.skip(&NO_NUMBER, &place),
        Standing::Left(reason) => return sink.leave(reason, &place, &key),
        _ if heading.title.is_empty() => return sink.leave(&NO_HEADING, &place, &key),
        Standing::Record(status) => status,
        Standing::Live if section.history.is_amended() => StatuteStatus::Amended,
        Standing::Live => StatuteStatus::Active,
    };
    let topics = topics(sink, &[&headings.title, &headings.chapter]);
    let statute = Statute {
        id,
        jurisdiction: "District of Columbia".to_owned(),
        jurisdiction_id: "dc".to_owned(),
        title: heading.title,
        title_number: Some(title),
        section_number: SectionNumber::new(&section.number),
        status,
        effective_date: section.history.effective_date(),
        topics: Some(topics),
        summary: None,
        meta: sink.meta("dc", SOURCE, day, Some(format!("D.C. Code § {}", section.number))),
    };
    sink.write(FILE, &statute, &place);
}
