/*!
Parses the file of a measure. Its actions are not read: `status` has their outcome.
*/

use std::fmt;

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::import::law::federal_bill::{self, Measure, summary};
use crate::import::publishers::congress_json::status::{VoteHistory, status};
use crate::import::text::clean;
use crate::import::text::iso_date::day_of;
use crate::import::text::json::{Text, parse};
use crate::report::skip::{STRAY, Skip};

/// The fields of a measure that are read. A date can be a timestamp.
#[derive(Deserialize)]
struct CongressBill<'j> {
    #[serde(borrow)]
    bill_id: Option<Text<'j>>,
    bill_type: Option<Text<'j>>,
    number: Option<NumberField<'j>>,
    congress: Option<NumberField<'j>>,
    titles: Option<Vec<JsonTitle<'j>>>,
    short_title: Option<Text<'j>>,
    official_title: Option<Text<'j>>,
    popular_title: Option<Text<'j>>,
    introduced_at: Option<Text<'j>>,
    updated_at: Option<Text<'j>>,
    sponsor: Option<IgnoredAny>,
    subjects_top_term: Option<Text<'j>>,
    subjects: Option<Vec<Text<'j>>>,
    summary: Option<JsonSummary<'j>>,
    enacted_as: Option<JsonLaw<'j>>,
    status: Option<Text<'j>>,
    history: Option<VoteHistory<'j>>,
}

#[derive(Deserialize)]
struct JsonTitle<'j> {
    #[serde(borrow, rename = "type")]
    kind: Option<Text<'j>>,
    title: Option<Text<'j>>,
}

#[derive(Deserialize)]
struct JsonSummary<'j> {
    #[serde(borrow)]
    text: Option<Text<'j>>,
}

/// The law that a measure became.
#[derive(Deserialize)]
struct JsonLaw<'j> {
    #[serde(borrow)]
    law_type: Option<Text<'j>>,
    congress: Option<NumberField<'j>>,
    number: Option<NumberField<'j>>,
}

/// A number. Most files have it as text, and some as an integer.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a number is neither text nor an integer")]
enum NumberField<'j> {
    #[serde(borrow)]
    Text(Text<'j>),
    Integer(u64),
}

impl fmt::Display for NumberField<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Integer(number) => number.fmt(f),
        }
    }
}

/// Parses a measure. Fails if the file is of another kind.
pub(super) fn measure(json: &[u8]) -> Result<Measure, Skip> {
    let bill = parse(json).map_err(|error| mistake_in(json, error))?;
    let CongressBill { bill_id: Some(_), .. } = bill else { return Err(stray()) };
    let title = title(&bill);
    let status = status(&text(bill.status), bill.enacted_as.is_some(), bill.history.as_ref());
    let has_passed = bill.history.as_ref().is_some_and(VoteHistory::has_passage);
    Ok(Measure {
        kind: text(bill.bill_type),
        number: bill.number.map(|number| number.to_string()).unwrap_or_default(),
        congress: bill.congress.map(|number| number.to_string()).unwrap_or_default(),
        origin_chamber: String::new(),
        title,
        introduced: bill.introduced_at.and_then(|date| day_of(&date)),
        updated: bill.updated_at.and_then(|date| day_of(&date)),
        has_sponsor: bill.sponsor.is_some(),
        subjects: subjects(bill.subjects_top_term, bill.subjects.unwrap_or_default()),
        summary: bill.summary.and_then(|summary| summary::clean_plain(&summary.text?)),
        law: bill.enacted_as.and_then(JsonLaw::citation),
        status,
        has_passed,
    })
}

fn stray() -> Skip {
    Skip::new(&STRAY, "not a bill: it has no bill_id")
}

/// The skip of a file that is not JSON, or is JSON of something other than a measure. A measure with a field of the
/// wrong type is reported as invalid, because a record is lost.
fn mistake_in(json: &[u8], error: serde_json::Error) -> Skip {
    #[derive(Deserialize)]
    struct Head<'j> {
        #[serde(borrow)]
        bill_id: Option<Text<'j>>,
    }
    let is_measure = || parse::<Head<'_>>(json).is_ok_and(|head| head.bill_id.is_some());
    if error.is_data() && !is_measure() { stray() } else { error.into() }
}

fn text(text: Option<Text<'_>>) -> String {
    text.unwrap_or_default().0.into_owned()
}

/// The title that the Library of Congress displays. Files until 2015 do not name it. It is then the short title, or
/// else the official one, or else the popular one.
fn title(bill: &CongressBill<'_>) -> String {
    let of_display = |title: &&JsonTitle<'_>| title.kind.as_deref() == Some("display");
    let display = bill.titles.iter().flatten().find(of_display).and_then(|title| title.title.as_ref());
    let titles = [display, bill.short_title.as_ref(), bill.official_title.as_ref(), bill.popular_title.as_ref()];
    let found = titles.into_iter().flatten().find(|title| !title.trim().is_empty());
    found.map(|title| title.to_string()).unwrap_or_default()
}

/// The policy area, then the other subjects. The source's list of subjects can repeat the policy area.
fn subjects(top_term: Option<Text<'_>>, others: Vec<Text<'_>>) -> Vec<String> {
    let mut subjects: Vec<String> = Vec::with_capacity(others.len() + 1);
    for subject in top_term.iter().chain(&others) {
        let subject = clean::text(subject);
        if !subject.is_empty() && !subjects.contains(&subject) {
            subjects.push(subject);
        }
    }
    subjects
}

impl JsonLaw<'_> {
    fn citation(self) -> Option<String> {
        federal_bill::law(self.law_type.as_deref()?, &format!("{}-{}", self.congress?, self.number?))
    }
}
