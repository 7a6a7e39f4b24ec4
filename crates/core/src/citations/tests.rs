use proptest::prelude::*;

use super::*;
use crate::model::CitationKind;
use crate::steps;

/// Returns each citation as its kind, text and standard form.
fn summary(text: &str) -> Vec<(CitationKind, &str, String)> {
    let found = find_citations(text).into_iter();
    found.map(|citation| (citation.kind, &text[citation.span], citation.normalized)).collect()
}

#[test]
fn citation_has_all_its_parts() {
    let text = "See Roe v. Wade, 410 U.S. 113, 153 (5th Cir. 1973) (so held).";
    let expected = FoundCitation {
        kind: CitationKind::Full,
        span: 17..29,
        full_span: 4..60,
        normalized: "410 U.S. 113".to_owned(),
        is_checkable: true,
        cannot_exist: false,
        jurisdiction: Some("federal"),
        pin_cite: Some("153"),
        year: Some(1973),
        court: Some("5th Cir."),
        case_name: Some("Roe v. Wade"),
        antecedent: None,
        is_other_section: false,
        is_parallel: false,
        is_section_of_list: false,
    };
    assert_eq!(find_citations(text), [expected]);
}

#[test]
fn kinds_and_standard_forms_are_those_of_the_text() {
    use CitationKind::{Bill, Full, Id, Journal, Lookalike, SessionLaw, Short, Statute, Supra};
    for (text, kind, normalized) in [
        ("410 U. S. 113", Full, "410 U.S. 113"),
        ("93 S.Ct. 705", Full, "93 S. Ct. 705"),
        ("1 F. App’x 2", Full, "1 F. App'x 2"),
        ("5 U.S. (1 Cranch) 137", Full, "5 U.S. 137"),
        ("585 U.S. ___", Full, "585 U.S. ___"),
        ("2015-Ohio-1234", Full, "2015-Ohio-1234"),
        ("2012 WL 123", Full, "2012 WL 123"),
        ("2019 UT 5", Full, "2019 UT 5"),
        ("2015 IL App (1st) 123456-U", Full, "2015 IL App (1st) 123456-U"),
        ("T.C. Memo. 1990-123", Full, "T.C. Memo. 1990-123"),
        ("410 U.S., at 115-16", Short, "410 U.S. at 115"),
        ("174 Cal.App.2d at pp. 651-652", Short, "174 Cal. App. 2d at 651"),
        ("Id. at 153", Id, "Id."),
        ("Ibid.", Id, "Id."),
        ("supra, at 240", Supra, "supra"),
        ("18 USC §1341", Statute, "18 U.S.C. § 1341"),
        ("18 USCS § 1341", Statute, "18 U.S.C. § 1341"),
        ("603 U.S.593", Full, "603 U.S. 593"),
        ("PL117-58", SessionLaw, "Pub. L. 117-58"),
        ("42 U.S.C. 2000e-5", Statute, "42 U.S.C. § 2000e-5"),
        ("5 U.S.C.A. §§ 552a", Statute, "5 U.S.C. § 552a"),
        ("29 C.F.R. § 1910.1", Statute, "29 C.F.R. § 1910.1"),
        ("Cal. Penal Code § 187", Statute, "Cal. Penal Code § 187"),
        ("Tex. Penal Code Ann. § 19.02", Statute, "Tex. Penal Code § 19.02"),
        ("Tex. Civ. Prac. & Rem. Code § 41.001", Statute, "Tex. Civ. Prac. & Rem. Code § 41.001"),
        ("N.Y. Penal Law § 125.25", Statute, "N.Y. Penal Law § 125.25"),
        ("D.C. Code § 1-301.01", Statute, "D.C. Code § 1-301.01"),
        ("Wyo. Stat. Ann. § 6-2-101", Statute, "Wyo. Stat. § 6-2-101"),
        ("Del. Code Ann. tit. 8, § 102", Statute, "Del. Code Ann. tit. 8, § 102"),
        ("720 Ill. Comp. Stat. 5 / 9-1", Statute, "720 Ill. Comp. Stat. 5/9-1"),
        ("720 ILCS 5/9-1", Statute, "720 Ill. Comp. Stat. 5/9-1"),
        ("RCW 9A.32.030", Statute, "Wash. Rev. Code § 9A.32.030"),
        ("O.C.G.A. § 16-5-1", Statute, "Ga. Code Ann. § 16-5-1"),
        ("1999 Cal. Stat. ch. 5", SessionLaw, "1999 Cal. Stat. ch. 5"),
        ("Ch. 2021-7, Laws of Fla.", SessionLaw, "Ch. 2021-7, Laws of Fla."),
        ("119 Stat. 2680", SessionLaw, "119 Stat. 2680"),
        ("Pub. L. No. 117–58", SessionLaw, "Pub. L. 117-58"),
        ("Public Law 117-58", SessionLaw, "Pub. L. 117-58"),
        ("H.R. 3684, 117th Cong.", Bill, "H.R. 3684, 117th Cong."),
        ("100 Harv. L. Rev. 5", Journal, "100 Harv. L. Rev. 5"),
        ("12 Fict. Rep. 345", Lookalike, "12 Fict. Rep. 345"),
        // Other laws than the section, and other volumes than the last number before the reporter.
        ("42 U.S.C. § 1983 note", Statute, "42 U.S.C. § 1983 note"),
        ("42 U.S.C. § 1983(a) note", Statute, "42 U.S.C. § 1983(a) note"),
        ("26 C.F.R. § 1.1031(a)-1", Statute, "26 C.F.R. § 1.1031(a)-1"),
        ("1987-1 C.B. 296", Full, "1987-1 C.B. 296"),
        ("135 *355 Mass. 147", Full, "135 Mass. 147"),
        ("86 Fed. Reg. 12,345", Statute, "86 Fed. Reg. 12345"),
        ("86 FR 12345", Statute, "86 Fed. Reg. 12345"),
        ("50 U.S.C. app. § 5", Statute, "50 U.S.C. app. § 5"),
        ("General Statutes of Connecticut § 53a-54a", Statute, "Conn. Gen. Stat. § 53a-54a"),
        // Spellings in words.
        ("section 1983 of title 42, United States Code", Statute, "42 U.S.C. § 1983"),
        ("Section 14123(a)(2) of 49 U.S.C.", Statute, "49 U.S.C. § 14123"),
        ("Public Law No: 119-48", SessionLaw, "Pub. L. 119-48"),
        ("Pub. L. 102 - 83", SessionLaw, "Pub. L. 102-83"),
    ] {
        assert_eq!(summary(text), [(kind, text, normalized.to_owned())], "{text}");
        for (before, after) in [("See ", "."), ("(", ")"), ("x; ", ", and"), ("“", "”"), ("\n", "\n")] {
            let inside = format!("{before}{text}{after}");
            assert_eq!(summary(&inside), [(kind, text, normalized.to_owned())], "{inside}");
        }
    }
}

#[test]
fn white_space_inside_a_citation_is_of_any_kind() {
    for text in ["410 U.S.\n113", "410\u{a0}U.\u{2009}S.\r\n 113", "410 U.S.\t113", "4\u{ad}10 U.S. 113"] {
        assert_eq!(summary(text), [(CitationKind::Full, text, "410 U.S. 113".to_owned())], "{text:?}");
    }
    // A citation does not continue in the next paragraph, either.
    assert!(summary("410 U.S.\n\n113").is_empty());
}

#[test]
fn text_without_a_citation_has_none() {
    for text in [
        "",
        "On May 5, 2011, the 12 members met.",
        "the sum was $1,341.50",
        "No. 12-345",
        "410 U.S.",
        "U.S. 113",
        "410 U.S. 113a",
        "1410a U.S. 113",
        "0 U.S. 113",
        "18 U.S.C.",
        "the idea, the ibidem, a suprastate",
        "§ 5",
        "v. v. v. Id Id",
        "a voter ID.",
        "NRS 5",
    ] {
        assert_eq!(find_citations(text), [], "{text}");
    }
}

#[test]
fn parallel_citations_share_the_name_the_year_and_the_remark() {
    for text in [
        "Roe v. Wade, 410 U.S. 113, 153, 93 S. Ct. 705, 35 L. Ed. 2d 147 (1973) (so held).",
        "Roe v. Wade, 410 U.S. 113, 153 [93 S. Ct. 705, 35 L. Ed. 2d 147] (1973) (so held).",
        "Roe v. Wade (1973) 410 U.S. 113, 153 [93 S.Ct. 705, 35 L.Ed.2d 147] (so held).",
    ] {
        let found = find_citations(text);
        let normalized = found.iter().map(|citation| &*citation.normalized);
        assert_eq!(normalized.collect::<Vec<_>>(), ["410 U.S. 113", "93 S. Ct. 705", "35 L. Ed. 2d 147"], "{text}");
        for citation in &found {
            assert_eq!(citation.case_name, Some("Roe v. Wade"), "{text}");
            assert_eq!(citation.year, Some(1973), "{text}");
            assert_eq!(citation.full_span, 0..text.len() - 1, "{text}");
        }
        assert_eq!(found[0].pin_cite, Some("153"), "{text}");
    }
}

#[test]
fn text_that_may_be_a_citation_is_one_if_it_is_known() {
    let text = "In 1999 Congress 5 members met. See 7 Tribunal 12 (1999), Acme Code § 12-5 and 2020-ACME-12.";
    assert_eq!(find_citations(text), []);
    let known = ["7 Tribunal 12", "Acme Code § 12-5", "2020-ACME-12"];
    let found = read_citations(text, &mut |citation| known.contains(&citation)).found;
    let shown: Vec<_> = found.iter().map(|citation| (&*citation.normalized, citation.year)).collect();
    assert_eq!(shown, [(known[0], Some(1999)), (known[1], None), (known[2], None)]);
    // The name before a lookalike is read, too.
    assert_eq!(find_citations("See Roe v. Wade, 12 Fict. Rep. 345.")[0].case_name, Some("Roe v. Wade"));
}

#[test]
fn each_section_of_a_list_is_a_citation_of_its_code() {
    let text = "42 U.S.C. §§ 1981(a), 1983 and 1985(3) (2018), 18 U.S.C. §§ 5, 6 and 410 U.S. 113";
    let found = find_citations(text);
    let shown: Vec<_> = found.iter().map(|citation| (&text[citation.span.clone()], &*citation.normalized)).collect();
    let expected = [
        ("42 U.S.C. §§ 1981", "42 U.S.C. § 1981"),
        ("1983", "42 U.S.C. § 1983"),
        ("1985", "42 U.S.C. § 1985"),
        ("18 U.S.C. §§ 5", "18 U.S.C. § 5"),
        ("6", "18 U.S.C. § 6"),
        ("410 U.S. 113", "410 U.S. 113"),
    ];
    assert_eq!(shown, expected);
    let pin_cites: Vec<_> = found.iter().map(|citation| citation.pin_cite).collect();
    assert_eq!(pin_cites, [Some("(a)"), None, Some("(3)"), None, None, None]);
    let years: Vec<_> = found.iter().map(|citation| citation.year).collect();
    assert_eq!(years, [Some(2018), Some(2018), Some(2018), None, None, None]);
}

#[test]
fn list_of_one_reporter_is_a_series_only_after_a_name() {
    let parts = |text| -> Vec<_> {
        find_citations(text).into_iter().map(|citation| (citation.case_name, citation.year)).collect()
    };
    let both = (Some("Roe v. Wade"), Some(1973));
    assert_eq!(parts("Roe v. Wade, 410 U.S. 113, 411 U.S. 5 (1973)"), [both, both]);
    let apart = [(Some("Roe v. Wade"), None), (None, Some(1973))];
    assert_eq!(parts("Roe v. Wade, 410 U.S. 113; 411 U.S. 5 (1973)"), apart);
    assert_eq!(parts("compare 410 U.S. 113, 411 U.S. 5 (1973)"), [(None, None), (None, Some(1973))]);
}

#[test]
fn volume_of_a_citation_is_no_page_of_an_id() {
    use CitationKind::{Full, Id, Statute};
    for (text, kind, normalized) in
        [("Id. at 410 U.S. 113", Full, "410 U.S. 113"), ("Id. at ** 42 U.S.C. § 1983", Statute, "42 U.S.C. § 1983")]
    {
        let found = summary(text);
        assert_eq!(found[0], (Id, "Id.", "Id.".to_owned()), "{text}");
        assert_eq!((found[1].0, &*found[1].2, found.len()), (kind, normalized, 2), "{text}");
    }
}

/// Returns the antecedent of each citation in a text.
fn antecedents(text: &str) -> Vec<Option<usize>> {
    find_citations(text).into_iter().map(|citation| citation.antecedent).collect()
}

#[test]
fn references_lead_to_the_full_citation() {
    let full = "Roe v. Wade, 410 U.S. 113, 93 S. Ct. 705 (1973). Doe v. Bolton, 410 U.S. 179 (1973).";
    for (reference, expected) in [
        ("Id. at 190.", Some(2)),
        ("Ibid.", Some(2)),
        // The page is beyond the maximum length of an opinion.
        ("Id. at 990.", None),
        ("Roe, 410 U.S., at 115.", Some(0)),
        ("Bolton, 410 U.S., at 181.", Some(2)),
        ("93 S. Ct., at 706.", Some(1)),
        // Two cases are in this volume.
        ("410 U.S., at 181.", None),
        ("411 U.S., at 181.", None),
        ("Bolton, supra, at 181.", Some(2)),
        ("Roe v. Wade, supra.", Some(0)),
        ("Adarand, supra.", None),
        ("Roe, supra. Id. at 115.", Some(0)),
        ("See 18 U.S.C. § 1341. Id. § 5.", Some(3)),
        ("See 18 U.S.C. § 1341. Id. at (b).", Some(3)),
        // A section has no pages, but a volume of the Federal Register has.
        ("See 18 U.S.C. § 1341. Id. at 27.", None),
        ("See 85 Fed. Reg. 27. Id. at 28.", Some(3)),
        ("See 85 Fed. Reg. 27. 85 Fed. Reg. at 28.", Some(3)),
        // `Id.` may refer to any section of the list.
        ("See 42 U.S.C. §§ 1981 and 1983. Id.", None),
        // Citations inside a remark are not antecedents after it.
        ("Roe, 410 U.S., at 115 (quoting Poe v. Ullman, 367 U.S. 497 (1961)). Id. at 116.", Some(0)),
        ("Roe, 410 U.S., at 115 (en banc) (quoting 18 U.S.C. § 5 (2018)). Id. at 116.", Some(0)),
        ("Roe, 410 U.S., at 115 (quoting 18 U.S.C. § 5; id.). Id. at 116.", Some(0)),
        ("Roe, 410 U.S., at 115 (quoting 18 U.S.C. § 5; id. § 6).", Some(4)),
        ("12 Fict. Rep. 345 (citing 18 U.S.C. § 5). Id. at 350.", Some(3)),
        ("12 Fict. Rep. 345 (1999). Id. at 350.", Some(3)),
        ("See 119 Stat. 2680. 119 Stat., at 2685.", Some(3)),
    ] {
        let text = format!("{full} {reference}");
        assert_eq!(antecedents(&text).last(), Some(&expected), "{text}");
    }
    assert_eq!(antecedents("Id. at 5."), [None]);
    // The largest page that is read as a number.
    assert_eq!(antecedents("410 U.S. 4294967295. Id. at 4294967295."), [None, Some(0)]);
}

#[test]
fn supra_before_a_short_form_is_a_part_of_it() {
    let text = "People v. Davis (1965) 233 Cal.App.2d 156. (People v. Davis, supra, 233 Cal.App.2d at p. 161.)";
    let found = find_citations(text);
    let names: Vec<_> = found.iter().map(|citation| (citation.kind, citation.case_name)).collect();
    let name = Some("People v. Davis");
    assert_eq!(names, [(CitationKind::Full, name), (CitationKind::Short, name)]);
    assert_eq!(found[1].antecedent, Some(0));
}

#[test]
fn citations_inside_a_remark_are_found() {
    let text = "Roe v. Wade, 410 U.S. 113 (1973) (quoting Doe v. Bolton, 410 U.S. 179, 181 (1974)).";
    let found = find_citations(text);
    let years: Vec<_> = found.iter().map(|citation| (citation.case_name, citation.year)).collect();
    assert_eq!(years, [(Some("Roe v. Wade"), Some(1973)), (Some("Doe v. Bolton"), Some(1974))]);
}

#[test]
fn year_decides_between_reporters_of_one_spelling() {
    for (text, normalized) in [
        ("1 Marsh. 5 (1820)", "1 A.K. Marsh. 5"),
        ("1 Marsh. 5 (1830)", "1 J.J. Marsh. 5"),
        ("1 Marsh. 5 (1930)", "1 Marsh. 5"),
        ("1 Marsh. 5", "1 Marsh. 5"),
        ("1 Dallas 5", "1 Dall. 5"),
    ] {
        assert_eq!(find_citations(text)[0].normalized, normalized, "{text}");
    }
}

#[test]
fn steps_are_in_proportion_to_the_text() {
    for piece in [
        "1 ",
        "1",
        "(",
        ") ",
        "v. ",
        "A. ",
        "U.S. ",
        "1 U.S. ",
        "1 U.S. 1 ",
        "1 U.S. 1, ",
        "1 U. S. at ",
        "1 U.S. 1, 5 ",
        "1 U.S. (A ",
        "1 U.S. 1 (",
        "Id. ",
        "Id. at 1, ",
        "supra ",
        "Smith, supra, ",
        "Smith v. Jones, 1 U.S. 1; Smith, 1 U.S., at 2; ",
        "N.Y. Sup. Ct. App. Div. ",
        "Cal. Aa Bb Cc Dd Ee ",
        "§ ",
        "1 U.S.C. §§ 1, 2 and 3 ",
        "\" 1 U.S. 1 ",
        "In re A (B) \"C\" 1 U.S. 1 ",
        "1 U.S. 1 (1 U.S. 1 (",
        "1 U.S. 1 (a) (a) ",
        "1-",
        "Aa ",
        "of the ",
        "H.R. 1, 1",
        "1 Fict. ",
        "1 Aa ",
        "1-A-1 ",
        "Aa § 1 ",
        "Tr. 1 ",
        "Compl. ¶ 1 (",
        "Aa § 1, 2 ",
        "¶",
        "R. at ",
        "A v. B ",
        "Tr. 1 (a) ",
        "Id. § 1, § 2 ",
        "section 1 of title 1, ",
        "section 1(a), ",
        "Va. Code Ann. ",
        "Va. Code (West) ",
        "Penal Code § 1 ",
        "California Penal Code § 1, Penal Code § 1 ",
        "\n\n",
        "é",
    ] {
        let steps_of = |n_bytes: usize| {
            let text = piece.repeat(n_bytes / piece.len());
            steps::count(|| drop(find_citations(&text)))
        };
        let (half, whole) = (steps_of(1 << 15), steps_of(1 << 16));
        // The constant allows for shorter names at the start and shorter remarks at the end.
        let is_in_proportion = whole * 20 <= half * 41 + 2000;
        assert!(is_in_proportion, "{piece:?}: {half} steps for half of the text and {whole} for the whole");
        assert!(whole <= 200 << 16, "{piece:?}: {whole} steps");
    }
}

/// Pieces of citations and of other text.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "410",
            "U.S.",
            "U. S.",
            "113",
            "S. Ct.",
            "F.3d",
            "v.",
            "Roe",
            "Wade",
            "See",
            "In re",
            "Id.",
            "Ibid.",
            "supra",
            "at",
            "p.",
            ",",
            ".",
            ";",
            "(",
            ")",
            "[",
            "]",
            "1973",
            "(1973)",
            "§",
            "§§",
            "U.S.C.",
            "Cal.",
            "Penal",
            "Code",
            "Pub. L.",
            "No.",
            "117-58",
            "Stat.",
            "H.R.",
            "117th",
            "Cong.",
            "Harv. L. Rev.",
            "Fict.",
            "-",
            "–",
            "é",
            "’",
            "\u{ad}",
            "\u{a0}",
            "\n\n",
            "___",
            "xii",
            "(1 Cranch)",
            "2015-Ohio-1234",
            "n.5",
            "*3",
            "¶",
        ])
        .prop_map(str::to_owned),
        "\\PC{0,3}",
    ];
    prop::collection::vec((piece, prop::sample::select(vec!["", " ", " "])), 0..40)
        .prop_map(|pieces| pieces.into_iter().flat_map(|(piece, space)| [piece, space.to_owned()]).collect())
}

proptest! {
    #[test]
    fn spans_are_in_order_and_inside_full_spans(text in pieces()) {
        let mut end = 0;
        for (idx, citation) in find_citations(&text).into_iter().enumerate() {
            prop_assert!(citation.span.start >= end && !citation.span.is_empty(), "{citation:?}");
            prop_assert!(citation.full_span.start <= citation.span.start, "{citation:?}");
            prop_assert!(citation.full_span.end >= citation.span.end, "{citation:?}");
            prop_assert!(text.get(citation.span.clone()).is_some(), "{citation:?}");
            prop_assert!(text.get(citation.full_span.clone()).is_some(), "{citation:?}");
            prop_assert!(citation.antecedent.is_none_or(|antecedent| antecedent < idx), "{citation:?}");
            end = citation.span.end;
        }
    }

    #[test]
    fn citation_alone_is_the_same_citation(text in pieces()) {
        // A reference to a section and a further section of a list do not name their code, and a lookalike may be a
        // citation that another one overlaps.
        let is_same_alone = |citation: &FoundCitation<'_>| {
            let has_code = !citation.is_section_of_list && !citation.is_other_section;
            has_code && !text[citation.span.clone()].starts_with('§') && citation.kind != CitationKind::Lookalike
        };
        for citation in find_citations(&text).into_iter().filter(is_same_alone) {
            let alone = &text[citation.span.clone()];
            let found = find_citations(alone);
            prop_assert_eq!(found.len(), 1, "{:?} of {:?}", alone, text);
            prop_assert_eq!(found[0].kind, citation.kind, "{:?} of {:?}", alone, text);
            prop_assert_eq!(&found[0].span, &(0..alone.len()), "{:?} of {:?}", alone, text);
            // The year, which can decide between reporters, is outside of the span.
            if citation.year.is_none() {
                prop_assert_eq!(&found[0].normalized, &citation.normalized, "{:?} of {:?}", alone, text);
            }
        }
    }
}

#[test]
fn code_without_its_state_is_that_of_the_state_named_before() {
    for (text, expected) in [
        ("In California, Gov. Code, § 12940, subd. (a) applies.", &["Cal. Gov. Code § 12940"][..]),
        ("California law: Health & Saf. Code, § 11350.", &["Cal. Health & Safety Code § 11350"]),
        ("Texas law differs. See Penal Code § 19.02.", &["Tex. Penal Code § 19.02"]),
        ("Texas law differs from that of California. See Penal Code § 19.02.", &["Cal. Penal Code § 19.02"]),
        ("New York courts apply Penal Law § 125.27.", &["N.Y. Penal Law § 125.27"]),
        ("In Maryland, section 2-201 of the Criminal Law Article", &["Md. Code Ann., Crim. Law § 2-201"]),
        ("The California commission quoted Model Penal Code § 2.02.", &["Model Penal Code § 2.02"]),
        ("See Penal Code § 187. This is California.", &[]),
    ] {
        let found: Vec<String> = find_citations(text).into_iter().map(|citation| citation.normalized).collect();
        assert_eq!(found, expected, "{text}");
    }
}
