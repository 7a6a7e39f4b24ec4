/*!
Reads single lines of the files of texts and of parallel citations, by their places.
*/

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use lexdex_core::corpus::{Line, LineReader, SourceFile, SourceLocation};

/// The place of a line: the position of its file in the list of files, and its offset there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LinePlace(u64);

impl LinePlace {
    /// The number of bits of an offset. It suffices for every file.
    const OFFSET_BITS: u32 = 48;

    /// The maximum number of files.
    pub(super) const MAX_FILES: usize = 1 << (u64::BITS - Self::OFFSET_BITS) as usize;

    /// Encodes the absence of a place. No line can have this place.
    pub(super) const NONE: [u8; 8] = [0xff; 8];

    pub(super) fn new(file_idx: usize, offset: u64) -> Self {
        Self((file_idx as u64) << Self::OFFSET_BITS | offset)
    }

    pub(super) fn to_bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }

    pub(super) fn from_bytes(bytes: [u8; 8]) -> Option<Self> {
        (bytes != Self::NONE).then(|| Self(u64::from_le_bytes(bytes)))
    }

    fn file_idx(self) -> usize {
        (self.0 >> Self::OFFSET_BITS) as usize
    }

    fn offset(self) -> u64 {
        self.0 & ((1 << Self::OFFSET_BITS) - 1)
    }
}

/// Files of lines.
pub(super) struct LineFiles(pub(super) Vec<SourceFile>);

impl LineFiles {
    /// Reads the line at a place again, and parses it.
    pub(super) fn read<T, E>(
        &self,
        place: LinePlace,
        parse: impl FnOnce(&[u8], &SourceLocation) -> Result<T, E>,
    ) -> Result<T> {
        let file = &self.0[place.file_idx()];
        let mut lines = LineReader::new(file.open_at(place.offset())?);
        let line = lines.next_line().with_context(|| format!("cannot read {}", file.path))?;
        let location = || SourceLocation { path: file.path.clone(), line: 1 };
        let parsed = match line {
            Some(Line::Bytes(line)) => parse(line, &location()).ok(),
            Some(Line::TooLong) | None => None,
        };
        parsed.with_context(|| format!("{} was changed while it was read: build the index again", file.path))
    }

    /// Returns the locations of lines. Takes as long as reading their files.
    pub(super) fn locations(&self, places: &BTreeSet<LinePlace>) -> Result<BTreeMap<LinePlace, SourceLocation>> {
        let mut locations = BTreeMap::new();
        for of_file in places.iter().copied().collect::<Vec<_>>().chunk_by(|a, b| a.file_idx() == b.file_idx()) {
            let file = &self.0[of_file[0].file_idx()];
            let mut lines = LineReader::new(file.open()?);
            let mut line = 1;
            for place in of_file {
                while lines.n_bytes_read() < place.offset() {
                    lines.next_line().with_context(|| format!("cannot read {}", file.path))?;
                    line += 1;
                }
                locations.insert(*place, SourceLocation { path: file.path.clone(), line });
            }
        }
        Ok(locations)
    }
}
