//! The completeness of imported lists, as `coverage.toml` declares it.

use std::fs;

use serde_json::json;

use crate::code_title::{small_title, title, titles_of_the_code};
use crate::corpus::{Corpus, importer};

/// Writes these titles of the U.S. Code into a folder beside the corpus, imports it, and returns `coverage.toml`.
fn import_titles(corpus: &Corpus, folder: &str, titles: impl IntoIterator<Item = String>) -> String {
    for (number, title) in titles.into_iter().enumerate() {
        corpus.beside(&format!("{folder}/{number}.xml"), title);
    }
    corpus.import(importer("uslm"), &[&corpus.path().with_file_name(folder)]);
    corpus.build();
    coverage(corpus)
}

/// The declarations of the merged corpus.
fn coverage(corpus: &Corpus) -> String {
    corpus.files().remove("coverage.toml").unwrap()
}

#[test]
fn release_is_complete_with_every_title_and_else_partial() {
    let whole = || titles_of_the_code().map(|number| small_title(&number));
    let corpus = Corpus::new();
    assert_eq!(import_titles(&corpus, "whole", whole()), "[statutes]\nfederal = \"complete\"\n");

    let corpus = Corpus::new();
    assert_eq!(import_titles(&corpus, "part", whole().skip(1)), "");
    assert_eq!(import_titles(&corpus, "first", whole().take(1)), "[statutes]\nfederal = \"complete\"\n");
    let long_heading = small_title("54").replace("Short title", &"x".repeat(30_000));
    assert_eq!(import_titles(&corpus, "invalid", [long_heading]), "");
    assert_eq!(import_titles(&corpus, "empty", [title("54", "2024-01-01", &[])]), "");
    assert_eq!(import_titles(&corpus, "last", [small_title("54")]), "[statutes]\nfederal = \"complete\"\n");
}

#[test]
fn declaration_of_the_operator_wins() {
    let corpus = Corpus::new();
    let before = "# Ours.\n[cases]\nca = 'complete' # checked\n\n[statutes]\ndefault = \"sample\"\ndc = \"complete\"\n";
    let declare = |content: &str| {
        fs::create_dir_all(corpus.path()).unwrap();
        fs::write(corpus.path().join("coverage.toml"), content).unwrap();
    };
    declare(before);
    let whole = || titles_of_the_code().map(|number| small_title(&number));
    assert_eq!(import_titles(&corpus, "whole", whole()), format!("{before}federal = \"complete\"\n"));
    let sample = format!("{before}federal = \"sample\" # ours\n");
    declare(&sample);
    assert_eq!(coverage(&corpus), sample);
}

#[test]
fn district_code_is_complete_if_each_indexed_section_is_there() {
    const XML: &str = "xmlns='https://code.dccouncil.us/schemas/dc-library' xmlns:xi='http://www.w3.org/2001/XInclude'";
    let section =
        |number: &str| format!("<section {XML}><num>{number}</num><heading>Fires.</heading><text>No.</text></section>");
    let index = |number: &str| {
        format!(
            "<container {XML}><prefix>Title</prefix><num>{number}</num><heading>Crimes.</heading>\
             <xi:include href='./sections/{number}-1.xml'/></container>"
        )
    };
    let library = "<library><meta><build><codified-date>2024-10-20</codified-date></build></meta></library>";
    let code = format!(
        "<document {XML}><xi:include href='./titles/1/index.xml'/><xi:include href='./titles/2/index.xml'/></document>"
    );
    let files = [
        ("index.xml", library.to_owned()),
        ("us/dc/council/code/index.xml", code),
        ("us/dc/council/code/titles/1/index.xml", index("1")),
        ("us/dc/council/code/titles/2/index.xml", index("2")),
        ("us/dc/council/code/titles/1/sections/1-1.xml", section("1-1")),
        ("us/dc/council/code/titles/2/sections/2-1.xml", section("2-1")),
    ];
    let imported = |is_left_out: &dyn Fn(&str) -> bool| {
        let corpus = Corpus::new();
        for (path, content) in files.iter().filter(|(path, _)| !is_left_out(path)) {
            corpus.beside(&format!("dc/{path}"), content);
        }
        corpus.import(importer("dc-law"), &[&corpus.path().with_file_name("dc")]);
        coverage(&corpus)
    };
    assert_eq!(imported(&|_| false), "[statutes]\ndc = \"complete\"\n");
    for left_out in ["code/index.xml", "titles/2/index.xml", "2-1.xml"] {
        let coverage = imported(&|path| path.ends_with(left_out));
        assert_eq!(coverage, "", "without {left_out}");
    }
}

#[test]
fn folder_of_bills_is_not_known_to_be_complete() {
    let corpus = Corpus::new();
    let bill = corpus.beside("BILLSTATUS-117s21.xml", include_str!("samples/billstatus/3.0.0.xml"));
    let report = corpus.import(importer("billstatus"), &[&bill]);
    assert_eq!(coverage(&corpus), "");
    assert_eq!(report.to_json()["completeness"], json!({ "bills": { "federal": "partial" } }));
}
