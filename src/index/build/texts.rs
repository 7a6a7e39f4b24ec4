/*!
The texts behind the records of a list, which are indexed and not served. No text is held: each is read from its file
when its record is indexed.
*/

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

use crate::corpus::{Line, LineReader, MAX_TEXT_KIB, Source, SourceFile, SourceLocation, TextLine, parse_text};
use crate::index::format::schema::TextField;
use crate::model::Resource;

/// How a build indexes the texts behind the records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextOptions {
    /// The maximum length of the indexed part of a text, in KiB. With 0 the texts are not read.
    pub max_kib: u16,
    /// Whether the positions of the words are indexed, too, so that quoted phrases are found in the texts.
    pub has_positions: bool,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self { max_kib: MAX_TEXT_KIB, has_positions: false }
    }
}

/// The place of a text: the position of its file in the list of files, and its offset there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TextPlace(u64);

impl TextPlace {
    /// The number of bits of an offset: no file is longer.
    const OFFSET_BITS: u32 = 48;

    /// The maximum number of files of texts of a list.
    pub(super) const MAX_FILES: usize = 1 << (u64::BITS - Self::OFFSET_BITS) as usize;

    /// The encoding of a record without a text. No text is the last one of 65,536 files.
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

/// The files of the texts of a list.
pub(crate) struct Texts {
    pub(super) files: Vec<SourceFile>,
    max_bytes: usize,
    has_positions: bool,
}

impl Texts {
    /// The texts behind the records of a list; none if the options say so.
    pub(crate) fn of(source: &Source, resource: Resource, options: TextOptions) -> Result<Self> {
        let files = if options.max_kib == 0 { Vec::new() } else { source.text_files(resource)? };
        if files.len() >= TextPlace::MAX_FILES {
            let max = TextPlace::MAX_FILES;
            bail!(
                "the texts of the {resource} are in {} files: join some, so that there are fewer than {max}",
                files.len()
            );
        }
        Ok(Self { files, max_bytes: usize::from(options.max_kib) << 10, has_positions: options.has_positions })
    }

    /// How the list indexes its texts: a list without files of texts has no such field.
    pub(super) fn field(&self) -> TextField {
        match (self.files.is_empty(), self.has_positions) {
            (true, _) => TextField::None,
            (false, false) => TextField::Words,
            (false, true) => TextField::WordsAndPositions,
        }
    }

    /// Reads the line of a text again.
    pub(super) fn read(&self, place: TextPlace) -> Result<TextLine<'static>> {
        let file = &self.files[place.file_idx()];
        let mut lines = LineReader::new(file.open_at(place.offset())?);
        let line = lines.next_line().with_context(|| format!("cannot read {}", file.path))?;
        let location = || SourceLocation { path: file.path.clone(), line: 1 };
        let text = match line {
            Some(Line::Bytes(line)) => parse_text(line, &location()).ok(),
            Some(Line::TooLong) | None => None,
        };
        text.with_context(|| format!("{} was changed while it was read: build the index again", file.path))
    }

    /// The part of a text that is indexed.
    pub(super) fn indexed<'t>(&self, text: &'t TextLine<'_>) -> &'t str {
        text.beginning(self.max_bytes)
    }

    /// The locations of texts, which takes as long as reading their files.
    pub(super) fn locations(&self, places: &BTreeSet<TextPlace>) -> Result<BTreeMap<TextPlace, SourceLocation>> {
        let mut locations = BTreeMap::new();
        for of_file in places.iter().copied().collect::<Vec<_>>().chunk_by(|a, b| a.file_idx() == b.file_idx()) {
            let file = &self.files[of_file[0].file_idx()];
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

/// The digest of the indexed texts of a list. It does not depend on the order of the texts: threads add those of their
/// parts, and all parts are added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TextsDigest {
    n_texts: u64,
    /// The sum of the SHA-256 digests of the texts, as four numbers that are each added without carry.
    sum: [u64; 4],
}

impl TextsDigest {
    /// Adds the text of a record.
    pub(super) fn add(&mut self, id: &str, text: &str) {
        // An id has no zero byte.
        let digest = Sha256::new().chain_update(id).chain_update([0]).chain_update(text).finalize();
        let (numbers, _) = digest.as_chunks();
        self.append(Self { n_texts: 1, sum: std::array::from_fn(|idx| u64::from_be_bytes(numbers[idx])) });
    }

    /// Adds the texts of another part.
    pub(super) fn append(&mut self, other: Self) {
        self.n_texts += other.n_texts;
        self.sum.iter_mut().zip(other.sum).for_each(|(sum, number)| *sum = sum.wrapping_add(number));
    }

    /// The number of texts.
    pub(super) fn n_texts(self) -> u64 {
        self.n_texts
    }

    /// The digest as hexadecimal digits.
    pub(super) fn hex(self) -> String {
        const_hex::encode(self.sum.map(u64::to_be_bytes).concat())
    }
}
