/*!
The U.S. Code of the Office of the Law Revision Counsel, by release points.

Each release point is fetched whole. The mirror fetches a file for each title, not the one file of all titles, so that a
configuration can name titles, and a failed download concerns one title.
*/

mod release_point;

mod title;

use std::collections::BTreeMap;

use anyhow::{Result, bail};

use self::release_point::ReleasePoint;
use self::title::CodeTitle;
use crate::config::{self, Wanted};
use crate::fetch::client::FetchClient;
use crate::fetch::lock_file::LockedFile;
use crate::fetch::planned_file::{ContentKind, PlannedFile, SourcePlan};
use crate::publishers::publisher::Publisher;
use crate::publishers::site::PublisherUrl;

const NAME: &str = "us-code";

/// The U.S. Code.
#[derive(Debug)]
pub struct UsCode {
    site: PublisherUrl,
    wanted: Wanted,
}

impl UsCode {
    /// Makes the publisher of a table `us-code`. Fails if the table names an unknown title.
    pub fn new(config: &config::UsCodeConfig) -> Result<Self> {
        title::check(&config.titles)?;
        let site = PublisherUrl::new(config.base_url.as_ref(), "https://uscode.house.gov");
        Ok(Self { site, wanted: config.titles.clone() })
    }
}

impl Publisher for UsCode {
    fn name(&self) -> &'static str {
        NAME
    }

    fn format(&self) -> &'static str {
        "uslm"
    }

    fn plan(&self, client: &FetchClient, _known: &BTreeMap<String, LockedFile>) -> Result<SourcePlan> {
        let url = self.site.at("download/download.shtml");
        let current = ReleasePoint::read(&url, &String::from_utf8_lossy(&client.document(&url, None)?.body))?;
        check_listed(&url, &current, &self.wanted)?;
        Ok(plan(&current, &self.wanted))
    }
}

/// Checks that the page has the titles of `mirror.toml`.
fn check_listed(url: &str, current: &ReleasePoint, wanted: &Wanted) -> Result<()> {
    let Wanted::These(names) = wanted else { return Ok(()) };
    for name in names {
        if !CodeTitle::parse(name).is_some_and(|title| current.titles.contains_key(&title)) {
            bail!("{url} has no file of title {name}: if the title is gone, remove it from titles of us-code");
        }
    }
    Ok(())
}

fn plan(current: &ReleasePoint, wanted: &Wanted) -> SourcePlan {
    let titles = current.titles.iter().filter(|(title, _)| wanted.has(&title.to_string()));
    let files = titles.map(|(_, url)| PlannedFile {
        path: format!("{NAME}/{}", url.rsplit('/').next().unwrap_or(url)),
        url: url.to_owned(),
        content: ContentKind::Zip,
        bytes: None,
        version: Some(current.name.clone()),
        sha256: None,
    });
    SourcePlan { release: Some(current.name.clone()), files: files.collect(), ..SourcePlan::default() }
}
