/*!
GitHub: its API, and the archives of commits.
*/

use anyhow::{Context, Result, bail};
use serde::de::DeserializeOwned;
use url::Url;

use crate::fetch::client::FetchClient;
use crate::fetch::planned_file::{ContentKind, PlannedFile};
use crate::publishers::site::PublisherUrl;
use crate::publishers::unexpected::unexpected;

/// The servers of GitHub.
#[derive(Debug)]
pub(crate) struct GitHub {
    api: PublisherUrl,
    archives: PublisherUrl,
}

impl GitHub {
    /// GitHub's own servers, or `base_url` instead of them.
    pub(crate) fn new(base_url: Option<&Url>) -> Self {
        Self {
            api: PublisherUrl::new(base_url, "https://api.github.com"),
            archives: PublisherUrl::new(base_url, "https://codeload.github.com"),
        }
    }

    /// The address of a path of the API.
    pub(crate) fn api(&self, path: &str) -> String {
        self.api.at(path)
    }

    /// Requests the JSON at an address. `expected` describes it in errors.
    pub(crate) fn json<T: DeserializeOwned>(&self, client: &FetchClient, url: &str, expected: &str) -> Result<T> {
        let body = client.document(url, Some("application/vnd.github+json"))?.body;
        serde_json::from_slice(&body).with_context(|| unexpected(url, expected, &body))
    }

    /// Requests the newest commit of the default branch of a repository,
    /// <https://docs.github.com/en/rest/commits/commits#get-a-commit>. With this media type the response is only the
    /// commit's id.
    pub(crate) fn newest_commit(&self, client: &FetchClient, repository: &str) -> Result<String> {
        let url = self.api(&format!("repos/{repository}/commits/HEAD"));
        let body = client.document(&url, Some("application/vnd.github.sha"))?.body;
        let commit = String::from_utf8_lossy(&body).trim().to_owned();
        if !is_commit(&commit) {
            return Err(unexpected(&url, "the id of a commit", &body));
        }
        Ok(commit)
    }

    /// The archive of a commit,
    /// <https://docs.github.com/en/repositories/working-with-files/using-files/downloading-source-code-archives>.
    pub(crate) fn archive(&self, repository: &str, commit: &str, path: String) -> Result<PlannedFile> {
        if !is_commit(commit) {
            bail!("{repository} has the commit {commit:?}, which is not the id of a commit: try again later");
        }
        Ok(PlannedFile {
            path,
            url: self.archives.at(&format!("{repository}/tar.gz/{commit}")),
            content: ContentKind::Gzip,
            bytes: None,
            version: Some(commit.to_owned()),
            sha256: None,
        })
    }
}

/// Whether a text is the id of a commit: a SHA-1 or SHA-256 digest.
fn is_commit(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
