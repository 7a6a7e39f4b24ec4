/*!
Texts of ten classes as they stand in briefs, orders and letters: every authority in them is read, and no other.
*/

use serde_json::Value;

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
fn string_of_citations_with_short_forms_is_read() {
    let text = "The Court has long held so. See, e.g., Smith v. Maryland, 442 U.S. 735, 743-44 (1979); Kelly v. United \
                States, 590 U.S. 391, 395 (2020); cf. Wyeth v. Levine, 555 U.S. 555, 565 (2009) (quoting Worcester v. \
                Georgia, 31 U.S. (6 Pet.) 515, 561 (1832)). Smith, 442 U.S. at 744. Id. at 745; see also Wyeth, \
                supra, at 570.";
    let expected = [
        "scotus-442-us-735",
        "scotus-590-us-391",
        "scotus-555-us-555",
        "scotus-31-us-515",
        "scotus-442-us-735",
        "scotus-442-us-735",
        "scotus-555-us-555",
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
