/*!
The publishers of cases.
*/

/// A publisher of cases, in the order of precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Publisher {
    CourtListener,
    Cap,
}

impl Publisher {
    pub(super) const ALL: [Self; 2] = [Self::CourtListener, Self::Cap];

    /// The name of the importer, which the names of its files begin with.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::CourtListener => "courtlistener",
            Self::Cap => "cap",
        }
    }

    /// The rank of its records. The lowest rank wins; records that no import writes have rank 0.
    pub(super) fn rank(self) -> u8 {
        self as u8 + 1
    }

    /// The name of a publisher by its rank.
    pub(super) fn name_of(rank: u8) -> &'static str {
        Self::ALL.get(usize::from(rank).wrapping_sub(1)).map_or("", |publisher| publisher.name())
    }
}
