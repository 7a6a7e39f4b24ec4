//! Measures the first sync of real public data, the second, and one after a refresh, and prints what each imports.
//!
//! `LEXDEX_UNPACKED_DATA` names a folder with the unpacked sets. The server plays every publisher of a set. What no
//! publisher of them offers is placed: the bills of Open States, cases of CAP's former API, and the copy of CAP's sample
//! volumes with redactions. The figures are printed:
//! `cargo test --profile dist --workspace --test mirror -- --ignored real_sets`

use std::fs::{self, DirEntry};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use lexdex_core::model::BillType;
use lexdex_tests::skip::skip_without_data;
use serde_json::{Value, json};

use crate::archive::zip;
use crate::folder::Folder;
use crate::releases::{put_dc_code, put_state, put_tables, put_volumes};
use crate::support::Server;

const DATA: &str = "LEXDEX_UNPACKED_DATA";

const COMMIT: &str = "0123456789012345678901234567890123456789";

/// Files with their names and contents.
type Files = Vec<(String, Vec<u8>)>;

/// The bills of a Congress and type.
struct Bills {
    congress: u16,
    bill_type: String,
    /// The files of the zip. Only those outside of folders are listed.
    files: Files,
}

/// The bills of two Congresses, and GPO's samples in the zips of their Congresses and types. A sample of a bill that the
/// zip already has is in a folder of the zip.
fn bills(data: &Path) -> Vec<Bills> {
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
    for (path, content) in files(&data.join("billstatus_samples/samples")) {
        let Some((_, bill)) = path.strip_suffix(".xml").and_then(|path| path.split_once("BILLSTATUS-")) else {
            continue;
        };
        let (congress, bill_of_type) = (bill[..3].parse().unwrap(), &bill[3..]);
        let bill_type = bill_of_type.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_of_type = |of: &Bills| (of.congress, &*of.bill_type) == (congress, bill_type);
        let idx = bills.iter().position(is_of_type).unwrap_or_else(|| {
            bills.push(Bills { congress, bill_type: bill_type.to_owned(), files: Files::new() });
            bills.len() - 1
        });
        let of_type = &mut bills[idx].files;
        let name = format!("BILLSTATUS-{bill}.xml");
        let is_known = of_type.iter().any(|(known, _)| *known == name);
        of_type.push((if is_known { path } else { name }, content));
    }
    bills
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
        let sets = Self { server: Server::start(), data: data.to_owned(), titles, bills: bills(data) };
        sets.put_code("117-80");
        for (congress, bill_type) in
            (114..=117).flat_map(|congress| BillType::ALL.map(|bill_type| (congress, bill_type.code)))
        {
            let listing = format!("/bulkdata/json/BILLSTATUS/{congress}/{bill_type}");
            sets.server.put(&listing, json!({"files": []}).to_string());
        }
        (0..sets.bills.len()).for_each(|idx| sets.put_bills(idx, "01-Jan-2023 08:00"));
        sets.put_archives();
        sets.put_tables();
        sets.put_volumes();
        sets
    }

    fn configuration(&self) -> String {
        let url = self.server.url("");
        let placed = [
            ("open-states", "openstates", "openstates"),
            ("open-states-scraper", "openstates", "openstates_raw_scraper"),
            ("cap-api", "cap", "cap_api"),
            ("cap-redacted", "cap", "cap_static/cap_static/redacted"),
        ];
        let placed = placed.map(|(name, format, folder)| {
            let folder = self.data.join(folder);
            format!("[[placed]]\nname = \"{name}\"\nformat = \"{format}\"\nfolder = {folder:?}\n")
        });
        format!(
            "[publish]\nto = \"published\"\n[us-code]\nbase-url = \"{url}\"\n\
             [billstatus]\nbase-url = \"{url}\"\ncongresses = [114, 115, 116, 117]\n\
             [courtlistener]\nbase-url = \"{url}\"\n[cap]\nbase-url = \"{url}\"\n[dc-law]\nbase-url = \"{url}\"\n\
             [public-resource]\nbase-url = \"{url}\"\nstates = [\"wy\"]\n{}",
            placed.concat()
        )
    }

    /// Publishes a release point.
    fn put_code(&self, release: &str) {
        let mut page = String::new();
        for (file, content) in &self.titles {
            let title = file.trim_start_matches("usc").trim_end_matches(".xml");
            let path = format!("releasepoints/us/pl/{}/xml_usc{title}@{release}.zip", release.replace('-', "/"));
            page +=
                &format!("<div class=\"usctitle\" id=\"us/usc/t{title}\">Title</div><a href=\"{path}\">[XML]</a>\n");
            self.server.put(&format!("/download/{path}"), zip(&[(file, content)]));
        }
        self.server.put("/download/download.shtml", format!("<html><body>{page}</body></html>"));
    }

    /// Publishes the zip of a type's bills as of a time.
    fn put_bills(&self, idx: usize, time: &str) {
        let Bills { congress, bill_type, files: bills } = &self.bills[idx];
        let (folder, name) = (format!("{congress}/{bill_type}"), format!("BILLSTATUS-{congress}-{bill_type}.zip"));
        let zip = zip(&borrowed(bills));
        let entry = |name: &str, time: &str, size: usize| json!({"folder": false, "formattedLastModifiedTime": time, "justFileName": name, "size": size});
        let listed = bills.iter().filter(|(name, _)| !name.contains('/'));
        let mut listing: Vec<Value> = listed.map(|(name, content)| entry(name, time, content.len())).collect();
        listing.push(entry(&name, time, zip.len()));
        self.server.put(&format!("/bulkdata/BILLSTATUS/{folder}/{name}"), zip);
        self.server.put(&format!("/bulkdata/json/BILLSTATUS/{folder}"), json!({"files": listing}).to_string());
    }

    /// Publishes the D.C. Code and the code of Wyoming as archives of a commit.
    fn put_archives(&self) {
        put_dc_code(&self.server, "2022-01-01", COMMIT, &borrowed(&files(&self.data.join("dc_law"))));
        put_state(&self.server, "wy", COMMIT, &borrowed(&files(&self.data.join("cic_code/wy"))));
    }

    /// Publishes the tables of CourtListener.
    fn put_tables(&self) {
        let mut tables = files(&self.data.join("courtlistener/bulk_csv_reserialised"));
        tables.retain(|(name, _)| name.ends_with(".csv"));
        put_tables(&self.server, &borrowed(&tables));
    }

    /// Publishes the volumes of the Caselaw Access Project: those of the exporter's sample, and one of Alaska.
    fn put_volumes(&self) {
        let sample = self.data.join("cap_static/cap_static/unredacted");
        let alaska = self.data.join("cap_static/real/alaska/1");
        let list = |path: PathBuf| serde_json::from_slice::<Value>(&fs::read(path).unwrap()).unwrap();
        let mut volumes = list(sample.join("VolumesMetadata.json"));
        let mut of_alaska = list(alaska.join("metadata/VolumeMetadata.json"));
        of_alaska["reporter_slug"] = "alaska".into();
        of_alaska["volume_folder"] = "1".into();
        volumes.as_array_mut().unwrap().push(of_alaska);
        for volume in volumes.as_array_mut().unwrap() {
            volume["last_updated"] = "2024-03-06T12:00:00+00:00".into();
        }
        put_volumes(&self.server, volumes.as_array().unwrap());
        for volume in ["1", "2"] {
            let in_zip = |(name, content): (String, Vec<u8>)| match name.split_once('/') {
                Some(("cases", case)) => (format!("json/{case}"), content),
                Some(_) => (name, content),
                None => (format!("metadata/{name}"), content),
            };
            let of_volume: Files = files(&sample.join("us").join(volume)).into_iter().map(in_zip).collect();
            self.server.put(&format!("/us/{volume}.zip"), zip(&borrowed(&of_volume)));
        }
        self.server.put("/alaska/1.zip", zip(&borrowed(&files(&alaska))));
    }

    /// Changes a title and 200 bills.
    fn refresh(&mut self) {
        let (_, title) = self.titles.iter_mut().find(|(name, _)| name == "usc35.xml").unwrap();
        let text = String::from_utf8(std::mem::take(title)).unwrap();
        let created = text.find("dcterms:created>20").unwrap() + "dcterms:created>".len();
        *title = format!("{}2023-02-01{}", &text[..created], &text[created + 10..]).into_bytes();
        self.put_code("117-81");
        let is_of_senate = |bills: &Bills| (bills.congress, &*bills.bill_type) == (117, "s");
        let idx = self.bills.iter().position(is_of_senate).unwrap();
        for (_, content) in self.bills[idx].files.iter_mut().take(200) {
            let text = String::from_utf8(std::mem::take(content)).unwrap();
            let updated = text.find("<updateDate>20").unwrap() + "<updateDate>".len();
            *content = format!("{}2023-02-01{}", &text[..updated], &text[updated + 10..]).into_bytes();
        }
        self.put_bills(idx, "01-Feb-2023 08:00");
    }
}

/// Prints a figure, which the test runner does not capture.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// The times of a fetch and of the sync after it.
struct Times {
    fetch: Duration,
    /// The time from the first import to the build.
    import: Duration,
}

/// Runs the program, asserts its exit code, and prints its output. Returns its time, and that of the imports.
fn timed(folder: &Folder, name: &str, code: i32, arguments: &[&str]) -> (Duration, Duration) {
    let start = Instant::now();
    let mut program = folder.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (working, is_done) = (folder.path(".parts.syncing"), AtomicBool::new(false));
    // The build makes its folder before it reads the corpus.
    let is_of_build =
        |entry: io::Result<DirEntry>| entry.is_ok_and(|entry| entry.file_name().to_string_lossy().contains("index"));
    let (lines, build) = thread::scope(|scope| {
        let watch = scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                if fs::read_dir(&working).is_ok_and(|mut entries| entries.any(is_of_build)) {
                    return start.elapsed();
                }
                thread::sleep(Duration::from_millis(2));
            }
            Duration::ZERO
        });
        let lines = BufReader::new(program.stderr.take().unwrap()).lines();
        let lines: Vec<(Duration, String)> = lines.map(|line| (start.elapsed(), line.unwrap())).collect();
        is_done.store(true, Ordering::Relaxed);
        (lines, watch.join().unwrap())
    });
    let output = program.wait_with_output().unwrap();
    let time = start.elapsed();
    let stdout = String::from_utf8(output.stdout).unwrap();
    say(&format!("== {name}: {} in {:.2} s\n{stdout}", arguments.join(" "), time.as_secs_f64()));
    let is_told = |line: &&(Duration, String)| !line.1.starts_with("fetched") && !line.1.starts_with("warning");
    for (at, line) in lines.iter().filter(is_told) {
        say(&format!("   {:.2} s: {line}", at.as_secs_f64()));
    }
    assert_eq!(output.status.code(), Some(code));
    let first_import = lines.iter().find(|(_, line)| line.starts_with("importing")).map(|(at, _)| *at);
    (time, first_import.map_or(Duration::ZERO, |first| build.saturating_sub(first)))
}

/// Fetches, then imports and publishes.
fn measure(folder: &Folder, name: &str, code: i32) -> Times {
    let (fetch, _) = timed(folder, name, code, &["fetch"]);
    let (_, import) = timed(folder, name, code, &["sync", "--no-fetch"]);
    say(&format!("{name}: fetch {:.2} s, import {:.2} s", fetch.as_secs_f64(), import.as_secs_f64()));
    Times { fetch, import }
}

#[test]
#[ignore = "it measures, and takes a minute"]
fn real_sets_are_synced_twice_and_after_a_refresh() {
    let Some(data) = std::env::var_os(DATA) else {
        return skip_without_data(&format!("{DATA} names no folder of unpacked sets"));
    };
    let mut sets = Sets::put(Path::new(&data));
    let folder = Folder::new(&sets.configuration());
    let of_first = measure(&folder, "first", 0);
    let first = folder.published();
    measure(&folder, "second", 10);
    sets.refresh();
    let of_refresh = measure(&folder, "refresh", 0);
    let changed: Vec<(&String, &Value)> = {
        let second = folder.published();
        assert_eq!(second.len(), first.len());
        first.iter().filter(|(id, record)| second[*id] != **record).collect::<Vec<_>>()
    };
    let n_bills = changed.iter().filter(|(id, _)| id.starts_with("federal-117-s-")).count();
    let n_sections = changed.iter().filter(|(id, _)| id.starts_with("federal-usc-35-")).count();
    assert_eq!(n_bills + n_sections, changed.len());
    say(&format!("{n_sections} sections and {n_bills} bills have changed"));
    let [of_first, of_refresh] = [of_first, of_refresh].map(|times| (times.fetch + times.import).as_secs_f64());
    say(&format!("fetch and import: {:.1} % of the first time's", 100.0 * of_refresh / of_first));
}
