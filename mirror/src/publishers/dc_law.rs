/*!
The D.C. Code, from the Council's repository <https://github.com/DCCouncil/law-xml-codified>.

A branch such as `publication/2026-05-23` is named after the day on which a publication began, and gets updates until
the next one begins. A branch with a second date, `publication/2026-05-23.2026-09-16`, is a copy that no longer changes.
The default branch belongs to an old publication. So the mirror considers only the branches with one date, and fetches
the one with the newest commit.
*/

use std::cmp::Reverse;
use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use jiff::Timestamp;
use lexdex_core::model::Date;
use serde::Deserialize;

use crate::config;
use crate::fetch::client::FetchClient;
use crate::fetch::lock_file::LockedFile;
use crate::fetch::planned_file::SourcePlan;
use crate::publishers::github::GitHub;
use crate::publishers::publisher::Publisher;

const NAME: &str = "dc-law";

const REPOSITORY: &str = "DCCouncil/law-xml-codified";

/// The number of branches whose commits are compared. Updates go to one of the last publications, and the API allows 60
/// requests an hour.
const MAX_COMPARED: usize = 5;

/// The D.C. Code.
#[derive(Debug)]
pub struct DcLaw {
    github: GitHub,
}

/// An entry of the list of branches, <https://docs.github.com/en/rest/git/refs#list-matching-references>.
#[derive(Debug, Deserialize)]
struct Reference {
    #[serde(rename = "ref")]
    name: String,
    object: GitObject,
}

#[derive(Debug, Deserialize)]
struct GitObject {
    sha: String,
}

/// A commit, <https://docs.github.com/en/rest/git/commits#get-a-commit-object>.
#[derive(Deserialize)]
struct Commit {
    committer: Committer,
}

#[derive(Deserialize)]
struct Committer {
    date: String,
}

impl DcLaw {
    /// Makes the publisher of a table `dc-law`.
    pub fn new(config: &config::DcLawConfig) -> Self {
        Self { github: GitHub::new(config.base_url.as_ref()) }
    }
}

impl Publisher for DcLaw {
    fn name(&self) -> &'static str {
        NAME
    }

    fn format(&self) -> &'static str {
        NAME
    }

    fn plan(&self, client: &FetchClient, _known: &BTreeMap<String, LockedFile>) -> Result<SourcePlan> {
        let url = self.github.api(&format!("repos/{REPOSITORY}/git/matching-refs/heads/publication/"));
        let branches = publications(self.github.json(client, &url, "the JSON list of the branches of publications")?);
        let mut newest: Option<(Timestamp, &PublicationBranch)> = None;
        for publication in branches.iter().take(MAX_COMPARED) {
            let url = self.github.api(&format!("repos/{REPOSITORY}/git/commits/{}", publication.commit));
            let commit: Commit = self.github.json(client, &url, "the JSON of a commit")?;
            let date = &commit.committer.date;
            let date = date.parse().with_context(|| format!("{url} has the date {date:?}, which is not a time"))?;
            if newest.is_none_or(|(other, _)| date > other) {
                newest = Some((date, publication));
            }
        }
        let Some((_, PublicationBranch { branch, commit, .. })) = newest else {
            bail!(
                "{url} lists no branch such as publication/2026-05-23: look at https://github.com/{REPOSITORY}/branches. \
                 The files that the mirror has stay as they are"
            );
        };
        let archive = self.github.archive(REPOSITORY, commit, format!("{NAME}/law-xml-codified.tar.gz"))?;
        Ok(SourcePlan { release: Some(branch.clone()), files: vec![archive], ..SourcePlan::default() })
    }
}

#[derive(Debug, PartialEq, Eq)]
struct PublicationBranch {
    began: Date,
    branch: String,
    commit: String,
}

/// The branches of publications, the newest first.
fn publications(references: Vec<Reference>) -> Vec<PublicationBranch> {
    let publication = |Reference { name, object }: Reference| {
        let branch = name.strip_prefix("refs/heads/")?;
        let began = branch.strip_prefix("publication/")?.parse().ok()?;
        Some(PublicationBranch { began, branch: branch.to_owned(), commit: object.sha })
    };
    let mut publications: Vec<PublicationBranch> = references.into_iter().filter_map(publication).collect();
    publications.sort_by_key(|publication| Reverse(publication.began));
    publications
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn publications_are_branches_with_one_date_the_newest_first() {
        let names = [
            "publication/2021-10-18",
            "publication/2026-05-23",
            "publication/2026-05-23.2026-09-16",
            "publication/latest",
            "publication/2026-02-30",
            "publication/2024-01-02",
        ];
        let references = names.map(|name| Reference {
            name: format!("refs/heads/{name}"),
            object: GitObject { sha: format!("commit of {name}") },
        });
        let expected = ["2026-05-23", "2024-01-02", "2021-10-18"].map(|began| PublicationBranch {
            began: began.parse().unwrap(),
            branch: format!("publication/{began}"),
            commit: format!("commit of publication/{began}"),
        });
        assert_eq!(publications(references.into()), expected);
    }
}
