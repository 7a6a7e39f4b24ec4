use std::ops::Range;

use crate::model::CitationKind;

/// A citation in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundCitation<'t> {
    /// The kind of the citation.
    pub kind: CitationKind,
    /// The byte range of the citation itself. It includes the pin cite of short forms, `id.` and `supra`. For a further
    /// section of a list, it is only the section.
    pub span: Range<usize>,
    /// The byte range from the name of the case to the parentheses after the citation.
    pub full_span: Range<usize>,
    /// The citation in its standard form: `410 U.S. 113`, `410 U.S. at 115`, `18 U.S.C. § 1341`, `Pub. L. 117-58`,
    /// `H.R. 3684, 117th Cong.`, `Id.`, `supra`. A reference to another section of a code has the form of that section.
    pub normalized: String,
    /// Whether an index is expected to have the cited text, unlike a regulation, a rule of a court or an article of a
    /// journal.
    pub is_checkable: bool,
    /// Whether it cannot exist, because its reporter began after the year or ended before the volume, or because it has
    /// the page 0.
    pub cannot_exist: bool,
    /// The id of the jurisdiction whose courts, code or legislature it names, if it is only one.
    pub jurisdiction: Option<&'static str>,
    /// The cited pages or subsections, without `at`.
    pub pin_cite: Option<&'t str>,
    /// The year beside the citation.
    pub year: Option<u16>,
    /// The court before the year as written, such as `9th Cir.`
    pub court: Option<&'t str>,
    /// The name of the case as written. Every parallel citation has it.
    pub case_name: Option<&'t str>,
    /// The index of the citation that a short form, `id.` or `supra` refers to, if it can be determined.
    pub antecedent: Option<usize>,
    /// Whether it is a reference to another section of its antecedent's code: `Id. § 1988` after `42 U.S.C. § 1983`.
    pub is_other_section: bool,
    /// Whether it is of the same case as the preceding citation.
    pub(crate) is_parallel: bool,
    /// Whether it continues the list of sections of the preceding citation, such as `1983` in `42 U.S.C. §§ 1981 and
    /// 1983`.
    pub is_section_of_list: bool,
}

impl FoundCitation<'_> {
    /// Whether the citation names its authority itself, and is not a short form, a reference or an unread text.
    pub fn names_authority(&self) -> bool {
        let is_reference = matches!(
            self.kind,
            CitationKind::Short
                | CitationKind::Id
                | CitationKind::Supra
                | CitationKind::Lookalike
                | CitationKind::Other
        );
        !is_reference && self.antecedent.is_none()
    }
}
