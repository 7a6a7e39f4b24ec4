/*!
Links the lists of the previous index with unchanged inputs, instead of building them again.

The files are verified first, byte for byte, so that damage does not spread to the new index. The files of both indexes
then share their content. That is safe, because no program writes to a file of a finished index, and a file that is
removed from one index stays in the other.
*/

use std::path::Path;

use anyhow::{Context, Result};
use lexdex_core::model::Resource;
use lexdex_core::platform;

use crate::build::catalogue_files::CatalogueFiles;
use crate::build::inputs::ListFiles;
use crate::build::progress::{BuildProgress, Stage};
use crate::format::layout::RECORDS_FILE;
use crate::format::manifest::{FileEntry, LinesEntry, Manifest, ReadManifest};
use crate::format::published::HeldIndex;
use crate::format::schema::SCHEMA_VERSION;
use crate::format::storage::Storage;

pub(super) struct FinishedList {
    pub(super) n_records: u64,
    /// The digest of its inputs.
    pub(super) inputs: String,
    /// The digest of its records file.
    pub(super) records: String,
    pub(super) texts: Option<LinesEntry>,
    pub(super) aliases: Option<LinesEntry>,
    pub(super) summaries: Option<LinesEntry>,
    /// The digests of files that are already known, by path.
    pub(super) known_digests: Vec<(String, String)>,
}

struct Previous {
    held: HeldIndex,
    manifest: Manifest,
}

/// Links the lists with the same inputs as in an index directory, or in the current one of a folder of published
/// indexes. Returns `None` for the other lists.
///
/// An index with another schema version and a damaged list are reported as notes and not linked. Fails if there is no
/// index.
pub(super) fn link_lists(
    place: &Path,
    files: &[ListFiles; 3],
    catalogues: &CatalogueFiles,
    storage: &Storage,
    progress: &dyn BuildProgress,
) -> Result<[Option<FinishedList>; 3]> {
    let mut lists = [None, None, None];
    let previous = Previous::open(place, progress).context("cannot link from the previous index")?;
    let (Some(previous), Some(new)) = (previous, storage.path()) else {
        return Ok(lists);
    };
    progress.begin(Stage::Compare, files.iter().map(ListFiles::n_bytes).sum());
    for ((resource, files), list) in Resource::ALL.iter().zip(files).zip(&mut lists) {
        if let Some(lines) = files.digest(progress)? {
            let inputs = lines.digest(*resource, &files.texts, catalogues);
            if inputs == previous.manifest.inputs.for_resource(*resource) {
                *list = previous.link(*resource, lines.records.n_lines(), new, progress)?;
            }
        }
    }
    let linked = Resource::ALL.iter().zip(&lists).filter(|(_, list)| list.is_some());
    let linked: Vec<&str> = linked.map(|(resource, _)| resource.as_str()).collect();
    let linked = if linked.is_empty() { "no list".to_owned() } else { linked.join(", ") };
    progress.note(&format!("linked from {}: {linked}", previous.held.directory().display()));
    Ok(lists)
}

impl Previous {
    fn open(place: &Path, progress: &dyn BuildProgress) -> Result<Option<Self>> {
        let held = HeldIndex::find(place)?;
        let directory = held.directory();
        match Manifest::read_of_any_version(directory)? {
            ReadManifest::Current(manifest) => {
                manifest.check_corpus_digest(directory)?;
                Ok(Some(Self { held, manifest: *manifest }))
            }
            ReadManifest::OfOtherVersion { schema_version, .. } => {
                progress.note(&format!(
                    "{} has schema version {schema_version} in place of {SCHEMA_VERSION}: builds every list",
                    directory.display()
                ));
                Ok(None)
            }
        }
    }

    /// Links the files of a list with this number of records into the new index. Returns `None` if they are damaged.
    fn link(
        &self,
        resource: Resource,
        n_records: u64,
        new: &Path,
        progress: &dyn BuildProgress,
    ) -> Result<Option<FinishedList>> {
        let directory = self.held.directory();
        if let Err(damage) = self.manifest.verify_list(directory, resource) {
            let directory = directory.display();
            progress.note(&format!("{directory} is damaged: builds the {resource}, because {damage:#}"));
            return Ok(None);
        }
        let files: Vec<&FileEntry> = self.manifest.files_of(resource).collect();
        for FileEntry { path, .. } in &files {
            let (from, to) = (directory.join(path), new.join(path));
            platform::link_or_copy(&from, &to)
                .with_context(|| format!("cannot write {}, which is that of {}", to.display(), from.display()))?;
        }
        let known_digests: Vec<_> = files.iter().map(|file| (file.path.clone(), file.sha256.clone())).collect();
        let records_path = format!("{resource}/{RECORDS_FILE}");
        let records = known_digests.iter().find(|(path, _)| *path == records_path).map(|(_, digest)| digest.clone());
        let of_list = |entries: &[LinesEntry]| entries.iter().find(|entry| entry.list == resource.as_str()).cloned();
        Ok(Some(FinishedList {
            n_records,
            inputs: self.manifest.inputs.for_resource(resource).to_owned(),
            records: records.with_context(|| format!("the previous index has no {records_path}"))?,
            texts: of_list(&self.manifest.texts),
            aliases: of_list(&self.manifest.aliases),
            summaries: of_list(&self.manifest.summaries),
            known_digests,
        }))
    }
}
