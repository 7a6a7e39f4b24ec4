/*!
A page of the listing of a bucket, <https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html>.

A page has at most 1,000 objects, and the token of the next page if there is one.
*/

use anyhow::{Result, anyhow};
use index_builder::import::text::xml::Xml;
use index_builder::report::skip::{NOT_WELL_FORMED, Skip};
use jiff::Timestamp;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ListingPage {
    pub(crate) objects: Vec<StoredObject>,
    /// The token of the next page.
    pub(crate) next: Option<String>,
}

/// An object of the bucket.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct StoredObject {
    /// The path, which does not begin with a slash.
    pub(crate) key: String,
    /// The `ETag` without its quotes.
    pub(crate) etag: String,
    /// The size in bytes.
    pub(crate) bytes: u64,
    /// The time at which it was written.
    pub(crate) modified: Option<Timestamp>,
}

impl ListingPage {
    /// Reads a page.
    pub(crate) fn read(body: &[u8]) -> Result<Self> {
        read(body).map_err(|Skip { reason, detail }| anyhow!("{} {detail}", reason.explanation))
    }
}

fn read(body: &[u8]) -> Result<ListingPage, Skip> {
    let mut xml = Xml::new(body);
    let root = xml.root()?;
    if root.name() != "ListBucketResult" {
        return Err(Skip::new(&NOT_WELL_FORMED, format!("the root is {}", root.name())));
    }
    let (mut page, mut is_truncated) = (ListingPage::default(), false);
    xml.children(&mut |xml, element| {
        match element.name() {
            "IsTruncated" => is_truncated = xml.text()?.trim() == "true",
            "NextContinuationToken" => page.next = Some(xml.text()?),
            "Contents" => page.objects.push(read_object(xml)?),
            _ => {}
        }
        Ok(())
    })?;
    if is_truncated && page.next.is_none() {
        return Err(Skip::new(&NOT_WELL_FORMED, "it is truncated, and has no NextContinuationToken"));
    }
    page.next = page.next.filter(|_| is_truncated);
    Ok(page)
}

fn read_object(xml: &mut Xml<&[u8]>) -> Result<StoredObject, Skip> {
    let mut object = StoredObject::default();
    xml.children(&mut |xml, element| {
        match element.name() {
            "Key" => object.key = xml.text()?,
            "LastModified" => object.modified = xml.text()?.trim().parse().ok(),
            "ETag" => object.etag = xml.text()?.trim_matches('"').to_owned(),
            "Size" => {
                let size = xml.text()?;
                let number = size.trim().parse();
                object.bytes = number.map_err(|_| Skip::new(&NOT_WELL_FORMED, format!("the Size is {size:?}")))?;
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(object)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(content: &str) -> String {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ListBucketResult \
             xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Name>bucket</Name>{content}</ListBucketResult>"
        )
    }

    #[test]
    fn page_gives_its_objects_and_the_token_without_escapes() {
        let body = page(
            "<KeyCount>2</KeyCount><IsTruncated>true</IsTruncated><NextContinuationToken>1+a/b&amp;c==\
             </NextContinuationToken><Contents><Key>bulk-data/a&amp;b.csv</Key><LastModified>2025-01-01T00:00:00.000Z\
             </LastModified><ETag>&quot;0f-12&quot;</ETag><Size>7700000000</Size><StorageClass>STANDARD</StorageClass>\
             </Contents><Contents><Key>bulk-data/</Key><Size>0</Size></Contents>\
             <CommonPrefixes><Prefix>x/</Prefix></CommonPrefixes>",
        );
        let object = |key: &str, etag: &str, bytes, modified: &str| StoredObject {
            key: key.to_owned(),
            etag: etag.to_owned(),
            bytes,
            modified: modified.parse().ok(),
        };
        let expected = ListingPage {
            objects: vec![
                object("bulk-data/a&b.csv", "0f-12", 7_700_000_000, "2025-01-01T00:00:00Z"),
                object("bulk-data/", "", 0, ""),
            ],
            next: Some("1+a/b&c==".to_owned()),
        };
        assert_eq!(ListingPage::read(body.as_bytes()).unwrap(), expected);
    }

    #[test]
    fn last_page_has_no_token() {
        let body = page("<IsTruncated>false</IsTruncated><NextContinuationToken>x</NextContinuationToken>");
        assert_eq!(ListingPage::read(body.as_bytes()).unwrap(), ListingPage::default());
    }

    #[test]
    fn other_answers_are_errors_that_name_the_reason() {
        for (body, reason) in [
            ("<Error><Code>SlowDown</Code></Error>".to_owned(), "the root is Error"),
            (page("<IsTruncated>true</IsTruncated>"), "it is truncated, and has no NextContinuationToken"),
            (page("<Contents><Size>many</Size></Contents>"), "the Size is \"many\""),
            (page("<Contents>").replace("</ListBucketResult>", ""), ""),
            ("<html><h1>Maintenance</h1></html>".to_owned(), "the root is html"),
        ] {
            let error = format!("{:#}", ListingPage::read(body.as_bytes()).unwrap_err());
            assert!(error.contains(reason), "{error}");
        }
    }
}
