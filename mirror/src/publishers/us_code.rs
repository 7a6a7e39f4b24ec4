/*!
The U.S. Code of the Office of the Law Revision Counsel, by release points.

The mirror fetches a file for each title, not the one file of all titles. A first fetch then takes some 57 requests
instead of one, but a refresh fetches only the titles that have changed. A title keeps its file as long as no later
release point has changed it.

The page of prior release points can lack the newest of them for some time. A title that such a release point has
changed is fetched once the page lists it, because the file's name still has the older release point.
*/

mod prior;

mod release_point;

mod title;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};

use self::prior::PriorReleasePoints;
use self::release_point::{ReleasePoint, title_and_release};
use self::title::CodeTitle;
use crate::config::{self, Wanted};
use crate::fetch::client::FetchClient;
use crate::fetch::lock_file::LockedFile;
use crate::fetch::planned_file::{ContentKind, PlannedFile, SourcePlan};
use crate::publishers::held::{held, kept};
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

    fn prior(&self, client: &FetchClient) -> Result<PriorReleasePoints> {
        let url = self.site.at("download/priorreleasepoints.htm");
        PriorReleasePoints::read(&url, &String::from_utf8_lossy(&client.document(&url, None)?.body))
    }
}

impl Publisher for UsCode {
    fn name(&self) -> &'static str {
        NAME
    }

    fn format(&self) -> &'static str {
        "uslm"
    }

    fn plan(&self, client: &FetchClient, known: &BTreeMap<String, LockedFile>) -> Result<SourcePlan> {
        let url = self.site.at("download/download.shtml");
        let current = ReleasePoint::read(&url, &String::from_utf8_lossy(&client.document(&url, None)?.body))?;
        check_listed(&url, &current, &self.wanted)?;
        let files = TitleFile::newest(known);
        let is_refresh = files.values().any(|file| file.release != current.name);
        let prior = if is_refresh { Some(self.prior(client)?) } else { None };
        Ok(plan(&current, &self.wanted, &files, prior.as_ref()))
    }
}

/// The mirror's file of a title.
#[derive(Debug)]
struct TitleFile<'k> {
    release: &'k str,
    file: &'k LockedFile,
}

impl<'k> TitleFile<'k> {
    /// The mirror's files by title. If a title has several files, the one that was fetched last counts.
    fn newest(known: &'k BTreeMap<String, LockedFile>) -> BTreeMap<CodeTitle, Self> {
        let mut files: BTreeMap<CodeTitle, Self> = BTreeMap::new();
        for (path, file) in held(known, NAME) {
            let Some((title, release)) = title_and_release(path) else { continue };
            if files.get(&title).is_none_or(|other| other.file.fetched <= file.fetched) {
                files.insert(title, Self { release, file });
            }
        }
        files
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

/// The plan for a release point. `prior` is needed if a file is of another release point.
fn plan(
    current: &ReleasePoint,
    wanted: &Wanted,
    files: &BTreeMap<CodeTitle, TitleFile<'_>>,
    prior: Option<&PriorReleasePoints>,
) -> SourcePlan {
    // The importer notices that a title is gone only if it gets a whole release.
    let has_lost_title = files.keys().any(|title| !current.titles.contains_key(title));
    // A page that marks no title does not show what has changed.
    let knows_changes = !has_lost_title && !current.changed.is_empty();
    let is_current = |title: &CodeTitle, file: &TitleFile<'_>| {
        let has_changed_since =
            |changed: BTreeSet<CodeTitle>| changed.contains(title) || current.changed.contains(title);
        let changed_since = prior.filter(|_| knows_changes).and_then(|prior| prior.changed_since(file.release));
        file.release == current.name || changed_since.is_some_and(|changed| !has_changed_since(changed))
    };
    let wanted = current.titles.iter().filter(|(title, _)| wanted.has(&title.to_string()));
    let files = wanted.map(|(title, url)| match files.get(title).filter(|file| is_current(title, file)) {
        Some(TitleFile { file, .. }) => kept(file, ContentKind::Zip),
        None => new_file(url, &current.name),
    });
    SourcePlan { release: Some(current.name.clone()), files: files.collect(), ..SourcePlan::default() }
}

fn new_file(url: &str, release: &str) -> PlannedFile {
    PlannedFile {
        path: format!("{NAME}/{}", url.rsplit('/').next().unwrap_or(url)),
        url: url.to_owned(),
        content: ContentKind::Zip,
        bytes: None,
        version: Some(release.to_owned()),
        sha256: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = "https://uscode.house.gov/download/releasepoints/us/pl";

    /// A release point. A star marks the titles that have changed.
    fn current(name: &str, titles: &[&str]) -> ReleasePoint {
        let title = |text: &str| CodeTitle::parse(text.trim_end_matches('*')).unwrap();
        ReleasePoint {
            name: name.to_owned(),
            titles: titles.iter().map(|text| (title(text), url(&title(text).to_string(), name))).collect(),
            changed: titles.iter().filter(|text| text.ends_with('*')).map(|text| title(text)).collect(),
        }
    }

    fn url(title: &str, release: &str) -> String {
        format!("{BASE}/{}/xml_usc{title}@{release}.zip", release.replace('-', "/"))
    }

    /// The mirror's files of titles and releases.
    fn known(files: &[(&str, &str)]) -> BTreeMap<String, LockedFile> {
        let file = |(title, release): &(&str, &str)| {
            let path = format!("us-code/xml_usc{title}@{release}.zip");
            let file = LockedFile {
                path: path.clone(),
                source: NAME.to_owned(),
                release: Some("a".to_owned()),
                url: url(title, release),
                etag: None,
                last_modified: None,
                version: Some((*release).to_owned()),
                bytes: 7,
                sha256: String::new(),
                fetched: format!("2026-01-01T00:{}:00Z", &release[4..6]),
            };
            (path, file)
        };
        files.iter().map(file).collect()
    }

    /// The expected plan. Files with a number of bytes are kept.
    fn expected(release: &str, files: &[(&str, &str, Option<u64>)]) -> SourcePlan {
        let file = |(title, release, bytes): &(&str, &str, Option<u64>)| PlannedFile {
            path: format!("us-code/xml_usc{title}@{release}.zip"),
            url: url(title, release),
            content: ContentKind::Zip,
            bytes: *bytes,
            version: Some((*release).to_owned()),
            sha256: None,
        };
        SourcePlan {
            release: Some(release.to_owned()),
            files: files.iter().map(file).collect(),
            ..SourcePlan::default()
        }
    }

    /// A list of prior release points, the newest first.
    fn prior(entries: &[(&str, &str)]) -> PriorReleasePoints {
        let entry = |(name, text): &(&str, &str)| format!("<li><a href=\"usc-rp@{name}.htm\">{text}</a></li>");
        PriorReleasePoints::read("", &entries.iter().map(entry).collect::<String>()).unwrap()
    }

    fn planned(
        current: &ReleasePoint,
        wanted: &Wanted,
        files: &[(&str, &str)],
        prior: Option<&PriorReleasePoints>,
    ) -> SourcePlan {
        plan(current, wanted, &TitleFile::newest(&known(files)), prior)
    }

    #[test]
    fn first_plan_has_the_wanted_titles() {
        let current = current("119-36", &["1", "5*", "5a", "54"]);
        let all = [("1", "119-36", None), ("5", "119-36", None), ("5a", "119-36", None), ("54", "119-36", None)];
        assert_eq!(planned(&current, &Wanted::All, &[], None), expected("119-36", &all));
        let wanted = Wanted::These(vec!["54".to_owned(), "5a".to_owned()]);
        assert_eq!(planned(&current, &wanted, &[], None), expected("119-36", &all[2..]));
    }

    #[test]
    fn refresh_fetches_the_titles_that_changed_since_their_files() {
        let current = current("119-103", &["1", "2", "3*", "4", "5"]);
        let prior = prior(&[("119-102not101", "affecting titles 1, 5."), ("119-100", "affecting title 2.")]);
        let files = [("1", "119-100"), ("2", "119-100"), ("3", "119-102not101"), ("5", "119-102not101")];
        let kept = Some(7);
        let refreshed = [
            ("1", "119-103", None),
            ("2", "119-100", kept),
            ("3", "119-103", None),
            ("4", "119-103", None),
            ("5", "119-102not101", kept),
        ];
        assert_eq!(planned(&current, &Wanted::All, &files, Some(&prior)), expected("119-103", &refreshed));
    }

    #[test]
    fn current_releases_file_is_kept_and_the_later_one_counts() {
        let current = current("119-36", &["1", "2*"]);
        let files = [("1", "119-36"), ("2", "119-35"), ("2", "119-36")];
        let kept = [("1", "119-36", Some(7)), ("2", "119-36", Some(7))];
        assert_eq!(planned(&current, &Wanted::All, &files, None), expected("119-36", &kept));
    }

    #[test]
    fn all_titles_are_fetched_after_an_unknown_change() {
        let marked = current("119-36", &["1", "2*"]);
        let fetched = expected("119-36", &[("1", "119-36", None), ("2", "119-36", None)]);
        let understood = prior(&[("119-35", "affecting title 2."), ("119-34", "affecting title 2.")]);
        let unknown = prior(&[("119-35", "a correction"), ("119-34", "affecting title 2.")]);
        let both = [("1", "119-34"), ("2", "119-34")];
        let unmarked = current("119-36", &["1", "2"]);
        let with_appendix = [("1", "119-34"), ("2", "119-34"), ("50a", "119-34")];
        let unlisted = [("1", "119-33"), ("2", "119-33")];
        for (case, page, prior, files) in [
            ("a text that is not understood", &marked, &unknown, &both[..]),
            ("a page without marks", &unmarked, &understood, &both),
            ("a title that is gone", &marked, &understood, &with_appendix),
            ("a release that is not listed", &marked, &understood, &unlisted),
        ] {
            assert_eq!(planned(page, &Wanted::All, files, Some(prior)), fetched, "{case}");
        }
        let kept = expected("119-36", &[("1", "119-34", Some(7)), ("2", "119-36", None)]);
        assert_eq!(planned(&marked, &Wanted::All, &both, Some(&understood)), kept);
    }
}
