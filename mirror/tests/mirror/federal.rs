//! A server that plays the publishers of the U.S. Code and of the bills of a Congress.

use serde_json::{Value, json};

use crate::archive::zip;
use crate::code_title::{section, title};
use crate::support::{Quirk, Server};

/// The publishers of the U.S. Code and of the bills of a Congress.
pub(crate) struct Publishers {
    pub(crate) server: Server,
    /// The listed bills: name, time and size.
    bills: Vec<(String, String, usize)>,
}

impl Publishers {
    pub(crate) fn start() -> Self {
        Self { server: Server::start(), bills: Vec::new() }
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
    pub(crate) fn put_code(&self, release: &str, prior: &[(&str, &str)], changed: &[(&str, String)]) {
        let mut rows = String::new();
        for name in ["01", "07"] {
            let content = changed.iter().find(|(title, _)| *title == name).map(|(_, content)| content);
            let path = format!("releasepoints/us/pl/{}/xml_usc{name}@{release}.zip", release.replace('-', "/"));
            let class = if content.is_some() { "usctitlechanged" } else { "usctitle" };
            rows += &format!("<div class=\"{class}\" id=\"us/usc/t{name}\">Title</div><a href=\"{path}\">[XML]</a>\n");
            if let Some(content) = content {
                let name = format!("usc{name}.xml");
                self.server.put(&format!("/download/{path}"), zip(&[(&name, content.as_bytes())]));
            }
        }
        self.server.put("/download/download.shtml", format!("<html><body>{rows}</body></html>"));
        let prior: String = prior
            .iter()
            .map(|(name, titles)| {
                format!("<li><a href=\"releasepoints/us/pl/usc-rp@{name}.htm\">Public Law {name}, affecting {titles}.</a></li>")
            })
            .collect();
        self.server.put("/download/priorreleasepoints.htm", format!("<ul>{prior}</ul>"));
    }

    /// Publishes the zip of all bills, with a time such as `01-Nov-2026 08:00`.
    pub(crate) fn put_zip_of_bills(&mut self, time: &str, bills: &[(u32, String)]) {
        let files: Vec<(String, &[u8])> =
            bills.iter().map(|(number, xml)| (format!("BILLSTATUS-118hr{number}.xml"), xml.as_bytes())).collect();
        let files: Vec<(&str, &[u8])> = files.iter().map(|(name, xml)| (name.as_str(), *xml)).collect();
        self.put_of_bills("BILLSTATUS-118-hr.zip", time, zip(&files));
        for (number, xml) in bills {
            self.put_of_bills(&format!("BILLSTATUS-118hr{number}.xml"), time, xml.clone().into_bytes());
        }
        self.put_listing();
    }

    pub(crate) fn put_of_bills(&mut self, name: &str, time: &str, content: Vec<u8>) {
        self.bills.retain(|(known, ..)| known != name);
        self.bills.push((name.to_owned(), time.to_owned(), content.len()));
        self.server.put(&format!("/bulkdata/BILLSTATUS/118/hr/{name}"), content);
    }

    pub(crate) fn put_listing(&self) {
        let path = "/bulkdata/json/BILLSTATUS/118/hr";
        let entry = |(name, time, size): &(String, String, usize)| json!({"folder": false, "formattedLastModifiedTime": time, "justFileName": name, "size": size});
        let files: Vec<Value> = self.bills.iter().map(entry).collect();
        self.server.put(path, json!({"files": files}).to_string());
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
