/*!
Decisions of the Caselaw Access Project, a zip for each volume. The layout is described at
<https://case.law/docs/>: a volume's zip, `us/1.zip`, is next to the folder of the volume, and includes the volume's
metadata.

The lists of volumes have the time of the last change, `last_updated`. The list of all 40,622 volumes has some 30 MB, so
if only some reporters are wanted, their own lists are requested.
*/

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::config::{self, Wanted};
use crate::fetch::client::FetchClient;
use crate::fetch::lock_file::LockedFile;
use crate::fetch::planned_file::{ContentKind, PlannedFile, SourcePlan};
use crate::publishers::held::{held, kept};
use crate::publishers::parts::plan_parts;
use crate::publishers::publisher::Publisher;
use crate::publishers::site::PublisherUrl;
use crate::publishers::unexpected::unexpected;

const NAME: &str = "cap";

/// The path of the list of reporters.
const REPORTERS: &str = "ReportersMetadata.json";

/// The Caselaw Access Project.
#[derive(Debug)]
pub struct Cap {
    site: PublisherUrl,
    reporters: Wanted,
}

/// A list of volumes.
struct VolumeList<'c> {
    /// The reporter of the volumes; `None` for the list of all reporters' volumes.
    reporter: Option<&'c str>,
    /// Whether the publisher has the reporter.
    is_known: bool,
}

/// An entry of `ReportersMetadata.json`.
#[derive(Deserialize)]
struct CapReporter {
    slug: String,
}

/// An entry of `VolumesMetadata.json`.
#[derive(Deserialize)]
struct Volume {
    volume_folder: String,
    /// The list of a reporter's own volumes does not name it.
    reporter_slug: Option<String>,
    last_updated: Option<String>,
}

impl Cap {
    /// Makes the publisher of a table `cap`. Fails if a reporter's name cannot be a slug.
    pub fn new(config: &config::CapConfig) -> Result<Self> {
        if let Wanted::These(slugs) = &config.reporters {
            if slugs.is_empty() {
                bail!("cap: reporters is empty: name slugs such as \"us\", or leave it out for all");
            }
            let is_slug = |slug: &&String| {
                !slug.is_empty() && slug.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-'))
            };
            if let Some(name) = slugs.iter().find(|slug| !is_slug(slug)) {
                bail!(
                    "cap: reporters has {name:?}, which is not a slug: take the part of the address of the reporter's \
                     folder on https://static.case.law, such as \"us\" or \"f3d\""
                );
            }
        }
        let site = PublisherUrl::new(config.base_url.as_ref(), "https://static.case.law");
        Ok(Self { site, reporters: config.reporters.clone() })
    }

    /// The lists of volumes to request.
    fn lists<'c>(&'c self, client: &FetchClient) -> Result<Vec<VolumeList<'c>>> {
        let Wanted::These(slugs) = &self.reporters else {
            return Ok(vec![VolumeList { reporter: None, is_known: true }]);
        };
        let url = self.site.at(REPORTERS);
        let body = client.document(&url, None)?.body;
        let reporters = serde_json::from_slice(&body);
        let reporters: Vec<CapReporter> =
            reporters.with_context(|| unexpected(&url, "the JSON list of reporters", &body))?;
        let published: BTreeSet<&str> = reporters.iter().map(|reporter| &*reporter.slug).collect();
        let slugs: BTreeSet<&str> = slugs.iter().map(String::as_str).collect();
        let list = |slug| VolumeList { reporter: Some(slug), is_known: published.contains(slug) };
        Ok(slugs.into_iter().map(list).collect())
    }

    /// Requests a list, and plans its volumes.
    fn plan_list(&self, client: &FetchClient, list: &VolumeList<'_>) -> Result<SourcePlan> {
        let url = self.site.at(&list.path());
        if let Some(slug) = list.reporter.filter(|_| !list.is_known) {
            let reporters = self.site.at(REPORTERS);
            bail!("cap: reporters has {slug:?}, which {reporters} does not have: look up its slug there");
        }
        let body = client.document(&url, None)?.body;
        let mut files = BTreeMap::new();
        read_volumes(&self.site, &url, list.reporter, &body, &mut files)?;
        Ok(SourcePlan { files: files.into_values().collect(), ..SourcePlan::default() })
    }
}

impl Publisher for Cap {
    fn name(&self) -> &'static str {
        NAME
    }

    fn format(&self) -> &'static str {
        NAME
    }

    fn plan(&self, client: &FetchClient, known: &BTreeMap<String, LockedFile>) -> Result<SourcePlan> {
        let lists = self.lists(client)?;
        plan_parts(&lists, "lists of volumes", |list| self.plan_list(client, list), |list| list.kept(known))
    }

    /// The volumes of a reporter are one part.
    fn due(&self, files: &[&str], changed: &[&str]) -> Vec<String> {
        let reporter = |path: &str| path.rsplit_once('/').map(|(folder, _)| folder.to_owned());
        let changed: BTreeSet<Option<String>> = changed.iter().map(|path| reporter(path)).collect();
        files.iter().filter(|path| changed.contains(&reporter(path))).map(|path| (*path).to_owned()).collect()
    }
}

impl VolumeList<'_> {
    /// The path on the publisher's server.
    fn path(&self) -> String {
        match self.reporter {
            Some(slug) => format!("{slug}/VolumesMetadata.json"),
            None => "VolumesMetadata.json".to_owned(),
        }
    }

    /// A plan that keeps the volumes that the mirror has.
    fn kept(&self, known: &BTreeMap<String, LockedFile>) -> Vec<PlannedFile> {
        let folder = self.reporter.map_or(format!("{NAME}/"), |slug| format!("{NAME}/{slug}/"));
        let held = held(known, NAME).filter(|(path, _)| path.starts_with(&folder));
        held.map(|(_, file)| kept(file, ContentKind::Zip)).collect()
    }
}

/// Adds the files of a list of volumes by path. A volume that is listed twice is one file with the later time.
fn read_volumes(
    site: &PublisherUrl,
    url: &str,
    reporter: Option<&str>,
    body: &[u8],
    files: &mut BTreeMap<String, PlannedFile>,
) -> Result<()> {
    let volumes = serde_json::from_slice(body);
    let volumes: Vec<Volume> = volumes.with_context(|| unexpected(url, "the JSON list of volumes", body))?;
    if volumes.is_empty() {
        bail!("{url} lists no volumes. The files that the mirror has stay as they are; try again later");
    }
    for Volume { volume_folder: folder, reporter_slug, last_updated: version } in volumes {
        let slug = reporter.or(reporter_slug.as_deref()).unwrap_or_default();
        if !is_file_name(slug) || !is_file_name(&folder) {
            bail!("{url} has a volume with the reporter {slug:?} and the folder {folder:?}, which are not file names");
        }
        let (path, url) = (format!("{NAME}/{slug}/{folder}.zip"), site.at(&format!("{slug}/{folder}.zip")));
        let volume = PlannedFile { path, url, content: ContentKind::Zip, bytes: None, version, sha256: None };
        match files.get(&volume.path) {
            Some(other) if other.version >= volume.version => {}
            _ => drop(files.insert(volume.path.clone(), volume)),
        }
    }
    Ok(())
}

/// Whether a name is a valid file name on every system, and needs no escapes in a URL.
fn is_file_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    !name.is_empty() && !name.starts_with('.') && name.bytes().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "https://static.case.law/VolumesMetadata.json";

    fn volumes(body: &str, reporter: Option<&str>) -> Result<Vec<PlannedFile>> {
        let mut files = BTreeMap::new();
        read_volumes(&PublisherUrl::new(None, "https://static.case.law"), URL, reporter, body.as_bytes(), &mut files)?;
        Ok(files.into_values().collect())
    }

    fn zip(volume: &str, version: Option<&str>) -> PlannedFile {
        PlannedFile {
            path: format!("cap/{volume}.zip"),
            url: format!("https://static.case.law/{volume}.zip"),
            content: ContentKind::Zip,
            bytes: None,
            version: version.map(str::to_owned),
            sha256: None,
        }
    }

    #[test]
    fn volumes_are_zips_with_the_time_of_their_last_change() {
        let body = r#"[
            {"volume_number":"1","title":null,"jurisdictions":[{"id":1,"name":"U.S."}],"id":"32044","redacted":false,
             "volume_folder":"1","reporter_slug":"us","last_updated":"2024-03-06T12:00:00+00:00"},
            {"volume_number":"2","volume_folder":"2-2","reporter_slug":"us"},
            {"volume_number":"1","volume_folder":"1","reporter_slug":"us","last_updated":"2024-04-06T12:00:00+00:00"},
            {"volume_number":"1","volume_folder":"1","reporter_slug":"us","last_updated":"2024-02-06T12:00:00+00:00"},
            {"volume_number":"9","volume_folder":"9","reporter_slug":"f3d","last_updated":"2024-03-06T12:00:00+00:00"}]"#;
        let expected = [
            zip("f3d/9", Some("2024-03-06T12:00:00+00:00")),
            zip("us/1", Some("2024-04-06T12:00:00+00:00")),
            zip("us/2-2", None),
        ];
        assert_eq!(volumes(body, None).unwrap(), expected);
        let own = r#"[{"volume_folder":"3","last_updated":"2024-01-01"}]"#;
        assert_eq!(volumes(own, Some("us")).unwrap(), [zip("us/3", Some("2024-01-01"))]);
    }

    #[test]
    fn other_lists_are_errors_that_name_the_address() {
        for (body, message) in [
            ("<html>Maintenance</html>", "is not the JSON list of volumes: its text is “Maintenance”"),
            ("{}", "is not the JSON list of volumes"),
            ("[]", "lists no volumes"),
            (r#"[{"volume_folder":"3"}]"#, "has a volume with the reporter \"\" and the folder \"3\""),
            (r#"[{"volume_folder":"..","reporter_slug":"us"}]"#, "the folder \"..\", which are not file names"),
            (r#"[{"volume_folder":"a/b","reporter_slug":"us"}]"#, "the folder \"a/b\""),
        ] {
            let error = volumes(body, None).unwrap_err().to_string();
            assert!(error.starts_with(URL) && error.contains(message), "{error}");
        }
    }

    #[test]
    fn names_that_cannot_be_slugs_are_rejected_with_the_fix() {
        let cap = |slugs: &[&str]| {
            let reporters = Wanted::These(slugs.iter().map(|slug| (*slug).to_owned()).collect());
            Cap::new(&config::CapConfig { reporters, base_url: None })
        };
        assert!(cap(&["us", "f-supp-2d"]).is_ok());
        for (slugs, message) in [
            (&[][..], "cap: reporters is empty: name slugs such as \"us\", or leave it out for all"),
            (&["us", "F. Supp. 2d"], "cap: reporters has \"F. Supp. 2d\", which is not a slug: take"),
            (&["us/1"], "cap: reporters has \"us/1\", which is not a slug: take"),
        ] {
            let error = cap(slugs).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
