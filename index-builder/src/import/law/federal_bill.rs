/*!
Bills and resolutions of Congress. Every publisher's record of a measure has the same id, number, chamber and form of
citation.
*/

pub(crate) mod summary;

use lexdex_core::model::{BillStatus, BillType, Date, Resource};

use crate::import::engine::sink::Sink;
use crate::import::law::drafts::bill::BillDraft;
use crate::import::law::drafts::release::{RecordRelease, Rejected};
use crate::import::law::id;
use crate::import::law::skip_reasons::{NO_NUMBER, RESOLUTION_AS_LAW};
use crate::import::text::html;
use crate::report::skip::{Reason, Skip};
use crate::topics::Vocabulary;

/// A bill or resolution as its file describes it. Texts are empty if the file has none.
#[derive(Debug)]
pub(crate) struct Measure {
    /// The code of its type: `HR`, in any case.
    pub(crate) kind: String,
    pub(crate) number: String,
    pub(crate) congress: String,
    pub(crate) origin_chamber: String,
    /// The title, which may have HTML entities.
    pub(crate) title: String,
    pub(crate) introduced: Option<Date>,
    pub(crate) updated: Option<Date>,
    pub(crate) has_sponsor: bool,
    /// The policy area and the legislative subjects.
    pub(crate) subjects: Vec<String>,
    /// The summary as clean text.
    pub(crate) summary: Option<String>,
    /// The citation of the law that the measure became, if it did.
    pub(crate) law: Option<String>,
    /// The status, or the source's word if it is not a known one.
    pub(crate) status: Result<BillStatus, String>,
    /// Whether a chamber passed the measure, by its votes.
    pub(crate) has_passed: bool,
}

impl Default for Measure {
    fn default() -> Self {
        Self {
            kind: String::new(),
            number: String::new(),
            congress: String::new(),
            origin_chamber: String::new(),
            title: String::new(),
            introduced: None,
            updated: None,
            has_sponsor: false,
            subjects: Vec::new(),
            summary: None,
            law: None,
            status: Ok(BillStatus::InCommittee),
            has_passed: false,
        }
    }
}

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

static UNKNOWN_STATUS: Reason =
    Reason { name: "unknown_status", explanation: "The status is missing, or not one of the known ones." };

impl Measure {
    /// Writes the record, or skips the measure.
    pub(crate) fn write(mut self, sink: &mut Sink<'_>) {
        let key = match MeasureKey::from_measure(&self) {
            Ok(key) => key,
            Err(skip) => return sink.skip_unidentified(skip.reason, &skip.detail),
        };
        self.deny_law(&key, sink);
        let release = RecordRelease {
            source: None,
            jurisdiction_id: "federal",
            jurisdiction: "United States",
            last_updated: self.updated,
        };
        sink.complete_session(|| id::bill_prefix(release.jurisdiction_id, &key.session(), key.kind.code));
        match self.draft(&key) {
            Ok(draft) => {
                let bill = draft.into_record(&release, |sink| self.topics(sink), sink);
                release.write(bill, "", &key.as_printed(), sink);
            }
            Err(Skip { reason, detail }) => {
                let id = id::bill(release.jurisdiction_id, &key.session(), &key.number_in_id());
                release.leave(Resource::Bills, &Rejected { reason, id }, &detail, sink);
            }
        }
    }

    /// Makes sure that a simple or concurrent resolution is not a law.
    fn deny_law(&mut self, key: &MeasureKey, sink: &mut Sink<'_>) {
        if key.kind.can_become_law() || (self.law.is_none() && self.status != Ok(BillStatus::Signed)) {
            return;
        }
        sink.disregard(&RESOLUTION_AS_LAW, &key.as_printed());
        self.law = None;
        self.status = Ok(if self.has_passed { BillStatus::PassedChamber } else { BillStatus::InCommittee });
    }

    /// The draft of the record. Fails unless the measure is a bill or resolution of its chamber with a known status.
    fn draft(&self, key: &MeasureKey) -> Result<BillDraft, Skip> {
        let title = html::to_text(&self.title);
        if !self.has_sponsor && is_placeholder(&title) {
            return Err(Skip::new(&RESERVED, title));
        }
        let chamber = self.origin_chamber.trim();
        if !key.kind.begins_in(chamber) {
            return Err(Skip::new(&OTHER_CHAMBER, format!("{} of the {chamber}", key.kind.code.to_uppercase())));
        }
        Ok(BillDraft {
            session: key.session(),
            number: key.number_in_id(),
            bill_number: key.as_printed(),
            title,
            chamber: key.kind.chamber,
            status: self.status.clone().map_err(|word| Skip::new(&UNKNOWN_STATUS, word))?,
            introduced_date: self.introduced,
            summary: self.summary.clone(),
            citation: Some(self.citation(key)),
        })
    }

    /// The tags of the policy area and the subjects. `None` if the Congressional Research Service has not assigned any
    /// subject yet.
    fn topics(&self, sink: &mut Sink<'_>) -> Option<Vec<String>> {
        if self.subjects.is_empty() {
            return None;
        }
        Some(sink.topics(Vocabulary::Crs, self.subjects.iter().map(String::as_str)))
    }

    /// The number of the law. A measure that is not a law is cited in the Bluebook's form, with the year of
    /// introduction: `H.R. 3684, 117th Cong. (2021)`.
    fn citation(&self, key: &MeasureKey) -> String {
        if let Some(law) = &self.law {
            return law.clone();
        }
        let year = self.introduced.map(|date| format!(" ({})", date.year())).unwrap_or_default();
        let MeasureKey { kind, congress, number } = *key;
        format!("{} {number}, {} Cong.{year}", kind.cited_as, ordinal(congress))
    }
}

/// The citation of a law by its type, `public` or `private`, and its number with the Congress: `Pub. L. 117-58`.
pub(crate) fn law(kind: &str, number: &str) -> Option<String> {
    let abbreviation = match kind {
        "public" => "Pub. L.",
        "private" => "Priv. L.",
        _ => return None,
    };
    (!number.is_empty()).then(|| format!("{abbreviation} {number}"))
}

/// The natural key of a measure.
struct MeasureKey {
    kind: &'static BillType,
    congress: u16,
    number: u32,
}

impl MeasureKey {
    fn from_measure(measure: &Measure) -> Result<Self, Skip> {
        let kind = measure.kind.trim();
        Ok(Self {
            kind: BillType::from_code(kind).ok_or_else(|| Skip::new(&UNKNOWN_TYPE, kind))?,
            congress: measure.congress.trim().parse().map_err(|_| Skip::new(&NO_NUMBER, "there is no Congress"))?,
            number: measure.number.trim().parse().map_err(|_| Skip::new(&NO_NUMBER, "there is no number"))?,
        })
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

/// Whether a title is a placeholder, for a number that is reserved for a bill of the leadership.
fn is_placeholder(title: &str) -> bool {
    let title = title.trim_end_matches('.').to_lowercase();
    title.starts_with("reserved for ") || ["speaker", "majority leader", "minority leader"].contains(&&*title)
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
