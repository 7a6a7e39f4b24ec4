/*!
Bills of the states and territories as Open States publishes them in JSON, in two layouts that are distinguished by their
content:

- the files of its scrapers, one for each bill (`bill_<uuid>.json`, or `metadata.json` in a folder for each bill);
- the official zips: one array of all bills of a session.

A bill of a scraper has the date of its data. An official zip has that date in a README.
*/

mod action_flags;

mod source_bill;

mod bill;

mod chamber;

mod civil_day;

mod export_dates;

mod history;

mod json;

mod kind;

mod zone;

use anyhow::Result;
use lexdex_core::model::Date;

use self::export_dates::ExportDates;
use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::importer::{FormatOrigin, Importer};
use crate::import::input::claim::{ClaimRule, Pattern};
use crate::import::input::input_file::InputFile;
use crate::import::input::location;
use crate::import::input::read_buffer::Buffered;
use crate::import::parts::names::PartRule;
use crate::import::text::json_objects::JsonObjects;
use crate::report::skip::{STRAY, Skip};

/// The importer of state bills.
pub(crate) static OPENSTATES: Importer = Importer {
    name: "openstates",
    about: "State bills of Open States: scraped JSON files, or the official JSON zips",
    origin: FormatOrigin::Publisher {
        source: "Open States",
        upstream: "https://open.pluralpolicy.com/data/session-json/",
    },
    looks_for: "state bills: .json files with identifier, title and legislative_session",
    parts: PartRule::Archive,
    claims: &[
        ClaimRule::companion(Pattern::Test(|name| is_of_another_kind(name) || export_dates::is_readme(name))),
        ClaimRule::read(Pattern::Extension(&[".json"])),
        ClaimRule::companion(Pattern::Extension(&[".md", ".txt"])),
    ],
    read,
};

fn read(session: &Session<'_>) -> Result<()> {
    let dates = ExportDates::read(session)?;
    session.each_file(|file, sink| {
        let date = dates.date(file.location);
        read_file(file, date, sink)
    })
}

/// The first words of the names of the scrapers' files that are not bills.
const OTHER_KINDS: &[&str] =
    &["vote_event_", "organization_", "jurisdiction_", "event_", "person_", "membership_", "post_"];

/// Whether a JSON file holds something other than bills.
fn is_of_another_kind(name: &str) -> bool {
    let is_in_other_folder = || location::segments(name).any(|folder| folder == "logs" || folder == "events");
    let name = name.to_lowercase();
    let has_other_name = || OTHER_KINDS.iter().any(|kind| location::file_name(&name).starts_with(kind));
    name.ends_with(".json") && (has_other_name() || is_in_other_folder())
}

/// Reads a file of one bill, or of an array of bills. `date` is that of its export.
fn read_file(file: InputFile<'_>, date: Option<Date>, sink: &mut Sink<'_>) -> Result<(), Skip> {
    let mut content = file.buffered();
    // Fast path: a scraper's file fits into the buffer and is one bill, so it is not scanned for objects.
    if let (file, true) = content.peek()?
        && file.trim_ascii_start().starts_with(b"{")
        && let Ok(bill) = json::bill(file, date)
    {
        bill::write(&bill, sink);
        return Ok(());
    }
    read_objects(JsonObjects::new(content), date, sink)
}

fn read_objects(mut objects: JsonObjects<Buffered<'_>>, date: Option<Date>, sink: &mut Sink<'_>) -> Result<(), Skip> {
    let mut n_objects = 0;
    while let Some(object) = objects.next_object() {
        n_objects += 1;
        match object.and_then(|object| json::bill(object, date)) {
            Ok(bill) => bill::write(&bill, sink),
            Err(skip) => sink.skip(skip.reason, &format!("bill {n_objects}: {}", skip.detail)),
        }
    }
    if n_objects == 0 { Err(Skip::new(&STRAY, "there is no bill")) } else { Ok(()) }
}
