//! Tests of the preface of a following text.

use proptest::prelude::*;

use crate::citations::{FoundCitation, read_citations};
use crate::model::CitationKind;

/// The maximum length of a preface in bytes, in which all authorities of the generated texts fit.
const MAX_BYTES: usize = 64 << 10;

/// A citation: its position, its form, and the form to which it refers.
type Resolved = (usize, String, Option<String>);

/// Returns the citations of a text after its preface, and the preface of a following text.
fn resolved(preface: &str, text: &str, max_bytes: usize) -> (Vec<Resolved>, Option<String>) {
    let whole = format!("{preface}{text}");
    let read = read_citations(&whole, &mut |_| false);
    let own = read.found.iter().filter(|citation| citation.span.start >= preface.len());
    let citation = |citation: &FoundCitation<'_>| {
        // Both mean that the service does not resolve it.
        let antecedent = citation.antecedent.map(|idx| &read.found[idx]);
        let antecedent = antecedent.filter(|antecedent| antecedent.kind != CitationKind::Lookalike);
        let form = antecedent.map(|antecedent| antecedent.normalized.clone());
        (citation.span.start - preface.len(), citation.normalized.clone(), form)
    };
    (own.map(citation).collect(), read.preface(&whole, max_bytes, &mut |_| false))
}

/// Returns the citations of a text that is read in parts.
fn resolved_in_parts(parts: &[&str]) -> Vec<Resolved> {
    let (mut all, mut preface, mut start) = (Vec::new(), String::new(), 0);
    for part in parts {
        let (own, next) = resolved(&preface, part, MAX_BYTES);
        all.extend(own.into_iter().map(|(at, form, antecedent)| (start + at, form, antecedent)));
        preface = next.unwrap_or_default();
        start += part.len();
    }
    all
}

#[track_caller]
fn assert_same(parts: &[&str]) {
    assert_eq!(resolved_in_parts(parts), resolved("", &parts.concat(), MAX_BYTES).0, "{parts:?}");
}

#[test]
fn references_reach_over_parts() {
    let roe =
        "See Roe v. Wade, 410 U.S. 113, 153, 93 S. Ct. 705 (1973) (citing Doe v. Bolton, 410 U.S. 179 (1973)).\n\n";
    for end in
        ["Id. at 115.", "Roe, supra, at 120.", "Roe, 410 U.S. at 120.", "93 S. Ct. at 710. Id.", "410 U.S. at 120."]
    {
        assert_same(&[roe, end]);
        assert_same(&[roe, "Nothing is cited here.\n\n", end]);
        assert_same(&[roe, "Fed. R. Civ. P. 56(a).\n\n", end]);
        assert_same(&[roe, "12 Fict. Rep. 345.\n\n", end]);
        assert_same(&["Nothing is cited here.\n\n", roe, end]);
    }
}

#[test]
fn references_to_a_series_reach_over_parts() {
    let series = "Roe v. Wade, 410 U.S. 113, 93 S. Ct. 705, 347 U.S. 483, 74 S. Ct. 686 (1973).\n\n";
    for end in [
        "Id. at 485.",
        "Roe, supra, at 115.",
        "410 U.S. at 115. Id. at 116.",
        "74 S. Ct. at 690.",
        "347 U.S. at 485. Id.",
    ] {
        assert_same(&[series, end]);
        assert_same(&[series, "410 U.S. at 120.\n\n", end]);
        assert_same(&[series, "Nothing is cited here.\n\n", end]);
    }
}

#[test]
fn references_to_sections_reach_over_parts() {
    for code in [
        "42 U.S.C. § 1983.\n\n",
        "42 U.S.C. §§ 1981, 1983 and 1985.\n\n",
        "Roe v. Wade, 410 U.S. 113 (1973), under 42 U.S.C. § 1983.\n\n",
        "Clayton Act § 7, 15 U.S.C. § 18.\n\n",
        "15 U.S.C. § 18 and section 10(b) of the Act.\n\n",
        "Roe v. Wade, 410 U.S. 113 (1973). Under Rule 56,\n\n",
        "42 U.S.C. § 1983; 18 U.S.C. § 1983.\n\n",
        "42 U.S.C. § 1983. Id. § 1985.\n\n",
        "42 U.S.C. § 1983. See § 1986. Section 10(b) of the Act says so, as all of the parties to this case agree.\n\n",
        "State v. Doe, 2002-Ohio-5, ¶ 14.\n\n",
        "State v. Doe, 2002-Ohio-5. Roe v. Wade, 410 U.S. 113 (1973). Doe, supra, ¶ 14.\n\n",
        "Cal. Penal Code § 187.\n\n",
        "Pub. L. 117-58, § 5, 135 Stat. 429.\n\n",
    ] {
        for end in ["Id.", "Id. at 115.", "Id. § 1988.", "See § 1983.", "See § 1986. Id.", "See § 10.", "Id. ¶ 20."]
        {
            assert_same(&[code, end]);
            assert_same(&[code, "Nothing is cited here.\n\n", end]);
        }
    }
}

#[test]
fn codes_without_their_state_are_those_of_the_state_named_before() {
    let text = "Tex. Penal Code § 1.01, under the law of California. Roe v. Wade, 410 U.S. 113 (1973).\n\n";
    let cases = ["Roe v. Doe, 410 U.S. 179 (1973).", "Id. at 115.", "115 U.S. 5."];
    for end in ["Penal Code § 187. Id. § 188.", "In Texas, Penal Code § 1.02."].iter().chain(&cases) {
        assert_same(&[text, end]);
        assert_same(&[text, "Nothing is cited here.\n\n", end]);
    }
}

#[test]
fn preface_has_the_authorities_that_were_mentioned_last() {
    let cites: String = (1..900).map(|n| format!("Roe v. Wade, {n} U.S. {n} (1950).\n\n")).collect();
    let text = format!("{cites}2 U.S. at 3.");
    for max_bytes in [100, 1000, 3 << 10] {
        let (_, preface) = resolved("", &text, max_bytes);
        let preface = preface.unwrap();
        assert!(preface.len() <= max_bytes && preface.len() > max_bytes - 70, "{}", preface.len());
        assert!(preface.ends_with("Roe v. Wade, 2 U.S. 2 (1950).\n\n"), "{preface}");
        assert!(preface.contains("Roe v. Wade, 899 U.S. 899 (1950).\n\n"), "{preface}");
    }
    assert_eq!(resolved("", "Id. at 5. 12 Fict. Rep. 345.", 1000).1, None);
}

fn sentence() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec!["Roe v. Wade", "Loving v. Virginia", "Doe v. Bolton", "Smith v. Jones"]);
    let full = (name.clone(), 1..500_u32, 1..900_u32)
        .prop_map(|(name, volume, page)| format!("See {name}, {volume} U.S. {page} ({}).", 1900 + volume / 5));
    let short = (1..500_u32, 1..900_u32).prop_map(|(volume, page)| format!("But see {volume} U.S. at {page}."));
    let supra = name.prop_map(|name| format!("{}, supra, at 5.", name.split(' ').next().unwrap_or_default()));
    let other = prop::sample::select(vec![
        "Id.",
        "Id. at 120.",
        "Id. § 5.",
        "42 U.S.C. § 1983 applies.",
        "Under § 1983, it is so.",
        "Fed. R. Civ. P. 56(a).",
        "The act is void.",
    ]);
    prop_oneof![full, short, supra, other.prop_map(str::to_owned), "[a-z ]{0,100}\\."]
}

proptest! {
    #[test]
    fn parts_have_the_citations_of_the_whole(
        sentences in prop::collection::vec((sentence(), 0..3_u8), 1..60),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 1..4),
    ) {
        let ends = [" ", "\n\n", "\n\n"];
        let text: String = sentences.iter().map(|(text, end)| format!("{text}{}", ends[usize::from(*end)])).collect();
        let places: Vec<usize> = text.match_indices("\n\n").map(|(at, end)| at + end.len()).collect();
        prop_assume!(!places.is_empty());
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| *cut.get(&places)).chain([0, text.len()]).collect();
        cuts.sort_unstable();
        let parts: Vec<&str> = cuts.windows(2).map(|cut| &text[cut[0]..cut[1]]).collect();
        prop_assert_eq!(resolved_in_parts(&parts), resolved("", &text, MAX_BYTES).0);
    }
}
