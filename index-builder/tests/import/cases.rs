//! Cases of all publishers: each decision is one record, and ids and files depend only on the data.

use std::fs;
use std::path::PathBuf;

use index_builder::report::import_report::Report;
use serde_json::{Value, json};

use crate::corpus::{Corpus, Options, importer, location_of, places_of, removed, renamed};

/// A row of the table of decisions. The docket has the number of the cluster.
#[derive(Clone)]
pub(crate) struct Cluster {
    pub(crate) number: u64,
    pub(crate) modified: &'static str,
    pub(crate) decided: &'static str,
    pub(crate) name: String,
    pub(crate) court: &'static str,
    pub(crate) status: &'static str,
    pub(crate) is_blocked: bool,
    pub(crate) citations: Vec<&'static str>,
}

pub(crate) fn cluster(number: u64, modified: &'static str, name: &str, citations: &[&'static str]) -> Cluster {
    Cluster {
        number,
        modified,
        decided: "1999-12-31",
        name: name.to_owned(),
        court: "scotus",
        status: "Published",
        is_blocked: false,
        citations: citations.to_vec(),
    }
}

/// Writes the four tables of a day into a folder beside the corpus.
pub(crate) fn tables(corpus: &Corpus, folder: &str, day: &str, clusters: &[Cluster]) -> PathBuf {
    let docket = |cluster: &Cluster| {
        format!("\"{}\",\"2015-01-01\",\"x\",\"1-{}\",\"\",\"{}\"\n", cluster.number, cluster.number, cluster.court)
    };
    let row = |cluster: &Cluster| {
        let Cluster { number, modified, decided, name, status, is_blocked, .. } = cluster;
        let is_blocked = if *is_blocked { "t" } else { "f" };
        format!(
            "\"{number}\",\"{modified}\",\"{decided}\",\"f\",\"{name}\",\"{status}\",\"{is_blocked}\",\"{number}\"\n"
        )
    };
    let citation = |number: u64, idx: usize, citation: &str| {
        let (volume, rest) = citation.split_once(' ').unwrap();
        let (reporter, page) = rest.rsplit_once(' ').unwrap();
        let kind = if reporter == "U.S." { 1 } else { 3 };
        format!("\"{number}{idx}\",\"{volume}\",\"{reporter}\",\"{page}\",\"{kind}\",\"{number}\"\n")
    };
    let citations = clusters.iter().flat_map(|cluster| {
        cluster.citations.iter().enumerate().map(move |(idx, text)| citation(cluster.number, idx, text))
    });
    for (name, header, rows) in [
        ("courts", "id,full_name,short_name,jurisdiction,citation_string,date_modified", String::new()),
        (
            "dockets",
            "id,date_modified,case_name,docket_number,nature_of_suit,court_id",
            clusters.iter().map(docket).collect(),
        ),
        (
            "opinion-clusters",
            "id,date_modified,date_filed,date_filed_is_approximate,case_name,precedential_status,blocked,docket_id",
            clusters.iter().map(row).collect(),
        ),
        ("citations", "id,volume,reporter,page,type,cluster_id", citations.collect()),
    ] {
        corpus.beside(&format!("{folder}/{name}-{day}.csv"), format!("{header}\n{rows}"));
    }
    corpus.path().with_file_name(folder)
}

pub(crate) fn import_tables(corpus: &Corpus, day: &str, clusters: &[Cluster]) -> Report {
    let folder = tables(corpus, &format!("tables-{day}"), day, clusters);
    let report = corpus.import(importer("courtlistener"), &[&folder]);
    corpus.build();
    report
}

/// A case of the Caselaw Access Project.
pub(crate) fn case(number: u64, updated: &str, name: &str, citations: &[&str]) -> Value {
    let citations: Vec<Value> = citations.iter().map(|cite| json!({ "type": "official", "cite": cite })).collect();
    json!({
        "id": number, "name_abbreviation": name, "decision_date": "1999-12-31", "citations": citations,
        "court": { "name": "United States Supreme Court" }, "jurisdiction": { "name_long": "United States" },
        "last_updated": updated,
    })
}

/// Writes the list of a volume beside the corpus.
pub(crate) fn volume(corpus: &Corpus, folder: &str, id: &str, cases: &[Value]) -> PathBuf {
    corpus.beside(&format!("{folder}/VolumeMetadata.json"), json!({ "id": id }).to_string());
    corpus.beside(&format!("{folder}/CasesMetadata.json"), Value::from(cases.to_vec()).to_string());
    corpus.path().with_file_name(folder)
}

fn import_volume(corpus: &Corpus, cases: &[Value]) -> Report {
    let folder = volume(corpus, "us/1", "32044", cases);
    let report = corpus.import(importer("cap"), &[&folder]);
    corpus.build();
    report
}

/// The ids and names of the records of all files of cases, in the order of the files.
fn ids_and_names(corpus: &Corpus) -> Vec<(String, String)> {
    let files = corpus.files().into_keys().filter(|file| file.starts_with("cases/") && file.ends_with(".jsonl"));
    let records = files.flat_map(|file| corpus.records(&file));
    let text = |record: &Value, field: &str| record[field].as_str().unwrap().to_owned();
    records.map(|record| (text(&record, "id"), text(&record, "caseName"))).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(id, name)| ((*id).to_owned(), (*name).to_owned())).collect()
}

fn aliases(corpus: &Corpus) -> String {
    fs::read_to_string(corpus.path().join("aliases/cases.jsonl")).unwrap_or_default()
}

/// The counts of an import: added, replaced, unchanged, older, repeated, skipped, removed, returned, renamed.
pub(crate) fn counts(report: &Report) -> [u64; 9] {
    let Report { added, replaced, unchanged, older, .. } = report;
    let [repeated, removed, returned, renamed] =
        [&report.repeated, &report.removed, &report.returned, &report.renamed].map(|places| places.count);
    [*added, *replaced, *unchanged, *older, repeated, report.skipped(), removed, returned, renamed]
}

#[test]
fn upgraded_citation_leaves_one_record_found_by_both() {
    let corpus = Corpus::new();
    import_tables(&corpus, "2024-01-31", &[cluster(9, "2024-01-02", "Doe v. Roe", &["142 S. Ct. 2228"])]);
    let newer = [cluster(9, "2024-02-02", "Doe v. Roe", &["142 S. Ct. 2228", "597 U.S. 215"])];
    let report = import_tables(&corpus, "2024-02-29", &newer);
    assert_eq!(ids_and_names(&corpus), pairs(&[("scotus-597-us-215", "Doe v. Roe")]));
    assert_eq!(aliases(&corpus), "{\"id\":\"scotus-597-us-215\",\"citations\":[\"142 S. Ct. 2228\"]}\n");
    assert_eq!(counts(&report), [0, 1, 0, 0, 0, 0, 0, 0, 1], "{report}");
    assert_eq!(renamed(&report), ["scotus-142-s-ct-2228 -> scotus-597-us-215"]);
}

#[test]
fn changed_court_leaves_one_record() {
    let corpus = Corpus::new();
    import_tables(&corpus, "2024-01-31", &[cluster(9, "2024-01-02", "Doe v. Roe", &["9 P.2d 1"])]);
    let newer = Cluster { court: "cal", ..cluster(9, "2024-01-02", "Doe v. Roe", &["9 P.2d 1"]) };
    let report = import_tables(&corpus, "2024-02-29", &[newer]);
    assert_eq!(ids_and_names(&corpus), pairs(&[("cal-9-p2d-1", "Doe v. Roe")]));
    assert_eq!(counts(&report), [0, 1, 0, 0, 0, 0, 0, 0, 1], "{report}");
}

#[test]
fn other_case_on_another_publishers_page_is_another_record() {
    for is_cap_first in [true, false] {
        let corpus = Corpus::new();
        let cap = || import_volume(&corpus, &[case(1, "2024-02-27", "Poe v. Coe", &["500 U.S. 901"])]);
        let tables =
            || import_tables(&corpus, "2024-01-31", &[cluster(9, "2024-01-02", "Doe v. Roe", &["500 U.S. 901"])]);
        if is_cap_first {
            [cap(), tables()]
        } else {
            [tables(), cap()]
        };
        let expected = [("scotus-500-us-901-poe-v-coe", "Poe v. Coe"), ("scotus-500-us-901", "Doe v. Roe")];
        assert_eq!(ids_and_names(&corpus), pairs(&expected));
    }
}

#[test]
fn one_decision_of_two_publishers_is_one_record_until_withdrawn() {
    let corpus = Corpus::new();
    import_volume(&corpus, &[case(1, "2024-02-27", "Marbury v. Madison", &["1 Cranch 137"])]);
    assert_eq!(ids_and_names(&corpus), pairs(&[("scotus-1-cranch-137", "Marbury v. Madison")]));
    let marbury = cluster(9, "2024-01-02", "Marbury vs. Madison", &["5 U.S. 137", "1 Cranch 137"]);
    let report = import_tables(&corpus, "2024-01-31", std::slice::from_ref(&marbury));
    assert_eq!(ids_and_names(&corpus), pairs(&[("scotus-5-us-137", "Marbury vs. Madison")]));
    assert_eq!(aliases(&corpus), "{\"id\":\"scotus-5-us-137\",\"citations\":[\"1 Cranch 137\"]}\n");
    assert_eq!(counts(&report), [1, 0, 0, 0, 0, 0, 1, 0, 0], "{report}");
    assert_eq!(removed(&report), ["scotus-1-cranch-137: courtlistener 9 is the same decision"]);
    // An import of the decision that gave way changes nothing.
    let files = corpus.files();
    let report = import_volume(&corpus, &[case(1, "2024-02-27", "Marbury v. Madison", &["1 Cranch 137"])]);
    assert_eq!((counts(&report), corpus.files()), ([0, 0, 0, 0, 0, 1, 0, 0, 0], files));
    assert_eq!(places_of(&report, "same_decision"), ["cap 1: courtlistener 9 is the same decision"]);

    let report =
        import_tables(&corpus, "2024-02-29", &[Cluster { is_blocked: true, modified: "2024-02-02", ..marbury }]);
    assert_eq!(ids_and_names(&corpus), pairs(&[("scotus-1-cranch-137", "Marbury v. Madison")]));
    assert_eq!((counts(&report), aliases(&corpus)), ([0, 0, 0, 0, 0, 1, 1, 1, 0], String::new()));
    assert_eq!(removed(&report), ["scotus-5-us-137: opinion-clusters: cluster 9 (blocked)"]);
}

#[test]
fn citations_that_give_way_become_parallel_citations() {
    let marbury = |number, citations| cluster(number, "2024-01-02", "Marbury v. Madison", citations);
    let of_cap = |corpus: &Corpus| {
        let citations = ["1 Cranch 137", "2 L. Ed. 60", "5 US 137"];
        import_volume(corpus, &[case(1, "2024-02-27", "Marbury vs. Madison", &citations)])
    };
    for is_cap_first in [true, false] {
        let corpus = Corpus::new();
        let clusters = [marbury(9, &["5 U.S. 137", "1 Cranch 137"])];
        if is_cap_first {
            of_cap(&corpus);
            import_tables(&corpus, "2024-01-31", &clusters);
        } else {
            import_tables(&corpus, "2024-01-31", &clusters);
            of_cap(&corpus);
        }
        let line = r#"{"id":"scotus-5-us-137","citations":["1 Cranch 137","2 L. Ed. 60"]}"#;
        assert_eq!(aliases(&corpus), format!("{line}\n"));
        // The record loses them with the decision that has them.
        import_volume(&corpus, &[case(1, "2024-02-28", "Opinion Withdrawn", &["1 Cranch 137"])]);
        assert_eq!(aliases(&corpus), "{\"id\":\"scotus-5-us-137\",\"citations\":[\"1 Cranch 137\"]}\n");
    }
}

#[test]
fn citations_pass_from_one_decision_that_gives_way_to_the_next() {
    let doe = |number, citations| cluster(number, "2024-01-02", "Doe v. Roe", citations);
    let corpus = Corpus::new();
    let mut clusters = vec![
        doe(4, &["4 A.2d 4", "5 A.2d 5"]),
        doe(2, &["2 A.2d 2", "3 A.2d 3"]),
        doe(3, &["3 A.2d 3", "4 A.2d 4"]),
        doe(1, &["1 U.S. 1", "2 A.2d 2"]),
        cluster(5, "2024-01-02", "Poe v. Coe", &["1 U.S. 1", "6 A.2d 6"]),
    ];
    let report = import_tables(&corpus, "2024-01-31", &clusters);
    assert_eq!(report.skipped_as("same_decision"), 3, "{report}");
    let line = r#"{"id":"scotus-1-us-1","citations":["2 A.2d 2","3 A.2d 3","4 A.2d 4","5 A.2d 5"]}"#;
    let other = r#"{"id":"scotus-1-us-1-poe-v-coe","citations":["6 A.2d 6"]}"#;
    assert_eq!(aliases(&corpus), format!("{line}\n{other}\n"));
    clusters.remove(2);
    import_tables(&corpus, "2024-02-29", &clusters);
    let line = r#"{"id":"scotus-1-us-1","citations":["2 A.2d 2","3 A.2d 3"]}"#;
    let apart = r#"{"id":"scotus-4-a2d-4","citations":["5 A.2d 5"]}"#;
    assert_eq!(aliases(&corpus), format!("{line}\n{other}\n{apart}\n"));
}

#[test]
fn same_name_with_another_date_is_another_decision() {
    let on = |number: u64, decided: &'static str| Cluster {
        decided,
        ..cluster(number, "2024-01-02", "Doe v. Roe", &["500 U.S. 901"])
    };
    let corpus = Corpus::new();
    import_tables(&corpus, "2024-01-31", &[on(1, "1991-05-13"), on(2, "1991-05-20"), on(3, "")]);
    assert_eq!(
        ids_and_names(&corpus).into_iter().map(|(id, _)| id).collect::<Vec<_>>(),
        ["scotus-500-us-901", "scotus-500-us-901-doe-v-roe", "scotus-500-us-901-doe-v-roe-1991-05-20"]
    );
    let corpus = Corpus::new();
    let report = import_tables(&corpus, "2024-01-31", &[on(2, "1991-05-20"), on(1, ""), on(4, "")]);
    assert_eq!(ids_and_names(&corpus), pairs(&[("scotus-500-us-901", "Doe v. Roe")]));
    assert_eq!(report.skipped_as("same_decision"), 2);
}

#[test]
fn reviewed_record_wins_and_keeps_its_parallel_citations() {
    let corpus = Corpus::new();
    import_tables(&corpus, "2024-01-31", &[cluster(9, "2024-01-02", "Doe v. Roe", &["5 U.S. 137"])]);
    let reviewed = corpus.records("cases/courtlistener-federal.jsonl")[0].to_string();
    let corpus = Corpus::new();
    fs::create_dir_all(corpus.path().join("cases")).unwrap();
    fs::create_dir_all(corpus.path().join("aliases")).unwrap();
    fs::write(corpus.path().join("cases/scotus.jsonl"), format!("{reviewed}\n")).unwrap();
    let line = "{ \"id\": \"scotus-5-us-137\", \"citations\": [\"1 Cranch 137\"] }\n";
    fs::write(corpus.path().join("aliases/cases.jsonl"), line).unwrap();
    let clusters = [
        cluster(1, "2024-01-02", "DOE vs. ROE", &["1 Cranch 137", "2 L. Ed. 60"]),
        cluster(2, "2024-01-02", "Poe v. Coe", &["5 U.S. 137", "2 L. Ed. 61"]),
    ];
    let report = import_tables(&corpus, "2024-01-31", &clusters);
    let expected = [("scotus-5-us-137-poe-v-coe", "Poe v. Coe"), ("scotus-5-us-137", "Doe v. Roe")];
    assert_eq!(ids_and_names(&corpus), pairs(&expected));
    assert_eq!(counts(&report), [1, 0, 0, 0, 0, 1, 0, 0, 0], "{report}");
    assert_eq!(places_of(&report, "held_elsewhere"), ["courtlistener 1: scotus-5-us-137 is in cases/scotus.jsonl"]);
    let poe = "{\"id\":\"scotus-5-us-137-poe-v-coe\",\"citations\":[\"2 L. Ed. 61\"]}\n";
    assert_eq!(aliases(&corpus), format!("{line}{poe}"));
}

#[test]
fn withdrawn_decision_goes_without_a_snapshot_and_stays_gone() {
    for withdrawn in [
        Cluster { status: "Unpublished", ..cluster(9, "2024-02-02", "Doe v. Roe", &[]) },
        Cluster { status: "Errata", ..cluster(9, "2024-02-02", "Doe v. Roe", &["5 U.S. 137"]) },
        Cluster { is_blocked: true, ..cluster(9, "2024-01-02", "Doe v. Roe", &["5 U.S. 137"]) },
    ] {
        let corpus = Corpus::new();
        let import = |day: &str, cluster: &Cluster| {
            let folder = tables(&corpus, day, day, std::slice::from_ref(cluster));
            fs::remove_file(folder.join(format!("courts-{day}.csv"))).unwrap();
            corpus.import(importer("courtlistener"), &[&folder])
        };
        let published = cluster(9, "2024-01-02", "Doe v. Roe", &["5 U.S. 137"]);
        assert_eq!(counts(&import("2024-01-31", &published)), [1, 0, 0, 0, 0, 0, 0, 0, 0]);
        let report = import("2024-02-29", &withdrawn);
        assert_eq!(counts(&report), [0, 0, 0, 0, 0, 1, 1, 0, 0], "{report}");
        assert_eq!(ids_and_names(&corpus), []);
        assert_eq!(counts(&import("2024-01-31", &published)), [0, 0, 0, 1, 0, 0, 0, 0, 0]);
    }
}

#[test]
fn full_snapshot_removes_what_it_no_longer_has() {
    let clusters = || {
        [cluster(8, "2024-01-02", "Poe v. Coe", &["5 U.S. 1"]), cluster(9, "2024-01-02", "Doe v. Roe", &["5 U.S. 2"])]
    };
    let corpus = Corpus::new();
    import_tables(&corpus, "2024-01-31", &clusters());
    let report = import_tables(&corpus, "2024-02-29", &clusters()[..1]);
    let place = corpus.path().with_file_name("tables-2024-02-29/opinion-clusters-2024-02-29.csv");
    assert_eq!(removed(&report), [format!("scotus-5-us-2: no longer in {}", location_of(&place))]);
    assert_eq!(ids_and_names(&corpus), pairs(&[("scotus-5-us-1", "Poe v. Coe")]));
    // An older snapshot does not bring it back.
    let report = import_tables(&corpus, "2024-01-31", &clusters());
    assert_eq!(counts(&report), [0, 0, 0, 2, 0, 0, 0, 0, 0], "{report}");
    assert_eq!(ids_and_names(&corpus), pairs(&[("scotus-5-us-1", "Poe v. Coe")]));
}

/// Damages the tables in a folder.
type Damage<'d> = &'d dyn Fn(&Corpus, &PathBuf);

#[test]
fn damaged_missing_or_partial_table_removes_nothing() {
    let clusters = || {
        [cluster(8, "2024-01-02", "Poe v. Coe", &["5 U.S. 1"]), cluster(9, "2024-01-02", "Doe v. Roe", &["5 U.S. 2"])]
    };
    let day = "2024-02-29";
    let damages: [(&str, Damage<'_>); 5] = [
        ("row", &|_, folder| {
            let table = folder.join(format!("opinion-clusters-{day}.csv"));
            fs::write(&table, fs::read_to_string(&table).unwrap() + "\"7\",\"broken\"\n").unwrap();
        }),
        ("dockets", &|_, folder| {
            let table = folder.join(format!("dockets-{day}.csv"));
            let rows = fs::read_to_string(&table).unwrap();
            fs::write(&table, &rows[..rows.find("\"8\"").unwrap() + 6]).unwrap();
        }),
        ("missing", &|_, folder| fs::remove_file(folder.join(format!("courts-{day}.csv"))).unwrap()),
        ("empty", &|_, folder| {
            let table = folder.join(format!("opinion-clusters-{day}.csv"));
            let header = fs::read_to_string(&table).unwrap().lines().next().unwrap().to_owned();
            fs::write(&table, header + "\n").unwrap();
        }),
        ("archive", &|corpus, folder| {
            corpus.beside("x", "");
            fs::write(folder.join("more.zip"), "PK\u{3}\u{4} cut").unwrap();
        }),
    ];
    for (damage, apply) in damages {
        let corpus = Corpus::new();
        import_tables(&corpus, "2024-01-31", &clusters());
        let folder = tables(&corpus, "damaged", day, &clusters()[..1]);
        apply(&corpus, &folder);
        // Tables without a decision have nothing to import, which is an error.
        let imported = corpus.try_import(importer("courtlistener"), &[&folder]);
        assert_eq!(imported.is_err(), damage == "empty", "{damage}");
        assert_eq!((imported.map_or(vec![], |report| removed(&report)), ids_and_names(&corpus).len()), (vec![], 2));
    }
    let corpus = Corpus::new();
    import_tables(&corpus, "2024-01-31", &clusters());
    let folder = tables(&corpus, "partial", day, &clusters()[..1]);
    let options = Options { snapshot: Some(false), ..Options::default() };
    let report = corpus.try_import_with(importer("courtlistener"), &[&folder], options).unwrap();
    assert_eq!((removed(&report), ids_and_names(&corpus).len()), (vec![], 2), "{report}");
}

#[test]
fn volume_list_as_a_snapshot_removes_only_its_own_cases() {
    let cases =
        [case(1, "2024-01-02", "Doe v. Roe", &["1 U.S. 1"]), case(2, "2024-01-02", "Poe v. Coe", &["1 U.S. 2"])];
    let other = [case(3, "2023-01-02", "Moe v. Loe", &["2 U.S. 1"])];
    for text_kib in [0, 8] {
        let corpus = Corpus::new();
        let import = |folder: &PathBuf, snapshot: Option<bool>| {
            corpus.try_import_with(importer("cap"), &[folder], Options { text_kib, snapshot, mapping: None }).unwrap()
        };
        import(&volume(&corpus, "us/1", "32044", &cases), None);
        import(&volume(&corpus, "us/2", "32045", &other), None);
        let shorter = volume(&corpus, "again", "32044", &cases[..1]);
        assert_eq!(import(&shorter, None).removed.count, 0);
        let report = import(&shorter, Some(true));
        let place = shorter.join("CasesMetadata.json");
        assert_eq!(removed(&report), [format!("scotus-1-us-2: no longer in {}", location_of(&place))]);
        let expected = [("scotus-1-us-1", "Doe v. Roe"), ("scotus-2-us-1", "Moe v. Loe")];
        assert_eq!(ids_and_names(&corpus), pairs(&expected));
        // A list without its volume's description, and one with an unreadable case, remove nothing.
        fs::remove_file(shorter.join("VolumeMetadata.json")).unwrap();
        fs::write(shorter.join("CasesMetadata.json"), Value::from(vec![cases[1].clone()]).to_string()).unwrap();
        assert_eq!(import(&shorter, Some(true)).removed.count, 0);
        let unreadable = volume(&corpus, "unreadable", "32044", &[cases[1].clone(), json!({ "id": "x" })]);
        assert_eq!(import(&unreadable, Some(true)).removed.count, 0);
        corpus.build();
    }
}

#[test]
fn inconsistent_sidecar_error_says_how_to_start_again() {
    let corpus = Corpus::new();
    import_volume(&corpus, &[case(1, "2024-02-27", "Doe v. Roe", &["1 U.S. 1"])]);
    let sidecar = corpus.path().join("cases/.cap-federal.jsonl.ledger");
    for (content, message) in [
        ("{\"id\":\"scotus-1-us-1\",\"number\":1}\n", "is not a note of an import: remove the files cases/cap-*.jsonl"),
        ("", "cap-federal.jsonl:1: has no note in the sidecar: remove the files cases/cap-*.jsonl"),
    ] {
        fs::write(&sidecar, content).unwrap();
        let files = corpus.files();
        let tables = tables(&corpus, "tables", "2024-01-31", &[cluster(9, "2024-01-02", "Poe v. Coe", &["1 U.S. 2"])]);
        let error = corpus.try_import(importer("courtlistener"), &[&tables]).unwrap_err();
        assert!(format!("{error:#}").contains(message), "{error:#}");
        assert_eq!(corpus.files(), files);
    }
}
