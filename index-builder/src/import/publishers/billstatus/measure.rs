/*!
A measure as its file describes it, in any of the layouts.
*/

use std::io::BufRead;

use crate::import::law::federal_bill::{self, Measure, summary};
use crate::import::publishers::billstatus::status::{BillProgress, Evidence};
use crate::import::publishers::billstatus::version::SummaryVersion;
use crate::import::text::clean;
use crate::import::text::iso_date::day_of;
use crate::import::text::xml::Xml;
use crate::report::skip::Skip;

/// Reads the `bill` element opened last.
pub(super) fn read<R: BufRead>(xml: &mut Xml<R>) -> Result<Measure, Skip> {
    let (mut measure, mut progress, mut latest) = (Measure::default(), BillProgress::default(), None);
    xml.children(&mut |xml, element| {
        match element.name() {
            "billType" | "type" => measure.kind = xml.text()?,
            "billNumber" | "number" => measure.number = xml.text()?,
            "congress" => measure.congress = xml.text()?,
            "originChamber" => measure.origin_chamber = xml.text()?,
            "title" => measure.title = xml.text()?,
            "introducedDate" => measure.introduced = day_of(xml.text()?.trim()),
            "updateDate" => measure.updated = day_of(xml.text()?.trim()),
            "sponsors" => {
                return items(xml, &mut |_| {
                    measure.has_sponsor = true;
                    Ok(())
                });
            }
            "laws" => return items(xml, &mut |xml| read_law(xml, &mut measure.law, &mut progress)),
            "actions" => return items(xml, &mut |xml| read_action(xml, &mut progress)),
            "policyArea" | "primarySubject" => read_name(xml, &mut measure.subjects)?,
            "subjects" => return read_subjects(xml, &mut measure.subjects),
            "summaries" => return read_summaries(xml, &mut latest),
            _ => {}
        }
        Ok(())
    })?;
    measure.status = Ok(progress.status());
    measure.has_passed = progress.has_passed();
    measure.summary = latest.and_then(|version: SummaryVersion| summary::clean(&version.html));
    Ok(measure)
}

/// Visits each `item` that is a child of the element opened last.
fn items<R: BufRead>(xml: &mut Xml<R>, visit: &mut dyn FnMut(&mut Xml<R>) -> Result<(), Skip>) -> Result<(), Skip> {
    xml.children(&mut |xml, element| if element.name() == "item" { visit(xml) } else { Ok(()) })
}

/// Reads the type and the number of a law, such as `Public Law` and `117-58`.
fn read_law<R: BufRead>(xml: &mut Xml<R>, law: &mut Option<String>, progress: &mut BillProgress) -> Result<(), Skip> {
    let (mut kind, mut number) = (String::new(), String::new());
    xml.children(&mut |xml, element| {
        match element.name() {
            "type" => kind = clean::text(&xml.text()?),
            "number" => number = clean::plain_hyphens(clean::text(&xml.text()?)),
            _ => {}
        }
        Ok(())
    })?;
    progress.add(|evidence| matches!(evidence, Evidence::LawNumber));
    let kind = kind.strip_suffix(" Law").unwrap_or_default().to_lowercase();
    *law = law.take().or_else(|| federal_bill::law(&kind, &number));
    Ok(())
}

fn read_action<R: BufRead>(xml: &mut Xml<R>, progress: &mut BillProgress) -> Result<(), Skip> {
    xml.children(&mut |xml, element| {
        match element.name() {
            "type" => {
                let found = xml.text()?;
                progress.add(|evidence| matches!(evidence, Evidence::ActionType(known) if *known == found.trim()));
            }
            "actionCode" => {
                let found = xml.text()?;
                progress.add(|evidence| matches!(evidence, Evidence::ActionCode(known) if *known == found.trim()));
            }
            _ => {}
        }
        Ok(())
    })
}

/// Reads the subjects, which may be nested in `billSubjects`. Each of their elements has had two names.
fn read_subjects<R: BufRead>(xml: &mut Xml<R>, subjects: &mut Vec<String>) -> Result<(), Skip> {
    xml.children(&mut |xml, element| match element.name() {
        "billSubjects" => read_subjects(xml, subjects),
        "policyArea" | "primarySubject" => read_name(xml, subjects),
        "legislativeSubjects" | "otherSubjects" => items(xml, &mut |xml| read_name(xml, subjects)),
        _ => Ok(()),
    })
}

/// Adds the `name` that is a child of the element opened last, unless it is in the list already.
fn read_name<R: BufRead>(xml: &mut Xml<R>, names: &mut Vec<String>) -> Result<(), Skip> {
    xml.children(&mut |xml, element| {
        if element.name() == "name" {
            let name = clean::text(&xml.text()?);
            if !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        }
        Ok(())
    })
}

/// Reads the summaries and keeps the one of the latest version.
fn read_summaries<R: BufRead>(xml: &mut Xml<R>, latest: &mut Option<SummaryVersion>) -> Result<(), Skip> {
    xml.children(&mut |xml, element| match element.name() {
        "billSummaries" => read_summaries(xml, latest),
        "item" | "summary" => {
            let mut version = SummaryVersion::default();
            read_summary(xml, &mut version)?;
            version.supersede(latest);
            Ok(())
        }
        _ => Ok(()),
    })
}

fn read_summary<R: BufRead>(xml: &mut Xml<R>, version: &mut SummaryVersion) -> Result<(), Skip> {
    xml.children(&mut |xml, element| {
        match element.name() {
            "actionDate" => version.date = day_of(xml.text()?.trim()),
            "text" => version.html = xml.text()?,
            "cdata" => return read_summary(xml, version),
            _ => {}
        }
        Ok(())
    })
}
