/*!
The server of a publisher, or the one that replaces it.
*/

use url::Url;

/// The URL below which a server has the publisher's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PublisherUrl(String);

impl PublisherUrl {
    /// The server of `base_url`, or else the publisher's own.
    pub(crate) fn new(base_url: Option<&Url>, publisher: &str) -> Self {
        Self(base_url.map_or(publisher, Url::as_str).trim_end_matches('/').to_owned())
    }

    /// The address of a path. The path does not begin with a slash.
    pub(crate) fn at(&self, path: &str) -> String {
        format!("{}/{path}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_url_replaces_the_server_and_keeps_the_paths() {
        for (base_url, address) in [
            (None, "https://publisher.example/a/b.zip"),
            (Some("http://127.0.0.1:80"), "http://127.0.0.1/a/b.zip"),
            (Some("https://mirror.example/law"), "https://mirror.example/law/a/b.zip"),
            (Some("https://mirror.example/law/"), "https://mirror.example/law/a/b.zip"),
        ] {
            let base_url = base_url.map(|url| url.parse().unwrap());
            assert_eq!(PublisherUrl::new(base_url.as_ref(), "https://publisher.example").at("a/b.zip"), address);
        }
    }
}
