//! The same records build the same bytes, in any distribution over files and lines.

use std::fs;

use lexdex_index::Manifest;
use sha2::{Digest, Sha256};

use crate::samples::{BILL, CASE, COURTS, JURISDICTIONS, POPULAR_NAMES, STATUTE, SYNONYMS, TOPICS, edited, with_id};
use crate::workspace::Workspace;

const N_RECORDS: usize = 200;

/// Records of each list that differ in their sort keys and filter values.
fn records() -> [Vec<String>; 3] {
    let statute = |number: usize| {
        let statute = edited(STATUTE, "§ 1341", &format!("§ {}", number % 50));
        with_id(&statute, &format!("statute-{number}"))
    };
    let case = |number: usize| {
        let court =
            if number.is_multiple_of(3) { "District Court of Ohio" } else { "Supreme Court of the United States" };
        let case = edited(CASE, "Supreme Court of the United States", court);
        let case = edited(&case, "1973-01-22", &format!("19{:02}-01-22", number % 40 + 10));
        with_id(&case, &format!("case-{number}"))
    };
    let bill = |number: usize| {
        let bill = edited(BILL, "\"transportation\"", &format!("\"topic-{}\"", number % 7));
        let bill = if number.is_multiple_of(2) { edited(&bill, r#""introducedDate":"2021-06-04","#, "") } else { bill };
        with_id(&bill, &format!("bill-{number}"))
    };
    [(0..N_RECORDS).map(statute).collect(), (0..N_RECORDS).map(case).collect(), (0..N_RECORDS).map(bill).collect()]
}

/// The records in another order. `step` and the number of records must be coprime.
fn shuffled(records: &[String], step: usize) -> Vec<String> {
    (0..records.len()).map(|idx| records[(idx * step + 7) % records.len()].clone()).collect()
}

fn write(workspace: &Workspace, lists: &[Vec<String>; 3], lines_per_file: usize) {
    for (folder, records) in ["statutes", "cases", "bills"].into_iter().zip(lists) {
        for (number, lines) in records.chunks(lines_per_file).enumerate() {
            let name = (number * 37) % 101;
            workspace.write_lines(&format!("corpus/{folder}/folder-{}/{name}.jsonl", number % 2), lines);
        }
    }
}

#[test]
fn order_of_files_and_lines_does_not_matter() {
    let records = records();
    let workspace = Workspace::new();
    write(&workspace, &records, N_RECORDS);
    let expected = workspace.built();
    assert_eq!(expected.text("cases/records.jsonl").lines().count(), N_RECORDS);
    for (step, lines_per_file) in [(3, N_RECORDS), (77, 13), (199, 2)] {
        let workspace = Workspace::new();
        write(&workspace, &records.each_ref().map(|records| shuffled(records, step)), lines_per_file);
        assert_eq!(workspace.built(), expected, "{step}, {lines_per_file}");
    }
}

#[test]
fn order_of_the_lines_of_a_catalogue_does_not_matter() {
    let built = |is_reversed: bool| {
        let workspace = Workspace::with_corpus(&[("statutes/a.jsonl", &[STATUTE])]);
        let catalogues = [
            ("jurisdictions.jsonl", JURISDICTIONS.to_vec()),
            ("courts.jsonl", COURTS.to_vec()),
            ("topics.jsonl", TOPICS.to_vec()),
            ("synonyms.tsv", SYNONYMS.to_vec()),
            ("popular-names.tsv", POPULAR_NAMES.to_vec()),
        ];
        for (catalogue, mut lines) in catalogues {
            if is_reversed {
                lines.reverse();
            }
            workspace.write_lines(&format!("corpus/{catalogue}"), &lines);
        }
        workspace.built()
    };
    assert_eq!(built(true), built(false));
}

#[test]
fn comments_of_a_catalogue_do_not_matter() {
    let built = |comment: &str| {
        let workspace = Workspace::with_corpus(&[("statutes/a.jsonl", &[STATUTE])]);
        workspace.write_lines("corpus/synonyms.tsv", &[SYNONYMS[1], comment, SYNONYMS[2]]);
        workspace.write_lines("corpus/popular-names.tsv", &[comment, POPULAR_NAMES[1], comment, POPULAR_NAMES[2]]);
        workspace.write_lines("corpus/coverage.toml", &["[statutes]", comment, "federal = 'complete'"]);
        workspace.built()
    };
    assert_eq!(built("# About.\tAn author."), built("#"));
}

#[test]
fn two_builds_give_the_same_directory_which_verifies() {
    let workspace = Workspace::new();
    write(&workspace, &records(), N_RECORDS);
    let first = workspace.built();
    fs::rename(workspace.path("index"), workspace.path("first")).unwrap();
    assert_eq!(workspace.built(), first);
    let manifest: serde_json::Value = serde_json::from_str(first.text("manifest.json")).unwrap();
    let digest = manifest["corpus_digest"].as_str().unwrap();
    for index in ["first", "index"] {
        let outcome = workspace.run(&["verify", index]);
        let n = N_RECORDS;
        let build = Manifest::read(&workspace.path(index)).unwrap().build_id();
        let stdout = format!(
            "{index} is complete and undamaged: {n} statutes, {n} cases, {n} bills\ncorpus digest {digest}\nbuild {build}\n"
        );
        assert_eq!((outcome.code, outcome.stdout, outcome.stderr), (Some(0), stdout, String::new()));
    }
    assert_eq!(workspace.tree("first"), first, "verify has changed the index");
}

#[test]
fn corpus_digest_covers_catalogues_records_and_coverage() {
    let digest_of = |coverage: Option<&str>| {
        // No bundled summary has this id.
        let workspace = Workspace::with_corpus(&[("statutes/a.jsonl", &[with_id(STATUTE, "own")])]);
        if let Some(coverage) = coverage {
            fs::write(workspace.path("corpus/coverage.toml"), coverage).unwrap();
        }
        let tree = workspace.built();
        let hex_of = |text: &str| Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let hex = |path: &str| hex_of(tree.text(path));
        let files = [
            "jurisdictions.jsonl",
            "courts.jsonl",
            "topics.jsonl",
            "synonyms.tsv",
            "popular-names.tsv",
            "coverage.toml",
        ];
        let files = files.into_iter().filter(|file| *file != "coverage.toml" || !tree.text(file).is_empty());
        let records = ["statutes", "cases", "bills"].map(|list| hex(&format!("{list}/records.jsonl")));
        let all = files.map(hex).chain(records).collect::<String>();
        let manifest: serde_json::Value = serde_json::from_str(tree.text("manifest.json")).unwrap();
        let digest = manifest["corpus_digest"].as_str().unwrap().to_owned();
        assert_eq!(digest, hex_of(&all));
        digest
    };
    let without = digest_of(None);
    assert_eq!(digest_of(Some("# Nothing is known.\n")), without);
    assert_ne!(digest_of(Some("[statutes]\ndefault = \"complete\"\n")), without);
}

#[test]
fn one_changed_letter_gives_another_corpus_digest() {
    let digest = |line: &str| {
        let tree = Workspace::with_corpus(&[("statutes/a.jsonl", &[line])]).built();
        let manifest: serde_json::Value = serde_json::from_str(tree.text("manifest.json")).unwrap();
        manifest["corpus_digest"].as_str().unwrap().to_owned()
    };
    assert_ne!(digest(STATUTE), digest(&edited(STATUTE, "Frauds", "Fraude")));
}
