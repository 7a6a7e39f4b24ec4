/*!
The published codes: their sources, their parts of ids, and their citation forms.
*/

/// A state's code.
#[derive(Debug)]
pub(super) struct Code {
    /// The jurisdiction's id.
    pub(super) state: &'static str,
    /// The name of the code and of its publisher, as in `meta.source`.
    pub(super) source: &'static str,
    /// The part of the code in an id: `wy-stat-6-2-101`.
    pub(super) slug: &'static str,
    /// The text before the section sign in a citation.
    pub(super) citation: &'static str,
    pub(super) numbering: Numbering,
}

/// How a code numbers its sections. This decides where the title of a section is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbering {
    /// Section numbers begin with the title of the page: `6-2-101`.
    InNumber,
    /// Each title numbers its sections from 1. Only the page has the title.
    ByTitle,
    /// Section numbers begin with a chapter, which counts as the title: `342.690`. The title of the page only groups
    /// chapters.
    Chapter,
}

use Numbering::{ByTitle, Chapter, InNumber};

/// All codes, a line for each state. Other states are not imported, because their citation form is unknown.
#[rustfmt::skip]
pub(super) const CODES: &[Code] = &[
    code("ak", "stat", "Alaska Stat.", InNumber, "Alaska Statutes, Public.Resource.Org"),
    code("ar", "code", "Ark. Code Ann.", InNumber, "Arkansas Code, Public.Resource.Org"),
    code("co", "rev-stat", "Colo. Rev. Stat.", InNumber, "Colorado Revised Statutes, Public.Resource.Org"),
    code("ga", "code", "Ga. Code Ann.", InNumber, "Official Code of Georgia Annotated, Public.Resource.Org"),
    code("id", "code", "Idaho Code", InNumber, "Idaho Code, Public.Resource.Org"),
    code("ky", "rev-stat", "Ky. Rev. Stat. Ann.", Chapter, "Kentucky Revised Statutes, Public.Resource.Org"),
    code("ms", "code", "Miss. Code Ann.", InNumber, "Mississippi Code, Public.Resource.Org"),
    code("nc", "gen-stat", "N.C. Gen. Stat.", InNumber, "North Carolina General Statutes, Public.Resource.Org"),
    code("nd", "cent-code", "N.D. Cent. Code", InNumber, "North Dakota Century Code, Public.Resource.Org"),
    code("ri", "gen-laws", "R.I. Gen. Laws", InNumber, "General Laws of Rhode Island, Public.Resource.Org"),
    code("tn", "code", "Tenn. Code", InNumber, "Tennessee Code, Public.Resource.Org"),
    code("va", "code", "Va. Code", InNumber, "Code of Virginia, Public.Resource.Org"),
    code("vt", "stat", "Vt. Stat.", ByTitle, "Vermont Statutes, Public.Resource.Org"),
    code("wy", "stat", "Wyo. Stat.", InNumber, "Wyoming Statutes, Public.Resource.Org"),
];

const fn code(
    state: &'static str,
    slug: &'static str,
    citation: &'static str,
    numbering: Numbering,
    source: &'static str,
) -> Code {
    Code { state, source, slug, citation, numbering }
}

impl Code {
    pub(super) fn for_jurisdiction(jurisdiction: &str) -> Option<&'static Self> {
        CODES.iter().find(|code| code.state == jurisdiction)
    }

    /// Whether a section of this number belongs to a title. Numbers of the other codes do not show their title.
    pub(super) fn has_number_in(&self, title: &str, number: &str) -> bool {
        let rest = number.trim_start_matches('0').strip_prefix(title);
        self.numbering != InNumber || rest.is_some_and(|rest| rest.starts_with(['-', '.', ':']))
    }

    /// The citation of a section: `Wyo. Stat. § 6-2-101`, `Vt. Stat. tit. 9, § 4461`.
    pub(super) fn cite(&self, title: &str, number: &str, is_several: bool) -> String {
        let sign = if is_several { "§§" } else { "§" };
        let title = if self.numbering == ByTitle { format!(" tit. {title},") } else { String::new() };
        format!("{}{title} {sign} {number}", self.citation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_is_cited_in_its_own_form() {
        for (state, citation) in
            [("wy", "Wyo. Stat. § 1-2"), ("vt", "Vt. Stat. tit. 9A, § 1-2"), ("ky", "Ky. Rev. Stat. Ann. § 1-2")]
        {
            assert_eq!(Code::for_jurisdiction(state).unwrap().cite("9A", "1-2", false), citation);
        }
        assert_eq!(
            Code::for_jurisdiction("nc").unwrap().cite("1", "1-2 through 1-4", true),
            "N.C. Gen. Stat. §§ 1-2 through 1-4"
        );
        assert!(Code::for_jurisdiction("ny").is_none());
    }

    #[test]
    fn number_belongs_to_the_title_that_it_begins_with() {
        for (state, title, number, is_in) in [
            ("ms", "79", "79-4-1.01", true),
            ("ms", "79", "7-7-2", false),
            ("ms", "7", "79-4-1.01", false),
            ("ak", "3", "03.05.010", true),
            ("va", "8.2", "8.2-101", true),
            ("ar", "10", "1", false),
            ("ky", "XIX", "230.010", true),
            ("vt", "7", "753", true),
        ] {
            assert_eq!(Code::for_jurisdiction(state).unwrap().has_number_in(title, number), is_in, "{state} {number}");
        }
    }
}
