/*!
The publishers of cases.
*/

/// A publisher of cases, in the order of precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Publisher {
    CourtListener,
    Cap,
    /// The publishers of all mappings. Each mapping is a part of its own.
    Mapped,
}

impl Publisher {
    pub(super) const ALL: [Self; 3] = [Self::CourtListener, Self::Cap, Self::Mapped];

    /// The name of the importer, which the names of its files begin with.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::CourtListener => "courtlistener",
            Self::Cap => "cap",
            Self::Mapped => "jsonl",
        }
    }

    /// The rank of its records. The lowest rank wins; records that no import writes have rank 0.
    pub(super) fn rank(self) -> u8 {
        self as u8 + 1
    }

    pub(super) fn name_of(rank: u8) -> &'static str {
        Self::from_rank(rank).map_or("", Self::name)
    }

    /// The name of a decision in reports. `key` is empty if the publisher numbers its decisions itself.
    pub(super) fn decision_name(rank: u8, number: u64, key: &str) -> String {
        let publisher = Self::name_of(rank);
        if key.is_empty() { format!("{publisher} {number}") } else { format!("{publisher} {key}") }
    }

    /// Replaces `file` by the name of a decision's corpus file. There is one for each jurisdiction, or for each mapping.
    pub(super) fn write_file(rank: u8, jurisdiction: &str, part: Option<&str>, file: &mut String) {
        let division = match Self::from_rank(rank) {
            Some(Self::Mapped) => part.unwrap_or(jurisdiction),
            _ => jurisdiction,
        };
        file.clear();
        [Self::name_of(rank), "-", division, ".jsonl"].iter().for_each(|part| file.push_str(part));
    }

    fn from_rank(rank: u8) -> Option<Self> {
        Self::ALL.get(usize::from(rank).wrapping_sub(1)).copied()
    }
}
