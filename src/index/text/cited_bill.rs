/*!
Federal bills that are cited by their number and their Congress: `H.R. 3684, 117th Cong.`

The citation of a law names the law alone (`Pub. L. 117-58`), so such a citation is looked up among the ids, which have
both numbers.
*/

use crate::index::text::tokenizer::joined_words;

/// The types of federal bills, each as ids have it, with the letters of its numbers: the usual ones, and those of the
/// Bluebook's citations (rule 13.2).
const TYPES: &[(&str, &[&str])] = &[
    ("hr", &["hr"]),
    ("hres", &["hres", "hrres"]),
    ("hjres", &["hjres", "hrjres"]),
    ("hconres", &["hconres", "hrconres"]),
    ("s", &["s"]),
    ("sres", &["sres"]),
    ("sjres", &["sjres"]),
    ("sconres", &["sconres"]),
];

/// The id of the bill that a citation names by its number and its Congress; `None` if it does not. Text from the first
/// parenthesis on, such as the year, is left out.
pub(crate) fn id(citation: &str) -> Option<String> {
    let words = joined_words(citation.split_once('(').map_or(citation, |(place, _)| place));
    let words: Vec<&str> = words.split(' ').collect();
    let (letters, number, congress) = match words.as_slice() {
        [letters @ .., number, congress, "st" | "nd" | "rd" | "d" | "th", "cong" | "congress"]
        | [letters @ .., number, congress, "cong" | "congress"] => (letters.concat(), number, congress),
        _ => return None,
    };
    let (bill_type, _) = TYPES.iter().find(|(_, spellings)| spellings.contains(&letters.as_str()))?;
    let is_plain = |number: &str| number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
    (is_plain(number) && is_plain(congress)).then(|| format!("federal-{congress}-{bill_type}-{number}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bill_is_named_by_its_number_and_its_congress() {
        for (citation, expected) in [
            ("H.R. 3684, 117th Cong.", "federal-117-hr-3684"),
            ("hr3684 117th congress", "federal-117-hr-3684"),
            ("H.R.3684 - 117th Congress (2021-2022)", "federal-117-hr-3684"),
            ("H. R. 3684, 117 Cong.", "federal-117-hr-3684"),
            ("S. 1, 101st Cong. (1989)", "federal-101-s-1"),
            ("S. 1, 102d Cong.", "federal-102-s-1"),
            ("S. 1, 102nd Cong.", "federal-102-s-1"),
            ("S. 1, 103rd Cong.", "federal-103-s-1"),
            ("H.R.J. Res. 40, 111th Cong.", "federal-111-hjres-40"),
            ("H.J. Res. 40, 111th Cong.", "federal-111-hjres-40"),
            ("H. Con. Res. 5, 111th Cong.", "federal-111-hconres-5"),
            ("H.R. Con. Res. 5, 111th Cong.", "federal-111-hconres-5"),
            ("H. Res. 5, 111th Cong.", "federal-111-hres-5"),
            ("H.R. Res. 5, 111th Cong.", "federal-111-hres-5"),
            ("S. Con. Res. 5, 111th Cong.", "federal-111-sconres-5"),
            ("S.J. Res. 5, 111th Cong.", "federal-111-sjres-5"),
            ("S. Res. 5, 111th Cong.", "federal-111-sres-5"),
        ] {
            assert_eq!(id(citation).as_deref(), Some(expected), "{citation}");
        }
    }

    #[test]
    fn other_text_names_no_bill() {
        for citation in [
            "",
            "H.R. 3684",
            "117th Cong.",
            "3684, 117th Cong.",
            "A.B. 3684, 117th Cong.",
            "H.R. 0, 117th Cong.",
            "H.R. 1, 0117th Cong.",
            "H.R. 1, 117th Cong. 2",
            "H.R. ٣, 117th Cong.",
            "(H.R. 1, 117th Cong.)",
            "Pub. L. 117-159",
        ] {
            assert_eq!(id(citation), None, "{citation}");
        }
    }
}
