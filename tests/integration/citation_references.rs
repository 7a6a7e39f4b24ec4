/*!
The authorities to which `id.` and short forms lead: the citation directly before them, and no other one.
*/

use std::fs;

use serde_json::{Value, json};

use super::corpus::{Corpus, statute};
use super::support::TestApp;

/// Returns the status and the record of each citation in a text.
fn checked(text: &str) -> Vec<String> {
    let body = TestApp::bundled().post("/api/v1/citations", "text/plain", text.to_owned()).good();
    let shown = |citation: &Value| match citation["status"].as_str().unwrap() {
        "found" => citation["records"][0]["id"].as_str().unwrap().to_owned(),
        status => status.to_owned(),
    };
    body["data"].as_array().unwrap().iter().map(shown).collect()
}

#[test]
fn id_leads_to_the_section_that_it_names() {
    for (text, expected) in [
        ("42 U.S.C. § 1983. Id. § 1988(b).", &["federal-usc-42-1983", "federal-usc-42-1988"][..]),
        ("42 U.S.C. § 1983. Id. § 1988. Id.", &["federal-usc-42-1983", "federal-usc-42-1988", "federal-usc-42-1988"]),
        (
            "42 U.S.C. §§ 1981 and 1983. Id. § 1988.",
            &["federal-usc-42-1981", "federal-usc-42-1983", "federal-usc-42-1988"],
        ),
        ("Cal. Penal Code § 187. Id. § 188.", &["ca-penal-code-187", "not_in_index"]),
        ("Pub. L. 117-58, § 11101 (2021). Id. § 11102.", &["federal-117-hr-3684", "federal-117-hr-3684"]),
    ] {
        assert_eq!(checked(text), expected, "{text}");
    }
}

#[test]
fn id_after_an_authority_that_is_not_read_is_unresolved() {
    let roe = "Roe v. Wade, 410 U.S. 113 (1973).";
    for rest in [
        "Fed. R. Civ. P. 12(b)(6). Id.",
        "H.R. Rep. No. 94-1476, at 66. Id. at 130.",
        "Restatement (Second) of Torts § 402A. Id. cmt. k.",
        "See Compl. ¶ 12; id. ¶ 14.",
        "U.S. Const. art. I, § 8. Id. cl. 3.",
        "Smith Decl. ¶ 4, ECF No. 12. Id. ¶ 5.",
        "Wright & Miller § 1350. Id. at 130.",
        "Tr. 34. Id.",
        "Id. ¶ 12.",
        "Adarand, supra. Id. at 115.",
    ] {
        let shown = checked(&format!("{roe} {rest}"));
        assert_eq!(shown[0], "scotus-410-us-113", "{rest}");
        let references = shown[1..].iter().filter(|status| *status != "not_checkable");
        assert!(references.clone().all(|status| status == "unresolved"), "{rest}: {shown:?}");
        assert!(references.count() > 0, "{rest}");
    }
}

#[test]
fn section_sign_alone_leads_only_to_the_code_cited_last() {
    let (of_1983, of_1985) = ("federal-usc-42-1983", "federal-usc-42-1985");
    for (text, expected) in [
        ("42 U.S.C. § 1983. Under § 1985(3), it is.", &[of_1983, of_1985][..]),
        ("42 U.S.C. § 1983. See §§ 1985, 1988.", &[of_1983, of_1985, "federal-usc-42-1988"]),
        ("42 U.S.C. § 1983. Roe v. Wade, 410 U.S. 113. See § 1983.", &[of_1983, "scotus-410-us-113", of_1983]),
        ("42 U.S.C. § 1983. Roe v. Wade, 410 U.S. 113. See § 1985.", &[of_1983, "scotus-410-us-113", "unresolved"]),
        ("the Act, 42 U.S.C. § 1983. See § 1985.", &[of_1983, "unresolved"]),
        ("42 U.S.C. § 1983. See § 1985 of the lease.", &[of_1983]),
    ] {
        assert_eq!(checked(text), expected, "{text}");
    }
}

/// A year in a remark is not that of the decision, and a number is no volume or page.
#[test]
fn real_citations_beside_other_numbers_can_exist() {
    for (text, expected) in [
        ("People v. Smith (2005) 36 Cal.4th 5 (construing the Penal Code of 1872).", &["not_in_index"][..]),
        ("Smith v. Jones (9th Cir. 1993) 12 F.3d 5 (applying Act of 1850).", &["not_in_index"]),
        ("99 F.3d 5 (interpreting the Sherman Act of 1890), cert. denied, 519 U.S. 5 (1996).", &["not_in_index"; 2]),
        ("12 F.3d 5 (table decision, No. 1850).", &["not_in_index"]),
        ("Obergefell v. Hodges, 576 U.S. 644 (abrogating the rule of 1972).", &["scotus-576-us-644"]),
        ("He lives at 4500 N.W. 7 Street, near 1600 S.W. 8 Street.", &["not_a_citation"; 2]),
        ("159 F. 2 d 169", &["not_a_citation"]),
        ("98 L. Ed. 2 d 388", &["not_a_citation"]),
        ("347 U.S. 483⁵ and 42 U.S.C. § 1983¹", &["scotus-347-us-483", "federal-usc-42-1983"]),
    ] {
        assert_eq!(checked(text), expected, "{text}");
    }
}

#[test]
fn codes_of_other_states_and_laws_are_not_found() {
    for text in [
        "California law differs. In Nevada, Penal Code § 187 governs.",
        "California; Idaho, Penal Code, § 187.",
        "I.R.C. 149.43",
        "W.R.C.W. 9A.32.030",
        "Cal. S.B. 9, 2019-2020 Reg. Sess.",
        "N.Y. Village Law § 125.27",
    ] {
        let shown = checked(text);
        assert!(shown.iter().all(|status| status == "not_in_index" || status == "not_a_citation"), "{text}: {shown:?}");
    }
    let names = "Brown v. Bd. of Ed., 347 U.S. 483 (1954); Brown v. Bd of Educ., 347 U.S. 483 (1954)";
    let body = TestApp::bundled().post("/api/v1/citations", "text/plain", names.to_owned()).good();
    assert!(body["data"].as_array().unwrap().iter().all(|citation| citation["name"]["agrees"] == true), "{body}");
}

/// A careless reader finds another authority in each of these texts.
#[test]
fn traps_lead_to_no_other_authority() {
    let (roe, of_1983) = ("scotus-410-us-113", "federal-usc-42-1983");
    for (text, expected) in [
        // Other laws than the section.
        ("42 U.S.C. § 1983 note.", &["not_in_index"][..]),
        ("42 U.S.C. § 1983(a) note.", &["not_in_index"]),
        ("42 U.S.C. § 1983 (note).", &["not_in_index"]),
        ("42 U.S.C. §§ 1981, 1983 note.", &["federal-usc-42-1981", "not_in_index"]),
        ("42 U.S.C. app. § 1983.", &["not_in_index"]),
        ("42 U.S.C. § 1983. 50 U.S.C. app. § 1985(b).", &[of_1983, "not_in_index"]),
        ("42 U.S.C. § 1983. Id. § 1988 note.", &[of_1983, "not_in_index"]),
        ("42 U.S.C. § 2000e-\n99.", &["not_in_index"]),
        ("section 1983 of 42 U.S.C. note", &[]),
        ("section 1983 of title 42 of the Delaware Code", &["not_in_index"]),
        ("section 1983 of title 42, California Code of Regulations", &[]),
        // Other volumes and pages.
        ("398 *347 Mass. 421", &["not_in_index"]),
        ("2-410 U.S. 113", &[]),
        ("Pub. L. 117 - 580", &["not_in_index"]),
        ("410 U.S. 113 (1973), rev'd, 411 U.S. 1 (1973). Id. at 3.", &[roe, "scotus-411-us-1", "unresolved"]),
        // Sections of other texts.
        ("15 U.S.C. § 18. See Sherman Act § 2.", &["federal-usc-15-18"]),
        ("Clayton Act § 2, 15 U.S.C. § 18. See § 2.", &["federal-usc-15-18", "unresolved"]),
        ("section 2 of the Sherman Act; 15 U.S.C. § 18. See § 2.", &["federal-usc-15-18", "unresolved"]),
        ("15 U.S.C. § 18. The lease provides in § 2 that.", &["federal-usc-15-18", "unresolved"]),
        ("42 U.S.C. § 1983. Williston on Contracts § 1985.", &[of_1983, "not_checkable"]),
        ("42 U.S.C. § 1983. Restatement (Second) of Torts §§ 1985, 1988.", &[of_1983, "not_checkable"]),
        ("42 U.S.C. § 1983. Am. Compl. § 1985.", &[of_1983]),
        ("42 U.S.C. § 1983. See Part II, § 1985.", &[of_1983]),
        ("42 U.S.C. § 1983. Fed. R. Civ. P. 23. Id. § 1988.", &[of_1983, "not_checkable", "unresolved"]),
        ("42 U.S.C. § 1983. Compl. ¶ 5. See § 1985.", &[of_1983, "unresolved"]),
        ("42 U.S.C. § 1983. Id. at 1988.", &[of_1983, "unresolved"]),
        ("42 U.S.C. § 1983. Id. §§ 1985, 1988.", &[of_1983, "unresolved"]),
        // Other authorities before `id.`
        ("410 U.S. 113 (1973). Smith v. Jones held so. Id. at 115.", &[roe, "unresolved"]),
        ("410 U.S. 113 (1973). Smith v. Jones, No. 12-345 (D. Mass. 2012). Id. at 115.", &[roe, "unresolved"]),
        ("410 U.S. 113 (1973). Smith at 114. Id. at 115.", &[roe, "unresolved"]),
        ("410 U.S. 113 (1973). Reading Law 56 (2012). Id. at 115.", &[roe, "unresolved"]),
        ("410 U.S. 113 (1973). 12 Fict. Rep. 114. Id. at 115.", &[roe, "not_a_citation", "unresolved"]),
        ("410 U.S. 113 (1973). N.Y. Times, Jan. 5, 1999, at A1. Id.", &[roe, "unresolved"]),
        ("410 U.S. 113 (1973). 2012 WL 12345. Id. at 115.", &[roe, "not_checkable", "unresolved"]),
        ("2012 WL 12345, at *2 (D. Mass. 2012). Id. at *3. Id.", &["not_checkable"; 3]),
        ("410 U.S. 113 (1973). Id. art. I. Id.", &[roe, "unresolved", "unresolved"]),
    ] {
        assert_eq!(checked(text), expected, "{text}");
    }
}

#[test]
fn authorities_that_no_index_has_are_not_checkable() {
    for text in [
        "Fed. R. Civ. P. 12(b)(6).",
        "It fails under Federal Rule of Evidence 403, as it must.",
        "See Cal. Rules of Court, rule 8.1115(a).",
        "U.S. Const. art. I, § 8, cl. 3.",
        "Restatement (Second) of Torts § 402A cmt. k (1965).",
        "5B Wright & Miller, Federal Practice and Procedure § 1350 (3d ed. 2004).",
        "U.S.S.G. § 2B1.1(b)(1).",
        "H.R. Rep. No. 94-1476, at 66 (1976).",
        "117 Cong. Rec. 5321 (1971).",
        "29 C.F.R. § 1910.1(a).",
        "40 C.F.R. pt. 60.",
        "85 Fed. Reg. 12,345 (Mar. 2, 2020).",
        "Cal. Code Regs. tit. 2, § 11041.",
        "Smith v. Jones, 2012 WL 12345 (S.D.N.Y. 2012).",
        "Smith v. Jones, 2012 U.S. Dist. LEXIS 12345.",
        "John Smith, Of Law, 100 Harv. L. Rev. 12 (1987).",
    ] {
        assert_eq!(checked(text), ["not_checkable"], "{text}");
    }
    assert_eq!(checked("29 C.F.R. § 1910.1. Id. § 1910.2(a)."), ["not_checkable", "not_checkable"]);
}

#[test]
fn citations_that_no_volume_can_have_cannot_exist() {
    for text in [
        "410 U.S. 0 (1973)",
        "Smith v. Jones, 1200 F.2d 12 (9th Cir. 1990)",
        "Smith v. Jones, 301 F. 12",
        "999 Cal. App. 3d 5",
        "Smith v. Jones, 12 F.3d 345 (2d Cir. 1950)",
        "Smith v. Jones, 12 F.4th 345 (2d Cir. 2010)",
        "Smith v. Jones, 999 U.S. 999 (2099)",
        "Smith v. Jones (1950) 5 Cal. 4th 12",
        "Smith v. Jones, 1200 F.2d 12 (9th Cir. 1990). Id.",
    ] {
        let shown = checked(text);
        assert!(!shown.is_empty() && shown.iter().all(|status| status == "cannot_exist"), "{text}: {shown:?}");
    }
}

/// Citations that look impossible and are not, or whose reporter does not say.
#[test]
fn possible_citations_are_only_not_in_the_index() {
    for text in [
        // Reports of earlier decisions have the numbers of a later series.
        "Smith v. Jones, 5 U.S. 999 (1803)",
        "Smith v. Jones, 1 Mass. 999 (1804)",
        "Smith v. Jones, 1 L. Ed. 5 (1754)",
        // Decisions are printed years later.
        "Smith v. Jones, 5 F. Supp. 2d 99999 (D. Mass. 1994)",
        "Smith v. Jones, 5 F.3d 99999 (9th Cir. 1992)",
        // Running reporters.
        "Smith v. Jones, 999 U.S. 999",
        "Smith v. Jones, 999 F.4th 999 (2024)",
        "Smith v. Jones, 999 Ill. 2d 999",
        "Smith v. Jones, 999 F.3d 99999",
        "Smith v. Jones, 999 F. Supp. 99999 (1998)",
        "Smith v. Jones, 300 F. 99999 (1924)",
        "Smith v. Jones, 585 U.S. ___ (2018)",
    ] {
        assert_eq!(checked(text), ["not_in_index"], "{text}");
    }
    // A record decides, whatever is written beside its citation.
    assert_eq!(checked("Roe v. Wade, 410 U.S. 113 (2099)"), ["scotus-410-us-113"]);
}

/// Returns a field of the first citation in a text; `null` if it has none.
fn field(app: &TestApp, text: &str, name: &str) -> Value {
    let body = app.post("/api/v1/citations", "text/plain", text.to_owned()).good();
    body["data"][0][name].clone()
}

#[test]
fn missing_citation_names_the_case_of_the_same_name() {
    let app = TestApp::bundled();
    for text in [
        "Brown v. Board, 347 U.S. 438 (1954)",
        "Brown v. Board of Education, 347 U.S. 438 (1954)",
        "Brown v. Bd. of Educ., 347 U.S. 438 (1954)",
    ] {
        let named = field(&app, text, "sameName");
        let ids: Vec<&str> = named.as_array().unwrap().iter().map(|record| record["id"].as_str().unwrap()).collect();
        assert_eq!(ids, ["scotus-347-us-483", "scotus-349-us-294", "ksd-98-f-supp-797"], "{text}");
    }
    let loving = json!([{
        "resource": "cases",
        "id": "scotus-388-us-1",
        "url": "/api/v1/cases/scotus-388-us-1",
        "name": "Loving v. Virginia",
        "citation": "388 U.S. 1",
        "date": "1967-06-12",
    }]);
    assert_eq!(field(&app, "Loving v. Virginia, 388 U.S. 11 (1967)", "sameName"), loving);
    for text in [
        "347 U.S. 438 (1954)",
        "Brown v. Nobody, 347 U.S. 438 (1954)",
        "Brown, 347 U.S. 438 (1954)",
        "Smith v. Jones, 347 U.S. 483 (1954)",
        "United States v. State, 347 U.S. 438 (1954)",
    ] {
        assert_eq!(field(&app, text, "sameName"), Value::Null, "{text}");
    }
}

#[test]
fn missing_citation_says_whether_the_index_is_complete() {
    let corpus = Corpus { statutes: vec![statute("a", "ca")], ..Corpus::default() }.write();
    fs::write(corpus.path().join("coverage.toml"), "[statutes]\nca = 'complete'\n[cases]\nfederal = 'complete'\n")
        .unwrap();
    let app = corpus.app();
    for (text, complete) in [
        ("Cal. Penal Code § 99999", json!(true)),
        ("Tex. Penal Code § 99999", json!(false)),
        ("18 U.S.C. § 99999", json!(false)),
        ("999 U.S. 999", json!(true)),
        ("12 Cal. 4th 999", json!(false)),
        ("117 H.R. 3684, 117th Cong.", json!(false)),
        // Decisions of several states, and citations that no index has.
        ("12 P.3d 999", Value::Null),
        ("410 U.S. 0", Value::Null),
        ("29 C.F.R. § 1910.1", Value::Null),
    ] {
        assert_eq!(field(&app, text, "complete"), complete, "{text}");
    }
    assert_eq!(field(&TestApp::bundled(), "410 U.S. 113", "complete"), Value::Null);
}

/// A careless reader takes each of these texts for an authority.
#[test]
fn prose_and_records_are_no_authorities() {
    for text in [
        "Rule 1 of the club says so.",
        "A Rule 12(b)(6) motion tests the law under Rule 56.",
        "See Compl. ¶ 12; Smith Decl. ¶ 4, ECF No. 12; Tr. 34; J.A. 45.",
        "Under § 12 and section 5 of the lease, it is.",
        "Smith v. Jones was decided in 1999.",
        "In re Smith, No. 12-cv-345 (S.D.N.Y. May 5, 2012).",
        "He paid $410 to 3 men on May 5, 2012.",
        "She lives at 12 Ohio St. in Texas, 77001.",
        "Article III and Title VII say otherwise.",
        "The Fourteenth Amendment, section 1, applies.",
        "The Federal Rules were adopted in 1938.",
        "Federal Rules of Civil Procedure 2015 Edition",
        "Local 5 of the union struck in Ohio.",
        "New York 10001 and California 90210",
        "U.S. Const. Corp. sold 12 shares.",
        "Ohio Const. Co. v. Smith, art. 5",
        "Virginia Rules the Waves 12 times",
        "The Georgia Rules of the House of 12 men",
        "The Model 12 was a car; Model Rule was its name.",
        "He ran 5 Wright & Miller Streets.",
        "The restatement of facts in § 5 is wrong.",
        "Executive Order of the Day, 12 May",
        "Blackstone wrote in 1765 of 12 judges.",
        "The Code 5 alert came at 12.",
        "D. Mass. 2012 and 9th Cir. 1999",
        "Washington, D.C. 20001",
        "Tenn. 12 and Texas R. 5 were rooms.",
        "Rules 5 and 6 of the Georgia Yacht Club",
        "The U.S. article 5 of the treaty",
        "Part 60 of the book; pt. 60 of the play",
        "The 12 Federal judges and 3 Local rules",
        "Restatement of Income, lines 5 to 12",
        "Black's Law Dictionary was on the shelf with 12 others.",
        "The Federalist Society met 78 times.",
        "Cal. Jan. 5, 2012",
        "Bankr. Ct. 5 met.",
        "The court's Local Rules are strict; 12 of them.",
        "Exhibit 5, Restatement of Bylaws, 12 pages",
        "Colo. in 5 days, Or. in 6, Wash. in 7",
        "5 Maine men and 6 Ohio boys",
        "Am. Jur. was closed on May 5.",
    ] {
        assert_eq!(checked(text), [""; 0], "{text}");
    }
}

#[test]
fn names_agree_however_they_are_printed() {
    for text in [
        "W. Va. v. EPA, 597 U.S. 697 (2022)",
        "Strauder v. W. Va., 100 U.S. 303 (1880)",
        "The law is clear.4Loving v. Virginia, 388 U.S. 1 (1967)",
        "[3]Loving v. Virginia, 388 U.S. 1 (1967)",
        "See Lov-\ning v. Vir-\n ginia, 388 U.S. 1 (1967)",
    ] {
        let body = TestApp::bundled().post("/api/v1/citations", "text/plain", text.to_owned()).good();
        assert_eq!(body["data"][0]["name"]["agrees"], true, "{text}: {body}");
    }
}
