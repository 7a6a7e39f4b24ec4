/*!
The manifest of an index directory: the source of the index, and the digest of each of its files.

It is written last, so a directory without a manifest is not a complete index.
*/

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::io;
use std::iter;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use lexdex_core::corpus::CatalogueFile;
use lexdex_core::model::{Date, Resource};
use lexdex_core::platform::CAN_EXCHANGE;
use rayon::iter::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::format::layout::{MANIFEST_FILE, RECORDS_FILE, catalogue_file_names};
use crate::format::regular_file;
use crate::format::schema::SCHEMA_VERSION;

/// The version of the builder.
pub(crate) const BUILDER_VERSION: &str = env!("CARGO_PKG_VERSION");

/// The maximum size of files whose digests are checked when an index is opened. For larger files only the size is
/// checked, so that a larger corpus does not slow the start. `index-builder verify` checks all digests.
const MAX_DIGESTED_BYTES: u64 = 16 << 20;

/// The content of an index directory, and its source.
///
/// It has no time of the build: the same corpus gives the same manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the directory format.
    pub schema_version: u32,
    /// The version of the builder.
    pub builder_version: String,
    /// The SHA-256 digest of the digests of the catalogues, of the records in list order, of the texts, of the parallel
    /// citations, and of this project's summaries.
    pub corpus_digest: String,
    /// The number of records.
    pub counts: Counts,
    /// The day of the latest update of a record's data. Absent from an index without records.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_updated: Option<Date>,
    /// The digests of the inputs of the lists.
    pub inputs: InputDigests,
    /// The texts that are searched and not served, of each list that has any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<LinesEntry>,
    /// The parallel citations that are searched and not served, of each list that has any. An entry counts the records.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<LinesEntry>,
    /// The summaries of this project that records of other sources show or are searched by, of each list that has any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub summaries: Vec<LinesEntry>,
    /// The files, in the order of their paths.
    pub files: Vec<FileEntry>,
}

/// The number of records in each list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Counts {
    /// The number of statutes.
    pub statutes: u64,
    /// The number of cases.
    pub cases: u64,
    /// The number of bills.
    pub bills: u64,
}

impl Counts {
    /// The number of records in a list.
    pub fn get_mut(&mut self, resource: Resource) -> &mut u64 {
        match resource {
            Resource::Statutes => &mut self.statutes,
            Resource::Cases => &mut self.cases,
            Resource::Bills => &mut self.bills,
        }
    }

    /// The number of records in all lists.
    pub fn total(self) -> u64 {
        self.statutes + self.cases + self.bills
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} statutes, {} cases, {} bills", self.statutes, self.cases, self.bills)
    }
}

/// For each list the SHA-256 digest of its inputs, as hexadecimal digits: of the lines that it is built from, the
/// catalogues, the options and the versions of program and format. A list with the same inputs has the same files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputDigests {
    /// The digest of the inputs of the statutes.
    pub statutes: String,
    /// The digest of the inputs of the cases.
    pub cases: String,
    /// The digest of the inputs of the bills.
    pub bills: String,
}

impl InputDigests {
    /// The digest of the inputs of a list.
    pub fn for_resource(&self, resource: Resource) -> &str {
        match resource {
            Resource::Statutes => &self.statutes,
            Resource::Cases => &self.cases,
            Resource::Bills => &self.bills,
        }
    }
}

/// A file of an index directory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// The path within the directory, with slashes.
    pub path: String,
    /// The size in bytes.
    pub bytes: u64,
    /// The SHA-256 digest, as hexadecimal digits.
    pub sha256: String,
}

impl FileEntry {
    /// Checks the size and the digest of the file in an index directory.
    pub fn verify(&self, directory: &Path) -> Result<()> {
        check_file(directory, self, true)
    }
}

/// The texts, the parallel citations or this project's summaries beside the records of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinesEntry {
    /// The name of the list.
    pub list: String,
    /// The number of records that have one.
    pub count: u64,
    /// The sum of the SHA-256 digests of the ids, each with its text, its citations or its summary, as hexadecimal
    /// digits.
    pub sha256_sum: String,
}

impl LinesEntry {
    /// The line for an entry of texts from which the corpus digest is computed.
    fn digest(&self) -> String {
        format!("{} {} {}", self.list, self.count, self.sha256_sum)
    }

    /// The line for an entry of another kind than texts from which the corpus digest is computed.
    fn digest_of_kind(&self, kind: &str) -> String {
        format!("{kind} {}", self.digest())
    }
}

/// The lines for entries of all kinds from which the corpus digest is computed.
fn lines_digests(texts: &[LinesEntry], aliases: &[LinesEntry], summaries: &[LinesEntry]) -> Vec<String> {
    let texts = texts.iter().map(LinesEntry::digest);
    let aliases = aliases.iter().map(|entry| entry.digest_of_kind("aliases"));
    texts.chain(aliases).chain(summaries.iter().map(|entry| entry.digest_of_kind("summaries"))).collect()
}

/// A manifest that was read.
pub(crate) enum ReadManifest {
    /// One of this program's schema version.
    Current(Box<Manifest>),
    /// One of another version.
    OfOtherVersion {
        schema_version: u32,
        /// A string, unless the version has another kind of digest.
        corpus_digest: Value,
    },
}

/// The fields that are read from manifests of all schema versions.
#[derive(Deserialize)]
struct VersionFields {
    schema_version: u32,
    /// A string, unless another version has another kind of digest.
    #[serde(default)]
    corpus_digest: Value,
}

impl Manifest {
    /// The manifest of an index in memory, which has no files.
    pub(crate) fn from_memory(digests: CorpusDigests, counts: Counts, last_updated: Option<Date>) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            builder_version: BUILDER_VERSION.to_owned(),
            corpus_digest: corpus_digest(
                digests.files.iter().map(String::as_str),
                &lines_digests(&digests.texts, &digests.aliases, &digests.summaries),
            ),
            counts,
            last_updated,
            inputs: digests.inputs,
            texts: digests.texts,
            aliases: digests.aliases,
            summaries: digests.summaries,
            files: Vec::new(),
        }
    }

    /// The manifest of a directory. `known_digests` gives the digests of some files, by path.
    pub(crate) fn from_directory(
        directory: &Path,
        digests: CorpusDigests,
        counts: Counts,
        last_updated: Option<Date>,
        known_digests: &[(String, String)],
    ) -> Result<Self> {
        let entry = |path: String| {
            let known = known_digests.iter().find(|(known, _)| *known == path).map(|(_, digest)| digest.clone());
            entry(directory, path, known)
        };
        let files: Vec<Result<FileEntry>> = paths(directory)?.into_par_iter().map(entry).collect();
        let files = files.into_iter().collect::<Result<_>>()?;
        Ok(Self { files, ..Self::from_memory(digests, counts, last_updated) })
    }

    /// Writes the manifest to a directory.
    pub fn write(&self, directory: &Path) -> Result<()> {
        let path = directory.join(MANIFEST_FILE);
        fs::write(&path, self.text()).with_context(|| format!("cannot write {}", path.display()))
    }

    /// The content of the manifest file.
    fn text(&self) -> String {
        // Strings and numbers always serialize.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// The id of the build: the SHA-256 digest of the manifest, as hexadecimal digits. It covers the digests of all
    /// files. Two builds of the same corpus by the same builder have the same id.
    pub fn build_id(&self) -> String {
        const_hex::encode(Sha256::digest(self.text()))
    }

    /// Reads the manifest of a directory. Fails if its schema version is not that of this program.
    pub fn read(directory: &Path) -> Result<Self> {
        match Self::read_of_any_version(directory)? {
            ReadManifest::Current(manifest) => Ok(*manifest),
            ReadManifest::OfOtherVersion { schema_version, corpus_digest } => {
                let place = if CAN_EXCHANGE { format!("{} --replace", directory.display()) } else { "NEW".to_owned() };
                let digest = corpus_digest.as_str();
                let corpus =
                    digest.map_or(String::new(), |digest| format!(", from the corpus with the digest {digest}"));
                bail!(
                    "the index {} has schema version {schema_version}, and this lexdex reads version {SCHEMA_VERSION}. \
                     Build it again with `index-builder build --corpus CORPUS --out {place}`{corpus}",
                    directory.display()
                );
            }
        }
    }

    /// Reads the manifest of a directory, if it is of this program's schema version.
    pub(crate) fn read_of_any_version(directory: &Path) -> Result<ReadManifest> {
        let path = directory.join(MANIFEST_FILE);
        let text = match regular_file::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => bail!(
                "{} is not an index, or not a complete one: it has no {MANIFEST_FILE}. Build one with \
                 `index-builder build --corpus CORPUS --out {0}`",
                directory.display()
            ),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        let damaged = || format!("{} is damaged: build the index again", path.display());
        let VersionFields { schema_version, corpus_digest } = serde_json::from_slice(&text).with_context(damaged)?;
        if schema_version != SCHEMA_VERSION {
            return Ok(ReadManifest::OfOtherVersion { schema_version, corpus_digest });
        }
        serde_json::from_slice(&text).map(|manifest| ReadManifest::Current(Box::new(manifest))).with_context(damaged)
    }

    /// Checks the files against the manifest, quickly: the sizes of all files, and the digests of files up to 16 MiB.
    pub(crate) fn check_files(&self, directory: &Path) -> Result<()> {
        self.check_corpus_digest(directory)?;
        // tantivy may also open files that are not in the manifest.
        if let Some(path) = special_file(directory)? {
            bail!("cannot read {}: {}", path.display(), regular_file::NOT_REGULAR);
        }
        for expected in &self.files {
            let is_digested = expected.bytes <= MAX_DIGESTED_BYTES;
            check_file(directory, expected, is_digested)
                .with_context(|| format!("the index {} is damaged: build it again", directory.display()))?;
        }
        Ok(())
    }

    /// Checks the corpus digest against the digests of the files.
    pub(crate) fn check_corpus_digest(&self, directory: &Path) -> Result<()> {
        if self.corpus_digest_of_files().as_ref() != Some(&self.corpus_digest) {
            bail!("the manifest of {} is damaged: build the index again", directory.display());
        }
        Ok(())
    }

    /// The files of a list.
    pub(crate) fn files_of(&self, resource: Resource) -> impl Iterator<Item = &FileEntry> {
        let folder = format!("{resource}/");
        self.files.iter().filter(move |file| file.path.starts_with(&folder))
    }

    /// Checks the sizes and digests of the files of a list, on all cores, and that there are no others.
    pub(crate) fn verify_list(&self, directory: &Path, resource: Resource) -> Result<()> {
        let files: Vec<&FileEntry> = self.files_of(resource).collect();
        let folder = directory.join(resource.as_str());
        for path in paths(&folder)? {
            let path = format!("{resource}/{path}");
            if !files.iter().any(|file| file.path == path) {
                bail!("{path} is not in the manifest");
            }
        }
        let checks: Vec<Result<()>> = files.par_iter().map(|file| file.verify(directory)).collect();
        checks.into_iter().collect()
    }

    /// Checks the sizes and digests of all files, and that there are no other files.
    pub fn verify(&self, directory: &Path) -> Result<()> {
        let context = || format!("the index {} is damaged: build it again", directory.display());
        for expected in &self.files {
            expected.verify(directory).with_context(context)?;
        }
        for path in paths(directory)? {
            if path != MANIFEST_FILE && !self.files.iter().any(|file| file.path == path) {
                return Err(anyhow::anyhow!("{path} is not in the manifest")).with_context(context);
            }
        }
        if self.corpus_digest_of_files().as_ref() != Some(&self.corpus_digest) {
            return Err(anyhow::anyhow!("the corpus digest is not that of the records")).with_context(context);
        }
        Ok(())
    }

    /// The corpus digest computed from the digests of the files; `None` if files are missing.
    fn corpus_digest_of_files(&self) -> Option<String> {
        let records = Resource::ALL.iter().map(|resource| format!("{resource}/{RECORDS_FILE}"));
        let paths = catalogue_file_names().map(str::to_owned).chain(records);
        let digests: Option<Vec<&str>> = paths
            .map(|path| self.files.iter().find(|file| file.path == path).map(|file| file.sha256.as_str()))
            .collect();
        Some(corpus_digest(digests?, &lines_digests(&self.texts, &self.aliases, &self.summaries)))
    }
}

/// The digests of the parts of a corpus.
pub(crate) struct CorpusDigests {
    /// The digests of the catalogues, then of the records of each list.
    pub(crate) files: Vec<String>,
    pub(crate) texts: Vec<LinesEntry>,
    pub(crate) aliases: Vec<LinesEntry>,
    pub(crate) summaries: Vec<LinesEntry>,
    pub(crate) inputs: InputDigests,
}

/// The digest of a corpus, as hexadecimal digits. A catalogue file that has no default and that the corpus lacks is
/// left out, so that existing corpora keep their digests when a new version of the format adds such a file.
fn corpus_digest<'d>(files: impl IntoIterator<Item = &'d str>, lines: &[String]) -> String {
    let mut digest = Sha256::new();
    let of_nothing = const_hex::encode(Sha256::digest([]));
    let can_lack = CatalogueFile::ALL.iter().map(|file| !file.has_default()).chain(iter::repeat(false));
    for (of_file, can_lack) in files.into_iter().zip(can_lack) {
        if !(can_lack && of_file == of_nothing) {
            digest.update(of_file);
        }
    }
    lines.iter().for_each(|of_list| digest.update(of_list));
    const_hex::encode(digest.finalize())
}

fn check_file(directory: &Path, expected: &FileEntry, is_digested: bool) -> Result<()> {
    let path = directory.join(&expected.path);
    let metadata = fs::metadata(&path).with_context(|| format!("cannot read {}", path.display()))?;
    if !metadata.is_file() {
        bail!("cannot read {}: {}", path.display(), regular_file::NOT_REGULAR);
    }
    if metadata.len() != expected.bytes {
        bail!("{} has {} bytes in place of {}", path.display(), metadata.len(), expected.bytes);
    }
    if is_digested && digest(&path)? != expected.sha256 {
        bail!("the content of {} has changed since the index was built", path.display());
    }
    Ok(())
}

fn entry(directory: &Path, path: String, known_digest: Option<String>) -> Result<FileEntry> {
    let file = directory.join(&path);
    let metadata = fs::metadata(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let sha256 = known_digest.map_or_else(|| digest(&file), Ok)?;
    Ok(FileEntry { path, bytes: metadata.len(), sha256 })
}

/// The digest of a file, as hexadecimal digits.
fn digest(path: &Path) -> Result<String> {
    regular_file::digest(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Returns a file below a directory that is neither a regular file nor a link to one, if there is any.
fn special_file(directory: &Path) -> Result<Option<PathBuf>> {
    for path in paths(directory)? {
        let path = directory.join(path);
        let metadata = fs::metadata(&path).with_context(|| format!("cannot read {}", path.display()))?;
        if !metadata.is_file() && !metadata.is_dir() {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

/// A relative path with slashes between its components, on every system.
fn with_slashes(path: &Path) -> String {
    let components: Vec<_> = path.iter().map(OsStr::to_string_lossy).collect();
    components.join("/")
}

/// The sorted paths of all files below a directory, relative to it, with slashes.
fn paths(directory: &Path) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        let context = || format!("cannot read {}", directory.join(&folder).display());
        for entry in fs::read_dir(directory.join(&folder)).with_context(context)? {
            let entry = entry.with_context(context)?;
            let path = folder.join(entry.file_name());
            if entry.file_type().with_context(context)?.is_dir() {
                folders.push(path);
            } else {
                paths.push(with_slashes(&path));
            }
        }
    }
    paths.sort();
    Ok(paths)
}
