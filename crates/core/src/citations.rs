/*!
Finds the citations in a running text: of cases, statutes, session laws, bills and journals, their short forms, and
references by `id.` and `supra`.

The text is read in several passes without backtracking, each in linear time. `clean_text` normalizes spaces, dashes and
quotation marks. `mention` finds citations around the abbreviations in `reporters`; `back_reference`, `bill` and
`lookalike` find the others. Then the parts around each citation are read, such as the name, the pages and the year.
`unread` finds the authorities between the citations, to which a reference by `id.` may refer; `named_authority` reads
those whose names are known, which are listed, too.
*/

use crate::citations::clean_text::CleanText;
use crate::citations::parenthesis::Parentheses;
use crate::citations::place::places;
use crate::citations::reader::AuthorityReader;
use crate::citations::reporters::SpellingMatch;
use crate::citations::unread::unread_authorities;

pub use abbreviations::spelled_out;
pub use bill_key::bill_keys;
pub use cited_name::{cited_names, with_cited_name};
pub use found_citation::FoundCitation;
pub use lone_citation::{LoneCitation, is_reporter};
pub use preface::{NO_AUTHORITY, ReadCitations};
pub use section_list::listed_sections;

mod abbreviations;
mod antecedent;
mod authority_name;
mod back_reference;
mod bill;
mod bill_key;
mod case_name;
mod cited_name;
mod clean_text;
mod code;
mod form;
mod found_citation;
mod lone_citation;
mod lookalike;
mod mention;
mod name_words;
mod named_authority;
mod named_state;
mod parenthesis;
mod pin_cite;
mod place;
mod preface;
#[cfg(test)]
mod preface_tests;
mod reader;
#[cfg(test)]
mod reference_tests;
mod reporters;
mod scan;
mod section_list;
#[cfg(test)]
mod tests;
mod unread;

/// Finds all citations, in the order of the text. Their spans do not overlap; the full spans of parallel citations do.
pub fn find_citations(text: &str) -> Vec<FoundCitation<'_>> {
    read_citations(text, &mut |_| false).found
}

/// Finds all citations, including those of reporters and codes that are known only from an index, such as `7 Tribunal
/// 12`, and the authorities to which a following text may refer. `is_known` returns whether the index has a citation.
pub fn read_citations<'t>(text: &'t str, is_known: &mut dyn FnMut(&str) -> bool) -> ReadCitations<'t> {
    let clean = CleanText::new(text);
    let parentheses = Parentheses::new(clean.text());
    let places = places(clean.text(), &parentheses, SpellingMatch::Exact, is_known);
    let mut unread = unread_authorities(clean.text(), &places, &parentheses).into_iter().peekable();
    let mut reader = AuthorityReader::new(&clean);
    for place in &places {
        while let Some(authority) = unread.next_if(|authority| authority.span.start < place.span.start) {
            reader.pass(&authority);
        }
        reader.read(place);
    }
    unread.for_each(|authority| reader.pass(&authority));
    reader.into_read()
}

/// Joins the words of a name that are split at the ends of lines.
pub fn with_joined_lines(name: &str) -> String {
    CleanText::new(name).text().to_owned()
}
