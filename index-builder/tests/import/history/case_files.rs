//! Releases of cases as the files of each publisher.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::archive::zip;
use crate::corpus::Corpus;
use crate::history::cases::{COURTS, Decision, NAMES, Publisher, Release, cite, day};

/// Writes the files of a release, and returns their folder.
pub(super) fn write(corpus: &Corpus, release: &Release, number: usize) -> PathBuf {
    let folder = format!("release-{number}");
    for (name, content) in match release.publisher {
        Publisher::CourtListener => tables(release, number),
        Publisher::Cap => volume(release),
        Publisher::Ours | Publisher::Theirs => rows(release),
    } {
        corpus.beside(&format!("{folder}/{name}"), content);
    }
    corpus.path().with_file_name(folder)
}

fn tables(release: &Release, number: usize) -> Vec<(String, Vec<u8>)> {
    let mut courts = "id,full_name,short_name,jurisdiction,citation_string\n".to_owned();
    for (id, name, _) in COURTS {
        courts.push_str(&format!("\"{id}\",\"{name}\",\"x\",\"{}\",\"x\"\n", if id == "wyo" { "S" } else { "F" }));
    }
    let mut dockets = "id,date_modified,case_name,docket_number,nature_of_suit,court_id\n".to_owned();
    let mut clusters = "id,date_modified,date_filed,date_filed_is_approximate,case_name,case_name_full,\
                        nature_of_suit,precedential_status,docket_id\n"
        .to_owned();
    let mut citations = "id,volume,reporter,page,type,cluster_id\n".to_owned();
    for (idx, (number, decision)) in release.decisions.iter().enumerate() {
        if release.n_readable == Some(idx) {
            clusters.push_str("\"99\",\"2024-01-01\",\"199");
        }
        if release.n_readable.is_some_and(|n_readable| idx >= n_readable) {
            continue;
        }
        let (modified, status) =
            (day(decision.modified), if decision.is_taken_back { "Unpublished" } else { "Published" });
        let (decided, name, court) = (decision.decided(), NAMES[decision.name][0], COURTS[decision.court].0);
        dockets.push_str(&format!("\"{number}\",\"{modified}\",\"x\",\"{number}-1\",\"\",\"{court}\"\n"));
        clusters.push_str(&format!(
            "\"{number}\",\"{modified}\",\"{decided}\",\"f\",\"{name}\",\"\",\"\",\"{status}\",\"{number}\"\n"
        ));
        for (volume, reporter, page) in decision.citations() {
            let kind = if reporter == "F.3d" { 1 } else { 3 };
            citations.push_str(&format!(
                "\"{number}{page}\",\"{volume}\",\"{reporter}\",\"{page}\",\"{kind}\",\"{number}\"\n"
            ));
        }
    }
    let day = day(number);
    [("courts", courts), ("dockets", dockets), ("opinion-clusters", clusters), ("citations", citations)]
        .map(|(name, table)| (format!("{name}-{day}.csv"), table.into_bytes()))
        .to_vec()
}

fn volume(release: &Release) -> Vec<(String, Vec<u8>)> {
    let case = |(number, decision): (&u8, &Decision)| {
        let citations = decision.citations();
        let kinds = citations.iter().map(|citation| if citation.1 == "F.3d" { "official" } else { "parallel" });
        let citations: Vec<Value> =
            kinds.zip(&citations).map(|(kind, citation)| json!({"type": kind, "cite": cite(*citation)})).collect();
        let (_, court, jurisdiction) = COURTS[decision.court];
        let name = if decision.is_taken_back { "Opinion Withdrawn" } else { NAMES[decision.name][1] };
        json!({
            "id": number, "name_abbreviation": name, "decision_date": decision.decided(),
            "docket_number": format!("{number}-1"), "citations": citations, "court": { "name": court },
            "jurisdiction": { "name_long": jurisdiction }, "file_name": format!("{number:04}-01"),
            "last_updated": format!("{}T12:00:00+00:00", day(decision.modified)),
        })
    };
    let mut list = Value::from(release.decisions.iter().map(case).collect::<Vec<_>>()).to_string();
    if release.n_readable.is_some() {
        list.truncate(list.len() - 1);
    }
    let volume = json!({"id": "32044078", "volume_number": "1"}).to_string();
    let files = [("f3d/1/VolumeMetadata.json", volume), ("f3d/1/CasesMetadata.json", list)];
    files.map(|(name, content)| (name.to_owned(), content.into_bytes())).to_vec()
}

/// The mapping of [`rows`], except for its name.
pub(super) const MAPPING: &str = r#"
list = "cases"
name = "NAME"
source = "Rows"

[fields]
key = "{key}"
court = { from = "{court}", words = { "gone" = "skip", "ca9" = "ca9", "wyo" = "wyo" } }
caseName = "{name}"
citation = "{citations}"
decisionDate = "{decided}"
docket = "{docket}"
meta.last_updated = "{modified}"
"#;

/// A zip with a row for each decision.
fn rows(release: &Release) -> Vec<(String, Vec<u8>)> {
    let row = |(number, decision): (&u8, &Decision)| {
        let row = json!({
            "key": number, "court": if decision.is_taken_back { "gone" } else { COURTS[decision.court].0 },
            "name": NAMES[decision.name][0], "decided": decision.decided(), "docket": format!("{number}-1"),
            "citations": decision.citations().into_iter().map(cite).collect::<Vec<_>>(),
            "modified": day(decision.modified),
        });
        format!("{row}\n")
    };
    let mut rows: String = release.readable().map(row).collect();
    if release.is_damaged() {
        rows.push_str("{\"key\": ");
    }
    vec![("dump.zip".to_owned(), zip(&[("rows.jsonl", rows.as_bytes())]))]
}
