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
use crate::import::law::drafts::bill::BillDraft;
use crate::import::law::drafts::release::{Rejected, Release};
use crate::import::law::id;
use crate::import::law::skip_reasons::NO_NUMBER;
use crate::import::merge::scope::Scope;
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

static UNKNOWN_TYPE: Reason = Reason {
    name: "unknown_type",
    explanation: "The type is missing, or not one of the eight types of bills and resolutions.",
};

static OTHER_CHAMBER: Reason = Reason {
    name: "other_chamber",
    explanation: "The file names another chamber of origin than the one of the measure's type.",
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
    write(&last.ok_or_else(|| Skip::new(&STRAY, "there is no bill"))?, sink);
    Ok(())
}

/// Writes the record of a measure, or skips it.
fn write(measure: &Measure, sink: &mut Sink<'_>) {
    let key = match MeasureKey::of(measure) {
        Ok(key) => key,
        Err(skip) => return sink.skip_unidentified(skip.reason, &skip.detail),
    };
    let file = key.file();
    let release = Release {
        file: &file,
        source: None,
        jurisdiction_id: "federal",
        jurisdiction: "United States",
        last_updated: measure.updated,
    };
    if let Some(updated) = measure.updated.filter(|_| sink.is_snapshot(false)) {
        let scope = Scope::IdPrefix(id::bill_prefix(release.jurisdiction_id, &key.session(), key.kind.code));
        sink.complete_by_input(Resource::Bills, &file, scope, updated);
    }
    let title = html::to_text(&measure.title);
    match check(measure, &key, &title) {
        Ok(()) => {
            let bill = draft(measure, &key, title).into_record(&release, |sink| topics(measure, sink), sink);
            release.write(bill, "", &key.as_printed(), sink);
        }
        Err(Skip { reason, detail }) => {
            let id = id::bill(release.jurisdiction_id, &key.session(), &key.number_in_id());
            release.leave(Resource::Bills, &Rejected { reason, id }, &detail, sink);
        }
    }
}

/// The natural key of a measure.
struct MeasureKey {
    kind: &'static Kind,
    congress: u16,
    number: u32,
}

impl MeasureKey {
    fn of(measure: &Measure) -> Result<Self, Skip> {
        let kind = measure.kind.trim();
        Ok(Self {
            kind: Kind::of(kind).ok_or_else(|| Skip::new(&UNKNOWN_TYPE, kind))?,
            congress: measure.congress.trim().parse().map_err(|_| Skip::new(&NO_NUMBER, "there is no Congress"))?,
            number: measure.number.trim().parse().map_err(|_| Skip::new(&NO_NUMBER, "there is no number"))?,
        })
    }

    /// The corpus file. Each Congress has its own, so that an import rewrites only the current one.
    fn file(&self) -> String {
        format!("billstatus-{}.jsonl", self.congress)
    }

    /// `117`
    fn session(&self) -> String {
        self.congress.to_string()
    }

    /// `HR 3684`
    fn number_in_id(&self) -> String {
        format!("{} {}", self.kind.code, self.number)
    }

    /// `H.R. 3684`
    fn as_printed(&self) -> String {
        format!("{} {}", self.kind.prefix, self.number)
    }
}

/// Checks that a measure is a bill or resolution of its chamber.
fn check(measure: &Measure, key: &MeasureKey, title: &str) -> Result<(), Skip> {
    if !measure.has_sponsor && is_placeholder(title) {
        return Err(Skip::new(&RESERVED, title));
    }
    let chamber = measure.origin_chamber.trim();
    if !key.kind.begins_in(chamber) {
        return Err(Skip::new(&OTHER_CHAMBER, format!("{} of the {chamber}", key.kind.code)));
    }
    Ok(())
}

fn draft(measure: &Measure, key: &MeasureKey, title: String) -> BillDraft {
    BillDraft {
        session: key.session(),
        number: key.number_in_id(),
        bill_number: key.as_printed(),
        title,
        chamber: key.kind.chamber,
        status: measure.progress.status(),
        introduced_date: measure.introduced,
        summary: measure.summary.as_ref().and_then(|version| summary::clean(&version.html)),
        citation: Some(citation(measure, key)),
    }
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
fn citation(measure: &Measure, key: &MeasureKey) -> String {
    if let Some(law) = &measure.law {
        return law.clone();
    }
    let year = measure.introduced.map(|date| format!(" ({})", date.year())).unwrap_or_default();
    let MeasureKey { kind, congress, number } = *key;
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
