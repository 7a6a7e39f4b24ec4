/*!
The pull of a build.
*/

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use index_builder::commands::publish::{PublishArguments, Published, publish};
use lexdex_core::platform;
use lexdex_index::{BUILDS_FOLDER, MANIFEST_FILE, Manifest, current_build, is_build_id};

use crate::fetch::progress::FetchProgress;
use crate::object_store::client::StoreClient;
use crate::object_store::latest::{Asked, Latest};
use crate::object_store::layout::LATEST;
use crate::object_store::remote_build::RemoteBuild;
use crate::pull::downloads::download;
use crate::pull::local_files::LocalFiles;
use crate::pull::refused_blobs::RefusedBlobs;
use crate::pull::work_folder::{PullFolder, Remembered};

/// A folder of published indexes that follows a store.
pub(crate) struct Pull<'a> {
    client: &'a StoreClient,
    out: &'a Path,
    /// The build to publish instead of the latest.
    pinned: Option<&'a str>,
    progress: &'a (dyn FetchProgress + Sync),
    work: PullFolder,
    refused: RefusedBlobs,
    /// The current build, once every byte of it is checked. A watch checks each build once.
    verified: RefCell<Option<String>>,
}

/// A build that a pull has published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pulled {
    pub(crate) build: String,
    /// The bytes that came from the store.
    pub(crate) fetched: u64,
    /// The bytes that are shared with earlier builds.
    pub(crate) linked: u64,
}

/// The build to publish.
struct WantedBuild {
    build: String,
    /// The entity tag of `latest`, if it names the build.
    etag: Option<String>,
}

impl<'a> Pull<'a> {
    /// Claims a folder of published indexes, and creates it if it does not exist.
    pub(crate) fn new(
        client: &'a StoreClient,
        out: &'a Path,
        pinned: Option<&'a str>,
        progress: &'a (dyn FetchProgress + Sync),
    ) -> Result<Self> {
        if let Some(build) = pinned.filter(|build| !is_build_id(build)) {
            bail!("{build:?} is not a build id, which has 64 hexadecimal digits in lower case");
        }
        if out.join(MANIFEST_FILE).exists() {
            bail!("{} is an index itself: give --out a folder for published indexes", out.display());
        }
        let (work, refused, verified) = (PullFolder::claim(out)?, RefusedBlobs::default(), RefCell::default());
        Ok(Self { client, out, pinned, progress, work, refused, verified })
    }

    /// Publishes the build, and keeps the one before it. `None` if it is the current one already. A damaged current
    /// build is replaced, also by the same one.
    pub(crate) fn pull(&self) -> Result<Option<Pulled>> {
        let current = current_build(self.out)?.filter(|build| self.verify(build).is_ok());
        let wanted = self.wanted(current.as_deref())?;
        let new = wanted.as_ref().filter(|wanted| Some(&wanted.build) != current.as_ref());
        let pulled = new.map(|wanted| self.publish(&wanted.build)).transpose()?;
        // This also removes the leftovers of a pull that was interrupted after its publication.
        self.work.clear()?;
        let Some(wanted) = wanted else { return Ok(None) };
        if let Some(etag) = wanted.etag {
            let (url, build) = (self.client.url(LATEST), wanted.build);
            self.work.remember(&Remembered { url, etag, build })?;
        }
        Ok(pulled)
    }

    /// The build to publish; `None` if nothing in the store has changed since the last publication.
    fn wanted(&self, current: Option<&str>) -> Result<Option<WantedBuild>> {
        if let Some(build) = self.pinned {
            return Ok(Some(WantedBuild { build: build.to_owned(), etag: None }));
        }
        let url = self.client.url(LATEST);
        let remembered = self.work.remembered(&url).filter(|known| Some(known.build.as_str()) == current);
        match Latest::ask(self.client, remembered.as_ref().map(|known| known.etag.as_str()))? {
            Asked::Unchanged => Ok(None),
            Asked::Missing => {
                bail!("{url} is not there: push an index to the store first, or check the name of the store")
            }
            Asked::Found(latest) => {
                let build = latest.expect_build(self.client)?.to_owned();
                Ok(Some(WantedBuild { build, etag: latest.version.e_tag }))
            }
        }
    }

    /// The build that is published here; `None` before the first one.
    pub(crate) fn current(&self) -> Result<Option<String>> {
        Ok(current_build(self.out)?.filter(|build| self.place(build).join(MANIFEST_FILE).exists()))
    }

    /// Checks that the manifest of a build is that of the build, and that every byte is as the manifest says.
    fn verify(&self, build: &str) -> Result<()> {
        if self.verified.borrow().as_deref() == Some(build) {
            return Ok(());
        }
        let place = self.place(build);
        let manifest = Manifest::read(&place)?;
        if manifest.build_id() != build {
            bail!("{} is not the manifest of the build", place.join(MANIFEST_FILE).display());
        }
        manifest.verify(&place)?;
        *self.verified.borrow_mut() = Some(build.to_owned());
        Ok(())
    }

    fn place(&self, build: &str) -> PathBuf {
        self.out.join(BUILDS_FOLDER).join(build)
    }

    fn publish(&self, build: &str) -> Result<Pulled> {
        let place = self.place(build);
        if !place.join(MANIFEST_FILE).exists() {
            self.put_together(build)
        } else if let Err(damage) = self.verify(build) {
            // Undamaged files are linked.
            self.put_together(build).with_context(|| format!("{damage:#}, and cannot be fetched again"))
        } else {
            self.publish_again(place)
        }
    }

    /// Publishes a build that was published before.
    fn publish_again(&self, place: PathBuf) -> Result<Pulled> {
        let linked = bytes_of(&Manifest::read(&place)?);
        let Published { build_id: build, .. } = self.publish_index(place)?;
        Ok(Pulled { build, fetched: 0, linked })
    }

    fn publish_index(&self, index: PathBuf) -> Result<Published> {
        publish(&PublishArguments { index, to: self.out.to_owned(), keep: keep() })
    }

    /// Assembles a build in the working folder, and publishes it.
    fn put_together(&self, build: &str) -> Result<Pulled> {
        let remote = RemoteBuild::read(self.client, build)?.with_context(|| {
            format!("the store has no build {build}, or no longer has it: pull again, or name another")
        })?;
        let manifest = remote.manifest(build)?;
        let index = self.work.new_index()?;
        let local = LocalFiles::new(self.out)?;
        let mut missing = Vec::new();
        for file in &manifest.files {
            match local.find(file) {
                Some(from) => place_file(&from, &index.join(&file.path))?,
                None => missing.push(file),
            }
        }
        let blobs: BTreeMap<&str, u64> = missing.iter().map(|file| (file.sha256.as_str(), file.bytes)).collect();
        let (paths, fetched) = download(self.client, &blobs, &self.work.downloads()?, &self.refused, self.progress)?;
        for file in &missing {
            place_file(&paths[&file.sha256], &index.join(&file.path))?;
        }
        let path = index.join(MANIFEST_FILE);
        fs::write(&path, &remote.bytes).with_context(|| format!("cannot write {}", path.display()))?;
        let missing_bytes: u64 = missing.iter().map(|file| file.bytes).sum();
        let linked = bytes_of(&manifest).saturating_sub(missing_bytes);
        let Published { build_id: build, .. } = self.publish_index(index)?;
        Ok(Pulled { build, fetched, linked })
    }
}

fn bytes_of(manifest: &Manifest) -> u64 {
    manifest.files.iter().map(|file| file.bytes).sum()
}

/// The number of builds to keep: the current one, and the one before it to go back to.
fn keep() -> NonZero<usize> {
    NonZero::new(2).unwrap_or(NonZero::<usize>::MIN)
}

/// Links or copies a file to its path in an index, and creates the folder above it.
fn place_file(from: &Path, to: &Path) -> Result<()> {
    let folder = to.parent().unwrap_or(to);
    fs::create_dir_all(folder)
        .and_then(|()| platform::link_or_copy(from, to))
        .with_context(|| format!("cannot write {}", to.display()))
}
