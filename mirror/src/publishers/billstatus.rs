/*!
The bills of Congress from GovInfo, by Congress and type.

A group, the bills of one type in one Congress, has a listing and a zip. The zip is fetched whole when its listed time
changes. It is a full snapshot, so it also removes bills that are gone.
*/

mod congress;

mod group;

mod listing;

use std::collections::BTreeMap;

use anyhow::{Result, bail};

pub(crate) use self::congress::current_congress;
use self::group::{BillTypeGroup, SOURCE};
use self::listing::ListedZip;
use crate::clock::today;
use crate::config;
use crate::fetch::client::FetchClient;
use crate::fetch::lock_file::LockedFile;
use crate::fetch::planned_file::{ContentKind, PlannedFile, SourcePlan};
use crate::publishers::held::kept;
use crate::publishers::parts::plan_parts;
use crate::publishers::publisher::Publisher;
use crate::publishers::site::PublisherUrl;

/// The bills of Congress.
#[derive(Debug)]
pub struct Billstatus {
    site: PublisherUrl,
    groups: Vec<BillTypeGroup>,
}

impl Billstatus {
    /// Makes the publisher of a table `billstatus`. Fails if the table names an unknown Congress or type.
    pub fn new(config: &config::BillstatusConfig) -> Result<Self> {
        let site = PublisherUrl::new(config.base_url.as_ref(), "https://www.govinfo.gov");
        Ok(Self { site, groups: BillTypeGroup::wanted(config, current_congress(today()))? })
    }

    /// Plans the zip of a group. `has_zip` says whether the mirror has one.
    fn plan_group(&self, client: &FetchClient, group: &BillTypeGroup, has_zip: bool) -> Result<SourcePlan> {
        let url = self.site.at(&group.listing());
        let document = client.document(&url, Some("application/json"))?;
        match listing::zip(&url, group, &document.body)? {
            Some(zip) => Ok(SourcePlan { files: vec![self.planned(group, &zip)], ..SourcePlan::default() }),
            None if has_zip => bail!(
                "{url} lists no bills any more, and the mirror has some. They stay as they are: check the address, and \
                 take the Congress or the type out of billstatus if its bills are gone"
            ),
            None => Ok(SourcePlan { notes: vec![format!("{url} lists no bills yet")], ..SourcePlan::default() }),
        }
    }

    fn planned(&self, group: &BillTypeGroup, zip: &ListedZip) -> PlannedFile {
        PlannedFile {
            path: path(group),
            url: self.site.at(&group.address(&group.zip())),
            content: ContentKind::Zip,
            bytes: zip.stated_bytes(),
            version: Some(zip.mark()),
            sha256: None,
        }
    }
}

/// The path of the zip of a group.
fn path(group: &BillTypeGroup) -> String {
    format!("{SOURCE}/{}", group.zip())
}

impl Publisher for Billstatus {
    fn name(&self) -> &'static str {
        SOURCE
    }

    fn format(&self) -> &'static str {
        "billstatus"
    }

    fn plan(&self, client: &FetchClient, known: &BTreeMap<String, LockedFile>) -> Result<SourcePlan> {
        let zip = |group: &BillTypeGroup| known.get(&path(group));
        plan_parts(
            &self.groups,
            "lists of bills",
            |group| self.plan_group(client, group, zip(group).is_some()),
            |group| zip(group).map(|zip| kept(zip, ContentKind::Zip)).into_iter().collect(),
        )
    }
}
