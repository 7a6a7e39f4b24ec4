/*!
Finds the files of the inputs in a fixed order: folders sorted by name, archives in the order of their entries.

A file that any thread can open is passed to the visitor unopened. If an archive can only be read from front to back, a
small entry is passed as bytes, and a large one as a reader for this thread.

Memory grows with the number of names: some 105 bytes for each file of the folders that are open, to sort them, and some
235 for each entry of a zip, whose list is at its end (measured with names of 40 bytes).
*/

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use zip::ZipArchive;
use zip::read::read_zipfile_from_stream;

use crate::import::input::claim::Claim;
use crate::import::input::compression::{self, FileKind};
use crate::import::input::content_source::ContentSource;
use crate::import::input::inputs::Input;
use crate::import::input::location;
use crate::import::input::read_buffer::{MAX_WHOLE_BYTES, read_whole};
use crate::progress::ImportProgress;
use crate::report::skip::{CLIMBS_OUT, DAMAGED, NESTED_TOO_DEEP, NO_FILE, Skip};

/// Receives the files that a walk finds.
pub(crate) trait Visitor {
    /// The claim on a file of this name.
    fn claim(&self, name: &str) -> Claim;

    /// Handles a file with the claim on it. An error ends the walk.
    fn file(&mut self, location: &str, name: &str, claim: Claim, content: FileContent<'_>) -> Result<()>;

    /// Handles a location that cannot be read.
    fn skip(&mut self, location: &str, skip: Skip);
}

pub(crate) enum FileContent<'c> {
    /// A source that any thread can open.
    Source(ContentSource),
    /// A reader for this thread, valid during the call.
    Stream(&'c mut dyn Read),
}

/// The largest entry that is read into memory for another thread, in bytes.
const MAX_BUFFERED_BYTES: u64 = 8 << 20;

/// The maximum depth of archives in archives.
const MAX_DEPTH: usize = 4;

pub(crate) fn walk(input: &Input, progress: &Arc<ImportProgress>, visitor: &mut dyn Visitor) -> Result<()> {
    let mut walk = Walk { visitor, progress };
    match input {
        Input::Path(path) if path.is_dir() => walk.folder(path),
        Input::Path(path) => walk.file(path, true),
        Input::Memory { name, bytes } => {
            let source = ContentSource::Bytes(Arc::clone(bytes));
            walk.open(&source, WalkedFile { location: name, name, depth: 0, may_be_archive: true })
        }
    }
}

/// Reads an archive entry by entry. The outer result is an error of the archive, the inner one ends the walk.
type FrontToBack<'f, W> = dyn FnMut(&mut W, &mut dyn Read) -> io::Result<Result<()>> + 'f;

struct Walk<'w> {
    visitor: &'w mut dyn Visitor,
    progress: &'w Arc<ImportProgress>,
}

#[derive(Clone, Copy)]
struct WalkedFile<'f> {
    location: &'f str,
    /// The location without the ending of a compressed file.
    name: &'f str,
    /// The number of archives around the file.
    depth: usize,
    /// Whether the file is opened to detect its type.
    may_be_archive: bool,
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path) -> Result<()> {
        let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let mut entries = match entries {
            Ok(entries) => entries,
            Err(error) => {
                self.visitor.skip(&location::from_path(folder), error.into());
                return Ok(());
            }
        };
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries.iter().filter(|entry| !location::is_hidden(&entry.file_name().to_string_lossy())) {
            let path = entry.path();
            // Only links need a system call for the type; for all others, the folder entry has it.
            let kind = entry.file_type().and_then(|kind| {
                let target = if kind.is_symlink() { fs::metadata(&path)?.file_type() } else { kind };
                Ok((target, kind.is_symlink()))
            });
            match kind {
                Ok((kind, false)) if kind.is_dir() => self.folder(&path)?,
                Ok((kind, _)) if kind.is_file() => self.file(&path, false)?,
                Ok(_) => self.visitor.skip(&location::from_path(&path), Skip::new(&NO_FILE, "")),
                Err(error) => self.visitor.skip(&location::from_path(&path), error.into()),
            }
        }
        Ok(())
    }

    fn file(&mut self, path: &Path, is_input: bool) -> Result<()> {
        let location = location::from_path(path);
        let source = ContentSource::File { path: path.to_owned(), progress: Arc::clone(self.progress) };
        let may_be_archive = is_input || compression::has_archive_name(&location);
        self.open(&source, WalkedFile { location: &location, name: &location, depth: 0, may_be_archive })
    }

    /// Detects the type of a file, and visits the files in it if it is an archive.
    fn open(&mut self, source: &ContentSource, file: WalkedFile<'_>) -> Result<()> {
        if !file.may_be_archive {
            return self.file_at(source, file);
        }
        match source.with_reader(&mut |reader| Ok(compression::head(reader)?)) {
            Err(skip) => self.skip(file, skip),
            Ok(head) => match FileKind::from_head(&head) {
                _ if file.depth > MAX_DEPTH => self.skip(file, Skip::new(&NESTED_TOO_DEEP, "")),
                FileKind::Zip => self.zip(source, file),
                FileKind::Tar => self.tar(source, file),
                FileKind::Compressed(compression) => {
                    let source = ContentSource::Compressed(Box::new(source.clone()), compression);
                    let name = compression::decoded_name(file.name);
                    self.open(&source, WalkedFile { name, depth: file.depth + 1, ..file })
                }
                FileKind::Unknown(kind) => self.skip(file, Skip::new(&DAMAGED, format!("it is {kind} archive"))),
                FileKind::Plain if compression::has_archive_name(file.name) => {
                    self.skip(file, Skip::new(&DAMAGED, "it is not the archive that its name says"))
                }
                FileKind::Plain => self.file_at(source, file),
            },
        }
    }

    fn file_at(&mut self, source: &ContentSource, file: WalkedFile<'_>) -> Result<()> {
        let claim = self.visitor.claim(file.name);
        self.visitor.file(file.location, file.name, claim, FileContent::Source(source.clone()))
    }

    fn skip(&mut self, file: WalkedFile<'_>, skip: Skip) -> Result<()> {
        self.visitor.skip(file.location, skip);
        Ok(())
    }

    fn zip(&mut self, source: &ContentSource, file: WalkedFile<'_>) -> Result<()> {
        let seekable = match source.seekable() {
            Ok(seekable) => seekable,
            Err(skip) => return self.skip(file, skip),
        };
        let zip = match ZipArchive::new(seekable) {
            Ok(zip) => zip,
            Err(error) => {
                let message =
                    format!("the list of entries at its end cannot be read ({error}); it is read from the front");
                self.skip(file, Skip::new(&DAMAGED, message))?;
                return self.zip_from_front(source, file);
            }
        };
        if zip.has_duplicate_names() {
            self.skip(file, Skip::new(&DAMAGED, "several entries have the same name: the last of them is read"))?;
        }
        for idx in 0..zip.len() {
            let Ok(entry) = zip.by_index_data(idx) else { continue };
            let raw = String::from_utf8_lossy(entry.name_raw()).into_owned();
            if entry.is_dir() {
                continue;
            }
            let is_link = entry.is_symlink();
            if let Some(path) = self.entry_path(file, &raw, is_link) {
                let inside = location::inside(file.location, &path);
                let may_be_archive = compression::has_archive_name(&path);
                let file = WalkedFile { location: &inside, name: &inside, depth: file.depth + 1, may_be_archive };
                self.open(&ContentSource::Entry { zip: zip.clone(), idx }, file)?;
            }
        }
        Ok(())
    }

    /// Reads a zip without the directory at its end. Stops at the first entry that cannot be read.
    fn zip_from_front(&mut self, source: &ContentSource, file: WalkedFile<'_>) -> Result<()> {
        self.front_to_back(source, file, &mut |walk, mut reader| {
            while let Some(mut entry) = read_zipfile_from_stream(&mut reader).map_err(io::Error::from)? {
                let raw = String::from_utf8_lossy(entry.name_raw()).into_owned();
                let (is_dir, size) = (entry.is_dir(), entry.size());
                if !is_dir
                    && let Some(path) = walk.entry_path(file, &raw, false)
                    && let Err(end) = walk.entry(file, &path, size, &mut entry)
                {
                    return Ok(Err(end));
                }
            }
            Ok(Ok(()))
        })
    }

    fn tar(&mut self, source: &ContentSource, file: WalkedFile<'_>) -> Result<()> {
        self.front_to_back(source, file, &mut |walk, reader| {
            for entry in tar::Archive::new(reader).entries()? {
                let mut entry = entry?;
                let kind = entry.header().entry_type();
                if kind.is_dir() || kind.is_pax_global_extensions() {
                    continue;
                }
                let raw = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
                if let Some(path) = walk.entry_path(file, &raw, !kind.is_file())
                    && let Err(end) = walk.entry(file, &path, entry.size(), &mut entry)
                {
                    return Ok(Err(end));
                }
            }
            Ok(Ok(()))
        })
    }

    /// Reads an archive with `read`. An error of the archive is a skip; other errors end the walk.
    fn front_to_back(
        &mut self,
        source: &ContentSource,
        file: WalkedFile<'_>,
        read: &mut FrontToBack<'_, Self>,
    ) -> Result<()> {
        let mut result = Ok(());
        let ended = source.with_reader(&mut |reader| {
            result = read(self, reader)?;
            Ok(())
        });
        if let Err(skip) = ended {
            self.skip(file, skip)?;
        }
        result
    }

    /// The path of an entry, or `None` if it is hidden, a link, or outside of the archive.
    fn entry_path(&mut self, archive: WalkedFile<'_>, raw: &str, is_link: bool) -> Option<String> {
        let reason = match location::entry_path(raw) {
            Some(path) if location::is_hidden(&path) => return None,
            Some(path) if !is_link => return Some(path),
            Some(_) => &NO_FILE,
            None => &CLIMBS_OUT,
        };
        self.visitor.skip(&location::inside(archive.location, raw), Skip::new(reason, ""));
        None
    }

    /// Visits an entry of an archive that is read from front to back.
    fn entry(&mut self, archive: WalkedFile<'_>, path: &str, size: u64, reader: &mut dyn Read) -> Result<()> {
        let inside = location::inside(archive.location, path);
        let may_be_archive = compression::has_archive_name(path);
        let file = WalkedFile { location: &inside, name: &inside, depth: archive.depth + 1, may_be_archive };
        let mut reader = Exactly { reader, n_left: size };
        if may_be_archive {
            return match read_whole(&mut reader, MAX_WHOLE_BYTES) {
                Ok(bytes) => self.open(&ContentSource::Bytes(bytes.into()), file),
                Err(skip) => self.skip(file, skip),
            };
        }
        let claim = self.visitor.claim(file.name);
        if claim != Claim::Read || size > MAX_BUFFERED_BYTES {
            return self.visitor.file(file.location, file.name, claim, FileContent::Stream(&mut reader));
        }
        match read_whole(&mut reader, MAX_BUFFERED_BYTES) {
            Ok(bytes) => {
                let source = ContentSource::Bytes(bytes.into());
                self.visitor.file(file.location, file.name, claim, FileContent::Source(source))
            }
            Err(skip) => self.skip(file, skip),
        }
    }
}

/// A reader that fails if the archive ends before the entry does.
struct Exactly<'r> {
    reader: &'r mut dyn Read,
    n_left: u64,
}

impl Read for Exactly<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_read = self.reader.read(buffer)?;
        if n_read == 0 && self.n_left > 0 && !buffer.is_empty() {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the archive ends within the entry"));
        }
        self.n_left = self.n_left.saturating_sub(n_read as u64);
        Ok(n_read)
    }
}
