/*!
The bills of Congress from GovInfo, by Congress and type.

A group, the bills of one type in one Congress, has a zip. The first fetch gets the zip. Later ones get the single files
of the bills that have changed since. When these files cost more than the zip, the zip is fetched again, and the files
are dropped. So refreshes cost at most about twice the optimum, and the new zip, a full snapshot, also removes bills
that are gone.

The feed of changed files saves requests for listings, which have megabytes. A group is not listed if the feed goes back
to the day before its zip was fetched, and names no file of the group that the mirror lacks. A group whose zip is older
than the feed is always listed, so a change that is missing from the feed is found in the end.
*/

mod congress;

mod feed;

mod files;

mod group;

mod listing;

use std::collections::BTreeMap;

use anyhow::{Result, bail};

pub(crate) use self::congress::current_congress;
use self::feed::Feed;
use self::files::GroupFiles;
use self::group::{BillTypeGroup, SOURCE};
use self::listing::Listing;
use crate::clock::today;
use crate::config;
use crate::fetch::client::FetchClient;
use crate::fetch::lock_file::LockedFile;
use crate::fetch::planned_file::SourcePlan;
use crate::publishers::parts::plan_parts;
use crate::publishers::publisher::{ImportStep, Publisher};
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

    /// Reads the feed. If it cannot be read, every group is listed, and a note says so.
    fn feed(&self, client: &FetchClient, notes: &mut Vec<String>) -> Option<Feed> {
        let url = self.site.at("rss/billstatus-batch.xml");
        let feed = client.document(&url, None).and_then(|document| Feed::read(&document.body));
        feed.map_err(|error| notes.push(format!("all bills are listed, because {url} cannot be used: {error:#}"))).ok()
    }

    fn plan_group(&self, client: &FetchClient, group: &BillTypeGroup, files: &GroupFiles<'_>) -> Result<SourcePlan> {
        let url = self.site.at(&group.listing());
        let document = client.document(&url, Some("application/json"))?;
        let listing = Listing::read(&url, group, &document.body)?;
        match &listing.zip {
            Some(zip) => {
                Ok(SourcePlan { files: files.plan(&self.site, group, zip, &listing.bills), ..SourcePlan::default() })
            }
            None if files.zip.is_some() => bail!(
                "{url} lists no bills any more, and the mirror has some. They stay as they are: check the address, and \
                 take the Congress or the type out of billstatus if its bills are gone"
            ),
            None => Ok(SourcePlan { notes: vec![format!("{url} lists no bills yet")], ..SourcePlan::default() }),
        }
    }
}

impl Publisher for Billstatus {
    fn name(&self) -> &'static str {
        SOURCE
    }

    fn format(&self) -> &'static str {
        "billstatus"
    }

    fn plan(&self, client: &FetchClient, known: &BTreeMap<String, LockedFile>) -> Result<SourcePlan> {
        let mut notes = Vec::new();
        let groups: Vec<(&BillTypeGroup, GroupFiles<'_>)> =
            self.groups.iter().map(|group| (group, GroupFiles::from_group(group, known))).collect();
        let has_any = groups.iter().any(|(_, files)| files.zip.is_some());
        let feed = if has_any { self.feed(client, &mut notes) } else { None };
        let plan_group = |(group, files): &(&BillTypeGroup, GroupFiles<'_>)| {
            if feed.as_ref().is_some_and(|feed| files.are_newer_than(feed, group)) {
                return Ok(SourcePlan { files: files.kept(), ..SourcePlan::default() });
            }
            self.plan_group(client, group, files)
        };
        let mut plan = plan_parts(&groups, "lists of bills", plan_group, |(_, files)| files.kept())?;
        plan.notes.splice(0..0, notes);
        Ok(plan)
    }

    fn imports(&self, _files: &[&str], changed: &[&str]) -> Vec<ImportStep> {
        let (zips, bills): (Vec<&str>, Vec<&str>) = changed.iter().copied().partition(|path| path.ends_with(".zip"));
        let step =
            |files: Vec<&str>, snapshot| ImportStep { files: files.into_iter().map(str::to_owned).collect(), snapshot };
        let steps = [step(zips, Some(true)), step(bills, None)];
        steps.into_iter().filter(|step| !step.files.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zips_are_imported_as_snapshots_and_single_bills_apart() {
        let config = "congresses = [119]";
        let billstatus = Billstatus::new(&toml::from_str(config).unwrap()).unwrap();
        let step = |files: &[&str], snapshot| ImportStep {
            files: files.iter().map(|path| (*path).to_owned()).collect(),
            snapshot,
        };
        let (zips, bills) = (["a/1.zip", "a/2.zip"], ["a/3.xml"]);
        for (changed, steps) in [
            (vec!["a/1.zip", "a/3.xml", "a/2.zip"], vec![step(&zips, Some(true)), step(&bills, None)]),
            (vec!["a/3.xml"], vec![step(&bills, None)]),
            (vec![], vec![]),
        ] {
            assert_eq!(billstatus.imports(&["a/1.zip", "a/2.zip", "a/3.xml", "a/4.xml"], &changed), steps);
        }
    }
}
