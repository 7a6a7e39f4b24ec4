/*!
Prepares the inputs of the measurements from real data sets. A set that is too small to measure is read several times,
or enlarged with renumbered copies.
*/

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::import::tables::{self, entries};

/// An input to measure: a format, in one of its layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum InputSet {
    Uslm,
    Billstatus,
    Openstates,
    Cap,
    Courtlistener,
    CourtlistenerBz2,
    DcLaw,
    PublicResource,
}

/// The files to read, and the number of times that each is passed to the reader.
pub(super) struct Inputs {
    pub(super) paths: Vec<PathBuf>,
    pub(super) n_times: usize,
}

impl InputSet {
    pub(super) const ALL: [Self; 8] = [
        Self::Uslm,
        Self::Billstatus,
        Self::Openstates,
        Self::Cap,
        Self::Courtlistener,
        Self::CourtlistenerBz2,
        Self::DcLaw,
        Self::PublicResource,
    ];

    /// Returns the name of the importer.
    pub(super) fn format(self) -> &'static str {
        match self {
            Self::Uslm => "uslm",
            Self::Billstatus => "billstatus",
            Self::Openstates => "openstates",
            Self::Cap => "cap",
            Self::Courtlistener | Self::CourtlistenerBz2 => "courtlistener",
            Self::DcLaw => "dc-law",
            Self::PublicResource => "public-resource",
        }
    }

    /// Returns a description for the table.
    pub(super) fn describe(self) -> &'static str {
        match self {
            Self::Uslm => "`uslm`: a zip of 18 titles, 12 times",
            Self::Billstatus => "`billstatus`: 7 zips",
            Self::Openstates => "`openstates`: scraped JSON, one file per bill",
            Self::Cap => "`cap`: a volume's list as 400 volumes",
            Self::Courtlistener => "`courtlistener`: 1,001 decisions as 150,150, CSV",
            Self::CourtlistenerBz2 => "`courtlistener`: the same, bzip2",
            Self::DcLaw => "`dc-law`: half the tree, 3 times",
            Self::PublicResource => "`public-resource`: Wyoming, 5 times",
        }
    }

    /// Prepares the input from the unpacked real data sets.
    pub(super) fn prepare(self, data: &Path, directory: &Path) -> Result<Inputs> {
        let once = |paths| Inputs { paths, n_times: 1 };
        Ok(match self {
            Self::Uslm => Inputs { paths: zips_of(&[data.join("usc_2022")], directory)?, n_times: 12 },
            Self::Billstatus => {
                once(zips_of(&folders(&[data.join("billstatus_115"), data.join("billstatus_117")])?, directory)?)
            }
            Self::Openstates => once(vec![data.join("openstates")]),
            Self::Cap => once(volumes(&data.join("cap_static/real/alaska/1/metadata/CasesMetadata.json"), directory)?),
            Self::Courtlistener => once(tables::courtlistener(&tables_of(data), directory, tables::Compression::None)?),
            Self::CourtlistenerBz2 => {
                once(tables::courtlistener(&tables_of(data), directory, tables::Compression::Bzip2)?)
            }
            Self::DcLaw => Inputs { paths: vec![data.join("dc_law")], n_times: 3 },
            Self::PublicResource => Inputs { paths: vec![data.join("cic_code")], n_times: 5 },
        })
    }
}

fn tables_of(data: &Path) -> PathBuf {
    data.join("courtlistener/bulk_csv_reserialised")
}

fn folders(parents: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for parent in parents {
        folders.extend(entries(parent)?.into_iter().filter(|path| path.is_dir()));
    }
    Ok(folders)
}

/// Writes a zip of the XML files of each folder, like those of the publishers.
fn zips_of(folders: &[PathBuf], directory: &Path) -> Result<Vec<PathBuf>> {
    let mut zips = Vec::new();
    for (idx, folder) in folders.iter().enumerate() {
        let path = directory.join(format!("{idx}.zip"));
        let mut zip = ZipWriter::new(BufWriter::new(File::create(&path)?));
        add_to_zip(&mut zip, folder, folder)?;
        zip.finish()?.flush()?;
        zips.push(path);
    }
    ensure!(!zips.is_empty(), "there is no folder to make a zip of");
    Ok(zips)
}

fn add_to_zip(zip: &mut ZipWriter<BufWriter<File>>, root: &Path, folder: &Path) -> Result<()> {
    for path in entries(folder)? {
        if path.is_dir() {
            add_to_zip(zip, root, &path)?;
        } else if path.extension().is_some_and(|extension| extension == "xml") {
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy();
            zip.start_file(name, SimpleFileOptions::default())?;
            zip.write_all(&fs::read(&path)?)?;
        }
    }
    Ok(())
}

/// Writes the list of a volume's cases as the lists of many volumes, each with numbers and citations of its own.
fn volumes(list: &Path, directory: &Path) -> Result<Vec<PathBuf>> {
    const N_VOLUMES: u64 = 400;
    let list = fs::read_to_string(list).with_context(|| format!("cannot read {}", list.display()))?;
    for volume in 1..=N_VOLUMES {
        let folder = directory.join(format!("alaska/{volume}"));
        fs::create_dir_all(&folder)?;
        let lines: Vec<String> = list.lines().map(|line| in_volume(line, volume)).collect();
        fs::write(folder.join("CasesMetadata.json"), lines.join("\n"))?;
    }
    Ok(vec![directory.join("alaska")])
}

/// A line of the list, rewritten for another volume.
fn in_volume(line: &str, volume: u64) -> String {
    const NUMBER_OFFSET: u64 = 1_000_000_000;
    // The numbers of cases are indented less than those of courts.
    let number = line.strip_prefix("    \"id\": ").and_then(|rest| rest.trim_end_matches(',').parse::<u64>().ok());
    match number {
        Some(number) => format!("    \"id\": {},", number + volume * NUMBER_OFFSET),
        None => line.replace("\"1 Alaska ", &format!("\"{volume} Alaska ")),
    }
}
