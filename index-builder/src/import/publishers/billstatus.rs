/*!
Bills and resolutions of Congress as the Government Publishing Office publishes their status: BILLSTATUS XML, one file
for each measure, in a zip for each Congress and type (`BILLSTATUS-117-s.zip`) or in folders.

There are three layouts: the one until 2016, which has no version, 1.0.0 and 3.0.0. A file is read element by element,
whatever version it claims: `number` was once `billNumber`, and a subject may be nested one level deeper. Only the
direct children of `bill` count, because an amendment of the bill has its own number, type and actions.
*/

mod measure;

mod status;

mod version;

use anyhow::Result;

use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::importer::{FormatOrigin, Importer};
use crate::import::input::claim::{ClaimRule, Pattern};
use crate::import::input::input_file::InputFile;
use crate::import::law::federal_bill::Measure;
use crate::import::parts::names::PartRule;
use crate::import::text::xml::Xml;
use crate::report::skip::{STRAY, Skip};

/// The importer of BILLSTATUS files.
pub(crate) static BILLSTATUS: Importer = Importer {
    name: "billstatus",
    about: "Federal bills: BILLSTATUS XML of the Government Publishing Office",
    origin: FormatOrigin::Publisher {
        source: "GovInfo BILLSTATUS, U.S. Government Publishing Office",
        upstream: "https://www.govinfo.gov/bulkdata/BILLSTATUS",
    },
    looks_for: "federal bills: .xml files with the root element billStatus",
    parts: PartRule::Archive,
    claims: &[
        ClaimRule::companion(Pattern::Extension(&[".xsd", ".xsl"])),
        ClaimRule::read(Pattern::Extension(&[".xml"])),
    ],
    read,
};

fn read(session: &Session<'_>) -> Result<()> {
    session.each_file(read_file)
}

/// Reads a file to its end before its measure is written, so that a truncated file yields no record.
fn read_file(file: InputFile<'_>, sink: &mut Sink<'_>) -> Result<(), Skip> {
    let mut xml = Xml::new(file.buffered());
    let root = xml.root()?;
    if root.name() != "billStatus" {
        return Err(Skip::new(&STRAY, format!("the root element is {}, not billStatus", root.name())));
    }
    let mut last: Option<Measure> = None;
    xml.children(&mut |xml, element| {
        if element.name() == "bill"
            && let Some(measure) = last.replace(measure::read(xml)?)
        {
            measure.write(sink);
        }
        Ok(())
    })?;
    last.ok_or_else(|| Skip::new(&STRAY, "there is no bill"))?.write(sink);
    Ok(())
}
