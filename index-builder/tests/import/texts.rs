//! The texts behind records: each importer writes the beginning of a text beside its record.

use index_builder::import::run_in_memory::run_in_memory_with_texts;
use index_builder::report::import_report::Report;
use serde_json::{Value, json};

use crate::code_title::{section, title};
use crate::corpus::{Corpus, Options, importer};

const TEXTS: &str = "text/statutes/parts.jsonl";

/// A section with a text of this content.
fn with_text(number: &str, heading: &str, text: &str) -> String {
    section(number, heading).replace("</section>", &format!("<content>{text}</content></section>"))
}

fn try_import(corpus: &Corpus, created: &str, sections: &[String], text_kib: u16) -> anyhow::Result<Report> {
    let input = corpus.beside("usc07.xml", title("7", created, sections));
    corpus.try_import_with(importer("uslm"), &[&input], Options { text_kib, ..Options::default() })
}

fn import(corpus: &Corpus, created: &str, sections: &[String]) -> Report {
    try_import(corpus, created, sections, 8).unwrap()
}

/// The ids and texts of a corpus file.
fn texts(corpus: &Corpus) -> Vec<(String, String)> {
    let of = |line: &Value, field: &str| line[field].as_str().unwrap().to_owned();
    corpus.records(TEXTS).iter().map(|line| (of(line, "id"), of(line, "text"))).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(number, text)| (format!("federal-usc-7-{number}"), (*text).to_owned())).collect()
}

#[test]
fn texts_are_written_in_the_order_of_their_records_and_built() {
    let corpus = Corpus::new();
    let sections = [with_text("2", "Two", "second"), section("3", "Three"), with_text("1", "One", "first  text")];
    import(&corpus, "2024-01-01", &sections);
    assert_eq!(texts(&corpus), pairs(&[("1", "first text"), ("2", "second")]));
    corpus.build();
    let files = corpus.files();
    let report = import(&corpus, "2024-01-01", &sections);
    assert_eq!((report.unchanged, corpus.files()), (3, files));
}

#[test]
fn replaced_record_loses_its_old_text_and_others_keep_theirs() {
    let corpus = Corpus::new();
    import(&corpus, "2024-01-01", &[with_text("1", "One", "old"), with_text("2", "Two", "old")]);
    let other = corpus.beside("usc08.xml", title("8", "2024-01-01", &[with_text("1", "One", "other title")]));
    corpus.import(importer("uslm"), &[&other]);
    let report = import(&corpus, "2024-02-01", &[section("1", "One"), with_text("2", "Two", "new")]);
    assert_eq!((report.replaced, report.unchanged), (2, 0));
    let mut expected = pairs(&[("2", "new")]);
    expected.push(("federal-usc-8-1".to_owned(), "other title".to_owned()));
    assert_eq!(texts(&corpus), expected);
    corpus.build();
}

#[test]
fn text_is_replaced_if_only_the_text_has_changed() {
    let corpus = Corpus::new();
    import(&corpus, "2024-01-01", &[with_text("1", "One", "old"), with_text("2", "Two", "same")]);
    let report = import(&corpus, "2024-01-01", &[with_text("1", "One", "new"), with_text("2", "Two", "same")]);
    assert_eq!((report.replaced, report.unchanged), (1, 1));
    assert_eq!(texts(&corpus), pairs(&[("1", "new"), ("2", "same")]));
}

#[test]
fn removed_record_loses_its_text() {
    let corpus = Corpus::new();
    import(&corpus, "2024-01-01", &[with_text("1", "One", "one"), with_text("2", "Two", "two")]);
    let moved = with_text("1", "One", "one").replace("<section ", "<section status=\"transferred\" ");
    let report = import(&corpus, "2024-02-01", &[moved, with_text("2", "Two", "two")]);
    assert_eq!(report.removed.count, 1);
    assert_eq!(texts(&corpus), pairs(&[("2", "two")]));
    corpus.build();
    import(&corpus, "2024-03-01", &[section("3", "Three")]);
    assert_eq!(texts(&corpus), pairs(&[]));
    corpus.build();
}

#[test]
fn import_without_texts_drops_the_texts_of_its_records() {
    let corpus = Corpus::new();
    try_import(&corpus, "2024-01-01", &[with_text("1", "One", "one")], 0).unwrap();
    assert_eq!(texts(&corpus), pairs(&[]));
    import(&corpus, "2024-01-01", &[with_text("1", "One", "one"), with_text("2", "Two", "two")]);
    try_import(&corpus, "2024-01-02", &[with_text("1", "One", "one")], 0).unwrap();
    assert_eq!(texts(&corpus), pairs(&[]));
}

#[test]
fn text_is_cut_after_the_last_whole_word_within_the_limit() {
    for (text, expected) in [
        ("x".repeat(1024), "x".repeat(1024)),
        (format!("{} yz", "x".repeat(1021)), format!("{} yz", "x".repeat(1021))),
        (format!("{} yz", "x".repeat(1022)), "x".repeat(1022)),
        (format!("{} é", "x".repeat(1022)), "x".repeat(1022)),
        ("é".repeat(1000), "é".repeat(512)),
    ] {
        let corpus = Corpus::new();
        try_import(&corpus, "2024-01-01", &[with_text("1", "One", &text)], 1).unwrap();
        assert_eq!(texts(&corpus), pairs(&[("1", &expected)]));
    }
}

#[test]
fn file_of_a_case_gives_the_text_and_its_list_only_other_cases() {
    let case = |id: u64, page: u64, body: Option<&str>| {
        let mut case = json!({
            "id": id,
            "name_abbreviation": "Doe v. Roe",
            "decision_date": "1969-10-31",
            "citations": [{ "type": "official", "cite": format!("1 Cal. 3d {page}") }],
            "court": { "name": "Supreme Court of California" },
            "jurisdiction": { "name_long": "California" },
            "last_updated": "2024-02-27",
            "file_name": format!("{page:04}-01"),
        });
        if let Some(text) = body {
            case["casebody"] = json!({ "head_matter": text, "opinions": [{ "text": "The opinion." }] });
        }
        case.to_string()
    };
    let corpus = Corpus::new();
    let list = format!("[{},{}]", case(1, 10, None), case(2, 20, None));
    corpus.beside("volume/metadata/CasesMetadata.json", &list);
    corpus.beside("volume/json/0010-01.json", case(1, 10, Some("A <b>\nhead matter.")));
    let volume = corpus.path().with_file_name("volume");
    let report = corpus.import(importer("cap"), &[&volume]);
    assert_eq!((report.added, report.skipped()), (2, 0), "{report}");
    assert_eq!(
        corpus.records("text/cases/parts.jsonl"),
        [json!({ "id": "cal-1-cal-3d-10", "text": "A <b> head matter. The opinion." })]
    );
    let without = Corpus::new();
    let no_texts = Options { text_kib: 0, ..Options::default() };
    let of_both = without.try_import_with(importer("cap"), &[&volume], no_texts).unwrap();
    assert_eq!((of_both.added, of_both.skipped()), (2, 0));
    assert_eq!(without.records("cases"), corpus.records("cases"));
    corpus.build();
}

/// The texts that an importer finds in these files, each with its corpus file.
fn texts_in(format: &str, files: &[(&str, &str)]) -> Vec<(String, Value)> {
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, content)| (*name, content.as_bytes())).collect();
    let (_, texts, _) = run_in_memory_with_texts(importer(format), &files);
    texts.into_iter().map(|(file, line)| (file, serde_json::from_str(&line).unwrap())).collect()
}

#[test]
fn us_code_section_has_numbers_and_headings_and_no_notes() {
    let content = "<chapeau>If a person<ref idref=\"fn1\">1</ref><note id=\"fn1\">So in original.</note> builds:</chapeau>\
        <paragraph><num>(1)</num><heading> Dams</heading><content><p>a dam<i>s</i>ite, or</p></content></paragraph>\
        <paragraph><num>(2)</num><content>a <term>levee</term>&#8212;<date date=\"2020-01-01\">in 2020</date>.</content></paragraph>\
        <sourceCredit>(Pub. L. 80-1.)</sourceCredit><notes><note topic=\"amendments\"><p>Amended.</p></note></notes>";
    let section = section("1", "One").replace("</section>", &format!("{content}</section>"));
    assert_eq!(
        texts_in("uslm", &[("usc07.xml", &title("7", "2024-01-01", &[section]))]),
        [(
            TEXTS.to_owned(),
            json!({ "id": "federal-usc-7-1", "text": "If a person builds: (1) Dams a damsite, or (2) a levee—in 2020." })
        )]
    );
}

#[test]
fn section_of_the_dc_code_has_its_paragraphs_and_no_annotations() {
    let library = "<library><meta><build><codified-date>2024-01-01</codified-date></build></meta></library>";
    let section = "<section><num>22-1</num><heading>Fires.</heading><text>No fires:</text>\
        <para><num>(a)</num><heading>Parks</heading><text>in a <em>park</em>;</text></para>\
        <annotations><annotation type='History'>Mar. 3, 1979, D.C. Law 1-1</annotation></annotations></section>";
    let file = "us/dc/council/code/titles/22/sections/22-1.xml";
    assert_eq!(
        texts_in("dc-law", &[("index.xml", library), (file, section)]),
        [(
            "text/statutes/parts.jsonl".to_owned(),
            json!({ "id": "dc-code-22-1", "text": "No fires: (a) Parks in a park;" })
        )]
    );
}

#[test]
fn section_of_a_state_code_has_its_text_up_to_the_history() {
    let page = "<html><head><meta content=\"Wyoming Code\" name=\"Subject\"/><meta name=\"description\" \
        content=\"Release 84 of the Code. Transformed and posted by P.R.O on 2022-01-01.\"/></head><body>\
        <h1>Title 6 Crimes</h1><h3 id=\"s1\"><b>§ 6-1-101. Arson.</b></h3><ol><li>Whoever burns a <b>b</b>arn\n&amp; home</li>\
        <li>pays.</li></ol><p><b>History.</b> 2019 ch. 1, § 1.</p><p>Editor's notes. Long ones.</p>\
        <h3 id=\"s2\">§ 6-1-102. Theft.</h3></body></html>";
    assert_eq!(
        texts_in("public-resource", &[("gov.wy.code.title.06.html", page)]),
        [(
            "text/statutes/parts.jsonl".to_owned(),
            json!({ "id": "wy-stat-6-1-101", "text": "Whoever burns a barn & home pays." })
        )]
    );
}

#[test]
fn decision_has_the_editors_texts_of_its_cluster() {
    let clusters = "id,date_modified,date_filed,case_name,precedential_status,docket_id,summary,syllabus,headnotes,headmatter,posture\n\
        \"9\",\"2016-05-17\",\"1999-12-31\",\"Doe v. Roe\",\"Published\",\"1\",\"The <em>sum</em>mary.\",\"<p>A \\\"syllabus\\\"</p>\n\
        <p>&amp; more</p>\",,\"Head\",\"Appeal.\"\n";
    let courts = "id,full_name,jurisdiction,citation_string,date_modified\n\"ca9\",\"Ninth Circuit\",\"F\",\"9th Cir.\",\"2014-10-31\"\n";
    let dockets = "id,date_modified,docket_number,nature_of_suit,court_id\n\"1\",\"2015-01-01\",\"1-1\",\"\",\"ca9\"\n";
    let citations = "id,volume,reporter,page,type,cluster_id\n\"1\",\"508\",\"F.3d\",\"1146\",\"1\",\"9\"\n";
    let tables = [
        ("citations.csv", citations),
        ("courts.csv", courts),
        ("dockets.csv", dockets),
        ("opinion-clusters.csv", clusters),
    ];
    assert_eq!(
        texts_in("courtlistener", &tables),
        [(
            "text/cases/parts.jsonl".to_owned(),
            json!({ "id": "ca9-508-f3d-1146", "text": "A \"syllabus\" & more The summary. Appeal. Head" })
        )]
    );
}
