/*!
Checks the citations in a text, one after another.
*/

use std::ops::Range;
use std::rc::Rc;

use anyhow::Result;
use lexdex_core::blocking;
use lexdex_core::citations::{FoundCitation, read_citations, with_joined_lines};
use lexdex_core::model::{CitationKind, CitationStatus};

use crate::citation_check::cited_record::CitedRecord;
use crate::citation_check::resolution::{CitationResolver, Resolution};
use crate::citation_check::same_name::NameSearch;
use crate::{CaseName, Index};

/// The checked citations of a text.
pub struct CheckedText<'t, 'i> {
    /// The citations, in the order of the text.
    pub citations: Vec<CheckedCitation<'t, 'i>>,
    /// The preface of a text that follows: the authorities to which its references may refer.
    pub preface: Option<String>,
}

/// A citation in a text, and its records in the index.
pub struct CheckedCitation<'t, 'i> {
    /// The citation as written.
    pub text: &'t str,
    /// Its range in the text after the preface, in Unicode code points.
    pub span: Range<usize>,
    /// The form in which it is written, and what is beside it.
    pub found: FoundCitation<'t>,
    /// Whether the index has it.
    pub status: CitationStatus,
    /// Whether the index is complete for the cited court or code, if that is known and no record has the citation.
    pub complete: Option<bool>,
    /// The cases with the name beside it, if no record has the citation and they are few.
    pub same_name: Vec<Rc<CitedRecord<'i>>>,
    /// The number of records that have the citation.
    pub total: u64,
    /// The cited record, or the first candidates.
    pub records: Vec<Rc<CitedRecord<'i>>>,
    /// Whether the name beside it agrees with the record; `None` if that is undecidable.
    pub name_agrees: Option<bool>,
    /// The same for the year.
    pub year_agrees: Option<bool>,
}

/// The maximum length of the preface of a following text in bytes.
pub const MAX_PREFACE_BYTES: usize = 3000;

/// Finds the citations in a text, and looks up each one. The text begins with a preface of `n_preface_bytes`, whose
/// citations are only referred to. A decision of a year after `this_year` cannot exist. Blocks the thread while
/// postings and records are read.
pub fn check_text<'t, 'i>(
    index: &'i Index,
    text: &'t str,
    n_preface_bytes: usize,
    this_year: u16,
) -> Result<CheckedText<'t, 'i>> {
    blocking::mark("finding citations");
    let mut resolver = CitationResolver::new(index);
    let mut names = NameSearch::default();
    let mut characters = Characters { text, n_bytes: n_preface_bytes, n_chars: 0 };
    let mut resolutions: Vec<Resolution<'i>> = Vec::new();
    let mut checked = Vec::new();
    let mut failure = None;
    let mut is_known = |citation: &str| {
        resolver.knows(citation).unwrap_or_else(|error| {
            failure = Some(error);
            false
        })
    };
    let read = read_citations(text, &mut is_known);
    let preface = read.preface(text, MAX_PREFACE_BYTES, &mut is_known);
    if let Some(failure) = failure {
        return Err(failure);
    }
    for found in read.found {
        let is_in_preface = found.span.start < n_preface_bytes;
        let written = found.case_name.map(with_joined_lines);
        let written = written.and_then(|name| CaseName::parse(&name, &index.catalogue().jurisdictions));
        let mut resolution = match found.kind {
            _ if found.is_other_section => resolver.resolve(CitationKind::Statute, &found.normalized)?,
            CitationKind::Short | CitationKind::Supra | CitationKind::Id => {
                let antecedent = found.antecedent.and_then(|idx| resolutions.get(idx));
                let antecedent = antecedent.filter(|antecedent| antecedent.status != CitationStatus::NotACitation);
                antecedent.cloned().unwrap_or_else(|| Resolution::none(CitationStatus::Unresolved))
            }
            kind => resolver.resolve(kind, &found.normalized)?,
        };
        if resolution.status == CitationStatus::NotInIndex {
            resolution.status = status_if_absent(&found, this_year);
        }
        if resolution.status == CitationStatus::NotInIndex && resolution.complete.is_none() {
            resolution.complete = resolver.completeness(&found);
        }
        let is_absent = matches!(resolution.status, CitationStatus::NotInIndex | CitationStatus::CannotExist);
        let same_name = match (&written, found.case_name) {
            (Some(parsed), Some(name)) if is_absent && !is_in_preface => {
                names.find(index, &with_joined_lines(name), parsed, &found.normalized)?
            }
            _ => Vec::new(),
        };
        let name_agrees = match &written {
            Some(written) => resolver.compare_name(&mut resolution, written)?,
            None => None,
        };
        resolutions.push(resolution.clone());
        if is_in_preface {
            continue;
        }
        let start = characters.before(found.span.start);
        let span = start..characters.before(found.span.end);
        let year_agrees = found.year.and_then(|year| resolution.agreement(|record| record.agrees_with_year(year)));
        checked.push(CheckedCitation {
            text: &text[found.span.clone()],
            span,
            found,
            status: resolution.status,
            complete: resolution.complete,
            same_name,
            total: resolution.total,
            records: resolution.records,
            name_agrees,
            year_agrees,
        });
    }
    Ok(CheckedText { citations: checked, preface })
}

/// Returns the status of a citation that no record of the index has.
fn status_if_absent(found: &FoundCitation<'_>, this_year: u16) -> CitationStatus {
    let is_in_future = found.kind == CitationKind::Full && found.year.is_some_and(|year| year > this_year);
    if found.cannot_exist || is_in_future {
        CitationStatus::CannotExist
    } else if !found.is_checkable {
        CitationStatus::NotCheckable
    } else {
        CitationStatus::NotInIndex
    }
}

/// Converts byte positions to character positions, in ascending order.
struct Characters<'t> {
    text: &'t str,
    n_bytes: usize,
    n_chars: usize,
}

impl Characters<'_> {
    /// Returns the number of characters before a byte position, which must not be less than the last one.
    fn before(&mut self, place: usize) -> usize {
        self.n_chars += self.text[self.n_bytes..place].chars().count();
        self.n_bytes = place;
        self.n_chars
    }
}

#[cfg(test)]
mod tests {
    use lexdex_core::corpus::Source;
    use lexdex_core::steps;

    use super::*;

    /// The citation parser of the filters takes more than linear time, so a long citation must not reach it.
    #[test]
    fn steps_of_citations_without_end_are_in_proportion_to_the_text() {
        let corpus = tempfile::tempdir().unwrap();
        std::fs::create_dir(corpus.path().join("statutes")).unwrap();
        let index = Index::in_memory(&Source::Directory(corpus.path().to_owned())).unwrap();
        for (text, finds_any) in [
            ("119 Stat. ".to_owned() + &"1,".repeat(32_000), true),
            ("18 U.S.C. § 1-1".to_owned() + &",100".repeat(16_000), true),
            ("42 U.S.C. §§ 1".to_owned() + &", 1".repeat(20_000), true),
            ("1 U.S. 1, ".repeat(6_000), true),
            ("N.Y.".repeat(16_000), false),
            ("Cal.Abc.".repeat(8_000), false),
            ("Cal.A'".repeat(10_000), false),
        ] {
            let n_steps = steps::count(|| {
                assert_eq!(!check_text(&index, &text, 0, 2026).unwrap().citations.is_empty(), finds_any)
            });
            assert!(n_steps <= 200 * text.len(), "{n_steps} steps for {}…", &text[..20]);
        }
    }
}
