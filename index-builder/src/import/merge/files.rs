/*!
Writes corpus files and their sidecars to the scratch directory, syncs them, and moves them to their place one by one. A
file without changes is not touched.

The corpus is valid after each move, because an id never changes its file. A program that is killed between two moves
leaves a valid corpus, and the next import completes it.
*/

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result};
use lexdex::model::Resource;
use parking_lot::Mutex;

use crate::import::merge::sidecar;

const BUFFER_BYTES: usize = 1 << 16;

/// The maximum number of files that are synced at the same time.
const MAX_SYNCED: usize = 8;

/// The files that an import writes.
pub(super) struct Files {
    corpus: PathBuf,
    scratch: PathBuf,
    targets: BTreeSet<(Resource, String)>,
    open: BTreeMap<Resource, BTreeMap<String, BufWriter<File>>>,
}

impl Files {
    pub(super) fn new(corpus: &Path, scratch: &Path, mut targets: BTreeSet<(Resource, String)>) -> Self {
        // The name of a sidecar begins with a full stop, which sorts before the names of corpus files. So the notes on
        // an id are published before its record.
        let sidecars = targets.iter().map(|(resource, file)| (*resource, sidecar::file_name(file)));
        targets.extend(sidecars.collect::<Vec<_>>());
        Self { corpus: corpus.to_owned(), scratch: scratch.to_owned(), targets, open: BTreeMap::new() }
    }

    /// Adds a line to a file.
    pub(super) fn write(&mut self, resource: Resource, file: &str, line: &[u8]) -> Result<()> {
        let open = self.open.entry(resource).or_default();
        let writer = match open.get_mut(file) {
            Some(writer) => writer,
            None => {
                let path = self.scratch.join(scratch_name(resource, file));
                let writer = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
                open.entry(file.to_owned()).or_insert(BufWriter::with_capacity(BUFFER_BYTES, writer))
            }
        };
        writer.write_all(line).and_then(|()| writer.write_all(b"\n")).with_context(|| format!("cannot write {file}"))
    }

    /// Adds a line to the sidecar of a file.
    pub(super) fn write_note(&mut self, resource: Resource, file: &str, line: &[u8]) -> Result<()> {
        self.write(resource, &sidecar::file_name(file), line)
    }

    /// Moves all changed files to their place.
    pub(super) fn publish(mut self) -> Result<()> {
        self.sync()?;
        let mut changed = Vec::new();
        for (resource, file) in &self.targets {
            let place = place(&self.corpus, *resource, file);
            let context = || format!("cannot write {}", place.display());
            if self.open.get(resource).is_some_and(|open| open.contains_key(file)) {
                let written = self.scratch.join(scratch_name(*resource, file));
                if !is_same(&written, &place).with_context(context)? {
                    changed.push((Some(written), place));
                }
            } else if fs::exists(&place).with_context(context)? {
                changed.push((None, place));
            }
        }
        changed.iter().try_for_each(|(written, place)| move_to(written.as_deref(), place))?;
        let resources: BTreeSet<Resource> = self.targets.iter().map(|(resource, _)| *resource).collect();
        resources.into_iter().try_for_each(|resource| sync_folder(&self.corpus.join(resource.as_str())))
    }

    /// Syncs all files, several at a time, because a sync mostly waits.
    fn sync(&mut self) -> Result<()> {
        let Self { corpus, open, .. } = self;
        let files = open.iter_mut().flat_map(|(resource, open)| open.iter_mut().map(move |file| (*resource, file)));
        let files = Mutex::new(files);
        let next = || files.lock().next();
        let sync = || {
            while let Some((resource, (file, writer))) = next() {
                let synced = writer.flush().and_then(|()| writer.get_ref().sync_all());
                synced.with_context(|| format!("cannot write {}", place(corpus, resource, file).display()))?;
            }
            Ok(())
        };
        thread::scope(|scope| {
            let threads: Vec<_> = (0..MAX_SYNCED).map(|_| scope.spawn(sync)).collect();
            threads.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
        })
    }
}

fn place(corpus: &Path, resource: Resource, file: &str) -> PathBuf {
    corpus.join(resource.as_str()).join(file)
}

fn scratch_name(resource: Resource, file: &str) -> String {
    format!("{resource}-{file}")
}

/// Moves a file to its place, or removes a file that has no records left.
fn move_to(written: Option<&Path>, place: &Path) -> Result<()> {
    match written {
        Some(written) => fs::rename(written, place),
        None => fs::remove_file(place),
    }
    .with_context(|| format!("cannot replace {}", place.display()))
}

fn sync_folder(folder: &Path) -> Result<()> {
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
