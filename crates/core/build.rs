//! Compresses the files of the bundled corpus for the program. Cargo runs this script again when a file of the
//! corpus is added, changed or removed.

use std::env;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// The path from this package.
const CORPUS: &str = "../../corpus";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed={CORPUS}");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR"));
    let mut paths = Vec::new();
    list_files(Path::new(CORPUS), &mut paths)?;
    paths.sort();
    let mut table = Vec::new();
    writeln!(table, "[")?;
    for (number, path) in paths.iter().enumerate() {
        let content = fs::read(path)?;
        let name = format!("corpus-{number}.zlib");
        fs::write(out.join(&name), compress(&content)?)?;
        let path = path.strip_prefix(CORPUS).expect("the path is below the corpus");
        let parts: Vec<_> = path.iter().map(|part| part.to_str().expect("the corpus has names in UTF-8")).collect();
        let (path, n_bytes) = (parts.join("/"), content.len());
        writeln!(table, "BundledFile {{ path: {path:?}, n_bytes: {n_bytes}, zlib: include_bytes!({name:?}) }},")?;
    }
    writeln!(table, "]")?;
    fs::write(out.join("corpus.rs"), table)
}

/// Adds the files of a folder and of those within.
fn list_files(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            list_files(&entry.path(), paths)?;
        } else {
            paths.push(entry.path());
        }
    }
    Ok(())
}

fn compress(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content)?;
    encoder.finish()
}
