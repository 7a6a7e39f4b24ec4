/*!
The feed of the batches of changed files, <https://www.govinfo.gov/rss/billstatus-batch.xml>. Its format is quoted in
<https://github.com/usgpo/bill-status/issues/171>.

It has the last 100 batches. An item has the time at which the batch was complete (`pubDate`), and its `description` is a
piece of escaped HTML with a link to each changed file.
*/

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, bail};
use index_builder::import::text::xml::Xml;
use index_builder::report::skip::Skip;
use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimeParser;

/// The changed files of the last batches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Feed {
    /// The time of the first batch. The feed has nothing about earlier changes.
    pub(crate) start: Timestamp,
    /// The last batch of each file, by the file's name.
    pub(crate) last_batch: BTreeMap<String, Timestamp>,
}

impl Feed {
    /// Reads a feed. Fails if any part of it has an unknown format.
    pub(crate) fn read(body: &[u8]) -> Result<Self> {
        let mut batches = Vec::new();
        read_items(body, &mut batches).map_err(|Skip { reason, detail }| anyhow!("{} {detail}", reason.explanation))?;
        let mut start = None;
        let mut last_batch = BTreeMap::new();
        for (date, description) in batches {
            let at = DateTimeParser::new().parse_timestamp(date.trim());
            let at = at.with_context(|| format!("an item has the pubDate {date:?}"))?;
            start = Some(start.map_or(at, |start: Timestamp| start.min(at)));
            for file in files(&description) {
                let last = last_batch.entry(file.to_owned()).or_insert(at);
                *last = at.max(*last);
            }
        }
        let Some(start) = start else { bail!("it has no items") };
        Ok(Self { start, last_batch })
    }
}

/// Reads the `pubDate` and the `description` of each item.
fn read_items(body: &[u8], batches: &mut Vec<(String, String)>) -> Result<(), Skip> {
    let mut xml = Xml::new(body);
    xml.root()?;
    xml.children(&mut |xml, element| match element.name() {
        "channel" => xml.children(&mut |xml, element| match element.name() {
            "item" => {
                let mut batch = (String::new(), String::new());
                xml.children(&mut |xml, element| {
                    match element.name() {
                        "pubDate" => batch.0 = xml.text()?,
                        "description" => batch.1 = xml.text()?,
                        _ => {}
                    }
                    Ok(())
                })?;
                batches.push(batch);
                Ok(())
            }
            _ => Ok(()),
        }),
        _ => Ok(()),
    })
}

/// The names of the files that a description links to.
fn files(description: &str) -> impl Iterator<Item = &str> {
    let words = description.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '.');
    words.filter(|word| word.starts_with("BILLSTATUS-") && word.ends_with(".xml"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(date: &str, files: &[&str]) -> String {
        let links = files.iter().map(|file| {
            let url = format!("https://www.govinfo.gov/bulkdata/BILLSTATUS/119/hr/{file}");
            format!("&lt;a href={url}&gt;{url}&lt;/a&gt;&lt;br/&gt;")
        });
        format!(
            "<item><guid isPermaLink=\"false\">x</guid><title>batch update complete</title><pubDate>{date}</pubDate>\
             <description>{}</description></item>",
            links.collect::<String>()
        )
    }

    fn feed(items: &[String]) -> String {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\"><channel><title>x</title>\
             <lastBuildDate>Thu, 22 Apr 2021 15:08:00 +0000</lastBuildDate>{}</channel></rss>",
            items.concat()
        )
    }

    #[test]
    fn feed_gives_its_start_and_the_last_batch_of_each_file() {
        let items = [
            item("Thu, 22 Apr 2021 15:08:00 +0000", &["BILLSTATUS-119hr1.xml", "BILLSTATUS-119hr2.xml"]),
            item("Thu, 22 Apr 2021 06:08:00 -0500", &["BILLSTATUS-119hr2.xml", "BILLSTATUS-119hr3.xml"]),
            item("Wed, 21 Apr 2021 15:08:00 GMT", &[]),
        ];
        let at = |time: &str| time.parse::<Timestamp>().unwrap();
        let expected = Feed {
            start: at("2021-04-21T15:08:00Z"),
            last_batch: [
                ("BILLSTATUS-119hr1.xml".to_owned(), at("2021-04-22T15:08:00Z")),
                ("BILLSTATUS-119hr2.xml".to_owned(), at("2021-04-22T15:08:00Z")),
                ("BILLSTATUS-119hr3.xml".to_owned(), at("2021-04-22T11:08:00Z")),
            ]
            .into(),
        };
        assert_eq!(Feed::read(feed(&items).as_bytes()).unwrap(), expected);
    }

    #[test]
    fn feed_of_an_unknown_format_is_an_error() {
        for (body, message) in [
            (feed(&[]), "it has no items"),
            (feed(&[item("yesterday", &[])]), "an item has the pubDate \"yesterday\""),
            (feed(&["<item><title>x</title></item>".to_owned()]), "an item has the pubDate \"\""),
            ("<rss><channel>".to_owned(), "the document ends before its root element does"),
            ("Service unavailable".to_owned(), "there is no element"),
        ] {
            let error = Feed::read(body.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
