/*!
Writes corpus files and their sidecars to the scratch directory, syncs them, and moves them to their place one by one. A
file without changes is not touched.

The corpus is valid after each move, because an id never changes its file, and because a file of texts that changes is
set aside before the records are moved and replaced after them. A program that is killed between two moves leaves a valid
corpus, and the next import of the file completes it, with the texts that are still aside.
*/

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result};
use lexdex::corpus::TEXT_FOLDER;
use lexdex::model::Resource;
use parking_lot::Mutex;

use crate::import::merge::sidecar;

const BUFFER_BYTES: usize = 1 << 16;

/// The maximum number of files that are synced at the same time.
const MAX_SYNCED: usize = 8;

/// A folder of corpus files, in the order in which the files are moved to their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Folder {
    /// The records of a list and their sidecars.
    Records(Resource),
    /// The texts behind the records of a list.
    Texts(Resource),
}

impl Folder {
    /// The path in the corpus.
    pub(super) fn path(self) -> String {
        match self {
            Self::Records(resource) => resource.to_string(),
            Self::Texts(resource) => format!("{TEXT_FOLDER}/{resource}"),
        }
    }
}

/// The files that an import writes.
pub(crate) struct Files {
    corpus: PathBuf,
    scratch: PathBuf,
    targets: BTreeSet<(Folder, String)>,
    open: BTreeMap<Folder, BTreeMap<String, BufWriter<File>>>,
}

/// A file that changes.
struct Change {
    folder: Folder,
    /// The file in the scratch directory. `None` if no lines are left.
    written: Option<PathBuf>,
    place: PathBuf,
}

impl Files {
    pub(super) fn new(corpus: &Path, scratch: &Path, records: BTreeSet<(Resource, String)>) -> Self {
        // The name of a sidecar begins with a full stop, which sorts before the names of corpus files. So the notes on
        // an id are published before its record.
        let files = |(resource, file): (Resource, String)| {
            let records = Folder::Records(resource);
            [(records, sidecar::file_name(&file)), (records, file.clone()), (Folder::Texts(resource), file)]
        };
        let targets = records.into_iter().flat_map(files).collect();
        Self { corpus: corpus.to_owned(), scratch: scratch.to_owned(), targets, open: BTreeMap::new() }
    }

    /// Adds a line to a file.
    pub(super) fn write(&mut self, folder: Folder, file: &str, line: &[u8]) -> Result<()> {
        let open = self.open.entry(folder).or_default();
        let writer = match open.get_mut(file) {
            Some(writer) => writer,
            None => {
                let path = self.scratch.join(scratch_name(folder, file));
                let writer = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
                open.entry(file.to_owned()).or_insert(BufWriter::with_capacity(BUFFER_BYTES, writer))
            }
        };
        writer.write_all(line).and_then(|()| writer.write_all(b"\n")).with_context(|| format!("cannot write {file}"))
    }

    /// Adds a line to the sidecar of a file.
    pub(super) fn write_note(&mut self, resource: Resource, file: &str, line: &[u8]) -> Result<()> {
        self.write(Folder::Records(resource), &sidecar::file_name(file), line)
    }

    /// Moves all changed files to their place.
    pub(crate) fn publish(mut self) -> Result<()> {
        self.sync()?;
        let mut changed = Vec::new();
        for (folder, file) in &self.targets {
            let (folder, place) = (*folder, place(&self.corpus, *folder, file));
            let context = || format!("cannot write {}", place.display());
            if self.open.get(&folder).is_some_and(|open| open.contains_key(file)) {
                let written = self.scratch.join(scratch_name(folder, file));
                if !is_same(&written, &place).with_context(context)? {
                    changed.push(Change { folder, written: Some(written), place });
                }
            } else if fs::exists(&place).with_context(context)? {
                changed.push(Change { folder, written: None, place });
            }
        }
        // A text without a record would be an error. A record without a text is not.
        changed.iter().filter(|change| matches!(change.folder, Folder::Texts(_))).try_for_each(Change::set_aside)?;
        changed.iter().try_for_each(|change| change.apply(&self.corpus))?;
        let texts = self.targets.iter().filter(|(folder, _)| matches!(folder, Folder::Texts(_)));
        texts.map(|(folder, file)| place(&self.corpus, *folder, file)).try_for_each(|place| remove(&aside(&place)))?;
        let folders: BTreeSet<Folder> = self.targets.iter().map(|(folder, _)| *folder).collect();
        folders.into_iter().try_for_each(|folder| sync_folder(&self.corpus.join(folder.path())))
    }

    /// Syncs all files, several at a time, because a sync mostly waits.
    fn sync(&mut self) -> Result<()> {
        let Self { corpus, open, .. } = self;
        let files = open.iter_mut().flat_map(|(folder, open)| open.iter_mut().map(move |file| (*folder, file)));
        let files = Mutex::new(files);
        let next = || files.lock().next();
        let sync = || {
            while let Some((folder, (file, writer))) = next() {
                let synced = writer.flush().and_then(|()| writer.get_ref().sync_all());
                synced.with_context(|| format!("cannot write {}", place(corpus, folder, file).display()))?;
            }
            Ok(())
        };
        thread::scope(|scope| {
            let threads: Vec<_> = (0..MAX_SYNCED).map(|_| scope.spawn(sync)).collect();
            threads.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
        })
    }
}

impl Change {
    /// Sets the old file aside, if there is one.
    fn set_aside(&self) -> Result<()> {
        match fs::rename(&self.place, aside(&self.place)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            result => result.with_context(|| format!("cannot replace {}", self.place.display())),
        }
    }

    /// Moves the new file to its place, or removes a file that has no lines left.
    fn apply(&self, corpus: &Path) -> Result<()> {
        let Some(written) = &self.written else { return remove(&self.place) };
        let folder = corpus.join(self.folder.path());
        fs::create_dir_all(&folder).with_context(|| format!("cannot make the directory {}", folder.display()))?;
        fs::rename(written, &self.place).with_context(|| format!("cannot replace {}", self.place.display()))
    }
}

/// The path at which a file of texts waits while its records are moved. `build` ignores it.
pub(super) fn aside(texts: &Path) -> PathBuf {
    texts.with_file_name(format!(".{}.aside", texts.file_name().unwrap_or_default().to_string_lossy()))
}

/// Removes a file, if there is one.
fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result.with_context(|| format!("cannot remove {}", path.display())),
    }
}

fn place(corpus: &Path, folder: Folder, file: &str) -> PathBuf {
    corpus.join(folder.path()).join(file)
}

fn scratch_name(folder: Folder, file: &str) -> String {
    format!("{}-{file}", folder.path().replace('/', "-"))
}

fn sync_folder(folder: &Path) -> Result<()> {
    if !fs::exists(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        return Ok(());
    }
    File::open(folder).and_then(|folder| folder.sync_all()).with_context(|| format!("cannot sync {}", folder.display()))
}

fn is_same(written: &Path, place: &Path) -> io::Result<bool> {
    if !fs::exists(place)? || fs::metadata(written)?.len() != fs::metadata(place)?.len() {
        return Ok(false);
    }
    let open = |path| File::open(path).map(|file| BufReader::with_capacity(BUFFER_BYTES, file));
    let (mut written, mut place) = (open(written)?, open(place)?);
    let (mut a, mut b) = (vec![0; BUFFER_BYTES], vec![0; BUFFER_BYTES]);
    loop {
        let n_read = written.read(&mut a)?;
        place.read_exact(&mut b[..n_read])?;
        if n_read == 0 || a[..n_read] != b[..n_read] {
            return Ok(n_read == 0);
        }
    }
}
