/*!
A section of the D.C. Code, which has a file of its own.
*/

use std::io::BufRead;

use lexdex_core::model::Date;

use crate::import::engine::sink::Sink;
use crate::import::input::input_file::InputFile;
use crate::import::law::code_section::heading::{Heading, status_of_note};
use crate::import::law::code_section::topics;
use crate::import::law::drafts::release::RecordRelease;
use crate::import::law::drafts::statute::StatuteDraft;
use crate::import::law::section_status::SectionStatus;
use crate::import::law::skip_reasons::NO_DATE_OF_DATA;
use crate::import::publishers::dc_law::history::AnnotationHistory;
use crate::import::publishers::dc_law::reason;
use crate::import::publishers::dc_law::tree::{SectionHeadings, Tree};
use crate::import::text::clean;
use crate::import::text::excerpt::Excerpt;
use crate::import::text::xml::{Xml, XmlElement};
use crate::report::skip::{Reason, STRAY, Skip};

/// The jurisdiction of the Code.
pub(super) const JURISDICTION_ID: &str = "dc";

/// The maximum length of a text that can be only a note on the section's status, in bytes.
const NOTE_BYTES: usize = 200;

static KEPT_ASIDE: Reason = Reason {
    name: "kept_aside",
    explanation: "Title 99 is not a title of the Code. It stores the permanent text of sections whose text a temporary \
                  law replaces. The section has its own record in its own title.",
};

/// The fields of a section.
#[derive(Default)]
struct DcSection {
    number: String,
    reason: Option<String>,
    heading: String,
    history: AnnotationHistory,
    text: String,
}

/// Reads a section, and writes its record or skips it.
pub(super) fn read(file: InputFile<'_>, tree: &Tree, sink: &mut Sink<'_>) -> Result<(), Skip> {
    let folder = title_of_path(file.segments());
    let day = tree.day(file.name);
    let headings = tree.headings(file.name).cloned().unwrap_or_default();
    let mut xml = Xml::new(file.buffered());
    let root = xml.root()?;
    if root.name() != "section" {
        return Err(Skip::new(&STRAY, format!("the root element is {}, not section", root.name())));
    }
    let section = read_content(&mut xml, sink.excerpt().with_at_least(NOTE_BYTES))?;
    let title = folder.unwrap_or_else(|| title_of_number(&section.number));
    if title == "99" || section.number.ends_with("(Perm)") {
        sink.skip(&KEPT_ASIDE, &section.number);
        return Ok(());
    }
    let day = day.ok_or_else(|| Skip::new(&NO_DATE_OF_DATA, &section.number))?;
    write(section, title, day, &headings, sink);
    Ok(())
}

/// The title, from the folder below `titles`: `titles/29A/sections/29A-101.xml`.
fn title_of_path<'s>(segments: impl DoubleEndedIterator<Item = &'s str>) -> Option<String> {
    let segments: Vec<&str> = segments.collect();
    let (_file, folders) = segments.split_last()?;
    let titles = folders.iter().rposition(|folder| *folder == "titles")?;
    folders.get(titles + 1).map(|title| (*title).to_owned())
}

/// The title, from the number of a section: `1-301.01`, `28:2-316.01`.
fn title_of_number(number: &str) -> String {
    number.split(['-', ':']).next().unwrap_or_default().to_owned()
}

/// Reads the children of the section. Deeper elements are only text, because a paragraph has its own number, heading and
/// reason. Elements with a prefix, such as `codify:annotation`, are the publisher's own instructions and notes.
fn read_content<R: BufRead>(xml: &mut Xml<R>, mut text: Excerpt) -> Result<DcSection, Skip> {
    let mut section = DcSection::default();
    xml.children(&mut |xml, element| {
        match element.name() {
            _ if element.has_prefix() => {}
            "num" => section.number = number(&xml.text()?),
            "reason" => section.reason = Some(clean::text(&xml.text()?)),
            "heading" => section.heading = clean::text(&xml.text()?),
            "annotations" => read_annotations(xml, &mut section.history)?,
            "prefix" => {}
            // Text before the heading is a note on a temporary law, and not the section's text.
            "text" if section.heading.is_empty() => {}
            _ => xml.excerpt_where(&mut text, &is_law)?,
        }
        Ok(())
    })?;
    section.text = text.finish();
    Ok(section)
}

fn is_law(element: &XmlElement) -> bool {
    element.name() != "annotations" && !element.has_prefix()
}

fn read_annotations<R: BufRead>(xml: &mut Xml<R>, history: &mut AnnotationHistory) -> Result<(), Skip> {
    xml.children(&mut |xml, annotation| match annotation.attribute("type").as_deref() {
        Some("History") if annotation.name() == "annotation" => history.read(xml, annotation),
        _ => Ok(()),
    })
}

/// The number without an editor's brackets, and with plain hyphens.
fn number(raw: &str) -> String {
    clean::plain_hyphens(clean::text(raw)).trim_matches(['[', ']', '§', ' ']).to_owned()
}

fn write(section: DcSection, title: String, day: Date, headings: &SectionHeadings, sink: &mut Sink<'_>) {
    let heading = Heading::read(&section.heading, day);
    let release = RecordRelease {
        source: None,
        jurisdiction_id: JURISDICTION_ID,
        jurisdiction: "District of Columbia",
        last_updated: Some(day),
    };
    let location = section.number.clone();
    let of_reason = section.reason.and_then(|reason| reason::status(&reason, day));
    let of_text = || status_of_note(&section.text, day).unwrap_or(SectionStatus::InForce);
    let status = of_reason.unwrap_or_else(|| match heading.status {
        SectionStatus::InForce => of_text(),
        noted => noted,
    });
    let text = if sink.wants_texts() { section.text.as_str() } else { "" };
    let draft = StatuteDraft {
        code: "code",
        numbered_within: String::new(),
        citation: Some(format!("D.C. Code § {}", section.number)),
        title_number: Some(title),
        section_number: section.number,
        heading: heading.title,
        status,
        is_amended: section.history.is_amended(),
        effective_date: section.history.effective_date(),
        summary: None,
    };
    let topics = |sink: &mut Sink<'_>| topics(sink, &[&headings.title, &headings.chapter]);
    release.write(draft.into_record(&release, topics, sink), text, &location, sink);
}
