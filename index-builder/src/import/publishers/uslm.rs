/*!
The U.S. Code as the Office of the Law Revision Counsel publishes it: USLM 1.0 XML, one file for each title, alone or in
the zip of a release point.

A title is read element by element, because it can be larger than memory allows. A `section` in a note or in quoted text
is a section of another law, and is ignored.
*/

mod title;

mod section;

mod status;

mod credit;

mod effective;

mod text_walk;

use std::collections::HashSet;
use std::io::BufRead;

use anyhow::Result;
use lexdex::model::{Date, Resource};
use parking_lot::Mutex;

use self::section::read_section;
use self::title::{JURISDICTION_ID, Title, location_of};
use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::importer::Importer;
use crate::import::input::claim::{ClaimRule, Pattern};
use crate::import::input::input_file::InputFile;
use crate::import::law::skip_reasons::NO_DATE_OF_DATA;
use crate::import::text::iso_date::day_of;
use crate::import::text::xml::Xml;
use crate::report::skip::{Reason, STRAY, Skip};

/// The importer of the U.S. Code.
pub(crate) static USLM: Importer = Importer {
    name: "uslm",
    about: "The U.S. Code: USLM XML of the Office of the Law Revision Counsel",
    source: "United States Code, Office of the Law Revision Counsel",
    looks_for: "titles of the U.S. Code: .xml files with the root element uscDoc",
    claims: &[
        ClaimRule::companion(Pattern::Extension(&[".xsd", ".dtd", ".css", ".xsl", ".txt", ".htm", ".html", ".pdf"])),
        ClaimRule::read(Pattern::Extension(&[".xml"])),
    ],
    upstream: "https://uscode.house.gov/download/download.shtml",
    read,
};

static COURT_RULE: Reason = Reason {
    name: "court_rule",
    explanation: "A rule of court in the appendix of a title. It is made by the courts and not a section of the Code.",
};

/// The last title of the Code. Title 53 is reserved.
const LAST_TITLE: u8 = 54;
const RESERVED_TITLE: u8 = 53;

fn read(session: &Session<'_>) -> Result<()> {
    let is_snapshot = session.is_snapshot(true);
    let titles = Mutex::new(HashSet::new());
    session.each_file(|file, sink| {
        titles.lock().extend(read_title(file, is_snapshot, sink)?);
        Ok(())
    })?;
    let titles = titles.into_inner();
    let mut of_code = (1..=LAST_TITLE).filter(|title| *title != RESERVED_TITLE);
    if of_code.all(|title| titles.contains(&title.to_string())) {
        session.declare_complete(Resource::Statutes, JURISDICTION_ID);
    }
    Ok(())
}

/// The metadata of a title.
#[derive(Default)]
struct Meta {
    /// `17`, `5a`.
    number: String,
    created: Option<Date>,
}

/// Reads a title, and returns its number if it has sections.
fn read_title(file: InputFile<'_>, is_snapshot: bool, sink: &mut Sink<'_>) -> Result<Option<String>, Skip> {
    let mut xml = Xml::new(file.buffered());
    let root = xml.root()?;
    if root.name() != "uscDoc" {
        return Err(Skip::new(&STRAY, format!("the root element is {}, not uscDoc", root.name())));
    }
    let mut meta = Meta::default();
    let mut last = None;
    xml.children(&mut |xml, element| match element.name() {
        "meta" => read_meta(xml, &mut meta),
        "main" | "appendix" => {
            let created = meta.created.ok_or_else(|| Skip::new(&NO_DATE_OF_DATA, ""))?;
            let title = last.insert(Title::new(meta.number.clone(), created));
            read_level(xml, title, sink)
        }
        _ => Ok(()),
    })?;
    let Some(title) = last else { return Ok(None) };
    title.end(is_snapshot, sink);
    Ok((title.n_sections > 0).then_some(title.number))
}

fn read_meta<R: BufRead>(xml: &mut Xml<R>, meta: &mut Meta) -> Result<(), Skip> {
    xml.children(&mut |xml, element| {
        match element.name() {
            "docNumber" => meta.number = xml.text()?.trim().to_lowercase(),
            "created" => meta.created = day_of(&xml.text()?),
            _ => {}
        }
        Ok(())
    })
}

/// Reads a title or a part of one, at any level.
fn read_level<R: BufRead>(xml: &mut Xml<R>, title: &mut Title, sink: &mut Sink<'_>) -> Result<(), Skip> {
    xml.children(&mut |xml, element| match element.name() {
        "section" => read_section(xml, element, title, sink),
        "courtRule" => {
            title.n_sections += 1;
            sink.skip(&COURT_RULE, &location_of(element, xml));
            Ok(())
        }
        "chapter" => read_chapter(xml, title, sink),
        "note" | "notes" | "quotedContent" | "toc" | "heading" | "num" | "content" | "sourceCredit" => Ok(()),
        _ => read_level(xml, title, sink),
    })
}

/// Reads a chapter, whose number its sections need for their topics.
fn read_chapter<R: BufRead>(xml: &mut Xml<R>, title: &mut Title, sink: &mut Sink<'_>) -> Result<(), Skip> {
    let outer = title.chapter.take();
    xml.children(&mut |xml, element| match element.name() {
        "num" => {
            title.chapter = element.attribute("value").map(|value| value.to_lowercase());
            Ok(())
        }
        "section" => read_section(xml, element, title, sink),
        "note" | "notes" | "quotedContent" | "toc" | "heading" => Ok(()),
        _ => read_level(xml, title, sink),
    })?;
    title.chapter = outer;
    Ok(())
}
