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
