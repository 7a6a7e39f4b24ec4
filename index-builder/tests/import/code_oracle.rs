//! An oracle for state codes: it reads the pages by scanning their text, by rules written apart from the importer's, and
//! gives the status and the date of every section. The differences are adjudicated in a table.

#[path = "code_oracle/histories.rs"]
mod histories;

#[path = "code_oracle/pages.rs"]
mod pages;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use self::pages::Section;
use crate::corpus::{Corpus, importer, places_of};
use crate::shared_data::Set;

/// The status of a section and its date, or the reason that it has no record.
type Fact = (&'static str, Option<String>);

/// Sections on which the oracle and the importer differ, with the status and the date of the record, which are right,
/// and the reason.
const ADJUDICATED: &[(&str, &str, &str, &str)] = &[
    (
        "co-rev-stat-5-16-116",
        "repealed",
        "2017-08-09",
        "“L. 2017: Entire section repealed, …; entire article added …, effective August 9.” The first act is of the \
         former section of this number.",
    ),
    ("id-code-22-4405", "repealed", "-", "“Reports. Repealed.]” lacks the bracket before the note."),
    ("ky-rev-stat-17.440", "none", "-", "“Amended and reenacted as KRS 198B.330” is the whole heading."),
];

#[test]
fn state_codes_agree_with_an_independent_reading() {
    let (Some(wyoming), Some(states)) = (Set::unpack("cic_wy"), Set::unpack("cic_states")) else { return };
    let mut differences = Vec::new();
    for (state, folder) in [
        ("ar", states.path("cic_states/ar")),
        ("co", states.path("cic_states/co")),
        ("id", states.path("cic_states/id")),
        ("ky", states.path("cic_states/ky")),
        ("ms", states.path("cic_states/ms")),
        ("vt", states.path("cic_states/vt")),
        ("wy", wyoming.path("cic_code/wy")),
    ] {
        differences.extend(compare(&imported(state, &folder), &expected(state, &folder)));
    }
    differences.retain(|(id, found, _)| !is_adjudicated(id, found.as_ref()));
    let shown: String = differences.iter().take(60).map(|difference| format!("{difference:?}\n")).collect();
    assert!(differences.is_empty(), "{} differences, such as (id, record, oracle):\n{shown}", differences.len());
}

fn is_adjudicated(id: &str, found: Option<&Fact>) -> bool {
    let (status, date) = found.map_or(("none", "-"), |(status, date)| (status, date.as_deref().unwrap_or("-")));
    ADJUDICATED.iter().any(|row| (row.0, row.1, row.2) == (id, status, date))
}

/// The pages that their publisher damaged: they have far fewer sections than their tables of contents.
const DAMAGED_PAGES: &[(&str, &str)] = &[
    ("ms", "gov.ms.code.title.79.html: its tables of contents list 1068 sections, and it has the headings of 6"),
    ("vt", "gov.vt.vsa.title.27.html: its tables of contents list 13 sections, and it has the headings of 5"),
];

/// The facts of the records that the importer writes, by id. At least 90 % of them have a topic.
fn imported(state: &str, folder: &Path) -> BTreeMap<String, Fact> {
    let corpus = Corpus::new();
    let report = corpus.import(importer("public-resource"), &[folder]);
    assert!(report.with_topic * 10 >= report.valid * 9, "{state}: {report}");
    let damaged: Vec<_> = DAMAGED_PAGES.iter().filter(|page| page.0 == state).map(|page| page.1).collect();
    let places = places_of(&report, "damaged");
    assert_eq!(places.len(), damaged.len(), "{state}: {places:?}");
    assert!(places.iter().zip(damaged).all(|(place, page)| place.ends_with(page)), "{state}: {places:?}");
    let records = corpus.records("statutes");
    let fact = |record: serde_json::Value| {
        let status = ["active", "amended", "repealed"].into_iter().find(|known| record["status"] == *known).unwrap();
        (record["id"].as_str().unwrap().to_owned(), (status, record["effectiveDate"].as_str().map(str::to_owned)))
    };
    records.into_iter().map(fact).collect()
}

/// The facts that the oracle reads from the pages, by id. Of several versions, the first in force counts.
fn expected(state: &'static str, folder: &Path) -> BTreeMap<String, Fact> {
    let mut facts: BTreeMap<String, Fact> = BTreeMap::new();
    for path in html_files(folder) {
        for (id, fact) in page_facts(state, &fs::read_to_string(&path).unwrap()) {
            let entry = facts.entry(id).or_insert_with(|| fact.clone());
            if entry.0 == "repealed" && fact.0 != "repealed" {
                *entry = fact;
            }
        }
    }
    facts
}

fn page_facts(state: &'static str, html: &str) -> Vec<(String, Fact)> {
    let page = pages::read(state, html);
    if page.is_broken {
        return Vec::new();
    }
    let fact = |section: &Section| Some((section.id.clone()?, histories::fact(state, section, &page.day)?));
    page.sections.iter().filter_map(fact).collect()
}

fn compare(
    found: &BTreeMap<String, Fact>,
    expected: &BTreeMap<String, Fact>,
) -> Vec<(String, Option<Fact>, Option<Fact>)> {
    let ids: std::collections::BTreeSet<&String> = found.keys().chain(expected.keys()).collect();
    let pairs = ids.into_iter().map(|id| (id.clone(), found.get(id).cloned(), expected.get(id).cloned()));
    pairs.filter(|(_, found, expected)| found != expected).collect()
}

/// All pages below a folder, sorted.
fn html_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            files.extend(html_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "html") {
            files.push(path);
        }
    }
    files.sort();
    files
}
