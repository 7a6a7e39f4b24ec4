//! The citations in any text are found in order. Each of them, by itself, is the same citation.

#![no_main]

use lexdex_core::citations::find_citations;
use lexdex_core::model::CitationKind;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut end = 0;
    for citation in find_citations(text) {
        assert!(citation.span.start >= end, "{citation:?}");
        assert!(citation.full_span.start <= citation.span.start, "{citation:?}");
        assert!(citation.full_span.end >= citation.span.end, "{citation:?}");
        end = citation.span.end;
        // A section of a list and a reference to a section do not name their code by themselves. A lookalike may be a
        // citation that another one overlaps in the text.
        let has_code = !citation.is_section_of_list && !citation.is_other_section;
        if !has_code || text[citation.span.clone()].starts_with('§') || citation.kind == CitationKind::Lookalike {
            continue;
        }
        let alone = find_citations(&text[citation.span]);
        assert!(alone.len() == 1 && alone[0].kind == citation.kind, "{alone:?}");
    }
});
