//! An import merges its records with those that the corpus already has.

use std::fs;
use std::time::SystemTime;

use index_builder::report::import_report::Report;
use proptest::prelude::*;

use crate::code_title::{section, title};
use crate::corpus::{Corpus, Options, importer, location_of, places_of, removed};

const FILE: &str = "statutes/uslm.jsonl";

fn import(corpus: &Corpus, created: &str, headings: &[(&str, &str)]) -> Report {
    let sections: Vec<String> = headings.iter().map(|(number, heading)| section(number, heading)).collect();
    let input = corpus.beside("usc07.xml", title("7", created, &sections));
    corpus.import(importer("uslm"), &[&input])
}

fn headings(corpus: &Corpus) -> Vec<String> {
    corpus.records(FILE).iter().map(|record| record["title"].as_str().unwrap().to_owned()).collect()
}

fn modified(corpus: &Corpus) -> SystemTime {
    fs::metadata(corpus.path().join(FILE)).unwrap().modified().unwrap()
}

#[test]
fn second_import_of_an_input_changes_nothing() {
    let corpus = Corpus::new();
    import(&corpus, "2024-01-01", &[("2", "Two"), ("1", "One")]);
    let (files, at) = (corpus.files(), modified(&corpus));
    let report = import(&corpus, "2024-01-01", &[("2", "Two"), ("1", "One")]);
    assert_eq!((report.added, report.replaced, report.unchanged), (0, 0, 2));
    assert_eq!(corpus.files(), files);
    assert_eq!(modified(&corpus), at, "the file was written again");
}

#[test]
fn newer_record_replaces_an_older_one_and_other_titles_stay() {
    let corpus = Corpus::new();
    import(&corpus, "2024-01-01", &[("2", "Two")]);
    let other = corpus.beside("usc08.xml", title("8", "2024-01-01", &[section("1", "One")]));
    corpus.import(importer("uslm"), &[&other]);
    let report = import(&corpus, "2024-02-01", &[("2", "Two, amended"), ("3", "Three")]);
    assert_eq!((report.added, report.replaced, removed(&report)), (1, 1, vec![]));
    assert_eq!(headings(&corpus), ["Two, amended", "Three", "One"]);
    corpus.build();
}

#[test]
fn section_that_a_newer_title_moved_or_lacks_is_removed() {
    let corpus = Corpus::new();
    import(&corpus, "2024-01-01", &[("1", "One"), ("2", "Two"), ("3", "Three"), ("4", "Four")]);
    let moved = section("2", "Two").replace("<section ", "<section status=\"transferred\" ");
    let input = corpus.beside("new.xml", title("7", "2024-02-01", &[section("1", "One"), moved, section("4", "")]));
    let report = corpus.import(importer("uslm"), &[&input]);
    assert_eq!((report.replaced, report.skipped(), report.removed.count), (1, 2, 3));
    let place = location_of(&input);
    assert_eq!(
        removed(&report),
        [
            format!("federal-usc-7-2: {place}: /us/usc/t1/s2 (moved)"),
            format!("federal-usc-7-3: no longer in {place}"),
            format!("federal-usc-7-4: {place}: /us/usc/t1/s4 (no_heading)"),
        ]
    );
    assert_eq!(headings(&corpus), ["One"]);
    corpus.build();
    // Older data do not restore them.
    let report = import(&corpus, "2024-01-01", &[("1", "One"), ("2", "Two"), ("3", "Three")]);
    assert_eq!((report.older, report.written(), removed(&report)), (3, 0, vec![]));
    let report = import(&corpus, "2024-03-01", &[("1", "One"), ("2", "Two, again")]);
    assert_eq!((report.added, report.replaced), (1, 1));
}

#[test]
fn older_title_removes_nothing() {
    let corpus = Corpus::new();
    import(&corpus, "2024-02-01", &[("1", "One"), ("2", "Two")]);
    let moved = section("2", "Two").replace("<section ", "<section status=\"transferred\" ");
    let input = corpus.beside("old.xml", title("7", "2024-01-01", &[moved]));
    let report = corpus.import(importer("uslm"), &[&input]);
    assert_eq!((report.skipped_as("moved"), removed(&report)), (1, vec![]));
    assert_eq!(headings(&corpus), ["One", "Two"]);
}

#[test]
fn incomplete_title_removes_only_the_sections_it_names() {
    let nameless = "<section><heading>Nameless</heading></section>".to_owned();
    let whole = title("7", "2024-02-01", &[section("1", "One"), section("2", "Two")]);
    for (newer, headings_left) in [
        (title("7", "2024-02-01", &[section("1", "One"), nameless]), &["One", "Two"][..]),
        (whole[..whole.len() - 12].to_owned(), &["One", "Two"]),
        (title("", "2024-02-01", &[section("1", "One")]), &["One", "Two"]),
    ] {
        let corpus = Corpus::new();
        import(&corpus, "2024-01-01", &[("1", "One"), ("2", "Two")]);
        let input = corpus.beside("new.xml", newer);
        let report = corpus.import(importer("uslm"), &[&input]);
        assert_eq!(removed(&report), Vec::<String>::new(), "{report}");
        assert_eq!(headings(&corpus), headings_left);
    }
}

#[test]
fn title_without_snapshot_removes_only_the_sections_it_names() {
    let corpus = Corpus::new();
    import(&corpus, "2024-01-01", &[("1", "One"), ("2", "Two")]);
    let input = corpus.beside("new.xml", title("7", "2024-02-01", &[section("1", "One, amended")]));
    let import = |snapshot| {
        corpus.try_import_with(importer("uslm"), &[&input], Options { snapshot, ..Options::default() }).unwrap()
    };
    assert_eq!(removed(&import(Some(false))), Vec::<String>::new());
    assert_eq!(headings(&corpus), ["One, amended", "Two"]);
    assert_eq!(removed(&import(Some(true))), [format!("federal-usc-7-2: no longer in {}", location_of(&input))]);
}

#[test]
fn invalid_sidecar_is_an_error_and_nothing_is_written() {
    let corpus = Corpus::new();
    import(&corpus, "2024-01-01", &[("1", "One")]);
    fs::write(corpus.path().join("statutes/.uslm.jsonl.ledger"), "no note\n").unwrap();
    let files = corpus.files();
    let input = corpus.beside("usc08.xml", title("8", "2024-01-01", &[section("1", "One")]));
    let error = corpus.try_import(importer("uslm"), &[&input]).unwrap_err();
    assert!(
        format!("{error:#}").contains(".uslm.jsonl.ledger:1: is not a note of an import: remove the file"),
        "{error:#}"
    );
    assert_eq!(corpus.files(), files);
}

#[test]
fn older_record_does_not_replace_a_newer_one() {
    let corpus = Corpus::new();
    import(&corpus, "2024-02-01", &[("1", "New")]);
    let report = import(&corpus, "2024-01-01", &[("1", "Old")]);
    assert_eq!((report.older, report.written()), (1, 0));
    assert_eq!(headings(&corpus), ["New"]);
}

#[test]
fn record_of_this_import_wins_over_one_of_the_same_date() {
    let corpus = Corpus::new();
    import(&corpus, "2024-01-01", &[("1", "Was")]);
    let report = import(&corpus, "2024-01-01", &[("1", "Is")]);
    assert_eq!(report.replaced, 1);
    assert_eq!(headings(&corpus), ["Is"]);
}

#[test]
fn id_of_another_file_stays_in_it() {
    let corpus = Corpus::new();
    import(&corpus, "2024-01-01", &[("1", "Reviewed")]);
    fs::rename(corpus.path().join(FILE), corpus.path().join("statutes/federal.jsonl")).unwrap();
    let report = import(&corpus, "2025-01-01", &[("1", "Imported"), ("2", "Two")]);
    assert_eq!((report.added, report.skipped_as("held_elsewhere")), (1, 1));
    assert_eq!(places_of(&report, "held_elsewhere"), ["federal-usc-7-1 is in statutes/federal.jsonl"]);
    assert_eq!(headings(&corpus), ["Two"]);
    corpus.build();
}

#[test]
fn file_without_records_is_removed() {
    let corpus = Corpus::new();
    import(&corpus, "2024-01-01", &[("1", "One")]);
    fs::copy(corpus.path().join(FILE), corpus.path().join("statutes/federal.jsonl")).unwrap();
    import(&corpus, "2024-01-01", &[("1", "One")]);
    assert!(!corpus.files().contains_key(FILE));
    corpus.build();
}

#[test]
fn invalid_corpus_is_not_changed() {
    let corpus = Corpus::new();
    import(&corpus, "2024-01-01", &[("1", "One")]);
    fs::write(corpus.path().join(FILE), "no record\n").unwrap();
    let files = corpus.files();
    let input = corpus.beside("usc08.xml", title("8", "2024-01-01", &[section("1", "One")]));
    let error = corpus.try_import(importer("uslm"), &[&input]).unwrap_err();
    assert!(format!("{error:#}").contains("uslm.jsonl:1: is not a record"), "{error:#}");
    assert_eq!(corpus.files(), files);
    assert!(!fs::exists(corpus.path().join(".importing")).unwrap());
}

/// Sections, each with title, day, number and heading. The ranges are small, so that ids repeat. About every third
/// section is moved.
fn sections() -> impl Strategy<Value = Vec<(u8, u8, u8, u8)>> {
    prop::collection::vec((0..2_u8, 0..4_u8, 0..6_u8, 0..3_u8), 1..24)
}

fn import_all(corpus: &Corpus, sections: &[(u8, u8, u8, u8)]) -> Report {
    if sections.is_empty() {
        return Report::default();
    }
    let inputs: Vec<_> = sections
        .iter()
        .enumerate()
        .map(|(idx, (title_number, day, number, heading))| {
            let mut section = section(&number.to_string(), &format!("Heading {heading}"));
            if (number + heading) % 3 == 0 {
                section = section.replace("<section ", "<section status=\"transferred\" ");
            }
            let created = format!("2024-01-{:02}", day + 1);
            corpus.beside(&format!("usc-{idx}.xml"), title(&title_number.to_string(), &created, &[section]))
        })
        .collect();
    corpus.import(importer("uslm"), &inputs.iter().map(AsRef::as_ref).collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn order_of_the_inputs_does_not_matter((sections, shuffled) in
        sections().prop_flat_map(|sections| (Just(sections.clone()), Just(sections).prop_shuffle())))
    {
        let (corpus, other) = (Corpus::new(), Corpus::new());
        let report = import_all(&corpus, &sections);
        let of_other = import_all(&other, &shuffled);
        prop_assert_eq!(corpus.files(), other.files());
        prop_assert_eq!(
            (report.read, report.added, report.repeated.count),
            (of_other.read, of_other.added, of_other.repeated.count)
        );
        corpus.build();
    }

    #[test]
    fn importing_again_changes_nothing(sections in sections()) {
        let corpus = Corpus::new();
        let report = import_all(&corpus, &sections);
        let files = corpus.files();
        let again = import_all(&corpus, &sections);
        prop_assert_eq!(corpus.files(), files);
        prop_assert_eq!((again.unchanged, again.added, again.replaced), (report.added, 0, 0));
        prop_assert_eq!(again.removed.count, 0);
    }

    #[test]
    fn order_of_imports_with_different_dates_does_not_matter(sections in sections(), cut in 0..24_usize) {
        // The heading follows from the day, so that records of one date do not differ.
        let sections: Vec<_> = sections.into_iter().map(|(title, day, number, _)| (title, day, number, day)).collect();
        let (first, second) = sections.split_at(cut.min(sections.len()));
        let (corpus, other, whole) = (Corpus::new(), Corpus::new(), Corpus::new());
        import_all(&corpus, first);
        import_all(&corpus, second);
        import_all(&other, second);
        import_all(&other, first);
        import_all(&whole, &sections);
        other.build();
        prop_assert_eq!(corpus.files(), other.files());
        prop_assert_eq!(corpus.files(), whole.files());
    }
}
