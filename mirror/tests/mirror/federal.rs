//! A server that plays the publishers of the U.S. Code and of the bills of a Congress.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::archive::zip;
use crate::code_title::{section, title};
use crate::support::{Quirk, Server};

/// The publishers of the U.S. Code and of the bills of a Congress.
pub(crate) struct Publishers {
    pub(crate) server: Server,
    /// The titles of the Code by the names of their files.
    titles: BTreeMap<String, String>,
}

impl Publishers {
    pub(crate) fn start() -> Self {
        Self { server: Server::start(), titles: BTreeMap::new() }
    }

    /// The configuration of a mirror of both.
    pub(crate) fn configuration(&self) -> String {
        let url = self.server.url("");
        format!(
            "[publish]\nto = \"published\"\n\
             [us-code]\nbase-url = \"{url}\"\ntitles = [\"1\", \"7\"]\n\
             [billstatus]\nbase-url = \"{url}\"\ncongresses = [118]\ntypes = [\"hr\"]\n"
        )
    }

    /// Publishes a release point in which these titles have changed.
    pub(crate) fn put_code(&mut self, release: &str, changed: &[(&str, String)]) {
        self.titles.extend(changed.iter().map(|(name, content)| ((*name).to_owned(), content.clone())));
        let mut rows = String::new();
        for (name, content) in &self.titles {
            let path = format!("releasepoints/us/pl/{}/xml_usc{name}@{release}.zip", release.replace('-', "/"));
            rows += &format!("<div class=\"usctitle\" id=\"us/usc/t{name}\">Title</div><a href=\"{path}\">[XML]</a>\n");
            self.server.put(&format!("/download/{path}"), zip(&[(&format!("usc{name}.xml"), content.as_bytes())]));
        }
        self.server.put("/download/download.shtml", format!("<html><body>{rows}</body></html>"));
    }

    /// Leaves a title out of the next release points.
    pub(crate) fn withdraw_title(&mut self, name: &str) {
        self.titles.remove(name);
    }

    /// Publishes the zip of all bills, with a time such as `01-Nov-2026 08:00`.
    pub(crate) fn put_bills(&self, time: &str, bills: &[(u32, String)]) {
        const ZIP: &str = "BILLSTATUS-118-hr.zip";
        let files: Vec<(String, &[u8])> =
            bills.iter().map(|(number, xml)| (format!("BILLSTATUS-118hr{number}.xml"), xml.as_bytes())).collect();
        let files: Vec<(&str, &[u8])> = files.iter().map(|(name, xml)| (name.as_str(), *xml)).collect();
        let zip = zip(&files);
        let entry = |(name, size): (&str, usize)| json!({"folder": false, "formattedLastModifiedTime": time, "justFileName": name, "size": size});
        let sizes = files.iter().map(|(name, xml)| (*name, xml.len()));
        let listing: Vec<Value> = [(ZIP, zip.len())].into_iter().chain(sizes).map(entry).collect();
        self.server.put(&format!("/bulkdata/BILLSTATUS/118/hr/{ZIP}"), zip);
        let path = "/bulkdata/json/BILLSTATUS/118/hr";
        self.server.put(path, json!({"files": listing}).to_string());
        self.server.heal(path);
        self.server.quirk(path, Quirk::AcceptOnly("application/json"));
    }
}

/// The file of a bill.
pub(crate) fn bill(number: u32, updated: &str, words: &str) -> (u32, String) {
    let xml = format!(
        "<billStatus><version>3.0.0</version><bill><number>{number}</number><updateDate>{updated}T12:00:00Z</updateDate>\
         <originChamber>House</originChamber><type>HR</type><introducedDate>2023-01-09</introducedDate>\
         <congress>118</congress><title>An Act numbered {number} {words}</title></bill></billStatus>"
    );
    (number, xml)
}

/// A title of the Code with these sections.
pub(crate) fn code(number: &str, day: &str, sections: &[(&str, &str)]) -> String {
    let sections: Vec<String> = sections.iter().map(|(number, heading)| section(number, heading)).collect();
    title(number, day, &sections)
}
