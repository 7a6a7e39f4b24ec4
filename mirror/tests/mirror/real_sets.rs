//! Measures the first sync of real public data, the second, and one after a refresh, and prints what each imports.
//!
//! `LEXDEX_UNPACKED_DATA` names a folder with the unpacked sets. The figures are printed:
//! `cargo test --release --workspace --test mirror -- --ignored real_sets`

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Value, json};

use crate::archive::{bzip2, gzip, tar, zip};
use crate::folder::Folder;
use crate::skip::skip_without_data;
use crate::support::Server;

const DATA: &str = "LEXDEX_UNPACKED_DATA";

const COMMIT: &str = "0123456789012345678901234567890123456789";

/// Files with their names and contents.
type Files = Vec<(String, Vec<u8>)>;

/// The bills of a Congress and type.
struct Bills {
    congress: u16,
    bill_type: String,
    files: Files,
}

/// The files below a folder, sorted by their paths within it.
fn files(folder: &Path) -> Files {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(current) = folders.pop() {
        for entry in fs::read_dir(current).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                files.push((name, fs::read(path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

fn borrowed(files: &[(String, Vec<u8>)]) -> Vec<(&str, &[u8])> {
    files.iter().map(|(name, content)| (name.as_str(), content.as_slice())).collect()
}

/// A server with the sets.
struct Sets {
    server: Server,
    data: PathBuf,
    titles: Files,
    bills: Vec<Bills>,
}

impl Sets {
    fn put(data: &Path) -> Self {
        let mut titles = files(&data.join("usc_2022"));
        titles.retain(|(name, _)| name.ends_with(".xml"));
        let mut bills = Vec::new();
        for (congress, folder) in [(115, "billstatus_115"), (117, "billstatus_117")] {
            for entry in fs::read_dir(data.join(folder)).unwrap() {
                let bill_type = entry.unwrap().file_name().into_string().unwrap();
                let of_type = files(&data.join(folder).join(&bill_type)).into_iter().filter_map(|(name, content)| {
                    let (bill, _) = name.split_once("/fdsys_billstatus.xml")?;
                    Some((format!("BILLSTATUS-{congress}{bill}.xml"), content))
                });
                bills.push(Bills { congress, files: of_type.collect(), bill_type });
            }
        }
        let sets = Self { server: Server::start(), data: data.to_owned(), titles, bills };
        sets.put_code("117-80", None);
        (0..sets.bills.len()).for_each(|idx| sets.put_bills(idx, "01-Jan-2023 08:00", &[]));
        sets.put_archives();
        sets.put_tables();
        sets
    }

    fn configuration(&self) -> String {
        let url = self.server.url("");
        format!(
            "[publish]\nto = \"published\"\n[us-code]\nbase-url = \"{url}\"\n\
             [billstatus]\nbase-url = \"{url}\"\ncongresses = [115, 117]\ntypes = [\"hr\", \"s\", \"sres\", \"sjres\", \"sconres\"]\n\
             [courtlistener]\nbase-url = \"{url}\"\n[dc-law]\nbase-url = \"{url}\"\n\
             [public-resource]\nbase-url = \"{url}\"\nstates = [\"wy\"]\n\
             [[placed]]\nname = \"open-states\"\nformat = \"openstates\"\nfolder = {:?}\n",
            self.data.join("openstates")
        )
    }

    /// Publishes a release point, in which one title or all have changed.
    fn put_code(&self, release: &str, changed: Option<&str>) {
        let mut page = String::new();
        for (file, content) in &self.titles {
            let title = file.trim_start_matches("usc").trim_end_matches(".xml");
            let path = format!("releasepoints/us/pl/{}/xml_usc{title}@{release}.zip", release.replace('-', "/"));
            let is_changed = changed.is_none_or(|changed| changed == title);
            let class = if is_changed { "usctitlechanged" } else { "usctitle" };
            page += &format!("<div class=\"{class}\" id=\"us/usc/t{title}\">Title</div><a href=\"{path}\">[XML]</a>\n");
            if is_changed {
                self.server.put(&format!("/download/{path}"), zip(&[(file, content)]));
            }
        }
        self.server.put("/download/download.shtml", format!("<html><body>{page}</body></html>"));
        let prior =
            "<li><a href=\"releasepoints/us/pl/usc-rp@117-80.htm\">Public Law 117-80, affecting title 1.</a></li>";
        self.server.put("/download/priorreleasepoints.htm", format!("<ul>{prior}</ul>"));
    }

    /// Publishes the zip of a type's bills as of a time, and these bills as of a later one.
    fn put_bills(&self, idx: usize, time: &str, changed: &[(String, Vec<u8>)]) {
        let Bills { congress, bill_type, files: bills } = &self.bills[idx];
        let (folder, name) = (format!("{congress}/{bill_type}"), format!("BILLSTATUS-{congress}-{bill_type}.zip"));
        let zip = zip(&borrowed(bills));
        let entry = |name: &str, time: &str, size: usize| json!({"folder": false, "formattedLastModifiedTime": time, "justFileName": name, "size": size});
        let mut listing = vec![entry(&name, time, zip.len())];
        for (name, content) in bills {
            match changed.iter().find(|(changed, _)| changed == name) {
                Some((_, content)) => listing.push(entry(name, "01-Feb-2023 08:00", content.len())),
                None => listing.push(entry(name, time, content.len())),
            }
        }
        self.server.put(&format!("/bulkdata/BILLSTATUS/{folder}/{name}"), zip);
        for (name, content) in changed {
            self.server.put(&format!("/bulkdata/BILLSTATUS/{folder}/{name}"), content.clone());
        }
        self.server.put(&format!("/bulkdata/json/BILLSTATUS/{folder}"), json!({"files": listing}).to_string());
        for empty in ["115/sjres", "115/sconres", "117/hr"] {
            self.server.put(&format!("/bulkdata/json/BILLSTATUS/{empty}"), json!({"files": []}).to_string());
        }
    }

    /// Publishes the D.C. Code and the code of Wyoming as archives of a commit.
    fn put_archives(&self) {
        let code = files(&self.data.join("dc_law"));
        self.server.put(&format!("/DCCouncil/law-xml-codified/tar.gz/{COMMIT}"), gzip(&tar(&borrowed(&code))));
        let repository = "/repos/DCCouncil/law-xml-codified/git";
        let reference = json!([{"ref": "refs/heads/publication/2022-01-01", "object": {"sha": COMMIT}}]);
        self.server.put(&format!("{repository}/matching-refs/heads/publication/"), reference.to_string());
        let commit = json!({"sha": COMMIT, "committer": {"date": "2022-01-01T00:00:00Z"}});
        self.server.put(&format!("{repository}/commits/{COMMIT}"), commit.to_string());
        let code = files(&self.data.join("cic_code/wy"));
        self.server.put(&format!("/UniCourt/cic-code-wy/tar.gz/{COMMIT}"), gzip(&tar(&borrowed(&code))));
        self.server.put("/repos/UniCourt/cic-code-wy/commits/HEAD", COMMIT);
    }

    /// Publishes the tables of CourtListener.
    fn put_tables(&self) {
        let mut listing = String::new();
        for (name, content) in files(&self.data.join("courtlistener/bulk_csv_reserialised")) {
            if name.ends_with(".csv") {
                let content = bzip2(&content);
                let size = content.len();
                listing += &format!(
                    "<Contents><Key>bulk-data/{name}.bz2</Key><ETag>&quot;1&quot;</ETag><Size>{size}</Size></Contents>"
                );
                self.server.put(&format!("/bulk-data/{name}.bz2"), content);
            }
        }
        let listing = format!("<ListBucketResult><IsTruncated>false</IsTruncated>{listing}</ListBucketResult>");
        self.server.put("/?list-type=2&prefix=bulk-data/", listing);
    }

    /// Changes a title and 200 bills.
    fn refresh(&mut self) {
        let (_, title) = self.titles.iter_mut().find(|(name, _)| name == "usc35.xml").unwrap();
        let text = String::from_utf8(std::mem::take(title)).unwrap();
        let created = text.find("dcterms:created>20").unwrap() + "dcterms:created>".len();
        *title = format!("{}2023-02-01{}", &text[..created], &text[created + 10..]).into_bytes();
        self.put_code("117-81", Some("35"));
        let is_of_senate = |bills: &Bills| (bills.congress, &*bills.bill_type) == (117, "s");
        let idx = self.bills.iter().position(is_of_senate).unwrap();
        let changed = self.bills[idx].files.iter().take(200).map(|(name, content)| {
            let text = String::from_utf8(content.clone()).unwrap();
            let updated = text.find("<updateDate>20").unwrap() + "<updateDate>".len();
            (name.clone(), format!("{}2023-02-01{}", &text[..updated], &text[updated + 10..]).into_bytes())
        });
        let changed: Files = changed.collect();
        self.put_bills(idx, "01-Jan-2023 08:00", &changed);
    }
}

/// Prints a figure, which the test runner does not capture.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Fetches, then imports and publishes. Prints the time and the output of each.
fn measure(folder: &Folder, name: &str, codes: [i32; 2]) {
    for (arguments, code) in [&["fetch"][..], &["sync", "--no-fetch"]].into_iter().zip(codes) {
        let start = Instant::now();
        let outcome = folder.run_to(code, arguments);
        let seconds = start.elapsed().as_secs_f64();
        say(&format!("== {name}: {} in {seconds:.2} s\n{}", arguments.join(" "), outcome.stdout));
        let lines = outcome.stderr.lines().filter(|line| !line.starts_with("fetched") && !line.starts_with("warning"));
        lines.for_each(|line| say(&format!("   {line}")));
    }
}

#[test]
#[ignore = "it measures, and takes a minute"]
fn real_sets_are_synced_for_the_first_and_the_second_time_and_after_a_refresh() {
    let Some(data) = std::env::var_os(DATA) else {
        return skip_without_data(&format!("{DATA} names no folder of unpacked sets"));
    };
    let mut sets = Sets::put(Path::new(&data));
    let folder = Folder::new(&sets.configuration());
    measure(&folder, "first", [0, 0]);
    let first = folder.published();
    measure(&folder, "second", [10, 10]);
    sets.refresh();
    measure(&folder, "refresh", [0, 0]);
    let changed: Vec<(&String, &Value)> = {
        let second = folder.published();
        assert_eq!(second.len(), first.len());
        first.iter().filter(|(id, record)| second[*id] != **record).collect::<Vec<_>>()
    };
    let n_bills = changed.iter().filter(|(id, _)| id.starts_with("federal-117-s-")).count();
    let n_sections = changed.iter().filter(|(id, _)| id.starts_with("federal-usc-35-")).count();
    assert_eq!(n_bills + n_sections, changed.len());
    say(&format!("{n_sections} sections and {n_bills} bills have changed"));
}
