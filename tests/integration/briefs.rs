/*!
Texts of ten classes as they stand in briefs, orders and letters: every authority in them is read, and no other.
*/

use serde_json::{Value, json};

use super::support::TestApp;

/// Returns the id of the record of each citation in a text, or its status.
fn checked(text: &str) -> Vec<String> {
    let body = TestApp::bundled().post("/api/v1/citations", "text/plain", text.to_owned()).good();
    let shown = |citation: &Value| match citation["status"].as_str().unwrap() {
        "found" => citation["records"][0]["id"].as_str().unwrap().to_owned(),
        status => status.to_owned(),
    };
    body["data"].as_array().unwrap().iter().map(shown).collect()
}

#[test]
fn table_of_authorities_is_read() {
    let text = "TABLE OF AUTHORITIES
Cases                                                         Page(s)
Brown v. Board of Education,
    347 U.S. 483 (1954) .................................... 12, 14
Cooper v. Aaron, 358 U.S. 1 (1958) ......................... passim
District of Columbia v. Heller,
    554 U.S. 570 (2008) .................................... 3 n.1
Statutes
18 U.S.C. § 1341 ........................................... 7
42 U.S.C. § 1983 ........................................... 1, 2
Rules
Fed. R. Civ. P. 56(a) ...................................... 9
";
    let expected = [
        "scotus-347-us-483",
        "scotus-358-us-1",
        "scotus-554-us-570",
        "federal-usc-18-1341",
        "federal-usc-42-1983",
        "not_checkable",
    ];
    assert_eq!(checked(text), expected);
}

#[test]
fn name_in_a_table_begins_after_the_heading_and_the_pages() {
    let text = "TABLE OF AUTHORITIES\nCases\nSmith v. Maryland, 442 U.S. 735 (1979) .......... 3, 5, 7\nTurner v. \
                Safley,\n482 U.S. 78\n(1987) . . . . . . . passim\nWyeth v. Levine, 555 U.S. 555 (2009) ..... 9\n";
    let body = TestApp::bundled().post("/api/v1/citations", "text/plain", text).good();
    let citations = body["data"].as_array().unwrap();
    let names: Vec<&Value> = citations.iter().map(|citation| &citation["name"]["written"]).collect();
    assert_eq!(names, ["Smith v. Maryland", "Turner v. Safley", "Wyeth v. Levine"]);
    assert!(citations.iter().all(|citation| citation["year"]["agrees"] == true), "{body:#}");
}

#[test]
fn series_after_a_name_shares_the_name_and_the_year() {
    let shown = |text: &str| -> Vec<Value> {
        let body = TestApp::bundled().post("/api/v1/citations", "text/plain", text.to_owned()).good();
        let citations = body["data"].as_array().unwrap().iter();
        citations.map(|citation| json!([citation["name"]["agrees"], citation["year"]["agrees"]])).collect()
    };
    let other = json!([false, false]);
    assert_eq!(shown("Turner v. Safley, 482 U.S. 78, 347 U.S. 483 (1987)."), [json!([true, true]), other.clone()]);
    assert_eq!(shown("Turner v. Safley, 482 U.S. 78, 84, 347 U.S. 483 (1987)."), [json!([true, true]), other]);
    let apart = [json!([true, null]), json!([null, true])];
    assert_eq!(shown("Turner v. Safley, 482 U.S. 78; 347 U.S. 483 (1954)."), apart);
    assert_eq!(shown("Compare 482 U.S. 78, 347 U.S. 483 (1954)."), [json!([null, null]), json!([null, true])]);
}

#[test]
fn string_of_citations_with_short_forms_is_read() {
    let text = "The Court has long held so. See, e.g., Smith v. Maryland, 442 U.S. 735, 743-44 (1979); Kelly v. United \
                States, 590 U.S. 391, 395 (2020); cf. Wyeth v. Levine, 555 U.S. 555, 565 (2009) (quoting Worcester v. \
                Georgia, 31 U.S. (6 Pet.) 515, 561 (1832)). Smith, 442 U.S. at 744. Id. at 745; see also Wyeth, \
                supra, at 570. Then Kelly, supra, at 396.";
    let expected = [
        "scotus-442-us-735",
        "scotus-590-us-391",
        "scotus-555-us-555",
        "scotus-31-us-515",
        "scotus-442-us-735",
        "scotus-442-us-735",
        "scotus-555-us-555",
        "scotus-590-us-391",
    ];
    assert_eq!(checked(text), expected);
}

#[test]
fn names_after_marks_of_footnotes_agree() {
    let text = "as the Court has held.4Loving v. Virginia, 388 U.S. 1 (1967). The test[5]Turner v. Safley, 482 U.S. 78 \
                (1987), applies.6 Dames & Moore v. Regan, 453 U.S. 654 (1981).7";
    let body = TestApp::bundled().post("/api/v1/citations", "text/plain", text).good();
    let names: Vec<&Value> = body["data"].as_array().unwrap().iter().map(|citation| &citation["name"]).collect();
    let written: Vec<&Value> = names.iter().map(|name| &name["written"]).collect();
    assert_eq!(written, ["Loving v. Virginia", "Turner v. Safley", "Dames & Moore v. Regan"]);
    assert!(names.iter().all(|name| name["agrees"] == true), "{names:?}");
}

#[test]
fn scanned_text_is_read() {
    let text = "Robinson v. Cali-\nfornia, 370 U. S. 660 (1962); Plyler v. Doe, 457 U.S.\n202 (1982); Abrams v. United \
                States, 250 U.S. 616,\n630 (1919) (Holmes, J., dissent-\ning); Elk  v.  Wilkins, 112 U.  S. 94; 42 \
                U.S.C. §\n1983; Martin v. Mott, 25 U.S. (12 Wheat.) 19.";
    let expected = [
        "scotus-370-us-660",
        "scotus-457-us-202",
        "scotus-250-us-616",
        "scotus-112-us-94",
        "federal-usc-42-1983",
        "scotus-25-us-19",
    ];
    assert_eq!(checked(text), expected);
}

#[test]
fn codes_of_several_states_are_read() {
    let text = "Under RCW 9A.32.030(1)(a), murder is as in California, Pen. Code, § 187, subd. (a); Gov. Code, § 12940. \
                See also Va. Code Ann. § 1-219.1 (West 2020); 8 Del. C. § 102(b)(7); Tex. Gov't Code Ann. § 552.021; \
                1 V.S.A. § 312.";
    let expected = [
        "wa-rcw-9a.32.030",
        "ca-penal-code-187",
        "ca-gov-code-12940",
        "va-code-1-219.1",
        "de-code-8-102",
        "tx-govt-code-552.021",
        "vt-stat-1-312",
    ];
    assert_eq!(checked(text), expected);
}

#[test]
fn ranges_and_lists_of_sections_are_read() {
    let text = "17 U.S.C. §§ 106-107; 17 U.S.C. §§ 106–07, 109; 17 U.S.C. 106, 107 and 109; 42 U.S.C. § 1983 and 1985; \
                42 U.S.C. 1983 and 12 others; 42 U.S.C. 1983 and 28 U.S.C. 1331; 42 U.S.C. §§ 300a-7; 17 U.S.C. § 106-107.";
    let [first, second, third] = ["federal-usc-17-106", "federal-usc-17-107", "federal-usc-17-109"];
    let [civil, conspiracy] = ["federal-usc-42-1983", "federal-usc-42-1985"];
    let expected = [first, first, third, first, second, third, civil, conspiracy, civil, civil, "federal-usc-28-1331"];
    assert_eq!(checked(text), [&expected[..], &["federal-usc-42-300a-7", "not_in_index"]].concat());
}

#[test]
fn internal_revenue_code_is_title_26() {
    let body = TestApp::bundled().post(
        "/api/v1/citations",
        "text/plain",
        "I.R.C. § 501(c)(3); IRC §§ 501, 502; section 501(c)(3) of the Internal Revenue Code; 26 U.S.C. § 501.",
    );
    let body = body.good();
    let normalized: Vec<&Value> = body["data"].as_array().unwrap().iter().map(|one| &one["normalized"]).collect();
    let [first, second] = ["26 U.S.C. § 501", "26 U.S.C. § 502"];
    assert_eq!(normalized, [first, first, second, first, first]);
}

#[test]
fn codes_without_full_stops_are_read() {
    let body = TestApp::bundled().post(
        "/api/v1/citations",
        "text/plain",
        "Ky Rev Stat 189A.010; Colo Rev Stat § 1-1-112; Cal Penal Code § 187",
    );
    let body = body.good();
    let normalized: Vec<&Value> = body["data"].as_array().unwrap().iter().map(|one| &one["normalized"]).collect();
    let expected = ["Ky. Rev. Stat. Ann. § 189A.010", "Colo. Rev. Stat. § 1-1-112", "Cal. Penal Code § 187"];
    assert_eq!(normalized, expected);
}

#[test]
fn federal_statutes_and_regulations_are_read() {
    let text = "42 U.S.C. §§ 1981, 1983; 42 U.S.C. § 1983 note; section 1331 of title 28, United States Code; 29 C.F.R. § \
                1910.1(a)(2); 26 C.F.R. § 1.1031(a)-1; 5 U.S.C. § 552(b)(6). Id. § 552a(b).";
    let expected = [
        "federal-usc-42-1981",
        "federal-usc-42-1983",
        "not_in_index",
        "federal-usc-28-1331",
        "not_checkable",
        "not_checkable",
        "federal-usc-5-552",
        "federal-usc-5-552a",
    ];
    assert_eq!(checked(text), expected);
}

#[test]
fn references_to_the_record_are_no_authorities() {
    let text = "(Compl. ¶ 12; Smith Decl. ¶¶ 4-5, ECF No. 12-3; Tr. 34:5-7.) Turner v. Safley, 482 U.S. 78 (1987). (Dkt. \
                33 at 4.) Id. at 5.";
    assert_eq!(checked(text), ["scotus-482-us-78", "unresolved"]);
}

#[test]
fn parallel_citations_and_later_history_are_read() {
    let text = "Quill Corp. v. North Dakota, 504 U.S. 298, 112 S. Ct. 1904, 119 L. Ed. 2d 91 (1992), overruled by South \
                Dakota v. Wayfair, Inc., 585 U.S. 162 (2018). Roe v. Wade, 410 U.S. 113 (1973), overruled, Dobbs v. \
                Jackson Women's Health Org., 597 U.S. 215 (2022).";
    let quill = "scotus-504-us-298";
    assert_eq!(checked(text), [quill, quill, quill, "scotus-585-us-162", "scotus-410-us-113", "scotus-597-us-215"]);
}

#[test]
fn history_of_a_law_is_read() {
    let text = "H.R. 3684, 117th Cong. § 5 (2021) (enacted as Pub. L. No. 117-58, 135 Stat. 429); S. Rep. No. 117-20, at 3 \
                (2021); 117 Cong. Rec. 5321; Exec. Order No. 13,526, 75 Fed. Reg. 707 (Jan. 5, 2010).";
    let expected = [
        "federal-117-hr-3684",
        "federal-117-hr-3684",
        "not_in_index",
        "not_checkable",
        "not_checkable",
        "not_checkable",
        "not_checkable",
    ];
    assert_eq!(checked(text), expected);
}

#[test]
fn letter_of_a_layperson_is_read() {
    let text = "i was denied my rights under 42 usc 1983 and 42 U.S.C 1985. in Brown vs Board of Education 347 US 483 the \
                court said so, and 18 u.s.c. 1341 is fraud. rule 12(b)(6) does not matter.";
    let expected = ["federal-usc-42-1983", "federal-usc-42-1985", "scotus-347-us-483", "federal-usc-18-1341"];
    assert_eq!(checked(text), expected);
}
