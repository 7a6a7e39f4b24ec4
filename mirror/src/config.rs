/*!
The configuration of a mirror, `mirror.toml`.

A table names a source, and a source without a table is not mirrored. Unknown keys are errors. Relative paths are
relative to the folder of the file.
*/

pub mod percent;

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use index_builder::import::registry;
use lexdex_core::platform;
use serde::Deserialize;
use url::Url;

use crate::config::percent::Percent;

/// The sources that have a table of their own.
const PUBLISHERS: [&str; 6] = ["us-code", "billstatus", "courtlistener", "cap", "dc-law", "public-resource"];

/// Publishers ask for at most one request a second.
const MIN_PAUSE_SECS: f64 = 1.0;

const MAX_PAUSE_SECS: f64 = 3600.0;

/// The content of `mirror.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// An address at which a publisher reaches the operator, an email address or a URL. It is part of the user agent.
    pub contact: String,
    /// The folders of the mirror.
    #[serde(default)]
    pub folders: Folders,
    /// The behavior towards the publishers' servers.
    #[serde(default)]
    pub politeness: Politeness,
    /// The publication of the index.
    pub publish: Option<Publish>,
    /// The limits of the changes that a sync may publish without a person's consent.
    #[serde(default)]
    pub gate: Gate,
    /// The U.S. Code.
    pub us_code: Option<UsCodeConfig>,
    /// The bills of Congress, from GovInfo.
    pub billstatus: Option<BillstatusConfig>,
    /// Decisions of CourtListener.
    pub courtlistener: Option<CourtListenerConfig>,
    /// Decisions of the Caselaw Access Project.
    pub cap: Option<CapConfig>,
    /// The D.C. Code.
    pub dc_law: Option<DcLawConfig>,
    /// State codes of Public.Resource.Org.
    pub public_resource: Option<PublicResourceConfig>,
    /// Files that the operator places into a folder.
    #[serde(default)]
    pub placed: Vec<Placed>,
}

/// The folders of a mirror.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Folders {
    /// The downloaded files, a folder for each source, and `fetch.lock` beside them.
    pub downloads: PathBuf,
    /// The operator's own files and catalogues. It may be missing, and no sync writes into it.
    pub corpus: PathBuf,
    /// The parts that syncs import.
    pub parts: PathBuf,
}

impl Default for Folders {
    fn default() -> Self {
        Self { downloads: "downloads".into(), corpus: "corpus".into(), parts: "parts".into() }
    }
}

/// The behavior towards the publishers' servers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Politeness {
    /// The seconds between two requests to one host, 1 to 3600. A server on this machine gets requests without a pause.
    /// The waits before repeated attempts are multiples of the pause.
    pub pause_secs: f64,
    /// The attempts at a request that fails for a reason that may pass. An attempt that brings a mebibyte of the file
    /// resets the count.
    pub attempts: NonZero<u32>,
    /// The seconds without a byte after which a response counts as stalled.
    pub stall_secs: NonZero<u64>,
    /// The minimum rate of a response in bytes a second, averaged over `stall-secs`; 0 for no minimum.
    pub min_bytes_per_sec: u64,
    /// The seconds after which a request ends. A download continues with another request.
    pub max_request_secs: NonZero<u64>,
}

impl Default for Politeness {
    fn default() -> Self {
        Self {
            pause_secs: 1.0,
            attempts: NonZero::new(5).unwrap(),
            stall_secs: NonZero::new(60).unwrap(),
            min_bytes_per_sec: 10_000,
            max_request_secs: NonZero::new(6 * 3600).unwrap(),
        }
    }
}

/// The publication of the index.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Publish {
    /// The folder of published indexes, as `index-builder publish` makes it.
    pub to: PathBuf,
    /// The number of builds to keep, the published one included.
    #[serde(default = "two")]
    pub keep: NonZero<usize>,
    /// A program with its arguments that notifies the server of a new index, such as `["systemctl", "reload",
    /// "lexdex"]`. A server with `--watch-secs` needs none.
    #[serde(default)]
    pub reload: Vec<String>,
    /// A file in the folder of `node_exporter`'s textfile collector, for the figures of `lexdex-mirror status`.
    pub textfile: Option<PathBuf>,
}

fn two() -> NonZero<usize> {
    NonZero::new(2).unwrap_or(NonZero::<usize>::MIN)
}

/// The limits of the changes that a sync may publish without a person's consent, as parts of each list.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Gate {
    /// The part of a list's records that may be removed.
    pub max_removed: Percent,
    /// The part of a list's records that may change.
    pub max_changed: Percent,
}

impl Default for Gate {
    fn default() -> Self {
        Self { max_removed: Percent::whole(1), max_changed: Percent::whole(20) }
    }
}

/// The U.S. Code.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UsCodeConfig {
    /// The titles, such as `17` or `5a`; all of them by default.
    #[serde(default)]
    pub titles: Wanted,
    /// A server to use instead of the publisher's.
    pub base_url: Option<Url>,
}

/// The bills of Congress.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BillstatusConfig {
    /// The Congresses; 108 is the first.
    pub congresses: Vec<u16>,
    /// Whether to add each Congress that begins after the last of these.
    #[serde(default)]
    pub later: bool,
    /// The types, such as `hr`; all of them by default.
    #[serde(default)]
    pub types: Wanted,
    /// A server to use instead of the publisher's.
    pub base_url: Option<Url>,
}

/// Decisions of CourtListener.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CourtListenerConfig {
    /// A server to use instead of the publisher's.
    pub base_url: Option<Url>,
}

/// Decisions of the Caselaw Access Project.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CapConfig {
    /// The reporters, by the project's slugs, such as `us`; all of them by default.
    #[serde(default)]
    pub reporters: Wanted,
    /// A server to use instead of the publisher's.
    pub base_url: Option<Url>,
}

/// The D.C. Code.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DcLawConfig {
    /// A server to use instead of GitHub's, for its API and its archives.
    pub base_url: Option<Url>,
}

/// State codes of Public.Resource.Org.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PublicResourceConfig {
    /// The states, by their postal abbreviations in lower case; all fourteen by default.
    #[serde(default)]
    pub states: Wanted,
    /// A server to use instead of GitHub's, for its API and its archives.
    pub base_url: Option<Url>,
}

/// Files that the operator places into a folder.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Placed {
    /// The name of the source in reports. No other source may have it.
    pub name: String,
    /// The format, as `index-builder import` names it.
    pub format: String,
    /// The folder.
    pub folder: PathBuf,
    /// The file that maps the fields of a row to those of a record, for the format `jsonl`.
    pub mapping: Option<PathBuf>,
}

/// The parts of a source that are wanted.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(untagged)]
pub enum Wanted {
    /// Every part that the publisher has.
    #[default]
    #[serde(skip)]
    All,
    /// The parts of these names.
    These(Vec<String>),
}

impl Wanted {
    /// Whether a part is wanted.
    pub fn has(&self, name: &str) -> bool {
        match self {
            Self::All => true,
            Self::These(names) => names.iter().any(|wanted| wanted == name),
        }
    }
}

impl Config {
    /// Reads and checks a configuration. Resolves its relative paths against its folder.
    pub fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| {
            format!("cannot read {}: write one with `lexdex-mirror init`, or name another by --config", path.display())
        })?;
        let mut config: Self = toml::from_str(&text).with_context(|| format!("{} is wrong", path.display()))?;
        config.check().with_context(|| format!("{} is wrong", path.display()))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        config.resolve(folder);
        config.check_folders().with_context(|| format!("{} is wrong", path.display()))?;
        Ok(config)
    }

    /// The table `publish`. Fails if the file at `path` has none.
    pub(crate) fn publish(&self, path: &Path) -> Result<&Publish> {
        self.publish.as_ref().with_context(|| {
            let path = path.display();
            format!("{path} has no table [publish]: add it with `to = \"FOLDER\"`, the folder from which lexdex serves")
        })
    }

    fn check(&self) -> Result<()> {
        if self.contact.trim().is_empty() {
            bail!("contact is empty: give an email address or a URL at which a publisher reaches you");
        }
        check_contact(&self.contact)?;
        let pause = self.politeness.pause_secs;
        if !(MIN_PAUSE_SECS..=MAX_PAUSE_SECS).contains(&pause) {
            bail!("politeness.pause-secs is {pause}: give {MIN_PAUSE_SECS} to {MAX_PAUSE_SECS} seconds");
        }
        self.base_urls().try_for_each(|(table, url)| check_base_url(table, url))?;
        self.placed.iter().enumerate().try_for_each(|(idx, placed)| placed.check(&self.placed[..idx]))
    }

    /// The values of `base-url`, each with the table that has it.
    fn base_urls(&self) -> impl Iterator<Item = (&'static str, &Url)> {
        let of_us_code = self.us_code.as_ref().and_then(|table| table.base_url.as_ref());
        let of_billstatus = self.billstatus.as_ref().and_then(|table| table.base_url.as_ref());
        let of_courtlistener = self.courtlistener.as_ref().and_then(|table| table.base_url.as_ref());
        let of_cap = self.cap.as_ref().and_then(|table| table.base_url.as_ref());
        let of_dc_law = self.dc_law.as_ref().and_then(|table| table.base_url.as_ref());
        let of_public_resource = self.public_resource.as_ref().and_then(|table| table.base_url.as_ref());
        let urls = [of_us_code, of_billstatus, of_courtlistener, of_cap, of_dc_law, of_public_resource];
        PUBLISHERS.into_iter().zip(urls).filter_map(|(table, url)| Some((table, url?)))
    }

    /// Fails if two folders are the same or one is inside another: each would take the other's files for its own.
    fn check_folders(&self) -> Result<()> {
        let Folders { downloads, corpus, parts } = &self.folders;
        let mut folders = vec![("folders.downloads", downloads), ("folders.corpus", corpus), ("folders.parts", parts)];
        folders.extend(self.publish.as_ref().map(|publish| ("publish.to", &publish.to)));
        folders.extend(self.placed.iter().map(|placed| ("the folder of [[placed]]", &placed.folder)));
        let is_own = |name: &str| name != "the folder of [[placed]]";
        for (idx, (name, folder)) in folders.iter().enumerate() {
            for (other_name, other) in &folders[..idx] {
                let (path, other_path) = (real(folder)?, real(other)?);
                let is_nested = path.starts_with(&other_path) || other_path.starts_with(&path);
                if is_nested && (is_own(name) || is_own(other_name)) {
                    bail!(
                        "{other_name} ({}) and {name} ({}) are one folder, or one is within the other: name two apart",
                        other.display(),
                        folder.display()
                    );
                }
            }
        }
        Ok(())
    }

    /// Resolves the relative paths.
    fn resolve(&mut self, folder: &Path) {
        let Folders { downloads, corpus, parts } = &mut self.folders;
        let paths = [downloads, corpus, parts].into_iter();
        let publish = self.publish.as_mut().into_iter();
        let paths =
            paths.chain(publish.flat_map(|publish| [Some(&mut publish.to), publish.textfile.as_mut()]).flatten());
        paths.chain(self.placed.iter_mut().flat_map(Placed::paths)).for_each(|path| *path = folder.join(&*path));
    }
}

/// Fails unless a contact can be a part of a request header.
pub(crate) fn check_contact(contact: &str) -> Result<()> {
    if !contact.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        bail!("the contact {contact:?} is not a line of printable ASCII: give an email address or a URL");
    }
    Ok(())
}

/// Fails unless a `base-url` is one to which paths can be added.
fn check_base_url(table: &str, url: &Url) -> Result<()> {
    if !["http", "https"].contains(&url.scheme()) || url.query().is_some() || url.fragment().is_some() {
        bail!(
            "base-url of {table} is {url}: give an address of http or https without a query, such as https://host/path"
        );
    }
    Ok(())
}

/// The path of a folder with links resolved. The folder need not exist yet.
fn real(path: &Path) -> Result<PathBuf> {
    let absolute =
        std::path::absolute(path).with_context(|| format!("{} is not the path of a folder", path.display()))?;
    let known = absolute.ancestors().find_map(|above| Some((above, platform::canonicalize(above).ok()?)));
    Ok(known.map_or(absolute.clone(), |(above, real)| real.join(absolute.strip_prefix(above).unwrap_or(&absolute))))
}

impl Placed {
    /// Fails unless the name is unique and the format exists. `before` are the tables before this one.
    fn check(&self, before: &[Self]) -> Result<()> {
        let name = &self.name;
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
        if name.is_empty() || !name.chars().all(is_plain) {
            bail!("[[placed]] has the name {name:?}: give one of letters, digits, hyphens and underscores");
        }
        if PUBLISHERS.contains(&name.as_str()) || before.iter().any(|placed| placed.name == *name) {
            bail!("[[placed]] has the name {name} of another source: give each source a name of its own");
        }
        let Some(format) = registry::find(&self.format) else {
            bail!("[[placed]] {name} has the unknown format {}: `index-builder import --help` lists them", self.format);
        };
        match (format.needs_mapping(), &self.mapping) {
            (true, None) => bail!("[[placed]] {name} needs a mapping, which says how its rows become records"),
            (false, Some(_)) => {
                bail!("[[placed]] {name} has a mapping, which {} does not take: remove it", self.format)
            }
            _ => Ok(()),
        }
    }

    fn paths(&mut self) -> impl Iterator<Item = &mut PathBuf> {
        [Some(&mut self.folder), self.mapping.as_mut()].into_iter().flatten()
    }
}

impl Politeness {
    /// The time between two requests to one host.
    pub fn pause(&self) -> Duration {
        Duration::from_secs_f64(self.pause_secs)
    }

    /// The time without a byte after which a response counts as stalled.
    pub fn stall(&self) -> Duration {
        Duration::from_secs(self.stall_secs.get())
    }

    /// The longest time of a request.
    pub fn max_request(&self) -> Duration {
        Duration::from_secs(self.max_request_secs.get())
    }
}
