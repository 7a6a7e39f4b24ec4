/*!
What a person names on the command line: files, folders and archives, read without unpacking them to disk. Whatever
the nesting, a format sees units: one file each, with a place that a person would recognise, such as
`BILLSTATUS-117-s.zip!BILLSTATUS-117s1.xml`.
*/

pub(crate) mod place;

mod compression;

mod seekable;

pub(crate) mod content_source;

pub mod read_buffer;

pub(crate) mod walk;

use std::fs::{self, DirEntry, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};

use self::compression::Kind;
use self::read_buffer::{Buffered, Room};
use crate::report::skip::{NOT_UTF8, Skip, TOO_LARGE};

/// What a format makes of a file, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// It is read.
    Take,
    /// It belongs to the format and holds no records: counted, and otherwise passed over.
    Companion,
    /// It is not of the format: skipped, with its place.
    Stray,
    /// Another pass over the inputs reads it, or has told what it is.
    AnotherPass,
}

impl Choice {
    /// Takes the files whose name ends so (in any case), and calls the others stray.
    pub fn by_extension(name: &str, extension: &str) -> Self {
        let (name, extension) = (name.as_bytes(), extension.as_bytes());
        let is_of_it =
            name.len() > extension.len() && name[name.len() - extension.len()..].eq_ignore_ascii_case(extension);
        if is_of_it { Self::Take } else { Self::Stray }
    }
}

/// The largest file that is held in memory as a whole.
pub const MAX_WHOLE_BYTES: u64 = 256 << 20;

/// One file, open for reading.
pub struct Unit<'u> {
    /// The path as a person would name it.
    pub place: &'u str,
    /// The place without the ending of a compressed file: what the name says of the content.
    pub name: &'u str,
    /// The content.
    pub reader: &'u mut dyn Read,
    /// Where it is read to.
    pub(crate) room: &'u mut Room,
}

impl<'u> Unit<'u> {
    /// The last part of the name.
    pub fn file_name(&self) -> &str {
        place::file_name(self.name)
    }

    /// The parts of the name: folders, archives, the file.
    pub fn segments(&self) -> impl DoubleEndedIterator<Item = &str> {
        place::segments(self.name)
    }

    /// The content for a reader that looks at it piece by piece, however large it is.
    pub fn buffered(self) -> Buffered<'u> {
        self.room.buffered(self.reader)
    }

    /// The whole content.
    pub fn bytes(self) -> Result<&'u [u8], Skip> {
        self.room.whole(self.reader, MAX_WHOLE_BYTES)
    }

    /// The whole content as text.
    pub fn text(self) -> Result<&'u str, Skip> {
        let bytes = self.bytes()?;
        std::str::from_utf8(bytes).map_err(|error| {
            let n_valid = error.valid_up_to();
            let line = 1 + memchr::memchr_iter(b'\n', &bytes[..n_valid]).count();
            Skip::new(&NOT_UTF8, format!("line {line}, byte {n_valid}"))
        })
    }
}

fn read_whole(reader: &mut dyn Read, most: u64) -> Result<Vec<u8>, Skip> {
    let mut bytes = Vec::new();
    reader.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(Skip::new(&TOO_LARGE, format!("more than {most} bytes")));
    }
    Ok(bytes)
}

/// The inputs, in the order in which they were named.
pub struct Inputs {
    inputs: Vec<Input>,
}

/// One input.
pub(crate) enum Input {
    /// A file or a folder.
    Path(PathBuf),
    /// A file that is not on the disk.
    Memory { name: String, bytes: Arc<[u8]> },
}

impl Inputs {
    /// Checks that each of the inputs can be read and is not an archive of an unknown kind.
    pub fn check(paths: &[PathBuf]) -> Result<Self> {
        paths.iter().try_for_each(|path| check(path))?;
        Ok(Self { inputs: paths.iter().cloned().map(Input::Path).collect() })
    }

    /// Files that are not on the disk, by name.
    pub fn in_memory(files: &[(&str, &[u8])]) -> Self {
        let inputs =
            files.iter().map(|(name, bytes)| Input::Memory { name: (*name).to_owned(), bytes: (*bytes).into() });
        Self { inputs: inputs.collect() }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Input> {
        self.inputs.iter()
    }

    /// How many bytes lie on the disk, to tell how far an import has come.
    pub fn n_bytes(&self) -> u64 {
        let sizes = self.inputs.iter().map(|input| match input {
            Input::Path(path) => n_bytes(path),
            Input::Memory { bytes, .. } => bytes.len() as u64,
        });
        sizes.sum()
    }
}

fn check(path: &Path) -> Result<()> {
    let context = || format!("cannot read {}", path.display());
    let metadata = fs::metadata(path).with_context(context)?;
    if metadata.is_dir() {
        fs::read_dir(path).with_context(context)?;
        return Ok(());
    }
    if !metadata.is_file() {
        bail!("{} is neither a file nor a folder", path.display());
    }
    let head = compression::head(&mut File::open(path).with_context(context)?).with_context(context)?;
    let name = path.to_string_lossy();
    match Kind::of(&head) {
        Kind::Unknown(kind) => {
            bail!("{name} is {kind} archive, which is not read: unpack it, or take a zip or tar of it")
        }
        Kind::Plain if compression::has_archive_name(&name) => {
            bail!("{name} is not the archive that its name says: is the download complete?")
        }
        _ => Ok(()),
    }
}

/// The size of a file, or of all files below a folder. What cannot be read counts nothing here; the walk tells it.
fn n_bytes(path: &Path) -> u64 {
    let Ok(metadata) = fs::metadata(path) else { return 0 };
    if !metadata.is_dir() {
        return metadata.len();
    }
    fs::read_dir(path).into_iter().flatten().flatten().map(|entry| n_bytes_of_entry(&entry)).sum()
}

fn n_bytes_of_entry(entry: &DirEntry) -> u64 {
    match entry.file_type() {
        Ok(kind) if kind.is_dir() => n_bytes(&entry.path()),
        Ok(kind) if !kind.is_symlink() => entry.metadata().map_or(0, |metadata| metadata.len()),
        _ => 0,
    }
}
