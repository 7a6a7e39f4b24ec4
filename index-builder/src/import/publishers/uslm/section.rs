/*!
A section of the Code.
*/

use std::io::BufRead;

use crate::import::engine::sink::Sink;
use crate::import::law::drafts::statute::StatuteDraft;
use crate::import::publishers::uslm::credit::{self, Credit};
use crate::import::publishers::uslm::effective::{self, EffectiveDate};
use crate::import::publishers::uslm::status::status;
use crate::import::publishers::uslm::title::{UslmTitle, location_of};
use crate::import::text::clean;
use crate::import::text::excerpt::Excerpt;
use crate::import::text::xml::{Xml, XmlElement};
use crate::report::skip::Skip;
use crate::topics::Vocabulary;

/// The fields of a section.
#[derive(Default)]
struct UslmSection {
    number: String,
    heading: String,
    credit: Credit,
    has_amendments: bool,
    effective: EffectiveDate,
    text: String,
}

/// Reads the section opened last, and writes its record or skips it.
pub(super) fn read_section<R: BufRead>(
    xml: &mut Xml<R>,
    element: &XmlElement,
    title: &mut UslmTitle,
    sink: &mut Sink<'_>,
) -> Result<(), Skip> {
    let location = location_of(element, xml);
    let section = read_content(xml, sink.excerpt())?;
    title.n_sections += 1;
    write(section, element, &location, title, sink);
    Ok(())
}

fn write(section: UslmSection, element: &XmlElement, location: &str, title: &mut UslmTitle, sink: &mut Sink<'_>) {
    let draft = StatuteDraft {
        code: "usc",
        numbered_within: numbered_within(&title.number, element.attribute("identifier").as_deref()),
        citation: Some(citation(&title.number, &section.number)),
        title_number: Some(title.number.clone()),
        section_number: section.number,
        heading: section.heading,
        status: status(element.attribute("status").as_deref()),
        is_amended: section.credit.names_several_acts || section.has_amendments,
        effective_date: section.effective.or_enacted(section.credit.enacted),
        summary: None,
    };
    let release = title.release();
    let mut statute = draft.into_record(&release, |sink| topics(title, sink), sink);
    if let Ok(statute) = &mut statute {
        statute.id = title.own_id(&statute.id);
    }
    release.write(statute, &section.text, location, sink);
}

fn read_content<R: BufRead>(xml: &mut Xml<R>, mut text: Excerpt) -> Result<UslmSection, Skip> {
    let mut section = UslmSection::default();
    xml.children(&mut |xml, element| {
        match element.name() {
            "num" => section.number = number(element.attribute("value").as_deref().unwrap_or_default()),
            // A footnote in a heading and its number are not part of the heading.
            "heading" => section.heading = heading(&xml.text_where(&|element| !is_footnote(element))?),
            "sourceCredit" => section.credit = credit::read(xml)?,
            "notes" => read_notes(xml, &mut section)?,
            "note" | "toc" => {}
            _ => xml.excerpt_where(&mut text, &|element| !is_beside_text(element))?,
        }
        Ok(())
    })?;
    section.text = text.finish();
    Ok(section)
}

/// Whether an element within the text of a section is not a part of it: a footnote, a note or a source credit.
fn is_beside_text(element: &XmlElement) -> bool {
    is_footnote(element) || matches!(element.name(), "notes" | "sourceCredit" | "toc")
}

fn is_footnote(element: &XmlElement) -> bool {
    element.name() == "note" || (element.name() == "ref" && element.attribute("idref").is_some())
}

/// The number with plain hyphens: `28-1`.
fn number(value: &str) -> String {
    clean::plain_hyphens(clean::text(value))
}

/// The heading without the full stop at its end, and without a closing bracket that was opened before the heading.
fn heading(raw: &str) -> String {
    let heading = clean::text(raw);
    let is_closed_only = heading.matches(']').count() > heading.matches('[').count();
    let heading = heading.strip_suffix(']').filter(|_| is_closed_only).unwrap_or(&heading);
    heading.trim_end_matches(['.', ' ']).to_owned()
}

fn read_notes<R: BufRead>(xml: &mut Xml<R>, section: &mut UslmSection) -> Result<(), Skip> {
    xml.children(&mut |xml, element| {
        match (element.name(), element.attribute("topic").as_deref()) {
            ("note", Some("amendments")) => section.has_amendments = true,
            ("note", Some("effectiveDate")) => effective::read(xml, &mut section.effective)?,
            // Some titles nest `notes` in `notes`.
            ("notes", _) => read_notes(xml, section)?,
            _ => {}
        }
        Ok(())
    })
}

/// The citation of a section: `17 U.S.C. § 101`, `24 U.S.C. §§ 1, 2`, `5 U.S.C. App. § 3`.
fn citation(title: &str, number: &str) -> String {
    let (title, appendix) = match title.strip_suffix('a') {
        Some(title) => (title, " App."),
        None => (title, ""),
    };
    let sign = if is_several(number) { "§§" } else { "§" };
    format!("{title} U.S.C.{appendix} {sign} {number}")
}

/// Whether a number names several sections: `1, 2`, `3 to 5`.
fn is_several(number: &str) -> bool {
    number.contains(',') || number.contains(" to ")
}

/// The title, and in an appendix the act, whose section numbers begin again at 1: `5a-pl-92-463`.
fn numbered_within(title: &str, identifier: Option<&str>) -> String {
    identifier.and_then(act_of).map_or_else(|| title.to_owned(), |act| format!("{title}-{act}"))
}

/// The act in an identifier such as `/us/usc/t5a/pl/92/463/s1`: a public law, an older act with its date and chapter,
/// or a reorganization plan.
fn act_of(identifier: &str) -> Option<String> {
    let mut parts = identifier.split('/').skip_while(|part| !matches!(*part, "pl" | "act" | "rp"));
    Some(format!("{}-{}-{}", parts.next()?, parts.next()?, parts.next()?))
}

/// The tags of the chapter, or those of the title if the chapter has none.
fn topics(title: &UslmTitle, sink: &mut Sink<'_>) -> Vec<String> {
    let chapter = title.chapter.as_ref().map(|chapter| format!("{}/{chapter}", title.number));
    let chapter = chapter.filter(|chapter| sink.has_tags(Vocabulary::UsCode, chapter));
    let subject = chapter.unwrap_or_else(|| title.number.clone());
    sink.topics(Vocabulary::UsCode, [subject.as_str()])
}
