//! `verify` and opening detect damage to an index directory before anything is served from it.

use std::fs;
use std::path::Path;

use lexdex_core::platform::CAN_EXCHANGE;
use lexdex_index::{Index, SCHEMA_VERSION};

use crate::directory::with_slashes;
use crate::samples::{BILL, CASE, COURTS, JURISDICTIONS, POPULAR_NAMES, STATUTE, SYNONYMS, TOPICS};
use crate::tree::Tree;
use crate::workspace::{Outcome, Workspace};

const MANIFEST: &str = "manifest.json";

/// The end of the command that builds the index again.
const PLACE: &str = if CAN_EXCHANGE { "index --replace" } else { "NEW" };

/// A workspace with an index that has one record in each list and small catalogues.
fn workspace() -> (Workspace, Tree) {
    let workspace = Workspace::with_corpus(&[
        ("statutes/a.jsonl", [STATUTE].as_slice()),
        ("cases/a.jsonl", &[CASE]),
        ("bills/a.jsonl", &[BILL]),
        ("jurisdictions.jsonl", &JURISDICTIONS),
        ("courts.jsonl", &COURTS),
        ("topics.jsonl", &TOPICS),
        ("synonyms.tsv", &SYNONYMS),
        ("popular-names.tsv", &POPULAR_NAMES),
        ("coverage.toml", &["[statutes]", "federal = 'complete'"]),
    ]);
    let tree = workspace.built();
    (workspace, tree)
}

/// The error of opening an index, as the server would log it.
fn open(index: &Path) -> Result<(), String> {
    Index::open(index).map(|_| ()).map_err(|error| format!("{error:#}"))
}

/// The error of `verify`.
fn verify(workspace: &Workspace) -> Result<(), String> {
    let Outcome { code, stdout, stderr } = workspace.run(&["verify", "index"]);
    match code {
        Some(0) => Ok(()),
        _ => {
            assert_eq!((code, stdout.as_str()), (Some(1), ""), "{stderr}");
            Err(stderr.strip_prefix("error: ").unwrap().trim_end().to_owned())
        }
    }
}

/// Damages the index, compares the errors of `verify` and of opening, and repairs it.
#[track_caller]
fn check(workspace: &Workspace, whole: &Tree, damage: impl Fn(&Path), message: &str) {
    let index = workspace.path("index");
    damage(&index);
    assert_eq!(verify(workspace).as_ref().map_err(String::as_str), Err(message), "verify");
    // The error on opening an index has absolute paths.
    let error = open(&index).unwrap_err();
    assert_eq!(with_slashes(&error.replace(index.to_str().unwrap(), "index")), message, "open");
    repair(&index, whole);
}

fn repair(index: &Path, whole: &Tree) {
    for file in whole.files() {
        fs::write(index.join(file), &whole.0[file]).unwrap();
    }
    assert_eq!(&Tree::from_directory(index), whole);
}

fn write(index: &Path, file: &str, content: impl AsRef<[u8]>) {
    fs::write(index.join(file), content).unwrap();
}

#[test]
fn undamaged_index_verifies_and_opens() {
    let (workspace, _) = workspace();
    assert_eq!((verify(&workspace), open(&workspace.path("index"))), (Ok(()), Ok(())));
}

#[test]
fn each_truncated_changed_or_missing_file_is_detected() {
    let (workspace, whole) = workspace();
    let damaged = "the index index is damaged: build it again: ";
    let files: Vec<&str> = whole.files().into_iter().filter(|file| *file != MANIFEST).collect();
    assert_eq!(files.len(), 48, "{files:?}");
    for file in files {
        let content = &whole.0[file];
        let n_bytes = content.len();
        // No record shows a summary of the project, so the files of their dates are empty.
        let (resized, positions) = match n_bytes {
            0 => (&b"x"[..], Vec::new()),
            _ => (&content[..n_bytes - 1], vec![0, n_bytes / 2, n_bytes - 1]),
        };
        check(
            &workspace,
            &whole,
            |index| write(index, file, resized),
            &format!("{damaged}index/{file} has {} bytes in place of {n_bytes}", resized.len()),
        );
        for position in positions {
            let mut flipped = content.clone();
            flipped[position] ^= 1;
            check(
                &workspace,
                &whole,
                |index| write(index, file, &flipped),
                &format!("{damaged}the content of index/{file} has changed since the index was built"),
            );
        }
        let missing = fs::metadata(workspace.path("missing")).unwrap_err();
        check(
            &workspace,
            &whole,
            |index| fs::remove_file(index.join(file)).unwrap(),
            &format!("{damaged}cannot read index/{file}: {missing}"),
        );
    }
}

#[test]
fn extra_file_fails_verify_and_does_not_stop_serving() {
    let (workspace, _) = workspace();
    for file in ["notes.txt", "statutes/extra", ".hidden", "new/manifest.json"] {
        workspace.write(&format!("index/{file}"), "extra");
        let message = format!("the index index is damaged: build it again: {file} is not in the manifest");
        assert_eq!(verify(&workspace), Err(message));
        assert_eq!(open(&workspace.path("index")), Ok(()));
        fs::remove_file(workspace.path("index").join(file)).unwrap();
    }
}

#[test]
fn manifest_with_wrong_counts_is_rejected() {
    let (workspace, whole) = workspace();
    for (list, counts) in [
        ("statutes", "2 statutes, 1 cases, 1 bills"),
        ("cases", "1 statutes, 2 cases, 1 bills"),
        ("bills", "1 statutes, 1 cases, 2 bills"),
    ] {
        let manifest = whole.text(MANIFEST).replace(&format!("\"{list}\": 1"), &format!("\"{list}\": 2"));
        let message = format!(
            "the index index is damaged: build it again: it holds 1 statutes, 1 cases, 1 bills, and its manifest says \
             {counts}"
        );
        check(&workspace, &whole, |index| write(index, MANIFEST, &manifest), &message);
    }
}

#[test]
fn other_schema_version_is_rejected_with_the_build_command() {
    let (workspace, whole) = workspace();
    let manifest: serde_json::Value = serde_json::from_str(whole.text(MANIFEST)).unwrap();
    let digest = manifest["corpus_digest"].as_str().unwrap();
    for version in [0, SCHEMA_VERSION - 1, SCHEMA_VERSION + 1, u32::MAX] {
        let schema_version = |version| format!("\"schema_version\": {version}");
        let manifest = whole.text(MANIFEST).replace(&schema_version(SCHEMA_VERSION), &schema_version(version));
        let message = format!(
            "the index index has schema version {version}, and this lexdex reads version {SCHEMA_VERSION}. Build it \
             again with `index-builder build --corpus CORPUS --out {PLACE}`, from the corpus with the digest \
             {digest}"
        );
        check(&workspace, &whole, |index| write(index, MANIFEST, &manifest), &message);
    }
}

#[test]
fn later_schema_version_is_rejected_with_any_manifest() {
    let (workspace, whole) = workspace();
    let later = SCHEMA_VERSION + 1;
    let content = format!(r#"{{"schema_version":{later},"corpus_digest":[]}}"#);
    let message = format!(
        "the index index has schema version {later}, and this lexdex reads version {SCHEMA_VERSION}. Build it again with \
         `index-builder build --corpus CORPUS --out {PLACE}`"
    );
    check(&workspace, &whole, |index| write(index, MANIFEST, &content), &message);
}

#[test]
fn verify_detects_a_changed_corpus_digest() {
    let (workspace, whole) = workspace();
    let manifest: serde_json::Value = serde_json::from_str(whole.text(MANIFEST)).unwrap();
    let digest = manifest["corpus_digest"].as_str().unwrap();
    let other = whole.text(MANIFEST).replace(digest, &"0".repeat(64));
    write(&workspace.path("index"), MANIFEST, other);
    let message = "the index index is damaged: build it again: the corpus digest is not that of the records";
    assert_eq!(verify(&workspace), Err(message.to_owned()));
}

#[test]
fn verify_detects_a_file_missing_from_the_manifest() {
    let (workspace, whole) = workspace();
    let mut manifest: serde_json::Value = serde_json::from_str(whole.text(MANIFEST)).unwrap();
    manifest["files"].as_array_mut().unwrap().retain(|file| file["path"] != "cases/records.jsonl");
    write(&workspace.path("index"), MANIFEST, manifest.to_string());
    let message = "the index index is damaged: build it again: cases/records.jsonl is not in the manifest";
    assert_eq!(verify(&workspace), Err(message.to_owned()));
}

#[test]
fn manifest_that_is_missing_or_cannot_be_read_is_rejected() {
    let (workspace, whole) = workspace();
    let no_manifest = "index is not an index, or not a complete one: it has no manifest.json. Build one with \
                       `index-builder build --corpus CORPUS --out index`";
    check(&workspace, &whole, |index| fs::remove_file(index.join(MANIFEST)).unwrap(), no_manifest);
    let damaged = "index/manifest.json is damaged: build the index again";
    let of_this_version = format!(r#"{{"schema_version":{SCHEMA_VERSION}}}"#);
    for (content, what) in [
        ("", "EOF while parsing a value at line 1 column 0"),
        ("{}", "missing field `schema_version` at line 1 column 2"),
        (&of_this_version, "missing field `builder_version` at line 1 column 21"),
        (r#"{"schema_version":"1"}"#, "invalid type: string \"1\", expected u32 at line 1 column 21"),
    ] {
        check(&workspace, &whole, |index| write(index, MANIFEST, content), &format!("{damaged}: {what}"));
    }
    let half = &whole.text(MANIFEST)[..200];
    write(&workspace.path("index"), MANIFEST, half);
    for error in [verify(&workspace).unwrap_err(), open(&workspace.path("index")).unwrap_err()] {
        assert!(error.contains("manifest.json is damaged: build the index again: EOF while parsing"), "{error}");
    }
}
