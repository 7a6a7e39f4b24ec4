/*!
The authorities to which `id.` and short forms lead: the citation directly before them, and no other one.
*/

use serde_json::Value;

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
        assert!(shown[1..].iter().all(|status| status == "unresolved"), "{rest}: {shown:?}");
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
        ("42 U.S.C. § 1983. Williston on Contracts § 1985.", &[of_1983]),
        ("42 U.S.C. § 1983. Restatement (Second) of Torts §§ 1985, 1988.", &[of_1983]),
        ("42 U.S.C. § 1983. Am. Compl. § 1985.", &[of_1983]),
        ("42 U.S.C. § 1983. See Part II, § 1985.", &[of_1983]),
        ("42 U.S.C. § 1983. Fed. R. Civ. P. 23. Id. § 1988.", &[of_1983, "unresolved"]),
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
        ("410 U.S. 113 (1973). 2012 WL 12345. Id. at 115.", &[roe, "not_in_index", "unresolved"]),
        ("410 U.S. 113 (1973). Id. art. I. Id.", &[roe, "unresolved", "unresolved"]),
    ] {
        assert_eq!(checked(text), expected, "{text}");
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
