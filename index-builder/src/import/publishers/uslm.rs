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

use std::io::BufRead;

use anyhow::Result;
use lexdex_core::model::Date;

use self::section::read_section;
use self::title::{UslmTitle, location_of};
use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::importer::{FormatOrigin, Importer};
use crate::import::input::claim::{ClaimRule, Pattern};
use crate::import::input::input_file::InputFile;
use crate::import::law::skip_reasons::NO_DATE_OF_DATA;
use crate::import::parts::names::PartRule;
use crate::import::text::iso_date::day_of;
use crate::import::text::xml::Xml;
use crate::report::skip::{Reason, STRAY, Skip};

/// The importer of the U.S. Code.
pub(crate) static USLM: Importer = Importer {
    name: "uslm",
    about: "The U.S. Code: USLM XML of the Office of the Law Revision Counsel",
    origin: FormatOrigin::Publisher {
        source: "United States Code, Office of the Law Revision Counsel",
        upstream: "https://uscode.house.gov/download/download.shtml",
    },
    looks_for: "titles of the U.S. Code: .xml files with the root element uscDoc",
    parts: PartRule::Named,
    claims: &[
        ClaimRule::companion(Pattern::Extension(&[".xsd", ".dtd", ".css", ".xsl", ".txt", ".htm", ".html", ".pdf"])),
        ClaimRule::read(Pattern::Extension(&[".xml"])),
    ],
    read,
};

static COURT_RULE: Reason = Reason {
    name: "court_rule",
    explanation: "A rule of court in the appendix of a title. It is made by the courts and not a section of the Code.",
};

static USLM_2: Reason = Reason {
    name: "uslm_2",
    explanation: "The file is USLM 2 of the Government Publishing Office, which is not read. Download the titles of the \
                  Code as USLM 1 from the Office of the Law Revision Counsel.",
};

fn read(session: &Session<'_>) -> Result<()> {
    session.each_file(|file, sink| {
        if let Some(title) = read_title(file, sink)? {
            title.end(sink);
        }
        Ok(())
    })
}

/// The metadata of a title.
#[derive(Default)]
struct TitleMeta {
    /// `17`, `5a`.
    number: String,
    created: Option<Date>,
}

impl TitleMeta {
    fn title(&self, created: Date) -> UslmTitle {
        UslmTitle::new(&self.number, created)
    }
}

/// Reads a title to its end. `None` if the file has no title.
fn read_title(file: InputFile<'_>, sink: &mut Sink<'_>) -> Result<Option<UslmTitle>, Skip> {
    let mut xml = Xml::new(file.buffered());
    let root = xml.root()?;
    if root.attribute("xmlns").as_deref() == Some("http://schemas.gpo.gov/xml/uslm") {
        return Err(Skip::new(&USLM_2, format!("the root element is {}", root.name())));
    }
    if root.name() != "uscDoc" {
        return Err(Skip::new(&STRAY, format!("the root element is {}, not uscDoc", root.name())));
    }
    let mut meta = TitleMeta::default();
    let mut title = None;
    xml.children(&mut |xml, element| match element.name() {
        "meta" => {
            read_meta(xml, &mut meta)?;
            sink.name_part(&meta.number);
            Ok(())
        }
        // A file can have both. They are one title.
        "main" | "appendix" => {
            let created = meta.created.ok_or_else(|| Skip::new(&NO_DATE_OF_DATA, ""))?;
            read_level(xml, title.get_or_insert_with(|| meta.title(created)), sink)
        }
        _ => Ok(()),
    })?;
    Ok(title.or_else(|| Some(meta.title(meta.created?))))
}

fn read_meta<R: BufRead>(xml: &mut Xml<R>, meta: &mut TitleMeta) -> Result<(), Skip> {
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
fn read_level<R: BufRead>(xml: &mut Xml<R>, title: &mut UslmTitle, sink: &mut Sink<'_>) -> Result<(), Skip> {
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
fn read_chapter<R: BufRead>(xml: &mut Xml<R>, title: &mut UslmTitle, sink: &mut Sink<'_>) -> Result<(), Skip> {
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
