/*!
Decisions of CourtListener, from the bulk data of Free Law Project in a bucket of S3. The bucket is public, and refuses
requests with an `Authorization` header.
*/

mod listing;
mod release;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};
use lexdex_core::model::Date;
use url::form_urlencoded::byte_serialize;

use self::listing::{ListingPage, StoredObject};
use self::release::{Choice, ReleaseTable, choose};
use crate::config;
use crate::fetch::client::FetchClient;
use crate::fetch::lock_file::LockedFile;
use crate::fetch::planned_file::{ContentKind, PlannedFile, SourcePlan};
use crate::publishers::held::held;
use crate::publishers::publisher::Publisher;
use crate::publishers::site::PublisherUrl;
use crate::publishers::unexpected::unexpected;

const NAME: &str = "courtlistener";

/// The bulk data of CourtListener.
#[derive(Debug)]
pub struct CourtListener {
    site: PublisherUrl,
}

impl CourtListener {
    /// Makes the publisher of a table `courtlistener`.
    pub fn new(config: &config::CourtListenerConfig) -> Self {
        let bucket = "https://com-courtlistener-storage.s3-us-west-2.amazonaws.com";
        Self { site: PublisherUrl::new(config.base_url.as_ref(), bucket) }
    }

    /// All objects below the folder of the bulk data.
    fn objects(&self, client: &FetchClient) -> Result<Vec<StoredObject>> {
        let first = self.site.at("?list-type=2&prefix=bulk-data/");
        let (mut objects, mut url, mut tokens) = (Vec::new(), first.clone(), BTreeSet::new());
        loop {
            let body = client.document(&url, None)?.body;
            let page = ListingPage::read(&body)
                .map_err(|error| error.context(unexpected(&url, "the XML listing of a bucket", &body)))?;
            objects.extend(page.objects);
            let Some(token) = page.next else { return Ok(objects) };
            url = format!("{first}&continuation-token={}", byte_serialize(token.as_bytes()).collect::<String>());
            if !tokens.insert(token) {
                bail!("{url} has been listed before: the listing is circular; try again later");
            }
        }
    }
}

impl Publisher for CourtListener {
    fn name(&self) -> &'static str {
        NAME
    }

    fn format(&self) -> &'static str {
        NAME
    }

    fn plan(&self, client: &FetchClient, known: &BTreeMap<String, LockedFile>) -> Result<SourcePlan> {
        let Choice { tables, passed_over } = choose(self.objects(client)?, &sizes(known));
        let Some(date) = tables.first().and_then(|object| ReleaseTable::from_path(&object.key)).map(|table| table.date)
        else {
            bail!(
                "{} has no release that can be used, with the tables {} of one date, and not older than the mirror's{}. \
                 The files that the mirror has stay as they are: look at \
                 https://www.courtlistener.com/help/api/bulk-data/, and try again later",
                self.site.at("?list-type=2&prefix=bulk-data/"),
                release::TABLES.join(", "),
                passed_over.iter().map(|remark| format!("; {remark}")).collect::<String>(),
            );
        };
        let files = tables.iter().map(|object| self.planned(object)).collect();
        Ok(SourcePlan { release: Some(date.to_string()), files, notes: passed_over, ..SourcePlan::default() })
    }

    /// The importer joins the four tables of a date, so a change of one needs all of them. An incomplete release is not
    /// imported yet, and the tables of the previous release stay.
    fn due(&self, files: &[&str], changed: &[&str]) -> Vec<String> {
        let mut releases: BTreeMap<Date, Vec<&str>> = BTreeMap::new();
        for path in files {
            if let Some(table) = ReleaseTable::from_path(path) {
                releases.entry(table.date).or_default().push(path);
            }
        }
        let newest = releases.into_values().rev().find(|tables| tables.len() == release::TABLES.len());
        let Some(tables) = newest.filter(|tables| tables.iter().any(|table| changed.contains(table))) else {
            return Vec::new();
        };
        tables.into_iter().map(str::to_owned).collect()
    }
}

impl CourtListener {
    fn planned(&self, object: &StoredObject) -> PlannedFile {
        PlannedFile {
            path: format!("{NAME}/{}", object.key.rsplit('/').next().unwrap_or(&object.key)),
            url: self.site.at(&object.key),
            content: ContentKind::Bzip2,
            bytes: Some(object.bytes),
            version: Some(object.etag.clone()).filter(|etag| !etag.is_empty()),
            sha256: None,
        }
    }
}

/// The date and the size of each table that the mirror has. If it has a table of several releases, the newest counts.
fn sizes(known: &BTreeMap<String, LockedFile>) -> BTreeMap<&'static str, (Date, u64)> {
    let mut sizes = BTreeMap::new();
    for (path, file) in held(known, NAME) {
        let Some(ReleaseTable { name, date }) = ReleaseTable::from_path(path) else { continue };
        let newest = sizes.entry(name).or_insert((date, file.bytes));
        *newest = (date, file.bytes).max(*newest);
    }
    sizes
}
