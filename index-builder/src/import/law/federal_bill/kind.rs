/*!
The eight types of measures.
*/

use lexdex_core::model::Chamber;

/// A type of bill or resolution.
pub(crate) struct BillType {
    /// The type's code in the files. Ids have it in lower case.
    pub(crate) code: &'static str,
    /// The prefix of the official number.
    pub(crate) prefix: &'static str,
    /// The prefix of the number in a citation.
    pub(crate) cited_as: &'static str,
    /// The chamber of origin of such measures.
    pub(crate) chamber: Chamber,
}

/// All types.
const KIND_TABLE: &[BillType] = &[
    BillType { code: "HR", prefix: "H.R.", cited_as: "H.R.", chamber: Chamber::House },
    BillType { code: "HJRES", prefix: "H.J. Res.", cited_as: "H.R.J. Res.", chamber: Chamber::House },
    BillType { code: "HCONRES", prefix: "H. Con. Res.", cited_as: "H.R. Con. Res.", chamber: Chamber::House },
    BillType { code: "HRES", prefix: "H. Res.", cited_as: "H.R. Res.", chamber: Chamber::House },
    BillType { code: "S", prefix: "S.", cited_as: "S.", chamber: Chamber::Senate },
    BillType { code: "SJRES", prefix: "S.J. Res.", cited_as: "S.J. Res.", chamber: Chamber::Senate },
    BillType { code: "SCONRES", prefix: "S. Con. Res.", cited_as: "S. Con. Res.", chamber: Chamber::Senate },
    BillType { code: "SRES", prefix: "S. Res.", cited_as: "S. Res.", chamber: Chamber::Senate },
];

impl BillType {
    /// The type of this code, in any case.
    pub(crate) fn from_code(code: &str) -> Option<&'static Self> {
        KIND_TABLE.iter().find(|kind| kind.code.eq_ignore_ascii_case(code))
    }

    /// Whether a measure of this type can begin in the chamber of this name, which may be empty.
    pub(crate) fn begins_in(&self, chamber: &str) -> bool {
        chamber.is_empty() || chamber.eq_ignore_ascii_case(self.chamber.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readme;

    #[test]
    fn readme_has_the_same_table() {
        let rows: Vec<Vec<String>> = KIND_TABLE
            .iter()
            .map(|BillType { code, prefix, cited_as, chamber }| {
                let cited = format!("{cited_as} 1, 115th Cong. (2017)");
                vec![format!("`{code}`"), format!("{prefix} 1"), cited, readme::becomes(chamber)]
            })
            .collect();
        assert_eq!(readme::rows("type"), rows);
    }
}
