//! A release that has every record of a title, a code or a session removes those that it lacks, and no others.

use std::fs;
use std::path::PathBuf;

use serde_json::json;

use crate::archive::zip;
use crate::code_title::{section, title, titles_of_the_code};
use crate::corpus::{Corpus, importer, location_of, removed};

const USLM: &str = "statutes/uslm.jsonl";

/// The ids of statutes without their common prefix.
fn sections(corpus: &Corpus) -> Vec<String> {
    corpus.ids("statutes/").iter().map(|id| id.replace("federal-usc-", "").replace("wy-stat-", "")).collect()
}

fn import_title(corpus: &Corpus, name: &str, content: &str) -> Vec<String> {
    let input = corpus.beside(name, content);
    removed(&corpus.import(importer("uslm"), &[&input]))
}

#[test]
fn title_without_sections_is_cleared_and_not_restored() {
    let with_sections = title("7", "2024-01-01", &[section("1", "One"), section("2", "Two")]);
    let empty = title("7", "2024-02-01", &[]);
    let without_main = empty.replace("<main><title>\n\n</title></main>", "");
    assert!(!without_main.contains("main"));
    for newer in [empty, without_main] {
        let corpus = Corpus::new();
        import_title(&corpus, "other.xml", &title("8", "2024-01-01", &[section("1", "One")]));
        import_title(&corpus, "older.xml", &with_sections);
        let place = corpus.path().with_file_name("newer.xml");
        let no_longer = |id: &str| format!("federal-usc-7-{id}: no longer in {}", location_of(&place));
        assert_eq!(import_title(&corpus, "newer.xml", &newer), [no_longer("1"), no_longer("2")]);
        import_title(&corpus, "older.xml", &with_sections);
        assert_eq!(sections(&corpus), ["8-1"]);
        let again = with_sections.replace("2024-01-01", "2024-03-01");
        import_title(&corpus, "again.xml", &again);
        assert_eq!(sections(&corpus), ["7-1", "7-2", "8-1"]);
    }
}

#[test]
fn title_with_unnumbered_sections_is_incomplete() {
    let corpus = Corpus::new();
    import_title(&corpus, "older.xml", &title("7", "2024-01-01", &[section("1", "One"), section("2", "Two")]));
    let nameless = "<section><heading>Nameless</heading></section>".to_owned();
    let appendix = format!("</main><appendix>{}</appendix></uscDoc>", section("9", "Nine"));
    let newer = title("7", "2024-02-01", &[section("1", "One"), nameless]).replace("</main></uscDoc>", &appendix);
    assert_eq!(import_title(&corpus, "newer.xml", &newer), Vec::<String>::new());
    assert_eq!(sections(&corpus), ["7-1", "7-2", "7-9"]);
}

/// Writes a release point with all titles of the Code and these others, and imports it. Returns the removed records.
fn import_release(corpus: &Corpus, number: u8, others: &[&str]) -> Vec<String> {
    let input = release(corpus, number, titles_of_the_code().chain(others.iter().map(|&title| title.to_owned())));
    removed(&corpus.import(importer("uslm"), &[&input]))
}

/// A zip with these titles of a release point. Each title has its own date.
fn release(corpus: &Corpus, number: u8, titles: impl Iterator<Item = String>) -> PathBuf {
    let files = titles.enumerate().map(|(idx, of_code)| {
        let created = format!("2024-{number:02}-{:02}", idx % 28 + 1);
        let name = format!("</docNumber><docPublicationName>Online@118-{number}</docPublicationName>");
        (format!("usc{of_code}.xml"), title(&of_code, &created, &[section("1", "One")]).replace("</docNumber>", &name))
    });
    let files: Vec<(String, String)> = files.collect();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, content)| (&**name, content.as_bytes())).collect();
    corpus.beside(&format!("xml_uscAll@118-{number}.zip"), zip(&files))
}

#[test]
fn missing_title_is_cleared_only_by_a_release_of_all_titles() {
    let corpus = Corpus::new();
    import_release(&corpus, 1, &["5a", "50a"]);
    assert_eq!(corpus.ids("statutes/").len(), 55);
    let part = release(&corpus, 2, titles_of_the_code().skip(1));
    assert_eq!(removed(&corpus.import(importer("uslm"), &[&part])), Vec::<String>::new());
    let gone = "federal-usc-5a-1: no longer in the release Online@118-3";
    assert_eq!(import_release(&corpus, 3, &["50a"]), [gone]);
    import_release(&corpus, 1, &["5a", "50a"]);
    assert_eq!(corpus.ids("statutes/").len(), 54);
    import_title(&corpus, "usc05A.xml", &title("5a", "2024-04-01", &[section("2", "Two")]));
    assert!(sections(&corpus).contains(&"5a-2".to_owned()));
    corpus.build();
}

#[test]
fn damaged_release_clears_no_title() {
    let corpus = Corpus::new();
    import_release(&corpus, 1, &["5a"]);
    let titles = fs::read(release(&corpus, 2, titles_of_the_code())).unwrap();
    let appendix = title("5a", "2024-02-01", &[]);
    for (appendix, n_removed) in [(&appendix[..200], 0), ("", 1)] {
        let files = [("titles.zip", &*titles), ("usc05A.xml", appendix.as_bytes())];
        let n_files = 2 - usize::from(appendix.is_empty());
        let input = corpus.beside("release.zip", zip(&files[..n_files]));
        assert_eq!(corpus.import(importer("uslm"), &[&input]).removed.count, n_removed);
    }
}

#[test]
fn release_points_in_one_import_are_distinguished() {
    let (together, one_by_one) = (Corpus::new(), Corpus::new());
    let older = release(&together, 1, titles_of_the_code().chain(["5a".to_owned()]));
    let newer = release(&together, 2, titles_of_the_code());
    together.import(importer("uslm"), &[&newer, &older]);
    one_by_one.import(importer("uslm"), &[&older]);
    one_by_one.import(importer("uslm"), &[&newer]);
    assert_eq!(together.files(), one_by_one.files());
    assert_eq!(together.ids("statutes/").len(), 53);
}

#[test]
fn note_of_an_earlier_version_on_a_complete_title_still_counts() {
    let corpus = Corpus::new();
    import_title(&corpus, "usc07.xml", &title("7", "2024-02-01", &[section("1", "One")]));
    let sidecar = corpus.path().join("statutes/.uslm.jsonl.ledger");
    fs::write(&sidecar, "{\"id\":\"federal-usc-7-\",\"complete\":\"2024-02-01\"}\n").unwrap();
    import_title(&corpus, "older.xml", &title("7", "2024-01-01", &[section("1", "One"), section("2", "Two")]));
    assert_eq!(sections(&corpus), ["7-1"]);
}

/// The tree of the D.C. Code with these sections. Its indexes include the sections of `in_index`.
fn dc_tree(corpus: &Corpus, day: &str, sections: &[&str], in_index: &[&str]) -> PathBuf {
    let folder = format!("dc-{day}");
    let include = |file: String| format!("<xi:include href='{file}'/>");
    let code = include("./titles/1/index.xml".to_owned());
    let includes: String = in_index.iter().map(|number| include(format!("./sections/{number}.xml"))).collect();
    let files = [
        (
            "index.xml".to_owned(),
            format!("<library><meta><build><codified-date>{day}</codified-date></build></meta></library>"),
        ),
        ("us/dc/council/code/index.xml".to_owned(), format!("<document xmlns:xi='x'>{code}</document>")),
        (
            "us/dc/council/code/titles/1/index.xml".to_owned(),
            format!(
                "<container xmlns:xi='x'><prefix>Title</prefix><num>1</num><heading>Crimes.</heading>{includes}</container>"
            ),
        ),
    ];
    let of_section = |number: &&str| {
        let path = format!("us/dc/council/code/titles/1/sections/{number}.xml");
        let number = number.trim_start_matches("unnumbered");
        (path, format!("<section><num>{number}</num><heading>Fires.</heading><text>No.</text></section>"))
    };
    for (path, content) in files.into_iter().chain(sections.iter().map(of_section)) {
        corpus.beside(&format!("{folder}/{path}"), content);
    }
    corpus.path().with_file_name(folder)
}

#[test]
fn whole_tree_of_the_dc_code_clears_the_sections_that_it_lacks() {
    let import = |sections: &[&str], in_index: &[&str]| {
        let corpus = Corpus::new();
        let older = dc_tree(&corpus, "2024-01-01", &["1-101", "1-102"], &["1-101", "1-102"]);
        corpus.import(importer("dc-law"), &[&older]);
        let newer = dc_tree(&corpus, "2024-02-01", sections, in_index);
        let report = corpus.import(importer("dc-law"), &[&newer]);
        corpus.import(importer("dc-law"), &[&older]);
        let place = format!("no longer in {}", location_of(&newer));
        (removed(&report).iter().map(|removed| removed.replace(&place, "-")).collect(), corpus.ids("statutes/"))
    };
    let cleared: (Vec<String>, Vec<String>) = import(&["1-101", "1-103"], &["1-101", "1-103"]);
    assert_eq!(cleared.0, ["dc-code-1-102: -"]);
    assert_eq!(cleared.1, ["dc-code-1-101", "dc-code-1-103"]);
    for (sections, in_index) in
        [(&["1-101"][..], &["1-101", "1-103"][..]), (&["1-101"], &[]), (&["1-101", "unnumbered"], &["1-101"])]
    {
        let kept = import(sections, in_index);
        assert_eq!(kept.0, Vec::<String>::new(), "{sections:?} {in_index:?}");
        assert_eq!(kept.1, ["dc-code-1-101", "dc-code-1-102"]);
    }
}

/// A page of the Wyoming Statutes with these sections.
fn page(posted: &str, number: &str, sections: &[&str]) -> String {
    let sections = sections.iter().map(|number| format!("<h3 id=\"s{number}\"><b>{number} Arson.</b></h3>"));
    format!(
        "<html><head><meta content=\"Wyoming Code\" name=\"Subject\"/><meta name=\"description\" content=\"Release 84 of \
         the Code. Transformed and posted by P.R.O on {posted}.\"/></head><body><h1>Title {number} Crimes</h1>{}</body></html>\n",
        sections.collect::<String>()
    )
}

#[test]
fn whole_page_of_a_title_clears_the_sections_it_lacks() {
    let import = |newer: &[(&str, &str)]| {
        let corpus = Corpus::new();
        let older = corpus.beside("older/a.html", page("2022-01-01", "6", &["§ 6-1-1.", "§ 6-1-2."]));
        corpus.beside("older/b.html", page("2022-01-01", "66", &["§ 66-1-1."]));
        corpus.import(importer("public-resource"), &[older.parent().unwrap()]);
        for (name, page) in newer {
            corpus.beside(&format!("newer/{name}"), page);
        }
        let report = corpus.import(importer("public-resource"), &[&corpus.path().with_file_name("newer")]);
        corpus.import(importer("public-resource"), &[older.parent().unwrap()]);
        (report.removed.count, sections(&corpus))
    };
    let newer = page("2022-02-01", "6", &["§ 6-1-1.", "§ 6-1-3."]);
    assert_eq!(import(&[("a.html", &newer)]), (1, ["6-1-1", "6-1-3", "66-1-1"].map(str::to_owned).to_vec()));
    let cut_off = newer.replace("</html>", "");
    let unnumbered = newer.replace("§ 6-1-3.", "Section:");
    for pages in
        [&[("a.html", &*cut_off)][..], &[("a.html", &*unnumbered)], &[("a.html", &*newer), ("a2.html", &*newer)]]
    {
        let (n_removed, left) = import(pages);
        assert_eq!(n_removed, 0, "{pages:?}");
        assert!(left.contains(&"6-1-2".to_owned()), "{left:?}");
    }
}

fn federal_bill(kind: &str, number: &str, updated: &str) -> String {
    let bill = include_str!("samples/billstatus/3.0.0.xml").replace("<number>21<", &format!("<number>{number}<"));
    let chamber = if kind.starts_with('S') { "Senate" } else { "House" };
    let bill = bill.replace("<type>S<", &format!("<type>{kind}<")).replace(">Senate<", &format!(">{chamber}<"));
    bill.replace("<updateDate>2022-12-16", &format!("<updateDate>{updated}"))
}

/// A zip of federal bills, each given by type, number and day of its update.
fn federal_bills(corpus: &Corpus, name: &str, bills: &[(&str, &str, &str)]) -> PathBuf {
    let files: Vec<(String, String)> = bills
        .iter()
        .map(|(kind, number, updated)| (format!("{kind}{number}.xml"), federal_bill(kind, number, updated)))
        .collect();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, content)| (&**name, content.as_bytes())).collect();
    corpus.beside(name, zip(&files))
}

fn bills(corpus: &Corpus) -> Vec<String> {
    corpus.ids("bills/").iter().map(|id| id.replace("federal-117-", "")).collect()
}

#[test]
fn federal_snapshot_clears_its_congress_and_type() {
    let (corpus, billstatus) = (Corpus::new(), importer("billstatus"));
    let older =
        [("S", "1", "2021-01-01"), ("S", "2", "2021-01-02"), ("SRES", "3", "2021-01-03"), ("HR", "4", "2021-01-04")];
    let older = federal_bills(&corpus, "older.zip", &older);
    corpus.import(billstatus, &[&older]);
    // S. 1 is unchanged in the newer snapshot.
    let newer = federal_bills(&corpus, "newer.zip", &[("S", "1", "2021-01-01"), ("S", "5", "2021-02-01")]);
    assert_eq!(removed(&corpus.import(billstatus, &[&newer])), Vec::<String>::new());
    let report = corpus.import_snapshot(billstatus, &[&newer]);
    assert_eq!(removed(&report), [format!("federal-117-s-2: no longer in {}", location_of(&newer))]);
    assert_eq!(report.unchanged, 2);
    let left = ["hr-4", "s-1", "s-5", "sres-3"];
    assert_eq!(bills(&corpus), left);
    let report = corpus.import(billstatus, &[&older]);
    assert_eq!((report.unchanged, report.older, bills(&corpus)), (3, 1, left.map(str::to_owned).to_vec()));
    let report = corpus.import_snapshot(billstatus, &[&older]);
    assert_eq!((report.removed.count, bills(&corpus)), (0, left.map(str::to_owned).to_vec()));
}

#[test]
fn damaged_snapshot_of_bills_removes_nothing() {
    let (corpus, billstatus) = (Corpus::new(), importer("billstatus"));
    let older =
        [("S", "1", "2021-01-01"), ("S", "2", "2021-01-02"), ("HR", "3", "2021-01-03"), ("HR", "4", "2021-01-04")];
    corpus.import(billstatus, &[&federal_bills(&corpus, "older.zip", &older)]);
    let senate = federal_bills(&corpus, "s.zip", &[("S", "1", "2021-01-01"), ("S", "5", "2021-02-01")]);
    let house = federal_bills(&corpus, "hr.zip", &[("HR", "3", "2021-01-03"), ("HR", "6", "2021-02-01")]);
    let undamaged = fs::read(&senate).unwrap();
    let half_a_bill = &federal_bill("S", "2", "2021-02-01").into_bytes()[..300];
    let without_number = federal_bill("S", "", "2021-02-01");
    let damaged = [
        undamaged[..undamaged.len() - 30].to_vec(),
        zip(&[("s.zip", &undamaged), ("S2.xml", half_a_bill)]),
        zip(&[("s.zip", &undamaged), ("S2.xml", without_number.as_bytes())]),
    ];
    for damaged in damaged {
        corpus.beside("s.zip", damaged);
        let n_before = bills(&corpus).len();
        let report = corpus.import_snapshot(billstatus, &[&senate, &house]);
        assert!(bills(&corpus).contains(&"s-2".to_owned()), "{report}");
        assert!(!bills(&corpus).contains(&"hr-4".to_owned()), "{n_before}, {report}");
    }
    corpus.beside("s.zip", &undamaged);
    assert_eq!(corpus.import_snapshot(billstatus, &[&senate]).removed.count, 1);
}

/// Bills of Wyoming as an official export, each given by session and number.
fn state_bills(corpus: &Corpus, name: &str, generated: &str, bills: &[(&str, &str)]) -> PathBuf {
    let bill = |(session, number): &(&str, &str)| {
        json!({
            "id": format!("ocd-bill/{session}/{number}"), "legislative_session": session, "identifier": number,
            "title": "Relating to ferries.", "jurisdiction_name": "Wyoming", "chamber": "upper",
            "classification": ["bill"],
        })
    };
    let bills = json!(bills.iter().map(bill).collect::<Vec<_>>()).to_string();
    let readme = format!("Generated At: {generated} 08:15:30.123456\n");
    corpus.beside(name, zip(&[("README", readme.as_bytes()), ("WY/2025/WY_2025_bills.json", bills.as_bytes())]))
}

#[test]
fn session_snapshot_spares_sessions_with_the_same_prefix() {
    let (corpus, openstates) = (Corpus::new(), importer("openstates"));
    let older = [("2025", "SF 1"), ("2025", "SF0002"), ("2025 Special", "SF 1"), ("2026", "SF 1")];
    let older = state_bills(&corpus, "older.zip", "2025-01-01", &older);
    corpus.import(openstates, &[&older]);
    let newer = state_bills(&corpus, "newer.zip", "2025-02-01", &[("2025", "SF0001")]);
    let report = corpus.import_snapshot(openstates, &[&newer]);
    assert_eq!(removed(&report), [format!("wy-2025-sf0002: no longer in {}", location_of(&newer))]);
    corpus.import(openstates, &[&older]);
    assert_eq!(corpus.ids("bills/"), ["wy-2025-sf0001", "wy-2025-special-sf0001", "wy-2026-sf0001"]);
}

#[test]
fn files_outside_archives_are_one_snapshot() {
    let (corpus, billstatus) = (Corpus::new(), importer("billstatus"));
    let files: Vec<PathBuf> = [("1", "2021-01-01"), ("2", "2021-02-01"), ("3", "2021-03-01")]
        .iter()
        .map(|(number, updated)| corpus.beside(&format!("s{number}/status.xml"), federal_bill("S", number, updated)))
        .collect();
    let [first, second, third] = [0, 1, 2].map(|idx| files[idx].as_path());
    corpus.import(billstatus, &[first]);
    assert_eq!(corpus.import_snapshot(billstatus, &[second, third]).removed.count, 1);
    assert_eq!(bills(&corpus), ["s-2", "s-3"]);
    assert_eq!(corpus.import_snapshot(billstatus, &[second, third]).unchanged, 2);
}

#[test]
fn sections_moved_between_titles_are_in_the_title_that_has_them() {
    let corpus = Corpus::new();
    let six = corpus.beside("older/a.html", page("2022-01-01", "6", &["§ 6-1-1.", "§ 6-1-2."]));
    corpus.import(importer("public-resource"), &[&six]);
    let folder = corpus.path().with_file_name("newer");
    corpus.beside("newer/a.html", page("2022-02-01", "6", &["§ 6-1-1."]));
    corpus.beside("newer/b.html", page("2022-01-15", "7", &["§ 6-1-2."]));
    let report = corpus.import(importer("public-resource"), &[&folder, &six]);
    assert_eq!(removed(&report), Vec::<String>::new());
    assert_eq!(sections(&corpus), ["6-1-1", "6-1-2"]);
    let titles = fs::read_to_string(corpus.path().join(USLM.replace("uslm", "public-resource-wy"))).unwrap();
    assert!(titles.contains("\"titleNumber\":\"7\""));
}
