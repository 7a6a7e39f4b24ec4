//! Tests the authorities to which references lead. Each text has the standard forms of the authorities that its
//! references mean, separated by semicolons; `-` for one that is not known.

use super::*;
use crate::model::CitationKind;

/// Returns the meanings of the references in a text.
fn meanings(text: &str) -> String {
    let found = find_citations(text);
    let is_reference = |kind| matches!(kind, CitationKind::Short | CitationKind::Supra | CitationKind::Id);
    let meaning = |citation: &FoundCitation<'_>| {
        let other = citation.is_other_section.then(|| citation.normalized.clone());
        let meant = || citation.antecedent.map(|idx| found[idx].normalized.clone());
        other.or_else(meant).unwrap_or_else(|| "-".to_owned())
    };
    found.iter().filter(|citation| is_reference(citation.kind)).map(meaning).collect::<Vec<_>>().join("; ")
}

#[track_caller]
fn assert_meanings(texts: &[(&str, &str)]) {
    let wrong = texts.iter().map(|(text, expected)| (*text, *expected, meanings(text)));
    let wrong: Vec<_> = wrong.filter(|(_, expected, meant)| expected != meant).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn id_means_the_authority_directly_before_it() {
    assert_meanings(&[
        ("Roe v. Wade, 410 U.S. 113 (1973). Id. at 115.", "410 U.S. 113"),
        ("Roe v. Wade, 410 U.S. 113 (1973). Id., at 115, n. 3.", "410 U.S. 113"),
        (
            "Roe v. Wade, 410 U.S. 113 (1973). The Court said so. Id. It was right. Id. at 115.",
            "410 U.S. 113; 410 U.S. 113",
        ),
        // The last case of a series of one reporter. Its name means all of them.
        ("Roe v. Wade, 410 U.S. 113, 347 U.S. 483 (1973). Id. at 485.", "347 U.S. 483"),
        ("Roe v. Wade, 410 U.S. 113, 93 S. Ct. 705, 347 U.S. 483, 74 S. Ct. 686 (1973). Id. at 485.", "347 U.S. 483"),
        ("Roe v. Wade, 410 U.S. 113, 347 U.S. 483 (1973). Roe, supra, at 485.", "-"),
        ("18 U.S.C. § 1341 (2018). Id.", "18 U.S.C. § 1341"),
        ("18 U.S.C. § 1341(a) (West 2018). Id.", "18 U.S.C. § 1341"),
        ("Pub. L. No. 117-58, § 11101 (2021). Id.", "Pub. L. 117-58"),
        ("Pub. L. No. 117-58, § 11101 (2021). Id. § 11102.", "Pub. L. 117-58"),
        ("Pub. L. No. 117-58, div. A, tit. I, § 11101(a)(1), 135 Stat. 429, 443 (2021). Id. at 444.", "Pub. L. 117-58"),
        ("H.R. 3684, 117th Cong. § 5 (2021). Id. § 6.", "H.R. 3684, 117th Cong."),
        ("85 Fed. Reg. 12,345, 12,346 (Mar. 2, 2020). Id. at 12,347.", "85 Fed. Reg. 12345"),
        // A remark does not count once it is closed, however long it is.
        ("Roe v. Wade, 410 U.S. 113 (1973) (citing Compl. ¶ 12). Id. at 115.", "410 U.S. 113"),
        ("Roe v. Wade, 410 U.S. 113 (1973) [citing Doe v. Bolton, 410 U.S. 179]. Id. at 185.", "410 U.S. 113"),
        (
            "Roe v. Wade, 410 U.S. 113 (1973) (en banc) (quoting Doe v. Bolton, 410 U.S. 179; id. at 185). Id. at 115.",
            "410 U.S. 179; 410 U.S. 113",
        ),
        // A later decision of the case does not count, either.
        ("Roe v. Wade, 410 U.S. 113 (1973), rev'd, 411 U.S. 5 (1974). Id. at 115.", "410 U.S. 113"),
        ("Roe v. Wade, 410 U.S. 113 (1973), aff'd sub nom. Smith v. Jones, 411 U.S. 5. Id. at 115.", "410 U.S. 113"),
        ("Roe v. Wade, 410 U.S. 113 (1973), rev'd, 411 U.S. 5 (1974). Id. at 20.", "-"),
        // The text names the case that was cited last.
        ("Roe v. Wade, 410 U.S. 113 (1973). In Roe v. Wade the Court held so. Id. at 115.", "410 U.S. 113"),
        ("Roe v. Wade, 410 U.S. 113 (1973). He came on May 5. She left Ohio in 1999. Id. at 115.", "410 U.S. 113"),
        // Numbers that are adjectives, or that are no authorities.
        ("Roe v. Wade, 410 U.S. 113 (1973). The § 1983 claim fails. Id. at 115.", "410 U.S. 113"),
        ("Roe v. Wade, 410 U.S. 113 (1973). A Rule 12(b)(6) motion tests the law. Id. at 115.", "410 U.S. 113"),
        ("Roe v. Wade, 410 U.S. 113 (1973). He came to Boston at 5 p.m. on May 3, 1999. Id. at 115.", "410 U.S. 113"),
        (
            "Roe v. Wade, 410 U.S. 113 (1973). Her 3 children, Robert R. and Jane P. Smith, came. Id. at 115.",
            "410 U.S. 113",
        ),
        (
            "Roe v. Wade, 410 U.S. 113 (1973). Justice App and Mr. Tr spoke to the Bd. of Tr. of Ohio. Id. at 115.",
            "410 U.S. 113",
        ),
    ]);
    let remark = "long ".repeat(200);
    assert_meanings(&[
        (
            &format!("Roe v. Wade, 410 U.S. 113 (1973) ({remark} (Doe v. Bolton, 410 U.S. 179 (1973))). Id. at 115."),
            "410 U.S. 113",
        ),
        (&format!("Compl. ¶ 12 ({remark} Doe v. Bolton, 410 U.S. 179 (1973)). Id. at 185."), "-"),
    ]);
}

#[test]
fn id_with_a_section_means_that_section_of_the_code() {
    assert_meanings(&[
        ("42 U.S.C. § 1983. Id. § 1988(b).", "42 U.S.C. § 1988"),
        (
            "42 U.S.C. § 1983 (2018). See id. at § 1988; id. § 1985(3). Id.",
            "42 U.S.C. § 1988; 42 U.S.C. § 1985; 42 U.S.C. § 1985",
        ),
        ("42 U.S.C. § 1983. Id. § 1983(b). Id.", "42 U.S.C. § 1983; 42 U.S.C. § 1983"),
        ("42 U.S.C. §§ 1981 and 1983. Id. § 1988.", "42 U.S.C. § 1988"),
        ("Cal. Penal Code § 187. Id. § 188.", "Cal. Penal Code § 188"),
        ("Mass. Gen. Laws ch. 265, § 1. Id. § 2.", "Mass. Gen. Laws ch. 265, § 2"),
        ("29 C.F.R. § 1910.1. Id. § 1910.2(a).", "29 C.F.R. § 1910.2"),
        // Several sections, a case, and sections of another text.
        ("42 U.S.C. § 1983. Id. §§ 1985, 1988.", "-"),
        ("42 U.S.C. § 1983. Id. §§ 1985, 1988. Id.", "-; -"),
        ("Roe v. Wade, 410 U.S. 113 (1973). Id. § 5.", "-"),
        ("42 U.S.C. § 1983. Restatement (Second) of Torts § 402A. Id. § 1988.", "-"),
        ("42 U.S.C. § 1983. Id. at 1988. Id. § 1988.", "-; -"),
    ]);
}

#[test]
fn id_with_a_paragraph_means_a_case_only_after_a_paragraph() {
    assert_meanings(&[
        ("State v. Smith, 2002-Ohio-5, ¶ 14. Id. ¶ 15. Id. at ¶ 16.", "2002-Ohio-5; 2002-Ohio-5"),
        ("State v. Smith, 95 Ohio St.3d 1, 2002-Ohio-5, 765 N.E.2d 1, ¶ 14. Id. at ¶ 15.", "95 Ohio St. 3d 1"),
        ("State v. Smith, 2019 UT 5, ¶¶ 3-4 and others. Id. ¶ 5.", "2019 UT 5"),
        ("State v. Smith, 2002-Ohio-5. Id. ¶ 15.", "-"),
        ("Roe v. Wade, 410 U.S. 113 (1973). Id. ¶ 12.", "-"),
        ("Roe v. Wade, 410 U.S. 113 (1973). Id. at ¶ 12. Id. at 115.", "-; -"),
        ("State v. Smith, 2002-Ohio-5, ¶ 14. Doe v. Bolton, 410 U.S. 179. Id. ¶ 15.", "-"),
        ("State v. Smith, 2002-Ohio-5, ¶ 14. Compl. ¶ 12. Id. ¶ 15.", "-"),
        ("42 U.S.C. § 1983. Id. ¶ 15.", "-"),
    ]);
}

#[test]
fn id_after_an_authority_that_is_not_read_means_none() {
    for authority in [
        "Fed. R. Civ. P. 12(b)(6)",
        "Fed.R.Civ.P. 12",
        "Fed. R. Evid. 403",
        "FRCP 12(b)(6)",
        "Sup. Ct. R. 10",
        "S. Ct. R. 10.1",
        "9th Cir. R. 36-3",
        "Local Rule 7.1",
        "N.D. Cal. Civ. L.R. 7-2",
        "Cal. Rules of Court, rule 8.1115",
        "Ohio Civ.R. 56(C)",
        "Tex. R. App. P. 47.1",
        "Model Rules of Prof'l Conduct r. 1.7",
        "U.S. Const. art. I, § 8",
        "U.S. Const. amend. XIV, § 1",
        "U.S. CONST. art. III",
        "Ohio Const.",
        "Cal. Const., art. I, § 7",
        "Article I, § 8 of the Constitution",
        "H.R. Rep. No. 94-1476, at 66 (1976)",
        "S. Rep. No. 100-5",
        "S. Rep. 94-473, p. 5",
        "H.R. Doc. No. 5",
        "117 Cong. Rec. 5",
        "142 Cong. Rec. S1234 (daily ed. Feb. 5, 1996)",
        "Restatement (Second) of Torts § 402A",
        "Restatement (Third) of Torts: Prods. Liab. § 2 cmt. a (1998)",
        "Model Penal Code § 210.2",
        "U.C.C. § 2-207",
        "UCC 2-207",
        "U.S.S.G. § 2B1.1",
        "5B Wright & Miller, Federal Practice and Procedure § 1350",
        "Wright & Miller § 1350",
        "2 Nimmer on Copyright § 8.01",
        "W. Prosser, Law of Torts 5 (4th ed. 1971)",
        "Black's Law Dictionary 123 (11th ed. 2019)",
        "The Federalist No. 78",
        "Antonin Scalia & Bryan Garner, Reading Law 56 (2012)",
        "Compl. ¶ 12",
        "Am. Compl. ¶¶ 12-14",
        "Smith Decl. ¶ 4, ECF No. 12",
        "ECF No. 12",
        "Dkt. 12",
        "Doc. 45-1",
        "Tr. 34",
        "Hr'g Tr. 12:3-5",
        "App. 12",
        "J.A. 45",
        "Pet. App. 5a",
        "Jones Dep. 12:3",
        "Br. for Pet'r 12",
        "Pet. Br. 12",
        "Ex. A",
        "Smith Aff., Ex. 5",
        "R. at 12",
        "Mem. at 5",
        "Op. 5",
        "slip op. at 12",
        "ROA.123",
        "Exec. Order No. 13,526",
        "40 C.F.R. pt. 60",
        "Rev. Rul. 83-12",
        "SEC Release No. 34-5",
        "Smith v. Jones, No. 12-cv-345 (S.D.N.Y. May 5, 2012)",
        "Smith v. Jones",
        "ERISA § 502(a)",
        "Trial Transcript 45:12",
        "Smith Deposition, p. 45",
        "Complaint, paragraph 12",
        "Smith Declaration, para. 4",
        "(CT 45; RT 120.)",
        "N.Y. Times, Jan. 5, 1999, at A1",
        "1 Blackstone, Commentaries *125",
        "Corbin on Contracts, section 5",
        "Uniform Commercial Code 2-207",
        "House Report 94-1476, p. 66",
        "Interview with John Smith (May 5, 2012)",
        "17A Am. Jur. 2d Contracts § 5",
        "A.B.A. Formal Op. 491 (2020)",
        "Def.'s Mot. to Dismiss at 12",
        "In re Smith",
        "Penal Law 125.25",
        "(AOB 5.)",
        "Vol. 2, p. 115",
        "Docket Entry 5",
        "DR 5-105",
        "I.R.S. Notice 2012-5",
        "Ex parte Smith",
        "section 5 of the lease",
    ] {
        for text in [
            format!("Roe v. Wade, 410 U.S. 113 (1973). See {authority}. Id."),
            format!("Roe v. Wade, 410 U.S. 113 (1973); {authority}. Id. at 130."),
            format!("Roe v. Wade, 410 U.S. 113 (1973). {authority}; id. ¶ 14."),
            format!("See 42 U.S.C. § 1983. {authority} (so held). Id. § 1988."),
            format!("State v. Smith, 2002-Ohio-5, ¶ 14. But {authority} says otherwise. Id. cmt. k; id. cl. 3."),
        ] {
            let meant = meanings(&text);
            assert!(meant.chars().all(|sign| "-; ".contains(sign)), "{text}: {meant}");
        }
    }
}

#[test]
fn id_with_a_part_that_the_authority_cannot_have_means_none() {
    assert_meanings(&[
        ("Roe v. Wade, 410 U.S. 113 (1973). Id. cmt. k.", "-"),
        ("Roe v. Wade, 410 U.S. 113 (1973). Id. cl. 3.", "-"),
        ("Roe v. Wade, 410 U.S. 113 (1973). Id. art. I, § 8. Id.", "-; -"),
        ("Roe v. Wade, 410 U.S. 113 (1973). Id. R. 12(c).", "-"),
        ("Roe v. Wade, 410 U.S. 113 (1973). Id. Ex. A.", "-"),
        ("42 U.S.C. § 1983. Id. cmt. k.", "-"),
        ("Roe v. Wade, 410 U.S. 113 (1973). Id. at 990.", "-"),
        ("Roe v. Wade, 410 U.S. 113 (1973). Adarand, supra, at 5. Id. at 115.", "-; -"),
        ("Roe v. Wade, 410 U.S. 113 (1973). 999 U.S., at 5. Id. at 115.", "-; -"),
    ]);
}

#[test]
fn section_in_the_text_is_skipped_only_by_a_page() {
    for section in [
        "Section 10(b) of the Securities Exchange Act",
        "Securities Act § 5",
        "§ 5 of the Act",
        "section 1983",
        "Rule 12(b)(6)",
        "Article III",
        "Title VII",
    ] {
        for (reference, expected) in
            [("Id.", "-"), ("Id. at 115", "410 U.S. 113"), ("Id. § 5", "-"), ("Id. at 990", "-")]
        {
            assert_meanings(&[(
                &format!("Roe v. Wade, 410 U.S. 113 (1973). It is under {section}. {reference}."),
                expected,
            )]);
        }
    }
    assert_meanings(&[(
        "Roe v. Wade, 410 U.S. 113 (1973). See section 5. Id. at 115. Id.",
        "410 U.S. 113; 410 U.S. 113",
    )]);
}

#[test]
fn section_sign_alone_means_a_section_of_the_code_cited_last() {
    assert_meanings(&[
        ("18 U.S.C. § 481. Under § 484(a) it is.", "18 U.S.C. § 484"),
        ("12 U.S.C. § 21. See §§ 24, 93a.", "12 U.S.C. § 24; 12 U.S.C. § 93a"),
        ("12 U.S.C. § 21. See §§ 24, 93a. Id. Id. § 95.", "12 U.S.C. § 24; 12 U.S.C. § 93a; -; -"),
        ("12 U.S.C. § 21. See §§ 24, 93a. Id. § 95.", "12 U.S.C. § 24; 12 U.S.C. § 93a; 12 U.S.C. § 95"),
        ("18 U.S.C. § 481 and § 484. Id. § 485.", "18 U.S.C. § 484; 18 U.S.C. § 485"),
        ("Cal. Penal Code § 187. Moreover, § 188 does so.", "Cal. Penal Code § 188"),
        ("18 U.S.C. § 481. Id. § 484; § 485.", "18 U.S.C. § 484; 18 U.S.C. § 485"),
        // A section that was cited in full, also after other citations.
        ("42 U.S.C. § 1983. Roe v. Wade, 410 U.S. 113. The § 1983(a) rule.", "42 U.S.C. § 1983"),
        ("42 U.S.C. § 1983. 28 U.S.C. § 1331. See § 1983. Id.", "42 U.S.C. § 1983; 42 U.S.C. § 1983"),
        ("42 U.S.C. § 1983. Roe v. Wade, 410 U.S. 113. It is under § 1983. Id.", "42 U.S.C. § 1983; -"),
        (
            "42 U.S.C. § 1983. Roe v. Wade, 410 U.S. 113. It is under § 1983. Id. at 115.",
            "42 U.S.C. § 1983; 410 U.S. 113",
        ),
        // Another section after other authorities.
        ("18 U.S.C. § 481. Roe v. Wade, 410 U.S. 113. See § 484.", "-"),
        ("18 U.S.C. § 481. Compl. ¶ 12. See § 484.", "-"),
        ("18 U.S.C. § 481. Smith v. Jones. See § 484.", "-"),
        ("18 U.S.C. § 5. 28 U.S.C. § 5. See § 5.", "-"),
        // Sections of an act have other numbers than those of the code.
        ("Clayton Act § 7, 15 U.S.C. § 18. See § 7.", "-"),
        ("section 7 of the Clayton Act, 15 U.S.C. § 18. See § 7 and § 8.", "-; -"),
        ("the Clayton Act of 1914, 15 U.S.C. § 18. See § 7.", "-"),
        ("ERISA § 502(a), 29 U.S.C. § 1132(a). See § 510.", "-"),
        ("18 U.S.C. § 481. Wright & Miller § 1350. See § 1350.", "-"),
        ("42 U.S.C. § 1983. The Agreement provides, in § 12, that.", "-"),
        ("42 U.S.C. § 12. The Agreement provides, in § 12, that.", "-"),
        // The section sign belongs to another text.
        ("18 U.S.C. § 481. See Restatement § 484.", ""),
        ("18 U.S.C. § 481. See § 484 of the lease.", ""),
        ("18 U.S.C. § 481. See the agreement § 484.", ""),
        ("18 U.S.C. § 481. See U.S. Const. art. I, § 8.", ""),
        ("18 U.S.C. § 481. See Prop. Treas. Reg. § 484.", ""),
        ("18 U.S.C. § 481. See the treatise, § 484.", ""),
        ("18 U.S.C. § 485. See Nimmer § 484 and § 485.", ""),
        // No code was cited before.
        ("Roe v. Wade, 410 U.S. 113. See § 484.", ""),
    ]);
}
