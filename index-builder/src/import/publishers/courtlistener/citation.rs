/*!
Ranks the citations of a decision, to choose the official one.
*/

use crate::import::text::clean;

/// The types of `CourtListener`'s `citations` table, the best first. Neutral citations, which courts assign themselves,
/// come before the numbers of commercial databases.
const TYPE_TABLE: &[(&str, &str)] = &[
    ("1", "federal reporter"),
    ("2", "state reporter"),
    ("5", "early reporter of the Supreme Court"),
    ("3", "regional reporter"),
    ("4", "reporter of a specialty"),
    ("8", "neutral"),
    ("6", "Lexis"),
    ("7", "Westlaw"),
    ("9", "law journal"),
];

/// Commercial reporters to which the table wrongly gives the type of a federal or state reporter.
const UNOFFICIAL: &[&str] = &[
    "S. Ct.",
    "L. Ed.",
    "L. Ed. 2d",
    "U.S.L.W.",
    "Cal. Rptr.",
    "Cal. Rptr. 2d",
    "Cal. Rptr. 3d",
    "N.Y.S.",
    "N.Y.S.2d",
    "N.Y.S.3d",
    "Ill. Dec.",
];

/// The rank of a citation. The lowest rank is preferred.
pub(super) fn rank(kind: &str, reporter: &str) -> u8 {
    let type_idx = |kind| TYPE_TABLE.iter().position(|(known, _)| *known == kind).unwrap_or(TYPE_TABLE.len()) as u8;
    let rank = 2 * type_idx(kind);
    // They rank after the regional reporters and before the specialty reporters.
    if UNOFFICIAL.contains(&reporter) { rank.max(2 * type_idx("3") + 1) } else { rank }
}

/// The citation as text: `410 U.S. 113`. `None` if the volume, the reporter or the page has no letter or digit.
pub(super) fn text(volume: &str, reporter: &str, page: &str) -> Option<String> {
    let is_present = |part: &str| part.chars().any(char::is_alphanumeric);
    let is_complete = is_present(volume) && is_present(reporter) && is_present(page);
    is_complete.then(|| clean::plain_hyphens([volume, reporter, page].join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn official_reporter_ranks_before_regional_and_commercial_ones() {
        let order = [
            ("1", "U.S."),
            ("2", "Cal. 3d"),
            ("5", "Cranch"),
            ("3", "P.2d"),
            ("1", "S. Ct."),
            ("4", "T.C."),
            ("8", "WY"),
            ("6", "U.S. LEXIS"),
            ("7", "WL"),
            ("9", "Yale L.J."),
            ("", "?"),
        ];
        let ranks: Vec<u8> = order.iter().map(|(kind, reporter)| rank(kind, reporter)).collect();
        assert!(ranks.is_sorted_by(|a, b| a < b), "{ranks:?}");
        assert_eq!(rank("2", "Cal. Rptr."), rank("1", "L. Ed. 2d"));
    }

    #[test]
    fn citation_without_a_volume_or_a_page_has_no_text() {
        assert_eq!(text("410", "U.S.", "113").as_deref(), Some("410 U.S. 113"));
        assert_eq!(text("590", "U.S.", "___"), None);
        assert_eq!(text("", "U.S.", "1"), None);
    }
}
