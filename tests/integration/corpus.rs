/*!
Corpora made for tests, written as corpus files.
*/

use std::fs;
use std::path::Path;
use std::sync::Arc;

use lexdex::http::SnapshotOptions;
use lexdex_core::corpus::Source;
use lexdex_index::{BuildOptions, Index, Storage, TextOptions, build};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::contract::{Contract, List};
use super::support::TestApp;

/// Ids and names of jurisdictions of each level.
pub(super) const JURISDICTIONS: [(&str, &str); 7] = [
    ("federal", "United States"),
    ("al", "Alabama"),
    ("ca", "California"),
    ("ny", "New York"),
    ("dc", "District of Columbia"),
    ("as", "American Samoa"),
    ("pr", "Puerto Rico"),
];

/// The records of a corpus, in the order of their lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Corpus {
    pub(super) statutes: Vec<Value>,
    pub(super) cases: Vec<Value>,
    pub(super) bills: Vec<Value>,
}

impl Corpus {
    fn records(&self, list: List) -> &[Value] {
        match list {
            List::Statutes => &self.statutes,
            List::Cases => &self.cases,
            List::Bills => &self.bills,
        }
    }

    /// Writes each list as one file.
    pub(super) fn write(&self) -> CorpusDirectory {
        self.write_in_files(|_| "all.jsonl".to_owned())
    }

    /// Writes each record into the file that `path_of` names for its position.
    pub(super) fn write_in_files(&self, path_of: impl Fn(usize) -> String) -> CorpusDirectory {
        let root = tempfile::tempdir().unwrap();
        for list in List::ALL {
            let folder = root.path().join(list.folder());
            fs::create_dir(&folder).unwrap();
            let mut files = std::collections::BTreeMap::<String, String>::new();
            for (position, record) in self.records(list).iter().enumerate() {
                let lines = files.entry(path_of(position)).or_default();
                *lines += &format!("{record}\n");
            }
            for (path, lines) in files {
                let path = folder.join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, lines).unwrap();
            }
        }
        CorpusDirectory { root }
    }
}

/// A temporary corpus directory, deleted on drop.
pub(super) struct CorpusDirectory {
    root: TempDir,
}

impl CorpusDirectory {
    pub(super) fn path(&self) -> &Path {
        self.root.path()
    }

    /// Writes a file of texts behind the records of a list.
    pub(super) fn add_texts(&self, list: List, file: &str, texts: &[(String, String)]) {
        let path = self.path().join("text").join(list.folder()).join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let lines = texts.iter().map(|(id, text)| format!("{}\n", json!({ "id": id, "text": text })));
        fs::write(path, lines.collect::<String>()).unwrap();
    }

    /// Writes the parallel citations of cases, by their ids.
    pub(super) fn add_aliases(&self, aliases: &[(String, Vec<String>)]) {
        let folder = self.path().join("aliases");
        fs::create_dir_all(&folder).unwrap();
        let lines = aliases.iter().map(|(id, citations)| format!("{}\n", json!({ "id": id, "citations": citations })));
        fs::write(folder.join("cases.jsonl"), lines.collect::<String>()).unwrap();
    }

    /// Declares the completeness of lists, each for a jurisdiction or for all others (`default`).
    pub(super) fn declare(&self, completeness: &[(List, &str, &str)]) {
        let tables = List::ALL.map(|list| {
            let entries = completeness.iter().filter(|(of, ..)| *of == list);
            let entries = entries.map(|(_, key, value)| format!("{key} = \"{value}\"\n"));
            format!("[{}]\n{}", list.folder(), entries.collect::<String>())
        });
        fs::write(self.path().join("coverage.toml"), tables.concat()).unwrap();
    }

    /// Builds and opens an index directory.
    pub(super) fn index_with(&self, texts: TextOptions) -> Arc<Index> {
        let out = tempfile::tempdir().unwrap();
        let source = Source::Directory(self.path().to_owned());
        let manifest =
            build(&source, &Storage::directory(out.path()), &BuildOptions { texts, ..BuildOptions::default() }, &())
                .unwrap();
        manifest.write(out.path()).unwrap();
        manifest.verify(out.path()).unwrap();
        Arc::new(Index::open(out.path()).unwrap())
    }

    pub(super) fn index(&self) -> Arc<Index> {
        let index = Index::in_memory(&Source::Directory(self.path().to_owned()));
        Arc::new(index.unwrap_or_else(|error| panic!("{error:#}")))
    }

    pub(super) fn app(&self) -> TestApp {
        TestApp::new(self.index(), SnapshotOptions::default())
    }

    pub(super) fn contract(&self) -> Contract {
        Contract::read(self.path())
    }
}

/// Returns a corpus of cases that have the same citation.
pub(super) fn cases_of_one_citation(citation: &str, n_cases: usize) -> Corpus {
    let cases = (0..n_cases).map(|number| {
        let fields = json!({ "caseName": format!("Roe v. Party{number}"), "citation": citation });
        with(case(&format!("c{number:03}"), "ny"), fields)
    });
    Corpus { cases: cases.collect(), ..Corpus::default() }
}

/// Returns a statute with only the required fields.
pub(super) fn statute(id: &str, jurisdiction: &str) -> Value {
    let mut statute = record(id, jurisdiction);
    statute["title"] = json!(format!("Title of {id}"));
    statute["status"] = json!("active");
    statute
}

/// Returns a case with only the required fields. A federal case is of the U.S. Supreme Court, any other of an
/// uncatalogued court.
pub(super) fn case(id: &str, jurisdiction: &str) -> Value {
    let is_federal = jurisdiction == "federal";
    let mut case = record(id, jurisdiction);
    case["caseName"] = json!(format!("{id} v. State"));
    case["citation"] = json!("1 Test 1");
    case["court"] = json!(if is_federal { "Supreme Court of the United States" } else { "Peacemaking Program" });
    case
}

/// Returns a bill with only the required fields.
pub(super) fn bill(id: &str, jurisdiction: &str) -> Value {
    let mut bill = record(id, jurisdiction);
    bill["billNumber"] = json!("H.R. 1");
    bill["title"] = json!(format!("Title of {id}"));
    bill["chamber"] = json!("house");
    bill["status"] = json!("signed");
    bill
}

/// Returns a record with the fields that all lists require.
fn record(id: &str, jurisdiction: &str) -> Value {
    let (_, name) = JURISDICTIONS.into_iter().find(|(id, _)| *id == jurisdiction).unwrap();
    json!({
        "id": id,
        "jurisdiction": name,
        "jurisdictionId": jurisdiction,
        "meta": {
            "source": "A test",
            "jurisdiction": jurisdiction,
            "last_updated": "2026-01-01",
            "citation": null,
            "license": "CC0 1.0",
        },
    })
}

/// Sets fields of a record.
pub(super) fn with(mut record: Value, fields: Value) -> Value {
    let Value::Object(fields) = fields else { panic!("not an object: {fields}") };
    for (name, value) in fields {
        record[name] = value;
    }
    record
}

/// Returns a few records of each list, among them one with every optional field and one with none.
pub(super) fn tiny() -> Corpus {
    let federal_meta = json!({
        "source": "United States Code",
        "jurisdiction": "federal",
        "last_updated": "2026-02-03",
        "citation": "18 U.S.C. § 1341",
        "license": "CC0 1.0",
    });
    let mail_fraud = json!({
        "title": "Frauds and swindles",
        "titleNumber": "18",
        "sectionNumber": "§ 1341",
        "status": "amended",
        "effectiveDate": "1948-06-25",
        "topics": ["fraud", "criminal-law"],
        "summary": "Makes it a crime to use the mail for a fraud — “mail fraud”.",
        "meta": federal_meta,
    });
    let ninth_circuit = json!({
        "caseName": "Doe v. Roe",
        "citation": "9 F.3d 9",
        "court": "United States Court of Appeals for the Ninth Circuit",
        "decisionDate": "1999-09-09",
        "topics": ["privacy"],
        "summary": "Held that Doe wins.",
    });
    let kings_county = json!({
        "court": "Supreme Court, Kings County",
        "decisionDate": "2001-01-01",
        "topics": [],
    });
    let senate_bill = json!({
        "billNumber": "S. 7",
        "chamber": "senate",
        "status": "in_committee",
        "introducedDate": "2025-01-09",
        "topics": ["privacy", "agriculture"],
        "summary": "Asks for a study.",
    });
    Corpus {
        statutes: vec![
            statute("pr-1", "pr"),
            with(statute("federal-usc-18-1341", "federal"), mail_fraud),
            with(statute("ca-pen-10a", "ca"), json!({ "titleNumber": "PEN", "sectionNumber": "§ 10a" })),
            with(statute("ca-pen-10", "ca"), json!({ "titleNumber": "PEN", "sectionNumber": "§ 10" })),
            with(statute("ca-pen-2", "ca"), json!({ "titleNumber": "PEN", "sectionNumber": "§ 2" })),
        ],
        cases: vec![
            case("undated", "ny"),
            with(case("ca9-9-f.3d-9", "federal"), ninth_circuit),
            with(case("kings", "ny"), kings_county),
            with(case("scotus-1-test-1", "federal"), json!({ "decisionDate": "1973-01-22" })),
        ],
        bills: vec![
            bill("pr-1", "pr"),
            with(bill("federal-119-s-7", "federal"), senate_bill),
            with(bill("ny-2", "ny"), json!({ "status": "passed_chamber", "introducedDate": "2025-01-09" })),
        ],
    }
}
