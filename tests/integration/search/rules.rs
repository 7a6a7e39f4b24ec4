/*!
The records that `q` finds, with a test for each section of `docs/search.md`. Every result is also compared with the
oracle.
*/

use std::fs;

use serde_json::{Value, json};

use crate::integration::contract::{List, text};
use crate::integration::corpus::{Corpus, CorpusDirectory, bill, case, statute, with};
use crate::integration::oracle::check;
use crate::integration::support::Query;

/// A `q`, and the ids of the records that it finds, best first.
pub(super) type Expected<'e> = (&'e str, &'e [&'e str]);

/// Writes a corpus with a thesaurus, whose groups are lines with tabs.
pub(super) fn write(corpus: &Corpus, groups: &str) -> CorpusDirectory {
    let directory = corpus.write();
    fs::write(directory.path().join("synonyms.tsv"), groups).unwrap();
    directory
}

/// Writes federal statutes with these ids and titles.
pub(super) fn statutes(titles: &[(&str, &str)]) -> CorpusDirectory {
    let statutes = titles.iter().map(|(id, title)| with(statute(id, "federal"), json!({ "title": title })));
    write(&Corpus { statutes: statutes.collect(), ..Corpus::default() }, "")
}

/// Checks searches of a list with a value of `match`, each against its results and the oracle.
pub(super) fn check_all(directory: &CorpusDirectory, list: List, mode: &str, searches: &[Expected<'_>]) {
    let (app, contract) = (directory.app(), directory.contract());
    for (q, ids) in searches {
        let query: Query = vec![("q", (*q).to_owned()), ("match", mode.to_owned())];
        check(&app, &contract, list, &query);
        let found = app.walk(list, &query, || 2);
        let found: Vec<&str> = found.iter().map(|record| text(record, "id")).collect();
        assert_eq!(found, *ids, "{q}");
    }
}

/// Checks the members that `meta` has only with `q`.
pub(super) fn check_readings(directory: &CorpusDirectory, searches: &[(&str, &str, Value)]) {
    let (app, contract) = (directory.app(), directory.contract());
    for (q, mode, expected) in searches {
        let query: Query = vec![("q", (*q).to_owned()), ("match", (*mode).to_owned())];
        check(&app, &contract, List::Statutes, &query);
        let (_, reading) = app.walk_with_reading(List::Statutes, &query, || 100);
        assert_eq!(reading, *expected, "{q} with match={mode}");
    }
}

#[test]
fn word_finds_its_other_forms_and_possessives() {
    let directory =
        statutes(&[("a", "Taxes on income"), ("b", "O’Brien's tenants"), ("c", "Women's shelters"), ("d", "Hawaiʻi")]);
    let searches: &[Expected<'_>] = &[
        ("tax", &["a"]),
        ("TAXED incomes", &["a"]),
        ("obrien", &["b"]),
        ("O'Brien tenant", &["b"]),
        ("women", &["c"]),
        ("woman", &[]),
        ("Hawai'i", &["d"]),
        ("hawaii", &["d"]),
    ];
    check_all(&directory, List::Statutes, "all", searches);
}

#[test]
fn possessive_finds_its_word_with_and_without_the_apostrophe() {
    let directory = statutes(&[
        ("a", "FDA’s approval"),
        ("b", "Approval by the FDA"),
        ("c", "CONGRESS'S powers"),
        ("d", "Powers of Congress"),
        ("e", "Driver's license"),
        ("f", "Drivers' license"),
        ("g", "Drivers license"),
        ("h", "Driver license"),
        ("i", "The U.S.'s debt to Doe's heirs"),
    ]);
    let license: &[&str] = &["e", "f", "g"];
    let searches: &[Expected<'_>] = &[
        ("fda", &["a", "b"]),
        ("FDA'S", &["a", "b"]),
        ("\"fda's approval\"", &["a"]),
        ("\"fda approval\"", &["a"]),
        ("congress", &["c", "d"]),
        ("Congress's", &["c", "d"]),
        ("driver's license", &["e", "f", "g", "h"]),
        ("drivers license", &["e", "f", "g", "h"]),
        ("driver license", &["h", "e", "f", "g"]),
        ("\"driver's license\"", license),
        ("\"drivers license\"", license),
        ("\"driver license\"", &["h"]),
        ("US debts", &["i"]),
        ("\"doe heirs\"", &["i"]),
        ("what's the debt", &["i"]),
    ];
    check_all(&directory, List::Statutes, "all", searches);
    check_all(&directory, List::Statutes, "any", &[("what's the debt", &["i"]), ("Doe's", &["i"])]);
}

#[test]
fn abbreviations_and_citations_are_found_in_every_spelling() {
    let citation = json!({ "source": "A", "jurisdiction": "federal", "last_updated": "2026-01-01",
        "citation": "18 U.S.C. § 1341", "license": "CC0 1.0" });
    let mail = json!({ "title": "Swindles", "titleNumber": "18", "sectionNumber": "§ 1341", "meta": citation });
    let jdb = json!({ "caseName": "J. D. B. v. U.S. Ex Rel. Société Générale", "citation": "1 Test 2" });
    let corpus = Corpus {
        statutes: vec![with(statute("mail", "federal"), mail), statute("other", "federal")],
        cases: vec![
            with(case("jdb", "federal"), jdb),
            with(case("roe", "federal"), json!({ "caseName": "Roe v. Wade", "citation": "410 U.S. 113" })),
        ],
        bills: vec![
            with(bill("hjres", "federal"), json!({ "billNumber": "H.J. Res. 59" })),
            with(bill("hr", "federal"), json!({ "billNumber": "H.R. 3684" })),
            with(bill("sf", "ca"), json!({ "billNumber": "SF0006" })),
        ],
    };
    let directory = write(&corpus, "");
    let of_mail: &[&str] = &["mail"];
    let statutes =
        ["18 USC 1341", "18 u. s. c. § 1341", "18USC1341", "18 U.S.C.A. sec. 1341(a)(1)", "18 U.S.C. § 1341 (2018)"];
    check_all(&directory, List::Statutes, "auto", &statutes.map(|q| (q, of_mail)));
    check_all(&directory, List::Statutes, "all", &[("title 18 section 1341", of_mail)]);
    let searches: &[Expected<'_>] = &[
        ("JDB v US", &["jdb"]),
        ("J.D.B. vs. U. S.", &["jdb"]),
        ("societe generale", &["jdb"]),
        ("410 United States Reports 113", &["roe"]),
        ("Roe v. Wade, 410 U.S. 113, 153 (1973)", &["roe"]),
        ("brown 410 U.S. 113", &[]),
    ];
    check_all(&directory, List::Cases, "all", searches);
    let searches: &[Expected<'_>] = &[
        ("HR 3684", &["hr"]),
        ("hr3684", &["hr"]),
        ("H. R. 3684", &["hr"]),
        ("3684-hr", &[]),
        ("HJRES 59", &["hjres"]),
        ("SF 6", &["sf"]),
        ("S.F. 0006", &["sf"]),
    ];
    check_all(&directory, List::Bills, "all", searches);
}

#[test]
fn synonyms_find_each_other_and_rank_after_the_word_itself() {
    let titles = [
        ("a", "Larceny"),
        ("b", "Theft"),
        ("c", "Peace officers"),
        ("d", "Officer of the peace"),
        ("e", "Cops"),
        ("f", "Shoplifting"),
    ];
    let statutes = titles.map(|(id, title)| with(statute(id, "federal"), json!({ "title": title })));
    let groups = "theft\tlarceny\ncop\tpeace officer\npetty theft\tshoplifting\n";
    let directory = write(&Corpus { statutes: statutes.into(), ..Corpus::default() }, groups);
    let searches: &[Expected<'_>] = &[
        ("theft", &["b", "a"]),
        ("Larcenies", &["a", "b"]),
        ("cop", &["e", "c"]),
        ("peace officer", &["c", "e", "d"]),
        ("officer peace", &["c", "d"]),
        ("petty theft", &["f"]),
        ("\"theft\"", &["b"]),
        ("theft OR shoplifting", &["b", "f", "a"]),
        ("-theft", &["a", "c", "d", "e", "f"]),
    ];
    check_all(&directory, List::Statutes, "all", searches);
}

#[test]
fn abbreviations_in_names_find_their_words() {
    let names = [
        ("commerce", "Department of Commerce v. New York"),
        ("brown", "Brown v. Board of Education"),
        ("epa", "West Virginia v. EPA"),
        ("all", "All America v. Am. Rest."),
    ];
    let cases = names.map(|(id, name)| with(case(id, "federal"), json!({ "caseName": name })));
    let directory = write(&Corpus { cases: cases.into(), ..Corpus::default() }, "");
    let searches: &[Expected<'_>] = &[
        ("Dep't of Commerce v. N.Y.", &["commerce"]),
        ("dept commerce", &["commerce"]),
        ("\"dept\" commerce", &[]),
        ("brown vs board of ed", &["brown"]),
        ("Brown v. Bds. of Educ.", &["brown"]),
        ("ed brown", &[]),
        ("W. Va. v. EPA", &["epa"]),
        ("epa va", &[]),
        ("all", &["all"]),
        ("am rest", &["all"]),
    ];
    check_all(&directory, List::Cases, "all", searches);
    let (all, any) = (json!({ "match": "all" }), json!({ "match": "any" }));
    let app = directory.app();
    for (q, expected) in [("Dep't of Commerce v. N.Y.", &all), ("univ commerce", &any), ("W. Va. versus EPA", &all)] {
        let (_, reading) = app.walk_with_reading(List::Cases, &vec![("q", q.to_owned())], || 100);
        assert_eq!(reading, *expected, "{q}");
    }
}

#[test]
fn names_of_jurisdictions_courts_and_topics_find_their_records() {
    let ninth = "United States Court of Appeals for the Ninth Circuit";
    let corpus = Corpus {
        cases: vec![
            with(case("ca", "ca"), json!({ "caseName": "A v. B", "topics": ["landlord-tenant"] })),
            with(case("federal", "federal"), json!({ "caseName": "C v. D", "court": ninth })),
            with(case("ny", "ny"), json!({ "caseName": "E v. F", "topics": ["space-elevators"] })),
        ],
        ..Corpus::default()
    };
    let searches: &[Expected<'_>] = &[
        ("california", &["ca"]),
        ("tenants CA", &["ca"]),
        ("TENANTS CA", &[]),
        ("tenants ca", &[]),
        ("cal", &[]),
        ("ninth circuits", &["federal"]),
        ("\"ninth circuit\"", &["federal"]),
        ("\"ninth circuits\"", &[]),
        ("elevator", &["ny"]),
        ("peacemaking -california", &["ny"]),
        ("a california", &["ca"]),
    ];
    let directory = write(&corpus, "");
    check_all(&directory, List::Cases, "all", searches);
}

#[test]
fn ordinal_before_amendment_is_no_circuit() {
    let court = |ordinal: &str| json!(format!("United States Court of Appeals for the {ordinal} Circuit"));
    let corpus = Corpus {
        cases: vec![
            with(case("a", "federal"), json!({ "caseName": "Amendment of A", "court": court("Eighth") })),
            with(case("b", "federal"), json!({ "caseName": "Eighth Amendment claims of B", "court": court("Second") })),
        ],
        ..Corpus::default()
    };
    let searches: &[Expected<'_>] = &[
        ("eighth amendment", &["b"]),
        ("8th amendment", &[]),
        ("2nd amendment", &[]),
        ("eighth circuit amendment", &["b", "a"]),
        ("amendment eighth", &["b", "a"]),
    ];
    check_all(&write(&corpus, ""), List::Cases, "all", searches);
}

#[test]
fn session_of_a_bill_finds_it_by_its_name() {
    let bills = [
        ("federal-117-hr-1", "federal", "H.R. 1", "Gifts to Congress"),
        ("federal-118-hr-2", "federal", "H.R. 2", "Roads"),
        ("federal-118-s-118", "federal", "S. 118", "Bridges"),
        ("ny-49th-2nd-regular-sb1070", "ny", "SB 1070", "Bridges"),
        ("ca-2017-2018-ab375", "ca", "AB 375", "Roads of 2025"),
        ("al-2021s1-hb5", "al", "HB 5", "Bridges"),
    ];
    let bills = bills.map(|(id, jurisdiction, number, title)| {
        with(bill(id, jurisdiction), json!({ "billNumber": number, "title": title }))
    });
    let directory = write(&Corpus { bills: bills.into(), ..Corpus::default() }, "");
    let of_118: &[&str] = &["federal-118-hr-2", "federal-118-s-118"];
    let searches: &[Expected<'_>] = &[
        ("118th congress", of_118),
        ("118 Congress", &["federal-118-s-118", "federal-118-hr-2"]),
        ("\"118\" congress", &["federal-118-s-118", "federal-118-hr-2"]),
        ("\"118th Congress\"", of_118),
        ("118th", of_118),
        ("118th congresses bridge", &["federal-118-s-118"]),
        ("117th OR 118th congress", &["federal-117-hr-1", "federal-118-hr-2", "federal-118-s-118"]),
        ("roads -118th", &["ca-2017-2018-ab375"]),
        ("-118th congress", &["federal-117-hr-1"]),
        ("119th congress", &[]),
        // Without the other, neither the number nor the word is a name.
        ("118", &["federal-118-s-118"]),
        ("\"118\"", &["federal-118-s-118"]),
        ("congress", &["federal-117-hr-1"]),
        ("118 \"congress\"", &[]),
        ("congress 118", &[]),
        ("2017-2018", &["ca-2017-2018-ab375"]),
        ("2018", &["ca-2017-2018-ab375"]),
        ("\"2018\"", &["ca-2017-2018-ab375"]),
        ("2021", &["al-2021s1-hb5"]),
        ("2021S1", &["al-2021s1-hb5"]),
        ("49th", &["ny-49th-2nd-regular-sb1070"]),
        ("\"49th 2nd regular\"", &["ny-49th-2nd-regular-sb1070"]),
        ("2nd", &[]),
        ("regular", &[]),
    ];
    check_all(&directory, List::Bills, "all", searches);
    check_all(
        &directory,
        List::Bills,
        "auto",
        &[("118th congress", &[of_118, &["federal-117-hr-1"]].concat()), ("gifts to congress", &["federal-117-hr-1"])],
    );
}

#[test]
fn compounds_are_found_written_as_one_word_or_as_two() {
    let directory = statutes(&[
        ("a", "Taxpayers"),
        ("b", "The tax payers"),
        ("c", "Payer of a tax"),
        ("d", "Sex of the same kind"),
        ("e", "The 200 310"),
    ]);
    let searches: &[Expected<'_>] = &[
        ("taxpayer", &["a", "b"]),
        ("tax payer", &["b", "a", "c"]),
        ("payer tax", &["b", "c"]),
        ("same-sex", &["d"]),
        ("200310", &[]),
        ("200 310", &["e"]),
    ];
    check_all(&directory, List::Statutes, "all", searches);
}

#[test]
fn quoted_and_digit_joined_words_match_exactly_in_order() {
    let directory = statutes(&[
        ("a", "Mail fraud"),
        ("b", "Fraud by mail"),
        ("c", "Mail frauds"),
        ("d", "Section 2000e-5"),
        ("e", "5 section e 2000"),
    ]);
    let searches: &[Expected<'_>] = &[
        ("mail fraud", &["a", "c", "b"]),
        ("\"mail fraud\"", &["a"]),
        ("“fraud by”", &["b"]),
        ("\"fraud mail\"", &[]),
        ("\"frauds\"", &["c"]),
        ("\"Mail\"", &["a", "c", "b"]),
        ("2000e-5", &["d"]),
        ("2000 e 5", &["d", "e"]),
        ("mail \"\"", &["a", "c", "b"]),
    ];
    check_all(&directory, List::Statutes, "all", searches);
}

#[test]
fn phrase_does_not_span_two_texts() {
    let statutes = vec![with(statute("a", "federal"), json!({ "title": "Mail", "summary": "Fraud by wire." }))];
    let directory = write(&Corpus { statutes, ..Corpus::default() }, "");
    check_all(&directory, List::Statutes, "all", &[("\"mail fraud\"", &[]), ("mail fraud", &["a"])]);
}

#[test]
fn match_selects_by_all_words_or_by_any() {
    let directory = statutes(&[("a", "Landlord and tenant"), ("b", "Tenant"), ("c", "Deposit")]);
    check_all(&directory, List::Statutes, "all", &[("landlord tenant", &["a"]), ("tenant deposit", &[])]);
    check_all(&directory, List::Statutes, "any", &[("landlord tenant", &["a", "b"]), ("tenant zebra", &["b", "a"])]);
    check_all(
        &directory,
        List::Statutes,
        "auto",
        &[("landlord tenant", &["a", "b"]), ("tenant deposit", &["c", "b", "a"])],
    );
    let (all, any) = (json!({ "match": "all" }), json!({ "match": "any" }));
    check_readings(
        &directory,
        &[
            ("landlord tenant", "auto", any.clone()),
            ("tenant deposit", "auto", any.clone()),
            ("tenant deposit", "all", all.clone()),
            ("landlord tenant", "any", any.clone()),
            ("zebra", "auto", any),
            ("-zebra", "auto", all),
        ],
    );
}

#[test]
fn misspelled_word_is_read_as_the_nearest_one_and_meta_says_so() {
    let directory = statutes(&[
        ("a", "Plessy and the cat"),
        ("b", "Landlords"),
        ("c", "Polygamy and plesst"),
        ("d", "Plessy"),
        ("e", "Term"),
    ]);
    let read = |typed: &str, read: &str| json!({ "match": "all", "corrected": { typed: read } });
    let (all, any) = (json!({ "match": "all" }), json!({ "match": "any" }));
    check_readings(
        &directory,
        &[
            // One edit. Of `plessy` and `plesst`, the word in more records wins.
            ("plessey", "auto", read("plessey", "plessy")),
            ("plesys", "auto", read("plesys", "plessy")),
            ("pelssy", "auto", read("pelssy", "plessy")),
            ("lpessy", "auto", any.clone()),
            // A word in capitals may be an acronym.
            ("PLESSEY", "auto", any.clone()),
            ("PLESSEY v plessy", "auto", any.clone()),
            // In a text of several words that is in capitals throughout, none is.
            ("CAT PLESSEY", "any", json!({ "match": "any", "corrected": { "plessey": "plessy" } })),
            ("Plessey", "auto", read("plessey", "plessy")),
            // A word of three letters is never corrected, one of four is.
            ("cta", "auto", any.clone()),
            ("trem", "auto", read("trem", "term")),
            // Two edits need eight letters.
            ("lnadlrods", "auto", read("lnadlrods", "landlords")),
            ("plezzy", "auto", any.clone()),
            ("polygamists", "auto", read("polygamists", "polygamy")),
            ("polyga", "auto", any.clone()),
            // Nothing is corrected in quotation marks, in an exclusion, or if all words are required as typed.
            ("\"plessey\"", "auto", any),
            ("-plessey", "auto", all.clone()),
            ("plessey", "all", all.clone()),
            ("cat plessey", "any", json!({ "match": "any", "corrected": { "plessey": "plessy" } })),
            ("plessy", "auto", all),
        ],
    );
}

#[test]
fn word_of_a_name_the_thesaurus_or_a_compound_is_not_corrected() {
    let statutes = ["United status", "Larcenies of tax payers", "Thefts"].iter().zip(["a", "b", "c"]);
    let statutes = statutes.map(|(title, id)| with(statute(id, "ca"), json!({ "title": title })));
    let directory = write(&Corpus { statutes: statutes.collect(), ..Corpus::default() }, "stolen\tthefty\n");
    for q in ["californian", "california", "stolen", "taxpayer"] {
        let (_, reading) = directory.app().walk_with_reading(List::Statutes, &vec![("q", q.to_owned())], || 100);
        assert_eq!(reading.get("corrected"), None, "{q}");
    }
    check_readings(&directory, &[("taxpayre", "auto", json!({ "match": "any" }))]);
}

#[test]
fn operators_join_and_exclude_pieces() {
    let directory = statutes(&[
        ("a", "Landlord deposit"),
        ("b", "Tenant deposit"),
        ("c", "Landlord and tenant"),
        ("d", "Mail fraud"),
        ("e", "Fraud by mail"),
        ("f", "Same sex, or not"),
    ]);
    let searches: &[Expected<'_>] = &[
        ("landlord OR tenant deposit", &["a", "b"]),
        ("deposit landlord OR tenant", &["a", "b"]),
        ("landlord OR mail OR sex", &["a", "d", "c", "e", "f"]),
        ("landlord OR \"mail fraud\"", &["d", "a", "c"]),
        ("deposit NOT landlord", &["b"]),
        ("deposit -landlords", &["b"]),
        ("deposit - landlord", &["a"]),
        ("-deposit -mail", &["c", "f"]),
        ("-\"mail fraud\"", &["a", "b", "c", "e", "f"]),
        ("-same-sex", &["a", "b", "c", "d", "e"]),
        ("-deposit OR fraud", &["c", "f"]),
        ("fraud -", &["d", "e"]),
        ("fraud -\"\"", &["d", "e"]),
        ("sex OR", &["f"]),
        ("NOT", &["f"]),
        ("landlord and tenant", &["c"]),
        ("same-sex", &["f"]),
        ("a OR", &["f"]),
    ];
    check_all(&directory, List::Statutes, "all", searches);
    let searches: &[Expected<'_>] = &[
        ("deposit AND tenant mail", &["b"]),
        ("deposit AND NOT tenant mail", &["a"]),
        ("sex mail AND deposit OR fraud", &["d", "e"]),
        ("tenant mail -deposit", &["d", "c", "e"]),
    ];
    check_all(&directory, List::Statutes, "any", searches);
}

#[test]
fn operator_without_an_operand_is_a_word() {
    let corpus = Corpus {
        cases: vec![
            with(case("ny", "ny"), json!({ "caseName": "Portland v. Or" })),
            with(case("pr", "pr"), json!({ "caseName": "Portland Ltd." })),
        ],
        ..Corpus::default()
    };
    check_all(&write(&corpus, ""), List::Cases, "all", &[("Portland OR", &["ny"]), ("AND OR", &["ny"])]);
}
