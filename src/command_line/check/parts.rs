/*!
Splits a long text into parts that one request each can check.

A reference such as `Id.` may refer to a citation in an earlier part. Each further part therefore begins with the
earlier citations, the preface, so that the service resolves the references in it as it does in the whole text.
*/

use std::collections::HashSet;
use std::ops::Range;

use lexdex_core::citations::{FoundCitation, NO_AUTHORITY};
use lexdex_core::model::CitationKind;

use super::document::PARAGRAPH_END;

/// The maximum size of the text in one request in bytes, which is that of the API.
const MAX_REQUEST_BYTES: usize = 64 << 10;

/// The maximum size of a part without its preface, and that of the preface, in bytes.
const MAX_PART_BYTES: usize = 44 << 10;
const MAX_PREFACE_BYTES: usize = 16 << 10;

/// The maximum number of citations in a part, so that the response has room for their records.
const MAX_PART_CITATIONS: usize = 300;

/// A part of a text.
#[derive(Debug, PartialEq)]
pub(super) struct Part {
    /// Its range in the text, in bytes.
    pub(super) range: Range<usize>,
    /// The text before it in the request.
    pub(super) preface: String,
}

/// Returns the parts of a text, given its citations.
pub(super) fn parts(text: &str, citations: &[FoundCitation<'_>]) -> Vec<Part> {
    if text.len() <= MAX_REQUEST_BYTES && citations.len() <= MAX_PART_CITATIONS {
        return vec![Part { range: 0..text.len(), preface: String::new() }];
    }
    let mut parts = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let end = end_of_part(text, start, citations);
        let preface = if start == 0 { String::new() } else { preface(text, &(start..end), citations) };
        parts.push(Part { range: start..end, preface });
        start = end;
    }
    parts
}

/// Returns the end of the part that begins at a position: after a paragraph if possible, and never within a citation.
fn end_of_part(text: &str, start: usize, citations: &[FoundCitation<'_>]) -> usize {
    let first = citations.partition_point(|citation| citation.span.start < start);
    let by_count = citations.get(first + MAX_PART_CITATIONS).map_or(text.len(), |citation| citation.full_span.start);
    let max = text.floor_char_boundary((start + MAX_PART_BYTES).min(by_count.max(start + 1)));
    if max == text.len() {
        return max;
    }
    let within = &text[start..max];
    let after = |found: Option<usize>, length: usize| found.map(|at| start + at + length).filter(|end| *end > start);
    let paragraph = after(within.rfind(PARAGRAPH_END), PARAGRAPH_END.len());
    let word = || after(within.rfind(char::is_whitespace), 1).filter(|end| text.is_char_boundary(*end));
    let end = paragraph.or_else(word).unwrap_or(max);
    let is_around = |citation: &&FoundCitation<'_>| citation.full_span.start < end && end < citation.full_span.end;
    let around = citations[first..].iter().take(MAX_PART_CITATIONS + 1).filter(is_around);
    let before_citation = around.map(|citation| citation.full_span.start).min().filter(|at| *at > start);
    let end = before_citation.unwrap_or(end);
    if end > start { end } else { text.ceil_char_boundary(start + 1) }
}

/// Returns the earlier citations to which a part may refer, the latest that fit. The last one is that to which an `Id.`
/// at the beginning of the part refers.
fn preface(text: &str, part: &Range<usize>, citations: &[FoundCitation<'_>]) -> String {
    let n_before = citations.partition_point(|citation| citation.span.start < part.start);
    let (before, after) = citations.split_at(n_before);
    let in_part = || after.iter().take_while(|citation| citation.span.start < part.end);
    let needed: HashSet<usize> =
        in_part().filter_map(|citation| citation.antecedent.filter(|idx| *idx < n_before)).collect();
    let last = match in_part().find(|citation| citation.kind == CitationKind::Id) {
        Some(citation) => match citation.antecedent {
            Some(idx) if idx < n_before => full_text(text, &before[idx]),
            Some(_) => "",
            None => NO_AUTHORITY,
        },
        None => "",
    };
    let mut n_left = MAX_PREFACE_BYTES - last.len().min(MAX_PREFACE_BYTES);
    let mut is_taken = vec![false; n_before];
    let mut seen = HashSet::new();
    // The citations that the part needs come first, and others only for names and volumes that several have.
    for is_needed in [true, false] {
        for (idx, citation) in before.iter().enumerate().rev() {
            let length = full_text(text, citation).len() + PARAGRAPH_END.len() + 1;
            let is_chosen = if is_needed { needed.contains(&idx) } else { citation.names_authority() };
            let key = (&citation.normalized, citation.case_name);
            if is_chosen && !is_taken[idx] && length <= n_left && seen.insert(key) {
                n_left -= length;
                is_taken[idx] = true;
            }
        }
    }
    let taken = before.iter().zip(is_taken).filter(|(_, is_taken)| *is_taken);
    let texts = taken.map(|(citation, _)| full_text(text, citation)).chain(Some(last).filter(|last| !last.is_empty()));
    texts.map(|text| format!("{text}.{PARAGRAPH_END}")).collect()
}

/// Returns a citation with the name before it and the year after it. A section that is only named by its number has its
/// code.
fn full_text<'t>(text: &'t str, citation: &'t FoundCitation<'_>) -> &'t str {
    if citation.is_section_of_list || citation.is_other_section {
        return &citation.normalized;
    }
    text[citation.full_span.clone()].trim()
}

/// Returns the text of the request for a part.
pub(super) fn request_text(text: &str, part: &Part) -> String {
    format!("{}{}", part.preface, &text[part.range.clone()])
}

#[cfg(test)]
mod tests {
    use lexdex_core::citations::find_citations;
    use proptest::prelude::*;

    use super::*;

    /// Returns the citations of a text: the position, the form, and the form to which each refers.
    fn resolved(text: &str) -> Vec<(usize, String, Option<String>)> {
        let found = find_citations(text);
        let form = |idx: usize| found[idx].normalized.clone();
        let resolved = |citation: &FoundCitation<'_>| {
            // Both mean that the service does not resolve it.
            let antecedent = citation.antecedent.filter(|idx| found[*idx].kind != CitationKind::Lookalike);
            (citation.span.start, citation.normalized.clone(), antecedent.map(form))
        };
        found.iter().map(resolved).collect()
    }

    fn resolved_in_parts(text: &str) -> Vec<(usize, String, Option<String>)> {
        let citations = find_citations(text);
        let parts = parts(text, &citations);
        assert_eq!(parts.iter().map(|part| &text[part.range.clone()]).collect::<String>(), text);
        let mut all = Vec::new();
        for part in &parts {
            let request = request_text(text, part);
            assert!(request.len() <= MAX_REQUEST_BYTES);
            let own = resolved(&request).into_iter().filter(|(at, ..)| *at >= part.preface.len());
            all.extend(
                own.map(|(at, form, antecedent)| (at - part.preface.len() + part.range.start, form, antecedent)),
            );
        }
        all
    }

    fn sentence() -> impl Strategy<Value = String> {
        let name = prop::sample::select(vec!["Roe v. Wade", "Loving v. Virginia", "Doe v. Bolton", "Smith v. Jones"]);
        let full = (name.clone(), 1..500_u32, 1..900_u32)
            .prop_map(|(name, volume, page)| format!("See {name}, {volume} U.S. {page} ({}).", 1900 + volume / 5));
        let short = (1..500_u32, 1..900_u32).prop_map(|(volume, page)| format!("But see {volume} U.S. at {page}."));
        let supra = name.prop_map(|name| format!("{}, supra, at 5.", name.split(' ').next().unwrap_or_default()));
        let id = prop::sample::select(vec![
            "Id.",
            "Id. at 120.",
            "Id. § 5.",
            "42 U.S.C. § 1983 applies.",
            "The act is void.",
        ]);
        prop_oneof![full, short, supra, id.prop_map(str::to_owned), "[a-z ]{0,400}\\."]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn parts_have_the_citations_of_the_whole(sentences in prop::collection::vec(sentence(), 300..1200)) {
            let text: String = sentences.iter().enumerate().map(|(idx, sentence)| {
                format!("{sentence}{}", if idx % 3 == 0 { "\n\n" } else { " " })
            }).collect();
            prop_assert_eq!(resolved_in_parts(&text), resolved(&text));
        }
    }

    #[test]
    fn long_paragraph_is_not_split_within_a_citation() {
        let text = "Roe v. Wade, 410 U.S. 113 (1973); ".repeat(10_000);
        assert_eq!(resolved_in_parts(&text).len(), 10_000);
        let text = "§".repeat(100_000);
        assert_eq!(resolved_in_parts(&text), []);
    }

    #[test]
    fn reference_reaches_over_parts() {
        let text =
            format!("Roe v. Wade, 410 U.S. 113 (1973).\n\n{}\n\nId. at 115; Roe, supra.", "word ".repeat(40_000));
        let resolved = resolved_in_parts(&text);
        let antecedents: Vec<_> = resolved.iter().map(|(.., antecedent)| antecedent.as_deref()).collect();
        assert_eq!(antecedents, [None, Some("410 U.S. 113"), Some("410 U.S. 113")]);
    }
}
