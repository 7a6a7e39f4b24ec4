/*!
Bills and resolutions of Congress as the Government Publishing Office publishes their status: BILLSTATUS XML, one file
for each measure, in a zip for each Congress and type (`BILLSTATUS-117-s.zip`) or in folders.

There are three layouts: the one until 2016, which has no version, 1.0.0 and 3.0.0. A file is read element by element,
whatever version it claims: `number` was once `billNumber`, and a subject may be nested one level deeper. Only the
direct children of `bill` count, because an amendment of the bill has its own number, type and actions.
*/

mod kind;

mod measure;

mod status;

mod summary;

use anyhow::Result;
use lexdex::model::Resource;

use self::kind::Kind;
use self::measure::Measure;
use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::importer::Importer;
use crate::import::input::claim::{ClaimRule, Pattern};
use crate::import::input::input_file::InputFile;
use crate::import::law::drafts::bill::{BillDetails, BillDraft};
use crate::import::law::drafts::release::{Rejected, Release};
use crate::import::law::id;
use crate::import::text::html;
use crate::import::text::xml::Xml;
use crate::report::skip::{Reason, STRAY, Skip};
use crate::topics::Vocabulary;

/// The importer of BILLSTATUS files.
pub(crate) static BILLSTATUS: Importer = Importer {
    name: "billstatus",
    about: "Federal bills: BILLSTATUS XML of the Government Publishing Office",
    source: "GovInfo BILLSTATUS, U.S. Government Publishing Office",
    looks_for: "federal bills: .xml files with the root element billStatus",
    claims: &[
        ClaimRule::companion(Pattern::Extension(&[".xsd", ".xsl"])),
        ClaimRule::read(Pattern::Extension(&[".xml"])),
    ],
    upstream: "https://www.govinfo.gov/bulkdata/BILLSTATUS",
    read,
};

static RESERVED: Reason = Reason {
    name: "reserved_number",
    explanation: "The number is reserved for a leader of the House and has no bill.",
};

static UNKNOWN_TYPE: Reason =
    Reason { name: "unknown_type", explanation: "The type is not one of the eight types of bills and resolutions." };

static OTHER_CHAMBER: Reason = Reason {
    name: "other_chamber",
    explanation: "The file names another chamber of origin than the one of the measure's type.",
};

static INCOMPLETE: Reason = Reason {
    name: "incomplete",
    explanation: "The file lacks what every record must tell: Congress, type, number, title, or the date of the data.",
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
    let mut last = None;
    xml.children(&mut |xml, element| {
        if element.name() == "bill"
            && let Some(measure) = last.replace(measure::read(xml)?)
        {
            write(&measure, sink);
        }
        Ok(())
    })?;
    write(&last.ok_or_else(|| Skip::new(&INCOMPLETE, "there is no bill"))?, sink);
    Ok(())
}

fn write(measure: &Measure, sink: &mut Sink<'_>) {
    let (number, draft) = match draft(measure) {
        Ok(drafted) => drafted,
        Err(skip) => return leave(measure, &skip, sink),
    };
    let details = BillDetails {
        chamber: number.kind.chamber,
        status: measure.progress.status(),
        introduced_date: measure.introduced,
        summary: measure.summary.as_ref().and_then(|version| summary::clean(&version.html)),
        citation: Some(citation(measure, &number)),
    };
    let file = number.file();
    let release = release(&file, measure);
    let bill = draft.into_record(details, &release, |sink| topics(measure, sink), sink);
    release.write(bill, &number.as_printed(), sink);
}

/// Skips a measure. The merge removes an older record of it.
fn leave(measure: &Measure, skip: &Skip, sink: &mut Sink<'_>) {
    let Ok(number) = Number::of(measure) else { return sink.skip(skip.reason, &skip.detail) };
    let rejected = Rejected { reason: skip.reason, id: number.id() };
    release(&number.file(), measure).leave(Resource::Bills, &rejected, &skip.detail, sink);
}

fn release<'r>(file: &'r str, measure: &Measure) -> Release<'r> {
    Release {
        file,
        source: None,
        jurisdiction_id: "federal",
        jurisdiction: "United States",
        last_updated: measure.updated,
    }
}

/// The natural key of a measure.
struct Number {
    kind: &'static Kind,
    congress: u16,
    number: u32,
}

impl Number {
    fn of(measure: &Measure) -> Result<Self, Skip> {
        let kind = measure.kind.trim();
        if kind.is_empty() {
            return Err(lacks("type"));
        }
        Ok(Self {
            kind: Kind::of(kind).ok_or_else(|| Skip::new(&UNKNOWN_TYPE, kind))?,
            congress: measure.congress.trim().parse().map_err(|_| lacks("Congress"))?,
            number: measure.number.trim().parse().map_err(|_| lacks("number"))?,
        })
    }

    /// The corpus file. Each Congress has its own, so that an import rewrites only the current one.
    fn file(&self) -> String {
        format!("billstatus-{}.jsonl", self.congress)
    }

    /// `federal-117-hr-3684`
    fn id(&self) -> Option<String> {
        id::bill("federal", &self.congress.to_string(), &format!("{} {}", self.kind.code, self.number))
    }

    /// `H.R. 3684`
    fn as_printed(&self) -> String {
        format!("{} {}", self.kind.prefix, self.number)
    }
}

fn lacks(what: &str) -> Skip {
    Skip::new(&INCOMPLETE, format!("there is no {what}"))
}

/// Checks that a measure has what every record must have.
fn draft(measure: &Measure) -> Result<(Number, BillDraft), Skip> {
    let title = html::to_text(&measure.title);
    if !measure.has_sponsor && is_placeholder(&title) {
        return Err(Skip::new(&RESERVED, title));
    }
    let number = Number::of(measure)?;
    let chamber = measure.origin_chamber.trim();
    if !number.kind.begins_in(chamber) {
        return Err(Skip::new(&OTHER_CHAMBER, format!("{} of the {chamber}", number.kind.code)));
    }
    if title.is_empty() {
        return Err(lacks("title"));
    }
    if measure.updated.is_none() {
        return Err(lacks("updateDate"));
    }
    let draft = BillDraft::new(number.id(), &number.as_printed(), &measure.title);
    let draft = draft.map_err(|reason| Skip::new(reason, number.as_printed()))?;
    Ok((number, draft))
}

/// Whether a title is the placeholder of a number that is reserved for a leader's bill.
fn is_placeholder(title: &str) -> bool {
    let title = title.trim_end_matches('.').to_lowercase();
    title.starts_with("reserved for ") || ["speaker", "majority leader", "minority leader"].contains(&&*title)
}

/// The tags of the policy area and the subjects. `None` if the Congressional Research Service has not assigned any
/// subject yet.
fn topics(measure: &Measure, sink: &mut Sink<'_>) -> Option<Vec<String>> {
    if measure.subjects.is_empty() {
        return None;
    }
    Some(sink.topics(Vocabulary::Crs, measure.subjects.iter().map(String::as_str)))
}

/// The number of the law. For other measures the Bluebook's form with the year of introduction: `H.R. 3684, 117th Cong.
/// (2021)`.
fn citation(measure: &Measure, number: &Number) -> String {
    if let Some(law) = &measure.law {
        return law.clone();
    }
    let year = measure.introduced.map(|date| format!(" ({})", date.year())).unwrap_or_default();
    let Number { kind, congress, number } = *number;
    format!("{} {number}, {} Cong.{year}", kind.cited_as, ordinal(congress))
}

/// The ordinal of a Congress in the Bluebook's form: `117th`, `103d`.
fn ordinal(number: u16) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2 | 3) => "d",
        _ => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinal_of_a_congress_follows_the_bluebook() {
        for (number, text) in [(1, "1st"), (102, "102d"), (103, "103d"), (111, "111th"), (112, "112th"), (117, "117th")]
        {
            assert_eq!(ordinal(number), text);
        }
    }

    #[test]
    fn reserved_number_is_recognized_by_its_title() {
        for title in ["Reserved for the Speaker.", "Reserved for the Minority Leader.", "Minority Leader", "Speaker."] {
            assert!(is_placeholder(title), "{title}");
        }
        assert!(!is_placeholder("Reserved Water Rights Settlement Act"));
    }
}
