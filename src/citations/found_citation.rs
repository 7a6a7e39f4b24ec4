use std::ops::Range;

use crate::model::CitationKind;

/// A citation in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundCitation<'t> {
    /// Its form.
    pub kind: CitationKind,
    /// The bytes of the citation itself. Those of short forms, `id.` and `supra` include the pin cite; those of a further
    /// section of a list are the section alone.
    pub span: Range<usize>,
    /// The bytes from the name of the case to the parentheses after the citation.
    pub full_span: Range<usize>,
    /// The citation in its standard form: `410 U.S. 113`, `410 U.S. at 115`, `18 U.S.C. § 1341`, `Pub. L. 117-58`,
    /// `H.R. 3684, 117th Cong.`, `Id.`, `supra`.
    pub normalized: String,
    /// The pages or subsections that are meant, without `at`.
    pub pin_cite: Option<&'t str>,
    /// The year beside the citation.
    pub year: Option<u16>,
    /// The court before the year, as it is written: `9th Cir.`
    pub court: Option<&'t str>,
    /// The name of the case, as it is written; of parallel citations each has it.
    pub case_name: Option<&'t str>,
    /// The index of the full citation that a short form, `id.` or `supra` refers to, if that can be told.
    pub antecedent: Option<usize>,
    /// Whether it is a further section of the list that the citation before it begins, or goes on with: `1983` of
    /// `42 U.S.C. §§ 1981 and 1983`.
    pub is_section_of_list: bool,
}
