/*!
Writes records as references, for reference managers and LaTeX.

| field | BibTeX | RIS | CSL-JSON |
|---|---|---|---|
| type: case, statute, bill | `@jurisdiction`, `@legislation`, `@legislation` | `CASE`, `STAT`, `BILL` | `legal_case`, `legislation`, `bill` |
| `id` | key | `ID` | `id` |
| name or title | `title` | `TI` | `title` |
| volume, reporter or code, page | `volume`, `journaltitle`, `pages` | `VL`, `A2` or `T2`, `SP` | `volume`, `container-title`, `page` |
| section | `pages` with `bookpagination` | `SE` | `section` |
| bill number, session | `number`, `series` | `M1`, `ET` | `number`, `chapter-number` |
| court | `institution` | `PB` | `authority` |
| citation | `howpublished` | `OP` of a bill | `references` of a bill |
| jurisdiction | `address` | `CY` | `jurisdiction` |
| date of a decision or a bill | `year`, `month`, `day` | `PY`, `DA` | `issued` |
| year of a state's code | `year` | `PY` | `issued` |
| topics, summary | `keywords`, `abstract` | `KW`, `AB` | `keyword`, `abstract` |
| address of the text | `url` | `UR` | `URL` |
| source | | `DB` | `source` |

The types of BibTeX are those of biblatex; other styles print entries of unknown types as `@misc`, with `howpublished`.
The tags of RIS are those of its reference types of 2011, and the variables of CSL-JSON those that Zotero maps to its
items of the same types. A bill that became a law has `OP` and `references`, and no date, because its record has only
that of the introduction. A record without a known address of its text has no address.
*/

mod bibtex;

mod csl_json;

mod place;

mod ris;

use std::io::Write;

use anyhow::{Context, Result};
use axum::http::HeaderValue;
use lexdex_core::corpus::{Jurisdictions, bill_session};
use lexdex_core::model::{ReferenceFormat, Resource};

use crate::http::response::record_fields::RecordFields;
use crate::http::response::references::place::Place;
use crate::http::response::text_links;

/// The maximum number of references in an export. Reference managers take long for more.
pub(crate) const MAX_REFERENCES: u64 = 10_000;

/// A record as a reference.
struct Reference<'r> {
    list: Resource,
    record: &'r RecordFields<'r>,
    place: Place<'r>,
    /// The name of the session of a bill.
    session: Option<String>,
    date: Option<ReferenceDate>,
    /// The address of the text.
    address: Option<String>,
}

/// A day, or a year.
#[derive(Clone, Copy)]
struct ReferenceDate {
    year: u16,
    /// The month and the day of the month.
    day: Option<(u8, u8)>,
}

impl<'r> Reference<'r> {
    fn new(list: Resource, record: &'r RecordFields<'r>, jurisdictions: &Jurisdictions) -> Self {
        let session = record.bill_number.as_deref().and_then(|number| {
            bill_session::name(bill_session::from_id(&record.id, &record.jurisdiction_id, number)?, jurisdictions)
        });
        Self {
            list,
            record,
            place: Place::new(list, record),
            session,
            date: record.reference_date(list).and_then(ReferenceDate::parse),
            address: text_links::addresses(list, record).into_iter().next(),
        }
    }
}

impl ReferenceDate {
    fn parse(date: &str) -> Option<Self> {
        let Some((year, day)) = date.split_once('-') else {
            return Some(Self { year: date.parse().ok()?, day: None });
        };
        let (month, day) = day.split_once('-')?;
        Some(Self { year: year.parse().ok()?, day: Some((month.parse().ok()?, day.parse().ok()?)) })
    }
}

/// Writes the records of one list as references.
pub(crate) struct ReferenceWriter<'j, W: Write> {
    writer: W,
    format: ReferenceFormat,
    list: Resource,
    jurisdictions: &'j Jurisdictions,
    n_written: u64,
}

impl<'j, W: Write> ReferenceWriter<'j, W> {
    /// Creates a writer for a format of references.
    pub(crate) fn new(writer: W, format: ReferenceFormat, list: Resource, jurisdictions: &'j Jurisdictions) -> Self {
        Self { writer, format, list, jurisdictions, n_written: 0 }
    }

    /// Writes a record, given as JSON.
    pub(crate) fn write(&mut self, record: &[u8]) -> Result<()> {
        let record: RecordFields<'_> = serde_json::from_slice(record).context("a record of the index is damaged")?;
        let reference = Reference::new(self.list, &record, self.jurisdictions);
        let is_first = self.n_written == 0;
        self.n_written += 1;
        match self.format {
            ReferenceFormat::Bibtex => bibtex::write(&reference, is_first, &mut self.writer)?,
            ReferenceFormat::Ris => ris::write(&reference, &mut self.writer)?,
            ReferenceFormat::CslJson => csl_json::write(&reference, is_first, &mut self.writer)?,
        }
        Ok(())
    }

    /// Ends the references, and returns the inner writer.
    pub(crate) fn finish(mut self) -> Result<W> {
        if self.format == ReferenceFormat::CslJson {
            csl_json::write_end(self.n_written == 0, &mut self.writer)?;
        }
        Ok(self.writer)
    }
}

/// Returns the media type of a format of references: the types that Zotero and content negotiation for DOIs use.
pub(crate) fn media_type(format: ReferenceFormat) -> HeaderValue {
    HeaderValue::from_static(match format {
        ReferenceFormat::Bibtex => "application/x-bibtex; charset=utf-8",
        ReferenceFormat::Ris => "application/x-research-info-systems; charset=utf-8",
        ReferenceFormat::CslJson => "application/vnd.citationstyles.csl+json",
    })
}

/// Returns a text on one line: each control character and line separator becomes a space.
fn one_line(text: &str) -> String {
    text.chars().map(|sign| if sign.is_control() || "\u{2028}\u{2029}".contains(sign) { ' ' } else { sign }).collect()
}
