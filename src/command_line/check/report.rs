/*!
Writes the checked citations of documents.
*/

use std::collections::BTreeMap;
use std::io::Write;

use anstyle::{AnsiColor, Style};
use anyhow::{Context, Result};
use lexdex_core::model::CitationStatus;
use serde_json::value::RawValue;

use super::document::Document;
use super::service::CheckedCitation;
use crate::command_line::checked_citation::ShownCitation;
use crate::command_line::format::ReportFormat;
use crate::command_line::json::Members;
use crate::command_line::output::Output;
use crate::command_line::table::{Cell, Column, Table};

/// A document, and its citations in the order of the text.
pub(super) struct CheckedDocument {
    /// The name of the file.
    pub(super) file: String,
    pub(super) document: Document,
    pub(super) citations: Vec<CheckedCitation>,
}

/// Writes a report to standard output.
pub(super) fn write(documents: &[CheckedDocument], format: ReportFormat, has_files: bool) -> Result<()> {
    let mut output = if format == ReportFormat::Table { Output::for_table() } else { Output::for_data() };
    let written = match format {
        ReportFormat::Table => write_table(documents, has_files, &mut output),
        ReportFormat::Json => write_json(documents, &mut output),
        ReportFormat::Jsonl => write_lines(documents, &mut output),
    };
    let is_closed = output.is_closed;
    output.finish().context("cannot write")?;
    if is_closed { Ok(()) } else { written.context("cannot write") }
}

/// Writes the body that the API has for the one document.
fn write_json(documents: &[CheckedDocument], output: &mut Output) -> Result<()> {
    let citations = || documents.iter().flat_map(|document| &document.citations);
    write!(output, "{{\"data\":[")?;
    for (idx, citation) in citations().enumerate() {
        write!(output, "{}{{", if idx == 0 { "" } else { "," })?;
        write_members(&citation.members, true, output)?;
        write!(output, "}}")?;
    }
    let n_of = |status| citations().filter(|citation| citation.shown.status == status).count();
    let statuses: BTreeMap<&str, usize> =
        CitationStatus::ALL.iter().map(|status| (status.as_str(), n_of(*status))).collect();
    let (total, statuses) = (citations().count(), serde_json::to_string(&statuses)?);
    write!(output, "],\"meta\":{{\"total\":{total},\"statuses\":{statuses}}}}}")?;
    output.end_line()?;
    Ok(())
}

/// Writes a line for each citation, with its file and its place before the members that the API has.
fn write_lines(documents: &[CheckedDocument], output: &mut Output) -> Result<()> {
    for CheckedDocument { file, document, citations } in documents {
        let file = serde_json::to_string(file)?;
        let mut places = document.places();
        for citation in citations {
            let place = serde_json::to_string(&places.at(citation.shown.span.start))?;
            write!(output, "{{\"file\":{file},\"place\":{place}")?;
            write_members(&citation.members, false, output)?;
            writeln!(output, "}}")?;
        }
    }
    Ok(())
}

/// Writes the members of an object, with a comma before each but a first one.
fn write_members(members: &Members<Box<RawValue>>, is_first: bool, output: &mut Output) -> Result<()> {
    for (idx, (name, value)) in members.0.iter().enumerate() {
        let comma = if is_first && idx == 0 { "" } else { "," };
        write!(output, "{comma}{}:{}", serde_json::to_string(name)?, value.get())?;
    }
    Ok(())
}

fn write_table(documents: &[CheckedDocument], has_files: bool, output: &mut Output) -> Result<()> {
    let column = |title: &str, is_number, is_whole| Column { title: title.to_owned(), is_number, is_whole };
    let is_plain = documents.iter().all(|document| document.document.is_plain);
    let columns = [
        has_files.then(|| column("FILE", false, false)),
        Some(if is_plain { column("LINE", true, true) } else { column("PLACE", false, true) }),
        Some(column("CITATION", false, false)),
        Some(column("STATUS", false, true)),
        Some(column("NOTE", false, false)),
        Some(column("RECORD", false, true)),
        Some(column("NAME", false, false)),
    ];
    let look = output.look();
    let mut table = Table::new(output, look, columns.into_iter().flatten().collect());
    for CheckedDocument { file, document, citations } in documents {
        let mut places = document.places();
        for CheckedCitation { shown, .. } in citations {
            let place = places.at(shown.span.start);
            let is_line = !is_plain && place.line.is_some();
            let place = if is_line { format!("line {}", place.in_words()) } else { place.in_words() };
            let record = shown.records.first();
            let cells = [
                has_files.then(|| Cell::new(file)),
                Some(Cell::new(&place)),
                Some(Cell::new(&shown.text)),
                Some(Cell::new(shown.outcome()).styled(style(shown))),
                Some(Cell::new(&shown.notes().join("; "))),
                Some(Cell::new(record.map_or("", |record| &record.id))),
                Some(Cell::new(record.map_or("", |record| &record.name))),
            ];
            table.push(cells.into_iter().flatten().collect())?;
        }
    }
    table.finish()?;
    Ok(())
}

fn style(citation: &ShownCitation) -> Style {
    let color = match citation.status {
        CitationStatus::Found if citation.is_confirmed() => AnsiColor::Green,
        CitationStatus::Found | CitationStatus::Ambiguous | CitationStatus::NotCheckable => AnsiColor::Yellow,
        CitationStatus::NotInIndex
        | CitationStatus::CannotExist
        | CitationStatus::NotACitation
        | CitationStatus::Unresolved => AnsiColor::Red,
    };
    Style::new().fg_color(Some(color.into()))
}

/// Returns the numbers of pages in words, such as `page 3 has` or `pages 3 and 5 to 7 have`.
pub(super) fn pages_in_words(pages: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for page in pages {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == *page => *last = *page,
            _ => ranges.push((*page, *page)),
        }
    }
    let words: Vec<String> = ranges
        .iter()
        .map(|(first, last)| if first == last { first.to_string() } else { format!("{first} to {last}") })
        .collect();
    match words.split_last() {
        Some((only, [])) if pages.len() == 1 => format!("page {only} has"),
        Some((only, [])) => format!("pages {only} have"),
        Some((last, others)) => format!("pages {} and {last} have", others.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_named_in_ranges() {
        for (pages, words) in
            [(&[3][..], "page 3 has"), (&[3, 4], "pages 3 to 4 have"), (&[1, 3, 5, 6, 7], "pages 1, 3 and 5 to 7 have")]
        {
            assert_eq!(pages_in_words(pages), words);
        }
    }
}
