/*!
The listing of the files of a group, such as <https://www.govinfo.gov/bulkdata/json/BILLSTATUS/119/hr>, which answers
406 unless the request accepts `application/json`. The format is described in
<https://github.com/usgpo/bulk-data/blob/main/README.md>.

It is one object with `files`. An entry has the name (`justFileName`), the minute of the last change in UTC
(`formattedLastModifiedTime`: `13-Jul-2026 23:36`), and the size in bytes. The zip of the group is one of the files.
*/

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use jiff::civil::DateTime;
use serde::Deserialize;

use crate::publishers::billstatus::group::BillTypeGroup;
use crate::publishers::unexpected::unexpected;

/// The files of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listing {
    /// The zip of all bills. The listing of a group without bills has none.
    pub(crate) zip: Option<ListedVersion>,
    /// The files of the bills by name.
    pub(crate) bills: BTreeMap<String, ListedVersion>,
}

/// The version of a file, as the publisher states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListedVersion {
    /// The time of the last change, in the listing's format.
    time: String,
    /// The size in bytes, 0 if the listing does not have it.
    pub(crate) bytes: u64,
}

#[derive(Deserialize)]
struct ListingDocument {
    files: Vec<ListingEntry>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ListingEntry {
    just_file_name: String,
    #[serde(default)]
    folder: bool,
    #[serde(default)]
    formatted_last_modified_time: String,
    #[serde(default)]
    size: u64,
}

impl Listing {
    /// Reads the listing of a group at `url`.
    pub(crate) fn read(url: &str, group: &BillTypeGroup, body: &[u8]) -> Result<Self> {
        let listed = serde_json::from_slice(body);
        let ListingDocument { files } =
            listed.with_context(|| unexpected(url, "the JSON listing of a folder of files", body))?;
        let zip_name = group.zip();
        let mut listing = Self { zip: None, bills: BTreeMap::new() };
        for ListingEntry { just_file_name: name, formatted_last_modified_time: time, size: bytes, .. } in
            files.into_iter().filter(|entry| !entry.folder)
        {
            let version = ListedVersion { time, bytes };
            if name == zip_name {
                listing.zip = Some(version);
            } else if group.is_bill(&name) {
                listing.bills.insert(name, version);
            }
        }
        if listing.zip.is_none() && !listing.bills.is_empty() {
            return Err(unexpected(url, &format!("a listing with the file {zip_name}"), body));
        }
        Ok(listing)
    }
}

impl ListedVersion {
    /// The size in bytes, if the listing has it.
    pub(crate) fn stated_bytes(&self) -> Option<u64> {
        Some(self.bytes).filter(|bytes| *bytes > 0)
    }

    /// The version as a text, for plans and `fetch.lock`.
    pub(crate) fn mark(&self) -> String {
        format!("{}, {} bytes", self.time, self.bytes)
    }

    /// Parses the text of [`mark`](Self::mark).
    pub(crate) fn from_mark(mark: &str) -> Option<Self> {
        let (time, bytes) = mark.strip_suffix(" bytes")?.rsplit_once(", ")?;
        Some(Self { time: time.to_owned(), bytes: bytes.parse().ok()? })
    }

    /// The minute of the last change, if its format is known.
    pub(crate) fn minute(&self) -> Option<DateTime> {
        DateTime::strptime("%d-%b-%Y %H:%M", &self.time).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;

    const URL: &str = "https://www.govinfo.gov/bulkdata/json/BILLSTATUS/119/hr";

    fn group() -> BillTypeGroup {
        let config = "congresses = [119]\ntypes = ['hr']";
        BillTypeGroup::wanted(&toml::from_str::<config::BillstatusConfig>(config).unwrap(), 119).unwrap()[0]
    }

    fn version(time: &str, bytes: u64) -> ListedVersion {
        ListedVersion { time: time.to_owned(), bytes }
    }

    #[test]
    fn listing_gives_the_zip_and_the_bills() {
        let body = r#"{"files":[
            {"displayLabel":"resources","folder":true,"justFileName":"resources","link":"x","size":0},
            {"displayLabel":"BILLSTATUS-119-hr.zip","fileExtension":"zip","folder":false,
             "formattedLastModifiedTime":"18-Sep-2026 20:26","formattedSize":"30 MB","justFileName":"BILLSTATUS-119-hr.zip",
             "link":"x","mimeType":"application/zip","name":"BILLSTATUS-119-hr.zip","size":31700000},
            {"folder":false,"formattedLastModifiedTime":"13-Jul-2026 23:36","justFileName":"BILLSTATUS-119hr152.xml",
             "size":18015},
            {"folder":false,"formattedLastModifiedTime":"13-Jul-2026 23:37","justFileName":"BILLSTATUS-119hr152.xml",
             "size":18016},
            {"folder":false,"justFileName":"BILLSTATUS-119hr9.xml"},
            {"folder":false,"justFileName":"README.md","size":7}],"unknown":1}"#;
        let expected = Listing {
            zip: Some(version("18-Sep-2026 20:26", 31_700_000)),
            bills: [
                ("BILLSTATUS-119hr152.xml".to_owned(), version("13-Jul-2026 23:37", 18_016)),
                ("BILLSTATUS-119hr9.xml".to_owned(), version("", 0)),
            ]
            .into(),
        };
        assert_eq!(Listing::read(URL, &group(), body.as_bytes()).unwrap(), expected);
        let empty = Listing { zip: None, bills: BTreeMap::new() };
        assert_eq!(Listing::read(URL, &group(), br#"{"files":[]}"#).unwrap(), empty);
    }

    #[test]
    fn other_answers_are_errors_with_address_and_expectation() {
        for (body, expected) in [
            ("<html><h1>Service unavailable</h1></html>", "the JSON listing of a folder of files"),
            ("{}", "the JSON listing of a folder of files"),
            (
                r#"{"files":[{"justFileName":"BILLSTATUS-119hr1.xml"}]}"#,
                "a listing with the file BILLSTATUS-119-hr.zip",
            ),
        ] {
            let error = format!("{:#}", Listing::read(URL, &group(), body.as_bytes()).unwrap_err());
            assert!(error.contains(&format!("{URL} is not {expected}: its text is “")), "{error}");
        }
    }

    #[test]
    fn mark_parses_back_and_a_time_of_unknown_format_has_no_minute() {
        for (time, minute) in [
            ("18-Sep-2026 20:26", Some("2026-09-18T20:26:00")),
            ("01-Jan-2024 00:00", Some("2024-01-01T00:00:00")),
            ("2026-09-18T20:26:00Z", None),
            ("31-Feb-2026 20:26", None),
            ("", None),
        ] {
            let version = version(time, 5);
            assert_eq!(version.minute().map(|minute| minute.to_string()).as_deref(), minute, "{time}");
            assert_eq!(ListedVersion::from_mark(&version.mark()), Some(version));
        }
        assert_eq!(ListedVersion::from_mark("18-Sep-2026 20:26"), None);
    }
}
