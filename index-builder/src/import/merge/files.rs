/*!
Writes corpus files and their sidecars to the scratch directory, syncs them, and publishes those that change. A file
without changes is not touched.
*/

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result};
use lexdex_core::corpus::{ALIASES_FOLDER, TEXT_FOLDER};
use lexdex_core::model::Resource;
use parking_lot::Mutex;

use crate::import::merge::publication::{self, FileChange, FileRole};
use crate::import::merge::sidecar;

const BUFFER_BYTES: usize = 1 << 16;

/// The maximum number of files that are synced at the same time.
const MAX_SYNCED: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CorpusFolder {
    /// The records of a list and their sidecars.
    Records(Resource),
    /// The texts behind the records of a list.
    Texts(Resource),
    /// The parallel citations of cases.
    Aliases,
}

impl CorpusFolder {
    pub(super) fn path(self) -> String {
        match self {
            Self::Records(resource) => resource.to_string(),
            Self::Texts(resource) => format!("{TEXT_FOLDER}/{resource}"),
            Self::Aliases => ALIASES_FOLDER.to_owned(),
        }
    }
}

/// The files that an import writes.
pub(crate) struct CorpusFiles {
    corpus: PathBuf,
    scratch: PathBuf,
    targets: BTreeSet<(CorpusFolder, String)>,
    /// The files of records that get ids from other files.
    gaining: BTreeSet<(CorpusFolder, String)>,
    open: BTreeMap<CorpusFolder, BTreeMap<String, BufWriter<File>>>,
}

impl CorpusFiles {
    pub(super) fn new(corpus: &Path, scratch: &Path, records: BTreeSet<(Resource, String)>) -> Self {
        let files = |(resource, file): (Resource, String)| {
            let records = CorpusFolder::Records(resource);
            [(records, sidecar::file_name(&file)), (records, file.clone()), (CorpusFolder::Texts(resource), file)]
        };
        let targets = records.into_iter().flat_map(files).collect();
        let (corpus, scratch) = (corpus.to_owned(), scratch.to_owned());
        Self { corpus, scratch, targets, gaining: BTreeSet::new(), open: BTreeMap::new() }
    }

    /// Adds a file to rewrite. It is removed if no line is written to it.
    pub(super) fn add_target(&mut self, folder: CorpusFolder, file: &str) {
        self.targets.insert((folder, file.to_owned()));
    }

    /// Declares that a file of records gets an id that was in another one.
    pub(super) fn gain(&mut self, folder: CorpusFolder, file: &str) {
        if !self.gaining.contains(&(folder, file.to_owned())) {
            self.gaining.insert((folder, file.to_owned()));
        }
    }

    /// Adds a line to a file.
    pub(super) fn write(&mut self, folder: CorpusFolder, file: &str, line: &[u8]) -> Result<()> {
        let open = self.open.entry(folder).or_default();
        let writer = match open.get_mut(file) {
            Some(writer) => writer,
            None => {
                let path = self.scratch.join(scratch_name(folder, file));
                let writer = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
                self.targets.insert((folder, file.to_owned()));
                open.entry(file.to_owned()).or_insert(BufWriter::with_capacity(BUFFER_BYTES, writer))
            }
        };
        writer.write_all(line).and_then(|()| writer.write_all(b"\n")).with_context(|| format!("cannot write {file}"))
    }

    /// Adds a line to the sidecar of a file.
    pub(super) fn write_note(&mut self, resource: Resource, file: &str, line: &[u8]) -> Result<()> {
        self.write(CorpusFolder::Records(resource), &sidecar::file_name(file), line)
    }

    /// Moves all changed files to their final paths.
    pub(crate) fn publish(mut self) -> Result<()> {
        self.sync()?;
        let mut changes = Vec::new();
        for (folder, file) in &self.targets {
            let place = place(&self.corpus, *folder, file);
            let context = || format!("cannot write {}", place.display());
            let written = if self.open.get(folder).is_some_and(|open| open.contains_key(file)) {
                Some(self.scratch.join(scratch_name(*folder, file)))
            } else {
                None
            };
            let is_changed = match &written {
                Some(written) => !is_same(written, &place).with_context(context)?,
                None => fs::exists(&place).with_context(context)?,
            };
            if is_changed {
                let place = Path::new(&folder.path()).join(file);
                changes.push(FileChange { place, role: self.role(*folder, file), written });
            }
        }
        publication::publish(&self.corpus, changes)
    }

    fn role(&self, folder: CorpusFolder, file: &str) -> FileRole {
        match folder {
            CorpusFolder::Records(_) if self.gaining.contains(&(folder, file.to_owned())) => FileRole::GainingRecords,
            CorpusFolder::Records(_) => FileRole::Records,
            CorpusFolder::Texts(_) | CorpusFolder::Aliases => FileRole::Dependents,
        }
    }

    /// Syncs all files, several at a time, because each fsync mostly waits.
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

fn place(corpus: &Path, folder: CorpusFolder, file: &str) -> PathBuf {
    corpus.join(folder.path()).join(file)
}

fn scratch_name(folder: CorpusFolder, file: &str) -> String {
    format!("{}-{file}", folder.path().replace('/', "-"))
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
