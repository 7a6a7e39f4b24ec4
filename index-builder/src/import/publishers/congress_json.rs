/*!
Bills and resolutions of Congress as the `unitedstates/congress` project collects them: a `data.json` for each measure,
from 1973 on. The files until 2012 are from THOMAS, the former site of the Library of Congress. Bills of the 108th
Congress and later ones are left to BILLSTATUS, which has them, so that no two publishers have the same bill.

The project's other files are in the same folders. They are recognized by their folders, and a JSON file of any other
name by its content: only that of a measure has a `bill_id` of its own.
*/

mod bill;

mod status;

use anyhow::Result;

use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::importer::{FormatOrigin, Importer};
use crate::import::input::claim::{ClaimRule, Pattern};
use crate::import::input::input_file::InputFile;
use crate::import::input::location;
use crate::import::parts::names::PartRule;
use crate::report::skip::{Reason, Skip};

/// The importer of the project's files.
pub(crate) static CONGRESS_JSON: Importer = Importer {
    name: "congress-json",
    about: "Federal bills from 1973 to 2002: data.json files of the unitedstates/congress project",
    origin: FormatOrigin::Publisher {
        source: "unitedstates/congress",
        upstream: "https://github.com/unitedstates/congress",
    },
    looks_for: "federal bills: .json files with bill_id, bill_type, number and congress",
    parts: PartRule::Whole,
    claims: &[
        ClaimRule::companion(Pattern::Test(is_of_another_kind)),
        ClaimRule::read(Pattern::Extension(&[".json"])),
        ClaimRule::companion(Pattern::Extension(&[".xml", ".txt"])),
    ],
    read,
};

/// The folders of the project's files that are not measures.
const OTHER_KINDS: &[&str] = &["amendments", "nominations", "text-versions", "votes"];

fn is_of_another_kind(name: &str) -> bool {
    location::segments(name).rev().skip(1).any(|folder| OTHER_KINDS.contains(&folder))
}

fn read(session: &Session<'_>) -> Result<()> {
    session.each_file(read_file)
}

fn read_file(file: InputFile<'_>, sink: &mut Sink<'_>) -> Result<(), Skip> {
    let measure = bill::measure(file.bytes()?)?;
    if measure.congress.trim().parse().is_ok_and(|congress: u32| congress > LAST_CONGRESS) {
        return Err(Skip::new(&LATER_CONGRESS, format!("Congress {}", measure.congress.trim())));
    }
    measure.write(sink);
    Ok(())
}

/// The last Congress without BILLSTATUS, of 2001 and 2002.
const LAST_CONGRESS: u32 = 107;

static LATER_CONGRESS: Reason = Reason {
    name: "later_congress",
    explanation: "The bill is of the 108th Congress (2003) or a later one. Import GovInfo's BILLSTATUS in its place, by \
                  the format billstatus.",
};
