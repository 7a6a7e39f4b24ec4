//! Releases as the files of each publisher.

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;

use crate::archive::zip;
use crate::code_title::{section, title};
use crate::parts::releases::{Entry, Part, Release};

/// The paths and contents of files.
pub(crate) type Files = Vec<(String, Vec<u8>)>;

/// A publisher's format.
pub(crate) struct Format {
    /// The name of the importer.
    pub(crate) importer: &'static str,
    /// The mapping of its rows, if it needs one.
    pub(crate) mapping: Option<&'static str>,
    /// The paths and contents of the files of a release with this number.
    pub(crate) render: fn(&Release, usize) -> Files,
}

fn day(release: usize) -> String {
    format!("2024-{:02}-01", release + 1)
}

/// The parts of a release, with their indexes.
fn parts(release: &Release) -> impl Iterator<Item = (usize, &Part)> {
    release.iter().enumerate().filter_map(|(idx, part)| Some((idx, part.as_ref()?)))
}

/// The records of all parts, with the index of the part and whether they are damaged.
fn records(release: &Release) -> impl Iterator<Item = (usize, u8, &Entry, bool)> {
    parts(release).flat_map(|(idx, part)| {
        let entries = part.entries.iter().enumerate();
        entries.map(move |(position, (number, entry))| (idx, *number, entry, part.damaged_at == Some(position)))
    })
}

/// A gzip file of the content, damaged if `is_damaged`.
fn gzip(content: &str, is_damaged: bool) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    std::io::Write::write_all(&mut gzip, content.as_bytes()).unwrap();
    let mut bytes = gzip.finish().unwrap();
    if is_damaged {
        bytes.truncate(12);
    }
    bytes
}

pub(crate) static FORMATS: &[Format] = &[
    Format { importer: "uslm", mapping: None, render: us_code },
    Format { importer: "dc-law", mapping: None, render: dc_code },
    Format { importer: "public-resource", mapping: None, render: state_code },
    Format { importer: "billstatus", mapping: None, render: federal_bills },
    Format { importer: "congress-json", mapping: None, render: scraped_federal_bills },
    Format { importer: "openstates", mapping: None, render: state_bills },
    Format { importer: "jsonl", mapping: Some(MAPPING), render: rows },
];

fn us_code(release: &Release, number: usize) -> Files {
    parts(release)
        .map(|(idx, part)| {
            let mut sections: Vec<String> = Vec::new();
            for (number, entry) in &part.entries {
                let section = section(&number.to_string(), &entry.title());
                sections.push(match entry.is_moved {
                    true => section.replace("<section ", "<section status=\"transferred\" "),
                    false => section,
                });
            }
            if let Some(at) = part.damaged_at {
                sections.insert(at, "<section><num value=".to_owned());
            }
            (format!("usc{:02}.xml", idx + 7), title(&(idx + 7).to_string(), &day(number), &sections).into_bytes())
        })
        .collect()
}

fn dc_code(release: &Release, number: usize) -> Files {
    const XML: &str = "xmlns='https://code.dccouncil.us/schemas/dc-library' xmlns:xi='http://www.w3.org/2001/XInclude'";
    const CODE: &str = "us/dc/council/code";
    let include = |path: String| format!("<xi:include href='./{path}'/>");
    let titles: String = parts(release).map(|(idx, _)| include(format!("titles/{}/index.xml", idx + 1))).collect();
    let library =
        format!("<library><meta><build><codified-date>{}</codified-date></build></meta></library>", day(number));
    let mut files = vec![
        ("index.xml".to_owned(), library.into_bytes()),
        (format!("{CODE}/index.xml"), format!("<document {XML}>{titles}</document>").into_bytes()),
    ];
    for (idx, part) in parts(release) {
        let title = idx + 1;
        let sections: String =
            part.entries.keys().map(|number| include(format!("sections/{title}-{number}.xml"))).collect();
        let index =
            format!("<container {XML}><prefix>Title</prefix><num>{title}</num><heading>Crimes.</heading>{sections}");
        // In a title without sections, the end of the container is damaged.
        let end = if part.entries.is_empty() && part.damaged_at.is_some() { "<" } else { "</container>" };
        files.push((format!("{CODE}/titles/{title}/index.xml"), format!("{index}{end}").into_bytes()));
    }
    for (idx, number, entry, is_damaged) in records(release) {
        let (title, heading) = (idx + 1, entry.title());
        let reason = if entry.is_moved { "<reason>Transferred</reason>" } else { "" };
        let end = if is_damaged { "" } else { "</section>" };
        let section = format!(
            "<section {XML}><num>{title}-{number}</num>{reason}<heading>{heading}.</heading><text>No.</text>{end}"
        );
        files.push((format!("{CODE}/titles/{title}/sections/{title}-{number}.xml"), section.into_bytes()));
    }
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, file)| (name.as_str(), file.as_slice())).collect();
    vec![("law-xml-codified.zip".to_owned(), zip(&files))]
}

fn state_code(release: &Release, number: usize) -> Files {
    let edition = number + 80;
    parts(release)
        .map(|(idx, part)| {
            let title = idx + 6;
            let section = |(number, entry): (&u8, &Entry)| {
                let heading = match entry.is_moved {
                    true => "[Renumbered as § 9-9-101.]".to_owned(),
                    false => format!("{}.", entry.title()),
                };
                format!("<h3 id=\"s{number}\"><b>§ {title}-1-{number}. {heading}</b></h3><p>No.</p>")
            };
            let sections: String = part.entries.iter().map(section).collect();
            let page = format!(
                "<html><head><meta content=\"Wyoming Code\" name=\"Subject\"/><meta name=\"description\" \
                 content=\"Release {edition} of the Code. Transformed and posted by P.R.O on {}.\"/></head><body>\
                 <h1>Title {title} Crimes</h1>{sections}</body></html>",
                day(number)
            );
            (format!("r{edition}/gov.wy.code.title.{title:02}.html.gz"), gzip(&page, part.damaged_at.is_some()))
        })
        .collect()
}

/// The types of bills and their chambers.
const BILL_TYPES: [(&str, &str); 3] = [("S", "Senate"), ("HR", "House"), ("HRES", "House")];

/// A zip of each type, as the publisher offers them.
fn federal_bills(release: &Release, _: usize) -> Files {
    parts(release)
        .map(|(idx, part)| {
            let (kind, chamber) = BILL_TYPES[idx];
            let bill = |(position, (number, entry)): (usize, (&u8, &Entry))| {
                let other = if chamber == "House" { "Senate" } else { "House" };
                let bill = format!(
                    "<billStatus><version>3.0.0</version><bill><number>{number}</number>\
                     <updateDate>{}T00:00:00Z</updateDate><originChamber>{}</originChamber><type>{kind}</type>\
                     <introducedDate>2021-01-22</introducedDate><congress>117</congress><title>{}</title>{}",
                    day(entry.modified),
                    if entry.is_moved { other } else { chamber },
                    entry.title(),
                    if part.damaged_at == Some(position) { "" } else { "</bill></billStatus>" },
                );
                (format!("BILLSTATUS-117{}{number}.xml", kind.to_lowercase()), bill.into_bytes())
            };
            let bills: Files = part.entries.iter().enumerate().map(bill).collect();
            let bills: Vec<(&str, &[u8])> = bills.iter().map(|(name, bill)| (name.as_str(), bill.as_slice())).collect();
            (format!("BILLSTATUS-117-{}.zip", kind.to_lowercase()), zip(&bills))
        })
        .collect()
}

/// A zip of each type with a folder for each bill.
fn scraped_federal_bills(release: &Release, _: usize) -> Files {
    parts(release)
        .map(|(idx, part)| {
            let kind = BILL_TYPES[idx].0.to_lowercase();
            let bill = |(position, (number, entry)): (usize, (&u8, &Entry))| {
                let mut bill = json!({
                    "bill_id": format!("{kind}{number}-107"), "bill_type": kind, "number": number.to_string(),
                    "congress": "107", "short_title": entry.title(),
                    "updated_at": format!("{}T00:00:00Z", day(entry.modified)),
                    "status": if entry.is_moved { "LOST" } else { "REFERRED" },
                })
                .to_string();
                if part.damaged_at == Some(position) {
                    bill.truncate(bill.len() - 1);
                }
                (format!("107/bills/{kind}/{kind}{number}/data.json"), bill.into_bytes())
            };
            let bills: Files = part.entries.iter().enumerate().map(bill).collect();
            let bills: Vec<(&str, &[u8])> = bills.iter().map(|(name, bill)| (name.as_str(), bill.as_slice())).collect();
            (format!("107-{kind}.zip"), zip(&bills))
        })
        .collect()
}

/// The sessions of Texas. The id of the first is a prefix of the others.
const SESSIONS: [&str; 3] = ["2025", "2025-s", "2025-s-2"];

fn state_bills(release: &Release, _: usize) -> Files {
    parts(release)
        .map(|(idx, part)| {
            let session = SESSIONS[idx];
            let bill = |(number, entry): (&u8, &Entry)| {
                json!({
                    "id": format!("ocd-bill/{session}-{number}"),
                    "legislative_session": session,
                    "jurisdiction_name": "Texas",
                    "identifier": format!("HB {number}"),
                    "title": entry.title(),
                    "chamber": "lower",
                    "classification": [if entry.is_moved { "claim" } else { "bill" }],
                    "subject": [], "abstracts": [], "actions": [],
                    "updated_at": format!("{}T12:00:00+00:00", day(entry.modified)),
                })
            };
            let bills: Vec<_> = part.entries.iter().map(bill).collect();
            let mut bills = serde_json::Value::from(bills).to_string();
            if part.damaged_at.is_some() {
                bills.truncate(1);
            }
            (format!("TX_{session}_json.zip"), zip(&[(&format!("TX_{session}_bills.json"), bills.as_bytes())]))
        })
        .collect()
}

const STATES: [&str; 3] = ["ca", "tx", "wy"];

/// The mapping of [`rows`].
pub(crate) const MAPPING: &str = r#"
list = "statutes"
name = "states"
source = "States"

[fields]
jurisdiction = "{state}"
id.code = "code"
sectionNumber = "{number}"
title = "{title}"
status = { from = "{moved}", words = { "false" = "active", "true" = "skip" } }
meta.last_updated = "{updated}"
"#;

/// A zip of each state with a row for each section.
fn rows(release: &Release, _: usize) -> Files {
    parts(release)
        .map(|(idx, part)| {
            let row = |(position, (number, entry)): (usize, (&u8, &Entry))| {
                let row = json!({
                    "state": STATES[idx],
                    "number": number,
                    "title": entry.title(),
                    "moved": entry.is_moved,
                    "updated": day(entry.modified),
                });
                if part.damaged_at == Some(position) { "{\n".to_owned() } else { format!("{row}\n") }
            };
            let rows: String = part.entries.iter().enumerate().map(row).collect();
            (format!("{}.zip", STATES[idx]), zip(&[("rows.jsonl", rows.as_bytes())]))
        })
        .collect()
}
