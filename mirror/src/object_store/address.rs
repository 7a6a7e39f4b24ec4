/*!
The address of a store: a bucket with a prefix of object names, or a folder of a web server.
*/

use anyhow::{Context, Result, anyhow, bail};
use rusty_s3::{Bucket, UrlStyle};
use url::Url;

#[derive(Clone, Debug)]
pub(crate) enum Address {
    /// The objects of a bucket whose names begin with `prefix`. The prefix is empty or ends with a slash.
    Bucket {
        /// The bucket, with its region and the address of its server.
        bucket: Bucket,
        /// The prefix of the names.
        prefix: String,
    },
    /// Files below the address of a folder, which is read-only.
    Folder(Url),
}

impl Address {
    /// Parses `s3://BUCKET[/PREFIX]`, or the address of a folder of a web server. `endpoint` is the server of the
    /// bucket, by default that of AWS in the region.
    pub(crate) fn parse(store: &str, endpoint: Option<&str>, region: &str) -> Result<Self> {
        let Some(name) = store.strip_prefix("s3://") else { return folder(store, endpoint) };
        let (bucket, prefix) = name.split_once('/').unwrap_or((name, ""));
        if !is_bucket_name(bucket) {
            bail!(
                "the store {} names no bucket: give s3://BUCKET or s3://BUCKET/PREFIX, where a bucket has 3 to 63 lower-case \
                 letters, digits, hyphens and dots, the first and the last a letter or digit",
                without_secrets(store)
            );
        }
        let is_of_region = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_');
        if region.is_empty() || !region.chars().all(is_of_region) {
            bail!("{region:?} is not a region: give --region one such as us-east-1");
        }
        let endpoint_url = match endpoint {
            Some(endpoint) => {
                web_url(endpoint).with_context(|| format!("the endpoint {} is wrong", without_secrets(endpoint)))?
            }
            None => web_url(&aws_endpoint(region))?,
        };
        // AWS's certificates cover one label before the host name, and a bucket with dots has more. Other servers often
        // have one name.
        let style = if endpoint.is_some() || bucket.contains('.') { UrlStyle::Path } else { UrlStyle::VirtualHost };
        let bucket = Bucket::new(endpoint_url, style, bucket.to_owned(), region.to_owned())
            .map_err(|error| anyhow!("the store {} is wrong: {error}", without_secrets(store)))?;
        let prefix = as_prefix(prefix).with_context(|| format!("the store {} is wrong", without_secrets(store)))?;
        Ok(Self::Bucket { bucket, prefix })
    }

    /// The address of an object; with an empty name, that of the bucket or folder.
    pub(crate) fn url(&self, name: &str) -> Url {
        match self {
            Self::Bucket { bucket, .. } if name.is_empty() => bucket.base_url().clone(),
            Self::Bucket { bucket, prefix } => bucket.object_url(&format!("{prefix}{name}")),
            Self::Folder(folder) => {
                let mut url = folder.clone();
                url.set_path(&format!("{}{name}", folder.path()));
                url
            }
        }
    }
}

/// Whether S3 allows a bucket of this name.
fn is_bucket_name(name: &str) -> bool {
    let is_outer = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let [first, .., last] = name.as_bytes() else { return false };
    (3..=63).contains(&name.len())
        && is_outer(*first)
        && is_outer(*last)
        && name.bytes().all(|byte| is_outer(byte) || matches!(byte, b'.' | b'-'))
        && !name.contains("..")
}

/// AWS's server of a region.
fn aws_endpoint(region: &str) -> String {
    let china = if region.starts_with("cn-") { ".cn" } else { "" };
    format!("https://s3.{region}.amazonaws.com{china}")
}

fn folder(store: &str, endpoint: Option<&str>) -> Result<Address> {
    let mut url = web_url(store).with_context(|| {
        format!(
            "the store {:?} is wrong: give s3://BUCKET[/PREFIX], or https://HOST/PATH to pull from a web server",
            without_secrets(store)
        )
    })?;
    if endpoint.is_some() {
        bail!("the store {url} is an address itself: leave out the endpoint, or name a bucket by s3://BUCKET");
    }
    if !url.path().ends_with('/') {
        url.set_path(&format!("{}/", url.path()));
    }
    Ok(Address::Folder(url))
}

fn web_url(address: &str) -> Result<Url> {
    let url = Url::parse(address)?;
    if !["http", "https"].contains(&url.scheme()) || url.host().is_none() {
        bail!("it is not an http or https address");
    }
    if url.query().is_some() || url.fragment().is_some() || !url.username().is_empty() || url.password().is_some() {
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

/// The prefix of the names: empty, or with one slash at its end.
fn as_prefix(prefix: &str) -> Result<String> {
    let prefix = prefix.trim_end_matches('/');
    if prefix.is_empty() {
        return Ok(String::new());
    }
    // A URL cannot have such parts.
    if prefix.split('/').any(|part| matches!(part, "" | "." | "..")) || prefix.chars().any(char::is_control) {
        bail!("the prefix {prefix:?} has an empty part, `.` or `..`");
    }
    Ok(format!("{prefix}/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(store: &str, endpoint: Option<&str>, region: &str) -> Result<String, String> {
        let address = Address::parse(store, endpoint, region).map_err(|error| format!("{error:#}"))?;
        Ok(address.url("latest").to_string())
    }

    #[test]
    fn store_is_a_bucket_or_a_folder_of_a_web_server() {
        for (store, endpoint, region, expected) in [
            ("s3://law", None, "us-east-1", "https://law.s3.us-east-1.amazonaws.com/latest"),
            ("s3://law/a/b/", None, "cn-north-1", "https://law.s3.cn-north-1.amazonaws.com.cn/a/b/latest"),
            ("s3://law.example", None, "eu-west-1", "https://s3.eu-west-1.amazonaws.com/law.example/latest"),
            ("s3://law/a b", Some("http://127.0.0.1:9000"), "x", "http://127.0.0.1:9000/law/a%20b/latest"),
            ("s3://law", Some("http://store.svc:8333/s3"), "x", "http://store.svc:8333/s3/law/latest"),
            ("https://law.example/index", None, "us-east-1", "https://law.example/index/latest"),
            ("https://law.example", None, "us-east-1", "https://law.example/latest"),
        ] {
            assert_eq!(url(store, endpoint, region).as_deref(), Ok(expected), "{store}");
        }
    }

    #[test]
    fn name_that_s3_allows_no_bucket_is_an_error() {
        let (shortest, longest) = ("a-1", "a.".repeat(31) + "b");
        for name in [shortest, &longest] {
            assert!(url(&format!("s3://{name}"), None, "r").is_ok(), "{name}");
        }
        let too_long = longest.clone() + "c";
        for name in ["", "ab", "Law", "my_law", "-law", "law.", "my..law", "l\u{e4}w", &too_long] {
            let expected = format!(
                "the store s3://{name} names no bucket: give s3://BUCKET or s3://BUCKET/PREFIX, where a bucket has 3 to 63 \
                 lower-case letters, digits, hyphens and dots, the first and the last a letter or digit"
            );
            assert_eq!(url(&format!("s3://{name}"), None, "r").unwrap_err(), expected);
        }
        let error = url("s3://k:secret@b", None, "r").unwrap_err();
        assert!(error.starts_with("the store s3://…@b names no bucket: "), "{error}");
    }

    #[test]
    fn malformed_stores_are_errors_that_show_the_form() {
        for (store, endpoint, region, expected) in [
            (
                "s3://law/a/../b",
                None,
                "r",
                "the store s3://law/a/../b is wrong: the prefix \"a/../b\" has an empty part, `.` or `..`",
            ),
            ("s3://law", None, "", "\"\" is not a region: give --region one such as us-east-1"),
            ("s3://law", Some("ftp://x"), "r", "the endpoint ftp://x is wrong: it is not an http or https address"),
            (
                "s3://law",
                Some("http://u:secr@t@x"),
                "r",
                "the endpoint http://…@x is wrong: it has a user, a query or a fragment: leave them out",
            ),
            (
                "https://u:secret@x/y?X-Amz-Signature=secret",
                None,
                "r",
                "the store \"https://…@x/y\" is wrong: give s3://BUCKET[/PREFIX], or https://HOST/PATH to pull from a web server: it has a user, a query or a fragment: leave them out",
            ),
            (
                "u:secret@x",
                None,
                "r",
                "the store \"…@x\" is wrong: give s3://BUCKET[/PREFIX], or https://HOST/PATH to pull from a web server: it is not an http or https address",
            ),
            (
                "law",
                None,
                "r",
                "the store \"law\" is wrong: give s3://BUCKET[/PREFIX], or https://HOST/PATH to pull from a web server: relative URL without a base",
            ),
        ] {
            assert_eq!(url(store, endpoint, region).unwrap_err(), expected);
        }
    }
}
