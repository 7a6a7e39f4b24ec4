/*!
Bills of the states and territories as Open States gives them, in three layouts that are told apart by their content:

- a file a bill, as its scrapers write them (`bill_<uuid>.json`, or `metadata.json` in a folder a bill);
- the official JSON zips: one array of all bills of a session;
- the official CSV zips: a table of bills, one of their actions, one of their abstracts.

A scraper's file says when it was made and becomes a record at once. The exports say it in a README beside the tables,
and a bill's rows lie in several files; so what they hold is sorted first, and becomes records when all is read.
*/

mod bill;

mod chamber;

mod civil_day;

mod elements;

mod export;

mod history;

mod json;

mod kind;

mod number;

mod python_list;

mod row;

mod tables;

mod zone;

use anyhow::Result;

use self::elements::Elements;
use self::export::{Export, Rows};
use crate::import::engine::session::Import;
use crate::import::engine::sink::Sink;
use crate::import::input::place;
use crate::import::input::read_buffer::Buffered;
use crate::import::input::{Choice, Unit};
use crate::report::skip::{STRAY, Skip};

/// Reads the bills.
pub(crate) fn read(import: &Import<'_>) -> Result<()> {
    let export = Export::new(import);
    import.each_unit(choose, |unit, sink| read_file(unit, sink, &export))?;
    export.finish()
}

/// What the scrapers write beside bills, and what is kept beside bills in a folder a bill.
const NO_BILLS: &[&str] =
    &["vote_event_", "organization_", "jurisdiction_", "event_", "person_", "membership_", "post_"];

fn choose(name: &str) -> Choice {
    let file_name = place::file_name(name).to_lowercase();
    if file_name == "readme" || tables::Table::of_file(&file_name).is_some() {
        return Choice::Take;
    }
    let is_of_another_kind = NO_BILLS.iter().any(|kind| file_name.starts_with(kind))
        || place::segments(name).any(|folder| folder == "logs" || folder == "events");
    match file_name.rsplit('.').next() {
        Some("json") if is_of_another_kind => Choice::Companion,
        Some("json") => Choice::Take,
        Some("csv" | "md" | "txt") => Choice::Companion,
        _ => Choice::Stray,
    }
}

fn read_file(unit: Unit<'_>, sink: &mut Sink<'_>, export: &Export<'_>) -> Result<(), Skip> {
    let file_name = unit.file_name().to_lowercase();
    if file_name == "readme" {
        return export.read_readme(unit);
    }
    match tables::Table::of_file(&file_name) {
        Some(table) => tables::read(table, unit, sink, export),
        None => read_json(unit, sink, export),
    }
}

/// Reads a file of one bill, or of an array of bills.
fn read_json(unit: Unit<'_>, sink: &mut Sink<'_>, export: &Export<'_>) -> Result<(), Skip> {
    let place = unit.place;
    let mut content = unit.buffered();
    // A scraper's file is small and one bill, whose end need not be looked for.
    if let (file, true) = content.peek()?
        && file.trim_ascii_start().starts_with(b"{")
        && let Ok(bill) = json::bill(file)
        && bill.data_date.is_some()
    {
        bill::write(&bill, sink);
        return Ok(());
    }
    let mut rows = export.rows(place, sink);
    let read = read_elements(Elements::new(content), sink, &mut rows);
    export.keep(rows);
    read
}

/// Reads the bills of an array: gives those of a scraper, which tell the day of their data, and takes those of an export.
fn read_elements(mut elements: Elements<Buffered<'_>>, sink: &mut Sink<'_>, rows: &mut Rows) -> Result<(), Skip> {
    let mut n_elements = 0;
    while let Some(element) = elements.next_element() {
        n_elements += 1;
        match element.and_then(json::bill) {
            Ok(bill) if bill.data_date.is_some() => bill::write(&bill, sink),
            Ok(bill) => rows.push_lone(n_elements, bill),
            Err(skip) => sink.skip(skip.reason, &format!("bill {n_elements}: {}", skip.detail)),
        }
    }
    if n_elements == 0 { Err(Skip::new(&STRAY, "it holds no bill")) } else { Ok(()) }
}
