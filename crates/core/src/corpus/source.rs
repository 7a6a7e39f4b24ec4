/*!
Opens the files of a corpus, in a directory or bundled in the program.
*/

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::corpus::bundled_file::BundledFile;
use crate::corpus::catalogue_file::CatalogueFile;
use crate::corpus::corpus_error::{CorpusError, CorpusErrors};
use crate::model::Resource;

/// The folder of a corpus with the texts behind the records, in a folder per list.
pub const TEXT_FOLDER: &str = "text";

/// The folder of a corpus that holds [`ALIASES_FILE`].
pub const ALIASES_FOLDER: &str = "aliases";

/// The file of the parallel citations of cases, within [`ALIASES_FOLDER`].
pub const ALIASES_FILE: &str = "cases.jsonl";

/// The folder of a corpus with summaries for records of other sources. A build reads it only where it is named as the
/// source of summaries.
pub const SUMMARIES_FOLDER: &str = "summaries";

/// The folder of a corpus that holds what imports have written.
pub const PARTS_FOLDER: &str = "parts";

/// The storage of a corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The corpus compiled into the program.
    Bundled,
    /// A corpus directory.
    Directory(PathBuf),
    /// A corpus directory, and another one with the records of its parts.
    Merged {
        /// The directory of the corpus.
        corpus: PathBuf,
        /// The directory that also has the declarations of completeness.
        merged: PathBuf,
    },
}

/// A file of a corpus.
pub struct SourceFile {
    /// The path as the user would open it.
    pub path: String,
    /// The size in bytes.
    pub n_bytes: u64,
    content: Content,
}

enum Content {
    Empty,
    Bundled(&'static BundledFile),
    File(PathBuf),
}

impl SourceFile {
    /// Opens the file for reading.
    pub fn open(&self) -> Result<Box<dyn BufRead + Send>> {
        const BUFFER_BYTES: usize = 1 << 18;
        Ok(match &self.content {
            Content::Empty => Box::new(io::empty()),
            Content::Bundled(file) => Box::new(file.open()),
            Content::File(path) => {
                let file = File::open(path).with_context(|| format!("cannot read {}", self.path))?;
                Box::new(BufReader::with_capacity(BUFFER_BYTES, file))
            }
        })
    }

    /// Opens the file for reading a single line that begins at an offset.
    pub fn open_at(&self, offset: u64) -> Result<Box<dyn BufRead>> {
        const BUFFER_BYTES: usize = 1 << 14;
        let context = || format!("cannot read {}", self.path);
        Ok(match &self.content {
            Content::Empty => Box::new(io::empty()),
            Content::Bundled(file) => {
                let mut file = file.open();
                io::copy(&mut file.by_ref().take(offset), &mut io::sink()).with_context(context)?;
                Box::new(file)
            }
            Content::File(path) => {
                let mut file = File::open(path).with_context(context)?;
                file.seek(SeekFrom::Start(offset)).with_context(context)?;
                Box::new(BufReader::with_capacity(BUFFER_BYTES, file))
            }
        })
    }

    /// Reads the whole file.
    pub fn read(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open()?.read_to_end(&mut bytes).with_context(|| format!("cannot read {}", self.path))?;
        Ok(bytes)
    }
}

impl Source {
    /// Returns the `.jsonl` files of a list, sorted by path.
    pub fn record_files(&self, resource: Resource) -> Result<Vec<SourceFile>> {
        self.files(resource.as_str())
    }

    /// Returns the `.jsonl` files of the texts behind the records of a list, sorted by path.
    pub fn text_files(&self, resource: Resource) -> Result<Vec<SourceFile>> {
        self.files(&format!("{TEXT_FOLDER}/{resource}"))
    }

    /// Returns the files of the parallel citations of cases.
    pub fn aliases_files(&self) -> Result<Vec<SourceFile>> {
        let folders: Vec<&PathBuf> = match self {
            Self::Bundled => {
                let bundled = BundledFile::find(&format!("{ALIASES_FOLDER}/{ALIASES_FILE}"));
                return Ok(bundled.map(bundled_file).into_iter().collect());
            }
            Self::Directory(root) => vec![root],
            Self::Merged { corpus, merged } => vec![corpus, merged],
        };
        let mut files = Vec::new();
        for folder in folders {
            let path = folder.join(ALIASES_FOLDER).join(ALIASES_FILE);
            match fs::metadata(&path) {
                Ok(metadata) => files.push(file_at(path, metadata.len())),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
            }
        }
        Ok(files)
    }

    fn files(&self, folder: &str) -> Result<Vec<SourceFile>> {
        let mut files = match self {
            Self::Bundled => bundled_files(folder),
            Self::Directory(root) => directory_files(&root.join(folder))?,
            Self::Merged { corpus, merged } => {
                let mut files = directory_files(&corpus.join(folder))?;
                files.extend(directory_files(&merged.join(folder))?);
                files
            }
        };
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(files)
    }

    /// Returns a catalogue file of the corpus. If it is missing, returns the bundled one if that [is the
    /// default](CatalogueFile::has_default), otherwise an empty file.
    pub fn catalogue_file(&self, file: CatalogueFile) -> Result<SourceFile> {
        let root = match self {
            Self::Bundled => None,
            Self::Merged { merged, .. } if file == CatalogueFile::Coverage => Some(merged),
            Self::Directory(root) | Self::Merged { corpus: root, .. } => Some(root),
        };
        if let Some(root) = root {
            let path = root.join(file.file_name());
            match fs::metadata(&path) {
                Ok(metadata) => return Ok(file_at(path, metadata.len())),
                Err(error) if error.kind() == io::ErrorKind::NotFound && file.has_default() => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(empty_file(path)),
                Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
            }
        }
        let bundled = BundledFile::find(file.file_name());
        let bundled = bundled.with_context(|| format!("the program holds no {}", file.file_name()))?;
        Ok(bundled_file(bundled))
    }

    /// Fails for a directory with parts that were not merged, because their records would be missing without a word.
    pub fn check_merged(&self) -> Result<()> {
        let Self::Directory(root) = self else { return Ok(()) };
        let parts = root.join(PARTS_FOLDER);
        if parts.is_dir() && !entries(&parts)?.is_empty() {
            bail!("{} has parts, which only `index-builder build` merges", root.display());
        }
        Ok(())
    }

    /// Reports every entry of the directory that is not part of a corpus, such as a misspelled folder or a file of
    /// another format. It would otherwise be ignored silently.
    pub fn check_layout(&self) -> Result<()> {
        let (root, needs_lists) = match self {
            Self::Bundled => return Ok(()),
            // The parts may be elsewhere.
            Self::Merged { corpus, .. } if !corpus.exists() => return Ok(()),
            Self::Merged { corpus, .. } => (corpus, false),
            Self::Directory(root) => (root, true),
        };
        let mut errors = CorpusErrors::default();
        let mut n_folders = 0;
        for (path, is_directory) in entries(root)? {
            let name = file_name(&path);
            let is_folder = is_directory && is_list(&name);
            let is_catalogue = CatalogueFile::ALL.iter().any(|file| file.file_name() == name);
            let is_allowed_file = !is_directory && (is_catalogue || is_documentation(&name));
            let is_parts = is_directory && name == PARTS_FOLDER;
            n_folders += usize::from(is_folder || is_parts);
            if is_parts {
                // The build reads it and reports its errors.
            } else if is_folder || (is_directory && name == SUMMARIES_FOLDER) {
                check_folder(&path, &mut errors)?;
            } else if is_directory && name == TEXT_FOLDER {
                check_text_folder(&path, &mut errors)?;
            } else if is_directory && name == ALIASES_FOLDER {
                check_aliases_folder(&path, &mut errors)?;
            } else if !is_allowed_file {
                let catalogues: Vec<&str> = CatalogueFile::ALL.iter().map(|file| file.file_name()).collect();
                let message = format!(
                    "is not part of a corpus, which has the folders statutes, cases, bills, {TEXT_FOLDER}, \
                     {ALIASES_FOLDER} and the files {}: rename it or move it away",
                    catalogues.join(", ")
                );
                errors.add(CorpusError::in_file(path.display().to_string(), message));
            }
        }
        if n_folders == 0 && needs_lists {
            let message = "has none of the folders statutes, cases and bills: is it a corpus directory?";
            errors.add(CorpusError::in_file(root.display().to_string(), message));
        }
        Ok(errors.into_result(())?)
    }
}

/// Returns the files of summaries that are compiled into the program, sorted by path.
pub(super) fn bundled_summary_files() -> Vec<SourceFile> {
    bundled_files(SUMMARIES_FOLDER)
}

/// Returns the `.jsonl` files of a folder of summaries, sorted by path. Fails if it has none, or has something else.
pub(super) fn folder_summary_files(folder: &Path) -> Result<Vec<SourceFile>> {
    let fix = "name a folder of .jsonl files with --summaries, or `bundled` or `none`";
    if !folder.is_dir() {
        bail!("{} is not a folder: {fix}", folder.display());
    }
    let mut errors = CorpusErrors::default();
    check_folder(folder, &mut errors)?;
    errors.into_result(())?;
    let mut files = directory_files(folder)?;
    if files.is_empty() {
        bail!("{} has no summaries: {fix}", folder.display());
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// Reports every entry of the folder of texts that is not the folder of a list.
fn check_text_folder(folder: &Path, errors: &mut CorpusErrors) -> Result<()> {
    for (path, is_directory) in entries(folder)? {
        let name = file_name(&path);
        if is_directory && is_list(&name) {
            check_folder(&path, errors)?;
        } else if is_directory || !is_documentation(&name) {
            let message = "is not a folder of texts, which are statutes, cases and bills: rename it or move it away";
            errors.add(CorpusError::in_file(path.display().to_string(), message));
        }
    }
    Ok(())
}

/// Reports every entry of the folder of parallel citations except its file.
fn check_aliases_folder(folder: &Path, errors: &mut CorpusErrors) -> Result<()> {
    for (path, is_directory) in entries(folder)? {
        let name = file_name(&path);
        if is_directory || !(name == ALIASES_FILE || is_documentation(&name)) {
            let message = format!("is not the file {ALIASES_FILE} of parallel citations: rename it or move it away");
            errors.add(CorpusError::in_file(path.display().to_string(), message));
        }
    }
    Ok(())
}

fn is_list(name: &str) -> bool {
    Resource::ALL.iter().any(|resource| resource.as_str() == name)
}

fn check_folder(folder: &Path, errors: &mut CorpusErrors) -> Result<()> {
    for (path, is_directory) in entries(folder)? {
        if is_directory {
            check_folder(&path, errors)?;
        } else if !is_record_file(&path) && !is_documentation(&file_name(&path)) {
            let message = "is not a .jsonl file: rename it or move it away";
            errors.add(CorpusError::in_file(path.display().to_string(), message));
        }
    }
    Ok(())
}

/// Returns whether a file is a license or documentation, which a corpus directory may contain.
fn is_documentation(name: &str) -> bool {
    name.starts_with("LICENSE") || name.ends_with(".md") || name.ends_with(".txt")
}

fn is_record_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "jsonl")
}

fn directory_files(folder: &Path) -> Result<Vec<SourceFile>> {
    let mut files = Vec::new();
    if !fs::exists(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        return Ok(files);
    }
    for (path, is_directory) in entries(folder)? {
        if is_directory {
            files.extend(directory_files(&path)?);
        } else if is_record_file(&path) {
            let metadata = fs::metadata(&path).with_context(|| format!("cannot read {}", path.display()))?;
            files.push(file_at(path, metadata.len()));
        }
    }
    Ok(files)
}

/// Lists the paths of a directory, each with whether it is a directory itself. Leaves out hidden entries.
fn entries(directory: &Path) -> Result<Vec<(PathBuf, bool)>> {
    let context = || format!("cannot read the directory {}", directory.display());
    let mut entries = Vec::new();
    for entry in fs::read_dir(directory).with_context(context)? {
        let path = entry.with_context(context)?.path();
        if !file_name(&path).starts_with('.') {
            let metadata = fs::metadata(&path).with_context(|| format!("cannot read {}", path.display()))?;
            entries.push((path, metadata.is_dir()));
        }
    }
    entries.sort();
    Ok(entries)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn file_at(path: PathBuf, n_bytes: u64) -> SourceFile {
    SourceFile { path: path.display().to_string(), n_bytes, content: Content::File(path) }
}

fn empty_file(path: PathBuf) -> SourceFile {
    SourceFile { path: path.display().to_string(), n_bytes: 0, content: Content::Empty }
}

fn bundled_files(folder: &str) -> Vec<SourceFile> {
    BundledFile::within(folder).filter(|file| is_record_file(Path::new(file.path))).map(bundled_file).collect()
}

fn bundled_file(file: &'static BundledFile) -> SourceFile {
    SourceFile { path: format!("corpus/{}", file.path), n_bytes: file.n_bytes, content: Content::Bundled(file) }
}
