use crate::model::bill::Chamber::{self, House, Senate};

/// A type of bills and resolutions of Congress.
#[derive(Debug, PartialEq, Eq)]
pub struct BillType {
    /// The part of an id before the number.
    pub code: &'static str,
    /// The official number without its digits.
    pub prefix: &'static str,
    /// The number in a citation without its digits.
    pub cited_as: &'static str,
    /// The name in addresses of congress.gov.
    pub slug: &'static str,
    /// The chamber of origin.
    pub chamber: Chamber,
}

impl BillType {
    /// All types.
    pub const ALL: [Self; 8] = [
        Self::new("hr", "H.R.", "H.R.", "house-bill", House),
        Self::new("s", "S.", "S.", "senate-bill", Senate),
        Self::new("hjres", "H.J. Res.", "H.R.J. Res.", "house-joint-resolution", House),
        Self::new("sjres", "S.J. Res.", "S.J. Res.", "senate-joint-resolution", Senate),
        Self::new("hconres", "H. Con. Res.", "H.R. Con. Res.", "house-concurrent-resolution", House),
        Self::new("sconres", "S. Con. Res.", "S. Con. Res.", "senate-concurrent-resolution", Senate),
        Self::new("hres", "H. Res.", "H.R. Res.", "house-resolution", House),
        Self::new("sres", "S. Res.", "S. Res.", "senate-resolution", Senate),
    ];

    const fn new(
        code: &'static str,
        prefix: &'static str,
        cited_as: &'static str,
        slug: &'static str,
        chamber: Chamber,
    ) -> Self {
        Self { code, prefix, cited_as, slug, chamber }
    }

    /// Whether a measure of the type can become a law. Simple and concurrent resolutions cannot.
    pub fn can_become_law(&self) -> bool {
        matches!(self.code, "hr" | "s" | "hjres" | "sjres")
    }

    /// Returns the type with this code, in any case.
    pub fn from_code(code: &str) -> Option<&'static Self> {
        const { &Self::ALL }.iter().find(|of_type| of_type.code.eq_ignore_ascii_case(code))
    }

    /// Returns whether a measure of this type can begin in the chamber of this name, which may be empty.
    pub fn begins_in(&self, chamber: &str) -> bool {
        chamber.is_empty() || chamber.eq_ignore_ascii_case(self.chamber.as_str())
    }
}
