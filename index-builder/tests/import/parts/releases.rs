//! Random releases of a publisher whose records are in parts: the titles of a code, or the types or sessions of bills.

use std::collections::BTreeMap;

use proptest::prelude::*;

/// The number of parts of a release.
pub(crate) const N_PARTS: usize = 3;

/// A section or bill, as one release has it.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// Changes whenever the publisher changes the record.
    pub(crate) version: usize,
    /// Whether the source marks the record as moved, which gives a skip with a known id.
    pub(crate) is_moved: bool,
    /// The release that changed the record last.
    pub(crate) modified: usize,
}

impl Entry {
    pub(crate) fn title(&self) -> String {
        format!("Heading {}", self.version)
    }
}

/// A part of a release.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    /// The records by number, in the order of the source.
    pub(crate) entries: BTreeMap<u8, Entry>,
    /// The index of the first record that cannot be read, if the part is damaged.
    pub(crate) damaged_at: Option<usize>,
}

/// The parts that a release has. A part may be missing.
pub(crate) type Release = [Option<Part>; N_PARTS];

/// A change between two releases.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    kind: Kind,
    part: usize,
    number: u8,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Adds or changes a record.
    Put,
    /// Marks a record as moved elsewhere.
    Move,
    /// Withdraws a record without a note.
    Withdraw,
    /// Moves a record to the next part.
    ChangePart,
    /// Withdraws all records of a part.
    Empty,
    /// Stops publishing the part.
    Vanish,
    /// Leaves the part out of this release only.
    LeaveOut,
    /// Damages the part in this release only.
    Damage,
}

impl Arbitrary for Step {
    type Parameters = ();
    type Strategy = BoxedStrategy<Self>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        use Kind::{ChangePart, Damage, Empty, LeaveOut, Move, Put, Vanish, Withdraw};
        let kinds =
            [(6, Put), (2, Move), (3, Withdraw), (2, ChangePart), (1, Empty), (1, Vanish), (1, LeaveOut), (2, Damage)];
        let kind =
            prop::strategy::Union::new_weighted(kinds.into_iter().map(|(weight, kind)| (weight, Just(kind))).collect());
        (kind, 0..N_PARTS, 1_u8..5).prop_map(|(kind, part, number)| Self { kind, part, number }).boxed()
    }
}

/// The releases after each group of steps. The first release has a record in every part.
pub(crate) fn releases(steps: &[Vec<Step>]) -> Vec<Release> {
    let first =
        Part { entries: BTreeMap::from([(1, Entry { version: 0, is_moved: false, modified: 0 })]), damaged_at: None };
    let mut published: Release = std::array::from_fn(|_| Some(first.clone()));
    let mut version = 0;
    let release = |(number, steps): (usize, &Vec<Step>)| {
        let mut left_out = [false; N_PARTS];
        published.iter_mut().flatten().for_each(|part| part.damaged_at = None);
        for Step { kind, part, number: record } in steps {
            version += 1;
            let changed = Entry { version, is_moved: matches!(kind, Kind::Move), modified: number };
            let next = (part + 1) % N_PARTS;
            let entries = published[*part].as_mut().map(|part| &mut part.entries);
            match kind {
                Kind::Put => _ = published[*part].get_or_insert_default().entries.insert(*record, changed),
                Kind::Move => _ = entries.and_then(|entries| entries.get_mut(record)).map(|entry| *entry = changed),
                Kind::Withdraw => _ = entries.map(|entries| entries.remove(record)),
                Kind::ChangePart => {
                    if entries.and_then(|entries| entries.remove(record)).is_some() {
                        published[next].get_or_insert_default().entries.insert(*record, changed);
                    }
                }
                Kind::Empty => entries.into_iter().for_each(BTreeMap::clear),
                Kind::Vanish => published[*part] = None,
                Kind::LeaveOut => left_out[*part] = true,
                Kind::Damage => {
                    if let Some(part) = &mut published[*part] {
                        part.damaged_at = Some(usize::from(*record - 1));
                    }
                }
            }
        }
        for part in published.iter_mut().flatten() {
            part.damaged_at = part.damaged_at.map(|damaged_at| damaged_at % part.entries.len().max(1));
        }
        std::array::from_fn(|part| published[part].clone().filter(|_| !left_out[part]))
    };
    steps.iter().enumerate().map(release).collect()
}
