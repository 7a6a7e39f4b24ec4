//! The functions for programs that refresh an index return what the commands print.

use std::num::NonZero;
use std::path::PathBuf;

use index_builder::commands::build::{BuildArguments, TopicOrigin, build};
use index_builder::commands::diff::{DiffFormat, Differences, ListDifferences, compare};
use index_builder::commands::publish::{PublishArguments, Published, publish};
use lexdex_core::corpus::{CatalogueFile, CorpusErrors, MAX_TEXT_KIB, SummarySource};
use lexdex_index::{Index, Manifest};

use crate::samples::{BILL, CASE, COURTS, STATUTE, edited, with_id};
use crate::tree::Tree;
use crate::workspace::Workspace;

/// The default arguments of a build.
fn arguments(out: PathBuf) -> BuildArguments {
    BuildArguments {
        corpus: None,
        parts: None,
        out,
        replace: false,
        previous: None,
        text_kib: MAX_TEXT_KIB,
        text_positions: false,
        summaries: SummarySource::Bundled,
        topics: TopicOrigin::Inferred,
        skips: None,
    }
}

/// A corpus and its index, which the function must build like the command.
fn built(workspace: &Workspace, name: &str, statutes: &[String], beside: &[(&str, &[&str])]) -> (PathBuf, Manifest) {
    workspace.write_lines(&format!("{name}/statutes/a.jsonl"), statutes);
    for (file, lines) in beside {
        workspace.write_lines(&format!("{name}/{file}"), lines);
    }
    let out = workspace.path(&format!("{name} of the function"));
    let corpus = Some(workspace.path(name));
    let arguments = BuildArguments { corpus, ..arguments(out.clone()) };
    let manifest = build(&arguments, &()).unwrap().manifest;
    let of_command = format!("{name} of the command");
    assert_eq!(workspace.run(&["build", "--corpus", name, "--out", &of_command]).code, Some(0));
    assert_eq!(Tree::from_directory(&out), workspace.tree(&of_command));
    assert_eq!(Manifest::read(&out).unwrap(), manifest);
    (out, manifest)
}

#[test]
fn functions_build_compare_and_publish_like_the_commands() {
    let workspace = Workspace::new();
    let statute = |id, source| edited(&with_id(STATUTE, id), "U.S. Code", source);
    let statutes = [statute("a", "1"), statute("b", "1"), statute("c", "1")];
    let (old, old_manifest) = built(&workspace, "old", &statutes, &[("cases/a.jsonl", &[CASE])]);
    let statutes = [statute("b", "1"), statute("c", "2"), statute("d", "1"), statute("e", "1")];
    let text = r#"{"id":"b","text":"Be it enacted."}"#;
    let alias = r#"{"id":"scotus-410-us-113","citations":["93 S. Ct. 705"]}"#;
    let beside: [(&str, &[&str]); 5] = [
        ("cases/a.jsonl", &[CASE]),
        ("bills/a.jsonl", &[BILL]),
        ("text/statutes/a.jsonl", &[text]),
        ("aliases/cases.jsonl", &[alias]),
        ("courts.jsonl", &COURTS),
    ];
    let (new, new_manifest) = built(&workspace, "new", &statutes, &beside);

    let mut printed = Vec::new();
    let differences = compare(&old, &new, DiffFormat::Summary, &mut printed).unwrap();
    let expected = Differences {
        catalogues: vec![CatalogueFile::Courts],
        statutes: ListDifferences {
            added: 2,
            removed: 1,
            changed: 1,
            unchanged: 1,
            has_other_texts: true,
            has_other_aliases: false,
            has_other_summaries: false,
        },
        cases: ListDifferences { unchanged: 1, has_other_aliases: true, ..ListDifferences::default() },
        // The bundled summary of the added bill.
        bills: ListDifferences { added: 1, has_other_summaries: true, ..ListDifferences::default() },
    };
    assert_eq!(differences, expected);
    assert!(!differences.is_empty());
    let of_command = workspace.run(&["diff", "old of the command", "new of the command"]);
    assert_eq!(String::from_utf8(printed).unwrap(), of_command.stdout);
    assert!(compare(&new, &new, DiffFormat::Summary, std::io::sink()).unwrap().is_empty());

    let publication = |index| PublishArguments { index, to: workspace.path("site"), keep: NonZero::<usize>::MIN };
    let [old_build, new_build] = [old_manifest.build_id(), new_manifest.build_id()];
    let published = publish(&publication(old)).unwrap();
    assert_eq!(published, Published { build_id: old_build.clone(), kept_open: Vec::new(), lost_history: None });
    let reader = Index::open(&workspace.path("site")).unwrap();
    let published = publish(&publication(new)).unwrap();
    assert_eq!(published, Published { build_id: new_build, kept_open: vec![old_build], lost_history: None });
    drop(reader);
}

#[test]
fn invalid_corpus_is_an_error_that_has_every_problem() {
    let workspace = Workspace::with_corpus(&[("statutes/a.jsonl", &["{}", STATUTE, "[]"])]);
    let arguments = BuildArguments { corpus: Some(workspace.path("corpus")), ..arguments(workspace.path("index")) };
    let error = build(&arguments, &()).unwrap_err().downcast::<CorpusErrors>().unwrap();
    let lines: Vec<Option<u64>> = error.first().iter().map(|error| error.line).collect();
    assert_eq!((lines.first(), lines.last()), (Some(&Some(1)), Some(&Some(3))), "{error}");
    assert_eq!(workspace.names(), ["corpus"]);
}
