/*!
Writes tables of real records in the layouts of their publishers: the CSV export of Open States, and the bulk tables of
`CourtListener`, with more rows than the real sample.
*/

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use bzip2::write::BzEncoder;
use serde_json::Value;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The compression of the tables of `CourtListener`.
#[derive(Clone, Copy)]
pub(super) enum Compression {
    None,
    Bzip2,
}

/// The columns that hold row numbers, of the same or another table.
const ROW_NUMBER_COLUMNS: &[&str] = &["id", "cluster_id", "docket_id"];

/// The number of copies of each row of the sample.
const N_COPIES: u64 = 150;

/// Writes copies of the rows of the sample, with distinct row numbers and citations.
pub(super) fn courtlistener(sample: &Path, directory: &Path, compression: Compression) -> Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for table in entries(sample)?.iter().filter(|path| path.extension().is_some_and(|extension| extension == "csv")) {
        let name = table.file_name().unwrap_or_default().to_string_lossy();
        let is_courts = name.starts_with("courts");
        let rows = copy_rows(table, if is_courts { 1 } else { N_COPIES })?;
        paths.push(match compression {
            Compression::None => {
                let path = directory.join(&*name);
                fs::write(&path, rows)?;
                path
            }
            Compression::Bzip2 => {
                let path = directory.join(format!("{name}.bz2"));
                let mut encoder = BzEncoder::new(File::create(&path)?, bzip2::Compression::best());
                encoder.write_all(&rows)?;
                encoder.finish()?;
                path
            }
        });
    }
    Ok(paths)
}

fn copy_rows(table: &Path, n_copies: u64) -> Result<Vec<u8>> {
    const COPY_OFFSET: u64 = 1_000_000_000;
    const VOLUME_OFFSET: u64 = 10_000;
    let bytes = fs::read(table)?;
    let mut reader = csv::ReaderBuilder::new().double_quote(false).escape(Some(b'\\')).from_reader(&*bytes);
    let header = reader.headers()?.clone();
    let rows = reader.records().collect::<Result<Vec<_>, _>>()?;
    let mut out = header.iter().collect::<Vec<_>>().join(",").into_bytes();
    for copy in 0..n_copies {
        for row in &rows {
            for (idx, (column, value)) in header.iter().zip(row).enumerate() {
                out.push(if idx == 0 { b'\n' } else { b',' });
                match value.parse::<u64>() {
                    Ok(number) if ROW_NUMBER_COLUMNS.contains(&column) => {
                        write!(out, "\"{}\"", number + copy * COPY_OFFSET)?
                    }
                    Ok(volume) if column == "volume" => write!(out, "\"{}\"", volume + copy * VOLUME_OFFSET)?,
                    _ if value.is_empty() => {}
                    _ => write!(out, "\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))?,
                }
            }
        }
    }
    out.push(b'\n');
    Ok(out)
}

/// Writes the scraped bills of each state as a zip of tables, like those of the publisher.
pub(super) fn openstates(scraped: &Path, directory: &Path) -> Result<Vec<PathBuf>> {
    let mut zips = Vec::new();
    for state in entries(scraped)?.iter().filter(|path| path.is_dir()) {
        let name = state.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        let mut tables = Tables::default();
        tables.add_folder(state)?;
        let path = directory.join(format!("{name}_csv.zip"));
        tables.write(&name, &path)?;
        zips.push(path);
    }
    Ok(zips)
}

/// Returns the entries of a folder, sorted by name.
pub(super) fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let context = || format!("cannot read {}", folder.display());
    let entries = fs::read_dir(folder).with_context(context)?.collect::<Result<Vec<_>, _>>().with_context(context)?;
    let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    Ok(paths)
}

struct Tables {
    n_bills: u64,
    bills: csv::Writer<Vec<u8>>,
    actions: csv::Writer<Vec<u8>>,
    abstracts: csv::Writer<Vec<u8>>,
}

impl Default for Tables {
    fn default() -> Self {
        let [bills, actions, abstracts] = [(); 3].map(|()| csv::Writer::from_writer(Vec::new()));
        Self { n_bills: 0, bills, actions, abstracts }
    }
}

impl Tables {
    fn add_folder(&mut self, folder: &Path) -> Result<()> {
        for path in entries(folder)? {
            if path.is_dir() {
                self.add_folder(&path)?;
            } else if path.extension().is_some_and(|extension| extension == "json") {
                let bill: Value = serde_json::from_slice(&fs::read(&path)?).context("a scraped file is not JSON")?;
                self.add(&bill)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, bill: &Value) -> Result<()> {
        if self.n_bills == 0 {
            self.bills.write_record([
                "id",
                "identifier",
                "title",
                "classification",
                "subject",
                "session_identifier",
                "jurisdiction",
                "organization_classification",
            ])?;
            self.actions.write_record([
                "id",
                "bill_id",
                "organization_id",
                "description",
                "date",
                "classification",
                "order",
            ])?;
            self.abstracts.write_record(["id", "bill_id", "abstract", "note"])?;
        }
        if !bill["identifier"].is_string() || !bill["title"].is_string() {
            return Ok(());
        }
        self.n_bills += 1;
        let id = format!("ocd-bill/{:032x}", self.n_bills);
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let class = |value: &Value| {
            let reference = value.as_str().unwrap_or_default();
            let class: Option<Value> = reference.strip_prefix('~').and_then(|json| serde_json::from_str(json).ok());
            class.map(|class| text(&class["classification"])).unwrap_or_default()
        };
        self.bills.write_record([
            id.clone(),
            text(&bill["identifier"]),
            text(&bill["title"]),
            python_list(&bill["classification"]),
            python_list(&bill["subject"]),
            text(&bill["legislative_session"]),
            text(&bill["jurisdiction"]["name"]),
            class(&bill["from_organization"]),
        ])?;
        for (idx, action) in bill["actions"].as_array().into_iter().flatten().enumerate() {
            self.actions.write_record([
                format!("{:08}-{idx:04}", self.n_bills),
                id.clone(),
                class(&action["organization_id"]),
                text(&action["description"]),
                text(&action["date"]),
                python_list(&action["classification"]),
                idx.to_string(),
            ])?;
        }
        for (idx, summary) in bill["abstracts"].as_array().into_iter().flatten().enumerate() {
            let key = format!("{:08}-{idx:04}", self.n_bills);
            self.abstracts.write_record([key, id.clone(), text(&summary["abstract"]), text(&summary["note"])])?;
        }
        Ok(())
    }

    fn write(self, name: &str, path: &Path) -> Result<()> {
        let mut zip = ZipWriter::new(BufWriter::new(File::create(path)?));
        for (table, writer) in
            [("bills", self.bills), ("bill_actions", self.actions), ("bill_abstracts", self.abstracts)]
        {
            zip.start_file(format!("{name}/{name}_{table}.csv"), SimpleFileOptions::default())?;
            zip.write_all(&writer.into_inner().map_err(csv::IntoInnerError::into_error)?)?;
        }
        zip.finish()?.flush()?;
        Ok(())
    }
}

/// Formats a list of texts like Python.
fn python_list(list: &Value) -> String {
    let texts = list.as_array().into_iter().flatten().filter_map(Value::as_str);
    let quoted = texts.map(|text| if text.contains('\'') { format!("\"{text}\"") } else { format!("'{text}'") });
    format!("[{}]", quoted.collect::<Vec<_>>().join(", "))
}
