/*!
Writes a reference as an entry of BibTeX.
*/

use std::fmt::Write as _;
use std::io::{self, Write};

use lexdex_core::model::Resource;

use crate::http::response::references::Reference;

/// The macros that BibTeX styles define for the months.
const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Writes an entry, after an empty line unless it is the first. Ids are keys as they are.
pub(super) fn write(reference: &Reference<'_>, is_first: bool, writer: &mut impl Write) -> io::Result<()> {
    let Reference { list, record, place, session, date, address, .. } = reference;
    let kind = match list {
        Resource::Cases => "jurisdiction",
        Resource::Statutes | Resource::Bills => "legislation",
    };
    let mut entry = Entry(String::new());
    if !is_first {
        entry.0.push('\n');
    }
    // Writing to a string does not fail.
    let _ = write!(entry.0, "@{kind}{{{}", record.id);
    // The inner braces keep the capitals of the name.
    entry.add("title", &format!("{{{}}}", escaped(record.name())));
    entry.add_text("howpublished", record.citation());
    entry.add_text("volume", place.volume);
    entry.add_text("journaltitle", place.container);
    entry.add_text("pages", place.page.or(place.section));
    if place.page.is_none() && place.section.is_some() {
        entry.add("bookpagination", "section");
    }
    entry.add_text("number", record.bill_number.as_deref());
    entry.add_text("series", session.as_deref());
    entry.add_text("institution", record.court.as_deref());
    entry.add_text("address", Some(&record.jurisdiction));
    if let Some(date) = date {
        entry.add("year", &date.year.to_string());
        if let Some((month, day)) = date.day {
            if let Some(month) = MONTHS.get(usize::from(month).wrapping_sub(1)) {
                let _ = write!(entry.0, ",\n  month = {month}");
            }
            entry.add("day", &day.to_string());
        }
    }
    if !record.topics.is_empty() {
        entry.add("keywords", &escaped(&record.topics.join(", ")));
    }
    entry.add_text("abstract", record.summary.as_deref());
    if let Some(address) = address {
        // Styles print an address verbatim, and it has no braces.
        entry.add("url", address);
    }
    entry.0.push_str("\n}\n");
    writer.write_all(entry.0.as_bytes())
}

/// An entry without its end.
struct Entry(String);

impl Entry {
    /// Adds a field whose value is already escaped.
    fn add(&mut self, name: &str, value: &str) {
        let _ = write!(self.0, ",\n  {name} = {{{value}}}");
    }

    fn add_text(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.add(name, &escaped(text));
        }
    }
}

/// Escapes the characters that are special in LaTeX. BibTeX also counts escaped braces, so a brace becomes a command.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in super::one_line(text).chars() {
        match sign {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '{' => escaped.push_str("\\textbraceleft{}"),
            '}' => escaped.push_str("\\textbraceright{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '$' | '&' | '%' | '#' | '_' => escaped.extend(['\\', sign]),
            sign => escaped.push(sign),
        }
    }
    escaped
}
