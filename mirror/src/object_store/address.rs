/*!
The address of a store: a bucket with a prefix of object names, or a folder of a web server.
*/

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use object_store::aws::{AmazonS3Builder, Checksum};
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::http::HttpBuilder;
use object_store::multipart::MultipartStore;
use object_store::path::Path;
use object_store::{BackoffConfig, ClientOptions, ObjectStore, RetryConfig};
use url::Url;

use crate::object_store::http::UreqConnector;

/// The time until a connection is established.
const CONNECT: Duration = Duration::from_secs(10);

/// The location of a store.
#[derive(Clone, Debug)]
pub(crate) struct Address {
    url: Url,
    /// The server of the bucket, if it is not the provider's.
    endpoint: Option<Url>,
    region: Option<String>,
    /// The prefix of the names in the bucket.
    prefix: Path,
}

/// An open store.
#[derive(Clone)]
pub(crate) struct OpenStore {
    pub(crate) objects: Arc<dyn ObjectStore>,
    /// The same store for uploads in parts; `None` for a web server, which is only read.
    pub(crate) parts: Option<Arc<dyn MultipartStore>>,
}

impl Address {
    /// Parses the address of a bucket or of a folder of a web server. `endpoint` is the server of the bucket, by default
    /// the provider's.
    pub(crate) fn parse(store: &str, endpoint: Option<&str>, region: Option<&str>) -> Result<Self> {
        let wrong = || {
            format!(
                "the store {:?} is wrong: give s3://BUCKET[/PREFIX], gs://BUCKET[/PREFIX], az://CONTAINER[/PREFIX], or \
                 https://HOST/PATH to pull from a web server",
                without_secrets(store)
            )
        };
        let url = plain_url(store, &["s3", "gs", "az", "http", "https"]).with_context(wrong)?;
        let is_bucket = !url.scheme().starts_with("http");
        if endpoint.is_some() && !is_bucket {
            bail!("the store {url} is an address itself: leave out the endpoint, or name a bucket by s3://BUCKET");
        }
        let prefix = if is_bucket { Path::from_url_path(url.path()).with_context(wrong)? } else { Path::default() };
        let endpoint = endpoint.map(|endpoint| {
            let wrong = || format!("the endpoint {} is wrong", without_secrets(endpoint));
            plain_url(endpoint, &["http", "https"]).with_context(wrong)
        });
        Ok(Self { url, endpoint: endpoint.transpose()?, region: region.map(str::to_owned), prefix })
    }

    /// The address of an object, for messages.
    pub(crate) fn url(&self, name: &str) -> String {
        let store = self.url.as_str().trim_end_matches('/');
        match &self.endpoint {
            Some(endpoint) => {
                let (_, bucket) = store.split_once("://").unwrap_or_default();
                format!("{}/{bucket}/{name}", endpoint.as_str().trim_end_matches('/'))
            }
            None => format!("{store}/{name}"),
        }
    }

    /// The path of an object in its bucket.
    pub(crate) fn path(&self, name: &str) -> Path {
        self.prefix.parts().chain(Path::from(name).parts()).collect()
    }

    /// The name of an object, by its path.
    pub(crate) fn name(&self, path: &Path) -> Option<String> {
        let name: Path = path.prefix_match(&self.prefix)?.collect();
        Some(name.into())
    }

    /// The store, with the credentials of the environment.
    pub(crate) fn open(&self) -> object_store::Result<OpenStore> {
        let (url, endpoint) = (self.url.to_string(), self.endpoint.as_ref().map(Url::to_string));
        // Names without https are the operator's choice.
        let options = ClientOptions::new().with_allow_http(true).with_connect_timeout(CONNECT);
        Ok(match self.url.scheme() {
            "s3" => {
                let mut builder = AmazonS3Builder::from_env()
                    .with_checksum_algorithm(Checksum::SHA256)
                    // Not all servers have it.
                    .with_disable_bulk_delete(true);
                if let Some(region) = &self.region {
                    builder = builder.with_region(region);
                }
                if let Some(endpoint) = endpoint {
                    builder = builder.with_endpoint(endpoint);
                }
                let builder = builder.with_url(url).with_client_options(options).with_retry(retries());
                OpenStore::bucket(builder.with_http_connector(UreqConnector).build()?)
            }
            "gs" => {
                let mut builder = GoogleCloudStorageBuilder::from_env();
                if let Some(endpoint) = endpoint {
                    builder = builder.with_base_url(endpoint.trim_end_matches('/'));
                }
                let builder = builder.with_url(url).with_client_options(options).with_retry(retries());
                OpenStore::bucket(builder.with_http_connector(UreqConnector).build()?)
            }
            "az" => {
                let mut builder = MicrosoftAzureBuilder::from_env();
                if let Some(endpoint) = endpoint {
                    builder = builder.with_endpoint(endpoint.trim_end_matches('/').to_owned());
                }
                let builder = builder.with_url(url).with_client_options(options).with_retry(retries());
                OpenStore::bucket(builder.with_http_connector(UreqConnector).build()?)
            }
            _ => {
                let builder = HttpBuilder::new().with_url(url.trim_end_matches('/'));
                let builder = builder.with_client_options(options).with_retry(retries());
                let store = builder.with_http_connector(UreqConnector).build()?;
                OpenStore { objects: Arc::new(store), parts: None }
            }
        })
    }
}

impl OpenStore {
    fn bucket(store: impl ObjectStore + MultipartStore) -> Self {
        let store = Arc::new(store);
        Self { objects: Arc::clone(&store) as _, parts: Some(store) }
    }
}

/// The repetitions of a failed request: six, after some 18 seconds of waits.
fn retries() -> RetryConfig {
    let backoff =
        BackoffConfig { init_backoff: Duration::from_millis(500), max_backoff: Duration::from_secs(15), base: 3.0 };
    RetryConfig { backoff, max_retries: 6, retry_timeout: Duration::from_secs(180) }
}

fn plain_url(address: &str, schemes: &[&str]) -> Result<Url> {
    let url = Url::parse(address)?;
    if !schemes.contains(&url.scheme()) || url.host().is_none() {
        bail!("its scheme is not {}, or it has no host", schemes.join(", "));
    }
    // Azure's addresses have the container before the account.
    let has_user = !url.username().is_empty() && url.scheme() != "az";
    if url.query().is_some() || url.fragment().is_some() || has_user || url.password().is_some() {
        bail!("it has a user, a query or a fragment: leave them out");
    }
    Ok(url)
}

/// An address for a message, without a password or a signature that it may have by mistake.
fn without_secrets(address: &str) -> String {
    let address = address.split(['?', '#']).next().unwrap_or_default();
    let (scheme, rest) = address.split_once("://").unwrap_or(("", address));
    match rest.rsplit_once('@') {
        Some((_, host)) if scheme.is_empty() => format!("…@{host}"),
        Some((_, host)) => format!("{scheme}://…@{host}"),
        None => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(store: &str, endpoint: Option<&str>) -> Result<String, String> {
        let address = Address::parse(store, endpoint, None).map_err(|error| format!("{error:#}"))?;
        Ok(address.url("latest"))
    }

    #[test]
    fn store_is_a_bucket_or_a_folder_of_a_web_server() {
        for (store, endpoint, expected) in [
            ("s3://law", None, "s3://law/latest"),
            ("gs://law/a/b/", None, "gs://law/a/b/latest"),
            ("az://law@account.blob.core.windows.net/a", None, "az://law@account.blob.core.windows.net/a/latest"),
            ("s3://law/a b", Some("http://127.0.0.1:9000"), "http://127.0.0.1:9000/law/a%20b/latest"),
            ("s3://law", Some("http://store.svc:8333/s3"), "http://store.svc:8333/s3/law/latest"),
            ("https://law.example/index", None, "https://law.example/index/latest"),
            ("https://law.example", None, "https://law.example/latest"),
        ] {
            assert_eq!(url(store, endpoint).as_deref(), Ok(expected), "{store}");
        }
    }

    #[test]
    fn path_of_an_object_gives_its_name_back() {
        for (store, expected) in [("s3://law", "builds/b"), ("gs://law/a%20b/c/", "a b/c/builds/b")] {
            let address = Address::parse(store, None, None).unwrap();
            let path = address.path("builds/b");
            assert_eq!((path.as_ref(), address.name(&path).as_deref()), (expected, Some("builds/b")));
        }
    }

    #[test]
    fn malformed_stores_are_errors_that_show_the_form() {
        let form = "give s3://BUCKET[/PREFIX], gs://BUCKET[/PREFIX], az://CONTAINER[/PREFIX], or https://HOST/PATH to pull \
                    from a web server";
        let plain = "it has a user, a query or a fragment: leave them out";
        for (store, endpoint, expected) in [
            ("s3://k:secret@law", None, format!("the store \"s3://…@law\" is wrong: {form}: {plain}")),
            (
                "https://u:secret@x/y?X-Amz-Signature=secret",
                None,
                format!("the store \"https://…@x/y\" is wrong: {form}: {plain}"),
            ),
            ("law", None, format!("the store \"law\" is wrong: {form}: relative URL without a base")),
            (
                "u:secret@x",
                None,
                format!(
                    "the store \"…@x\" is wrong: {form}: its scheme is not s3, gs, az, http, https, or it has no host"
                ),
            ),
            (
                "s3://law",
                Some("ftp://x"),
                "the endpoint ftp://x is wrong: its scheme is not http, https, or it has no host".to_owned(),
            ),
            ("s3://law", Some("http://u:secr@t@x"), format!("the endpoint http://…@x is wrong: {plain}")),
        ] {
            assert_eq!(url(store, endpoint).unwrap_err(), expected);
        }
    }
}
