/*!
Bills of the states and territories as Open States publishes them, in three layouts that are distinguished by their
content:

- the files of its scrapers, one for each bill (`bill_<uuid>.json`, or `metadata.json` in a folder for each bill);
- the official JSON zips: one array of all bills of a session;
- the official CSV zips: a table of bills, one of their actions, and one of their abstracts.

A scraper's file contains the date of its data and becomes a record at once. An official export has that date in a
README beside the tables, and the rows of a bill are in several files. So its rows are sorted, and become records after
all files are read.
*/

mod action_flags;

mod source_bill;

mod bill;

mod chamber;

mod civil_day;

mod export;

mod history;

mod json;

mod kind;

mod python_list;

mod row;

mod tables;

mod zone;

use anyhow::Result;

use self::export::{ExportFileRows, ExportRows};
use self::tables::ExportTable;
use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::importer::{FormatOrigin, Importer};
use crate::import::input::claim::{ClaimRule, Pattern};
use crate::import::input::input_file::InputFile;
use crate::import::input::location;
use crate::import::input::read_buffer::Buffered;
use crate::import::text::json_objects::JsonObjects;
use crate::report::skip::{STRAY, Skip};

/// The importer of state bills.
pub(crate) static OPENSTATES: Importer = Importer {
    name: "openstates",
    about: "State bills of Open States: scraped JSON files, or the official JSON or CSV zips",
    origin: FormatOrigin::Publisher {
        source: "Open States",
        upstream: "https://open.pluralpolicy.com/data/session-json/",
    },
    looks_for: "state bills: .json files with identifier, title and legislative_session, or tables ..._bills.csv",
    claims: &[
        ClaimRule::read(Pattern::Test(|name| is_readme(name) || ExportTable::from_file(&file_name(name)).is_some())),
        ClaimRule::companion(Pattern::Test(is_of_another_kind)),
        ClaimRule::read(Pattern::Test(|name| extension_is(name, &["json"]))),
        ClaimRule::companion(Pattern::Test(|name| extension_is(name, &["csv", "md", "txt"]))),
    ],
    gives_way_to: None,
    read,
};

fn read(session: &Session<'_>) -> Result<()> {
    let export = ExportRows::new(session);
    session.each_file(|file, sink| read_file(file, sink, &export))?;
    export.finish()
}

/// The first words of the names of the scrapers' files that are not bills.
const OTHER_KINDS: &[&str] =
    &["vote_event_", "organization_", "jurisdiction_", "event_", "person_", "membership_", "post_"];

/// Whether a JSON file holds something other than bills.
fn is_of_another_kind(name: &str) -> bool {
    let is_in_other_folder = || location::segments(name).any(|folder| folder == "logs" || folder == "events");
    let has_other_name = || OTHER_KINDS.iter().any(|kind| file_name(name).starts_with(kind));
    extension_is(name, &["json"]) && (has_other_name() || is_in_other_folder())
}

/// Whether a file is the README of an export, which has the date of its data.
fn is_readme(name: &str) -> bool {
    file_name(name) == "readme"
}

fn extension_is(name: &str, extensions: &[&str]) -> bool {
    file_name(name).rsplit('.').next().is_some_and(|extension| extensions.contains(&extension))
}

fn file_name(name: &str) -> String {
    location::file_name(name).to_lowercase()
}

fn read_file(file: InputFile<'_>, sink: &mut Sink<'_>, export: &ExportRows<'_>) -> Result<(), Skip> {
    if is_readme(file.name) {
        return export.read_readme(file);
    }
    match ExportTable::from_file(&file_name(file.name)) {
        Some(table) => tables::read(table, file, sink, export),
        None => read_json(file, sink, export),
    }
}

/// Reads a file of one bill, or of an array of bills.
fn read_json(file: InputFile<'_>, sink: &mut Sink<'_>, export: &ExportRows<'_>) -> Result<(), Skip> {
    let location = file.location;
    let mut content = file.buffered();
    // Fast path: a scraper's file fits into the buffer and is one bill, so it is not scanned for objects.
    if let (file, true) = content.peek()?
        && file.trim_ascii_start().starts_with(b"{")
        && let Ok(bill) = json::bill(file)
        && bill.data_date.is_some()
    {
        bill::write(&bill, sink);
        return Ok(());
    }
    let mut rows = export.rows(location, sink);
    let read = read_objects(JsonObjects::new(content), sink, &mut rows);
    export.add(rows);
    read
}

/// Reads the bills of an array. A scraper's bill has the day of its data and is written at once. A bill of an export is
/// sorted.
fn read_objects(
    mut objects: JsonObjects<Buffered<'_>>,
    sink: &mut Sink<'_>,
    rows: &mut ExportFileRows,
) -> Result<(), Skip> {
    let mut n_objects = 0;
    while let Some(object) = objects.next_object() {
        n_objects += 1;
        match object.and_then(json::bill) {
            Ok(bill) if bill.data_date.is_some() => bill::write(&bill, sink),
            Ok(bill) => rows.push_whole(n_objects, bill),
            Err(skip) => sink.skip(skip.reason, &format!("bill {n_objects}: {}", skip.detail)),
        }
    }
    if n_objects == 0 { Err(Skip::new(&STRAY, "there is no bill")) } else { Ok(()) }
}
