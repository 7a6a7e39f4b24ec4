/*!
The listing of the files of a group, such as <https://www.govinfo.gov/bulkdata/json/BILLSTATUS/119/hr>, which answers
406 unless the request accepts `application/json`. The format is described in
<https://github.com/usgpo/bulk-data/blob/main/README.md>.

It is one object with `files`. An entry has the name (`justFileName`), the minute of the last change in UTC
(`formattedLastModifiedTime`: `13-Jul-2026 23:36`), and the size in bytes. The zip of the group is one of the files.
*/

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::publishers::billstatus::group::BillTypeGroup;
use crate::publishers::unexpected::unexpected;

/// The zip of a group, as the publisher lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListedZip {
    /// The time of the last change, in the listing's format.
    time: String,
    /// The size in bytes, 0 if the listing does not have it.
    bytes: u64,
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

/// Finds the zip in the listing of a group at `url`. The listing of a group without bills has none.
pub(crate) fn zip(url: &str, group: &BillTypeGroup, body: &[u8]) -> Result<Option<ListedZip>> {
    let listed = serde_json::from_slice(body);
    let ListingDocument { files } =
        listed.with_context(|| unexpected(url, "the JSON listing of a folder of files", body))?;
    let name = group.zip();
    let has_bills = files.iter().any(|entry| group.is_bill(&entry.just_file_name));
    match files.into_iter().find(|entry| !entry.folder && entry.just_file_name == name) {
        Some(entry) => Ok(Some(ListedZip { time: entry.formatted_last_modified_time, bytes: entry.size })),
        None if has_bills => Err(unexpected(url, &format!("a listing with the file {name}"), body)),
        None => Ok(None),
    }
}

impl ListedZip {
    /// The size in bytes, if the listing has it.
    pub(crate) fn stated_bytes(&self) -> Option<u64> {
        Some(self.bytes).filter(|bytes| *bytes > 0)
    }

    /// The version as a text, for plans and `fetch.lock`.
    pub(crate) fn mark(&self) -> String {
        format!("{}, {} bytes", self.time, self.bytes)
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

    #[test]
    fn listing_gives_the_zip() {
        let body = r#"{"files":[
            {"displayLabel":"resources","folder":true,"justFileName":"resources","link":"x","size":0},
            {"displayLabel":"BILLSTATUS-119-hr.zip","fileExtension":"zip","folder":false,
             "formattedLastModifiedTime":"18-Sep-2026 20:26","formattedSize":"30 MB","justFileName":"BILLSTATUS-119-hr.zip",
             "link":"x","mimeType":"application/zip","name":"BILLSTATUS-119-hr.zip","size":31700000},
            {"folder":false,"formattedLastModifiedTime":"13-Jul-2026 23:36","justFileName":"BILLSTATUS-119hr152.xml",
             "size":18015},
            {"folder":false,"justFileName":"BILLSTATUS-119hr9.xml"},
            {"folder":false,"justFileName":"README.md","size":7}],"unknown":1}"#;
        let listed = zip(URL, &group(), body.as_bytes()).unwrap().unwrap();
        assert_eq!(listed.mark(), "18-Sep-2026 20:26, 31700000 bytes");
        assert_eq!(listed.stated_bytes(), Some(31_700_000));
        let bare = r#"{"files":[{"justFileName":"BILLSTATUS-119-hr.zip"}]}"#;
        let listed = zip(URL, &group(), bare.as_bytes()).unwrap().unwrap();
        assert_eq!((listed.mark().as_str(), listed.stated_bytes()), (", 0 bytes", None));
        assert_eq!(zip(URL, &group(), br#"{"files":[]}"#).unwrap(), None);
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
            let error = format!("{:#}", zip(URL, &group(), body.as_bytes()).unwrap_err());
            assert!(error.contains(&format!("{URL} is not {expected}: its text is “")), "{error}");
        }
    }
}
