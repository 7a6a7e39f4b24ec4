/*!
The working folder of a sync, `.CORPUS.syncing` beside the corpus: a copy of the corpus, and the new index.

The copy has hard links to the files of the corpus. An import never writes into a file of a corpus but replaces it, so
the corpus does not change.
*/

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use lexdex_core::platform::{self, DirectoryLock};

/// The scratch folder of an import in a corpus. An import locks it.
const IMPORTING: &str = ".importing";

/// The file beside that folder which some systems lock in its place.
const IMPORT_LOCK: &str = ".importing.lock";

/// The name of the old corpus while the copy replaces it.
const REPLACED: &str = "replaced";

/// A working folder that no other sync uses.
pub(crate) struct SyncFolder {
    path: PathBuf,
    /// The corpus of the operator.
    corpus: PathBuf,
    _lock: DirectoryLock,
    /// Blocks imports by hand into the corpus, from the moment of the copy.
    import_lock: Option<DirectoryLock>,
}

impl SyncFolder {
    /// Claims the folder. Restores the corpus if a sync was killed while it exchanged the corpus, and removes
    /// everything else that a killed sync has left.
    pub(crate) fn claim(corpus: &Path) -> Result<Self> {
        let corpus = resolved(corpus)?;
        let path = beside(&corpus)?;
        let lock = DirectoryLock::claim(&path).with_context(|| format!("cannot make the folder {}", path.display()))?;
        let Some(lock) = lock else { bail!("another sync works in {}: wait for it to end", path.display()) };
        put_back(&path, &corpus)?;
        empty(&path).with_context(|| format!("cannot empty the folder {}", path.display()))?;
        Ok(Self { path, corpus, _lock: lock, import_lock: None })
    }

    /// The copy of the corpus.
    pub(crate) fn corpus(&self) -> PathBuf {
        self.path.join("corpus")
    }

    /// A message in which paths of the copy are replaced by those of the corpus.
    pub(crate) fn in_corpus(&self, message: &str) -> String {
        message.replace(&self.corpus().display().to_string(), &self.corpus.display().to_string())
    }

    pub(crate) fn index(&self) -> PathBuf {
        self.path.join("index")
    }

    /// The path of the list of differences.
    pub(crate) fn differences(&self) -> PathBuf {
        self.path.join("differences.jsonl")
    }

    /// Copies the corpus, and blocks imports by hand until the sync ends.
    pub(crate) fn copy_corpus(&mut self) -> Result<()> {
        let copy = self.corpus();
        if !self.corpus.exists() {
            return fs::create_dir(&copy).with_context(|| format!("cannot make the folder {}", copy.display()));
        }
        self.import_lock = Some(lock_imports(&self.corpus)?);
        self.release_to_move();
        self.check_that_it_moves()?;
        if self.import_lock.is_none() {
            self.import_lock = Some(lock_imports(&self.corpus)?);
        }
        copy_folder(&self.corpus, &copy)
    }

    /// Unlocks the corpus where an open file in it keeps it from being moved. An import by hand that starts in that
    /// moment makes the move fail.
    fn release_to_move(&mut self) {
        if !platform::CAN_MOVE_OPEN {
            self.import_lock = None;
        }
    }

    /// Fails early if the corpus cannot be moved, such as a mount point.
    fn check_that_it_moves(&self) -> Result<()> {
        let moved = platform::move_to_free_place(&self.corpus, &self.path.join(REPLACED));
        moved.and_then(|()| platform::move_to_free_place(&self.path.join(REPLACED), &self.corpus)).with_context(|| {
            format!(
                "cannot move {}, which a sync replaces: name a folder below it as folders.corpus",
                self.corpus.display()
            )
        })
    }

    /// Replaces the corpus by its copy.
    pub(crate) fn exchange_corpus(&mut self) -> Result<()> {
        self.release_to_move();
        let copy = self.corpus();
        let context = || format!("cannot move {} to {}", copy.display(), self.corpus.display());
        platform::sync_directory(&copy).with_context(context)?;
        if self.corpus.exists() {
            platform::move_to_free_place(&self.corpus, &self.path.join(REPLACED)).with_context(context)?;
        }
        if let Err(error) = platform::move_to_free_place(&copy, &self.corpus) {
            put_back(&self.path, &self.corpus)?;
            return Err(error).with_context(context);
        }
        // This lock belongs to the folder that was moved away.
        self.import_lock = None;
        let parent = self.corpus.parent().unwrap_or(Path::new("/"));
        platform::sync_directory(parent).with_context(context)
    }
}

impl Drop for SyncFolder {
    fn drop(&mut self) {
        // The next sync removes files that cannot be removed now, and restores the corpus if that failed here.
        if self.import_lock.is_some() {
            let _ = fs::remove_dir(self.corpus.join(IMPORTING));
        }
        if put_back(&self.path, &self.corpus).is_ok() {
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

/// Moves the corpus back, if it was moved away and nothing is in its place.
fn put_back(work: &Path, corpus: &Path) -> Result<()> {
    let replaced = work.join(REPLACED);
    if !replaced.exists() || corpus.exists() {
        return Ok(());
    }
    platform::move_to_free_place(&replaced, corpus)
        .with_context(|| format!("cannot move {} back to {}", replaced.display(), corpus.display()))
}

/// The path of the corpus with links resolved.
fn resolved(corpus: &Path) -> Result<PathBuf> {
    match platform::canonicalize(corpus) {
        Ok(resolved) => Ok(resolved),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            std::path::absolute(corpus).with_context(|| format!("{} is not the path of a folder", corpus.display()))
        }
        Err(error) => Err(error).with_context(|| format!("cannot read {}", corpus.display())),
    }
}

fn beside(corpus: &Path) -> Result<PathBuf> {
    let Some(name) = corpus.file_name() else {
        bail!("{} cannot be the folder of a corpus: name another in mirror.toml, folders.corpus", corpus.display());
    };
    let mut beside = OsString::from(".");
    beside.push(name);
    beside.push(".syncing");
    Ok(corpus.with_file_name(beside))
}

fn lock_imports(corpus: &Path) -> Result<DirectoryLock> {
    let path = corpus.join(IMPORTING);
    let lock = DirectoryLock::claim(&path).with_context(|| format!("cannot make the folder {}", path.display()))?;
    lock.with_context(|| format!("an import works in {}: wait for it to end", corpus.display()))
}

fn empty(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if fs::symlink_metadata(&path)?.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
    }
    Ok(())
}

/// Copies a folder, by hard links where the file system supports them.
fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    let context = || format!("cannot copy {} to {}", from.display(), to.display());
    fs::create_dir(to).with_context(context)?;
    let permissions = fs::metadata(from).with_context(context)?.permissions();
    fs::set_permissions(to, permissions).with_context(context)?;
    for entry in fs::read_dir(from).with_context(context)? {
        let name = entry.with_context(context)?.file_name();
        if name == IMPORTING || name == IMPORT_LOCK {
            continue;
        }
        let (source, target) = (from.join(&name), to.join(&name));
        let file_type = fs::symlink_metadata(&source).with_context(context)?.file_type();
        if file_type.is_symlink() {
            bail!("{} is a link, which a sync would replace: put the file itself into the corpus", source.display());
        }
        if file_type.is_dir() {
            copy_folder(&source, &target)?;
        } else if fs::hard_link(&source, &target).is_err() {
            fs::copy(&source, &target)
                .with_context(|| format!("cannot copy {} to {}", source.display(), target.display()))?;
        }
    }
    Ok(())
}
