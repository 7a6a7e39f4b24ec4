/*!
Parts of `q` that mean more than their words: citations that no record has, numbers of bills, years, statuses, and
operators of other services.
*/

use serde_json::json;

use super::rules::{Expected, check_all, check_readings, statutes, write};
use crate::integration::contract::List;
use crate::integration::corpus::{Corpus, bill, case, statute, with};
use crate::integration::oracle::check;
use crate::integration::support::TestApp;

/// Checks `meta.hint` and the ids that each `q` finds in a list.
fn check_hints(app: &TestApp, list: List, searches: &[(&str, &[&str], Option<&str>)]) {
    for (q, ids, hint) in searches {
        let (found, reading) = app.walk_with_reading(list, &vec![("q", (*q).to_owned())], || 100);
        let found: Vec<&str> = found.iter().map(|record| record["id"].as_str().unwrap()).collect();
        assert_eq!((&found[..], reading["hint"].as_str()), (*ids, *hint), "{q}");
    }
}

#[test]
fn absent_citation_finds_mentions_and_names_the_nearest() {
    let case = |id: &str, name: &str, citation: &str, summary: &str| {
        with(case(id, "federal"), json!({ "caseName": name, "citation": citation, "summary": summary }))
    };
    let section = |id: &str, citation: &str| {
        let mut statute = with(statute(id, "federal"), json!({ "title": format!("Law {id}") }));
        statute["meta"]["citation"] = json!(citation);
        statute
    };
    let corpus = Corpus {
        cases: vec![
            case("roe", "Roe v. Wade", "410 U.S. 113", "Us and 114."),
            case("brown", "Brown v. Board of Education", "347 U.S. 483", "A claim under 42 U.S.C. § 1983."),
            case("second", "Brown v. Board of Education", "349 U.S. 294", "A remedy."),
        ],
        statutes: vec![
            section("a", "42 U.S.C. § 1937"),
            section("b", "42 U.S.C. § 1983"),
            section("c", "42 U.S.C. § 300gg-1"),
            section("d", "Idaho Code § 17-101"),
            section("e", "Cal. Penal Code § 187"),
            section("f", "Del. Code Ann. tit. 25, § 101"),
        ],
        ..Corpus::default()
    };
    let directory = write(&corpus, "");
    let (app, contract) = (directory.app(), directory.contract());
    let nearest =
        |cited: &str, nearest: &str| format!("No case here has the citation {cited}: the nearest is {nearest}.");
    let roe = "410 U.S. 113 (Roe v. Wade)";
    let named = "No case here has the citation 347 U.S. 438: 347 U.S. 483 (Brown v. Board of Education) has the name.";
    let searches: &[(&str, &[&str], Option<&str>)] = &[
        ("410 U.S. 113", &["roe"], None),
        ("410 U.S. 114", &[], Some(&nearest("410 U.S. 114", roe))),
        ("410 us 9", &[], Some(&nearest("410 U.S. 9", roe))),
        ("411 U.S. 113", &[], Some("No case here has the citation 411 U.S. 113.")),
        ("42 USC 1983", &["brown"], Some("No case here has the citation 42 U.S.C. § 1983: these cases mention it.")),
        ("347 U.S. 438, Brown v. Board", &[], Some(named)),
        ("Brown v. Board, 347 U.S. 438 (1954)", &[], Some(named)),
        ("410 U.S. 114 us", &["roe", "second", "brown"], None),
        ("\"410 U.S. 114\"", &[], None),
    ];
    check_hints(&app, List::Cases, searches);
    let nearest =
        |cited: &str, nearest: &str| format!("No statute here has the citation {cited}: the nearest is {nearest}.");
    let absent =
        |cited: &str, title: &str| format!("No statute here has the citation {cited}: no section {title} is here.");
    let searches: &[(&str, &[&str], Option<&str>)] = &[
        ("42 USC 1938", &[], Some(&nearest("42 U.S.C. § 1938", "42 U.S.C. § 1937 (Law a)"))),
        ("42 U.S.C. § 1984(a)", &[], Some(&nearest("42 U.S.C. § 1984", "42 U.S.C. § 1983 (Law b)"))),
        ("42 USC 300gg-91", &[], Some(&nearest("42 U.S.C. § 300gg-91", "42 U.S.C. § 300gg-1 (Law c)"))),
        ("Idaho Code 17-105", &[], Some(&nearest("Idaho Code § 17-105", "Idaho Code § 17-101 (Law d)"))),
        ("Cal. Penal Code 189", &[], Some(&nearest("Cal. Penal Code § 189", "Cal. Penal Code § 187 (Law e)"))),
        ("Cal. Penal Code 187.5", &[], Some(&nearest("Cal. Penal Code § 187.5", "Cal. Penal Code § 187 (Law e)"))),
        ("Idaho Code 18-8004", &[], Some(&absent("Idaho Code § 18-8004", "that begins with Idaho Code § 18-"))),
        ("Idaho Code 1-204", &[], Some(&absent("Idaho Code § 1-204", "that begins with Idaho Code § 1-"))),
        ("52 USC 10101", &[], Some(&absent("52 U.S.C. § 10101", "of 52 U.S.C."))),
        (
            "Del. Code Ann. tit. 2, § 101",
            &[],
            Some(&absent("Del. Code Ann. tit. 2, § 101", "of Del. Code Ann. tit. 2")),
        ),
    ];
    check_hints(&app, List::Statutes, searches);
    let absent = "No bill here has the citation H.R. 9, 117th Cong.";
    check_hints(&app, List::Bills, &[("H.R. 9, 117th Cong.", &[], Some(absent))]);
    for (list, q) in [
        (List::Cases, "410 U.S. 114"),
        (List::Cases, "42 USC 1983"),
        (List::Statutes, "42 USC 1938"),
        (List::Statutes, "Idaho Code 18-8004"),
        (List::Statutes, "Cal. Penal Code 187.5"),
        (List::Statutes, "Del. Code Ann. tit. 2, § 101"),
    ] {
        for mode in ["auto", "all", "any"] {
            check(&app, &contract, list, &vec![("q", q.to_owned()), ("match", mode.to_owned())]);
        }
    }
}

#[test]
fn spelled_out_number_finds_the_bills_that_have_it() {
    let bills = [
        ("federal-117-s-1", "federal", "S. 1"),
        ("federal-117-hres-4", "federal", "H. Res. 4"),
        ("federal-117-hr-4", "federal", "H.R. 4"),
        ("federal-117-hjres-17", "federal", "H.J. Res. 17"),
        ("ca-2021-ab5", "ca", "AB 5"),
        ("ca-2021-sb1", "ca", "SB 1"),
        ("ny-2021-s1", "ny", "S1"),
        ("al-2021-sf0006", "al", "SF0006"),
        ("al-2021-hr4", "al", "HR 4"),
    ];
    let bills = bills.map(|(id, jurisdiction, number)| with(bill(id, jurisdiction), json!({ "billNumber": number })));
    let directory = write(&Corpus { bills: bills.into(), ..Corpus::default() }, "");
    let searches: &[Expected<'_>] = &[
        ("senate bill 1", &["federal-117-s-1", "ny-2021-s1", "ca-2021-sb1"]),
        ("California Senate Bill No. 1", &["ca-2021-sb1"]),
        ("house joint resolution 17", &["federal-117-hjres-17"]),
        ("Assembly Bill 5", &["ca-2021-ab5"]),
        ("Alabama Senate File 6", &["al-2021-sf0006"]),
        ("house resolution 4", &["federal-117-hres-4"]),
        ("Alabama House Resolution 4", &["al-2021-hr4"]),
        ("house bill 4", &["federal-117-hr-4"]),
        ("hjres 17", &["federal-117-hjres-17"]),
    ];
    check_all(&directory, List::Bills, "auto", searches);
    let query = vec![("citation", "senate bill 1".to_owned())];
    check(&directory.app(), &directory.contract(), List::Bills, &query);
}

#[test]
fn year_finds_the_records_of_its_date() {
    let decided = |id: &str, date: &str, summary: &str| {
        let name = json!({ "caseName": format!("Brown v. {id}"), "decisionDate": date, "summary": summary });
        with(case(id, "federal"), name)
    };
    let corpus = Corpus {
        cases: vec![
            decided("a", "1954-05-17", "Schools."),
            decided("b", "1955-05-31", "The section of schools."),
            decided("c", "1983-01-01", "A section of 1955."),
        ],
        statutes: vec![with(statute("d", "federal"), json!({ "title": "Rights", "effectiveDate": "1964-07-02" }))],
        bills: vec![with(bill("e", "federal"), json!({ "title": "Roads", "introducedDate": "2021-06-04" }))],
    };
    let directory = write(&corpus, "");
    let searches: &[Expected<'_>] = &[
        ("Brown 1954", &["a"]),
        ("1955", &["b", "c"]),
        ("\"1954\"", &["a"]),
        ("brown -1954", &["c", "b"]),
        ("schools 1954 OR 1955", &["a", "b"]),
        // The number of a section is no year.
        ("section 1983", &[]),
        ("section § 1983", &[]),
        ("1983 section", &["c"]),
        ("1984", &[]),
    ];
    check_all(&directory, List::Cases, "all", searches);
    check_all(&directory, List::Statutes, "all", &[("rights 1964", &["d"])]);
    check_all(&directory, List::Bills, "all", &[("roads 2021", &["e"])]);
}

#[test]
fn status_of_a_bill_finds_it_and_words_for_new_are_stop_words() {
    let bills = [("a", "Guns", "signed"), ("b", "Guns", "passed_chamber"), ("c", "Guns", "in_committee")];
    let mut bills: Vec<_> =
        bills.map(|(id, title, status)| with(bill(id, "ca"), json!({ "title": title, "status": status }))).into();
    bills.push(with(bill("d", "ca"), json!({ "title": "Signed forms", "status": "in_committee" })));
    let directory = write(&Corpus { bills, ..Corpus::default() }, "");
    let searches: &[Expected<'_>] = &[
        ("signed about guns", &["a"]),
        ("enacted guns", &["a"]),
        ("guns passed", &["a", "b"]),
        ("\"signed\" guns", &["a"]),
        ("guns -signed", &["b", "c"]),
        ("signed", &["d", "a"]),
        ("sign", &["d"]),
        ("signs guns", &[]),
        ("latest on guns", &["a", "b", "c"]),
        ("recent newest guns recently", &["a", "b", "c"]),
    ];
    check_all(&directory, List::Bills, "all", searches);
    check_all(&statutes(&[("a", "Signed law"), ("b", "Guns")]), List::Statutes, "all", &[("signed guns", &[])]);
}

#[test]
fn operator_of_another_service_gives_a_hint() {
    let directory = statutes(&[("a", "Privacy of speech"), ("b", "Mail fraud"), ("c", "Title p of s and 5 and 10")]);
    let app = directory.app();
    let near =
        |typed: &str| format!("{typed} is no operator here: words in quotation marks are found next to each other.");
    let cut = |typed: &str| format!("{typed} is no operator here: a word finds its other forms without it.");
    let plus = "+ is no operator here: AND between two words requires both.";
    let not = "% is no operator here: -word and NOT word exclude a word.";
    for (q, ids, hint) in [
        ("privacy % speech", &["a"][..], Some(not.to_owned())),
        ("privacy /p speech", &["a"], Some(near("/p"))),
        ("privacy w/5 speech", &["a"], Some(near("w/5"))),
        ("privacy /S speech", &["a"], Some(near("/S"))),
        ("\"mail fraud\"~10", &["b"], Some(near("~10"))),
        ("+mail +fraud", &["b"], Some(plus.to_owned())),
        ("privac*", &["a"], Some(cut("*"))),
        ("privacy!", &["a"], Some(cut("!"))),
        ("privacy! speech", &["a"], Some(cut("!"))),
        ("speech of privacy!", &["a"], None),
        ("\"privacy /p\"", &[], None),
        ("/5", &["c"], Some(near("/5"))),
        ("100% of privacy", &["a"], None),
    ] {
        check_hints(&app, List::Statutes, &[(q, ids, hint.as_deref())]);
        check(&app, &directory.contract(), List::Statutes, &vec![("q", q.to_owned())]);
    }
    let (all, near) = (json!({ "match": "all" }), json!({ "match": "any", "hint": near("/p") }));
    check_readings(&directory, &[("mail fraud", "auto", all), ("zebra /p horse", "auto", near)]);
}
