/*!
The files of the bundled corpus. The build script compresses them to a fifth of their size and embeds them in the
program.
*/

use std::io::{BufRead, BufReader};

use flate2::bufread::ZlibDecoder;

/// All files, sorted by path.
static FILES: &[BundledFile] = &include!(concat!(env!("OUT_DIR"), "/corpus.rs"));

pub(crate) struct BundledFile {
    /// The path within the corpus, with slashes.
    pub(crate) path: &'static str,
    /// The size of the content in bytes.
    pub(crate) n_bytes: u64,
    zlib: &'static [u8],
}

impl BundledFile {
    /// Finds the file at a path within the corpus.
    pub(crate) fn find(path: &str) -> Option<&'static Self> {
        FILES.iter().find(|file| file.path == path)
    }

    /// Iterates over the files in a folder of the corpus, without those in subfolders.
    pub(crate) fn within(folder: &str) -> impl Iterator<Item = &'static Self> {
        FILES.iter().filter(move |file| file.path.rsplit_once('/').is_some_and(|(parent, _)| parent == folder))
    }

    pub(crate) fn open(&self) -> impl BufRead + Send + use<> {
        const BUFFER_BYTES: usize = 1 << 16;
        BufReader::with_capacity(BUFFER_BYTES, ZlibDecoder::new(self.zlib))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Read;
    use std::path::Path;

    use super::*;

    #[test]
    fn bundled_files_have_the_bytes_of_the_repository() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
        assert!(BundledFile::within("cases").next().is_some());
        for file in FILES {
            let mut content = Vec::new();
            file.open().read_to_end(&mut content).unwrap();
            assert!(content == fs::read(corpus.join(file.path)).unwrap(), "{}", file.path);
            assert_eq!(content.len() as u64, file.n_bytes, "{}", file.path);
        }
    }
}
