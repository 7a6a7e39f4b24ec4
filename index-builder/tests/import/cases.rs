//! Cases of all publishers: each decision is one record, and ids and files depend only on the data.

use std::fs;
use std::path::PathBuf;

use index_builder::report::import_report::Report;
use serde_json::{Value, json};

use crate::corpus::{Corpus, importer, removed};

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
    let court = "\"scotus\",\"Supreme Court of the United States\",\"x\",\"F\",\"x\",\"2015-01-01\"\n";
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
        ("courts", "id,full_name,short_name,jurisdiction,citation_string,date_modified", court.to_owned()),
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

/// The ids and names of all cases, by id.
fn ids_and_names(corpus: &Corpus) -> Vec<(String, String)> {
    let text = |record: &Value, field: &str| record[field].as_str().unwrap().to_owned();
    let records = corpus.records("cases");
    let mut pairs: Vec<_> = records.iter().map(|record| (text(record, "id"), text(record, "caseName"))).collect();
    pairs.sort();
    pairs
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(id, name)| ((*id).to_owned(), (*name).to_owned())).collect()
}

/// The lines of parallel citations, sorted.
fn aliases(corpus: &Corpus) -> Vec<String> {
    let files = corpus.files();
    let mut lines: Vec<String> =
        files.get("aliases/cases.jsonl").map(|lines| lines.lines().map(str::to_owned).collect()).unwrap_or_default();
    lines.sort();
    lines
}

/// The counts of an import: added, replaced, unchanged, older, repeated, skipped, removed.
pub(crate) fn counts(report: &Report) -> [u64; 7] {
    let Report { added, replaced, unchanged, older, .. } = report;
    let [repeated, removed] = [&report.repeated, &report.removed].map(|places| places.count);
    [*added, *replaced, *unchanged, *older, repeated, report.skipped(), removed]
}

#[test]
fn upgraded_citation_leaves_one_record_found_by_both() {
    let corpus = Corpus::new();
    import_tables(&corpus, "2024-01-31", &[cluster(9, "2024-01-02", "Doe v. Roe", &["142 S. Ct. 2228"])]);
    let newer = [cluster(9, "2024-02-02", "Doe v. Roe", &["142 S. Ct. 2228", "597 U.S. 215"])];
    let report = import_tables(&corpus, "2024-02-29", &newer);
    assert_eq!(ids_and_names(&corpus), pairs(&[("scotus-597-us-215", "Doe v. Roe")]));
    assert_eq!(aliases(&corpus), ["{\"id\":\"scotus-597-us-215\",\"citations\":[\"142 S. Ct. 2228\"]}"]);
    assert_eq!(counts(&report), [0, 1, 0, 0, 0, 0, 0], "{report}");
}

#[test]
fn changed_court_leaves_one_record() {
    let corpus = Corpus::new();
    import_tables(&corpus, "2024-01-31", &[cluster(9, "2024-01-02", "Doe v. Roe", &["9 P.2d 1"])]);
    let newer = Cluster { court: "cal", ..cluster(9, "2024-01-02", "Doe v. Roe", &["9 P.2d 1"]) };
    let report = import_tables(&corpus, "2024-02-29", &[newer]);
    assert_eq!(ids_and_names(&corpus), pairs(&[("cal-9-p2d-1", "Doe v. Roe")]));
    assert_eq!(counts(&report), [0, 1, 0, 0, 0, 0, 0], "{report}");
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
        let expected = [("scotus-500-us-901", "Doe v. Roe"), ("scotus-500-us-901-poe-v-coe", "Poe v. Coe")];
        assert_eq!(ids_and_names(&corpus), pairs(&expected));
    }
}

#[test]
fn one_decision_of_two_publishers_is_one_record_until_withdrawn() {
    let corpus = Corpus::new();
    let of_cap = [case(1, "2024-02-27", "Marbury v. Madison", &["1 Cranch 137"])];
    import_volume(&corpus, &of_cap);
    assert_eq!(ids_and_names(&corpus), pairs(&[("scotus-1-cranch-137", "Marbury v. Madison")]));
    let marbury = cluster(9, "2024-01-02", "Marbury vs. Madison", &["5 U.S. 137", "1 Cranch 137"]);
    import_tables(&corpus, "2024-01-31", std::slice::from_ref(&marbury));
    assert_eq!(ids_and_names(&corpus), pairs(&[("scotus-5-us-137", "Marbury vs. Madison")]));
    assert_eq!(aliases(&corpus), ["{\"id\":\"scotus-5-us-137\",\"citations\":[\"1 Cranch 137\"]}"]);
    // Another import of the decision that gives way changes nothing.
    let files = corpus.files();
    assert_eq!((counts(&import_volume(&corpus, &of_cap)), corpus.files()), ([0, 0, 1, 0, 0, 0, 0], files));

    let blocked = Cluster { is_blocked: true, modified: "2024-02-02", ..marbury };
    let report =
        import_tables(&corpus, "2024-02-29", &[blocked, cluster(8, "2024-01-02", "Doe v. Roe", &["1 U.S. 1"])]);
    let expected = [("scotus-1-cranch-137", "Marbury v. Madison"), ("scotus-1-us-1", "Doe v. Roe")];
    assert_eq!(ids_and_names(&corpus), pairs(&expected));
    assert_eq!((counts(&report), aliases(&corpus)), ([1, 0, 0, 0, 0, 1, 1], vec![]));
    assert_eq!(removed(&report), ["00000000000000000009: its part no longer has it"]);
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
        assert_eq!(aliases(&corpus), [r#"{"id":"scotus-5-us-137","citations":["1 Cranch 137","2 L. Ed. 60"]}"#]);
        // The record loses them with the decision that has them.
        import_volume(&corpus, &[case(2, "2024-02-28", "Doe v. Roe", &["9 U.S. 1"])]);
        assert_eq!(aliases(&corpus), [r#"{"id":"scotus-5-us-137","citations":["1 Cranch 137"]}"#]);
    }
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
    // Another publisher's decision without a date has the only date, if there is one.
    for (clusters, n_records) in [(&[on(1, "1991-05-13")][..], 1), (&[on(1, "1991-05-13"), on(2, "1991-05-20")], 3)] {
        let corpus = Corpus::new();
        import_tables(&corpus, "2024-01-31", clusters);
        let mut undated = case(7, "2024-01-02", "Doe v. Roe", &["500 U.S. 901"]);
        undated["decision_date"] = Value::Null;
        import_volume(&corpus, &[undated]);
        assert_eq!(ids_and_names(&corpus).len(), n_records);
    }
}

#[test]
fn reviewed_record_wins_and_keeps_its_parallel_citations() {
    let corpus = Corpus::new();
    import_tables(&corpus, "2024-01-31", &[cluster(9, "2024-01-02", "Doe v. Roe", &["5 U.S. 137"])]);
    let reviewed = corpus.records("cases")[0].to_string();
    let corpus = Corpus::new();
    fs::create_dir_all(corpus.path().join("cases")).unwrap();
    fs::create_dir_all(corpus.path().join("aliases")).unwrap();
    fs::write(corpus.path().join("cases/scotus.jsonl"), format!("{reviewed}\n")).unwrap();
    let line = "{ \"id\": \"scotus-5-us-137\", \"citations\": [\"1 Cranch 137\"] }";
    fs::write(corpus.path().join("aliases/cases.jsonl"), format!("{line}\n")).unwrap();
    let clusters = [
        cluster(1, "2024-01-02", "DOE vs. ROE", &["1 Cranch 137", "2 L. Ed. 60"]),
        cluster(2, "2024-01-02", "Poe v. Coe", &["5 U.S. 137", "2 L. Ed. 61"]),
    ];
    let report = import_tables(&corpus, "2024-01-31", &clusters);
    let expected = [("scotus-5-us-137", "Doe v. Roe"), ("scotus-5-us-137-poe-v-coe", "Poe v. Coe")];
    assert_eq!(ids_and_names(&corpus), pairs(&expected));
    assert_eq!(counts(&report), [2, 0, 0, 0, 0, 0, 0], "{report}");
    let poe = "{\"id\":\"scotus-5-us-137-poe-v-coe\",\"citations\":[\"2 L. Ed. 61\"]}";
    assert_eq!(aliases(&corpus), [line, poe]);
    // Without the reviewed record, the imported one is there.
    fs::remove_file(corpus.path().join("cases/scotus.jsonl")).unwrap();
    fs::remove_file(corpus.path().join("aliases/cases.jsonl")).unwrap();
    let expected = [("scotus-1-cranch-137", "DOE vs. ROE"), ("scotus-5-us-137", "Poe v. Coe")];
    assert_eq!(ids_and_names(&corpus), pairs(&expected));
}

#[test]
fn withdrawn_decision_is_left_out() {
    for withdrawn in [
        Cluster { status: "Unpublished", ..cluster(9, "2024-02-02", "Doe v. Roe", &[]) },
        Cluster { status: "Errata", ..cluster(9, "2024-02-02", "Doe v. Roe", &["5 U.S. 137"]) },
        Cluster { is_blocked: true, ..cluster(9, "2024-01-02", "Doe v. Roe", &["5 U.S. 137"]) },
    ] {
        let other = || cluster(8, "2024-01-02", "Poe v. Coe", &["6 U.S. 1"]);
        let corpus = Corpus::new();
        let published = cluster(9, "2024-01-02", "Doe v. Roe", &["5 U.S. 137"]);
        import_tables(&corpus, "2024-01-31", &[published, other()]);
        let report = import_tables(&corpus, "2024-02-29", &[withdrawn, other()]);
        assert_eq!(counts(&report), [0, 0, 1, 0, 0, 1, 1], "{report}");
        assert_eq!(ids_and_names(&corpus), pairs(&[("scotus-6-us-1", "Poe v. Coe")]));
    }
}

/// Damages the tables in a folder.
type Damage<'d> = &'d dyn Fn(&PathBuf);

#[test]
fn broken_missing_or_empty_table_leaves_the_part_as_it_was() {
    let clusters = || {
        [cluster(8, "2024-01-02", "Poe v. Coe", &["5 U.S. 1"]), cluster(9, "2024-01-02", "Doe v. Roe", &["5 U.S. 2"])]
    };
    let day = "2024-02-29";
    let damages: [(&str, usize, Damage<'_>); 5] = [
        ("row", 1, &|folder| {
            let table = folder.join(format!("opinion-clusters-{day}.csv"));
            fs::write(&table, fs::read_to_string(&table).unwrap() + "\"7\",\"broken\"\n").unwrap();
        }),
        ("dockets", 2, &|folder| {
            let table = folder.join(format!("dockets-{day}.csv"));
            let rows = fs::read_to_string(&table).unwrap();
            fs::write(&table, &rows[..rows.find("\"8\"").unwrap() + 6]).unwrap();
        }),
        ("missing", 2, &|folder| fs::remove_file(folder.join(format!("courts-{day}.csv"))).unwrap()),
        ("empty", 2, &|folder| {
            let table = folder.join(format!("opinion-clusters-{day}.csv"));
            let header = fs::read_to_string(&table).unwrap().lines().next().unwrap().to_owned();
            fs::write(&table, header + "\n").unwrap();
        }),
        ("archive", 2, &|folder| fs::write(folder.join("more.zip"), "PK\u{3}\u{4} cut").unwrap()),
    ];
    for (damage, n_left, apply) in damages {
        let corpus = Corpus::new();
        import_tables(&corpus, "2024-01-31", &clusters());
        let folder = tables(&corpus, "damaged", day, &clusters()[..1]);
        apply(&folder);
        let report = corpus.import(importer("courtlistener"), &[&folder]);
        assert!(report.n_damaged() > 0, "{damage}: {report}");
        assert_eq!(ids_and_names(&corpus).len(), n_left, "{damage}: {report}");
    }
}

#[test]
fn reporter_is_one_part_of_all_its_volumes() {
    let corpus = Corpus::new();
    let first = volume(&corpus, "us/1", "32044", &[case(1, "2024-01-02", "Doe v. Roe", &["1 U.S. 1"])]);
    volume(&corpus, "us/2", "32045", &[case(2, "2024-01-02", "Poe v. Coe", &["2 U.S. 1"])]);
    let report = corpus.import(importer("cap"), &[first.parent().unwrap()]);
    assert_eq!((report.parts.as_slice(), report.added), (&["cap-us".to_owned()][..], 2));
    let other = volume(&corpus, "f3d/1", "32046", &[case(3, "2024-01-02", "Moe v. Loe", &["1 F.3d 1"])]);
    assert_eq!(corpus.import(importer("cap"), &[&other]).parts, ["cap-f3d"]);
    assert_eq!(ids_and_names(&corpus).len(), 3);
    let report = corpus.import(importer("cap"), &[&first]);
    assert_eq!(counts(&report), [0, 0, 1, 0, 0, 0, 1], "{report}");
}
